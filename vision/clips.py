"""Evidence clips that a browser plays: H.264 where PyAV has an encoder for it, else VP9."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import av
import cv2
import numpy as np

from vision.geometry import Pixels, Size
from vision.sources import Frame

_TICKS = 90_000
"""Ticks a second of a clip's time stamps: fine enough for any camera."""
_CODECS = {
    "libx264": {"preset": "veryfast", "crf": "25", "tune": "zerolatency"},
    "libvpx-vp9": {"deadline": "realtime", "cpu-used": "8", "crf": "34", "b": "0"},
}


class ClipError(OSError):
    """A clip that could not be written, in one line: no space, no permission, no encoder."""


def encoder() -> str:
    """The video encoder that clips are written with.

    Raises:
        ClipError: If PyAV has none that browsers play.
    """
    for name in _CODECS:
        with contextlib.suppress(Exception):
            av.codec.Codec(name, "w")
            return name
    raise ClipError("this PyAV can encode neither H.264 nor VP9: clips can't be recorded")


class ClipWriter:
    """Writes one clip. The file appears under its name only when it is whole.

    Frames keep their own times, so a clip of a camera whose rate varies plays at the right speed. Odd sizes
    lose a row or column, since the codecs want even ones.

    Args:
        path: Where to; `.mp4`.
        size: (width, height) of the clip; frames of another size are scaled.
        fps: The source's measured rate; only a hint for players and for frames without a usable time.

    Raises:
        ClipError: If the file can't be made.
    """

    def __init__(self, path: str | Path, size: Size, fps: float | None = None) -> None:
        self.path = Path(path)
        self._size = max(size[0] & ~1, 2), max(size[1] & ~1, 2)
        rate = fps if fps is not None and 1 <= fps <= 240 else 30.0
        self._tick = round(_TICKS / rate)
        self._part = self.path.with_name(f".{self.path.stem}.part{self.path.suffix}")
        self._start: float | None = None
        self._last = -1
        name = encoder()
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._container: Any = av.open(str(self._part), "w", options={"movflags": "+faststart"})
            add_stream: Any = self._container.add_stream  # its result may be any kind of stream
            self._stream: Any = add_stream(name, rate=Fraction(rate).limit_denominator(1000))
            self._stream.width, self._stream.height = self._size
            self._stream.pix_fmt = "yuv420p"
            self._stream.codec_context.time_base = Fraction(1, _TICKS)
            self._stream.options = dict(_CODECS[name])
        except Exception as error:
            self._abandon()
            raise ClipError(f"{path}: can't be written: {_reason(error)}") from None

    def write(self, pixels: Pixels, time: float) -> None:
        """Adds a frame (H, W, 3) BGR at a time in seconds of any clock; the first one starts the clip.

        Raises:
            ClipError: If it can't be written; what was written is thrown away.
        """
        if self._start is None:
            self._start = time
        stamp = round((time - self._start) * _TICKS)
        if stamp <= self._last:  # two frames of one time, or a clock that went back
            stamp = self._last + self._tick
        self._last = stamp
        width, height = self._size
        if pixels.shape[1::-1] != self._size:
            near = pixels.shape[1] - width in (0, 1) and pixels.shape[0] - height in (0, 1)
            if near:
                pixels = pixels[:height, :width]
            else:
                scaled = cv2.resize(pixels, self._size, interpolation=cv2.INTER_AREA)
                pixels = np.asarray(scaled, np.uint8)
        frame = av.VideoFrame.from_ndarray(np.ascontiguousarray(pixels), format="bgr24")
        frame.pts, frame.time_base = stamp, Fraction(1, _TICKS)
        try:
            self._container.mux(self._stream.encode(frame))
        except Exception as error:
            self._abandon()
            raise ClipError(f"{self.path}: can't be written: {_reason(error)}") from None

    def close(self) -> None:
        """Finishes the file and gives it its name. A clip without a frame leaves no file.

        Raises:
            ClipError: If it can't be finished.
        """
        if self._container is None:
            return
        if self._start is None:
            self._abandon()
            return
        try:
            self._container.mux(self._stream.encode(None))
            self._container.close()
            self._container = None
            self._part.replace(self.path)
        except Exception as error:
            self._abandon()
            raise ClipError(f"{self.path}: can't be written: {_reason(error)}") from None

    def _abandon(self) -> None:
        container: Any = getattr(self, "_container", None)
        self._container = None
        if container is not None:
            with contextlib.suppress(Exception):
                container.close()
        with contextlib.suppress(OSError):
            self._part.unlink(missing_ok=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self.close()
        else:
            self._abandon()


def write_clip(path: str | Path, frames: Iterable[Frame], fps: float | None = None) -> Path | None:
    """Writes frames as a clip; None, and no file, if there are none.

    Raises:
        ClipError: If it can't be written.
    """
    writer: ClipWriter | None = None
    try:
        for frame in frames:
            if writer is None:
                writer = ClipWriter(path, (frame.pixels.shape[1], frame.pixels.shape[0]), fps)
            writer.write(frame.pixels, frame.time)
    except BaseException as error:
        if writer is not None:
            writer.__exit__(type(error), error, None)
        raise
    if writer is None:
        return None
    writer.close()
    return writer.path


def _reason(error: Exception) -> str:
    return " ".join(str(getattr(error, "strerror", None) or error).split()) or type(error).__name__

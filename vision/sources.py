"""Where frames come from: recorded files (every frame counts) and live cameras (the newest counts).

`parse_source` reads what a person typed after `--source`, `open_source` opens it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Protocol, Self
from urllib.parse import urlsplit

import av
import cv2
import numpy as np

from vision.capture import CapturePolicy, State, Trouble
from vision.geometry import Pixels, Size

Clock = Callable[[], float]
Rotation = Literal[0, 90, 180, 270]

SCHEMES = ("rtsp", "rtsps", "rtmp", "http", "https", "udp", "tcp", "srt")
_CODES = {90: cv2.ROTATE_90_CLOCKWISE, 180: cv2.ROTATE_180, 270: cv2.ROTATE_90_COUNTERCLOCKWISE}


class SourceError(ValueError):
    """A source that can't be used, in one line that says why."""


@dataclass(frozen=True, eq=False)
class Frame:
    """One picture of a source.

    Attributes:
        id: Counts every picture that the source gave, from 0; a gap is a picture that was dropped.
        time: Seconds: for a camera on the monotonic clock when it arrived, for a file from its first frame.
        pixels: (H, W, 3) uint8 BGR, upright.
    """

    id: int
    time: float
    pixels: Pixels


class Source(Protocol):
    """Frames, one at a time."""

    @property
    def state(self) -> State: ...

    @property
    def trouble(self) -> Trouble | None: ...

    @property
    def fps(self) -> float | None:
        """Measured (camera) or average (file) frames a second; None while unknown."""

    @property
    def dropped(self) -> int:
        """Frames that came but were never read, or could not be decoded."""

    def read(self, timeout: float = 1.0) -> Frame | None:
        """The next frame, waiting at most `timeout` seconds; None if there is none (see `state`)."""

    def close(self) -> None:
        """Lets go of the device or the file; takes less than a second. May be called twice."""


@dataclass(frozen=True, slots=True)
class SourceSpec:
    """A source as a person names it: a camera's number or device path, a stream's URL, or a file."""

    kind: Literal["camera", "url", "file"]
    value: str

    @property
    def index(self) -> int | None:
        """The camera's number, where it is one."""
        return int(self.value) if self.kind == "camera" and self.value.isdecimal() else None


def parse_source(text: str) -> SourceSpec:
    """Reads `0`, `/dev/video2`, `rtsp://...`, `http://...` or a path.

    Raises:
        SourceError: If it is none of these, or the file is missing or a directory.
    """
    text = text.strip()
    if not text:
        raise SourceError("the source is empty: expected a camera number (0), a URL or a video file")
    if text.lstrip("-").isdecimal():
        if text.startswith("-"):
            raise SourceError(f"{text}: camera numbers start at 0")
        return SourceSpec("camera", str(int(text)))
    if text.startswith("/dev/"):
        return SourceSpec("camera", text)
    if "://" in text:
        return _parse_url(text)
    path = Path(text)
    try:
        if path.is_dir():
            raise SourceError(f"{text}: is a directory, not a video")
        if not path.exists():
            raise SourceError(f"{text}: no such file (nor a camera number or URL)")
        if not path.is_file():
            raise SourceError(f"{text}: is not a regular file")
    except (OSError, ValueError) as error:
        if isinstance(error, SourceError):
            raise
        raise SourceError(f"{text!r}: can't be read: {getattr(error, 'strerror', None) or error}") from None
    return SourceSpec("file", text)


def _parse_url(text: str) -> SourceSpec:
    scheme, _, rest = text.partition("://")
    if scheme.lower() == "file":
        return parse_source(rest)
    if scheme.lower() not in SCHEMES:
        raise SourceError(f"{text}: unknown kind of URL: expected {', '.join(SCHEMES)}")
    try:
        host = urlsplit(text).hostname
    except ValueError:
        host = None
    if not host:
        raise SourceError(f"{text}: the URL names no host")
    return SourceSpec("url", text)


def open_source(
    source: str | SourceSpec,
    *,
    clock: Clock = time.monotonic,
    policy: CapturePolicy | None = None,
    size: Size = (1280, 720),
    rotate: Rotation = 0,
    mirror: bool = False,
) -> Source:
    """Opens a file at once, or starts to open a camera or a stream in the background.

    Args:
        source: What `parse_source` reads, or what it gave.
        clock: Monotonic seconds; the times of live frames are on it.
        policy: How patient a live source is.
        size: (width, height) that a camera is asked for; frames come as it gives them.
        rotate: Degrees clockwise to turn every frame, for a camera that hangs upside down.
        mirror: Flips every frame left to right, before it is turned, for a camera that mirrors.

    Raises:
        SourceError: If a file can't be used. A camera's troubles show in `state` and `trouble`.
    """
    spec = parse_source(source) if isinstance(source, str) else source
    if spec.kind == "file":
        return FileSource(spec.value, rotate=rotate, mirror=mirror)
    from vision.cameras import CameraSource, connector

    connect = connector(spec, size=size)
    return CameraSource(connect, clock=clock, policy=policy, rotate=rotate, mirror=mirror).start()


class FileSource:
    """Every frame of a recorded video in order, at its own time in the file (also with a varying frame rate).

    Rotation written in the file (phones) is applied. A frame that is damaged is counted in `dropped`.

    Raises:
        SourceError: If the file is missing, is no video or holds no frame.
    """

    def __init__(self, path: str | Path, *, rotate: Rotation = 0, mirror: bool = False) -> None:
        self._path = str(path)
        if not Path(path).is_file():
            parse_source(self._path)  # says what is wrong
            raise SourceError(f"{path}: no such file")
        self._rotate, self._mirror = rotate, mirror
        self._state = State.RUNNING
        self._trouble: Trouble | None = None
        self._dropped = 0
        self._next_id = 0
        self._last_time = -1.0
        try:
            self._container: Any = av.open(self._path)
        except PermissionError:
            raise SourceError(f"{path}: no permission to read it") from None
        except Exception as error:  # PyAV has a class of error for every code of FFmpeg's
            raise SourceError(f"{path}: not a video that can be read ({_reason(error)})") from None
        if not self._container.streams.video:
            sound = bool(self._container.streams)
            self.close()
            what = "holds no pictures, only sound or data" if sound else "not a video, or cut off"
            raise SourceError(f"{path}: {what}")
        self._stream: Any = self._container.streams.video[0]
        self._stream.thread_type = "AUTO"
        self._decoder = self._decode()
        self._origin: float | None = None
        self._first = self._advance()
        if self._first is None:
            self.close()
            raise SourceError(f"{path}: a video with no frames")

    @property
    def state(self) -> State:
        return self._state

    @property
    def trouble(self) -> Trouble | None:
        return self._trouble

    @property
    def fps(self) -> float | None:
        rate = self._stream.average_rate
        return float(rate) if rate else None

    @property
    def dropped(self) -> int:
        return self._dropped

    @property
    def duration(self) -> float | None:
        """Seconds, where the file says so."""
        stream = self._stream
        return float(stream.duration * stream.time_base) if stream.duration else None

    @property
    def frame_count(self) -> int | None:
        """Frames, where the file says so."""
        return int(self._stream.frames) or None

    def read(self, timeout: float = 1.0) -> Frame | None:
        """The next frame; None at the end. Never waits, so `timeout` is without effect."""
        frame, self._first = self._first, None
        if frame is None and self._state is State.RUNNING:
            frame = self._advance()
        if frame is None and self._state is State.RUNNING:
            self.close()
        return frame

    def __iter__(self) -> Iterator[Frame]:
        while (frame := self.read()) is not None:
            yield frame

    def close(self) -> None:
        self._state = State.ENDED
        self._first = None
        self._container.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _advance(self) -> Frame | None:
        picture = next(self._decoder, None)
        if picture is None:
            return None
        pixels = turned(picture.to_ndarray(format="bgr24"), -round(getattr(picture, "rotation", 0)) % 360)
        frame = Frame(self._next_id, self._time(picture), turned(pixels, self._rotate, self._mirror))
        self._next_id += 1
        return frame

    def _time(self, picture: Any) -> float:
        """Seconds from the first frame; a frame without a time stamp gets the next one by the frame rate."""
        if picture.pts is None or picture.time_base is None:
            rate = self.fps or 30.0
            seconds = self._last_time + 1 / rate if self._last_time >= 0 else 0.0
        else:
            stamp = float(picture.pts * picture.time_base)
            if self._origin is None:
                self._origin = stamp
            seconds = stamp - self._origin
        self._last_time = max(seconds, self._last_time)
        return self._last_time

    def _decode(self) -> Iterator[Any]:
        """All frames; a packet that can't be decoded is left out and counted."""
        try:
            packets = iter(self._container.demux(self._stream))
        except Exception:
            return
        while True:
            try:
                packet = next(packets)
            except StopIteration:
                return
            except Exception:  # the file breaks off: what came before it was whole
                self._trouble = Trouble("cut_off", "the file breaks off before its end")
                return
            try:
                yield from packet.decode()
            except Exception:
                self._dropped += 1


def turned(pixels: Pixels, degrees: int, mirror: bool = False) -> Pixels:
    """A frame mirrored left to right if wanted, then turned clockwise by 0, 90, 180 or 270 degrees."""
    if mirror:
        pixels = np.asarray(cv2.flip(pixels, 1), np.uint8)
    if degrees in _CODES:
        pixels = np.asarray(cv2.rotate(pixels, _CODES[degrees]), np.uint8)
    return pixels


def _reason(error: Exception) -> str:
    text = str(getattr(error, "strerror", None) or error)
    return " ".join(text.split())

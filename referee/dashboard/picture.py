"""The live picture: always the latest frame, encoded once however many look, and never a queue.

A viewer asks for the next picture when it has drawn the last, so a slow one sees fewer, not older, pictures.
"""

from __future__ import annotations

import asyncio
import json
import struct
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from referee.dashboard.signals import Signal
from vision.images import encode_jpeg
from vision.scene import Corners

MAX_VIEWERS = 8
MAX_WIDTH = 960
QUALITY = 80
EVIDENCE_WIDTH = 480
MAX_EVIDENCE = 200

Pixels = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """A frame with what was seen in it. `image` is (H, W, 3) BGR and is not written to any more.

    `shapes` are outlines in px of the frame: `{"kind", "label", "points": [[x, y], ...]}`.
    """

    id: int
    t: float
    image: Pixels
    shapes: Sequence[Mapping[str, Any]] = ()
    info: Mapping[str, Any] = field(default_factory=dict)


class LivePicture:
    """Takes frames from the camera's thread, and gives the latest to the viewers of the event loop."""

    def __init__(self, *, max_viewers: int = MAX_VIEWERS, max_width: int = MAX_WIDTH) -> None:
        self.max_viewers = max_viewers
        self._max_width = max_width
        self._new = Signal()
        self._lock = threading.Lock()
        self._frame: Frame | None = None
        self._viewers = 0
        self._packed: tuple[int, bytes] = (-1, b"")
        self._pack_lock = threading.Lock()
        self._evidence: dict[int, bytes] = {}

    @property
    def viewers(self) -> int:
        """How many look on just now."""
        return self._viewers

    def publish(self, frame: Frame) -> None:
        """Show this frame from now on. Costs next to nothing while nobody looks."""
        self._frame = frame
        self._new.bump()

    def close(self) -> None:
        """End all viewers."""
        self._new.close()

    def enter(self) -> bool:
        """A viewer comes; False if there are too many."""
        with self._lock:
            if self._viewers >= self.max_viewers or self._new.closed:
                return False
            self._viewers += 1
            return True

    def leave(self) -> None:
        with self._lock:
            self._viewers -= 1

    async def over(self) -> None:
        """Return once the show is over."""
        await self._new.over()

    async def after(self, serial: int) -> tuple[int, bytes] | None:
        """The latest picture once there is a newer one than `serial`, packed; None when the show is over."""
        if await self._new.after(serial) is None:
            return None
        return await asyncio.to_thread(self._pack)

    def _pack(self) -> tuple[int, bytes]:
        with self._pack_lock:
            serial, frame = self._new.count, self._frame
            if self._packed[0] != serial and frame is not None:
                self._packed = (serial, pack(frame, self._max_width))
            return self._packed

    def jpeg(self) -> bytes | None:
        """The latest frame as a JPEG, or None if there is none."""
        frame = self._frame
        return None if frame is None else encode(frame.image, self._max_width)

    def keep(self, line: int, image: Pixels, box: Corners | None) -> None:
        """Keep what a call was made on, cut out with some room around, for the feed (the latest ones)."""
        self._evidence[line] = encode(cut_out(image, box), EVIDENCE_WIDTH)
        while len(self._evidence) > MAX_EVIDENCE:
            del self._evidence[next(iter(self._evidence))]

    def evidence(self, line: int) -> bytes | None:
        """The picture of a call as a JPEG, if it is kept."""
        return self._evidence.get(line)


def cut_out(image: Pixels, box: Corners | None) -> Pixels:
    """The part of the image around a box (px), 16:10, or the whole image without one."""
    if box is None:
        return image
    height, width = image.shape[:2]
    x = sum(point[0] for point in box) / 4
    y = sum(point[1] for point in box) / 4
    reach = max(abs(point[0] - x) for point in box), max(abs(point[1] - y) for point in box)
    half = max(reach[0], reach[1] * 1.6, 40) * 1.25
    left, right = (int(min(max(edge, 0), width)) for edge in (x - half, x + half))
    top, bottom = (int(min(max(edge, 0), height)) for edge in (y - half / 1.6, y + half / 1.6))
    return image[top:bottom, left:right] if right - left > 1 and bottom - top > 1 else image


def encode(image: Pixels, max_width: int = MAX_WIDTH) -> bytes:
    """A JPEG of the image, at most `max_width` px wide."""
    return encode_jpeg(image, quality=QUALITY, max_width=max_width)


def pack(frame: Frame, max_width: int = MAX_WIDTH) -> bytes:
    """One binary message: length of the header (4 bytes, big endian), header in JSON, JPEG."""
    height, width = frame.image.shape[:2]
    header = {
        "frame": frame.id,
        "t": round(frame.t, 3),
        "size": [width, height],
        "shapes": list(frame.shapes),
        **frame.info,
    }
    head = json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode()
    return struct.pack(">I", len(head)) + head + encode(frame.image, max_width)

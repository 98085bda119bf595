"""A few seconds of picture for every call that a camera saw, to be looked at again when people argue.

The latest frames are kept in memory, thinned and compressed; when a call is made, those round it are written
as a clip that a browser plays. Clips are a convenience beside the journal: one that cannot be written never
stops a game.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from referee.umpire import Snapshot
from vision.clips import ClipError, write_clip
from vision.images import encode_jpeg
from vision.scene import Scene
from vision.sources import Frame

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ClipPolicy:
    """What a clip shows, and how much is kept. Times in s, sizes in px and bytes."""

    before: float = 4.0
    after: float = 2.0
    rate: float = 15.0
    """At most so many frames a second."""
    width: int = 960
    room: int = 2 * 1024**3
    """All clips of a folder together; the oldest make room for new ones."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A frame in memory: its time, s, and its JPEG."""

    time: float
    jpeg: bytes


@dataclass(frozen=True, slots=True)
class StoredClip:
    """A clip on disk: when it was written (any clock), and its size in bytes."""

    name: str
    written: float
    size: int


def due(time: float, last: float | None, policy: ClipPolicy) -> bool:
    """Whether a frame is kept, the last one kept being of time `last`. A clock that went back begins anew."""
    return last is None or time < last or time - last >= 0.98 / policy.rate


def overdue(clips: Sequence[StoredClip], policy: ClipPolicy) -> list[str]:
    """The names of the oldest clips, until the others fit into the room; the newest always stays."""
    out: list[str] = []
    total = sum(clip.size for clip in clips)
    for clip in sorted(clips, key=lambda c: (c.written, c.name))[:-1]:
        if total <= policy.room:
            break
        out.append(clip.name)
        total -= clip.size
    return out


def clip_name(key: str, line: int) -> str:
    """The file of a game's line."""
    return f"{key}-{line:04d}.mp4"


def find_clip(folder: Path, key: str, line: int) -> Path | None:
    """The clip of a line of a game that the journal knows; None where there is none."""
    path = folder / clip_name(key, line)
    return path if path.parent == folder and path.is_file() else None


class Clips:
    """An audience of the pipeline and a listener of the umpire that writes a clip for each call.

    Args:
        folder: Where to.
        key: The game's.
        policy: What a clip shows.
        ready: Is called after a clip was written, from another thread.
        write: Writes frames to a path.
    """

    def __init__(
        self,
        folder: Path,
        key: str,
        *,
        policy: ClipPolicy = ClipPolicy(),
        ready: Callable[[], None] = lambda: None,
        write: Callable[[Path, Iterable[Frame], float], object] = write_clip,
    ) -> None:
        self.folder, self.warning = folder, ""
        self.ready = ready
        self._key, self._policy, self._write = key, policy, write
        self._kept: deque[Kept] = deque()
        self._pending: list[tuple[int, float]] = []
        self._seen_line = 0
        self._now: float | None = None
        self._lock = threading.Lock()
        self._jobs: queue.SimpleQueue[tuple[int, list[Kept]] | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._run, name="clips", daemon=True)
        self._writer.start()

    def looking(self, frame: Frame) -> None:
        """A frame that is about to be judged."""
        with self._lock:
            if not due(frame.time, self._kept[-1].time if self._kept else None, self._policy):
                self._now = frame.time
                return
            if self._kept and frame.time < self._kept[-1].time:
                self._kept.clear()
            self._now = frame.time
            jpeg = encode_jpeg(frame.pixels, quality=85, max_width=self._policy.width)
            self._kept.append(Kept(frame.time, jpeg))
            oldest = min((t for _, t in self._pending), default=frame.time) - self._policy.before
            while self._kept[0].time < oldest:
                self._kept.popleft()

    def show(self, frame: Frame, scene: Scene | None, t: float) -> None:
        """The frame was judged: clips whose last moment has passed are written."""
        with self._lock:
            ripe = [(line, at) for line, at in self._pending if frame.time >= at + self._policy.after]
            self._cut(ripe)

    def hear(self, snapshot: Snapshot) -> None:
        """Calls were made, on the frame that was shown last."""
        with self._lock:
            for call in snapshot.calls:
                if call.line > self._seen_line:
                    self._seen_line = call.line
                    frames = call.verdict.get("evidence", {}).get("frames")
                    if frames and self._now is not None:  # what only people told has no pictures
                        self._pending.append((call.line, self._now))

    def skip(self, snapshot: Snapshot) -> None:
        """Calls of an earlier sitting, whose pictures are gone."""
        with self._lock:
            self._seen_line = max((call.line for call in snapshot.calls), default=0)

    def flush(self) -> None:
        """No more frames come: write what is pending with those there are."""
        with self._lock:
            self._cut(list(self._pending))

    def close(self) -> None:
        """Write what is pending, and wait for it."""
        self.flush()
        self._jobs.put(None)
        self._writer.join()

    def _cut(self, ripe: list[tuple[int, float]]) -> None:
        for line, at in ripe:
            self._pending.remove((line, at))
            low, high = at - self._policy.before, at + self._policy.after
            self._jobs.put((line, [kept for kept in self._kept if low <= kept.time <= high]))

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            line, kept = job
            try:
                self._make_room()
                self._write(self.folder / clip_name(self._key, line), _frames(kept), self._policy.rate)
            except (ClipError, OSError) as error:
                if not self.warning:
                    self.warning = f"clips are not kept: {' '.join(str(error).split())}"
                    log.warning("%s", self.warning)
                continue
            self.ready()

    def _make_room(self) -> None:
        if not self.folder.is_dir():
            return
        stats = [(path.name, path.stat()) for path in self.folder.glob("*.mp4")]
        stored = [StoredClip(name, stat.st_mtime, stat.st_size) for name, stat in stats]
        for name in overdue(stored, self._policy):
            (self.folder / name).unlink(missing_ok=True)


def _frames(kept: Iterable[Kept]) -> Iterator[Frame]:
    for i, one in enumerate(kept):
        pixels = cv2.imdecode(np.frombuffer(one.jpeg, np.uint8), cv2.IMREAD_COLOR)
        yield Frame(i, one.time, np.asarray(pixels, np.uint8))

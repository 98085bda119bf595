"""From frames to verdicts: the one loop behind live play, recordings and the demonstration.

The source decides whether a late frame is dropped (live) or waited for (recordings). Nothing here depends on
how fast the machine is: which frames are looked at follows from their own times.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from referee.adapters.base import Look
from referee.attention import Attention, Movement, Pixels
from referee.record import Call
from vision.scene import Corners, Scene

log = logging.getLogger(__name__)

MAX_FAULTS = 20
"""Looks in a row that may fail before the pipeline gives up."""


class FrameLike(Protocol):
    """A frame of `vision.sources`: id, time in s (monotonic, or the video's), picture (H, W, 3) BGR."""

    @property
    def id(self) -> int: ...

    @property
    def t(self) -> float: ...

    @property
    def image(self) -> Pixels: ...


class LookerLike(Protocol):
    """What is needed of `vision.look.Looker`."""

    def look(self, frame: Pixels, /) -> Scene: ...


class UmpireLike(Protocol):
    """What is needed of `referee.umpire.Umpire`."""

    def see(self, look: Look, /) -> list[Call]: ...

    def focus(self) -> Sequence[Corners]: ...


class Audience(Protocol):
    """Is shown every frame, and the frame of each call."""

    def show(self, frame: FrameLike, scene: Scene | None, t: float) -> None: ...

    def called(self, call: Call, frame: FrameLike) -> None: ...


class NoAudience:
    """Nobody looks on."""

    def show(self, frame: FrameLike, scene: Scene | None, t: float) -> None:
        pass

    def called(self, call: Call, frame: FrameLike) -> None:
        pass


class PipelineError(Exception):
    """The pipeline gave up; one line says why."""


@dataclass(slots=True)
class Pace:
    """How the pipeline keeps up; means over the last twenty or so. Times in s."""

    frames: int = 0
    looks: int = 0
    gap: float = 0.0
    """Between two frames."""
    age: float = 0.0
    """How old a frame was when it was done with (live sources)."""
    look: float = 0.0
    """What a look takes."""
    _last: float | None = None

    def looked(self, took: float) -> None:
        self.look = took if not self.looks else 0.9 * self.look + 0.1 * took
        self.looks += 1

    def done(self, frame_t: float, now: float) -> None:
        """A frame of time `frame_t` was done with."""
        if self._last is not None:
            gap = now - self._last
            self.gap = gap if self.frames < 2 else 0.95 * self.gap + 0.05 * gap
        self._last = now
        self.age = max(0.0, now - frame_t)
        self.frames += 1

    @property
    def fps(self) -> float:
        """Frames a second; 0 while it is not known."""
        return 1 / self.gap if self.gap > 0 else 0.0


class Pipeline:
    """Runs frames through movement, looker and umpire.

    Args:
        frames: Frames in the order of their time.
        looker: Reads a frame close up.
        umpire: Takes the looks.
        audience: Is shown what happens.
        attention: When to look.
        start: The game's time at the first frame, in s (a resumed game goes on from its last event).
        clock: For measuring only; on live sources the clock of the frames' times.
    """

    def __init__(
        self,
        frames: Iterator[FrameLike],
        looker: LookerLike,
        umpire: UmpireLike,
        *,
        audience: Audience | None = None,
        attention: Attention | None = None,
        start: float = 0.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._frames = frames
        self._looker = looker
        self._umpire = umpire
        self._audience = audience or NoAudience()
        self._attention = attention or Attention()
        self._start = start
        self._clock = clock
        self._movement = Movement()
        self._scene: Scene | None = None
        self._last_look = float("-inf")
        self._faults = 0
        self.pace = Pace()

    def run(self, stop: threading.Event, heard: Callable[[Call], None] = lambda _: None) -> None:
        """Work until the frames end or `stop` is set; `heard` is told of each call.

        Raises:
            PipelineError: the looker failed on many frames in a row.
        """
        first: float | None = None
        for frame in self._frames:
            if stop.is_set():
                return
            first = frame.t if first is None else first
            t = frame.t - first + self._start
            for call in self._one(frame, t):
                self._audience.called(call, frame)
                heard(call)
            self._audience.show(frame, self._scene, t)
            self.pace.done(frame.t, self._clock())

    def _one(self, frame: FrameLike, t: float) -> list[Call]:
        movement = self._movement
        movement.update(frame.image, t)
        focus = [movement.still(box) for box in self._umpire.focus()]
        if not self._attention.due(t, self._last_look, movement.changed, focus):
            return []
        self._last_look = t
        scene = self._look(frame)
        if scene is None:
            return []
        self._scene = scene
        return self._umpire.see(Look(frame.id, t, scene, movement.still))

    def _look(self, frame: FrameLike) -> Scene | None:
        """A frame that makes the looker fail is left out: one bad picture must not end a game."""
        started = self._clock()
        try:
            scene = self._looker.look(frame.image)
        except Exception as error:
            self._faults += 1
            log.warning("frame %d could not be read: %s", frame.id, error)
            if self._faults >= MAX_FAULTS:
                raise PipelineError(f"{self._faults} frames in a row could not be read: {error}") from error
            return None
        self._faults = 0
        self.pace.looked(self._clock() - started)
        return scene


def pace_status(
    pace: Pace, mode: str, *, live: bool, extra: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """The status line of the dashboard: `text` and `kind` ("", "old" or "lost")."""
    parts = [mode]
    if pace.frames:
        parts.append(f"{pace.fps:.0f} fps")
    if live and pace.frames:
        parts.append(f"seen {1000 * pace.age:.0f} ms ago")
    kind = "old" if live and pace.age > 1.0 else ""
    return {"text": " · ".join(parts), "kind": kind, **(extra or {})}

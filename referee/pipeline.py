"""From frames to verdicts: the one loop behind live play, recordings and the demonstration.

The source decides whether a late frame is dropped (live) or waited for (recordings). Nothing here depends on
how fast the machine is: which frames are looked at follows from their own times.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from referee.adapters.base import Look, Touched
from referee.attention import Attention, Due, Movement, Pixels
from referee.feeds import Source
from vision.capture import State
from vision.detections import Detections
from vision.look import Glance
from vision.rest import Fitness, RestPolicy, Steadiness, measure, step
from vision.scene import Corners, Scene
from vision.sources import Frame

log = logging.getLogger(__name__)

PATIENCE = 0.2
"""Seconds between two glances at `stop` while no frame comes."""
MAX_FAULTS = 8
"""Looks in a row that may fail before the pipeline gives up."""


class LookerLike(Protocol):
    """What is needed of `vision.look.Looker`."""

    def glance(self, frame: Pixels, /) -> Glance: ...

    def look(self, frame: Pixels, glance: Glance | None = None, /) -> Scene: ...


class UmpireLike(Protocol):
    """What is needed of `referee.umpire.Umpire`."""

    def see(self, look: Look, /) -> object: ...

    def unchanged(self, found: Detections, touched: Touched, /) -> bool: ...

    def focus(self, now: float, /) -> Sequence[Corners]: ...


class Audience(Protocol):
    """Looks on: is told of each frame before it is judged and after."""

    def looking(self, frame: Frame) -> None: ...

    def show(self, frame: Frame, scene: Scene | None, t: float) -> None: ...


class Together:
    """Any number that look on, also none."""

    def __init__(self, *audiences: Audience) -> None:
        self._audiences = audiences

    def looking(self, frame: Frame) -> None:
        for one in self._audiences:
            one.looking(frame)

    def show(self, frame: Frame, scene: Scene | None, t: float) -> None:
        for one in self._audiences:
            one.show(frame, scene, t)


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
        source: Frames in the order of their time.
        looker: Reads a frame close up.
        umpire: Takes the looks.
        audience: Is shown what happens.
        attention: When to look.
        rest: Which frames are fit to be judged at all (exposure settled, in focus).
        shift: Added to a frame's time to give the game's, in s.
        clock: For measuring only; of a live source the clock of the frames' times.
    """

    def __init__(
        self,
        source: Source,
        looker: LookerLike,
        umpire: UmpireLike,
        *,
        audience: Audience | None = None,
        attention: Attention | None = None,
        rest: RestPolicy | None = None,
        shift: float = 0.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._source = source
        self._looker = looker
        self._umpire = umpire
        self._audience = audience or Together()
        self._attention = attention or Attention()
        self._rest = rest or RestPolicy()
        self._steadiness = Steadiness()
        self._shift = shift
        self._clock = clock
        self._movement = Movement()
        self._scene: Scene | None = None
        self._last_look = float("-inf")
        self._last_close = float("-inf")
        self._faults = 0
        self.pace = Pace()

    def run(self, stop: threading.Event) -> None:
        """Work until the source ends or `stop` is set.

        Raises:
            PipelineError: the looker failed on many frames in a row.
        """
        while not stop.is_set():
            frame = self._source.read(PATIENCE)
            if frame is None:
                if self._source.state in (State.ENDED, State.FAILED):
                    return
                continue
            t = frame.time + self._shift
            self._audience.looking(frame)
            self._one(frame, t)
            self._audience.show(frame, self._scene, t)
            self.pace.done(frame.time, self._clock())

    def _one(self, frame: Frame, t: float) -> None:
        movement = self._movement
        movement.update(frame.pixels, t)
        self._steadiness, fitness = step(self._steadiness, measure(frame.pixels, t), self._rest)
        if fitness is not Fitness.GOOD:
            return
        focus = [movement.still(box) for box in self._umpire.focus(t)]
        due = self._attention.due(t, self._last_look, movement.changed, focus)
        if due is Due.NOT:
            return
        self._last_look = t
        look = self._look(frame, t, closely=due is Due.CLOSE or self._scene is None)
        if look is not None:
            self._scene = look.scene
            self._umpire.see(look)

    def _look(self, frame: Frame, t: float, *, closely: bool) -> Look | None:
        """A look at a frame; one that makes the looker fail is left out: it must not end a game."""
        started = self._clock()
        try:
            glance = None if closely else self._looker.glance(frame.pixels)
            if glance is not None and self._scene is not None and self._unchanged(glance, t):
                look = Look(frame.id, t, self._scene, self._movement.still, close=False)
            else:
                look = Look(frame.id, t, self._looker.look(frame.pixels, glance), self._movement.still)
                self._last_close = t
        except Exception as error:
            self._faults += 1
            log.warning("frame %d could not be read: %s", frame.id, error)
            if self._faults >= MAX_FAULTS:
                raise PipelineError(f"{self._faults} frames in a row could not be read: {error}") from error
            return None
        self._faults = 0
        self.pace.looked(self._clock() - started)
        return look

    def _unchanged(self, glance: Glance, t: float) -> bool:
        since = t - self._last_close
        return self._umpire.unchanged(glance.found, lambda box: self._movement.still(box) < since)

"""What every scene-to-events adapter shares: looks in, happenings out, and nothing kept anywhere else.

An adapter is a pure fold. `observe` adds what one frame showed, `decide` asks whether that makes an event
given the state of the game, `heard` takes in how it was judged. None reads a clock: time is the frames' own.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from referee.record import Call
from vision.detections import Detections
from vision.scene import Corners, Scene

State = TypeVar("State")


class Still(Protocol):
    """How long (s) the picture has not changed in a box of pixels."""

    def __call__(self, box: Corners, /) -> float: ...


Touched = Callable[[Corners], bool]
"""Whether anything moved in a box (px) since the last close look."""


def half_a_second(_box: Corners) -> float:
    """For looks that come without a record of movement: what was seen counts as at rest."""
    return 0.5


@dataclass(frozen=True, slots=True)
class Look:
    """One frame that was looked at: its id, its time (s, monotonic or the video's), and what it showed.

    With `close` false the table was only found to be as it was: `scene` is that of the last close look, and
    says where everything is, but this frame read nothing.
    """

    frame: int
    t: float
    scene: Scene
    still: Still = field(default=half_a_second, compare=False)
    close: bool = True


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that happened on the table: the event, and the evidence it rests on.

    `subject` lets the adapter know its own happening again in `heard`.
    """

    event: Mapping[str, Any]
    frames: tuple[int, ...]
    confidence: float
    subject: tuple[str, int]
    box: Corners | None = None


class Adapter(Protocol[State]):
    """Turns looks at the table into the events of one game."""

    game: str

    def situation(self, view: Mapping[str, Any], calls: Sequence[Call]) -> Any:
        """What the adapter must know of the game: from the judge's view, and from what was said so far."""
        ...

    def start(self) -> State: ...

    def observe(self, state: State, look: Look) -> State: ...

    def decide(self, state: State, situation: Any) -> tuple[State, Happening | None]: ...

    def heard(self, state: State, subject: tuple[str, int], verdict: Mapping[str, Any]) -> State: ...

    def unchanged(self, state: State, found: Detections, touched: Touched) -> bool: ...

    def focus(self, state: State, situation: Any, now: float) -> Sequence[Corners]: ...

    def advice(self, state: State, situation: Any) -> Mapping[str, str]: ...


def centre(box: Sequence[Sequence[float]]) -> tuple[float, float]:
    """The middle of four corners, in px."""
    return sum(point[0] for point in box) / len(box), sum(point[1] for point in box) / len(box)


def distance(one: Corners, other: Corners) -> float:
    """Between the middles of two boxes, in px."""
    return math.dist(centre(one), centre(other))


def sides(box: Corners) -> tuple[float, float]:
    """(long, short) side of an oriented box, in px."""
    a, b = math.dist(box[0], box[1]), math.dist(box[1], box[2])
    return max(a, b), min(a, b)


def direction(box: Corners) -> float:
    """The angle of the long side, in degrees, in [0, 180)."""
    a, b, c = box[0], box[1], box[2]
    (x0, y0), (x1, y1) = (a, b) if math.dist(a, b) >= math.dist(b, c) else (b, c)
    return math.degrees(math.atan2(y1 - y0, x1 - x0)) % 180.0


def turned(one: Corners, other: Corners) -> float:
    """The angle between the long sides of two boxes, in degrees, in [0, 90]."""
    apart = abs(direction(one) - direction(other))
    return min(apart, 180.0 - apart)

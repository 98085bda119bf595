"""Whether a doubtful reading could really be the order.

A camera's doubt is a typed code with the position of a cube and, where known, the piece it might be
instead. A call is made only when it is the same whatever the doubts hide; where that is hard to tell,
"could be" is the answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import prod
from typing import Final

from referee.games.kushi_express.model import CUBES, STRIPS, Strip, take_apart

Layers = tuple[str, ...]

ADVICE: Final = {
    "topping_hidden": "roll the skewer",
    "wrap_span": "show both ends of the strip",
    "gap": "push the pieces together",
    "overlap": "lay the skewers apart",
    "occluded": "take the hands away",
    "too_small": "bring the camera closer",
    "blur": "keep the skewer still",
    "glare": "turn the skewer out of the glare",
    "colour": "give it more light",
    "mirrored": "switch the mirroring off",
}
SLIGHT: Final = 0.4
"""How likely a misreading must be to speak against a skewer that looks right. People lay what the card shows
far more often than any one other thing, and what is misread is hardly ever just the order."""
DIRECTION: Final = "no_face"
"""It is not known where the handle is: `Handle` says so as well."""
UNCLEAR: Final = "ambiguous"
MISREAD: Final = 4
"""Looks that differ, so that it is unclear where they err, do so by a few layers: at most this many, and two
for each other doubt."""
SHOW_AGAIN: Final = "show the skewer again"


def advice(code: str) -> str:
    """What people can do so that the doubt goes away."""
    return ADVICE.get(code, SHOW_AGAIN)


@dataclass(frozen=True, slots=True)
class Doubt:
    """Why a reading is not certain. Without a position it concerns the whole skewer. `probability`: how
    likely it is that the reading is wrong there, 1.0 where nobody can say."""

    code: str
    position: int | None = None
    alternative: str | None = None
    probability: float = 1.0


def matter(layers: Layers, doubts: Iterable[Doubt]) -> list[Doubt]:
    """Those doubts that speak against a reading which is the order to the last layer; none where all together
    are slight. Doubts about one cube are mostly one and the same, so the likeliest counts."""
    left = [doubt for doubt in doubts if matters(layers, doubt)]
    wrong: dict[int | None, float] = {}
    for doubt in left:
        wrong[doubt.position] = max(doubt.probability, wrong.get(doubt.position, 0.0))
    return [] if 1 - prod(1 - p for p in wrong.values()) < SLIGHT else left


def matters(layers: Layers, doubt: Doubt) -> bool:
    """Whether a doubt leaves anything but the reading possible.

    KU-R3: a strip that is seen round one cube, both its holes on the stick, cannot lie hidden under another.
    An unseen underside, or a strip that is only just seen, speaks against a call of "missing" or "extra",
    never against a skewer that looks right.
    """
    if doubt.code in ("underside", DIRECTION):
        return False
    if doubt.code != "topping_hidden" or doubt.position is None:
        return True
    skewer = take_apart(layers)
    at = doubt.position - 1
    if not 0 <= at < len(skewer.cubes):
        return True
    if any(strip.kind == doubt.alternative and at in strip.wrapped for strip in skewer.strips):
        # It is the strip that is read which is in doubt.
        return True
    return any(all(_half_seen(strip, at) for strip in skewer.of(kind)) for kind in _hidden_kinds(doubt))


def could_be(order: Layers, layers: Layers, doubts: Iterable[Doubt]) -> bool:
    """Whether the order (read from the same end) is among the skewers that the doubts leave possible.

    Never wrongly false for the doubts it is given; it may be true for a skewer that is barely possible.
    """
    reading, doubts = _Reading(layers), tuple(doubts)
    for doubt in doubts:
        if doubt.code == UNCLEAR and doubt.position is None:
            if steps_between(order, layers) <= MISREAD + 2 * (len(doubts) - 1):
                return True
        elif not reading.loosen(doubt):
            return True
    reading.open_respanned()
    return any(reading.strips_fit(order, cubes) for cubes in reading.alignments(take_apart(order).cubes))


def steps_between(one: Layers, other: Layers) -> int:
    """How many layers must be put in, taken out or exchanged to make one skewer of another (Levenshtein)."""
    steps = list(range(len(other) + 1))
    for i, piece in enumerate(one, 1):
        diagonal, steps[0] = steps[0], i
        for j, that in enumerate(other, 1):
            diagonal, steps[j] = steps[j], min(steps[j] + 1, steps[j - 1] + 1, diagonal + (piece != that))
    return steps[-1]


def _hidden_kinds(doubt: Doubt) -> tuple[str, ...]:
    return (doubt.alternative,) if doubt.alternative in STRIPS else STRIPS


def _near(strip: Strip, at: int) -> bool:
    """Whether a strip wraps the cube at an index or is pierced right beside it."""
    return strip.start <= at + 1 and at <= strip.end


def _half_seen(strip: Strip, at: int) -> bool:
    return strip.passes == 1 and _near(strip, at)


class _Reading:
    """A reading and what its doubts leave open: per cube, per gap between cubes, per kind of strip."""

    def __init__(self, layers: Layers) -> None:
        self.skewer = take_apart(layers)
        count = len(self.skewer.cubes)
        self.kinds = [{cube} for cube in self.skewer.cubes]
        self.absent = [False] * count
        self.insert = [False] * (count + 1)
        self.hidden: dict[str, set[int]] = {kind: set() for kind in STRIPS}
        self.suspected: dict[str, set[int]] = {kind: set() for kind in STRIPS}
        self.respan: set[int] = set()
        self.open: set[int] = set()
        self.anywhere: set[str] = set()
        self.recolour: set[int] = set()

    def loosen(self, doubt: Doubt) -> bool:
        """Adds a doubt; False when it leaves everything open."""
        count = len(self.skewer.cubes)
        if doubt.code == DIRECTION:
            return True
        if doubt.position is None and doubt.code == "gap":
            # A cube too few, wherever.
            for at in range(-1, count + 1):
                self._insertion(at)
            return True
        if doubt.position is None and doubt.code == "low_confidence" and doubt.alternative in STRIPS:
            # That strip may be there or not; nothing else is in doubt.
            self.anywhere.add(doubt.alternative)
            return True
        if doubt.position is None or not 0 <= doubt.position <= count + 1:
            return False
        at = doubt.position - 1
        if doubt.code == "gap" or not 0 <= at < count:
            self._insertion(at)
        elif doubt.code in ("topping_hidden", "underside"):
            for kind in _hidden_kinds(doubt):
                self.hidden[kind].add(at)
            if doubt.alternative in STRIPS:
                self.suspected[doubt.alternative].add(at)
        elif doubt.code == "wrap_span":
            self.respan.add(at)
        elif doubt.code == "colour" and doubt.alternative not in STRIPS:
            # What is there is there, whatever its colour: the cube, or the strip round it.
            if doubt.alternative is None:
                self.kinds[at].update(CUBES)
                self.recolour.add(at)
            else:
                self.kinds[at].add(doubt.alternative)
        elif doubt.alternative in CUBES:
            self.kinds[at].add(doubt.alternative)
            if any(_near(strip, at) for strip in self.skewer.strips):
                # It may be the strip that is taken for what is a cube.
                self._insertion(at)
        else:
            # A strip's flap may have been taken for a cube, or a cube missed beside it.
            self.kinds[at].update(CUBES)
            self.absent[at] = True
            self._insertion(at)
        return True

    def open_respanned(self) -> None:
        """A strip whose colour and whose reach are both in doubt may be any strip there, or none."""
        for strip in filter(self._recoloured, self.skewer.strips):
            if any(_near(strip, at) for at in self.respan):
                self.open.update(strip.wrapped)

    def _insertion(self, at: int) -> None:
        self.open.add(at)
        for gap in (at, at + 1):
            if 0 <= gap < len(self.insert):
                self.insert[gap] = True

    def alignments(self, order: tuple[str, ...], start: int = 0) -> Iterator[tuple[int | None, ...]]:
        """For each cube of the order the cube of the reading it may be, or None for one that was not seen."""
        if not order:
            if all(self.absent[start:]):
                yield ()
            return
        if self.insert[start]:
            for rest in self.alignments(order[1:], start):
                yield (None, *rest)
        if start < len(self.kinds):
            if order[0] in self.kinds[start]:
                for rest in self.alignments(order[1:], start + 1):
                    yield (start, *rest)
            if self.absent[start]:
                yield from self.alignments(order, start + 1)

    def strips_fit(self, order: Layers, cubes: tuple[int | None, ...]) -> bool:
        """Whether the order's strips may be those of the reading when its cubes are these of the reading."""
        wanted = take_apart(order)
        for strip in filter(self._recoloured, self.skewer.strips):
            there = any({cubes[i] for i in other.wrapped} == set(strip.wrapped) for other in wanted.strips)
            loose = strip.kind in self.anywhere or self._open_at(strip) or self._suspected(strip)
            if not there and not loose:
                return False
        for kind in STRIPS:
            strips = wanted.of(kind)
            if not self._fits(kind, strips[0] if strips else None, cubes):
                return False
        return True

    def _open_at(self, strip: Strip) -> bool:
        """Whether something that is open lies at a strip."""
        beside = self.open | self.recolour if strip.passes == 1 else self.open
        return any(_near(strip, at) for at in beside)

    def _suspected(self, strip: Strip) -> bool:
        """Whether a doubt names the very strip that is read: it may be none, or lie elsewhere."""
        return bool(self.suspected[strip.kind].intersection(strip.wrapped))

    def _recoloured(self, strip: Strip) -> bool:
        return bool(self.recolour.intersection(strip.wrapped))

    def _fits(self, kind: str, wanted: Strip | None, cubes: tuple[int | None, ...]) -> bool:
        if kind in self.anywhere:
            return True
        seen = self.skewer.of(kind)
        # A zone of -1 or one past the last cube is the stick beyond its ends.
        near_open = all(self._open_at(strip) for strip in seen)
        suspected = all(self._suspected(strip) for strip in seen)
        sure = [strip for strip in seen if not self._recoloured(strip)]
        if wanted is None:
            return near_open or suspected or not sure
        goal = {cubes[i] for i in wanted.wrapped}
        if not sure and any(goal == set(s.wrapped) for s in self.skewer.strips if self._recoloured(s)):
            return True
        if len(seen) == 1 and goal == set(seen[0].wrapped):
            return True
        touched = {at + step for at in goal if at is not None for step in (-1, 0, 1)}
        if near_open and (None in goal or touched & self.open):
            return True
        if not seen:
            return bool(goal & self.hidden[kind])
        if suspected and goal <= self.hidden[kind].union(*(strip.wrapped for strip in seen)):
            return True
        if all(any(_half_seen(strip, at) for at in self.hidden[kind]) for strip in seen):
            return bool(touched & self.hidden[kind])
        return bool(touched & self.respan) and all(
            any(_near(strip, at) for at in self.respan) for strip in seen
        )

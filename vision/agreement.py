"""Two observers of one skewer, the detector and the second opinion.

What they agree on is read; where they differ a doubt stays.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final, Protocol

import numpy as np

from vision.along import NONE, PLAIN, STRIPS, Piece, Thresholds
from vision.posterior import KINDS, WRAPS, CubeEvidence, Posterior
from vision.scene import Doubt

_SAY: Final = 2.5
"""The most that the second opinion on a strip pierced once may say, as a logarithm of odds."""
_GUESS: Final = 0.55
"""How sure a strip is that only the second opinion sees: read, but with a doubt."""
Second = Callable[[Sequence[tuple[float, float]], float], Sequence["OpinionLike"]]
"""Asks for a second opinion on places (middle x, middle y) of the close-up where cubes of a side (px) may
lie."""


class OpinionLike(Protocol):
    """What is needed of `vision.opinion.Opinion`."""

    @property
    def kinds(self) -> Mapping[str, float]: ...
    @property
    def wraps(self) -> Mapping[str, float]: ...
    @property
    def left(self) -> float: ...
    @property
    def right(self) -> float: ...


@dataclass(slots=True)
class Cell:
    """A cube with what both observers say of it."""

    cube: Piece
    view: OpinionLike | None
    strip: Piece | None = None


def _first(values: Mapping[str, float]) -> str:
    return max(values, key=lambda k: values[k])


def accepted_cubes(
    cubes: list[Piece], opinions: Sequence[OpinionLike], side: float, limits: Thresholds, doubts: list[Doubt]
) -> tuple[list[Piece], list[OpinionLike | None]]:
    """The cubes that count: sure ones, and suspected ones that the second opinion also takes for cubes."""
    views: list[OpinionLike | None] = list(opinions) if opinions else [None] * len(cubes)
    firm, kept, unsure = list[Piece](), list[OpinionLike | None](), list[Doubt]()
    for cube, view in zip(cubes, views, strict=True):
        is_cube = 1 - view.kinds.get(NONE, 0.0) if view is not None else None
        if (
            cube.confidence >= limits.cube and (is_cube is None or is_cube > 0.1 or cube.confidence > 0.7)
        ) or (is_cube is not None and is_cube > limits.sure and cube.confidence >= limits.suspect):
            firm.append(cube)
            kept.append(view)
            if is_cube is not None and is_cube < limits.cube_seen:
                unsure.append(Doubt("low_confidence", len(firm), None, 1 - is_cube))
        elif is_cube is None or is_cube > 0.3:
            doubts.append(Doubt("gap", None, cube.name, 1.0 if is_cube is None else is_cube))
    # A doubt about a suspected cube is moot where a firm one lies.
    if doubts and side:
        weak = [c for c in cubes if c not in firm]
        if all(any(abs(c.middle - q.middle) < 0.7 * side for q in firm) for c in weak):
            doubts.clear()
    doubts += unsure
    return firm, kept


def kind_doubts(cells: list[Cell], limits: Thresholds, doubts: list[Doubt]) -> None:
    """The detector alone: doubts about what each cube is."""
    for i, cube in enumerate(cell.cube for cell in cells):
        if cube.confidence < limits.cube_sure:
            doubts.append(Doubt("low_confidence", i + 1, cube.rival, 1 - cube.confidence))
        if cube.rival is not None and cube.rival_confidence > limits.rival * cube.confidence:
            doubts.append(Doubt("colour", i + 1, cube.rival))


def trace_doubts(cells: list[Cell], strips: list[Piece], side: float, limits: Thresholds) -> list[Doubt]:
    """The detector alone: strips too weak to count, on cubes that seem plain, and those that barely count."""
    out = []
    for i, cell in enumerate(cells):
        if cell.strip is not None:
            if cell.strip.confidence < limits.strip_sure:
                out.append(Doubt("topping_hidden", i + 1, cell.strip.name))
            continue
        weak = [
            p
            for p in strips
            if limits.strip_trace <= p.confidence < limits.strip
            and p.x[0] - 0.2 * side < cell.cube.middle < p.x[1] + 0.2 * side
        ]
        if weak:
            out.append(Doubt("topping_hidden", i + 1, max(weak, key=lambda p: p.confidence).name))
    return out


@dataclass(frozen=True, slots=True)
class Observed:
    """What both observers say of one cube, not yet weighed.

    `view` is the second opinion. Of the detector: `named`, its confidence in what the cube is; `over`, in
    each strip that lies over it; `left`, `right`: 1.0 where one strip lies over it and the cube before or
    after.
    """

    view: OpinionLike
    named: Mapping[str, float]
    over: Mapping[str, float]
    left: float
    right: float


def observe(
    cells: Sequence[Cell], strips: Sequence[Piece], side: float, limits: Thresholds
) -> list[Observed]:
    """Both observers' say on each cube.

    `strips`: all that the detector took for strips, however unsure; `side`: of a cube, px of the close-up.
    """
    if not cells:
        return []

    def over(cube: Piece) -> dict[str, float]:
        mine = [s for s in strips if _covers(s, cube, side)]
        return {n: max((s.confidence for s in mine if s.name == n), default=0.0) for n in STRIPS}

    sure = [s for s in strips if s.confidence >= limits.strip]
    same = [
        float(any(_covers(s, a.cube, side) and _covers(s, b.cube, side) for s in sure))
        for a, b in pairwise(cells)
    ]
    out = []
    for cell, left, right in zip(cells, [0.0, *same], [*same, 0.0], strict=True):
        cube, view = cell.cube, cell.view
        assert view is not None
        named = {cube.name: cube.confidence}
        if cube.rival is not None:
            named[cube.rival] = cube.rival_confidence
        out.append(Observed(view, named, over(cube), left, right))
    return out


def combined(seen: Observed, limits: Thresholds) -> CubeEvidence:
    """The second opinion's probabilities, moved by how surely the detector saw the same."""
    bare = float(np.prod([1 - c for c in seen.over.values()]))
    wraps = {n: limits.strip_weight * c for n, c in seen.over.items()}
    wraps[PLAIN] = limits.bare_weight * bare - limits.bare_offset
    return CubeEvidence(
        _moved(KINDS, seen.view.kinds, {n: limits.kind_weight * c for n, c in seen.named.items()}),
        _moved(WRAPS, seen.view.wraps, wraps),
        _goes_on(seen.view.left, seen.left, limits),
        _goes_on(seen.view.right, seen.right, limits),
    )


def _goes_on(said: float, one_box: float, limits: Thresholds) -> float:
    """A probability that a strip goes on to a neighbour, moved by whether the detector saw one over both."""
    odds = (
        (said + 0.01) / (1.01 - said) * float(np.exp(limits.span_weight if one_box else limits.span_offset))
    )
    return odds / (1 + odds)


def _covers(strip: Piece, cube: Piece, side: float) -> bool:
    return strip.x[0] - 0.1 * side < cube.middle < strip.x[1] + 0.1 * side


def _moved(names: Sequence[str], p: Mapping[str, float], by: Mapping[str, float]) -> dict[str, float]:
    """Probabilities with each one's logarithm moved."""
    scores = {n: (p.get(n, 0.0) + 1e-3) * float(np.exp(by.get(n, 0.0))) for n in names}
    total = sum(scores.values())
    return {n: x / total for n, x in scores.items()}


def likely_doubts(found: Posterior, limits: Thresholds) -> list[Doubt]:
    """What the likeliest skewer leaves uncertain."""
    out = []
    for i, kind in enumerate(found.kinds):
        if found.kind_p[i][kind] < limits.kind:
            # Two observers who differ about a colour may both be wrong: no alternative is named.
            out.append(Doubt("colour", i + 1, None, 1 - found.kind_p[i][kind]))
        name = found.wrap_of(i)
        p = found.wrap_p[i][name]
        other = _first({k: v for k, v in found.wrap_p[i].items() if k != name})
        if name == PLAIN:
            if p < limits.hidden:
                out.append(Doubt("topping_hidden", i + 1, other, 1 - p))
            elif p < limits.bare:
                out.append(Doubt("underside", i + 1, other, 1 - p))
        elif other != PLAIN:
            if p < limits.wrap:
                out.append(Doubt("colour", i + 1, other, 1 - p))
        elif p < limits.wrap_sure:
            out.append(Doubt("topping_hidden" if p < limits.wrap else "underside", i + 1, name, 1 - p))
    for i, joined in enumerate(found.joined):
        strip = next((w for w in found.wraps if w.first <= i < w.last), None)
        if joined < limits.joined if strip is not None else joined > limits.apart:
            beside = strip or next((w for w in found.wraps if i in (w.last, w.first - 1)), None)
            p = 1 - joined if strip is not None else joined
            out.append(Doubt("wrap_span", i + 1, beside.name if beside else None, p))
    names = [w.name for w in found.wraps]
    if len(set(names)) < len(names):
        # Each player owns one strip of a kind (KU-R3): two of them were more likely misread.
        out.append(Doubt("overlap"))
    return out


def bare_places(cubes: list[Piece], side: float, width: float) -> list[float]:
    """Where on the stick another cube would find room: in wide gaps and beyond the ends."""
    if not cubes:
        return []
    out = [cubes[0].x[0] - 0.55 * side, cubes[-1].x[1] + 0.55 * side]
    for a, b in pairwise(cubes):
        if b.x[0] - a.x[1] > 0.7 * side:
            out.append((a.x[1] + b.x[0]) / 2)
    return [float(x) for x in out if 0.3 * side < x < width - 0.3 * side]


def narrow_places(cubes: Sequence[Piece], side: float) -> list[float]:
    """Where between cubes a strip would find room, but no cube."""
    gaps = [((a.x[1] + b.x[0]) / 2, b.x[0] - a.x[1]) for a, b in pairwise(cubes)]
    return [float(x) for x, gap in gaps if 0.3 * side < gap <= 0.7 * side]


def overlooked(
    places: Sequence[float],
    views: Sequence[OpinionLike],
    hanging: Sequence[Piece],
    side: float,
    limits: Thresholds,
) -> list[Piece]:
    """Strips pierced once that only the second opinion sees, at places along the stick where no cube is: they
    may well be there. Beside a cube that the same strip wraps, its end is what shows; `weigh` knows that."""
    return [
        Piece(name, (x - side / 3, x + side / 3), 0.0, side, _GUESS)
        for x, view in zip(places, views, strict=True)
        for name in STRIPS
        if view.kinds.get(NONE, 0.0) * view.wraps.get(name, 0.0) >= limits.once_alone
        and not any(s.name == name and abs(s.middle - x) < 0.6 * side for s in hanging)
    ]


def seen_in_either(one: Observed, other: Observed) -> tuple[Observed, Observed]:
    """Two looks at one cube, both with the surer of what the detector saw over it in either."""
    over = {name: max(one.over.get(name, 0.0), other.over.get(name, 0.0)) for name in STRIPS}
    return replace(one, over=over), replace(other, over=over)


def suspected(one: Observed, other: Observed, limits: Thresholds) -> str | None:
    """The strip that one observer in one look at a cube takes to be there, or the detector less surely in
    both, whatever the others say."""
    for name in STRIPS:
        said = [look.view.wraps.get(name, 0.0) for look in (one, other)]
        seen = [look.over.get(name, 0.0) for look in (one, other)]
        if max(*said, *seen) >= limits.suspected or min(seen) >= limits.suspected_twice:
            return name
    return None


def gap_doubts(views: Sequence[OpinionLike], limits: Thresholds) -> list[Doubt]:
    """A cube that only the second opinion sees, where there is room for one."""
    return [
        Doubt(
            "gap", None, _first({k: p for k, p in v.kinds.items() if k != NONE}), 1 - v.kinds.get(NONE, 0.0)
        )
        for v in views
        if v.kinds.get(NONE, 0.0) < 1 - limits.gap
    ]


def pierced(
    strips: Sequence[Piece],
    views: Sequence[OpinionLike],
    cubes: Sequence[Piece],
    limits: Thresholds,
    doubts: list[Doubt],
) -> list[Piece]:
    """The strips that the stick pierces once: those that both observers together believe in, as sure as they
    are. What is neither sure nor out of the question leaves a doubt, also that it may be a cube, where one
    would find room beside `cubes`."""
    out = []
    for strip, view in zip(strips, views, strict=True):
        cube = view.kinds.get(NONE, 0.0) < 0.5
        # Between cubes that touch, what is seen there is mostly a cube, and the strip seems to be round it.
        said = view.wraps.get(strip.name, 0.0) * (1.0 if cube else view.kinds.get(NONE, 0.0))
        # However sure it is, it may not decide alone.
        opinion = float(np.clip(np.log((said + 0.01) / (1.01 - said)), -_SAY, _SAY))
        p = 1 / (1 + float(np.exp(limits.once_offset - limits.once_weight * strip.confidence - opinion)))
        if cube:
            p = min(p, _GUESS)  # and it may be
        if p >= 0.5:
            out.append(replace(strip, confidence=p))
        elif p > limits.once_trace or (strip.confidence >= limits.strip and said > 0.02):
            doubts.append(Doubt("low_confidence", None, strip.name, p))
        if (
            cube
            and p > limits.once_trace
            and all(abs(strip.middle - c.middle) > 0.8 * c.length for c in cubes)
        ):
            doubts.append(Doubt("gap", None, _first({k: v for k, v in view.kinds.items() if k != NONE})))
    return out

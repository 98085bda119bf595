"""Two observers of one skewer, the detector and the second opinion.

What they agree on is read; where they differ a doubt stays.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Protocol

from vision.along import NONE, PLAIN, Piece, Thresholds
from vision.scene import Doubt

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

    @property
    def settled(self) -> Piece:
        """The cube under the name that was decided."""
        if self.view is None:
            return self.cube
        kind = _first(self.view.kinds)
        if kind == self.cube.name or kind == NONE:
            agreed = 1 - (1 - self.cube.confidence) * (1 - self.view.kinds.get(self.cube.name, 0.0))
            return replace(self.cube, confidence=agreed if kind == self.cube.name else self.cube.confidence)
        if self.view.kinds[kind] > self.cube.confidence:
            return replace(self.cube, name=kind, confidence=self.view.kinds[kind])
        return self.cube


def _first(values: Mapping[str, float]) -> str:
    return max(values, key=lambda k: values[k])


def accepted_cubes(
    cubes: list[Piece], opinions: Sequence[OpinionLike], side: float, limits: Thresholds, doubts: list[Doubt]
) -> tuple[list[Piece], list[OpinionLike | None]]:
    """The cubes that count: sure ones, and suspected ones that the second opinion also takes for cubes."""
    views: list[OpinionLike | None] = list(opinions) if opinions else [None] * len(cubes)
    firm, kept = [], []
    for cube, view in zip(cubes, views, strict=True):
        is_cube = 1 - view.kinds.get(NONE, 0.0) if view is not None else None
        if (
            cube.confidence >= limits.cube and (is_cube is None or is_cube > 0.1 or cube.confidence > 0.7)
        ) or (is_cube is not None and is_cube > limits.sure):
            firm.append(cube)
            kept.append(view)
        elif is_cube is None or is_cube > 0.3:
            doubts.append(Doubt("gap", None, cube.name))
    # A doubt about a suspected cube is moot where a firm one lies.
    if doubts and side:
        weak = [c for c in cubes if c not in firm]
        if all(any(abs(c.middle - q.middle) < 0.7 * side for q in firm) for c in weak):
            doubts.clear()
    return firm, kept


def kind_doubts(cells: list[Cell], limits: Thresholds, doubts: list[Doubt]) -> None:
    """Doubts about what each cube is."""
    for i, cell in enumerate(cells):
        cube, view = cell.cube, cell.view
        if view is None:
            if cube.confidence < limits.cube_sure:
                doubts.append(Doubt("low_confidence", i + 1, cube.rival))
            if cube.rival is not None and cube.rival_confidence > limits.rival * cube.confidence:
                doubts.append(Doubt("colour", i + 1, cube.rival))
            continue
        name = cell.settled.name
        p = view.kinds.get(name, 0.0)
        agree = _first(view.kinds) == cube.name
        if p < (limits.agree if agree else limits.sure):
            # Two observers who differ about a colour may both be wrong: no alternative is named.
            doubts.append(Doubt("colour", i + 1))


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


def agreed_wraps(
    cells: list[Cell], groups: list[tuple[Piece, list[int]]], limits: Thresholds, doubts: list[Doubt]
) -> list[tuple[Piece, list[int]]]:
    """Which strip wraps which cubes, by both observers; where they differ the second opinion leads and a
    doubt stays."""
    names: list[str] = []
    sure: list[float] = []
    for i, cell in enumerate(cells):
        view = cell.view
        seen = cell.strip.name if cell.strip is not None else PLAIN
        if view is None:
            names.append(seen)
            sure.append(cell.strip.confidence if cell.strip is not None else 1.0)
            continue
        name = _first(view.wraps)
        p = view.wraps[name]
        if name != seen and cell.strip is not None and cell.strip.confidence > max(p, 0.8):
            name, p = seen, view.wraps.get(seen, 0.0)
        names.append(name)
        sure.append(p)
        if p < (limits.agree if name == seen else limits.sure):
            other = seen if seen != name else _first({k: v for k, v in view.wraps.items() if k != name})
            code = "topping_hidden" if PLAIN in (name, other) else "colour"
            doubts.append(Doubt(code, i + 1, other if other != PLAIN else name))
        elif name == PLAIN and p < limits.bare:
            hidden = _first({k: v for k, v in view.wraps.items() if k != PLAIN})
            doubts.append(Doubt("underside", i + 1, hidden))
    out: list[tuple[Piece, list[int]]] = [(strip, run) for strip, run in groups if not run]
    i = 0
    while i < len(cells):
        if names[i] == PLAIN:
            i += 1
            continue
        run = [i]
        while run[-1] + 1 < len(cells) and names[run[-1] + 1] == names[i]:
            joined = _joined(
                cells[run[-1]].view, cells[run[-1] + 1].view, cells[run[-1]].strip is cells[run[-1] + 1].strip
            )
            if abs(joined - 0.5) < limits.span:
                doubts.append(Doubt("wrap_span", run[-1] + 1, names[i]))
            if joined < 0.5:
                break
            run.append(run[-1] + 1)
        boxes = [cells[k].cube.x for k in run]
        one = replace(
            cells[i].cube, name=names[i], x=(boxes[0][0], boxes[-1][1]), confidence=min(sure[k] for k in run)
        )
        if len(run) == 1:
            view = cells[i].view
            # A strip that is said to go on, over a neighbour that is said to be bare.
            if view is not None and max(view.left, view.right) > 0.5 + limits.span:
                doubts.append(Doubt("wrap_span", i + 1, names[i]))
        out.append((one, run))
        i = run[-1] + 1
    wraps = [strip.name for strip, run in out if run]
    if len(set(wraps)) < len(
        wraps
    ):  # each player owns one strip of a kind (KU-R3): two of them were more likely misread
        doubts.append(Doubt("overlap"))
    return sorted(out, key=lambda pair: pair[0].middle)


def _joined(a: OpinionLike | None, b: OpinionLike | None, same: bool) -> float:
    """How likely one strip goes from a cube to the next."""
    if a is None or b is None:
        return 1.0 if same else 0.0
    return 0.4 * a.right + 0.4 * b.left + (0.2 if same else 0.0)


def bare_places(cubes: list[Piece], strips: list[Piece], side: float, width: float) -> list[float]:
    """Where on the stick another cube would find room: in wide gaps and beyond the ends."""
    if not cubes:
        return []
    out = [cubes[0].x[0] - 0.55 * side, cubes[-1].x[1] + 0.55 * side]
    for a, b in pairwise(cubes):
        if b.x[0] - a.x[1] > 0.7 * side:
            out.append((a.x[1] + b.x[0]) / 2)
    return [float(x) for x in out if 0.3 * side < x < width - 0.3 * side]


def gap_doubts(
    cubes: list[Piece], side: float, views: Sequence[OpinionLike], limits: Thresholds
) -> list[Doubt]:
    """A cube that only the second opinion sees, where there is room for one."""
    return [
        Doubt("gap", None, _first({k: p for k, p in v.kinds.items() if k != NONE}))
        for v in views
        if v.kinds.get(NONE, 0.0) < 1 - limits.gap
    ]

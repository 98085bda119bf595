"""One look along a skewer: which cubes and strips lie where on the stick, and what both observers say of
them.

Lengths are in pixels of the close-up. What it all means is concluded in `vision.skewers`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision import agreement
from vision.agreement import Cell, OpinionLike, Second
from vision.along import (
    CUBES,
    FOREIGN,
    STRIPS,
    Piece,
    Thresholds,
    along_axis,
    beyond_stick,
    settle,
    stick_axis,
)
from vision.detections import Detections
from vision.scene import Doubt, Handle

_USUAL = 45.0
"""Side of a cube, px, where none is seen: a stick is nine times as long and fills most of the close-up."""
Group = tuple[Piece, list[int]]
"""A strip and the cubes that it wraps, from 0; none for a strip that the stick pierces once."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """What one close-up shows, from its left end to its right.

    `groups` are the strips as the detector alone sees them; `observed` is what both observers say of each
    cube, empty without a second opinion; `side`: of a cube, px; `ends`: how surely a handle is seen at the
    left and at the right (`handle_of` says what that means).
    """

    cubes: tuple[Piece, ...]
    groups: tuple[Group, ...]
    observed: tuple[agreement.Observed, ...]
    doubts: tuple[Doubt, ...]
    side: float
    ends: tuple[float, float] = (0.0, 0.0)

    @property
    def once(self) -> list[Group]:
        """The strips that the stick pierces once."""
        return [g for g in self.groups if not g[1]]


def sight(
    found: Detections, size: tuple[int, int], zoom: float, limits: Thresholds, second: Second | None = None
) -> Sighting:
    """Look along one stick.

    Args:
        found: detections of the close-up down to a low confidence (0.05), so that traces count as doubts.
        size: (width, height) of the close-up in px.
        zoom: close-up pixels per frame pixel.
        second: a second opinion; without it the detector alone decides.
    """
    middle = (size[0] / 2, size[1] / 2)
    axis_y, tilt = stick_axis(found, middle)
    pieces = along_axis(found, axis_y, tilt, middle[0])
    raw = [p for p in pieces if (p.name in CUBES or p.name == FOREIGN) and not beyond_stick(p, pieces)]
    sides = [max(p.length, 1.0) for p in raw if p.confidence >= limits.cube]
    side = float(np.median(sides)) if sides else 0.0
    cubes = [
        p
        for p in settle([p for p in raw if _threaded(p, side, size[0], limits)], 0.33)
        if 0.5 * side < p.length < 1.8 * side
    ]
    cubes = _before_handles(cubes, pieces, side, limits)
    strips = _strips(pieces, side, limits)
    doubts: list[Doubt] = []

    def ask(of: Sequence[Piece], aside: Aside) -> tuple[list[OpinionLike], list[OpinionLike]]:
        """What lies or hangs between cubes is easier to tell beside them, so all are asked of at once."""
        if second is None or not (of or aside.places):
            return [], []
        spots = [
            (x, axis_y + np.tan(tilt) * (x - middle[0]) + y)
            for x, y in (*((p.middle, p.y) for p in of), *((x, 0.0) for x in aside.places))
        ]
        answers = list(second(spots, side or _USUAL))
        return answers[: len(of)], answers[len(of) :]

    likely = [c for c in cubes if c.confidence >= limits.cube]
    aside = _aside(likely, strips, side, size[0], limits)
    opinions, others = ask(cubes, aside)
    firm, views = agreement.accepted_cubes(cubes, opinions, side, limits, doubts)
    if firm != likely:
        aside = _aside(firm, strips, side, size[0], limits)
        _, others = ask(firm, aside)
    groups, wrap_doubts = _wraps(firm, [p for p in strips if p.confidence >= limits.strip], side)
    observed: list[agreement.Observed] = []
    cells = [Cell(cube, view) for cube, view in zip(firm, views, strict=True)]
    for strip, run in groups:
        for i in run:
            cells[i].strip = strip
    if second is None:
        agreement.kind_doubts(cells, limits, doubts)
        doubts += wrap_doubts
        doubts += agreement.trace_doubts(cells, strips, side, limits)
    else:
        observed = agreement.observe(cells, [p for p in pieces if p.name in STRIPS], side, limits)
        bare, between = len(aside.bare), len(aside.bare) + len(aside.narrow)
        doubts += agreement.gap_doubts(others[:bare], limits)
        kept = agreement.pierced(aside.hanging, others[between:], firm, limits, doubts)
        kept += agreement.overlooked(aside.places[:between], others[:between], aside.hanging, side, limits)
        groups = [*(g for g in groups if g[1]), *((strip, []) for strip in kept)]
    if firm and side / zoom < limits.min_cube_px:
        doubts.append(Doubt("too_small"))
    ends = _ends(pieces, firm, side, limits)
    return Sighting(tuple(firm), tuple(groups), tuple(observed), tuple(doubts), side, ends)


@dataclass(frozen=True, slots=True)
class Aside:
    """Places along the stick where no cube is: where one would find room, where only a strip would, and
    where the detector saw strips that wrap none."""

    bare: list[float]
    narrow: list[float]
    hanging: list[Piece]

    @property
    def places(self) -> list[float]:
        return [*self.bare, *self.narrow, *(strip.middle for strip in self.hanging)]


def _aside(cubes: list[Piece], strips: list[Piece], side: float, width: float, limits: Thresholds) -> Aside:
    maybe, _ = _wraps(cubes, [p for p in strips if p.confidence >= limits.strip_trace], side)
    return Aside(
        agreement.bare_places(cubes, side, width),
        agreement.narrow_places(cubes, side),
        [strip for strip, run in maybe if not run],
    )


def _threaded(cube: Piece, side: float, width: int, limits: Thresholds) -> bool:
    """Whether the stick may go through a cube: near its middle, and, unless it is surely one, well within the
    close-up, which shows the stick from end to end."""
    if cube.confidence >= limits.cube:
        return abs(cube.y) < 0.55 * max(side, cube.h)
    return abs(cube.y) < limits.off_axis * side and cube.x[0] > 0 and cube.x[1] < width


def _before_handles(cubes: list[Piece], pieces: list[Piece], side: float, limits: Thresholds) -> list[Piece]:
    """Without cubes that lie apart, beyond a handle: the stick ends there, so they are no part of it."""
    for handle in pieces:
        if handle.name != "handle" or handle.confidence < limits.handle_sure or abs(handle.y) > 0.45 * side:
            continue
        left = [c for c in cubes if c.middle < handle.middle]
        right = [c for c in cubes if c.middle > handle.middle]
        if left and right and right[0].x[0] - left[-1].x[1] > 1.2 * side:
            cubes = max((left, right), key=lambda group: (len(group), sum(c.confidence for c in group)))
    return cubes


def _strips(pieces: list[Piece], side: float, limits: Thresholds) -> list[Piece]:
    reach = 0.75 * side if side else 30.0
    on = [
        p
        for p in pieces
        if p.name in STRIPS
        and p.confidence >= limits.strip_trace / 2
        and (abs(p.y) < reach or (p.h > 1.6 * p.length and abs(p.y) < p.h * 0.55))
    ]
    by_name = [q for name in STRIPS for q in settle([p for p in on if p.name == name], 0.6)]
    return settle(by_name, 0.35) if side else by_name


def _wraps(cubes: list[Piece], strips: list[Piece], side: float) -> tuple[list[Group], list[Doubt]]:
    """Which cubes each strip wraps; an empty list for a strip that the stick pierces once."""
    groups: list[Group] = []
    doubts: list[Doubt] = []
    for strip in strips:
        across = strip.h > 1.5 * strip.length
        run = [] if across else [i for i, c in enumerate(cubes) if strip.x[0] < c.middle < strip.x[1]]
        if run:
            want = cubes[run[-1]].x[1] - cubes[run[0]].x[0]
            ratio = strip.length / max(want, 1.0)
            # Half of a neighbour covered, or half of the run bare: one cube or two?
            if not 0.62 < ratio < 1.45:
                doubts.append(Doubt("wrap_span", run[0] + 1, strip.name))
        elif not across and side and strip.length > 0.8 * side:
            doubts.append(Doubt("wrap_span", None, strip.name))
        if any(set(run) & set(other) for _, other in groups):
            doubts.append(Doubt("overlap", run[0] + 1, strip.name))
            continue
        groups.append((strip, run))
    return groups, doubts


def _ends(pieces: list[Piece], cubes: list[Piece], side: float, limits: Thresholds) -> tuple[float, float]:
    """How surely a handle is seen at the left end and at the right: on the axis and beyond every cube."""
    reach = 0.45 * side if side else 25.0
    found = [
        p
        for p in pieces
        if p.name == "handle" and p.confidence >= limits.handle and abs(p.y) < reach and p.length > p.h
    ]
    if cubes:
        lo, hi = min(c.middle for c in cubes), max(c.middle for c in cubes)
    else:
        lo = hi = float(np.mean([p.middle for p in pieces])) if pieces else 0.0
        found = found[:1]
    return (
        max((p.confidence for p in found if p.middle <= lo), default=0.0),
        max((p.confidence for p in found if p.middle > hi), default=0.0),
    )


def handle_of(ends: tuple[float, float], limits: Thresholds) -> tuple[Handle, bool]:
    """Whether one end is surely the handle, and whether it is the right one. Two handles, or none, say
    nothing."""
    left, right = ends
    if min(ends) > limits.rival * max(ends) or not any(ends):
        return "unknown", False
    return "first", right > left

"""Reading a skewer along its stick: from a close-up's detections to layers, with every doubt named.

All lengths inside are in pixels of the close-up, where the stick runs along +x (see `vision.closeup`). Nothing is
guessed: what is not clear becomes a `Doubt`, and the referee decides whether it matters.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from vision.detections import Detections
from vision.scene import Doubt, Handle, LayerReading

CUBES = ("pepper", "tomato", "meat", "shrimp")
FOREIGN = "cube"
STRIPS = ("bacon", "cheese")
PLAIN, NONE = "plain", "none"


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Confidence limits, calibrated on rendered validation pictures (see the model card)."""

    cube: float = 0.30
    cube_sure: float = 0.50
    strip: float = 0.35
    strip_sure: float = 0.50
    strip_trace: float = 0.10
    handle: float = 0.40
    rival: float = 0.45
    min_cube_px: float = 16.0
    agree: float = 0.55
    """Least probability of the second opinion where it says the same as the detector, """
    sure: float = 0.93
    """and where it stands alone."""
    span: float = 0.2


@dataclass(frozen=True, slots=True)
class Piece:
    """A detection along the stick: extent `x` (from, to), offset `y` of its middle from the axis, height `h`."""

    name: str
    x: tuple[float, float]
    y: float
    h: float
    confidence: float
    rival: str | None = None
    rival_confidence: float = 0.0

    @property
    def middle(self) -> float:
        return (self.x[0] + self.x[1]) / 2

    @property
    def length(self) -> float:
        return self.x[1] - self.x[0]


@dataclass(frozen=True, slots=True)
class Reading:
    """A close-up read from its left end, or from the handle end when `handle` is "first".

    `flipped` says that the handle is at the right, so that the layers run from right to left in the close-up.
    `spans` are the extents of the cubes in close-up pixels, in reading order.
    """

    layers: tuple[LayerReading, ...]
    handle: Handle
    flipped: bool
    cube: float
    doubts: tuple[Doubt, ...]
    spans: tuple[tuple[float, float], ...] = ()


def along_axis(found: Detections, axis_y: float, tilt: float = 0.0, pivot: float = 0.0) -> list[Piece]:
    """Detections as extents along a stick that runs through (pivot, axis_y) at `tilt` radians."""
    if not len(found):
        return []
    c, s = np.cos(tilt), np.sin(tilt)
    p = found.corners.astype(np.float64) - [pivot, axis_y]
    u, v = p[..., 0] * c + p[..., 1] * s, -p[..., 0] * s + p[..., 1] * c
    return [
        Piece(
            name,
            (float(a.min()) + pivot, float(a.max()) + pivot),
            float((b.min() + b.max()) / 2),
            float(np.ptp(b)),
            float(conf),
        )
        for name, a, b, conf in zip(found.labels, u, v, found.confidence, strict=True)
    ]


def stick_axis(found: Detections, middle: tuple[float, float]) -> tuple[float, float]:
    """Height at `middle`'s x and tilt (radians) of the stick: by its pieces in line, else by the skewer's own box."""
    cubes = found.of(*CUBES, FOREIGN)
    centres = cubes.xywhr[cubes.confidence > 0.3, :2].astype(np.float64) if len(cubes) else np.zeros((0, 2))
    size = float(np.median(cubes.xywhr[:, 2:4])) if len(cubes) else 40.0
    near = centres[np.abs(centres[:, 1] - middle[1]) < size * 0.9]
    skewers = found.of("skewer")
    flat = [
        b for b in skewers.xywhr if abs(b[1] - middle[1]) < 40 and max(b[2], b[3]) > 1.5 * min(b[2], b[3])
    ]
    if len(near) >= 2 and np.ptp(near[:, 0]) > size * 0.8:
        k, m = np.polyfit(near[:, 0], near[:, 1], 1)
        if abs(k) < 0.2:
            return float(k * middle[0] + m), float(np.arctan(k))
    if flat:
        x, y, w, h, r = (float(v) for v in flat[0])
        tilt = r if w >= h else r + np.pi / 2
        tilt = (tilt + np.pi / 2) % np.pi - np.pi / 2
        if abs(tilt) < 0.15:
            return y + np.tan(tilt) * (middle[0] - x), float(tilt)
    if len(near) == 1:
        return float(near[0, 1]), 0.0
    return middle[1], 0.0


def _settle(pieces: list[Piece], share: float) -> list[Piece]:
    """Of pieces in one place (nearer than `share` of a length) only the surest, which remembers its best rival."""
    kept: list[Piece] = []
    for p in sorted(pieces, key=lambda q: -q.confidence):
        for i, k in enumerate(kept):
            if abs(p.middle - k.middle) < share * max(p.length, k.length):
                if p.name != k.name and p.confidence > k.rival_confidence:
                    kept[i] = replace(k, rival=p.name, rival_confidence=p.confidence)
                break
        else:
            kept.append(p)
    return sorted(kept, key=lambda q: q.middle)


Second = Callable[[Sequence[tuple[float, float]], float], Sequence["OpinionLike"]]
"""Asks for a second opinion on places (middle x, middle y) of the close-up where cubes of a side (px) may lie."""


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


def read(
    found: Detections,
    size: tuple[int, int],
    zoom: float,
    limits: Thresholds = Thresholds(),
    second: Second | None = None,
) -> Reading:  # noqa: B008
    """Read one skewer.

    Args:
        found: detections of the close-up down to a low confidence (0.05), so that traces count as doubts.
        size: (width, height) of the close-up in px.
        zoom: close-up pixels per frame pixel.
        second: a second opinion; without it the detector alone decides.
    """
    middle = (size[0] / 2, size[1] / 2)
    axis_y, tilt = stick_axis(found, middle)
    pieces = along_axis(found, axis_y, tilt, middle[0])
    raw = [p for p in pieces if p.name in CUBES or p.name == FOREIGN]
    sides = [max(p.length, 1.0) for p in raw if p.confidence >= limits.cube]
    side = float(np.median(sides)) if sides else 0.0
    cubes = [
        p
        for p in _settle([p for p in raw if abs(p.y) < 0.55 * max(side, p.h)], 0.5)
        if 0.5 * side < p.length < 1.8 * side
    ]
    strips = _strips(pieces, side, limits)
    doubts: list[Doubt] = []

    def ask(at: Sequence[Piece | float]) -> list[OpinionLike]:
        if second is None or not at:
            return []
        spots = [
            (x, axis_y + np.tan(tilt) * (x - middle[0]) + (0.0 if isinstance(p, float) else p.y))
            for p in at
            for x in [p if isinstance(p, float) else p.middle]
        ]
        return list(second(spots, side))

    opinions = ask(cubes)
    firm, views = _accepted(cubes, opinions, side, limits, doubts)
    groups, wrap_doubts = _wraps(firm, [p for p in strips if p.confidence >= limits.strip], side)
    cells = [_Cell(cube, view) for cube, view in zip(firm, views, strict=True)]
    for strip, run in groups:
        for i in run:
            cells[i].strip = strip
    _kinds(cells, limits, doubts)
    if second is None:
        doubts += wrap_doubts
        doubts += _traces(cells, strips, side, limits)
    else:
        groups = _agreed_wraps(cells, groups, limits, doubts)
        doubts += _gaps(firm, side, ask(_bare_places(firm, strips, side, size[0])), limits)
    for strip, run in groups:
        if not run and strip.confidence < limits.strip_sure:
            doubts.append(Doubt("low_confidence", None, strip.name))
    if firm and side / zoom < limits.min_cube_px:
        doubts.append(Doubt("too_small"))

    layers = _layers([c.settled for c in cells], groups)
    handle, flipped, handle_doubt = _handle(pieces, firm, side, limits)
    doubts += handle_doubt
    spans = [p.x for p in firm]
    n = len(firm)
    if flipped:
        layers, spans = layers[::-1], spans[::-1]
        doubts = [replace(d, position=n + 1 - d.position) if d.position is not None else d for d in doubts]
    return Reading(tuple(layers), handle, flipped, side, tuple(dict.fromkeys(doubts)), tuple(spans))


@dataclass(slots=True)
class _Cell:
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


def _accepted(
    cubes: list[Piece], opinions: Sequence[OpinionLike], side: float, limits: Thresholds, doubts: list[Doubt]
) -> tuple[list[Piece], list[OpinionLike | None]]:
    """The cubes that count: sure ones, and suspected ones that the second opinion also takes for cubes."""
    views: list[OpinionLike | None] = list(opinions) if opinions else [None] * len(cubes)
    firm, kept = [], []
    for cube, view in zip(cubes, views, strict=True):
        is_cube = 1 - view.kinds.get(NONE, 0.0) if view is not None else None
        if cube.confidence >= limits.cube and (is_cube is None or is_cube > 0.1 or cube.confidence > 0.7):
            firm.append(cube)
            kept.append(view)
        elif is_cube is not None and is_cube > limits.sure:
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


def _kinds(cells: list[_Cell], limits: Thresholds, doubts: list[Doubt]) -> None:
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
            other = (
                cube.name if name != cube.name else _first({k: v for k, v in view.kinds.items() if k != name})
            )
            doubts.append(Doubt("colour", i + 1, other if other != NONE else None))


def _traces(cells: list[_Cell], strips: list[Piece], side: float, limits: Thresholds) -> list[Doubt]:
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


def _agreed_wraps(
    cells: list[_Cell], groups: list[tuple[Piece, list[int]]], limits: Thresholds, doubts: list[Doubt]
) -> list[tuple[Piece, list[int]]]:
    """Which strip wraps which cubes, by both observers; where they differ the second opinion leads and a doubt stays."""
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
        doubts.extend(
            Doubt("wrap_span", run[0] + 1, strip.name)
            for strip, run in out
            if run and wraps.count(strip.name) > 1
        )
    return sorted(out, key=lambda pair: pair[0].middle)


def _joined(a: OpinionLike | None, b: OpinionLike | None, same: bool) -> float:
    """How likely one strip goes from a cube to the next."""
    if a is None or b is None:
        return 1.0 if same else 0.0
    return 0.4 * a.right + 0.4 * b.left + (0.2 if same else 0.0)


def _bare_places(cubes: list[Piece], strips: list[Piece], side: float, width: float) -> list[float]:
    """Where on the stick another cube would find room: in wide gaps and beyond the ends."""
    if not cubes:
        return []
    out = [cubes[0].x[0] - 0.55 * side, cubes[-1].x[1] + 0.55 * side]
    for a, b in zip(cubes, cubes[1:], strict=False):
        if b.x[0] - a.x[1] > 0.7 * side:
            out.append((a.x[1] + b.x[0]) / 2)
    return [float(x) for x in out if 0.3 * side < x < width - 0.3 * side]


def _gaps(cubes: list[Piece], side: float, views: Sequence[OpinionLike], limits: Thresholds) -> list[Doubt]:
    """A cube that only the second opinion sees, where there is room for one."""
    return [
        Doubt("gap", None, _first({k: p for k, p in v.kinds.items() if k != NONE}))
        for v in views
        if v.kinds.get(NONE, 0.0) < 1 - limits.sure
    ]


def _strips(pieces: list[Piece], side: float, limits: Thresholds) -> list[Piece]:
    reach = 0.75 * side if side else 30.0
    on = [
        p
        for p in pieces
        if p.name in STRIPS
        and p.confidence >= limits.strip_trace / 2
        and (abs(p.y) < reach or (p.h > 1.6 * p.length and abs(p.y) < p.h * 0.55))
    ]
    by_name = [q for name in STRIPS for q in _settle([p for p in on if p.name == name], 0.6)]
    return _settle(by_name, 0.35) if side else by_name


def _wraps(
    cubes: list[Piece], strips: list[Piece], side: float
) -> tuple[list[tuple[Piece, list[int]]], list[Doubt]]:
    """Which cubes each strip wraps; an empty list for a strip that the stick pierces once."""
    groups: list[tuple[Piece, list[int]]] = []
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


def _layers(cubes: list[Piece], groups: list[tuple[Piece, list[int]]]) -> list[LayerReading]:
    first = {run[0]: strip for strip, run in groups if run}
    last = {run[-1]: strip for strip, run in groups if run}
    once = [strip for strip, run in groups if not run]
    out: list[tuple[float, LayerReading]] = []
    for i, cube in enumerate(cubes):
        if i in first:
            out.append((cube.x[0], LayerReading(first[i].name, first[i].confidence)))
        out.append((cube.middle, LayerReading(cube.name, cube.confidence)))
        if i in last:
            out.append((cube.x[1], LayerReading(last[i].name, last[i].confidence)))
    out += [(s.middle, LayerReading(s.name, s.confidence)) for s in once]
    return [layer for _, layer in sorted(out, key=lambda pair: pair[0])]


def _handle(
    pieces: list[Piece], cubes: list[Piece], side: float, limits: Thresholds
) -> tuple[Handle, bool, list[Doubt]]:
    """Which end is the handle: beyond every cube and on the axis. Two of them, or one in the middle, say nothing."""
    reach = 0.45 * side if side else 25.0
    found = [
        p
        for p in pieces
        if p.name == "handle" and p.confidence >= limits.handle and abs(p.y) < reach and p.length > p.h
    ]
    if not found:
        return "unknown", False, []
    if not cubes:
        return "first", found[0].middle > np.mean([p.middle for p in pieces]), []
    lo, hi = min(c.middle for c in cubes), max(c.middle for c in cubes)
    left = max((p.confidence for p in found if p.middle < lo), default=0.0)
    right = max((p.confidence for p in found if p.middle > hi), default=0.0)
    if left == right == 0.0 or min(left, right) > limits.rival * max(left, right):
        return "unknown", False, [Doubt("no_face", None, None)] if left or right else []
    return "first", right > left, []

"""Reading a skewer along its stick: from a close-up's detections to layers, with every doubt named.

All lengths inside are in pixels of the close-up, where the stick runs along +x (see `vision.closeup`). Nothing is
guessed: what is not clear becomes a `Doubt`, and the referee decides whether it matters.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from vision.detections import Detections
from vision.geometry import Floats
from vision.scene import Doubt, Handle, LayerReading

CUBES = ("pepper", "tomato", "meat", "shrimp")
FOREIGN = "cube"
STRIPS = ("bacon", "cheese")


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
    traces: tuple[float, ...] = field(default=())
    """For each cube the confidence of the best strip that was seen on it but not counted, 0 where there was none."""


def along_axis(found: Detections, axis_y: float, tilt: float = 0.0, pivot: float = 0.0) -> list[Piece]:
    """Detections as extents along a stick that runs through (pivot, axis_y) at `tilt` radians."""
    if not len(found):
        return []
    c, s = np.cos(tilt), np.sin(tilt)
    p = found.corners.astype(np.float64) - [pivot, axis_y]
    u, v = p[..., 0] * c + p[..., 1] * s, -p[..., 0] * s + p[..., 1] * c
    return [Piece(name, (float(a.min()) + pivot, float(a.max()) + pivot), float((b.min() + b.max()) / 2), float(np.ptp(b)), float(conf))
            for name, a, b, conf in zip(found.labels, u, v, found.confidence, strict=True)]


def stick_axis(found: Detections, middle: tuple[float, float]) -> tuple[float, float]:
    """Height at `middle`'s x and tilt (radians) of the stick: by its pieces in line, else by the skewer's own box."""
    cubes = found.of(*CUBES, FOREIGN)
    centres = cubes.xywhr[cubes.confidence > 0.3, :2].astype(np.float64) if len(cubes) else np.zeros((0, 2))
    size = float(np.median(cubes.xywhr[:, 2:4])) if len(cubes) else 40.0
    near = centres[np.abs(centres[:, 1] - middle[1]) < size * 0.9]
    skewers = found.of("skewer")
    flat = [b for b in skewers.xywhr if abs(b[1] - middle[1]) < 40 and max(b[2], b[3]) > 1.5 * min(b[2], b[3])]
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


def read(found: Detections, size: tuple[int, int], zoom: float, limits: Thresholds = Thresholds()) -> Reading:  # noqa: B008
    """Read one skewer.

    Args:
        found: detections of the close-up down to a low confidence (0.05), so that traces count as doubts.
        size: (width, height) of the close-up in px.
        zoom: close-up pixels per frame pixel.
    """
    middle = (size[0] / 2, size[1] / 2)
    axis_y, tilt = stick_axis(found, middle)
    pieces = along_axis(found, axis_y, tilt, middle[0])
    raw = [p for p in pieces if p.name in CUBES or p.name == FOREIGN]
    sides = [max(p.length, 1.0) for p in raw if p.confidence >= limits.cube]
    side = float(np.median(sides)) if sides else 0.0
    cubes = [p for p in _settle([p for p in raw if abs(p.y) < 0.55 * max(side, p.h)], 0.5) if 0.5 * side < p.length < 1.8 * side]
    doubts: list[Doubt] = []
    firm = [p for p in cubes if p.confidence >= limits.cube]
    strips = _strips(pieces, side, limits)

    # A cube that is only suspected matters where no strip and no firm cube explains it.
    for p in cubes:
        if limits.strip_trace <= p.confidence < limits.cube and all(abs(p.middle - q.middle) > 0.7 * side for q in firm):
            doubts.append(Doubt("low_confidence", None, p.name))

    groups, wrap_doubts = _wraps(firm, [p for p in strips if p.confidence >= limits.strip], side)
    doubts += wrap_doubts
    traces = []
    for i, cube in enumerate(firm):
        if cube.confidence < limits.cube_sure:
            doubts.append(Doubt("low_confidence", i + 1, cube.rival))
        if cube.rival is not None and cube.rival_confidence > limits.rival * cube.confidence:
            doubts.append(Doubt("colour", i + 1, cube.rival))
        weak = [p for p in strips if p.confidence < limits.strip and p.x[0] - 0.2 * side < cube.middle < p.x[1] + 0.2 * side]
        traces.append(max((p.confidence for p in weak), default=0.0))
        if not any(i in run for _, run in groups) and traces[-1] >= limits.strip_trace:
            best = max(weak, key=lambda p: p.confidence)
            doubts.append(Doubt("topping_hidden", i + 1, best.name))
    for strip, run in groups:
        at = run[0] + 1 if run else None
        if strip.confidence < limits.strip_sure:
            doubts.append(Doubt("low_confidence" if not run else "topping_hidden", at, strip.name))
        if strip.rival is not None and strip.rival_confidence > limits.rival * strip.confidence:
            doubts.append(Doubt("colour", at, strip.rival))
    if firm and side / zoom < limits.min_cube_px:
        doubts.append(Doubt("too_small"))

    layers = _layers(firm, groups)
    handle, flipped, handle_doubt = _handle(pieces, firm, side, limits)
    doubts += handle_doubt
    spans = [p.x for p in firm]
    n = len(firm)
    if flipped:
        layers, spans, traces = layers[::-1], spans[::-1], traces[::-1]
        doubts = [replace(d, position=n + 1 - d.position) if d.position is not None else d for d in doubts]
    return Reading(tuple(layers), handle, flipped, side, tuple(dict.fromkeys(doubts)), tuple(spans), tuple(traces))


def _strips(pieces: list[Piece], side: float, limits: Thresholds) -> list[Piece]:
    reach = 0.75 * side if side else 30.0
    on = [p for p in pieces if p.name in STRIPS and p.confidence >= limits.strip_trace / 2
          and (abs(p.y) < reach or (p.h > 1.6 * p.length and abs(p.y) < p.h * 0.55))]
    by_name = [q for name in STRIPS for q in _settle([p for p in on if p.name == name], 0.6)]
    return _settle(by_name, 0.35) if side else by_name


def _wraps(cubes: list[Piece], strips: list[Piece], side: float) -> tuple[list[tuple[Piece, list[int]]], list[Doubt]]:
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


def _handle(pieces: list[Piece], cubes: list[Piece], side: float, limits: Thresholds) -> tuple[Handle, bool, list[Doubt]]:
    """Which end is the handle: beyond every cube and on the axis. Two of them, or one in the middle, say nothing."""
    reach = 0.45 * side if side else 25.0
    found = [p for p in pieces if p.name == "handle" and p.confidence >= limits.handle and abs(p.y) < reach and p.length > p.h]
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


def outline(spans: tuple[tuple[float, float], ...], axis_y: float, side: float) -> Floats:
    """Corners (4, 2) of the run of cubes in the close-up."""
    a, b = min(s[0] for s in spans), max(s[1] for s in spans)
    return np.array([[a, axis_y - side / 2], [b, axis_y - side / 2], [b, axis_y + side / 2], [a, axis_y + side / 2]], np.float32)

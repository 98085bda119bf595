"""Boxes of sticks: which are the same, which are drawn on a card, and where cubes in line tell of one.

Boxes are corners (4, 2) in pixels of the frame.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.along import CUBES, FOREIGN, STRIPS, along_axis, beyond_stick, stick_axis
from vision.detections import Detections
from vision.geometry import Floats, Size, points_in_quad
from vision.scene import SkewerReading
from vision.sighting import Sighting

_EDGE: Final = 5.0
"""A piece nearer to the edge of its close-up, in px, may be cut off."""
_ROOM: Final = 2.0
"""Within this many cubes' sides of the edge a cut-off stick may go on with pieces."""
_STICK: Final = 0.8
_NO_STICK: Final = 0.55
"""How surely a close-up shows a skewer that lies alone, and the least beside it. Of 396 on plates none was
less sure than 0.72; seams and loose cubes that were taken for one had 0.46 at most."""
CardBox = tuple[Floats, str, float]
"""Corners, class name, confidence."""


@dataclass(frozen=True, slots=True)
class Found:
    """A reading, the look that it comes from, its box, and the middles (N, 2) px of its cubes in the
    frame."""

    reading: SkewerReading
    sighting: Sighting
    box: Floats
    middles: Floats
    matrix: Floats
    """The close-up's (2, 3), from frame to close-up."""
    stick: float
    """How surely the close-up shows a skewer."""


def distinct(found: Sequence[Found]) -> list[Found]:
    """One reading for each stick: boxes that hold the same cubes, or bare ones in another, are one skewer.

    Beside a sure skewer on the plate an unsure one is none, but pieces that happen to lie in line.
    """

    def rank(one: Found) -> tuple[int, bool, float, float]:
        return len(one.middles), one.reading.handle == "first", one.reading.confidence, length(one.box)

    kept: list[Found] = []
    for one in sorted(found, key=rank, reverse=True):
        if not any(_shares(one, other) for other in kept):
            kept.append(one)
    if any(one.reading.on_plate and one.stick >= _STICK for one in kept):
        return [one for one in kept if one.stick >= _NO_STICK or not one.reading.on_plate]
    return kept


def _shares(one: Found, other: Found) -> bool:
    near = 0.6 * max(other.reading.cube_px, 4.0)
    if len(one.middles) == 1 and one.reading.handle != "first" and inside(one.middles[0], other.box, near):
        return True  # a seam of the plate that ends at somebody's cube
    if len(one.middles):
        gaps = np.linalg.norm(one.middles[:, None] - other.middles[None], axis=-1)
        return bool((gaps < near).any())
    return inside(one.box.mean(0), other.box, near) or inside(other.box.mean(0), one.box, near)


def better_box(near: Detections, size: Size) -> Floats | None:
    """A better box for a skewer whose close-up of (width, height) `size` cuts it off.

    Corners (4, 2) in the close-up, or None where the close-up is good. A box that reaches the edge is made
    longer on that side, since nothing tells how far the stick goes on.
    """
    width, height = size
    axis_y, tilt = stick_axis(near, (width / 2, height / 2))
    every = along_axis(near, axis_y, tilt, width / 2)
    pieces = [
        p
        for p in every
        if p.confidence >= 0.3
        and p.name in (*CUBES, FOREIGN, *STRIPS, "handle")
        and abs(p.y) < 0.7 * p.h
        and not (p.name in (*CUBES, FOREIGN) and beyond_stick(p, every))
    ]
    cubes = [p for p in pieces if p.name in CUBES or p.name == FOREIGN]
    if not cubes:
        return None
    side = float(np.median([p.length for p in cubes]))
    lo, hi = min(p.x[0] for p in pieces), max(p.x[1] for p in pieces)
    sticks = [p for p in along_axis(near.of("skewer"), axis_y, tilt, width / 2) if p.confidence >= 0.5]
    for stick in sticks[:1]:
        # A bare end that is cut off hides nothing; near the pieces there may be more of them.
        lo = min(lo, stick.x[0]) if lo < _ROOM * side else lo
        hi = max(hi, stick.x[1]) if hi > width - _ROOM * side else hi
    if lo > _EDGE and hi < width - _EDGE:
        return None
    lo -= 0.35 * width if lo <= _EDGE else 0.0
    hi += 0.35 * width if hi >= width - _EDGE else 0.0
    half = 0.6 * side
    along = np.array([[lo, -half], [hi, -half], [hi, half], [lo, half]]) - [width / 2, 0]
    turn = np.array([[np.cos(tilt), np.sin(tilt)], [-np.sin(tilt), np.cos(tilt)]])
    return np.asarray(along @ turn + [width / 2, axis_y], np.float32)


def length(box: Floats) -> float:
    return float(max(np.linalg.norm(box[1] - box[0]), np.linalg.norm(box[2] - box[1])))


def _direction(box: Floats) -> Floats:
    a, b = box[1] - box[0], box[2] - box[1]
    d = a if np.linalg.norm(a) >= np.linalg.norm(b) else b
    return np.asarray(d / max(float(np.linalg.norm(d)), 1e-6), np.float32)


def same_stick(a: Floats, b: Floats) -> bool:
    """Nearly parallel and lying in one another along the stick."""
    if abs(float(_direction(a) @ _direction(b))) < 0.94:
        return False
    d = _direction(b)
    offset = a.mean(0) - b.mean(0)
    short = float(min(np.linalg.norm(b[1] - b[0]), np.linalg.norm(b[2] - b[1])))
    across, along = abs(float(offset @ np.array([-d[1], d[0]]))), abs(float(offset @ d))
    return bool(across < 0.7 * max(short, 8.0) and along < 0.55 * max(length(a), length(b)))


def inside(point: Floats, box: Floats, margin: float) -> bool:
    """Whether a point lies in an oriented box grown by `margin` px."""
    middle = box.mean(0)
    grown = middle + (box - middle) * (1 + 2 * margin / max(float(np.ptp(box, 0).max()), 1.0))
    return bool(points_in_quad(np.asarray(point, np.float32)[None], grown.astype(np.float32))[0])


def printed(corners: Floats, cards: Sequence[CardBox]) -> bool:
    """Drawn on a card: inside it, and smaller than it. A real skewer reaches beyond the card that it lies
    on."""
    for card, _, _ in cards:
        across = float(np.ptp(card, 0).max())
        if in_ellipse(corners.mean(0), card, 1.0) and length(corners) < 1.05 * across:
            return True
    return False


def in_ellipse(point: Floats, box: Floats | None, grow: float = 1.02) -> bool:
    """Whether a point lies in the ellipse that fills the upright bounds of a box."""
    if box is None:
        return False
    lo, hi = box.min(0), box.max(0)
    q = (np.asarray(point) - (lo + hi) / 2) / np.maximum((hi - lo) / 2 * grow, 1e-6)
    return bool(q @ q <= 1)


def lines_of_cubes(
    fine: Detections, found: Detections, boxes: list[Floats], cards: Sequence[CardBox]
) -> list[Floats]:
    """Boxes round cubes in line that no skewer's box holds: where the thin stick is not found, its pieces say
    where it is."""
    out: list[Floats] = []
    source = fine if len(fine) else found
    cubes = source.of(*CUBES, FOREIGN)
    free = [
        i
        for i in range(len(cubes))
        if cubes.confidence[i] >= 0.4
        and not printed(cubes.corners[i], cards)
        and not any(inside(cubes.xywhr[i, :2], b, 0.3 * float(cubes.xywhr[i, 2])) for b in boxes)
    ]
    used: set[int] = set()
    for i in free:
        if i in used:
            continue
        chain = [i]
        for j in free:
            if j in used or j in chain:
                continue
            side = float(np.mean(cubes.xywhr[[i, j], 2:4]))
            gap = min(float(np.linalg.norm(cubes.xywhr[j, :2] - cubes.xywhr[k, :2])) for k in chain)
            if 0.7 * side < gap < 1.45 * side and _straight(cubes.xywhr[[*chain, j], :2], side):
                chain.append(j)
        if len(chain) >= 2:
            used.update(chain)
            points = cubes.xywhr[chain, :2]
            centre = points.mean(0)
            d = np.linalg.svd(points - centre)[2][0]
            q = (cubes.corners[chain].reshape(-1, 2) - centre) @ np.stack([d, [-d[1], d[0]]]).T
            lo, hi = q.min(0), q.max(0)
            lo[0], hi[0] = lo[0] - 1.5 * (hi[1] - lo[1]), hi[0] + 1.5 * (hi[1] - lo[1])
            quad = (
                np.array([[lo[0], lo[1]], [hi[0], lo[1]], [hi[0], hi[1]], [lo[0], hi[1]]])
                @ np.stack([d, [-d[1], d[0]]])
                + centre
            )
            out.append(quad.astype(np.float32))
    return out


def _straight(points: Floats, side: float) -> bool:
    centred = points - points.mean(0)
    return len(points) < 3 or float(np.abs(centred @ np.linalg.svd(centred)[2][1]).max()) < 0.3 * side

"""What lies along a stick: detections of a close-up as extents on the stick's own axis.

All lengths are in pixels of the close-up, where the stick runs along +x (see `vision.closeup`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.detections import Detections

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
    handle_sure: float = 0.60
    rival: float = 0.45
    min_cube_px: float = 19.0
    """Least extent of a cube along its stick as it appears, sides included: a little more than its edge."""
    off_axis: float = 0.30
    """How far from the stick the middle of a suspected cube may lie, as a share of a cube's side."""
    sure: float = 0.97
    suspect: float = 0.12
    """Probability of a cube where the second opinion alone sees one, and the detector's least confidence."""
    cube_seen: float = 0.90
    """Least probability, to the second opinion, of a cube that leaves no doubt."""
    kind: float = 0.95
    wrap: float = 0.70
    wrap_sure: float = 0.93
    """Least probability of what a cube is, of the strip round it, and of a strip that speaks against a
    skewer."""
    hidden: float = 0.90
    """Least probability of "plain" where no strip is seen: below it there may well be one, """
    bare: float = 0.97
    """and below this one may lie underneath, unseen."""
    suspected: float = 0.75
    suspected_twice: float = 0.35
    """Least probability of a strip, from one observer in one look, that makes "plain" doubtful, and least
    confidence of the detector that does in both looks."""
    joined: float = 0.85
    """Least probability that a strip goes on to the next cube, where it is read so, """
    apart: float = 0.06
    """and the most, where it is not: one that is seen round one cube may go on underneath the next."""
    kind_weight: float = 3.0
    strip_weight: float = 2.86
    bare_weight: float = 1.2
    bare_offset: float = -0.2
    span_weight: float = 1.5
    span_offset: float = -0.3
    """How far the detector's confidence in a cube, in a strip, in there being none, and in a strip over two
    cubes moves the logarithm of the second opinion's probability (models/fit_agreement.py)."""
    once_weight: float = 10.0
    once_offset: float = 5.2
    """The same for a strip that is pierced once, """
    once_alone: float = 0.95
    """Least probability of one that only the second opinion sees, """
    once_trace: float = 0.20
    once_sure: float = 0.75
    """and the least of any that leaves a doubt, and of one that leaves none."""
    gap: float = 0.99
    """Probability of a cube that makes an empty place on the stick doubtful."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A detection along the stick: extent `x` (from, to), offset `y` of its middle from the axis, height `h`,
    and `turn`, how far its sides are from running along or across the stick, radians up to pi / 4."""

    name: str
    x: tuple[float, float]
    y: float
    h: float
    confidence: float
    rival: str | None = None
    rival_confidence: float = 0.0
    turn: float = 0.0

    @property
    def middle(self) -> float:
        return (self.x[0] + self.x[1]) / 2

    @property
    def length(self) -> float:
        return self.x[1] - self.x[0]


def along_axis(found: Detections, axis_y: float, tilt: float = 0.0, pivot: float = 0.0) -> list[Piece]:
    """Detections as extents along a stick that runs through (pivot, axis_y) at `tilt` radians.

    A piece is as long as that side of its box which runs along the stick. The box's hull would be longer: the
    angle of a nearly square box is hardly ever right.
    """
    if not len(found):
        return []
    c, s = np.cos(tilt), np.sin(tilt)
    boxes = found.xywhr.astype(np.float64)
    p = boxes[:, :2] - [pivot, axis_y]
    middle, offset = p[:, 0] * c + p[:, 1] * s + pivot, -p[:, 0] * s + p[:, 1] * c
    turned = np.sin(boxes[:, 4] - tilt) ** 2
    length = boxes[:, 2] * (1 - turned) + boxes[:, 3] * turned
    height = boxes[:, 3] * (1 - turned) + boxes[:, 2] * turned
    turn = np.abs((boxes[:, 4] - tilt + np.pi / 4) % (np.pi / 2) - np.pi / 4)
    return [
        Piece(name, (float(m - x / 2), float(m + x / 2)), float(y), float(h), float(conf), turn=float(r))
        for name, m, y, x, h, conf, r in zip(
            found.labels, middle, offset, length, height, found.confidence, turn, strict=True
        )
    ]


def beyond_stick(cube: Piece, pieces: Sequence[Piece]) -> bool:
    """Whether a cube that stands apart lies beyond the end of the surest stick, or at its end and askew: then
    it only happens to lie in line.

    Of 2,661 cubes on sticks none had its middle nearer to an end than three quarters of its side.
    """
    side = max(cube.length, 1.0)
    along = [p for p in pieces if p.name == "skewer" and abs(p.y) < side and p.length > p.h]
    sticks = [p for p in along if p.confidence >= 0.5]
    others = [p for p in pieces if (p.name in CUBES or p.name == FOREIGN) and p.confidence >= 0.3]
    if not sticks or any(0.5 * side < abs(p.middle - cube.middle) < 1.7 * side for p in others):
        return False
    stick = max(sticks, key=lambda p: p.confidence)
    inside = min(cube.middle - stick.x[0], stick.x[1] - cube.middle) / side
    return inside < 0.0 or (inside < 0.7 and cube.turn > 0.3)


def stick_axis(found: Detections, middle: tuple[float, float]) -> tuple[float, float]:
    """Height at `middle`'s x and tilt (radians) of the stick: by its pieces in line, else by the skewer's own
    box."""
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


def settle(pieces: list[Piece], share: float) -> list[Piece]:
    """Of pieces in one place (nearer than `share` of a length) only the surest, which remembers its best
    rival."""
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

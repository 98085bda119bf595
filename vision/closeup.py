"""The second look: a skewer (or the plate) cut from the full-resolution frame at one standard scale.

A close-up lies on its side, its stick along +x, so that the detector always meets skewers at one angle and
size.
Training cuts its pictures with these same functions.
"""

from __future__ import annotations

import numpy as np

from vision.geometry import Floats, Size

SKEWER_SIZE = (448, 144)
"""Width and height in px of a skewer's close-up: multiples of 16, the detector pads to 32."""
REGION_SIZE = (448, 448)
_FILL = 0.9
_MAX_CUBE = 62.0


def skewer_matrix(corners: Floats, size: Size = SKEWER_SIZE) -> Floats:
    """The 2x3 similarity that lays an oriented box (4, 2) along the close-up's middle.

    The box's long side fills nine tenths of the width, unless its short side would then exceed what a cube
    may measure.
    """
    c = np.asarray(corners, np.float64)
    e0, e1 = c[1] - c[0], c[2] - c[1]
    l0, l1 = float(np.linalg.norm(e0)), float(np.linalg.norm(e1))
    along, length, short = (e0, l0, l1) if l0 >= l1 else (e1, l1, l0)
    scale = min(_FILL * size[0] / max(length, 1.0), _MAX_CUBE / max(short, 1.0))
    angle = float(np.arctan2(along[1], along[0]))
    return similarity(c.mean(0).astype(np.float32), -angle, scale, size)


def region_matrix(corners: Floats, margin: float = 1.25, size: Size = REGION_SIZE) -> Floats:
    """The 2x3 scaling that shows the upright bounds of a box (4, 2), enlarged by `margin`, in a square."""
    c = np.asarray(corners, np.float64)
    lo, hi = c.min(0), c.max(0)
    scale = min(size[0] / max((hi - lo)[0] * margin, 1.0), size[1] / max((hi - lo)[1] * margin, 1.0))
    return similarity(((lo + hi) / 2).astype(np.float32), 0.0, scale, size)


def similarity(centre: Floats, angle: float, scale: float, size: Size) -> Floats:
    """Turn by `angle` radians and scale about `centre`, which goes to the middle of a picture of `size`."""
    co, si = np.cos(angle) * scale, np.sin(angle) * scale
    a = np.array([[co, -si], [si, co]])
    return np.column_stack([a, np.asarray(size) / 2 - a @ np.asarray(centre, np.float64)]).astype(np.float32)


def turned(matrix: Floats, scale: float, size: Size = SKEWER_SIZE) -> Floats:
    """The matrix (2, 3) of the same close-up from the other end, `scale` times as large."""
    half = np.array([[-scale, 0, (1 + scale) * size[0] / 2], [0, -scale, (1 + scale) * size[1] / 2]])
    return np.asarray(half @ np.vstack([np.asarray(matrix, np.float64), [0, 0, 1]]), np.float32)


CUBE_SIZE = (120, 120)
"""Width and height in px of a single cube's close-up."""
CUBE_SIDE = 48.0
"""Side of the cube in it: a quarter more than a whole neighbour is seen on either side."""


def cube_matrix(middle: Floats, direction: Floats, side: float) -> Floats:
    """The 2x3 similarity that puts a cube in the middle of its close-up, its stick along +x.

    Args:
        middle: (2,) px of the frame.
        direction: (2,) along the stick, of any length.
        side: of the cube along the stick, px of the frame.
    """
    angle = float(np.arctan2(direction[1], direction[0]))
    return similarity(np.asarray(middle, np.float32), -angle, CUBE_SIDE / max(side, 1.0), CUBE_SIZE)

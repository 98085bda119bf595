"""Which boxes of sticks are the same skewer."""

from __future__ import annotations

import numpy as np
import pytest

from vision.geometry import Floats, to_corners
from vision.scene import Handle, LayerReading, SkewerReading
from vision.sighting import Sighting
from vision.sticks import Found, distinct


def lying(
    box: tuple[float, float, float, float], cubes: list[tuple[float, float]], handle: Handle = "unknown"
) -> Found:
    """A skewer in an upright box (x0, y0, x1, y1) with cubes of 40 px at these places."""
    x0, y0, x1, y1 = box
    corners: Floats = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float32)
    layers = tuple(LayerReading("tomato", 0.9) for _ in cubes)
    reading = SkewerReading(layers, handle, to_corners(corners), True, 0.9, 40.0)
    seen = Sighting((), (), (), (), handle, False, 40.0)
    middles = np.asarray(cubes, np.float32).reshape(-1, 2)
    return Found(reading, seen, corners, middles, np.eye(3, dtype=np.float32)[:2])


REAL = lying((100, 180, 500, 220), [(200, 200), (245, 200), (290, 200)], "first")


def test_a_seam_that_ends_at_a_cube_is_no_second_skewer() -> None:
    """A line on the plate, taken for a stick: its close-up shows the edge of a cube that lies on another."""
    seam = lying((290, 200, 330, 460), [(316, 215)])
    assert distinct([seam, REAL]) == [REAL]


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(lying((300, 20, 340, 460), [(320, 100), (320, 200)]), id="two cubes of its own"),
        pytest.param(lying((300, 20, 340, 460), [(320, 215)], "first"), id="a handle of its own"),
        pytest.param(lying((100, 300, 500, 340), [(200, 320)]), id="beside it"),
    ],
)
def test_a_skewer_of_its_own_stays(other: Found) -> None:
    assert len(distinct([other, REAL])) == 2


def test_the_same_cubes_are_one_skewer() -> None:
    again = lying((110, 182, 490, 222), [(202, 201), (247, 199)])
    assert distinct([again, REAL]) == [REAL]

"""Which boxes of sticks are the same skewer."""

from __future__ import annotations

import numpy as np
import pytest

from vision.geometry import Floats, to_corners
from vision.scene import Handle, LayerReading, SkewerReading
from vision.sighting import Sighting
from vision.sticks import Found, distinct


def lying(
    box: tuple[float, float, float, float],
    cubes: list[tuple[float, float]],
    handle: Handle = "unknown",
    *,
    stick: float = 0.9,
    on_plate: bool = True,
) -> Found:
    """A skewer in an upright box (x0, y0, x1, y1) with cubes of 40 px at these places; `stick`: how surely
    its close-up shows one."""
    x0, y0, x1, y1 = box
    corners: Floats = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float32)
    layers = tuple(LayerReading("tomato", 0.9) for _ in cubes)
    reading = SkewerReading(layers, handle, to_corners(corners), on_plate, 0.9, 40.0)
    seen = Sighting((), (), (), (), 40.0)
    middles = np.asarray(cubes, np.float32).reshape(-1, 2)
    return Found(reading, seen, corners, middles, np.eye(3, dtype=np.float32)[:2], stick)


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


LOOSE = [(150.0, 400.0), (350.0, 400.0)]


def test_beside_a_sure_skewer_cubes_in_line_are_loose() -> None:
    phantom = lying((50, 380, 450, 420), LOOSE, stick=0.46)
    assert distinct([phantom, REAL]) == [REAL]


@pytest.mark.parametrize(
    ("other", "beside"),
    [
        pytest.param(lying((50, 380, 450, 420), LOOSE, stick=0.7), REAL, id="its stick is seen well enough"),
        pytest.param(
            lying((50, 380, 450, 420), LOOSE, stick=0.46, on_plate=False), REAL, id="beside the plate"
        ),
        pytest.param(
            lying((50, 380, 450, 420), LOOSE, stick=0.46),
            lying((100, 180, 500, 220), [(200, 200), (245, 200)], "first", stick=0.75),
            id="the other is not sure either",
        ),
    ],
)
def test_a_stick_that_is_hard_to_see_stays(other: Found, beside: Found) -> None:
    assert len(distinct([other, beside])) == 2


def test_a_skewer_alone_stays_however_hard_its_stick_is_to_see() -> None:
    alone = lying((50, 380, 450, 420), LOOSE, stick=0.2)
    assert distinct([alone]) == [alone]

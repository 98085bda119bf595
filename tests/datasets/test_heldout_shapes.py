"""The test set's meshes are closed, face outwards and have the size they should."""

from __future__ import annotations

import numpy as np
import pytest

from datasets.heldout_shapes import above, drilled_cube, fabric, pillow_cube, tube
from datasets.meshes import Mesh


def volume(mesh: Mesh) -> float:
    """Signed volume, positive where the faces look outwards."""
    a, b, c = (mesh.v[mesh.f[:, k]].astype(np.float64) for k in range(3))
    return float((a * np.cross(b, c)).sum() / 6)


def agreement(mesh: Mesh) -> float:
    """The least cosine between a face and the normals at its corners."""
    face = np.cross(mesh.v[mesh.f[:, 1]] - mesh.v[mesh.f[:, 0]], mesh.v[mesh.f[:, 2]] - mesh.v[mesh.f[:, 0]])
    size = np.linalg.norm(face, axis=1)
    face = face[size > 1e-4] / size[size > 1e-4, None]
    return float((mesh.n[mesh.f[size > 1e-4]] * face[:, None]).sum(-1).min())


def test_a_plain_block_is_a_cube_without_its_edges() -> None:
    block = drilled_cube(20, 1.0, 3.0, [False] * 4, 5.0)
    hole = 32 / 2 * np.sin(2 * np.pi / 32) * 9 * 20  # the 32-sided hole along x
    chamfers = 12 * 0.5 * 18 + 8 * (1 - 1 / 6)
    assert volume(block) == pytest.approx(8000 - hole - chamfers, rel=2e-3)
    assert agreement(block) > 0.95


def test_blind_holes_take_away_what_they_should() -> None:
    none, all_four = (volume(drilled_cube(20, 1.0, 3.0, [d] * 4, 4.0)) for d in (False, True))
    assert none - all_four == pytest.approx(4 * 16 * np.sin(2 * np.pi / 32) * 9 * 4, rel=0.01)


def test_a_pillow_lies_between_a_ball_and_a_cube() -> None:
    assert 4 / 3 * np.pi * 1000 < volume(pillow_cube(20, 5.0)) < volume(pillow_cube(20, 11.0)) < 8000
    assert agreement(pillow_cube(20, 8.0)) > 0.5


def test_fabric_has_its_width_thickness_and_rounded_ends() -> None:
    path = np.column_stack([np.linspace(0, 70, 50), np.zeros(50), np.zeros(50)])
    strip = fabric(path, np.array([0.0, 1.0, 0.0]), 14, 1.5)
    lost = (14 * 14 - np.pi * 49) * 1.5  # what rounding takes from both ends together
    assert volume(strip) == pytest.approx(70 * 14 * 1.5 - lost, rel=0.03)
    assert np.ptp(strip.v, 0) == pytest.approx([70, 14, 1.5], abs=0.3)


def test_a_tube_is_as_thick_as_asked() -> None:
    path = np.column_stack([np.linspace(0, 100, 12), np.zeros(12), np.zeros(12)])
    radii = np.full(12, 3.0)
    radii[[0, -1]] = 0
    assert volume(tube(path, radii, 64)) == pytest.approx(
        np.pi * 9 * (1000 / 11 * 0.9 + 2 * 1000 / 110 / 3), rel=0.02
    )


def test_nothing_sinks_into_the_table() -> None:
    path = np.column_stack([np.linspace(0, 40, 30), np.zeros(30), np.linspace(5, -5, 30)])
    flat = above(fabric(path, np.array([0.0, 1.0, 0.0]), 14, 1.5), 0.4)
    assert flat.v[:, 2].min() > 0

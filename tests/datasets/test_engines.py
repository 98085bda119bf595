"""The engines agree on where things are, and repeat themselves.

Run them with `-m render`; they fail where a library is missing.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from datasets.heldout import heldout_world
from datasets.labels import label
from datasets.mitsuba_engine import LLVM_NAMES, MitsubaError, find_llvm, groups, pack_atlas
from datasets.random_table import random_world
from datasets.world import Recipe, World

SIZE = (640, 360)
Ids = NDArray[np.int32]


def edges(ids: Ids, reach: int) -> NDArray[np.bool_]:
    """Pixels within `reach` px of a border between two things."""
    k = np.ones((3, 3), np.uint8)
    x = (ids + 2).astype(np.float32)
    return cv2.dilate((cv2.dilate(x, k) != cv2.erode(x, k)).astype(np.uint8), k, iterations=reach).astype(
        bool
    )


def agree(world: World, a: Ids, b: Ids) -> None:
    """The pictures of ids differ at most at the borders, and so do the labels."""
    assert not ((a != b) & ~edges(a, 1)).any()
    first, second = ({x.thing: x for x in label(world, ids) if x.pixels > 30} for ids in (a, b))
    assert set(first) == set(second) and len(first) > 3
    for thing, x in first.items():
        assert np.abs(x.corners - second[thing].corners).max() < 1.0
        assert abs(x.visibility - second[thing].visibility) < 0.06, x.name


def alike(a: NDArray[np.float32], b: NDArray[np.float32]) -> float:
    """Correlation of two pictures' brightness, coarse shadows and all."""
    x, y = (cv2.GaussianBlur(np.log(i.mean(-1) + 0.02), (0, 0), 1.5).ravel() for i in (a, b))
    return float(np.corrcoef(x, y)[0, 1])


@pytest.fixture(scope="module")
def table(recipe: Recipe) -> World:
    return random_world(3, recipe)


@pytest.fixture(scope="module")
def gl() -> Callable[[World], tuple[NDArray[np.float32], Ids]]:
    from datasets.gl import GLEngine

    return GLEngine(SIZE).render


@pytest.mark.render
def test_gl_draws_the_same_picture_twice(
    table: World, gl: Callable[[World], tuple[NDArray[np.float32], Ids]], recipe: Recipe
) -> None:
    (a, ids), (b, again) = gl(table), gl(random_world(3, recipe))
    assert np.array_equal(a, b) and np.array_equal(ids, again)
    assert a.shape == (360, 640, 3) and np.isfinite(a).all() and ids.max() > 5


@pytest.mark.render
def test_mitsuba_sees_what_gl_sees(
    table: World, gl: Callable[[World], tuple[NDArray[np.float32], Ids]]
) -> None:
    from datasets.mitsuba_engine import MitsubaEngine

    engine = MitsubaEngine(SIZE, samples=4)
    picture, ids = engine.render(table)
    flat, expected = gl(table)
    agree(table, ids, expected)
    assert np.isfinite(picture).all() and alike(picture, flat) > 0.8
    assert np.array_equal(engine.render(table)[0], picture)
    with pytest.raises(MitsubaError, match="backdrop"):
        engine.render(replace(table, backdrop=np.zeros((4, 4, 3), np.uint8)))
    with pytest.raises(MitsubaError, match="draws"):
        engine.render(replace(table, camera=replace(table.camera, size=(320, 180))))


@pytest.mark.render
@pytest.mark.cycles
def test_cycles_sees_what_gl_sees(
    recipe: Recipe, gl: Callable[[World], tuple[NDArray[np.float32], Ids]]
) -> None:
    from datasets.cycles import CyclesEngine, CyclesError

    world = heldout_world(1, recipe)
    with CyclesEngine(samples=2) as engine:
        picture = engine.render(world)
        assert np.array_equal(engine.render(world), picture)
        with pytest.raises(CyclesError, match="backdrop"):
            engine.render(replace(world, backdrop=np.zeros((4, 4, 3), np.uint8)))
    assert picture.shape == (360, 640, 3) and np.isfinite(picture).all()
    assert alike(picture, gl(world)[0]) > 0.8


def test_a_python_without_bpy_is_named_in_one_line(tmp_path: Path) -> None:
    from datasets.cycles import CyclesEngine, CyclesError

    fake = tmp_path / "python"
    fake.write_text("#!/bin/sh\necho \"ModuleNotFoundError: No module named 'bpy'\" >&2\nexit 1\n")
    fake.chmod(0o755)
    with pytest.raises(CyclesError, match=r"No module named 'bpy'.*REFEREE_BLENDER_PYTHON"):
        CyclesEngine(python=str(fake))


def test_llvm_is_the_named_one_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DRJIT_LIBLLVM_PATH", str(tmp_path / "mine.so"))
    assert find_llvm() == str(tmp_path / "mine.so")
    monkeypatch.delenv("DRJIT_LIBLLVM_PATH")
    monkeypatch.setattr("datasets.mitsuba_engine.LLVM_PLACES", (str(tmp_path),))
    assert find_llvm() is None
    (tmp_path / LLVM_NAMES[0]).touch()
    assert find_llvm() == os.fspath(tmp_path / LLVM_NAMES[0])


def test_the_atlas_holds_every_texture_apart() -> None:
    rng = np.random.default_rng(0)
    textures = [np.full((*rng.integers(1, 90, 2), 3), k, np.uint8) for k in range(1, 30)]
    atlas, places = pack_atlas(textures, 256)
    used = np.zeros(atlas.shape[:2], int)
    for k, (texture, (x, y, w, h)) in enumerate(zip(textures, places, strict=True), 1):
        assert (h, w) == texture.shape[:2]
        assert (atlas[y - 2 : y + h + 2, x - 2 : x + w + 2] == k).all()
        used[y - 2 : y + h + 2, x - 2 : x + w + 2] += 1
    assert used.max() == 1


def test_a_table_becomes_few_shapes_and_keeps_all_faces(table: World) -> None:
    shapes = groups(table)
    assert len(shapes) == 2  # the tiled table top and everything else
    assert sum(len(s.mesh.f) for s in shapes) == sum(len(p.mesh.f) for p in table.parts)
    assert all(len(s.things) == len(s.mesh.f) for s in shapes)
    assert set(shapes[0].things.tolist()) - {-1} == {p.thing for p in table.parts} - {-1}
    assert (shapes[0].mesh.uv >= 0).all() and (shapes[0].mesh.uv <= 1).all()

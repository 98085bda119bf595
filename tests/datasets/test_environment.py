"""Surroundings: as strong as the world's sky, from a photograph where there is one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.environment import (
    HELD_OUT,
    LUMINANCE,
    TRAINING,
    ambient,
    area_of,
    directions,
    drawn,
    environment,
)
from datasets.heldout import heldout_world
from datasets.world import Lamp, Recipe, World


@pytest.fixture(scope="module")
def world(recipe: Recipe) -> World:
    return heldout_world(1, recipe)


def with_map(world: World, name: str, tint: float = 0.0, turn: float = 0.0) -> World:
    return replace(world, meta={**world.meta, "environment": {"hdri": name, "tint": tint, "turn": turn}})


def test_training_and_test_share_no_map() -> None:
    assert not set(HELD_OUT) & set(TRAINING)


def test_a_uniform_sky_gives_its_own_ambient_light() -> None:
    sky = np.array([0.3, 0.5, 0.7], np.float32)
    assert ambient(np.broadcast_to(sky, (256, 512, 3))) == pytest.approx(sky, rel=1e-3)
    assert directions()[0, 0, 2] > 0.99


def test_a_photograph_is_brought_to_the_skys_strength_and_colour(world: World, tmp_path: Path) -> None:
    light = np.random.default_rng(0).gamma(0.5, 1.0, (64, 128, 3)).astype(np.float32)
    assert cv2.imwrite(str(tmp_path / "room.hdr"), light)
    sky = np.array(world.sky)
    image = environment(with_map(world, "room.hdr", tint=1.0), tmp_path)
    assert image.shape == (256, 512, 3)
    assert ambient(image) == pytest.approx(sky, rel=0.02)
    half = environment(with_map(world, "room.hdr", tint=1.0, turn=np.pi), tmp_path)
    assert np.allclose(np.roll(half, 256, 1), image, atol=1e-3 * image.max())


def test_without_the_file_the_surroundings_are_drawn(world: World, tmp_path: Path) -> None:
    for folder in (None, tmp_path):
        image = environment(with_map(world, "room.hdr"), folder)
        assert np.array_equal(
            image, drawn(1, np.array(world.sky, np.float32), np.array(world.ground, np.float32))
        )
    assert float(ambient(image) @ LUMINANCE) > 0


def test_a_broken_file_is_named(world: World, tmp_path: Path) -> None:
    (tmp_path / "room.hdr").write_bytes(b"#?RADIANCE\nnot a picture")
    with pytest.raises(ValueError, match=r"room\.hdr"):
        environment(with_map(world, "room.hdr"), tmp_path)


def test_an_area_lamp_lights_the_origin_as_the_distant_one_does() -> None:
    lamp = Lamp((0.0, 0.0, 1.0), (0.5, 0.4, 0.3), 0.1)
    centre, radiance, side = area_of(lamp)
    solid_angle = side**2 / float(np.linalg.norm(centre)) ** 2
    assert radiance * solid_angle / np.pi == pytest.approx(lamp.colour, rel=1e-5)

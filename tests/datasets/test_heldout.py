"""The held-out tables and their answers; the set on disk."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from datasets.heldout import MIN_CUBE_PX, finished, generate, heldout_world, truth_row
from datasets.pieces import CUBES, STRIPS
from datasets.world import Recipe, World

SEEDS = range(40, 52)
FIELDS = {
    *(
        "image",
        "seed",
        "order",
        "order_layers",
        "order_visible",
        "order_box",
        "kelvin",
        "lux",
        "light",
        "tilt",
    ),
    *("cube_px", "cube_mm", "wrap", "shape", "loose_on_plate", "skewers", "boxes", "response"),
}


@pytest.fixture(scope="module")
def worlds(recipe: Recipe) -> list[World]:
    return [heldout_world(s, recipe) for s in SEEDS]


def nothing_seen(world: World) -> NDArray[np.int32]:
    return np.full((world.camera.size[1], world.camera.size[0]), -1, np.int32)


def unseen(world: World) -> tuple[NDArray[np.float32], NDArray[np.int32]]:
    """A stand-in for an engine: the picture's grey tells the seed, and no thing is seen."""
    ids = nothing_seen(world)
    return np.full((*ids.shape, 3), 0.05 + int(str(world.meta["seed"])) % 7 / 10, np.float32), ids


def test_the_same_seed_gives_the_same_table(recipe: Recipe, worlds: list[World]) -> None:
    again = heldout_world(SEEDS[0], recipe)
    assert again.camera == worlds[0].camera and again.lamps == worlds[0].lamps
    assert json.dumps(again.meta["truth"]) == json.dumps(worlds[0].meta["truth"])
    assert len(again.parts) == len(worlds[0].parts)
    for a, b in zip(again.parts, worlds[0].parts, strict=True):
        assert np.array_equal(a.mesh.v, b.mesh.v) and np.array_equal(a.material.texture, b.material.texture)
    assert json.dumps(worlds[1].meta["truth"]) != json.dumps(worlds[0].meta["truth"])


def test_what_is_judged_lies_whole_inside_the_frame_and_large_enough(worlds: list[World]) -> None:
    for world in worlds:
        w, h = world.camera.size
        truth = world.meta["truth"]
        assert isinstance(truth, dict)
        for index in [s["thing"] for s in truth["skewers"]] + (
            [truth["order_thing"]] if truth["order"] else []
        ):
            p = world.camera.project(world.things[index].points)
            assert (p > 0).all() and (p[:, 0] < w).all() and (p[:, 1] < h).all(), world.meta["seed"]
        row = truth_row(world, nothing_seen(world), "x.jpg")
        assert row["cube_px"] in (None, 0.0) or float(str(row["cube_px"])) >= MIN_CUBE_PX


def test_pieces_rest_on_their_table(worlds: list[World]) -> None:
    for world in worlds:
        lowest: dict[int, float] = {}
        for part in world.parts:
            if part.thing >= 0:
                owner = world.things[part.thing].owner
                whole = owner if owner >= 0 else part.thing
                lowest[whole] = min(lowest.get(whole, 1e9), float(part.mesh.v[:, 2].min()))
        for thing, low in lowest.items():
            # The thickest plate is 9 mm; a cube turned a little on its stick dips a corner by a millimetre.
            assert -1.5 < low < 11, (world.meta["seed"], world.things[thing].name)


def test_a_row_answers_everything_that_is_counted(worlds: list[World]) -> None:
    for world in worlds:
        row = json.loads(json.dumps(truth_row(world, nothing_seen(world), "images/x.jpg")))
        assert set(row) >= FIELDS
        assert 2700 <= row["kelvin"] <= 6500 and 30 <= row["lux"] <= 1000 and 0 <= row["tilt"] <= 45
        assert row["wrap"] in ("saddle", "band") and row["light"] in ("dim", "room", "bright")
        for skewer in row["skewers"]:
            cubes = [x for x in skewer["layers"] if x in CUBES]
            assert sorted(x["name"] for x in skewer["cubes"]) == sorted(cubes)
            assert {x["name"] for x in skewer["strips"]} == set(skewer["layers"]) & set(STRIPS)
            assert all(x["side"] in ((0, 1, 2, 3) if x["wraps"] else (-1,)) for x in skewer["strips"])
            assert (
                skewer["handle"] == "first" and skewer["handle_visible"] == 0.0
            )  # nothing is seen in this picture
            if skewer["made"] == "match" and row["order_layers"] and len(row["skewers"]) == 1:
                assert skewer["layers"] == row["order_layers"]


def test_visibility_comes_from_the_ids(worlds: list[World]) -> None:
    world = next(w for w in worlds if w.meta["truth"]["skewers"] and w.meta["truth"]["order"])  # type: ignore[index]
    truth = world.meta["truth"]
    assert isinstance(truth, dict)
    ids = nothing_seen(world)
    p = world.camera.project(world.things[truth["order_thing"]].points).astype(int)
    ids[p[:, 1].min() : p[:, 1].max(), p[:, 0].min() : p[:, 0].max()] = truth["order_thing"]
    row = truth_row(world, ids, "x.jpg")
    assert row["order_visible"] == 1.0 and row["order_box"] is not None
    assert row["skewers"][0]["visible"] == 0.0  # type: ignore[index]


def test_a_recipe_without_faces_is_refused(recipe: Recipe) -> None:
    with pytest.raises(ValueError, match="face"):
        heldout_world(1, replace(recipe, faces={}))


def test_a_frame_without_room_is_refused(recipe: Recipe) -> None:
    with pytest.raises(ValueError, match="too small"):
        heldout_world(1, replace(recipe, size=(160, 90)))


class Stopped(Exception):
    """Stands for Ctrl+C."""


def test_an_interrupted_run_goes_on_and_ends_as_an_uninterrupted_one(recipe: Recipe, tmp_path: Path) -> None:
    seeds = range(3)
    drawn: list[int] = []

    def draw(world: World) -> tuple[NDArray[np.float32], NDArray[np.int32]]:
        drawn.append(int(str(world.meta["seed"])))
        return unseen(world)

    def draw_two(world: World) -> tuple[NDArray[np.float32], NDArray[np.int32]]:
        if world.meta["seed"] == 2:
            raise Stopped
        return draw(world)

    def make(seed: int) -> World:
        return heldout_world(seed, recipe)

    cut, whole = tmp_path / "cut", tmp_path / "whole"
    with pytest.raises(Stopped):
        generate(cut, seeds, make, draw_two)
    assert sorted(finished(cut)) == [0, 1] and not list(cut.rglob("*.part"))
    # A row cut short by a crash, and a picture that was lost, are drawn again.
    with (cut / "truth.jsonl").open("a") as f:
        f.write('{"image": "images/0000')
    (cut / "images" / "000000.jpg").unlink()
    drawn.clear()
    assert generate(cut, seeds, make, draw) == 2
    assert drawn == [0, 2]
    generate(whole, seeds, make, unseen)
    assert (cut / "truth.jsonl").read_bytes() == (whole / "truth.jsonl").read_bytes()
    for s in seeds:
        assert (cut / f"images/{s:06d}.jpg").read_bytes() == (whole / f"images/{s:06d}.jpg").read_bytes()
    drawn.clear()
    assert generate(cut, seeds, make, draw) == 0 and not drawn

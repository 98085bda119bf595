"""Skewers without a pattern, and close-ups that know on which skewer they lie."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from datasets.crowded import crowded_world
from datasets.pieces import CUBES, STRIPS, Strip, skewer, strips_of
from datasets.recipes import recipe_from
from datasets.table import any_layers, random_look
from referee.games.kushi_express.model import take_apart


def test_what_is_on_one_place_says_nothing_of_another() -> None:
    rng = np.random.default_rng(1)
    skewers = [any_layers(rng) for _ in range(4000)]
    for layers in skewers:
        assert take_apart(layers) is not None
    cubes = [[x for x in layers if x in CUBES] for layers in skewers]
    # Any cube beside any other, itself as well, as often.
    pairs = Counter((c[0], c[1]) for c in cubes if len(c) > 1)
    assert len(pairs) == len(CUBES) ** 2
    assert max(pairs.values()) < 1.5 * min(pairs.values())
    # Two strips of a kind are no rarer than one of each would have it.
    twice = [layers for layers in skewers if layers.count("bacon") >= 4]
    assert len(twice) > 100
    assert {s: sum(s in layers for layers in skewers) > 1500 for s in STRIPS} == dict.fromkeys(STRIPS, True)


@pytest.mark.parametrize(
    ("layers", "expected"),
    [
        ("bacon meat bacon", [Strip("bacon", 0, (1,))]),
        ("cheese meat tomato cheese", [Strip("cheese", 0, (1, 2))]),
        ("meat bacon tomato", [Strip("bacon", 1)]),
        ("bacon meat bacon bacon tomato bacon", [Strip("bacon", 0, (1,)), Strip("bacon", 3, (4,))]),
        ("bacon bacon tomato bacon", [Strip("bacon", 0), Strip("bacon", 1, (2,))]),
        (
            "bacon cheese meat cheese bacon meat bacon",
            [Strip("bacon", 0), Strip("bacon", 4, (5,)), Strip("cheese", 1, (2,))],
        ),
    ],
)
def test_every_strip_of_a_skewer_is_known(layers: str, expected: list[Strip]) -> None:
    assert strips_of(layers.split()) == expected


def test_every_strip_of_a_skewer_is_drawn() -> None:
    rng = np.random.default_rng(2)
    cubes = wrapped = 0
    for _ in range(150):
        layers = any_layers(rng)
        _, things = skewer(random_look(rng, recipe_from("kit", None)), layers, rng, 0)
        strips = strips_of(layers)
        drawn = [(t.name, tuple(t.meta["layers"])) for t in things if t.name in STRIPS]  # type: ignore[call-overload]
        assert drawn == [(strip.kind, strip.run) for strip in strips]
        over = {i: strip.kind for strip in strips for i in strip.run}
        on_stick = [t.meta for t in things if t.name in CUBES]
        assert all(meta["wrap"] == over.get(int(str(meta["layer"])), "") for meta in on_stick)
        cubes, wrapped = cubes + len(on_stick), wrapped + len(over)
    # As often as people wrap them: of the cubes of orders and of slips from them 46 % are.
    assert 0.38 < wrapped / cubes < 0.55


@pytest.mark.render
def test_close_ups_know_their_skewer_and_its_direction() -> None:
    from datasets.generate import frame_of, make_engine
    from datasets.patches import KINDS, WRAPS, cube_patches

    recipe = replace(recipe_from("kit", None), cube_px=(24.0, 30.0), size=(640, 384))
    engine = make_engine("gl", recipe.size, None)
    world = crowded_world(11, recipe)
    frame, labels = frame_of(engine, world, 11)
    found = cube_patches(world, frame, labels, np.random.default_rng(0))
    n = len(found["kind"])
    assert n > 20 and all(len(column) == n for column in found.values())
    cube = found["kind"] < KINDS.index("cube")
    assert (found["skewer"][cube] >= 0).all()
    assert 0.2 < found["back"][cube].mean() < 0.8
    for s in set(found["skewer"][cube].tolist()):
        thing = world.things[s]
        assert thing.name == "skewer" and thing.axis is not None
        ends = world.camera.project(np.stack(thing.axis))
        way = (ends[1] - ends[0]) / np.linalg.norm(ends[1] - ends[0])
        mine = cube & (found["skewer"] == s)
        turned = np.where(found["back"][mine], -1, 1)[:, None] * found["direction"][mine]
        assert (turned @ way > 0.95).all()
        # In order along the stick they are what the skewer was made of, but for those that are hidden.
        order = np.argsort(found["middle"][mine] @ way)
        named = [KINDS[k] for k in found["kind"][mine][order]]
        made = [x for x in thing.meta["layers"] if x in CUBES]  # type: ignore[attr-defined]
        rest = iter(made)
        assert all(k in rest for k in named), (named, made)
    # A strip pierced once lies on a skewer as well, and what lies about does not.
    hanging = ~cube & (found["wrap"] > WRAPS.index("plain"))
    assert (found["skewer"][hanging] >= 0).all()
    assert (found["skewer"][found["wrap"] < 0] == -1).all()

"""The held-out test set: tables that no training picture is like, each with its true answer.

`python -m datasets.heldout OUT --count 300 --seed 7000 --engine cycles --assets DIR` writes
`OUT/images/*.jpg` and `OUT/truth.jsonl`. Stopped at any time, it goes on where it was; the same seed gives
the same picture.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.random import Generator

from datasets import heldout_textures as cloths
from datasets.camera import Camera, Sensor, kelvin
from datasets.environment import HELD_OUT
from datasets.heldout_scenario import made_for
from datasets.heldout_set import finished, generate, picture, truth_row
from datasets.heldout_shapes import plate
from datasets.heldout_table import (
    CARD_RADIUS,
    Array,
    Table,
    loose_on_plate,
    random_look,
    round_about,
    row_of_spots,
    slab,
    strew,
)
from datasets.pieces import STRIPS, Material, Thing
from datasets.response import random_response
from datasets.world import Lamp, Recipe, World, circle_points

__all__ = ["MIN_CUBE_PX", "finished", "generate", "heldout_world", "main", "picture", "truth_row"]
MIN_CUBE_PX = 22.0


def _inside(camera: Camera, points: Array, margin: float) -> bool:
    p = camera.project(points)
    return bool(
        (p > margin).all()
        and (p[:, 0] < camera.size[0] - margin).all()
        and (p[:, 1] < camera.size[1] - margin).all()
    )


def _aim(
    rng: Generator, recipe: Recipe, must: Callable[[float], Array], cube: float
) -> tuple[Camera, Array, float, float]:
    """A camera that has everything that matters in its frame: (camera, points that matter, tilt in degrees,
    azimuth of the card).

    `must(azimuth)` gives the points that matter with the order card at that azimuth from the plate; the
    first 8 are the skewer's.
    """
    low, high = np.log(MIN_CUBE_PX + 0.5), np.log(max(recipe.cube_px[1], MIN_CUBE_PX + 1))
    px = float(np.exp(rng.uniform(low, high)))
    band = int(rng.integers(3))
    k1 = float(rng.choice([0.0, rng.uniform(-0.1, 0.06)], p=[0.35, 0.65]))
    for attempt in range(400):
        tilt = float(rng.uniform(15 * band, 15 * band + 15))
        vfov = float(rng.uniform(34, 60))
        focal = recipe.size[1] / 2 / np.tan(np.radians(vfov) / 2)
        far = cube * focal / px
        azimuth, toward = float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(0, 2 * np.pi))
        points = must(toward)
        target = (points.min(0) + points.max(0)) / 2 * [1, 1, 0] + np.array(
            [*rng.normal(0, far * 0.05, 2), 0]
        )
        a = np.radians(tilt)
        eye = target + far * np.array([np.sin(a) * np.cos(azimuth), np.sin(a) * np.sin(azimuth), np.cos(a)])
        camera = Camera(
            tuple(float(e) for e in eye),
            tuple(float(t) for t in target),
            float(rng.normal(0, 0.07)),
            vfov,
            recipe.size,
            k1,
        )
        if attempt % 40 == 39:
            px = max(px * 0.95, MIN_CUBE_PX + 0.5)
        depth = ((points[:8] - eye) @ camera.axes[2]).max()
        if cube * focal / depth >= MIN_CUBE_PX and _inside(camera, points, 6):
            return camera, points, tilt, toward
    raise ValueError("the camera cannot be placed: the frame is too small for a plate and a card")


def _light(rng: Generator) -> tuple[tuple[Lamp, ...], Array, Array, float, float]:
    """Lamps, sky, ground, the light's temperature in K and its strength in lux."""
    warm = float(rng.uniform(2700, 6500))
    lux = float(np.exp(rng.uniform(np.log(30), np.log(1000))))
    fill = float(rng.choice([rng.uniform(0.12, 0.4), rng.uniform(0.4, 1.5)]))
    mixed = kelvin(float(rng.uniform(4500, 7500))) if rng.random() < 0.25 else kelvin(warm)
    lamps = []
    for k in range(int(rng.choice([1, 2, 3], p=[0.55, 0.3, 0.15]))):
        d = np.array([rng.normal(0, 0.8), rng.normal(0, 0.8), rng.uniform(0.6, 1.5)])
        d /= np.linalg.norm(d)
        strength = float(rng.uniform(0.5, 1.3)) * (1.0 if k == 0 else float(rng.uniform(0.15, 0.5)))
        lamps.append(
            Lamp(
                tuple(float(x) for x in d),
                tuple(float(c) for c in kelvin(warm) * strength),
                float(rng.choice([0.03, 0.1, 0.3])),
            )
        )
    return (
        tuple(lamps),
        (mixed * fill).astype(np.float32),
        (mixed * fill * rng.uniform(0.3, 0.7)).astype(np.float32),
        warm,
        lux,
    )


def heldout_world(seed: int, recipe: Recipe) -> World:
    """The test table of that seed; its answer is `meta["truth"]`, its camera's answer to light
    `meta["response"]`.

    Raises:
        ValueError: the recipe has no orders or faces, or a frame in which a plate with a card has no room.
    """
    if not recipe.orders or any(k not in recipe.faces for k in recipe.orders):
        raise ValueError("the recipe needs orders and a face for each of them")
    rng = np.random.default_rng([seed, 0x7E57])
    look = random_look(rng, recipe)
    table = Table(rng)
    radius = float(rng.uniform(92, 112))
    dish, glaze, height = plate(rng, radius)

    # What is asked for and what lies on the plate.
    roll = rng.random()
    others = [k for k in recipe.faces if k not in recipe.orders]
    order = str(rng.choice(list(recipe.orders)))
    card: str | None = (
        order
        if roll < 0.90 or (roll >= 0.94 and not others)
        else None
        if roll < 0.94
        else str(rng.choice(others))
    )
    count = int(rng.choice([1, 0, 2], p=[0.92, 0.04, 0.04]))
    made: list[tuple[tuple[str, ...], str, dict[str, int]]] = []
    for k in range(count):
        layers, how = (
            made_for(order, recipe.orders, rng)
            if k == 0
            else made_for(str(rng.choice(list(recipe.orders))), recipe.orders, rng)
        )
        made.append((layers, how, {s: int(rng.integers(4)) for s in STRIPS if s in layers}))

    length = look.stick_length
    angle = float(rng.uniform(0, 2 * np.pi))
    middle = rng.normal(0, radius * 0.09, 2)
    side = np.array([-np.sin(angle), np.cos(angle)])
    starts = []
    for k in range(max(count, 1)):
        shift = side * (0.0 if count < 2 else (k - 0.5) * look.cube * float(rng.uniform(2.2, 3.2)))
        turn = angle + (0.0 if k == 0 else float(rng.normal(0, 0.12)) + float(rng.choice([0, np.pi])))
        starts.append((middle + shift - np.array([np.cos(turn), np.sin(turn)]) * length / 2, turn))
    gap = radius + CARD_RADIUS + float(rng.uniform(6, 40))

    def must(toward: float) -> Array:
        ends = [
            np.array(
                [
                    [*s, height + z]
                    for s in (start, start + np.array([np.cos(t), np.sin(t)]) * (length + 8))
                    for z in (0.0, look.cube)
                ]
            )
            for start, t in starts
        ]
        sticks = np.concatenate(
            [np.add(e, [*side * d, 0]) for e in ends for d in (-look.cube * 0.7, look.cube * 0.7)]
        )
        circle = circle_points(np.cos(toward) * gap, np.sin(toward) * gap, CARD_RADIUS, 0.5)
        return np.concatenate([sticks, circle]).astype(np.float32)

    camera, important, tilt, toward = _aim(rng, recipe, must, look.cube)

    # The table itself, with its edge in sight now and then.
    top, width = cloths.table_top(rng, recipe.photo_folders)
    finish = Material(top, float(rng.uniform(0.2, 0.95)), float(rng.uniform(0.02, 0.05)))
    edge = np.array([2600.0, 2600.0]) if rng.random() < 0.75 else rng.uniform(330, 620, 2)
    table.add([(slab(edge, width), finish)])
    if edge[0] < 1000:
        floor, wide = cloths.table_top(rng, ())
        table.add(
            [
                (
                    slab(np.array([4000.0, 4000.0]), wide * 2).moved(np.eye(3), np.array([0, 0, -720.0])),
                    Material(floor, 0.9),
                )
            ]
        )
    table.add([(dish, glaze)], Thing("plate", circle_points(0, 0, radius, height), round=True))
    placed = [
        table.skewer(look, layers, tuple(start), turn, height, sides)
        for (layers, _, sides), (start, turn) in zip(made, starts, strict=False)
    ]
    for start, turn in starts[:count]:
        table.spots += row_of_spots(start[0], start[1], turn, length, look.cube * 0.75)
    off = (float(np.cos(toward) * gap), float(np.sin(toward) * gap))
    card_thing = table.card(recipe, *off, card) if card is not None else -1
    on_plate = loose_on_plate(table, look, rng, radius, height)
    table.spots.append((0.0, 0.0, radius))
    round_about(table, look, recipe, rng, camera, edge)
    strew(table, rng, camera, edge, important)

    lamps, sky, ground, warm, lux = _light(rng)
    hdri = str(rng.choice(HELD_OUT)) if rng.random() < 0.8 else ""
    skewers = [
        {"thing": t, "layers": list(layers), "made": how, "sides": sides, "on_plate": True}
        for t, (layers, how, sides) in zip(placed, made, strict=True)
    ]
    truth = {
        "order": card,
        "order_layers": list(recipe.orders.get(card or "", ())),
        "order_thing": card_thing,
        "skewers": skewers,
        "loose_on_plate": on_plate,
        "wrap": look.wrap,
        "shape": look.shape,
        "kelvin": round(warm),
        "lux": round(lux),
        "light": "dim" if lux < 100 else "room" if lux < 400 else "bright",
        "tilt": round(tilt, 1),
        "cube_mm": round(look.cube, 2),
    }
    return World(
        tuple(table.parts),
        tuple(table.things),
        camera,
        lamps,
        tuple(float(s) for s in sky),
        tuple(float(g) for g in ground),
        Sensor(),
        None,
        {
            "seed": seed,
            "truth": truth,
            "wrap": look.wrap,
            "kelvin": warm,
            "response": random_response(rng, warm, lux),
            "environment": {
                "hdri": hdri,
                "turn": float(rng.uniform(0, 2 * np.pi)),
                "tint": float(rng.uniform(0.2, 1.0)),
            },
            "aperture": float(rng.choice([0.0, rng.uniform(0.5, 2.6)])),
        },
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns the exit code."""
    parser = argparse.ArgumentParser(
        "python -m datasets.heldout", description="Render the held-out test set."
    )
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=7000, help="first seed (default 7000)")
    parser.add_argument("--engine", choices=("cycles", "gl"), default="cycles")
    parser.add_argument(
        "--assets", type=Path, help="folder with hdri/ and textures/; without it everything is drawn"
    )
    parser.add_argument("--samples", type=int, default=4)
    parser.add_argument("--size", default="1280x720")
    parser.add_argument("--profile", default="kit")
    options = parser.parse_args(arguments)

    from tqdm import tqdm

    from datasets.gl import GLEngine
    from datasets.recipes import recipe_from

    size = tuple(int(x) for x in options.size.split("x"))
    textures = (options.assets / "textures",) if options.assets else ()
    recipe = recipe_from(
        options.profile, None, photo_folders=textures, size=size, cube_px=(MIN_CUBE_PX, 60.0)
    )
    seeds = range(options.seed, options.seed + options.count)
    gl = GLEngine(size, samples=0 if options.engine == "cycles" else 4)
    make = lambda seed: heldout_world(seed, recipe)  # noqa: E731
    bar = lambda left: tqdm(left, unit="image")  # noqa: E731
    try:
        if options.engine == "gl":
            drawn = generate(options.out, seeds, make, gl.render, bar)
        else:
            from datasets.cycles import CyclesEngine

            with CyclesEngine(options.assets / "hdri" if options.assets else None, options.samples) as cycles:
                traced = lambda w: (cycles.render(w), gl.render(w)[1])  # noqa: E731
                drawn = generate(options.out, seeds, make, traced, bar)
    except KeyboardInterrupt:
        print("stopped; the same command goes on from here", file=sys.stderr)
        return 130
    print(f"{drawn} pictures drawn, {len(finished(options.out))} in {os.fspath(options.out)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

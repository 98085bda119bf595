"""Close-ups of single cubes for the second opinion: `python -m datasets.patches OUT --scenes 1500`.

Tables crowded with skewers, so that one rendered frame gives dozens of cubes. Each chunk of scenes becomes
one `.npz`.
"""

from __future__ import annotations

import argparse
import os
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from datasets import surfaces
from datasets.camera import develop, random_sensor
from datasets.generate import Engine, make_engine
from datasets.labels import label
from datasets.pieces import CUBES, STRIPS, Material
from datasets.random_table import filled, lay_cards, random_camera, random_lamps, strew_distractors
from datasets.recipes import recipe_from
from datasets.table import Table, add_plate, ground_plane, place_skewer, random_layers, random_look, row
from datasets.world import Recipe, World
from vision import closeup
from vision.geometry import warp
from vision.light import light_features

KINDS = (*CUBES, "cube", "none")
WRAPS = ("plain", *STRIPS)
CHUNK = 10


def crowded_world(seed: int, recipe: Recipe) -> World:
    """As many skewers as find room, from several sets, over any table."""
    rng = np.random.default_rng([seed, 0xC0DE])
    camera, px = random_camera(rng, recipe)
    lamps, sky, ground, kelvin = random_lamps(rng)
    table = Table(rng)
    reach = np.array(recipe.size) / px * 20.0 / 2
    backdrop = None
    if recipe.backdrops and rng.random() < 0.3:
        file = recipe.backdrops[int(rng.integers(len(recipe.backdrops)))]
        backdrop = filled(cv2.imdecode(np.fromfile(file, np.uint8), cv2.IMREAD_COLOR), recipe.size, rng)
        table.add(ground_plane(1.0), Material(surfaces.solid((128, 128, 128)), 1.0, 0.0, True))
    else:
        table.add(
            ground_plane(float(np.exp(rng.uniform(np.log(1.5), np.log(14))))),
            Material(surfaces.table_top(rng, list(recipe.photo_folders)), float(rng.uniform(0.15, 0.95))),
        )
    height = 0.0
    if rng.random() < 0.75:
        _, height = add_plate(
            table, float(rng.normal(0, reach[0] * 0.3)), float(rng.normal(0, reach[1] * 0.3)), rng
        )
    look = random_look(rng, recipe)
    orders = list(recipe.orders.values())
    misses = 0
    while misses < 25 and len(table.things) < 90:
        if rng.random() < 0.4:
            look = random_look(rng, recipe)
        layers = random_layers(rng, orders)
        angle, half = float(rng.uniform(0, 2 * np.pi)), look.stick_length / 2
        x, y = float(rng.uniform(-1, 1) * reach[0] * 0.95), float(rng.uniform(-1, 1) * reach[1] * 0.95)
        start = (x - np.cos(angle) * half, y - np.sin(angle) * half)
        spots = row(*start, angle, look.stick_length, look.cube * 0.65)
        if not table.free(spots, 0.0):
            misses += 1
            continue
        place_skewer(table, look, layers, start, angle, height if rng.random() < 0.6 else 0.0)
        table.take(spots)

    def somewhere(share: float = 0.95) -> tuple[float, float]:
        return float(rng.uniform(-1, 1) * reach[0] * share), float(rng.uniform(-1, 1) * reach[1] * share)

    lay_cards(table, recipe, rng, somewhere)
    strew_distractors(table, rng, somewhere, reach)
    return World(
        tuple(table.parts),
        tuple(table.things),
        camera,
        lamps,
        tuple(float(s) for s in sky),
        tuple(float(g) for g in ground),
        random_sensor(rng, kelvin),
        backdrop,
        {"seed": seed, "cube_px": px, "kelvin": kelvin},
    )


def scene_patches(engine: Engine, recipe: Recipe, seed: int) -> dict[str, NDArray[np.generic]]:
    """All cubes of one crowded scene, twice each with different jitter, and places that are none: bare stick
    beside a cube, other things, and anything."""
    world = crowded_world(seed, recipe)
    rng = np.random.default_rng([seed, 0xFACE])
    linear, ids = engine.render(world)
    labels = {x.thing: x for x in label(world, ids)}
    pinhole = np.asarray(world.camera.distort(linear), np.float32)
    frame = develop(pinhole, world.sensor, rng)
    light = light_features(frame)
    out: dict[str, list[object]] = {
        k: [] for k in ("image", "kind", "wrap", "left", "right", "strip_pixels", "side_px", "light")
    }
    strips = {(t.owner, t.name): i for i, t in enumerate(world.things) if t.name in STRIPS and t.owner >= 0}
    middles: list[NDArray[np.float32]] = []
    rows: dict[int, list[tuple[NDArray[np.float32], NDArray[np.float32], float]]] = {}
    for i, thing in enumerate(world.things):
        if thing.name not in CUBES or thing.owner < 0 or i not in labels or thing.axis is None:
            continue
        box = labels[i].corners
        middle = box.mean(0)
        if not (0 < middle[0] < recipe.size[0] and 0 < middle[1] < recipe.size[1]):
            continue
        middles.append(middle)
        wrap = str(thing.meta["wrap"])
        strip = strips.get((thing.owner, wrap))
        cover = labels[strip].pixels if strip in labels else 0
        area = float(np.linalg.norm(box[1] - box[0]) * np.linalg.norm(box[2] - box[1]))
        if labels[i].pixels + cover < 0.3 * area:
            continue
        run = sorted(world.things[strip].meta["layers"]) if strip is not None else []  # type: ignore[call-overload]
        at = thing.meta["layer"]
        ends = world.camera.project(np.stack(thing.axis))
        direction, side = ends[1] - ends[0], float(np.linalg.norm(box[1] - box[0]))
        direction = direction / max(float(np.linalg.norm(direction)), 1e-6)
        rows.setdefault(thing.owner, []).append((middle, direction, side))
        for _ in range(2):
            d = direction if rng.random() < 0.5 else -direction
            turn = rng.normal(0, np.radians(2.0))
            d = np.array(
                [d[0] * np.cos(turn) - d[1] * np.sin(turn), d[0] * np.sin(turn) + d[1] * np.cos(turn)],
                np.float32,
            )
            m = closeup.cube_matrix(
                middle + rng.normal(0, 0.08, 2).astype(np.float32) * side,
                d,
                side * float(rng.uniform(0.84, 1.18)),
            )
            forward = bool(d @ direction > 0)
            before, after = bool(run and at != run[0]), bool(run and at != run[-1])
            _append(
                out,
                warp(frame, m, closeup.CUBE_SIZE),
                CUBES.index(thing.name),
                WRAPS.index(wrap) if wrap else 0,
                before if forward else after,
                after if forward else before,
                cover * (closeup.CUBE_SIDE / side) ** 2,
                side,
                light,
            )
    for stick in rows.values():
        for spot, direction, side in _bare_spots(stick, rng):
            if rng.random() < 0.5 and all(np.hypot(*(spot - q)) > 0.8 * side for q in middles):
                m = closeup.cube_matrix(spot, direction, side * float(rng.uniform(0.84, 1.18)))
                view = warp(frame, m, closeup.CUBE_SIZE)
                _append(out, view, KINDS.index("none"), 0, False, False, 0.0, side, light)
    others = [
        t.points.mean(0)
        for t in world.things
        if t.name in ("card", "card_back", "handle", "bacon", "cheese", "plate")
    ]
    spots = [world.camera.project(p[None])[0] for p in others] + [
        np.array([rng.uniform(0, s) for s in recipe.size], np.float32) for _ in range(3)
    ]
    scale = float(world.meta["cube_px"])  # type: ignore[arg-type]
    for spot in spots:
        spot = spot + rng.normal(0, scale * 0.8, 2)
        if rng.random() < 0.35 and all(np.hypot(*(spot - q)) > 0.75 * scale for q in middles):
            angle = rng.uniform(0, 2 * np.pi)
            m = closeup.cube_matrix(
                spot.astype(np.float32),
                np.array([np.cos(angle), np.sin(angle)], np.float32),
                scale * float(rng.uniform(0.4, 1.3)),
            )
            _append(
                out,
                warp(frame, m, closeup.CUBE_SIZE),
                KINDS.index("none"),
                0,
                False,
                False,
                0.0,
                scale,
                light,
            )
    return {k: np.asarray(v) for k, v in out.items()}


def _bare_spots(
    stick: list[tuple[NDArray[np.float32], NDArray[np.float32], float]], rng: np.random.Generator
) -> list[tuple[NDArray[np.float32], NDArray[np.float32], float]]:
    """Where the reader asks whether a cube was missed: beside each cube, (middle, direction, side) px."""
    out = []
    for middle, direction, side in stick:
        for way in (-1.0, 1.0):
            step = way * float(rng.uniform(0.95, 1.35)) * side
            across = np.array([-direction[1], direction[0]]) * rng.normal(0, 0.08) * side
            out.append(((middle + direction * step + across).astype(np.float32), direction * way, side))
    return out


def _append(
    out: dict[str, list[object]],
    image: NDArray[np.uint8],
    kind: int,
    wrap: int,
    left: bool,
    right: bool,
    pixels: float,
    side: float,
    light: NDArray[np.float32],
) -> None:
    for k, v in zip(out, (image, kind, wrap, left, right, pixels, side, light), strict=True):
        out[k].append(v)


_engine: Engine | None = None


def draw(out: Path, chunk: int, first: int, recipe: Recipe, engine: str, assets: Path | None) -> int:
    """One chunk to disk; the number of patches."""
    global _engine
    cv2.setNumThreads(1)
    if _engine is None:
        _engine = make_engine(engine, recipe.size, assets)
    scenes = [scene_patches(_engine, recipe, first + chunk * CHUNK + k) for k in range(CHUNK)]
    scenes = [s for s in scenes if len(s["kind"])]
    if not scenes:
        scenes = [
            {
                "image": np.zeros((0, *closeup.CUBE_SIZE, 3), np.uint8),
                **{k: np.zeros(0) for k in ("kind", "wrap", "left", "right", "strip_pixels", "side_px")},
                "light": np.zeros((0, 6), np.float32),
            }
        ]
    part = out / f"{first + chunk * CHUNK:06d}.part"
    with part.open("wb") as f:
        np.savez_compressed(f, **{k: np.concatenate([s[k] for s in scenes]) for k in scenes[0]})
    part.replace(part.with_suffix(".npz"))
    return sum(len(s["kind"]) for s in scenes)


def main(argv: list[str] | None = None) -> int:
    """Command line."""
    p = argparse.ArgumentParser(prog="datasets.patches", description=__doc__)
    p.add_argument("out", type=Path)
    p.add_argument("--scenes", type=int, default=1500)
    p.add_argument("--seed", type=int, default=2_000_000)
    p.add_argument("--engine", choices=["gl", "mitsuba"], default="gl")
    p.add_argument("--assets", type=Path)
    p.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    a = p.parse_args(argv)
    recipe = replace(recipe_from("kit", a.assets), cube_px=(18.0, 56.0))
    if a.engine == "mitsuba":
        recipe = replace(recipe, backdrops=())  # it draws no photographic backdrops
    a.out.mkdir(parents=True, exist_ok=True)
    chunks = [
        c for c in range(-(-a.scenes // CHUNK)) if not (a.out / f"{a.seed + c * CHUNK:06d}.npz").exists()
    ]
    total = 0
    with ProcessPoolExecutor(a.workers) as pool, tqdm(total=len(chunks) * CHUNK, unit="scene") as bar:
        jobs = [pool.submit(draw, a.out, c, a.seed, recipe, a.engine, a.assets) for c in chunks]
        try:
            for job in as_completed(jobs):
                total += job.result()
                bar.update(CHUNK)
                bar.set_postfix(patches=total)
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Close-ups of single cubes for the second opinion: `python -m datasets.patches OUT --scenes 1500`.

Tables crowded with skewers, so that one rendered frame gives dozens of cubes. Each chunk of scenes becomes
one `.npz`; with `--pictures` the same frames also give pictures for the detector.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from tqdm import tqdm

from datasets import views
from datasets.camera import develop, random_sensor
from datasets.crowded import crowded_world
from datasets.generate import Engine, exposed, make_engine, prepare, save_picture
from datasets.labels import Label
from datasets.pieces import CUBES, STRIPS
from datasets.recipes import recipe_from
from datasets.world import Recipe, World
from vision import closeup
from vision.geometry import warp
from vision.light import light_features

KINDS = (*CUBES, "cube", "none")
WRAPS = ("plain", *STRIPS)
UNKNOWN = -1
"""The wrap of a place that is no part of a skewer: not to be learnt."""
CHUNK = 10
Point = NDArray[np.float32]
"""(2,) px."""


@dataclass(frozen=True, slots=True)
class Place:
    """One close-up to be cut: its middle, the direction that comes to lie along +x, and the length that
    becomes a cube's side, in px of the frame; and what is to be learnt from it.

    `strip_pixels`: how much of the strip is seen, in px of the close-up; `left`, `right`: the strip goes on
    to the neighbour there.
    """

    middle: Point
    direction: Point
    side: float
    kind: int
    wrap: int
    left: bool = False
    right: bool = False
    strip_pixels: float = 0.0


def cube_patches(
    world: World, frame: NDArray[np.uint8], seen: Sequence[Label], rng: Generator
) -> dict[str, NDArray[np.generic]]:
    """All cubes of one photograph (H, W, 3) BGR of a world, each as the detector might see it, and places
    that are none: bare stick beside a cube, strips pierced once (whose `wrap` is that strip), other things,
    and anything."""
    labels = {x.thing: x for x in seen}
    size = (frame.shape[1], frame.shape[0])
    cubes = list(_cubes(world, labels, size))
    places = [_jittered(c, rng) for c in cubes]
    places += _none(world, labels, cubes, size, rng)
    light = light_features(frame)
    cut = [warp(frame, closeup.cube_matrix(p.middle, p.direction, p.side), closeup.CUBE_SIZE) for p in places]
    return {
        "image": np.asarray(cut, np.uint8).reshape(-1, *closeup.CUBE_SIZE[::-1], 3),
        "kind": np.array([p.kind for p in places], np.int8),
        "wrap": np.array([p.wrap for p in places], np.int8),
        "left": np.array([p.left for p in places], np.bool_),
        "right": np.array([p.right for p in places], np.bool_),
        "strip_pixels": np.array([p.strip_pixels for p in places], np.float32),
        "side_px": np.array([p.side for p in places], np.float32),
        "light": np.repeat(light[None], len(places), 0),
    }


def _cubes(world: World, labels: dict[int, Label], size: tuple[int, int]) -> Iterator[Place]:
    """The cubes on sticks of which enough is seen, each along its stick."""
    strips = {(t.owner, t.name): i for i, t in enumerate(world.things) if t.name in STRIPS and t.owner >= 0}
    for i, thing in enumerate(world.things):
        if thing.name not in CUBES or thing.owner < 0 or i not in labels or thing.axis is None:
            continue
        box = labels[i].corners
        middle = box.mean(0)
        if not (0 < middle[0] < size[0] and 0 < middle[1] < size[1]):
            continue
        wrap = str(thing.meta["wrap"])
        strip = strips.get((thing.owner, wrap))
        cover = labels[strip].pixels if strip in labels else 0
        side, across = (float(np.linalg.norm(box[k + 1] - box[k])) for k in (0, 1))
        if labels[i].pixels + cover < 0.3 * side * across:
            continue
        run = sorted(world.things[strip].meta["layers"]) if strip is not None else []  # type: ignore[call-overload]
        ends = world.camera.project(np.stack(thing.axis))
        at = thing.meta["layer"]
        yield Place(
            middle,
            _unit(ends[1] - ends[0]),
            side,
            CUBES.index(thing.name),
            WRAPS.index(wrap) if wrap else 0,
            bool(run and at != run[0]),
            bool(run and at != run[-1]),
            cover * (closeup.CUBE_SIDE / side) ** 2,
        )


def _jittered(cube: Place, rng: Generator) -> Place:
    """A cube as the detector might say where it is, from either end of its stick."""
    turn = float(rng.normal(0, np.radians(2.0)))
    c, s = np.cos(turn), np.sin(turn)
    direction = np.array([[c, -s], [s, c]], np.float32) @ cube.direction
    moved = replace(
        cube,
        middle=cube.middle + rng.normal(0, 0.08, 2).astype(np.float32) * cube.side,
        direction=direction,
        side=cube.side * float(rng.uniform(0.84, 1.18)),
    )
    if rng.random() < 0.5:
        return moved
    return replace(moved, direction=-direction, left=cube.right, right=cube.left)


def _none(
    world: World, labels: dict[int, Label], cubes: Sequence[Place], size: tuple[int, int], rng: Generator
) -> list[Place]:
    """Places that are no cubes."""
    none = KINDS.index("none")
    middles = [c.middle for c in cubes]
    once = _pierced_spots(world, labels)
    out: list[Place] = []
    for spot, direction, side in _bare_spots(cubes, rng):
        if rng.random() < 0.35 and _apart(spot, middles, 0.8 * side):
            # What hangs across the stick there is seen although it is no cube.
            over = [wrap for at, _, wrap in once if not _apart(spot, [at], 0.7 * side)]
            wrap = over[0] if over else 0
            out.append(Place(spot, direction, side * float(rng.uniform(0.84, 1.18)), none, wrap))
    scale = float(world.meta["cube_px"])  # type: ignore[arg-type]
    for spot, direction, wrap in once:
        if _apart(spot, middles, 0.6 * scale):
            for way in (1.0, -1.0):
                near = spot + rng.normal(0, 0.1, 2).astype(np.float32) * scale
                out.append(Place(near, direction * way, scale * float(rng.uniform(0.8, 1.2)), none, wrap))
    for spot in _other_spots(world, rng, scale, size):
        if rng.random() < 0.2 and _apart(spot, middles, 0.75 * scale):
            angle = float(rng.uniform(0, 2 * np.pi))
            direction = np.array([np.cos(angle), np.sin(angle)], np.float32)
            out.append(Place(spot, direction, scale * float(rng.uniform(0.4, 1.3)), none, UNKNOWN))
    return out


def _other_spots(world: World, rng: Generator, scale: float, size: tuple[int, int]) -> list[Point]:
    """Near things that are no cubes, and anywhere, px."""
    names = ("card", "card_back", "handle", "bacon", "cheese", "plate")
    middles = [world.camera.project(t.points.mean(0)[None])[0] for t in world.things if t.name in names]
    middles += [np.array([rng.uniform(0, s) for s in size], np.float32) for _ in range(3)]
    return [(m + rng.normal(0, scale * 0.8, 2)).astype(np.float32) for m in middles]


def _pierced_spots(world: World, labels: dict[int, Label]) -> list[tuple[Point, Point, int]]:
    """Strips that the stick pierces once and that can be seen: (middle, direction of the stick) px, and which
    strip, by WRAPS."""
    out = []
    for i, t in enumerate(world.things):
        if t.name not in STRIPS or t.axis is None or t.meta.get("wraps") != 0:
            continue
        if i not in labels or labels[i].visibility < 0.3:
            continue
        a, b = t.axis
        on = a + _unit(b - a) * float(str(t.meta["at"]))
        ends = world.camera.project(np.stack([on, on + 10 * _unit(b - a)]))
        out.append((ends[0].astype(np.float32), _unit(ends[1] - ends[0]), WRAPS.index(t.name)))
    return out


def _bare_spots(cubes: Sequence[Place], rng: Generator) -> list[tuple[Point, Point, float]]:
    """Where the reader asks whether a cube was missed: beside each cube, (middle, direction, side) px."""
    out = []
    for cube in cubes:
        for way in (-1.0, 1.0):
            step = way * float(rng.uniform(0.95, 1.35)) * cube.side
            across = np.array([-cube.direction[1], cube.direction[0]]) * rng.normal(0, 0.08) * cube.side
            spot = (cube.middle + cube.direction * step + across).astype(np.float32)
            out.append((spot, cube.direction * way, cube.side))
    return out


def _apart(spot: Point, others: Sequence[Point], least: float) -> bool:
    return all(np.hypot(*(spot - q)) > least for q in others)


def _unit(v: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(v / max(float(np.linalg.norm(v)), 1e-6), np.float32)


_engine: Engine | None = None


def draw(
    out: Path,
    pictures: Path | None,
    chunk: int,
    first: int,
    recipe: Recipe,
    engine: str,
    assets: Path | None,
    photographs: int,
) -> int:
    """One chunk to disk; the number of patches. Each table is photographed several times, by other cameras
    from the same place, since light takes long to trace."""
    global _engine
    cv2.setNumThreads(1)
    if _engine is None:
        _engine = make_engine(engine, recipe.size, assets)
    scenes = []
    strips: list[tuple[NDArray[np.uint8], list[views.Row]]] = []
    rng = np.random.default_rng([first + chunk * CHUNK, 0xB1])
    for seed in range(first + chunk * CHUNK, first + (chunk + 1) * CHUNK):
        world = crowded_world(seed, recipe)
        linear, labels = exposed(_engine, world)
        for k in range(photographs):
            chance = np.random.default_rng([seed, 0xCA11, k])
            sensor = random_sensor(chance, float(str(world.meta["kelvin"]))) if k else world.sensor
            frame = develop(linear, sensor, chance)
            scenes.append(cube_patches(world, frame, labels, np.random.default_rng([seed, 0xFACE, k])))
        if pictures is not None:
            owner = {i: t.owner for i, t in enumerate(world.things)}
            strips += views.skewer_strips(frame, labels, owner, rng)
            for kind, picture in (
                ("w", views.window(frame, labels, rng) if rng.random() < 0.5 else None),
                ("r", views.region(frame, labels, rng) if rng.random() < 0.5 else None),
            ):
                if picture is not None:
                    save_picture(pictures, "train", f"c{engine}{seed:07d}{kind}", *picture)
    for k in range(0, len(strips) if pictures is not None else 0, views.STACK):
        stack = views.stacked(strips[k : k + views.STACK])
        assert pictures is not None
        save_picture(pictures, "train", f"c{engine}{first + chunk * CHUNK:07d}s{k}", *stack)
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
    p.add_argument("--photographs", type=int, default=2, help="of each table, by other cameras (default 2)")
    p.add_argument("--assets", type=Path)
    p.add_argument("--pictures", type=Path, help="also cut pictures for the detector from the same frames")
    p.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    a = p.parse_args(argv)
    if a.photographs < 1:
        p.error(f"--photographs {a.photographs}: each table needs at least one")
    recipe = replace(recipe_from("kit", a.assets), cube_px=(18.0, 72.0))
    if a.engine == "mitsuba":
        recipe = replace(recipe, backdrops=())  # it draws no photographic backdrops
    a.out.mkdir(parents=True, exist_ok=True)
    if a.pictures is not None:
        prepare(a.pictures, "train")
    chunks = [
        c for c in range(-(-a.scenes // CHUNK)) if not (a.out / f"{a.seed + c * CHUNK:06d}.npz").exists()
    ]
    total = 0
    with ProcessPoolExecutor(a.workers) as pool, tqdm(total=len(chunks) * CHUNK, unit="scene") as bar:
        jobs = [
            pool.submit(draw, a.out, a.pictures, c, a.seed, recipe, a.engine, a.assets, a.photographs)
            for c in chunks
        ]
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

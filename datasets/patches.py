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
    to the neighbour there. `skewer`: the thing on whose stick it lies, -1 for none; `back`: `direction` runs
    towards that stick's first end.
    """

    middle: Point
    direction: Point
    side: float
    kind: int
    wrap: int
    left: bool = False
    right: bool = False
    strip_pixels: float = 0.0
    skewer: int = -1
    back: bool = False


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
        "skewer": np.array([p.skewer for p in places], np.int32),
        "middle": np.array([p.middle for p in places], np.float32).reshape(-1, 2),
        "direction": np.array([p.direction for p in places], np.float32).reshape(-1, 2),
        "back": np.array([p.back for p in places], np.bool_),
    }


def _cubes(world: World, labels: dict[int, Label], size: tuple[int, int]) -> Iterator[Place]:
    """The cubes on sticks of which enough is seen, each along its stick."""
    strips = {
        (t.owner, layer): i
        for i, t in enumerate(world.things)
        if t.name in STRIPS and t.owner >= 0
        for layer in t.meta["layers"]  # type: ignore[attr-defined]
    }
    for i, thing in enumerate(world.things):
        if thing.name not in CUBES or thing.owner < 0 or i not in labels or thing.axis is None:
            continue
        box = labels[i].corners
        middle = box.mean(0)
        if not (0 < middle[0] < size[0] and 0 < middle[1] < size[1]):
            continue
        wrap = str(thing.meta["wrap"])
        strip = strips.get((thing.owner, thing.meta["layer"]))
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
            thing.owner,
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
    return replace(moved, direction=-direction, left=cube.right, right=cube.left, back=True)


def _none(
    world: World, labels: dict[int, Label], cubes: Sequence[Place], size: tuple[int, int], rng: Generator
) -> list[Place]:
    """Places that are no cubes."""
    none = KINDS.index("none")
    scale = float(world.meta["cube_px"])  # type: ignore[arg-type]
    middles = [c.middle for c in cubes]
    once = _pierced_spots(world, labels, scale)
    out: list[Place] = []
    for bare in _bare_spots(cubes, rng):
        if rng.random() < 0.35 and _apart(bare.middle, middles, 0.8 * bare.side):
            # What hangs across the stick there is seen although it is no cube.
            over = [p.wrap for p in once if not _apart(bare.middle, [p.middle], 0.7 * bare.side)]
            side = bare.side * float(rng.uniform(0.84, 1.18))
            out.append(replace(bare, side=side, wrap=over[0] if over else 0))
    for strip in once:
        if _apart(strip.middle, middles, 0.6 * scale):
            for back in (False, True):
                near = strip.middle + rng.normal(0, 0.1, 2).astype(np.float32) * scale
                way = -strip.direction if back else strip.direction
                side = scale * float(rng.uniform(0.8, 1.2))
                out.append(replace(strip, middle=near, direction=way, side=side, back=back))
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


def _pierced_spots(world: World, labels: dict[int, Label], side: float) -> list[Place]:
    """Strips that the stick pierces once and that can be seen; `side` of a cube, px."""
    out = []
    for i, t in enumerate(world.things):
        if t.name not in STRIPS or t.axis is None or t.meta.get("wraps") != 0:
            continue
        if i not in labels or labels[i].visibility < 0.3:
            continue
        a, b = t.axis
        on = a + _unit(b - a) * float(str(t.meta["at"]))
        ends = world.camera.project(np.stack([on, on + 10 * _unit(b - a)]))
        way, none = _unit(ends[1] - ends[0]), KINDS.index("none")
        wrap = WRAPS.index(t.name)
        out.append(Place(ends[0].astype(np.float32), way, side, none, wrap, skewer=t.owner))
    return out


def _bare_spots(cubes: Sequence[Place], rng: Generator) -> list[Place]:
    """Where the reader asks whether a cube was missed: beside each cube."""
    out = []
    for cube in cubes:
        for way in (-1.0, 1.0):
            step = way * float(rng.uniform(0.95, 1.35)) * cube.side
            across = np.array([-cube.direction[1], cube.direction[0]]) * rng.normal(0, 0.08) * cube.side
            spot = (cube.middle + cube.direction * step + across).astype(np.float32)
            none = KINDS.index("none")
            out.append(
                Place(spot, cube.direction * way, cube.side, none, 0, skewer=cube.skewer, back=way < 0)
            )
    return out


def _apart(spot: Point, others: Sequence[Point], least: float) -> bool:
    return all(np.hypot(*(spot - q)) > least for q in others)


def _unit(v: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(v / max(float(np.linalg.norm(v)), 1e-6), np.float32)


@dataclass(frozen=True, slots=True)
class Job:
    """What is drawn, and where to: close-ups to `out`, and where `pictures` is a folder, pictures for the
    detector from the same frames.

    Each table is photographed `photographs` times, by other cameras from the same place, since light takes
    long to trace.
    """

    out: Path
    pictures: Path | None
    recipe: Recipe
    engine: str
    assets: Path | None
    photographs: int


_engine: Engine | None = None


def draw(job: Job, first: int) -> int:
    """The tables of the seeds from `first` on, one chunk of them, to disk; the number of patches."""
    global _engine
    cv2.setNumThreads(1)
    if _engine is None:
        _engine = make_engine(job.engine, job.recipe.size, job.assets)
    scenes = []
    strips: list[tuple[NDArray[np.uint8], list[views.Row]]] = []
    rng = np.random.default_rng([first, 0xB1])
    for seed in range(first, first + CHUNK):
        world = crowded_world(seed, job.recipe)
        linear, labels = exposed(_engine, world)
        for k in range(job.photographs):
            chance = np.random.default_rng([seed, 0xCA11, k])
            sensor = random_sensor(chance, float(str(world.meta["kelvin"]))) if k else world.sensor
            frame = develop(linear, sensor, chance)
            scenes.append(cube_patches(world, frame, labels, np.random.default_rng([seed, 0xFACE, k])))
        if job.pictures is not None:
            owner = {i: t.owner for i, t in enumerate(world.things)}
            strips += views.skewer_strips(frame, labels, owner, rng)
            for kind, picture in (
                ("w", views.window(frame, labels, rng) if rng.random() < 0.5 else None),
                ("r", views.region(frame, labels, rng) if rng.random() < 0.5 else None),
            ):
                if picture is not None:
                    save_picture(job.pictures, "train", f"c{job.engine}{seed:07d}{kind}", *picture)
    if job.pictures is not None:
        for k in range(0, len(strips), views.STACK):
            stack = views.stacked(strips[k : k + views.STACK])
            save_picture(job.pictures, "train", f"c{job.engine}{first:07d}s{k}", *stack)
    part = job.out / f"{first:06d}.part"
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
    recipe = replace(recipe_from("kit", a.assets), cube_px=(18.0, 64.0))
    if a.engine == "mitsuba":
        recipe = replace(recipe, backdrops=())  # it draws no photographic backdrops
    a.out.mkdir(parents=True, exist_ok=True)
    if a.pictures is not None:
        prepare(a.pictures, "train")
    job = Job(a.out, a.pictures, recipe, a.engine, a.assets, a.photographs)
    chunks = [
        first
        for first in range(a.seed, a.seed + a.scenes, CHUNK)
        if not (a.out / f"{first:06d}.npz").exists()
    ]
    total = 0
    with ProcessPoolExecutor(a.workers) as pool, tqdm(total=len(chunks) * CHUNK, unit="scene") as bar:
        drawn = [pool.submit(draw, job, first) for first in chunks]
        try:
            for part in as_completed(drawn):
                total += part.result()
                bar.update(CHUNK)
                bar.set_postfix(patches=total)
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())

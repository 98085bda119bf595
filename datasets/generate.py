"""Draws a training set: `python -m datasets.generate OUT --scenes 3000`.

Work is cut into chunks of eight scenes. A finished chunk leaves `chunks/NNNNN.json`; an interrupted run
goes on where it stopped, and a chunk's pictures are the same whoever draws it.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import traceback
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from datasets import views
from datasets.camera import develop
from datasets.labels import CLASSES, label
from datasets.random_table import random_world
from datasets.recipes import recipe_from
from datasets.world import Recipe, World

CHUNK = 8
Picture = tuple[str, NDArray[np.uint8], list[views.Row]]


class Engine(Protocol):
    """Draws a world: linear RGB (H, W, 3) and thing indices (H, W)."""

    def render(self, world: World) -> tuple[NDArray[np.float32], NDArray[np.int32]]: ...


def make_engine(name: str, size: tuple[int, int], assets: Path | None = None) -> Engine:
    """The engine of that name: "gl" (fast) or "mitsuba" (physically based, with `assets`/hdri around it)."""
    if name == "gl":
        from datasets.gl import GLEngine

        return GLEngine(size)
    from datasets.mitsuba_engine import MitsubaEngine

    return MitsubaEngine(size, hdri=assets / "hdri" if assets else None)


def frame_of(engine: Engine, world: World, seed: int) -> tuple[NDArray[np.uint8], list[views.Label]]:
    """The photograph of a world (BGR) and its labels."""
    linear, labels = exposed(engine, world)
    return develop(linear, world.sensor, np.random.default_rng([seed, 0xCA11])), labels


def exposed(engine: Engine, world: World) -> tuple[NDArray[np.float32], list[views.Label]]:
    """The light that falls on the sensor, linear RGB (H, W, 3), and the labels."""
    linear, ids = engine.render(world)
    return np.asarray(world.camera.distort(linear), np.float32), label(world, ids)


def chunk_pictures(engine: Engine, recipe: Recipe, chunk: int, first_seed: int) -> Iterator[Picture]:
    """All training pictures of one chunk."""
    strips: list[tuple[NDArray[np.uint8], list[views.Row]]] = []
    rng = np.random.default_rng([first_seed, chunk, 0xC4])
    stack = 0
    for seed in range(first_seed + chunk * CHUNK, first_seed + (chunk + 1) * CHUNK):
        world = random_world(seed, recipe)
        frame, labels = frame_of(engine, world, seed)
        if rng.random() < 0.75:
            yield f"{seed:06d}w", *views.window(frame, labels, rng)
        close = views.region(frame, labels, rng) if rng.random() < 0.7 else None
        if close is not None:
            yield f"{seed:06d}r", *close
        owner = {i: t.owner for i, t in enumerate(world.things)}
        strips += views.skewer_strips(frame, labels, owner, rng)
        while len(strips) >= views.STACK:
            yield f"{first_seed + chunk * CHUNK:06d}s{stack}", *views.stacked(strips)
            strips, stack = strips[views.STACK :], stack + 1
    if strips:
        yield f"{first_seed + chunk * CHUNK:06d}s{stack}", *views.stacked(strips)


_engine: Engine | None = None


def draw_chunk(
    out: Path,
    split: str,
    chunk: int,
    first_seed: int,
    engine: str,
    recipe: Recipe,
    assets: Path | None = None,
) -> int:
    """Draw one chunk to disk; returns the number of pictures."""
    global _engine
    cv2.setNumThreads(1)
    if _engine is None:
        _engine = make_engine(engine, recipe.size, assets)
    names = []
    for name, picture, rows in chunk_pictures(_engine, recipe, chunk, first_seed):
        names.append(f"{engine}{name}")
        save_picture(out, split, names[-1], picture, rows)
    done = out / "chunks" / f"{engine}-{split}-{first_seed + chunk * CHUNK:06d}.json"
    done.with_suffix(".tmp").write_text(json.dumps(names), "utf-8")
    done.with_suffix(".tmp").replace(done)
    return len(names)


def save_picture(
    out: Path, split: str, name: str, picture: NDArray[np.uint8], rows: Sequence[views.Row]
) -> None:
    """One training picture and its label file."""
    ok, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 95])
    if not ok:
        raise RuntimeError("the JPEG encoder failed")
    data.tofile(out / "images" / split / f"{name}.jpg")
    (out / "labels" / split / f"{name}.txt").write_text(views.text(rows), "utf-8")


def prepare(out: Path, split: str) -> None:
    """The folders of a training set, and its description."""
    for folder in ("chunks", f"images/{split}", f"labels/{split}"):
        (out / folder).mkdir(parents=True, exist_ok=True)
    write_data_yaml(out)


def write_data_yaml(out: Path) -> None:
    """Ultralytics' description of the set."""
    names = "\n".join(f"  {i}: {n}" for i, n in enumerate(CLASSES))
    (out / "data.yaml").write_text(
        f"path: {out.resolve()}\ntrain: images/train\nval: images/val\nnames:\n{names}\n", "utf-8"
    )


def main(argv: list[str] | None = None) -> int:
    """Command line; exit code 2 on bad arguments."""
    p = argparse.ArgumentParser(prog="datasets.generate", description=__doc__)
    p.add_argument("out", type=Path)
    p.add_argument("--scenes", type=int, default=3000)
    p.add_argument("--split", choices=["train", "val"], default="train")
    p.add_argument("--seed", type=int, default=0, help="seed of the first scene; sets must not overlap")
    p.add_argument("--engine", choices=["gl", "mitsuba"], default="gl")
    p.add_argument("--profile", default="kit")
    p.add_argument("--assets", type=Path, help="folder with table-crops/, photographs of table tops")
    p.add_argument("--size", default="1280x720")
    p.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    a = p.parse_args(argv)
    if a.assets is not None and not a.assets.is_dir():
        p.error(f"--assets {a.assets}: no such folder")
    w, _, h = a.size.partition("x")
    # Mitsuba draws no photographic backdrops.
    changes = {"size": (int(w), int(h)), **({"backdrop_share": 0.0} if a.engine == "mitsuba" else {})}
    recipe = recipe_from(a.profile, a.assets, **changes)
    prepare(a.out, a.split)
    chunks = [
        c
        for c in range(-(-a.scenes // CHUNK))
        if not (a.out / "chunks" / f"{a.engine}-{a.split}-{a.seed + c * CHUNK:06d}.json").exists()
    ]
    failed = 0
    with ProcessPoolExecutor(a.workers) as pool, tqdm(total=len(chunks) * CHUNK, unit="scene") as bar:
        jobs = {
            pool.submit(draw_chunk, a.out, a.split, c, a.seed, a.engine, recipe, a.assets): c for c in chunks
        }
        try:
            for job in as_completed(jobs):
                bar.update(CHUNK)
                if job.exception() is not None:
                    failed += 1
                    traceback.print_exception(job.exception())
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            return 130
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

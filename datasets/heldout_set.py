"""The held-out test set on disk: pictures and their true answers, a row each."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from datasets.labels import Label, label
from datasets.pieces import CUBES, STRIPS
from datasets.response import Response, develop, jpeg
from datasets.world import World

Array = NDArray[np.float32]


def truth_row(world: World, ids: NDArray[np.int32], file: str) -> dict[str, object]:
    """The answer of one picture as a row of `truth.jsonl`.

    `order` is the face-up card's id (None: there is none) with `order_layers`. Each of `skewers` (those on
    the plate) has its `layers` from the handle end, how it was `made` ("match", "other_order", or the slip),
    the least size of its cubes in px, and per strip its `side` (0 up, 1, 2 underneath, 3; -1: pierced once),
    and what share of it is seen. `boxes` are all labels, in px of the picture.

    Args:
        ids: which thing each pixel of the pinhole picture shows, -1 for none.
    """
    truth = dict(world.meta["truth"])  # type: ignore[call-overload]
    labels = {x.thing: x for x in label(world, ids)}
    seen = lambda thing: round(labels[thing].visibility, 3) if thing in labels else 0.0  # noqa: E731
    camera = world.camera
    skewers = []
    for entry in truth["skewers"]:
        me = entry["thing"]
        own = [(k, t) for k, t in enumerate(world.things) if t.owner == me]
        depth = [float((t.points.mean(0) - camera.eye) @ camera.axes[2]) for _, t in own if t.name in CUBES]
        skewers.append(
            {
                **{k: v for k, v in entry.items() if k != "thing"},
                "handle": "first",
                "visible": seen(me),
                "handle_visible": max((seen(k) for k, t in own if t.name == "handle"), default=0.0),
                "cube_px": round(truth["cube_mm"] * camera.focal / max(depth), 1) if depth else 0.0,
                "cubes": [
                    {"name": t.name, "layer": t.meta["layer"], "visible": seen(k)}
                    for k, t in own
                    if t.name in CUBES
                ],
                "strips": [
                    {
                        "name": t.name,
                        "side": t.meta["side"],
                        "wraps": t.meta["wraps"],
                        "visible": seen(k),
                        "pixels": labels[k].pixels if k in labels else 0,
                    }
                    for k, t in own
                    if t.name in STRIPS
                ],
                "box": _corners(labels, me),
            }
        )
    card = truth.pop("order_thing")
    return {
        **truth,
        "image": file,
        "seed": world.meta["seed"],
        "order_visible": seen(card),
        "order_box": _corners(labels, card),
        "skewers": skewers,
        "cube_px": skewers[0]["cube_px"] if skewers else None,
        "boxes": [
            {
                "name": x.name,
                "corners": _points(x.corners),
                "visible": round(x.visibility, 3),
                "pixels": x.pixels,
                **({"card": world.things[x.thing].meta["card"]} if x.name == "card" else {}),
            }
            for x in labels.values()
        ],
        "response": asdict(world.meta["response"]),
    }  # type: ignore[call-overload]


def _corners(labels: dict[int, Label], thing: int) -> list[list[float]] | None:
    return _points(labels[thing].corners) if thing in labels else None


def _points(corners: Array) -> list[list[float]]:
    return [[round(float(v), 1) for v in p] for p in corners]


def picture(world: World, linear: Array) -> bytes:
    """The photograph's JPEG file."""
    response = world.meta["response"]
    assert isinstance(response, Response)
    rng = np.random.default_rng([int(str(world.meta["seed"])), 0xCA3])
    image = world.camera.distort(linear)
    return jpeg(develop(np.asarray(image, np.float32), response, rng), response.quality)


def _atomic(path: Path, data: bytes) -> None:
    part = path.with_name(path.name + ".part")
    part.write_bytes(data)
    part.replace(path)


def finished(out: Path) -> dict[int, dict[str, object]]:
    """Rows whose picture is there, by seed; a line cut short by a stop is left out."""
    rows: dict[int, dict[str, object]] = {}
    file = out / "truth.jsonl"
    for line in file.read_text("utf-8").splitlines() if file.is_file() else []:
        try:
            row = json.loads(line)
        except json.JSONDecodeError:
            continue
        if (out / str(row["image"])).is_file():
            rows[int(row["seed"])] = row
    return rows


def generate(
    out: Path,
    seeds: Sequence[int],
    make: Callable[[int], World],
    draw: Callable[[World], tuple[Array, NDArray[np.int32]]],
    progress: Callable[[Sequence[int]], Iterable[int]] = iter,
) -> int:
    """Write the pictures that are not there yet and their rows; returns how many were drawn.

    `draw` gives the pinhole picture in linear light and which thing each of its pixels shows.

    A picture is complete before its row is written, and the rows are put in the order of their seeds at the
    end.
    """
    (out / "images").mkdir(parents=True, exist_ok=True)
    done = finished(out)
    left = [s for s in seeds if s not in done]
    file = out / "truth.jsonl"
    _atomic(file, "".join(json.dumps(r) + "\n" for r in done.values()).encode())
    for seed in progress(left):
        world = make(seed)
        name = f"images/{seed:06d}.jpg"
        linear, ids = draw(world)
        _atomic(out / name, picture(world, linear))
        done[seed] = truth_row(world, ids, name)
        with file.open("a", encoding="utf-8") as f:
            f.write(json.dumps(done[seed]) + "\n")
    _atomic(file, "".join(json.dumps(done[s]) + "\n" for s in sorted(done)).encode())
    return len(left)

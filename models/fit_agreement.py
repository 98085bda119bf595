"""Fits how the detector and the second opinion are weighed: `python -m models.fit_agreement SET...`.

SET is made by `python -m datasets.heldout`, with seeds that the test set does not have. Every skewer on a
plate is read from a close-up cut round its true box. Of those whose cubes are all found, it prints the
weights of `vision.along.Thresholds` that make the true cubes and toppings likeliest, and how right the
readings are at each probability.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import minimize
from tqdm import tqdm

from vision import agreement, closeup, skewers
from vision.along import PLAIN, STRIPS, Thresholds
from vision.detector import Detector, load_default
from vision.differences import strips_round
from vision.geometry import invert, map_points, warp
from vision.images import load_image
from vision.light import light_features
from vision.opinion import CubeReader, CubeSpot, Opinion
from vision.posterior import KINDS, WRAPS
from vision.sighting import handle_of, sight

NAMES = ("kind_weight", "strip_weight", "bare_weight", "bare_offset")


def wraps_of(layers: Sequence[str]) -> list[tuple[str, str]]:
    """(cube, what wraps it) in order."""
    return [(cube, min(strips, default=PLAIN)) for cube, strips in strips_round(layers)]


def observations(
    folder: Path, detector: Detector, cubes: CubeReader
) -> Iterator[tuple[agreement.Observed, str, str]]:
    """Each cube that is found, with its true name and topping."""
    for line in tqdm((folder / "truth.jsonl").read_text("utf-8").splitlines()):
        truth: dict[str, Any] = json.loads(line)
        frame = load_image(folder / truth["image"]).pixels
        light = light_features(frame)
        for skewer in truth["skewers"]:
            if skewer["box"] is None or any(skewer["layers"].count(s) == 1 for s in STRIPS):
                continue
            matrix = closeup.skewer_matrix(np.asarray(skewer["box"], np.float32))
            back = invert(matrix)

            def ask(spots: Sequence[tuple[float, float]], side: float, back: Any = back) -> list[Opinion]:
                zoom = float(np.linalg.norm(back[:, 0]))
                middles = map_points(back, np.asarray(spots, np.float32))
                return cubes.read(frame, [CubeSpot(m, back[:, 0], side * zoom) for m in middles], light)  # noqa: B023

            near = detector.detect(warp(frame, matrix, closeup.SKEWER_SIZE), conf=0.05, size=(384, 128))
            reading = sight(near, closeup.SKEWER_SIZE, 1.0, skewers.DEFAULT, ask)
            want = wraps_of(skewer["layers"])
            handle, flipped = handle_of(reading.ends, skewers.DEFAULT)
            if handle == "first" and len(reading.observed) == len(want):
                for seen, (kind, wrap) in zip(reading.observed, want[::-1] if flipped else want, strict=True):
                    yield seen, kind, wrap


def probabilities(seen: Sequence[agreement.Observed], limits: Thresholds) -> tuple[np.ndarray, np.ndarray]:
    """(N, 5) by KINDS and (N, 3) by WRAPS."""
    weighed = [agreement.combined(o, limits) for o in seen]
    return (
        np.array([[e.kinds[k] for k in KINDS] for e in weighed]),
        np.array([[e.wraps[w] for w in WRAPS] for e in weighed]),
    )


def main(argv: list[str] | None = None) -> int:
    """Command line; exit code 2 on bad arguments."""
    p = argparse.ArgumentParser(prog="models.fit_agreement", description=__doc__)
    p.add_argument("sets", type=Path, nargs="+")
    a = p.parse_args(argv)
    for folder in a.sets:
        if not (folder / "truth.jsonl").is_file():
            p.error(f"{folder}: no truth.jsonl; render it with python -m datasets.heldout {folder}")
    detector, cubes = load_default(), CubeReader()
    found = [one for folder in a.sets for one in observations(folder, detector, cubes)]
    if not found:
        p.error("no skewer was found in these pictures")
    seen = [o for o, _, _ in found]
    truth = np.array([KINDS.index(k) for _, k, _ in found]), np.array([WRAPS.index(w) for _, _, w in found])

    def loss(x: np.ndarray) -> float:
        tables = probabilities(seen, replace(skewers.DEFAULT, **dict(zip(NAMES, x.tolist(), strict=True))))
        return sum(
            float(-np.log(table[np.arange(len(true)), true] + 1e-9).mean())
            for table, true in zip(tables, truth, strict=True)
        )

    start = np.array([getattr(skewers.DEFAULT, n) for n in NAMES])
    best = minimize(loss, start, method="Nelder-Mead", options={"maxiter": 120}).x
    print(f"{len(seen)} cubes; loss {loss(start):.4f} as shipped, {loss(best):.4f} with")
    print("  " + ", ".join(f"{n} = {x:.2f}" for n, x in zip(NAMES, best, strict=True)))
    for what, table, true in zip(
        ("cube", "topping"), probabilities(seen, skewers.DEFAULT), truth, strict=True
    ):
        right = table.argmax(1) == true
        for least in (0.0, 0.5, 0.7, 0.85, 0.9, 0.95, 0.97, 0.99):
            chosen = table.max(1) >= least
            print(f"  {what}, at least {least:.2f}: {chosen.mean():6.1%}, {right[chosen].mean():7.2%} right")
    return 0


if __name__ == "__main__":
    sys.exit(main())

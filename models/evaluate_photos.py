"""Scores the detector on real photographs: `python -m models.evaluate_photos PHOTOS`.

Writes one row an image to `models/results/photos.csv`; `python -m models.report` derives the headline
figures. The photographs (folders `dice_cubes`, `cards_edje_test`, `jenga_blocks`, `meal_table`, YOLO
layout) are only measured on, never trained on.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections import Counter
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from vision.detector import Detector, load_default
from vision.images import load_image
from vision.look import Looker

CUBES = ("pepper", "tomato", "meat", "shrimp", "cube")
COLOURS = {"red": "tomato", "green": "pepper"}
FIELDS = [
    "set",
    "image",
    "objects",
    "cubes_found",
    "cubes_true",
    "cubes_false",
    "card_true",
    "cards_found",
    "cards_false",
    "skewers_false",
    "plates_false",
    "colours",
    "card_scores",
]
Boxes = NDArray[np.float64]


def upright(corners: NDArray[np.floating]) -> Boxes:
    """Corners (N, 4, 2) to upright bounds (N, 4) x0 y0 x1 y1."""
    c = np.asarray(corners, np.float64).reshape(-1, 4, 2)
    return np.concatenate([c.min(1), c.max(1)], 1)


def iou(a: Boxes, b: Boxes) -> NDArray[np.float64]:
    """Intersection over union of upright boxes, (N, M)."""
    lo, hi = np.maximum(a[:, None, :2], b[None, :, :2]), np.minimum(a[:, None, 2:], b[None, :, 2:])
    inter = np.prod(np.clip(hi - lo, 0, None), -1)

    def area(x: Boxes) -> NDArray[np.float64]:
        return np.prod(x[:, 2:] - x[:, :2], -1)

    return inter / np.maximum(area(a)[:, None] + area(b)[None] - inter, 1e-9)


def matched(found: Boxes, true: Boxes, scores: NDArray[np.float64], least: float = 0.5) -> list[int]:
    """For each detection, best first, the true box it is matched to, or -1."""
    table = iou(found, true) if len(found) and len(true) else np.zeros((len(found), len(true)))
    out, used = [-1] * len(found), set()
    for i in np.argsort(-scores):
        order = [j for j in np.argsort(-table[i]) if j not in used and table[i, j] >= least]
        if order:
            out[i] = int(order[0])
            used.add(out[i])
    return out


def truth(label_file: Path, size: tuple[int, int]) -> tuple[list[int], Boxes]:
    """Classes and upright boxes in px of a YOLO label file."""
    rows = (
        [
            [float(v) for v in line.split()[:5]]
            for line in label_file.read_text("utf-8").splitlines()
            if line.strip()
        ]
        if label_file.exists()
        else []
    )
    boxes = np.array(
        [
            [(x - w / 2) * size[0], (y - h / 2) * size[1], (x + w / 2) * size[0], (y + h / 2) * size[1]]
            for _, x, y, w, h in rows
        ]
    )
    return [int(r[0]) for r in rows], boxes.reshape(-1, 4)


def row(name: str, folder: Path, image_path: Path, looker: Looker, detector: Detector) -> dict[str, object]:
    """Everything counted on one photograph."""
    frame = load_image(image_path).pixels
    h, w = frame.shape[:2]
    scene = looker.look(frame)
    _, true = truth(folder / "labels" / f"{image_path.stem}.txt", (w, h))
    cubes = [p for p in scene.loose if p.kind == "cube"]
    boxes = upright(np.array([p.box for p in cubes])) if cubes else np.zeros((0, 4))
    scores = np.array([p.confidence for p in cubes])
    colours: Counter[str] = Counter()
    out: dict[str, object] = {
        "set": name,
        "image": image_path.name,
        "objects": len(true),
        "cubes_found": len(cubes),
        "skewers_false": len(scene.skewers),
        "plates_false": int(scene.plate is not None),
    }
    if name == "dice_cubes":
        hits = matched(boxes, true, scores, 0.4)
        out |= {"cubes_true": sum(k >= 0 for k in hits), "cubes_false": sum(k < 0 for k in hits)}
        names = (folder / "classes_colour.txt").read_text("utf-8").split()
        guess, _ = truth(folder / "labels_colour" / f"{image_path.stem}.txt", (w, h))
        for piece, k in zip(cubes, hits, strict=True):
            if k >= 0 and k < len(guess):
                colours[f"{names[guess[k]]}>{piece.piece}"] += 1
    else:
        out |= {"cubes_true": 0, "cubes_false": len(cubes)}
    cards = detector.detect(frame, conf=0.02).of("card")
    hits = (
        matched(upright(cards.corners), true, cards.confidence.astype(float))
        if name == "cards_edje_test"
        else [-1] * len(cards)
    )
    sure = [k for k, c in zip(hits, cards.confidence, strict=True) if c >= 0.35]
    out |= {
        "card_true": sum(k >= 0 for k in sure),
        "cards_found": len(sure),
        "cards_false": sum(k < 0 for k in sure),
        "colours": json.dumps(colours),
        "card_scores": json.dumps(
            [[round(float(c), 4), k >= 0] for k, c in zip(hits, cards.confidence, strict=True)]
        ),
    }
    return out


def main(argv: list[str] | None = None) -> int:
    """Command line."""
    p = argparse.ArgumentParser(prog="models.evaluate_photos", description=__doc__)
    p.add_argument("photos", type=Path)
    p.add_argument("--weights", type=Path, help="folder with pieces.onnx and pieces.json")
    p.add_argument("--out", type=Path, default=Path(__file__).parent / "results" / "photos.csv")
    a = p.parse_args(argv)
    detector = load_default(a.weights)
    looker = Looker(detector)
    a.out.parent.mkdir(parents=True, exist_ok=True)
    with a.out.open("w", newline="", encoding="utf-8") as f:
        writer = csv.DictWriter(f, FIELDS)
        writer.writeheader()
        for name in ("dice_cubes", "cards_edje_test", "jenga_blocks", "meal_table"):
            folder = a.photos / name
            files = sorted((folder / "images").glob("*"))
            if not files:
                p.error(f"{folder}: no images")
            for image in tqdm(files, desc=name):
                writer.writerow(row(name, folder, image, looker, detector))
    return 0


if __name__ == "__main__":
    sys.exit(main())

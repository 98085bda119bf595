"""Real photographs as training pictures: `python -m datasets.photos FOLDER OUT` (YOLO layout, one class
`card`)."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import cv2
import numpy as np
from tqdm import tqdm

from datasets import views
from datasets.generate import prepare
from datasets.labels import CLASSES


def pictures(
    image_path: Path, label_path: Path, rng: np.random.Generator, copies: int = 3
) -> list[tuple[np.ndarray, list[views.Row]]]:
    """Square windows of one photograph at random turns and scales, with its upright boxes as oriented
    ones."""
    image = cv2.imdecode(np.fromfile(image_path, np.uint8), cv2.IMREAD_COLOR)
    if image is None:
        raise ValueError(f"{image_path}: not an image")
    boxes = []
    for line in label_path.read_text("utf-8").splitlines():
        _, x, y, w, h = (float(v) for v in line.split()[:5])
        boxes.append(
            [[x - w / 2, y - h / 2], [x + w / 2, y - h / 2], [x + w / 2, y + h / 2], [x - w / 2, y + h / 2]]
        )
    corners = np.asarray(boxes, np.float32).reshape(-1, 4, 2) * [image.shape[1], image.shape[0]]
    out = []
    for _ in range(copies):
        k = int(rng.integers(4))
        turned, c = np.ascontiguousarray(np.rot90(image, k)), corners.copy()
        w, h = image.shape[1], image.shape[0]
        for _ in range(k):  # rot90 turns the picture anticlockwise: (x, y) -> (y, w - x)
            c, w, h = np.stack([c[..., 1], w - c[..., 0]], -1), h, w
        scale = views.SIDE / max(w, h) * float(rng.uniform(0.55, 1.35))
        size = np.array([w, h]) * scale
        shift = np.array([rng.uniform(min(0, views.SIDE - s), max(0, views.SIDE - s)) for s in size])
        m = np.array([[scale, 0, shift[0]], [0, scale, shift[1]]], np.float32)
        picture = cv2.warpAffine(
            turned, m, (views.SIDE, views.SIDE), flags=cv2.INTER_AREA, borderValue=(114, 114, 114)
        )
        rows: list[views.Row] = []
        for box in c * scale + shift:
            clipped = np.clip(box, 0, views.SIDE)
            if np.prod(np.ptp(clipped, 0)) > 0.5 * np.prod(np.ptp(box, 0)):
                rows.append((CLASSES.index("card"), clipped))
        out.append((picture, rows))
    return out


def main(argv: list[str] | None = None) -> int:
    """Command line."""
    p = argparse.ArgumentParser(prog="datasets.photos", description=__doc__)
    p.add_argument("folder", type=Path)
    p.add_argument("out", type=Path)
    p.add_argument("--copies", type=int, default=3)
    a = p.parse_args(argv)
    files = sorted((a.folder / "images").glob("*.jpg"))
    if not files:
        p.error(f"{a.folder}: no images/*.jpg")
    prepare(a.out, "train")
    for i, f in enumerate(tqdm(files)):
        for k, (picture, rows) in enumerate(
            pictures(f, a.folder / "labels" / f"{f.stem}.txt", np.random.default_rng([i, 7]), a.copies)
        ):
            name = f"photo{i:04d}_{k}"
            cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 93])[1].tofile(
                a.out / "images" / "train" / f"{name}.jpg"
            )
            (a.out / "labels" / "train" / f"{name}.txt").write_text(views.text(rows), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""From one rendered frame to training pictures: what the detector is shown at run time, with labels.

Three kinds: a window of the whole frame as the first look sees it, a close-up of a region, and close-ups of
skewers stacked three high. All are 448x448 px.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from datasets.labels import CLASSES, Label
from vision import closeup, geometry

Frame = NDArray[np.uint8]
Row = tuple[int, NDArray[np.float32]]
SIDE = 448
FRAME_WIDTH = 640
STACK = 3
KEEP = {
    "plate": 0.25,
    "card": 0.4,
    "card_back": 0.4,
    "skewer": 0.3,
    "handle": 0.3,
    "bacon": 0.05,
    "cheese": 0.05,
}
"""Least visible share of a thing that is still labelled; cubes: 0.12, since a strip may hide most of one."""
MIN_PIXELS = 22


def rows(labels: Sequence[Label], matrix: NDArray[np.float32], size: tuple[int, int]) -> list[Row]:
    """Class index and corners (4, 2) px of what can be seen under `matrix` in a picture of `size`."""
    zoom = abs(float(np.linalg.det(matrix[:, :2])))
    out: list[Row] = []
    for x in labels:
        least = MIN_PIXELS * (0.6 if x.name in ("bacon", "cheese") else 1.0)
        if x.visibility < KEEP.get(x.name, 0.12) or x.pixels * zoom < least:
            continue
        c = geometry.map_points(matrix, x.corners)
        area = cv2.contourArea(c.astype(np.float32))
        inside, _ = cv2.intersectConvexConvex(
            c.astype(np.float32), np.array([[0, 0], [size[0], 0], size, [0, size[1]]], np.float32)
        )
        # A skewer's close-up shows scraps of plates and cards, whose clipped boxes would teach nothing.
        least_inside = (
            0.75
            if size != (SIDE, SIDE) and x.name in ("plate", "card", "card_back")
            else 0.35
            if x.name in ("plate", "skewer")
            else 0.5
        )
        if area <= 1 or inside / area < least_inside:
            continue
        out.append((CLASSES.index(x.name), c))
    return out


def window(frame: Frame, labels: Sequence[Label], rng: Generator) -> tuple[Frame, list[Row]]:
    """A square window of the frame at the first look's scale."""
    scale = FRAME_WIDTH / frame.shape[1]
    small = cv2.resize(frame, (FRAME_WIDTH, round(frame.shape[0] * scale)), interpolation=cv2.INTER_AREA)
    h, w = small.shape[:2]
    x = int(rng.integers(0, w - SIDE + 1))
    y = int(rng.integers(min(0, h - SIDE), max(0, h - SIDE) + 1))
    m = np.array([[scale, 0, -x], [0, scale, -y]], np.float32)
    out = np.full((SIDE, SIDE, 3), geometry.PADDING_GREY, np.uint8)
    y0, y1 = max(0, -y), min(SIDE, h - y)
    out[y0:y1] = small[y + y0 : y + y1, x : x + SIDE]
    return out, rows(labels, m, (SIDE, SIDE))


def region(frame: Frame, labels: Sequence[Label], rng: Generator) -> tuple[Frame, list[Row]] | None:
    """A close-up of the plate, a skewer or a card, cut loosely."""
    targets = [x for x in labels if x.name in ("plate", "skewer", "card") and x.visibility > 0.3]
    if not targets:
        return None
    t = targets[int(rng.integers(len(targets)))]
    c = t.corners + rng.normal(0, 0.06, 2) * np.ptp(t.corners, 0)
    m = closeup.region_matrix(c.astype(np.float32), float(rng.uniform(1.05, 1.9)))
    zoom = float(np.sqrt(abs(np.linalg.det(m[:, :2]))))
    if zoom > 3.2:
        m = closeup.similarity(c.mean(0), 0.0, 3.2, (SIDE, SIDE))
    return geometry.warp(frame, m, (SIDE, SIDE)), rows(labels, m, (SIDE, SIDE))


def jittered_box(corners: NDArray[np.float32], rng: Generator) -> NDArray[np.float32]:
    """An oriented box as a detector might give it: a little off in place, size and angle, its start at either
    end."""
    c = np.asarray(corners, np.float64)
    if np.linalg.norm(c[1] - c[0]) < np.linalg.norm(c[2] - c[1]):
        c = np.roll(c, -1, 0)
    along, across = c[1] - c[0], c[3] - c[0]
    mid = c.mean(0) + along * rng.normal(0, 0.03) + across * rng.normal(0, 0.12)
    turn = rng.normal(0, np.radians(1.8))
    r = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    a, b = r @ along * rng.uniform(0.82, 1.22) / 2, r @ across * rng.uniform(0.85, 1.35) / 2
    if rng.random() < 0.5:
        a, b = -a, -b
    return np.stack([mid - a - b, mid + a - b, mid + a + b, mid - a + b]).astype(np.float32)


def skewer_strips(
    frame: Frame, labels: Sequence[Label], owner: dict[int, int], rng: Generator
) -> list[tuple[Frame, list[Row]]]:
    """Close-ups of the frame's skewers, sometimes cut round the pieces alone, and now and then of something
    else."""
    out = []
    for x in labels:
        if x.name != "skewer" or x.visibility < 0.3:
            continue
        corners = x.corners
        own = [y.corners for y in labels if owner.get(y.thing) == x.thing and y.name != "handle"]
        if own and rng.random() < 0.2:
            d = corners[1] - corners[0]
            d = d / max(float(np.linalg.norm(d)), 1e-6)
            r = np.stack([d, [-d[1], d[0]]])
            q = np.concatenate(own) @ r.T
            lo, hi = q.min(0), q.max(0)
            corners = (np.array([[lo[0], lo[1]], [hi[0], lo[1]], [hi[0], hi[1]], [lo[0], hi[1]]]) @ r).astype(
                np.float32
            )
        out.append(_strip(frame, labels, jittered_box(corners, rng)))
    if rng.random() < 0.12:
        h, w = frame.shape[:2]
        angle, length = rng.uniform(0, np.pi), rng.uniform(100, 400)
        d = np.array([np.cos(angle), np.sin(angle)]) * length / 2
        s = np.array([-d[1], d[0]]) * rng.uniform(0.1, 0.2)
        mid = np.array([rng.uniform(0, w), rng.uniform(0, h)])
        out.append(
            _strip(
                frame,
                labels,
                np.stack([mid - d - s, mid + d - s, mid + d + s, mid - d + s]).astype(np.float32),
            )
        )
    return out


def _strip(frame: Frame, labels: Sequence[Label], box: NDArray[np.float32]) -> tuple[Frame, list[Row]]:
    m = closeup.skewer_matrix(box)
    return geometry.warp(frame, m, closeup.SKEWER_SIZE), rows(labels, m, closeup.SKEWER_SIZE)


def stacked(strips: Sequence[tuple[Frame, list[Row]]]) -> tuple[Frame, list[Row]]:
    """Up to three close-ups of skewers above one another in one square picture."""
    w, h = closeup.SKEWER_SIZE
    out = np.full((SIDE, SIDE, 3), geometry.PADDING_GREY, np.uint8)
    every: list[Row] = []
    for k, (picture, labels) in enumerate(strips[:STACK]):
        y = k * (SIDE - h) // (STACK - 1)
        out[y : y + h, :w] = picture
        for c, corners in labels:
            # What a neighbour's margin would cover is cut at the close-up's own edge.
            clipped = np.clip(corners, [0, 0], [w, h]) if c in (0, 1, 2) else corners
            every.append((c, (clipped + np.array([0, y])).astype(np.float32)))
    return out, every


def text(labels: Sequence[Row], size: int = SIDE) -> str:
    """Ultralytics' oriented-box label file: class and four corners a line, relative to the picture, clipped
    to it."""
    lines = []
    for c, corners in labels:
        p = np.clip(corners / size, 0, 1).ravel()
        lines.append(f"{c} " + " ".join(f"{v:.5f}" for v in p))
    return "\n".join(lines) + ("\n" if lines else "")

"""Exact labels from a world and its id picture: oriented boxes and visibility."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.world import World

CLASSES = (
    "plate",
    "card",
    "card_back",
    "skewer",
    "handle",
    "pepper",
    "tomato",
    "meat",
    "shrimp",
    "bacon",
    "cheese",
    "cube",
)
Array = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Label:
    """`corners` (4, 2) px of the distorted picture, `visibility` in [0, 1], `pixels` seen, `thing` its index
    in the world."""

    name: str
    corners: Array
    visibility: float
    pixels: int
    thing: int


def oriented_box(points: Array, axis: Array | None) -> Array:
    """The smallest rectangle (4, 2) round `points` (P, 2) along the direction `axis` (2,), or of any
    direction when None."""
    if axis is None:
        return cv2.boxPoints(cv2.minAreaRect(points.astype(np.float32))).astype(np.float32)
    d = axis / max(float(np.linalg.norm(axis)), 1e-6)
    r = np.stack([d, [-d[1], d[0]]]).astype(np.float32)
    q = points @ r.T
    lo, hi = q.min(0), q.max(0)
    return (
        np.array([[lo[0], lo[1]], [hi[0], lo[1]], [hi[0], hi[1]], [lo[0], hi[1]]], np.float32) @ r
    ).astype(np.float32)


def _silhouette(world: World, parts: list[int], step: int = 2) -> int:
    """Pixels that the parts would fill if nothing hid them, also outside the frame (up to one frame around
    it)."""
    w, h = world.camera.size
    projected = [(_pinhole(world, world.parts[k].mesh.v) / step, world.parts[k].mesh.f) for k in parts]
    every = np.concatenate([p for p, _ in projected])
    lo = np.maximum(every.min(0), [-w / step, -h / step])
    hi = np.minimum(every.max(0), [2 * w / step, 2 * h / step])
    if (hi <= lo).any():
        return 0
    canvas = np.zeros((int(hi[1] - lo[1]) + 2, int(hi[0] - lo[0]) + 2), np.uint8)
    for p, f in projected:
        tri = np.rint((p - lo)[f] * 16).astype(np.int32)
        for t in tri:
            cv2.fillConvexPoly(canvas, t, 1, shift=4)
    return int(canvas.sum()) * step * step


def _pinhole(world: World, points: Array) -> Array:
    camera = world.camera
    p = (points - np.asarray(camera.eye, np.float32)) @ camera.axes.T
    return p[:, :2] / np.maximum(p[:, 2:], 1.0) * camera.focal + np.asarray(camera.size, np.float32) / 2


def label(world: World, ids: NDArray[np.int32], step: int = 2) -> list[Label]:
    """Labels of all things of which at least one pixel is seen, in the order of the world's things."""
    seen = np.bincount(ids[ids >= 0].ravel(), minlength=len(world.things))
    owned: list[list[int]] = [[] for _ in world.things]
    total = seen.astype(np.int64).copy()
    for index, thing in enumerate(world.things):
        if thing.owner >= 0:
            total[thing.owner] += seen[index]
    for k, part in enumerate(world.parts):
        if part.thing >= 0:
            owned[part.thing].append(k)
            owner = world.things[part.thing].owner
            if owner >= 0:
                owned[owner].append(k)
    out = []
    for index, thing in enumerate(world.things):
        if total[index] == 0:
            continue
        if thing.round:
            p = world.camera.project(thing.points)
            lo, hi = p.min(0), p.max(0)
            corners = np.array([[lo[0], lo[1]], [hi[0], lo[1]], [hi[0], hi[1]], [lo[0], hi[1]]], np.float32)
            whole = int(cv2.contourArea(cv2.convexHull(_pinhole(world, thing.points))))
        else:
            axis = None
            if thing.axis is not None:
                ends = world.camera.project(np.stack(thing.axis))
                axis = ends[1] - ends[0]
            corners = oriented_box(world.camera.project(thing.points), axis)
            whole = _silhouette(world, owned[index], step)
        out.append(
            Label(
                thing.name, corners, float(min(1.0, total[index] / max(whole, 1))), int(total[index]), index
            )
        )
    return out

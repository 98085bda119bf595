"""Triangle meshes in millimetres, z up: the few shapes from which every table is built."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Mesh:
    """`v` (V, 3) positions in mm, `f` (F, 3) vertex indices counter-clockwise from outside, `uv` (V, 2), `n`
    (V, 3) unit."""

    v: Array
    f: NDArray[np.int32]
    uv: Array
    n: Array

    def moved(self, rotation: Array, offset: Array) -> Mesh:
        """The mesh under x -> R x + t."""
        r = np.asarray(rotation, np.float32)
        return Mesh(
            (self.v @ r.T + np.asarray(offset, np.float32)).astype(np.float32),
            self.f,
            self.uv,
            (self.n @ r.T).astype(np.float32),
        )


def join(*meshes: Mesh) -> Mesh:
    """Several meshes as one."""
    offsets = np.cumsum([0] + [len(m.v) for m in meshes[:-1]])
    return Mesh(
        np.concatenate([m.v for m in meshes]),
        np.concatenate([m.f + np.int32(o) for m, o in zip(meshes, offsets, strict=True)]),
        np.concatenate([m.uv for m in meshes]),
        np.concatenate([m.n for m in meshes]),
    )


def rotation(axis: int, angle: float) -> Array:
    """Right-handed rotation about axis 0, 1 or 2 by `angle` radians, (3, 3)."""
    c, s = np.cos(angle), np.sin(angle)
    r = np.eye(3, dtype=np.float32)
    i, j = [(1, 2), (2, 0), (0, 1)][axis]
    r[i, i] = r[j, j] = c
    r[i, j], r[j, i] = -s, s
    return r


def grid_faces(rows: int, cols: int) -> NDArray[np.int32]:
    """Faces of a rows x cols vertex grid, counter-clockwise where columns run right and rows run up."""
    a = (np.arange(rows - 1)[:, None] * cols + np.arange(cols - 1)).ravel()
    return np.concatenate(
        [np.stack([a, a + 1, a + cols + 1], 1), np.stack([a, a + cols + 1, a + cols], 1)]
    ).astype(np.int32)


def smooth(v: Array, f: NDArray[np.int32], uv: Array) -> Mesh:
    """A mesh whose vertex normals are the mean of its faces', weighted by area."""
    face = np.cross(v[f[:, 1]] - v[f[:, 0]], v[f[:, 2]] - v[f[:, 0]])
    n = np.zeros_like(v)
    for k in range(3):
        np.add.at(n, f[:, k], face)
    return Mesh(
        v.astype(np.float32),
        f,
        uv.astype(np.float32),
        (n / np.maximum(np.linalg.norm(n, axis=1, keepdims=True), 1e-9)).astype(np.float32),
    )


def rounded_box(size: tuple[float, float, float], radius: float, steps: int = 6) -> Mesh:
    """A box about the origin with rounded edges; each face has the unit square as texture."""
    half = np.asarray(size, np.float32) / 2
    radius = float(min(radius, half.min() * 0.98))
    t = np.linspace(-1, 1, steps + 1)
    # Crowd the grid lines into the rounded margin, where the curvature is.
    parts = []
    for axis in range(3):
        for sign in (-1.0, 1.0):
            i, j = [(1, 2), (2, 0), (0, 1)][axis]

            def line(k: int) -> Array:
                inner = half[k] - radius
                return (
                    np.concatenate(
                        [
                            -inner - radius * np.array([1.0, 0.6, 0.2]),
                            np.linspace(-inner, inner, 3),
                            inner + radius * np.array([0.2, 0.6, 1.0]),
                        ]
                    ).astype(np.float32)
                    if inner > 0
                    else (t * half[k]).astype(np.float32)
                )

            a, b = np.meshgrid(line(i), line(j))
            p = np.zeros((*a.shape, 3), np.float32)
            p[..., i], p[..., j], p[..., axis] = a, b, sign * half[axis]
            core = np.clip(p, -(half - radius), half - radius)
            d = p - core
            n = d / np.maximum(np.linalg.norm(d, axis=-1, keepdims=True), 1e-9)
            v = core + n * radius
            uv = np.stack([a / (2 * half[i]) + 0.5, b / (2 * half[j]) + 0.5], -1)
            f = grid_faces(*a.shape)
            if sign < 0:
                f = f[:, ::-1]
            parts.append(
                Mesh(
                    v.reshape(-1, 3),
                    f.astype(np.int32),
                    uv.reshape(-1, 2).astype(np.float32),
                    n.reshape(-1, 3).astype(np.float32),
                )
            )
    return join(*parts)


def lathe(profile: list[tuple[float, float]], segments: int = 48) -> Mesh:
    """A surface of revolution about z from (radius, z) points; texture is the top view over the unit
    square."""
    p = np.asarray(profile, np.float32)
    phi = np.linspace(0, 2 * np.pi, segments + 1, dtype=np.float32)
    v = np.stack(
        [p[:, None, 0] * np.cos(phi), p[:, None, 0] * np.sin(phi), np.repeat(p[:, 1:], len(phi), 1)], -1
    )
    r = max(float(p[:, 0].max()), 1e-6)
    uv = v[..., :2] / (2 * r) + 0.5
    return smooth(v.reshape(-1, 3), grid_faces(len(p), len(phi)), uv.reshape(-1, 2))


def disc(radius: float, height: float, segments: int = 64) -> Mesh:
    """A flat disc standing on z = 0 with sharp edges: rim and top face (u, v over the top)."""
    rim = lathe([(radius, 0.0), (radius, height)], segments)
    phi = np.linspace(0, 2 * np.pi, segments, endpoint=False, dtype=np.float32)
    ring = np.stack([radius * np.cos(phi), radius * np.sin(phi), np.full_like(phi, height)], 1)
    v = np.concatenate([[[0, 0, height]], ring]).astype(np.float32)
    k = np.arange(segments)
    f = np.stack([np.zeros_like(k), k + 1, (k + 1) % segments + 1], 1).astype(np.int32)
    top = Mesh(
        v,
        f,
        (v[:, :2] / (2 * radius) + 0.5).astype(np.float32),
        np.tile(np.array([0, 0, 1], np.float32), (len(v), 1)),
    )
    return join(rim, top)


def rod(start: Array, end: Array, radius: float, end_radius: float | None = None, segments: int = 14) -> Mesh:
    """A closed cylinder or cone from `start` to `end`."""
    start, end = np.asarray(start, np.float32), np.asarray(end, np.float32)
    length = float(np.linalg.norm(end - start))
    r2 = radius if end_radius is None else end_radius
    m = lathe([(1e-3, 0.0), (radius, 0.0), (r2, length), (1e-3, length)], segments)
    z = (end - start) / max(length, 1e-6)
    x = np.cross(z, [0.0, 0.0, 1.0] if abs(z[2]) < 0.9 else [1.0, 0.0, 0.0])
    x /= np.linalg.norm(x)
    return m.moved(np.stack([x, np.cross(z, x), z], 1), start)


def ellipsoid(radii: tuple[float, float, float], segments: int = 18) -> Mesh:
    """An ellipsoid about the origin."""
    theta = np.linspace(-np.pi / 2, np.pi / 2, segments)
    m = lathe([(max(float(np.cos(a)), 1e-3), float(np.sin(a))) for a in theta], segments)
    scale = np.asarray(radii, np.float32)
    n = m.n / scale
    return Mesh(m.v * scale, m.f, m.uv, (n / np.linalg.norm(n, axis=1, keepdims=True)).astype(np.float32))


def ribbon(path: Array, side: Array, width: float, thickness: float, up: Array | None = None) -> Mesh:
    """A strip of fabric along a polyline.

    Args:
        path: (P, 3) centre line, mm.
        side: unit vector (3,) or (P, 3) across the strip.
        width: mm across; `thickness`: mm through.
        up: (P, 3) outward normals; from the path and `side` when None.

    u runs along the strip by arc length over its whole length, v across.
    """
    path = np.asarray(path, np.float32)
    side = np.broadcast_to(np.asarray(side, np.float32), path.shape)
    tangent = np.gradient(path, axis=0)
    tangent /= np.maximum(np.linalg.norm(tangent, axis=1, keepdims=True), 1e-9)
    normal = np.cross(tangent, side) if up is None else np.asarray(up, np.float32)
    normal = normal / np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-9)
    arc = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(path, axis=0), axis=1))])
    u = (arc / max(arc[-1], 1e-6)).astype(np.float32)
    corners = [(-0.5, 0.5), (0.5, 0.5), (0.5, -0.5), (-0.5, -0.5)]
    sheets = []
    for k in range(4):  # four long faces with their own vertices keep the edges crisp
        (a, ha), (b, hb) = corners[k], corners[(k + 1) % 4]
        va, vb = (path + side * width * s + normal * thickness * h for s, h in ((a, ha), (b, hb)))
        v = np.stack([va, vb]).reshape(-1, 3)
        uv = np.stack(
            [np.stack([u, np.full_like(u, a + 0.5)], 1), np.stack([u, np.full_like(u, b + 0.5)], 1)]
        ).reshape(-1, 2)
        sheets.append(smooth(v, grid_faces(2, len(path))[:, ::-1].astype(np.int32), uv))
    for index in (0, -1):
        v = np.stack(
            [path[index] + side[index] * width * s + normal[index] * thickness * h for s, h in corners]
        )
        f = np.array([[0, 1, 2], [0, 2, 3]], np.int32)
        uv = np.array([[u[index], s + 0.5] for s, _ in corners], np.float32)
        sheets.append(smooth(v, f if index == 0 else f[:, ::-1].copy(), uv))
    return join(*sheets)


def outline(points: Array, height: float, bottom: float = 0.0) -> Mesh:
    """A flat shape cut from a sheet: the polygon (P, 2), star-shaped about its mean, raised to `height`."""
    p = np.asarray(points, np.float32)
    if np.sum(p[:, 0] * np.roll(p[:, 1], -1) - np.roll(p[:, 0], -1) * p[:, 1]) < 0:
        p = p[::-1]
    k = np.arange(len(p))
    lo, hi = p.min(0), p.max(0)
    top = np.concatenate([[[*p.mean(0), height]], np.column_stack([p, np.full(len(p), height)])]).astype(
        np.float32
    )
    f = np.stack([np.zeros_like(k), k + 1, (k + 1) % len(p) + 1], 1).astype(np.int32)
    cap = Mesh(
        top,
        f,
        ((top[:, :2] - lo) / np.maximum(hi - lo, 1e-6)).astype(np.float32),
        np.tile(np.array([0, 0, 1], np.float32), (len(top), 1)),
    )
    ring = np.concatenate([p, p[:1]])
    wall = np.stack([np.column_stack([ring, np.full(len(ring), z)]) for z in (bottom, height)]).reshape(-1, 3)
    uv = np.tile(np.linspace(0, 1, len(ring), dtype=np.float32)[:, None], (2, 2))
    return join(cap, smooth(wall.astype(np.float32), grid_faces(2, len(ring)), uv))

"""The meshes of the held-out test set, none of them made as those of training. mm, z up."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from datasets import heldout_textures as cloths
from datasets.meshes import Array, Mesh, grid_faces, join, lathe, smooth
from datasets.pieces import Material


def _flat(points: Array, facing: Array) -> Mesh:
    """A convex polygon (P, 3) with the normal `facing` (3,); the texture is left to the caller."""
    p = np.asarray(points, np.float32)
    n = np.asarray(facing, np.float32)
    n = n / np.linalg.norm(n)
    if np.dot(np.cross(p[1] - p[0], p[2] - p[0]), n) < 0:
        p = p[::-1]
    k = np.arange(1, len(p) - 1)
    f = np.stack([np.zeros_like(k), k, k + 1], 1).astype(np.int32)
    return Mesh(p, f, np.zeros((len(p), 2), np.float32), np.tile(n, (len(p), 1)).astype(np.float32))


def _ring(outer: Array, inner: Array, outer_normal: Array, inner_normal: Array) -> Mesh:
    """The band between two closed loops (N, 3), its normals given at both."""
    n = len(outer)
    v = np.concatenate([outer, inner]).astype(np.float32)
    k = np.arange(n)
    j = (k + 1) % n
    f = np.concatenate([np.stack([k, j, n + j], 1), np.stack([k, n + j, n + k], 1)]).astype(np.int32)
    normals = np.concatenate(
        [np.broadcast_to(outer_normal, (n, 3)), np.broadcast_to(inner_normal, (n, 3))]
    ).astype(np.float32)
    face = np.cross(v[f[0, 1]] - v[f[0, 0]], v[f[0, 2]] - v[f[0, 0]])
    return Mesh(
        v, f if np.dot(face, normals[0]) > 0 else f[:, ::-1].copy(), np.zeros((2 * n, 2), np.float32), normals
    )


def drilled_cube(size: float, chamfer: float, hole: float, drilled: Sequence[bool], depth: float) -> Mesh:
    """A chamfered cube with a hole of radius `hole` right through it along x and blind holes of `depth` mm
    in its other faces.

    Args:
        drilled: for the faces -y, +y, -z, +z.
    """
    h = size / 2
    q = h - chamfer
    eye = np.eye(3, dtype=np.float32)
    parts: list[Mesh] = []
    phi = np.linspace(0, 2 * np.pi, 32, endpoint=False) + np.pi / 32
    circle = np.stack([np.cos(phi), np.sin(phi)], 1)
    square = circle / np.abs(circle).max(1, keepdims=True)
    for axis in range(3):
        i, j = [(1, 2), (2, 0), (0, 1)][axis]
        for k, sign in enumerate((-1.0, 1.0)):
            n = eye[axis] * sign
            at = lambda uv, z, i=i, j=j, n=n: eye[i] * uv[:, :1] + eye[j] * uv[:, 1:] + n * z  # noqa: E731
            through = axis == 0
            if through or drilled[(axis - 1) * 2 + k]:
                deep = h if through else depth
                rim, low = at(circle * hole, h), at(circle * hole, h - deep)
                inward = -at(circle, 0.0)
                # The square's corners lie between two of the circle's angles: they are added to the face.
                parts += [_ring(at(square * q, h), rim, n, n), _ring(rim, low, inward, inward)]
                for a, b in ((1, 1), (-1, 1), (-1, -1), (1, -1)):
                    near = square[np.argsort(np.abs(square - [a, b]).sum(1))[:2]] * q
                    parts.append(_flat(at(np.array([near[0], [a * q, b * q], near[1]]), h), n))
                if not through:
                    parts.append(_flat(low, n))
            else:
                parts.append(_flat(at(np.array([[-q, -q], [q, -q], [q, q], [-q, q]]), h), n))
            for sj in (-1.0, 1.0):  # the chamfer towards the next axis, once per edge
                m = eye[i] * sj
                parts.append(
                    _flat(
                        np.stack(
                            [
                                n * h + m * q + eye[j] * q,
                                n * h + m * q - eye[j] * q,
                                n * q + m * h - eye[j] * q,
                                n * q + m * h + eye[j] * q,
                            ]
                        ),
                        n + m,
                    )
                )
    for a in (-1, 1):
        for b in (-1, 1):
            for c in (-1, 1):
                s = np.array([a, b, c], np.float32)
                parts.append(_flat(np.stack([s * np.where(np.arange(3) == k, h, q) for k in range(3)]), s))
    out = join(*parts)
    major = np.abs(out.n).argmax(1)
    uv = np.take_along_axis(out.v, np.stack([(major + 1) % 3, (major + 2) % 3], 1), 1) / size + 0.5
    return Mesh(out.v, out.f, uv.astype(np.float32), out.n)


def pillow_cube(size: float, power: float, steps: int = 14) -> Mesh:
    """A cube with softly bulging faces and edges: the superellipsoid |x|^p + |y|^p + |z|^p = (size / 2)^p."""
    t = np.linspace(-1, 1, steps + 1)
    t = np.sin(t * np.pi / 2)  # more lines at the edges, where it bends
    a, b = np.meshgrid(t, t)
    parts = []
    for axis in range(3):
        i, j = [(1, 2), (2, 0), (0, 1)][axis]
        for sign in (-1.0, 1.0):
            p = np.zeros((*a.shape, 3))
            p[..., i], p[..., j], p[..., axis] = a, b, sign
            p /= (np.abs(p) ** power).sum(-1, keepdims=True) ** (1 / power)
            n = np.sign(p) * np.abs(p) ** (power - 1)
            n /= np.linalg.norm(n, axis=-1, keepdims=True)
            f = grid_faces(*a.shape)
            parts.append(
                Mesh(
                    (p * size / 2).reshape(-1, 3).astype(np.float32),
                    (f if sign > 0 else f[:, ::-1]).astype(np.int32),
                    np.stack([a, b], -1).reshape(-1, 2).astype(np.float32) / 2 + 0.5,
                    n.reshape(-1, 3).astype(np.float32),
                )
            )
    return join(*parts)


def fabric(path: Array, side: Array, width: float, thickness: float, curl: float = 0.0) -> Mesh:
    """A strip of cloth along a path (P, 3) mm, its ends rounded, its edges curled up by `curl` mm; `side`
    (3,) across it.

    u runs along the strip by arc length, v across.
    """
    path = np.asarray(path, np.float32)
    length = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(path, axis=0), axis=1))])
    total = float(length[-1])
    r = width / 2
    # Evenly along it, and more closely over the rounded ends.
    end = r * (1 - np.cos(np.linspace(0, np.pi / 2, 7)))
    s = np.unique(np.concatenate([end, np.linspace(r, total - r, max(8, int(total / 1.2))), total - end]))
    p = np.stack([np.interp(s, length, path[:, k]) for k in range(3)], 1)
    edge = np.minimum(np.minimum(s, total - s), r)
    half = np.sqrt(np.maximum(r * r - (r - edge) ** 2, 0.02))
    tangent = np.gradient(p, s, axis=0)
    tangent /= np.maximum(np.linalg.norm(tangent, axis=1, keepdims=True), 1e-9)
    across = np.broadcast_to(np.asarray(side, np.float32), p.shape)
    normal = np.cross(tangent, across)
    normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-9)
    v = np.linspace(-1, 1, 7)
    shift = (half[:, None] * v)[..., None] * across[:, None] + (curl * v**2 - curl * 0.3)[
        None, :, None
    ] * normal[:, None]
    u = np.broadcast_to((s / total)[:, None], shift.shape[:2])
    uv = np.stack([u, (half[:, None] * v) / width + 0.5], -1)
    sheets = {}
    for h in (0.5, -0.5):
        sheets[h] = (p[:, None] + shift + normal[:, None] * thickness * h).astype(np.float32)
    f = grid_faces(len(s), len(v))
    top = smooth(sheets[0.5].reshape(-1, 3), f[:, ::-1].astype(np.int32), uv.reshape(-1, 2))
    low = smooth(sheets[-0.5].reshape(-1, 3), f, uv.reshape(-1, 2))
    out = [top, low]
    for column in (0, -1):
        wall = np.stack([sheets[-0.5][:, column], sheets[0.5][:, column]])
        wall_uv = np.stack([uv[:, column]] * 2)
        turn = grid_faces(2, len(s))
        out.append(
            smooth(
                wall.reshape(-1, 3),
                (turn if column == 0 else turn[:, ::-1]).astype(np.int32),
                wall_uv.reshape(-1, 2),
            )
        )
    return join(*out)


def tube(path: Array, radii: Array, sides: int = 16, uv_turns: float = 1.0) -> Mesh:
    """A closed tube along a path (P, 3) with a radius at each point (P,); pointed or rounded where the
    radius goes to 0.
    """
    path = np.asarray(path, np.float32)
    tangent = np.gradient(path, axis=0)
    tangent /= np.maximum(np.linalg.norm(tangent, axis=1, keepdims=True), 1e-9)
    first = np.array([0.0, 0.0, 1.0]) if abs(tangent[0, 2]) < 0.9 else np.array([1.0, 0.0, 0.0])
    a = first - tangent * (tangent @ first)[:, None]
    a /= np.maximum(np.linalg.norm(a, axis=1, keepdims=True), 1e-9)
    b = np.cross(tangent, a)
    phi = np.linspace(0, 2 * np.pi, sides + 1)
    ring = a[:, None] * np.cos(phi)[None, :, None] + b[:, None] * np.sin(phi)[None, :, None]
    v = path[:, None] + ring * np.maximum(np.asarray(radii), 1e-3)[:, None, None]
    u = np.broadcast_to(np.linspace(0, uv_turns, len(path))[:, None], v.shape[:2])
    uv = np.stack([u, np.broadcast_to(phi / (2 * np.pi), v.shape[:2])], -1)
    return smooth(v.reshape(-1, 3).astype(np.float32), grid_faces(len(path), sides + 1), uv.reshape(-1, 2))


def corner_arc(cx: float, cz: float, radius: float, start: float, stop: float) -> NDArray[np.float64]:
    """Seven points (x, z) of an arc between two angles, (7, 2)."""
    t = np.linspace(start, stop, 7)
    return np.stack([cx + radius * np.cos(t), cz + radius * np.sin(t)], 1)


def points_of(mesh: Mesh) -> Array:
    """The eight corners of the mesh's bounds, (8, 3)."""
    return (
        np.array(np.meshgrid(*zip(mesh.v.min(0), mesh.v.max(0), strict=True)))
        .reshape(3, -1)
        .T.astype(np.float32)
    )


def above(mesh: Mesh, least: float) -> Mesh:
    """The mesh with what would sink into the table pressed flat on it."""
    low = mesh.v[:, 2] < least
    if not low.any():
        return mesh
    v = mesh.v.copy()
    v[low, 2] = least + 0.03 * (v[low, 2] - least)  # keeps the two sheets apart
    return smooth(v, mesh.f, mesh.uv)


def plate(rng: Generator, radius: float) -> tuple[Mesh, Material, float]:
    """A plate about the origin: (mesh, its paint, height of its flat part); the flat part reaches 72 % of
    the radius at least.
    """
    kind = int(rng.integers(5))
    if kind == 0:  # enamel: a rolled lip
        base, lip = 2.0, float(rng.uniform(4, 7.5))
        t = np.linspace(-np.pi / 2, np.pi, 9)
        profile = [
            (radius * 0.9, 0.0),
            *[(radius - 1.5 + 1.5 * np.cos(x), lip + 1.5 * np.sin(x)) for x in t],
            (radius * 0.93, base + 2.0),
            (radius * 0.88, base + 0.3),
            (radius * 0.84, base),
            (0.1, base),
        ]
    elif kind == 1:  # porcelain with a foot and a broad flat rim
        base, lip = 3.0, float(rng.uniform(4.5, 7.0))
        profile = [
            (radius * 0.55, 0.0),
            (radius * 0.6, 0.8),
            (radius, lip - 1.2),
            (radius, lip),
            (radius * 0.82, lip - 1.2),
            (radius * 0.76, base + 0.4),
            (radius * 0.72, base),
            (0.1, base),
        ]
    elif kind == 2:  # turned wood or slate with a bevelled edge
        base = float(rng.uniform(5, 9))
        profile = [
            (radius * 0.96, 0.0),
            (radius, base * 0.4),
            (radius, base * 0.7),
            (radius * 0.975, base),
            (0.1, base),
        ]
    else:  # printed card
        base = float(rng.uniform(0.5, 1.5))
        profile = [(radius, 0.0), (radius, base), (0.1, base)]
    mesh = lathe([(float(x), float(z)) for x, z in profile], 96)
    if kind == 4:  # a paper plate's fluted edge
        far = np.hypot(mesh.v[:, 0], mesh.v[:, 1]) / radius
        wave = np.sin(np.arctan2(mesh.v[:, 1], mesh.v[:, 0]) * 24) * 0.012 * np.clip((far - 0.8) * 5, 0, 1)
        v = mesh.v * np.column_stack([1 + wave, 1 + wave, np.ones_like(wave)]).astype(np.float32)
        mesh = smooth(v, mesh.f, mesh.uv)
    if kind == 2:
        paint = Material(
            cloths.rings(rng) if rng.random() < 0.6 else cloths.slate(rng), float(rng.uniform(0.4, 0.9))
        )
    else:
        paint = Material(
            cloths.plate_print(rng), float(rng.uniform(0.08, 0.3) if kind < 2 else rng.uniform(0.5, 0.95))
        )
    return mesh, paint, base

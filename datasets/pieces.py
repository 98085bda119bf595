"""The pieces of Kushi Express as meshes: cubes, strips (saddle, band, pierced once), sticks, whole skewers.

A skewer is built along +x, its handle end at x = 0, its stick's axis at z = 0; the caller lays it on a
surface.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from datasets import surfaces
from datasets.meshes import Array, Mesh, disc, join, ribbon, rod, rotation, rounded_box

CUBES = ("pepper", "tomato", "meat", "shrimp")
STRIPS = ("bacon", "cheese")


@dataclass(frozen=True, slots=True)
class Material:
    """A surface: sRGB texture (H, W, 3), roughness in [0, 1], specular reflectance; `backdrop` shows the
    photograph behind."""

    texture: surfaces.Texture
    roughness: float = 0.6
    specular: float = 0.04
    backdrop: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """A mesh with its material; `thing` indexes the world's things, -1 for none."""

    mesh: Mesh
    material: Material
    thing: int = -1


@dataclass(frozen=True, slots=True)
class Thing:
    """Something to be labelled: its class name, points (P, 3) whose projection it fills, and the axis its box
    follows."""

    name: str
    points: Array
    axis: tuple[Array, Array] | None = None
    owner: int = -1
    round: bool = False
    meta: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PieceColours:
    """sRGB colours in [0, 255] of one physical set, already spread as real sets are."""

    cubes: dict[str, NDArray[np.float32]]
    strips: dict[str, tuple[NDArray[np.float32], NDArray[np.float32]]]
    handle: NDArray[np.float32] | None
    stick: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class SetLook:
    """One physical set: dimensions in mm, finish, wrap style and colours; `holes`: the share of a cube's
    faces that are drilled, `hole`: a hole's radius as a share of the cube."""

    colours: PieceColours
    cube: float = 20.0
    bevel: float = 1.5
    strip_width: float = 14.0
    strip_thickness: float = 1.5
    stick_length: float = 180.0
    stick_radius: float = 2.0
    handle_length: float = 25.0
    wrap: str = "saddle"
    roughness: float = 0.6
    specular: float = 0.04
    holes: float = 0.0
    hole: float = 0.13
    grain: float = 0.05


def _box_points(mesh: Mesh) -> Array:
    lo, hi = mesh.v.min(0), mesh.v.max(0)
    return np.array(np.meshgrid(*zip(lo, hi, strict=True))).reshape(3, -1).T.astype(np.float32)


def cube_mesh(look: SetLook) -> Mesh:
    """A cube about the origin."""
    return rounded_box((look.cube,) * 3, look.bevel)


def cube_material(look: SetLook, kind: str, rng: Generator) -> Material:
    """A cube's paint, with grain, wear and dirt."""
    return Material(
        surfaces.painted(rng, look.colours.cubes[kind], look.grain), look.roughness, look.specular
    )


def strip_material(look: SetLook, kind: str, rng: Generator) -> Material:
    """Printed felt or paper."""
    base, stripe = look.colours.strips[kind]
    return Material(surfaces.strip(rng, base, stripe), float(rng.uniform(0.6, 0.95)), 0.02)


def _round_path(points: list[tuple[float, float]], radius: float) -> Array:
    """The polyline (x, r) with its corners rounded, as (P, 2)."""
    p = [np.asarray(q, np.float32) for q in points]
    out = [p[0]]
    for a, b, c in zip(p[:-2], p[1:-1], p[2:], strict=True):
        ra = min(radius, float(np.linalg.norm(b - a)) / 2.01)
        rc = min(radius, float(np.linalg.norm(c - b)) / 2.01)
        s, e = b + (a - b) / np.linalg.norm(a - b) * ra, b + (c - b) / np.linalg.norm(c - b) * rc
        out += [(1 - t) ** 2 * s + 2 * t * (1 - t) * b + t * t * e for t in (0.0, 0.35, 0.65, 1.0)]
    return np.asarray([*out, p[-1]], np.float32)


def saddle(look: SetLook, span: float, rng: Generator) -> Mesh:
    """A strip over one side (+z) of a run of cubes of length `span`, pierced before and after it.

    Each flap hangs from the top past the stick by a few mm, or by as much as a strip made for two cubes has
    left over one, standing off a little, as felt does.
    """
    half, top = span / 2, look.cube / 2 + look.strip_thickness / 2
    out = half + look.strip_thickness / 2 + float(rng.uniform(0, 0.6))
    tail = float(rng.uniform(2.5, 7.5) if rng.random() < 0.8 else rng.uniform(7.5, 13.0))
    kick = float(rng.uniform(-0.3, 2.4))
    bulge = float(rng.uniform(-0.2, 1.4))
    points = [
        (-out - kick, -tail),
        (-out, 1.0),
        (-out, top),
        (0.0, top + bulge),
        (out, top),
        (out, 1.0),
        (out + kick * float(rng.uniform(0.3, 1.2)), -tail * float(rng.uniform(0.8, 1.2))),
    ]
    path2 = _round_path(points, 2.2)
    path = np.column_stack([path2[:, 0], np.zeros(len(path2)), path2[:, 1]]).astype(np.float32)
    mesh = ribbon(path, np.array([0.0, 1.0, 0.0]), look.strip_width, look.strip_thickness)
    twist = rotation(2, float(rng.normal(0, 0.04)))
    return mesh.moved(twist, np.array([0.0, float(rng.normal(0, 0.6)), 0.0]))


def band(look: SetLook, span: float, rng: Generator) -> Mesh:
    """A closed loop over top, ends and bottom of a run of cubes."""
    half, top = span / 2 + look.strip_thickness / 2, look.cube / 2 + look.strip_thickness / 2
    start = float(rng.uniform(-0.5, 0.5)) * half
    points = [(start, -top), (-half, -top), (-half, top), (half, top), (half, -top), (start, -top)]
    path2 = _round_path(points, 2.0)
    path = np.column_stack([path2[:, 0], np.zeros(len(path2)), path2[:, 1]]).astype(np.float32)
    return ribbon(path, np.array([0.0, 1.0, 0.0]), look.strip_width, look.strip_thickness)


def pierced_once(look: SetLook, length: float, drop: float, rng: Generator) -> Mesh:
    """A strip through which the stick passes once: it stands across the stick and bends down to the table,
    `drop` mm below."""
    at = float(rng.uniform(0.05, 0.5)) * length
    reach = [at, length - at] if rng.random() < 0.5 else [length - at, at]
    lean = float(rng.uniform(-0.8, 0.8))
    steep = float(rng.uniform(0.5, 1.2))
    ends = []
    for sign, r in zip((-1, 1), reach, strict=True):
        flat = max(r - drop * 1.6 * steep, 0.0)
        ends.append(
            [
                (0.0, sign * 3.0, 0.0),
                (lean * 2, sign * min(r, drop * steep), -drop * 0.55),
                (lean * 6, sign * (min(r, drop * 1.6 * steep) + flat), -drop + look.strip_thickness * 0.6),
            ]
        )
    pts = np.asarray(ends[0][::-1] + [(0.0, 0.0, 0.8)] + ends[1], np.float32)
    t = np.linspace(0, len(pts) - 1, 22)
    path = np.column_stack([np.interp(t, np.arange(len(pts)), pts[:, k]) for k in range(3)]).astype(
        np.float32
    )
    return ribbon(path, np.array([1.0, 0.0, 0.0]), look.strip_width, look.strip_thickness)


@dataclass(frozen=True, slots=True)
class Strip:
    """One strip of a skewer: its kind, the layer where it begins, and the layers that it wraps; none where
    the stick pierces it once."""

    kind: str
    begins: int
    run: tuple[int, ...] = ()


def strips_of(layers: Sequence[str]) -> list[Strip]:
    """All strips of a skewer. Two layers of a kind are one that wraps the cubes between them; where there are
    more, so are two that have only cubes between them. The stick pierces any other once."""
    out = []
    for kind in STRIPS:
        at = [i for i, layer in enumerate(layers) if layer == kind]
        only = len(at) == 2
        while at:
            first = at.pop(0)
            between = range(first + 1, at[0] if at else first + 1)
            run = tuple(i for i in between if layers[i] in CUBES)
            if run and (only or len(run) == len(between)):
                at.pop(0)
                out.append(Strip(kind, first, run))
            else:
                out.append(Strip(kind, first))
    return out


def skewer(
    look: SetLook,
    layers: Sequence[str],
    rng: Generator,
    first_thing: int,
    sides: dict[str, int] | None = None,
) -> tuple[list[Part], list[Thing]]:
    """A whole skewer lying on z = 0 along +x, its things numbered from `first_thing` (the skewer itself comes
    first).

    Args:
        layers: as in the contract, handle end first.
        sides: quarter turns of each strip's saddle about the stick (0 up, 2 underneath); random when None.
    """
    strips = strips_of(layers)
    turns = [int(rng.integers(4)) if sides is None else sides.get(strip.kind, 0) for strip in strips]
    under = any(turn == 2 or look.wrap == "band" for turn, s in zip(turns, strips, strict=True) if s.run)
    axis_z = max(look.cube / 2, look.stick_radius) if any(c in CUBES for c in layers) else look.stick_radius
    axis_z += look.strip_thickness if under else 0.0
    place = lambda m: m.moved(np.eye(3, dtype=np.float32), np.array([0, 0, axis_z]))  # noqa: E731

    over = {i: strip for strip in strips for i in strip.run}
    pierced = {strip.begins for strip in strips if not strip.run}
    tight = rng.random() < 0.45
    room = look.stick_length - look.handle_length - sum(look.cube + 2.0 for c in layers if c in CUBES)
    x = (
        look.handle_length
        + float(rng.uniform(2, 14))
        + (float(rng.uniform(0, max(room - 20, 1.0))) if rng.random() < 0.5 else 0.0)
    )
    centres: dict[int, float] = {}
    once: dict[int, float] = {}
    for i, layer in enumerate(layers):
        inside = i - 1 in over and over.get(i) is over[i - 1]
        gap = float(
            rng.uniform(0, 0.6)
            if tight or inside
            else rng.choice([rng.uniform(0, 2.5), rng.uniform(1, 9)], p=[0.7, 0.3])
        )
        if layer in CUBES:
            centres[i] = x + gap + look.cube / 2
            x = centres[i] + look.cube / 2
        elif i not in pierced:
            x += look.strip_thickness * 1.15 + gap * 0.5
        else:
            # Squeezed between its neighbours, or lying flat with room for its whole width.
            half = look.strip_width / 2 if rng.random() < 0.5 else look.strip_thickness + 1
            once[i] = x + gap + half
            x = once[i] + half
    length = max(look.stick_length, x + float(rng.uniform(3, 15)))

    parts: list[Part] = []
    things: list[Thing] = []
    a, b = np.array([0, 0, axis_z], np.float32), np.array([length, 0, axis_z], np.float32)
    r = look.stick_radius
    wood = Material(surfaces.fibres(rng, look.colours.stick), float(rng.uniform(0.3, 0.8)))
    me = first_thing
    body: list[Mesh] = []
    shaft = rod(a, b, r, r * float(rng.uniform(0.4, 1.0)))
    parts.append(Part(shaft, wood, me))
    body.append(shaft)

    spin = 0.0
    for i, cx in centres.items():
        spin = float(rng.normal(0, 0.05))
        turn = rotation(0, spin + float(rng.integers(4)) * np.pi / 2) @ rotation(
            2, float(rng.normal(0, 0.02))
        )
        mesh = place(cube_mesh(look).moved(turn, np.array([cx, float(rng.normal(0, 0.3)), 0.0])))
        idx = first_thing + 1 + len(things)
        parts.append(Part(mesh, cube_material(look, layers[i], rng), idx))
        if look.holes:
            dark = Material(surfaces.solid(look.colours.cubes[layers[i]] * float(rng.uniform(0.1, 0.5))), 0.9)
            hole = disc(look.cube * look.hole, 0.15, 20)
            for q in range(4):
                if rng.random() > look.holes:
                    continue
                face = hole.moved(
                    rotation(0, q * np.pi / 2),
                    rotation(0, q * np.pi / 2) @ np.array([0, 0, look.cube / 2 - 0.05]),
                )
                parts.append(Part(place(face.moved(rotation(0, spin), np.array([cx, 0, 0]))), dark, idx))
        things.append(
            Thing(
                layers[i],
                _box_points(mesh),
                (a, b),
                me,
                meta={"layer": i, "wrap": over[i].kind if i in over else ""},
            )
        )
        body.append(mesh)

    for strip, side in zip(strips, turns, strict=True):
        idx, run = first_thing + 1 + len(things), strip.run
        if run:
            lo, hi = min(centres[i] for i in run), max(centres[i] for i in run)
            span = hi - lo + look.cube
            raw = band(look, span, rng) if look.wrap == "band" else saddle(look, span, rng)
            turn = rotation(0, side * np.pi / 2 + float(rng.normal(0, 0.07)))
            mesh = place(raw.moved(turn, np.array([(lo + hi) / 2, 0, 0])))
        else:
            raw = pierced_once(look, span_of_strip(look), axis_z, rng)
            mesh = place(raw.moved(np.eye(3), np.array([once[strip.begins], 0, 0])))
        low = np.minimum(0.0, mesh.v[:, 2].min())
        mesh = mesh.moved(np.eye(3), np.array([0, 0, -low])) if low < -0.5 and not run else mesh
        parts.append(Part(mesh, strip_material(look, strip.kind, rng), idx))
        things.append(
            Thing(
                strip.kind,
                _box_points(mesh),
                (a, b),
                me,
                meta={
                    "wraps": len(run),
                    "side": side if run else -1,
                    "layers": list(run),
                    "at": once.get(strip.begins),  # mm from the handle end, of a strip that is pierced once
                },
            )
        )
        if run:  # a strip pierced once sticks out sideways: the skewer's box keeps to the stick
            body.append(mesh)

    if look.colours.handle is not None:
        idx = first_thing + 1 + len(things)
        grip = rod(a - np.array([0.3, 0, 0]), a + np.array([look.handle_length, 0, 0]), r * 1.12, r * 1.12)
        parts.append(
            Part(grip, Material(surfaces.fibres(rng, look.colours.handle), float(rng.uniform(0.2, 0.7))), idx)
        )
        things.append(Thing("handle", _box_points(grip), (a, b), me))
        body.append(grip)

    whole = Thing(
        "skewer",
        np.concatenate([_box_points(m) for m in body]),
        (a, b),
        meta={"layers": list(layers), "handle": look.colours.handle is not None},
    )
    return parts, [whole, *things]


def span_of_strip(look: SetLook) -> float:
    """A strip's whole length in mm: over two cubes with its flaps."""
    return look.cube * 2 + look.cube + 14


def loose_strip(look: SetLook, kind: str, rng: Generator) -> Mesh:
    """A strip lying flat or arched on z = 0, about the origin, along x."""
    length = span_of_strip(look)
    t = np.linspace(-0.5, 0.5, 16)
    arch = float(rng.choice([0.0, rng.uniform(0, 8)]))
    bend = float(rng.normal(0, 0.25))
    z = look.strip_thickness / 2 + arch * np.cos(t * np.pi)
    path = np.column_stack([t * length, bend * length * t * t, z]).astype(np.float32)
    return ribbon(path, np.array([0.0, 1.0, 0.0]), look.strip_width, look.strip_thickness)


__all__ = [
    "CUBES",
    "STRIPS",
    "Material",
    "Part",
    "PieceColours",
    "SetLook",
    "Thing",
    "cube_material",
    "cube_mesh",
    "join",
    "loose_strip",
    "pierced_once",
    "saddle",
    "skewer",
    "strip_material",
    "strips_of",
]

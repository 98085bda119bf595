"""Pieces of the held-out test set, built otherwise than those of training: drilled or pillow-shaped cubes,
strips of curved fabric with rounded ends and holes, pointed or split sticks, plates of other profiles.

The conventions are those of `datasets.pieces`: mm, z up, a skewer along +x with its handle end at x = 0,
resting on z = 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from datasets import heldout_textures as cloths
from datasets.heldout_shapes import above, corner_arc, drilled_cube, fabric, pillow_cube, points_of, tube
from datasets.meshes import Mesh, rotation
from datasets.pieces import CUBES, Material, Part, PieceColours, Thing, strips_of


@dataclass(frozen=True, slots=True)
class HeldoutLook:
    """One physical set of the test: `shape` of its cubes (drilled, pillow, block), `wrap` (saddle, band);
    lengths in mm.
    """

    colours: PieceColours
    shape: str
    wrap: str
    cube: float
    chamfer: float
    hole: float
    softness: float
    strip_width: float
    strip_thickness: float
    stick_length: float
    stick_radius: float
    stick_sides: int
    tip: float
    handle_length: float
    roughness: float


def cube(look: HeldoutLook, rng: Generator) -> Mesh:
    """A cube of the set about the origin."""
    if look.shape == "pillow":
        return pillow_cube(look.cube, look.softness)
    drilled = rng.random(4) < 0.5 if look.shape == "drilled" else np.zeros(4, bool)
    return drilled_cube(
        look.cube,
        look.chamfer,
        look.hole,
        [bool(d) for d in drilled],
        look.cube * float(rng.uniform(0.15, 0.4)),
    )


def draped(look: HeldoutLook, span: float, rng: Generator, level: int = 0, room: float = 2.0) -> Mesh:
    """A strip over the +z side of cubes of length `span`, pierced by the stick before and after them.

    Args:
        level: strips already lying under it on the same cubes.
        room: how far a loose end may stand out along the stick, mm.
    """
    t = look.strip_thickness
    off = t / 2 + 0.2 + level * (t + 0.4)
    c = max(look.chamfer, 0.8) if look.shape != "pillow" else look.cube * 0.12
    half, top = span / 2, look.cube / 2
    r = c + off
    left = corner_arc(-half + c, top - c, r, np.pi, np.pi / 2)
    right = corner_arc(half - c, top - c, r, np.pi / 2, 0)
    x = np.linspace(-half + c, half - c, 12)[1:-1]
    sag = float(rng.uniform(0, 1.1))
    over = np.stack([x, top + off + sag * (1 - (x / half) ** 2)], 1)
    flaps = []
    puff = float(rng.uniform(0, 0.5))
    for sign in (-1, 1):
        tail = float(rng.uniform(4.0, 9.0)) if rng.random() < 0.85 else float(rng.uniform(9, 13))
        kick = float(rng.uniform(0, room))
        z = np.linspace(-tail, top - c, 14)[:-1]
        out = np.where(
            z < 0, kick * np.abs(z / tail) ** 1.6, puff * np.sin(np.pi * np.clip(z / max(top - c, 1), 0, 1))
        )
        flaps.append(np.stack([sign * (half + off + out), z], 1))
    path2 = np.concatenate([flaps[0], left, over, right, flaps[1][::-1]])
    path = np.column_stack([path2[:, 0], np.zeros(len(path2)), path2[:, 1]])
    mesh = fabric(path, np.array([0.0, 1.0, 0.0]), look.strip_width, t, float(rng.normal(0, 0.35)))
    return mesh.moved(
        rotation(2, float(rng.normal(0, 0.05))), np.array([0.0, float(rng.normal(0, 0.7)), 0.0])
    )


def ring_band(look: HeldoutLook, span: float, rng: Generator, level: int = 0) -> Mesh:
    """A strip wound once round cubes, over top, ends and bottom, its ends overlapping a little."""
    t = look.strip_thickness
    off = t / 2 + 0.2 + level * (t + 0.4)
    c = max(look.chamfer, 1.0) if look.shape != "pillow" else look.cube * 0.15
    half, top = span / 2, look.cube / 2
    r = c + off
    corners = [(half - c, top - c), (-half + c, top - c), (-half + c, -top + c), (half - c, -top + c)]
    loop = np.concatenate(
        [corner_arc(x, z, r, k * np.pi / 2, (k + 1) * np.pi / 2) for k, (x, z) in enumerate(corners)]
    )
    # The seam lies on the underside or at an end.
    loop = np.roll(loop, -int(rng.choice([0, 7, 14])), 0)
    loop = np.concatenate([loop, loop[:1] + 0.02])
    path = np.column_stack([loop[:, 0], np.zeros(len(loop)), loop[:, 1]])
    mesh = fabric(path[::-1].copy(), np.array([0.0, 1.0, 0.0]), look.strip_width, t)
    return mesh.moved(
        rotation(2, float(rng.normal(0, 0.03))), np.array([0.0, float(rng.normal(0, 0.6)), 0.0])
    )


def single(look: HeldoutLook, drop: float, rng: Generator) -> Mesh:
    """A strip on the stick by one hole only: it hangs over the stick to both sides and lies on the table,
    `drop` mm below.
    """
    length = strip_length(look)
    t = look.strip_thickness
    at = float(rng.choice([0.08, 0.22, 0.78, 0.92]))
    y = np.linspace(-at * length, (1 - at) * length, 40)
    ground = -drop + t * 0.6
    slope = float(rng.uniform(9, 15))
    z = ground + (0.6 - ground) * np.exp(-((y / slope) ** 2))
    x = float(rng.normal(0, 0.25)) * np.maximum(np.abs(y) - 4, 0) * np.sign(float(rng.normal())) * 0.6
    return fabric(
        np.column_stack([x, y, z]), np.array([1.0, 0.0, 0.0]), look.strip_width, t, float(rng.uniform(0, 0.4))
    )


def strip_length(look: HeldoutLook) -> float:
    """A strip's whole length in mm."""
    return look.cube * 3 + 10


def loose_strip(look: HeldoutLook, rng: Generator) -> Mesh:
    """A strip lying on z = 0 in a shallow S or with an arched middle, along x."""
    length = strip_length(look)
    t = np.linspace(-0.5, 0.5, 30)
    arch = float(rng.choice([0.0, rng.uniform(1, 9)]))
    z = look.strip_thickness / 2 + arch * np.cos(t * np.pi) ** 2
    y = np.sin(t * np.pi * 2) * float(rng.normal(0, 3.0)) + t * t * float(rng.normal(0, 16))
    return fabric(
        np.column_stack([t * length, y, z]),
        np.array([0.0, 1.0, 0.0]),
        look.strip_width,
        look.strip_thickness,
        float(rng.uniform(0, 0.6)),
    )


def _runs(layers: Sequence[str]) -> dict[str, list[int]]:
    """The layers that each strip wraps, one of a kind; none where the stick pierces it once."""
    return {strip.kind: list(strip.run) for strip in strips_of(layers)}


def _levels(layers: Sequence[str]) -> dict[str, int]:
    """How many strips lie between each strip and the wood: 1 where it goes round another strip."""
    ends = {
        k: (layers.index(k), len(layers) - 1 - list(layers)[::-1].index(k))
        for k, run in _runs(layers).items()
        if run
    }
    return {
        k: sum(1 for o, (c, d) in ends.items() if o != k and a < c and d < b) for k, (a, b) in ends.items()
    }


def skewer(
    look: HeldoutLook, layers: Sequence[str], rng: Generator, first_thing: int, sides: dict[str, int]
) -> tuple[list[Part], list[Thing]]:
    """A whole skewer lying on z = 0 along +x; the things, the skewer first, are numbered from `first_thing`.

    Args:
        layers: from the handle end, a wrapping strip before and after its cubes (contract).
        sides: for each strip the quarter turn of its saddle about the stick: 0 up, 1, 2 underneath, 3.
    """
    layers = list(layers)
    wraps = _runs(layers)
    levels = _levels(layers)
    t = look.strip_thickness
    under = max(
        [levels.get(k, 0) + 1 for k, run in wraps.items() if run and (look.wrap == "band" or sides[k] == 2)],
        default=0,
    )
    axis_z = (look.cube / 2 if any(c in CUBES for c in layers) else look.stick_radius) + under * (t + 0.4)
    room = 2.0
    held = {i: k for k, run in wraps.items() for i in run}
    tight = rng.random() < 0.4
    x = look.handle_length + float(rng.uniform(1, 20))
    centres: dict[int, float] = {}
    once: dict[str, float] = {}
    for i, layer in enumerate(layers):
        together = (
            i > 0
            and layer in CUBES
            and layers[i - 1] in CUBES
            and held.get(i) is not None
            and held.get(i) == held.get(i - 1)
        )
        gap = float(
            rng.uniform(0, 0.5)
            if tight or together
            else rng.choice([rng.uniform(0, 2.0), rng.uniform(2, 10)], p=[0.65, 0.35])
        )
        if layer in CUBES:
            centres[i] = x + gap + look.cube / 2
            x = centres[i] + look.cube / 2
        elif wraps.get(layer):
            opening = i < min(wraps[layer])
            # Outside the strip there is room for its loose end; inside it clings to the cube.
            x += (gap + room if opening else 0.0) + t + 0.4 + (0.0 if opening else room)
        else:
            once[layer] = x + gap + look.strip_width / 2
            x = once[layer] + look.strip_width / 2
    length = max(look.stick_length, x + float(rng.uniform(4, 18)))

    move = lambda m, dx=0.0: m.moved(np.eye(3, dtype=np.float32), np.array([dx, 0.0, axis_z]))  # noqa: E731
    a, b = np.array([0, 0, axis_z], np.float32), np.array([length, 0, axis_z], np.float32)
    wood = Material(cloths.stick(rng, look.colours.stick), float(rng.uniform(0.35, 0.85)))
    r = look.stick_radius
    stations = np.array([0.0, 0.3, 1.2, length * 0.3, length * 0.7, length - look.tip, length - 0.2])
    shaft = tube(
        np.column_stack([stations, 0 * stations, 0 * stations]),
        r * np.array([0.6, 0.9, 1, 1, 1, 1, 0.18 if look.tip > 3 else 0.8]),
        look.stick_sides,
    ).moved(rotation(0, float(rng.uniform(0, 1))), a)
    parts = [Part(shaft, wood, first_thing)]
    things: list[Thing] = []
    body = [shaft]
    for i, cx in centres.items():
        turn = rotation(0, float(rng.normal(0, 0.03)) + float(rng.integers(4)) * np.pi / 2) @ rotation(
            2, float(rng.normal(0, 0.015))
        )
        mesh = move(cube(look, rng).moved(turn, np.zeros(3)), cx)
        parts.append(
            Part(
                mesh,
                Material(cloths.paint(rng, look.colours.cubes[layers[i]]), look.roughness),
                first_thing + 1 + len(things),
            )
        )
        things.append(
            Thing(layers[i], points_of(mesh), (a, b), first_thing, meta={"layer": i, "wrap": held.get(i, "")})
        )
        body.append(mesh)
    for kind, run in wraps.items():
        if run:
            lo, hi = min(centres[i] for i in run), max(centres[i] for i in run)
            span = hi - lo + look.cube
            raw = (
                ring_band(look, span, rng, levels[kind])
                if look.wrap == "band"
                else draped(look, span, rng, levels[kind], room)
            )
            turn = rotation(
                0, sides[kind] * np.pi / 2 + float(rng.normal(0, 0.09 if look.wrap == "saddle" else 0.02))
            )
            mesh = move(raw.moved(turn, np.zeros(3)), (lo + hi) / 2)
            body.append(mesh)
        else:
            mesh = move(single(look, axis_z, rng), once[kind])
        mesh = above(mesh, t * 0.3)
        parts.append(
            Part(
                mesh,
                Material(cloths.strip_print(rng, *look.colours.strips[kind]), 0.9, 0.015),
                first_thing + 1 + len(things),
            )
        )
        things.append(
            Thing(
                kind,
                points_of(mesh),
                (a, b),
                first_thing,
                meta={"wraps": len(run), "side": sides[kind] if run else -1, "layers": list(run)},
            )
        )
    if look.colours.handle is not None:
        s = np.linspace(0, look.handle_length, 12)
        wound = r * (1.15 + 0.04 * (np.arange(12) % 2))
        wound[0] = wound[-1] = r * 0.95
        grip = tube(np.column_stack([s - 0.4, 0 * s, 0 * s]), wound, 18).moved(np.eye(3), a)
        parts.append(
            Part(
                grip,
                Material(cloths.tape(rng, look.colours.handle), float(rng.uniform(0.15, 0.6))),
                first_thing + 1 + len(things),
            )
        )
        things.append(Thing("handle", points_of(grip), (a, b), first_thing))
        body.append(grip)
    whole = Thing(
        "skewer",
        np.concatenate([points_of(m) for m in body]),
        (a, b),
        meta={"layers": layers, "handle": look.colours.handle is not None, "sides": dict(sides)},
    )
    return parts, [whole, *things]

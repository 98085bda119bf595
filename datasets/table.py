"""Laying things on a table: sets of pieces, plates, cards, loose pieces, and what keeps them apart."""

from __future__ import annotations

import colorsys
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from datasets import clutter, surfaces
from datasets.meshes import Mesh, disc, lathe, rotation, rounded_box
from datasets.pieces import (
    CUBES,
    STRIPS,
    Material,
    Part,
    PieceColours,
    SetLook,
    Thing,
    cube_material,
    cube_mesh,
    loose_strip,
    skewer,
    strip_material,
)
from datasets.world import Recipe, circle_points

Array = NDArray[np.float32]


FOREIGN = {
    "blue": (35, 80, 190),
    "navy": (25, 35, 95),
    "purple": (110, 50, 150),
    "black": (30, 30, 32),
    "white": (238, 238, 235),
    "yellow": (240, 205, 30),
    "pink": (238, 110, 165),
    "cyan": (60, 175, 205),
    "grey": (130, 132, 135),
}


def spread(rng: Generator, rgb: Sequence[float], hue: float = 0.018, amount: float = 0.14) -> Array:
    """A real-world version of a colour: faded, darker, glossier, a little off in hue."""
    h, s, v = colorsys.rgb_to_hsv(*(c / 255 for c in rgb))
    h = (h + rng.normal(0, hue)) % 1
    s = float(np.clip(s * (1 + rng.normal(0, amount * 1.3)), 0, 1))
    v = float(np.clip(v * (1 + rng.normal(0, amount)), 0.08, 1))
    return np.array(colorsys.hsv_to_rgb(h, s, v), np.float32) * 255


def random_look(rng: Generator, recipe: Recipe) -> SetLook:
    """One physical set."""
    wood = np.array(
        [[222, 196, 150], [190, 150, 105], [240, 235, 225], [60, 60, 62], [205, 60, 60]], np.float32
    )
    handle = spread(rng, recipe.handle, 0.03, 0.2) if rng.random() < recipe.handle_share else None
    colours = PieceColours(
        {k: spread(rng, c) for k, c in recipe.cubes.items()},
        {k: (spread(rng, a, 0.012), spread(rng, b, 0.02, 0.05)) for k, (a, b) in recipe.strips.items()},
        handle,
        spread(rng, wood[int(rng.choice(5, p=[0.5, 0.2, 0.15, 0.08, 0.07]))], 0.01, 0.1),
    )
    cube = float(rng.uniform(17, 23))
    return SetLook(
        colours,
        cube=cube,
        bevel=float(rng.choice([0.6, 1.5, 3.0, 5.0]) * rng.uniform(0.7, 1.3)) * cube / 20,
        strip_width=cube * float(rng.uniform(0.5, 0.8)),
        strip_thickness=float(rng.uniform(0.6, 2.2)),
        stick_length=float(rng.uniform(150, 215)),
        stick_radius=float(rng.uniform(1.4, 3.0)),
        handle_length=float(rng.uniform(16, 36)),
        wrap="band" if rng.random() < 0.15 else "saddle",
        roughness=float(rng.uniform(0.15, 0.95)),
        specular=float(rng.uniform(0.02, 0.08)),
        holes=float(rng.choice([0.0, 0.5, 1.0], p=[0.55, 0.3, 0.15])),
        hole=float(rng.uniform(0.08, 0.2)),
        grain=float(rng.uniform(0.02, 0.16)),
    )


def random_layers(rng: Generator, orders: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """A skewer somebody might make: an order, a slip from one, or anything at all."""
    if orders and rng.random() < 0.35:
        return orders[int(rng.integers(len(orders)))]
    n = int(rng.choice([0, 1, 2, 3, 4], p=[0.04, 0.16, 0.25, 0.27, 0.28]))
    cubes = [str(c) for c in (rng.permutation(CUBES)[:n] if rng.random() < 0.93 else rng.choice(CUBES, n))]
    return _wrapped(cubes, [str(kind) for kind in rng.permutation(STRIPS) if rng.random() < 0.62], rng)


def any_layers(rng: Generator) -> tuple[str, ...]:
    """Any skewer at all, likely or not: what is on one place says nothing of what is on another.

    A referee that learnt which orders there are would see them where they are not.
    """
    cubes = [str(c) for c in rng.choice(CUBES, int(rng.choice([0, 1, 2, 3, 4, 5], p=_COUNTS)))]
    return _wrapped(cubes, [str(s) for s in rng.choice(STRIPS, int(rng.choice(4, p=_STRIPS)))], rng)


_COUNTS = (0.03, 0.15, 0.25, 0.27, 0.25, 0.05)
_STRIPS = (0.15, 0.33, 0.34, 0.18)
"""How often a skewer of `any_layers` has 0, 1, 2 ... cubes, and strips."""


def _wrapped(cubes: Sequence[str], strips: Sequence[str], rng: Generator) -> tuple[str, ...]:
    """Cubes in a row, each strip round one or two of them by chance, or pierced once."""
    layers: list[list[str]] = [[c] for c in cubes]
    for kind in strips:
        if rng.random() < 0.2 or not layers:
            layers.insert(int(rng.integers(len(layers) + 1)), [kind])
            continue
        bare = [i for i, g in enumerate(layers) if not set(g) & set(STRIPS)]
        pairs = [i for i in bare if i + 1 in bare]
        if pairs and rng.random() < 0.22:
            i = pairs[int(rng.integers(len(pairs)))]
            layers[i : i + 2] = [[kind, *layers[i], *layers[i + 1], kind]]
        elif bare:
            i = bare[int(rng.integers(len(bare)))]
            layers[i] = [kind, *layers[i], kind]
    return tuple(x for g in layers for x in g)


class Table:
    """Collects parts and things, and keeps what lies on the table from running into each other."""

    def __init__(self, rng: Generator) -> None:
        self.rng, self.parts, self.things = rng, [], []
        self._spots: list[tuple[float, float, float]] = []
        self.parts: list[Part]
        self.things: list[Thing]

    def free(self, spots: Sequence[tuple[float, float, float]], margin: float = 2.0) -> bool:
        return all(np.hypot(x - a, y - b) > r + s + margin for x, y, r in spots for a, b, s in self._spots)

    def take(self, spots: Sequence[tuple[float, float, float]]) -> None:
        self._spots.extend(spots)

    def add(self, mesh: Mesh, material: Material, thing: Thing | None = None) -> None:
        index = -1
        if thing is not None:
            index = len(self.things)
            self.things.append(thing)
        self.parts.append(Part(mesh, material, index))


def row(x: float, y: float, angle: float, length: float, radius: float) -> list[tuple[float, float, float]]:
    n = max(2, int(length / (radius * 1.2)))
    return [
        (x + np.cos(angle) * length * t, y + np.sin(angle) * length * t, radius) for t in np.linspace(0, 1, n)
    ]


def place_skewer(
    table: Table,
    look: SetLook,
    layers: tuple[str, ...],
    start: tuple[float, float],
    angle: float,
    height: float = 0.0,
    sides: dict[str, int] | None = None,
) -> int:
    """Lay a skewer down with its handle end at `start`; returns the index of its thing."""
    me = len(table.things)
    parts, things = skewer(look, layers, table.rng, me, sides)
    r, t = rotation(2, angle), np.array([start[0], start[1], height], np.float32)
    table.parts += [Part(p.mesh.moved(r, t), p.material, p.thing) for p in parts]
    table.things += [
        replace(
            x,
            points=x.points @ r.T + t,
            axis=None if x.axis is None else (x.axis[0] @ r.T + t, x.axis[1] @ r.T + t),
        )
        for x in things
    ]
    return me


def add_plate(table: Table, x: float, y: float, rng: Generator) -> tuple[float, float]:
    """A round card or dish; returns (radius, height of its surface)."""
    radius, thick = float(rng.uniform(85, 130)), float(rng.choice([0.6, 2.0, 4.0]))
    look = rng.integers(7)
    texture = (
        surfaces.solid(surfaces.any_colour(rng, 0.7))
        if look < 2
        else surfaces.solid(np.full(3, rng.uniform(190, 252)))
        if look < 4
        else surfaces.wood(rng, 512)
        if look < 6
        else surfaces.speckle(rng, 256)
    )
    if rng.random() < 0.5:
        size = 256
        texture = np.ascontiguousarray(cv2.resize(texture, (size, size), interpolation=cv2.INTER_NEAREST))
        for _ in range(int(rng.integers(1, 4))):
            colour = tuple(int(c) for c in np.clip(surfaces.any_colour(rng), 0, 255))
            cv2.circle(
                texture,
                (size // 2, size // 2),
                int(rng.uniform(0.3, 0.5) * size),
                colour,
                int(rng.integers(1, 12)),
                cv2.LINE_AA,
            )
    for _ in range(int(rng.choice([0, 1, 2], p=[0.55, 0.3, 0.15]))):
        texture = surfaces.ornament(
            rng, np.ascontiguousarray(cv2.resize(texture, (256, 256), interpolation=cv2.INTER_NEAREST))
        )
    paint = Material(texture, float(rng.uniform(0.1, 0.9)))
    if rng.random() < 0.35:  # a rimmed dish; its flat part is the surface
        mesh = lathe([(radius, 9.0), (radius * 0.98, 10.0), (radius * 0.8, thick), (0.1, thick)], 64)
    else:
        mesh = disc(radius, thick, 72)
    table.add(
        mesh.moved(np.eye(3), np.array([x, y, 0])),
        paint,
        Thing("plate", circle_points(x, y, radius, thick), round=True),
    )
    return radius, thick


def add_card(
    table: Table,
    recipe: Recipe,
    rng: Generator,
    x: float,
    y: float,
    card: str | None,
    pile: int = 1,
    turn: float | None = None,
    z: float = 0.0,
) -> None:
    """A round card (or a pile of them); `card` None is face down."""
    radius, h = float(rng.uniform(37, 43)), 0.5 * pile + 0.1
    turn = float(rng.uniform(0, 2 * np.pi)) if turn is None else turn
    back = recipe.back if recipe.back is not None else surfaces.speckle(rng, 128)
    texture = back if card is None else recipe.faces[card]
    paint = Material(texture, float(rng.uniform(0.15, 0.9)), float(rng.uniform(0.02, 0.06)))
    table.add(
        disc(radius, h, 56).moved(rotation(2, turn), np.array([x, y, z])),
        paint,
        Thing(
            "card_back" if card is None else "card",
            circle_points(x, y, radius, z + h),
            round=True,
            meta={"card": card, "turn": turn},
        ),
    )


def add_rectangle_card(table: Table, rng: Generator, x: float, y: float) -> None:
    """A face-up card of some other deck: still a card, though none of ours."""
    w, d = float(rng.uniform(56, 70)), float(rng.uniform(86, 100))
    mesh = rounded_box((w, d, 0.4), 0.15).moved(
        rotation(2, float(rng.uniform(0, 6.28))), np.array([x, y, 0.25])
    )
    lo = mesh.v[np.argmax(mesh.v[:, 2])][2]
    table.add(
        mesh,
        Material(surfaces.playing_card(rng), float(rng.uniform(0.2, 0.8))),
        Thing("card", mesh.v[mesh.v[:, 2] > lo - 0.2], meta={"card": "foreign"}),
    )


def add_loose(table: Table, look: SetLook, rng: Generator, x: float, y: float, z: float) -> None:
    """A loose cube, die or strip."""
    pick = rng.random()
    if pick < 0.25:
        kind = str(rng.choice(STRIPS))
        mesh = loose_strip(look, kind, rng)
        r = rotation(2, float(rng.uniform(0, 6.28)))
        mesh = mesh.moved(r, np.array([x, y, z]))
        axis = (np.array([x, y, z], np.float32), np.array([x, y, z], np.float32) + r[:, 0] * 30)
        table.add(mesh, strip_material(look, kind, rng), Thing(kind, mesh.v[::3], axis, meta={"loose": True}))
        return
    die = rng.random() < 0.35
    foreign = rng.random() < (0.75 if die else 0.3)
    name = "cube" if foreign else str(rng.choice(CUBES))
    base = (
        spread(rng, FOREIGN[str(rng.choice(list(FOREIGN)))], 0.02, 0.12)
        if foreign
        else look.colours.cubes[name]
    )
    body = replace(look, cube=float(rng.uniform(11, 19)) if die else look.cube)
    mesh = cube_mesh(body).moved(
        rotation(2, float(rng.uniform(0, 6.28))), np.array([x, y, z + body.cube / 2])
    )
    if foreign and not die:
        paint = Material(surfaces.solid(base), look.roughness)
    elif die:
        paint = Material(
            clutter.die_texture(rng, base, int(rng.integers(1, 7))), float(rng.uniform(0.1, 0.6))
        )
    else:
        paint = cube_material(look, name, rng)
    table.add(mesh, paint, Thing(name, mesh.v[::5], meta={"loose": True, "die": die}))


def table_clear(table: Table, x: float, y: float, size: float) -> bool:
    """No labelled piece of a skewer or loose cube within reach of (x, y)."""
    own = [t for t in table.things if t.name not in ("plate", "card", "card_back", "skewer")]
    if any(np.hypot(*(t.points[:, :2].mean(0) - [x, y])) < size * 1.6 for t in own):
        return False
    for t in table.things:
        if t.name == "skewer" and t.axis is not None:
            a, b = t.axis[0][:2], t.axis[1][:2]
            s = np.clip(np.dot([x - a[0], y - a[1]], b - a) / max(float(np.dot(b - a, b - a)), 1e-6), 0, 1)
            if np.hypot(*(a + s * (b - a) - [x, y])) < size:
                return False
    return True


def ground_plane(tiles: float) -> Mesh:
    v = np.array([[-2500, -2500, 0], [2500, -2500, 0], [2500, 2500, 0], [-2500, 2500, 0]], np.float32)
    uv = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * tiles
    return Mesh(
        v, np.array([[0, 1, 2], [0, 2, 3]], np.int32), uv, np.tile(np.array([0, 0, 1], np.float32), (4, 1))
    )

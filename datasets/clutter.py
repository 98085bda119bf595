"""What lies on real tables besides the game: nothing here is a piece, except cubes of foreign colours and
foreign cards."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from datasets import surfaces
from datasets.meshes import (
    Array,
    Mesh,
    disc,
    ellipsoid,
    join,
    lathe,
    outline,
    ribbon,
    rod,
    rotation,
    rounded_box,
)
from datasets.pieces import Material

Item = tuple[Mesh, Material]


def _paint(rng: Generator) -> Material:
    return Material(
        surfaces.solid(surfaces.any_colour(rng)), float(rng.uniform(0.1, 0.9)), float(rng.uniform(0.02, 0.08))
    )


def _printed(rng: Generator) -> Material:
    return Material(surfaces.print_(rng), float(rng.uniform(0.2, 0.9)))


def brick(rng: Generator) -> list[Item]:
    """A building block or raw wooden brick: never cube-shaped."""
    a = float(rng.uniform(8, 30))
    size = (a * float(rng.uniform(1.9, 5.5)), a, a * float(rng.uniform(0.25, 1.0)))
    m = rounded_box(size, a * 0.06)
    paint = Material(surfaces.wood(rng, 128), 0.7) if rng.random() < 0.6 else _paint(rng)
    return [(m.moved(np.eye(3), np.array([0, 0, size[2] / 2])), paint)]


def box(rng: Generator) -> list[Item]:
    """A game box, a book, a packet, a phone, paper."""
    w, d = float(rng.uniform(50, 240)), float(rng.uniform(40, 180))
    h = float(rng.choice([0.4, rng.uniform(5, 12), rng.uniform(12, 70)]))
    m = rounded_box((w, d, h), min(2.0, h * 0.3)).moved(np.eye(3), np.array([0, 0, h / 2]))
    return [(m, _printed(rng) if rng.random() < 0.75 else _paint(rng))]


def phone(rng: Generator) -> list[Item]:
    """A phone with a dark or lit screen."""
    w, h = 150.0 * float(rng.uniform(0.9, 1.1)), 72.0
    body = rounded_box((w, h, 8), 4).moved(np.eye(3), np.array([0, 0, 4]))
    screen = rounded_box((w - 8, h - 8, 0.3), 0.1).moved(np.eye(3), np.array([0, 0, 8.1]))
    glass = Material(surfaces.print_(rng) if rng.random() < 0.5 else surfaces.solid((12, 12, 16)), 0.08, 0.05)
    return [(body, _paint(rng)), (screen, glass)]


def mug(rng: Generator) -> list[Item]:
    """A mug, glass, bowl or tin, with its drink."""
    r, h = float(rng.uniform(25, 55)), float(rng.uniform(25, 100))
    wall = lathe(
        [(r * 0.8, 0), (r, h * 0.1), (r * 1.02, h), (r * 0.92, h), (r * 0.9, h * 0.6), (0.1, h * 0.6)], 36
    )
    items: list[Item] = [(wall, _paint(rng))]
    drink = disc(r * 0.9, 0.5, 32).moved(np.eye(3), np.array([0, 0, h * float(rng.uniform(0.6, 0.9))]))
    items.append((drink, Material(surfaces.solid(surfaces.any_colour(rng)), 0.05)))
    if rng.random() < 0.6:
        t = np.linspace(-0.5 * np.pi, 0.5 * np.pi, 12)
        path = np.column_stack([r + np.cos(t) * r * 0.6, np.zeros(12), h / 2 + np.sin(t) * h * 0.3]).astype(
            np.float32
        )
        items.append((ribbon(path, np.array([0.0, 1.0, 0.0]), r * 0.25, r * 0.15), items[0][1]))
    return items


def dish(rng: Generator) -> list[Item]:
    """A saucer, coaster, lid or coin that is no plate and no card of ours."""
    r = float(rng.choice([rng.uniform(9, 16), rng.uniform(30, 55)]))
    h = float(rng.uniform(0.8, 8))
    paint = (
        _printed(rng)
        if rng.random() < 0.6
        else Material(surfaces.solid(surfaces.any_colour(rng)), float(rng.uniform(0.1, 0.9)))
    )
    return [(disc(r, h), paint)]


def saucer(rng: Generator) -> list[Item]:
    """A mug on its saucer."""
    under = dish(rng)[0] if rng.random() < 0.3 else (disc(float(rng.uniform(55, 85)), 3.0, 64), _paint(rng))
    return [under, *((m.moved(np.eye(3), np.array([0, 0, 3.0])), paint) for m, paint in mug(rng))]


def ring(rng: Generator) -> list[Item]:
    """A bangle, hoop, cable tie or the rim of something: a circle that nothing lies in, closed or nearly."""
    r, thick = float(rng.uniform(20, 100)), float(rng.uniform(2, 9))
    t = np.linspace(0, 2 * np.pi * float(rng.choice([1.0, rng.uniform(0.75, 1.05)])), 72)
    path = np.column_stack([np.cos(t) * r, np.sin(t) * r, np.full(72, thick / 2)]).astype(np.float32)
    return [(ribbon(path, np.array([0.0, 0.0, 1.0]), thick, thick * float(rng.uniform(0.3, 1))), _paint(rng))]


def cutlery(rng: Generator) -> list[Item]:
    """Knife, fork, spoon, pencil or chopstick."""
    steel = Material(surfaces.solid(np.full(3, rng.uniform(120, 220))), float(rng.uniform(0.1, 0.4)), 0.5)
    length = float(rng.uniform(120, 210))
    kind = rng.integers(4)
    if kind == 0:  # pencil, chopstick, straw, pen
        r = float(rng.uniform(2, 5))
        return [
            (
                rod(np.array([0, 0, r]), np.array([length, 0, r]), r, r * float(rng.uniform(0.2, 1.0))),
                _paint(rng),
            )
        ]
    handle = outline(np.array([[0, -4], [length * 0.6, -3], [length * 0.6, 3], [0, 4]]), 2.0)
    if kind == 1:
        blade = outline(np.array([[0, -5], [70, -8], [85, -2], [80, 5], [0, 5]]), 1.5)
        return [(join(handle, blade.moved(np.eye(3), np.array([length * 0.58, 0, 0]))), steel)]
    if kind == 2:
        bowl = ellipsoid((24, 15, 4)).moved(np.eye(3), np.array([length * 0.6 + 20, 0, 4]))
        return [(join(handle, bowl), steel)]
    tines = [
        rod(np.array([length * 0.6, y, 2]), np.array([length * 0.6 + 50, y, 2]), 1.4) for y in (-8, -3, 3, 8)
    ]
    neck = outline(
        np.array([[length * 0.55, -3], [length * 0.65, -10], [length * 0.65, 10], [length * 0.55, 3]]), 2.5
    )
    return [(join(handle, neck, *tines), steel)]


def ball(rng: Generator) -> list[Item]:
    """A fruit, bead, marble, sweet or crumpled napkin."""
    r = float(rng.choice([rng.uniform(5, 14), rng.uniform(20, 45)]))
    m = ellipsoid((r, r * float(rng.uniform(0.7, 1.0)), r * float(rng.uniform(0.6, 1.0))))
    return [(m.moved(np.eye(3), np.array([0, 0, r * 0.8])), _paint(rng))]


def cable(rng: Generator) -> list[Item]:
    """A cable, ribbon or rubber band in loops."""
    t = np.linspace(0, 1, 60)
    path = np.column_stack(
        [
            np.cumsum(np.cos(np.cumsum(rng.normal(0, 0.25, 60)))) * 4,
            np.cumsum(np.sin(np.cumsum(rng.normal(0, 0.25, 60)))) * 4,
            1.5 + 0 * t,
        ]
    ).astype(np.float32)
    tangent = np.gradient(path, axis=0)
    side = np.cross([0, 0, 1.0], tangent)
    side /= np.maximum(np.linalg.norm(side, axis=1, keepdims=True), 1e-6)
    return [
        (
            ribbon(path - path.mean(0) * [1, 1, 0], side.astype(np.float32), float(rng.uniform(2, 6)), 2.5),
            _paint(rng),
        )
    ]


def pawn(rng: Generator) -> list[Item]:
    """A pawn, meeple or disc-stack of some other game."""
    s = float(rng.uniform(0.7, 1.4))
    m = lathe(
        [
            (9 * s, 0),
            (9 * s, 2 * s),
            (4 * s, 10 * s),
            (3 * s, 15 * s),
            (5.5 * s, 19 * s),
            (5 * s, 24 * s),
            (0.1, 26 * s),
        ],
        20,
    )
    return [(m, _paint(rng))]


def die_texture(rng: Generator, base: Array, spots: int) -> surfaces.Texture:
    """A die's face: pips of a light or dark colour."""
    t = np.tile(np.clip(base, 0, 255).astype(np.uint8), (48, 48, 1))
    pip = np.full(3, 245 if base.mean() < 140 or rng.random() < 0.4 else 15, np.uint8)
    at = {
        1: [(1, 1)],
        2: [(0, 0), (2, 2)],
        3: [(0, 0), (1, 1), (2, 2)],
        4: [(0, 0), (0, 2), (2, 0), (2, 2)],
        5: [(0, 0), (0, 2), (1, 1), (2, 0), (2, 2)],
        6: [(0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)],
    }[spots]
    y, x = np.mgrid[0:48, 0:48]
    for r, c in at:
        t[np.hypot(y - 11 - 13 * r, x - 11 - 13 * c) < 4.5] = pip
    return t


def hand(rng: Generator, reach: float) -> list[Item]:
    """A hand over the table with forearm and sleeve, fingers towards +x, wrist at about x = -reach."""
    tone = np.array(
        [[255, 219, 190], [224, 172, 135], [198, 134, 94], [141, 85, 54], [92, 58, 38]], np.float32
    )[int(rng.integers(5))]
    skin = Material(surfaces.solid(tone * float(rng.uniform(0.85, 1.05))), 0.55)
    z = float(rng.uniform(12, 60))
    parts = [ellipsoid((48, 42, 14)).moved(np.eye(3), np.array([0, 0, z]))]
    curl = float(rng.uniform(-0.2, 0.9))
    for k in range(4):
        y = -30 + 20 * k
        knuckle = np.array([38, y, z])
        mid = knuckle + np.array([36 * np.cos(curl * 0.4), y * 0.15, -36 * np.sin(curl * 0.4)])
        tip = mid + np.array([30 * np.cos(curl), y * 0.1, -30 * np.sin(curl)])
        parts += [
            rod(knuckle, mid, 9, 8.5),
            rod(mid, tip, 8.5, 7),
            ellipsoid((9, 9, 8)).moved(np.eye(3), mid),
            ellipsoid((8, 7, 7)).moved(np.eye(3), tip),
        ]
    thumb = np.array([10, 42, z])
    parts += [
        rod(thumb, thumb + np.array([40, 22, -8]), 11, 9),
        ellipsoid((10, 9, 9)).moved(np.eye(3), thumb + np.array([42, 23, -8])),
    ]
    back = np.array([-reach, float(rng.normal(0, 40)), z + float(rng.uniform(0, 60))])
    parts.append(
        rod(np.array([-30, 0, z]), np.array([-30, 0, z]) + (back - np.array([-30, 0, z])) * 0.5, 26, 33)
    )
    sleeve = rod(
        np.array([-30, 0, z]) + (back - np.array([-30, 0, z])) * float(rng.uniform(0.15, 0.5)), back, 42, 60
    )
    fabric = Material(
        surfaces.cloth(rng, 128) if rng.random() < 0.5 else surfaces.solid(surfaces.any_colour(rng)), 0.95
    )
    return [(join(*parts), skin), (sleeve, fabric)]


DISTRACTORS = (
    *(brick, brick, box, box, phone, mug, saucer, dish, dish, ring),
    *(cutlery, cutlery, ball, cable, pawn),
)


def turned(items: list[Item], yaw: float, at: tuple[float, float], height: float = 0.0) -> list[Item]:
    """The items turned about z and set down at (x, y)."""
    r = rotation(2, yaw)
    return [(m.moved(r, np.array([at[0], at[1], height])), paint) for m, paint in items]

"""Other things on the tables of the held-out test set, none of them shaped as those of training. mm,
resting on z = 0.
"""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from datasets import heldout_textures as cloths
from datasets.heldout_shapes import fabric, pillow_cube, tube
from datasets.meshes import Array, Mesh, disc, grid_faces, join, lathe, outline, rotation, rounded_box, smooth
from datasets.pieces import Material
from datasets.surfaces import Texture, solid

Item = tuple[Mesh, Material]
EYE = np.eye(3, dtype=np.float32)


def _at(mesh: Mesh, x: float = 0.0, y: float = 0.0, z: float = 0.0) -> Mesh:
    return mesh.moved(EYE, np.array([x, y, z]))


def _coat(rng: Generator, rough: tuple[float, float] = (0.1, 0.8)) -> Material:
    return Material(solid(cloths.shade(rng, 1.0)), float(rng.uniform(*rough)), float(rng.uniform(0.02, 0.06)))


def _steel(rng: Generator) -> Material:
    return Material(solid(np.full(3, rng.uniform(130, 215))), float(rng.uniform(0.12, 0.35)), 0.5)


def pencil(rng: Generator) -> list[Item]:
    """A six-sided pencil with a sharpened end and a rubber."""
    r, n = float(rng.uniform(3.4, 4.2)), float(rng.uniform(90, 180))
    turn = rotation(0, np.pi / 6)
    body = _at(
        tube(
            np.array([[0.0, 0, 0], [0.1, 0, 0], [n - 0.1, 0, 0], [n, 0, 0]]), np.array([0, r, r, r * 0.95]), 6
        ).moved(turn, np.zeros(3)),
        0,
        0,
        r * 0.9,
    )
    point = _at(tube(np.array([[n, 0, 0], [n + 18, 0, 0]]), np.array([r, 0.8]), 10), 0, 0, r * 0.9)
    lead = _at(tube(np.array([[n + 18, 0, 0], [n + 22, 0, 0]]), np.array([0.8, 0.1]), 8), 0, 0, r * 0.9)
    rubber = _at(
        tube(np.array([[-9.0, 0, 0], [-8.5, 0, 0], [0, 0, 0]]), np.array([0.1, r * 0.9, r * 0.9]), 14),
        0,
        0,
        r * 0.9,
    )
    return [
        (body, _coat(rng)),
        (point, Material(solid((222, 184, 135)), 0.8)),
        (lead, Material(solid((40, 40, 42)), 0.4)),
        (rubber, Material(solid((225, 120, 130)), 0.9)),
    ]


def cup(rng: Generator) -> list[Item]:
    """A tapered cup with a round handle, on a saucer now and then."""
    r, h = float(rng.uniform(28, 42)), float(rng.uniform(45, 105))
    t = np.linspace(0, 1, 12)
    belly = r * (0.68 + 0.32 * np.sin(t * np.pi / 2) ** float(rng.uniform(0.5, 1.6)))
    outside = [(0.1, 0.6), (float(belly[0]) * 0.95, 0.0), *zip(belly.tolist(), (t * h).tolist(), strict=True)]
    inside = [(float(b) * 0.9, max(float(z), 4.0)) for b, z in zip(belly[::-1], (t * h)[::-1], strict=True)]
    level = h * float(rng.uniform(0.4, 0.88))
    wide = float(np.interp(level, t * h, belly)) * 0.91
    coat = Material(cloths.plate_print(rng, 128), float(rng.uniform(0.08, 0.3)))
    a = np.linspace(-0.45 * np.pi, 0.45 * np.pi, 18)
    grip = np.column_stack([r * 0.82 + np.cos(a) * h * 0.3, 0 * a, h * 0.5 + np.sin(a) * h * 0.32])
    saucer = 4.0 if rng.random() < 0.35 else 0.0
    items = [
        (
            _at(
                join(lathe([*outside, *inside, (0.1, 4.0)], 48), tube(grip, np.full(18, 4.2), 12)),
                0,
                0,
                saucer,
            ),
            coat,
        ),
        (
            _at(disc(wide, 0.4, 40), 0, 0, level + saucer),
            Material(
                solid(np.array([[60, 32, 18], [150, 96, 40], [225, 215, 195]])[int(rng.integers(3))]), 0.06
            ),
        ),
    ]
    if saucer:
        items.append((lathe([(r * 0.6, 0), (r * 1.75, 7), (r * 1.73, 8), (r * 0.9, 4), (0.1, 4)], 56), coat))
    return items


def bottle(rng: Generator) -> list[Item]:
    """A bottle or jar, standing, with its lid and label."""
    r, h = float(rng.uniform(24, 38)), float(rng.uniform(90, 210))
    neck = float(rng.uniform(0.35, 0.8))
    profile = [
        (0.1, 1.0),
        (r * 0.92, 0),
        (r, 4),
        (r, h * 0.62),
        (r * 0.9, h * 0.7),
        (r * neck, h * 0.82),
        (r * neck, h * 0.94),
        (0.1, h * 0.94),
    ]
    label = lathe([(r * 1.01, h * 0.2), (r * 1.01, h * 0.52)], 48)
    lid = lathe([(r * neck * 1.12, h * 0.9), (r * neck * 1.12, h), (0.1, h)], 40)
    glass = Material(solid(cloths.shade(rng, 1.0) * 0.7), 0.05, 0.06)
    return [(lathe(profile, 48), glass), (label, Material(cloths.cover(rng, 128), 0.6)), (lid, _coat(rng))]


def scissors(rng: Generator) -> list[Item]:
    """A pair of scissors, half open."""
    opening = float(rng.uniform(0.05, 0.35))
    t = np.linspace(0, 2 * np.pi, 24)
    items: list[Item] = []
    steel, plastic = _steel(rng), _coat(rng)
    for s in (-1, 1):
        blade = outline(np.array([[-25, -4], [0, -6], [95, -1.0], [95, 0.5], [0, 5], [-25, 4]]), 1.6)
        loop = np.column_stack([-58 + 24 * np.cos(t), s * -4 + 14 * np.sin(t), np.full(24, 4.0)])
        turn = rotation(2, s * opening)
        items += [
            (_at(blade, 0, 0, 1.8 if s > 0 else 0.0).moved(turn, np.zeros(3)), steel),
            (tube(loop, np.full(24, 3.6), 10).moved(turn, np.zeros(3)), plastic),
        ]
    items.append((_at(disc(3.5, 1.0), 0, 0, 3.4), steel))
    return items


def book(rng: Generator) -> list[Item]:
    """A book, a notebook or a stack of them; their covers and page edges."""
    items: list[Item] = []
    z = 0.0
    for _ in range(int(rng.choice([1, 2, 3], p=[0.7, 0.2, 0.1]))):
        w, d, h = float(rng.uniform(110, 230)), float(rng.uniform(80, 165)), float(rng.uniform(4, 26))
        turn = rotation(2, float(rng.normal(0, 0.12)))
        pages = rounded_box((w - 6, d - 6, h - 2), 0.3)
        cover = Material(cloths.cover(rng), float(rng.uniform(0.3, 0.9)))
        for zz in (0.6, h - 0.6):
            items.append((_at(rounded_box((w, d, 1.2), 0.5).moved(turn, np.zeros(3)), 0, 0, z + zz), cover))
        items.append(
            (_at(pages.moved(turn, np.zeros(3)), 0, 0, z + h / 2), Material(solid((232, 226, 208)), 0.95))
        )
        z += h
    return items


def screen(rng: Generator) -> list[Item]:
    """A phone, a tablet or a remote control, with lenses or buttons."""
    if rng.random() < 0.4:
        body = rounded_box((160, 42, 16), 6)
        keys = [_at(disc(3.6, 1.6, 16), -60 + 12 * (k // 3), -11 + 11 * (k % 3), 15.5) for k in range(30)]
        return [(_at(body, 0, 0, 8), _coat(rng)), (join(*keys), _coat(rng))]
    w, d, h = float(rng.choice([148, 158, 240])), float(rng.uniform(68, 78)), float(rng.uniform(7, 9))
    d = d if w < 200 else 165.0
    items = [(_at(rounded_box((w, d, h), h * 0.45), 0, 0, h / 2), _coat(rng, (0.1, 0.4)))]
    if rng.random() < 0.6:
        glass = Material(solid((9, 9, 11)) if rng.random() < 0.6 else cloths.cover(rng), 0.04, 0.05)
        items.append((_at(rounded_box((w - 7, d - 6, 0.4), 0.15), 0, 0, h + 0.05), glass))
    else:
        island = rounded_box((34, 34, 2.0), 0.9)
        lenses = join(
            *[
                _at(disc(6.5, 1.2, 24), w / 2 - 24 + 15 * a, d / 2 - 22 + 15 * b, h + 1.4)
                for a, b in ((-0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
            ]
        )
        items += [
            (_at(island, w / 2 - 24, d / 2 - 22, h + 0.6), items[0][1]),
            (lenses, Material(solid((14, 14, 20)), 0.05, 0.06)),
        ]
    return items


def studded(rng: Generator) -> list[Item]:
    """Clamped bricks with studs, never as wide as long."""
    a, b = int(rng.integers(1, 3)), int(rng.integers(3, 7))
    body = rounded_box((b * 8.0, a * 8.0, 9.6), 0.25)
    studs = [
        _at(disc(2.4, 1.8, 18), (k + 0.5 - b / 2) * 8, (j + 0.5 - a / 2) * 8, 9.6)
        for k in range(b)
        for j in range(a)
    ]
    return [(_at(join(_at(body, 0, 0, 4.8), *studs)), _coat(rng, (0.08, 0.3)))]


def spoon(rng: Generator) -> list[Item]:
    """A spoon or fork of bent metal, or wooden."""
    n = float(rng.uniform(130, 200))
    x = np.linspace(0, n, 40)
    bowl = np.clip((x - n * 0.72) / (n * 0.28), 0, 1)
    width = 3.2 + 2.2 * np.clip(1 - x / (n * 0.4), 0, 1) + 17 * np.sin(np.pi * bowl**0.8) ** 0.8
    z = 1.2 + 5 * np.sin(np.pi * np.clip(x / n, 0, 1)) * (bowl <= 0) + 2 * (1 - bowl) * (bowl > 0)
    v = np.linspace(-1, 1, 9)
    hollow = (v**2)[None, :] * np.sin(np.pi * bowl)[:, None] * 6
    top = np.stack([np.repeat(x[:, None], 9, 1), width[:, None] * v, z[:, None] + hollow], -1)
    uv = np.stack(np.broadcast_arrays(x[:, None] / n, v[None] / 2 + 0.5), -1).reshape(-1, 2)
    faces = grid_faces(40, 9)
    upper = smooth(
        np.add(top, [0, 0, 1.3]).reshape(-1, 3).astype(np.float32), faces[:, ::-1].astype(np.int32), uv
    )
    lower = smooth(top.reshape(-1, 3).astype(np.float32), faces, uv)
    edge = tube(np.add(np.concatenate([top[:, 0], top[::-1, -1]]), [0, 0, 0.65]), np.full(80, 0.75), 6)
    return [
        (
            join(upper, lower, edge),
            _steel(rng) if rng.random() < 0.7 else Material(cloths.plank(rng, 128), 0.7),
        )
    ]


def coins(rng: Generator) -> list[Item]:
    """A few coins, buttons or counters, some stacked."""
    items: list[Item] = []
    for _ in range(int(rng.integers(1, 6))):
        r = float(rng.uniform(8, 13))
        n = int(rng.integers(1, 5))
        metal = np.array([[200, 160, 90], [190, 190, 188], [175, 105, 70]])[int(rng.integers(3))]
        pile = [
            _at(disc(r, 1.7, 36), float(rng.normal(0, 0.5)), float(rng.normal(0, 0.5)), 1.75 * k)
            for k in range(n)
        ]
        items.append(
            (
                _at(join(*pile), float(rng.normal(0, 26)), float(rng.normal(0, 26))),
                Material(solid(metal * float(rng.uniform(0.6, 1.1))), 0.3, 0.4),
            )
        )
    return items


def napkin(rng: Generator) -> list[Item]:
    """A folded napkin, a cloth or a sheet of paper with one corner up."""
    w, d = float(rng.uniform(80, 200)), float(rng.uniform(70, 150))
    n = 24
    gx, gy = np.meshgrid(np.linspace(-0.5, 0.5, n), np.linspace(-0.5, 0.5, n))
    lift = np.clip(gx + gy - float(rng.uniform(0.4, 0.9)), 0, 1) ** 2 * float(rng.uniform(0, 120))
    ripple = 1.2 + 0.8 * np.sin(gx * 9 + gy * 4)
    v = np.stack([gx * w, gy * d, ripple + lift], -1).reshape(-1, 3).astype(np.float32)
    sheet = smooth(v, grid_faces(n, n), np.stack([gx + 0.5, gy + 0.5], -1).reshape(-1, 2))
    texture: Texture = [cloths.linen, cloths.cover, cloths.laminate][int(rng.integers(3))](rng, 256)
    return [(sheet, Material(texture, 0.9))]


def rings_and_balls(rng: Generator) -> list[Item]:
    """Fruit, sweets, a marble, a key ring, a rubber band."""
    t = np.linspace(0, 2 * np.pi, 40)
    if rng.random() < 0.4:
        r = float(rng.uniform(8, 28))
        band = np.column_stack([r * np.cos(t), r * (1 + 0.2 * np.sin(2 * t)) * np.sin(t), np.full(40, 1.4)])
        return [(tube(band, np.full(40, float(rng.uniform(0.8, 1.6))), 8), _coat(rng))]
    r = float(rng.choice([rng.uniform(6, 12), rng.uniform(22, 40)]))
    dent = [
        (
            float(r * np.cos(a) * (1 + 0.08 * np.sin(a))),
            float(r * (1 + np.sin(a)) * 0.92 - (r * 0.12 if a > 1.4 else 0)),
        )
        for a in np.linspace(-1.57, 1.5, 18)
    ]
    return [(lathe(dent, 40), _coat(rng, (0.1, 0.6)))]


def lace(rng: Generator) -> list[Item]:
    """A cable or a shoelace in loose curves, lying flat, or a plaited ribbon."""
    n = 90
    heading = np.cumsum(np.cumsum(rng.normal(0, 0.05, n)) * 0.35)
    path = np.column_stack(
        [np.cumsum(np.cos(heading)) * 3.5, np.cumsum(np.sin(heading)) * 3.5, np.full(n, 2.2)]
    )
    path[:, :2] -= path[:, :2].mean(0)
    if rng.random() < 0.7:
        return [(tube(path, np.full(n, float(rng.uniform(1.4, 2.8))), 10), _coat(rng))]
    straight = np.column_stack(
        [np.linspace(-80, 80, 40), 10 * np.sin(np.linspace(0, 6, 40)), np.full(40, 0.6)]
    )
    return [
        (fabric(straight, np.array([0.0, 1.0, 0.0]), float(rng.uniform(6, 20)), 0.6), _coat(rng, (0.6, 0.95)))
    ]


def chess_piece(rng: Generator) -> list[Item]:
    """A turned chessman or a tall cone."""
    s = float(rng.uniform(0.8, 1.6))
    profile = [
        (11, 0),
        (11.5, 3),
        (9, 5),
        (5, 12),
        (3.8, 22),
        (7, 25),
        (4, 27),
        (6, 33),
        (5.2, 38),
        (2, 41),
        (0.1, 42),
    ]
    return [
        (
            lathe([(a * s, b * s) for a, b in profile], 32),
            Material(cloths.plank(rng, 96) if rng.random() < 0.5 else solid(cloths.shade(rng)), 0.4),
        )
    ]


def die(rng: Generator) -> tuple[list[Item], float]:
    """A die with sunk pips as real holes on its top; returns it about the origin with its size."""
    a = float(rng.uniform(11, 19))
    base = cloths.shade(rng, 1.0) if rng.random() < 0.5 else np.full(3, rng.uniform(225, 250))
    light = base.mean() < 130
    body = pillow_cube(a, float(rng.uniform(8, 14)))
    spots = []
    layout = {
        1: [(0, 0)],
        2: [(-1, -1), (1, 1)],
        3: [(-1, -1), (0, 0), (1, 1)],
        4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
        5: [(-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)],
        6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
    }
    values = rng.permutation(6) + 1
    for face, value in enumerate(values[:5]):
        turn = rotation(0, face * np.pi / 2) if face < 4 else rotation(1, np.pi / 2)
        spots += [
            _at(disc(a * 0.085, 0.12, 16), u * a * 0.24, w * a * 0.24, a / 2 - 0.05).moved(turn, np.zeros(3))
            for u, w in layout[int(value)]
        ]
    ink = Material(solid((240, 240, 236)) if light else solid((18, 18, 20)), 0.5)
    return [(body, Material(solid(base), float(rng.uniform(0.08, 0.5)))), (join(*spots), ink)], a


def hand(rng: Generator, reach: float) -> list[Item]:
    """A hand with forearm and cuff, fingers towards +x, elbow at x = -reach: joints as one smooth tube a
    finger.
    """
    tones = np.array(
        [[243, 205, 178], [226, 178, 142], [196, 138, 100], [146, 92, 62], [96, 62, 44]], np.float32
    )
    tone = tones[int(rng.integers(5))] * float(rng.uniform(0.88, 1.04))
    mottled = cloths.turbulence(rng, 64, 1.4)[..., None] * np.array([0.02, 0.035, 0.04])
    skin = Material(np.clip(tone * (1 + mottled), 0, 255).astype(np.uint8), 0.5, 0.03)
    z = float(rng.uniform(14, 38))
    mirror = float(rng.choice([-1, 1]))
    palm = pillow_cube(2.0, 2.7)
    pieces = [
        Mesh(palm.v * np.array([46, 40, 13], np.float32), palm.f, palm.uv, palm.n).moved(
            EYE, np.array([-4, 0, z])
        )
    ]
    bend = float(rng.uniform(0.0, 0.75))
    nails: list[Mesh] = []
    for k, (length, y, spread) in enumerate(
        ((68, -30, -0.14), (80, -11, -0.04), (76, 9, 0.05), (60, 28, 0.16))
    ):
        angle = spread + float(rng.normal(0, 0.04))
        curl = bend * float(rng.uniform(0.7, 1.2))
        s = np.linspace(0, 1, 16)
        pitch = curl * s * 1.3
        steps = length / 15
        along = np.concatenate([[0], np.cumsum(np.cos(pitch[1:]) * steps)])
        drop = np.concatenate([[0], np.cumsum(np.sin(pitch[1:]) * steps)])
        path = np.column_stack(
            [32 + along * np.cos(angle), mirror * (y + along * np.sin(angle)), np.maximum(z + 2 - drop, 7.5)]
        )
        thick = (9.6 - 0.5 * k * (k > 1)) * (1 - 0.22 * s) * (1 + 0.06 * np.cos(s * 4 * np.pi))
        thick[-3:] *= np.array([0.95, 0.75, 0.15])
        pieces.append(tube(path, thick, 16))
        tip = path[-4] + np.array([0, 0, thick[-4] * 0.75])
        nail = pillow_cube(2.0, 3.0)
        nails.append(
            Mesh(nail.v * np.array([6, 4.5, 1.4], np.float32), nail.f, nail.uv, nail.n).moved(
                rotation(2, mirror * angle) @ rotation(1, curl * 1.2), tip
            )
        )
    s = np.linspace(0, 1, 12)
    thumb = np.column_stack([-14 + 62 * s, mirror * (36 + 26 * np.sin(s * 1.7)), z - 3 - 4 * s])
    girth = 12.5 * (1 - 0.25 * s)
    girth[-2:] *= np.array([0.8, 0.2])
    pieces.append(tube(thumb, girth, 16))
    wrist = np.array([-44.0, 0.0, z])
    elbow = np.array([-reach, float(rng.normal(0, 60)), z + float(rng.uniform(10, 70))])
    s = np.linspace(0, 1, 14)
    arm = wrist + (elbow - wrist) * s[:, None]
    pieces.append(
        tube(np.concatenate([[np.add(wrist, [22, 0, 0])], arm]), np.concatenate([[24], 25 + 14 * s]), 22)
    )
    start = float(rng.uniform(0.06, 0.4))
    q = np.linspace(start, 1, 26)
    folds = 1 + 0.035 * np.sin(q * 60 + float(rng.uniform(0, 6))) * (1 - q)
    sleeve = tube(wrist + (elbow - wrist) * q[:, None], (33 + 22 * q) * folds, 26)
    texture = cloths.linen(rng, 256) if rng.random() < 0.6 else solid(cloths.shade(rng, 1.0))
    return [
        (join(*pieces), skin),
        (join(*nails), Material(solid(np.minimum(tone * 1.06 + 6, 255)), 0.25)),
        (sleeve, Material(texture, 0.95, 0.01)),
    ]


THINGS = (
    pencil,
    pencil,
    cup,
    bottle,
    scissors,
    book,
    book,
    screen,
    studded,
    spoon,
    coins,
    napkin,
    rings_and_balls,
    lace,
    chess_piece,
)


def turned(items: list[Item], yaw: float, at: Array | tuple[float, float], height: float = 0.0) -> list[Item]:
    """The items turned about z and set down at (x, y)."""
    r = rotation(2, yaw)
    return [(m.moved(r, np.array([at[0], at[1], height])), coat) for m, coat in items]

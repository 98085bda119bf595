"""A random table: the renderer-neutral scene from which every engine draws and every label is computed.

`random_world(seed)` always gives the same table for the same seed and recipe. Lengths are in mm, z is up, the
table top is z = 0.
"""

from __future__ import annotations

import colorsys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from datasets import clutter, surfaces
from datasets.camera import Camera, Sensor, kelvin, random_sensor
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


@dataclass(frozen=True, slots=True)
class Lamp:
    """A distant light: unit `direction` towards it, linear RGB `colour`, `softness` of its shadow in mm of
    blur per mm of height."""

    direction: tuple[float, float, float]
    colour: tuple[float, float, float]
    softness: float = 0.1


@dataclass(frozen=True, slots=True)
class World:
    """Everything on and over one table, and the camera that looks at it."""

    parts: tuple[Part, ...]
    things: tuple[Thing, ...]
    camera: Camera
    lamps: tuple[Lamp, ...]
    sky: tuple[float, float, float]
    ground: tuple[float, float, float]
    sensor: Sensor
    backdrop: surfaces.Texture | None = None
    meta: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Recipe:
    """What tables to draw: the set's base colours (sRGB 0-255), card faces (RGB), and which photographs may
    be used."""

    cubes: Mapping[str, tuple[float, float, float]]
    strips: Mapping[str, tuple[tuple[float, float, float], tuple[float, float, float]]]
    handle: tuple[float, float, float]
    faces: Mapping[str, surfaces.Texture]
    orders: Mapping[str, tuple[str, ...]]
    back: surfaces.Texture | None = None
    photo_folders: tuple[Path, ...] = ()
    backdrops: tuple[Path, ...] = ()
    cube_px: tuple[float, float] = (18.0, 60.0)
    size: tuple[int, int] = (1280, 720)
    backdrop_share: float = 0.25
    empty_share: float = 0.08
    handle_share: float = 0.85


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
        bevel=float(rng.choice([0.6, 1.5, 3.0, 5.0])) * cube / 20,
        strip_width=cube * float(rng.uniform(0.5, 0.8)),
        strip_thickness=float(rng.uniform(0.6, 2.2)),
        stick_length=float(rng.uniform(150, 215)),
        stick_radius=float(rng.uniform(1.4, 3.0)),
        handle_length=float(rng.uniform(16, 36)),
        wrap="band" if rng.random() < 0.15 else "saddle",
        roughness=float(rng.uniform(0.15, 0.95)),
        holes=rng.random() < 0.3,
        grain=float(rng.uniform(0.02, 0.16)),
    )


def random_layers(rng: Generator, orders: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """A skewer somebody might make: an order, a slip from one, or anything at all."""
    if orders and rng.random() < 0.35:
        return orders[int(rng.integers(len(orders)))]
    n = int(rng.choice([0, 1, 2, 3, 4], p=[0.04, 0.16, 0.25, 0.27, 0.28]))
    cubes = [str(c) for c in (rng.permutation(CUBES)[:n] if rng.random() < 0.93 else rng.choice(CUBES, n))]
    layers: list[list[str]] = [[c] for c in cubes]
    for kind in rng.permutation(STRIPS):
        kind = str(kind)
        if rng.random() > 0.62:
            continue
        if rng.random() < 0.05 or not layers:
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


class _Table:
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


def _row(x: float, y: float, angle: float, length: float, radius: float) -> list[tuple[float, float, float]]:
    n = max(2, int(length / (radius * 1.2)))
    return [
        (x + np.cos(angle) * length * t, y + np.sin(angle) * length * t, radius) for t in np.linspace(0, 1, n)
    ]


def place_skewer(
    table: _Table,
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


def circle_points(x: float, y: float, radius: float, z: float) -> Array:
    """48 points of a horizontal circle, (48, 3)."""
    t = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    return np.column_stack([x + radius * np.cos(t), y + radius * np.sin(t), np.full(48, z)]).astype(
        np.float32
    )


def add_plate(table: _Table, x: float, y: float, rng: Generator) -> tuple[float, float]:
    """A round card or dish; returns (radius, height of its surface)."""
    radius, thick = float(rng.uniform(85, 130)), float(rng.choice([0.6, 2.0, 4.0]))
    look = rng.integers(6)
    texture = (
        surfaces.solid(surfaces.any_colour(rng, 0.7))
        if look < 2
        else surfaces.solid(np.full(3, rng.uniform(190, 252)))
        if look < 4
        else surfaces.wood(rng, 256)
        if look == 4
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
    table: _Table,
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


def add_rectangle_card(table: _Table, rng: Generator, x: float, y: float) -> None:
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


def add_loose(table: _Table, look: SetLook, rng: Generator, x: float, y: float, z: float) -> None:
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


def random_camera(rng: Generator, recipe: Recipe, tilt_max: float = 48.0) -> tuple[Camera, float]:
    """A camera from overhead to 45 degrees at a distance that gives cubes of the wanted size; returns it and
    that size in px."""
    tilt = np.radians(float(rng.choice([rng.uniform(0, 12), rng.uniform(12, tilt_max)], p=[0.35, 0.65])))
    vfov = float(rng.uniform(32, 58))
    px = float(np.exp(rng.uniform(*np.log(recipe.cube_px))))
    focal = recipe.size[1] / 2 / np.tan(np.radians(vfov) / 2)
    far = 20.0 * focal / px
    azimuth = float(rng.uniform(0, 2 * np.pi))
    eye = np.array([np.sin(tilt) * np.cos(azimuth), np.sin(tilt) * np.sin(azimuth), np.cos(tilt)]) * far
    camera = Camera(
        tuple(float(e) for e in eye),
        (0.0, 0.0, 0.0),
        float(rng.normal(0, 0.06)),
        vfov,
        recipe.size,
        float(rng.choice([0.0, rng.uniform(-0.12, 0.05)])),
    )
    return camera, px


def random_lamps(rng: Generator) -> tuple[tuple[Lamp, ...], Array, Array, float]:
    """Lamps, sky, ground and the main light's temperature in K."""
    temperature = float(rng.uniform(2700, 6500))
    key = kelvin(temperature)
    sky = kelvin(float(rng.uniform(4500, 8000))) if rng.random() < 0.4 else key
    lamps = []
    ambient = float(rng.uniform(0.15, 0.9))
    for k in range(int(rng.choice([1, 2, 3], p=[0.45, 0.4, 0.15]))):
        d = np.array([rng.normal(0, 0.7), rng.normal(0, 0.7), rng.uniform(0.5, 1.4)])
        d /= np.linalg.norm(d)
        strength = float(rng.uniform(0.5, 1.6)) * (1.0 if k == 0 else 0.4)
        lamps.append(
            Lamp(
                tuple(float(x) for x in d),
                tuple(float(c) for c in key * strength),
                float(rng.choice([0.05, 0.15, 0.35])),
            )
        )
    return (
        tuple(lamps),
        (sky * ambient).astype(np.float32),
        (key * ambient * rng.uniform(0.2, 0.6)).astype(np.float32),
        temperature,
    )


def random_world(seed: int, recipe: Recipe) -> World:
    """The table of that seed."""
    rng = np.random.default_rng([seed, 0x5EED])
    camera, px = random_camera(rng, recipe)
    lamps, sky, ground, temperature = random_lamps(rng)
    table = _Table(rng)
    look = random_look(rng, recipe)
    backdrop = None
    reach = np.array(recipe.size) / px * 20.0 / 2  # half the view in mm, at the centre
    if recipe.backdrops and rng.random() < recipe.backdrop_share:
        file = recipe.backdrops[int(rng.integers(len(recipe.backdrops)))]
        image = cv2.imdecode(np.fromfile(file, np.uint8), cv2.IMREAD_COLOR)
        backdrop = _fill(image, recipe.size, rng)
        table.add(_ground(1.0), Material(surfaces.solid((128, 128, 128)), 1.0, 0.0, True))
    else:
        table.add(
            _ground(float(np.exp(rng.uniform(np.log(1.5), np.log(14))))),
            Material(
                surfaces.table_top(rng, list(recipe.photo_folders)),
                float(rng.uniform(0.15, 0.95)),
                float(rng.uniform(0.02, 0.06)),
            ),
        )

    def somewhere(share: float = 0.95) -> tuple[float, float]:
        return float(rng.uniform(-1, 1) * reach[0] * share), float(rng.uniform(-1, 1) * reach[1] * share)

    empty = rng.random() < recipe.empty_share
    plate: tuple[float, float, float, float] | None = None
    if not empty:
        if rng.random() < 0.82:
            x, y = float(rng.normal(0, reach[0] * 0.2)), float(rng.normal(0, reach[1] * 0.16))
            plate = (x, y, *add_plate(table, x, y, rng))
        _skewers(table, look, recipe, rng, plate, reach, somewhere)
        if plate:
            table.take([(plate[0], plate[1], plate[2])])
        _cards(table, recipe, rng, somewhere)
        for _ in range(int(rng.choice([0, 1, 2, 4, 7], p=[0.3, 0.25, 0.2, 0.15, 0.1]))):
            on = plate is not None and rng.random() < 0.35
            x, y = (
                (
                    plate[0] + float(rng.normal(0, plate[2] * 0.4)),
                    plate[1] + float(rng.normal(0, plate[2] * 0.4)),
                )
                if on and plate
                else somewhere()
            )
            inside = plate is not None and np.hypot(x - plate[0], y - plate[1]) < plate[2] * 0.75
            spot = [(x, y, look.cube * 0.7)]
            if (inside or table.free(spot)) and table_clear(table, x, y, look.cube):
                add_loose(table, look, rng, x, y, plate[3] if inside and plate else 0.0)
                table.take(spot)
    _distractors(table, rng, somewhere, reach)
    return World(
        tuple(table.parts),
        tuple(table.things),
        camera,
        lamps,
        tuple(float(s) for s in sky),
        tuple(float(g) for g in ground),
        random_sensor(rng, temperature),
        backdrop,
        {"seed": seed, "cube_px": px, "kelvin": temperature, "wrap": look.wrap},
    )


def table_clear(table: _Table, x: float, y: float, size: float) -> bool:
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


def _ground(tiles: float) -> Mesh:
    v = np.array([[-2500, -2500, 0], [2500, -2500, 0], [2500, 2500, 0], [-2500, 2500, 0]], np.float32)
    uv = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * tiles
    return Mesh(
        v, np.array([[0, 1, 2], [0, 2, 3]], np.int32), uv, np.tile(np.array([0, 0, 1], np.float32), (4, 1))
    )


def _fill(image: NDArray[np.uint8], size: tuple[int, int], rng: Generator) -> surfaces.Texture:
    """A photograph cut and turned to fill the frame, RGB."""
    image = np.rot90(image, int(rng.integers(4)))
    if rng.random() < 0.5:
        image = image[:, ::-1]
    h, w = image.shape[:2]
    scale = max(size[0] / w, size[1] / h) * float(rng.uniform(1.0, 1.4))
    image = cv2.resize(
        np.ascontiguousarray(image),
        (max(size[0], int(w * scale)), max(size[1], int(h * scale))),
        interpolation=cv2.INTER_CUBIC,
    )
    y, x = int(rng.integers(image.shape[0] - size[1] + 1)), int(rng.integers(image.shape[1] - size[0] + 1))
    return np.ascontiguousarray(image[y : y + size[1], x : x + size[0], ::-1])


def _skewers(
    table: _Table,
    look: SetLook,
    recipe: Recipe,
    rng: Generator,
    plate: tuple[float, float, float, float] | None,
    reach: Array,
    somewhere: object,
) -> None:
    count = int(rng.choice([0, 1, 2, 3, 4], p=[0.08, 0.52, 0.22, 0.12, 0.06]))
    orders = list(recipe.orders.values())
    for k in range(count):
        layers = random_layers(rng, orders)
        for _ in range(12):
            angle = float(rng.uniform(0, 2 * np.pi))
            half = look.stick_length / 2
            onto = plate is not None and (k == 0 or rng.random() < 0.35)
            if onto and plate:
                cx, cy = (
                    plate[0] + float(rng.normal(0, plate[2] * 0.25)),
                    plate[1] + float(rng.normal(0, plate[2] * 0.25)),
                )
                height = plate[3]
            else:
                cx, cy = (
                    float(rng.uniform(-1, 1) * reach[0] * 0.85),
                    float(rng.uniform(-1, 1) * reach[1] * 0.85),
                )
                height = 0.0
                if plate and np.hypot(cx - plate[0], cy - plate[1]) < plate[2] + half:
                    height = plate[3] if np.hypot(cx - plate[0], cy - plate[1]) < plate[2] else 3.0
            start = (cx - np.cos(angle) * half, cy - np.sin(angle) * half)
            spots = _row(*start, angle, look.stick_length, look.cube * 0.8)
            crossing = k > 0 and rng.random() < 0.12
            if crossing or table.free(spots, 1.0):
                place_skewer(
                    table, look, layers, start, angle, height + (look.cube + 1.0 if crossing else 0.0)
                )
                table.take(spots)
                break


def _cards(table: _Table, recipe: Recipe, rng: Generator, somewhere: object) -> None:
    ids = list(recipe.faces)
    wanted: list[tuple[str | None, int]] = []
    if ids:
        wanted += [(str(rng.choice(ids)), int(rng.choice([1, 1, 3, 12])))] * int(rng.random() < 0.75)
        wanted += [(str(rng.choice(ids)), 1) for _ in range(int(rng.choice([0, 1, 3], p=[0.7, 0.2, 0.1])))]
        wanted += [(None, int(rng.integers(1, 25)))] * int(rng.random() < 0.45)
    for card, pile in wanted:
        for _ in range(10):
            x, y = somewhere(0.9)  # type: ignore[operator]
            if table.free([(x, y, 44.0)], 1.0):
                add_card(table, recipe, rng, x, y, card, pile)
                table.take([(x, y, 44.0)])
                break
    for _ in range(int(rng.choice([0, 1, 3], p=[0.82, 0.12, 0.06]))):
        x, y = somewhere(0.9)  # type: ignore[operator]
        if table.free([(x, y, 55.0)], 1.0):
            add_rectangle_card(table, rng, x, y)
            table.take([(x, y, 55.0)])


def _distractors(table: _Table, rng: Generator, somewhere: object, reach: Array) -> None:
    for _ in range(int(rng.choice([0, 1, 3, 6, 10], p=[0.25, 0.25, 0.25, 0.17, 0.08]))):
        items = clutter.DISTRACTORS[int(rng.integers(len(clutter.DISTRACTORS)))](rng)
        size = max(float(np.hypot(m.v[:, 0], m.v[:, 1]).max()) for m, _ in items)
        x, y = somewhere(1.1)  # type: ignore[operator]
        if table.free([(x, y, min(size, 90.0) * 0.8)], 0.0):
            for mesh, paint in clutter.turned(items, float(rng.uniform(0, 6.28)), (x, y)):
                table.add(mesh, paint)
            table.take([(x, y, min(size, 90.0) * 0.8)])
    for _ in range(int(rng.choice([0, 1, 2], p=[0.72, 0.2, 0.08]))):
        x, y = somewhere(0.9)  # type: ignore[operator]
        yaw = float(np.arctan2(-y, -x) + rng.normal(0, 0.6))
        for mesh, paint in clutter.turned(
            clutter.hand(rng, float(reach.max()) * 1.5), yaw, (x, y), float(rng.uniform(0, 25))
        ):
            table.add(mesh, paint)

"""The held-out test set: tables that no training picture is like, each with its true answer.

`python -m datasets.heldout OUT --count 300 --seed 7000 --engine cycles --assets DIR` writes `OUT/images/*.jpg` and
`OUT/truth.jsonl`. Stopped at any time, it goes on where it was; the same seed gives the same picture.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from datasets import heldout_clutter as clutter
from datasets import heldout_pieces as pieces
from datasets import heldout_textures as cloths
from datasets.camera import Camera, Sensor, kelvin
from datasets.environment import HELD_OUT
from datasets.heldout_scenario import made_for
from datasets.labels import Label, label
from datasets.meshes import Mesh, disc, rotation, rounded_box
from datasets.pieces import CUBES, STRIPS, Material, Part, PieceColours, Thing
from datasets.response import Response, develop, jpeg, random_response
from datasets.surfaces import solid
from datasets.world import Lamp, Recipe, World, circle_points

Array = NDArray[np.float32]
MIN_CUBE_PX = 22.0
CARD_RADIUS = 40.0
Spots = list[tuple[float, float, float]]


def worn(rng: Generator, rgb: Sequence[float], much: float = 1.0) -> Array:
    """A set's colour as a real set shows it: more or less light, bleached, yellowed; within two deviations."""
    linear = (np.asarray(rgb, np.float32) / 255) ** 2.2
    z = np.clip(rng.normal(0, 1, 5), -2, 2) * much
    grey = float(linear @ [0.2126, 0.7152, 0.0722])
    linear = linear * np.exp(0.2 * z[0])
    linear = linear + (grey - linear) * max(0.0, 0.09 + 0.08 * z[1])
    linear = linear * np.exp(np.array([0.05 * z[2], 0.03 * z[3], -0.08 * z[4]]))
    return (np.clip(linear, 0.002, 0.95) ** (1 / 2.2) * 255).astype(np.float32)


def random_look(rng: Generator, recipe: Recipe) -> pieces.HeldoutLook:
    """One physical set of the test."""
    size = float(rng.uniform(18, 22))
    woods = np.array([[217, 180, 124], [236, 218, 184], [168, 124, 80], [225, 225, 222]], np.float32)
    colours = PieceColours({k: worn(rng, c) for k, c in recipe.cubes.items()},
                           {k: (worn(rng, a, 0.8), worn(rng, b, 0.4)) for k, (a, b) in recipe.strips.items()},
                           worn(rng, recipe.handle), worn(rng, woods[int(rng.choice(4, p=[0.5, 0.2, 0.2, 0.1]))], 0.6))
    return pieces.HeldoutLook(
        colours, shape=str(rng.choice(["drilled", "pillow", "block"], p=[0.45, 0.3, 0.25])), wrap="band" if rng.random() < 0.2 else "saddle",
        cube=size, chamfer=size * float(rng.uniform(0.03, 0.1)), hole=size * float(rng.uniform(0.13, 0.19)), softness=float(rng.uniform(5, 11)),
        strip_width=size * float(rng.uniform(0.6, 0.8)), strip_thickness=float(rng.uniform(0.8, 1.9)), stick_length=float(rng.uniform(165, 195)),
        stick_radius=float(rng.uniform(1.5, 2.4)), stick_sides=int(rng.choice([6, 12, 18])), tip=float(rng.choice([1.0, rng.uniform(8, 22)])),
        handle_length=float(rng.uniform(20, 32)), roughness=float(rng.uniform(0.2, 0.9)))


class Table:
    """Parts and things, and circles (x, y, r) that are taken."""

    def __init__(self, rng: Generator) -> None:
        self.rng = rng
        self.parts: list[Part] = []
        self.things: list[Thing] = []
        self.spots: Spots = []

    def free(self, spots: Spots, margin: float = 2.0) -> bool:
        return all(np.hypot(x - a, y - b) > r + s + margin for x, y, r in spots for a, b, s in self.spots)

    def add(self, items: Sequence[tuple[Mesh, Material]], thing: Thing | None = None) -> None:
        index = -1 if thing is None else len(self.things)
        if thing is not None:
            self.things.append(thing)
        self.parts += [Part(mesh, paint, index) for mesh, paint in items]

    def skewer(self, look: pieces.HeldoutLook, layers: tuple[str, ...], start: tuple[float, float], angle: float, height: float,
               sides: dict[str, int]) -> int:
        """Lay a skewer down, its handle end at `start`; the index of its thing."""
        me = len(self.things)
        parts, things = pieces.skewer(look, layers, self.rng, me, sides)
        r, t = rotation(2, angle), np.array([*start, height], np.float32)
        self.parts += [Part(p.mesh.moved(r, t), p.material, p.thing) for p in parts]
        self.things += [replace(x, points=(x.points @ r.T + t).astype(np.float32),
                                axis=None if x.axis is None else (x.axis[0] @ r.T + t, x.axis[1] @ r.T + t)) for x in things]
        return me

    def card(self, recipe: Recipe, x: float, y: float, card: str | None, pile: int = 1) -> int:
        """A round card or a pile of them, face down for None; the index of its thing."""
        turn, h = float(self.rng.uniform(0, 2 * np.pi)), 0.35 + 0.4 * (pile - 1)
        texture = recipe.faces[card] if card is not None else recipe.back if recipe.back is not None else cloths.cover(self.rng)
        paint = Material(texture, float(self.rng.uniform(0.2, 0.9)), float(self.rng.uniform(0.02, 0.05)))
        for k in range(min(pile - 1, 4)):  # a pile is never quite straight
            layer = disc(CARD_RADIUS, h / min(pile, 5), 72)
            self.add([(layer.moved(np.eye(3), np.array([x + self.rng.normal(0, 0.9), y + self.rng.normal(0, 0.9), h * k / min(pile, 5)])), Material(solid((228, 222, 208)), 0.9))])
        self.add([(disc(CARD_RADIUS, 0.35, 96).moved(rotation(2, turn), np.array([x, y, h - 0.35])), paint)],
                 Thing("card_back" if card is None else "card", circle_points(x, y, CARD_RADIUS, h), round=True, meta={"card": card, "turn": turn}))
        self.spots.append((x, y, CARD_RADIUS + 1))
        return len(self.things) - 1

    def loose(self, look: pieces.HeldoutLook, kind: str, x: float, y: float, z: float) -> None:
        """A loose cube or strip of the set, or "foreign" or "die"."""
        rng, turn = self.rng, rotation(2, float(self.rng.uniform(0, 6.28)))
        at = np.array([x, y, z], np.float32)
        meta: dict[str, object] = {"loose": True, "die": kind == "die"}
        if kind in STRIPS:
            mesh = pieces.loose_strip(look, rng).moved(turn, at)
            self.add([(mesh, Material(cloths.strip_print(rng, *look.colours.strips[kind]), 0.9, 0.015))],
                     Thing(kind, mesh.v[::5], (at, at + turn[:, 0] * 30), meta=meta))
            return
        if kind == "die":
            items, size = clutter.die(rng)
            items = [(m.moved(turn, at + [0, 0, size / 2]), p) for m, p in items]
        else:
            tip = rotation(int(rng.integers(2)), float(rng.integers(4)) * np.pi / 2)
            colour = look.colours.cubes[kind] if kind in CUBES else [(30, 60, 170), (25, 25, 28), (240, 240, 235), (110, 50, 140), (60, 170, 200)][int(rng.integers(5))]
            paint = Material(cloths.paint(rng, worn(rng, colour, 0.3)), look.roughness)
            items = [(pieces.cube(look, rng).moved(turn @ tip, at + [0, 0, look.cube / 2]), paint)]
        self.add(items, Thing(kind if kind in CUBES else "cube", items[0][0].v[::3], meta=meta))


def ground_point(camera: Camera, pixel: Sequence[float]) -> tuple[float, float] | None:
    """Where the ray through a pixel of the pinhole picture meets z = 0 within 3 m, or None."""
    d = np.array([(pixel[0] - camera.size[0] / 2) / camera.focal, (pixel[1] - camera.size[1] / 2) / camera.focal, 1.0]) @ camera.axes
    if d[2] > -0.05:
        return None
    p = np.asarray(camera.eye) - d * (camera.eye[2] / d[2])
    return (float(p[0]), float(p[1])) if np.hypot(p[0], p[1]) < 3000 else None


def _row(x: float, y: float, angle: float, length: float, radius: float) -> Spots:
    return [(x + np.cos(angle) * length * t, y + np.sin(angle) * length * t, radius) for t in np.linspace(0, 1, 12)]


def _inside(camera: Camera, points: Array, margin: float) -> bool:
    p = camera.project(points)
    return bool((p > margin).all() and (p[:, 0] < camera.size[0] - margin).all() and (p[:, 1] < camera.size[1] - margin).all())


def _aim(rng: Generator, recipe: Recipe, must: Callable[[float], Array], cube: float, centre: Array) -> tuple[Camera, Array, float, float]:
    """A camera that has everything that matters in its frame: (camera, points that matter, tilt in degrees, azimuth of the card).

    `must(azimuth)` gives the points that matter with the order card at that azimuth from the plate; the first 8 are the skewer's.
    """
    low, high = np.log(MIN_CUBE_PX + 0.5), np.log(max(recipe.cube_px[1], MIN_CUBE_PX + 1))
    px = float(np.exp(rng.uniform(low, high)))
    band = int(rng.integers(3))
    k1 = float(rng.choice([0.0, rng.uniform(-0.1, 0.06)], p=[0.35, 0.65]))
    for attempt in range(400):
        tilt = float(rng.uniform(15 * band, 15 * band + 15))
        vfov = float(rng.uniform(34, 60))
        focal = recipe.size[1] / 2 / np.tan(np.radians(vfov) / 2)
        far = cube * focal / px
        azimuth, toward = float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(0, 2 * np.pi))
        points = must(toward)
        target = (points.min(0) + points.max(0)) / 2 * [1, 1, 0] + np.array([*rng.normal(0, far * 0.05, 2), 0])
        a = np.radians(tilt)
        eye = target + far * np.array([np.sin(a) * np.cos(azimuth), np.sin(a) * np.sin(azimuth), np.cos(a)])
        camera = Camera(tuple(float(e) for e in eye), tuple(float(t) for t in target), float(rng.normal(0, 0.07)), vfov, recipe.size, k1)
        if attempt % 40 == 39:
            px = max(px * 0.95, MIN_CUBE_PX + 0.5)
        depth = ((points[:8] - eye) @ camera.axes[2]).max()
        if cube * focal / depth >= MIN_CUBE_PX and _inside(camera, points, 6):
            return camera, points, tilt, toward
    raise ValueError("the camera cannot be placed: the frame is too small for a plate and a card")


def _light(rng: Generator) -> tuple[tuple[Lamp, ...], Array, Array, float, float]:
    """Lamps, sky, ground, the light's temperature in K and its strength in lux."""
    warm = float(rng.uniform(2700, 6500))
    lux = float(np.exp(rng.uniform(np.log(30), np.log(1000))))
    fill = float(rng.choice([rng.uniform(0.12, 0.4), rng.uniform(0.4, 1.5)]))
    mixed = kelvin(float(rng.uniform(4500, 7500))) if rng.random() < 0.25 else kelvin(warm)
    lamps = []
    for k in range(int(rng.choice([1, 2, 3], p=[0.55, 0.3, 0.15]))):
        d = np.array([rng.normal(0, 0.8), rng.normal(0, 0.8), rng.uniform(0.6, 1.5)])
        d /= np.linalg.norm(d)
        strength = float(rng.uniform(0.5, 1.3)) * (1.0 if k == 0 else float(rng.uniform(0.15, 0.5)))
        lamps.append(Lamp(tuple(float(x) for x in d), tuple(float(c) for c in kelvin(warm) * strength), float(rng.choice([0.03, 0.1, 0.3]))))
    return tuple(lamps), (mixed * fill).astype(np.float32), (mixed * fill * rng.uniform(0.3, 0.7)).astype(np.float32), warm, lux


def heldout_world(seed: int, recipe: Recipe) -> World:
    """The test table of that seed; its answer is `meta["truth"]`, its camera's answer to light `meta["response"]`.

    Raises:
        ValueError: the recipe has no orders or faces, or a frame in which a plate with a card has no room.
    """
    if not recipe.orders or any(k not in recipe.faces for k in recipe.orders):
        raise ValueError("the recipe needs orders and a face for each of them")
    rng = np.random.default_rng([seed, 0x7E57])
    look = random_look(rng, recipe)
    table = Table(rng)
    radius = float(rng.uniform(92, 112))
    dish, glaze, height = pieces.plate(rng, radius)

    # What is asked for and what lies on the plate.
    roll = rng.random()
    others = [k for k in recipe.faces if k not in recipe.orders]
    order = str(rng.choice(list(recipe.orders)))
    card: str | None = order if roll < 0.90 or (roll >= 0.94 and not others) else None if roll < 0.94 else str(rng.choice(others))
    count = int(rng.choice([1, 0, 2], p=[0.92, 0.04, 0.04]))
    made: list[tuple[tuple[str, ...], str, dict[str, int]]] = []
    for k in range(count):
        layers, how = made_for(order, recipe.orders, rng) if k == 0 else made_for(str(rng.choice(list(recipe.orders))), recipe.orders, rng)
        made.append((layers, how, {s: int(rng.integers(4)) for s in STRIPS if s in layers}))

    length = look.stick_length
    angle = float(rng.uniform(0, 2 * np.pi))
    middle = rng.normal(0, radius * 0.09, 2)
    side = np.array([-np.sin(angle), np.cos(angle)])
    starts = []
    for k in range(max(count, 1)):
        shift = side * (0.0 if count < 2 else (k - 0.5) * look.cube * float(rng.uniform(2.2, 3.2)))
        turn = angle + (0.0 if k == 0 else float(rng.normal(0, 0.12)) + float(rng.choice([0, np.pi])))
        starts.append((middle + shift - np.array([np.cos(turn), np.sin(turn)]) * length / 2, turn))
    gap = radius + CARD_RADIUS + float(rng.uniform(6, 40))

    def must(toward: float) -> Array:
        ends = [np.array([[*s, height + z] for s in (start, start + np.array([np.cos(t), np.sin(t)]) * (length + 8)) for z in (0.0, look.cube)]) for start, t in starts]
        sticks = np.concatenate([e + [*side * d, 0] for e in ends for d in (-look.cube * 0.7, look.cube * 0.7)])
        circle = circle_points(np.cos(toward) * gap, np.sin(toward) * gap, CARD_RADIUS, 0.5)
        return np.concatenate([sticks, circle]).astype(np.float32)

    camera, important, tilt, toward = _aim(rng, recipe, must, look.cube, np.zeros(3, np.float32))

    # The table itself, with its edge in sight now and then.
    top, width = cloths.table_top(rng, recipe.photo_folders)
    finish = Material(top, float(rng.uniform(0.2, 0.95)), float(rng.uniform(0.02, 0.05)))
    edge = np.array([2600.0, 2600.0]) if rng.random() < 0.75 else rng.uniform(330, 620, 2)
    table.add([(_slab(edge, width), finish)])
    if edge[0] < 1000:
        floor, wide = cloths.table_top(rng, ())
        table.add([(_slab(np.array([4000.0, 4000.0]), wide * 2).moved(np.eye(3), np.array([0, 0, -720.0])), Material(floor, 0.9))])
    table.add([(dish, glaze)], Thing("plate", circle_points(0, 0, radius, height), round=True))
    placed = [table.skewer(look, layers, tuple(start), turn, height, sides) for (layers, _, sides), (start, turn) in zip(made, starts, strict=False)]
    for start, turn in starts[:count]:
        table.spots += _row(start[0], start[1], turn, length, look.cube * 0.75)
    off = (float(np.cos(toward) * gap), float(np.sin(toward) * gap))
    card_thing = table.card(recipe, *off, card) if card is not None else -1
    on_plate = _loose_on_plate(table, look, rng, radius, height)
    table.spots.append((0.0, 0.0, radius))
    _round_about(table, look, recipe, rng, camera, edge)
    _strew(table, rng, camera, edge, important)

    lamps, sky, ground, warm, lux = _light(rng)
    hdri = str(rng.choice(HELD_OUT)) if rng.random() < 0.8 else ""
    skewers = [{"thing": t, "layers": list(layers), "made": how, "sides": sides, "on_plate": True} for t, (layers, how, sides) in zip(placed, made, strict=True)]
    truth = {"order": card, "order_layers": list(recipe.orders.get(card or "", ())), "order_thing": card_thing, "skewers": skewers,
             "loose_on_plate": on_plate, "wrap": look.wrap, "shape": look.shape, "kelvin": round(warm), "lux": round(lux),
             "light": "dim" if lux < 100 else "room" if lux < 400 else "bright", "tilt": round(tilt, 1), "cube_mm": round(look.cube, 2)}
    return World(tuple(table.parts), tuple(table.things), camera, lamps, tuple(float(s) for s in sky), tuple(float(g) for g in ground), Sensor(), None,
                 {"seed": seed, "truth": truth, "wrap": look.wrap, "kelvin": warm, "response": random_response(rng, warm, lux),
                  "environment": {"hdri": hdri, "turn": float(rng.uniform(0, 2 * np.pi)), "tint": float(rng.uniform(0.2, 1.0))},
                  "aperture": float(rng.choice([0.0, rng.uniform(0.5, 2.6)]))})


def _slab(half: Array, width: float) -> Mesh:
    """A table top with its surface at z = 0; one repeat of its texture is `width` mm."""
    mesh = rounded_box((2 * float(half[0]), 2 * float(half[1]), 24.0), 3.0).moved(np.eye(3), np.array([0, 0, -12.0]))
    return Mesh(mesh.v, mesh.f, (mesh.v[:, :2] / width).astype(np.float32), mesh.n)


def _loose_on_plate(table: Table, look: pieces.HeldoutLook, rng: Generator, radius: float, height: float) -> list[str]:
    """Now and then a loose piece on the plate beside the skewer; their kinds."""
    out: list[str] = []
    for _ in range(int(rng.choice([0, 1, 2], p=[0.94, 0.05, 0.01]))):
        for _ in range(20):
            a, d = rng.uniform(0, 2 * np.pi), radius * 0.6 * np.sqrt(rng.random())
            kind = str(rng.choice([*CUBES, *STRIPS]))
            spot = [(float(d * np.cos(a)), float(d * np.sin(a)), look.cube * (0.8 if kind in CUBES else 1.7))]
            if table.free(spot):
                table.loose(look, kind, spot[0][0], spot[0][1], height)
                table.spots += spot
                out.append(kind)
                break
    return out


def _somewhere(rng: Generator, camera: Camera, edge: Array, margin: float = 0.0) -> tuple[float, float] | None:
    p = ground_point(camera, (rng.uniform(-0.05, 1.05) * camera.size[0], rng.uniform(-0.05, 1.05) * camera.size[1]))
    if p is None or abs(p[0]) > edge[0] - margin or abs(p[1]) > edge[1] - margin:
        return None
    return p


def _round_about(table: Table, look: pieces.HeldoutLook, recipe: Recipe, rng: Generator, camera: Camera, edge: Array) -> None:
    """The rest of the game: the other players' skewers and pieces, the draw pile, cards won."""
    for _ in range(int(rng.choice([0, 1, 2, 3], p=[0.5, 0.28, 0.15, 0.07]))):
        layers, _ = made_for(str(rng.choice(list(recipe.orders))), recipe.orders, rng)
        if rng.random() < 0.3:
            layers = layers[: 1] if layers[0] in CUBES else ()
        for _ in range(12):
            p, turn = _somewhere(rng, camera, edge, 60), float(rng.uniform(0, 2 * np.pi))
            if p is None:
                continue
            start = (p[0] - np.cos(turn) * look.stick_length / 2, p[1] - np.sin(turn) * look.stick_length / 2)
            spots = _row(*start, turn, look.stick_length + 10, look.cube * 0.9)
            if table.free(spots):
                table.skewer(look, layers, start, turn, 0.0, {s: int(rng.integers(4)) for s in STRIPS if s in layers})
                table.spots += spots
                break
    for _ in range(int(rng.choice([0, 1, 2, 3], p=[0.35, 0.4, 0.15, 0.1]))):
        for _ in range(10):
            p = _somewhere(rng, camera, edge, 45)
            if p and table.free([(*p, CARD_RADIUS + 2)]):
                table.card(recipe, *p, None, int(rng.choice([1, 3, 10, 24])))
                break
    if rng.random() < 0.08:  # a card of some other game lies open
        for _ in range(10):
            p = _somewhere(rng, camera, edge, 55)
            if p and table.free([(*p, 56.0)]):
                mesh = rounded_box((63, 88, 0.4), 0.15).moved(rotation(2, float(rng.uniform(0, 6.28))), np.array([*p, 0.25]))
                table.add([(mesh, Material(cloths.pips(rng), float(rng.uniform(0.2, 0.7))))],
                          Thing("card", mesh.v[mesh.v[:, 2] > 0.3], meta={"card": "foreign"}))
                table.spots.append((*p, 56.0))
                break
    for _ in range(int(rng.choice([0, 1, 2, 4, 8], p=[0.35, 0.2, 0.2, 0.15, 0.1]))):
        kind = str(rng.choice([*CUBES, *STRIPS, "foreign", "die"], p=[0.12] * 4 + [0.12] * 2 + [0.14] * 2))
        for _ in range(8):
            p = _somewhere(rng, camera, edge, 30)
            if p and table.free([(*p, look.cube * (1.7 if kind in STRIPS else 0.8))]):
                table.loose(look, kind, *p, 0.0)
                table.spots.append((*p, look.cube * (1.7 if kind in STRIPS else 0.8)))
                break


def _hull(camera: Camera, points: Array) -> Array:
    return cv2.convexHull(camera.project(points)).reshape(-1, 2)


def _strew(table: Table, rng: Generator, camera: Camera, edge: Array, important: Array) -> None:
    """Things of daily life, and hands that reach in from the frame's edge; they seldom hide what matters."""
    shield = [_hull(camera, important[:-48]), _hull(camera, important[-48:])]

    def hides(items: Sequence[tuple[Mesh, Material]]) -> bool:
        hull = _hull(camera, np.concatenate([m.v for m, _ in items]))
        return any(cv2.intersectConvexConvex(hull, s)[0] > 4 for s in shield)

    eye = np.asarray(camera.eye)
    for _ in range(int(rng.choice([0, 1, 2, 4, 7], p=[0.2, 0.25, 0.25, 0.2, 0.1]))):
        items = clutter.THINGS[int(rng.integers(len(clutter.THINGS)))](rng)
        v = np.concatenate([m.v for m, _ in items])
        size = float(np.hypot(v[:, 0], v[:, 1]).max())
        for _ in range(6):
            p = _somewhere(rng, camera, edge, 20)
            if p is None or not table.free([(*p, size)], 0.0):
                continue
            put = clutter.turned(items, float(rng.uniform(0, 6.28)), p)
            near = np.linalg.norm(np.array([*p, v[:, 2].max()]) - eye)
            if v[:, 2].max() < eye[2] * 0.6 and near > size + 90 and not hides(put):
                table.add(put)
                table.spots.append((*p, size))
                break
    for _ in range(int(rng.choice([0, 1, 2], p=[0.7, 0.22, 0.08]))):
        over = rng.random() < 0.1
        items = clutter.hand(rng, float(camera.eye[2]) * 2.5 + 400)
        for _ in range(12):
            w, h = camera.size
            x, y = [(rng.uniform(0, w), 0), (rng.uniform(0, w), h), (0, rng.uniform(0, h)), (w, rng.uniform(0, h))][int(rng.integers(4))]
            p, q = ground_point(camera, (x, y)), ground_point(camera, (w / 2 + rng.normal(0, w * 0.15), h / 2 + rng.normal(0, h * 0.15)))
            if p is None or q is None:
                continue
            yaw = float(np.arctan2(q[1] - p[1], q[0] - p[0]))
            deep = float(rng.uniform(-40, 90))
            at = (p[0] + np.cos(yaw) * deep, p[1] + np.sin(yaw) * deep)
            put = clutter.turned(items, yaw, at, 30.0 if over else 0.0)
            tall = max(float(m.v[:, 2].max()) for m, _ in put)
            reach = _row(at[0] - np.cos(yaw) * 60, at[1] - np.sin(yaw) * 60, yaw, 180, 42)
            if tall < eye[2] * 0.7 and (over or (table.free(reach, 0) and not hides(put))):
                table.add(put)
                table.spots += reach
                break


def truth_row(world: World, ids: NDArray[np.int32], file: str) -> dict[str, object]:
    """The answer of one picture as a row of `truth.jsonl`.

    Args:
        ids: which thing each pixel of the pinhole picture shows, -1 for none.
    """
    truth = dict(world.meta["truth"])  # type: ignore[call-overload]
    labels = {x.thing: x for x in label(world, ids)}
    seen = lambda thing: round(labels[thing].visibility, 3) if thing in labels else 0.0  # noqa: E731
    camera = world.camera
    skewers = []
    for entry in truth["skewers"]:
        me = entry["thing"]
        own = [(k, t) for k, t in enumerate(world.things) if t.owner == me]
        depth = [float((t.points.mean(0) - camera.eye) @ camera.axes[2]) for _, t in own if t.name in CUBES]
        skewers.append({
            **{k: v for k, v in entry.items() if k != "thing"}, "handle": "first", "visible": seen(me),
            "handle_visible": max((seen(k) for k, t in own if t.name == "handle"), default=0.0),
            "cube_px": round(truth["cube_mm"] * camera.focal / max(depth), 1) if depth else 0.0,
            "cubes": [{"name": t.name, "layer": t.meta["layer"], "visible": seen(k)} for k, t in own if t.name in CUBES],
            "strips": [{"name": t.name, "side": t.meta["side"], "wraps": t.meta["wraps"], "visible": seen(k), "pixels": labels[k].pixels if k in labels else 0}
                       for k, t in own if t.name in STRIPS],
            "box": _corners(labels, me)})
    card = truth.pop("order_thing")
    return {**truth, "image": file, "seed": world.meta["seed"], "order_visible": seen(card), "order_box": _corners(labels, card), "skewers": skewers,
            "cube_px": skewers[0]["cube_px"] if skewers else None,
            "boxes": [{"name": x.name, "corners": np.round(x.corners, 1).tolist(), "visible": round(x.visibility, 3), "pixels": x.pixels,
                       **({"card": world.things[x.thing].meta["card"]} if x.name == "card" else {})} for x in labels.values()],
            "response": asdict(world.meta["response"])}  # type: ignore[call-overload]


def _corners(labels: dict[int, Label], thing: int) -> list[list[float]] | None:
    return np.round(labels[thing].corners, 1).tolist() if thing in labels else None


def picture(world: World, linear: Array) -> bytes:
    """The photograph's JPEG file."""
    response = world.meta["response"]
    assert isinstance(response, Response)
    rng = np.random.default_rng([int(str(world.meta["seed"])), 0xCA3])
    image = world.camera.distort(linear)
    return jpeg(develop(np.asarray(image, np.float32), response, rng), response.quality)


def _atomic(path: Path, data: bytes) -> None:
    part = path.with_name(path.name + ".part")
    part.write_bytes(data)
    part.replace(path)


def finished(out: Path) -> dict[int, dict[str, object]]:
    """Rows whose picture is there, by seed; a line cut short by a stop is left out."""
    rows: dict[int, dict[str, object]] = {}
    file = out / "truth.jsonl"
    for line in file.read_text("utf-8").splitlines() if file.is_file() else []:
        try:
            row = json.loads(line)
        except json.JSONDecodeError:
            continue
        if (out / str(row["image"])).is_file():
            rows[int(row["seed"])] = row
    return rows


def generate(out: Path, seeds: Sequence[int], recipe: Recipe, render: Callable[[World], Array], ids: Callable[[World], NDArray[np.int32]],
             progress: Callable[[Sequence[int]], object] = lambda seeds: seeds) -> int:
    """Write the pictures that are not there yet and their rows; returns how many were drawn.

    A picture is complete before its row is written, and the rows are put in the order of their seeds at the end.
    """
    (out / "images").mkdir(parents=True, exist_ok=True)
    done = finished(out)
    left = [s for s in seeds if s not in done]
    file = out / "truth.jsonl"
    _atomic(file, "".join(json.dumps(r) + "\n" for r in done.values()).encode())
    for seed in progress(left):  # type: ignore[attr-defined]
        world = heldout_world(seed, recipe)
        name = f"images/{seed:06d}.jpg"
        _atomic(out / name, picture(world, render(world)))
        done[seed] = truth_row(world, ids(world), name)
        with file.open("a", encoding="utf-8") as f:
            f.write(json.dumps(done[seed]) + "\n")
    _atomic(file, "".join(json.dumps(done[s]) + "\n" for s in sorted(done)).encode())
    return len(left)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; returns the exit code."""
    parser = argparse.ArgumentParser("python -m datasets.heldout", description="Render the held-out test set.")
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=7000, help="first seed (default 7000)")
    parser.add_argument("--engine", choices=("cycles", "gl"), default="cycles")
    parser.add_argument("--assets", type=Path, help="folder with hdri/ and textures/; without it everything is drawn")
    parser.add_argument("--samples", type=int, default=8)
    parser.add_argument("--size", default="1280x720")
    parser.add_argument("--profile", default="kit")
    options = parser.parse_args(arguments)

    from tqdm import tqdm

    from datasets.gl import GLEngine
    from datasets.recipes import recipe_from
    size = tuple(int(x) for x in options.size.split("x"))
    textures = (options.assets / "textures",) if options.assets else ()
    recipe = recipe_from(options.profile, None, photo_folders=textures, size=size, cube_px=(MIN_CUBE_PX, 60.0))
    seeds = range(options.seed, options.seed + options.count)
    gl = GLEngine(size, samples=0 if options.engine == "cycles" else 4)
    bar = lambda left: tqdm(left, unit="image")  # noqa: E731
    try:
        if options.engine == "gl":
            drawn = generate(options.out, seeds, recipe, lambda w: gl.render(w)[0], lambda w: gl.render(w)[1], bar)
        else:
            from datasets.cycles import CyclesEngine
            with CyclesEngine(options.assets / "hdri" if options.assets else None, options.samples) as cycles:
                drawn = generate(options.out, seeds, recipe, cycles.render, lambda w: gl.render(w)[1], bar)
    except KeyboardInterrupt:
        print("stopped; the same command goes on from here", file=sys.stderr)
        return 130
    print(f"{drawn} pictures drawn, {len(finished(options.out))} in {os.fspath(options.out)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

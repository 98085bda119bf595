"""Random tables: `random_world(seed)` gives the same table for the same seed and recipe."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from datasets import clutter, surfaces
from datasets.camera import Camera, kelvin, random_sensor
from datasets.pieces import (
    Material,
    SetLook,
)
from datasets.table import (
    Table,
    add_card,
    add_loose,
    add_plate,
    add_rectangle_card,
    ground_plane,
    place_skewer,
    random_layers,
    random_look,
    row,
    table_clear,
)
from datasets.world import Lamp, Recipe, World

Array = NDArray[np.float32]
Somewhere = Callable[..., tuple[float, float]]
"""Draws a place (x, y) in mm within a share of the view."""
Light = tuple[tuple[Lamp, ...], Array, Array, float]
"""Lamps, sky, ground and the main light's temperature in K."""


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


def random_lamps(rng: Generator) -> Light:
    """A room's light."""
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
    light = random_lamps(rng)
    table = Table(rng)
    look = random_look(rng, recipe)
    reach = np.array(recipe.size) / px * 20.0 / 2  # half the view in mm, at the centre
    backdrop = lay_ground(table, recipe, rng, recipe.backdrop_share)

    def somewhere(share: float = 0.95) -> tuple[float, float]:
        return float(rng.uniform(-1, 1) * reach[0] * share), float(rng.uniform(-1, 1) * reach[1] * share)

    empty = rng.random() < recipe.empty_share
    plate: tuple[float, float, float, float] | None = None
    if not empty:
        if rng.random() < 0.82:
            x, y = float(rng.normal(0, reach[0] * 0.2)), float(rng.normal(0, reach[1] * 0.16))
            plate = (x, y, *add_plate(table, x, y, rng))
        lay_skewers(table, look, recipe, rng, plate, reach, somewhere)
        if plate:
            table.take([(plate[0], plate[1], plate[2])])
        lay_cards(table, recipe, rng, somewhere)
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
    strew_distractors(table, rng, somewhere, reach)
    return seen(table, camera, light, backdrop, rng, seed, px, look.wrap)


def lay_ground(table: Table, recipe: Recipe, rng: Generator, share: float) -> surfaces.Texture | None:
    """A table top; for a `share` of the tables a photograph of one, which is returned, RGB."""
    if recipe.backdrops and rng.random() < share:
        file = recipe.backdrops[int(rng.integers(len(recipe.backdrops)))]
        image = cv2.imdecode(np.fromfile(file, np.uint8), cv2.IMREAD_COLOR)
        table.add(ground_plane(1.0), Material(surfaces.solid((128, 128, 128)), 1.0, 0.0, True))
        return filled(image, recipe.size, rng)
    table.add(
        ground_plane(float(np.exp(rng.uniform(np.log(1.5), np.log(14))))),
        Material(
            surfaces.table_top(rng, list(recipe.photo_folders)),
            float(rng.uniform(0.15, 0.95)),
            float(rng.uniform(0.02, 0.06)),
        ),
    )
    return None


def seen(
    table: Table,
    camera: Camera,
    light: Light,
    backdrop: surfaces.Texture | None,
    rng: Generator,
    seed: int,
    px: float,
    wrap: str,
) -> World:
    """The laid table under a camera and its light; `px`: a cube's size in px, `wrap`: how strips go round
    cubes."""
    lamps, sky, ground, temperature = light
    return World(
        tuple(table.parts),
        tuple(table.things),
        camera,
        lamps,
        tuple(float(s) for s in sky),
        tuple(float(g) for g in ground),
        random_sensor(rng, temperature),
        backdrop,
        {"seed": seed, "cube_px": px, "kelvin": temperature, "wrap": wrap},
    )


def filled(image: NDArray[np.uint8], size: tuple[int, int], rng: Generator) -> surfaces.Texture:
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


def lay_skewers(
    table: Table,
    look: SetLook,
    recipe: Recipe,
    rng: Generator,
    plate: tuple[float, float, float, float] | None,
    reach: Array,
    somewhere: Somewhere,
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
            spots = row(*start, angle, look.stick_length, look.cube * 0.8)
            crossing = k > 0 and rng.random() < 0.12
            if crossing or table.free(spots, 1.0):
                place_skewer(
                    table, look, layers, start, angle, height + (look.cube + 1.0 if crossing else 0.0)
                )
                table.take(spots)
                break


def lay_cards(table: Table, recipe: Recipe, rng: Generator, somewhere: Somewhere) -> None:
    ids = list(recipe.faces)
    wanted: list[tuple[str | None, int]] = []
    if ids:
        wanted += [(str(rng.choice(ids)), int(rng.choice([1, 1, 3, 12])))] * int(rng.random() < 0.75)
        wanted += [(str(rng.choice(ids)), 1) for _ in range(int(rng.choice([0, 1, 3], p=[0.7, 0.2, 0.1])))]
        wanted += [(None, int(rng.integers(1, 25)))] * int(rng.random() < 0.45)
    for card, pile in wanted:
        for _ in range(10):
            x, y = somewhere(0.9)
            if table.free([(x, y, 44.0)], 1.0):
                add_card(table, recipe, rng, x, y, card, pile)
                table.take([(x, y, 44.0)])
                break
    for _ in range(int(rng.choice([0, 1, 3], p=[0.82, 0.12, 0.06]))):
        x, y = somewhere(0.9)
        if table.free([(x, y, 55.0)], 1.0):
            add_rectangle_card(table, rng, x, y)
            table.take([(x, y, 55.0)])


def strew_distractors(table: Table, rng: Generator, somewhere: Somewhere, reach: Array) -> None:
    for _ in range(int(rng.choice([0, 1, 3, 6, 10], p=[0.25, 0.25, 0.25, 0.17, 0.08]))):
        items = clutter.DISTRACTORS[int(rng.integers(len(clutter.DISTRACTORS)))](rng)
        size = max(float(np.hypot(m.v[:, 0], m.v[:, 1]).max()) for m, _ in items)
        x, y = somewhere(1.1)
        if table.free([(x, y, min(size, 90.0) * 0.8)], 0.0):
            for mesh, paint in clutter.turned(items, float(rng.uniform(0, 6.28)), (x, y)):
                table.add(mesh, paint)
            table.take([(x, y, min(size, 90.0) * 0.8)])
    for _ in range(int(rng.choice([0, 1, 2], p=[0.72, 0.2, 0.08]))):
        x, y = somewhere(0.9)
        yaw = float(np.arctan2(-y, -x) + rng.normal(0, 0.6))
        for mesh, paint in clutter.turned(
            clutter.hand(rng, float(reach.max()) * 1.5), yaw, (x, y), float(rng.uniform(0, 25))
        ):
            table.add(mesh, paint)

"""A table of the held-out test set as it fills: the game, what lies round about, hands that reach in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from datasets import heldout_clutter as clutter
from datasets import heldout_pieces as pieces
from datasets import heldout_textures as cloths
from datasets.camera import Camera
from datasets.heldout_scenario import made_for
from datasets.meshes import Mesh, disc, rotation, rounded_box
from datasets.pieces import CUBES, STRIPS, Material, Part, PieceColours, Thing
from datasets.surfaces import solid
from datasets.world import Recipe, circle_points

Array = NDArray[np.float32]
CARD_RADIUS = 40.0
Spots = list[tuple[float, float, float]]


def worn(rng: Generator, rgb: Sequence[float], much: float = 1.0) -> Array:
    """A set's colour as a real set shows it: lighter, darker, bleached, yellowed; within two deviations."""
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
    colours = PieceColours(
        {k: worn(rng, c) for k, c in recipe.cubes.items()},
        {k: (worn(rng, a, 0.8), worn(rng, b, 0.4)) for k, (a, b) in recipe.strips.items()},
        worn(rng, recipe.handle),
        worn(rng, woods[int(rng.choice(4, p=[0.5, 0.2, 0.2, 0.1]))], 0.6),
    )
    return pieces.HeldoutLook(
        colours,
        shape=str(rng.choice(["drilled", "pillow", "block"], p=[0.45, 0.3, 0.25])),
        wrap="band" if rng.random() < 0.2 else "saddle",
        cube=size,
        chamfer=size * float(rng.uniform(0.03, 0.1)),
        hole=size * float(rng.uniform(0.13, 0.19)),
        softness=float(rng.uniform(5, 11)),
        strip_width=size * float(rng.uniform(0.6, 0.8)),
        strip_thickness=float(rng.uniform(0.8, 1.9)),
        stick_length=float(rng.uniform(165, 195)),
        stick_radius=float(rng.uniform(1.5, 2.4)),
        stick_sides=int(rng.choice([6, 12, 18])),
        tip=float(rng.choice([1.0, rng.uniform(8, 22)])),
        handle_length=float(rng.uniform(20, 32)),
        roughness=float(rng.uniform(0.2, 0.9)),
    )


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

    def skewer(
        self,
        look: pieces.HeldoutLook,
        layers: tuple[str, ...],
        start: tuple[float, float],
        angle: float,
        height: float,
        sides: dict[str, int],
    ) -> int:
        """Lay a skewer down, its handle end at `start`; the index of its thing."""
        me = len(self.things)
        parts, things = pieces.skewer(look, layers, self.rng, me, sides)
        r, t = rotation(2, angle), np.array([*start, height], np.float32)
        self.parts += [Part(p.mesh.moved(r, t), p.material, p.thing) for p in parts]
        self.things += [
            replace(
                x,
                points=(x.points @ r.T + t).astype(np.float32),
                axis=None if x.axis is None else (x.axis[0] @ r.T + t, x.axis[1] @ r.T + t),
            )
            for x in things
        ]
        return me

    def card(self, recipe: Recipe, x: float, y: float, card: str | None, pile: int = 1) -> int:
        """A round card or a pile of them, face down for None; the index of its thing."""
        turn, h = float(self.rng.uniform(0, 2 * np.pi)), 0.35 + 0.4 * (pile - 1)
        texture = (
            recipe.faces[card]
            if card is not None
            else recipe.back
            if recipe.back is not None
            else cloths.cover(self.rng)
        )
        paint = Material(texture, float(self.rng.uniform(0.2, 0.9)), float(self.rng.uniform(0.02, 0.05)))
        for k in range(min(pile - 1, 4)):  # a pile is never quite straight
            layer = disc(CARD_RADIUS, h / min(pile, 5), 72)
            self.add(
                [
                    (
                        layer.moved(
                            np.eye(3),
                            np.array(
                                [
                                    x + self.rng.normal(0, 0.9),
                                    y + self.rng.normal(0, 0.9),
                                    h * k / min(pile, 5),
                                ]
                            ),
                        ),
                        Material(solid((228, 222, 208)), 0.9),
                    )
                ]
            )
        self.add(
            [(disc(CARD_RADIUS, 0.35, 96).moved(rotation(2, turn), np.array([x, y, h - 0.35])), paint)],
            Thing(
                "card_back" if card is None else "card",
                circle_points(x, y, CARD_RADIUS, h),
                round=True,
                meta={"card": card, "turn": turn},
            ),
        )
        self.spots.append((x, y, CARD_RADIUS + 1))
        return len(self.things) - 1

    def loose(self, look: pieces.HeldoutLook, kind: str, x: float, y: float, z: float) -> None:
        """A loose cube or strip of the set, or "foreign" or "die"."""
        rng, turn = self.rng, rotation(2, float(self.rng.uniform(0, 6.28)))
        at = np.array([x, y, z], np.float32)
        meta: dict[str, object] = {"loose": True, "die": kind == "die"}
        if kind in STRIPS:
            mesh = pieces.loose_strip(look, rng).moved(turn, at)
            self.add(
                [(mesh, Material(cloths.strip_print(rng, *look.colours.strips[kind]), 0.9, 0.015))],
                Thing(kind, mesh.v[::5], (at, at + turn[:, 0] * 30), meta=meta),
            )
            return
        if kind == "die":
            items, size = clutter.die(rng)
            items = [(m.moved(turn, np.add(at, [0, 0, size / 2])), p) for m, p in items]
        else:
            tip = rotation(int(rng.integers(2)), float(rng.integers(4)) * np.pi / 2)
            colour = (
                look.colours.cubes[kind]
                if kind in CUBES
                else [(30, 60, 170), (25, 25, 28), (240, 240, 235), (110, 50, 140), (60, 170, 200)][
                    int(rng.integers(5))
                ]
            )
            paint = Material(cloths.paint(rng, worn(rng, colour, 0.3)), look.roughness)
            items = [(pieces.cube(look, rng).moved(turn @ tip, np.add(at, [0, 0, look.cube / 2])), paint)]
        self.add(items, Thing(kind if kind in CUBES else "cube", items[0][0].v[::3], meta=meta))


def ground_point(camera: Camera, pixel: Sequence[float]) -> tuple[float, float] | None:
    """Where the ray through a pixel of the pinhole picture meets z = 0 within 3 m, or None."""
    d = (
        np.array(
            [
                (pixel[0] - camera.size[0] / 2) / camera.focal,
                (pixel[1] - camera.size[1] / 2) / camera.focal,
                1.0,
            ]
        )
        @ camera.axes
    )
    if d[2] > -0.05:
        return None
    p = np.asarray(camera.eye) - d * (camera.eye[2] / d[2])
    return (float(p[0]), float(p[1])) if np.hypot(p[0], p[1]) < 3000 else None


def row_of_spots(x: float, y: float, angle: float, length: float, radius: float) -> Spots:
    return [
        (x + np.cos(angle) * length * t, y + np.sin(angle) * length * t, radius)
        for t in np.linspace(0, 1, 12)
    ]


def slab(half: Array, width: float) -> Mesh:
    """A table top with its surface at z = 0; one repeat of its texture is `width` mm."""
    mesh = rounded_box((2 * float(half[0]), 2 * float(half[1]), 24.0), 3.0).moved(
        np.eye(3), np.array([0, 0, -12.0])
    )
    return Mesh(mesh.v, mesh.f, (mesh.v[:, :2] / width).astype(np.float32), mesh.n)


def loose_on_plate(
    table: Table, look: pieces.HeldoutLook, rng: Generator, radius: float, height: float
) -> list[str]:
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


def _somewhere(
    rng: Generator, camera: Camera, edge: Array, margin: float = 0.0
) -> tuple[float, float] | None:
    p = ground_point(
        camera, (rng.uniform(-0.05, 1.05) * camera.size[0], rng.uniform(-0.05, 1.05) * camera.size[1])
    )
    if p is None or abs(p[0]) > edge[0] - margin or abs(p[1]) > edge[1] - margin:
        return None
    return p


def round_about(
    table: Table, look: pieces.HeldoutLook, recipe: Recipe, rng: Generator, camera: Camera, edge: Array
) -> None:
    """The rest of the game: the other players' skewers and pieces, the draw pile, cards won."""
    for _ in range(int(rng.choice([0, 1, 2, 3], p=[0.5, 0.28, 0.15, 0.07]))):
        layers, _ = made_for(str(rng.choice(list(recipe.orders))), recipe.orders, rng)
        if rng.random() < 0.3:
            layers = layers[:1] if layers[0] in CUBES else ()
        for _ in range(12):
            p, turn = _somewhere(rng, camera, edge, 60), float(rng.uniform(0, 2 * np.pi))
            if p is None:
                continue
            start = (p[0] - np.cos(turn) * look.stick_length / 2, p[1] - np.sin(turn) * look.stick_length / 2)
            spots = row_of_spots(*start, turn, look.stick_length + 10, look.cube * 0.9)
            if table.free(spots):
                table.skewer(
                    look, layers, start, turn, 0.0, {s: int(rng.integers(4)) for s in STRIPS if s in layers}
                )
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
                mesh = rounded_box((63, 88, 0.4), 0.15).moved(
                    rotation(2, float(rng.uniform(0, 6.28))), np.array([*p, 0.25])
                )
                table.add(
                    [(mesh, Material(cloths.pips(rng), float(rng.uniform(0.2, 0.7))))],
                    Thing("card", mesh.v[mesh.v[:, 2] > 0.3], meta={"card": "foreign"}),
                )
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


def strew(table: Table, rng: Generator, camera: Camera, edge: Array, important: Array) -> None:
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
            x, y = [
                (rng.uniform(0, w), 0),
                (rng.uniform(0, w), h),
                (0, rng.uniform(0, h)),
                (w, rng.uniform(0, h)),
            ][int(rng.integers(4))]
            p, q = (
                ground_point(camera, (x, y)),
                ground_point(camera, (w / 2 + rng.normal(0, w * 0.15), h / 2 + rng.normal(0, h * 0.15))),
            )
            if p is None or q is None:
                continue
            yaw = float(np.arctan2(q[1] - p[1], q[0] - p[0]))
            deep = float(rng.uniform(-40, 90))
            at = (p[0] + np.cos(yaw) * deep, p[1] + np.sin(yaw) * deep)
            put = clutter.turned(items, yaw, at, 30.0 if over else 0.0)
            tall = max(float(m.v[:, 2].max()) for m, _ in put)
            reach = row_of_spots(at[0] - np.cos(yaw) * 60, at[1] - np.sin(yaw) * 60, yaw, 180, 42)
            if tall < eye[2] * 0.7 and (over or (table.free(reach, 0) and not hides(put))):
                table.add(put)
                table.spots += reach
                break

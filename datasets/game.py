"""A whole recorded game, rendered: `python -m datasets.game OUT`.

Writes `game.mp4` (1280x720, H.264) and `events.jsonl`, what truly happened and when. Hands bring and take
everything, as at a real table. The bundled demonstration is made by this file.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from datasets import clutter, surfaces
from datasets.camera import Camera, Sensor, develop, kelvin
from datasets.generate import Engine, make_engine
from datasets.meshes import disc, rotation
from datasets.pieces import Material, Part, PieceColours, SetLook, Thing, skewer
from datasets.recipes import recipe_from
from datasets.table import ground_plane
from datasets.world import Lamp, Recipe, World

PLATE = (40.0, -10.0)
PLATE_RADIUS = 105.0
PILE, SHOWN = (-205.0, 55.0), (-205.0, -60.0)


@dataclass(frozen=True, slots=True)
class Claim:
    """A skewer put on the plate: layers from the handle end, each strip's side (quarter turns), whether it is
    right."""

    by: str
    layers: tuple[str, ...]
    sides: tuple[int, ...]
    right: bool


@dataclass(frozen=True, slots=True)
class Turn:
    """A card and what is placed for it, in order."""

    card: str
    claims: tuple[Claim, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Mover:
    """Parts that move: a pose (yaw, x, y, z) or None (not there) as a function of the time in s."""

    parts: tuple[Part, ...]
    keys: tuple[tuple[float, tuple[float, float, float, float] | None], ...]

    def at(self, t: float) -> tuple[float, float, float, float] | None:
        """The pose at `t`: eased between keys, None outside them and after a None key."""
        previous = None
        for time, pose in self.keys:
            if time > t:
                if previous is None or previous[1] is None or pose is None:
                    return previous[1] if previous else None
                s = (t - previous[0]) / max(time - previous[0], 1e-6)
                s = s * s * (3 - 2 * s)
                return tuple(float(a + (b - a) * s) for a, b in zip(previous[1], pose, strict=True))  # type: ignore[return-value]
            previous = (time, pose)
        return previous[1] if previous else None


def script(orders: dict[str, tuple[str, ...]]) -> list[Turn]:
    """The demonstration's game: nine orders, three slips, two players."""

    def right(by: str, card: str, *sides: int) -> Claim:
        return Claim(by, orders[card], sides, True)

    def cubes(card: str) -> int:
        return sum(x not in ("bacon", "cheese") for x in orders[card])

    two_cube = sorted(
        k
        for k, v in orders.items()
        for s in ("bacon", "cheese")
        if v.count(s) == 2 and v.index(s) + 3 == len(v) - 1 - v[::-1].index(s)
    )
    three = sorted(k for k in orders if cubes(k) == 3 and k not in two_cube and len(orders[k]) > 3)
    return [
        Turn("vegetable-tomato", (right("Ann", "vegetable-tomato"),)),
        Turn(
            "new",
            (
                Claim("Ann", ("bacon", "tomato", "bacon", "cheese", "meat", "cheese"), (0, 1), False),
                right("Bo", "new", 1, 0),
            ),
        ),
        Turn("best", (right("Ann", "best", 0, 3),)),
        Turn("vegetable-pepper", (right("Ann", "vegetable-pepper"),)),
        Turn(two_cube[0], (right("Ann", two_cube[0], 0, 1),)),
        Turn(
            three[0],
            (Claim("Ann", tuple(reversed(orders[three[0]])), (0, 0), False), right("Bo", three[0], 0, 0)),
        ),
        Turn(two_cube[1], (right("Ann", two_cube[1], 0, 0),)),
        Turn(three[1], (Claim("Ann", orders[three[0]], (0, 1), False), right("Bo", three[1], 1, 0))),
        Turn(three[-1], (right("Ann", three[-1], 0, 1),)),
    ]


def fixed_look(recipe: Recipe) -> SetLook:
    """The kit's own pieces, new and clean."""

    def c(rgb: Sequence[float]) -> NDArray[np.float32]:
        return np.asarray(rgb, np.float32)

    colours = PieceColours(
        {k: c(v) for k, v in recipe.cubes.items()},
        {k: (c(a), c(b)) for k, (a, b) in recipe.strips.items()},
        c(recipe.handle),
        c((217, 180, 124)),
    )
    return SetLook(colours, roughness=0.7, grain=0.05)


class Film:
    """Builds the table at any moment of the game."""

    def __init__(self, recipe: Recipe, turns: Sequence[Turn], seed: int = 4) -> None:
        self.recipe, self.rng = recipe, np.random.default_rng(seed)
        self.look = fixed_look(recipe)
        self.events: list[dict[str, object]] = []
        self.movers: list[Mover] = []
        self.still: list[Part] = []
        self._table()
        self.length = self._turns(turns)

    def _table(self) -> None:
        rng = np.random.default_rng(11)
        self.still.append(Part(ground_plane(6.0), Material(surfaces.wood(rng, 512), 0.5)))
        plate = np.tile(np.array([244, 239, 228], np.uint8), (256, 256, 1))
        import cv2

        cv2.circle(plate, (128, 128), 112, (205, 120, 80), 3, cv2.LINE_AA)
        cv2.circle(plate, (128, 128), 104, (205, 160, 120), 1, cv2.LINE_AA)
        self.still.append(
            Part(disc(PLATE_RADIUS, 1.5, 96).moved(np.eye(3), np.array([*PLATE, 0])), Material(plate, 0.6))
        )
        pile = disc(40, 13, 64).moved(rotation(2, 0.3), np.array([*PILE, 0]))
        back = self.recipe.back if self.recipe.back is not None else surfaces.solid((30, 80, 80))
        self.still.append(Part(pile, Material(back, 0.5)))
        for items, at, yaw in (
            (clutter.mug(np.random.default_rng(3)), (-215.0, 175.0), 0.5),
            (clutter.box(np.random.default_rng(5)), (265.0, 170.0), 0.2),
        ):
            self.still += [Part(m, p) for m, p in clutter.turned(items, yaw, at)]

    def _hand(self, seed: int) -> tuple[Part, ...]:
        return tuple(Part(m, p) for m, p in clutter.hand(np.random.default_rng(seed), 420.0))

    def _visit(
        self,
        start: float,
        spot: tuple[float, float],
        edge: tuple[float, float],
        seed: int,
        stay: float = 0.25,
    ) -> None:
        """A hand that comes from `edge` to `spot`, stays, and goes."""
        yaw = float(np.arctan2(spot[1] - edge[1], spot[0] - edge[0]))
        d = np.array([np.cos(yaw), np.sin(yaw)]) * 75
        near, far = (yaw, spot[0] - d[0], spot[1] - d[1], 16.0), (yaw, edge[0], edge[1], 60.0)
        self.movers.append(
            Mover(
                self._hand(seed),
                (
                    (start, far),
                    (start + 0.45, near),
                    (start + 0.45 + stay, near),
                    (start + 0.9 + stay, far),
                    (start + 0.95 + stay, None),
                ),
            )
        )

    def _turns(self, turns: Sequence[Turn]) -> float:
        t, on_plate = 1.5, None
        skewers: list[tuple[Mover, float]] = []
        for number, turn in enumerate(turns):
            z = 0.6 * (number + 1)
            face = Material(self.recipe.faces[turn.card], 0.5)
            card = disc(40, 0.6, 64)
            self._visit(t, SHOWN, (-420.0, -250.0), 40 + number)
            angle = float(self.rng.uniform(0, 6.28))
            self.movers.append(Mover((Part(card, face),), ((t + 0.5, (angle, *SHOWN, z)),)))
            self.events.append({"event": "reveal", "t": round(t + 0.9, 2), "card": turn.card})
            t += 1.7
            if on_plate is not None:
                t = self._take(skewers, on_plate, t)
            for k, claim in enumerate(turn.claims):
                t += 0.9
                at = (
                    PLATE[0] + float(self.rng.uniform(-18, 18)),
                    PLATE[1] + float(self.rng.uniform(-18, 18)),
                )
                yaw = float(self.rng.uniform(0, 6.28))
                edge = (100.0, -420.0) if claim.by == "Ann" else (150.0, 420.0)
                on_plate = self._place(skewers, claim, at, yaw, edge, t, 70 + number * 3 + k)
                self.events.append(
                    {
                        "event": "place",
                        "t": round(t + 0.5, 2),
                        "by": claim.by,
                        "layers": list(claim.layers),
                        "handle": "first",
                        "verdict": "OK" if claim.right else "ILLEGAL",
                    }
                )
                t += 2.4
                if not claim.right:
                    t = self._take(skewers, on_plate, t)
                    self.events.append({"event": "recover", "t": round(t - 0.4, 2), "by": claim.by})
                    on_plate = None
        return t + 1.5

    def _place(
        self,
        skewers: list[tuple[Mover, float]],
        claim: Claim,
        at: tuple[float, float],
        yaw: float,
        edge: tuple[float, float],
        t: float,
        seed: int,
    ) -> int:
        runs = [s for s in ("bacon", "cheese") if claim.layers.count(s) == 2]
        sides = dict(zip(runs, claim.sides, strict=False))
        parts, _things = skewer(self.look, claim.layers, np.random.default_rng(seed), 0, sides)
        half = self.look.stick_length / 2
        centred = tuple(
            replace(p, mesh=p.mesh.moved(np.eye(3), np.array([-half, 0, 0])), thing=-1) for p in parts
        )
        self._visit(t - 0.45, (at[0], at[1]), edge, seed)
        d = np.array([at[0] - edge[0], at[1] - edge[1]])
        far = (yaw, edge[0] + d[0] * 0.18, edge[1] + d[1] * 0.18, 70.0)
        rest = (yaw, *at, 1.5)
        skewers.append((Mover(centred, ((t - 0.45, far), (t, rest))), t))
        self.movers.append(skewers[-1][0])
        return len(skewers) - 1

    def _take(self, skewers: list[tuple[Mover, float]], index: int, t: float) -> float:
        """A hand takes a skewer off the plate; returns when it is gone."""
        mover, _ = skewers[index]
        yaw, x, y, z = mover.keys[-1][1] or (0.0, 0.0, 0.0, 0.0)
        edge = (100.0, -420.0)
        self._visit(t, (x, y), edge, 90 + index, 0.15)
        gone = (yaw, edge[0], edge[1], 70.0)
        keys = (*mover.keys, (t + 0.55, (yaw, x, y, z)), (t + 1.0, gone), (t + 1.05, None))
        moved = Mover(mover.parts, keys)
        self.movers[self.movers.index(mover)] = moved
        skewers[index] = (moved, t)
        return t + 1.1

    def still_since(self, before: float, t: float) -> bool:
        """Whether nothing moves between two moments."""
        return all(m.at(before) == m.at(t) for m in self.movers)

    def world(self, t: float) -> World:
        """The table at `t` seconds."""
        parts = list(self.still)
        for mover in self.movers:
            pose = mover.at(t)
            if pose is not None:
                r = rotation(2, pose[0])
                parts += [
                    Part(p.mesh.moved(r, np.asarray(pose[1:], np.float32)), p.material) for p in mover.parts
                ]
        key = kelvin(4200)
        lamps = (
            Lamp((0.35, 0.45, 0.82), tuple(float(c) for c in key * 1.1), 0.3),
            Lamp((-0.6, -0.2, 0.77), tuple(float(c) for c in key * 0.35), 0.35),
        )
        camera = Camera((20.0, -230.0, 640.0), (-5.0, -8.0, 0.0), 0.0, 38.0, self.recipe.size, -0.02)
        sensor = Sensor(
            exposure=0.52, cast=(1.05, 1.0, 0.94), contrast=0.15, noise=0.004, blur=0.45, sharpen=0.4, jpeg=95
        )
        things: tuple[Thing, ...] = ()
        return World(tuple(parts), things, camera, lamps, (0.62, 0.6, 0.58), (0.25, 0.22, 0.2), sensor)


def light_of(engine: Engine, world: World) -> NDArray[np.float32]:
    """What reaches the sensor, linear RGB."""
    linear, _ = engine.render(world)
    return np.asarray(world.camera.distort(linear), np.float32)


def film(out: Path, fps: int, engine: str = "gl", crf: int = 27) -> None:
    """Render the game to `out`."""
    recipe = recipe_from("kit")
    turns = script(dict(recipe.orders))
    movie = Film(recipe, turns)
    camera = make_engine(engine, recipe.size)
    out.mkdir(parents=True, exist_ok=True)
    players = ["Ann", "Bo"]
    setup = {
        "event": "setup",
        "game": "kushi-express",
        "players": players,
        "first": "Ann",
        "set": "kit",
        "options": {},
    }
    (out / "events.jsonl").write_text("".join(json.dumps(e) + "\n" for e in [setup, *movie.events]), "utf-8")
    with av.open(str(out / "game.part.mp4"), "w", options={"movflags": "faststart"}) as box:
        stream = box.add_stream("libx264", rate=fps)
        stream.width, stream.height, stream.pix_fmt = *recipe.size, "yuv420p"
        stream.options = {"crf": str(crf), "preset": "slow"}
        stream.time_base = Fraction(1, fps)
        light: NDArray[np.float32] | None = None
        for i in tqdm(range(int(movie.length * fps)), unit="frame"):
            world = movie.world(i / fps)
            if light is None or not movie.still_since((i - 1) / fps, i / fps):
                light = light_of(camera, world)
            picture = develop(light, world.sensor, np.random.default_rng(i))
            frame = av.VideoFrame.from_ndarray(picture, format="bgr24")
            box.mux(stream.encode(frame))
        box.mux(stream.encode(None))
    (out / "game.part.mp4").replace(out / "game.mp4")


def main(argv: list[str] | None = None) -> int:
    """Command line."""
    p = argparse.ArgumentParser(prog="datasets.game", description=__doc__)
    p.add_argument("out", type=Path)
    p.add_argument("--fps", type=int, default=15)
    p.add_argument("--crf", type=int, default=27)
    p.add_argument("--frame", type=float, help="write only the frame at this time, as frame.png")
    a = p.parse_args(argv)
    if a.frame is not None:
        import cv2

        recipe = recipe_from("kit")
        movie = Film(recipe, script(dict(recipe.orders)))
        a.out.mkdir(parents=True, exist_ok=True)
        world = movie.world(a.frame)
        picture = develop(
            light_of(make_engine("gl", recipe.size), world), world.sensor, np.random.default_rng(0)
        )
        cv2.imwrite(str(a.out / "frame.png"), picture)
        return 0
    film(a.out, a.fps, crf=a.crf)
    return 0


if __name__ == "__main__":
    sys.exit(main())

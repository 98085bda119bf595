"""A skewer as a drawing: where each cube and strip goes, in the units of an SVG; the template fills it in.

Cubes sit on the stick from the handle end (left); a strip arches over what it wraps, as it lies in the game.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from referee.games.kushi_express.model import STRIPS, Strip, take_apart

CUBE = 44.0
PASS = 13.0
GAP = 8.0
HANDLE = 40.0
TIP = 22.0
MIDDLE = 52.0
HEIGHT = 96.0


@dataclass(frozen=True, slots=True)
class Paint:
    """A piece's colour, a second one for stripes, and the ink that is legible on it."""

    fill: str
    stripe: str
    ink: str


@dataclass(frozen=True, slots=True)
class CubeShape:
    name: str
    x: float
    paint: Paint
    wrong: bool
    position: int

    @property
    def middle(self) -> float:
        return self.x + CUBE / 2


@dataclass(frozen=True, slots=True)
class StripShape:
    """An arch from `x` to `end` over the cubes between; with `x == end` it only hangs on the stick there."""

    name: str
    x: float
    end: float
    top: float
    paint: Paint

    @property
    def path(self) -> str:
        base = MIDDLE + 13
        if self.end - self.x < 1:
            return f"M{self.x:.1f},{MIDDLE - CUBE / 2 - 5:.1f}V{base:.1f}"
        return (
            f"M{self.x:.1f},{base:.1f}V{self.top + 8:.1f}Q{self.x:.1f},{self.top:.1f} "
            f"{self.x + 8:.1f},{self.top:.1f}H{self.end - 8:.1f}Q{self.end:.1f},{self.top:.1f} "
            f"{self.end:.1f},{self.top + 8:.1f}V{base:.1f}"
        )


@dataclass(frozen=True, slots=True)
class Drawing:
    """A whole skewer, `width` x `height`, the stick at `middle`. `handle`: its marked end shows."""

    width: float
    cubes: tuple[CubeShape, ...]
    strips: tuple[StripShape, ...]
    handle: bool
    words: str
    height: float = HEIGHT
    middle: float = MIDDLE
    cube: float = CUBE


def draw(
    layers: Sequence[str],
    paints: Mapping[str, Paint],
    *,
    handle: bool = True,
    wrong: Collection[int] = (),
    words: str = "",
) -> Drawing:
    """The drawing of a skewer's layers. `wrong` are positions of cubes (from 1) to mark."""
    skewer = take_apart(tuple(layers))
    x = HANDLE + GAP
    at: list[float] = []
    cubes: list[CubeShape] = []
    for piece in layers:
        if piece in STRIPS:
            at.append(x + PASS / 2)
            x += PASS + GAP / 2
            continue
        position = len(cubes) + 1
        cubes.append(CubeShape(piece, x, _paint(piece, paints), position in wrong, position))
        x += CUBE + GAP
    strips = tuple(
        StripShape(strip.kind, ends[0], ends[-1], _top(strip, skewer.strips), _paint(strip.kind, paints))
        for strip, ends in zip(skewer.strips, _passes(layers, at, skewer.strips), strict=True)
    )
    return Drawing(max(x + TIP, HANDLE + CUBE + TIP), tuple(cubes), strips, handle, words)


def _passes(layers: Sequence[str], at: Sequence[float], strips: Sequence[Strip]) -> list[tuple[float, ...]]:
    """Where each strip goes through the stick, in the order of `take_apart`: kind by kind, two by two."""
    places: dict[str, list[float]] = {kind: [] for kind in STRIPS}
    for piece, x in zip((piece for piece in layers if piece in STRIPS), at, strict=True):
        places[piece].append(x)
    out: list[tuple[float, ...]] = []
    for strip in strips:
        mine = places[strip.kind]
        out.append(tuple(mine[: strip.passes]))
        del mine[: strip.passes]
    return out


def _top(strip: Strip, strips: Sequence[Strip]) -> float:
    """The height of the arch: a strip round another strip goes higher."""
    inside = sum(
        other != strip and strip.start <= other.start and other.end <= strip.end and bool(other.wrapped)
        for other in strips
    )
    return MIDDLE - CUBE / 2 - 8 - 9 * inside


def _paint(piece: str, paints: Mapping[str, Paint]) -> Paint:
    return paints.get(piece) or Paint("#9aa0a6", "#c8ccd0", "#16181a")


def ink_on(colour: str) -> str:
    """Black or white, whichever is legible on `#rrggbb` (the higher WCAG contrast)."""
    red, green, blue = (_linear(int(colour[i : i + 2], 16) / 255) for i in (1, 3, 5))
    luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return "#16181a" if (luminance + 0.05) / 0.0575 >= 1.05 / (luminance + 0.05) else "#ffffff"


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)

"""Skewers as pictured on the cards: cubes with their motif, strips that wrap, the stick with its handle."""

from __future__ import annotations

import math
from dataclasses import dataclass

from referee.kit.shapes import Drawing, arc, clip, ellipse, mix, rounded
from referee.sets.profile import Profile, Strip

WHITE, BLACK = "#ffffff", "#1b1410"
_FLAP = 0.34  # a flap's length, of a cube's side
_STRIP = 0.52  # a strip's width, of a cube's side
_GAP = 0.07  # between neighbours on the stick, of a cube's side
_LARGEST = 15.5  # mm


@dataclass(frozen=True)
class Group:
    """Cubes that follow one another on the stick, and the strip they share, if any."""

    cubes: tuple[str, ...]
    strip: str | None = None

    @property
    def length(self) -> float:
        """In cube sides."""
        gaps = _GAP * (len(self.cubes) - 1)
        return len(self.cubes) + gaps + (2 * _FLAP if self.strip else 0.0)


def groups(layers: tuple[str, ...], strips: frozenset[str]) -> list[Group]:
    """Layers (a strip named before and after what it wraps) as what is drawn."""
    out: list[Group] = []
    inside: list[str] = []
    strip: str | None = None
    for layer in layers:
        if layer not in strips:
            if strip is None:
                out.append(Group((layer,)))
            else:
                inside.append(layer)
        elif strip is None:
            strip, inside = layer, []
        else:
            out.append(Group(tuple(inside), strip))
            strip = None
    return out


def skewer(
    d: Drawing, layers: tuple[str, ...], profile: Profile, y: float, left: float, right: float
) -> None:
    """A skewer lying from `left` (handle end) to `right` (tip) at height `y`, all mm."""
    parts = groups(layers, frozenset(profile.strips))
    tape = 6.6
    room = (left + tape + 0.8, right - 2.8)
    total = sum(g.length for g in parts) + _GAP * (len(parts) - 1)
    side = min(_LARGEST, (room[1] - room[0]) / total)
    wood = profile.stick.colour or "#d9b47c"
    thick = max(1.9, 0.21 * side)
    _stick(d, profile, wood, y, left, right, tape, thick)
    x = (room[0] + room[1] - total * side) / 2
    for g in parts:
        if g.strip is not None:
            x += _FLAP * side
        start = x
        for name in g.cubes:
            cube(d, name, profile.cubes[name].colour, x + side / 2, y, side, wrapped=g.strip is not None)
            x += side * (1 + _GAP)
        x -= side * _GAP
        if g.strip is not None:
            flap = _FLAP * side
            strip(d, profile.strips[g.strip], y, start - flap, x + flap, side, wood, thick)
            x += flap
        x += _GAP * side


def _stick(
    d: Drawing, profile: Profile, wood: str, y: float, left: float, right: float, tape: float, thick: float
) -> None:
    dark = mix(wood, BLACK, 0.35)
    body = [
        (left + 1, y - thick / 2),
        (right - 4, y - thick / 2),
        (right, y),
        (right - 4, y + thick / 2),
        (left + 1, y + thick / 2),
    ]
    d.poly([(px, py - 0.5) for px, py in body], mix(wood, BLACK, 0.55))
    d.poly(body, wood)
    d.poly(
        [
            (left + 1, y - thick / 2),
            (right - 4, y - thick / 2),
            (right, y),
            (right - 3, y - 0.12 * thick),
            (left + 1, y - 0.12 * thick),
        ],
        mix(wood, dark, 0.45),
    )
    if profile.stick.handle_marked:
        blue = profile.stick.handle_colour or "#1f5fbf"
        h = thick + 1.7
        d.box(left + tape / 2, y - 0.45, tape, h, 1.3, mix(blue, BLACK, 0.5))
        d.box(left + tape / 2, y, tape, h, 1.3, blue)
        d.box(left + tape / 2, y + 0.26 * h, tape - 1.6, 0.16 * h, 0.4, mix(blue, WHITE, 0.45))
        for i in range(2):
            x = left + 2.3 + i * 2.0
            d.stroke([(x - 0.5, y - 0.36 * h), (x + 0.5, y + 0.36 * h)], 0.28, mix(blue, BLACK, 0.3))


def cube(d: Drawing, name: str, colour: str, x: float, y: float, side: float, wrapped: bool = False) -> None:
    """A cube seen from the front: rim, face, light above and shade below, and its motif."""
    rim = mix(colour, BLACK, 0.55)
    d.box(x, y, side, side, 0.2 * side, rim)
    s = side - 0.09 * side
    d.box(x, y, s, s, 0.16 * side, mix(colour, BLACK, 0.16))
    d.box(x, y + 0.035 * side, s, s - 0.07 * side, 0.16 * side, colour)
    d.box(x, y + 0.385 * side, 0.62 * side, 0.05 * side, 0.025 * side, mix(colour, WHITE, 0.5))
    if not wrapped:
        art = Drawing()
        _MOTIFS.get(name, _plain)(art, colour)
        d.add(art, x, y - 0.02 * side, side)


def _plain(d: Drawing, colour: str) -> None:
    d.disc(0, 0, 0.18, mix(colour, WHITE, 0.35))


def _pepper(d: Drawing, colour: str) -> None:
    light, dark = mix(colour, WHITE, 0.42), mix(colour, BLACK, 0.5)
    d.poly(_bell(0.03), dark)
    d.poly(_bell(0.0), light)
    for sx in (-0.085, 0.085):
        d.stroke(
            arc(sx * 3.1, -0.04, 0.2, 180 if sx > 0 else 0, 138 if sx > 0 else 42),
            0.032,
            mix(colour, WHITE, 0.1),
        )
    d.stroke([(-0.09, 0.16), (0, 0.13), (0.09, 0.16)], 0.06, dark)
    d.stroke([(0, 0.14), (0.03, 0.26), (0.09, 0.29)], 0.065, dark)


def _bell(grow: float) -> list[tuple[float, float]]:
    points = []
    for i in range(120):
        a = 2 * math.pi * i / 120
        r = 0.215 + 0.018 * math.cos(3 * a + math.pi / 2) * (1 if math.sin(a) < 0 else 0.4) + grow
        points.append((r * 1.1 * math.cos(a), -0.05 + r * (1.12 if math.sin(a) < 0 else 0.95) * math.sin(a)))
    return points


def _tomato(d: Drawing, colour: str) -> None:
    light, leaf = mix(colour, WHITE, 0.3), "#2f7d32"
    d.poly(ellipse(0, -0.05, 0.295, 0.255), mix(colour, BLACK, 0.42))
    d.poly(ellipse(0, -0.05, 0.265, 0.225), light)
    d.stroke(arc(0, -0.06, 0.19, 195, 250, ry=0.15), 0.04, mix(colour, WHITE, 0.75))
    for i in range(5):
        a = math.radians(90 + 72 * i)
        tip = (0.2 * math.cos(a), 0.125 + 0.115 * math.sin(a))
        d.stroke([(0, 0.125), tip], 0.07, leaf)
    d.stroke([(0, 0.12), (0.02, 0.25)], 0.05, leaf)


def _meat(d: Drawing, colour: str) -> None:
    light, dark = mix(colour, "#e9a184", 0.6), mix(colour, BLACK, 0.55)
    steak = [
        (
            0.30 * math.cos(a) * (1 + 0.14 * math.cos(a - 0.6)),
            -0.02 + (0.235 + 0.035 * math.cos(2 * a + 0.7)) * math.sin(a),
        )
        for a in _turn()
    ]
    d.poly([(x * 1.11, y * 1.13) for x, y in steak], dark)
    d.poly([(x * 1.0, y * 1.0) for x, y in steak], mix(colour, WHITE, 0.86))
    d.poly([(x * 0.84, y * 0.82) for x, y in steak], light)
    d.disc(0.12, 0.01, 0.062, mix(colour, WHITE, 0.86))
    for x0, y0 in ((-0.19, 0.03), (-0.1, -0.1), (-0.06, 0.09)):
        d.stroke([(x0, y0), (x0 + 0.09, y0 + 0.025)], 0.03, mix(light, WHITE, 0.6))


def _turn() -> list[float]:
    return [2 * math.pi * i / 96 for i in range(96)]


def _shrimp(d: Drawing, colour: str) -> None:
    body, line = mix(colour, "#e4572e", 0.72), mix(colour, "#7a2a12", 0.8)
    spine = arc(0.0, -0.02, 0.2, -60, 165, 40)
    for k, (x, y) in enumerate(spine):
        d.disc(x, y, 0.075 + 0.05 * (k / len(spine)) ** 0.7 + 0.022, line)
    tail = spine[0]
    for a in (150, 200, 250):
        t = math.radians(a)
        d.stroke([tail, (tail[0] + 0.17 * math.cos(t), tail[1] + 0.13 * math.sin(t) - 0.02)], 0.085, line)
    for k, (x, y) in enumerate(spine):
        d.disc(x, y, 0.075 + 0.05 * (k / len(spine)) ** 0.7 - 0.005, body)
    for k in (8, 16, 24):
        x, y = spine[k]
        ux, uy = x / 0.2, (y + 0.02) / 0.2
        d.stroke(
            [(x - 0.07 * ux, y - 0.07 * uy), (x + 0.08 * ux, y + 0.08 * uy)], 0.028, mix(colour, WHITE, 0.55)
        )
    ex, ey = spine[-5]
    d.disc(ex - 0.02, ey + 0.03, 0.028, BLACK)


_MOTIFS = {"pepper": _pepper, "tomato": _tomato, "meat": _meat, "shrimp": _shrimp}


def strip(
    d: Drawing, look: Strip, y: float, left: float, right: float, side: float, wood: str, thick: float
) -> None:
    """A strip over what lies between its flaps; the stick goes through a hole in each flap."""
    middle, length, width = (left + right) / 2, right - left, _STRIP * side
    edge = mix(look.colour, BLACK, 0.55)
    rim = 0.045 * side
    d.box(middle, y - 0.05 * side, length, width, 0.17 * side, mix(edge, BLACK, 0.3))
    d.box(middle, y, length, width, 0.17 * side, edge)
    inner = rounded(middle, y, length - 2 * rim, width - 2 * rim, 0.14 * side)
    d.poly(inner, look.colour)
    bands = max(3, round(length / side * 2.6))
    pitch = (length - 2 * rim) / bands
    for i in range(bands):
        start = left + rim + (i + 0.27) * pitch
        d.poly(clip(inner, start, start + 0.46 * pitch), look.stripe)
    flap = _FLAP * side
    for end, sign in ((left, 1), (right, -1)):
        x = end + sign * 0.56 * flap
        d.disc(x, y, 0.66 * thick, edge)
        a, b = sorted((end - sign * 0.3, x))
        d.poly(rounded((a + b) / 2, y, b - a, thick, 0.0), wood)
        d.poly(
            rounded((a + b) / 2, y - 0.31 * thick, b - a, 0.38 * thick, 0.0),
            mix(wood, mix(wood, BLACK, 0.35), 0.45),
        )

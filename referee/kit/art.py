"""The faces and the back of the kit's cards: this project's own drawings."""

from __future__ import annotations

import math

from referee.kit.food import BLACK, WHITE, skewer
from referee.kit.shapes import Drawing, arc, ellipse, mix, rounded, sector, wave
from referee.sets.profile import Card, Profile
from referee.sets.ring import SEGMENTS

RADIUS = 40.0  # mm: every face is drawn for an 80 mm card and scaled
BLEED = 1.5
RING = (31.4, 38.6)
PAPER, NAVY, ORANGE, CREAM = "#fffaf0", "#16233f", "#f08a24", "#fff3d9"
TEAL = "#0f5f63"
_INK = {"n": NAVY, "o": ORANGE, "c": CREAM}


def face(card: Card, profile: Profile, ring: str) -> Drawing:
    """The face of a card: 80 mm across, with 1.5 mm of bleed."""
    d = Drawing()
    d.disc(0, 0, RADIUS + BLEED, PAPER)
    if card.kind == "order":
        _order(d, card, profile)
    elif card.kind == "touting":
        _touting(d)
    else:
        _closing(d)
    _ring(d, ring)
    return d


def _ring(d: Drawing, code: str) -> None:
    inner, outer = RING
    d.poly(sector(inner - 0.7, outer + 0.7, 0, 360), NAVY)
    step = 360 / SEGMENTS
    first = next((i for i in range(SEGMENTS) if code[i] != code[i - 1]), 0)
    start = first
    for i in range(
        first + 1, first + SEGMENTS + 1
    ):  # equal neighbours are one shape: no hairline between them
        if i == first + SEGMENTS or code[i % SEGMENTS] != code[start % SEGMENTS]:
            d.poly(sector(inner, outer, start * step, i * step), _INK[code[start % SEGMENTS]])
            start = i


def _order(d: Drawing, card: Card, profile: Profile) -> None:
    pale = mix(PAPER, ORANGE, 0.16)
    for x, low, high in ((-9.0, 13.5, 24.0), (0.0, 14.5, 27.5), (9.0, 13.5, 24.0)):
        d.stroke(wave(x, low, x, high, 1.5, 1.0), 1.5, pale)
    skewer(d, card.layers, profile, 3.2, -30.0, 30.4)
    y = -16.6
    d.box(0, y - 0.7, 27, 13.2, 6.6, mix(NAVY, BLACK, 0.5))
    d.box(0, y, 27, 13.2, 6.6, NAVY)
    d.poly(rounded(0, y, 25.4, 11.6, 5.8), CREAM)
    d.poly(rounded(0, y, 24.4, 10.6, 5.3), NAVY)
    d.text(0, y, 6.6, card.price or "", CREAM)
    for sx in (-1, 1):
        _leaf(d, sx * 17.4, y, sx)
    d.stroke(wave(-7, -26.4, 7, -26.4, 0.7, 3.5), 0.8, mix(PAPER, ORANGE, 0.6))


def _leaf(d: Drawing, x: float, y: float, sx: int) -> None:
    colour = mix(PAPER, ORANGE, 0.6)
    for a in (-35, 0, 35):
        t = math.radians(a)
        d.stroke([(x, y), (x + sx * 3.4 * math.cos(t), y + 3.4 * math.sin(t))], 1.0, colour)


def _touting(d: Drawing) -> None:
    sun, red = "#ffd23f", "#c9252d"
    d.disc(0, 0, 31, sun)
    for i in range(14):
        a = i * 360 / 14
        d.poly(
            [
                (0, -2),
                *[
                    (31 * math.cos(math.radians(a + b)), 31 * math.sin(math.radians(a + b)))
                    for b in (-6.4, -3, 0, 3, 6.4)
                ],
            ],
            mix(sun, ORANGE, 0.45),
        )
    d.disc(0, -1, 17.5, sun)
    # the megaphone, pointing up to the right
    m = Drawing()
    dark = mix(NAVY, BLACK, 0.2)
    m.box(-4.5, -8.2, 6.2, 11, 1.6, dark)
    m.poly([(-13, -4.6), (-13, 4.6), (10.6, 12.6), (10.6, -12.6)], dark)
    m.poly(ellipse(10.6, 0, 4.4, 13.4), dark)
    m.poly([(-12, -3.6), (-12, 3.6), (10.6, 11.2), (10.6, -11.2)], red)
    m.poly([(-12, -3.6), (-12, -0.6), (10.6, -3.0), (10.6, -11.2)], mix(red, BLACK, 0.22))
    m.poly([(-5.6, -5.75), (-5.6, 5.75), (-1.6, 7.1), (-1.6, -7.1)], CREAM)
    m.poly(ellipse(10.6, 0, 3.4, 12.0), CREAM)
    m.poly(ellipse(10.9, 0, 2.3, 9.4), mix(NAVY, ORANGE, 0.25))
    m.box(-13.6, 0, 4.2, 11.4, 1.8, dark)
    m.box(-13.6, 0, 2.6, 9.8, 1.2, ORANGE)
    m.box(-4.5, -9.3, 4.2, 7.4, 1.0, ORANGE)
    d.add(m, -4.4, -4.2, 1.08, turn=24)
    for r in (22, 26.2, 30.4):
        points = [(x - 5, y - 4) for x, y in arc(0, 0, r, 24 - 17, 24 + 17)]
        d.stroke(points, 3.2, NAVY)
        d.stroke(points, 1.9, WHITE)


def _closing(d: Drawing) -> None:
    night, wall, moon = "#1d2a55", "#6b4a3a", "#ffe9a8"
    d.disc(0, 0, 31, night)
    for x, y, r in (
        (-17, 17, 0.9),
        (-6, 25, 0.7),
        (21, 25, 0.7),
        (-24, 10.5, 0.6),
        (3, 19, 0.6),
        (26, 11, 0.6),
        (-11, 11, 0.5),
    ):
        _star(d, x, y, r * 1.5, moon)
    d.disc(11.5, 18.5, 7.6, moon)
    d.disc(14.9, 20.6, 6.6, night)
    # the shop: pavement, wall, shutter with its padlock, awning
    d.poly(arc(0, 0, 31, 180 + 40, 360 - 40), mix(NAVY, BLACK, 0.45))
    d.poly(arc(0, 0, 31, 180 + 41.5, 360 - 41.5), mix(night, "#8a93a8", 0.42))
    d.box(0, -9.5, 45, 21.5, 0.4, mix(wall, BLACK, 0.5))
    d.box(0, -9.3, 43.8, 21.0, 0.4, wall)
    d.box(0, -10.2, 37.6, 19.4, 0.6, mix(NAVY, BLACK, 0.3))
    steel = "#9fb0bd"
    for i in range(6):
        y = -3.9 - i * 2.9
        d.box(0, y, 36.2, 2.45, 0.5, steel)
        d.box(0, y + 0.7, 35, 0.55, 0.25, mix(steel, WHITE, 0.5))
    d.box(0, -19.2, 37.6, 1.5, 0.5, mix(steel, NAVY, 0.45))
    d.stroke(arc(0, -11.6, 2.7, 0, 180), 1.7, NAVY)
    d.box(0, -14.3, 8.6, 6.8, 1.3, NAVY)
    d.box(0, -14.3, 7.2, 5.4, 0.9, ORANGE)
    d.disc(0, -13.7, 1.1, NAVY)
    d.stroke([(0, -13.7), (0, -15.6)], 0.9, NAVY)
    stripes = 8
    for i in range(stripes):
        w = 51 / stripes
        left = -25.5 + i * w
        right = left + w
        scallop = arc((left + right) / 2, -1.5, w / 2, 0, -180)
        top = [(0.86 * left, 6.5), (0.86 * right, 6.5), (right, -1.5), *scallop]
        d.poly(top, "#b3262e" if i % 2 == 0 else CREAM)
    d.box(0, 6.8, 45.6, 2.4, 1.0, mix(wall, BLACK, 0.5))


def _star(d: Drawing, x: float, y: float, r: float, fill: str) -> None:
    points = [
        (
            (r if i % 2 == 0 else 0.38 * r) * math.cos(math.pi * i / 4 + math.pi / 2),
            (r if i % 2 == 0 else 0.38 * r) * math.sin(math.pi * i / 4 + math.pi / 2),
        )
        for i in range(8)
    ]
    d.poly([(x + px, y + py) for px, py in points], fill)


def back() -> Drawing:
    """The back of every card: waves (seigaiha) and a lantern; no ring."""
    d = Drawing()
    light, dark = "#d9efe6", mix(TEAL, BLACK, 0.35)
    d.disc(0, 0, RADIUS + BLEED, TEAL)
    r = 7.2  # mm, of a wave
    for row in range(12, -14, -1):
        y = 0.5 * row * r
        for col in range(-7, 8):
            x = (col + (row % 2) / 2) * 2 * r * 0.98
            if math.hypot(x, y) < RADIUS + r:
                for k, colour in enumerate((light, TEAL, mix(TEAL, light, 0.55), TEAL, light, dark)):
                    # the lower half lies under the next rows
                    d.poly(arc(x, y, r * (1 - k * 0.17), -15, 195), colour)
    d.poly(sector(36.6, RADIUS * 1.5, 0, 360), dark)
    d.poly(sector(37.4, 38.2, 0, 360), light)
    d.disc(0, 0, 17.5, dark)
    d.disc(0, 0, 16.6, light)
    d.disc(0, 0, 15.6, dark)
    _lantern(d)
    return d


def _lantern(d: Drawing) -> None:
    glow = "#ffd98a"
    d.disc(0, 0, 12.6, mix(TEAL, glow, 0.25))
    d.stroke([(0, 8), (0, 14)], 0.8, glow)
    d.box(0, 8.2, 8.4, 2.4, 0.6, NAVY)
    d.poly(ellipse(0, 0, 8.8, 8.0), ORANGE)
    for k in (0.62, 0.24):
        d.poly(ellipse(0, 0, 8.8 * k + 0.35, 8.0), mix(ORANGE, BLACK, 0.25))
        d.poly(ellipse(0, 0, 8.8 * k - 0.35, 8.0), mix(ORANGE, glow, 0.35 + 0.3 * (1 - k)))
    for y in (-4.2, 0, 4.2):
        half = 8.8 * math.sqrt(1 - (y / 8.0) ** 2)
        d.stroke(arc(0, y, half, 180, 360, ry=1.7), 0.4, mix(ORANGE, BLACK, 0.3))
    d.box(0, -8.2, 8.4, 2.4, 0.6, NAVY)
    for x in (-2.2, 0, 2.2):
        d.stroke([(x, -9.8), (x, -12.6)], 0.7, glow)

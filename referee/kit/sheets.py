"""The sheets to print: cards with their backs, the plate, and the strips with the handle tape."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from referee.kit.art import BLEED, NAVY, ORANGE, RADIUS, TEAL, back, face
from referee.kit.food import BLACK, WHITE
from referee.kit.page import Pages
from referee.kit.shapes import Drawing, arc, clip, ellipse, mix, rounded, wave
from referee.sets.profile import Card, Profile, Strip

GREY = "#8a8f99"
PLAYERS = 4
_TAB = 9.0  # mm of the plate's right half that go under the left one
_HOLE = 5.0  # mm across


def card_pages(
    paper: str, profile: Profile, cards: Sequence[Card], rings: Mapping[str, str]
) -> tuple[bytes, int]:
    """Each page of faces, followed by its backs, to print two-sided: the PDF and its page count."""
    scale = (profile.card.diameter_mm or 2 * RADIUS) / (2 * RADIUS)
    pages = Pages(paper, f"{profile.title or profile.name}: cards")
    each = [card for card in cards for _ in range(card.count)]
    places = spots(pages, scale)
    pages.form("back", back(), RADIUS + BLEED)
    for card in cards:
        pages.form(card.id, face(card, profile, rings[card.id]), RADIUS + BLEED)
    cut = ellipse(0, 0, RADIUS * scale, RADIUS * scale)
    for start in range(0, len(each), len(places)):
        if start:
            pages.next_page()
        here = list(zip(each[start : start + len(places)], places, strict=False))
        for card, (x, y) in here:
            pages.show(card.id, x, y, scale)
            pages.line([(x + px, y + py) for px, py in cut], 0.15, GREY, close=True)
        _margin(
            pages, "Faces. Print at 100 %, two-sided, turned over the long edge; cut along the thin circles."
        )
        pages.next_page()
        for _, (x, y) in here:  # the turned-over page is mirrored left to right
            pages.show("back", pages.width - x, y, scale)
        _margin(pages, "Backs of the page before.")
    return pages.finish(), pages.count


def spots(pages: Pages, scale: float) -> list[tuple[float, float]]:
    """Where the middles of the cards of a page are, in mm from its lower left corner, row by row."""
    need = 2 * (RADIUS + BLEED) * scale
    columns = max(1, int((pages.width - 6) // need))
    rows = max(1, int((pages.height - 16) // need))
    step_x = min(need + 8, (pages.width - 6) / columns)
    step_y = min(need + 6, (pages.height - 16) / rows)
    x0 = pages.width / 2 - (columns - 1) / 2 * step_x
    y0 = (pages.height + 6) / 2 + (rows - 1) / 2 * step_y
    return [(x0 + c * step_x, y0 - r * step_y) for r in range(rows) for c in range(columns)]


def _margin(pages: Pages, note: str) -> None:
    pages.text(pages.width / 2, 5.5, 2.6, note, GREY, align="centre")


def plate_pages(pages: Pages, profile: Profile) -> int:
    """The plate in two halves on two more pages; none if it is unknown or too large for the paper."""
    radius = (profile.plate.diameter_mm or 0) / 2
    if not radius or 2 * radius > pages.height - 20 or radius + _TAB > pages.width - 16:
        return 0
    plate = plate_drawing(radius, profile.plate.colour or "#f4efe4")
    y = pages.height / 2 + 3
    for side in (-1, 1):
        pages.next_page()
        x = pages.width / 2 - side * (radius + (_TAB if side > 0 else 0)) / 2
        if side > 0:
            tab = [
                (x, y + 0.86 * radius),
                (x - _TAB, y + 0.8 * radius),
                (x - _TAB, y - 0.8 * radius),
                (x, y - 0.86 * radius),
            ]
            pages.line(tab, 0.2, GREY, dash=1.5)
            pages.canvas.saveState()
            pages.canvas.translate(x - _TAB / 2 + 1, y)
            pages.canvas.rotate(90)
            pages.text(0, 0, 3.0, "glue the other half on here", GREY, align="centre")
            pages.canvas.restoreState()
        half = [(0.0, -radius), *arc(0, 0, radius, -90, 90 if side > 0 else -270), (0.0, radius)]
        pages.draw(plate, x, y, clip=half)
        pages.line([(x + px, y + py) for px, py in half], 0.15, GREY, close=True)
        _margin(
            pages,
            f"Plate, {2 * radius:g} mm: glue the halves together. Any plain round plate will do as well.",
        )
    return 2


def plate_drawing(radius: float, colour: str) -> Drawing:
    """A plate: plain where the food lies, with a rim of waves."""
    d = Drawing()
    d.disc(0, 0, radius, mix(colour, TEAL, 0.16))
    d.disc(0, 0, radius - 1.6, colour)
    d.disc(0, 0, radius - 3.2, mix(colour, TEAL, 0.75))
    d.disc(0, 0, radius - 4.0, colour)
    n = round(2 * math.pi * (radius - 9) / 9)
    for i in range(n):
        a = 360 * i / n
        x, y = (radius - 10.5) * math.cos(math.radians(a)), (radius - 10.5) * math.sin(math.radians(a))
        for r in (3.6, 2.3, 1.0):
            d.stroke(arc(x, y, r, a - 80, a + 80), 0.45, mix(colour, TEAL, 0.6))
    d.disc(0, 0, radius - 12.4, mix(colour, TEAL, 0.3))
    d.disc(0, 0, radius - 12.9, colour)
    return d


def strip_drawing(look: Strip) -> Drawing:
    """A strip at its real size, stripes across, with its holes marked; the lengths must be known."""
    length, width = look.length_mm or 70.0, look.width_mm or 14.0
    d = Drawing()
    outline = rounded(0, 0, length, width, 3.0)
    d.poly(outline, look.colour)
    bands = round(length / 8)
    for i in range(bands):
        left = -length / 2 + (i + 0.25) * length / bands
        d.poly(clip(outline, left, left + 0.5 * length / bands), look.stripe)
    for hole in look.holes_mm:
        x = hole - length / 2
        d.disc(x, 0, _HOLE / 2 + 0.5, mix(look.colour, BLACK, 0.5))
        d.disc(x, 0, _HOLE / 2, WHITE)
        d.stroke([(x - 1.2, 0), (x + 1.2, 0)], 0.25, NAVY)
        d.stroke([(x, -1.2), (x, 1.2)], 0.25, NAVY)
    return d


def strips_page(pages: Pages, profile: Profile) -> None:
    """One strip of each kind for each of four players, the handle tape, and how a strip is put on."""
    w = pages.width
    y = pages.height - 18
    pages.text(15, y, 6, "Strips and handle tape", bold=True)
    y = pages.paragraph(
        15,
        y - 8,
        w - 30,
        3.2,
        "Cut the strips from felt about 1.5 mm thick, with these as patterns; or print this page on stiff "
        "paper or fabric and cut it out. Punch the holes 5 mm wide. Each player gets one strip of each kind.",
    )
    y -= 12
    for row in range(PLAYERS):
        for column, (name, look) in enumerate(profile.strips.items()):
            x = w / 2 + (column - 0.5) * 88
            drawing = strip_drawing(look)
            pages.draw(drawing, x, y)
            half = (look.length_mm or 70) / 2, (look.width_mm or 14) / 2
            pages.line(
                [(x + px, y + py) for px, py in rounded(0, 0, 2 * half[0], 2 * half[1], 3.0)],
                0.15,
                GREY,
                close=True,
            )
            if row == 0:
                pages.text(x - half[0], y + half[1] + 2.2, 3.4, name, bold=True)
        y -= 19
    y -= 4
    stick = profile.stick
    if stick.handle_marked and stick.handle_mm and stick.thickness_mm:
        y = _tape(pages, y, stick.handle_mm, stick.thickness_mm, stick.handle_colour or "#1f5fbf")
    if profile.wrap == "saddle":
        saddle(pages, y - 14, profile)
    else:
        pages.text(15, y, 4, "How a strip sits", bold=True)
        pages.text(15, y - 6, 3.2, "Wind the strip once round the cube and put the stick through both.")
    _margin(pages, "Strips, handle tape. Print at 100 %.")


def _tape(pages: Pages, y: float, length: float, thickness: float, colour: str) -> float:
    around = math.pi * thickness + 5
    pages.text(15, y, 4, "Handle tape", bold=True)
    pages.paragraph(
        15,
        y - 6,
        pages.width - 30,
        3.2,
        f"Wind blue tape round the last {length:g} mm of one end of each stick: a skewer is read from there. "
        "Or cut out these four and glue them round.",
    )
    y -= 17
    for i in range(PLAYERS):
        x = pages.width / 2 + (i - 1.5) * (length + 14)
        box = rounded(x, y - around / 2, length, around, 0)
        d = Drawing()
        d.poly(box, colour)
        pages.draw(d, 0, 0)
        pages.line(box, 0.15, GREY, close=True)
    return y - around - 10


def saddle(pages: Pages, y: float, profile: Profile) -> None:
    """Seen from the side: a strip over one cube (through the inner holes) and over two (the outer ones)."""
    pages.text(15, y + 12, 4, "How a strip sits", bold=True)
    bacon, cheese = profile.strips["bacon"].colour, profile.strips["cheese"].colour
    cubes = {name: cube.colour for name, cube in profile.cubes.items()}
    side = 20.0
    quarter = pages.width / 4
    y -= 8
    for x, names, colour, tail, note in (
        (quarter + 3, ("tomato",), bacon, 15.0, "one cube: the inner holes"),
        (3 * quarter - 3, ("meat", "shrimp"), cheese, 5.0, "two cubes: the outer holes"),
    ):
        d = Drawing()
        half = side * len(names) / 2 + 0.3 * (len(names) - 1)
        d.stroke([(-half - 18, 0), (half + 18, 0)], 4.0, "#d9b47c")
        for i, name in enumerate(names):
            cx = (i - (len(names) - 1) / 2) * (side + 0.6)
            d.box(cx, 0, side, side, 2.2, mix(cubes[name], BLACK, 0.5))
            d.box(cx, 0, side - 1.2, side - 1.2, 1.7, cubes[name])
        top, edge = side / 2 + 1.1, half + 1.1
        path = [
            (-edge, -tail),
            (-edge, top - 1),
            *arc(-edge + 1, top - 1, 1, 180, 90),
            *arc(edge - 1, top - 1, 1, 90, 0),
            (edge, -tail),
        ]
        d.stroke(path, 2.5, mix(colour, BLACK, 0.5))
        d.stroke(path, 1.7, colour)
        pages.draw(d, x, y)
        pages.text(x, y - 21, 3.2, note, align="centre")
    pages.paragraph(
        15,
        y - 29,
        pages.width - 30,
        3.2,
        "The stick goes through the strip before the cube and again after it. Which way round the cube or "
        "the strip faces does not matter.",
    )
    d = Drawing()
    d.stroke(wave(-14, 0, 14, 0, 0.8, 6), 0.9, mix(WHITE, ORANGE, 0.7))
    pages.draw(d, pages.width / 2, y - 43)

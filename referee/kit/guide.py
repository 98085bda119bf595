"""The page that says what to get, how to print and make it, and how to put it under the camera."""

from __future__ import annotations

from referee.kit.art import CREAM, NAVY, ORANGE, PAPER, RADIUS, back, face
from referee.kit.food import BLACK, cube, skewer
from referee.kit.page import Pages
from referee.kit.shapes import Drawing, ellipse, mix
from referee.kit.sheets import strip_drawing
from referee.sets.profile import Profile

_LEFT = 15.0
_SHOWN = ("meat", "bacon", "tomato", "bacon", "cheese", "pepper", "cheese", "shrimp")


def guide_page(pages: Pages, profile: Profile) -> None:
    """The first page of the table's sheets."""
    y = _head(pages, profile)
    y = pages.paragraph(
        _LEFT,
        y,
        pages.width - 2 * _LEFT,
        3.3,
        "With these sheets, cubes and four sticks, two to four people can play Kushi Express under a "
        "camera. The drawings and most of the orders are this project's own, free to print and change under "
        "its licence (AGPL-3.0-or-later). Kushi Express is a game by Mandoo Games; this is an unofficial fan "
        "kit, and you need the game's rules.",
    )
    y = _pieces(pages, profile, y - 5)
    y = _columns(pages, profile, y - 4)
    _ruler(pages, 12)
    _samples(pages, profile, 20, y)


def _head(pages: Pages, profile: Profile) -> float:
    w, top = pages.width, pages.height - 12
    d = Drawing()
    d.box(w / 2, top - 15, w - 2 * 12, 30, 7, NAVY)
    d.box(w - 62, top - 15, 88, 22, 11, PAPER)
    skewer(d, _SHOWN, profile, top - 15, w - 103, w - 21)
    pages.draw(d, 0, 0)
    pages.text(19, top - 13.5, 7.0, "Table Referee", CREAM, bold=True)
    pages.text(19, top - 21.5, 4.0, "the kit for Kushi Express", mix(NAVY, ORANGE, 0.85))
    return top - 38


def _pieces(pages: Pages, profile: Profile, y: float) -> float:
    pages.text(_LEFT, y, 4.6, "For each player", bold=True)
    y -= 14
    step = (pages.width - 2 * _LEFT) / len(profile.cubes)
    for i, (name, look) in enumerate(profile.cubes.items()):
        d = Drawing()
        cube(d, name, look.colour, 0, 0, 15)
        x = _LEFT + i * step + 8
        pages.draw(d, x, y)
        size = f"{look.size_mm:g} mm cube" if look.size_mm else "cube"
        for line, (text, bold) in enumerate(((name, True), (size, False), (look.colour, False))):
            pages.text(x + 10.5, y + 3.4 - 4.6 * line, 3.2, text, bold=bold)
    y -= 18
    step = (pages.width - 2 * _LEFT) / 3
    for i, (name, strip) in enumerate(profile.strips.items()):
        x = _LEFT + i * step
        pages.draw(strip_drawing(strip), x + 21, y, 0.6)
        pages.text(x, y - 9, 3.2, name, bold=True)
        if strip.length_mm and strip.width_mm:
            pages.text(x + 16, y - 9, 3.2, f"strip, {strip.length_mm:g} x {strip.width_mm:g} mm")
        pages.text(x, y - 13.6, 3.2, f"{strip.colour} and {strip.stripe}")
    x, stick = _LEFT + 2 * step, profile.stick
    d = Drawing()
    skewer(d, (), profile, y, x, x + 54)
    pages.draw(d, 0, 0)
    pages.text(x, y - 9, 3.2, "stick", bold=True)
    if stick.length_mm and stick.thickness_mm:
        pages.text(x + 12, y - 9, 3.2, f"{stick.length_mm:g} mm long, {stick.thickness_mm:g} mm thick")
    if stick.handle_marked:
        pages.text(x, y - 13.6, 3.2, f"one end marked: {stick.handle_colour}")
    return y - 22


def _columns(pages: Pages, profile: Profile, y: float) -> float:
    width = (pages.width - 2 * _LEFT - 10) / 2
    cubes = (
        "Cubes of wood, foam or modelling clay, with a hole of 5 mm through the middle of two opposite sides."
    )
    prints = (
        "Print at 100 %, without fitting to the page; measure the ruler below.",
        "Cards: paper of 200 g/m² or more, two-sided, turned over the long edge. Cut along the thin circles.",
        "Plate: glue the two halves together, or take a plain round plate of about that size.",
        "Matt paper, no shiny sleeves: a lamp's reflection hides what is under it.",
    )
    makes = (
        cubes,
        "Paint them in plain, full colours close to the ones above, clearly different from one another.",
        "Strips of felt, cut and punched as on the strips page.",
        "Sticks with a blunt tip. Tape on one end, as wide as on the strips page.",
    )
    camera = (
        "Camera above the plate, looking steeply down; the whole plate and the revealed card in view.",
        "Near enough that a cube is at least 22 pixels wide in the picture.",
        "Even light from more than one side; no coloured lamps.",
        "Then run: referee doctor, which checks all of this and says how to mend it.",
    )
    low = min(
        _steps(pages, _LEFT, y, width, "Print", prints),
        _steps(pages, _LEFT + width + 10, y, width, "Make", makes),
    )
    left = _steps(pages, _LEFT, low - 4, width, "Under the camera", camera)
    return min(left, _deck(pages, profile, _LEFT + width + 10, low - 4, width))


def _steps(pages: Pages, x: float, y: float, width: float, title: str, lines: tuple[str, ...]) -> float:
    pages.text(x, y, 4.6, title, bold=True)
    y -= 6.6
    for i, line in enumerate(lines, 1):
        d = Drawing()
        d.disc(x + 2.2, y + 1.1, 2.3, ORANGE)
        pages.draw(d, 0, 0)
        pages.text(x + 2.2, y + 0.05, 3.0, str(i), BLACK, bold=True, align="centre")
        y = pages.paragraph(x + 6.5, y, width - 6.5, 3.1, line) - 1.4
    return y


def _deck(pages: Pages, profile: Profile, x: float, y: float, width: float) -> float:
    size = profile.size
    pages.text(x, y, 4.6, "The deck", bold=True)
    count = f"{size.order} orders, {size.touting} touting cards (megaphone) and the shop closing card (moon)."
    if profile.handle_marked:
        count += " The blue end on a card is the end you hold: build from there to the tip, exactly as shown."
    y = pages.paragraph(x, y - 6.6, width, 3.1, count)
    ring = "The ring of colours tells the camera which card it is and which way round it lies."
    if profile.name == "kit":
        ring = (
            "Prices: 2.5, and 0.5 for each cube, 0.5 for the first strip, 1.0 for the second, and 0.5 more "
            "for a strip over two cubes. " + ring
        )
    return pages.paragraph(x, y - 1.4, width, 3.1, ring)


def _samples(pages: Pages, profile: Profile, low: float, high: float) -> None:
    """A few small cards in the room that is left between two heights, if there is enough."""
    radius = min(16.0, (high - low) / 2 - 1)
    if radius < 8:
        return
    cards = [c for c in profile.cards if c.ring is not None]
    chosen = [c for c in cards if c.kind != "order"] + [c for c in cards if c.kind == "order"][
        :: max(1, len(cards) // 3)
    ]
    shown = [face(c, profile, c.ring or "") for c in chosen[:4]] + [back()]
    for i, drawing in enumerate(shown):
        x = pages.width / 2 + (i - (len(shown) - 1) / 2) * (2 * radius + 4)
        pages.draw(drawing, x, (low + high) / 2, radius / RADIUS, clip=ellipse(0, 0, RADIUS, RADIUS))
        pages.line(
            [(x + px, (low + high) / 2 + py) for px, py in ellipse(0, 0, radius, radius)], 0.15, close=True
        )


def _ruler(pages: Pages, y: float) -> None:
    x = pages.width / 2 - 25
    for i in range(0, 51, 5):
        pages.line([(x + i, y), (x + i, y + (3.2 if i % 10 == 0 else 2.0))], 0.2, NAVY)
    pages.line([(x, y), (x + 50, y)], 0.25, NAVY)
    pages.text(pages.width / 2, y - 4.4, 3.0, "50 mm when printed at 100 %", align="centre")

"""A drawing as a list of flat shapes, and the two ways it is shown: PDF and PNG.

Every picture of the kit is drawn once, in millimetres with the origin in the middle, x to the right and y up.
It becomes a page of a PDF through reportlab or a pixel image through Pillow, so that what is printed is what
the camera's reader compares with, and no rasteriser is needed.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from PIL import Image

Point = tuple[float, float]
Colour = str
"""An sRGB colour as ``#rrggbb``."""

FONT = "VeraBd"
SUPERSAMPLE = 4
_CAP = 0.729  # height of a Bitstream Vera Bold digit, in ems


@dataclass(frozen=True)
class Poly:
    """A filled polygon (mm)."""

    points: tuple[Point, ...]
    fill: Colour


@dataclass(frozen=True)
class Stroke:
    """An open line with round ends and joints; `width` in mm."""

    points: tuple[Point, ...]
    width: float
    colour: Colour


@dataclass(frozen=True)
class Text:
    """One line of text, centred on (x, y); `height` is the height of a capital in mm."""

    x: float
    y: float
    height: float
    string: str
    fill: Colour


Shape = Poly | Stroke | Text


@dataclass
class Drawing:
    """Shapes in painting order."""

    shapes: list[Shape] = field(default_factory=list)

    def poly(self, points: Iterable[Point], fill: Colour) -> None:
        self.shapes.append(Poly(tuple(points), fill))

    def stroke(self, points: Iterable[Point], width: float, colour: Colour) -> None:
        self.shapes.append(Stroke(tuple(points), width, colour))

    def text(self, x: float, y: float, height: float, string: str, fill: Colour) -> None:
        self.shapes.append(Text(x, y, height, string, fill))

    def disc(self, x: float, y: float, radius: float, fill: Colour) -> None:
        self.poly(ellipse(x, y, radius, radius), fill)

    def box(self, x: float, y: float, w: float, h: float, r: float, fill: Colour) -> None:
        """A rectangle centred on (x, y) with corners of radius `r`."""
        self.poly(rounded(x, y, w, h, r), fill)

    def add(
        self, other: Drawing, dx: float = 0.0, dy: float = 0.0, scale: float = 1.0, turn: float = 0.0
    ) -> None:
        """Paint another drawing, scaled, turned (degrees anticlockwise; its text stays upright) and moved."""
        c, n = scale * math.cos(math.radians(turn)), scale * math.sin(math.radians(turn))

        def at(points: tuple[Point, ...]) -> tuple[Point, ...]:
            return tuple((x * c - y * n + dx, x * n + y * c + dy) for x, y in points)

        for s in other.shapes:
            if isinstance(s, Poly):
                self.shapes.append(Poly(at(s.points), s.fill))
            elif isinstance(s, Stroke):
                self.shapes.append(Stroke(at(s.points), s.width * scale, s.colour))
            else:
                ((x, y),) = at(((s.x, s.y),))
                self.shapes.append(Text(x, y, s.height * scale, s.string, s.fill))


# --- outlines
def arc(
    x: float, y: float, r: float, start: float, end: float, steps: int = 0, ry: float | None = None
) -> list[Point]:
    """Points along an arc, in degrees anticlockwise from the right, true to 0.01 mm."""
    step = 2 * math.degrees(math.acos(1 - 0.01 / max(r, ry or 0.0, 0.1)))
    n = steps or max(2, math.ceil(abs(end - start) / step))
    vertical = r if ry is None else ry
    turns = [math.radians(start + (end - start) * i / n) for i in range(n + 1)]
    return [(x + r * math.cos(a), y + vertical * math.sin(a)) for a in turns]


def ellipse(x: float, y: float, rx: float, ry: float) -> list[Point]:
    """The outline of an ellipse. A small one may belong to a drawing in units of a cube: it is kept round."""
    return arc(x, y, rx, 0, 360, 48 if max(rx, ry) < 1 else 0, ry)[:-1]


def rounded(x: float, y: float, w: float, h: float, r: float) -> list[Point]:
    """The outline of a rectangle centred on (x, y) with rounded corners."""
    r = max(0.0, min(r, w / 2, h / 2))
    if r == 0:
        return [
            (x - w / 2, y - h / 2),
            (x + w / 2, y - h / 2),
            (x + w / 2, y + h / 2),
            (x - w / 2, y + h / 2),
        ]
    cx, cy = w / 2 - r, h / 2 - r
    return [
        *arc(x + cx, y + cy, r, 0, 90),
        *arc(x - cx, y + cy, r, 90, 180),
        *arc(x - cx, y - cy, r, 180, 270),
        *arc(x + cx, y - cy, r, 270, 360),
    ]


def sector(inner: float, outer: float, start: float, end: float) -> list[Point]:
    """A piece of a ring round the origin."""
    return arc(0, 0, outer, start, end) + arc(0, 0, inner, end, start)


def wave(x0: float, y0: float, x1: float, y1: float, swing: float, periods: float) -> list[Point]:
    """A sine line from one point to another."""
    length = math.hypot(x1 - x0, y1 - y0)
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    n = max(12, int(24 * periods))
    out = []
    for i in range(n + 1):
        t = i / n
        s = swing * math.sin(2 * math.pi * periods * t)
        out.append((x0 + (x1 - x0) * t - uy * s, y0 + (y1 - y0) * t + ux * s))
    return out


def clip(points: Sequence[Point], left: float, right: float) -> list[Point]:
    """A polygon cut to left <= x <= right (Sutherland-Hodgman on two lines); empty if nothing is left."""
    out = list(points)
    for edge, sign in ((left, 1.0), (right, -1.0)):
        before, out = out, []
        for (ax, ay), (bx, by) in zip(before, before[1:] + before[:1], strict=True):
            a_in, b_in = sign * (ax - edge) >= 0, sign * (bx - edge) >= 0
            if a_in:
                out.append((ax, ay))
            if a_in != b_in:
                t = (edge - ax) / (bx - ax)
                out.append((edge, ay + (by - ay) * t))
    return out


def mix(a: Colour, b: Colour, t: float) -> Colour:
    """The colour a share `t` of the way from `a` to `b`."""
    rgb = (round(p + (q - p) * t) for p, q in zip(_rgb(a), _rgb(b), strict=True))
    return "#" + "".join(f"{c:02x}" for c in rgb)


def _rgb(colour: Colour) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


# --- pixels
def font_file() -> Path:
    """The Bitstream Vera Bold that comes with reportlab (a free font)."""
    import reportlab

    return Path(reportlab.__file__).parent / "fonts" / f"{FONT}.ttf"


@lru_cache(maxsize=32)
def _pil_font(size: int) -> Any:
    from PIL import ImageFont

    return ImageFont.truetype(str(font_file()), size)


def to_image(drawing: Drawing, width: float, height: float, px: int, background: Colour) -> Image.Image:
    """The middle `width` x `height` mm of a drawing as an RGB image `px` pixels wide, anti-aliased."""
    from PIL import Image, ImageDraw

    k = px * SUPERSAMPLE / width
    big = (px * SUPERSAMPLE, round(height * k))
    image = Image.new("RGB", big, background)
    draw = ImageDraw.Draw(image)

    def at(p: Point) -> Point:
        return big[0] / 2 + p[0] * k, big[1] / 2 - p[1] * k

    for s in drawing.shapes:
        if isinstance(s, Poly):
            if len(s.points) >= 3:
                draw.polygon([at(p) for p in s.points], fill=s.fill)
        elif isinstance(s, Stroke):
            w = max(1, round(s.width * k))
            points = [at(p) for p in s.points]
            draw.line(points, fill=s.colour, width=w)
            for x, y in points:  # round joints: Pillow's own leave notches where points are close together
                draw.ellipse((x - w / 2, y - w / 2, x + w / 2, y + w / 2), fill=s.colour)
        else:
            x, y = at((s.x, s.y - s.height / 2))
            draw.text(
                (x, y), s.string, fill=s.fill, font=_pil_font(max(1, round(s.height / _CAP * k))), anchor="ms"
            )
    return image.resize((px, round(height * px / width)), Image.Resampling.BOX)


# --- print
def register_font() -> None:
    """Make the fonts (Vera and Vera Bold) known to reportlab; they are embedded in the PDF."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    for name in ("Vera", FONT):
        if name not in pdfmetrics.getRegisteredFontNames():
            pdfmetrics.registerFont(TTFont(name, str(font_file().with_stem(name))))


def trace(canvas: Any, points: Sequence[Point]) -> Any:
    """A reportlab path along some points, to a thousandth of the canvas's unit.

    The operators are written here: reportlab's own `lineTo` takes most of the time of a sheet.
    """
    path = canvas.beginPath()
    path.moveTo(*points[0])
    path._code.extend(f"{x:.3f} {y:.3f} l" for x, y in points[1:])
    return path


def to_canvas(drawing: Drawing, canvas: Any) -> None:
    """Paint a drawing on a reportlab canvas whose unit is 1 mm and whose origin is the drawing's."""
    canvas.saveState()
    canvas.setLineCap(1)
    canvas.setLineJoin(1)
    for s in drawing.shapes:
        if isinstance(s, Text):
            canvas.setFillColor(s.fill)
            canvas.setFont(FONT, s.height / _CAP)
            canvas.drawCentredString(s.x, s.y - s.height / 2, s.string)
            continue
        path = trace(canvas, s.points)
        if isinstance(s, Poly):
            path.close()
            canvas.setFillColor(s.fill)
            canvas.drawPath(path, stroke=0, fill=1)
        else:
            canvas.setStrokeColor(s.colour)
            canvas.setLineWidth(s.width)
            canvas.drawPath(path, stroke=1, fill=0)
    canvas.restoreState()

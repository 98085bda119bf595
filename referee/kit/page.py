"""Pages of a PDF measured in millimetres, and the little typography that the kit's sheets need."""

from __future__ import annotations

import io
from typing import Any

from referee.kit.shapes import FONT, Drawing, Point, ellipse, register_font, to_canvas, trace

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height in mm."""

PLAIN = "Vera"
_MM = 72 / 25.4


class Pages:
    """A PDF in the making, in mm, y up from the lower edge. The same pages give the same bytes."""

    def __init__(self, paper: str, title: str) -> None:
        from reportlab import rl_config
        from reportlab.pdfgen.canvas import Canvas

        rl_config.useA85 = 0  # plain binary streams: smaller, and much faster to write
        register_font()
        self.width, self.height = PAPERS[paper]
        self._buffer = io.BytesIO()
        size = (self.width * _MM, self.height * _MM)
        self.canvas: Any = Canvas(self._buffer, pagesize=size, invariant=1, pageCompression=1)
        self.canvas.setTitle(title)
        self.canvas.setCreator("table-referee")
        self.canvas.scale(_MM, _MM)
        self.count = 1

    def next_page(self) -> None:
        """Start another page."""
        self.canvas.showPage()
        self.canvas.scale(_MM, _MM)
        self.count += 1

    def finish(self) -> bytes:
        """The finished PDF."""
        self.canvas.showPage()
        self.canvas.save()
        return self._buffer.getvalue()

    def draw(
        self, drawing: Drawing, x: float, y: float, scale: float = 1.0, clip: list[Point] | None = None
    ) -> None:
        """Paint a drawing with its origin at (x, y), cut to an outline in the drawing's own coordinates."""
        self.canvas.saveState()
        self.canvas.translate(x, y)
        self.canvas.scale(scale, scale)
        if clip is not None:
            self.canvas.clipPath(trace(self.canvas, clip), stroke=0, fill=0)
        to_canvas(drawing, self.canvas)
        self.canvas.restoreState()

    def form(self, name: str, drawing: Drawing, radius: float) -> None:
        """Keep a drawing, cut to a circle, to be shown often with `show`."""
        self.canvas.beginForm(name, -radius, -radius, radius, radius)
        self.canvas.clipPath(trace(self.canvas, ellipse(0, 0, radius, radius)), stroke=0, fill=0)
        to_canvas(drawing, self.canvas)
        self.canvas.endForm()

    def show(self, name: str, x: float, y: float, scale: float = 1.0) -> None:
        """Show a drawing kept with `form`."""
        self.canvas.saveState()
        self.canvas.translate(x, y)
        self.canvas.scale(scale, scale)
        self.canvas.doForm(name)
        self.canvas.restoreState()

    def line(
        self,
        points: list[Point],
        width: float = 0.2,
        colour: str = "#8a8f99",
        dash: float = 0.0,
        close: bool = False,
    ) -> None:
        """A thin line; dashes of `dash` mm if that is not 0."""
        self.canvas.saveState()
        self.canvas.setStrokeColor(colour)
        self.canvas.setLineWidth(width)
        if dash:
            self.canvas.setDash([dash, dash])
        path = trace(self.canvas, points)
        if close:
            path.close()
        self.canvas.drawPath(path, stroke=1, fill=0)
        self.canvas.restoreState()

    def text(
        self,
        x: float,
        y: float,
        size: float,
        string: str,
        colour: str = "#16233f",
        bold: bool = False,
        align: str = "left",
    ) -> None:
        """One line of text, its baseline at `y`; `size` is the font's in mm."""
        self.canvas.setFillColor(colour)
        self.canvas.setFont(FONT if bold else PLAIN, size)
        show = {"left": self.canvas.drawString, "centre": self.canvas.drawCentredString}[align]
        show(x, y, string)

    def paragraph(
        self, x: float, y: float, width: float, size: float, string: str, colour: str = "#16233f"
    ) -> float:
        """Text broken into lines; the first baseline is at `y`. Returns where the next line would stand."""
        for line in wrapped(string, width, size):
            self.text(x, y, size, line, colour)
            y -= size * 1.42
        return y


def wrapped(string: str, width: float, size: float) -> list[str]:
    """The lines of a text that are at most `width` mm long."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    lines: list[str] = []
    for word in string.split():
        if lines and stringWidth(f"{lines[-1]} {word}", PLAIN, size) <= width:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return lines

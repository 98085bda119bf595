"""Card faces as small PNG files."""

from __future__ import annotations

import io
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

from referee.kit import INDEX, digest
from referee.kit.art import PAPER, RADIUS, TEAL, back, face
from referee.kit.shapes import to_image
from referee.sets.profile import Card, Profile

if TYPE_CHECKING:
    from PIL import Image

FACE_PX = 512
_COLOURS = 64


def face_image(card: Card, profile: Profile, px: int = FACE_PX) -> Image.Image:
    """The face of a card that has a ring as an RGB image, `px` x `px`; the card is the inscribed circle."""
    assert card.ring is not None
    return to_image(face(card, profile, card.ring), 2 * RADIUS, 2 * RADIUS, px, PAPER)


def back_image(px: int = FACE_PX) -> Image.Image:
    """The back as an RGB image, `px` x `px`."""
    return to_image(back(), 2 * RADIUS, 2 * RADIUS, px, TEAL)


def face_png(card: Card, profile: Profile) -> bytes:
    """The face of a card as a PNG file."""
    return png_bytes(face_image(card, profile))


def png_bytes(image: Image.Image) -> bytes:
    """A palette PNG: flat drawings lose nothing that can be seen, and take a fraction of the room."""
    from PIL import Image as Pil

    small = image.quantize(_COLOURS, method=Pil.Quantize.MEDIANCUT, dither=Pil.Dither.NONE)
    out = io.BytesIO()
    small.save(out, "PNG", optimize=True)
    return out.getvalue()


def write(path: Path, data: bytes) -> Path:
    """Write a file whole or not at all, making its folder; one that has these bytes already is left alone."""
    if path.is_file() and path.read_bytes() == data:
        return path
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_bytes(data)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    return path


def write_faces(folder: Path, profile: Profile) -> list[Path]:
    """Draw the package's faces anew: one PNG a card, the back, and the index by `referee.kit.digest`."""
    cards = [card for card in profile.cards if card.ring is not None]
    paths = [write(folder / f"{card.id}.png", face_png(card, profile)) for card in cards]
    paths.append(write(folder / "back.png", png_bytes(back_image())))
    index = {digest(card, profile): f"{card.id}.png" for card in cards}
    paths.append(write(folder / INDEX, (json.dumps(index, indent=1) + "\n").encode()))
    return paths

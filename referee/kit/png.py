"""Card faces as small PNG files."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

from referee.kit.art import PAPER, RADIUS, TEAL, back, face
from referee.kit.shapes import to_image
from referee.sets.profile import Card, Profile

if TYPE_CHECKING:
    from PIL import Image

FACE_PX = 512
_COLOURS = 64


def face_image(card: Card, profile: Profile, ring: str, px: int = FACE_PX) -> Image.Image:
    """A face as an RGB image, `px` x `px`; the card is the inscribed circle."""
    return to_image(face(card, profile, ring), 2 * RADIUS, 2 * RADIUS, px, PAPER)


def back_image(px: int = FACE_PX) -> Image.Image:
    """The back as an RGB image, `px` x `px`."""
    return to_image(back(), 2 * RADIUS, 2 * RADIUS, px, TEAL)


def png_bytes(image: Image.Image) -> bytes:
    """A palette PNG: flat drawings lose nothing that can be seen, and are a tenth of the size."""
    from PIL import Image as Pil

    small = image.quantize(_COLOURS, method=Pil.Quantize.MEDIANCUT, dither=Pil.Dither.NONE)
    out = io.BytesIO()
    small.save(out, "PNG", optimize=True)
    return out.getvalue()


def write_faces(folder: Path, profile: Profile) -> list[Path]:
    """Draw the package's cached faces anew: one PNG a card, and the back."""
    folder.mkdir(parents=True, exist_ok=True)
    pictures = {
        card.id: face_image(card, profile, card.ring) for card in profile.cards if card.ring is not None
    }
    pictures["back"] = back_image()
    paths = []
    for name, image in pictures.items():
        path = folder / f"{name}.png"
        path.write_bytes(png_bytes(image))
        paths.append(path)
    return paths

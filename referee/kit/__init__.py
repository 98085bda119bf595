"""The printable kit: card faces for people to print, and for the camera's reader to compare with.

Importing this package is cheap: drawing libraries are loaded only when something is drawn.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from referee.sets.profile import Card, Profile

if TYPE_CHECKING:
    from referee.kit.build import Manifest

FACES = Path(__file__).parent / "faces"
"""The faces of the bundled kit as PNG files, one a card, and `INDEX`: which file shows what."""

INDEX = "index.json"
BACK = FACES / "back.png"
ART = 1
"""Counts up when the drawings change, so that pictures kept from before are not used."""


def faces(profile: Profile) -> dict[str, Path]:
    """The face picture of each card of a deck, by card id.

    A card's own `face` file comes first. A card with a `ring` is one of our drawings: 512 x 512 px, PNG, the
    card being the inscribed circle; those of the kit come with the package, others are drawn once and kept in
    the user's cache folder. Cards with neither (the original game's) are left out.
    """
    found = {}
    for card in profile.cards:
        if card.face is not None:
            found[card.id] = card.face
        elif card.ring is not None:
            found[card.id] = drawn(card, profile)
    return found


def drawn(card: Card, profile: Profile) -> Path:
    """The picture of our drawing of a card that has a ring, also where the card has a photograph too."""
    name = _index().get(digest(card, profile))
    return FACES / name if name is not None else _kept(card, profile)


def digest(card: Card, profile: Profile) -> str:
    """A name for what a face shows: equal for two cards exactly if their drawings are."""
    shows: list[object] = [ART, card.kind, card.ring]
    if card.kind == "order":
        cubes = {name: cube.colour for name, cube in profile.cubes.items()}
        strips = {name: (strip.colour, strip.stripe) for name, strip in profile.strips.items()}
        stick = profile.stick
        shows += [
            card.layers,
            card.price,
            cubes,
            strips,
            stick.colour,
            stick.handle_marked,
            stick.handle_colour,
        ]
    return hashlib.sha256(json.dumps(shows, sort_keys=True).encode()).hexdigest()[:24]


@lru_cache(maxsize=1)
def _index() -> dict[str, str]:
    index: dict[str, str] = json.loads((FACES / INDEX).read_text("utf-8"))
    return index


def _kept(card: Card, profile: Profile) -> Path:
    from platformdirs import user_cache_path

    name = f"{digest(card, profile)}.png"
    folder = user_cache_path("table-referee") / "faces"
    if (folder / name).is_file():
        return folder / name
    from referee.kit.png import face_png, write

    try:
        return write(folder / name, face_png(card, profile))
    except OSError:  # no cache folder here: draw for this run only
        return write(Path(tempfile.mkdtemp(prefix="table-referee-")) / name, face_png(card, profile))


def build_kit(out_dir: str | Path, profile: str | Path = "kit", paper: str = "a4") -> Manifest:
    """Write the printable kit of a set profile; see `referee.kit.build.build_kit`."""
    from referee.kit.build import build_kit as build

    return build(out_dir, profile, paper)


def main_kit(out: str, profile: str, paper: str, as_json: bool, stream: TextIO) -> int:
    """The command ``referee kit``; see `referee.kit.build.main_kit`."""
    from referee.kit.build import main_kit as main

    return main(out, profile, paper, as_json, stream)

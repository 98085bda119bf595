"""The printable kit: card faces for people to print and for the camera's reader to compare with.

Importing this package is cheap: drawing libraries are loaded only when something is drawn.
"""

from __future__ import annotations

from pathlib import Path

from referee.sets.profile import Profile

FACES = Path(__file__).parent / "faces"
BACK = FACES / "back.png"


def faces(profile: Profile) -> dict[str, Path]:
    """The face picture (PNG, 512 x 512 px, the card is the inscribed circle) of each card of a deck, by card id.

    A card's own `face` file comes first; the cards of the kit have theirs in the package. Cards without a known face (those
    of the original game) are left out.
    """
    found = {}
    for card in profile.cards:
        path = card.face if card.face is not None else FACES / f"{card.id}.png"
        if (card.face is not None or card.ring is not None) and path.is_file():
            found[card.id] = path
    return found

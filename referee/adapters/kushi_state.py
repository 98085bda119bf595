"""What the Kushi Express adapter knows: of the game (`Situation`), and what it has told (`State`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.adapters.kushi_cards import CardPolicy, Deck
from referee.adapters.tracks import SkewerTrack, Table, Tracking
from vision.scene import Doubt, Handle

Told = tuple[tuple[str, ...], Handle, tuple[Doubt, ...]]
"""What a skewer was told to be: pieces, handle, doubts."""


@dataclass(frozen=True, slots=True)
class Policy:
    """When the evidence is enough. Times in s."""

    tracking: Tracking = field(default_factory=Tracking)
    cards: CardPolicy = field(default_factory=CardPolicy)
    frames: int = 3
    """Distinct frames that a call rests on."""
    eager: int = 6
    """So many views of one thing are taken as fast as the rhythm allows,"""
    calm: float = 0.13
    """further ones this far apart,"""
    enough: int = 10
    """and with so many that agree on nothing, more of the same view will not help."""
    patience: float = 0.8
    """A reading that still has doubts this long after the skewer came to rest is told as it is."""
    grace: float = 1.5
    """How long a skewer lifted before the next reveal waits for that reveal: hands are quicker than the card
    is legible, and a player must not be accused of lifting too early (KU-A7) for that."""
    withdraw: float = 2.5
    """A skewer that is lifted before its claim is decided, for this long, was no claim."""


@dataclass(frozen=True, slots=True)
class Situation:
    """What the adapter must know of the game: whose turn it is to do what, and which cards are known."""

    players: tuple[str, ...]
    seat: str
    """The player whom a claim is given to (one seat for now)."""
    first: str
    """Who reveals next, or revealed last."""
    out: frozenset[str] = frozenset()
    phase: str = "reveal"
    """`reveal`, `build`, `touting` or `over`."""
    plate: Mapping[str, str] = field(default_factory=dict)
    """Whose skewers the rules know to lie on the plate, and how they stand there."""
    deck: Deck = field(default_factory=lambda: Deck({}, {}))

    @property
    def in_play(self) -> bool:
        """An order lies open and can still be won."""
        return self.phase == "build"

    @property
    def over(self) -> bool:
        return self.phase == "over"


def attribute(situation: Situation, holding: frozenset[str] = frozenset()) -> str:
    """Whom a claim belongs to: the seat, or if that player is out this turn the next who is not.

    `holding` are players whose one skewer lies on the plate already, in sight: a further one is not theirs.
    With nobody left it stays the seat's: the rules say what such a claim is worth (KU-A9).
    """
    players = situation.players
    start = players.index(situation.seat)
    in_turn = players[start:] + players[:start]
    free = (player for player in in_turn if player not in situation.out and player not in holding)
    return next(free, situation.seat)


@dataclass(frozen=True, slots=True)
class Claim:
    """A skewer that was told as a placement. It stays so until it is lifted."""

    track: int
    by: str
    told: Told
    lines: tuple[int, ...] = ()
    """The lines of the record that it was told in: more than one after a better view."""
    pending: bool = False
    """Told, and not decided yet: a better view may still be added."""
    lifted: float | None = None
    recovered: bool = False
    """The lift has been told."""
    early: bool = False
    """The lift was told and did not count yet (KU-A7): it is told again after the reveal."""


@dataclass(frozen=True, slots=True)
class State:
    """The fold's state: the table as tracked, and what of it has been told."""

    table: Table = field(default_factory=Table)
    revealed: float = float("-inf")
    """When the card of this turn came on the table."""
    claims: tuple[Claim, ...] = ()
    caught_up: frozenset[int] = frozenset()
    """Skewers on the plate before whose claim their player's last lift was told."""
    refused: frozenset[int] = frozenset()
    """Cards whose reveal did not count when it was told: told again once it can."""

    @property
    def holding(self) -> frozenset[str]:
        """Players whose claimed skewer lies on the plate, in sight."""
        in_sight = {track.id for track in self.table.skewers if track.present}
        return frozenset(claim.by for claim in self.claims if claim.track in in_sight)

    @property
    def contested(self) -> bool:
        """A card lies open that the rules did not take: until that is settled nothing is compared with it."""
        return any(track.id in self.refused and not track.missed for track in self.table.cards)

    def claim_on(self, track: SkewerTrack) -> Claim | None:
        return next((claim for claim in self.claims if claim.track == track.id), None)

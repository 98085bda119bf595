"""The state of a game of Kushi Express, and the small steps that change it.

States are immutable: a step gives a new one. Cards on hand are counts by card, so that long games stay cheap.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Final, Literal

from referee.games.base import change
from referee.games.kushi_express.events import Place
from referee.games.kushi_express.model import Card, write_points
from referee.games.kushi_express.setup import Config

Phase = Literal["reveal", "build", "touting", "over"]
"""Waiting for the first player's reveal; an order is open; a touting card is open; the game has ended."""

Hand = Mapping[Card, int]
NO_CARDS: Final[Hand] = {}


class Standing:
    """How a player's skewer stands on the plate."""

    WON: Final = "won"
    """It won the turn: it stays until the next reveal (KU-R11, KU-R12)."""
    FREE: Final = "free"
    """Left over from an earlier turn and free to be lifted; never a claim (KU-R13)."""
    WRONG: Final = "wrong"
    """Checked and wrong: to be taken back (KU-R10)."""
    VOID: Final = "void"
    """Placed when it could not count (KU-R9)."""
    UNCALLED: Final = "uncalled"
    """Waits for the call (option `require_call`)."""
    OPEN: Final = "open"
    """A claim that is not settled yet."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A placement of this turn that is right, or not settled. `decided`: people settled it, so nobody
    contests it."""

    by: str
    t: Decimal
    right: bool
    decided: bool = False


@dataclass(frozen=True)
class State:
    """Everything the rules remember.

    `first` reveals next, `revealer` revealed last. `scores` are the points as they are written. `face_up` is
    this turn's card, also once it is won. `claims` are this turn's; while `award` (who got the card) is None
    and there are claims, they wait for people to settle them; `lifted` are those who took such a skewer off
    the plate. `disputed_until` is the line until which other placements of this turn fell into a check that
    people settled later (KU-R9); `disputed_t` is the time of what was checked.
    """

    config: Config
    first: str
    revealer: str
    phase: Phase = "reveal"
    turn: int = 0
    face_up: Card | None = None
    hands: Mapping[str, Hand] = field(default_factory=dict)
    points: Mapping[str, int] = field(default_factory=dict)
    scores: Mapping[str, str] = field(default_factory=dict)
    hidden: Mapping[str, int] = field(default_factory=dict)
    aside: Hand = field(default_factory=dict)
    drawn: int = 0
    out: frozenset[str] = frozenset()
    plate: Mapping[str, str] = field(default_factory=dict)
    uncalled: Mapping[str, Place] = field(default_factory=dict)
    called: frozenset[str] = frozenset()
    claimed: frozenset[str] = frozenset()
    claims: tuple[Claim, ...] = ()
    award: str | None = None
    replay_t: Decimal | None = None
    disputed_until: int = 0
    disputed_t: Decimal | None = None
    lifted: frozenset[str] = frozenset()
    tie_break: tuple[str, ...] = ()
    winners: tuple[str, ...] = ()
    decided_by: Literal["undecided", "points", "tie_break"] = "undecided"
    closing_hidden: bool = False

    @property
    def contenders(self) -> tuple[str, ...]:
        """Who plays this turn: all players, or those of the tie-break (KU-A16)."""
        return self.tie_break or self.config.players

    @property
    def pending(self) -> bool:
        """Whether a claim waits for people to settle it."""
        return bool(self.claims) and self.award is None

    def holds(self, player: str) -> int:
        """How many order cards a player has gained, hidden ones included."""
        return sum(self.hands[player].values()) + self.hidden[player]


def begin(config: Config) -> State:
    """The state right after `setup`."""
    players = config.players
    return State(
        config,
        config.first,
        config.first,
        hands=dict.fromkeys(players, NO_CARDS),
        points=dict.fromkeys(players, 0),
        scores=dict.fromkeys(players, write_points(0)),
        hidden=dict.fromkeys(players, 0),
    )


def add(hand: Hand, card: Card, count: int = 1) -> Hand:
    """The hand with a card more, or less with a negative count."""
    left = hand.get(card, 0) + count
    if left:
        return {**hand, card: left}
    return {other: n for other, n in hand.items() if other != card}


def gain(state: State, player: str, card: Card, count: int = 1, **changes: Any) -> State:
    """A player gains an order card, or gives it up with a count of -1; and whatever else changes with it."""
    points = state.points[player] + count * card.price
    return change(
        state,
        hands={**state.hands, player: add(state.hands[player], card, count)},
        points={**state.points, player: points},
        scores={**state.scores, player: write_points(points)},
        **changes,
    )


def set_aside(state: State, card: Card) -> State:
    """A card leaves the game unscored."""
    return change(state, aside=add(state.aside, card))


def standing_as(state: State, player: str, standing: str | None) -> Mapping[str, str]:
    """The plate once a player's skewer comes onto it, changes its standing there, or leaves it (None)."""
    plate = {other: how for other, how in state.plate.items() if other != player}
    if standing is not None:
        plate[player] = standing
    return plate


def stand(state: State, player: str, standing: str | None) -> State:
    """The state with that plate."""
    return change(state, plate=standing_as(state, player, standing))

"""The state of a game of Coffee Rush, and the small steps that change it.

States are immutable: a step gives a new one. None is a quantity that nobody told the referee, as in a game
joined half way; such a quantity is never held against a player.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field
from typing import Any, Final, Literal, cast

from referee.games.base import Effect, change
from referee.games.coffee_rush.events import TableTold
from referee.games.coffee_rush.model import CUPS, EMPTY, INGREDIENTS, TABS, Bag, minus, plus
from referee.games.coffee_rush.reading import MOST_TOKENS, Queue
from referee.games.coffee_rush.setup import Config

Supply = tuple[int | None, ...]
Decision = Literal["undecided", "points", "cards", "rush", "shared"]
ANY_BAG: Final[Bag] = (MOST_TOKENS,) * len(INGREDIENTS)
MOST_PENALTIES: Final = 5
"""CR-R21: with this many penalty cards the token is closed."""


class Stage:
    """How far a turn has come."""

    START: Final = 0
    """Nothing yet, or upgrades only."""
    MOVED: Final = 1
    """The meeple stands; tokens may be in hand."""
    POURED: Final = 2
    """The tokens are in cups or given back."""
    SERVED: Final = 3
    """A card is processed."""
    RUSH: Final = 4
    """The neighbours draw."""
    DONE: Final = 5
    """Time has flowed; the player's own new card is due (public rules for two)."""


@dataclass(frozen=True)
class Player:
    """What lies in front of a player. `rush` counts rush tokens, `processed` the cards still held."""

    cells: tuple[int | None, ...] = ()
    cups: tuple[Bag | None, ...] = (EMPTY,) * CUPS
    queue: Queue = ((),) * TABS
    processed: int | None = 0
    penalties: int | None = 0
    rush: int | None = 0
    upgrades: frozenset[str] | None = frozenset()

    @property
    def queued(self) -> int | None:
        """How many cards wait in the queue."""
        return None if None in self.queue else self.queued_at_least

    @property
    def queued_at_least(self) -> int:
        """How many cards wait at the tabs that are known."""
        return sum([len(tab) for tab in self.queue if tab is not None])

    @property
    def rating(self) -> int | None:
        """CR-R23."""
        if self.processed is None or self.penalties is None or self.upgrades is None:
            return None
        return self.processed + 2 * len(self.upgrades) - self.penalties


@dataclass(frozen=True)
class Turn:
    """What has happened in this turn.

    `seen`: followed from its start. `hand` are the tokens gained and not poured yet, `most` what they can be
    where the gain is not certain. `served` counts the cards processed, `emptied` the cups that served and
    hold nothing since, `drawn` the cards that each receiver has taken, `won` the rush tokens of this turn.
    """

    stage: int = Stage.START
    seen: bool = True
    activated: int = 0
    hand: Bag = EMPTY
    most: Bag = EMPTY
    served: int = 0
    emptied: frozenset[int] = frozenset()
    drawn: tuple[int, ...] = ()
    won: int = 0


FRESH: Final = Turn()
UNSEEN: Final = Turn(seen=False, most=ANY_BAG)


@dataclass(frozen=True)
class State:
    """Everything the rules remember.

    `active` is the seat whose turn it is (None: not known yet). `doubts` are the lines of unsettled calls:
    until people settle them, nothing that follows is called illegal for certain. `tables`: what was told of
    the middle of the table before anything had happened. `joined`: people have told how things stand.
    """

    config: Config
    players: tuple[Player, ...]
    supply: Supply
    deck: int | None
    rush_supply: int | None
    phase: Literal["setup", "play", "over"] = "setup"
    active: int | None = None
    number: int = 0
    turn: Turn = FRESH
    closed: bool = False
    discarded: int | None = 0
    copies: Mapping[str, int] = field(default_factory=dict)
    dealt: bool = False
    joined: bool = False
    tables: tuple[TableTold, ...] = ()
    doubts: tuple[int, ...] = ()
    winners: tuple[str, ...] = ()
    decided_by: Decision = "undecided"

    @property
    def token(self) -> str:
        return "CLOSED" if self.closed else "OPEN"

    @property
    def receivers(self) -> tuple[int, ...]:
        """Who draws at an order rush, the nearest first (CR-R17, CR-A15)."""
        return () if self.active is None else self.config.receivers[self.active]


def begin(config: Config) -> State:
    """The state right after `setup`."""
    data = config.data
    rush = data.rush_tokens if config.options.rush_supply == "limited" else None
    players = (Player(),) * len(config.players)
    return State(config, players, data.supply, data.deck, rush, active=config.start)


def total(numbers: Iterable[int | None]) -> int | None:
    """The sum; None when one of them is not known."""
    found = 0
    for number in numbers:
        if number is None:
            return None
        found += number
    return found


def with_player(state: State, seat: int, **changes: Any) -> State:
    """The state with something changed in front of one player."""
    return change(state, players=seated(state, seat, **changes))


def seated(state: State, seat: int, **changes: Any) -> tuple[Player, ...]:
    """The players with something changed in front of one of them."""
    players = [*state.players]
    players[seat] = change(players[seat], **changes)
    return tuple(players)


def returned(supply: Supply, tokens: Bag) -> Supply:
    """The supply with tokens put back, or taken where the bag holds negative counts (never below 0)."""
    if tokens == EMPTY:
        return supply
    if None not in supply:
        there = plus(cast(Bag, supply), tokens)
        if min(there) >= 0:
            return there
    return tuple(
        [
            None if have is None else have + more if have + more > 0 else 0
            for have, more in zip(supply, tokens, strict=True)
        ]
    )


def withdrawn(supply: Supply, tokens: Bag) -> Supply:
    """The supply with tokens taken from it (never below 0)."""
    if None not in supply:
        there = minus(cast(Bag, supply), tokens)
        if min(there) >= 0:
            return there
    return returned(supply, minus(EMPTY, tokens))


def with_cup(cups: tuple[Bag | None, ...], cup: int, bag: Bag | None) -> tuple[Bag | None, ...]:
    return (*cups[:cup], bag, *cups[cup + 1 :])


def start_turn(state: State, seat: int, turn: Turn = FRESH) -> State:
    """The turn passes to a seat."""
    return change(state, active=seat, number=state.number + 1, turn=turn)


def others(state: State, seat: int, meeple: int | None) -> tuple[Set[int], bool]:
    """The cells with a meeple other than this one, and whether all of them are known. Without a number:
    those of the other players."""
    found: set[int | None] = set()
    for who, player in enumerate(state.players):
        if who != seat:
            found.update(player.cells)
        elif meeple is not None and len(player.cells) > 1:
            found.update(player.cells[:meeple] + player.cells[meeple + 1 :])
    return {cell for cell in found if cell is not None}, None not in found


def take_rush(state: State, seat: int, count: int, **changes: Any) -> tuple[State, int, list[Effect]]:
    """A player receives rush tokens, as many as there are (CR-A16); gives how many too. `changes` is what
    else changes in front of the player.

    Where the supply is not known there are taken to be enough: that speaks for the player.
    """
    there = state.rush_supply
    got = count if there is None else min(count, there)
    rush = state.players[seat].rush
    state = change(
        state,
        players=seated(state, seat, rush=None if rush is None else rush + got, **changes),
        rush_supply=None if there is None else there - got,
    )
    return state, got, [Effect("rush_token", state.config.players[seat])] * got


def close(state: State) -> tuple[State, list[Effect]]:
    """The token is turned to CLOSED (CR-A18: by whichever hand)."""
    return (state, []) if state.closed else (change(state, closed=True), [Effect("token_closed")])

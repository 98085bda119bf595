"""The state of a game of Kanban Menu. States are immutable and share what did not change."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from typing import Final, Literal

from referee.games.base import change
from referee.games.kanban_menu.model import ACTIONS, AREA, EMPTY, NONE, UNKNOWN, Counts, Pile, plus
from referee.games.kanban_menu.setup import Config

Phase = Literal["choose", "take", "activate", "distribute", "end", "over"]
"""What the active player does next."""

KNOWN: Final[frozenset[str]] = frozenset()
HOLDINGS: Final = ("money", "vp", "materials", "menu", "hand")
ALL_UNSURE: Final = frozenset(HOLDINGS)


@dataclass(frozen=True)
class Player:
    """What a player has. A field in `unsure` is what the referee knows of, and there may be more.

    A field in `at_least` was known but for a reward of a menu card that the referee may not know.
    `materials` count a yellow token only while it lies where it must not (KM-R3). `earned` is all the VP ever
    received (KM-A16).
    """

    name: str
    money: int = 0
    vp: int = 0
    materials: Counts = NONE
    menu: tuple[str, ...] = ()
    hand: str | None = None
    earned: int = 0
    unsure: frozenset[str] = KNOWN
    at_least: frozenset[str] = KNOWN

    @property
    def known_money(self) -> int | None:
        """The money as it is shown: None where only a lower bound without meaning is known."""
        return None if "money" in self.unsure and "money" not in self.at_least else self.money

    @property
    def known_vp(self) -> int | None:
        """As `known_money`."""
        return None if "vp" in self.unsure and "vp" not in self.at_least else self.vp

    def doubted(self, name: str) -> Player:
        """The same, with a field of which there may be more."""
        if name in self.unsure:
            return self
        return change(self, unsure=self.unsure | {name}, at_least=self.at_least | {name})

    def settled(self, names: Set[str]) -> Player:
        """The same, with fields that are known for certain."""
        return change(self, unsure=self.unsure - names, at_least=self.at_least - names)


@dataclass(frozen=True)
class State:
    """Everything the rules remember.

    `area` are the cards of the menu area that were named; `area_hidden` more lie there. `deck` is how many
    are left to draw. `active` is a seat, and certain unless `active_sure` is false. `used_abilities` are
    those of this turn. `fresh` lasts until somebody plays; `told` holds what a `state` or `table` event
    described while it lasted. `ending`: somebody reached the end (`maybe`: where not everything is known).
    """

    config: Config
    players: tuple[Player, ...]
    actions: tuple[Pile, ...] = (UNKNOWN,) * ACTIONS
    used: Pile = EMPTY
    bag: Pile = UNKNOWN
    area: tuple[str, ...] = ()
    area_hidden: int = AREA
    deck: int | None = None
    active: int = 0
    active_sure: bool = True
    turn: int = 1
    phase: Phase = "choose"
    chosen: int = 0
    used_abilities: tuple[str, ...] = ()
    ending: Literal["no", "maybe", "yes"] = "no"
    fresh: bool = True
    told: frozenset[str] = frozenset()
    final: Mapping[str, int | None] = field(default_factory=dict)
    winners: tuple[str, ...] = ()
    tied: tuple[str, ...] = ()
    decided_by: Literal["points", "menu", "shared", "undecided"] = "undecided"

    @property
    def scores(self) -> dict[str, int | None]:
        """VP by player; after the end those of the final count."""
        if self.final:
            return dict(self.final)
        return {player.name: player.known_vp if player.unsure else player.vp for player in self.players}


def begin(config: Config) -> State:
    """The state right after `setup`: nobody has a card yet; money and materials are what the data says."""
    data = config.data
    unsure = set()
    if data.start_money is None:
        unsure.add("money")
    if data.start_vp is None:
        unsure.add("vp")
    if data.start_materials is None:
        unsure.add("materials")
    vp = data.start_vp or 0
    players = tuple(
        Player(
            name,
            data.start_money or 0,
            vp,
            data.start_materials or NONE,
            earned=vp,
            unsure=frozenset(unsure),
        )
        for name in config.players
    )
    bag = UNKNOWN
    totals = data.all_tokens
    if totals is not None and data.first_tokens is not None and data.start_materials is not None:
        outside = sum(data.first_tokens) + len(players) * sum(data.start_materials)
        bag = Pile(NONE, max(0, sum(totals) - outside))
    return State(config, players, bag=bag, active=config.start, deck=max(0, data.deck_size - AREA))


def with_player(state: State, seat: int, player: Player) -> State:
    players = state.players
    return change(state, players=(*players[:seat], player, *players[seat + 1 :]))


def with_action(state: State, action: int, pile: Pile) -> State:
    actions = state.actions
    return change(state, actions=(*actions[: action - 1], pile, *actions[action:]))


def discard(state: State, tokens: Counts) -> State:
    """KM-R12: tokens go to the used area."""
    if tokens is NONE or tokens == NONE:
        return state
    return change(state, used=state.used.put(tokens))


def copies_seen(state: State, card: str) -> int:
    """How many copies of a menu card lie in fronts, hands and the area."""
    seen = state.area.count(card)
    for player in state.players:
        seen += player.menu.count(card) + (player.hand == card)
    return seen


def may_own(state: State, player: Player, card: str) -> bool:
    """Whether a card of which the referee does not know could lie in front of a player."""
    if "menu" not in player.unsure or card in player.menu:
        return False
    return copies_seen(state, card) < state.config.data.menu[card].copies


def on_table(state: State) -> Counts:
    """All tokens that the referee knows of, wherever they are but in the bag."""
    total = state.used.counts
    for pile in state.actions:
        total = plus(total, pile.counts)
    for player in state.players:
        total = plus(total, player.materials)
    return total

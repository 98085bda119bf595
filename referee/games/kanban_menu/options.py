"""What a player may do in a turn, each with the change that it makes: the pieces of an explanation.

A change is known exactly, or lies between two bounds where a number of the edition is not known.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement, permutations
from typing import Final, NamedTuple

from referee.games.kanban_menu.cards import (
    ABILITIES,
    BAVAROIS,
    BRUNCH,
    BRUNCH_VP,
    FRIED_CHICKEN,
    contribution_exchange,
    same_exchange,
)
from referee.games.kanban_menu.model import (
    BUSINESS,
    COLOURS,
    CONTRIBUTION,
    CONVERSIONS,
    DEVELOPMENT,
    FAIR,
    MATERIALS,
    NONE,
    PURCHASING,
    YELLOW,
    YELLOW_MONEY,
    Counts,
    Exchange,
    one,
)
from referee.games.kanban_menu.reading import Conversion, Details
from referee.games.kanban_menu.state import State, copies_seen, may_own

ANY: Final = 10**9
"""A bound that is no bound."""

Four = tuple[int, int, int, int]
Abilities = tuple[tuple[str, Exchange], ...]
Table = tuple[tuple[tuple[str, int], Exchange], ...]
"""The exchanges of the cards and the trading table, as keys of what is remembered about them."""


class Change(NamedTuple):
    """What something changes of money, VP and the four materials: the least and the most of each.

    `open`: any materials may have gone, since a cost is not known.
    """

    money: int = 0
    most_money: int = 0
    vp: int = 0
    most_vp: int = 0
    materials: Four = (0, 0, 0, 0)
    open: bool = False

    @property
    def exact(self) -> bool:
        return self.money == self.most_money and self.vp == self.most_vp and not self.open

    def plus(self, other: Change) -> Change:
        a, b = self.materials, other.materials
        return Change(
            self.money + other.money,
            self.most_money + other.most_money,
            self.vp + other.vp,
            self.most_vp + other.most_vp,
            (a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]),
            self.open or other.open,
        )


NOTHING: Final = Change()


def change_of(deal: Exchange) -> Change:
    """The change that an exchange makes."""
    pay, got = deal.pay or NONE, deal.get
    money = (deal.get_money or 0) - (deal.pay_money or 0)
    vp = (deal.get_vp or 0) - deal.pay_vp
    return Change(
        -ANY if deal.pay_money is None else money,
        ANY if deal.get_money is None else money,
        vp,
        ANY if deal.get_vp is None else vp,
        (got[0] - pay[0], got[1] - pay[1], got[2] - pay[2], got[3] - pay[3]),
        deal.pay is None,
    )


def token_change(tokens: Counts) -> Change:
    """Tokens that a player receives; yellow ones are money (KM-R3)."""
    money = YELLOW_MONEY * tokens[YELLOW]
    return Change(money, money, 0, 0, tokens[:4])


@dataclass(frozen=True, slots=True)
class Step:
    """One way to activate the action, or not to (no `details`).

    `details` are several where the order of conversions may matter. `weight` counts the step, conversions
    one by one; `doubtful`: it rests on something that is not known. `develops` and `reserves` are the menu
    card that it moves.
    """

    details: tuple[Details, ...]
    change: Change
    weight: int = 1
    doubtful: bool = False
    develops: str | None = None
    reserves: str | None = None


def skips(state: State, seat: int) -> Iterator[Step]:
    """Not activating, with what Brunch gives for it where it does (KM-E1, KM-A7)."""
    player = state.players[seat]
    vp, unknown = BRUNCH_VP * player.menu.count(BRUNCH), may_own(state, player, BRUNCH)
    if not vp or not state.config.options.brunch_when_unable:
        yield Step((), NOTHING)
    if vp or unknown:
        vp = vp or BRUNCH_VP
        yield Step((), Change(vp=vp, most_vp=vp), doubtful=unknown)


def activations(state: State, seat: int, action: int, told: Collection[str]) -> Iterator[Step]:
    """Every way to carry out an action; `told` are menu cards that came to the player."""
    data = state.config.data
    if action == PURCHASING:
        for colour in range(len(COLOURS)):
            yield Step((Details(take=colour),), token_change(one(colour)))
    elif action in (BUSINESS, FAIR):
        for colour in range(len(MATERIALS)):
            deal = same_exchange(data, action, colour)
            yield Step((Details(pay=deal.pay),), change_of(deal))
    elif action == CONTRIBUTION:
        yield Step((Details(),), change_of(contribution_exchange(data)))
    elif action == DEVELOPMENT:
        yield from _developments(state, seat, told)
    else:
        yield from _trades(table_key(state.config.table))


def _developments(state: State, seat: int, told: Collection[str]) -> Iterator[Step]:
    player, menu = state.players[seat], state.config.data.menu
    cards = list(state.area)
    if state.area_hidden:
        cards += [
            card
            for card, entry in menu.items()
            if card not in cards and copies_seen(state, card) < entry.copies and (not told or card in told)
        ]
    for card in dict.fromkeys(cards):
        change = change_of(state.config.costs[card])
        yield Step((Details(develop=card, place="area"),), change, develops=card)
        yield Step((Details(reserve=card),), NOTHING, reserves=card)
    if player.hand is not None:
        change = change_of(state.config.costs[player.hand])
        yield Step((Details(develop=player.hand, place="hand"),), change, develops=player.hand)


def table_key(table: Mapping[tuple[str, int], Exchange]) -> Table:
    return tuple(table.items())


def _rows(table: Table) -> list[tuple[Conversion, Change]]:
    return [(Conversion(kind, colour), change_of(deal)) for (kind, colour), deal in table]


@lru_cache(maxsize=32)
def _trades(table: Table) -> tuple[Step, ...]:
    """Up to three conversions, in every order that may make a difference."""
    steps: list[Step] = []
    for n in range(1, CONVERSIONS + 1):
        for picked in combinations_with_replacement(_rows(table), n):
            total = NOTHING
            for _, change in picked:
                total = total.plus(change)
            orders = dict.fromkeys(permutations([conversion for conversion, _ in picked]))
            steps.append(Step(tuple(Details(trades=order) for order in orders), total, weight=n))
    return tuple(steps)


class Way(NamedTuple):
    """One way to use the ability of a card."""

    card: str
    change: Change
    weight: int = 1
    drew: int | None = None
    trade: Conversion | None = None


class Combo(NamedTuple):
    """Some abilities used in one turn, in any order, with what they change together."""

    change: Change
    weight: int
    ways: tuple[Way, ...]


def ways(card: str, abilities: Mapping[str, Exchange], table: Table) -> list[Way]:
    """The ways to use a card's ability; none if it has none."""
    if card not in ABILITIES:
        return []
    base = change_of(abilities[card])
    if card == BAVAROIS:
        return [Way(card, base.plus(change), 2, trade=conversion) for conversion, change in _rows(table)]
    if card == FRIED_CHICKEN:
        return [
            Way(card, base.plus(token_change(one(colour))), drew=colour) for colour in range(len(COLOURS))
        ]
    return [Way(card, base)]


Index = Mapping[tuple[int, Four], Sequence[Combo]]


@lru_cache(maxsize=64)
def combos(
    cards: tuple[str, ...], abilities: Abilities, table: Table, exact: bool, most: int, deep: int = 99
) -> tuple[Sequence[Combo], Index] | None:
    """Every choice of up to `deep` abilities, the shortest first, and the same by VP and materials.

    None if there are more than `most`. With `exact` only those of which all numbers are known.
    """
    found = [Combo(NOTHING, 0, ())]
    exchanges = dict(abilities)
    for card in cards:
        further = [
            Combo(combo.change.plus(way.change), combo.weight + way.weight, (*combo.ways, way))
            for way in ways(card, exchanges, table)
            if way.change.exact or not exact
            for combo in found
            if len(combo.ways) < deep
        ]
        found += further
        if len(found) > most:
            return None
    found.sort(key=lambda combo: combo.weight)
    index: dict[tuple[int, Four], list[Combo]] = {}
    for combo in found:
        index.setdefault((combo.change.vp, combo.change.materials), []).append(combo)
    return found, index


def unused(cards: Iterable[str], used: Iterable[str]) -> tuple[str, ...]:
    """The cards with an ability that is left this turn, in alphabetical order."""
    left = sorted(card for card in cards if card in ABILITIES)
    for card in used:
        if card in left:
            left.remove(card)
    return tuple(left)

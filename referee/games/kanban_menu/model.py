"""The pieces of Kanban Menu: tokens, piles of them, exchanges, and what an edition says in numbers.

Tokens are counted by colour in a tuple (`Counts`), in the order of `COLOURS`. Money is in dollars. A number
that nobody knows is None.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

COLOURS: Final = ("blue", "green", "white", "red", "yellow")
MATERIALS: Final = COLOURS[:4]
INDEX: Final[Mapping[str, int]] = {colour: i for i, colour in enumerate(COLOURS)}
YELLOW: Final = INDEX["yellow"]
KINDS: Final = ("drink", "fruit", "sweet", "main-dish")
"""What a material is (KM-A3)."""

ACTIONS: Final = 6
TOKENS_ON_A_CARD: Final = 6
"""KM-R13."""
AREA: Final = 4
"""KM-R9."""
DRAWN: Final = 2
"""KM-R13."""
CONVERSIONS: Final = 3
"""KM-R11."""
YELLOW_MONEY: Final = 2
"""KM-R3."""
MOST: Final = 100_000
"""The largest amount of anything that an event may name."""

PURCHASING, BUSINESS, FAIR, CONTRIBUTION, DEVELOPMENT, TRADING = range(1, ACTIONS + 1)

Counts = tuple[int, int, int, int, int]
NONE: Final[Counts] = (0, 0, 0, 0, 0)


def count(tokens: Iterable[int]) -> Counts:
    """How many tokens of each colour, from their indices."""
    out = [0, 0, 0, 0, 0]
    for i in tokens:
        out[i] += 1
    return (out[0], out[1], out[2], out[3], out[4])


_ONE: Final = tuple(count((i,)) for i in range(len(COLOURS)))


def one(index: int, n: int = 1) -> Counts:
    """`n` tokens of one colour."""
    return _ONE[index] if n == 1 else count((index,) * n)


def plus(a: Counts, b: Counts) -> Counts:
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4])


def minus(a: Counts, b: Counts) -> Counts:
    """What is left of `a`, never less than none."""
    if b is NONE:
        return a
    return (
        a[0] - b[0] if a[0] > b[0] else 0,
        a[1] - b[1] if a[1] > b[1] else 0,
        a[2] - b[2] if a[2] > b[2] else 0,
        a[3] - b[3] if a[3] > b[3] else 0,
        a[4] - b[4] if a[4] > b[4] else 0,
    )


def spell(counts: Counts) -> str:
    """`blue, blue, red`."""
    return ", ".join(names(counts)) or "nothing"


def names(counts: Counts) -> list[str]:
    """The tokens one by one, as events name them."""
    return [colour for colour, n in zip(COLOURS, counts, strict=True) for _ in range(n)]


def by_colour(counts: Counts) -> dict[str, int]:
    """The counts as JSON, without the colours that are not there."""
    return {colour: n for colour, n in zip(COLOURS, counts, strict=True) if n}


class Pile(NamedTuple):
    """Tokens in one place. `hidden` more are there whose colour nobody knows; without `sure` there may be
    more still."""

    counts: Counts = NONE
    hidden: int = 0
    sure: bool = True

    @property
    def total(self) -> int:
        """How many tokens there are at least; without doubt when `sure`."""
        return sum(self.counts) + self.hidden

    def may_have(self, index: int) -> bool:
        return self.counts[index] > 0 or self.hidden > 0 or not self.sure

    def put(self, counts: Counts) -> Pile:
        mine, hidden, sure = self
        return Pile(plus(mine, counts), hidden, sure)

    def draw(self, index: int) -> Pile:
        """Without one token of a colour."""
        counts, hidden, sure = self
        if counts[index]:
            return Pile(minus(counts, _ONE[index]), hidden, sure)
        return Pile(counts, hidden - 1, sure) if hidden else self


EMPTY: Final = Pile()
UNKNOWN: Final = Pile(NONE, 0, False)


class Exchange(NamedTuple):
    """Something given for something else; what is given comes first. None is a number that the edition's data
    lacks, and `missing` names it by its path in the data."""

    pay_money: int | None = 0
    pay_vp: int = 0
    pay: Counts | None = NONE
    get_money: int | None = 0
    get_vp: int | None = 0
    get: Counts = NONE
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MenuCard:
    """A menu card: its cost in materials and money, its VP, and how many of it there are (KM-A19)."""

    cost: Counts | None = None
    money: int | None = 0
    vp: int | None = None
    copies: int = 1


@dataclass(frozen=True)
class EditionData:
    """The numbers of an edition; None where nobody knows (KM-A1, KM-A2).

    `buy` and `sell` are prices in dollars by material, `vp_price` is what 1 VP costs and `vp_sale` what it
    brings in trading. `first_tokens` are the tokens on each action card at the start.
    """

    edition: str = "seed"
    end_vp: int | None = None
    contribution_price: int | None = None
    contribution_vp: int | None = None
    business_money: int | None = None
    fair_vp: int | None = None
    final_price: int | None = None
    buy: tuple[int | None, ...] = (None,) * 4
    sell: tuple[int | None, ...] = (None,) * 4
    vp_price: int | None = None
    vp_sale: int | None = None
    money_limit: int | None = None
    menu: Mapping[str, MenuCard] = field(default_factory=dict)
    tokens: tuple[int | None, ...] = (None,) * 5
    first_tokens: tuple[int, ...] | None = None
    start_money: int | None = None
    start_vp: int | None = None
    start_materials: Counts | None = None

    @property
    def deck_size(self) -> int:
        """How many menu cards there are."""
        return sum(card.copies for card in self.menu.values())

    @property
    def all_tokens(self) -> Counts | None:
        """How many tokens of each colour there are, if all are known."""
        a, b, c, d, e = self.tokens
        if a is None or b is None or c is None or d is None or e is None:
            return None
        return (a, b, c, d, e)

"""The board, the ingredients and the order cards of Coffee Rush.

A cell is a number from 0 to 15, row by row from the top left as printed. A bag is a multiset of ingredients:
how many there are of each, in the order of `INGREDIENTS`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from operator import add, le, sub
from typing import Final

INGREDIENTS: Final = ("coffee", "milk", "steam", "ice", "chocolate", "caramel", "tea", "water")
UPGRADES: Final = ("meeple", "diagonal", "corner", "ribbon")
"""Twice the tokens on a cell with another meeple; diagonal steps; twice on corners; twice on ribbons
(CR-A5)."""
KIND: Final[Mapping[str, int]] = {name: i for i, name in enumerate(INGREDIENTS)}
SIDE: Final = 4
CELLS: Final = range(SIDE * SIDE)
TABS: Final = 4
CUPS: Final = 3

Bag = tuple[int, ...]
EMPTY: Final[Bag] = (0,) * len(INGREDIENTS)


def bag(names: Iterable[str]) -> Bag:
    """The multiset of some ingredients."""
    counts = [0] * len(INGREDIENTS)
    for name in names:
        counts[KIND[name]] += 1
    return tuple(counts)


def plus(one: Bag, other: Bag) -> Bag:
    if other is EMPTY:
        return one
    return other if one is EMPTY else tuple(map(add, one, other))


def together(*bags: Sequence[int]) -> Bag:
    """What some bags hold in all."""
    return tuple(map(sum, zip(*bags, strict=True))) if bags else EMPTY


def minus(one: Bag, other: Bag) -> Bag:
    """What is left of a bag; below 0 where it held too little."""
    return one if other is EMPTY else tuple(map(sub, one, other))


def within(one: Bag, other: Bag) -> bool:
    """Whether one bag is a sub-multiset of the other."""
    return all(map(le, one, other))


def beyond(one: Bag, other: Bag) -> Bag:
    """What one bag holds beyond the other."""
    if one in (other, EMPTY):
        return EMPTY
    return tuple([a - b if a > b else 0 for a, b in zip(one, other, strict=True)])


def contents(of: Bag) -> list[str]:
    """The ingredients of a bag, one by one."""
    return list(_contents(of))


@lru_cache(maxsize=4096)
def _contents(of: Bag) -> tuple[str, ...]:
    return tuple([name for name, count in zip(INGREDIENTS, of, strict=True) for _ in range(count)])


def spell(of: Bag) -> str:
    """A bag in words: `coffee x2, ice`."""
    words = [
        name if count == 1 else f"{name} x{count}"
        for name, count in zip(INGREDIENTS, of, strict=True)
        if count > 0
    ]
    return ", ".join(words) if words else "nothing"


def cell_at(row: int, column: int) -> int:
    return row * SIDE + column


def place(cell: int) -> list[int]:
    """A cell as `[row, column]`."""
    return [cell // SIDE, cell % SIDE]


def _around(cell: int, *, diagonal: bool) -> tuple[int, ...]:
    row, column = divmod(cell, SIDE)
    return tuple(
        cell_at(row + down, column + right)
        for down in (-1, 0, 1)
        for right in (-1, 0, 1)
        if (down or right) and (bool(down and right) is diagonal)
        if 0 <= row + down < SIDE and 0 <= column + right < SIDE
    )


NEXT: Final = tuple(frozenset(_around(cell, diagonal=False)) for cell in CELLS)
"""By cell: its neighbours in the same row or column (CR-R9)."""
DIAGONAL: Final = tuple(frozenset(_around(cell, diagonal=True)) for cell in CELLS)
"""By cell: its diagonal neighbours."""
EITHER: Final = tuple(NEXT[cell] | DIAGONAL[cell] for cell in CELLS)


@dataclass(frozen=True, slots=True)
class Card:
    """A kind of order card: what goes in the cup, how many cards the deck has of it, and whether it is on
    the specialty menu (CR-R16)."""

    id: str
    name: str
    recipe: Bag
    copies: int = 1
    specialty: bool = False


@dataclass(frozen=True, slots=True)
class CoffeeData:
    """What the rules need to know of the box.

    `board` is the ingredient (its number in `INGREDIENTS`) of each cell, `supply` how many tokens there are
    of each ingredient, `cards` the deck by card id, `deck` how many cards it has.
    """

    board: tuple[int, ...]
    ribbons: frozenset[int]
    corners: frozenset[int]
    supply: Bag
    rush_tokens: int
    cards: Mapping[str, Card]
    deck: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "deck", sum(card.copies for card in self.cards.values()))

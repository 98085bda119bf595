"""Reads cells, bags, cups and cards from JSON, noting what is wrong with them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from referee.games.coffee_rush.model import (
    CUPS,
    EMPTY,
    INGREDIENTS,
    KIND,
    SIDE,
    TABS,
    Bag,
    Card,
    cell_at,
)
from referee.games.fields import LISTS, Fields, printable, seen

MOST_TOKENS: Final = 999
"""More than any box holds of anything."""
LONGEST_PATH: Final = 100
_CELL: Final = "a cell as [row, column], both from 0 to 3"
_CUP_KEYS: Final = {str(cup + 1): cup for cup in range(CUPS)}
_TAB_KEYS: Final = {str(tab + 1): tab for tab in range(TABS)}

Queue = tuple[tuple[str | None, ...] | None, ...]
"""The cards by tab; None is a card, or a whole tab, that nobody could read."""


def read_cell(fields: Fields, path: str, value: object) -> int:
    """A cell of the board; 0 once an error is noted (`off_board` for a cell that there is not)."""
    if isinstance(value, list | tuple) and len(value) == 2:
        row, column = value
        if type(row) is int and type(column) is int:
            if 0 <= row < SIDE and 0 <= column < SIDE:
                return cell_at(row, column)
            fields.note("off_board", path, _CELL, f"[{seen(row)}, {seen(column)}]")
            return 0
    fields.wrong(path, _CELL, value)
    return 0


def _cell(value: object) -> int | None:
    """A cell without a word about what is wrong with it."""
    if isinstance(value, LISTS) and len(value) == 2:
        row, column = value
        if type(row) is int and type(column) is int and 0 <= row < SIDE and 0 <= column < SIDE:
            return row * SIDE + column
    return None


def read_path(fields: Fields, key: str) -> tuple[int, ...]:
    """The cells that a meeple enters, one after the other."""
    value = fields.raw.get(key)
    if isinstance(value, LISTS) and len(value) <= LONGEST_PATH:
        cells = [_cell(cell) for cell in value]
        if None not in cells:
            return tuple(cells)  # type: ignore[arg-type]
        return tuple([read_cell(fields, f"{key}[{i}]", cell) for i, cell in enumerate(value)])
    fields.items(key, "the cells entered, such as [[1, 2], [1, 3]]", LONGEST_PATH)
    return ()


def _bag(value: object) -> Bag | None:
    """A bag without a word about what is wrong with it."""
    if not isinstance(value, LISTS) or len(value) > MOST_TOKENS:
        return None
    if not value:
        return EMPTY
    counts = [0] * len(INGREDIENTS)
    for name in value:
        kind = KIND.get(name) if isinstance(name, str) else None
        if kind is None:
            return None
        counts[kind] += 1
    return tuple(counts)


def read_bag(fields: Fields, path: str, value: object) -> Bag:
    """A list of ingredients as a bag."""
    good = _bag(value)
    if good is not None:
        return good
    if not isinstance(value, list | tuple):
        fields.wrong(path, "a list of ingredients", value)
        return EMPTY
    if len(value) > MOST_TOKENS:
        fields.note("bad_value", path, f"at most {MOST_TOKENS} ingredients", value)
        return EMPTY
    for i, name in enumerate(value):
        if not isinstance(name, str):
            fields.wrong(f"{path}[{i}]", "an ingredient", name)
        elif name not in KIND:
            fields.note("unknown_ingredient", f"{path}[{i}]", "one of " + ", ".join(INGREDIENTS), name)
    return EMPTY


def read_optional_bag(fields: Fields, key: str) -> Bag:
    """A list of ingredients that may be left out: nothing then."""
    value = fields.raw.get(key)
    return EMPTY if value is None else read_bag(fields, key, value)


def _keyed(fields: Fields, key: str, keys: Mapping[str, int], what: str) -> list[tuple[int, object]]:
    """The entries of an object by cup or tab, and where they belong."""
    value = fields.raw.get(key)
    if not isinstance(value, dict):
        fields.wrong(key, f"an object by {what}: " + ", ".join(keys), value)
        return []
    entries = []
    for name, entry in value.items():
        index = keys.get(name) if isinstance(name, str) else None
        if index is None:
            fields.note("bad_value", key, f"a {what} from 1 to {len(keys)}", printable(str(name)))
        else:
            entries.append((index, entry))
    return entries


def read_cups(fields: Fields, key: str, unnamed: Bag | None) -> tuple[Bag | None, ...]:
    """The contents by cup, an object such as `{"1": ["ice"], "2": []}`. A cup that is null is not seen; one
    that is not named is `unnamed`."""
    cups: list[Bag | None] = [unnamed] * CUPS
    for cup, value in _keyed(fields, key, _CUP_KEYS, "cup"):
        held = _bag(value)
        if held is None and value is not None:
            held = read_bag(fields, f"{key}.{cup + 1}", value)
        cups[cup] = held
    return tuple(cups)


def read_number(fields: Fields, key: str, expected: str, least: int, most: int, default: int = 0) -> int:
    """A whole number; the default where it is left out."""
    value = fields.raw.get(key)
    if value is None:
        return default
    if type(value) is not int:
        fields.wrong(key, expected, value)
    elif not least <= value <= most:
        fields.note("bad_value", key, expected, value)
    else:
        return value
    return default


def read_index(fields: Fields, key: str, most: int, what: str, *, required: bool = True) -> int | None:
    """A cup, tab or meeple, counted from 1 in JSON and from 0 here."""
    value = fields.raw.get(key)
    if value is None and not required:
        return None
    if type(value) is not int:
        fields.wrong(key, f"a {what} from 1 to {most}", value)
    elif not 1 <= value <= most:
        fields.note("bad_value", key, f"a {what} from 1 to {most}", value)
    else:
        return value - 1
    return None


def read_card(fields: Fields, path: str, value: object, cards: Mapping[str, Card]) -> str | None:
    """A card by its id in the deck; None where it is null, a card that nobody could read."""
    if value is None or (isinstance(value, str) and value in cards):
        return value if isinstance(value, str) else None
    if isinstance(value, str):
        fields.note("unknown_card", path, "a card of the deck, such as " + next(iter(cards)), value)
    else:
        fields.wrong(path, "a card's id", value)
    return None


def read_cards(fields: Fields, path: str, value: object, cards: Mapping[str, Card]) -> tuple[str | None, ...]:
    """A list of cards."""
    if not isinstance(value, list | tuple):
        fields.wrong(path, "a list of cards", value)
        return ()
    if len(value) > MOST_TOKENS:
        fields.note("bad_value", path, f"at most {MOST_TOKENS} cards", value)
        return ()
    return tuple(
        [
            card if type(card) is str and card in cards else read_card(fields, f"{path}[{i}]", card, cards)
            for i, card in enumerate(value)
        ]
    )


def read_queue(fields: Fields, key: str, cards: Mapping[str, Card]) -> Queue:
    """The cards by tab, an object such as `{"1": ["espresso"]}`. A tab that is not named holds none."""
    queue: list[tuple[str | None, ...] | None] = [()] * TABS
    for tab, value in _keyed(fields, key, _TAB_KEYS, "tab"):
        queue[tab] = None if value is None else read_cards(fields, f"{key}.{tab + 1}", value, cards)
    return tuple(queue)


def read_names(fields: Fields, key: str, names: Collection[str], what: str) -> frozenset[str]:
    """A list of different names."""
    value = fields.raw.get(key)
    found: set[str] = set()
    if not isinstance(value, list | tuple):
        fields.wrong(key, f"a list of {what}s", value)
        return frozenset()
    if len(value) > len(names):
        fields.note("bad_value", key, f"at most {len(names)} {what}s", value)
        return frozenset()
    for i, name in enumerate(value):
        if not isinstance(name, str):
            fields.wrong(f"{key}[{i}]", f"an {what}", name)
        elif name not in names:
            fields.note("bad_value", f"{key}[{i}]", "one of " + ", ".join(names), name)
        elif name in found:
            fields.note("bad_value", f"{key}[{i}]", f"each {what} once", name)
        else:
            found.add(name)
    return frozenset(found)


def read_counts(fields: Fields, key: str) -> tuple[int | None, ...]:
    """How many tokens there are by ingredient; None for one that is not named."""
    value = fields.raw.get(key)
    counts: list[int | None] = [None] * len(INGREDIENTS)
    if not isinstance(value, dict):
        fields.wrong(key, "how many tokens by ingredient", value)
        return tuple(counts)
    inner = fields.inner(key)
    for name in value:
        if not isinstance(name, str) or name not in KIND:
            fields.note("unknown_ingredient", key, "one of " + ", ".join(INGREDIENTS), printable(str(name)))
        elif value[name] is not None:
            counts[KIND[name]] = read_number(inner, name, f"0 to {MOST_TOKENS}", 0, MOST_TOKENS)
    return tuple(counts)

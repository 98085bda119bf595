"""Reads an edition's numbers from plain data, and notes every fault by its path."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from referee.games.fields import Fields, printable
from referee.games.kanban_menu.cards import CARDS
from referee.games.kanban_menu.model import ACTIONS, COLOURS, MATERIALS, MOST, Counts, EditionData, MenuCard

_AMOUNT: Final = f"a whole number from 0 to {MOST}"
NUMBERS: Final = (
    "end_vp",
    "contribution_price",
    "contribution_vp",
    "business_money",
    "fair_vp",
    "final_price",
    "vp_price",
    "vp_sale",
    "money_limit",
)
"""The single numbers of an edition."""
FACTS: Final = (*NUMBERS, "buy", "sell", "menu", "tokens", "first_tokens", "start", "edition")
"""All that an edition's data may tell."""


def amount(fields: Fields, key: str, least: int = 0) -> int | None:
    """A whole number, or None when it is absent, null or faulty."""
    value = fields.raw.get(key)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int):
        fields.wrong(key, _AMOUNT, value)
    elif not least <= value <= MOST:
        fields.note("bad_value", key, _AMOUNT if not least else f"a whole number from {least}", value)
    else:
        return value
    return None


def only(fields: Fields, known: Iterable[str], code: str) -> None:
    """Notes each key that is not known: most likely a slip of the pen."""
    known = tuple(known)
    for key in fields.raw:
        if key not in known:
            fields.note(code, printable(str(key)), "one of " + ", ".join(known), str(key))


def read_counts(fields: Fields, colours: tuple[str, ...] = COLOURS) -> Counts:
    """An object of counts by colour; a colour that is left out counts as none."""
    only(fields, colours, "unknown_colour")
    found = [0, 0, 0, 0, 0]
    for i, colour in enumerate(colours):
        found[i] = amount(fields, colour) or 0
    return (found[0], found[1], found[2], found[3], found[4])


def _card(fields: Fields) -> MenuCard:
    cost: Counts | None = None
    money: int | None = 0
    if fields.raw.get("cost") is not None:
        inner = fields.inner("cost")
        money = amount(inner, "money") or 0
        only(inner, (*MATERIALS, "money"), "unknown_colour")
        found = [amount(inner, colour) or 0 for colour in MATERIALS]
        cost = (found[0], found[1], found[2], found[3], 0)
    return MenuCard(cost, money, amount(fields, "vp"), amount(fields, "copies") or 1)


def _first_tokens(fields: Fields) -> tuple[int, ...] | None:
    if fields.raw.get("first_tokens") is None:
        return None
    found = fields.items("first_tokens", f"{ACTIONS} whole numbers", ACTIONS)
    if len(found) == ACTIONS and all(isinstance(n, int) and 0 <= n <= MOST for n in found):
        return tuple(n for n in found if isinstance(n, int))
    fields.note("bad_value", "first_tokens", f"{ACTIONS} whole numbers", found)
    return None


def read_data(raw: object, path: str = "data") -> EditionData:
    """The data of an edition from plain data, without its sources. Raises `BadInput`."""
    fields = Fields(raw, path)
    numbers = {name: amount(fields, name, 1 if name == "final_price" else 0) for name in NUMBERS}
    buy, sell = fields.inner("buy", {}), fields.inner("sell", {})
    for prices in (buy, sell):
        only(prices, MATERIALS, "unknown_colour")
    cards = fields.inner("menu", {})
    only(cards, CARDS, "unknown_card")
    tokens, start = fields.inner("tokens", {}), fields.inner("start", {})
    only(tokens, COLOURS, "unknown_colour")
    materials = start.raw.get("materials")
    data = EditionData(
        edition=str(fields.raw.get("edition", "")),
        buy=tuple(amount(buy, colour) for colour in MATERIALS),
        sell=tuple(amount(sell, colour) for colour in MATERIALS),
        menu={card: _card(cards.inner(card, {})) for card in CARDS},
        tokens=tuple(amount(tokens, colour) for colour in COLOURS),
        first_tokens=_first_tokens(fields),
        start_money=amount(start, "money"),
        start_vp=amount(start, "vp"),
        start_materials=None if materials is None else read_counts(start.inner("materials"), MATERIALS),
        **numbers,
    )
    fields.done()
    return data

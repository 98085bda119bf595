"""Reads colours, tokens, menu cards, conversions and descriptions of the table from JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from referee.games.fields import LISTS, Fields, printable
from referee.games.kanban_menu.data import amount, read_counts
from referee.games.kanban_menu.model import (
    ACTIONS,
    AREA,
    COLOURS,
    INDEX,
    MATERIALS,
    MOST,
    NONE,
    TOKENS_ON_A_CARD,
    Counts,
    Pile,
    count,
    spell,
)
from referee.games.kanban_menu.setup import Config

CONVERSION_KINDS: Final = ("buy", "sell", "buy_vp", "sell_vp")
SOURCES: Final = ("used", "bag")
_MOST_CONVERSIONS: Final = 20
_ACTION: Final = f"an action from 1 to {ACTIONS}"


class Conversion(NamedTuple):
    """One conversion of ⑥: one unit of one row of the trading table (KM-A9).

    `colour` is -1 where VP are traded; `source` is where a material is taken from, None if nobody said so;
    `path` is the field of the event that names it.
    """

    kind: str
    colour: int = -1
    source: str | None = None
    path: str | None = None


class Details(NamedTuple):
    """What `activate` says of how the action was carried out; None is what it leaves out."""

    take: int | None = None
    source: str | None = None
    pay: Counts | None = None
    develop: str | None = None
    place: str | None = None
    reserve: str | None = None
    trades: tuple[Conversion, ...] | None = None


@dataclass(frozen=True, slots=True)
class Glimpse:
    """What was told or seen of what a player has. `given` are the names of what was; the rest is not known.

    `used` is the used area, where it was looked at as well.
    """

    given: frozenset[str] = frozenset()
    money: int = 0
    vp: int = 0
    materials: Counts = NONE
    menu: tuple[str, ...] = ()
    hand: str | None = None
    used: Counts | None = None


@dataclass(frozen=True, slots=True)
class TableTold:
    """What was told of the table; None, or an action that is not there, was left out."""

    actions: Mapping[int, Counts] = field(default_factory=dict)
    used: Counts | None = None
    bag: Pile | None = None
    area: tuple[str, ...] | None = None
    deck: int | None = None
    active: int | None = None


def read_colour(fields: Fields, path: str, value: object, colours: tuple[str, ...] = COLOURS) -> int:
    """The index of a colour."""
    if isinstance(value, str):
        index = INDEX.get(value)
        if index is not None and index < len(colours):
            return index
        fields.note("unknown_colour", path, "one of " + ", ".join(colours), value)
    else:
        fields.wrong(path, "one of " + ", ".join(colours), value)
    return 0


def read_tokens(fields: Fields, key: str, most: int) -> list[int]:
    """A list of colours."""
    value = fields.raw.get(key)
    if not isinstance(value, LISTS) or len(value) > most:
        value = fields.items(key, f"a list of at most {most} colours", most)
    found: list[int] = []
    for i, token in enumerate(value):
        index = INDEX.get(token) if isinstance(token, str) else None
        found.append(read_colour(fields, f"{key}[{i}]", token) if index is None else index)
    return found


def read_materials(fields: Fields, key: str) -> Counts | None:
    """Tokens by colour, or as a list of colours; None when they are left out."""
    value = fields.raw.get(key)
    if value is None:
        return None
    if isinstance(value, list | tuple):
        return count(read_tokens(fields, key, 200))
    return read_counts(fields.inner(key))


def read_action(fields: Fields, path: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        fields.wrong(path, _ACTION, value)
    elif not 1 <= value <= ACTIONS:
        fields.note("bad_value", path, _ACTION, value)
    else:
        return value
    return 0


def read_card(fields: Fields, path: str, value: object, config: Config) -> str:
    """The id of a menu card."""
    if isinstance(value, str):
        if value in config.data.menu:
            return value
        fields.note("unknown_card", path, "one of " + ", ".join(config.data.menu), value)
    else:
        fields.wrong(path, "a menu card", value)
    return next(iter(config.data.menu))


def _cards(fields: Fields, key: str, config: Config, most: int) -> tuple[str, ...]:
    value = fields.raw.get(key)
    if not isinstance(value, list | tuple) or len(value) > most:
        value = fields.items(key, f"a list of at most {most} menu cards", most)
    before = len(fields.errors)
    found = tuple(read_card(fields, f"{key}[{i}]", card, config) for i, card in enumerate(value))
    if len(fields.errors) == before:
        for i, card in enumerate(found):
            if found[: i + 1].count(card) > config.data.menu[card].copies:
                fields.note("duplicate_card", f"{key}[{i}]", "a card that is not named before", card)
    return found


def read_conversion(fields: Fields, key: str, value: object) -> tuple[Conversion, ...]:
    """A conversion by its path; `{"buy_vp": 2}` are two (KM-A9)."""
    expected = 'one of {"buy": colour}, {"sell": colour}, {"buy_vp": n}, {"sell_vp": n}'
    if not isinstance(value, dict):
        fields.wrong(key, expected, value)
        return ()
    named = [kind for kind in CONVERSION_KINDS if value.get(kind) is not None]
    if len(named) != 1:
        fields.note("bad_value" if named else "missing_field", key, expected, " and ".join(named) or None)
        return ()
    kind = named[0]
    if kind in ("buy", "sell"):
        colour = read_colour(fields, f"{key}.{kind}", value[kind], MATERIALS)
        source = value.get("from")
        if source is not None and (not isinstance(source, str) or source not in SOURCES):
            fields.note("bad_value", f"{key}.from", "one of " + ", ".join(SOURCES), source)
            source = None
        return (Conversion(kind, colour, source, f"details.{key}"),)
    n = value[kind]
    if isinstance(n, bool) or not isinstance(n, int) or not 1 <= n <= _MOST_CONVERSIONS:
        wrong = "bad_value" if isinstance(n, int) else "wrong_type"
        fields.note(wrong, f"{key}.{kind}", f"a number of VP from 1 to {_MOST_CONVERSIONS}", n)
        return ()
    return (Conversion(kind, path=f"details.{key}"),) * n


def read_details(fields: Fields, config: Config) -> Details:
    """The `details` of `activate`."""
    raw = fields.raw
    if not raw:
        return Details()
    take, pay, trades, place = raw.get("take"), raw.get("pay"), raw.get("trades"), raw.get("from")
    develop, reserve = raw.get("develop"), raw.get("reserve")
    conversions: tuple[Conversion, ...] | None = None
    if trades is not None:
        if not isinstance(trades, list | tuple) or len(trades) > _MOST_CONVERSIONS:
            trades = fields.items(
                "trades", f"a list of at most {_MOST_CONVERSIONS} trades", _MOST_CONVERSIONS
            )
        conversions = ()
        for i, trade in enumerate(trades):
            conversions += read_conversion(fields, f"trades[{i}]", trade)
    if develop is not None and reserve is not None:
        fields.note("bad_value", "reserve", "develop or reserve, not both", str(printable(str(reserve))))
    source: str | None = None
    if place is not None:
        choices = ("area", "hand") if develop is not None else SOURCES
        place = fields.choice("from", choices)
        if develop is None:
            source, place = place, None
    return Details(
        None if take is None else read_colour(fields, "take", take),
        source,
        None if pay is None else count(read_tokens(fields, "pay", TOKENS_ON_A_CARD)),
        None if develop is None else read_card(fields, "develop", develop, config),
        place,
        None if reserve is None else read_card(fields, "reserve", reserve, config),
        conversions,
    )


def read_player(fields: Fields, config: Config) -> Glimpse:
    """What an object says that a player has; `hand` null is an empty hand, other nulls say nothing."""
    raw = fields.raw
    given: dict[str, Any] = {}
    for name in ("money", "vp"):
        if raw.get(name) is not None:
            given[name] = amount(fields, name) or 0
    materials = read_materials(fields, "materials")
    if materials is not None:
        given["materials"] = materials
    if raw.get("menu") is not None:
        given["menu"] = _cards(fields, "menu", config, config.data.deck_size)
    if "hand" in raw:
        hand = raw["hand"]
        given["hand"] = None if hand is None else read_card(fields, "hand", hand, config)
    return Glimpse(frozenset(given), used=read_materials(fields, "used"), **given)


def read_glimpse(fields: Fields, key: str, config: Config) -> Glimpse:
    """`before` or `after` of `observe`."""
    if fields.raw.get(key) is None:
        fields.wrong(key, "what the player has", None)
        return Glimpse()
    return read_player(fields.inner(key), config)


def read_table(fields: Fields, config: Config) -> TableTold:
    """What a `table` event says."""
    actions: dict[int, Counts] = {}
    inner = fields.inner("actions", {})
    for key in inner.raw:
        if key not in ("1", "2", "3", "4", "5", "6"):
            inner.note("bad_value", printable(str(key)), _ACTION, str(key))
            continue
        tokens = read_materials(inner, key)
        if tokens is not None:
            if sum(tokens) > TOKENS_ON_A_CARD:
                inner.note("bad_value", key, f"at most {TOKENS_ON_A_CARD} tokens", spell(tokens))
            actions[int(key)] = tokens
    area: tuple[str, ...] | None = None
    if fields.raw.get("area") is not None:
        area = _cards(fields, "area", config, AREA)
    active: int | None = None
    if fields.raw.get("active") is not None:
        name = fields.choice("active", config.players)
        active = config.seats[name]
    return TableTold(
        actions, read_materials(fields, "used"), _bag(fields), area, amount(fields, "deck"), active
    )


def _bag(fields: Fields) -> Pile | None:
    """The bag: its tokens by colour, or only how many there are."""
    value = fields.raw.get("bag")
    if value is None:
        return None
    if isinstance(value, int) and not isinstance(value, bool):
        if 0 <= value <= MOST:
            return Pile(NONE, value)
        fields.note("bad_value", "bag", f"a number of tokens from 0 to {MOST}", value)
        return None
    tokens = read_materials(fields, "bag")
    return None if tokens is None else Pile(tokens)

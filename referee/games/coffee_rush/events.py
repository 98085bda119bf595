"""The events of Coffee Rush: from JSON objects to frozen types, or `BadInput` with every fault."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from referee.games.base import BadInput
from referee.games.coffee_rush.model import CUPS, EMPTY, INGREDIENTS, TABS, UPGRADES, Bag
from referee.games.coffee_rush.reading import (
    LONGEST_PATH,
    MOST_TOKENS,
    Queue,
    read_bag,
    read_card,
    read_cards,
    read_cell,
    read_counts,
    read_cups,
    read_index,
    read_names,
    read_number,
    read_optional_bag,
    read_path,
    read_queue,
)
from referee.games.coffee_rush.setup import Config
from referee.games.fields import Fields
from referee.games.seats import read_seat, unknown_event


@dataclass(frozen=True, slots=True)
class Event:
    """One event. `line` is its line in the stream, `by` the seat of the player."""

    line: int
    by: int


@dataclass(frozen=True, slots=True)
class Deal(Event):
    """An order card of the set-up."""

    tab: int
    card: str | None


@dataclass(frozen=True, slots=True)
class StartCell(Event):
    """A meeple's first cell, and the cup for its token (None: it is given back)."""

    cell: int
    cup: int | None


@dataclass(frozen=True, slots=True)
class Activate(Event):
    """An upgrade tile is flipped for processed cards."""

    upgrade: str
    discard: int


@dataclass(frozen=True, slots=True)
class Move(Event):
    """A meeple enters the cells of `path`. `meeple` tells which, where a player has two."""

    path: tuple[int, ...]
    rush: int
    meeple: int | None


@dataclass(frozen=True, slots=True)
class Pour(Event):
    """Tokens go into cups (`added`) or back to the supply (`returned`)."""

    added: tuple[Bag, ...]
    returned: Bag


@dataclass(frozen=True, slots=True)
class PourSeen(Event):
    """As `Pour`, told by the cups before and after; None is a cup that is not told of."""

    before: tuple[Bag | None, ...]
    after: tuple[Bag | None, ...]
    returned: Bag | None


@dataclass(frozen=True, slots=True)
class Empty(Event):
    """A cup is emptied into the supply."""

    cup: int


@dataclass(frozen=True, slots=True)
class Process(Event):
    """A cup is served for a card of the own queue; `tab` tells which of equal cards."""

    card: str
    cup: int
    tab: int | None


@dataclass(frozen=True, slots=True)
class Draw(Event):
    """Cards come from the deck to tab 1."""

    cards: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class EndTurn(Event):
    """The turn ends: the flow of time, penalties, and the look at the token."""


@dataclass(frozen=True, slots=True)
class Observe(Event):
    """A move and its pouring, of which only the table before and after was seen."""

    start: int
    end: int
    before: tuple[Bag | None, ...]
    after: tuple[Bag | None, ...]
    rush: int


@dataclass(frozen=True, slots=True)
class Told(Event):
    """How things stand with a player. `given` names the fields that are told; None is "not known"."""

    given: frozenset[str]
    cells: tuple[int | None, ...]
    cups: tuple[Bag | None, ...]
    queue: Queue
    processed: int | None
    penalties: int | None
    rush: int | None
    upgrades: frozenset[str] | None


@dataclass(frozen=True, slots=True)
class TableTold(Event):
    """How things stand in the middle of the table. In `supply` None is "as it was"; `by` says whose turn it
    is (None: not told)."""

    by: int | None  # type: ignore[assignment]
    given: frozenset[str]
    supply: tuple[int | None, ...]
    deck: int | None
    rush_supply: int | None
    closed: bool


AnyEvent = (
    Deal
    | StartCell
    | Activate
    | Move
    | Pour
    | PourSeen
    | Empty
    | Process
    | Draw
    | EndTurn
    | Observe
    | Told
    | TableTold
)


def read_event(config: Config, raw: Mapping[str, object], line: int) -> AnyEvent:
    """Reads one event. Raises `BadInput`."""
    subject = raw.get("event")
    build = _BUILD.get(subject) if isinstance(subject, str) else None
    if build is None:
        raise unknown_event(subject, SUBJECTS)
    fields = Fields(raw if isinstance(raw, dict) else dict(raw))
    event = build(fields, config, line)
    if fields.errors:
        raise BadInput(*fields.errors)
    return event


def _rush(fields: Fields, config: Config) -> int:
    if fields.raw.get("rush") is None:
        return 0
    limited = config.options.rush_supply == "limited"
    most = config.data.rush_tokens if limited else LONGEST_PATH
    return read_number(fields, "rush", f"how many rush tokens are spent, 0 to {most}", 0, most)


def _card_or_null(fields: Fields, config: Config) -> str | None:
    """A card; null, written out, is one that nobody could read."""
    if "card" not in fields.raw:
        fields.wrong("card", "a card's id", None)
    return read_card(fields, "card", fields.raw.get("card"), config.data.cards)


def _deal(fields: Fields, config: Config, line: int) -> AnyEvent:
    by = read_seat(fields, "by", config.seats)
    tab = read_index(fields, "tab", TABS, "tab")
    return Deal(line, by, tab or 0, _card_or_null(fields, config))


def _start_cell(fields: Fields, config: Config, line: int) -> AnyEvent:
    by = read_seat(fields, "by", config.seats)
    cell = read_cell(fields, "cell", fields.raw.get("cell"))
    returned = read_optional_bag(fields, "returned")
    cup = read_index(fields, "cup", CUPS, "cup", required=not any(returned))
    return StartCell(line, by, cell, None if any(returned) else cup)


def _activate(fields: Fields, config: Config, line: int) -> AnyEvent:
    by = read_seat(fields, "by", config.seats)
    upgrade = fields.choice("upgrade", UPGRADES)
    discard = read_number(fields, "discard", "how many cards are discarded", 0, MOST_TOKENS, PRICE)
    return Activate(line, by, upgrade, discard)


def _move(fields: Fields, config: Config, line: int) -> AnyEvent:
    by = read_seat(fields, "by", config.seats)
    path = read_path(fields, "path")
    meeple = read_index(fields, "meeple", config.meeples, "meeple", required=False)
    return Move(line, by, path, _rush(fields, config), meeple)


def _pour(fields: Fields, config: Config, line: int) -> AnyEvent:
    by = read_seat(fields, "by", config.seats)
    if fields.raw.get("cups_after") is not None:
        before = _optional_cups(fields, "cups_before")
        after = read_cups(fields, "cups_after", None)
        given = fields.raw.get("returned")
        returned = None if given is None else read_bag(fields, "returned", given)
        return PourSeen(line, by, before, after, returned)
    added = tuple([cup or EMPTY for cup in read_cups(fields, "cups", EMPTY)])
    return Pour(line, by, added, read_optional_bag(fields, "returned"))


def _optional_cups(fields: Fields, key: str) -> tuple[Bag | None, ...]:
    return (None,) * CUPS if fields.raw.get(key) is None else read_cups(fields, key, None)


def _empty(fields: Fields, config: Config, line: int) -> AnyEvent:
    by = read_seat(fields, "by", config.seats)
    return Empty(line, by, read_index(fields, "cup", CUPS, "cup") or 0)


def _process(fields: Fields, config: Config, line: int) -> AnyEvent:
    by = read_seat(fields, "by", config.seats)
    given = fields.raw.get("card")
    card = read_card(fields, "card", given, config.data.cards)
    if given is None:
        fields.wrong("card", "a card's id", None)
    cup = read_index(fields, "cup", CUPS, "cup")
    tab = read_index(fields, "tab", TABS, "tab", required=False)
    return Process(line, by, card or "", cup or 0, tab)


def _draw(fields: Fields, config: Config, line: int) -> AnyEvent:
    by = read_seat(fields, "by", config.seats)
    return Draw(line, by, read_cards(fields, "cards", fields.raw.get("cards"), config.data.cards))


def _end_turn(fields: Fields, config: Config, line: int) -> AnyEvent:
    return EndTurn(line, read_seat(fields, "by", config.seats))


def _observe(fields: Fields, config: Config, line: int) -> AnyEvent:
    by = read_seat(fields, "by", config.seats)
    start = read_cell(fields, "from", fields.raw.get("from"))
    end = read_cell(fields, "to", fields.raw.get("to"))
    before = _optional_cups(fields, "cups_before")
    return Observe(line, by, start, end, before, read_cups(fields, "cups_after", None), _rush(fields, config))


def _state(fields: Fields, config: Config, line: int) -> AnyEvent:
    raw = fields.raw
    player = read_seat(fields, "player", config.seats)
    cells: tuple[int | None, ...] = (None,) * config.meeples
    told = raw.get("cells")
    if told is not None:
        entries = fields.items("cells", f"a list of {config.meeples} cells", config.meeples)
        cells = tuple([read_cell(fields, f"cells[{i}]", cell) for i, cell in enumerate(entries)])
        if isinstance(told, list | tuple) and len(entries) != config.meeples:
            fields.note("bad_value", "cells", f"{config.meeples} cells, one for each meeple", told)
    elif raw.get("cell") is not None:
        cells = (read_cell(fields, "cell", raw["cell"]), *cells[1:])
    cups: tuple[Bag | None, ...] = (None,) * CUPS
    if raw.get("cups") is not None:
        cups = read_cups(fields, "cups", EMPTY)
    queue: Queue = (None,) * TABS
    if raw.get("queue") is not None:
        queue = read_queue(fields, "queue", config.data.cards)
    upgrades = None
    if raw.get("upgrades") is not None:
        upgrades = read_names(fields, "upgrades", UPGRADES, "upgrade")
    numbers = [_count(fields, key) for key in ("processed", "penalties", "rush")]
    given = frozenset([field for key, field in _PLAYER_FIELDS.items() if key in raw])
    return Told(line, player, given, cells, cups, queue, numbers[0], numbers[1], numbers[2], upgrades)


def _table(fields: Fields, config: Config, line: int) -> AnyEvent:
    raw = fields.raw
    supply: tuple[int | None, ...] = (None,) * len(INGREDIENTS)
    if raw.get("supply") is not None:
        supply = read_counts(fields, "supply")
    deck, rush_supply = _count(fields, "deck"), _count(fields, "rush_supply")
    closed = fields.choice("token", ("OPEN", "CLOSED"), "OPEN") == "CLOSED"
    turn = None if raw.get("turn") is None else read_seat(fields, "turn", config.seats)
    given = frozenset(key for key in _TABLE_FIELDS if key in raw)
    return TableTold(line, turn, given, supply, deck, rush_supply, closed)


def _count(fields: Fields, key: str) -> int | None:
    """How many there are; None where it is null or left out."""
    if fields.raw.get(key) is None:
        return None
    return read_number(fields, key, f"how many, 0 to {MOST_TOKENS}", 0, MOST_TOKENS)


PRICE: Final = 3
"""CR-R7: processed cards for an upgrade."""
_HOLDINGS: Final = ("cells", "cups", "queue", "processed", "penalties", "rush", "upgrades")
_PLAYER_FIELDS: Final = {"cell": "cells", **{name: name for name in _HOLDINGS}}
"""By what a `state` event calls it: the field of `Told`, which is that of the player too."""
_TABLE_FIELDS: Final = ("supply", "deck", "rush_supply", "token")
_BUILD: Final[Mapping[str, Callable[[Fields, Config, int], AnyEvent]]] = {
    "deal": _deal,
    "start_cell": _start_cell,
    "activate": _activate,
    "move": _move,
    "pour": _pour,
    "empty": _empty,
    "process": _process,
    "draw": _draw,
    "end_turn": _end_turn,
    "observe": _observe,
    "state": _state,
    "table": _table,
}
SUBJECTS: Final = tuple(_BUILD)

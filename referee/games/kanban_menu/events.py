"""The events of Kanban Menu: from JSON objects to frozen types, or `BadInput` with every fault."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from referee.games.base import BadInput
from referee.games.fields import LISTS, Fields
from referee.games.kanban_menu.model import INDEX, NONE, TOKENS_ON_A_CARD, Counts, count
from referee.games.kanban_menu.reading import (
    Conversion,
    Details,
    Glimpse,
    TableTold,
    read_action,
    read_card,
    read_colour,
    read_conversion,
    read_details,
    read_glimpse,
    read_materials,
    read_player,
    read_table,
    read_tokens,
)
from referee.games.kanban_menu.setup import Config
from referee.games.seats import read_seat, unknown_event

SUBJECTS: Final = (
    "state",
    "table",
    "choose",
    "take",
    "activate",
    "skip",
    "ability",
    "distribute",
    "refill",
    "end_turn",
    "observe",
)
ASIDE: Final = ("used", "bag")
"""Where a drawn token goes that has no action card (KM-A13)."""


@dataclass(frozen=True, slots=True)
class StateTold:
    """What a player has, as somebody tells it."""

    seat: int
    told: Glimpse


@dataclass(frozen=True, slots=True)
class Table:
    """What lies on the table, as somebody tells it."""

    told: TableTold


@dataclass(frozen=True, slots=True)
class Event:
    """Something that the player at a seat does in the own turn."""

    seat: int


@dataclass(frozen=True, slots=True)
class Choose(Event):
    action: int


@dataclass(frozen=True, slots=True)
class Take(Event):
    tokens: Counts


@dataclass(frozen=True, slots=True)
class Activate(Event):
    details: Details


@dataclass(frozen=True, slots=True)
class Skip(Event):
    """The action is not activated (KM-R4)."""


@dataclass(frozen=True, slots=True)
class UseAbility(Event):
    """A once-per-turn effect; `drew` is the colour of fried chicken, `trade` the conversion of bavarois.

    `returned` says that the used area went back to the bag before the draw (KM-A12).
    """

    card: str
    drew: int | None = None
    trade: tuple[Conversion, ...] | None = None
    returned: bool = False


@dataclass(frozen=True, slots=True)
class Distribute(Event):
    """Drawn tokens by colour, each with its action card, or None or `ASIDE` where no card may take it.

    `returned` says that the used area went back to the bag first (KM-A12).
    """

    tokens: tuple[tuple[int, int | str | None], ...]
    returned: bool = False


@dataclass(frozen=True, slots=True)
class Refill:
    """The card that fills the menu area."""

    card: str


@dataclass(frozen=True, slots=True)
class EndTurn(Event):
    """`materials`: what lies in the player's area then, where it was looked at."""

    materials: Counts = NONE


@dataclass(frozen=True, slots=True)
class Observe(Event):
    """A turn of which only what it changed was seen: from choosing until before the distribution."""

    before: Glimpse
    after: Glimpse
    action: int | None = None
    taken: Counts | None = None


AnyEvent = StateTold | Table | Refill | Event


def read_event(config: Config, raw: Mapping[str, object]) -> AnyEvent:
    """Reads one event. Raises `BadInput`."""
    subject = raw.get("event")
    build = _BUILD.get(subject) if isinstance(subject, str) else None
    if build is None:
        raise unknown_event(subject, SUBJECTS)
    fields = Fields(raw if isinstance(raw, dict) else dict(raw))
    event = build(fields, config)
    if fields.errors:
        raise BadInput(*fields.errors)
    return event


def _state(fields: Fields, config: Config) -> AnyEvent:
    return StateTold(read_seat(fields, "player", config.seats), read_player(fields, config))


def _table(fields: Fields, config: Config) -> AnyEvent:
    return Table(read_table(fields, config))


def _choose(fields: Fields, config: Config) -> AnyEvent:
    return Choose(
        read_seat(fields, "by", config.seats), read_action(fields, "action", fields.raw.get("action")) or 1
    )


def _take(fields: Fields, config: Config) -> AnyEvent:
    return Take(read_seat(fields, "by", config.seats), count(read_tokens(fields, "tokens", TOKENS_ON_A_CARD)))


def _activate(fields: Fields, config: Config) -> AnyEvent:
    seat = read_seat(fields, "by", config.seats)
    details = fields.raw.get("details")
    return Activate(seat, Details() if details is None else read_details(fields.inner("details"), config))


def _skip(fields: Fields, config: Config) -> AnyEvent:
    return Skip(read_seat(fields, "by", config.seats))


def _ability(fields: Fields, config: Config) -> AnyEvent:
    seat = read_seat(fields, "by", config.seats)
    card = read_card(fields, "card", fields.raw.get("card"), config)
    details = fields.inner("details", {})
    drew = details.raw.get("drew")
    trade = details.raw.get("trade")
    return UseAbility(
        seat,
        card,
        None if drew is None else read_colour(details, "drew", drew),
        None if trade is None else read_conversion(details, "trade", trade),
        details.flag("returned", False),
    )


def _distribute(fields: Fields, config: Config) -> AnyEvent:
    seat = read_seat(fields, "by", config.seats)
    placed: list[tuple[int, int | str | None]] = []
    entries = fields.raw.get("tokens")
    if not isinstance(entries, LISTS) or len(entries) > 2 * TOKENS_ON_A_CARD:
        entries = fields.items(
            "tokens", "a list of drawn tokens, each [colour, action]", 2 * TOKENS_ON_A_CARD
        )
    for i, entry in enumerate(entries):
        if not isinstance(entry, LISTS) or len(entry) != 2:
            fields.wrong(f"tokens[{i}]", "[colour, action]", entry)
            continue
        token, where = entry
        colour = INDEX.get(token) if isinstance(token, str) else None
        if colour is None:
            colour = read_colour(fields, f"tokens[{i}][0]", token)
        if where is not None and (not isinstance(where, str) or where not in ASIDE):
            where = read_action(fields, f"tokens[{i}][1]", where)
        placed.append((colour, where))
    return Distribute(seat, tuple(placed), fields.flag("returned", False))


def _refill(fields: Fields, config: Config) -> AnyEvent:
    return Refill(read_card(fields, "card", fields.raw.get("card"), config))


def _end_turn(fields: Fields, config: Config) -> AnyEvent:
    return EndTurn(read_seat(fields, "by", config.seats), read_materials(fields, "materials") or NONE)


def _observe(fields: Fields, config: Config) -> AnyEvent:
    seat = read_seat(fields, "by", config.seats)
    action, taken = fields.raw.get("action"), fields.raw.get("taken")
    return Observe(
        seat,
        read_glimpse(fields, "before", config),
        read_glimpse(fields, "after", config),
        None if action is None else read_action(fields, "action", action),
        None if taken is None else count(read_tokens(fields, "taken", TOKENS_ON_A_CARD)),
    )


_BUILD: Final[Mapping[str, Callable[[Fields, Config], AnyEvent]]] = {
    "state": _state,
    "table": _table,
    "choose": _choose,
    "take": _take,
    "activate": _activate,
    "skip": _skip,
    "ability": _ability,
    "distribute": _distribute,
    "refill": _refill,
    "end_turn": _end_turn,
    "observe": _observe,
}

"""The `setup` of Kanban Menu: players, edition and options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from referee.games.base import Reason, warning
from referee.games.fields import Fields, printable
from referee.games.kanban_menu.cards import ability_exchanges, develop_exchange, trade_exchanges
from referee.games.kanban_menu.data import FACTS
from referee.games.kanban_menu.model import KINDS, MATERIALS, EditionData, Exchange
from referee.games.seats import read_players, read_starter, unknown_options

EDITIONS: Final = ("seed", "2019")
MOST_PLAYERS: Final = 5

CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "ability_window": ("turn", "action"),
    "money_over_limit": ("lost", "turn_end"),
    "short_bag": ("refill", "no_refill"),
    "no_legal_card": ("used", "bag"),
    "end_on": ("current", "cumulative"),
}
"""The options with a choice; the first is the default."""
BRUNCH_WHEN_UNABLE: Final = "brunch_when_unable"
KNOWN: Final = (*CHOICES, BRUNCH_WHEN_UNABLE, "edition", "colours")


@dataclass(frozen=True, slots=True)
class Options:
    """The rulings that a table may change (KM-A5, KM-A7, KM-A8, KM-A12, KM-A13, KM-A16).

    `ability_window` `action`: abilities only from choosing until the tokens are distributed.
    """

    ability_window: Literal["turn", "action"] = "turn"
    money_over_limit: Literal["lost", "turn_end"] = "lost"
    short_bag: Literal["refill", "no_refill"] = "refill"
    no_legal_card: Literal["used", "bag"] = "used"
    end_on: Literal["current", "cumulative"] = "current"
    brunch_when_unable: bool = True


@dataclass(frozen=True)
class Config:
    """What `setup` fixes for the whole game. Players sit in turn order; `start` is the start player's seat.

    `limit` is the most money that a gain can lead to, None where there is none (KM-A8).
    """

    players: tuple[str, ...]
    start: int
    options: Options
    data: EditionData
    seats: Mapping[str, int] = field(default_factory=dict)
    limit: int | None = None
    abilities: Mapping[str, Exchange] = field(default_factory=dict)
    table: Mapping[tuple[str, int], Exchange] = field(default_factory=dict)
    costs: Mapping[str, Exchange] = field(default_factory=dict)


def read_edition(fields: Fields) -> str:
    """The edition that `setup` names, beside the players or among the options (KM-A1)."""
    edition = fields.choice("edition", EDITIONS, EDITIONS[0])
    options = fields.raw.get("options")
    if not isinstance(options, dict) or options.get("edition") is None:
        return edition
    inner = Fields(options, "options", fields.errors).choice("edition", EDITIONS)
    if fields.raw.get("edition") is not None and inner != edition:
        fields.note("bad_value", "options.edition", f"{edition}, as edition says", inner)
    return inner


def _kind(value: object) -> str | None:
    """`"Main dish"` as `"main-dish"`."""
    return "-".join(value.lower().replace("-", " ").split()) if isinstance(value, str) else None


def _colours(fields: Fields) -> dict[str, int]:
    """KM-A3: the colour of each kind, by its index."""
    given = dict(zip(MATERIALS, KINDS, strict=True))
    inner = fields.inner("colours", {})
    for key, told in inner.raw.items():
        expected = "one of " + ", ".join(KINDS)
        # A kind may be given its colour as well as a colour its kind.
        colour, value = (told, key) if told in MATERIALS and _kind(key) in KINDS else (key, told)
        kind = _kind(value)
        if colour not in MATERIALS:
            inner.note(
                "unknown_colour", printable(str(colour)), "one of " + ", ".join(MATERIALS), str(colour)
            )
        elif kind is None:
            inner.wrong(str(colour), expected, value)
        elif kind not in KINDS:
            inner.note("bad_value", str(colour), expected, value)
        else:
            given[colour] = kind
    if len(set(given.values())) < len(KINDS):
        fields.note(
            "bad_value", "colours", "each of " + ", ".join(KINDS) + " once", ", ".join(given.values())
        )
    return {kind: MATERIALS.index(colour) for colour, kind in given.items()}


def read_setup(raw: Mapping[str, object], data: EditionData) -> Config:
    """Reads a `setup` event. Raises `BadInput`."""
    fields = Fields(dict(raw))
    players = read_players(fields, MOST_PLAYERS)
    start = read_starter(fields, "start", "the name of the start player", players)
    read_edition(fields)
    inner = fields.inner("options", {})
    values: dict[str, Any] = {name: inner.choice(name, of, of[0]) for name, of in CHOICES.items()}
    values[BRUNCH_WHEN_UNABLE] = inner.flag(BRUNCH_WHEN_UNABLE, True)
    colours = _colours(inner)
    fields.done()
    options = Options(**values)
    return Config(
        players=players,
        start=players.index(start),
        options=options,
        data=data,
        seats={name: seat for seat, name in enumerate(players)},
        limit=data.money_limit if options.money_over_limit == "lost" else None,
        abilities=ability_exchanges(colours),
        table=trade_exchanges(data),
        costs={card: develop_exchange(data, card) for card in data.menu},
    )


def setup_warnings(raw: Mapping[str, object], data: EditionData) -> tuple[Reason, ...]:
    """Options and facts that this game does not have, and a money limit that nobody knows (KM-A8)."""
    found = [*unknown_options(raw, KNOWN)]
    given = raw.get("data")
    found += [
        warning("unknown_fact", path=f"data.{printable(str(name))}", expected="one of " + ", ".join(FACTS))
        for name in (given if isinstance(given, dict) else ())
        if name not in FACTS
    ]
    if data.money_limit is None:
        found.append(warning("no_data", path="data.money_limit", expected="the most money one may keep"))
    return tuple(found)

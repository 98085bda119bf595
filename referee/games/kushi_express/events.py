"""The events of Kushi Express: from JSON objects to frozen types, or `BadInput` with every fault."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Final, cast

from referee.games.base import BadInput
from referee.games.fields import Fields, moment
from referee.games.kushi_express.doubt import Doubt
from referee.games.kushi_express.model import Card, Handle
from referee.games.kushi_express.reading import read_card, read_doubts, read_loose, read_skewer
from referee.games.kushi_express.setup import PILE, Config
from referee.games.seats import unknown_event

SUBJECTS: Final = ("reveal", "place", "call", "recover", "steal", "decline", "show")
CHOOSERS: Final = ("thief", "random", "victim")


@dataclass(frozen=True, slots=True)
class Event:
    """One event. `line` is its line in the stream, `t` its time in seconds."""

    line: int
    t: Decimal
    by: str


@dataclass(frozen=True, slots=True)
class Reveal(Event):
    card: Card
    doubts: tuple[Doubt, ...] = ()


@dataclass(frozen=True, slots=True)
class Place(Event):
    """A skewer on the plate. `during_check` says that it was placed while another was being checked
    (KU-R9)."""

    layers: tuple[str, ...]
    handle: Handle = "unknown"
    loose: tuple[tuple[str, int], ...] = ()
    doubts: tuple[Doubt, ...] = ()
    during_check: bool = False


@dataclass(frozen=True, slots=True)
class Called(Event):
    """The call "Bon appétit!"."""


@dataclass(frozen=True, slots=True)
class Recover(Event):
    """A player lifts the own skewer from the plate."""


@dataclass(frozen=True, slots=True)
class Steal(Event):
    """The fastest at a touting card takes a card from `source`, a player or `PILE`."""

    source: str
    card: Card | None
    chosen_by: str | None = None


@dataclass(frozen=True, slots=True)
class Decline(Event):
    """The fastest at a touting card takes nothing (KU-A11)."""


@dataclass(frozen=True, slots=True)
class Show(Event):
    """A card that was taken hidden from the pile is shown (KU-A13 with `pile_card` hidden)."""

    card: Card


AnyEvent = Reveal | Place | Called | Recover | Steal | Decline | Show


def read_event(config: Config, raw: Mapping[str, object], line: int) -> AnyEvent:
    """Reads one event. Raises `BadInput`."""
    subject = raw.get("event")
    if subject not in SUBJECTS:
        raise unknown_event(subject, SUBJECTS)
    fields = Fields(raw if isinstance(raw, dict) else dict(raw))
    t = moment(raw.get("t"))
    if t is None:
        t = fields.number("t", "seconds")
    by = _player(fields, "by", config.players)
    event = _BUILD[subject](fields, config, line, t, by)
    if fields.errors:
        raise BadInput(*fields.errors)
    return event


def _player(fields: Fields, key: str, names: tuple[str, ...]) -> str:
    value = fields.raw.get(key)
    if isinstance(value, str) and value in names:
        return value
    if isinstance(value, str):
        fields.note("unknown_player", key, "one of " + ", ".join(names), value)
    else:
        fields.wrong(key, "one of " + ", ".join(names), value)
    return ""


def _card(fields: Fields, config: Config) -> Card:
    card = read_card(fields, "card", fields.raw.get("card"), config.data)
    return card if card is not None else Card("closing")


def _reveal(fields: Fields, config: Config, line: int, t: Decimal, by: str) -> AnyEvent:
    return Reveal(line, t, by, _card(fields, config), read_doubts(fields))


def _place(fields: Fields, config: Config, line: int, t: Decimal, by: str) -> AnyEvent:
    layers = read_skewer(fields)
    handle = cast(Handle, fields.choice("handle", ("first", "unknown", "plain"), "unknown"))
    during = fields.flag("during_check", False)
    return Place(line, t, by, layers, handle, read_loose(fields), read_doubts(fields), during)


def _call(fields: Fields, config: Config, line: int, t: Decimal, by: str) -> AnyEvent:
    return Called(line, t, by)


def _recover(fields: Fields, config: Config, line: int, t: Decimal, by: str) -> AnyEvent:
    return Recover(line, t, by)


def _steal(fields: Fields, config: Config, line: int, t: Decimal, by: str) -> AnyEvent:
    source = _player(fields, "from", (*config.players, PILE))
    unseen = source == PILE and fields.raw.get("card") is None
    card = None if unseen else _card(fields, config)
    given = fields.raw.get("chosen_by")
    chosen_by = None if given is None else fields.choice("chosen_by", CHOOSERS)
    return Steal(line, t, by, source, card, chosen_by)


def _decline(fields: Fields, config: Config, line: int, t: Decimal, by: str) -> AnyEvent:
    return Decline(line, t, by)


def _show(fields: Fields, config: Config, line: int, t: Decimal, by: str) -> AnyEvent:
    return Show(line, t, by, _card(fields, config))


_BUILD: Final = {
    "reveal": _reveal,
    "place": _place,
    "call": _call,
    "recover": _recover,
    "steal": _steal,
    "decline": _decline,
    "show": _show,
}

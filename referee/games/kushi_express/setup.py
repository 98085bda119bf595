"""The `setup` of Kushi Express: players, options and, where it is given, the deck's order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Final, Literal

from referee.games.fields import Fields
from referee.games.kushi_express.model import Orientation, SetData
from referee.games.kushi_express.reading import read_card
from referee.games.seats import read_players, read_starter

PILE: Final = "pile"
LAST_CARDS: Final = 6
"""KU-R4: the closing card is one of the last six."""

CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "orientation": ("auto", "strict", "either"),
    "simultaneous": ("ask", "replay"),
    "early_recover": ("illegal", "warn"),
    "all_out": ("set_aside", "replay"),
    "steal": ("choose", "random", "victim"),
    "pile_card": ("shown", "hidden"),
    "touting_first": ("unchanged", "thief"),
    "tie_break": ("leaders", "all"),
}
"""The options with a choice; the first is the default."""
FLAGS: Final = ("require_call", "touting_keeps_skewer")
OPTIONS: Final = (*CHOICES, *FLAGS, "simultaneous_window")
LONGEST_WINDOW: Final = 60


@dataclass(frozen=True, slots=True)
class Options:
    """The rulings of RULES.md that a table may change (KU-A1 to KU-A16)."""

    orientation: Orientation = "auto"
    require_call: bool = False
    simultaneous: Literal["ask", "replay"] = "ask"
    simultaneous_window: Decimal = Decimal(0)
    early_recover: Literal["illegal", "warn"] = "illegal"
    all_out: Literal["set_aside", "replay"] = "set_aside"
    steal: Literal["choose", "random", "victim"] = "choose"
    pile_card: Literal["shown", "hidden"] = "shown"
    touting_first: Literal["unchanged", "thief"] = "unchanged"
    touting_keeps_skewer: bool = False
    tie_break: Literal["leaders", "all"] = "leaders"


@dataclass(frozen=True, slots=True)
class Config:
    """What `setup` fixes for the whole game. `first` is the first player, the oldest (KU-R5)."""

    players: tuple[str, ...]
    first: str
    options: Options = field(default_factory=Options)
    data: SetData = field(default_factory=SetData)


def read_setup(raw: Mapping[str, object], data: SetData) -> Config:
    """Reads a `setup` event. Raises `BadInput`."""
    fields = Fields(dict(raw))
    # KU-R2: there are pieces for two to four.
    players = read_players(fields, 4, {PILE: f'a name other than "{PILE}", the draw pile'})
    first = read_starter(fields, "first", "the name of the first player", players)
    options = _options(fields.inner("options", {}))
    if fields.raw.get("deck") is not None:
        _check_deck(fields, data)
    fields.done()
    return Config(players, first, options, data)


def _options(fields: Fields) -> Options:
    values: dict[str, Any] = {name: fields.choice(name, of, of[0]) for name, of in CHOICES.items()}
    values |= {name: fields.flag(name, False) for name in FLAGS}
    expected = f"seconds, from 0 to {LONGEST_WINDOW}"
    values["simultaneous_window"] = fields.number("simultaneous_window", expected, 0, LONGEST_WINDOW)
    return Options(**values)


def _check_deck(fields: Fields, data: SetData) -> None:
    """KU-R1 and KU-R4, where `setup` gives the deck from the top card down."""
    before = len(fields.errors)
    entries = fields.items("deck", f"the {data.size} cards from the top down", 10 * data.size)
    cards = [read_card(fields, f"deck[{i}]", entry, data) for i, entry in enumerate(entries)]
    if len(fields.errors) > before:
        return
    counts = Counter(str(card.kind) for card in cards if card is not None)
    for kind, count in data.counts.items():
        if counts[kind] != count:
            fields.note("setup", "deck", f"{count} {kind} cards", counts[kind])
    first = data.size - LAST_CARDS + 1
    for place, card in enumerate(cards, start=1):
        if card is not None and card.kind == "closing" and place < first:
            expected = f"the closing card among the last {LAST_CARDS}, at place {first} to {data.size}"
            fields.note("setup", f"deck[{place - 1}]", expected, place)

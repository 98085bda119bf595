"""The `setup` of Coffee Rush: players, starting player and options; and the data of the box."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from referee.games.coffee_rush.model import INGREDIENTS, KIND, SIDE, Card, CoffeeData
from referee.games.coffee_rush.reading import MOST_TOKENS, read_bag, read_cell, read_counts, read_number
from referee.games.fields import Fields, is_name, printable
from referee.games.seats import read_players, read_starter

CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "direction": ("clockwise", "counterclockwise"),
    "stack": ("multiply", "max2"),
    "match": ("exact", "superset"),
    "close_on": ("shortage", "empty"),
    "two_player": ("seed", "public"),
    "rush_supply": ("limited", "unlimited"),
    "tie_cards": ("processed", "all"),
}
"""The options with a choice; the first is the default."""
FLAGS: Final[Mapping[str, bool]] = {
    "multi_upgrade": False,
    "allow_waste": False,
    "meeple_upgrade_own": False,
    "interleave": False,
    "rush_excludes_active": True,
    "finish_round": False,
}
OPTIONS: Final = (*CHOICES, *FLAGS, "rush_step")
"""The options that are true or false, with their defaults."""
LONGEST_RUSH_STEP: Final = 3


@dataclass(frozen=True, slots=True)
class Options:
    """The rulings that a table may change (CR-A1 to CR-A22)."""

    direction: Literal["clockwise", "counterclockwise"] = "clockwise"
    stack: Literal["multiply", "max2"] = "multiply"
    match: Literal["exact", "superset"] = "exact"
    close_on: Literal["shortage", "empty"] = "shortage"
    two_player: Literal["seed", "public"] = "seed"
    rush_supply: Literal["limited", "unlimited"] = "limited"
    tie_cards: Literal["processed", "all"] = "processed"
    multi_upgrade: bool = False
    allow_waste: bool = False
    meeple_upgrade_own: bool = False
    interleave: bool = False
    rush_excludes_active: bool = True
    finish_round: bool = False
    rush_step: int = 1


@dataclass(frozen=True, slots=True)
class Config:
    """What `setup` fixes for the whole game, and what follows from it.

    `players` sit clockwise in this order; `start` is the seat of the starting player (CR-R3). `public`: the
    public rules for two players hold (CR-A15). `meeples` is how many each player has on the board.
    `receivers`: who draws at an order rush by whose turn it is, the nearest first (CR-R17, CR-A15).
    """

    players: tuple[str, ...]
    start: int
    data: CoffeeData
    options: Options = field(default_factory=Options)
    seats: Mapping[str, int] = field(init=False)
    public: bool = field(init=False)
    meeples: int = field(init=False)
    receivers: tuple[tuple[int, ...], ...] = field(init=False)

    def __post_init__(self) -> None:
        count, options = len(self.players), self.options
        public = count == 2 and options.two_player == "public"
        both = count > 2 or not (options.rush_excludes_active or public)
        nearest = [(self.left(seat), self.left(seat, 2)) for seat in range(count)]
        for name, value in (
            ("seats", {name: seat for seat, name in enumerate(self.players)}),
            ("public", public),
            ("meeples", 2 if public else 1),
            ("receivers", tuple(pair if both else pair[:1] for pair in nearest)),
        ):
            object.__setattr__(self, name, value)

    def left(self, seat: int, steps: int = 1) -> int:
        """The seat to the left, which is the next one clockwise."""
        return (seat + steps) % len(self.players)

    def after(self, seat: int) -> int:
        """Whose turn is next (CR-A1)."""
        return self.left(seat, 1 if self.options.direction == "clockwise" else -1)

    @property
    def placing_order(self) -> tuple[int, ...]:
        """CR-R5: from the player to the right of the starting player on to the right."""
        count = len(self.players)
        return tuple((self.start - step) % count for step in range(1, count + 1)) * self.meeples

    def dealt(self, seat: int) -> tuple[int, int]:
        """How many cards a player gets at tab 1 and at tab 2 (CR-R4)."""
        return (2, 1) if seat == self.start else (1, 1)


def read_setup(raw: Mapping[str, object], data: CoffeeData) -> Config:
    """Reads a `setup` event. Raises `BadInput`."""
    fields = Fields(dict(raw))
    players = read_players(fields, 4)  # CR-R1
    start = read_starter(fields, "start", "the name of the starting player", players)
    options = _options(fields.inner("options", {}))
    fields.done()
    return Config(players, players.index(start), data, options)


def _options(fields: Fields) -> Options:
    values: dict[str, Any] = {name: fields.choice(name, of, of[0]) for name, of in CHOICES.items()}
    values |= {name: fields.flag(name, default) for name, default in FLAGS.items()}
    expected = f"how many steps a rush token is worth, from 1 to {LONGEST_RUSH_STEP}"
    values["rush_step"] = read_number(fields, "rush_step", expected, 1, LONGEST_RUSH_STEP, 1)
    return Options(**values)


# The data of the box


def read_data(raw: object, path: str = "data") -> CoffeeData:
    """The data of the box from plain values, as the data file holds them. Raises `BadInput`."""
    fields = Fields(raw, path)
    board = fields.inner("board", {})
    rows = _rows(board)
    ribbons = _cells(board, "ribbon_cells")
    corners = _cells(board, "corner_cells")
    supply = _supply(fields)
    rush = fields.inner("rush", {})
    if rush.raw.get("tokens") is None:
        rush.wrong("tokens", "how many rush tokens there are", None)
    tokens = read_number(rush, "tokens", f"0 to {MOST_TOKENS}", 0, MOST_TOKENS)
    deck = fields.inner("deck", {})
    cards = _cards(deck.inner("cards", {}), deck)
    fields.done()
    return CoffeeData(rows, ribbons, corners, supply, tokens, cards)


def _rows(board: Fields) -> tuple[int, ...]:
    before = len(board.errors)
    rows = board.items("rows", "four rows of four ingredients, from the top", SIDE)
    listed = len(board.errors) == before
    kinds: list[int] = []
    for i, row in enumerate(rows):
        path = f"rows[{i}]"
        if not isinstance(row, list | tuple) or len(row) != SIDE:
            board.note("bad_value", path, "four ingredients, from the left", row)
            continue
        for j, name in enumerate(row):
            if isinstance(name, str) and name in KIND:
                kinds.append(KIND[name])
            else:
                board.note("bad_value", f"{path}[{j}]", "one of " + ", ".join(INGREDIENTS), name)
    if listed and len(rows) != SIDE:
        board.note("bad_value", "rows", "four rows", rows)
    return tuple(kinds)


def _cells(board: Fields, key: str) -> frozenset[int]:
    cells = board.items(key, "a list of cells", SIDE * SIDE)
    return frozenset(read_cell(board, f"{key}[{i}]", cell) for i, cell in enumerate(cells))


def _supply(fields: Fields) -> tuple[int, ...]:
    value = fields.raw.get("supply")
    if isinstance(value, dict):
        # Where the numbers are from stands beside them in the file.
        fields.raw = {**fields.raw, "supply": {k: v for k, v in value.items() if k != "source"}}
    counts = read_counts(fields, "supply")
    if None in counts and isinstance(value, dict):
        fields.note("missing_field", "supply", "a number of every ingredient", value)
    return tuple(count or 0 for count in counts)


def _cards(fields: Fields, deck: Fields) -> dict[str, Card]:
    cards: dict[str, Card] = {}
    if len(fields.raw) > MOST_TOKENS:
        deck.note("bad_value", "cards", f"at most {MOST_TOKENS} cards", fields.raw)
        return cards
    for name in fields.raw:
        path = printable(str(name))
        if not is_name(name):
            fields.note("bad_value", path, "a card's id", name)
            continue
        entry = fields.inner(name)
        if not isinstance(fields.raw[name], dict):
            continue
        recipe = read_bag(entry, "recipe", entry.raw.get("recipe"))
        if not any(recipe) and entry.raw.get("recipe") is not None:
            entry.note("bad_value", "recipe", "at least one ingredient", entry.raw.get("recipe"))
        copies = read_number(entry, "copies", f"1 to {MOST_TOKENS}", 1, MOST_TOKENS, 1)
        title = entry.name("name") if entry.raw.get("name") is not None else name
        cards[name] = Card(name, title, recipe, copies, entry.flag("specialty", False))
    if not cards and not fields.errors:
        deck.note("missing_field", "cards", "the order cards by their ids", None)
    return cards

"""Short builders for tests of Coffee Rush: a table to play at, and what the box holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from answers import call as call
from answers import codes as codes
from answers import warnings as warnings

from referee.games.coffee_rush.state import State
from referee.judge import Judge

RECIPES: Mapping[str, list[str]] = {
    "espresso": ["coffee", "steam"],
    "espresso-doppio": ["coffee", "coffee", "steam"],
    "americano": ["coffee", "water", "steam"],
    "caffe-latte": ["coffee", "milk", "steam"],
    "con-panna": ["coffee", "milk", "steam"],
    "iced-americano": ["coffee", "water", "ice"],
    "iced-green-tea": ["tea", "water", "ice"],
    "green-tea": ["tea", "water", "steam"],
}
FULL = {
    "coffee": 18,
    **dict.fromkeys(("milk", "steam", "ice", "chocolate", "caramel", "tea", "water"), 12),
}
FAR = [[3, 0], [3, 1], [3, 2], [3, 3]]
"""Where those stand that a test has no use for."""

Cell = Sequence[int]


class Table:
    """A game at the judge. Each method is one event and gives its verdict line."""

    def __init__(self, players: int | str = 2, *, start: str = "A", data: Any = None, **options: Any) -> None:
        self.names = list("ABCD"[:players] if isinstance(players, int) else players)
        self.judge = Judge()
        setup = {"event": "setup", "game": "coffee-rush", "players": self.names, "start": start}
        if data is not None:
            setup["data"] = data
        self.setup = self.judge.feed({**setup, "options": options})
        assert self.setup["verdict"] == "OK", self.setup

    def event(self, name: str, by: str, **fields: Any) -> dict[str, Any]:
        return self.judge.feed({"event": name, "by": by, **fields})

    def deal(self, by: str, tab: int, card: str | None = "espresso") -> dict[str, Any]:
        return self.event("deal", by, tab=tab, card=card)

    def start_cell(self, by: str, cell: Cell, cup: int = 1, **fields: Any) -> dict[str, Any]:
        return self.event("start_cell", by, cell=cell, cup=cup, **fields)

    def activate(self, by: str, upgrade: str, **fields: Any) -> dict[str, Any]:
        return self.event("activate", by, upgrade=upgrade, **fields)

    def move(self, by: str, *path: Cell, **fields: Any) -> dict[str, Any]:
        return self.event("move", by, path=list(path), **fields)

    def pour(
        self, by: str, cups: Mapping[int, list[str]] | None = None, *back: str, **fields: Any
    ) -> dict[str, Any]:
        named = {str(cup): tokens for cup, tokens in (cups or {}).items()}
        return self.event("pour", by, cups=named, returned=list(back), **fields)

    def back(self, by: str) -> dict[str, Any]:
        """All that was gained goes back to the supply."""
        return self.pour(by, {}, *self.view["hand"])

    def go(self, by: str, *path: Cell, **fields: Any) -> dict[str, Any]:
        """A move whose tokens all go back."""
        moved = self.move(by, *path, **fields)
        assert moved["verdict"] == "OK", moved
        poured = self.back(by)
        assert poured["verdict"] == "OK", poured
        return moved

    def empty(self, by: str, cup: int) -> dict[str, Any]:
        return self.event("empty", by, cup=cup)

    def process(self, by: str, card: str, cup: int = 1, **fields: Any) -> dict[str, Any]:
        return self.event("process", by, card=card, cup=cup, **fields)

    def draw(self, by: str, *cards: str | None) -> dict[str, Any]:
        return self.event("draw", by, cards=list(cards))

    def end(self, by: str) -> dict[str, Any]:
        return self.event("end_turn", by)

    def observe(
        self,
        by: str,
        start: Cell,
        end: Cell,
        before: Sequence[list[str]],
        after: Sequence[list[str]],
        **fields: Any,
    ) -> dict[str, Any]:
        cups = [{str(i): tokens for i, tokens in enumerate(seen, start=1)} for seen in (before, after)]
        return self.judge.feed(
            {"event": "observe", "by": by, "from": start, "to": end, "cups_before": cups[0],
             "cups_after": cups[1], **fields}
        )  # fmt: skip

    def state(self, player: str, **fields: Any) -> dict[str, Any]:
        return self.judge.feed({"event": "state", "player": player, **fields})

    def table(self, **fields: Any) -> dict[str, Any]:
        return self.judge.feed({"event": "table", **fields})

    def override(self, of: dict[str, Any], verdict: str = "OK") -> dict[str, Any]:
        return self.judge.feed({"event": "override", "of": of["line"], "verdict": verdict})

    def undo(self, of: dict[str, Any]) -> dict[str, Any]:
        return self.judge.feed({"event": "undo", "of": of["line"]})

    def set_up(self) -> Table:
        """The whole set-up: a cell each from the bottom right up, an espresso at each tab."""
        for seat in self.game_state.config.placing_order:
            assert self.start_cell(self.names[seat], FAR[seat])["verdict"] == "OK"
        for name in self.names:
            for tab in (1, 2):
                assert self.deal(name, tab, None)["verdict"] == "OK"
        assert self.deal(self.names[self.game_state.config.start], 1, None)["verdict"] == "OK"
        return self

    def run(self, by: str) -> None:
        """A turn in which nothing happens but a step there and back."""
        here = self.of(by)["cells"][0]
        row, column = here
        beside = [row, column - 1] if column else [row, column + 1]
        self.go(by, beside, here)
        ended = self.end(by)
        assert ended["verdict"] in ("OK", "ASK"), ended

    @property
    def game_state(self) -> State:
        state: State = self.judge.state
        return state

    @property
    def view(self) -> dict[str, Any]:
        return self.judge.view()

    @property
    def result(self) -> dict[str, Any]:
        result: dict[str, Any] = self.judge.result()["result"]
        return result

    def of(self, player: str) -> dict[str, Any]:
        """How things stand with a player."""
        shown: dict[str, Any] = self.view["players"][player]
        return shown

    @property
    def supply(self) -> dict[str, int]:
        supply: dict[str, int] = self.view["supply"]
        return supply


BARE: Mapping[str, Any] = {
    "cups": {},
    "queue": {},
    "processed": 0,
    "penalties": 0,
    "rush": 0,
    "upgrades": [],
}
"""A player with nothing."""


def joined(
    players: int = 2,
    *,
    turn: str | None = "A",
    table: Mapping[str, Any] | None = None,
    options: Mapping[str, Any] | None = None,
    data: Any = None,
    **told: Mapping[str, Any],
) -> Table:
    """A game joined half way: what is told of each player (`A={"cell": [1, 1]}`), all else bare."""
    game = Table(players, data=data, **(options or {}))
    for seat, name in enumerate(game.names):
        answer = game.state(name, **{**BARE, "cell": FAR[seat], **told.get(name, {})})
        assert answer["verdict"] == "OK", answer
    answer = game.table(**{"turn": turn, **(table or {})})
    assert answer["verdict"] == "OK", answer
    return game


def effects(verdict: Mapping[str, Any]) -> list[tuple[str, str | None, str | None]]:
    return [(e["effect"], e.get("player"), e.get("card")) for e in verdict.get("effects", ())]


OK: tuple[str, list[str]] = ("OK", [])


def illegal(*reasons: str) -> tuple[str, list[str]]:
    return "ILLEGAL", list(reasons)


def unsure(*reasons: str) -> tuple[str, list[str]]:
    return "UNSURE", list(reasons)


def bad(*reasons: str) -> tuple[str, list[str]]:
    return "BAD_INPUT", list(reasons)

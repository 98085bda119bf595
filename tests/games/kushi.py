"""Short builders for tests of Kushi Express: skewers as the examples write them, and a table to play at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from referee.games.kushi_express import CUBES, PIECES, STRIPS, SetData
from referee.judge import Judge

_PIECES = {"M": "meat", "T": "tomato", "P": "pepper", "S": "shrimp", "b": "bacon", "c": "cheese"}


def skewer(text: str) -> list[str]:
    """`"M T(b) P(c) S"` as layers. `(TM)(b)`: one strip round two cubes; `b` alone: pierced once."""
    layers: list[str] = []
    for word in text.split():
        cubes, _, strip = word.rpartition(")(") if word.startswith("(") else word.partition("(")
        cubes, strip = cubes.strip("("), strip.strip(")")
        if word.startswith("("):
            layers += [_PIECES[strip], *(_PIECES[cube] for cube in cubes), _PIECES[strip]]
        elif strip:
            layers += [_PIECES[strip], _PIECES[cubes], _PIECES[strip]]
        else:
            layers.append(_PIECES[word])
    return layers


BEST, NEW, VP, VT = "M T(b) P(c) S", "T(c) M(b)", "P", "T"
_ORDERS = {
    "best": (BEST, "6.0"),
    "new": (NEW, "5.0"),
    "vegetable-pepper": (VP, "3.0"),
    "vegetable-tomato": (VT, "3.0"),
}
DECK: Mapping[str, Mapping[str, Any]] = {
    **{
        name: {"kind": "order", "layers": skewer(text), "price": price}
        for name, (text, price) in _ORDERS.items()
    },
    "touting": {"kind": "touting", "layers": (), "price": None},
    "closing": {"kind": "closing", "layers": (), "price": None},
}
MARKED = SetData.build(DECK, handle_marked=True)
PLAIN = SetData.build(DECK, handle_marked=False)
RIGHT = {name: text for name, (text, _) in _ORDERS.items()}


def order(text: str, price: str = "4.0") -> dict[str, Any]:
    """An order card given inline."""
    return {"kind": "order", "layers": skewer(text), "price": price}


class Table:
    """A game at the judge. Each method is one event, a second after the last, and gives its verdict line."""

    def __init__(self, players: str = "ABC", data: SetData = MARKED, **options: Any) -> None:
        self.judge = Judge(load=lambda game, setup: data)
        self.t = 0.0
        setup = {"event": "setup", "game": "kushi-express", "players": list(players), "first": players[0]}
        self.setup = self.judge.feed({**setup, "options": options})
        assert self.setup["verdict"] == "OK", self.setup

    def event(self, name: str, by: str, *, t: float | None = None, **fields: Any) -> dict[str, Any]:
        self.t = self.t + 1 if t is None else t
        return self.judge.feed({"event": name, "t": self.t, "by": by, **fields})

    def reveal(self, by: str, card: Any, **fields: Any) -> dict[str, Any]:
        return self.event("reveal", by, card=card, **fields)

    def place(self, by: str, text: str, handle: str = "first", **fields: Any) -> dict[str, Any]:
        return self.event("place", by, layers=skewer(text), handle=handle, **fields)

    def call(self, by: str, **fields: Any) -> dict[str, Any]:
        return self.event("call", by, **fields)

    def recover(self, by: str, **fields: Any) -> dict[str, Any]:
        return self.event("recover", by, **fields)

    def steal(self, by: str, source: str, card: Any = None, **fields: Any) -> dict[str, Any]:
        return self.event("steal", by, **{"from": source, "card": card, **fields})

    def decline(self, by: str, **fields: Any) -> dict[str, Any]:
        return self.event("decline", by, **fields)

    def override(self, of: dict[str, Any], verdict: str = "OK") -> dict[str, Any]:
        return self.judge.feed(
            {"event": "override", "of": of["line"], "verdict": verdict, "by": "all_opponents"}
        )

    def undo(self, of: dict[str, Any]) -> dict[str, Any]:
        return self.judge.feed({"event": "undo", "of": of["line"]})

    def turn(self, card: Any) -> dict[str, Any]:
        """The first player reveals a card, and whoever has a skewer on the plate lifts it."""
        revealed = self.reveal(self.view["first"], card)
        assert revealed["verdict"] == "OK", revealed
        for player in self.view["plate"]:
            self.recover(player)
        return revealed

    def win(self, by: str, card: str) -> dict[str, Any]:
        """A whole turn: a card of the deck is revealed, and a player fills the order."""
        self.turn(card)
        placed = self.place(by, RIGHT[card])
        assert placed["verdict"] == "OK", placed
        return placed

    @property
    def view(self) -> dict[str, Any]:
        return self.judge.view()

    @property
    def scores(self) -> dict[str, str]:
        scores: dict[str, str] = self.view["scores"]
        return scores

    @property
    def result(self) -> dict[str, Any]:
        result: dict[str, Any] = self.judge.result()["result"]
        return result


WRONG = "M"
"""A skewer that fills no order of the deck."""


def touting(**options: Any) -> Table:
    """A holds a 6.0 card, B a 3.0 card; A has revealed a touting card."""
    table = Table(**options)
    table.win("B", "vegetable-pepper")
    table.win("A", "best")
    table.reveal("A", "touting")
    return table


def tie(**options: Any) -> Table:
    """A and B have 6.0 each, C nothing, and B has revealed the closing card."""
    table = Table(**options)
    table.win("A", "best")
    table.win("B", "best")
    table.reveal("B", "closing")
    return table


@st.composite
def orders(draw: st.DrawFn) -> tuple[str, ...]:
    """What an order card can show: each cube at most once, each strip round one or two neighbours."""
    cubes = draw(st.lists(st.sampled_from(CUBES), min_size=1, max_size=4, unique=True))
    groups: list[tuple[list[str], str | None]] = [([cube], None) for cube in cubes]
    for strip in draw(st.lists(st.sampled_from(STRIPS), max_size=2, unique=True)):
        plain = [i for i, (_, wrap) in enumerate(groups) if wrap is None]
        if not plain:
            break
        at = draw(st.sampled_from(plain))
        if at + 1 in plain and draw(st.booleans()):
            groups[at : at + 2] = [(groups[at][0] + groups[at + 1][0], strip)]
        else:
            groups[at] = (groups[at][0], strip)
    layers: list[str] = []
    for inner, wrap in groups:
        layers += inner if wrap is None else [wrap, *inner, wrap]
    return tuple(layers)


any_layers = st.lists(st.sampled_from(PIECES), max_size=10).map(tuple)
"""Anything that can be on a stick."""


def codes(verdict: Mapping[str, Any], *, warnings: bool = False) -> list[str]:
    """The codes of a verdict's reasons, those of warnings only on demand."""
    return [reason["code"] for reason in verdict["reasons"] if warnings or "severity" not in reason]


def warnings(verdict: Mapping[str, Any]) -> list[str]:
    return [reason["code"] for reason in verdict["reasons"] if reason.get("severity") == "warning"]


def effects(verdict: Mapping[str, Any]) -> list[tuple[str, str | None, str | None]]:
    return [(e["effect"], e.get("player"), e.get("card")) for e in verdict.get("effects", ())]

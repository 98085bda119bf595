"""Scenes for tests of Kushi Express, and the parts of a whole verdict."""

from __future__ import annotations

from typing import Any

from kushi import BEST, VP, WRONG, Table, order, tie

Verdict = dict[str, Any]

OVER = {"effect": "game_over"}
SHOW = {"effect": "show_hidden_cards"}
NO_CALL = {"code": "no_call", "expected": '"Bon appétit!"', "seen": None, "severity": "warning"}
SIMULTANEOUS = {"code": "simultaneous", "advice": "the players decide whose skewer lay first"}
ORIENTATION = {
    "code": "orientation",
    "expected": "the handle end in view",
    "seen": "a skewer that is right from one end only",
    "advice": "show the handle end",
}
UNSETTLED = {"code": "unsettled", "advice": "decide about the open claim first"}


def hidden(*cards: Any) -> Table:
    """B has taken these cards from the pile unshown (None: nobody knows which), and A is first."""
    table = Table(pile_card="hidden")
    for card in cards:
        table.reveal("A", "touting")
        assert table.steal("B", "pile", card)["verdict"] == "OK"
    return table


def ended(*cards: Any) -> Table:
    """As `hidden`, and the closing card was turned over."""
    table = hidden(*cards)
    table.reveal("A", "closing")
    return table


def gains(player: str, card: str | None = None) -> Verdict:
    return {"effect": "gains", "player": player} | ({"card": card} if card else {})


def loses(player: str, card: str) -> Verdict:
    return {"effect": "loses", "player": player, "card": card}


def out(player: str) -> Verdict:
    return {"effect": "out", "player": player}


def aside(card: str, player: str | None = None) -> Verdict:
    return {"effect": "set_aside"} | ({"player": player} if player else {}) | {"card": card}


def build(card: Any = "best", **options: Any) -> Table:
    table = Table(**options)
    table.reveal("A", card)
    return table


def open_touting(**options: Any) -> Table:
    return build("touting", **options)


def won(*cards: str, then: str | None = None) -> Table:
    """A has won these cards (`best` if none is named) and then turned over another one."""
    table = Table()
    for card in cards or ("best",):
        table.win("A", card)
    if then:
        table.reveal("A", then)
    return table


def two_cards() -> Table:
    return won("best", "new", then="touting")


def over() -> Table:
    return won(then="closing")


def won_touting() -> Table:
    return won(then="touting")


def tie_break() -> Table:
    """A and B build once more for the victory; C only watches."""
    table = tie()
    table.turn("new")
    return table


def unsettled() -> Table:
    table = build()
    assert table.place("B", BEST, handle="unknown")["verdict"] == "UNSURE"
    return table


def all_but_one_out() -> Table:
    table = build(order(VP))
    for player in "AB":
        table.place(player, WRONG)
    return table

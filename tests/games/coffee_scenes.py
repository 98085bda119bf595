"""Scenes of Coffee Rush for tests of whole verdicts, and short builders for what a verdict says."""

from __future__ import annotations

from typing import Any

from coffee import Table, joined
from whole import Said

HERE: dict[str, Any] = {"cell": [1, 1]}
BUSY: dict[str, Any] = {"cell": [3, 1], "queue": {"1": ["cocoa"]}}
"""A player who keeps the game from being stuck."""
FOUR = [[1, 0], [1, 1], [1, 0], [1, 1]]


def ready(**told: Any) -> dict[str, Any]:
    """A player with a cup for an espresso and one for an iced green tea."""
    cups = {"1": ["coffee", "steam"], "2": ["tea", "water", "ice"]}
    return {**HERE, "cups": cups, "queue": {"1": ["espresso", "iced-green-tea"]}, **told}


def serving(players: int = 4, options: Any = None, table: Any = None, **told: Any) -> Table:
    """As `ready`, and the player has moved and poured."""
    game = joined(players, options=options, table=table, A=ready(**told))
    game.go("A", [1, 2])
    return game


def served(players: int = 4, **told: Any) -> Table:
    game = serving(players, **told)
    assert game.process("A", "espresso")["verdict"] == "OK"
    return game


def moved(options: Any = None, table: Any = None, **told: Any) -> Table:
    """A player who has moved and poured, and an opponent with a card."""
    game = joined(options=options, table=table, A={**HERE, **told}, B=BUSY)
    game.go("A", [1, 2])
    return game


def gained(**told: Any) -> Table:
    """A player with an ice and a water in hand."""
    game = joined(A={**HERE, **told}, B=BUSY)
    assert game.move("A", [1, 2], [1, 3])["verdict"] == "OK"
    return game


def unknown_supply() -> Table:
    """Nobody knows how much water there is."""
    game = Table(2)
    game.state("A", cell=[1, 2], cups={}, queue={}, processed=0, penalties=0, rush=0, upgrades=[])
    game.state("B", cell=[3, 3], queue={"1": ["cocoa"]})
    return game


def stuck() -> Table:
    game = joined(3, A={**HERE, "processed": 1})
    game.go("A", [1, 2])
    return game


def over() -> Table:
    game = moved(table={"token": "CLOSED"}, processed=1)
    game.end("A")
    return game


def won_token() -> Table:
    """A player who won a rush token, of whom nobody saw whether the meeple had moved."""
    game = joined(A=ready(), B=BUSY, turn=None)
    game.process("A", "iced-green-tea", 2)
    return game


def fresh() -> Table:
    """The first turn of a game that was followed from its start."""
    return Table(2).set_up()


def public() -> Table:
    """The public rules for two: A stands on [0, 3] and [3, 3], B in the left corners."""
    game = Table(2, two_player="public")
    for name, cell in zip("BABA", ([0, 0], [0, 3], [3, 0], [3, 3]), strict=True):
        game.start_cell(name, cell)
    for name, tab in (("A", 1), ("A", 1), ("A", 2), ("B", 1), ("B", 2)):
        game.deal(name, tab)
    return game


def seen(game: Table, after: Any, back: list[str], before: Any = None) -> Said:
    """A pouring that is told by the cups."""
    return game.event("pour", "A", cups_before=before, cups_after=after, returned=back)


def why(code: str, expected: Any = None, seen: Any = None, **more: Any) -> Said:
    silent = expected is None and seen is None and "path" not in more
    return {"code": code, **({} if silent else {"expected": expected, "seen": seen}), **more}


def note(code: str, expected: Any = None, seen: Any = None, **more: Any) -> Said:
    return why(code, expected, seen, severity="warning", **more)


def did(effect: str, player: str | None = None, card: str | None = None) -> Said:
    return {"effect": effect} | ({"player": player} if player else {}) | ({"card": card} if card else {})

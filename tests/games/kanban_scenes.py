"""Scenes of Kanban Menu for tests of whole verdicts, and short builders for what a verdict says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from kanban import SAMPLE, Table, tokens

from referee.gamedata import load_data
from referee.judge import Judge

Verdict = dict[str, Any]


def why(code: str, path: str | None = None, expected: Any = None, seen: Any = None, **more: Any) -> Verdict:
    """A reason as a verdict has it."""
    told = {} if path is None else {"path": path}
    if (path, expected, seen) != (None, None, None):
        told |= {"expected": expected, "seen": seen}
    return {"code": code, **told, **more}


def warn(code: str, path: str | None = None, expected: Any = None, seen: Any = None, **more: Any) -> Verdict:
    return why(code, path, expected, seen, severity="warning", **more)


def tally(
    effect: str, change: Verdict, money: int | None, vp: int | None, player: str = "P1", **more: Any
) -> Verdict:
    if "source" in more:
        more["from"] = more.pop("source")
    return {"effect": effect, "player": player, "change": change, "money": money, "vp": vp, **more}


def at(
    action: int, text: str = "", used: str = "", table: Table | None = None, bag: Any = None, **has: Any
) -> Table:
    """P1 has chosen an action card and taken its tokens."""
    more = {} if bag is None else {"bag": bag}
    return (table or Table()).has(**has).lies({action: text}, used, **more).chosen(action, text)


def spread(onto: str = "", bag: str = "bbgg", **options: Any) -> Table:
    """P1 has skipped the first action and is to distribute; the named action cards are full."""
    table = Table(**options).has().lies({int(i): "bbbbbb" for i in onto}, bag=bag).chosen(1)
    table.skip()
    return table


def placed(table: Table) -> Table:
    """The first action is skipped and the tokens are distributed."""
    table.lies().chosen(1).skip()
    table.distribute(("b", 2), ("g", 3))
    return table


def knows(*names: str, player: str = "P1", table: Table | None = None, **told: Any) -> Table:
    """Joined half way: all but these is known of a player."""
    table = table or Table()
    everything = {"money": 0, "vp": 0, "materials": [], "menu": [], "hand": None, **told}
    table.state(player, **{key: value for key, value in everything.items() if key not in names})
    return table


def last(table: Table) -> Verdict:
    """The end of the second player's turn; the end of the game with 30 VP somewhere."""
    table.lies().turn("P1")
    return table.lies().turn("P2")


def dishes(*area: str, deck: int = 5, **has: Any) -> Table:
    """P1 is to develop or reserve."""
    return Table().has(**has).lies(area=list(area), deck=deck).chosen(5)


def over() -> Table:
    table = Table().has(vp=30).has(player="P2")
    last(table)
    return table


def hazy(action: int, *names: str, **told: Any) -> Table:
    """P1 has chosen an action card, and some of what P1 has is not known."""
    return knows(*names, **told).lies().chosen(action)


def choosing(action: int, text: str) -> Table:
    """P1 has chosen an action card, and its tokens lie there."""
    table = Table().has().lies({action: text})
    table.choose(action)
    return table


def unseen(action: int, text: str = "", took: bool = True, **has: Any) -> Table:
    """P1 has chosen an action card, and nothing is known of the table."""
    table = Table().has(**has)
    table.choose(action)
    if took:
        table.take(text)
    return table


def partly(full: int) -> Table:
    """P1 is to distribute; these action cards are full, and of the others but the first nothing is known."""
    table = Table().has()
    table.event("table", None, actions={"1": [], **{i: tokens("bbbbbb") for i in str(full)}}, used=[])
    table.chosen(1).skip()
    return table


def had_used(card: str) -> Table:
    table = Table().has(menu=[card])
    table.ability(card)
    return table


def forced(table: Table, play: Callable[[Table], Verdict]) -> Verdict:
    """What people say that stands."""
    return table.override(play(table))


def refused() -> Verdict:
    table = Table().has(vp=30).has(vp=30, player="P2")
    return table.override(last(table), "ILLEGAL")


def tied_unknown() -> Table:
    """Before the end of a game with a tie; how many menu cards one of the two has is not known."""
    table = knows("menu", player="P2", table=Table().has(vp=32))
    table.lies().turn("P1")
    table.lies().chosen(1, by="P2").skip("P2")
    table.distribute(("b", 2), ("g", 3), by="P2")
    table.state("P2", money=0, vp=32)
    return table


def cumulative() -> Table:
    """P1 once had 30 VP."""
    return Table(end_on="cumulative").has(vp=30).has(vp=3)


def three() -> Verdict:
    """The best two are tied, and menu cards decide."""
    table = Table(3).has(vp=31, menu=["opera"]).has(vp=28, money=9, player="P2")
    table.has(vp=2, menu=["brunch", "bavarois"], player="P3")
    for player in ("P1", "P2", "P3"):
        end = table.lies().turn(player)
    return end


def lacking(*names: str, **options: Any) -> Table:
    """An edition without these numbers."""
    table = Table()
    table.judge = Judge(load=lambda game, raw: replace(load_data(game, raw), **dict.fromkeys(names)))
    setup = {"event": "setup", "game": "kanban-menu", "players": table.players, "start": "P1"}
    assert table.judge.feed({**setup, "data": SAMPLE, "options": options})["verdict"] == "OK"
    return table


def begins(**fields: Any) -> Verdict:
    setup = {"event": "setup", "game": "kanban-menu", "players": ["P1", "P2"], "start": "P1"}
    return Judge().feed({**setup, **fields})


NO_SALE = {key: value for key, value in SAMPLE.items() if key != "sell"}

"""Whole verdicts of a turn and of the end, word for word: call, reasons with all that they say, and effects.
Codes alone would let a wrong name, field or effect pass."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import whole
from coffee import Table, joined

Said = dict[str, Any]
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


Row = tuple[str, Callable[[], Said], str, list[Said], list[Said]]
# fmt: off
VERDICTS: list[Row] = [
    # ending
    ("a turn that is over", lambda: (t := moved(), t.end("A"))[-1],
     "OK", [], []),
    ("no move at all", lambda: fresh().end("A"),
     "ILLEGAL", [why("no_move", "a move")], []),
    ("tokens not poured at the end",
     lambda: (t := joined(A=HERE, B=BUSY), t.move("A", [1, 2], [1, 3], [2, 3]), t.end("A"))[-1],
     "ILLEGAL", [why("not_poured", "coffee, ice, water in cups or in the supply")], []),
    ("tokens not poured that people let pass",
     lambda: (t := joined(A=HERE, B=BUSY), t.move("A", [1, 2]), t.override(t.end("A")))[-1],
     "OK", [], []),
    ("a supply that is not known at the end",
     lambda: (t := unknown_supply(), t.move("A", [1, 3]), t.end("A"))[-1],
     "UNSURE", [why("no_data", "supply to be known", path="supply", advice="tell it in a table event")], []),
    ("one neighbour has not drawn", lambda: (t := served(), t.draw("B", "cocoa"), t.end("A"))[-1],
     "ILLEGAL", [why("draw_missing", "cards drawn: C 1")], []),
    ("no neighbour has drawn", lambda: (t := served(), t.end("A"))[-1],
     "ILLEGAL", [why("draw_missing", "cards drawn: B 1, C 1")], []),
    ("drawn from a deck that is not known", lambda: served(processed=None).end("A"),
     "UNSURE", [why("no_data", "deck to be known", path="deck", advice="tell it in a table event")], []),
    ("a new card from a deck that is not known",
     lambda: (t := public(), t.table(deck=None), t.go("A", [0, 2]), t.end("A"))[-1],
     "UNSURE", [why("no_data", "deck to be known", path="deck", advice="tell it in a table event")], []),
    ("a queue that is not known", lambda: (t := moved(queue={"4": None}), t.end("A"))[-1],
     "UNSURE", [why("no_data", "queue to be known", path="queue", advice="tell it in a state event")], []),
    ("penalties that are not known",
     lambda: (t := moved(queue={"4": ["cocoa"]}, penalties=None), t.end("A"))[-1],
     "UNSURE", [why("no_data", "penalties to be known", path="penalties", advice="tell it in a state event")],
     [did("penalty", "A", "cocoa"), did("rush_token", "A")]),
    ("nothing can be served any more",
     lambda: (t := joined(3, A={**HERE, "processed": 1}), t.go("A", [1, 2]), t.end("A"))[-1],
     "ASK", [why("stalemate", "a card in some queue",
                 advice="nobody can process a card and none will come: decide OK to end the game and count")],
     []),
    ("people end a game that is stuck", lambda: (t := stuck(), t.override(t.end("A")))[-1],
     "OK", [], [did("game_over"), did("wins", "A")]),
    ("two penalty cards", lambda: (t := moved(queue={"4": ["cocoa", "espresso"]}), t.end("A"))[-1],
     "OK", [],
     [did("penalty", "A", "cocoa"),
      did("penalty", "A", "espresso"),
      did("rush_token", "A"),
      did("rush_token", "A")]),
    ("a penalty card that nobody read", lambda: (t := moved(queue={"4": [None]}), t.end("A"))[-1],
     "OK", [], [did("penalty", "A"), did("rush_token", "A")]),
    ("penalty cards and only one rush token",
     lambda: (t := moved(queue={"4": ["cocoa", "espresso"]}, table={"rush_supply": 1}), t.end("A"))[-1],
     "OK", [], [did("penalty", "A", "cocoa"), did("penalty", "A", "espresso"), did("rush_token", "A")]),
    ("the fifth penalty card",
     lambda: (t := moved(queue={"4": ["cocoa"]}, penalties=4, processed=9), t.end("A"))[-1],
     "OK", [],
     [did("penalty", "A", "cocoa"),
      did("rush_token", "A"),
      did("token_closed"),
      did("game_over"),
      did("wins", "A")]),
    ("the fifth penalty card with a round to finish",
     lambda: (t := moved(queue={"4": ["cocoa"]}, penalties=4, options={"finish_round": True}),
              t.end("A"))[-1],
     "OK", [], [did("penalty", "A", "cocoa"), did("rush_token", "A"), did("token_closed")]),
    ("five penalty cards after CLOSED",
     lambda: (t := moved(queue={"4": ["cocoa"]}, penalties=5, table={"token": "CLOSED"}), t.end("A"))[-1],
     "OK", [], [did("penalty", "A", "cocoa"), did("rush_token", "A"), did("game_over"), did("wins", "B")]),
    ("a deck too small for the order rush", lambda: served(table={"deck": 1}).draw("B", "cocoa"),
     "OK", [], [did("draws", "B", "cocoa"), did("token_closed")]),
    ("a turn that ends after it",
     lambda: (t := served(table={"deck": 1}), t.draw("B", "cocoa"), t.end("A"))[-1],
     "OK", [], [did("game_over"), did("wins", "A")]),
    ("no deck for the order rush", lambda: served(table={"deck": 0}).end("A"),
     "OK", [], [did("token_closed"), did("game_over"), did("wins", "A")]),
    ("a deck that is used up exactly",
     lambda: (t := served(table={"deck": 2}), t.draw("B", "cocoa"), t.draw("C", "cocoa"))[-1],
     "OK", [], [did("draws", "C", "cocoa")]),
    ("a deck that is empty closes",
     lambda: (t := served(table={"deck": 2}, options={"close_on": "empty"}), t.draw("B", "cocoa"),
              t.draw("C", "cocoa"))[-1],
     "OK", [], [did("draws", "C", "cocoa"), did("token_closed")]),
    ("no new card for the player",
     lambda: (t := public(), t.table(deck=0), t.go("A", [0, 2]), t.end("A"))[-1],
     "OK", [], [did("token_closed"), did("game_over"), did("wins", "A"), did("wins", "B")]),
    ("a new card is due", lambda: (t := public(), t.go("A", [0, 2]), t.end("A"))[-1],
     "OK", [], []),
    ("a shared victory", lambda: (t := moved(table={"token": "CLOSED"}), t.end("A"))[-1],
     "OK", [], [did("game_over"), did("wins", "A"), did("wins", "B")]),
    ("nobody wins while something is not known",
     lambda: (t := joined(A={**HERE, "rush": None}, table={"token": "CLOSED"}), t.go("A", [1, 2]),
              t.end("A"))[-1],
     "OK", [], [did("game_over")]),
    ("a move after the end", lambda: (t := over(), t.move("B", [2, 1]))[-1],
     "ILLEGAL", [why("game_over")], []),
    ("cards after the end", lambda: (t := over(), t.draw("B", "cocoa"))[-1],
     "ILLEGAL", [why("game_over")], []),
    # the turn
    ("another's turn", lambda: moved().move("B", [2, 1]),
     "ILLEGAL", [why("not_your_turn", "A", "B")], []),
    ("an emptied cup in another's turn", lambda: moved().empty("B", 1),
     "ILLEGAL", [why("not_your_turn", "A", "B")], []),
    ("a move after the flow of time",
     lambda: (t := public(), t.go("A", [0, 2]), t.end("A"), t.move("A", [0, 1]))[-1],
     "ILLEGAL", [why("turn_over", "a new card on tab 1, then the next player's turn")], []),
    ("pouring before the move", lambda: fresh().pour("A"),
     "ILLEGAL", [why("no_move", "a move")], []),
    ("processing before the move",
     lambda: (t := fresh(), t.state("A", **ready()), t.process("A", "espresso"))[-1],
     "ILLEGAL", [why("no_move", "a move")], []),
    # upgrades
    ("an upgrade", lambda: joined(A={"processed": 4}).activate("A", "corner"),
     "OK", [], [did("upgrade", "A", "corner")]),
    ("an upgrade after the move", lambda: (t := moved(processed=3), t.activate("A", "ribbon"))[-1],
     "ILLEGAL", [why("too_late", "upgrades before the move")], []),
    ("a second upgrade",
     lambda: (t := joined(A={"processed": 9}), t.activate("A", "corner"), t.activate("A", "ribbon"))[-1],
     "ILLEGAL", [why("one_per_turn", "one upgrade a turn", 2)], []),
    ("two cards for an upgrade", lambda: joined(A={"processed": 4}).activate("A", "corner", discard=2),
     "ILLEGAL", [why("wrong_discard", "3 cards", 2)], []),
    ("an upgrade that cannot be paid", lambda: joined(A={"processed": 2}).activate("A", "corner"),
     "ILLEGAL", [why("not_enough_cards", "3 processed cards", 2)], []),
    ("an upgrade that is active",
     lambda: joined(A={"processed": 3, "upgrades": ["meeple"]}).activate("A", "meeple"),
     "ILLEGAL", [why("already_active", None, "meeple")], []),
    ("an upgrade with nothing known",
     lambda: joined(A={"processed": None, "upgrades": None}).activate("A", "corner"),
     "UNSURE", [why("no_data", "processed to be known", path="processed", advice="tell it in a state event"),
                why("no_data", "upgrades to be known", path="upgrades", advice="tell it in a state event")],
     [did("upgrade", "A", "corner")]),
    # moves
    ("a second move", lambda: moved().move("A", [1, 1]),
     "ILLEGAL", [why("already_moved", "one move a turn")], []),
    ("a move of no steps", lambda: joined(A=HERE).move("A"),
     "ILLEGAL", [why("no_move", "1 to 3 steps")], []),
    ("four steps", lambda: joined(A=HERE).move("A", *FOUR),
     "ILLEGAL", [why("too_many_steps", "at most 3 steps", 4)], []),
    ("five steps for a token", lambda: joined(A={**HERE, "rush": 2}).move("A", *FOUR, [1, 0], rush=1),
     "ILLEGAL", [why("too_many_steps", "at most 4 steps", 5)], []),
    ("a token that is worth two steps",
     lambda: joined(A={**HERE, "rush": 2}, options={"rush_step": 2}).move("A", *FOUR, *FOUR, rush=1),
     "ILLEGAL", [why("too_many_steps", "at most 5 steps", 8)], []),
    ("a token that is not owned", lambda: joined(A=HERE).move("A", *FOUR, rush=1),
     "ILLEGAL", [why("rush_not_owned", "at most 0", 1)], []),
    ("a token that is not needed", lambda: joined(A={**HERE, "rush": 2}).move("A", *FOUR, rush=2),
     "ILLEGAL", [why("rush_overpaid", "1 spent for 4 steps", 2)], []),
    ("tokens that are not known", lambda: joined(A={**HERE, "rush": None}).move("A", *FOUR, rush=1),
     "UNSURE", [why("no_data", "rush to be known", path="rush", advice="tell it in a state event")], []),
    ("a token of this very turn", lambda: (t := won_token(), t.move("A", *FOUR, rush=1))[-1],
     "ILLEGAL", [why("already_moved", "one move a turn"), why("rush_not_owned", "at most 0", 1)], []),
    ("a step too far", lambda: joined(A=HERE).move("A", [1, 2], [3, 2], [3, 3]),
     "ILLEGAL", [why("not_adjacent", "a neighbouring cell", "[1, 2] to [3, 2]", position=2)], []),
    ("a diagonal step", lambda: joined(A=HERE).move("A", [1, 2], [2, 3]),
     "ILLEGAL", [why("diagonal", "a step in a row or column", "[1, 2] to [2, 3]", position=2)], []),
    ("a diagonal step where the upgrade is not known",
     lambda: joined(A={**HERE, "upgrades": None}).move("A", [2, 2]),
     "UNSURE", [why("no_data", "upgrades to be known", path="upgrades", advice="tell it in a state event")],
     []),
    ("a start that is not known", lambda: joined(A={"cell": None}).move("A", [2, 2]),
     "UNSURE", [why("no_data", "cell to be known", path="cell", advice="tell it in a state event")], []),
    ("a stop on a meeple", lambda: joined(A=HERE, B={"cell": [1, 2]}).move("A", [1, 2]),
     "ILLEGAL", [why("stop_on_meeple", "a cell without a meeple", "[1, 2]")], []),
    ("meeples that are not known", lambda: joined(A=HERE, B={"cell": None}).move("A", [1, 2]),
     "OK", [note("unknown_cells")], []),
    ("two meeples that may have moved", lambda: public().move("A", [1, 3], [2, 3], [1, 3]),
     "OK", [], []),
    ("two meeples beside the path",
     lambda: (t := public(), t.state("A", cells=[[0, 1], [1, 0]]), t.move("A", [1, 1]))[-1],
     "UNSURE", [why("no_data", "meeple to be known", path="meeple", advice="tell which meeple moves")], []),
    # pouring
    ("a second pouring", lambda: moved().pour("A"),
     "ILLEGAL", [why("already_poured", "one pouring a turn")], []),
    ("too much poured", lambda: (t := gained(), t.pour("A", {1: ["ice", "ice"]}, "water", "tea"))[-1],
     "ILLEGAL", [why("not_gained", "at most ice, water", "ice, tea too many")], []),
    ("too little poured", lambda: (t := gained(), t.pour("A", {1: ["ice"]}))[-1],
     "ILLEGAL", [why("not_poured", "water in cups or in the supply")], []),
    ("poured what nobody saw gained",
     lambda: (t := joined(A=HERE, turn=None), t.pour("A", {1: ["tea"]}))[-1],
     "UNSURE", [why("no_data", "turn to be known", path="turn", advice="tell it in a table event")], []),
    ("poured what may have been gained",
     lambda: (t := unknown_supply(), t.move("A", [1, 3]), t.pour("A"))[-1],
     "UNSURE", [why("no_data", "supply to be known", path="supply", advice="tell it in a table event")], []),
    ("a token that changed its cup",
     lambda: (t := gained(cups={"1": ["tea"]}), seen(t, {"1": [], "2": ["tea"]}, []))[-1],
     "ILLEGAL", [why("cup_transfer", "tokens to stay in their cup")], []),
    ("a token that left its cup",
     lambda: (t := gained(cups={"1": ["tea", "milk"]}), seen(t, {"1": ["tea"]}, []))[-1],
     "ILLEGAL", [why("partial_removal", "a cup kept as it is, or emptied completely")], []),
    ("cups with too much", lambda: (t := gained(), seen(t, {"1": ["ice", "ice"]}, []))[-1],
     "ILLEGAL", [why("not_gained", "at most ice, water", "ice too many")], []),
    ("cups with too little", lambda: (t := gained(), seen(t, {"1": ["ice"]}, []))[-1],
     "ILLEGAL", [why("not_poured", "water in cups or in the supply")], []),
    ("cups and supply with too much",
     lambda: (t := gained(), seen(t, {"1": ["ice"]}, ["water", "milk"]))[-1],
     "ILLEGAL", [why("not_gained", "at most ice, water", "milk too many")], []),
    ("cups that held something else",
     lambda: (t := gained(cups={"2": ["tea"]}),
              seen(t, {"2": ["tea", "ice"]}, ["water"], {"2": ["milk"]}))[-1],
     "UNSURE", [why("differs", "tea", "milk", path="cups_before.2", advice="look again")], []),
    ("cups that nobody knew", lambda: (t := gained(cups=None), seen(t, {"1": ["ice"]}, ["water"]))[-1],
     "UNSURE", [why("no_data", "cups to be known", path="cups", advice="tell it in a state event")], []),
    ("cups seen where the supply is not known",
     lambda: (t := unknown_supply(), t.move("A", [1, 3]), seen(t, {"1": ["water"]}, []))[-1],
     "UNSURE", [why("no_data", "supply to be known", path="supply", advice="tell it in a table event")], []),
    ("cups seen in a turn that nobody saw",
     lambda: (t := joined(A=HERE, turn=None), seen(t, {"1": ["tea"]}, None))[-1],
     "UNSURE", [why("no_data", "turn to be known", path="turn", advice="tell it in a table event")], []),
    ("more in the cups than was gained", lambda: (t := gained(), seen(t, {"1": ["ice", "ice"]}, None))[-1],
     "ILLEGAL", [why("not_gained", "at most ice, water", "ice too many")], []),
    # moves that were not seen
    ("a second move that was not seen", lambda: moved().observe("A", [1, 2], [1, 3], [], [["water"]]),
     "ILLEGAL", [why("already_moved", "one move a turn")], []),
    ("a start somewhere else", lambda: joined(A=HERE).observe("A", [1, 2], [1, 3], [], [["water"]]),
     "UNSURE", [why("differs", "[1, 1]", "[1, 2]", path="from", advice="look again")], []),
    ("one of two starts", lambda: public().observe("A", [1, 2], [1, 3], [], [["water"]]),
     "UNSURE", [why("differs", "[0, 3] or [3, 3]", "[1, 2]", path="from", advice="look again")], []),
    ("no path leads there", lambda: joined(A=HERE).observe("A", [1, 1], [3, 3], [], [["steam"]]),
     "ILLEGAL", [why("no_path", "a path of at most 3 steps from [1, 1] to [3, 3]", "steam")], []),
    ("no path gives that with tokens spent",
     lambda: joined(A={**HERE, "rush": 1}).observe("A", [1, 1], [1, 2], [], [["tea", "caramel"]], rush=1),
     "ILLEGAL", [why("no_path", "a path of at most 4 steps from [1, 1] to [1, 2]", "caramel, tea")], []),
    ("an end on a meeple that was not seen",
     lambda: joined(A=HERE, B={"cell": [1, 2]}).observe("A", [1, 1], [1, 2], [], [["ice"]]),
     "ILLEGAL", [why("stop_on_meeple", "a cell without a meeple", "[1, 2]")], []),
    ("a token not owned on a path not seen",
     lambda: joined(A=HERE).observe("A", [1, 1], [1, 1], [], [["coffee"] * 2], rush=1),
     "ILLEGAL", [why("rush_not_owned", "at most 0", 1)], []),
    ("a token not needed on a path not seen",
     lambda: joined(A={**HERE, "rush": 2}).observe("A", [1, 1], [1, 1], [], [["ice"]], rush=2),
     "ILLEGAL", [why("rush_overpaid", "fewer rush tokens for these steps", 2)], []),
    ("a token moved on a path not seen",
     lambda: joined(A={**HERE, "cups": {"1": ["tea"]}}).observe("A", [1, 1], [1, 2], [["tea"]], [[],
              ["tea"]]),
     "ILLEGAL", [why("cup_transfer", "tokens to stay in their cup")], []),
    ("a token taken out on a path not seen",
     lambda: joined(A={**HERE, "cups": {"1": ["tea", "milk"]}}).observe("A", [1, 1], [1, 2], [["tea",
              "milk"]], [["tea"]]),
     "ILLEGAL", [why("partial_removal", "a cup kept as it is, or emptied completely")], []),
    ("cups not known on a path not seen",
     lambda: joined(A={**HERE, "cups": None}).event("observe", "A", **{"from": [1, 1], "to": [1, 2],
              "cups_after": {"1": ["ice"]}}),
     "UNSURE", [why("no_data", "cups to be known", path="cups", advice="tell it in a state event")], []),
    ("upgrades not known on a path not seen",
     lambda: joined(A={**HERE, "upgrades": None}).observe("A", [1, 1], [0, 0], [], [["ice"] * 2]),
     "UNSURE", [why("no_data", "upgrades to be known", path="upgrades", advice="tell it in a state event")],
     []),
    # orders
    ("an order", lambda: serving().process("A", "espresso"),
     "OK", [], [did("processes", "A", "espresso")]),
    ("a specialty", lambda: serving().process("A", "iced-green-tea", 2),
     "OK", [], [did("processes", "A", "iced-green-tea"), did("rush_token", "A")]),
    ("a specialty without tokens left",
     lambda: serving(table={"rush_supply": 0}).process("A", "iced-green-tea", 2),
     "OK", [], [did("processes", "A", "iced-green-tea")]),
    ("a cup that was not looked into", lambda: joined(A=ready(cups={"1": None})).process("A", "espresso"),
     "UNSURE", [why("no_data", "cups to be known", path="cups", advice="look into the cup")],
     [did("processes", "A", "espresso")]),
    ("a cup that has served",
     lambda: (t := serving(), t.process("A", "espresso"), t.process("A", "iced-green-tea"))[-1],
     "ILLEGAL", [why("one_cup_one_card", None, "cup 1 has served this turn")], []),
    ("a cup that does not match",
     lambda: serving(cups={"1": ["coffee", "coffee", "ice"]}).process("A", "espresso"),
     "ILLEGAL", [why("no_match", "coffee, steam", "coffee x2, ice")], []),
    ("an empty cup", lambda: serving().process("A", "espresso", 3),
     "ILLEGAL", [why("no_match", "coffee, steam", "nothing")], []),
    ("a card that is not in the queue", lambda: serving(queue={"1": ["cocoa"]}).process("A", "espresso"),
     "ILLEGAL", [why("not_in_queue", "espresso in the queue")], []),
    ("a card at another tab", lambda: serving().process("A", "espresso", tab=2),
     "ILLEGAL", [why("not_in_queue", "espresso in tab 2")], []),
    ("a queue that may have the card", lambda: serving(queue={"1": [None]}).process("A", "espresso"),
     "UNSURE", [why("no_data", "queue to be known", path="queue", advice="tell it in a state event")],
     [did("processes", "A", "espresso")]),
    ("a card at two tabs",
     lambda: serving(queue={"1": ["espresso"], "3": ["espresso"]}).process("A", "espresso"),
     "OK", [note("tab_assumed", "tab 3")], [did("processes", "A", "espresso")]),
    ("an order before all is poured",
     lambda: (t := joined(A=ready()), t.move("A", [1, 2]), t.process("A", "espresso"))[-1],
     "ILLEGAL", [why("not_poured", "ice in cups or in the supply")], []),
    ("an order after the draw",
     lambda: (t := serving(), t.process("A", "espresso"), t.draw("B", "cocoa"),
              t.process("A", "iced-green-tea", 2))[-1],
     "ILLEGAL", [why("rush_begun", "orders processed before the neighbours draw")], []),
    ("an order that people let pass",
     lambda: (t := serving(queue={}), t.override(t.process("A", "espresso")))[-1],
     "OK", [], [did("processes", "A", "espresso")]),
    # the order rush
    ("cards of the order rush", lambda: (t := served(), t.draw("B", "cocoa"))[-1],
     "OK", [], [did("draws", "B", "cocoa")]),
    ("a card that nobody read", lambda: served().draw("B", None),
     "OK", [], [did("draws", "B")]),
    ("nothing was served", lambda: serving().draw("B", "cocoa"),
     "ILLEGAL", [why("not_due", "cards for nobody", "B")], []),
    ("somebody who does not draw", lambda: served().draw("D", "cocoa"),
     "ILLEGAL", [why("not_due", "cards for B and C", "D")], []),
    ("somebody who does not draw with two", lambda: served(2).draw("A", "cocoa"),
     "ILLEGAL", [why("not_due", "cards for B", "A")], []),
    ("the second neighbour first", lambda: served().draw("C", "cocoa"),
     "ILLEGAL", [why("rush_order", "B", "C")], []),
    ("the second neighbour before the rest",
     lambda: (t := served(), t.process("A", "iced-green-tea", 2), t.draw("B", "cocoa"),
              t.draw("C", "cocoa"))[-1],
     "ILLEGAL", [why("rush_order", "B", "C")], []),
    ("too many cards", lambda: served().draw("B", "cocoa", "cocoa"),
     "ILLEGAL", [why("too_many_cards", "1", 2)], []),
    ("one card too many", lambda: (t := served(), t.draw("B", "cocoa"), t.draw("B", "cocoa"))[-1],
     "ILLEGAL", [why("too_many_cards", "0", 1)], []),
    ("more cards than there are",
     lambda: (t := served(table={"deck": 1}), t.process("A", "iced-green-tea", 2),
              t.draw("B", "cocoa", "cocoa"))[-1],
     "BAD_INPUT", [why("not_in_deck", "at most 1 cards", 2, path="cards")], []),
    ("more cards than were seen served",
     lambda: (t := joined(3, A=ready(), turn=None), t.process("A", "espresso"),
              t.draw("B", "cocoa", "cocoa"))[-1],
     "UNSURE", [why("no_data", "turn to be known", path="turn", advice="tell it in a table event")],
     [did("draws", "B", "cocoa"), did("draws", "B", "cocoa")]),
    ("cards of nobody's turn", lambda: (t := joined(3, turn=None), t.draw("B", "cocoa"))[-1],
     "UNSURE", [why("no_data", "turn to be known", path="turn", advice="tell it in a table event")],
     [did("draws", "B", "cocoa")]),
    ("the only neighbour", lambda: served(2).draw("B", "cocoa"),
     "OK", [note("silent")], [did("draws", "B", "cocoa")]),
    ("more of a card than there are",
     lambda: (t := served(), t.process("A", "iced-green-tea", 2), t.draw("B", "cocoa", "cocoa"),
              t.draw("C", "cocoa"))[-1],
     "OK", [note("too_many_copies", "2 of cocoa in the deck", 3)], [did("draws", "C", "cocoa")]),
    ("a new card for another",
     lambda: (t := public(), t.go("A", [0, 2]), t.end("A"), t.draw("B", "cocoa"))[-1],
     "ILLEGAL", [why("not_due", "a new card for A", "B")], []),
    ("two new cards",
     lambda: (t := public(), t.go("A", [0, 2]), t.end("A"), t.draw("A", "cocoa", "cocoa"))[-1],
     "ILLEGAL", [why("too_many_cards", "1", 2)], []),
    ("a new card", lambda: (t := public(), t.go("A", [0, 2]), t.end("A"), t.draw("A", "cocoa"))[-1],
     "OK", [], [did("draws", "A", "cocoa")]),
    ("a new card at the end",
     lambda: (t := public(), t.table(token="CLOSED"), t.go("A", [0, 2]), t.end("A"))[-1],
     "OK", [], [did("game_over"), did("wins", "A"), did("wins", "B")]),
]
# fmt: on


@whole.each(VERDICTS)
def test_whole_verdicts(
    play: Callable[[], Said], call: str, reasons: list[Said], effects: list[Said]
) -> None:
    whole.tells(play, call, reasons, effects)

"""Whole verdicts of the set-up and of what is told, word for word; whole results and views."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import whole
from coffee import FULL, Table, joined
from coffee_scenes import FOUR, HERE, Said, did, fresh, moved, note, over, public, ready, why

from referee.games.base import Reason, Ruling, Verdict
from referee.games.coffee_rush.game import GAME

ALL = ["coffee"] * 3 + ["tea", "water", "milk", "ice", "steam"] * 2


def doubtful() -> Table:
    game = joined(A={**HERE, "rush": None})
    assert game.move("A", *FOUR, rush=1)["verdict"] == "UNSURE"
    return game


# fmt: off
VERDICTS: list[whole.Row] = [
    # the set-up
    ("a card", lambda: Table(2).deal("A", 1),
     "OK", [], []),
    ("a card at tab 3", lambda: Table(2).deal("A", 3),
     "ILLEGAL", [why("wrong_tab", "tab 1 or tab 2", "tab 3")], []),
    ("a third card at tab 1",
     lambda: (t := Table(2), t.deal("A", 1), t.deal("A", 1), t.deal("A", 1, None))[-1],
     "ILLEGAL", [why("too_many_cards", "2 at tab 1", 3, path="tab")], []),
    ("a second card at tab 2", lambda: (t := Table(2), t.deal("B", 2), t.deal("B", 2))[-1],
     "ILLEGAL", [why("too_many_cards", "1 at tab 2", 2, path="tab")], []),
    ("the third of two cards",
     lambda: (t := Table(2), t.deal("A", 1, "cocoa"), t.deal("A", 1, "cocoa"), t.deal("A", 2, "cocoa"))[-1],
     "OK", [note("too_many_copies", "2 of cocoa in the deck", 3)], []),
    ("a card after the set-up", lambda: Table(2).set_up().deal("A", 1),
     "ILLEGAL", [why("set_up_over")], []),
    ("a meeple", lambda: Table(3).start_cell("C", [0, 0]),
     "OK", [], []),
    ("a meeple out of turn", lambda: Table(3).start_cell("B", [0, 0]),
     "ILLEGAL", [why("setup_order", "C", "B")], []),
    ("a meeple on another",
     lambda: (t := Table(2), t.start_cell("B", [1, 2]), t.start_cell("A", [1, 2]))[-1],
     "ILLEGAL", [why("occupied", None, "[1, 2]")], []),
    ("a third meeple for two",
     lambda: (t := Table(2), t.start_cell("B", [1, 2]), t.start_cell("A", [1, 3]),
              t.start_cell("A", [0, 0]))[-1],
     "ILLEGAL", [why("set_up_over")], []),
    ("a meeple after the set-up", lambda: Table(2).set_up().start_cell("B", [0, 0]),
     "ILLEGAL", [why("set_up_over")], []),
    ("a token given back", lambda: Table(2).event("start_cell", "B", cell=[0, 1], returned=["caramel"]),
     "ILLEGAL", [why("not_poured", "caramel in a cup", "given back", path="returned")], []),
    ("play with a meeple missing",
     lambda: (t := Table(2), t.start_cell("B", [0, 0]), t.move("A", [1, 1]))[-1],
     "ILLEGAL", [why("set_up_open", "A to place a meeple")], []),
    ("play with cards missing",
     lambda: (t := Table(2), t.start_cell("B", [0, 0]), t.start_cell("A", [1, 1]), t.deal("A", 1),
              t.move("A", [1, 2]))[-1],
     "ILLEGAL", [why("set_up_open", "two cards for each player, three for the starting player")], []),
    ("play without a word of the set-up", lambda: Table(2).move("A", [1, 1]),
     "UNSURE", [why("no_data", "cell to be known", path="cell", advice="tell it in a state event"),
                note("set_up_not_told", "start_cell events of the set-up", path="event"),
                note("set_up_not_told", "deal events of the set-up", path="event"),
                note("unknown_cells")], []),
    ("play without a word of the cards",
     lambda: (t := Table(2), t.start_cell("B", [0, 0]), t.start_cell("A", [1, 1]), t.move("A", [1, 2]))[-1],
     "OK", [note("set_up_not_told", "deal events of the set-up", path="event")], []),
    # how things stand
    ("a player", lambda: Table(2).state("A", cell=[1, 1]),
     "OK", [], []),
    ("five penalty cards", lambda: Table(2).state("A", penalties=5),
     "OK", [], [did("token_closed")]),
    ("four penalty cards", lambda: Table(2).state("A", penalties=4),
     "OK", [], []),
    ("a cell with a meeple", lambda: joined(B={"cell": [2, 3]}).state("A", cell=[2, 3]),
     "BAD_INPUT", [why("occupied", "a cell without B's meeple", "[2, 3]", path="cell")], []),
    ("two meeples on one cell", lambda: Table(2, two_player="public").state("A", cells=[[2, 3], [2, 3]]),
     "BAD_INPUT", [why("occupied", "two cells", "[2, 3]", path="cells")], []),
    ("two meeples on cells with meeples",
     lambda: (t := Table(2, two_player="public"), t.state("B", cells=[[2, 3], [0, 1]]),
              t.state("A", cells=[[0, 1], [2, 3]]))[-1],
     "BAD_INPUT", [why("occupied", "a cell without B's meeple", "[0, 1]", path="cell"),
                   why("occupied", "a cell without B's meeple", "[2, 3]", path="cell")], []),
    ("too many tokens", lambda: joined().state("A", cups={"1": ["tea"] * 12, "2": ["tea"]}),
     "BAD_INPUT", [why("too_many_tokens", "at most 12 in all", 13, path="tea")], []),
    ("too many tokens in the supply", lambda: joined(A={"cups": {"1": ["ice"]}}).table(supply={"ice": 12}),
     "BAD_INPUT", [why("too_many_tokens", "at most 12 in all", 13, path="ice")], []),
    ("too many rush tokens", lambda: joined(B={"rush": 9}).state("A", rush=7),
     "BAD_INPUT", [why("too_many_rush_tokens", "at most 15 in all", 16, path="rush")], []),
    ("too many rush tokens in the supply", lambda: joined(B={"rush": 9}).table(rush_supply=7),
     "BAD_INPUT", [why("too_many_rush_tokens", "at most 15 in all", 16, path="rush")], []),
    ("more cards than the deck has",
     lambda: joined(B={"upgrades": ["corner"], "queue": {"1": [None]}}).state("A", processed=70, penalties=7),
     "BAD_INPUT", [why("more_cards_than_deck", "at most 80 in all", 81, path="deck")], []),
    ("more cards in the deck", lambda: joined(A={"processed": 1}).table(deck=80),
     "BAD_INPUT", [why("more_cards_than_deck", "at most 80 in all", 81, path="deck")], []),
    ("more of all",
     lambda: Table(2).state("A", cups={"1": ["milk"] * 13, "3": ["water"] * 14}, rush=16, processed=81),
     "BAD_INPUT", [why("too_many_tokens", "at most 12 in all", 13, path="milk"),
                   why("too_many_tokens", "at most 12 in all", 14, path="water"),
                   why("too_many_rush_tokens", "at most 15 in all", 16, path="rush"),
                   why("more_cards_than_deck", "at most 80 in all", 81, path="deck")], []),
    ("the middle of the table", lambda: joined().table(deck=3, token="CLOSED", turn="B"),
     "OK", [], []),
    # open doubts
    ("a fault after a doubt", lambda: (t := doubtful(), t.move("A", [1, 2]))[-1],
     "UNSURE", [why("already_moved", "one move a turn"),
                note("open_doubt", None, 5, advice="decide about line 5 first")], []),
    ("tokens not poured after a doubt", lambda: (t := doubtful(), t.pour("A", {1: ["milk"]}))[-1],
     "UNSURE", [why("not_poured", "coffee x2, milk in cups or in the supply"),
                note("open_doubt", None, 5, advice="decide about line 5 first")], []),
    ("two doubts and a fault", lambda: (t := doubtful(), t.move("A", [3, 3], rush=1))[-1],
     "UNSURE", [why("already_moved", "one move a turn"),
                why("rush_overpaid", "0 spent for 1 steps", 1),
                why("not_adjacent", "a neighbouring cell", "[1, 1] to [3, 3]", position=1),
                why("no_data", "rush to be known", path="rush", advice="tell it in a state event"),
                note("open_doubt", None, 5, advice="decide about line 5 first")], []),
    ("a doubt that people settle",
     lambda: (t := joined(A={**HERE, "rush": None}), t.override(t.move("A", *FOUR, rush=1)))[-1],
     "OK", [], []),
    ("an OK that people overrule",
     lambda: (t := joined(A=HERE), t.override(t.move("A", [1, 2]), "ILLEGAL"))[-1],
     "OK", [], []),
    ("a fault that people let pass", lambda: (t := joined(A=HERE), t.override(t.move("A", [2, 2])))[-1],
     "OK", [], []),
    # a search that is given up
    ("too many paths to tell",
     lambda: (t := joined(A={**HERE, "rush": 15}, options={"rush_step": 3}),
              t.observe("A", [1, 1], [1, 2], [], [ALL, ALL], rush=15))[-1],
     "UNSURE", [why("no_data", "path to be known", path="path", advice="tell the path in a move event")], []),
]
# fmt: on


@whole.each(VERDICTS)
def test_whole_verdicts(
    play: Callable[[], Said], call: str, reasons: list[Said], effects: list[Said]
) -> None:
    whole.tells(play, call, reasons, effects)


def test_a_whole_turn() -> None:
    me = ready(processed=3, rush=1, upgrades=["diagonal"], penalties=1)
    me["queue"] = {"1": ["espresso", "iced-green-tea"], "4": ["cocoa"]}
    other = {"cell": [3, 1], "cups": {"2": ["milk"]}, "queue": {"2": [None]}, "processed": 2}
    table = joined(3, A=me, B=other)
    status = {"turn": 1, "verdict": "OK", "reasons": [], "active": "A", "token": "OPEN"}
    assert table.activate("A", "corner") == {
        "line": 6, "subject": "activate", "by": "A", **status, "effects": [did("upgrade", "A", "corner")]
    }  # fmt: skip
    hand = ["coffee", "coffee", "steam", "ice", "ice", "caramel"]
    assert table.move("A", [0, 0], [0, 1], [0, 2], [0, 3], rush=1) == {
        "line": 7, "subject": "move", "by": "A", **status, "hand": hand
    }  # fmt: skip
    poured = table.pour("A", {3: ["ice", "ice"]}, "caramel", "steam", "coffee", "coffee")
    assert poured == {"line": 8, "subject": "pour", "by": "A", **status}
    assert table.process("A", "espresso") == {
        "line": 9, "subject": "process", "by": "A", **status, "effects": [did("processes", "A", "espresso")]
    }  # fmt: skip
    assert table.view["to_draw"] == {"B": 1, "C": 1}
    assert table.draw("B", "cocoa") == {
        "line": 10, "subject": "draw", "by": "B", **status, "effects": [did("draws", "B", "cocoa")]
    }  # fmt: skip
    assert table.view["to_draw"] == {"C": 1}
    assert table.draw("C", None) == {
        "line": 11, "subject": "draw", "by": "C", **status, "effects": [did("draws", "C")]
    }  # fmt: skip
    assert table.end("A") == {
        "line": 12, "subject": "end_turn", "by": "A", **status, "turn": 2, "active": "B",
        "effects": [did("penalty", "A", "cocoa"), did("rush_token", "A")],
    }  # fmt: skip
    # fmt: off
    players = {
        "A": {
            "cells": [[0, 3]], "cups": {"1": [], "2": ["ice", "tea", "water"], "3": ["ice", "ice"]},
            "queue": {"1": [], "2": ["iced-green-tea"], "3": [], "4": []},
            "active_upgrades": ["corner", "diagonal"],
            "processed": 1, "upgrades": 2, "penalties": 2, "rush": 1, "rating": 3,
        },
        "B": {
            "cells": [[3, 1]], "cups": {"1": [], "2": ["milk"], "3": []},
            "queue": {"1": ["cocoa"], "2": [None], "3": [], "4": []}, "active_upgrades": [],
            "processed": 2, "upgrades": 0, "penalties": 0, "rush": 0, "rating": 2,
        },
        "C": {
            "cells": [[3, 2]], "cups": {"1": [], "2": [], "3": []},
            "queue": {"1": [None], "2": [], "3": [], "4": []}, "active_upgrades": [],
            "processed": 0, "upgrades": 0, "penalties": 0, "rush": 0, "rating": 0,
        },
    }
    assert table.view == {
        "phase": "play", "hand": [], "turn": 2, "active": "B", "token": "OPEN", "start": "A",
        "supply": {**FULL, "milk": 11, "ice": 9, "tea": 11, "water": 11},
        "deck": 65, "rush_supply": 14, "discarded": 6, "to_draw": {}, "players": players, "winners": [],
    }
    # fmt: on


def counted(**told: int | None) -> dict[str, int | None]:
    return {"processed": 0, "upgrades": 0, "penalties": 0, "rush": 0, "rating": 0, **told}


@pytest.mark.parametrize(
    ("a", "b", "ratings", "winners", "decided_by"),
    [
        ({"processed": 3}, {"processed": 2}, (3, 2), ["A"], "points"),
        ({"processed": 1, "penalties": 3}, {}, (-2, 0), ["B"], "points"),
        ({"processed": 2, "penalties": 1}, {"processed": 1}, (1, 1), ["A"], "cards"),
        ({"processed": 2, "rush": 1}, {"processed": 2, "rush": 2}, (2, 2), ["B"], "rush"),
        ({"processed": 2, "rush": 1}, {"processed": 2, "rush": 1}, (2, 2), ["A", "B"], "shared"),
        ({"processed": None}, {}, (None, 0), [], "undecided"),
        ({}, {"rush": None}, (0, 0), [], "undecided"),
    ],
)
def test_whole_results(a: Any, b: Any, ratings: Any, winners: list[str], decided_by: str) -> None:
    table = joined(A={**HERE, **a}, B=b, table={"token": "CLOSED"})
    players = {"A": counted(**a, rating=ratings[0]), "B": counted(**b, rating=ratings[1])}
    whole = {"game": "coffee-rush", "players": players, "token": "CLOSED"}
    assert table.result == {**whole, "over": False, "phase": "play", "winners": [], "decided_by": "undecided"}
    table.go("A", [1, 2])
    assert table.end("A")["effects"] == [did("game_over"), *[did("wins", name) for name in winners]]
    over = {"over": True, "phase": "over", "winners": winners, "decided_by": decided_by}
    assert table.result == {**whole, **over}
    assert (table.view["winners"], table.view["active"], table.view["hand"]) == (winners, None, [])


def test_what_is_told_after_the_end_is_counted_again() -> None:
    table = over()
    assert (table.result["winners"], table.result["decided_by"]) == (["A"], "points")
    assert table.state("B", processed=1)["verdict"] == "OK"
    assert (table.result["winners"], table.result["decided_by"]) == (["A", "B"], "shared")
    assert "effects" not in table.state("B", penalties=6)
    assert (table.result["winners"], table.result["decided_by"]) == (["A"], "points")


def test_what_an_override_changes() -> None:
    table = moved(queue={"4": ["cocoa"]})
    ended = table.end("A")
    overruled = table.override(ended, "ILLEGAL")
    status = {"turn": 1, "verdict": "OK", "reasons": [], "active": "A", "token": "OPEN"}
    assert overruled == {
        "line": 8, "subject": "override", "of": 7, **status, "changed": [{"line": 7, "verdict": "ILLEGAL"}]
    }  # fmt: skip
    assert table.of("A")["penalties"] == 0


def test_tokens_that_people_let_pass_go_back() -> None:
    table = fresh()
    assert table.move("A", [2, 0])["hand"] == ["tea"]
    left = table.supply["tea"]
    assert table.override(table.end("A"))["verdict"] == "OK"
    assert (table.supply["tea"], table.view["hand"], table.view["active"]) == (left + 1, [], "B")


def test_a_new_card_is_waited_for() -> None:
    table = public()
    table.go("A", [0, 2])
    ended = table.end("A")
    assert (ended["turn"], ended["active"], ended["token"]) == (1, "A", "OPEN")
    drawn = table.draw("A", "cocoa")
    assert (drawn["turn"], drawn["active"], drawn["effects"]) == (2, "B", [did("draws", "A", "cocoa")])


def test_an_event_that_people_overrule_says_so() -> None:
    table = joined(A=HERE)
    before = table.game_state
    event = GAME.parse(before, {"event": "move", "by": "A", "path": [[1, 2]]}, 5)
    state, verdict = GAME.apply(before, event, Ruling("ILLEGAL", 6))
    assert (state, verdict) == (before, Verdict("ILLEGAL", (Reason("overruled"),)))

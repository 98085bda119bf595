"""What people look at in a game of Kanban Menu: whole views and results."""

from __future__ import annotations

from typing import Any

from kanban import Table
from kanban_scenes import had_used, knows, last, over, tied_unknown

EMPTY: dict[str, Any] = {str(i): [] for i in range(1, 7)}


def test_a_view_in_the_middle_of_a_turn() -> None:
    table = Table().has(3, 2, "bbg", menu=["opera"], hand="brunch").has(1, player="P2")
    table.lies({1: "gy", 2: "r"}, "bw", bag="bgw", area=["parfait"], deck=2, active="P1")
    table.chosen(2, "r")
    assert table.view == {
        "phase": "activate", "turn": 1, "active": "P1", "chosen": 2, "used_abilities": [],
        "players": {
            "P1": {"money": 3, "vp": 2, "materials": {"blue": 2, "green": 1, "red": 1}, "menu": ["opera"],
                   "hand": "brunch", "unknown": []},
            "P2": {"money": 1, "vp": 0, "materials": {}, "menu": [], "hand": None, "unknown": []},
        },
        "actions": {**EMPTY, "1": ["green", "yellow"]},
        "used": {"blue": 1, "white": 1}, "bag": 3, "area": ["parfait", None, None, None], "deck": 2,
        "ending": "no", "scores": {"P1": 2, "P2": 0},
    }  # fmt: skip


def test_a_view_of_a_game_of_which_little_is_known() -> None:
    nothing = {"money": None, "vp": None, "materials": None, "menu": None, "hand": None}
    unknown = ["hand", "materials", "menu", "money", "vp"]
    assert knows("money", "menu", vp=4).view == {
        "phase": "choose", "turn": 1, "active": None, "chosen": None, "used_abilities": [],
        "players": {
            "P1": {"money": None, "vp": 4, "materials": {}, "menu": None, "hand": None,
                   "unknown": ["menu", "money"]},
            "P2": {**nothing, "unknown": unknown},
        },
        "actions": dict.fromkeys(EMPTY), "used": None, "bag": None, "area": [None] * 4, "deck": None,
        "ending": "no", "scores": {"P1": 4, "P2": None},
    }  # fmt: skip


def test_what_a_turn_has_used() -> None:
    table = had_used("bagna-cauda")
    assert (table.view["used_abilities"], table.view["chosen"]) == (["bagna-cauda"], None)


def test_the_result_of_a_game_that_goes_on() -> None:
    table = knows("menu", vp=4)
    table.lies().chosen(3)
    assert table.result == {
        "game": "kanban-menu", "over": False, "phase": "play",
        "players": {
            "P1": {"money": 0, "vp": 4, "materials": {}, "menu": None, "at_least": ["vp"]},
            "P2": {"money": None, "vp": None, "materials": None, "menu": None},
        },
        "scores": {"P1": 4, "P2": None}, "winners": [], "decided_by": "undecided",
    }  # fmt: skip


def test_the_result_of_a_game_that_is_over() -> None:
    table = over()
    assert (table.view["phase"], table.view["ending"], table.view["scores"]) == (
        "over",
        "yes",
        table.result["scores"],
    )
    assert table.result == {
        "game": "kanban-menu", "over": True, "phase": "over",
        "players": {
            "P1": {"money": 0, "vp": 30, "materials": {}, "menu": [], "final_vp": 30},
            "P2": {"money": 0, "vp": 0, "materials": {}, "menu": [], "final_vp": 0},
        },
        "scores": {"P1": 30, "P2": 0}, "winners": ["P1"], "decided_by": "points",
    }  # fmt: skip


def test_KM_R17_the_result_of_a_tie() -> None:
    table = Table().has(vp=30).has(vp=30, player="P2")
    asked = last(table)
    assert {"over", "winners", "tied", "decided_by"} < set(table.result)
    assert (asked["verdict"], table.result["tied"], table.result["winners"]) == ("ASK", ["P1", "P2"], [])
    table.override(asked)
    assert (table.result["winners"], table.result["tied"]) == (["P1", "P2"], ["P1", "P2"])
    assert table.result["decided_by"] == "shared"


def test_KM_R17_the_result_of_a_tie_that_cannot_be_decided() -> None:
    table = tied_unknown()
    assert table.end_turn("P2")["verdict"] == "UNSURE"
    assert (table.result["tied"], table.result["winners"]) == (["P1", "P2"], [])
    assert (table.result["over"], table.result["decided_by"]) == (True, "undecided")

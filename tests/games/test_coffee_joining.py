"""Coffee Rush joined half way: what is not known is never held against a player."""

from __future__ import annotations

from typing import Any

import pytest
from coffee import BARE, FAR, FULL, OK, Table, bad, call, codes, illegal, joined, unsure, warnings


def without(*fields: str, **told: Any) -> dict[str, Any]:
    """All of a player but some fields."""
    return {key: value for key, value in {**BARE, "cell": [1, 1], **told}.items() if key not in fields}


def half_way(players: int = 2, **told: dict[str, Any]) -> Table:
    """A game in which only what is written here is known."""
    table = Table(players)
    for name, fields in told.items():
        assert call(table.state(name, **fields)) == OK
    return table


# What is left out is not known


@pytest.mark.parametrize(
    ("unknown", "event", "fields", "path"),
    [
        ("cell", "move", {"path": [[1, 2]]}, "cell"),
        ("rush", "move", {"path": [[1, 2]] * 4, "rush": 1}, None),
        ("rush", "move", {"path": [[1, 2], [1, 1], [1, 2], [1, 1]], "rush": 1}, "rush"),
        ("upgrades", "move", {"path": [[0, 0]]}, "upgrades"),
        ("processed", "activate", {"upgrade": "corner"}, "processed"),
        ("upgrades", "activate", {"upgrade": "corner"}, None),
        ("cups", "process", {"card": "espresso", "cup": 1}, "cups"),
        ("queue", "process", {"card": "espresso", "cup": 1}, "queue"),
        ("upgrades", "observe", {"from": [1, 1], "to": [0, 0], "cups_after": {"2": ["ice"] * 2}}, "upgrades"),
        (
            "rush",
            "observe",
            {"from": [1, 1], "to": [1, 1], "cups_after": {"2": ["coffee"] * 2}, "rush": 1},
            "rush",
        ),
        ("queue", "end_turn", {}, "queue"),
    ],
)
def test_what_is_not_known_is_not_called(
    unknown: str, event: str, fields: dict[str, Any], path: str | None
) -> None:
    me = without(unknown, cups={"1": ["coffee", "steam"]}, queue={"1": ["espresso"]})
    told = {key: value for key, value in me.items() if key != unknown}
    table = half_way(A=told, B={**BARE, "cell": [3, 3]})
    answer = table.event(event, "A", **fields)
    if path is None:
        assert answer["verdict"] == "ILLEGAL"  # wrong whatever is not known
    else:
        assert call(answer) == unsure("no_data")
        assert answer["reasons"][0]["path"] == path
        known = {"queue": {"1": ["espresso"]}, "cups": {"1": ["coffee", "steam"]}, "cell": [1, 1], "rush": 3}
        told = {
            **me,
            unknown: known.get(unknown, {"processed": 3, "upgrades": ["corner", "diagonal"]}.get(unknown)),
        }
        table = half_way(A=told, B={**BARE, "cell": [3, 3]})
        assert call(table.event(event, "A", **fields)) == OK


def test_nothing_is_known_of_a_player_who_was_not_told_of() -> None:
    table = half_way(A=without())
    b = table.of("B")
    assert (b["cells"], b["cups"], b["queue"]["1"], b["processed"], b["rating"]) == (
        [None],
        {"1": None, "2": None, "3": None},
        None,
        None,
        None,
    )
    assert set(table.supply.values()) == {None}
    moved = table.move("A", [1, 2])
    assert (call(moved), warnings(moved)) == (OK, ["unknown_cells"])
    assert call(table.pour("A", {1: ["ice"]})) == OK
    assert call(table.end("A")) == OK
    assert call(table.move("B", [1, 3])) == unsure("no_data")


def test_what_is_told_is_enough_where_nothing_else_matters() -> None:
    table = half_way(A={"cell": [1, 1]})
    assert call(table.move("A", [1, 3])) == illegal("not_adjacent")
    assert call(table.move("A", [1, 2])) == OK


def test_null_is_not_known_either() -> None:
    table = half_way(A={**without(), "cups": {"1": ["tea"], "2": None}, "queue": {"1": [None], "2": None}})
    me = table.of("A")
    assert me["cups"] == {"1": ["tea"], "2": None, "3": []}
    assert me["queue"] == {"1": [None], "2": None, "3": [], "4": []}


# What follows from the rest


def test_the_middle_of_the_table_follows_from_what_the_players_have() -> None:
    table = half_way(
        A=without(cups={"1": ["tea", "milk"]}, rush=2, processed=1, upgrades=["corner"]),
        B=without(cell=[3, 3], queue={"2": ["cocoa", "cocoa"]}, penalties=1),
    )
    assert table.supply == {**FULL, "tea": 11, "milk": 11}
    assert (table.view["rush_supply"], table.view["deck"], table.view["discarded"]) == (13, 73, 3)


def test_what_is_told_of_the_table_stands() -> None:
    for first in (True, False):
        table = Table(2)
        middle = {"supply": {"caramel": 1}, "deck": 20, "rush_supply": 3, "token": "OPEN", "turn": "B"}
        if first:
            assert call(table.table(**middle)) == OK
        for name in "AB":
            table.state(name, **without(cell=FAR[table.names.index(name)]))
        if not first:
            assert call(table.table(**middle)) == OK
        assert table.supply == {**FULL, "caramel": 1}
        assert (table.view["deck"], table.view["rush_supply"], table.view["active"]) == (20, 3, "B")


def test_told_of_the_table_before_the_set_up() -> None:
    table = Table(2)
    assert call(table.table(supply={"caramel": 1})) == OK
    assert call(table.start_cell("B", [0, 1])) == OK
    assert table.supply["caramel"] == 0
    assert table.view["phase"] == "setup"


def test_told_of_a_player_in_the_middle_of_the_set_up() -> None:
    table = Table(3)
    table.start_cell("C", [0, 0])
    assert call(table.state("A", cell=[1, 1], queue={"1": ["espresso"]})) == OK
    assert call(table.start_cell("B", [3, 3])) == OK  # it may go on
    assert call(table.move("A", [1, 2])) == OK
    assert table.of("A")["queue"]["1"] == ["espresso"]
    assert (table.of("B")["queue"]["1"], table.view["deck"]) == (None, None)
    table = Table(3)
    table.start_cell("C", [0, 0])
    table.state("A", cell=[1, 1])
    assert (call(table.move("A", [1, 2])), table.of("B")["cells"]) == (OK, [None])


# Whose turn it is, and how far


def test_whoever_acts_first_is_the_active_player() -> None:
    table = half_way(3, A=without(), B=without(cell=[2, 2]), C=without(cell=[3, 3]))
    assert table.view["active"] is None
    assert call(table.move("B", [2, 1])) == OK
    assert table.view["active"] == "B"
    assert call(table.move("C", [3, 2])) == illegal("not_your_turn")


@pytest.mark.parametrize("event", ["activate", "move", "process", "end_turn", "empty"])
def test_the_turn_may_be_under_way(event: str) -> None:
    me = without(processed=3, cups={"1": ["coffee", "steam"]}, queue={"1": ["espresso"]})
    table = half_way(A=me, B=without(cell=[3, 3], queue={"1": ["cocoa"]}))
    fields: dict[str, dict[str, Any]] = {
        "activate": {"upgrade": "corner"},
        "move": {"path": [[1, 2]]},
        "process": {"card": "espresso", "cup": 1},
        "empty": {"cup": 1},
    }
    assert call(table.event(event, "A", **fields.get(event, {}))) == OK


def test_an_upgrade_does_not_tell_that_nobody_has_moved() -> None:
    me = without(processed=3, cups={"1": ["coffee", "steam"]}, queue={"1": ["espresso"]})
    table = half_way(A=me, B=without(cell=[3, 3]))
    assert call(table.activate("A", "corner")) == OK
    assert call(table.process("A", "espresso")) == OK


def test_after_a_process_the_turn_goes_on_from_there() -> None:
    me = without(processed=3, cups={"1": ["coffee", "steam"]}, queue={"1": ["espresso"]})
    table = half_way(A=me, B=without(cell=[3, 3]))
    table.process("A", "espresso")
    assert call(table.move("A", [1, 2])) == illegal("already_moved")
    assert call(table.activate("A", "corner")) == illegal("too_late")
    # More may have been processed before the referee came.
    assert call(table.draw("B", "cocoa", "cocoa")) == unsure("no_data")


def test_pouring_what_nobody_saw_gained() -> None:
    table = half_way(A=without(), B=without(cell=[3, 3]))
    answer = table.pour("A", {1: ["tea"]})
    assert call(answer) == unsure("no_data")
    assert answer["reasons"][0]["path"] == "turn"
    assert table.of("A")["cups"]["1"] == ["tea"]


def test_a_new_card_of_a_turn_that_nobody_saw() -> None:
    cells = {"A": [[0, 0], [0, 1]], "B": [[3, 3], [3, 2]]}
    table = joined(
        A={"cells": cells["A"]}, B={"cells": cells["B"]}, options={"two_player": "public"}, turn="A"
    )
    assert call(table.draw("A", "cocoa")) == OK
    assert table.view["active"] == "B"


def test_whether_there_is_a_new_card_is_not_known() -> None:
    table = Table(2, two_player="public")
    table.state("A", **without("cell", "processed"), cells=[[0, 0], [0, 1]])
    table.state("B", **without("cell"), cells=[[3, 3], [3, 2]])
    table.go("A", [1, 0])
    answer = table.end("A")
    assert (call(answer), answer["reasons"][0]["path"]) == (unsure("no_data"), "deck")


def test_drawing_when_nobody_knows_whose_turn_it_is() -> None:
    table = half_way(3, A=without())
    assert call(table.draw("B", "cocoa")) == unsure("no_data")


# How much is gained


@pytest.mark.parametrize(
    ("cups", "back", "verdict"),
    [
        (["ice", "water"], [], OK),
        (["ice"], ["water"], OK),
        (["ice"], [], unsure("no_data")),
        (["ice", "water", "tea"], [], illegal("not_gained")),
    ],
)
def test_a_supply_that_is_not_known_may_have_been_short(
    cups: list[str], back: list[str], verdict: Any
) -> None:
    table = half_way(A=without(), B={"cell": [3, 3]})
    assert call(table.move("A", [1, 2], [1, 3])) == OK
    assert call(table.pour("A", {1: cups}, *back)) == verdict


@pytest.mark.parametrize(
    ("count", "verdict"),
    [(1, unsure("no_data")), (4, OK), (2, unsure("no_data")), (5, illegal("not_gained"))],
)
def test_upgrades_that_are_not_known_may_double(count: int, verdict: Any) -> None:
    table = half_way(A=without("upgrades", cell=[0, 2]), B=without(cell=[0, 3]))
    table.move("A", [0, 3], [0, 2])
    assert call(table.pour("A", {1: ["coffee"] * count, 2: ["steam"]})) == verdict


def test_meeples_that_are_not_known_may_double() -> None:
    table = half_way(A=without(upgrades=["meeple"], cell=[0, 2]), B=without("cell"))
    assert warnings(table.move("A", [0, 3])) == ["unknown_cells"]
    assert call(table.pour("A", {1: ["coffee"]})) == unsure("no_data")


def test_a_cup_that_serves_held_the_recipe() -> None:
    me = without(cups={"1": None}, queue={"1": ["espresso"]})
    table = half_way(A=me, B=without(cell=[3, 3]))
    table.table(supply={**FULL, "coffee": 10, "steam": 10})
    assert call(table.process("A", "espresso")) == unsure("no_data")
    assert (table.of("A")["cups"]["1"], table.supply["coffee"], table.supply["steam"]) == ([], 11, 11)


def test_a_card_that_nobody_read() -> None:
    table = half_way(
        A=without(cups={"1": ["coffee", "steam"]}, queue={"2": [None, "cocoa"]}), B=without(cell=[3, 3])
    )
    assert call(table.process("A", "espresso")) == unsure("no_data")
    assert table.of("A")["queue"]["2"] == ["cocoa"]


def test_nothing_drawn_from_a_deck_that_is_not_known() -> None:
    me = without("processed", cups={"1": ["coffee", "steam"]}, queue={"1": ["espresso"]})
    table = half_way(3, A=me, B=without(cell=[3, 3]), C=without(cell=[3, 2]))
    table.process("A", "espresso")
    assert call(table.draw("C")) == OK
    assert call(table.draw("C", "cocoa")) == illegal("rush_order")


def test_the_deck_is_not_known() -> None:
    me = without("processed", cups={"1": ["coffee", "steam"]}, queue={"1": ["espresso"]})
    table = half_way(3, A=me, B=without(cell=[3, 3]), C=without(cell=[3, 2]))
    table.process("A", "espresso")
    assert table.view["deck"] is None
    assert call(table.draw("B", "cocoa")) == OK
    answer = table.end("A")  # there may have been no card for C
    assert (call(answer), answer["reasons"][0]["path"]) == (unsure("no_data"), "deck")


# An unsure call stays open


def test_what_follows_an_unsure_call_is_not_called_illegal() -> None:
    table = half_way(A=without("rush"), B=without(cell=[3, 3]))
    doubtful = table.move("A", [1, 2], [1, 1], [1, 2], [1, 1], rush=1)
    assert call(doubtful) == unsure("no_data")
    assert table.of("A")["cells"] == [[1, 1]]  # carried out: the meeple is where it is
    second = table.move("A", [1, 2])
    assert (call(second), warnings(second)) == (unsure("already_moved"), ["open_doubt"])
    assert second["reasons"][-1]["seen"] == doubtful["line"]


def test_once_people_settle_it_calls_are_made_again() -> None:
    table = half_way(A=without("rush"), B=without(cell=[3, 3]))
    doubtful = table.move("A", [1, 2], [1, 1], [1, 2], [1, 1], rush=1)
    second = table.move("A", [1, 2])
    settled = table.override(doubtful, "ILLEGAL")
    assert settled["changed"] == [
        {"line": doubtful["line"], "verdict": "ILLEGAL"},
        {"line": second["line"], "verdict": "OK"},
    ]
    assert table.of("A")["cells"] == [[1, 2]]
    table = half_way(A=without("rush"), B=without(cell=[3, 3]))
    doubtful = table.move("A", [1, 2], [1, 1], [1, 2], [1, 1], rush=1)
    assert call(table.override(doubtful)) == OK
    assert call(table.move("A", [1, 2])) == illegal("already_moved")


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"from": [2, 2], "to": [1, 2], "cups_after": {"1": ["ice"]}}, "from"),
        (
            {"from": [1, 1], "to": [1, 2], "cups_before": {"1": ["tea"]}, "cups_after": {"1": ["tea"]}},
            "cups_before.1",
        ),
    ],
)
def test_what_was_seen_is_not_what_was_known(fields: dict[str, Any], path: str) -> None:
    table = joined(A={"cell": [1, 1]})
    answer = table.event("observe", "A", **fields)
    assert (call(answer), answer["reasons"][0]["path"]) == (unsure("differs"), path)
    assert table.of("A")["cells"] == [[1, 2]]


@pytest.mark.parametrize(
    "fields",
    [
        {"from": [3, 0], "to": [1, 2], "cups_after": {"1": ["water", "tea"]}},
        {"from": [1, 1], "to": [1, 2], "cups_before": {"1": ["tea"]}, "cups_after": {"1": ["milk"] * 9}},
    ],
)
def test_nothing_is_concluded_from_what_contradicts_itself(fields: dict[str, Any]) -> None:
    assert call(joined(A={"cell": [1, 1]}).event("observe", "A", **fields)) == unsure("differs")


def test_poured_cups_that_contradict_what_was_known() -> None:
    table = joined(A={"cell": [1, 1]})
    table.move("A", [1, 2])
    answer = table.event("pour", "A", cups_before={"1": ["tea"]}, cups_after={"1": ["tea", "ice", "ice"]})
    assert call(answer) == unsure("differs")


def test_observed_cups_that_nobody_knew() -> None:
    table = half_way(A=without("cups"), B=without(cell=[3, 3]))
    answer = table.event("observe", "A", **{"from": [1, 1], "to": [1, 2], "cups_after": {"1": ["ice"]}})
    assert call(answer) == unsure("no_data")
    table = half_way(A=without("cups"), B=without(cell=[3, 3]))
    seen = {"cups_before": {"1": ["tea"]}, "cups_after": {"1": ["tea", "ice"]}}
    assert call(table.event("observe", "A", **{"from": [1, 1], "to": [1, 2], **seen})) == OK


# Told again, as a correction


def test_a_correction_comes_out_of_the_middle_of_the_table() -> None:
    table = Table(2).set_up()
    before = table.supply
    assert call(table.state("A", cups={"1": ["tea", "tea"]}, rush=2)) == OK
    # The ice of the set-up is back, two tea leaves are gone.
    assert {k: table.supply[k] - before[k] for k in before if table.supply[k] != before[k]} == {
        "tea": -2,
        "milk": 1,
    }
    assert (table.view["rush_supply"], table.of("A")["rush"]) == (13, 2)
    assert table.of("A")["queue"]["1"] == [None, None]  # left out: as it was
    assert call(table.state("B", queue={"1": ["cocoa"] * 5})) == OK
    assert table.view["deck"] == 75 - 3


@pytest.mark.parametrize(
    ("told", "code"),
    [
        ({"cups": {"1": ["tea"] * 13}}, "too_many_tokens"),
        ({"rush": 16}, "too_many_rush_tokens"),
        ({"processed": 81}, "more_cards_than_deck"),
        ({"queue": {"1": [None] * 81}}, "more_cards_than_deck"),
        ({"cell": [3, 1]}, "occupied"),
    ],
)
@pytest.mark.parametrize("when", ["joined", "followed"])
def test_more_than_there_is(told: dict[str, Any], code: str, when: str) -> None:
    table = joined() if when == "joined" else Table(2).set_up()
    before = table.judge.state
    assert call(table.state("A", **told)) == bad(code)
    assert table.judge.state is before


def test_two_meeples_on_one_cell() -> None:
    table = Table(2, two_player="public")
    assert call(table.state("A", cells=[[0, 0], [0, 0]])) == bad("occupied")
    assert call(table.state("A", cells=[[0, 0], [0, 1]])) == OK
    assert call(table.state("B", cells=[[0, 0]])) == bad("bad_value")


# The end


def test_no_winner_while_something_that_decides_is_not_known() -> None:
    table = half_way(A=without(processed=2), B=without("processed", cell=[3, 3]))
    table.table(token="CLOSED")
    table.run("A")
    assert (table.result["over"], table.result["winners"], table.result["decided_by"]) == (
        True,
        [],
        "undecided",
    )
    assert table.result["players"]["B"]["rating"] is None
    assert call(table.state("B", processed=3)) == OK
    assert (table.result["winners"], table.result["decided_by"]) == (["B"], "points")


def test_penalties_that_are_not_known() -> None:
    table = half_way(A=without("penalties", queue={"4": ["cocoa"]}), B=without(cell=[3, 3]))
    table.go("A", [1, 2])
    answer = table.end("A")
    assert (call(answer), answer["reasons"][0]["path"]) == (unsure("no_data"), "penalties")
    assert codes(table.move("B", [3, 2])) == []


# A set-up that was not told


def test_play_may_begin_without_the_set_up_having_been_told() -> None:
    table = Table(2)
    for name, cell in (("B", [0, 0]), ("A", [3, 3])):
        table.start_cell(name, cell)
    moved = table.move("A", [3, 2])
    assert (call(moved), warnings(moved)) == (OK, ["set_up_not_told"])
    assert (table.view["deck"], table.of("A")["queue"]["1"]) == (75, [None, None])
    table = Table(2)
    moved = table.move("A", [3, 2])
    assert (call(moved), warnings(moved)) == (
        unsure("no_data"),
        ["set_up_not_told", "set_up_not_told", "unknown_cells"],
    )

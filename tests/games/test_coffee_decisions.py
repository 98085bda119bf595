"""What people decide in Coffee Rush in place of the judge, and cards that come too often."""

from __future__ import annotations

from typing import Any

import pytest
from coffee import OK, Table, call, codes, illegal, joined, warnings
from coffee_scenes import public


def test_an_override_takes_the_place_of_the_call() -> None:
    table = joined(A={"cell": [1, 1]})
    wrong = table.move("A", [0, 0])
    assert call(wrong) == illegal("diagonal")
    assert call(table.override(wrong)) == OK
    assert (table.of("A")["cells"], table.view["hand"]) == ([[0, 0]], ["ice"])
    table.undo({"line": wrong["line"] + 1})
    assert table.of("A")["cells"] == [[1, 1]]


def test_an_override_against_what_was_right() -> None:
    table = joined(A={"cell": [1, 1]})
    right = table.move("A", [1, 2])
    answer = table.override(right, "ILLEGAL")
    assert (answer["verdict"], table.of("A")["cells"]) == ("OK", [[1, 1]])
    assert call(table.move("A", [0, 1])) == OK


SET_UP = ("deal", "start_cell")
EVENTS: list[tuple[str, dict[str, Any]]] = [
    ("activate", {"upgrade": "corner", "discard": 4}),
    ("move", {"path": [], "rush": 2}),
    ("move", {"path": [[3, 3], [0, 0]], "rush": 9}),
    ("pour", {"cups": {"1": ["coffee", "tea"]}, "returned": ["milk"]}),
    ("empty", {"cup": 1}),
    ("process", {"card": "cocoa", "cup": 3}),
    ("draw", {"cards": ["cocoa"] * 5}),
    ("end_turn", {}),
    ("observe", {"from": [3, 3], "to": [0, 0], "cups_after": {"1": ["tea"] * 5}, "rush": 4}),
    ("deal", {"tab": 4, "card": "cocoa"}),
    ("start_cell", {"cell": [0, 0], "cup": 1}),
]


@pytest.mark.parametrize(("event", "fields"), EVENTS)
@pytest.mark.parametrize("by", "AB")
@pytest.mark.parametrize("when", ["set-up", "turn", "over"])
def test_whatever_people_let_pass_is_carried_out(
    event: str, fields: dict[str, Any], by: str, when: str
) -> None:
    table = Table(2)
    if when == "set-up":
        table.start_cell("B", [1, 1])
        table.deal("B", 1)
    else:
        table.set_up()
    if when == "over":
        table.table(token="CLOSED")
        table.run("A")
    answer = table.event(event, by, **fields)
    assert answer["verdict"] in ("OK", "ILLEGAL", "UNSURE")
    if answer["verdict"] == "ILLEGAL":
        assert call(table.override(answer)) == OK
    supply = sum(table.supply.values())
    cups = sum(len(cup) for name in "AB" for cup in table.of(name)["cups"].values() if cup)
    assert supply + cups + len(table.view["hand"]) == 102
    assert all(count >= 0 for count in table.supply.values())
    rush = [table.of(name)["rush"] for name in "AB"]
    assert table.view["rush_supply"] + sum(rush) == 15
    assert min(rush) >= 0


@pytest.mark.rules("CR-R22")
@pytest.mark.parametrize(("event", "fields"), EVENTS)
def test_after_the_end_nothing_else_matters(event: str, fields: dict[str, Any]) -> None:
    table = joined(A={"cell": [1, 1]}, table={"token": "CLOSED"})
    table.run("A")
    assert table.result["over"]
    code = "set_up_over" if event in SET_UP else "game_over"
    assert call(table.event(event, "A", **fields)) == illegal(code)


@pytest.mark.rules("CR-A1")
@pytest.mark.parametrize(("event", "fields"), [row for row in EVENTS if row[0] not in (*SET_UP, "draw")])
def test_out_of_turn_nothing_else_matters(event: str, fields: dict[str, Any]) -> None:
    table = joined(A={"cell": [1, 1]})
    assert call(table.event(event, "B", **fields)) == illegal("not_your_turn")


@pytest.mark.rules("CR-A15")
@pytest.mark.parametrize(("event", "fields"), [row for row in EVENTS if row[0] not in (*SET_UP, "draw")])
def test_once_time_has_flowed_nothing_else_matters(event: str, fields: dict[str, Any]) -> None:
    """By the public rules for two a turn ends with a new card, and nothing else is left to do."""
    table = public()
    table.go("A", [0, 2])
    table.end("A")
    assert call(table.event(event, "A", **fields)) == illegal("turn_over")


def test_a_second_pouring_that_people_let_pass_comes_from_the_supply() -> None:
    table = joined(A={"cell": [1, 1]})
    table.move("A", [1, 2])
    table.event("pour", "A", cups_after={"1": ["ice"]})
    again = table.pour("A", {2: ["ice"]}, "tea")
    assert codes(again) == ["already_poured"]
    assert call(table.override(again)) == OK
    assert (table.of("A")["cups"], table.supply["ice"]) == ({"1": ["ice"], "2": ["ice"], "3": []}, 10)
    assert table.supply["tea"] == 12


def test_people_settle_a_stalemate_only_where_there_is_one() -> None:
    table = Table(2).set_up()
    table.go("A", [3, 1], [3, 0])
    ended = table.end("A")
    assert call(table.override(ended)) == OK
    assert not table.result["over"]


# Cards that come too often


def test_more_copies_than_the_deck_has_are_noted() -> None:
    table = Table(2)
    answers = [table.deal("A", 1), table.deal("A", 1), table.deal("A", 2)]
    assert [warnings(answer) for answer in answers] == [[], [], ["too_many_copies"]]
    assert codes(answers[2]) == []

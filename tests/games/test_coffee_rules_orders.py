"""The rules of Coffee Rush by their number: orders, order rush, the end (CR-R15 to CR-R24)."""

from __future__ import annotations

from typing import Any

import pytest
from coffee import OK, Table, call, effects, illegal, joined, unsure


def serving(**told: Any) -> Table:
    me = {"cell": [1, 1], "cups": {"1": ["coffee", "steam"], "2": ["tea", "water", "ice"]}, **told}
    table = joined(4, A=me)
    table.go("A", [1, 2])
    return table


@pytest.mark.parametrize("tab", "1234")
def test_CR_R15_a_card_at_any_tab(tab: str) -> None:
    table = serving(queue={tab: ["espresso"]})
    answer = table.process("A", "espresso")
    assert (call(answer), effects(answer)) == (OK, [("processes", "A", "espresso")])
    me = table.of("A")
    assert (me["processed"], me["queue"][tab], me["cups"]["1"]) == (1, [], [])
    assert (table.supply["coffee"], table.supply["steam"]) == (18, 12)


def test_CR_R15_only_cards_of_the_own_queue() -> None:
    table = serving(queue={"1": ["cocoa"]})
    assert call(table.process("A", "espresso")) == illegal("not_in_queue")
    assert call(table.process("A", "cocoa", 1)) == illegal("no_match")
    assert call(table.process("A", "ristretto", 2)) == illegal("no_match", "not_in_queue")
    assert call(table.process("B", "espresso")) == illegal("not_your_turn")
    table = serving(queue={"1": ["espresso"]})
    assert call(table.process("A", "espresso", tab=2)) == illegal("not_in_queue")
    assert call(table.process("A", "espresso", tab=1)) == OK


@pytest.mark.parametrize(
    ("tab", "verdict"), [(1, illegal("not_in_queue")), (2, unsure("no_data")), (3, unsure("no_data"))]
)
def test_CR_R15_a_card_that_nobody_read_matters_only_at_the_tab_that_is_told(tab: int, verdict: Any) -> None:
    queue = {"1": ["cocoa"], "2": [None], "3": None}
    table = joined(A={"cell": [1, 1], "cups": {"1": ["coffee", "steam"]}, "queue": queue})
    table.go("A", [1, 2])
    assert call(table.process("A", "espresso", tab=tab)) == verdict


def test_CR_R16_a_specialty_gives_a_rush_token() -> None:
    table = serving(queue={"1": ["iced-green-tea", "espresso"]})
    answer = table.process("A", "iced-green-tea", 2)
    assert effects(answer) == [("processes", "A", "iced-green-tea"), ("rush_token", "A", None)]
    table.process("A", "espresso")
    assert (table.of("A")["rush"], table.view["rush_supply"]) == (1, 14)


def test_CR_R17_as_many_cards_as_were_processed() -> None:
    table = serving(queue={"1": ["iced-green-tea", "espresso"]})
    table.process("A", "iced-green-tea", 2)
    assert call(table.draw("B", "cocoa", "cocoa")) == illegal("too_many_cards")
    table.process("A", "espresso")
    assert call(table.end("A")) == illegal("draw_missing")
    assert call(table.draw("D", "cocoa")) == illegal("not_due")
    assert call(table.draw("A", "cocoa")) == illegal("not_due")
    assert call(table.draw("C", "cocoa", "cocoa")) == illegal("rush_order")
    assert call(table.draw("B", "cocoa")) == OK  # one by one, or all at once
    assert call(table.draw("B", "cocoa")) == OK
    assert call(table.draw("B", "cocoa")) == illegal("too_many_cards")
    assert call(table.process("A", "espresso")) != OK
    assert call(table.end("A")) == illegal("draw_missing")
    assert call(table.draw("C", "cocoa", "americano")) == OK
    assert call(table.end("A")) == OK
    assert table.of("C")["queue"]["1"] == ["cocoa", "americano"]


def test_CR_R17_orders_are_processed_before_the_neighbours_draw() -> None:
    table = serving(queue={"1": ["iced-green-tea", "espresso"]})
    table.process("A", "iced-green-tea", 2)
    table.draw("B", "cocoa")
    assert call(table.process("A", "espresso")) == illegal("rush_begun")


@pytest.mark.parametrize(("deck", "drawn"), [(1, (1, 0)), (2, (1, 1)), (0, (0, 0))])
def test_CR_R18_a_deck_too_small_closes(deck: int, drawn: tuple[int, int]) -> None:
    table = serving(queue={"1": ["espresso"]})
    table.table(deck=deck)
    table.process("A", "espresso")
    for name, count in zip("BC", drawn, strict=True):
        if count:
            assert call(table.draw(name, "cocoa")) == OK
    ended = table.end("A")
    assert call(ended) == OK
    assert (table.view["token"], table.result["over"]) == (("OPEN", False) if deck == 2 else ("CLOSED", True))


def test_CR_R18_nobody_draws_what_is_not_there() -> None:
    table = serving(queue={"1": ["iced-green-tea", "espresso"]})
    table.table(deck=1)
    table.process("A", "iced-green-tea", 2)
    table.process("A", "espresso")
    assert call(table.draw("B", "cocoa", "cocoa")) == ("BAD_INPUT", ["not_in_deck"])
    assert call(table.draw("B", "cocoa")) == OK
    assert table.view["token"] == "CLOSED"
    assert call(table.draw("C")) == OK  # nothing
    assert call(table.end("A")) == OK


# The end


def test_CR_R19_only_the_active_players_cards_move() -> None:
    queue = {"1": ["cocoa"], "2": ["espresso"], "3": ["americano"]}
    table = joined(A={"cell": [1, 1], "queue": queue}, B={"queue": queue})
    table.run("A")
    assert table.of("A")["queue"] == {"1": [], "2": ["cocoa"], "3": ["espresso"], "4": ["americano"]}
    assert table.of("B")["queue"] == {**queue, "4": []}
    assert table.view["active"] == "B"


def test_CR_R20_what_leaves_tab_4_is_a_penalty_and_a_rush_token() -> None:
    table = joined(A={"cell": [1, 1], "queue": {"1": ["cocoa"], "4": ["espresso", "cocoa"]}})
    table.run("A")
    me = table.of("A")
    assert (me["penalties"], me["rush"], me["processed"], me["queue"]["4"]) == (2, 2, 0, [])


@pytest.mark.parametrize("before", range(5))
def test_CR_R21_five_penalty_cards_close(before: int) -> None:
    queue = {"1": ["cocoa"], "4": ["espresso"]}
    table = joined(A={"cell": [1, 1], "queue": queue, "penalties": before})
    table.run("A")
    assert table.view["token"] == ("CLOSED" if before == 4 else "OPEN")


def test_CR_R21_told_five_penalty_cards() -> None:
    table = joined(A={"penalties": 5})
    assert table.view["token"] == "CLOSED"


@pytest.mark.parametrize("token", ["OPEN", "CLOSED"])
def test_CR_R22_the_look_at_the_token(token: str) -> None:
    table = joined(3, A={"cell": [1, 1], "queue": {"1": ["cocoa"]}}, table={"token": token})
    table.run("A")
    assert table.result["over"] is (token == "CLOSED")
    after = table.move("B", [2, 1])
    assert call(after) == (OK if token == "OPEN" else illegal("game_over"))


def test_CR_R23_points() -> None:
    table = joined(
        A={
            "cell": [1, 1],
            "processed": 7,
            "upgrades": ["ribbon", "corner"],
            "penalties": 4,
            "queue": {"1": ["cocoa"]},
        },
        B={"penalties": 3},
    )
    assert [table.result["players"][name]["rating"] for name in "AB"] == [7, -3]
    table.activate("A", "diagonal")
    assert table.result["players"]["A"] == {
        "processed": 4, "upgrades": 3, "penalties": 4, "rush": 0, "rating": 6,
    }  # fmt: skip
    assert (table.result["winners"], table.result["decided_by"]) == ([], "undecided")


@pytest.mark.parametrize(
    ("a", "b", "winners", "decided_by"),
    [
        ({"processed": 3}, {"processed": 2}, ["A"], "points"),
        ({"processed": 2, "penalties": 1}, {"processed": 1}, ["A"], "cards"),
        ({"processed": 2, "rush": 1}, {"processed": 2, "rush": 2}, ["B"], "rush"),
        ({"processed": 2, "rush": 1}, {"processed": 2, "rush": 1}, ["A", "B"], "shared"),
    ],
)
def test_CR_R24_ties(a: dict[str, Any], b: dict[str, Any], winners: list[str], decided_by: str) -> None:
    table = joined(A={"cell": [1, 1], **a}, B=b, table={"token": "CLOSED"})
    table.run("A")
    assert (table.result["over"], table.result["winners"], table.result["decided_by"]) == (
        True,
        winners,
        decided_by,
    )

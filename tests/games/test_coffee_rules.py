"""The rules of Coffee Rush by their number: set-up, upgrades, moves, cups (CR-R1 to CR-R14)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from coffee import FAR, FULL, OK, Table, call, codes, effects, illegal, joined

from referee.games.coffee_rush import RULES
from referee.judge import Judge


def setup(players: list[Any], start: Any = "A", **fields: Any) -> dict[str, Any]:
    return Judge().feed(
        {"event": "setup", "game": "coffee-rush", "players": players, "start": start, **fields}
    )


def test_every_rule_has_a_test() -> None:
    tests = "".join(
        file.read_text(encoding="utf-8") for file in Path(__file__).parent.glob("test_coffee_*.py")
    )
    tested = {number.replace("_", "-") for number in re.findall(r"CR[_-][RA]\d+", tests)}
    numbers = [rule.number for rule in RULES]
    assert numbers == [f"CR-R{i}" for i in range(1, 25)] + [f"CR-A{i}" for i in range(1, 23)]
    assert set(numbers) <= tested


# Set-up


@pytest.mark.parametrize("count", range(7))
def test_CR_R1_two_to_four_players(count: int) -> None:
    assert setup(list("ABCDEFG"[:count]))["verdict"] == ("OK" if 2 <= count <= 4 else "BAD_INPUT")


def test_CR_R1_the_middle_of_the_table() -> None:
    view = Table(4).view
    assert (view["supply"], view["deck"], view["rush_supply"]) == (FULL, 80, 15)


def test_CR_R2_what_each_player_begins_with() -> None:
    table = Table(3)
    for name in "ABC":
        me = table.of(name)
        assert me["cups"] == {"1": [], "2": [], "3": []}
        assert me["queue"] == {"1": [], "2": [], "3": [], "4": []}
        assert (me["active_upgrades"], me["processed"], me["rush"]) == ([], 0, 0)


@pytest.mark.parametrize(
    ("start", "code"), [("C", "unknown_player"), (None, "missing_field"), (7, "wrong_type")]
)
def test_CR_R3_people_say_who_starts(start: Any, code: str) -> None:
    answer = setup(["A", "B"], start)
    assert (answer["verdict"], codes(answer)) == ("BAD_INPUT", [code])


def test_CR_R3_the_token_lies_open_and_the_starting_player_begins() -> None:
    table = Table(3, start="B")
    assert (table.view["token"], table.view["active"]) == ("OPEN", "B")  # while the set-up goes on too
    table.set_up()
    assert (table.view["token"], table.view["active"]) == ("OPEN", "B")
    assert call(table.move("A", [2, 0])) == illegal("not_your_turn")


def test_CR_R4_two_cards_each_and_one_more_for_the_starting_player() -> None:
    table = Table(2)
    assert [call(table.deal("B", tab)) for tab in (1, 2)] == [OK, OK]
    assert call(table.deal("B", 1)) == illegal("too_many_cards")
    assert call(table.deal("B", 3)) == illegal("wrong_tab")
    assert [call(table.deal("A", tab)) for tab in (1, 1, 2)] == [OK, OK, OK]
    assert call(table.deal("A", 2)) == illegal("too_many_cards")
    assert table.view["deck"] == 75


def test_CR_R4_play_begins_when_all_cards_are_dealt() -> None:
    table = Table(2)
    table.start_cell("B", [0, 0])
    table.start_cell("A", [3, 3])
    table.deal("A", 1)
    assert call(table.move("A", [3, 2])) == illegal("set_up_open")
    for name, tab in (("A", 1), ("A", 2), ("B", 1), ("B", 2)):
        assert table.view["phase"] == "setup"
        assert call(table.deal(name, tab)) == OK
    assert table.view["phase"] == "play"
    assert call(table.deal("A", 1)) == illegal("set_up_over")
    assert call(table.move("A", [3, 2])) == OK


@pytest.mark.parametrize(
    ("players", "start", "order"), [(2, "A", "BA"), (2, "B", "AB"), (3, "A", "CBA"), (4, "B", "ADCB")]
)
def test_CR_R5_from_the_right_of_the_starting_player(players: int, start: str, order: str) -> None:
    table = Table(players, start=start)
    for due, cell in zip(order, FAR, strict=False):
        for name in table.names:
            if name != due:
                answer = table.start_cell(name, cell)
                assert call(answer) == illegal("setup_order")
                assert (answer["reasons"][0]["expected"], answer["reasons"][0]["seen"]) == (due, name)
        assert call(table.start_cell(due, cell)) == OK


def test_CR_R5_all_that_is_wrong_with_a_placing() -> None:
    table = Table(3)
    table.start_cell("C", [0, 0])
    assert call(table.start_cell("A", [0, 0])) == illegal("setup_order", "occupied")


def test_CR_R5_cards_may_be_dealt_before_or_after() -> None:
    for cards_first in (False, True):
        table = Table(2)
        steps = [lambda t: t.start_cell("B", [0, 0]), lambda t: t.start_cell("A", [3, 3])]
        deals = [
            lambda t, n=n, i=i: t.deal(n, i) for n, i in (("A", 1), ("A", 1), ("A", 2), ("B", 1), ("B", 2))
        ]
        for step in deals + steps if cards_first else steps + deals:
            assert call(step(table)) == OK
        assert table.view["phase"] == "play"


def test_CR_R6_the_token_of_the_cell_goes_into_a_cup() -> None:
    table = Table(2)
    table.start_cell("B", [0, 1], cup=2)
    assert table.of("B")["cups"] == {"1": [], "2": ["caramel"], "3": []}
    assert table.supply["caramel"] == 11


# Upgrades


@pytest.mark.parametrize(("processed", "verdict"), [(2, illegal("not_enough_cards")), (3, OK), (4, OK)])
def test_CR_R7_three_processed_cards(processed: int, verdict: Any) -> None:
    table = joined(A={"processed": processed})
    answer = table.activate("A", "corner")
    assert call(answer) == verdict
    if verdict == OK:
        assert effects(answer) == [("upgrade", "A", "corner")]
        assert (table.of("A")["processed"], table.of("A")["upgrades"], table.view["discarded"]) == (
            processed - 3,
            1,
            3,
        )


def test_CR_R7_only_before_the_move_and_in_the_own_turn() -> None:
    table = joined(A={"cell": [1, 1], "processed": 3}, B={"processed": 3})
    assert call(table.activate("B", "corner")) == illegal("not_your_turn")
    table.empty("A", 1)
    assert call(table.activate("A", "corner")) == OK
    table = joined(A={"cell": [1, 1], "processed": 3})
    table.go("A", [1, 2])
    assert call(table.activate("A", "corner")) == illegal("too_late")


def test_CR_R7_all_that_is_wrong_with_an_activation() -> None:
    table = joined(A={"processed": 1, "upgrades": ["corner"]})
    assert call(table.activate("A", "corner", discard=2)) == illegal(
        "wrong_discard", "not_enough_cards", "already_active"
    )


@pytest.mark.parametrize("cards", [0, 2, 4])
def test_CR_R7_the_price_is_three_cards_neither_more_nor_fewer(cards: int) -> None:
    table = joined(A={"processed": 9})
    assert call(table.activate("A", "corner", discard=cards)) == illegal("wrong_discard")
    assert call(table.activate("A", "corner", discard=3)) == OK


# Move


def test_CR_R8_the_move_comes_first_and_only_once() -> None:
    me = {"cell": [1, 1], "cups": {"1": ["coffee", "steam"]}, "queue": {"1": ["espresso"]}}
    table = joined(turn="B", A=me)
    table.run("B")
    table.empty("A", 2)
    for answer in (table.pour("A"), table.process("A", "espresso"), table.end("A")):
        assert codes(answer)[0] == "no_move"
    assert call(table.go("A", [1, 2])) == OK
    assert call(table.move("A", [1, 1])) == illegal("already_moved")


@pytest.mark.parametrize("steps", range(6))
@pytest.mark.parametrize("rush", range(4))
def test_CR_R8_one_to_three_steps_and_one_for_each_rush_token(steps: int, rush: int) -> None:
    table = joined(A={"cell": [1, 1], "rush": 3})
    path = [[1, 2], [1, 1]] * 3
    answer = table.move("A", *path[:steps], rush=rush)
    right = steps >= 1 and rush == max(0, steps - 3)
    assert answer["verdict"] == ("OK" if right else "ILLEGAL")
    assert table.of("A")["rush"] == (3 - rush if right else 3)
    assert table.view["rush_supply"] == 15 - table.of("A")["rush"]


@pytest.mark.parametrize("cell", [[r, c] for r in range(4) for c in range(4)])
def test_CR_R9_to_neighbours_only(cell: list[int]) -> None:
    down, right = abs(cell[0] - 1), abs(cell[1] - 1)
    for upgrades, legal in (([], down + right == 1), (["diagonal"], max(down, right) == 1)):
        table = joined(
            A={"cell": [1, 1], "upgrades": upgrades}, B={"cell": [3, 3] if cell != [3, 3] else [3, 0]}
        )
        answer = table.move("A", cell)
        assert answer["verdict"] == ("OK" if legal else "ILLEGAL")
        if not legal:
            assert codes(answer) == [
                "diagonal" if max(down, right) == 1 and down + right == 2 else "not_adjacent"
            ]


def test_CR_R9_every_wrong_step_is_named() -> None:
    answer = joined(A={"cell": [0, 0]}).move("A", [1, 1], [1, 2], [3, 3])
    assert [(r["code"], r["position"]) for r in answer["reasons"]] == [("diagonal", 1), ("not_adjacent", 3)]


def test_CR_R10_each_step_gives_a_token_but_not_the_start() -> None:
    table = joined(A={"cell": [0, 0]}, B={"cell": [0, 1]})
    moved = table.move("A", [0, 1], [0, 0], [1, 0])
    assert moved["hand"] == table.view["hand"] == ["coffee", "ice", "caramel"]
    assert table.supply == {**FULL, "coffee": 17, "ice": 11, "caramel": 11}


@pytest.mark.parametrize("there", range(4))
def test_CR_R10_of_a_short_supply_what_is_there(there: int) -> None:
    table = joined(A={"cell": [0, 0]}, table={"supply": {**FULL, "caramel": there}})
    table.move("A", [0, 1], [0, 0], [0, 1])
    assert table.view["hand"].count("caramel") == min(there, 2)
    assert table.supply["caramel"] == max(there - 2, 0)


def test_CR_R11_pass_but_do_not_stop() -> None:
    table = joined(3, A={"cell": [1, 1]}, B={"cell": [1, 2]}, C={"cell": [1, 3]})
    assert call(table.move("A", [1, 2], [1, 3])) == illegal("stop_on_meeple")
    assert call(table.move("A", [1, 2], [1, 3], [0, 3])) == OK


def test_CR_R8_the_longest_path_that_can_be_told_is_read() -> None:
    table = joined(A={"cell": [1, 1]})
    path = [[1, 2], [1, 1]] * 50
    assert call(table.move("A", *path)) == illegal("too_many_steps")
    assert call(table.move("A", *path, [1, 2])) == ("BAD_INPUT", ["bad_value"])


def test_CR_R12_the_same_cell_again() -> None:
    table = joined(A={"cell": [1, 1]})
    assert call(table.move("A", [1, 2], [1, 1])) == OK
    assert table.of("A")["cells"] == [[1, 1]]


# Cups


def test_CR_R13_all_into_the_cups_or_back() -> None:
    def moved() -> Table:
        table = joined(A={"cell": [1, 1]})
        table.move("A", [1, 2], [1, 3])
        return table

    table = moved()
    assert call(table.pour("A")) == illegal("not_poured")
    assert call(table.end("A")) == illegal("not_poured")
    assert call(table.pour("A", {1: ["ice"], 2: ["water"], 3: ["tea"]})) == illegal("not_gained")
    assert call(table.pour("A", {1: ["ice"]}, "water", "water")) == illegal("not_gained")
    assert call(table.pour("A", {1: ["ice", "water"]})) == OK
    assert call(table.pour("A")) == illegal("already_poured")
    table = moved()
    assert call(table.pour("A", {3: ["ice"]}, "water")) == OK
    assert (table.of("A")["cups"]["3"], table.supply["water"], table.supply["ice"]) == (["ice"], 12, 11)


def test_CR_R14_a_cup_is_emptied_completely_as_often_as_one_likes() -> None:
    table = joined(A={"cell": [1, 1], "cups": {"1": ["tea", "milk"]}})
    assert call(table.empty("A", 1)) == OK
    assert (table.of("A")["cups"]["1"], table.supply) == ([], FULL)
    table.move("A", [1, 2])
    table.pour("A", {1: ["ice"]})
    assert [call(table.empty("A", 1)) for _ in range(2)] == [OK, OK]
    assert table.supply == FULL

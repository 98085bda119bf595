"""Which meeple moves, and how many tokens a step gives: for certain, or at least and at most."""

from __future__ import annotations

from typing import Any

import pytest
from coffee import FULL, OK, Table, call, illegal, joined, unsure

from referee.games.coffee_rush.model import INGREDIENTS, SIDE
from referee.games.coffee_rush.moving import factors
from referee.games.coffee_rush.state import returned

CORNERS = [[0, 0], [0, 3], [3, 0], [3, 3]]


def doubled(table: Table, player: str = "A", meeple: int = 0) -> tuple[list[list[int]], list[list[int]]]:
    """The cells that give more than one token, at least and at most."""
    state = table.game_state
    bounds = factors(state, table.names.index(player), meeple)
    least, most = ([[*divmod(cell, SIDE)] for cell, n in enumerate(one) if n > 1] for one in bounds)
    return least, most


def two_meeples(own: bool, **told: Any) -> Table:
    """A has a meeple on [0, 0] and one on [0, 1], B on [0, 3] and on [3, 0]."""
    game = Table(2, two_player="public", meeple_upgrade_own=own)
    game.state("A", **{"cells": [[0, 0], [0, 1]], "upgrades": ["meeple"], **told})
    game.state("B", cells=[[0, 3], [3, 0]])
    game.table(turn="A")
    return game


@pytest.mark.parametrize(
    ("upgrades", "least", "most"),
    [
        ([], [], []),
        (["diagonal"], [], []),
        (["meeple"], [[2, 0]], [[2, 0]]),
        (["corner"], CORNERS, CORNERS),
        (["meeple", "diagonal"], [[2, 0]], [[2, 0]]),
    ],
)
def test_CR_A5_cells_that_give_more(
    upgrades: list[str], least: list[list[int]], most: list[list[int]]
) -> None:
    table = joined(A={"cell": [1, 1], "upgrades": upgrades}, B={"cell": [2, 0]})
    assert doubled(table) == (least, most)


def test_CR_A5_a_meeple_that_nobody_saw_may_stand_anywhere() -> None:
    table = joined(3, A={"cell": [1, 1], "upgrades": ["meeple"]}, B={"cell": [2, 0]}, C={"cell": None})
    least, most = doubled(table)
    assert (least, len(most)) == ([[2, 0]], 16)


def test_CR_A5_upgrades_that_nobody_knows_may_all_be_active() -> None:
    table = joined(A={"cell": [1, 1], "upgrades": None}, B={"cell": [1, 2]})
    least, most = doubled(table)
    ribbons = [[*divmod(cell, SIDE)] for cell in table.game_state.config.data.ribbons]
    assert (least, most) == ([], sorted([*CORNERS, *ribbons, [1, 2]]))


def test_CR_A5_a_step_beside_a_meeple_gives_one() -> None:
    table = joined(A={"cell": [1, 1], "upgrades": ["meeple"]}, B={"cell": [2, 0]})
    assert call(table.move("A", [1, 2])) == OK
    assert call(table.pour("A", {1: ["ice", "ice"]})) == illegal("not_gained")
    assert call(table.pour("A", {1: ["ice"]})) == OK


@pytest.mark.parametrize(
    ("poured", "verdict"),
    [(["ice"] * 3, illegal("not_gained")), (["ice"] * 2, OK), (["ice"], unsure("no_data"))],
)
def test_CR_A5_all_that_may_have_been_gained_is_poured(
    poured: list[str], verdict: tuple[str, list[str]]
) -> None:
    table = joined(A={"cell": [1, 1], "upgrades": ["meeple"]}, B={"cell": None})
    table.move("A", [1, 2])
    assert call(table.pour("A", {1: poured})) == verdict


@pytest.mark.parametrize(
    ("own", "meeple", "cells"),
    [
        (False, 0, [[0, 3], [3, 0]]),
        (True, 0, [[0, 1], [0, 3], [3, 0]]),
        (True, 1, [[0, 0], [0, 3], [3, 0]]),
    ],
)
def test_CR_A6_the_meeple_that_moves_is_no_other_meeple(
    own: bool, meeple: int, cells: list[list[int]]
) -> None:
    assert doubled(two_meeples(own), meeple=meeple) == (cells, cells)


@pytest.mark.parametrize(("own", "verdict"), [(True, OK), (False, illegal("no_path"))])
def test_CR_A6_the_own_other_meeple_on_a_path_that_nobody_saw(own: bool, verdict: Any) -> None:
    """From [0, 1] there is one way to [1, 0] in three steps: by [0, 0], where the other meeple stands."""
    twice, once = (INGREDIENTS[Table(2).game_state.config.data.board[cell]] for cell in (0, SIDE))
    seen = two_meeples(own).observe("A", [0, 1], [1, 0], [[]], [[twice, twice, once]])
    assert call(seen) == verdict


@pytest.mark.parametrize(("own", "count"), [(False, 2), (True, 16)])
def test_CR_A6_the_own_second_meeple_that_nobody_saw(own: bool, count: int) -> None:
    table = two_meeples(own, cells=None)
    assert [len(cells) for cells in doubled(table)] == [2, count]


# Which of two meeples moves


@pytest.mark.parametrize(
    ("cells", "path", "upgrades", "after"),
    [
        ([[0, 0], [3, 3]], [[3, 2]], [], [[0, 0], [3, 2]]),
        ([[0, 0], [3, 3]], [[0, 1]], [], [[0, 1], [3, 3]]),
        ([[0, 0], [3, 3]], [[2, 2]], ["diagonal"], [[0, 0], [2, 2]]),
        ([[0, 0], [3, 3]], [[1, 1]], ["diagonal"], [[1, 1], [3, 3]]),
        ([[0, 0], [1, 2]], [[1, 1]], ["diagonal"], [[0, 0], [1, 1]]),  # beside it before across
    ],
)
def test_CR_A15_the_meeple_next_to_the_path_moves(
    cells: list[list[int]], path: list[list[int]], upgrades: list[str], after: list[list[int]]
) -> None:
    table = two_meeples(False, cells=cells, upgrades=upgrades)
    assert call(table.move("A", *path)) == OK
    assert table.of("A")["cells"] == after


# What a turn whose path was not seen leaves behind


def test_CR_R7_an_upgrade_before_a_move_that_nobody_saw_is_the_one_of_the_turn() -> None:
    table = joined(A={"cell": [1, 1], "processed": 6})
    assert call(table.activate("A", "corner")) == OK
    assert call(table.observe("A", [1, 1], [1, 2], [[]], [["ice"]])) == OK
    again = table.activate("A", "ribbon")
    assert call(again) == illegal("too_late", "one_per_turn")
    assert again["reasons"][1]["seen"] == 2


# What nobody knows afterwards, and what is left to people


def test_a_cup_that_nobody_looked_into_may_hold_more_than_the_recipe() -> None:
    told = {"cell": [1, 1], "cups": {"1": None}, "queue": {"1": ["espresso"]}}
    for match, coffee in (("exact", 18), ("superset", None)):
        table = joined(A=told, options={"match": match}, table={"supply": {**FULL, "coffee": 17}})
        table.go("A", [1, 2])
        assert call(table.process("A", "espresso")) == unsure("no_data")
        assert (table.supply["coffee"], table.supply["tea"]) == (coffee, coffee and 12)


def test_CR_A21_a_first_token_that_people_let_be_given_back() -> None:
    table = Table(2)
    refused = table.event("start_cell", "B", cell=[0, 1], returned=["caramel"])
    assert call(refused) == illegal("not_poured")
    assert call(table.override(refused)) == OK
    assert (table.of("B")["cells"], table.of("B")["cups"]["1"], table.supply["caramel"]) == ([[0, 1]], [], 12)


def test_CR_A6_with_one_meeple_each_the_own_one_is_the_one_that_moves() -> None:
    told = {"cell": [1, 1], "upgrades": ["meeple"]}
    for own in (False, True):
        table = joined(A=told, B={"cell": [2, 0]}, options={"meeple_upgrade_own": own})
        assert doubled(table) == ([[2, 0]], [[2, 0]])


def test_no_path_gives_what_the_board_does_not_have() -> None:
    rows = [["coffee"] * 4] * 3 + [["coffee"] * 3 + ["tea"]]
    table = joined(A={"cell": [1, 1]}, data={"board": {"rows": rows}})
    assert call(table.observe("A", [1, 1], [1, 2], [[]], [["milk"]])) == illegal("no_path")
    assert call(table.observe("A", [1, 1], [1, 2], [[]], [["coffee"]])) == OK


def test_of_cups_that_were_seen_only_those_change() -> None:
    table = joined(A={"cell": [1, 1], "cups": {"1": ["tea"], "3": ["milk"]}})
    table.move("A", [1, 2], [1, 3])
    seen = {"1": None, "2": ["ice"], "3": ["milk", "water"]}
    assert call(table.event("pour", "A", cups_after=seen)) == OK
    assert table.of("A")["cups"] == {"1": ["tea"], "2": ["ice"], "3": ["milk", "water"]}


@pytest.mark.parametrize(
    ("supply", "tokens", "after"),
    [
        ((3, 0, 1), (0, 1, -1), (3, 1, 0)),
        ((3, 0, 1), (0, 0, -2), (3, 0, 0)),  # never less than none
        ((None, 0, 2), (1, 1, -1), (None, 1, 1)),
        ((None, 1, 2), (0, -2, -2), (None, 0, 0)),
        ((None, 1, 2), (0, 0, 0), (None, 1, 2)),
    ],
)
def test_tokens_that_come_to_the_supply_and_leave_it(supply: Any, tokens: Any, after: Any) -> None:
    rest = (0,) * 5
    assert returned(supply + rest, tokens + rest) == after + rest

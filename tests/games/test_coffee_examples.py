"""Worked examples of Coffee Rush by their number: moves, pouring, paths that were not seen (X1 to X30)."""

from __future__ import annotations

from typing import Any

import pytest
from coffee import FULL, OK, bad, call, illegal, joined

Call = tuple[str, list[str]]

MOVES: list[tuple[str, dict[str, Any], list[list[int]], int, dict[str, Any], Call, list[str]]] = [
    # number, how things stand, path, rush spent, options, verdict, tokens gained
    ("X1", {"cell": [1, 1]}, [[0, 0]], 0, {}, illegal("diagonal"), []),
    ("X2", {"cell": [1, 1], "upgrades": ["diagonal"]}, [[0, 0]], 0, {}, OK, ["ice"]),
    ("X4", {"cell": [1, 1], "other": [1, 2]}, [[1, 2], [1, 3]], 0, {}, OK, ["ice", "water"]),
    ("X5", {"cell": [1, 1], "other": [1, 2]}, [[1, 2]], 0, {}, illegal("stop_on_meeple"), []),
    ("X6", {"cell": [1, 1]}, [], 0, {}, illegal("no_move"), []),
    ("X7", {"cell": [0, 0]}, [[0, 1], [0, 2], [0, 3], [1, 3]], 0, {}, illegal("too_many_steps"), []),
    (
        "X8", {"cell": [0, 0], "rush": 2}, [[0, 1], [0, 2], [0, 3], [1, 3], [2, 3]], 2, {}, OK,
        ["coffee", "coffee", "steam", "caramel", "water"],
    ),
    (
        "X9", {"cell": [0, 0], "rush": 1}, [[0, 1], [0, 2], [0, 3], [1, 3], [2, 3]], 2, {},
        illegal("rush_not_owned"), [],
    ),
    ("X10", {"cell": [0, 0], "rush": 1}, [[0, 1]], 1, {}, illegal("rush_overpaid"), []),
    ("X10", {"cell": [0, 0], "rush": 1}, [[0, 1]], 1, {"allow_waste": True}, OK, ["caramel"]),
    ("X11", {"cell": [0, 0]}, [[0, 1], [0, 0], [0, 1]], 0, {}, OK, ["ice", "caramel", "caramel"]),
    (
        "X12", {"cell": [0, 0], "supply": {"caramel": 1}}, [[0, 1], [0, 0], [0, 1]], 0, {}, OK,
        ["ice", "caramel"],
    ),
    (
        "X13", {"cell": [0, 0], "supply": {"caramel": 1}, "upgrades": ["ribbon"]}, [[0, 1]], 0, {}, OK,
        ["caramel"],
    ),
    (
        "X14", {"cell": [0, 2], "other": [0, 3], "upgrades": ["corner", "meeple"]}, [[0, 3], [1, 3]], 0, {},
        OK, ["coffee"] * 4 + ["water"],
    ),
    (
        "X14", {"cell": [0, 2], "other": [0, 3], "upgrades": ["corner", "meeple", "ribbon"]},
        [[0, 3], [1, 3]], 0, {}, OK, ["coffee"] * 4 + ["water"] * 2,
    ),
    (
        "X14", {"cell": [0, 2], "other": [0, 3], "upgrades": ["corner", "meeple"]}, [[0, 3], [1, 3]], 0,
        {"stack": "max2"}, OK, ["coffee"] * 2 + ["water"],
    ),
    (
        "X15", {"cell": [3, 0], "other": [2, 0], "upgrades": ["ribbon", "meeple"]}, [[2, 0], [2, 1]], 0, {},
        OK, ["steam"] + ["tea"] * 4,
    ),
    ("X16", {"cell": [1, 2]}, [[1, 1], [1, 2]], 0, {}, OK, ["milk", "ice"]),
    ("X17", {"cell": [3, 3]}, [[4, 3]], 0, {}, bad("off_board"), []),
]  # fmt: skip


@pytest.mark.parametrize(("number", "stand", "path", "rush", "options", "verdict", "gained"), MOVES)
def test_CR_X_of_one_move(
    number: str,
    stand: dict[str, Any],
    path: list[list[int]],
    rush: int,
    options: dict[str, Any],
    verdict: Call,
    gained: list[str],
) -> None:
    me = {key: value for key, value in stand.items() if key not in ("other", "supply")}
    table = joined(
        2,
        options=options,
        table={"supply": {**FULL, **stand.get("supply", {})}, "rush_supply": 15 - me.get("rush", 0)},
        A=me,
        B={"cell": stand.get("other", [3, 1])},
    )
    before = table.of("A")
    assert call(table.move("A", *path, rush=rush)) == verdict
    assert table.view["hand"] == gained
    after = table.of("A")
    if verdict == OK:
        assert (after["cells"], after["rush"]) == ([path[-1]], before["rush"] - rush)
    else:
        assert after == before


def test_CR_X3_an_upgrade_works_at_once() -> None:
    table = joined(A={"cell": [1, 1], "processed": 3})
    assert call(table.activate("A", "diagonal")) == OK
    assert call(table.move("A", [0, 0])) == OK
    assert (table.of("A")["processed"], table.view["hand"]) == (0, ["ice"])


def test_CR_X18_a_rush_token_comes_after_the_move() -> None:
    table = joined(
        A={"cell": [2, 0], "cups": {"1": ["tea", "water", "ice"]}, "queue": {"1": ["iced-green-tea"]}}
    )
    steps = [[2, 1], [2, 2], [2, 3], [1, 3]]
    assert call(table.move("A", *steps, rush=1)) == illegal("rush_not_owned")
    assert call(table.go("A", *steps[:3])) == OK
    assert call(table.process("A", "iced-green-tea")) == OK
    assert table.of("A")["rush"] == 1
    assert call(table.move("A", [1, 3], rush=1)) == illegal(
        "already_moved", "rush_not_owned", "rush_overpaid"
    )


# Pour

STEAM_MILK: list[list[int]] = [[2, 1], [2, 2]]
POURS: list[tuple[str, list[list[str]], list[list[str]], list[list[int]], list[int], Call]] = [
    # number, cups before, cups after, path of the move, its start, verdict
    ("X19", [["coffee"], [], []], [[], ["coffee", "milk", "steam"], []], STEAM_MILK, [2, 2],
     illegal("cup_transfer")),
    ("X20", [["coffee"], [], []], [[], ["coffee"], []], [[0, 3]], [0, 2], OK),
    ("X21", [["coffee", "ice"], [], []], [["coffee"], ["milk"], []], [[1, 1]], [2, 1],
     illegal("partial_removal")),
    ("X22", [["coffee", "ice"], [], []], [["coffee"], [], []], [[0, 3]], [0, 2], OK),
    ("X23", [["coffee"], ["tea"], []], [["coffee"], ["tea", "water"], []], [[0, 3], [0, 2], [0, 3], [1, 3]],
     [1, 3], OK),
]  # fmt: skip


@pytest.mark.parametrize(("number", "before", "after", "path", "start", "verdict"), POURS)
def test_CR_X_of_one_pouring(
    number: str,
    before: list[list[str]],
    after: list[list[str]],
    path: list[list[int]],
    start: list[int],
    verdict: Call,
) -> None:
    def cups(seen: list[list[str]]) -> dict[str, list[str]]:
        return {str(i): tokens for i, tokens in enumerate(seen, start=1)}

    table = joined(A={"cell": start, "cups": cups(before), "rush": 3})
    table.move("A", *path, rush=max(0, len(path) - 3))
    answer = table.event("pour", "A", cups_before=cups(before), cups_after=cups(after))
    assert call(answer) == verdict
    if verdict == OK:
        assert table.of("A")["cups"] == cups(after)
        in_cups = [token for cup in after for token in cup]
        assert table.supply == {name: count - in_cups.count(name) for name, count in FULL.items()}
    else:
        assert table.of("A")["cups"] == cups(before)


def test_CR_X20_told_by_events() -> None:
    table = joined(A={"cell": [0, 2], "cups": {"1": ["coffee"]}})
    table.move("A", [0, 3])
    assert call(table.empty("A", 1)) == OK
    assert call(table.pour("A", {2: ["coffee"]})) == OK
    assert table.of("A")["cups"] == {"1": [], "2": ["coffee"], "3": []}


def test_CR_X23_X24_every_token_is_poured_or_returned() -> None:
    table = joined(A={"cell": [0, 2], "cups": {"1": ["coffee"], "2": ["tea"]}})
    table.move("A", [0, 3], [1, 3], [0, 3])
    assert call(table.pour("A", {2: ["water"]})) == illegal("not_poured")
    assert call(table.pour("A", {2: ["water"]}, "coffee", "coffee")) == OK
    assert (table.supply["coffee"], table.supply["water"]) == (17, 11)

    table = joined(A={"cell": [1, 2]})
    table.move("A", [0, 2], [1, 2], [1, 3])
    answer = table.pour("A", {1: ["water", "ice"]})
    assert call(answer) == illegal("not_poured")
    assert answer["reasons"][0]["expected"] == "steam in cups or in the supply"


def test_CR_X25_cups_are_emptied_in_the_own_turn() -> None:
    table = joined(B={"cups": {"1": ["milk"]}})
    assert call(table.empty("B", 1)) == illegal("not_your_turn")
    assert table.of("B")["cups"]["1"] == ["milk"]


# Path not seen

SEEN: list[tuple[str, list[int], list[int], list[str], int, dict[str, Any], Call]] = [
    ("X26", [2, 2], [2, 2], ["steam", "milk"], 0, {}, OK),
    ("X27", [2, 2], [2, 2], ["milk"], 0, {}, OK),
    ("X28", [2, 2], [2, 3], ["coffee", "coffee"], 0, {}, OK),
    ("X29", [2, 2], [2, 3], ["coffee"] * 3, 0, {}, illegal("no_path")),
    ("X29", [2, 2], [2, 3], ["coffee"] * 3, 2, {"rush": 2}, OK),
    ("X30", [1, 1], [0, 0], ["ice"], 0, {}, OK),
    (
        "X19",
        [2, 2],
        [2, 2],
        ["coffee", "milk", "steam"],
        0,
        {"cups": {"1": ["coffee"]}},
        illegal("cup_transfer"),
    ),
]


@pytest.mark.parametrize(("number", "start", "end", "added", "rush", "stand", "verdict"), SEEN)
def test_CR_X_of_a_path_not_seen(
    number: str,
    start: list[int],
    end: list[int],
    added: list[str],
    rush: int,
    stand: dict[str, Any],
    verdict: Call,
) -> None:
    table = joined(A={"cell": start, **stand})
    first = stand.get("cups", {}).get("1", [])
    answer = table.observe("A", start, end, [first, []], [[], added], rush=rush)
    assert call(answer) == verdict
    if verdict == OK:
        assert (table.of("A")["cells"], sorted(table.of("A")["cups"]["2"])) == ([end], sorted(added))
        assert table.of("A")["rush"] == 0

"""What is seen only before and after, against trying out every path and every way with the cups."""

from __future__ import annotations

from itertools import product

import pytest
from coffee import OK, Table, call, illegal, joined
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.gamefiles.coffee_rush import coffee_data
from referee.games.coffee_rush.model import CELLS, DIAGONAL, EMPTY, INGREDIENTS, NEXT, Bag, bag, place, within
from referee.games.coffee_rush.stories import exists_path, stories

BOARD = coffee_data({}).board
bags = st.lists(st.sampled_from(INGREDIENTS), max_size=4).map(bag)


def every_path(start: int, steps: int, diagonal: bool) -> list[tuple[int, ...]]:
    paths: list[tuple[int, ...]] = [()]
    for _ in range(steps):
        paths = [
            (*path, cell)
            for path in paths
            for cell in NEXT[(start, *path)[-1]] | (DIAGONAL[(start, *path)[-1]] if diagonal else frozenset())
        ]
    return paths


@given(
    st.sampled_from(CELLS),
    st.sampled_from(CELLS),
    bags,
    st.integers(1, 4),
    st.booleans(),
    st.lists(st.sampled_from([1, 1, 2, 4]), min_size=16, max_size=16),
)
@settings(max_examples=60)
def test_CR_R9_R10_a_path_exists_or_not(
    start: int, end: int, wanted: Bag, steps: int, diagonal: bool, factors: list[int]
) -> None:
    def gain(path: tuple[int, ...]) -> Bag:
        return tuple(sum(factors[cell] for cell in path if BOARD[cell] == kind) for kind in range(8))

    expected = any(
        path[-1] == end and within(wanted, gain(path))
        for length in range(1, steps + 1)
        for path in every_path(start, length, diagonal)
    )
    assert exists_path(BOARD, start, end, wanted, range(1, steps + 1), factors, diagonal=diagonal) is expected


@given(st.lists(st.tuples(bags, bags), min_size=3, max_size=3))
def test_CR_R14_each_cup_is_kept_or_emptied(cups: list[tuple[Bag, Bag]]) -> None:
    before, after = zip(*cups, strict=True)
    found = set(stories(before, after))
    expected = set()
    for emptied in product([False, True], repeat=3):
        if all(away or within(old, new) for away, (old, new) in zip(emptied, cups, strict=True)):
            poured = out = EMPTY
            for away, (old, new) in zip(emptied, cups, strict=True):
                rest = new if away else tuple(b - a for a, b in zip(old, new, strict=True))
                poured = tuple(map(sum, zip(poured, rest, strict=True)))
                out = tuple(map(sum, zip(out, old if away else EMPTY, strict=True)))
            expected.add((poured, out))
    assert found == expected


def test_a_search_that_is_too_long_is_no_verdict() -> None:
    assert exists_path(BOARD, 0, 15, bag([*INGREDIENTS] * 9), range(60, 99), [1] * 16, diagonal=True) is None


def test_too_many_paths_are_left_to_people() -> None:
    cups = {str(i): ["coffee"] * 5 + ["tea", "water", "milk", "ice", "steam"] * 2 for i in (1, 2)}
    table = joined(A={"cell": [1, 1], "rush": 15, "upgrades": ["diagonal"]}, options={"rush_step": 3})
    answer = table.judge.feed(
        {"event": "observe", "by": "A", "from": [1, 1], "to": [1, 2], "cups_after": cups, "rush": 15}
    )
    assert answer["verdict"] in ("OK", "UNSURE")


@pytest.mark.parametrize("end", range(16))
def test_CR_R11_where_an_unseen_move_may_end(end: int) -> None:
    table = joined(A={"cell": [1, 1]}, B={"cell": [2, 1]})
    row, column = place(end)
    away = abs(row - 1) + abs(column - 1)
    answer = table.observe("A", [1, 1], [row, column], [[]], [[]])
    reach = away <= 3 and end != 9
    assert call(answer) == (OK if reach else illegal("stop_on_meeple" if end == 9 else "no_path"))


def test_CR_R8_an_unseen_move_may_not_stay() -> None:
    table: Table = joined(A={"cell": [1, 1]})
    assert call(table.observe("A", [1, 1], [1, 1], [[]], [[]])) == OK  # there and back
    assert call(table.observe("A", [1, 1], [1, 1], [[]], [[]])) == illegal("already_moved")


@pytest.mark.parametrize(
    ("before", "after", "verdict"),
    [
        ([["coffee"], []], [[], ["coffee", "ice"]], illegal("cup_transfer")),
        ([["coffee", "tea"], []], [["tea"], ["coffee", "ice"]], illegal("cup_transfer", "partial_removal")),
        ([["coffee", "tea"], []], [["tea"], ["ice"]], illegal("partial_removal")),
        ([["coffee", "tea"], []], [[], ["ice"]], OK),
        ([["tea"], []], [["tea", "ice"], []], OK),
        ([["tea"], []], [["tea", "water"], []], illegal("no_path")),
    ],
)
def test_CR_R14_what_was_done_to_the_cups(
    before: list[list[str]], after: list[list[str]], verdict: tuple[str, list[str]]
) -> None:
    cups = {str(i): tokens for i, tokens in enumerate(before, start=1)}
    table = joined(A={"cell": [3, 2], "cups": cups}, B={"cell": [0, 0]})
    assert call(table.observe("A", [3, 2], [3, 1], before, after)) == verdict

"""The box of Coffee Rush as plain data: what it gives, and every fault with all that is said of it."""

from __future__ import annotations

from typing import Any

import pytest

from referee.games import BadInput
from referee.games.coffee_rush.model import Card, cell_at
from referee.games.coffee_rush.setup import read_data

INGREDIENTS = "coffee, milk, steam, ice, chocolate, caramel, tea, water"
CELL = "a cell as [row, column], both from 0 to 3"
TEA: dict[str, Any] = {"recipe": ["tea"]}
GOOD: dict[str, Any] = {
    "board": {
        "rows": [["coffee"] * 4, ["milk"] * 4, ["steam"] * 4, ["ice", "tea", "water", "caramel"]],
        "ribbon_cells": [[1, 2]],
        "corner_cells": [[0, 0], [3, 3]],
    },
    "supply": {**dict.fromkeys(INGREDIENTS.split(", "), 12), "coffee": 0, "tea": 999, "source": "the box"},
    "rush": {"tokens": 15},
    "deck": {
        "cards": {
            "plain": TEA,
            "house": {"recipe": ["tea", "ice", "tea"], "copies": 2, "name": "House tea", "specialty": True},
        }
    },
}


def test_the_box() -> None:
    data = read_data(GOOD)
    assert data.board == (0,) * 4 + (1,) * 4 + (2,) * 4 + (3, 6, 7, 5)
    assert (data.ribbons, data.corners) == ({cell_at(1, 2)}, {cell_at(0, 0), cell_at(3, 3)})
    assert (data.supply, data.rush_tokens) == ((0, 12, 12, 12, 12, 12, 999, 12), 15)
    assert data.cards == {
        "plain": Card("plain", "plain", (0, 0, 0, 0, 0, 0, 1, 0), 1, False),
        "house": Card("house", "House tea", (0, 0, 0, 1, 0, 0, 2, 0), 2, True),
    }
    assert data.deck == 3


Fault = tuple[str, str, str | None, Any]
FAULTS: list[tuple[str, Any, list[Fault]]] = [
    # a part of the box, what it is instead, and what is said of it
    ("board", None, [("missing_field", "board.rows", "four rows of four ingredients, from the top", None),
                     ("missing_field", "board.ribbon_cells", "a list of cells", None),
                     ("missing_field", "board.corner_cells", "a list of cells", None)]),
    ("board", 3, [("wrong_type", "board", "an object", 3),
                  ("missing_field", "board.rows", "four rows of four ingredients, from the top", None),
                  ("missing_field", "board.ribbon_cells", "a list of cells", None),
                  ("missing_field", "board.corner_cells", "a list of cells", None)]),
    ("board", {**GOOD["board"], "rows": [["tea"] * 4] * 3},
     [("bad_value", "board.rows", "four rows", "a list of 3")]),
    ("board", {**GOOD["board"], "rows": [["tea"] * 4] * 5},
     [("bad_value", "board.rows", "four rows of four ingredients, from the top", "a list of 5")]),
    ("board", {**GOOD["board"], "rows": [["tea"] * 4] * 2 + [["tea"] * 3, "tea"]},
     [("bad_value", "board.rows[2]", "four ingredients, from the left", "a list of 3"),
      ("bad_value", "board.rows[3]", "four ingredients, from the left", "tea")]),
    ("board", {**GOOD["board"], "rows": [["tea"] * 4] * 3 + [["tea", "soup", 3, None]]},
     [("bad_value", "board.rows[3][1]", f"one of {INGREDIENTS}", "soup"),
      ("bad_value", "board.rows[3][2]", f"one of {INGREDIENTS}", 3),
      ("bad_value", "board.rows[3][3]", f"one of {INGREDIENTS}", None)]),
    ("board", {**GOOD["board"], "ribbon_cells": [[0, 0], [0, 4], 3]},
     [("off_board", "board.ribbon_cells[1]", CELL, "[0, 4]"),
      ("wrong_type", "board.ribbon_cells[2]", CELL, 3)]),
    ("board", {**GOOD["board"], "corner_cells": [[0, 0]] * 17},
     [("bad_value", "board.corner_cells", "a list of cells", "a list of 17")]),
    ("supply", None, [("missing_field", "supply", "how many tokens by ingredient", None)]),
    ("supply", [], [("wrong_type", "supply", "how many tokens by ingredient", "a list of 0")]),
    ("supply", {**GOOD["supply"], "tea": None},
     [("missing_field", "supply", "a number of every ingredient", "an object of 9")]),
    ("supply", {**GOOD["supply"], "tea": 1000, "soup": 1},
     [("bad_value", "supply.tea", "0 to 999", 1000),
      ("unknown_ingredient", "supply", f"one of {INGREDIENTS}", "soup")]),
    ("rush", None, [("missing_field", "rush.tokens", "how many rush tokens there are", None)]),
    ("rush", {"tokens": -1}, [("bad_value", "rush.tokens", "0 to 999", -1)]),
    ("rush", {"tokens": "15"}, [("wrong_type", "rush.tokens", "0 to 999", "15")]),
    ("deck", None, [("missing_field", "deck.cards", "the order cards by their ids", None)]),
    ("deck", {"cards": {}}, [("missing_field", "deck.cards", "the order cards by their ids", None)]),
    ("deck", {"cards": 3}, [("wrong_type", "deck.cards", "an object", 3)]),
    ("deck", {"cards": {"": TEA, "x": TEA}}, [("bad_value", "deck.cards.", "a card's id", "")]),
    ("deck", {"cards": {"x": 3, "y": TEA}}, [("wrong_type", "deck.cards.x", "an object", 3)]),
    ("deck", {"cards": {"x": {}}}, [("missing_field", "deck.cards.x.recipe", "a list of ingredients", None)]),
    ("deck", {"cards": {"x": {"recipe": []}}},
     [("bad_value", "deck.cards.x.recipe", "at least one ingredient", "a list of 0")]),
    ("deck", {"cards": {"x": {**TEA, "copies": 0}, "y": {**TEA, "copies": 1000}}},
     [("bad_value", "deck.cards.x.copies", "1 to 999", 0),
      ("bad_value", "deck.cards.y.copies", "1 to 999", 1000)]),
    ("deck", {"cards": {"x": {**TEA, "name": 3, "specialty": 1}}},
     [("wrong_type", "deck.cards.x.name", "a name", 3),
      ("wrong_type", "deck.cards.x.specialty", "true or false", 1)]),
]  # fmt: skip


@pytest.mark.parametrize(("part", "value", "faults"), FAULTS)
def test_what_is_said_of_bad_data(part: str, value: Any, faults: list[Fault]) -> None:
    with pytest.raises(BadInput) as error:
        read_data({**GOOD, part: value})
    found = [(reason.code, reason.path, reason.expected, reason.seen) for reason in error.value.reasons]
    assert found == [(code, f"data.{path}", expected, seen) for code, path, expected, seen in faults]


@pytest.mark.parametrize("value", [None, 3])
def test_no_data_at_all(value: Any) -> None:
    with pytest.raises(BadInput) as error:
        read_data(value, "box")
    assert error.value.reasons[0].path == "box"


def test_a_deck_of_too_many_kinds_of_cards() -> None:
    cards = {f"card-{i}": TEA for i in range(999)}
    assert len(read_data({**GOOD, "deck": {"cards": cards}}).cards) == 999
    with pytest.raises(BadInput) as error:
        read_data({**GOOD, "deck": {"cards": {**cards, "one": TEA}}})
    assert [(r.code, r.path, r.expected, r.seen) for r in error.value.reasons] == [
        ("bad_value", "data.deck.cards", "at most 999 cards", "an object of 1000")
    ]

"""Whole reasons of bad input to Coffee Rush, word for word."""

from __future__ import annotations

from typing import Any

import pytest
from coffee_scenes import Said, why

from referee.games.base import BadInput
from referee.games.coffee_rush.game import GAME
from referee.judge import Judge

INGREDIENTS = "coffee, milk, steam, ice, chocolate, caramel, tea, water"
UPGRADES = "meeple, diagonal, corner, ribbon"
CELL = "a cell as [row, column], both from 0 to 3"
SETUP: dict[str, Any] = {"event": "setup", "game": "coffee-rush", "players": ["A", "B"], "start": "A"}

# fmt: off
BAD: list[tuple[dict[str, Any], list[Said]]] = [
    ({"event": "jump", "by": "A"},
     [why("unknown_event",
          "one of deal, start_cell, activate, move, pour, empty, process, draw, end_turn, observe, state, "
          "table, override, undo",
          "jump", path="event")]),
    ({"event": "move", "by": "C"},
     [why("unknown_player", "one of A, B", "C", path="by"),
      why("missing_field", "the cells entered, such as [[1, 2], [1, 3]]", path="path")]),
    ({"event": "move", "by": None, "path": 5},
     [why("missing_field", "one of A, B", path="by"),
      why("wrong_type", "the cells entered, such as [[1, 2], [1, 3]]", 5, path="path")]),
    ({"event": "move", "by": "A", "path": [[4, 3], [1], "x", [True, 0]]},
     [why("off_board", CELL, "[4, 3]", path="path[0]"),
      why("wrong_type", CELL, "a list of 1", path="path[1]"),
      why("wrong_type", CELL, "x", path="path[2]"),
      why("wrong_type", CELL, "a list of 2", path="path[3]")]),
    ({"event": "move", "by": "A", "path": [[0, 0]], "rush": 16, "meeple": 2},
     [why("bad_value", "a meeple from 1 to 1", 2, path="meeple"),
      why("bad_value", "how many rush tokens are spent, 0 to 15", 16, path="rush")]),
    ({"event": "move", "by": "A", "path": [[0, 0]], "rush": "1", "meeple": "1"},
     [why("wrong_type", "a meeple from 1 to 1", "1", path="meeple"),
      why("wrong_type", "how many rush tokens are spent, 0 to 15", "1", path="rush")]),
    ({"event": "pour", "by": "A", "cups": {"1": ["sugar", 3], "4": []}, "returned": "ice"},
     [why("bad_value", "a cup from 1 to 3", "4", path="cups"),
      why("unknown_ingredient", "one of " + INGREDIENTS, "sugar", path="cups.1[0]"),
      why("wrong_type", "an ingredient", 3, path="cups.1[1]"),
      why("wrong_type", "a list of ingredients", "ice", path="returned")]),
    ({"event": "pour", "by": "A", "cups": {"1": ["sugar", "ice", "salt"]}},
     [why("unknown_ingredient", "one of " + INGREDIENTS, "sugar", path="cups.1[0]"),
      why("unknown_ingredient", "one of " + INGREDIENTS, "salt", path="cups.1[2]")]),
    ({"event": "pour", "by": "A"},
     [why("missing_field", "an object by cup: 1, 2, 3", path="cups")]),
    ({"event": "pour", "by": "A", "cups": []},
     [why("wrong_type", "an object by cup: 1, 2, 3", "a list of 0", path="cups")]),
    ({"event": "pour", "by": "A", "cups_before": {"x": []}, "cups_after": {"1": "ice"}, "returned": [None]},
     [why("bad_value", "a cup from 1 to 3", "x", path="cups_before"),
      why("wrong_type", "a list of ingredients", "ice", path="cups_after.1"),
      why("missing_field", "an ingredient", path="returned[0]")]),
    ({"event": "deal", "by": "A", "tab": 5},
     [why("bad_value", "a tab from 1 to 4", 5, path="tab"),
      why("missing_field", "a card's id", path="card")]),
    ({"event": "deal", "by": "A", "card": "tea"},
     [why("missing_field", "a tab from 1 to 4", path="tab"),
      why("unknown_card", "a card of the deck, such as espresso", "tea", path="card")]),
    ({"event": "start_cell", "by": "A", "cell": [0, -1]},
     [why("off_board", CELL, "[0, -1]", path="cell"), why("missing_field", "a cup from 1 to 3", path="cup")]),
    ({"event": "start_cell", "by": "A", "cup": 4},
     [why("missing_field", CELL, path="cell"), why("bad_value", "a cup from 1 to 3", 4, path="cup")]),
    ({"event": "activate", "by": "A", "upgrade": "wings", "discard": -3},
     [why("bad_value", "one of " + UPGRADES, "wings", path="upgrade"),
      why("bad_value", "how many cards are discarded", -3, path="discard")]),
    ({"event": "activate", "by": "A"},
     [why("missing_field", "one of " + UPGRADES, path="upgrade")]),
    ({"event": "empty", "by": "A", "cup": 0},
     [why("bad_value", "a cup from 1 to 3", 0, path="cup")]),
    ({"event": "process", "by": "A", "card": None, "cup": 4, "tab": 0},
     [why("missing_field", "a card's id", path="card"),
      why("bad_value", "a cup from 1 to 3", 4, path="cup"),
      why("bad_value", "a tab from 1 to 4", 0, path="tab")]),
    ({"event": "process", "by": "A", "card": "tea", "cup": "1", "tab": "1"},
     [why("unknown_card", "a card of the deck, such as espresso", "tea", path="card"),
      why("wrong_type", "a cup from 1 to 3", "1", path="cup"),
      why("wrong_type", "a tab from 1 to 4", "1", path="tab")]),
    ({"event": "draw", "by": "A", "cards": ["espresso", 3, "x"]},
     [why("wrong_type", "a card's id", 3, path="cards[1]"),
      why("unknown_card", "a card of the deck, such as espresso", "x", path="cards[2]")]),
    ({"event": "draw", "by": "A"},
     [why("missing_field", "a list of cards", path="cards")]),
    ({"event": "end_turn", "by": "Z"},
     [why("unknown_player", "one of A, B", "Z", path="by")]),
    ({"event": "observe", "by": "A"},
     [why("missing_field", CELL, path="from"),
      why("missing_field", CELL, path="to"),
      why("missing_field", "an object by cup: 1, 2, 3", path="cups_after")]),
    ({"event": "observe", "by": "A", "from": [0, 0], "to": [9, 9], "cups_before": 3,
       "cups_after": {"1": 4}, "rush": -1},
     [why("off_board", CELL, "[9, 9]", path="to"),
      why("wrong_type", "an object by cup: 1, 2, 3", 3, path="cups_before"),
      why("wrong_type", "a list of ingredients", 4, path="cups_after.1"),
      why("bad_value", "how many rush tokens are spent, 0 to 15", -1, path="rush")]),
    ({"event": "state", "player": "A", "cell": "x", "cups": 1, "queue": 2, "processed": 1000,
       "penalties": "2", "rush": -1, "upgrades": 3},
     [why("wrong_type", CELL, "x", path="cell"),
      why("wrong_type", "an object by cup: 1, 2, 3", 1, path="cups"),
      why("wrong_type", "an object by tab: 1, 2, 3, 4", 2, path="queue"),
      why("wrong_type", "a list of upgrades", 3, path="upgrades"),
      why("bad_value", "how many, 0 to 999", 1000, path="processed"),
      why("wrong_type", "how many, 0 to 999", "2", path="penalties"),
      why("bad_value", "how many, 0 to 999", -1, path="rush")]),
    ({"event": "state", "player": "A", "queue": {"5": [], "1": 4, "2": ["x"]}, "upgrades": ["ribbon",
       "ribbon", 5, "x"]},
     [why("bad_value", "a tab from 1 to 4", "5", path="queue"),
      why("wrong_type", "a list of cards", 4, path="queue.1"),
      why("unknown_card", "a card of the deck, such as espresso", "x", path="queue.2[0]"),
      why("bad_value", "each upgrade once", "ribbon", path="upgrades[1]"),
      why("wrong_type", "an upgrade", 5, path="upgrades[2]"),
      why("bad_value", "one of " + UPGRADES, "x", path="upgrades[3]")]),
    ({"event": "state", "player": "A", "upgrades": ["ribbon"] * 5, "cells": [[0, 0], [0, 1]]},
     [why("bad_value", "1 cells, one for each meeple", "a list of 2", path="cells"),
      why("bad_value", "at most 4 upgrades", "a list of 5", path="upgrades")]),
    ({"event": "state", "player": "A", "cells": []},
     [why("bad_value", "1 cells, one for each meeple", "a list of 0", path="cells")]),
    ({"event": "state", "player": "C", "cells": "x"},
     [why("unknown_player", "one of A, B", "C", path="player"),
      why("wrong_type", "a list of 1 cells", "x", path="cells")]),
    ({"event": "table", "supply": {"sugar": 1, "tea": 1000, "ice": "x"}, "deck": 1.5, "rush_supply": -1,
       "token": "SHUT", "turn": "C"},
     [why("unknown_ingredient", "one of " + INGREDIENTS, "sugar", path="supply"),
      why("bad_value", "0 to 999", 1000, path="supply.tea"),
      why("wrong_type", "0 to 999", "x", path="supply.ice"),
      why("wrong_type", "how many, 0 to 999", 1.5, path="deck"),
      why("bad_value", "how many, 0 to 999", -1, path="rush_supply"),
      why("bad_value", "one of OPEN, CLOSED", "SHUT", path="token"),
      why("unknown_player", "one of A, B", "C", path="turn")]),
    ({"event": "table", "supply": 3, "token": 1},
     [why("wrong_type", "how many tokens by ingredient", 3, path="supply"),
      why("wrong_type", "one of OPEN, CLOSED", 1, path="token")]),
    ({**SETUP, "players": ["A"]},
     [why("bad_value", "a list of 2 to 4 names", "a list of 1", path="players")]),
    ({**SETUP, "players": ["A", "A", 3]},
     [why("bad_value", "a name that no other player has", "A", path="players[1]"),
      why("wrong_type", "a name", 3, path="players[2]")]),
    ({**SETUP, "start": "C"},
     [why("unknown_player", "one of A, B", "C", path="start")]),
    ({**SETUP, "start": None},
     [why("missing_field", "the name of the starting player", path="start")]),
    ({**SETUP, "options": {"stack": "up", "interleave": 1, "rush_step": 4, "direction": 2}},
     [why("wrong_type", "one of clockwise, counterclockwise", 2, path="options.direction"),
      why("bad_value", "one of multiply, max2", "up", path="options.stack"),
      why("wrong_type", "true or false", 1, path="options.interleave"),
      why("bad_value", "how many steps a rush token is worth, from 1 to 3", 4, path="options.rush_step")]),
    ({**SETUP, "options": {"rush_step": 0.5, "speed": 1}},
     [why("wrong_type", "how many steps a rush token is worth, from 1 to 3", 0.5, path="options.rush_step")]),
    ({**SETUP, "data": {"supply": {"tea": -1}}},
     [why("bad_value", "0 to 999", -1, path="data.supply.tea")]),
    ({**SETUP, "data": {"supply": 4}},
     [why("wrong_type", "how many tokens by ingredient", 4, path="data.supply")]),
    ({**SETUP, "data": {"rush": {"tokens": None}}},
     [why("missing_field", "how many rush tokens there are", path="data.rush.tokens")]),
    ({**SETUP, "data": {"rush": {"tokens": 1000}}},
     [why("bad_value", "0 to 999", 1000, path="data.rush.tokens")]),
    ({**SETUP, "data": {"board": {"rows": 3, "ribbon_cells": 4, "corner_cells": [[0, 9]]}}},
     [why("wrong_type", "four rows of four ingredients, from the top", 3, path="data.board.rows"),
      why("wrong_type", "a list of cells", 4, path="data.board.ribbon_cells"),
      why("off_board", CELL, "[0, 9]", path="data.board.corner_cells[0]")]),
    ({**SETUP, "data": {"board": {"rows": [["ice"], ["ice", "ice", "ice", "sugar"]]}}},
     [why("bad_value", "four ingredients, from the left", "a list of 1", path="data.board.rows[0]"),
      why("bad_value", "one of " + INGREDIENTS, "sugar", path="data.board.rows[1][3]"),
      why("bad_value", "four rows", "a list of 2", path="data.board.rows")]),
    ({**SETUP, "data": {"deck": {"cards": {"x": {}, "y": 1, "z": {"recipe": [], "copies": 0, "name": 7,
       "specialty": 2}}}}},
     [why("missing_field", "a list of ingredients", path="data.deck.cards.x.recipe"),
      why("wrong_type", "an object", 1, path="data.deck.cards.y"),
      why("bad_value", "at least one ingredient", "a list of 0", path="data.deck.cards.z.recipe"),
      why("bad_value", "1 to 999", 0, path="data.deck.cards.z.copies"),
      why("wrong_type", "a name", 7, path="data.deck.cards.z.name"),
      why("wrong_type", "true or false", 2, path="data.deck.cards.z.specialty")]),
    ({**SETUP, "data": {"deck": {"cards": {"": {"recipe": ["tea"]}}}}},
     [why("bad_value", "a card's id", "", path="data.deck.cards.")]),
    ({**SETUP, "data": {"deck": {"cards": None}}},
     [why("missing_field", "the order cards by their ids", path="data.deck.cards")]),
]
# fmt: on


@pytest.mark.parametrize(("event", "reasons"), BAD)
def test_whole_reasons_of_bad_input(event: dict[str, Any], reasons: list[Said]) -> None:
    judge = Judge()
    if event["event"] != "setup":
        judge.feed(SETUP)
    answer = judge.feed(event)
    assert (answer["verdict"], answer["reasons"]) == ("BAD_INPUT", reasons)


@pytest.mark.parametrize(
    ("event", "path"),
    [
        ({"event": "move", "by": "A", "path": [[1, 2], [1, 1]] * 50}, "path"),
        ({"event": "state", "player": "A", "cups": {"1": ["ice"] * 999}}, "cups.1"),
        ({"event": "state", "player": "A", "queue": {"1": ["cocoa"] * 999}}, "queue.1"),
        ({"event": "state", "player": "A", "upgrades": UPGRADES.split(", ")}, "upgrades"),
        ({"event": "draw", "by": "A", "cards": ["cocoa"] * 999}, "cards"),
    ],
)
def test_the_longest_list_is_read_and_one_more_is_too_long(event: dict[str, Any], path: str) -> None:
    judge = Judge()
    judge.feed(SETUP)
    read = GAME.parse(judge.state, event, 2)
    assert read.line == 2
    key, _, index = path.partition(".")
    longer = {index: [*event[key][index], event[key][index][0]]} if index else [*event[key], event[key][0]]
    with pytest.raises(BadInput) as error:
        GAME.parse(judge.state, {**event, key: longer}, 2)
    assert [(reason.code, reason.path) for reason in error.value.reasons] == [("bad_value", path)]

"""JSON Schemas (draft 2020-12) of Coffee Rush: what `setup`, the events, verdicts and results look like."""

from __future__ import annotations

from typing import Any, Final

from referee.games.coffee_rush.model import CUPS, INGREDIENTS, SIDE, TABS, UPGRADES
from referee.games.coffee_rush.reading import LONGEST_PATH, MOST_TOKENS
from referee.games.coffee_rush.setup import CHOICES, FLAGS, LONGEST_RUSH_STEP

Schema = dict[str, Any]

_NAME: Final[Schema] = {"type": "string", "minLength": 1, "maxLength": 100, "description": "a player's name"}
_CARD: Final[Schema] = {"type": "string", "description": "an order card's id, such as iced-americano"}
_CARD_OR_NULL: Final[Schema] = {"type": ["string", "null"], "description": "null: a card nobody could read"}
_CELL: Final[Schema] = {
    "type": "array",
    "items": {"type": "integer", "minimum": 0, "maximum": SIDE - 1},
    "minItems": 2,
    "maxItems": 2,
    "description": "[row, column] from the top left as printed",
}
_BAG: Final[Schema] = {"type": "array", "items": {"enum": list(INGREDIENTS)}, "maxItems": MOST_TOKENS}
_BAG_OR_NULL: Final[Schema] = {**_BAG, "type": ["array", "null"]}
_COUNT: Final[Schema] = {"type": ["integer", "null"], "minimum": 0, "maximum": MOST_TOKENS}


def _index(most: int) -> Schema:
    return {"type": "integer", "minimum": 1, "maximum": most}


def _by_number(most: int, of: Schema, description: str, *, null: bool = True) -> Schema:
    return {
        "type": ["object", "null"] if null else "object",
        "description": description,
        "additionalProperties": False,
        "properties": {str(number): of for number in range(1, most + 1)},
    }


_CUPS_SEEN: Final = _by_number(CUPS, _BAG_OR_NULL, "the contents by cup; what is left out was not seen")
_RUSH: Final[Schema] = {
    "type": ["integer", "null"],
    "minimum": 0,
    "default": 0,
    "description": "rush tokens spent",
}


def _event(
    name: str, required: dict[str, Schema], optional: dict[str, Schema] | None = None, who: str | None = "by"
) -> Schema:
    by: dict[str, Schema] = {} if who is None else {who: _NAME}
    return {
        "type": "object",
        "required": ["event", *by, *required],
        "properties": {
            "event": {"const": name},
            "t": {"type": ["number", "null"], "minimum": 0, "description": "seconds"},
            **by,
            **required,
            **(optional or {}),
        },
    }


_SETUP: Final[Schema] = {
    "type": "object",
    "required": ["event", "game", "players", "start"],
    "properties": {
        "event": {"const": "setup"},
        "game": {"const": "coffee-rush"},
        "players": {
            "type": "array",
            "items": _NAME,
            "minItems": 2,
            "maxItems": 4,
            "uniqueItems": True,
            "description": "clockwise",
        },
        "start": {**_NAME, "description": "the starting player"},
        "data": {
            "type": ["string", "object", "null"],
            "default": "coffee-rush",
            "description": "the path of a data file, or values in place of those of the one brought along: "
            "board (rows, ribbon_cells, corner_cells), supply, rush (tokens), deck (cards)",
        },
        "options": {
            "type": ["object", "null"],
            "properties": {
                **{
                    name: {"enum": [*choices, None], "default": choices[0]}
                    for name, choices in CHOICES.items()
                },
                **{
                    name: {"type": ["boolean", "null"], "default": default} for name, default in FLAGS.items()
                },
                "rush_step": {
                    "type": ["integer", "null"],
                    "minimum": 1,
                    "maximum": LONGEST_RUSH_STEP,
                    "default": 1,
                    "description": "steps a rush token is worth",
                },
            },
        },
    },
}
_POUR_NAMED: Final = _event(
    "pour",
    {"cups": _by_number(CUPS, _BAG_OR_NULL, "what is added to each cup", null=False)},
    {"returned": {**_BAG_OR_NULL, "default": [], "description": "what goes back to the supply"}},
)
_POUR_SEEN: Final = _event(
    "pour",
    {"cups_after": {**_CUPS_SEEN, "type": "object"}},
    {"cups_before": _CUPS_SEEN, "returned": _BAG_OR_NULL},
)

_EVENTS: Final[tuple[Schema, ...]] = (
    _SETUP,
    _event("deal", {"tab": _index(TABS), "card": _CARD_OR_NULL}),
    {
        **_event("start_cell", {"cell": _CELL}, {"cup": _index(CUPS), "returned": _BAG_OR_NULL}),
        "anyOf": [{"required": ["cup"]}, {"required": ["returned"]}],
    },
    _event("activate", {"upgrade": {"enum": list(UPGRADES)}},
           {"discard": {**_COUNT, "default": 3, "description": "how many processed cards are discarded"}}),
    _event("move", {"path": {"type": "array", "items": _CELL, "maxItems": LONGEST_PATH,
                             "description": "the cells entered, without the start"}},
           {"rush": _RUSH, "meeple": {"type": ["integer", "null"], "minimum": 1, "maximum": 2,
                                      "description": "which one, where a player has two"}}),
    {"anyOf": [_POUR_NAMED, _POUR_SEEN], "properties": {"event": {"const": "pour"}}},
    _event("empty", {"cup": _index(CUPS)}),
    _event("process", {"card": _CARD, "cup": _index(CUPS)},
           {"tab": {"type": ["integer", "null"], "minimum": 1, "maximum": TABS}}),
    _event("draw", {"cards": {"type": "array", "items": _CARD_OR_NULL, "maxItems": MOST_TOKENS}}),
    _event("end_turn", {}),
    {
        **_event("observe", {"from": _CELL, "to": _CELL, "cups_after": {**_CUPS_SEEN, "type": "object"}},
                 {"cups_before": _CUPS_SEEN, "rush": _RUSH}),
        "description": "a move and its pouring of which only the table before and after was seen",
    },
    {
        **_event(
            "state",
            {},
            {
                "cell": {"anyOf": [_CELL, {"type": "null"}]},
                "cells": {"type": ["array", "null"], "items": _CELL, "minItems": 1, "maxItems": 2,
                          "description": "where a player has two meeples"},
                "cups": _by_number(CUPS, _BAG_OR_NULL, "the contents by cup; one left out is empty"),
                "queue": _by_number(TABS, {"type": ["array", "null"], "items": _CARD_OR_NULL},
                                    "the cards by tab; one left out is empty"),
                "processed": _COUNT,
                "penalties": _COUNT,
                "rush": _COUNT,
                "upgrades": {"type": ["array", "null"], "items": {"enum": list(UPGRADES)},
                             "uniqueItems": True, "description": "the active ones"},
            },
            who="player",
        ),
        "description": "how things stand with a player; what is left out is not known, or as before",
    },
    {
        **_event(
            "table",
            {},
            {
                "supply": {"type": ["object", "null"], "additionalProperties": False,
                           "properties": dict.fromkeys(INGREDIENTS, _COUNT),
                           "description": "how many tokens; one left out is not known, or as before"},
                "deck": _COUNT,
                "rush_supply": _COUNT,
                "token": {"enum": ["OPEN", "CLOSED", None]},
                "turn": {**_NAME, "type": ["string", "null"], "description": "whose turn it is"},
            },
            who=None,
        ),
        "description": "how things stand in the middle of the table",
    },
)  # fmt: skip

_NUMBER: Final[Schema] = {"type": ["integer", "null"], "description": "null: not known"}
_TOKEN: Final[Schema] = {"enum": ["OPEN", "CLOSED"]}
_RESULT: Final[Schema] = {
    "type": "object",
    "required": ["result"],
    "properties": {
        "result": {
            "type": "object",
            "required": ["over", "phase", "winners", "decided_by"],
            "properties": {
                "game": {"const": "coffee-rush"},
                "over": {"type": "boolean"},
                "phase": {"enum": ["setup", "play", "over"]},
                "players": {
                    "type": "object",
                    "additionalProperties": {
                        "type": "object",
                        "required": ["processed", "upgrades", "penalties", "rush", "rating"],
                        "properties": {
                            "processed": {**_NUMBER, "description": "processed cards still held"},
                            "upgrades": {**_NUMBER, "description": "how many are active"},
                            "penalties": _NUMBER,
                            "rush": _NUMBER,
                            "rating": {**_NUMBER, "description": "points; may be below 0"},
                        },
                    },
                },
                "token": _TOKEN,
                "winners": {"type": "array", "items": _NAME},
                "decided_by": {"enum": ["points", "cards", "rush", "shared", "undecided"]},
            },
        }
    },
}

SCHEMAS: Final[dict[str, Schema]] = {
    "event": {"anyOf": list(_EVENTS)},
    "verdict": {
        "properties": {
            "turn": {"type": "integer", "minimum": 0},
            "active": {"type": ["string", "null"], "description": "whose turn it is now"},
            "token": _TOKEN,
            "hand": {**_BAG, "description": "tokens gained this turn that are not poured yet"},
        }
    },
    "result": _RESULT,
}
"""By what they describe. `verdict` holds what this game adds to the verdict that all games share."""

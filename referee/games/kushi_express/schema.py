"""JSON Schemas (draft 2020-12) of Kushi Express: what `setup`, the events, verdicts, results and checks
look like."""

from __future__ import annotations

from typing import Any, Final

from referee.games.kushi_express.model import CUBES, MOST_LAYERS, PIECES, SETS_OF_PIECES, STRIPS
from referee.games.kushi_express.setup import CHOICES, FLAGS, LONGEST_WINDOW

Schema = dict[str, Any]

_NAME: Final[Schema] = {"type": "string", "minLength": 1, "maxLength": 100, "description": "a player's name"}
_LAYERS: Final[Schema] = {
    "type": "array",
    "items": {"enum": list(PIECES)},
    "maxItems": MOST_LAYERS,
    "description": "from the handle end to the tip; a topping that wraps is named before and after",
}
_PRICE: Final[Schema] = {
    "description": 'points with at most one decimal, as "6.0" or a number',
    "anyOf": [
        {"type": "string", "pattern": "^[0-9]{1,4}(\\.[0-9])?$"},
        {"type": "number", "minimum": 0, "maximum": 9999.9, "multipleOf": 0.1},
    ],
}
_POINTS: Final[Schema] = {"type": "string", "pattern": "^[0-9]+\\.[0-9]$"}
_SCORES: Final[Schema] = {
    "type": "object",
    "additionalProperties": _POINTS,
    "description": "points by player",
}
_CARD: Final[Schema] = {
    "description": "an id of the set's deck, or the card itself",
    "anyOf": [
        {"type": "string"},
        {
            "type": "object",
            "required": ["kind", "layers", "price"],
            "properties": {"kind": {"const": "order"}, "layers": {**_LAYERS, "minItems": 1}, "price": _PRICE},
        },
        {"type": "object", "required": ["kind"], "properties": {"kind": {"enum": ["touting", "closing"]}}},
    ],
}
_HANDLE: Final[Schema] = {"enum": ["first", "unknown", "plain"], "default": "unknown"}
_LOOSE: Final[Schema] = {
    "type": "object",
    "description": "what lies on the plate beside the stick",
    "properties": {
        group: {
            "type": "object",
            "additionalProperties": False,
            "properties": {
                kind: {"type": "integer", "minimum": 0, "maximum": SETS_OF_PIECES} for kind in kinds
            },
        }
        for group, kinds in (("cubes", CUBES), ("strips", STRIPS))
    },
}
_UNIT: Final[Schema] = {"type": "number", "minimum": 0, "maximum": 1}
_DOUBTS: Final[Schema] = {
    "type": "array",
    "description": "why a reading is not certain; position counts cubes from 1, absent: the whole skewer",
    "items": {
        "type": "object",
        "required": ["code"],
        "properties": {
            "code": {"type": "string"},
            "position": {"type": ["integer", "null"]},
            "alternative": {"type": ["string", "null"]},
            "probability": {
                **_UNIT,
                "default": 1.0,
                "description": "how likely it is that the reading is wrong there",
            },
        },
    },
}


def _event(name: str, required: dict[str, Schema], optional: dict[str, Schema] | None = None) -> Schema:
    timed: dict[str, Schema] = {"t": {"type": "number", "minimum": 0, "description": "seconds"}, "by": _NAME}
    return {
        "type": "object",
        "required": ["event", *timed, *required],
        "properties": {"event": {"const": name}, **timed, **required, **(optional or {})},
    }


_SETUP: Final[Schema] = {
    "type": "object",
    "required": ["event", "game", "players", "first"],
    "properties": {
        "event": {"const": "setup"},
        "game": {"const": "kushi-express"},
        "players": {"type": "array", "items": _NAME, "minItems": 2, "maxItems": 4, "uniqueItems": True},
        "first": {**_NAME, "description": "the first player"},
        "set": {
            "type": "string",
            "default": "kit",
            "description": "a set profile's name, or the path of its file",
        },
        "deck": {
            "type": "array",
            "items": _CARD,
            "description": "the deck from the top down, where it is known; the closing card is 25th to 30th",
        },
        "options": {
            "type": "object",
            "properties": {
                **{name: {"enum": list(choices), "default": choices[0]} for name, choices in CHOICES.items()},
                **{name: {"type": "boolean", "default": False} for name in FLAGS},
                "simultaneous_window": {
                    "type": "number",
                    "minimum": 0,
                    "maximum": LONGEST_WINDOW,
                    "default": 0,
                    "description": "seconds",
                },
            },
        },
    },
}

_EVENTS: Final[tuple[Schema, ...]] = (
    _SETUP,
    _event("reveal", {"card": _CARD}, {"doubts": _DOUBTS}),
    _event(
        "place",
        {"layers": _LAYERS},
        {
            "handle": _HANDLE,
            "loose": _LOOSE,
            "doubts": _DOUBTS,
            "during_check": {
                "type": "boolean",
                "default": False,
                "description": "placed before the call on another skewer was given, so that it cannot count",
            },
            "confidence": {"type": "number", "minimum": 0, "maximum": 1},
            "evidence": {"type": "object"},
        },
    ),
    _event("call", {}),
    _event("recover", {}),
    _event(
        "steal",
        {"from": {**_NAME, "description": "a player, or pile"}},
        {
            "card": {**_CARD, "description": "may be absent only from the pile with pile_card hidden"},
            "chosen_by": {"enum": ["thief", "random", "victim"]},
        },
    ),
    _event("decline", {}),
    {**_event("show", {"card": _CARD}), "description": "a card taken hidden from the pile is shown"},
)

_RESULT: Final[Schema] = {
    "type": "object",
    "required": ["result"],
    "properties": {
        "result": {
            "type": "object",
            "required": ["over", "phase", "scores", "winners", "decided_by"],
            "properties": {
                "game": {"const": "kushi-express"},
                "over": {"type": "boolean"},
                "phase": {
                    "enum": ["setup", "play", "tie_break", "over"],
                    "description": "setup: the stream had no good setup, so there is no game either",
                },
                "scores": _SCORES,
                "winners": {"type": "array", "items": _NAME},
                "decided_by": {"enum": ["points", "tie_break", "shared", "undecided"]},
                "hidden_cards": {"type": "object", "additionalProperties": {"type": "integer", "minimum": 1}},
            },
        }
    },
}

_CHECK: Final[Schema] = {
    "type": "object",
    "required": ["image", "game", "verdict", "reasons"],
    "properties": {
        "image": {"type": "string"},
        "game": {"const": "kushi-express"},
        "order": {
            "anyOf": [
                {"type": "null"},
                {
                    "type": "object",
                    "required": ["card"],
                    "properties": {
                        "card": {"type": "string"},
                        "layers": _LAYERS,
                        "price": _POINTS,
                        "confidence": _UNIT,
                    },
                },
            ]
        },
        "skewers": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["layers", "handle", "box", "on_plate", "confidence"],
                "properties": {
                    "layers": _LAYERS,
                    "handle": _HANDLE,
                    "box": {
                        "type": "array",
                        "description": "four corners in pixels of the upright image",
                        "minItems": 4,
                        "maxItems": 4,
                        "items": {
                            "type": "array",
                            "items": {"type": "number"},
                            "minItems": 2,
                            "maxItems": 2,
                        },
                    },
                    "on_plate": {"type": "boolean"},
                    "confidence": _UNIT,
                    "doubts": _DOUBTS,
                },
            },
        },
        "loose": {**_LOOSE, "description": "what lies on no stick, in the whole picture"},
        "loose_on_plate": _LOOSE,
        "verdict": {"enum": ["OK", "ILLEGAL", "BAD_INPUT", "UNSURE", "ASK"]},
        "reasons": {"type": "array", "items": {"$ref": "#/$defs/reason"}},
    },
}

SCHEMAS: Final[dict[str, Schema]] = {
    "event": {"anyOf": list(_EVENTS)},
    "verdict": {"properties": {"turn": {"type": "integer", "minimum": 0}, "scores": _SCORES}},
    "result": _RESULT,
    "check": _CHECK,
}
"""By what they describe. `verdict` holds what this game adds to the verdict that all games share."""

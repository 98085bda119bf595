"""JSON Schemas (draft 2020-12) of Kanban Menu: what `setup`, the events, verdicts and results look like."""

from __future__ import annotations

from typing import Any, Final

from referee.games.kanban_menu.cards import ABILITIES, CARDS
from referee.games.kanban_menu.data import NUMBERS
from referee.games.kanban_menu.model import ACTIONS, AREA, COLOURS, KINDS, MATERIALS, MOST, TOKENS_ON_A_CARD
from referee.games.kanban_menu.setup import BRUNCH_WHEN_UNABLE, CHOICES, EDITIONS, MOST_PLAYERS

Schema = dict[str, Any]

_NAME: Final[Schema] = {"type": "string", "minLength": 1, "maxLength": 100, "description": "a player's name"}
_AMOUNT: Final[Schema] = {"type": "integer", "minimum": 0, "maximum": MOST}
_COLOUR: Final[Schema] = {"enum": list(COLOURS)}
_MATERIAL: Final[Schema] = {"enum": list(MATERIALS)}
_ACTION: Final[Schema] = {"type": "integer", "minimum": 1, "maximum": ACTIONS}
_CARD: Final[Schema] = {"enum": list(CARDS), "description": "a menu card"}


def _list(of: Schema, most: int, **more: Any) -> Schema:
    return {"type": "array", "items": of, "maxItems": most, **more}


def _counts(colours: tuple[str, ...]) -> Schema:
    return {"type": "object", "additionalProperties": False, "properties": dict.fromkeys(colours, _AMOUNT)}


def _or_null(of: Schema) -> Schema:
    return {"anyOf": [of, {"type": "null"}]}


def _object(properties: dict[str, Schema], required: tuple[str, ...] = (), **more: Any) -> Schema:
    return {"type": "object", "required": list(required), "properties": properties, **more}


_TOKENS: Final[Schema] = {
    "description": "how many of each colour, or the tokens one by one",
    "anyOf": [_counts(COLOURS), _list(_COLOUR, 200)],
}
_CONVERSION: Final[Schema] = {
    "description": "one conversion; {'buy_vp': 2} counts as two; without from, used area before bag",
    "oneOf": [
        _object({"buy": _MATERIAL, "from": {"enum": ["used", "bag"]}}, ("buy",)),
        _object({"sell": _MATERIAL}, ("sell",)),
        _object({"buy_vp": {"type": "integer", "minimum": 1, "maximum": 20}}, ("buy_vp",)),
        _object({"sell_vp": {"type": "integer", "minimum": 1, "maximum": 20}}, ("sell_vp",)),
    ],
}
_HOLDINGS: Final[dict[str, Schema]] = {
    "money": _or_null(_AMOUNT),
    "vp": _or_null(_AMOUNT),
    "materials": _or_null(_TOKENS),
    "menu": _or_null(_list(_CARD, 100, description="the menu cards in front of the player")),
    "hand": {**_or_null(_CARD), "description": "the menu card in hand; null is an empty hand"},
    "used": {**_or_null(_TOKENS), "description": "the used area, where it was looked at"},
}
_FACT: Final[Schema] = {
    "description": "a number; or {value, source}; or {no_data: true} and null where nobody knows it",
    "anyOf": [
        {"type": ["integer", "null"], "minimum": 0, "maximum": MOST},
        _object({"value": {}, "source": {"type": "string"}}, ("value",)),
        _object({"no_data": {"const": True}, "source": {"type": "string"}}, ("no_data",)),
    ],
}
_DATA: Final[Schema] = _object(
    {
        **dict.fromkeys(NUMBERS, _FACT),
        "buy": _object(dict.fromkeys(MATERIALS, _FACT), description="price in dollars by material"),
        "sell": _object(dict.fromkeys(MATERIALS, _FACT), description="price in dollars by material"),
        "tokens": _object(dict.fromkeys(COLOURS, _FACT), description="how many tokens there are"),
        "menu": _object(
            {
                card: _object(
                    {"cost": {}, "vp": _FACT, "copies": {"type": ["integer", "null"], "minimum": 0}}
                )
                for card in CARDS
            },
            additionalProperties=False,
            description="cost by colour, with money as well; VP",
        ),
        "start": _object({"money": _FACT, "vp": _FACT, "materials": {}}, description="of each player"),
        "first_tokens": {},
    },
    description="numbers that take the place of the edition's",
)


def _event(
    name: str,
    required: dict[str, Schema] | None = None,
    optional: dict[str, Schema] | None = None,
    *,
    by: str | None = "by",
    description: str | None = None,
) -> Schema:
    needed: dict[str, Schema] = {**({by: _NAME} if by is not None else {}), **(required or {})}
    out: Schema = {
        "type": "object",
        "required": ["event", *needed],
        "properties": {
            "event": {"const": name},
            "t": {"type": ["number", "null"], "minimum": 0, "description": "seconds"},
            **needed,
            **(optional or {}),
        },
    }
    return out if description is None else {**out, "description": description}


_SETUP: Final[Schema] = _event(
    "setup",
    {
        "game": {"const": "kanban-menu"},
        "players": _list(_NAME, MOST_PLAYERS, minItems=2, uniqueItems=True, description="in turn order"),
        "start": {**_NAME, "description": "the start player"},
    },
    {
        "edition": {"enum": [*EDITIONS, None], "default": EDITIONS[0]},
        "data": {
            "description": "an edition, the path of a data file, or numbers",
            "anyOf": [{"type": "string"}, _DATA, {"type": "null"}],
        },
        "options": _or_null(
            _object(
                {
                    **{name: {"enum": [*of, None], "default": of[0]} for name, of in CHOICES.items()},
                    BRUNCH_WHEN_UNABLE: {"type": ["boolean", "null"], "default": True},
                    "edition": {"enum": [*EDITIONS, None], "default": EDITIONS[0]},
                    "colours": {
                        "type": ["object", "null"],
                        "additionalProperties": {"type": "string"},
                        "description": "what each colour is, or the colour of each: " + ", ".join(KINDS),
                        "default": dict(zip(MATERIALS, KINDS, strict=True)),
                    },
                }
            )
        ),
    },
    by=None,
)
_DETAILS: Final[Schema] = _or_null(
    _object(
        {
            "take": {**_COLOUR, "description": "①: the token"},
            "pay": _list(_COLOUR, TOKENS_ON_A_CARD, description="② and ③: the tokens"),
            "develop": {**_CARD, "description": "⑤"},
            "reserve": {**_CARD, "description": "⑤"},
            "from": {"enum": ["used", "bag", "area", "hand"], "description": "where it was taken from"},
            "trades": _list(_CONVERSION, 20, description="⑥: in their order"),
        }
    )
)
_PLACED: Final[Schema] = {
    "type": "array",
    "prefixItems": [
        _COLOUR,
        {
            "description": "an action card; null, used or bag where no card may take the token",
            "anyOf": [_ACTION, {"enum": ["used", "bag", None]}],
        },
    ],
    "minItems": 2,
    "maxItems": 2,
}

EVENTS: Final[tuple[Schema, ...]] = (
    _SETUP,
    _event(
        "state",
        optional=_HOLDINGS,
        by="player",
        description="what a player has; before anybody has played it says that the game is joined half way, "
        "so that what no such event tells is not known",
    ),
    _event(
        "table",
        optional={
            "actions": _object({str(i): _TOKENS for i in range(1, ACTIONS + 1)}, additionalProperties=False),
            "used": _TOKENS,
            "bag": {"description": "its tokens, or only how many", "anyOf": [_AMOUNT, *_TOKENS["anyOf"]]},
            "area": _list(_CARD, AREA, description="those that are known; up to four lie there"),
            "deck": {**_AMOUNT, "description": "how many menu cards are left to draw"},
            "active": {**_NAME, "description": "whose turn it is"},
        },
        by=None,
        description="what lies on the table; what is left out stays as it was, or is not known before play",
    ),
    _event("choose", {"action": _ACTION}),
    _event("take", {"tokens": _list(_COLOUR, TOKENS_ON_A_CARD)}),
    _event("activate", optional={"details": _DETAILS}),
    _event("skip", description="the action is not activated"),
    _event(
        "ability",
        {"card": _CARD},
        {
            "details": _or_null(
                _object(
                    {
                        "drew": {**_COLOUR, "description": "fried-chicken"},
                        "trade": {**_CONVERSION, "description": "bavarois"},
                        "returned": {"type": ["boolean", "null"], "description": "as in distribute"},
                    }
                )
            )
        },
        description="a once-per-turn effect: one of " + ", ".join(ABILITIES),
    ),
    _event(
        "distribute",
        {"tokens": _list(_PLACED, 2 * TOKENS_ON_A_CARD)},
        {
            "returned": {
                "type": ["boolean", "null"],
                "description": "the used area went back to the bag first",
            }
        },
    ),
    _event("refill", {"card": _CARD}, by=None, description="names the card that fills the menu area"),
    _event("end_turn", optional={"materials": {**_TOKENS, "description": "what lies in the player's area"}}),
    _event(
        "observe",
        {"before": _object(_HOLDINGS), "after": _object(_HOLDINGS)},
        {"action": _or_null(_ACTION), "taken": _or_null(_list(_COLOUR, TOKENS_ON_A_CARD))},
        description="a turn from choosing until before distributing, of which only the changes were seen",
    ),
)

_UNKNOWN: Final = ["integer", "null"]
_SCORES: Final[Schema] = {
    "type": "object",
    "additionalProperties": {"type": _UNKNOWN},
    "description": "VP by player, after the end those of the final count; null is not known",
}
_PLAYER: Final[Schema] = _object(
    {
        "money": {"type": _UNKNOWN},
        "vp": {"type": _UNKNOWN},
        "materials": _or_null(_counts(COLOURS)),
        "menu": _or_null(_list(_CARD, 100)),
        "final_vp": {"type": _UNKNOWN},
        "at_least": {"enum": [["money"], ["vp"], ["money", "vp"]], "description": "there may be more of it"},
    },
    ("money", "vp", "materials", "menu"),
    description="null is not known",
)
_RESULT: Final[Schema] = _object(
    {
        "result": _object(
            {
                "game": {"const": "kanban-menu"},
                "over": {"type": "boolean"},
                "phase": {"enum": ["setup", "play", "over"]},
                "players": {"type": "object", "additionalProperties": _PLAYER},
                "scores": _SCORES,
                "winners": _list(_NAME, MOST_PLAYERS),
                "tied": _list(_NAME, MOST_PLAYERS, description="those whom only another game can part"),
                "decided_by": {"enum": ["points", "menu", "shared", "undecided"]},
            },
            ("over", "phase", "scores", "winners", "decided_by"),
        )
    },
    ("result",),
)
_TALLY: Final[Schema] = _object(
    {
        "effect": {"type": "string"},
        "price": {"type": "integer", "description": "dollars of a conversion"},
        "from": {"enum": ["used", "bag"]},
        "change": _object(
            {
                "money": {"type": _UNKNOWN},
                "vp": {"type": _UNKNOWN},
                "gives": _counts(COLOURS),
                "gets": _counts(COLOURS),
            }
        ),
        "lost": {"type": "integer", "description": "dollars over the limit"},
        "money": {"type": _UNKNOWN, "description": "what the player has afterwards"},
        "vp": {"type": _UNKNOWN, "description": "what the player has afterwards"},
        "steps": {
            "type": "array",
            "items": {"type": "object"},
            "description": "the story of an observed turn",
        },
    },
    ("effect",),
    description="every change of what a player has, in its order: each conversion, payment and bonus",
)

SCHEMAS: Final[dict[str, Schema]] = {
    "event": {"anyOf": list(EVENTS)},
    "verdict": {
        "properties": {
            "turn": {"type": "integer", "minimum": 1},
            "scores": _or_null(_SCORES),
            "effects": {"type": "array", "items": _TALLY},
        }
    },
    "result": _RESULT,
}
"""By what they describe. `verdict` holds what this game adds to the verdict that all games share."""

"""JSON Schemas (draft 2020-12) of what goes in and comes out: events, verdicts, results, checks, for each
game."""

from __future__ import annotations

import json
import sys
from typing import Any, Final, TextIO

from referee.games import get_game, names

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"

Schema = dict[str, Any]

_REASON: Final[Schema] = {
    "type": "object",
    "required": ["code"],
    "properties": {
        "code": {"type": "string", "description": "typed; the same in every language"},
        "position": {"type": "integer", "description": "a cube's place from the start of the skewer, from 1"},
        "path": {"type": "string", "description": "the field of the event, such as players[1]"},
        "expected": {"type": ["string", "null"]},
        "seen": {"type": ["string", "number", "boolean", "null"]},
        "severity": {"const": "warning", "description": "stands beside the verdict and changes nothing"},
        "alternative": {"type": "string", "description": "what a doubtful piece or card may be instead"},
        "advice": {"type": "string", "description": "what people can do about it"},
    },
}
_EFFECT: Final[Schema] = {
    "type": "object",
    "description": "what the event brought about",
    "required": ["effect"],
    "properties": {
        "effect": {"type": "string"},
        "player": {"type": "string"},
        "card": {"type": "string"},
    },
}
_OVERRIDE: Final[Schema] = {
    "type": "object",
    "description": "people decide about the event of an earlier line",
    "required": ["event", "of", "verdict"],
    "properties": {
        "event": {"const": "override"},
        "of": {"type": "integer", "minimum": 2},
        "verdict": {"enum": ["OK", "ILLEGAL"]},
        "by": {"type": ["string", "null"], "description": "who decided, such as all_opponents"},
        "why": {"type": ["string", "null"]},
        "t": {"type": ["number", "null"], "minimum": 0},
    },
}
_UNDO: Final[Schema] = {
    "type": "object",
    "description": "takes an event, an override or an undo of an earlier line back as if it had not been",
    "required": ["event", "of"],
    "properties": {
        "event": {"const": "undo"},
        "of": {"type": "integer", "minimum": 2},
        "t": {"type": ["number", "null"], "minimum": 0},
    },
}
_VERDICT: Final[Schema] = {
    "type": "object",
    "required": ["line", "verdict", "reasons"],
    "properties": {
        "line": {"type": "integer", "minimum": 1},
        "t": {"type": "number"},
        "subject": {"type": "string", "description": "the event's name"},
        "of": {"type": "integer", "description": "of an override or undo: the line that it is about"},
        "by": {"type": "string"},
        "verdict": {"enum": ["OK", "ILLEGAL", "BAD_INPUT", "UNSURE", "ASK"]},
        "reasons": {"type": "array", "items": {"$ref": "#/$defs/reason"}},
        "effects": {"type": "array", "items": {"$ref": "#/$defs/effect"}},
        "changed": {
            "type": "array",
            "description": "of an override or undo: earlier lines whose verdict is another now",
            "items": {
                "type": "object",
                "required": ["line", "verdict"],
                "properties": {"line": {"type": "integer"}, "verdict": {"type": "string"}},
            },
        },
        "explain": {
            "type": "array",
            "description": "with --explain: each reason in words, and the rules that it rests on by number",
            "items": {
                "type": "object",
                "required": ["text", "rules"],
                "properties": {
                    "text": {"type": "string"},
                    "rules": {"type": "object", "additionalProperties": {"type": "string"}},
                },
            },
        },
        "confidence": {"type": "number", "minimum": 0, "maximum": 1},
        "evidence": {},
    },
    "if": {"properties": {"verdict": {"const": "OK"}}},
    "then": {"properties": {"reasons": {"items": {"required": ["severity"]}}}},
    "else": {"properties": {"reasons": {"minItems": 1}}},
}


def kinds(game: str) -> tuple[str, ...]:
    """What there are schemas of for a game: event, verdict, result, ..."""
    return tuple(get_game(game).schemas)


def schema(game: str, kind: str) -> Schema:
    """The schema of one kind of line of one game, complete in itself. Raises `KeyError` for an unknown
    one."""
    own = dict(get_game(game).schemas[kind])
    if kind == "event":
        own = {"anyOf": [*own["anyOf"], _OVERRIDE, _UNDO]}
    elif kind == "verdict":
        own = {**_VERDICT, "properties": {**_VERDICT["properties"], **own["properties"]}}
    return {
        "$schema": DIALECT,
        "title": f"{game} {kind}",
        **own,
        "$defs": {"reason": _REASON, "effect": _EFFECT},
    }


def schemas() -> Schema:
    """All of them in one document: `$defs` holds each under `GAME.KIND`, and any line of any game is
    valid."""
    inner: Schema = {}
    for game in names():
        for kind in kinds(game):
            own = schema(game, kind)
            del own["$schema"], own["$defs"]
            inner[f"{game}.{kind}"] = own
    return {
        "$schema": DIALECT,
        "title": "What goes in and comes out of the referee",
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in inner],
        "$defs": {**inner, "reason": _REASON, "effect": _EFFECT},
    }


def main_schema(game: str | None, kind: str | None, out: TextIO) -> int:
    """`referee schema`: prints all schemas, those of one game, or one of them. Returns the exit code."""
    if game is not None and game not in names():
        print(f"{game}: no such game: write {' or '.join(names())}", file=sys.stderr)
        return 2
    chosen = (game,) if game is not None else names()
    if kind is not None:
        known = dict.fromkeys(each for name in chosen for each in kinds(name))
        chosen = tuple(name for name in chosen if kind in kinds(name))
        if not chosen:
            print(f"{kind}: no such schema: write one of {', '.join(known)}", file=sys.stderr)
            return 2
    if kind is not None:
        document: Any = {name: schema(name, kind) for name in chosen}
    elif game is not None:
        document = {name: schema(game, name) for name in kinds(game)}
    else:
        document = schemas()
    if game is not None and kind is not None:
        document = document[game]
    print(json.dumps(document, indent=2, ensure_ascii=False), file=out)
    return 0

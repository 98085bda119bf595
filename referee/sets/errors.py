"""What is wrong with a set profile, in one line that a person can act on."""

from __future__ import annotations

import difflib
import json
import re
import tomllib
from collections.abc import Collection, Mapping
from typing import Any

from pydantic import ValidationError
from pydantic_core import PydanticCustomError

_SHOWN = 60
_MM = "write a size in millimetres, above 0 and at most 1000"
_NAME = 'lower-case words joined by hyphens, like "my-set"'
_HINTS = {
    "name": f"write {_NAME}",
    "title": "write a text",
    "wrap": 'write wrap = "saddle" or wrap = "band"',
    "colour": 'write a colour as "#rrggbb", like "#3f9b3a"',
    "stripe": 'write a colour as "#rrggbb", like "#ffffff"',
    "handle_colour": 'write a colour as "#rrggbb", like "#1f5fbf"',
    "handle_marked": "write true or false",
    "holes_mm": "write the holes' distances from one end in millimetres, like [5, 15, 55, 65]",
    "id": 'write lower-case words joined by hyphens, like "my-order"',
    "kind": 'write "order", "touting" or "closing"',
    "layers": 'write a list of pieces, like ["meat", "bacon", "tomato", "bacon"]',
    "price": 'write a price with one decimal, like "6.0"',
    "source": 'write "rulebook" or "ours"',
    "count": "write how many of this card the deck has, 1 to 60",
    "ring": "write 24 letters n, o or c",
    "face": 'write the path of a picture, like "faces/my-order.png"',
    "order": "write how many orders the deck has, 1 to 100",
    "touting": "write how many touting cards the deck has, 0 to 10",
    "closing": "write closing = 1",
    "cubes": "write a table of the four cubes: [cubes]",
    "strips": "write a table of the two strips: [strips]",
    "stick": "write a table: [stick] with handle_marked = true or false",
    "plate": "write a table: [plate]",
    "card": "write a table: [card] with diameter_mm",
    "deck": "write a table: [deck] with order, touting and closing",
    "cards": "write the cards as [[cards]] tables",
}


class ProfileError(ValueError):
    """A set profile that cannot be used; one line says file, key path, value and what to write instead."""


def fault(at: str, value: object, say: str) -> PydanticCustomError:
    """A fault found by one of our own validators, at a key path below the model that is being checked."""
    return PydanticCustomError("profile", "{say}", {"at": at, "value": value, "say": say})


def show(value: object) -> str:
    """A value as it would be written, on one line and not too long."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def closest(word: str, known: Collection[str]) -> str:
    """``write one of a, b, c``, with the likeliest first meant word named."""
    near = difflib.get_close_matches(word, known, 1)
    return f'write "{near[0]}"' if near else "write one of " + ", ".join(sorted(known))


def from_toml(source: str, text: str, error: tomllib.TOMLDecodeError) -> ProfileError:
    """The line for a file that is not TOML."""
    message = str(error)
    found = re.search(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)", message)
    what = message[: found.start()] if found else message
    lines = text.splitlines()
    number = int(found[1]) if found and found[1] else len(lines)
    line = lines[number - 1].strip() if 0 < number <= len(lines) else ""
    return ProfileError(f"{source}: line {number}: {show(line)}: not TOML: {what[:1].lower()}{what[1:]}")


def from_validation(source: str, raw: Mapping[str, Any], error: ValidationError) -> ProfileError:
    """The line for the first of a profile's faults, and how many more there are."""
    faults = error.errors(include_url=False)
    first = faults[0]
    loc = list(first["loc"])
    ctx = first.get("ctx", {})
    value: object = first["input"]
    if first["type"] == "profile":
        value, say = ctx["value"], str(ctx["say"])
        if ctx["at"]:
            loc += str(ctx["at"]).split(".")
    else:
        say = _advice(str(first["type"]), loc, ctx)
    if first["type"] == "missing":
        line = f"{source}: {_path(loc)}: missing: {say}"
    else:
        line = f"{source}: {_path(loc)}: {show(value)}: {say}"
    if name := _card_id(raw, loc):
        line += f' (card "{name}")'
    if len(faults) > 1:
        line += f" (and {len(faults) - 1} more)"
    return ProfileError(line)


def _advice(kind: str, loc: list[str | int], ctx: Mapping[str, Any]) -> str:
    key = next((str(k) for k in reversed(loc) if isinstance(k, str)), "")
    if kind == "extra_forbidden":
        known = {*_HINTS, "size_mm", "length_mm", "width_mm", "thickness_mm", "handle_mm", "diameter_mm"}
        near = difflib.get_close_matches(key, sorted(known - {key}), 1)
        return "unknown key: " + (f"write {near[0]}, or leave it out" if near else "leave it out")
    if key in _HINTS:
        return _HINTS[key]
    if key.endswith("_mm"):
        return _MM
    if kind in ("model_type", "dict_type"):
        return "write a table"
    return "write " + str(ctx.get("expected", "another value"))


def _path(loc: list[str | int]) -> str:
    out = ""
    for part in loc:
        out += f"[{part}]" if isinstance(part, int) else f".{part}" if out else str(part)
    return out or "the file"


def _card_id(raw: Mapping[str, Any], loc: list[str | int]) -> str | None:
    if len(loc) < 3 or loc[0] != "cards" or not isinstance(loc[1], int) or loc[2] == "id":
        return None
    card = raw["cards"][loc[1]]
    name = card.get("id") if isinstance(card, dict) else None
    return name if isinstance(name, str) else None

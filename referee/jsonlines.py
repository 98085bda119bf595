"""JSON Lines, strictly: whatever the bytes are, they are an object or a `BadInput` that says what is
wrong."""

from __future__ import annotations

import json
import math
from typing import Any, Final, NoReturn

from referee.games.base import BadInput, Reason
from referee.games.fields import LATEST, printable, seen

LONGEST_LINE: Final = 1_000_000
_DEEPEST: Final = 20
_ONE_OBJECT: Final = "one JSON object"


def decode(line: bytes, *, first: bool = False) -> dict[str, Any] | BadInput:
    """The object of one line, or what is wrong with it. `first`: a byte order mark may stand before it."""
    if len(line) > LONGEST_LINE:
        return unreadable("too_long", f"{len(line)} bytes", f"at most {LONGEST_LINE} bytes")
    try:
        value = _DECODER.decode(line.decode("utf-8-sig" if first else "utf-8"))
    except UnicodeDecodeError as error:
        return unreadable("bad_bytes", f"byte {error.start + 1} of the line", "UTF-8")
    except BadInput as error:
        return error
    except RecursionError:
        return unreadable("bad_json", "JSON nested too deeply")
    except json.JSONDecodeError as error:
        return unreadable("bad_json", f"{error.msg} at column {error.colno}")
    except ValueError:
        return unreadable("bad_number", "a number too long to read", "a number of fewer digits")
    if not isinstance(value, dict):
        return BadInput(Reason("wrong_type", path="", expected=_ONE_OBJECT, seen=seen(value)))
    return value


def unreadable(code: str, what: str, expected: str = _ONE_OBJECT) -> BadInput:
    """A line that is no JSON object."""
    return BadInput(Reason(code, path="", expected=expected, seen=what))


def _no_constant(name: str) -> NoReturn:
    raise unreadable("bad_number", name, "a finite number")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for i, name in enumerate(names) if name in names[:i])
        raise BadInput(
            Reason("duplicate_key", path=printable(twice), expected="each field once", seen="twice")
        )
    return found


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_no_constant)


def plain(value: object, depth: int = 0) -> Any:
    """A value of an event as it can be written again: nothing endless, nothing that is not UTF-8."""
    if isinstance(value, str):
        return value if value.isascii() else value.encode("utf-8", "replace").decode("utf-8")
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return value if abs(value) <= LATEST else None
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if depth >= _DEEPEST:
        return None
    if isinstance(value, list | tuple):
        return [plain(entry, depth + 1) for entry in value]
    if isinstance(value, dict):
        return {str(plain(str(key))): plain(entry, depth + 1) for key, entry in value.items()}
    return None


def encode(value: dict[str, Any]) -> str:
    """One line of JSON, without its line break. Equal values give equal text."""
    return _ENCODER.encode(value)


# `json.dumps` would make one anew for each line.
_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(", ", ": "))

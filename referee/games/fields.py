"""Reads the fields of an event and collects everything that is wrong with it, with path, expected and
seen."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Collection, Mapping
from decimal import Decimal
from functools import lru_cache
from typing import Final

from referee.games.base import BadInput, Reason

LONGEST_NAME: Final = 100
_LONGEST_SEEN: Final = 80
LATEST: Final = 10**12
"""The latest time in seconds that an event may carry."""
LISTS: Final = (list, tuple)
"""What an event may hold as a list."""
_NUMBERS: Final = (int, float)
_START: Final = Decimal(0)
_END: Final = Decimal(LATEST)


def printable(text: str) -> str:
    """The text without what cannot be written as UTF-8, cut to a length fit for a message."""
    text = text.encode("utf-8", "replace").decode("utf-8")
    return text if len(text) <= _LONGEST_SEEN else text[: _LONGEST_SEEN - 1] + "…"


def seen(value: object) -> str | int | float | bool | None:
    """A value of an event as a message may show it: short, and always valid JSON."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return value if abs(value) <= LATEST else f"a number of {value.bit_length()} bits"
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, list | tuple):
        return f"a list of {len(value)}"
    if isinstance(value, dict):
        return f"an object of {len(value)}"
    return printable(type(value).__name__)


def is_name(value: object) -> bool:
    """Whether a value can name a player: text that is not blank, not too long and can be written."""
    return (
        isinstance(value, str)
        and 0 < len(value) <= LONGEST_NAME
        and not value.isspace()
        and not any(unicodedata.category(letter) in ("Cc", "Cs") for letter in value)
    )


def exact(value: object) -> Decimal | None:
    """A JSON number as the decimal that was written, or None for what is no finite number."""
    if isinstance(value, bool) or not isinstance(value, _NUMBERS):
        return None
    return _decimal(value)


def moment(value: object) -> Decimal | None:
    """A time in seconds, from 0 to `LATEST`, as the decimal that was written; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, _NUMBERS):
        return None
    return _moment(value)


@lru_cache(maxsize=256, typed=True)
def _moment(value: int | float) -> Decimal | None:
    """Kept for a while: the time of an event is read by the judge and by the rules."""
    t = _decimal(value)
    return t if t is not None and _START <= t <= _END else None


def _decimal(value: int | float) -> Decimal | None:
    if isinstance(value, int):
        return Decimal(value) if abs(value) <= LATEST else None
    # Zero and minus zero are one key of a cache, so they are one number.
    return Decimal(repr(value or 0.0)) if math.isfinite(value) else None


class Fields:
    """One JSON object of an event. Each getter returns a usable value and notes what was wrong; `done`
    raises it."""

    __slots__ = ("_prefix", "errors", "raw")

    def __init__(self, raw: object, path: str = "", errors: list[Reason] | None = None) -> None:
        self.errors: list[Reason] = [] if errors is None else errors
        self._prefix = f"{path}." if path else ""
        self.raw: Mapping[str, object] = {}
        if isinstance(raw, dict):
            self.raw = raw
        else:
            self.note("missing_field" if raw is None else "wrong_type", path, "an object", raw, whole=True)

    def note(self, code: str, path: str, expected: str, value: object, *, whole: bool = False) -> None:
        """Notes an error at a path below this object (`whole`: the path is complete already)."""
        self.errors.append(
            Reason(code, path=path if whole else self._prefix + path, expected=expected, seen=seen(value))
        )

    def wrong(self, path: str, expected: str, value: object) -> None:
        """Notes a value of the wrong kind: missing when it is null or absent."""
        self.note("missing_field" if value is None else "wrong_type", path, expected, value)

    def _get(self, key: str, default: object) -> object:
        """The value under a key; null counts as absent."""
        value = self.raw.get(key)
        return default if value is None else value

    def name(self, key: str, expected: str = "a name") -> str:
        value = self.raw.get(key)
        if not isinstance(value, str) or not is_name(value):
            self.wrong(key, expected, value)
            return ""
        return value

    def choice(self, key: str, choices: Collection[str], default: str | None = None) -> str:
        value = self._get(key, default)
        if isinstance(value, str) and value in choices:
            return value
        expected = "one of " + ", ".join(choices)
        if isinstance(value, str):
            self.note("bad_value", key, expected, value)
        else:
            self.wrong(key, expected, value)
        return next(iter(choices))

    def flag(self, key: str, default: bool) -> bool:
        value = self._get(key, default)
        if not isinstance(value, bool):
            self.wrong(key, "true or false", value)
            return default
        return value

    def number(self, key: str, expected: str, default: int | None = None, most: int = LATEST) -> Decimal:
        """A finite number from 0 to `most`, exactly as written."""
        value = self._get(key, default)
        number = exact(value)
        if number is None:
            self.wrong(key, expected, value)
        elif not 0 <= number <= most:
            self.note("bad_value", key, expected, value)
        else:
            return number
        return Decimal(0)

    def items(self, key: str, expected: str, most: int) -> list[object]:
        """A list of at most `most` entries."""
        value = self.raw.get(key)
        if not isinstance(value, list | tuple):
            self.wrong(key, expected, value)
            return []
        if len(value) > most:
            self.note("bad_value", key, expected, value)
            return []
        return list(value)

    def inner(self, key: str, default: object = None) -> Fields:
        """The object under a key; its errors are noted here."""
        return Fields(self._get(key, default), self._prefix + key, self.errors)

    def done(self) -> None:
        """Raises `BadInput` with everything that was noted."""
        if self.errors:
            raise BadInput(*self.errors)

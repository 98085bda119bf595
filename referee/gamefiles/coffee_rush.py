"""The data of Coffee Rush: the file in this package, a file of the same form, or values given inline."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from referee.games.base import BadInput, Reason
from referee.games.coffee_rush.model import CoffeeData
from referee.games.coffee_rush.setup import read_data
from referee.games.fields import Fields, seen

DEFAULT: Final = "coffee-rush"
"""The name of the data that this package brings along."""


def coffee_data(setup: Mapping[str, object]) -> CoffeeData:
    """The data that a `setup` event asks for in `data`: the name `coffee-rush` (as when it is left out), the
    path of a TOML file, or an object with values in place of the file's. Raises `BadInput`."""
    given = setup.get("data")
    if given is None or given == DEFAULT:
        return _default()
    if isinstance(given, dict):
        return read_data(_over(_values(), given))
    fields = Fields(dict(setup))
    if not isinstance(given, str):
        fields.wrong("data", "the path of a data file, or an object of values", given)
        fields.done()
    return _from_file(str(given))


def _from_file(path: str) -> CoffeeData:
    try:
        with Path(path).open("rb") as file:
            values = tomllib.load(file)
    except (ValueError, OSError, RecursionError) as error:
        what = f"a data file that can be read: {getattr(error, 'strerror', None) or error}"
        raise BadInput(Reason("bad_data", path="data", expected=what, seen=seen(path))) from error
    return read_data(_over(_values(), values))


@cache
def _default() -> CoffeeData:
    return read_data(_values())


@cache
def _values() -> Mapping[str, Any]:
    text = files(__package__).joinpath("coffee_rush.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def _over(values: Mapping[str, Any], given: Mapping[str, object], depth: int = 0) -> dict[str, Any]:
    """The values with those that are given in their place; tables are merged, a card is replaced whole."""
    merged = dict(values)
    for key, value in given.items():
        old = merged.get(key)
        if isinstance(old, dict) and isinstance(value, dict) and depth < 2:
            merged[key] = _over(old, value, depth + 1)
        else:
            merged[key] = value
    return merged

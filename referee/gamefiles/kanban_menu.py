"""The editions of Kanban Menu: a TOML file each, in which every fact names its source.

A fact is `{ value = 30, source = "..." }`, or `{ no_data = true, source = "..." }` where nobody knows it; a
plain number will do too. `setup` names an edition (`"edition": "2019"`), a file of one's own
(`"data": "my.toml"`), or gives numbers that take the place of the edition's
(`"data": {"buy": {"blue": 3}}`).
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from referee.games.base import BadInput, Reason
from referee.games.fields import Fields, seen
from referee.games.kanban_menu.data import read_data
from referee.games.kanban_menu.model import EditionData
from referee.games.kanban_menu.setup import EDITIONS, read_edition

_HERE: Final = Path(__file__).parent / "kanban_menu_data"
_LARGEST: Final = 1_000_000
_DEEPEST: Final = 8
_WHOLE: Final = ("cost", "materials")
"""What is given anew as a whole: a colour that it leaves out is none."""


def facts(node: object, depth: int = 0) -> object:
    """The data without its sources: each fact becomes its value, or None where it says `no_data`."""
    if not isinstance(node, dict) or depth > _DEEPEST:
        return node
    if node.get("no_data") is True:
        return None
    if "value" in node:
        return facts(node["value"], depth + 1)
    return {key: facts(value, depth + 1) for key, value in node.items() if key != "source"}


def _merged(base: object, over: object) -> object:
    """`base` with what `over` gives in its place; null gives nothing."""
    if over is None:
        return base
    if not isinstance(base, dict) or not isinstance(over, dict):
        return over
    return {
        **base,
        **{key: value if key in _WHOLE else _merged(base.get(key), value) for key, value in over.items()},
    }


def _read(path: Path) -> dict[str, Any]:
    """A data file. Raises `ValueError` or `OSError`."""
    if not path.is_file():
        raise ValueError("no such file")
    if path.stat().st_size > _LARGEST:
        raise ValueError(f"larger than {_LARGEST} bytes")
    with path.open("rb") as file:
        return tomllib.load(file)


def _file(name: str) -> dict[str, Any]:
    """The data file of an edition, or the one at a path. Raises `BadInput`."""
    path = _HERE / f"{name}.toml" if name in EDITIONS else Path(name)
    try:
        return _read(path)
    except (ValueError, OSError, RecursionError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        expected = f"an edition ({', '.join(EDITIONS)}) or the path of a data file: {reason}"
        raise BadInput(Reason("bad_data", path="data", expected=expected, seen=seen(name))) from error


def load(setup: Mapping[str, object]) -> EditionData:
    """The data for a `setup` event. Raises `BadInput`."""
    fields = Fields(dict(setup))
    edition = read_edition(fields)
    given = setup.get("data")
    if given is not None and not isinstance(given, str | dict):
        fields.wrong("data", "an edition, the path of a data file, or an object of numbers", given)
    fields.done()
    plain: object = facts(_file(edition))
    if isinstance(given, str):
        plain = _merged(plain, facts(_file(given)))
    elif given is not None:
        plain = _merged(plain, facts(given))
    return read_data(plain)

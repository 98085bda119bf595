"""Long legal games as streams of events, for speeds and for tests that change them.

To add a game: a module here with `events(count, rng)`, and a line in `_STREAMS`. It gives the `setup` event
and then `count - 1` further ones, none of them BAD_INPUT; the same `rng` gives the same stream, and a
shorter stream is the beginning of a longer one.
"""

from __future__ import annotations

import random
from importlib import import_module
from typing import Any, Final

Event = dict[str, Any]

_STREAMS: Final = {
    "coffee-rush": "benchmarks.streams.coffee_rush",
    "kanban-menu": "benchmarks.streams.kanban_menu",
    "kushi-express": "benchmarks.streams.kushi_express",
}


def games() -> tuple[str, ...]:
    """The games that there are streams of."""
    return tuple(sorted(_STREAMS))


def stream(game: str, count: int, seed: int = 0) -> list[Event]:
    """`count` events of one game, `setup` first. Raises `KeyError` for a game without streams."""
    events: list[Event] = import_module(_STREAMS[game]).events(count, random.Random(seed))
    assert len(events) == count
    return events

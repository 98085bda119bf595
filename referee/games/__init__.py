"""The rules of each game: pure, on the standard library alone. `get_game("kushi-express")` gives one of them.

To add a game: a package here whose `GAME` follows `referee.games.base.Game`, and a line in `_GAMES`.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from referee.games.base import BadInput, Effect, Game, Reason, Ruling, Verdict

_GAMES = {
    "coffee-rush": "referee.games.coffee_rush",
    "kanban-menu": "referee.games.kanban_menu",
    "kushi-express": "referee.games.kushi_express",
}


def names() -> tuple[str, ...]:
    """The names that `get_game` knows, in alphabetical order."""
    return tuple(sorted(_GAMES))


@cache
def get_game(name: str) -> Game[Any, Any]:
    """The rules of a game by its name. Raises `KeyError`, with the known names in its text, for any other."""
    if name not in _GAMES:
        raise KeyError(f"no game {name!r}; known: {', '.join(names())}")
    game: Game[Any, Any] = import_module(_GAMES[name]).GAME
    return game


__all__ = ["BadInput", "Effect", "Game", "Reason", "Ruling", "Verdict", "get_game", "names"]

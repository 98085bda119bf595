"""From what the camera sees to what happened in the game: one adapter a game, found by its name.

To add a game: a module here with `make(profile, players, seat)`, and a line in `_ADAPTERS`.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from referee.adapters.base import Adapter, Happening, Look

if TYPE_CHECKING:
    from referee.sets.profile import Profile

_ADAPTERS = {"kushi-express": "referee.adapters.kushi_express"}


def get_adapter(game: str, profile: Profile, players: Sequence[str], seat: str) -> Adapter[Any]:
    """The adapter of a game, for a set of pieces and the players at the table.

    Raises:
        KeyError: no camera knows this game yet.
    """
    adapter: Adapter[Any] = import_module(_ADAPTERS[game]).make(profile, tuple(players), seat)
    return adapter


__all__ = ["Adapter", "Happening", "Look", "get_adapter"]

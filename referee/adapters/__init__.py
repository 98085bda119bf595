"""From what the camera sees to what happened in the game: one adapter a game, found by its name.

To add a game: a module here with `make(profile, players, seat)`, one with `check(scene, profile)`, and a line
for each in the tables below.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from referee.adapters.base import Adapter, Happening, Look

if TYPE_CHECKING:
    from referee.sets.profile import Profile
    from vision.scene import Scene

_ADAPTERS = {"kushi-express": "referee.adapters.kushi_express"}
_CHECKS = {"kushi-express": "referee.adapters.kushi_check"}

Check = Callable[["Scene", "Profile"], dict[str, Any]]
"""From one picture's scene to the fields of `referee check`."""


def names() -> tuple[str, ...]:
    """The games that a camera can watch."""
    return tuple(sorted(_ADAPTERS))


def get_check(game: str) -> Check:
    """What judges single pictures of a game. Raises `KeyError` as `get_adapter`."""
    check: Check = import_module(_CHECKS[game]).check
    return check


def get_adapter(game: str, profile: Profile, players: Sequence[str], seat: str) -> Adapter[Any]:
    """The adapter of a game, for a set of pieces and the players at the table.

    Raises:
        KeyError: no camera knows this game yet.
    """
    adapter: Adapter[Any] = import_module(_ADAPTERS[game]).make(profile, tuple(players), seat)
    return adapter


__all__ = ["Adapter", "Check", "Happening", "Look", "get_adapter", "get_check", "names"]

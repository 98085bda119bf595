"""Finds the data that a game's `setup` asks for, such as the deck of a set profile, and hands it to the
pure rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from referee.gamefiles.coffee_rush import coffee_data
from referee.games.base import BadInput, Reason
from referee.games.fields import Fields, seen
from referee.games.kushi_express.model import SetData

DEFAULT_SET: Final = "kit"


def set_data(name_or_path: str) -> SetData:
    """What the rules need of a set profile. Raises `referee.sets.errors.ProfileError`, a `ValueError`."""
    from referee.sets.profile import KINDS, load_profile  # pydantic is slow to import, and only this needs it

    profile = load_profile(name_or_path)
    deck = {
        name: {"kind": card.kind, "layers": card.layers, "price": card.price}
        for name, card in profile.deck.items()
    }
    counts = {kind: getattr(profile.size, kind) for kind in KINDS}
    return SetData.build(deck, profile.handle_marked, counts)


def _kushi_express(setup: Mapping[str, object]) -> SetData:
    fields = Fields(dict(setup))
    name = fields.name("set", "a set profile's name or path") if setup.get("set") is not None else DEFAULT_SET
    fields.done()
    try:
        return set_data(name)
    except (ValueError, OSError) as error:
        raise BadInput(Reason("bad_set", path="set", expected=str(error), seen=seen(name))) from error


def _kanban_menu(setup: Mapping[str, object]) -> Any:
    from referee.gamefiles import kanban_menu

    return kanban_menu.load(setup)


_LOADERS: Final[Mapping[str, Callable[[Mapping[str, object]], Any]]] = {
    "coffee-rush": coffee_data,
    "kanban-menu": _kanban_menu,
    "kushi-express": _kushi_express,
}


def load_data(game: str, setup: Mapping[str, object]) -> Any:
    """The data of a game for a `setup` event; None for a game that needs none. Raises `BadInput`."""
    loader = _LOADERS.get(game)
    return None if loader is None else loader(setup)

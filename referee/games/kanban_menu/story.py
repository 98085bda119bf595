"""A story: the events that explain a turn, as the rules know them and as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.games.base import Effect, Reason
from referee.games.kanban_menu.events import Activate, Choose, Event, Skip, Take, UseAbility
from referee.games.kanban_menu.model import COLOURS, MATERIALS, names
from referee.games.kanban_menu.reading import Conversion, Details
from referee.games.kanban_menu.state import State


@dataclass(frozen=True, slots=True)
class Story:
    """A legal way in which the turn may have gone, the state after it, and what it brought about.

    With `doubts` it is legal only if what they name is so.
    """

    action: int
    events: tuple[Event, ...]
    state: State
    effects: tuple[Effect, ...] = ()
    warnings: tuple[Reason, ...] = ()
    doubts: tuple[Reason, ...] = ()

    @property
    def steps(self) -> tuple[Mapping[str, Any], ...]:
        """The story as events, each without its player."""
        return tuple(event_json(event) for event in self.events)


def event_json(event: Event) -> dict[str, Any]:
    """A step of a story as the event that would have told it, without its player."""
    if isinstance(event, Choose):
        return {"event": "choose", "action": event.action}
    if isinstance(event, Take):
        return {"event": "take", "tokens": names(event.tokens)}
    if isinstance(event, Skip):
        return {"event": "skip"}
    if isinstance(event, UseAbility):
        details: dict[str, Any] = {}
        if event.drew is not None:
            details["drew"] = COLOURS[event.drew]
        if event.trade is not None:
            details["trade"] = trade_json(event.trade[0])
        out: dict[str, Any] = {"event": "ability", "card": event.card}
        return {**out, "details": details} if details else out
    assert isinstance(event, Activate)
    return {"event": "activate", "details": details_json(event.details)}


def trade_json(conversion: Conversion) -> dict[str, Any]:
    """A conversion as an event names it."""
    if conversion.kind in ("buy", "sell"):
        return {conversion.kind: MATERIALS[conversion.colour]}
    return {conversion.kind: 1}


def details_json(details: Details) -> dict[str, Any]:
    """The details of an activation as an event names them."""
    out: dict[str, Any] = {}
    if details.take is not None:
        out["take"] = COLOURS[details.take]
    if details.pay is not None:
        out["pay"] = names(details.pay)
    if details.develop is not None:
        out |= {"develop": details.develop, "from": details.place}
    if details.reserve is not None:
        out["reserve"] = details.reserve
    if details.trades is not None:
        out["trades"] = [trade_json(conversion) for conversion in details.trades]
    return out

"""Coffee Rush as a `Game`: the fold over its events."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from referee.games.base import Reason, Ruling, Verdict, change, warning
from referee.games.coffee_rush import ending, joining, moving, placing, pouring, rushing, serving
from referee.games.coffee_rush.events import (
    SUBJECTS,
    Activate,
    AnyEvent,
    Deal,
    Draw,
    Empty,
    EndTurn,
    Move,
    Observe,
    Pour,
    PourSeen,
    Process,
    StartCell,
    TableTold,
    Told,
    read_event,
)
from referee.games.coffee_rush.findings import Findings, Judged
from referee.games.coffee_rush.messages import WORDS
from referee.games.coffee_rush.model import EMPTY, INGREDIENTS, CoffeeData, contents, place
from referee.games.coffee_rush.rules import RULE_OF, RULES
from referee.games.coffee_rush.schema import SCHEMAS
from referee.games.coffee_rush.setup import OPTIONS, read_setup
from referee.games.coffee_rush.state import Player, State, begin
from referee.games.phrases import Translate, as_it_is
from referee.games.seats import unknown_options

_SET_UP: Final[Mapping[type, Judged]] = {
    Deal: Judged(placing.check_deal, placing.carry_deal),
    StartCell: Judged(placing.check_start_cell, placing.carry_start_cell),
}
_TOLD: Final[Mapping[type, Judged]] = {
    Told: Judged(joining.check_state, joining.carry_state),
    TableTold: Judged(joining.check_table, joining.carry_table),
}
_IN_PLACE: Final[Mapping[type, Callable[[State, Any], State]]] = {
    Told: joining.with_told,
    TableTold: joining.with_table,
}
"""What is told is put in place before anything is asked about it."""
_PLAY: Final[Mapping[type, Judged]] = {
    Activate: Judged(moving.check_activate, moving.carry_activate),
    Move: Judged(moving.check_move, moving.carry_move),
    Pour: Judged(pouring.check_pour, pouring.carry_pour),
    PourSeen: Judged(pouring.check_pour_seen, pouring.carry_pour_seen),
    Empty: Judged(pouring.check_empty, pouring.carry_empty),
    Observe: Judged(pouring.check_observe, pouring.carry_observe),
    Process: Judged(serving.check_process, serving.carry_process),
    Draw: Judged(rushing.check_draw, rushing.carry_draw),
    EndTurn: Judged(ending.check_end_turn, ending.carry_end_turn),
}
_RULES: Final[Mapping[type, Judged]] = {**_SET_UP, **_TOLD, **_PLAY}
_OVERRULED: Final = (Reason("overruled"),)
_OK: Final = Verdict("OK")


class CoffeeRush:
    """The rules of Coffee Rush; see `referee.games.base.Game`."""

    name = "coffee-rush"
    timed = False
    subjects = SUBJECTS
    schemas = SCHEMAS
    rules = RULES
    rule_of = RULE_OF
    words = WORDS

    def start(self, setup: Mapping[str, object], data: CoffeeData) -> tuple[State, Verdict]:
        return begin(read_setup(setup, data)), Verdict("OK", unknown_options(setup, OPTIONS))

    def parse(self, state: State, raw: Mapping[str, object], line: int) -> AnyEvent:
        return read_event(state.config, raw, line)

    def apply(self, before: State, event: AnyEvent, ruling: Ruling | None = None) -> tuple[State, Verdict]:
        """An event that is not certain is carried out too: the pieces are where they are. Until people
        settle it, what follows is called illegal only with that doubt (`open_doubt`)."""
        found = Findings()
        state, kind = before, type(event)
        if kind is Told or (state.tables and kind in _PLAY):
            state = joining.joined(state)
        if state.phase == "setup" and kind in _PLAY:
            state = joining.under_way(state) if state.joined else placing.open_play(state, found)
        if kind in _IN_PLACE:
            state = _IN_PLACE[kind](state, event)
        rule = _RULES[kind]
        rule.check(state, event, found)
        if found.bad:
            return before, Verdict("BAD_INPUT", tuple(found.bad))
        if ruling is not None and ruling.call == "ILLEGAL":
            return before, Verdict("ILLEGAL", tuple(found.faults or found.doubts or found.asks) or _OVERRULED)
        forced = ruling is not None
        if found.faults and not forced and not before.doubts:
            return before, Verdict("ILLEGAL", tuple(found.faults))
        state, effects = rule.carry(state, event, forced)
        if not (found.faults or found.doubts or found.asks or found.notes or effects):
            return state, _OK
        notes = tuple(found.notes)
        if forced or not (found.faults or found.doubts or found.asks):
            return state, Verdict("OK", notes, tuple(effects))
        if not (found.faults or found.doubts):
            return state, Verdict("ASK", (*found.asks, *notes), tuple(effects))
        reasons = [*found.faults, *found.doubts]
        if found.faults:
            reasons.append(_open_doubt(before.doubts[0]))
        state = change(state, doubts=(*before.doubts, event.line))
        return state, Verdict("UNSURE", (*reasons, *notes), tuple(effects))

    def status(self, state: State) -> dict[str, Any]:
        active = None if state.active is None or state.phase == "over" else state.config.players[state.active]
        status: dict[str, Any] = {"turn": state.number, "active": active, "token": state.token}
        if state.turn.hand != EMPTY:
            status["hand"] = contents(state.turn.hand)
        return status

    def view(self, state: State) -> dict[str, Any]:
        """What lies on the table; null is what is not known."""
        config = state.config
        return {
            "phase": state.phase,
            "hand": [],
            **self.status(state),
            "start": config.players[config.start],
            "supply": dict(zip(INGREDIENTS, state.supply, strict=True)),
            "deck": state.deck,
            "rush_supply": state.rush_supply,
            "discarded": state.discarded,
            "to_draw": {
                config.players[seat]: count
                for seat, count in zip(state.receivers, ending.missing(state), strict=True)
                if count and state.phase == "play"
            },
            "players": {
                name: _shown(player) for name, player in zip(config.players, state.players, strict=True)
            },
            "winners": list(state.winners),
        }

    def result(self, state: State) -> dict[str, Any]:
        return {
            "game": self.name,
            "over": state.phase == "over",
            "phase": state.phase,
            "players": {
                name: _counted(player)
                for name, player in zip(state.config.players, state.players, strict=True)
            },
            "token": state.token,
            "winners": list(state.winners),
            "decided_by": state.decided_by,
        }

    def describe(self, reason: Reason, translate: Translate = as_it_is) -> str | None:
        return WORDS.describe(reason, translate)


def _open_doubt(line: int) -> Reason:
    return warning("open_doubt", seen=line, advice=f"decide about line {line} first")


def _counted(player: Player) -> dict[str, int | None]:
    return {
        "processed": player.processed,
        "upgrades": None if player.upgrades is None else len(player.upgrades),
        "penalties": player.penalties,
        "rush": player.rush,
        "rating": player.rating,
    }


def _shown(player: Player) -> dict[str, Any]:
    return {
        "cells": [None if cell is None else place(cell) for cell in player.cells],
        "cups": {
            str(i): None if cup is None else contents(cup) for i, cup in enumerate(player.cups, start=1)
        },
        "queue": {str(i): None if tab is None else list(tab) for i, tab in enumerate(player.queue, start=1)},
        "active_upgrades": None if player.upgrades is None else sorted(player.upgrades),
        **_counted(player),
    }


GAME: Final = CoffeeRush()

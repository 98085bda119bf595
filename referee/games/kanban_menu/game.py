"""Kanban Menu as a `Game`: the fold over its events."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from referee.games.base import Reason, Ruling, Verdict
from referee.games.kanban_menu import abilities, actions, distribution, ending, joining, observe, supply, turn
from referee.games.kanban_menu.events import (
    SUBJECTS,
    Activate,
    AnyEvent,
    Choose,
    Distribute,
    EndTurn,
    Observe,
    Refill,
    Skip,
    StateTold,
    Table,
    Take,
    UseAbility,
    read_event,
)
from referee.games.kanban_menu.messages import WORDS
from referee.games.kanban_menu.model import EditionData, Pile, by_colour, names
from referee.games.kanban_menu.notes import Judged, Notes
from referee.games.kanban_menu.rules import RULE_OF, RULES
from referee.games.kanban_menu.schema import SCHEMAS
from referee.games.kanban_menu.setup import read_setup, setup_warnings
from referee.games.kanban_menu.state import Player, State, begin
from referee.games.phrases import Translate, as_it_is

_RULES: Final[Mapping[type, Callable[[State, Any, Notes], Judged]]] = {
    StateTold: joining.tell_state,
    Table: joining.tell_table,
    Choose: turn.choose,
    Take: turn.take,
    Activate: actions.activate,
    Skip: turn.skip,
    UseAbility: abilities.ability,
    Distribute: distribution.distribute,
    Refill: supply.refill,
    EndTurn: ending.end_turn,
    Observe: observe.observe,
}
GAME_OVER: Final = Verdict("ILLEGAL", (Reason("game_over"),))
OVERRULED: Final = Verdict("ILLEGAL", (Reason("overruled"),))


class KanbanMenu:
    """The rules of Kanban Menu; see `referee.games.base.Game`."""

    name = "kanban-menu"
    timed = False
    subjects = SUBJECTS
    schemas = SCHEMAS
    rules = RULES
    rule_of = RULE_OF
    words = WORDS

    def start(self, setup: Mapping[str, object], data: EditionData) -> tuple[State, Verdict]:
        return begin(read_setup(setup, data)), Verdict("OK", setup_warnings(setup, data))

    def parse(self, state: State, raw: Mapping[str, object], line: int) -> AnyEvent:
        return read_event(state.config, raw)

    def apply(self, state: State, event: AnyEvent, ruling: Ruling | None = None) -> tuple[State, Verdict]:
        """People's `OK` carries the event out as far as it goes; their `ILLEGAL` leaves all as it was."""
        if state.phase == "over":
            return state, GAME_OVER
        if ruling is None:
            return _RULES[type(event)](state, event, Notes())
        after, verdict = _RULES[type(event)](state, event, Notes(forced=ruling.call == "OK"))
        if ruling.call == "ILLEGAL":
            return state, verdict if verdict.call in ("ILLEGAL", "BAD_INPUT") else OVERRULED
        return after, verdict

    def status(self, state: State) -> dict[str, Any]:
        return {"turn": state.turn, "scores": state.scores}

    def view(self, state: State) -> dict[str, Any]:
        """Null is what nobody knows: an amount, the tokens of a pile, a card of the menu area."""
        return {
            "phase": state.phase,
            "turn": state.turn,
            "active": state.players[state.active].name if state.active_sure else None,
            "chosen": state.chosen or None,
            "used_abilities": list(state.used_abilities),
            "players": {
                player.name: {**_holdings(player), "hand": player.hand, "unknown": sorted(player.unsure)}
                for player in state.players
            },
            "actions": {str(i): _tokens(pile) for i, pile in enumerate(state.actions, start=1)},
            "used": by_colour(state.used.counts) if state.used.sure else None,
            "bag": state.bag.total if state.bag.sure else None,
            "area": [*state.area, *[None] * state.area_hidden],
            "deck": state.deck,
            "ending": state.ending,
            "scores": state.scores,
        }

    def result(self, state: State) -> dict[str, Any]:
        over = state.phase == "over"
        players: dict[str, Any] = {player.name: _holdings(player) for player in state.players}
        for player in state.players:
            if player.at_least:
                players[player.name]["at_least"] = sorted(player.at_least)
        if over:
            for name, vp in state.final.items():
                players[name]["final_vp"] = vp
        out: dict[str, Any] = {
            "game": self.name,
            "over": over,
            "phase": "over" if over else "play",
            "players": players,
            "scores": state.scores,
            "winners": list(state.winners),
            "decided_by": state.decided_by,
        }
        if state.tied:
            out["tied"] = list(state.tied)
        return out

    def describe(self, reason: Reason, translate: Translate = as_it_is) -> str | None:
        return WORDS.describe(reason, translate)


def _holdings(player: Player) -> dict[str, Any]:
    """What a player has, as JSON; null is not known."""
    unsure = player.unsure
    return {
        "money": player.known_money,
        "vp": player.known_vp,
        "materials": None if "materials" in unsure else by_colour(player.materials),
        "menu": None if "menu" in unsure else list(player.menu),
    }


def _tokens(pile: Pile) -> list[str] | None:
    return names(pile.counts) if pile.sure else None


GAME: Final = KanbanMenu()

"""Kushi Express as a `Game`: the fold over its events."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from referee.games.base import Reason, Ruling, Verdict
from referee.games.kushi_express import claims, touting, turn
from referee.games.kushi_express.ending import finish, pile_is_gone
from referee.games.kushi_express.events import (
    SUBJECTS,
    AnyEvent,
    Called,
    Decline,
    Place,
    Recover,
    Reveal,
    Show,
    Steal,
    read_event,
)
from referee.games.kushi_express.messages import WORDS, describe
from referee.games.kushi_express.model import SetData
from referee.games.kushi_express.rules import RULE_OF, RULES
from referee.games.kushi_express.schema import SCHEMAS
from referee.games.kushi_express.setup import OPTIONS, read_setup
from referee.games.kushi_express.state import State, begin
from referee.games.phrases import Translate, as_it_is
from referee.games.seats import unknown_options

_RULES: Final[Mapping[type, Callable[[State, Any, Ruling | None], tuple[State, Verdict]]]] = {
    Reveal: turn.reveal,
    Recover: turn.recover,
    Place: claims.place,
    Called: claims.call,
    Steal: touting.steal,
    Decline: touting.decline,
    Show: touting.show,
}


class KushiExpress:
    """The rules of Kushi Express; see `referee.games.base.Game`."""

    name = "kushi-express"
    timed = True
    subjects = SUBJECTS
    schemas = SCHEMAS
    rules = RULES
    rule_of = RULE_OF
    words = WORDS

    def start(self, setup: Mapping[str, object], data: SetData) -> tuple[State, Verdict]:
        return begin(read_setup(setup, data)), Verdict("OK", unknown_options(setup, OPTIONS))

    def parse(self, state: State, raw: Mapping[str, object], line: int) -> AnyEvent:
        return read_event(state.config, raw, line)

    def apply(self, state: State, event: AnyEvent, ruling: Ruling | None = None) -> tuple[State, Verdict]:
        before = state
        state, verdict = _RULES[type(event)](state, event, ruling)
        if ruling is not None and ruling.call == "ILLEGAL" and not isinstance(event, Place | Called):
            # Overruled: only a wrong claim changes anything.
            return before, verdict if verdict.call in ("ILLEGAL", "BAD_INPUT") else claims.OVERRULED
        if pile_is_gone(state):
            state, effects = finish(state)
            verdict = Verdict(verdict.call, verdict.reasons, verdict.effects + effects)
        return state, verdict

    def status(self, state: State) -> dict[str, Any]:
        return {"turn": state.turn, "scores": dict(state.scores)}

    def view(self, state: State) -> dict[str, Any]:
        """`order` and `touting` are this moment's open card; `plate` says how each skewer on the plate
        stands."""
        open_card = state.face_up if state.phase in ("build", "touting") else None
        order = open_card if open_card is not None and open_card.kind == "order" else None
        return {
            "phase": state.phase,
            "turn": state.turn,
            "first": state.first,
            "order": order and {"card": order.label, "layers": list(order.layers)},
            "touting": open_card is not None and order is None,
            "out": sorted(state.out),
            "pending": [claim.by for claim in state.claims] if state.pending else [],
            "plate": dict(sorted(state.plate.items())),
            "gained": {
                player: {card.label: count for card, count in state.hands[player].items()}
                for player in state.config.players
            },
            "tie_break": list(state.tie_break),
            "scores": dict(state.scores),
        }

    def result(self, state: State) -> dict[str, Any]:
        over = state.phase == "over"
        phase = "over" if over else "tie_break" if state.tie_break else "play"
        out: dict[str, Any] = {
            "game": self.name,
            "over": over,
            "phase": phase,
            "scores": dict(state.scores),
            "winners": list(state.winners),
            "decided_by": state.decided_by,
        }
        hidden = {player: count for player, count in state.hidden.items() if count}
        if hidden:
            out["hidden_cards"] = hidden
        return out

    def describe(self, reason: Reason, translate: Translate = as_it_is) -> str | None:
        return describe(reason, translate)


GAME: Final = KushiExpress()

"""What speaks against an event, and the questions that every event of a turn is asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from referee.games.base import Effect, Reason, change
from referee.games.coffee_rush.model import EMPTY, spell
from referee.games.coffee_rush.state import UNSEEN, Stage, State, start_turn

GAME_OVER: Final = Reason("game_over")


class Findings:
    """All reasons about one event: `faults` break a rule, `doubts` are what is not known, `asks` are left to
    people, `bad` cannot be on a real table, `notes` are warnings."""

    __slots__ = ("asks", "bad", "doubts", "faults", "notes")

    def __init__(self) -> None:
        self.faults: list[Reason] = []
        self.doubts: list[Reason] = []
        self.asks: list[Reason] = []
        self.bad: list[Reason] = []
        self.notes: list[Reason] = []

    def fault(self, code: str, **fields: Any) -> None:
        self.faults.append(Reason(code, **fields))

    def unknown(self, path: str, advice: str | None = None) -> None:
        """Something that matters is not known: `path` is the field that would tell it."""
        told = "table" if path in ("supply", "deck", "turn") else "state"
        self.doubts.append(
            Reason(
                "no_data",
                path=path,
                expected=f"{path} to be known",
                advice=advice or f"tell it in a {told} event",
            )
        )

    @property
    def contradicted(self) -> bool:
        """Whether what was seen is not what was known, so that nothing can be concluded from it."""
        return any(reason.code == "differs" for reason in self.doubts)

    def differs(self, path: str, known: str, seen: str) -> None:
        """What was seen is not what the referee knows from before."""
        self.doubts.append(Reason("differs", path=path, expected=known, seen=seen, advice="look again"))


Check = Callable[[State, Any, Findings], None]
Carry = Callable[[State, Any, bool], tuple[State, list[Effect]]]


@dataclass(frozen=True, slots=True)
class Judged:
    """How an event is judged: `check` finds what speaks against it and changes nothing; `carry` carries it
    out, also where people decided so against the rules (the flag says that they did)."""

    check: Check
    carry: Carry


def own_turn(state: State, seat: int, found: Findings) -> bool:
    """Whether it is this player's turn, as far as is known; notes what is wrong otherwise."""
    if state.phase == "over":
        found.faults.append(GAME_OVER)
        return False
    if state.active is None or state.active == seat:
        if state.turn.stage == Stage.DONE and state.active == seat:
            found.fault("turn_over", expected="a new card on tab 1, then the next player's turn")
            return False
        return True
    players = state.config.players
    found.fault("not_your_turn", expected=players[state.active], seen=players[seat])
    return False


def after_move(state: State, found: Findings) -> None:
    """CR-R8: the move comes first."""
    turn = state.turn
    if turn.stage == Stage.START and turn.seen:
        found.fault("no_move", expected="a move")


def after_pour(state: State, found: Findings) -> None:
    """CR-R13: nothing that was gained is still outside the cups."""
    turn = state.turn
    if turn.hand != EMPTY:
        found.fault("not_poured", expected=f"{spell(turn.hand)} in cups or in the supply")
    elif turn.most != EMPTY and turn.seen:
        found.unknown("supply")


def take_seat(state: State, seat: int) -> State:
    """The state in which it is this player's turn: people said so where it was another's."""
    if state.active == seat:
        return state
    if state.active is None:
        return change(state, active=seat, number=state.number + 1, turn=UNSEEN)
    return start_turn(state, seat)

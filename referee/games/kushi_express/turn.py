"""Revealing a card and lifting a skewer (KU-R6, KU-R12, KU-R13, KU-R17, KU-A7, KU-A15)."""

from __future__ import annotations

from referee.games.base import Effect, Reason, Ruling, Verdict, change, warning
from referee.games.kushi_express.claims import settle
from referee.games.kushi_express.doubt import advice
from referee.games.kushi_express.ending import finish
from referee.games.kushi_express.events import Recover, Reveal
from referee.games.kushi_express.state import Phase, Standing, State, set_aside, standing_as

Judged = tuple[State, Verdict]

GAME_OVER = Reason("game_over")
UNSETTLED = Reason("unsettled", advice="decide about the open claim first")


def reveal(state: State, event: Reveal, ruling: Ruling | None) -> Judged:
    """The first player turns up the next card."""
    if state.phase == "over":
        return state, Verdict("ILLEGAL", (GAME_OVER,))
    forced = ruling is not None and ruling.call == "OK"
    if not forced:
        fault = _reveal_fault(state, event)
        if fault is not None:
            return state, fault
    effects: list[Effect] = []
    reasons: tuple[Reason, ...] = ()
    if state.face_up is not None and state.phase in ("build", "touting"):
        if state.phase == "touting":
            # KU-A11: nobody took anything; the next card says so.
            reasons = (warning("touting_unused"),)
        effects.append(Effect("set_aside", card=state.face_up.label))
        state = set_aside(state, state.face_up)
    if event.card.kind == "order":
        return _new_turn(state, event, "build"), Verdict("OK", reasons, tuple(effects))
    if event.card.kind == "touting" and not state.tie_break:
        return _new_turn(state, event, "touting"), Verdict("OK", reasons, tuple(effects))
    state = change(set_aside(_new_turn(state, event, "reveal"), event.card), face_up=None)
    if state.tie_break:
        # KU-A16: touting and closing cards do not count in the tie-break.
        effects.append(Effect("set_aside", card=event.card.label))
    else:
        state, ending = finish(state)
        effects.extend(ending)
    return state, Verdict("OK", reasons, tuple(effects))


def _reveal_fault(state: State, event: Reveal) -> Verdict | None:
    reasons: list[Reason] = []
    if state.phase == "build" and not state.pending:
        reasons.append(Reason("order_open", seen=event.card.label))
    if event.by != state.first and not state.pending:
        reasons.append(Reason("not_first_player", expected=state.first, seen=event.by))
    if reasons:
        return Verdict("ILLEGAL", tuple(reasons))
    if state.pending:
        return Verdict("UNSURE", (UNSETTLED,))
    if event.doubts:
        doubts = (
            Reason(d.code, seen=event.card.label, alternative=d.alternative, advice=advice(d.code))
            for d in event.doubts
        )
        return Verdict("UNSURE", tuple(doubts))
    return None


def _new_turn(state: State, event: Reveal, phase: Phase) -> State:
    """KU-R12, KU-R13: what lies on the plate is no claim in the new turn; the winner may now lift the skewer.

    KU-A15: with `touting_keeps_skewer` only an order card frees it.
    """
    keeps = event.card.kind == "touting" and state.config.options.touting_keeps_skewer
    plate = {
        player: (how if keeps else Standing.FREE) if how in (Standing.WON, Standing.FREE) else Standing.VOID
        for player, how in state.plate.items()
    }
    return change(
        state,
        phase=phase,
        face_up=event.card,
        first=event.by,
        revealer=event.by,
        turn=state.turn + 1,
        drawn=state.drawn + 1,
        out=frozenset(),
        plate=plate,
        uncalled={},
        called=frozenset(),
        claimed=frozenset(),
        claims=(),
        award=None,
        replay_t=None,
        disputed_until=0,
        lifted=frozenset(),
    )


def recover(state: State, event: Recover, ruling: Ruling | None) -> Judged:
    """A player takes the own skewer back from the plate."""
    how = state.plate.get(event.by)
    forced = ruling is not None and ruling.call == "OK"
    if how is None:
        reason = Reason(
            "not_on_plate", path="by", expected="a player whose skewer is on the plate", seen=event.by
        )
        return state, Verdict("BAD_INPUT", (reason,))
    if how == Standing.OPEN and not forced:
        return change(state, lifted=state.lifted | {event.by}), Verdict("UNSURE", (UNSETTLED,))
    reasons: tuple[Reason, ...] = ()
    if how == Standing.WON and state.phase != "over" and not forced:
        # KU-R12: first the next card, then the skewer.
        if state.config.options.early_recover == "illegal":
            return state, Verdict("ILLEGAL", (Reason("early_recover", advice="put it back"),))
        reasons = (warning("early_recover"),)
    uncalled = state.uncalled
    if event.by in uncalled:
        uncalled = {player: place for player, place in uncalled.items() if player != event.by}
    state = change(state, plate=standing_as(state, event.by, None), uncalled=uncalled)
    effects: tuple[Effect, ...] = ()
    if how == Standing.OPEN:
        # People say that the claim is taken back.
        state, effects = settle(state, tuple(claim for claim in state.claims if claim.by != event.by))
    return state, Verdict("OK", reasons, effects)

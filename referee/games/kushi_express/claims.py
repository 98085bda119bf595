"""Claims: a skewer on the plate, the call, the check (KU-R7 to KU-R13, KU-A4 to KU-A9, KU-A18)."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from referee.games.base import Effect, Reason, Ruling, Verdict, change, warning
from referee.games.kushi_express.compare import compare
from referee.games.kushi_express.events import Called, Place
from referee.games.kushi_express.state import (
    Claim,
    Standing,
    State,
    add,
    gain,
    set_aside,
    stand,
    standing_as,
)

Judged = tuple[State, Verdict]

NO_CALL = warning("no_call", expected='"Bon appétit!"')
OVERRULED = Verdict("ILLEGAL", (Reason("overruled"),))
SIMULTANEOUS = Reason("simultaneous", advice="the players decide whose skewer lay first")


def place(state: State, event: Place, ruling: Ruling | None) -> Judged:
    """A player puts a finished skewer on the plate."""
    if ruling is not None and ruling.call == "OK":
        return _accept(state, event)
    owned = _second_skewer(state, event)
    if owned is not None:
        return state, owned
    state = change(state, claimed=state.claimed | {event.by})
    looked_at_again = state.plate.get(event.by) == Standing.OPEN
    void = None if looked_at_again else _void(state, event)
    if void is not None:
        return stand(state, event.by, Standing.VOID), void
    if state.config.options.require_call and not looked_at_again and ruling is None:
        # KU-A5: the claim counts from the call.
        waiting = {**state.uncalled, event.by: event}
        return change(stand(state, event.by, Standing.UNCALLED), uncalled=waiting), Verdict("OK", (NO_CALL,))
    return _check(state, event, ruling)


def call(state: State, event: Called, ruling: Ruling | None) -> Judged:
    """A player says "Bon appétit!". Without a skewer that is no claim (KU-A5)."""
    before = state
    state = change(state, called=state.called | {event.by})
    waiting = state.uncalled.get(event.by)
    if waiting is None:
        if ruling is not None and ruling.call == "ILLEGAL":
            return before, OVERRULED
        known = event.by in state.claimed
        return state, Verdict("OK", () if known else (warning("no_claim"),))
    claim = replace(waiting, line=event.line, t=event.t)
    if ruling is not None and ruling.call == "OK":
        return _accept(state, claim)
    void = _void(state, claim)
    state = change(state, uncalled={who: it for who, it in state.uncalled.items() if who != event.by})
    if void is not None:
        return stand(state, event.by, Standing.VOID), void
    return _check(state, claim, ruling)


def _second_skewer(state: State, event: Place) -> Verdict | None:
    """KU-R3, KU-R13: a player has one stick, so the old skewer must be lifted before another can be
    placed."""
    how = state.plate.get(event.by)
    if how == Standing.OPEN and event.by in state.lifted:
        return Verdict("UNSURE", (Reason("unsettled", advice="the skewer was lifted during its check"),))
    if how in (Standing.WON, Standing.FREE) and event.by not in state.out:
        expected = "a player whose skewer is not on the plate"
        return Verdict("BAD_INPUT", (Reason("two_skewers", path="by", expected=expected, seen=event.by),))
    return None


def _void(state: State, event: Place) -> Verdict | None:
    """Why a placement does not count, or None: out, no order, not in the tie-break, during a check."""
    if event.by in state.out:
        return Verdict("ILLEGAL", (Reason("out"),))
    if state.tie_break and event.by not in state.tie_break and state.phase != "over":
        return Verdict("ILLEGAL", (Reason("not_in_tie_break"),))
    if event.during_check:
        return Verdict("ILLEGAL", (Reason("during_check"),))
    window = state.config.options.simultaneous_window
    if state.replay_t is not None and event.t - state.replay_t <= window:
        return Verdict("OK", (warning("simultaneous"),))
    if event.line < state.disputed_until and _apart(event.t, state.disputed_t) > window:
        return Verdict("ILLEGAL", (Reason("during_check"),))
    if state.claims:
        first = state.claims[0]
        contested = event.t - first.t <= window and not any(claim.decided for claim in state.claims)
        if contested and (state.phase != "over" or state.decided_by == "tie_break"):
            return None
        if state.pending:
            return Verdict("ILLEGAL", (Reason("during_check"),))
    if state.phase == "over":
        return Verdict("ILLEGAL", (Reason("game_over"),))
    if state.phase != "build":
        return Verdict("ILLEGAL", (Reason("no_order"),))
    return None


def _apart(t: Decimal, other: Decimal | None) -> Decimal:
    return t - other if other is not None else Decimal(0)


def _compared(state: State, event: Place) -> Verdict:
    assert state.face_up is not None
    call, reasons = compare(
        state.face_up.layers,
        event.layers,
        handle=event.handle,
        orientation=state.config.options.orientation,
        handle_marked=state.config.data.handle_marked,
        loose=dict(event.loose),
        doubts=event.doubts,
    )
    return Verdict(call, reasons)


def _check(state: State, event: Place, ruling: Ruling | None) -> Judged:
    """Compares the skewer with the order and draws the consequences."""
    found = _compared(state, event)
    if ruling is not None and ruling.call == "ILLEGAL" and found.call != "ILLEGAL":
        # Until people decided, this was being checked: nothing placed meanwhile counts (KU-R9).
        state = change(state, disputed_until=ruling.line, disputed_t=event.t)
        found = OVERRULED
    if found.call == "ILLEGAL":
        return _wrong(state, event, found.reasons)

    claim = Claim(event.by, event.t, right=found.call == "OK")
    others: tuple[Claim, ...] = ()
    for other in state.claims:
        if other.by != event.by:
            others += (other,)
        else:
            # A second look at a skewer keeps the time at which it was placed.
            claim = replace(claim, t=other.t)
    after, effects = settle(state, (*others, claim))
    reasons = found.reasons
    if others and after.pending:
        reasons = (*reasons, SIMULTANEOUS)
        return after, Verdict("UNSURE" if found.call == "UNSURE" else "ASK", reasons, effects)
    if others and after.replay_t is not None:
        return after, Verdict("OK", (*reasons, warning("simultaneous")), effects)
    if found.call == "OK" and event.by not in state.called:
        reasons = (*reasons, NO_CALL)
    return after, Verdict(found.call, reasons, effects)


def _wrong(state: State, event: Place, reasons: tuple[Reason, ...]) -> Judged:
    """KU-R10: the placer is out until the next turn; KU-A8: what happens when all are."""
    plate = standing_as(state, event.by, Standing.WRONG)
    state = change(state, plate=plate, out=state.out | {event.by})
    effects: tuple[Effect, ...] = (Effect("out", event.by),)
    left = tuple(claim for claim in state.claims if claim.by != event.by)
    if len(left) != len(state.claims):
        state, more = settle(state, left)
        effects += more
    card = state.face_up
    if card and state.phase == "build" and not state.claims and state.out.issuperset(state.contenders):
        if state.config.options.all_out == "replay":
            state = change(state, out=frozenset())
            effects += (Effect("replay", card=card.label),)
        else:
            effects += (Effect("set_aside", card=card.label),)
            state = change(set_aside(state, card), phase="reveal", face_up=None)
    return state, Verdict("ILLEGAL", reasons, effects)


def settle(state: State, claims: tuple[Claim, ...]) -> tuple[State, tuple[Effect, ...]]:
    """Draws the consequence of this turn's claims: one that is right wins, others wait for people (KU-A6)."""
    state = _take_back(state)
    if len(claims) == 1 and claims[0].right:
        return _win(state, claims)
    state = change(state, claims=claims)
    if not claims:
        return state, ()
    both_right = len(claims) > 1 and all(claim.right for claim in claims)
    if both_right and state.config.options.simultaneous == "replay":
        for claim in claims:
            state = stand(state, claim.by, Standing.VOID)
        card = state.face_up
        state = change(state, claims=(), out=frozenset(), replay_t=claims[0].t)
        return state, (Effect("replay", card=card.label if card else None),)
    for claim in claims:
        state = stand(state, claim.by, Standing.OPEN)
    return state, ()


def _win(state: State, claims: tuple[Claim]) -> tuple[State, tuple[Effect, ...]]:
    """KU-R11: the placer takes the card, the skewer stays. KU-A16: in the tie-break it only decides."""
    card, by = state.face_up, claims[0].by
    assert card is not None
    plate = standing_as(state, by, Standing.WON)
    if state.tie_break:
        state = change(set_aside(state, card), claims=claims, plate=plate, award=by, first=by, phase="over")
        state = change(state, winners=(by,), decided_by="tie_break")
        return state, (Effect("game_over"), Effect("wins", by))
    state = gain(state, by, card, claims=claims, plate=plate, award=by, first=by, phase="reveal")
    return state, (Effect("gains", by, card.label),)


def _take_back(state: State) -> State:
    """This turn's card goes back to where it was before somebody won it."""
    card, winner = state.face_up, state.award
    if card is None or winner is None:
        return state
    if state.tie_break:
        state = change(state, aside=add(state.aside, card, -1), winners=(), decided_by="undecided")
    else:
        state = gain(state, winner, card, -1)
    state = stand(state, winner, Standing.VOID)
    return change(state, phase="build", award=None, first=state.revealer)


def _accept(state: State, event: Place) -> Judged:
    """KU-A18: people decided that this placement takes the card. What spoke against it stays as warnings."""
    if state.face_up is None or state.face_up.kind != "order" or (state.phase == "over" and not state.award):
        return state, Verdict("ILLEGAL", (Reason("no_order"),))
    if state.tie_break and event.by not in state.tie_break:
        return state, Verdict("ILLEGAL", (Reason("not_in_tie_break"),))
    warnings = tuple(replace(reason, severity="warning") for reason in _compared(state, event).reasons)
    state = _take_back(state)
    for claim in state.claims:
        state = stand(state, claim.by, Standing.VOID)
    decided = Claim(event.by, event.t, right=True, decided=True)
    state = change(
        state, claims=(), claimed=state.claimed | {event.by}, out=state.out - {event.by}, lifted=frozenset()
    )
    state, effects = settle(state, (decided,))
    return state, Verdict("OK", warnings, effects)

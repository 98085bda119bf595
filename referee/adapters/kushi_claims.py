"""Skewers put on the plate and taken back: the claims' half of the Kushi Express adapter.

A claim that the camera can't decide is for people to decide. Where they just play on, that says it too: the
next card turned over while the skewer lies there means that it was right (KU-R11, KU-R12); one taken back
undecided was no claim. Both are recorded as decisions of the table, and can be undone like any other.
"""

from __future__ import annotations

from dataclasses import replace

from referee.adapters.base import Happening
from referee.adapters.evidence import Fused, as_dict, fuse, loose_beside
from referee.adapters.kushi_state import Claim, Policy, Situation, State, attribute
from referee.adapters.tracks import SkewerTrack

Answer = tuple[State, Happening | None]
BY_CONDUCT = "conduct"


def conduct(state: State, situation: Situation, policy: Policy, *, next_card: bool) -> Answer:
    """What playing on says about a claim that was left open. `next_card`: a new card lies open."""
    for claim in state.claims:
        if not claim.pending or not claim.lines:
            continue
        line = claim.lines[-1]
        if claim.lifted is None and next_card:
            event = {
                "event": "override",
                "t": state.table.t,
                "of": line,
                "verdict": "OK",
                "by": BY_CONDUCT,
                "why": "the next card was turned over while the skewer lay on the plate",
            }
        elif claim.lifted is not None and (next_card or _superseded(claim, state, policy)):
            event = {
                "event": "undo",
                "t": state.table.t,
                "of": line,
                "by": BY_CONDUCT,
                "why": "the skewer was taken back before anybody decided",
            }
        else:
            continue
        # Whatever comes of it, this line is not told of again.
        state = _with(state, replace(claim, lines=claim.lines[:-1], pending=len(claim.lines) > 1))
        return state, Happening(event, (state.table.frame,), 1.0, ("conduct", claim.track))
    return state, None


def _superseded(claim: Claim, state: State, policy: Policy) -> bool:
    """Lifted for good: for long, or another skewer lies there now."""
    lifted = claim.lifted if claim.lifted is not None else state.table.t
    newer = any(track.present and track.placed > lifted for track in state.table.skewers)
    return newer or state.table.t - lifted >= policy.withdraw


def recovered(state: State, situation: Situation, policy: Policy) -> Answer:
    """A claimed skewer has left the plate."""
    for claim in state.claims:
        if claim.lifted is None or claim.recovered or claim.pending or claim.by not in situation.plate:
            continue
        if not _waits_for_reveal(claim, state, situation, policy):
            return _tell_lift(claim, state)
    return state, None


def _waits_for_reveal(claim: Claim, state: State, situation: Situation, policy: Policy) -> bool:
    if situation.phase != "reveal" or situation.plate.get(claim.by) != "won" or claim.lifted is None:
        return False
    being_read = any(not track.known and not track.missed for track in state.table.cards)
    return claim.early or being_read or state.table.t - claim.lifted < policy.grace


def _tell_lift(claim: Claim, state: State) -> Answer:
    event = {"event": "recover", "t": round(claim.lifted or state.table.t, 3), "by": claim.by}
    state = _with(state, replace(claim, recovered=True, pending=False))
    return state, Happening(event, (state.table.frame,), 1.0, ("lift", claim.track))


def placed(state: State, situation: Situation, policy: Policy) -> Answer:
    """A skewer has come to rest on the plate after the reveal, or an undecided one is seen better."""
    if not situation.in_play or state.contested:
        return state, None
    for track in state.table.skewers:
        if not track.present or track.rested is None or track.placed <= state.revealed:
            continue
        claim = state.claim_on(track)
        if claim is not None and not claim.pending:
            continue
        fused = _reading(track, state.table.t, policy, again=claim is not None)
        if fused is None or (claim is not None and claim.told == (fused.pieces, fused.handle, fused.doubts)):
            continue
        holding = state.holding
        by = claim.by if claim is not None else attribute(situation, holding)
        if claim is None and by not in holding and _lift_unknown(by, track, state, situation):
            return _catch_up(by, track, state)
        return _tell_place(track, fused, by, claim, state)
    return state, None


def _reading(track: SkewerTrack, now: float, policy: Policy, *, again: bool) -> Fused | None:
    """What the frames together say, once that is enough to be told."""
    if len(track.views) < 2 or track.rested is None:
        return None
    fused = fuse(track.views)
    if not fused.doubts:
        return fused if len(track.views) >= policy.frames else None
    return fused if not again and now - track.rested >= policy.patience else None


def _tell_place(track: SkewerTrack, fused: Fused, by: str, claim: Claim | None, state: State) -> Answer:
    at = track.rested if claim is None and track.rested is not None else state.table.t
    event = {
        "event": "place",
        "t": round(at, 3),
        "by": by,
        "layers": list(fused.pieces),
        "handle": fused.handle,
    }
    if loose := loose_beside(track.views):
        event["loose"] = loose
    if fused.doubts:
        event["doubts"] = [as_dict(doubt) for doubt in fused.doubts]
    told = (fused.pieces, fused.handle, fused.doubts)
    known = replace(claim, told=told, pending=False) if claim is not None else Claim(track.id, by, told)
    happening = Happening(event, fused.frames, fused.confidence, ("skewer", track.id), track.box)
    return _with(state, known), happening


def _lift_unknown(by: str, track: SkewerTrack, state: State, situation: Situation) -> bool:
    """Whether the rules still believe the last skewer of a player, who places another, to be on the plate."""
    told = any(claim.by == by and claim.recovered for claim in state.claims)
    how = situation.plate.get(by)
    return how is not None and track.id not in state.caught_up and not (told and how == "open")


def _catch_up(by: str, track: SkewerTrack, state: State) -> Answer:
    """A player who places has the stick in hand: the old skewer was lifted, even if that was not seen."""
    state = replace(state, caught_up=state.caught_up | {track.id})
    mine = [claim for claim in state.claims if claim.by == by and not claim.recovered]
    if mine:
        return _tell_lift(replace(mine[-1], lifted=mine[-1].lifted or track.placed), state)
    event = {"event": "recover", "t": round(track.placed, 3), "by": by}
    return state, Happening(event, (state.table.frame,), 1.0, ("lift", -1))


def _with(state: State, claim: Claim) -> State:
    """The state with a claim added or changed."""
    others = tuple(other for other in state.claims if other.track != claim.track)
    return replace(state, claims=(*others, claim))

"""Pouring tokens into cups, emptying cups, and moves whose path was not seen (CR-R13, CR-R14, CR-A11,
CR-A12)."""

from __future__ import annotations

from referee.games.base import Effect, change
from referee.games.coffee_rush.events import Empty, Observe, Pour, PourSeen
from referee.games.coffee_rush.findings import Findings, after_move, own_turn, take_seat
from referee.games.coffee_rush.model import CUPS, EMPTY, Bag, beyond, minus, place, plus, spell, within
from referee.games.coffee_rush.moving import (
    check_owned,
    check_stop,
    factors,
    rush_needed,
    stepped,
    steps_paid,
)
from referee.games.coffee_rush.state import (
    Player,
    Stage,
    State,
    Turn,
    returned,
    seated,
    with_cup,
)
from referee.games.coffee_rush.stories import Blame, Can, blame, exists_path, tell

Seen = tuple[Bag | None, ...]
_WORDS: dict[Blame, str] = {
    "cup_transfer": "tokens to stay in their cup",
    "partial_removal": "a cup kept as it is, or emptied completely",
}


def _open_to_pour(state: State, seat: int, found: Findings) -> bool:
    if not own_turn(state, seat, found):
        return False
    turn = state.turn
    after_move(state, found)
    if turn.stage > Stage.MOVED and not (state.config.options.interleave and turn.stage < Stage.RUSH):
        found.fault("already_poured", expected="one pouring a turn")
    return not found.faults


def check_pour(state: State, event: Pour, found: Findings) -> None:
    """CR-R13: all that was gained this turn, and nothing else, into cups or back."""
    if _open_to_pour(state, event.by, found):
        poured = event.returned
        for added in event.added:
            poured = plus(poured, added)
        _check_amount(state, poured, found, whole=not state.config.options.interleave)


def _check_amount(state: State, poured: Bag, found: Findings, *, whole: bool) -> None:
    turn = state.turn
    if poured == turn.hand == turn.most:
        return
    if not within(poured, turn.most):
        more = spell(beyond(poured, turn.most))
        found.fault("not_gained", expected=f"at most {spell(turn.most)}", seen=f"{more} too many")
    elif whole and not within(turn.hand, poured):
        found.fault("not_poured", expected=f"{spell(beyond(turn.hand, poured))} in cups or in the supply")
    elif poured != turn.most and turn.hand != turn.most:
        found.unknown("supply" if turn.seen else "turn")


def carry_pour(state: State, event: Pour, forced: bool) -> tuple[State, list[Effect]]:
    state = take_seat(state, event.by)
    cups = state.players[event.by].cups
    taken = event.returned
    for cup, added in enumerate(event.added):
        if added != EMPTY:
            held = cups[cup]
            cups = with_cup(cups, cup, None if held is None else plus(held, added))
            taken = plus(taken, added)
    players, turn = seated(state, event.by, cups=cups), state.turn
    # What people let pass though it was never gained came from the supply.
    supply = returned(state.supply, minus(event.returned, beyond(taken, turn.most)))
    hand, most = beyond(turn.hand, taken), beyond(turn.most, taken)
    if not state.config.options.interleave:
        supply, hand, most = returned(supply, hand), EMPTY, EMPTY
    turn = change(turn, stage=max(turn.stage, Stage.POURED), seen=True, hand=hand, most=most)
    return change(state, players=players, supply=supply, turn=turn), []


# Told by the cups before and after


def check_pour_seen(state: State, event: PourSeen, found: Findings) -> None:
    """CR-R14: cups keep their tokens, or are emptied completely; what is new was gained."""
    if not _open_to_pour(state, event.by, found):
        return
    turn = state.turn
    before, after = _known_cups(state.players[event.by], event.before, event.after, found)
    if found.contradicted:
        return
    given_back = event.returned

    def can(poured: Bag, emptied: Bag) -> bool:
        if given_back is None:
            return within(poured, turn.most)
        whole = plus(poured, given_back)
        return within(whole, turn.most) and within(turn.hand, whole)

    if tell(before, after, can):
        if turn.hand != turn.most and not tell(before, after, lambda poured, _: within(poured, turn.hand)):
            found.unknown("supply" if turn.seen else "turn")
        return
    reasons = blame(before, after, lambda poured, _: within(poured, turn.most))
    for code in reasons:
        found.fault(code, expected=_WORDS[code])
    if not reasons:
        poured = plus(given_back or EMPTY, _least(before, after))
        _check_amount(state, poured, found, whole=given_back is not None)


def _least(before: tuple[Bag, ...], after: tuple[Bag, ...]) -> Bag:
    """The least that must have been poured."""
    poured = EMPTY
    for old, new in zip(before, after, strict=True):
        poured = plus(poured, minus(new, old) if within(old, new) else new)
    return poured


def _known_cups(
    player: Player, before: Seen, after: Seen, found: Findings
) -> tuple[tuple[Bag, ...], tuple[Bag, ...]]:
    """The cups before and after, where a cup that is not told of stays as it is.

    A cup that nobody knew from before is taken to have held what it holds now, which speaks for the player.
    """
    old: list[Bag] = []
    new: list[Bag] = []
    for cup in range(CUPS):
        known, told, now = player.cups[cup], before[cup], after[cup]
        if known is not None and told is not None and known != told:
            found.differs(f"cups_before.{cup + 1}", spell(known), spell(told))
        was = known if told is None else told
        if was is None and now is not None and now != EMPTY:
            found.unknown("cups")
        was = was if was is not None else now if now is not None else EMPTY
        old.append(was)
        new.append(was if now is None else now)
    return tuple(old), tuple(new)


def carry_pour_seen(state: State, event: PourSeen, forced: bool) -> tuple[State, list[Effect]]:
    state = take_seat(state, event.by)
    state = _cups_become(state, event.by, event.before, event.after)
    # The cups' own tokens are booked already: what is in hand came from the supply and is booked back.
    state = change(state, supply=returned(state.supply, state.turn.hand))
    turn = change(state.turn, stage=max(state.turn.stage, Stage.POURED), seen=True, hand=EMPTY, most=EMPTY)
    return change(state, turn=turn), []


def _cups_become(state: State, seat: int, before: Seen, after: Seen) -> State:
    """The cups hold what was seen; the supply has what they held less."""
    player = state.players[seat]
    cups, supply = player.cups, state.supply
    for cup, now in enumerate(after):
        if now is None:
            continue
        was = cups[cup] if before[cup] is None else before[cup]
        cups = with_cup(cups, cup, now)
        if was is None:
            supply = tuple(
                [None if count or have is None else have for count, have in zip(now, supply, strict=True)]
            )
        elif was != now:
            supply = returned(supply, minus(was, now))
    return change(state, players=seated(state, seat, cups=cups), supply=supply)


# A move whose path was not seen


def check_observe(state: State, event: Observe, found: Findings) -> None:
    """Whether some legal path and some legal way with the cups lead to what was seen."""
    if not own_turn(state, event.by, found):
        return
    config, player = state.config, state.players[event.by]
    if state.turn.stage > Stage.START:
        found.fault("already_moved", expected="one move a turn")
    which = _meeple_at(player, event.start)
    if which is None:
        stood = " or ".join(str(place(cell)) for cell in player.cells if cell is not None)
        found.differs("from", stood, str(place(event.start)))
    check_stop(state, event.by, which or 0, event.end, found)
    check_owned(state, event.by, event.rush, found)
    before, after = _known_cups(player, event.before, event.after, found)
    if found.contradicted:
        return
    steps = _steps(state, event.rush)
    answer = tell(before, after, _can(state, event, steps, sure=False))
    if answer is None:
        found.unknown("path", "tell the path in a move event")
    elif answer:
        if player.upgrades is None and not tell(before, after, _can(state, event, steps, sure=True)):
            found.unknown("upgrades")
    elif event.rush and tell(before, after, _can(state, event, range(1, steps.start), sure=False)):
        found.fault("rush_overpaid", expected="fewer rush tokens for these steps", seen=event.rush)
    else:
        reasons = blame(before, after, _can(state, event, steps, sure=False))
        for code in reasons:
            found.fault(code, expected=_WORDS[code])
        if not reasons:
            found.fault(
                "no_path",
                expected=f"a path of at most {steps_paid(config, event.rush)} steps "
                f"from {place(event.start)} to {place(event.end)}",
                seen=spell(_least(before, after)),
            )


def _can(state: State, event: Observe, steps: range, *, sure: bool) -> Can:
    """Whether tokens can be gained by some path. `sure`: with the upgrades that are known to be active only;
    otherwise those that are not known speak for the player."""
    data, upgrades = state.config.data, state.players[event.by].upgrades
    least, most = factors(state, event.by, _meeple_at(state.players[event.by], event.start) or 0)
    diagonal = (not sure) if upgrades is None else "diagonal" in upgrades
    supply = tuple(
        [total if have is None else have for have, total in zip(state.supply, data.supply, strict=True)]
    )

    def can(poured: Bag, emptied: Bag) -> bool | None:
        # CR-A11: a cup may be emptied before the move, so that its tokens can be gained again.
        if not within(poured, plus(supply, emptied)):
            return False
        tokens = least if sure else most
        return exists_path(data.board, event.start, event.end, poured, steps, tokens, diagonal=diagonal)

    return can


def _steps(state: State, rush: int) -> range:
    """How many steps a path can have for the rush tokens spent (CR-A4)."""
    config = state.config
    longest = steps_paid(config, rush)
    if config.options.allow_waste:
        return range(1, longest + 1)
    shortest = next(steps for steps in range(1, longest + 1) if rush_needed(config, steps) == rush)
    return range(shortest, longest + 1)


def _meeple_at(player: Player, cell: int) -> int | None:
    if cell in player.cells:
        return player.cells.index(cell)
    return player.cells.index(None) if None in player.cells else None


def carry_observe(state: State, event: Observe, forced: bool) -> tuple[State, list[Effect]]:
    state = take_seat(state, event.by)
    which = _meeple_at(state.players[event.by], event.start) or 0
    players, rush_supply = stepped(state, event.by, which, event.end, event.rush)
    state = change(state, players=players, rush_supply=rush_supply)
    state = _cups_become(state, event.by, event.before, event.after)
    turn = Turn(stage=Stage.POURED, activated=state.turn.activated, won=state.turn.won)
    return change(state, turn=turn), []


# Emptying


def check_empty(state: State, event: Empty, found: Findings) -> None:
    """CR-R14: any number of times, in the own turn only, before the move too (CR-A11)."""
    own_turn(state, event.by, found)


def carry_empty(state: State, event: Empty, forced: bool) -> tuple[State, list[Effect]]:
    return emptied(state, event.by, event.cup), []


def emptied(state: State, seat: int, cup: int) -> State:
    """A cup's tokens go back to the supply."""
    cups = state.players[seat].cups
    held = cups[cup]
    if held == EMPTY:
        return state
    supply = (None,) * len(EMPTY) if held is None else returned(state.supply, held)
    return change(state, players=seated(state, seat, cups=with_cup(cups, cup, EMPTY)), supply=supply)

"""Distributing two drawn tokens over the action cards (KM-R13, KM-A12, KM-A13)."""

from __future__ import annotations

from typing import Final

from referee.games.base import change
from referee.games.kanban_menu.events import Distribute
from referee.games.kanban_menu.model import ACTIONS, COLOURS, DRAWN, NONE, TOKENS_ON_A_CARD, one, plus
from referee.games.kanban_menu.notes import Judged, Notes
from referee.games.kanban_menu.state import State
from referee.games.kanban_menu.supply import shake
from referee.games.kanban_menu.turn import enter, not_activated, untaken

_ASIDE: Final = {"used": "the used area", "bag": "the bag"}


def distribute(state: State, event: Distribute, notes: Notes) -> Judged:
    """The player places the drawn tokens; without a word on the action it has not been activated (KM-R4)."""
    before = state
    state = enter(state, event, notes)
    if state.phase == "choose":
        notes.refuse("not_chosen")
        return notes.judged(before, before)
    if state.phase == "end":
        notes.refuse("already_distributed")
        return notes.judged(before, before)
    if state.phase != "distribute":
        untaken(state, notes)
        state = not_activated(state, event.seat, notes)
    state = shake(state, DRAWN, event.returned, notes)
    _check_number(state, event, notes)
    return notes.judged(before, _place(state, event, notes))


def to_draw(state: State) -> int | None:
    """How many tokens the player draws; None where nobody knows how many the bag holds."""
    if state.bag.total >= DRAWN:
        return DRAWN
    return state.bag.total if state.bag.sure else None


def _tokens(n: int) -> str:
    return f"{n} token" if n == 1 else f"{n} tokens"


def _check_number(state: State, event: Distribute, notes: Notes) -> None:
    wanted, seen = to_draw(state), len(event.tokens)
    if seen > DRAWN or (wanted is not None and seen != wanted):
        expected = DRAWN if wanted is None else wanted
        notes.wrong("token_number", path="tokens", expected=_tokens(expected), seen=_tokens(seen))
    elif wanted is None and seen < DRAWN:
        notes.doubt("unknown", path="tokens", expected=f"{DRAWN} tokens, unless the bag is empty")


def _place(state: State, event: Distribute, notes: Notes) -> State:
    """Each on another card that has fewer than six; aside only where there is no such card."""
    bag, actions, taken, aside = state.bag, list(state.actions), 0, NONE
    for i, (colour, where) in enumerate(event.tokens):
        if bag.may_have(colour):
            bag = bag.draw(colour)
        else:
            notes.wrong("not_available", path=f"tokens[{i}]", expected=f"{COLOURS[colour]} in the bag")
        if not isinstance(where, int):
            _check_aside(state, event, i, notes)
            aside = plus(aside, one(colour))
            continue
        if where == taken:
            expected, seen = "another action card", f"action {where}"
            notes.wrong("same_card", path=f"tokens[{i}]", expected=expected, seen=seen)
        taken = where
        pile = actions[where - 1]
        if pile.total < TOKENS_ON_A_CARD:
            if not pile.sure:
                notes.warn("unknown", path=f"tokens[{i}]", expected=f"the tokens on action card {where}")
            actions[where - 1] = pile.put(one(colour))
        else:
            if state.actions[where - 1].total >= TOKENS_ON_A_CARD:
                expected, seen = f"fewer than {TOKENS_ON_A_CARD} tokens", f"action {where}"
                notes.wrong("full", path=f"tokens[{i}]", expected=expected, seen=seen)
            aside = plus(aside, one(colour))
    used = state.used
    if aside != NONE:
        to_bag = state.config.options.no_legal_card == "bag"
        bag, used = (bag.put(aside), used) if to_bag else (bag, used.put(aside))
    return change(state, bag=bag, actions=tuple(actions), used=used, phase="end")


def _check_aside(state: State, event: Distribute, i: int, notes: Notes) -> None:
    """KM-A13: a token that no action card may take goes to the used area, or back to the bag by option."""
    colour, where = event.tokens[i]
    path = f"tokens[{i}]"
    others = {card for j, (_, card) in enumerate(event.tokens) if j != i and isinstance(card, int)}
    piles = {card: state.actions[card - 1] for card in range(1, ACTIONS + 1) if card not in others}
    free = {card: pile for card, pile in piles.items() if pile.total < TOKENS_ON_A_CARD}
    known = [str(card) for card, pile in free.items() if pile.sure]
    if known:
        expected = "action card " + ", ".join(known)
        notes.wrong("card_free", path=path, expected=expected, seen=COLOURS[colour])
    elif free:
        expected = f"{TOKENS_ON_A_CARD} tokens on action card " + ", ".join(map(str, free))
        notes.doubt("unknown", path=path, expected=expected)
    option = state.config.options.no_legal_card
    if where is not None and where != option:
        notes.wrong("no_legal_card", path=path, expected=_ASIDE[option], seen=_ASIDE[str(where)])


def missing_distribution(state: State) -> bool:
    """Whether tokens should have been distributed; not where there are none to draw."""
    if state.phase == "end":
        return False
    refilled = state.config.options.short_bag == "refill"
    nothing = state.bag.sure and not state.bag.total
    return not (nothing and (not refilled or (state.used.sure and not state.used.total)))

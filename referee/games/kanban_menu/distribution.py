"""Distributing two drawn tokens over the action cards (KM-R13, KM-A12, KM-A13)."""

from __future__ import annotations

from referee.games.base import change
from referee.games.kanban_menu.events import Distribute
from referee.games.kanban_menu.model import ACTIONS, COLOURS, DRAWN, TOKENS_ON_A_CARD, one
from referee.games.kanban_menu.notes import Judged, Notes
from referee.games.kanban_menu.state import State, discard, with_action
from referee.games.kanban_menu.supply import draw, shake
from referee.games.kanban_menu.turn import enter, not_activated, untaken


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
    for i, (colour, _) in enumerate(event.tokens):
        state = draw(state, colour, notes, f"tokens[{i}]")
    state = _place(state, event, notes)
    return notes.judged(before, change(state, phase="end"))


def to_draw(state: State) -> int | None:
    """How many tokens the player draws; None where nobody knows how many the bag holds."""
    if state.bag.total >= DRAWN:
        return DRAWN
    return state.bag.total if state.bag.sure else None


def _check_number(state: State, event: Distribute, notes: Notes) -> None:
    wanted, seen = to_draw(state), len(event.tokens)
    if seen > DRAWN or (wanted is not None and seen != wanted):
        expected = DRAWN if wanted is None else wanted
        notes.wrong("token_number", path="tokens", expected=f"{expected} tokens", seen=f"{seen} tokens")
    elif wanted is None and seen < DRAWN:
        notes.doubt("unknown", path="tokens", expected=f"{DRAWN} tokens, unless the bag is empty")


def _place(state: State, event: Distribute, notes: Notes) -> State:
    """Each on another card that has fewer than six; aside only where there is no such card."""
    start = state
    taken: list[int] = []
    for i, (colour, where) in enumerate(event.tokens):
        path = f"tokens[{i}]"
        if not isinstance(where, int):
            state = _aside(start, state, event, i, notes)
            continue
        if where in taken:
            notes.wrong("same_card", path=path, expected="another action card", seen=f"action {where}")
        taken.append(where)
        pile = state.actions[where - 1]
        if pile.total >= TOKENS_ON_A_CARD:
            if start.actions[where - 1].total >= TOKENS_ON_A_CARD:
                notes.wrong(
                    "full", path=path, expected="a card with fewer than 6 tokens", seen=f"action {where}"
                )
            state = _to_rest(state, colour)
            continue
        if not pile.sure:
            notes.warn("unknown", path=path, expected=f"the tokens on action card {where}")
        state = with_action(state, where, pile.put(one(colour)))
    return state


def _aside(start: State, state: State, event: Distribute, i: int, notes: Notes) -> State:
    """KM-A13: a token that no action card may take goes to the used area, or back to the bag by option."""
    colour, where = event.tokens[i]
    path = f"tokens[{i}]"
    others = {card for j, (_, card) in enumerate(event.tokens) if j != i and isinstance(card, int)}
    free = [card for card in range(1, ACTIONS + 1) if card not in others]
    sure = [card for card in free if start.actions[card - 1].sure]
    open_cards = [card for card in sure if start.actions[card - 1].total < TOKENS_ON_A_CARD]
    unseen = [card for card in free if card not in sure and start.actions[card - 1].total < TOKENS_ON_A_CARD]
    if open_cards:
        expected = "action card " + ", ".join(map(str, open_cards))
        notes.wrong("card_free", path=path, expected=expected, seen=COLOURS[colour])
    elif unseen:
        notes.doubt("unknown", path=path, expected="6 tokens on action card " + ", ".join(map(str, unseen)))
    option = state.config.options.no_legal_card
    if where is not None and where != option:
        notes.wrong("no_legal_card", path=path, expected=option, seen=str(where))
    return _to_rest(state, colour)


def _to_rest(state: State, colour: int) -> State:
    option = state.config.options.no_legal_card
    if option == "bag":
        return change(state, bag=state.bag.put(one(colour)))
    return discard(state, one(colour))


def missing_distribution(state: State) -> bool:
    """Whether tokens should have been distributed; not where there are none to draw."""
    if state.phase == "end":
        return False
    refilled = state.config.options.short_bag == "refill"
    nothing = state.bag.sure and not state.bag.total
    return not (nothing and (not refilled or (state.used.sure and not state.used.total)))

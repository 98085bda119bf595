"""The once-per-turn effects of menu cards (KM-E3, KM-E4, KM-A5, KM-A6, KM-A10, KM-A11)."""

from __future__ import annotations

from referee.games.base import change
from referee.games.kanban_menu.cards import ABILITIES, BAVAROIS, FRIED_CHICKEN
from referee.games.kanban_menu.events import UseAbility
from referee.games.kanban_menu.exchange import carry_out
from referee.games.kanban_menu.model import YELLOW, Exchange, one
from referee.games.kanban_menu.notes import Judged, Notes, bad
from referee.games.kanban_menu.state import State, may_own
from referee.games.kanban_menu.supply import draw, shake
from referee.games.kanban_menu.trading import trade
from referee.games.kanban_menu.turn import enter, yellow_money


def ability(state: State, event: UseAbility, notes: Notes) -> Judged:
    """A player uses an effect of a menu card in front, once a turn."""
    before, card, seat = state, event.card, event.seat
    state = enter(state, event, notes)
    if card not in ABILITIES:
        notes.refuse("no_ability", path="card", expected=", ".join(ABILITIES), seen=card)
        return notes.judged(before, before)
    if card == BAVAROIS and event.trade is None:
        return before, bad("missing_field", "details.trade", "a trade")
    if card == FRIED_CHICKEN and event.drew is None:
        return before, bad("missing_field", "details.drew", "a colour")
    if state.config.options.ability_window == "action" and state.phase in ("choose", "end"):
        notes.wrong(
            "ability_window", expected="between choosing an action and distributing tokens", seen=card
        )
    player = state.players[seat]
    owned = player.menu.count(card)
    if not owned:
        if may_own(state, player, card):
            notes.doubt("unknown", path="card", expected=f"{card} in front of {player.name}")
        else:
            notes.wrong("not_in_front", path="card", expected=", ".join(player.menu) or None, seen=card)
    if state.used_abilities.count(card) >= max(1, owned):
        notes.wrong("once", path="card", seen=card)
    state = change(state, used_abilities=(*state.used_abilities, card))
    path = "card" if ABILITIES[card].kind is None else "details"
    state = carry_out(state, seat, state.config.abilities[card], notes, "ability", path=path, card=card)
    if card == BAVAROIS:
        state = trade(state, seat, event.trade or (), notes, most=1)
    elif card == FRIED_CHICKEN:
        state = _random_token(state, event, notes)
    return notes.judged(before, state)


def _random_token(state: State, event: UseAbility, notes: Notes) -> State:
    """KM-A11: a token from the bag; a yellow one is money."""
    colour = event.drew or 0
    state = draw(shake(state, 1, event.returned, notes), colour, notes, "details.drew")
    if colour == YELLOW:
        return yellow_money(state, event.seat, 1, notes)
    return carry_out(state, event.seat, Exchange(get=one(colour)), notes, "draw", source="bag")

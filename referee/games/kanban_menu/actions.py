"""Activating the chosen action (KM-R5 to KM-R12)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from referee.games.base import Verdict, change
from referee.games.kanban_menu.cards import contribution_exchange, same_exchange
from referee.games.kanban_menu.events import Activate
from referee.games.kanban_menu.exchange import carry_out
from referee.games.kanban_menu.model import (
    BUSINESS,
    CONTRIBUTION,
    DEVELOPMENT,
    FAIR,
    NONE,
    PURCHASING,
    TRADING,
    YELLOW,
    Exchange,
    one,
    spell,
)
from referee.games.kanban_menu.notes import Judged, Notes, bad
from referee.games.kanban_menu.reading import Details
from referee.games.kanban_menu.state import State, with_player
from referee.games.kanban_menu.supply import fetch, in_area, take_menu_card
from referee.games.kanban_menu.trading import trade
from referee.games.kanban_menu.turn import enter, not_activated, untaken, yellow_money


def activate(state: State, event: Activate, notes: Notes) -> Judged:
    """KM-R4: the player carries out the chosen action."""
    before = state
    state = enter(state, event, notes)
    if state.phase == "choose":
        notes.refuse("not_chosen")
        return notes.judged(before, before)
    fault = _lacking(state.chosen, event.details)
    if fault is not None:
        return before, fault
    untaken(state, notes)
    if state.phase not in ("take", "activate"):
        notes.wrong("already_decided")
    if state.chosen == TRADING and not event.details.trades and state.config.options.brunch_when_unable:
        # KM-A7: trading nothing is not activating.
        return notes.judged(before, not_activated(state, event.seat, notes))
    state = _ACTIONS[state.chosen](state, event.seat, event.details, notes)
    return notes.judged(before, change(state, phase="distribute"))


def _lacking(action: int, details: Details) -> Verdict | None:
    """What the event had to say about this action and did not."""
    if action == PURCHASING and details.take is None:
        return bad("missing_field", "details.take", "a colour")
    if action in (BUSINESS, FAIR) and details.pay is None:
        return bad("missing_field", "details.pay", "a list of colours")
    if action == DEVELOPMENT and details.develop is None and details.reserve is None:
        return bad("missing_field", "details.develop", "a menu card, here or as reserve")
    if action == TRADING and details.trades is None:
        return bad("missing_field", "details.trades", "a list of trades")
    return None


def _purchase(state: State, seat: int, details: Details, notes: Notes) -> State:
    """KM-R5: a token of any colour; a yellow one is money and lies in the used area afterwards."""
    colour = details.take or 0
    state, source = fetch(state, colour, details.source, notes, "details.take")
    if colour == YELLOW:
        return yellow_money(state, seat, 1, notes)
    return carry_out(state, seat, Exchange(get=one(colour)), notes, "purchase", source=source)


def _pay_same(state: State, seat: int, details: Details, notes: Notes) -> State:
    """KM-R6 and KM-R7: tokens of one colour for money or VP, once."""
    action, pay = state.chosen, details.pay or NONE
    wanted = 2 if action == BUSINESS else 3
    colour = next((i for i, n in enumerate(pay) if n), 0)
    deal = same_exchange(state.config.data, action, colour)
    if pay[YELLOW]:
        notes.wrong("no_token", path="details.pay", expected=f"{wanted} materials", seen=spell(pay))
    if pay != deal.pay:
        if len([n for n in pay if n]) > 1:
            notes.wrong("not_same", path="details.pay", expected=f"{wanted} of one colour", seen=spell(pay))
        if sum(pay) != wanted:
            notes.wrong("wrong_count", path="details.pay", expected=f"{wanted} tokens", seen=spell(pay))
        deal = deal._replace(pay=pay)
    return carry_out(
        state, seat, deal, notes, "business" if action == BUSINESS else "fair", path="details.pay"
    )


def _contribute(state: State, seat: int, details: Details, notes: Notes) -> State:
    """KM-R8: money for VP, once."""
    return carry_out(state, seat, contribution_exchange(state.config.data), notes, "contribution")


def _develop_or_reserve(state: State, seat: int, details: Details, notes: Notes) -> State:
    if details.develop is None:
        return _reserve(state, seat, details.reserve or "", notes)
    return _develop(state, seat, details.develop, details.place, notes)


def _develop(state: State, seat: int, card: str, place: str | None, notes: Notes) -> State:
    """KM-R9: a card of the area or the own hand is paid for and placed in front of the player."""
    player, path = state.players[seat], "details.develop"
    if place is None:
        place = "hand" if player.hand == card else "area"
    if card in player.menu and player.menu.count(card) >= state.config.data.menu[card].copies:
        notes.refuse("not_in_area", path=path, expected=in_area(state), seen=card)
        return state
    if place == "area":
        state = take_menu_card(state, card, notes, path)
    elif player.hand == card:
        state = with_player(state, seat, change(player, hand=None))
    elif "hand" in player.unsure:
        notes.doubt("unknown", path=path, expected=f"{card} in the hand")
        state = with_player(state, seat, change(player, unsure=player.unsure - {"hand"}))
    else:
        notes.wrong("not_in_hand", path=path, expected=player.hand, seen=card)
    deal = state.config.costs[card]
    state = carry_out(state, seat, deal, notes, "develop", path=path, card=card, short="cannot_pay")
    player = state.players[seat]
    return with_player(state, seat, change(player, menu=(*player.menu, card)))


def _reserve(state: State, seat: int, card: str, notes: Notes) -> State:
    """KM-R10: a card of the area goes to the hand, if that is empty."""
    player = state.players[seat]
    if player.hand is not None:
        notes.refuse("hand_full", path="details.reserve", expected="an empty hand", seen=player.hand)
        return state
    if "hand" in player.unsure:
        notes.doubt("unknown", path="details.reserve", expected="an empty hand")
    state = take_menu_card(state, card, notes, "details.reserve")
    after = change(state.players[seat], hand=card, unsure=player.unsure - {"hand"})
    return with_player(state, seat, after)


def _trade(state: State, seat: int, details: Details, notes: Notes) -> State:
    return trade(state, seat, details.trades or (), notes)


_ACTIONS: Final[Mapping[int, Callable[[State, int, Details, Notes], State]]] = {
    PURCHASING: _purchase,
    BUSINESS: _pay_same,
    FAIR: _pay_same,
    CONTRIBUTION: _contribute,
    DEVELOPMENT: _develop_or_reserve,
    TRADING: _trade,
}

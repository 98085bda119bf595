"""Whether a player could activate the chosen action at all (KM-A7 with `brunch_when_unable` false)."""

from __future__ import annotations

from referee.games.kanban_menu.cards import contribution_exchange
from referee.games.kanban_menu.model import (
    BUSINESS,
    CONTRIBUTION,
    DEVELOPMENT,
    FAIR,
    PURCHASING,
    Counts,
    Exchange,
)
from referee.games.kanban_menu.state import Player, State


def able_to_activate(state: State, seat: int) -> bool | None:
    """True or False where it is certain, else None."""
    player, action = state.players[seat], state.chosen
    if action == PURCHASING:
        return _any_colour(state)
    if action in (BUSINESS, FAIR):
        wanted = 2 if action == BUSINESS else 3
        if max(player.materials[:4]) >= wanted:
            return True
        return None if "materials" in player.unsure else False
    if action == CONTRIBUTION:
        return _payable(player, contribution_exchange(state.config.data))
    if action == DEVELOPMENT:
        return _can_develop(state, player)
    return _can_trade(state, player)


def _any_colour(state: State) -> bool | None:
    if state.used.total or state.bag.total:
        return True
    return False if state.used.sure and state.bag.sure else None


def _payable(player: Player, deal: Exchange) -> bool | None:
    """Whether a player can pay; None where a number or a holding is not known."""
    if deal.pay_money is None or deal.pay is None:
        return None
    verdict: bool | None = True
    for short, name in (
        (deal.pay_money > player.money, "money"),
        (deal.pay_vp > player.vp, "vp"),
        (_short(player.materials, deal.pay), "materials"),
    ):
        if short and name not in player.unsure:
            return False
        if short:
            verdict = None
    return verdict


def _short(held: Counts, pay: Counts) -> bool:
    return any(wanted > there for wanted, there in zip(pay, held, strict=True))


def _best(answers: list[bool | None]) -> bool | None:
    """True if one of them is, None if one might be."""
    return True if True in answers else None if None in answers else False


def _can_develop(state: State, player: Player) -> bool | None:
    """Whether a card can be reserved, or one of the area or the hand be paid for."""
    if player.hand is None and "hand" not in player.unsure and (state.area or state.area_hidden):
        return True
    cards = [*state.area, *([player.hand] if player.hand is not None else [])]
    answers = [_payable(player, state.config.costs[card]) for card in cards]
    if state.area_hidden or "hand" in player.unsure:
        answers.append(None)
    return _best(answers)


def _can_trade(state: State, player: Player) -> bool | None:
    """Whether any row of the trading table can be used."""
    answers: list[bool | None] = []
    for (kind, colour), deal in state.config.table.items():
        answer = _payable(player, deal)
        if kind == "buy" and answer is not False:
            used, bag = state.used, state.bag
            if not (used.may_have(colour) or bag.may_have(colour)):
                answer = False
            elif not used.counts[colour] and not bag.counts[colour]:
                answer = None
        answers.append(answer)
    return _best(answers)

"""The set-up: dealing cards and placing meeples, in either order (CR-R4 to CR-R6), and the start of play."""

from __future__ import annotations

from typing import Any

from referee.games.base import Effect, Reason, change, warning
from referee.games.coffee_rush.events import Deal, StartCell
from referee.games.coffee_rush.findings import Findings
from referee.games.coffee_rush.model import CUPS, EMPTY, INGREDIENTS, bag, place, plus
from referee.games.coffee_rush.state import State, seated, start_turn, with_cup, withdrawn


def check_deal(state: State, event: Deal, found: Findings) -> None:
    """CR-R4: one card at tab 1 and one at tab 2; one more at tab 1 for the starting player."""
    if state.phase != "setup":
        found.fault("set_up_over")
        return
    due = state.config.dealt(event.by)
    if event.tab >= len(due):
        found.fault("wrong_tab", expected="tab 1 or tab 2", seen=f"tab {event.tab + 1}")
        return
    has = len(state.players[event.by].queue[event.tab] or ())
    if has >= due[event.tab]:
        expected = f"{due[event.tab]} at tab {event.tab + 1}"
        found.fault("too_many_cards", path="tab", expected=expected, seen=has + 1)
    note_copies(state, (event.card,), found)


def carry_deal(state: State, event: Deal, forced: bool) -> tuple[State, list[Effect]]:
    return _begin_play(add_cards(state, event.by, event.tab, (event.card,), dealt=True)), []


def check_start_cell(state: State, event: StartCell, found: Findings) -> None:
    config = state.config
    if state.phase != "setup":
        found.fault("set_up_over")
        return
    due = next_to_place(state)
    if due is not None and event.by != due:
        found.fault("setup_order", expected=config.players[due], seen=config.players[event.by])
    elif due is None:
        found.fault("set_up_over")
    if any(event.cell in player.cells for player in state.players):
        # CR-R5: no two on one cell.
        found.fault("occupied", seen=str(place(event.cell)))
    if event.cup is None:
        # CR-A21: the rulebook knows no giving back here.
        kind = INGREDIENTS[config.data.board[event.cell]]
        found.fault("not_poured", path="returned", expected=f"{kind} in a cup", seen="given back")


def carry_start_cell(state: State, event: StartCell, forced: bool) -> tuple[State, list[Effect]]:
    """CR-R6: the token of the cell goes into a cup."""
    player = state.players[event.by]
    cells = (*player.cells, event.cell)[: state.config.meeples]
    cups, supply = player.cups, state.supply
    if event.cup is not None:
        token = bag([INGREDIENTS[state.config.data.board[event.cell]]])
        cups = with_cup(cups, event.cup, plus(cups[event.cup] or EMPTY, token))
        supply = withdrawn(supply, token)
    players = seated(state, event.by, cells=cells, cups=cups)
    return _begin_play(change(state, players=players, supply=supply)), []


def next_to_place(state: State) -> int | None:
    """CR-R5: who places the next meeple; None when all stand."""
    placed = [0] * len(state.players)
    for seat in state.config.placing_order:
        if len(state.players[seat].cells) <= placed[seat]:
            return seat
        placed[seat] += 1
    return None


def _cards_due(state: State) -> bool:
    """Whether somebody still has cards to get."""
    return any(
        len(player.queue[tab] or ()) < due
        for seat, player in enumerate(state.players)
        for tab, due in enumerate(state.config.dealt(seat))
    )


def _begin_play(state: State) -> State:
    """Play begins once all meeples stand and all cards are dealt."""
    if state.phase != "setup" or next_to_place(state) is not None or _cards_due(state):
        return state
    return _open(state)


def _open(state: State) -> State:
    return start_turn(change(state, phase="play"), state.config.start)


def open_play(state: State, found: Findings) -> State:
    """The first event of a turn while the set-up is not finished, as far as the referee was told.

    What was begun must be finished; what was not told at all is taken to have been done unseen.
    """
    config = state.config
    due = next_to_place(state)
    placed = any(player.cells for player in state.players)
    if due is not None and placed:
        found.fault("set_up_open", expected=f"{config.players[due]} to place a meeple")
    if state.dealt and _cards_due(state):
        found.fault("set_up_open", expected="two cards for each player, three for the starting player")
    if due is not None and not placed:
        found.notes.append(_not_told("start_cell"))
        players = tuple(
            change(player, cells=(None,) * config.meeples, cups=(None,) * CUPS) for player in state.players
        )
        state = change(state, players=players, supply=(None,) * len(INGREDIENTS))
    if not state.dealt:
        found.notes.append(_not_told("deal"))
        for seat in range(len(state.players)):
            for tab, count in enumerate(config.dealt(seat)):
                state = add_cards(state, seat, tab, (None,) * count)
    return _open(state)


def _not_told(event: str) -> Reason:
    return warning("set_up_not_told", path="event", expected=f"{event} events of the set-up")


# Cards from the deck


def add_cards(state: State, seat: int, tab: int, cards: tuple[str | None, ...], **changes: Any) -> State:
    """Cards come from the deck to a tab; and whatever else changes with it."""
    queue = state.players[seat].queue
    there = queue[tab]
    if there is not None:
        queue = (*queue[:tab], there + cards, *queue[tab + 1 :])
    copies = dict(state.copies)
    for card in cards:
        if card is not None:
            copies[card] = copies.get(card, 0) + 1
    deck = None if state.deck is None else max(state.deck - len(cards), 0)
    players = seated(state, seat, queue=queue)
    return change(state, players=players, deck=deck, copies=copies, **changes)


def note_copies(state: State, cards: tuple[str | None, ...], found: Findings) -> None:
    """A card that came more often than the deck has it: most likely misread."""
    for card in dict.fromkeys(cards):
        if card is None:
            continue
        copies = state.config.data.cards[card].copies
        seen = state.copies.get(card, 0) + cards.count(card)
        if seen > copies:
            found.notes.append(
                warning("too_many_copies", expected=f"{copies} of {card} in the deck", seen=seen)
            )

"""Processing orders (CR-R15, CR-R16, CR-A7 to CR-A10, CR-A20)."""

from __future__ import annotations

from referee.games.base import Effect, change, warning
from referee.games.coffee_rush.events import Process
from referee.games.coffee_rush.findings import Findings, after_move, after_pour, own_turn, take_seat
from referee.games.coffee_rush.model import EMPTY, spell, within
from referee.games.coffee_rush.state import (
    Player,
    Stage,
    State,
    Supply,
    returned,
    take_rush,
    with_cup,
)


def check_process(state: State, event: Process, found: Findings) -> None:
    """A cup that matches a card in the own queue, after the move and the pouring."""
    if not own_turn(state, event.by, found):
        return
    options, turn = state.config.options, state.turn
    after_move(state, found)
    if turn.stage >= Stage.RUSH:
        found.fault("rush_begun", expected="orders processed before the neighbours draw")
    if turn.stage > Stage.START and not options.interleave:
        after_pour(state, found)
    player = state.players[event.by]
    cup = player.cups[event.cup]
    recipe = state.config.data.cards[event.card].recipe
    if cup is None:
        found.unknown("cups", "look into the cup")
    elif cup == EMPTY and event.cup in turn.emptied:
        # CR-A8: one cup is one card.
        found.fault("one_cup_one_card", seen=f"cup {event.cup + 1} has served this turn")
    elif not (cup == recipe if options.match == "exact" else within(recipe, cup)):
        found.fault("no_match", expected=spell(recipe), seen=spell(cup))
    _check_queue(player, event, found)


def _check_queue(player: Player, event: Process, found: Findings) -> None:
    """CR-R15: the card waits at any tab of the own queue."""
    tabs = _tabs(player, event)
    if not tabs:
        where = "the queue" if event.tab is None else f"tab {event.tab + 1}"
        looked = player.queue if event.tab is None else (player.queue[event.tab],)
        if any(tab is None or None in tab for tab in looked):
            found.unknown("queue")
        else:
            found.fault("not_in_queue", expected=f"{event.card} in {where}")
    elif len(tabs) > 1:
        found.notes.append(warning("tab_assumed", expected=f"tab {tabs[-1] + 1}"))


def _tabs(player: Player, event: Process) -> list[int]:
    """The tabs that have the card."""
    card, told = event.card, event.tab
    found = [tab for tab, cards in enumerate(player.queue) if cards and card in cards]
    return found if told is None else [tab for tab in found if tab == told]


def carry_process(state: State, event: Process, forced: bool) -> tuple[State, list[Effect]]:
    """The card is processed and the cup emptied; a specialty gives a rush token (CR-R16)."""
    state = take_seat(state, event.by)
    name, player = state.config.players[event.by], state.players[event.by]
    card, cup = state.config.data.cards[event.card], player.cups[event.cup]
    supply: Supply = (None,) * len(EMPTY)
    if cup is not None:
        supply = returned(state.supply, cup)
    elif state.config.options.match == "exact":
        # Nobody saw into the cup; as it serves the card, it holds the recipe.
        supply = returned(state.supply, card.recipe)
    state, won, tokens = take_rush(
        state,
        event.by,
        1 if card.specialty else 0,
        cups=with_cup(player.cups, event.cup, EMPTY),
        queue=_without(player, event),
        processed=None if player.processed is None else player.processed + 1,
    )
    turn = state.turn
    turn = change(
        turn,
        stage=max(turn.stage, Stage.SERVED),
        served=turn.served + 1,
        emptied=turn.emptied | {event.cup},
        won=turn.won + won,
    )
    return change(state, supply=supply, turn=turn), [Effect("processes", name, event.card), *tokens]


def _without(player: Player, event: Process) -> tuple[tuple[str | None, ...] | None, ...]:
    """The queue without the card: of several the one that would leave first; else one that nobody could
    read."""
    queue = list(player.queue)
    tabs = _tabs(player, event)
    taken: str | None = event.card if tabs else None
    if not tabs:
        all_tabs = range(len(queue)) if event.tab is None else (event.tab,)
        tabs = [tab for tab in all_tabs if None in (queue[tab] or ())]
    if tabs:
        cards = list(queue[tabs[-1]] or ())
        cards.remove(taken)
        queue[tabs[-1]] = tuple(cards)
    return tuple(queue)

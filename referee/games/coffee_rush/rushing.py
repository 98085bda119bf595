"""The order rush: the neighbours draw as many cards as were processed (CR-R17, CR-R18, CR-A13 to CR-A15)."""

from __future__ import annotations

from referee.games.base import Effect, Reason, change, warning
from referee.games.coffee_rush.ending import close_if_due, missing, pass_turn
from referee.games.coffee_rush.events import Draw
from referee.games.coffee_rush.findings import GAME_OVER, Findings
from referee.games.coffee_rush.placing import add_cards, note_copies
from referee.games.coffee_rush.state import Stage, State


def check_draw(state: State, event: Draw, found: Findings) -> None:
    """The nearest player draws all cards first."""
    config, turn = state.config, state.turn
    note_copies(state, event.cards, found)
    if state.phase == "over":
        found.faults.append(GAME_OVER)
        return
    if state.active is None:
        found.unknown("turn")
        return
    count = len(event.cards)
    if _new_card_due(state, event.by):
        if event.by != state.active:
            due = f"a new card for {config.players[state.active]}"
            found.fault("not_due", expected=due, seen=config.players[event.by])
        elif count != 1:
            found.fault("too_many_cards", expected="1", seen=count)
        return
    receivers = state.receivers
    left = missing(state)
    if event.by not in receivers or (turn.served == 0 and turn.seen):
        names = " and ".join(config.players[seat] for seat in receivers) if turn.served else "nobody"
        found.fault("not_due", expected=f"cards for {names}", seen=config.players[event.by])
        return
    place = receivers.index(event.by)
    if count and any(left[:place]):
        nearest = receivers[next(i for i, due in enumerate(left) if due)]
        found.fault("rush_order", expected=config.players[nearest], seen=config.players[event.by])
    if count > left[place]:
        if turn.seen:
            found.fault("too_many_cards", expected=str(left[place]), seen=count)
        else:
            found.unknown("turn")
    elif state.deck is not None and count > state.deck:
        found.bad.append(
            Reason("not_in_deck", path="cards", expected=f"at most {state.deck} cards", seen=count)
        )
    if len(config.players) == 2 and len(receivers) == 1 and not config.public:
        # CR-A15: the rulebook's words would make the active player draw too.
        found.notes.append(warning("silent"))


def _new_card_due(state: State, by: int) -> bool:
    """CR-A15: whether the active player's own new card ends the turn; it may, where nobody saw the turn."""
    turn = state.turn
    unseen = state.config.public and not turn.seen and turn.stage == Stage.START and by == state.active
    return turn.stage == Stage.DONE or unseen


def carry_draw(state: State, event: Draw, forced: bool) -> tuple[State, list[Effect]]:
    effects = [Effect("draws", state.config.players[event.by], card) for card in event.cards]
    turn, receivers = state.turn, state.receivers
    if _new_card_due(state, event.by):
        state = add_cards(state, event.by, 0, event.cards)
        state, closing = close_if_due(state)
        state, passing = pass_turn(state)
        return state, effects + closing + passing
    if event.by in receivers and event.cards:
        drawn = list(turn.drawn or (0,) * len(receivers))
        drawn[receivers.index(event.by)] += len(event.cards)
        turn = change(turn, stage=Stage.RUSH, drawn=tuple(drawn))
    state, closing = close_if_due(add_cards(state, event.by, 0, event.cards, turn=turn))
    return state, effects + closing

"""The end of a turn and of the game (CR-R19 to CR-R24, CR-A16 to CR-A19, CR-A22)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from referee.games.base import Effect, Reason, change
from referee.games.coffee_rush.events import EndTurn
from referee.games.coffee_rush.findings import Findings, after_move, after_pour, own_turn, take_seat
from referee.games.coffee_rush.model import EMPTY, TABS
from referee.games.coffee_rush.state import (
    FRESH,
    MOST_PENALTIES,
    Decision,
    Player,
    Stage,
    State,
    close,
    returned,
    start_turn,
    take_rush,
    total,
    with_player,
)

Step = tuple[State, list[Effect]]


def missing(state: State) -> list[int]:
    """How many cards each receiver of the order rush still has to draw, the nearest first."""
    turn = state.turn
    drawn = turn.drawn or (0,) * len(state.receivers)
    return [max(turn.served - have, 0) for have in drawn]


def check_end_turn(state: State, event: EndTurn, found: Findings) -> None:
    """Move, pouring and order rush are done; then time flows."""
    if not own_turn(state, event.by, found):
        return
    after_move(state, found)
    if state.turn.stage > Stage.START or not state.turn.seen:
        after_pour(state, found)
    if state.turn.served and state.deck != 0:
        _check_rush(state, found)
    if state.config.public and state.deck is None and not found.doubts:
        found.unknown("deck")  # CR-A15: is there a new card to draw?
    last = state.players[event.by].queue[-1]
    if last is None:
        found.unknown("queue")
    elif last and state.players[event.by].penalties is None:
        found.unknown("penalties")
    if not found.faults and _stalemate(state, event.by):
        found.asks.append(_STALEMATE)


def _check_rush(state: State, found: Findings) -> None:
    left = missing(state)
    if not any(left):
        return
    if state.deck is None:
        found.unknown("deck")
    else:
        players = state.config.players
        due = [f"{players[seat]} {n}" for seat, n in zip(state.receivers, left, strict=True) if n]
        found.fault("draw_missing", expected=f"cards drawn: {', '.join(due)}")


_NO_CARDS: Final = ((),) * TABS
_STALEMATE: Final = Reason(
    "stalemate",
    expected="a card in some queue",
    advice="nobody can process a card and none will come: decide OK to end the game and count",
)


def _stalemate(state: State, seat: int) -> bool:
    """CR-A19: once time has flowed no queue holds a card, and the token is open."""
    for who, player in enumerate(state.players):
        if (player.queue[:-1] if who == seat else player.queue) != _NO_CARDS[who == seat :]:
            return False
    after, _ = _flow(state, seat)
    return not after.closed and not state.config.public


def carry_end_turn(state: State, event: EndTurn, forced: bool) -> Step:
    state = take_seat(state, event.by)
    ended = forced and _stalemate(state, event.by)
    if state.turn.hand != EMPTY:
        # People let it pass that tokens were not poured.
        state = change(state, supply=returned(state.supply, state.turn.hand))
    state, effects = _flow(state, event.by)
    if ended:
        state, ending = finish(state)
    elif state.config.public and not state.closed and state.deck != 0:
        # CR-A15: the public rules add a card of the player's own, which is drawn next.
        return change(state, turn=change(FRESH, stage=Stage.DONE)), effects
    else:
        if state.config.public and not state.closed:
            state, closing = close(state)
            effects += closing
        state, ending = pass_turn(state)
    return state, effects + ending


def _flow(state: State, seat: int) -> Step:
    """CR-R19 to CR-R21: the active player's cards move down a tab, and what leaves tab 4 is a penalty."""
    state, effects = close_if_due(state)
    player = state.players[seat]
    fallen = player.queue[-1]
    queue = ((), *player.queue[:-1])
    penalties = player.penalties
    if fallen == ():
        state = with_player(state, seat, queue=queue)
    elif fallen is None:
        return with_player(state, seat, queue=queue, penalties=None, rush=None), effects
    else:
        name = state.config.players[seat]
        penalties = None if penalties is None else penalties + len(fallen)
        state, _, tokens = take_rush(state, seat, len(fallen), queue=queue, penalties=penalties)
        effects += [*[Effect("penalty", name, card) for card in fallen], *tokens]
    if penalties is not None and penalties >= MOST_PENALTIES:
        state, closing = close(state)
        effects += closing
    return state, effects


def close_if_due(state: State) -> Step:
    """CR-R18: a deck too small for the rush closes the token; used up exactly it does not (CR-A13)."""
    if state.deck == 0 and (any(missing(state)) or state.config.options.close_on == "empty"):
        return close(state)
    return state, []


def pass_turn(state: State) -> Step:
    """CR-R22: with the token CLOSED the game ends, at once or after the round (CR-A22); else the next
    player's turn begins."""
    config, active = state.config, state.active
    following = config.after(config.start if active is None else active)
    if state.closed and (following == config.start or not config.options.finish_round):
        return finish(state)
    return start_turn(state, following), []


# The count


def finish(state: State) -> Step:
    """Counts the points (CR-R23) and finds who wins (CR-R24)."""
    state = settle(change(state, phase="over", turn=FRESH))
    return state, [Effect("game_over"), *[Effect("wins", name) for name in state.winners]]


def settle(state: State) -> State:
    """Who has won: by points, then by cards held (CR-A17), then by rush tokens, else all of them. Nobody
    while something that matters is not known."""
    config = state.config
    by_cards = _processed if config.options.tie_cards == "processed" else _all_cards
    leaders = list(range(len(state.players)))
    steps: tuple[tuple[Decision, Callable[[Player], int | None]], ...] = (
        ("points", lambda player: player.rating),
        ("cards", by_cards),
        ("rush", lambda player: player.rush),
    )
    for decision, measure in steps:
        amounts = {seat: measure(state.players[seat]) for seat in leaders}
        known = [amount for amount in amounts.values() if amount is not None]
        if len(known) < len(leaders):
            return change(state, winners=(), decided_by="undecided")
        leaders = [seat for seat in leaders if amounts[seat] == max(known)]
        if len(leaders) == 1:
            return change(state, winners=(config.players[leaders[0]],), decided_by=decision)
    return change(state, winners=tuple(config.players[seat] for seat in leaders), decided_by="shared")


def _processed(player: Player) -> int | None:
    return player.processed


def _all_cards(player: Player) -> int | None:
    return total((player.processed, player.queued))

"""What people or a camera tell of a player or of the table: a game joined half way, or a look in between.

The first `state` event before anybody has played says that the game was joined half way: then nothing is
known of the players and the table but what is told. A first `table` event says the same of the table alone.
What later events leave out stays as it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.games.base import Reason, Verdict, change
from referee.games.kanban_menu.events import StateTold, Table
from referee.games.kanban_menu.model import ACTIONS, AREA, COLOURS, NONE, UNKNOWN, Counts, Pile, minus, plus
from referee.games.kanban_menu.notes import Judged, Notes
from referee.games.kanban_menu.reading import Glimpse
from referee.games.kanban_menu.state import (
    ALL_UNSURE,
    HOLDINGS,
    Player,
    State,
    copies_seen,
    on_table,
    with_player,
)

TABLE = "table"
DECK = "deck"


def tell_state(state: State, event: StateTold, notes: Notes) -> Judged:
    """Sets what a player has."""
    after = settle_deck(set_player(join(state), event.seat, event.told))
    faults = impossible(after)
    return (state, Verdict("BAD_INPUT", faults)) if faults else (after, Verdict("OK"))


def tell_table(state: State, event: Table, notes: Notes) -> Judged:
    """Sets what lies on the table."""
    before, told = state, event.told
    if state.fresh and TABLE not in state.told:
        state = change(_no_table(state), told=state.told | {TABLE})
    changes: dict[str, Any] = {}
    if told.actions:
        piles = enumerate(state.actions, start=1)
        changes["actions"] = tuple(
            Pile(told.actions[action]) if action in told.actions else pile for action, pile in piles
        )
    if told.used is not None:
        changes["used"] = Pile(told.used)
    if told.bag is not None:
        changes["bag"] = told.bag
    if told.deck is not None:
        changes |= {"deck": told.deck, "told": state.told | {DECK}}
    if told.area is not None:
        empty = changes.get("deck", state.deck) == 0
        changes |= {"area": told.area, "area_hidden": 0 if empty else AREA - len(told.area)}
    if told.active is not None and state.phase == "choose":
        changes |= {"active": told.active, "active_sure": True}
    after = settle_deck(settle_bag(change(state, **changes)))
    faults = impossible(after)
    return (before, Verdict("BAD_INPUT", faults)) if faults else (after, Verdict("OK"))


def join(state: State) -> State:
    """Forgets what is only true at the start of a game."""
    if not state.fresh or "players" in state.told:
        return state
    if TABLE not in state.told:
        state = _no_table(state)
    players = tuple(Player(player.name, unsure=ALL_UNSURE) for player in state.players)
    deck = state.deck if DECK in state.told else None
    return change(state, players=players, told=state.told | {"players"}, active_sure=False, deck=deck)


def _no_table(state: State) -> State:
    return change(
        state, actions=(UNKNOWN,) * ACTIONS, used=UNKNOWN, bag=UNKNOWN, area=(), area_hidden=AREA, deck=None
    )


def set_player(state: State, seat: int, told: Glimpse) -> State:
    """The state with what was told of a player; what was left out stays."""
    player = state.players[seat]
    given = told.given
    changes: dict[str, Any] = {name: getattr(told, name) for name in HOLDINGS if name in given}
    if "vp" in given:
        changes["earned"] = max(told.vp, player.earned)
    after = change(player.settled(given), **changes)
    state = with_player(state, seat, after)
    return state if told.used is None else change(state, used=Pile(told.used))


def settle_deck(state: State) -> State:
    """Counts the deck where all the other cards are known."""
    if DECK in state.told or not state.fresh:
        return state
    out = 0
    for player in state.players:
        if "menu" in player.unsure or "hand" in player.unsure:
            return state
        out += len(player.menu) + (player.hand is not None)
    left = max(0, state.config.data.deck_size - out)
    area = min(AREA, left)
    hidden = max(0, area - len(state.area))
    return change(state, deck=max(0, left - len(state.area) - hidden), area_hidden=hidden)


def settle_bag(state: State) -> State:
    """Counts the bag where all the other tokens are known."""
    totals = state.config.data.all_tokens
    if totals is None or state.bag.sure:
        return state
    piles = (*state.actions, state.used)
    if not all(pile.sure and not pile.hidden for pile in piles) or any(
        "materials" in p.unsure for p in state.players
    ):
        return state
    return change(state, bag=Pile(minus(totals, on_table(state))))


def impossible(state: State) -> tuple[Reason, ...]:
    """What no table can look like: a card in two places, more tokens than there are."""
    return (*_twice(state), *_too_many(state))


def _twice(state: State) -> Sequence[Reason]:
    found = []
    for card, entry in state.config.data.menu.items():
        seen = copies_seen(state, card)
        if seen > entry.copies:
            expected = f"{entry.copies} of it, in fronts, hands and the area"
            found.append(Reason("duplicate_card", path="menu", expected=expected, seen=card))
    return found


def _too_many(state: State) -> Sequence[Reason]:
    there: Counts = plus(on_table(state), state.bag.counts if state.bag.sure else NONE)
    return [
        Reason("too_many_tokens", path=colour, expected=f"at most {total}", seen=there[i])
        for i, (colour, total) in enumerate(zip(COLOURS, state.config.data.tokens, strict=True))
        if total is not None and there[i] > total
    ]

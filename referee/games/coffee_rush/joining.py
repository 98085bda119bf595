"""A game joined half way: people tell how things stand (`state`, `table`).

When a player is told of before anything else has happened, what is left out is not known. Told later, it
corrects: what is left out stays as it was, and what a player has more comes from the middle of the table.
"""

from __future__ import annotations

from referee.games.base import Effect, Reason, change
from referee.games.coffee_rush.ending import settle
from referee.games.coffee_rush.events import PRICE, TableTold, Told
from referee.games.coffee_rush.findings import Findings
from referee.games.coffee_rush.model import (
    CUPS,
    EMPTY,
    INGREDIENTS,
    TABS,
    Bag,
    minus,
    place,
    together,
    within,
)
from referee.games.coffee_rush.state import (
    MOST_PENALTIES,
    UNSEEN,
    Player,
    State,
    Supply,
    close,
    returned,
    seated,
    start_turn,
    total,
)

_UNKNOWN: tuple[None, ...] = (None,) * len(INGREDIENTS)


def untouched(state: State) -> bool:
    """Whether nothing has happened since `setup`."""
    return state.phase == "setup" and not state.dealt and not any(player.cells for player in state.players)


def joined(state: State) -> State:
    """The state in which nothing is known but who plays and what was told of the table; the same one when
    play was followed so far."""
    if not untouched(state):
        return state
    nobody = Player(
        cells=(None,) * state.config.meeples,
        cups=(None,) * CUPS,
        queue=(None,) * TABS,
        processed=None,
        penalties=None,
        rush=None,
        upgrades=None,
    )
    tables = state.tables
    state = change(
        state,
        phase="play",
        joined=True,
        players=(nobody,) * len(state.players),
        supply=_UNKNOWN,
        deck=None,
        rush_supply=None,
        discarded=None,
        active=None,
        turn=UNSEEN,
        tables=(),
    )
    for event in tables:
        state, _ = carry_table(with_table(state, event), event, False)
    return state


def under_way(state: State) -> State:
    """The first event of a turn after players were told of in the middle of the set-up: what is missing of
    the set-up is not known."""
    config = state.config
    players = tuple(
        change(
            player,
            cells=(player.cells + (None,) * config.meeples)[: config.meeples],
            cups=player.cups if len(player.cells) == config.meeples else (None,) * CUPS,
            queue=player.queue if player.queued else (None,) * TABS,
        )
        for player in state.players
    )
    return change(
        state,
        phase="play",
        players=players,
        supply=_UNKNOWN,
        deck=None,
        active=None,
        turn=UNSEEN,
    )


def check_state(state: State, event: Told, found: Findings) -> None:
    """CR-R5, and nothing that there are not pieces for, once what is told is in place."""
    told = [cell for cell in event.cells if cell is not None]
    for seat, player in enumerate(state.players if told else ()):
        for cell in told if seat != event.by else ():
            if cell in player.cells:
                found.bad.append(
                    Reason(
                        "occupied",
                        path="cell",
                        expected=f"a cell without {state.config.players[seat]}'s meeple",
                        seen=str(place(cell)),
                    )
                )
    if len(set(told)) < len(told):
        found.bad.append(Reason("occupied", path="cells", expected="two cells", seen=str(place(told[0]))))
    if not found.bad:
        _check_sums(state, found)


def carry_state(state: State, event: Told, forced: bool) -> tuple[State, list[Effect]]:
    state = _derive(state if state.joined else change(state, joined=True))
    if state.phase == "over":
        return settle(state), []
    if (event.penalties or 0) >= MOST_PENALTIES:
        return close(state)  # CR-R21
    return state, []


def with_told(state: State, event: Told) -> State:
    """The state with what is told of a player in place."""
    old = state.players[event.by]
    players = seated(state, event.by, **{name: getattr(event, name) for name in event.given})
    new = players[event.by]
    return change(
        state,
        players=players,
        supply=_less_tokens(state.supply, old, new),
        deck=_less(state.deck, _cards(old), _cards(new)),
        rush_supply=_less(state.rush_supply, old.rush, new.rush),
    )


def _less(there: int | None, old: int | None, new: int | None) -> int | None:
    """What is left in the middle when a player has more than before, as far as both are known."""
    return there if there is None or old is None or new is None else max(there + old - new, 0)


def _cups(player: Player) -> Bag | None:
    """All that is in a player's cups."""
    cups = [cup for cup in player.cups if cup is not None]
    return together(*cups) if len(cups) == len(player.cups) else None


def _less_tokens(supply: Supply, old: Player, new: Player) -> Supply:
    if old.cups == new.cups:
        return supply
    before, after = _cups(old), _cups(new)
    if before is None or after is None or before == after:
        return supply
    return returned(supply, minus(before, after))


def _cards(player: Player) -> int | None:
    """The cards that came from the deck to a player, those paid for upgrades included."""
    if player.processed is None or player.penalties is None or player.upgrades is None:
        return None
    queued = player.queued
    return None if queued is None else queued + _put_away(player)


def check_table(state: State, event: TableTold, found: Findings) -> None:
    _check_sums(state, found)


def carry_table(state: State, event: TableTold, forced: bool) -> tuple[State, list[Effect]]:
    if untouched(state):
        return change(state, tables=(*state.tables, event)), []
    state = _derive(state)
    if event.by is not None and event.by != state.active and state.phase == "play":
        state = start_turn(state, event.by, UNSEEN)
    return state, []


def with_table(state: State, event: TableTold) -> State:
    """The state with what is told of the middle of the table in place."""
    given = event.given
    if "supply" in given:
        pairs = zip(state.supply, event.supply, strict=True)
        state = change(state, supply=tuple(old if new is None else new for old, new in pairs))
    if "deck" in given:
        state = change(state, deck=event.deck)
    if "rush_supply" in given and state.config.options.rush_supply == "limited":
        state = change(state, rush_supply=event.rush_supply)
    if "token" in given:
        state = change(state, closed=event.closed)
    return state


# What the box holds


def _check_sums(state: State, found: Findings) -> None:
    """No more tokens and cards than there are; what is not known counts as none."""
    data = state.config.data
    cups = [cup for player in state.players for cup in player.cups if cup not in (None, EMPTY)]
    tokens = together([have or 0 for have in state.supply], state.turn.hand, *cups)
    if not within(tokens, data.supply):
        for name, held, most in zip(INGREDIENTS, tokens, data.supply, strict=True):
            _check_sum("too_many_tokens", name, held, most, found)
    if state.config.options.rush_supply == "limited":
        held = (state.rush_supply or 0) + sum([player.rush or 0 for player in state.players])
        _check_sum("too_many_rush_tokens", "rush", held, data.rush_tokens, found)
    cards = (state.deck or 0) + sum([_known_cards(player) for player in state.players])
    _check_sum("more_cards_than_deck", "deck", cards, data.deck, found)


def _check_sum(code: str, path: str, seen: int, most: int, found: Findings) -> None:
    if seen > most:
        found.bad.append(Reason(code, path=path, expected=f"at most {most} in all", seen=seen))


def _known_cards(player: Player) -> int:
    return player.queued_at_least + _put_away(player)


def _put_away(player: Player) -> int:
    """The cards of a player that do not wait any more, as far as they are known."""
    return (player.processed or 0) + (player.penalties or 0) + PRICE * len(player.upgrades or ())


def _derive(state: State) -> State:
    """What follows from the rest: all tokens and cards that nobody has lie in the middle of the table."""
    if not state.joined:
        return state
    data = state.config.data
    if None in state.supply and state.turn.hand == EMPTY:
        cups = [_cups(player) for player in state.players]
        if None not in cups:
            there: Bag = data.supply
            for cup in cups:
                there = minus(there, cup or EMPTY)
            supply = tuple(
                rest if have is None else have for have, rest in zip(state.supply, there, strict=True)
            )
            state = change(state, supply=supply)
    if state.deck is None:
        cards = total(_cards(player) for player in state.players)
        state = change(state, deck=None if cards is None else data.deck - cards)
    if state.rush_supply is None and state.config.options.rush_supply == "limited":
        held = total(player.rush for player in state.players)
        state = change(state, rush_supply=None if held is None else data.rush_tokens - held)
    if state.discarded is None:
        tiles = total(
            None if player.upgrades is None else PRICE * len(player.upgrades) for player in state.players
        )
        state = change(state, discarded=tiles)
    return state

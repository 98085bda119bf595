"""Upgrades and moves (CR-R7 to CR-R12, CR-A2 to CR-A6)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from referee.games.base import Effect, change, warning
from referee.games.coffee_rush.events import PRICE, Activate, Move
from referee.games.coffee_rush.findings import Findings, own_turn, take_seat
from referee.games.coffee_rush.model import (
    CELLS,
    DIAGONAL,
    INGREDIENTS,
    NEXT,
    Bag,
    place,
)
from referee.games.coffee_rush.setup import Config
from referee.games.coffee_rush.state import Player, Stage, State, others, seated, with_player, withdrawn

FREE_STEPS = 3
"""CR-R8."""
_NO_UPGRADES: Final[frozenset[str]] = frozenset()
_DOUBLING: Final = frozenset(("meeple", "corner", "ribbon"))
_STACKS: Final = {"multiply": 8, "max2": 2}
"""CR-A5: how many tokens a cell gives at most, by the option `stack`."""


def check_activate(state: State, event: Activate, found: Findings) -> None:
    """CR-R7: at the start of the turn, three processed cards for one tile."""
    if not own_turn(state, event.by, found):
        return
    player, turn = state.players[event.by], state.turn
    if turn.stage > Stage.START:
        found.fault("too_late", expected="upgrades before the move")
    if turn.activated and not state.config.options.multi_upgrade:
        found.fault("one_per_turn", expected="one upgrade a turn", seen=turn.activated + 1)
    if event.discard != PRICE:
        found.fault("wrong_discard", expected=f"{PRICE} cards", seen=event.discard)
    if player.processed is None:
        found.unknown("processed")
    elif player.processed < PRICE:
        found.fault("not_enough_cards", expected=f"{PRICE} processed cards", seen=player.processed)
    if player.upgrades is None:
        found.unknown("upgrades")
    elif event.upgrade in player.upgrades:
        found.fault("already_active", seen=event.upgrade)


def carry_activate(state: State, event: Activate, forced: bool) -> tuple[State, list[Effect]]:
    state = take_seat(state, event.by)
    player = state.players[event.by]
    processed = player.processed
    paid = event.discard if processed is None else min(event.discard, processed)
    state = with_player(
        state,
        event.by,
        processed=None if processed is None else processed - paid,
        upgrades=None if player.upgrades is None else player.upgrades | {event.upgrade},
    )
    discarded = None if state.discarded is None else state.discarded + paid
    turn = change(state.turn, activated=state.turn.activated + 1)
    return change(state, discarded=discarded, turn=turn), [
        Effect("upgrade", state.config.players[event.by], event.upgrade)
    ]


def check_move(state: State, event: Move, found: Findings) -> None:
    """CR-R8 to CR-R12."""
    if not own_turn(state, event.by, found):
        return
    turn, player = state.turn, state.players[event.by]
    if turn.stage > Stage.START:
        found.fault("already_moved", expected="one move a turn")
    if not event.path:
        found.fault("no_move", expected="1 to 3 steps")
        return
    check_rush(state, event.by, len(event.path), event.rush, found)
    which = meeple_of(player, event, found)
    _check_steps(player, player.cells[which] if which < len(player.cells) else None, event.path, found)
    check_stop(state, event.by, which, event.path[-1], found)


def meeple_of(player: Player, event: Move, found: Findings | None = None) -> int:
    """Which of a player's meeples moves: where it is not told, the one that stands next to the path."""
    if event.meeple is not None:
        return event.meeple
    if len(player.cells) < 2 or not event.path:
        return 0
    first = event.path[0]
    near = [i for i, cell in enumerate(player.cells) if cell is not None and first in NEXT[cell]] or [
        i for i, cell in enumerate(player.cells) if cell is not None and first in DIAGONAL[cell]
    ]
    if found is not None and len(near) > 1:
        found.unknown("meeple", "tell which meeple moves")
    return near[0] if near else 0


def steps_paid(config: Config, rush: int) -> int:
    """How many steps some rush tokens allow (CR-A3)."""
    return FREE_STEPS + rush * config.options.rush_step


def rush_needed(config: Config, steps: int) -> int:
    """How many rush tokens so many steps cost (CR-A4)."""
    return max(0, -((FREE_STEPS - steps) // config.options.rush_step))


def check_rush(state: State, seat: int, steps: int, rush: int, found: Findings) -> None:
    """Steps and rush tokens: neither too many steps nor tokens that are not owned or not needed."""
    config = state.config
    if steps > steps_paid(config, rush):
        found.fault("too_many_steps", expected=f"at most {steps_paid(config, rush)} steps", seen=steps)
    if not rush:
        return
    check_owned(state, seat, rush, found)
    needed = rush_needed(config, steps)
    if rush > needed and not config.options.allow_waste:
        found.fault("rush_overpaid", expected=f"{needed} spent for {steps} steps", seen=rush)


def check_owned(state: State, seat: int, rush: int, found: Findings) -> None:
    """Only rush tokens from before the move can be spent on it (CR-R16)."""
    owned = state.players[seat].rush
    if not rush:
        return
    if owned is None:
        found.unknown("rush")
    elif rush > owned - state.turn.won:
        found.fault("rush_not_owned", expected=f"at most {owned - state.turn.won}", seen=rush)


def _check_steps(player: Player, start: int | None, path: Sequence[int], found: Findings) -> None:
    """CR-R9: each step goes to a neighbour, diagonally only with the upgrade."""
    here = start
    if here is None:
        found.unknown("cell")
    for number, cell in enumerate(path, start=1):
        if here is not None and cell not in NEXT[here]:
            step = f"{place(here)} to {place(cell)}"
            if cell not in DIAGONAL[here]:
                found.fault("not_adjacent", position=number, expected="a neighbouring cell", seen=step)
            elif player.upgrades is None:
                found.unknown("upgrades")
            elif "diagonal" not in player.upgrades:
                found.fault("diagonal", position=number, expected="a step in a row or column", seen=step)
        here = cell


def check_stop(state: State, seat: int, meeple: int, end: int, found: Findings) -> None:
    """CR-R11: no stop on another meeple."""
    known = True
    for who, player in enumerate(state.players):
        cells = player.cells
        if who == seat:
            cells = cells[:meeple] + cells[meeple + 1 :]
        if end in cells:
            found.fault("stop_on_meeple", expected="a cell without a meeple", seen=str(place(end)))
            return
        known = known and None not in cells
    if not known:
        found.notes.append(warning("unknown_cells"))


def carry_move(state: State, event: Move, forced: bool) -> tuple[State, list[Effect]]:
    state = take_seat(state, event.by)
    player = state.players[event.by]
    which = meeple_of(player, event)
    hand, most = gained(state, event.by, which, event.path)
    players, rush_supply = stepped(state, event.by, which, event.path[-1] if event.path else None, event.rush)
    supply = withdrawn(state.supply, hand)
    if hand != most:
        supply = tuple(
            [have if low == high else None for have, low, high in zip(supply, hand, most, strict=True)]
        )
    turn = change(state.turn, stage=Stage.MOVED, seen=True, hand=hand, most=most)
    return change(state, players=players, rush_supply=rush_supply, supply=supply, turn=turn), []


def stepped(
    state: State, seat: int, meeple: int, end: int | None, rush: int
) -> tuple[tuple[Player, ...], int | None]:
    """A meeple comes to stand on a cell, and the rush tokens spent go back: the players, and the supply of
    rush tokens."""
    player = state.players[seat]
    cells = list(player.cells) or [None] * state.config.meeples
    if end is not None:
        cells[min(meeple, len(cells) - 1)] = end
    owned, there = player.rush, state.rush_supply
    spent = rush if owned is None else min(rush, owned)
    left = None if owned is None else owned - spent
    players = seated(state, seat, cells=tuple(cells), rush=left)
    return players, None if there is None else there + spent


def factors(state: State, seat: int, meeple: int) -> tuple[Sequence[int], Sequence[int]]:
    """By cell: how many tokens a step into it gives, at least and at most (CR-R10, CR-A5, CR-A6); the same
    object twice where that is known."""
    config, owned = state.config, state.players[seat].upgrades
    data, stack = config.data, _STACKS[config.options.stack]
    least = _on_the_board(data.corners, data.ribbons, owned or _NO_UPGRADES, stack)
    most = _on_the_board(data.corners, data.ribbons, _DOUBLING, stack) if owned is None else least
    if owned is not None and "meeple" not in owned:
        return least, most
    taken, known = others(state, seat, meeple if config.options.meeple_upgrade_own else None)
    if owned is None:
        return least, _doubled(most, taken if known else CELLS, stack)
    least = _doubled(least, taken, stack)
    return least, least if known else _doubled(most, CELLS, stack)


def _doubled(factors: Sequence[int], cells: Iterable[int], stack: int) -> Sequence[int]:
    """The factors with twice as many tokens on some cells, as far as tiles add up."""
    doubled = list(factors)
    for cell in cells:
        doubled[cell] = min(2 * doubled[cell], stack)
    return doubled


@lru_cache(maxsize=64)
def _on_the_board(
    corners: frozenset[int], ribbons: frozenset[int], owned: frozenset[str], stack: int
) -> Sequence[int]:
    """The factors that do not change while meeples move: those of the corner and the ribbon tile."""
    factors: Sequence[int] = (1,) * len(CELLS)
    for upgrade, cells in (("corner", corners), ("ribbon", ribbons)):
        if upgrade in owned:
            factors = _doubled(factors, cells, stack)
    return tuple(factors)


def gained(state: State, seat: int, meeple: int, path: Sequence[int]) -> tuple[Bag, Bag]:
    """The tokens that a path gives, at least and at most: equal unless something is not known.

    CR-R10: where the supply is short, what is there.
    """
    least, most = factors(state, seat, meeple)
    low, sure = _taken(state, path, least)
    if sure and least is most:
        return low, low
    high, _ = _taken(state, path, most)
    return tuple([0 if have is None else count for have, count in zip(state.supply, low, strict=True)]), high


def _taken(state: State, path: Sequence[int], factors: Sequence[int]) -> tuple[Bag, bool]:
    """The tokens of a path as far as the supply goes, and whether that is known of all of them."""
    data, supply = state.config.data, state.supply
    board, tokens, sure = data.board, [0] * len(INGREDIENTS), True
    for cell in path:
        tokens[board[cell]] += factors[cell]
    for cell in path:
        kind = board[cell]
        have = supply[kind]
        if have is None:
            sure, have = False, data.supply[kind]
        if tokens[kind] > have:
            tokens[kind] = have
    return tuple(tokens), sure

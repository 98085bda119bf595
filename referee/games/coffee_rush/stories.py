"""What is seen only before and after: whether a legal story leads from the one to the other.

Paths: breadth-first over (cell, tokens still wanted). Cups: each was kept or emptied, and what is new in it
was poured. Tokens may be given back, so that the cups need only a part of what a path gives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import Final, Literal

from referee.games.coffee_rush.model import (
    EITHER,
    EMPTY,
    NEXT,
    Bag,
    beyond,
    minus,
    plus,
    within,
)

MOST_POSITIONS: Final = 30_000
"""How many positions a search looks at before it gives up."""

Cups = tuple[Bag, ...]
Can = Callable[[Bag, Bag], bool | None]
"""Whether the tokens of one bag can have been gained while those of another went back to the supply; None
where that cannot be told."""
Blame = Literal["cup_transfer", "partial_removal"]


def exists_path(
    board: Sequence[int],
    start: int,
    end: int,
    wanted: Bag,
    steps: range,
    factors: Sequence[int],
    *,
    diagonal: bool,
) -> bool | None:
    """Whether some path from `start` to `end` gives at least the tokens wanted, in a number of steps of the
    range. `factors`: tokens by cell entered. None when there are too many paths to tell."""
    around = EITHER if diagonal else NEXT
    best = [0] * len(EMPTY)
    for kind, tokens in zip(board, factors, strict=True):
        best[kind] = max(best[kind], tokens)
    if any(count and not best[kind] for kind, count in enumerate(wanted)):
        return False
    # Each position: the cell, the tokens still wanted, and how many steps they take at least.
    visits = sum([-(-count // best[kind]) for kind, count in enumerate(wanted) if count])
    frontier = {(start, wanted, visits)}
    looked = 0
    for number in range(1, steps.stop):
        to_come = steps.stop - 1 - number
        found: set[tuple[int, Bag, int]] = set()
        for here, left, visits in frontier:
            for cell in around[here]:
                kind = board[cell]
                have = left[kind]
                if not have:
                    if visits <= to_come:
                        found.add((cell, left, visits))
                    continue
                most, rest = best[kind], max(have - factors[cell], 0)
                fewer = visits + (-have // most) - (-rest // most)
                if fewer <= to_come:
                    found.add((cell, (*left[:kind], rest, *left[kind + 1 :]), fewer))
        if number in steps and (end, EMPTY, 0) in found:
            return True
        looked += len(found)
        if looked > MOST_POSITIONS:
            return None
        frontier = found
    return False


def stories(before: Cups, after: Cups) -> Iterator[tuple[Bag, Bag]]:
    """What may have been poured and what was emptied out: each cup kept, or emptied and filled anew
    (CR-R14)."""
    choices: list[list[tuple[Bag, Bag]]] = []
    for old, new in zip(before, after, strict=True):
        ways = [(minus(new, old), EMPTY)] if within(old, new) else []
        if old != EMPTY:
            ways.append((new, old))
        choices.append(ways)
    for story in product(*choices):
        poured = emptied = EMPTY
        for new, out in story:
            poured, emptied = plus(poured, new), plus(emptied, out)
        yield poured, emptied


def tell(before: Cups, after: Cups, can: Can) -> bool | None:
    """Whether a legal story leads from the cups before to those after."""
    for poured, emptied in stories(before, after):
        answer = can(poured, emptied)
        if answer is not False:
            return answer
    return False


def blame(before: Cups, after: Cups, can: Can) -> tuple[Blame, ...]:
    """What was done to the cups where no legal story fits: a token changed cups, or left one alone."""
    gains = [beyond(new, old) for old, new in zip(before, after, strict=True)]
    losses = [beyond(old, new) for old, new in zip(before, after, strict=True)]
    gain, loss = _sum(gains), _sum(losses)
    if loss == EMPTY:
        return ()
    moved = tuple(map(min, gain, loss))
    found: list[Blame] = []
    if moved != EMPTY and not can(gain, EMPTY) and can(minus(gain, moved), EMPTY):
        found.append("cup_transfer")
    alone = any(lost != EMPTY and new != EMPTY for lost, new in zip(losses, after, strict=True))
    if alone and (can(gain, EMPTY) or (found and can(minus(gain, moved), EMPTY))):
        found.append("partial_removal")
    return tuple(found)


def _sum(bags: Iterable[Bag]) -> Bag:
    all_of_them = EMPTY
    for one in bags:
        all_of_them = plus(all_of_them, one)
    return all_of_them

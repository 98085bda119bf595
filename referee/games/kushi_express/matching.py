"""Compares a skewer with an order, layer by layer, and names every difference (KU-R7, KU-A1, KU-A3, KU-A4).

Positions count cubes from the start of the skewer as listed, from 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, pairwise, product
from typing import Final

from referee.games.base import Reason
from referee.games.kushi_express.model import CUBES, STRIPS, Skewer, Strip, item, spell, take_apart

_MOST_MATCHINGS: Final = 256


@lru_cache(maxsize=4096)
def differences(order: tuple[str, ...], layers: tuple[str, ...]) -> tuple[Reason, ...]:
    """Every reason why the layers are not the order, both read from the same end; empty only when they are
    equal.

    The order is one that a card can show (`order_fault`). Where a piece is there twice, the reading with
    the fewest reasons is given.
    """
    if layers == order:
        return ()
    expected, placed = take_apart(order), take_apart(layers)
    foreign = tuple(_foreign(placed))
    if not placed.cubes:
        return (Reason("missing", expected=spell(order), seen=spell(layers)), *foreign)
    if layers == order[::-1]:
        return (_out_of_order(expected, placed),)
    matchings = islice(_matchings(expected, placed), _MOST_MATCHINGS)
    found = min((_reasons(expected, placed, matching) for matching in matchings), key=len)
    return found + foreign or (_interleaved(order, layers, expected, placed),)


@dataclass(frozen=True, slots=True)
class _Matching:
    """Which cube of the skewer stands for which cube of the order: `to[i]` for the order's cube i, or
    None."""

    to: tuple[int | None, ...]
    ordered: bool


def _matchings(expected: Skewer, placed: Skewer) -> Iterator[_Matching]:
    """Cubes of one kind stand for each other; what is left over on both sides at the same place is a wrong
    cube."""
    choices: list[list[int | None]] = []
    for cube in expected.cubes:
        at: list[int | None] = [i for i, other in enumerate(placed.cubes) if other == cube]
        choices.append(at or [None])
    for chosen in product(*choices):
        kept = [i for i in chosen if i is not None]
        ordered = all(a < b for a, b in pairwise(kept))
        to = list(chosen)
        spare = [i for i in range(len(placed.cubes)) if i not in kept]
        for index, match in enumerate(chosen):
            if match is not None:
                continue
            if ordered:
                low = max((i for i in to[:index] if i is not None), default=-1)
                high = min((i for i in chosen[index:] if i is not None), default=len(placed.cubes))
                partner = next((i for i in spare if low < i < high), None)
            else:
                partner = index if index in spare else None
            if partner is not None:
                to[index] = partner
                spare.remove(partner)
        yield _Matching(tuple(to), ordered)


def _reasons(expected: Skewer, placed: Skewer, matching: _Matching) -> tuple[Reason, ...]:
    reasons: list[Reason] = []
    if not matching.ordered:
        reasons.append(_out_of_order(expected, placed))
    for index, match in enumerate(matching.to):
        if match is None:
            reasons.append(Reason("missing", index + 1, item(expected, index)))
        elif placed.cubes[match] != expected.cubes[index]:
            reasons.append(Reason("wrong_cube", match + 1, item(expected, index), item(placed, match)))
    for i in range(len(placed.cubes)):
        if i not in matching.to:
            reasons.append(Reason("extra", i + 1, None, item(placed, i)))
    for kind in STRIPS:
        reasons.extend(_strip_reasons(kind, expected, placed, matching))
    return tuple(sorted(reasons, key=lambda reason: reason.position or 0))


def _strip_reasons(kind: str, expected: Skewer, placed: Skewer, matching: _Matching) -> Iterator[Reason]:
    wanted, there = expected.of(kind), placed.of(kind)
    for strip in wanted:
        goal = {match for i in strip.wrapped if (match := matching.to[i]) is not None}
        first = min(goal, default=None)
        words = item(expected, strip.start)
        if not there:
            # Where the cubes themselves are missing, that says it: the item is not there as a whole.
            if first is not None:
                yield Reason("missing_topping", first + 1, words, item(placed, first))
        elif not any(set(other.wrapped) == goal for other in there):
            at = first if first is not None else _cubes_of(there[0], placed)[0]
            yield Reason("wrap", at + 1, words, item(placed, at, kind))
    for other in there[len(wanted) :]:
        at = _cubes_of(other, placed)[0]
        yield Reason("extra", at + 1, _at(expected, matching, at), item(placed, at, kind))


def _cubes_of(strip: Strip, skewer: Skewer) -> list[int]:
    """The cubes that a strip wraps, or else those it touches; never empty on a stick with cubes."""
    if strip.wrapped:
        return list(strip.wrapped)
    return [i for i in (strip.start - 1, strip.start) if 0 <= i < len(skewer.cubes)]


def _at(expected: Skewer, matching: _Matching, place: int) -> str | None:
    return item(expected, matching.to.index(place)) if place in matching.to else None


def _out_of_order(expected: Skewer, placed: Skewer) -> Reason:
    pairs = zip(expected.cubes, placed.cubes, strict=False)
    at = next((i for i, (a, b) in enumerate(pairs) if a != b), 0)
    return Reason("order", at + 1, item(expected, at), item(placed, at))


def _interleaved(order: tuple[str, ...], layers: tuple[str, ...], expected: Skewer, placed: Skewer) -> Reason:
    """The same pieces wrap the same cubes, but a strip is not pierced right beside them (KU-A3)."""
    at = next(i for i, (a, b) in enumerate(zip(order, layers, strict=False)) if a != b)
    cube = min(sum(piece in CUBES for piece in layers[:at]), len(placed.cubes) - 1)
    return Reason("wrap", cube + 1, f"{item(expected, cube)} pierced right beside it", spell(layers))


def _foreign(placed: Skewer) -> Iterator[Reason]:
    """KU-R3: a player owns one of each piece, so a second one is another player's."""
    for kind in CUBES:
        at = [i for i, cube in enumerate(placed.cubes) if cube == kind]
        if len(at) > 1:
            yield Reason("foreign_piece", at[1] + 1, f"one {kind}", f"{len(at)} of {kind}")
    for kind in STRIPS:
        strips = placed.of(kind)
        if len(strips) > 1:
            near = _cubes_of(strips[1], placed) if placed.cubes else []
            position = near[0] + 1 if near else None
            yield Reason("foreign_piece", position, f"one strip of {kind}", f"{len(strips)} of {kind}")

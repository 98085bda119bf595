"""The call on one skewer: order against reading, with what is not known about the reading.

`compare` is what the camera's side uses too. UNSURE never turns into ILLEGAL: where people would have to
look, it says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from referee.games.base import Call, Reason, warning
from referee.games.kushi_express.doubt import DIRECTION, Doubt, advice, could_be, matter
from referee.games.kushi_express.matching import differences
from referee.games.kushi_express.model import Handle, Orientation, item, take_apart

Answer = tuple[Call, tuple[Reason, ...]]

_ORIENTATION = Reason(
    "orientation",
    expected="the handle end in view",
    seen="a skewer that is right from one end only",
    advice="show the handle end",
)


def resolve(orientation: Orientation, handle_marked: bool) -> Literal["strict", "either"]:
    """KU-A1: `auto` is `strict` when the set's sticks have a marked handle end, `either` when they are
    plain."""
    if orientation == "auto":
        return "strict" if handle_marked else "either"
    return orientation


def compare(
    order_layers: Sequence[str],
    skewer_layers: Sequence[str],
    *,
    handle: Handle = "unknown",
    orientation: Orientation = "auto",
    handle_marked: bool = True,
    loose: Mapping[str, int] | None = None,
    doubts: Iterable[Doubt] = (),
) -> Answer:
    """Judges one skewer: `("OK" | "ILLEGAL" | "UNSURE", reasons)`.

    The order is one that a card can show (`order_fault`). `loose` counts, by piece id, what lies on the
    plate beside the stick (KU-A4). `doubts` are those of the reading.
    """
    order, layers = tuple(order_layers), tuple(skewer_layers)
    strict = resolve(orientation, handle_marked) == "strict"
    doubts = tuple(doubts)
    both_ways = not strict or handle != "first" or any(doubt.code == DIRECTION for doubt in doubts)
    turned = order[::-1] if both_ways else order
    targets = (order,) if turned == order else (order, turned)
    one_way_is_unsure = strict and len(targets) > 1

    right = layers in targets
    open_doubts = matter(layers, doubts) if right else list(doubts)
    beside = _beside(layers, loose) if loose else ()
    if open_doubts and any(could_be(target, layers, open_doubts) for target in targets):
        unsure = [_doubtful(doubt, layers) for doubt in open_doubts]
        if one_way_is_unsure:
            unsure.append(_ORIENTATION)
        return "UNSURE", (*unsure, *beside)
    if not right:
        found = min((differences(target, layers) for target in targets), key=len)
        warnings = [reason for reason in beside if reason.severity is not None]
        return "ILLEGAL", (*found, *warnings)
    if one_way_is_unsure:
        return "UNSURE", (_ORIENTATION, *beside)
    if any(reason.severity is None for reason in beside):
        return "UNSURE", beside
    return "OK", beside


def _doubtful(doubt: Doubt, layers: tuple[str, ...]) -> Reason:
    skewer = take_apart(layers)
    at = doubt.position
    seen = item(skewer, at - 1) if at is not None and 1 <= at <= len(skewer.cubes) else None
    return Reason(doubt.code, at, seen=seen, alternative=doubt.alternative, advice=advice(doubt.code))


def _beside(layers: tuple[str, ...], loose: Mapping[str, int]) -> tuple[Reason, ...]:
    """KU-A4: loose pieces are no fault; but a second piece of a kind that is on the stick is somebody
    else's, and it may be the one on the stick."""
    skewer = take_apart(layers)
    on_stick = {*skewer.cubes, *(strip.kind for strip in skewer.strips)}
    reasons = []
    for kind, count in loose.items():
        if count <= 0:
            continue
        if kind in on_stick:
            reasons.append(
                Reason(
                    "foreign_piece",
                    expected=f"one {kind} of the player's own",
                    seen=f"{kind} on the stick and {count} beside it",
                    advice="say whose the loose piece is",
                )
            )
        else:
            reasons.append(warning("loose_piece", seen=f"{count} of {kind} beside the skewer"))
    return tuple(reasons)

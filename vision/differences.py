"""Where two readings of one skewer differ, cube by cube."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from vision.along import STRIPS
from vision.scene import Doubt

UNCLEAR: Final = Doubt("ambiguous")
"""They differ, and it cannot be said where."""


def differences(
    read: Sequence[str], other: Sequence[str], otherwise: Sequence[tuple[float, float]] = ()
) -> list[Doubt]:
    """What another reading (layers from the same end) makes doubtful in one that was read.

    A cube of another kind is a "colour", a strip that only one of them has may be hidden, and one that they
    see over other cubes is a "wrap_span". Where the cubes are not the same in number, or strips pierced once
    not the same, nothing is certain any more.

    `otherwise`: how likely it is that each cube is another one, and that something else is round it.
    """
    if list(read) == list(other):
        return []
    cubes, others = strips_round(read), strips_round(other)
    most = max(layers.count(s) for layers in (read, other) for s in STRIPS)
    if len(cubes) != len(others) or _once(read) != _once(other) or most > 2:
        return [UNCLEAR]
    out = []
    for at, ((kind, strips), (kind_too, strips_too)) in enumerate(zip(cubes, others, strict=True), 1):
        other_kind, other_wrap = otherwise[at - 1] if otherwise else (1.0, 1.0)
        if kind != kind_too:
            out.append(Doubt("colour", at, kind_too, other_kind))
        for strip in sorted(strips ^ strips_too):
            known = strip in read and strip in other
            out.append(Doubt("wrap_span" if known else "topping_hidden", at, strip, other_wrap))
    return out or [UNCLEAR]


def strips_round(layers: Sequence[str]) -> list[tuple[str, frozenset[str]]]:
    """Each cube, in order, with the strips round it."""
    ends = {s: [i for i, layer in enumerate(layers) if layer == s] for s in STRIPS}
    return [
        (layer, frozenset(s for s, at in ends.items() if len(at) == 2 and at[0] < i < at[1]))
        for i, layer in enumerate(layers)
        if layer not in STRIPS
    ]


def _once(layers: Sequence[str]) -> set[tuple[str, int]]:
    """The strips that are pierced once, each with the number of cubes before it."""
    return {
        (layer, len(strips_round(layers[:i])))
        for i, layer in enumerate(layers)
        if layer in STRIPS and layers.count(layer) == 1
    }

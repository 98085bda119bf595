"""The notation of a skewer on an order card, and what an order may ask for."""

from __future__ import annotations

from collections.abc import Sequence

from referee.sets.errors import closest

CUBES = ("pepper", "tomato", "meat", "shrimp")
STRIPS = ("bacon", "cheese")
MOST_WRAPPED = 2


def complaint(layers: Sequence[str]) -> str | None:
    """What to write instead of these layers, or None if one player can build them (KU-R3, KU-A3).

    Layers run from the handle end to the tip. A strip is named before and after the one or two cubes that it
    wraps; each cube and each strip is there once at most.
    """
    if not layers:
        return 'write at least one cube, like ["pepper"]'
    for layer in layers:
        if layer not in CUBES + STRIPS:
            return f'"{layer}" is no piece: {closest(layer, CUBES + STRIPS)}'
    for cube in CUBES:
        if layers.count(cube) > 1:
            return f"{cube} is there {layers.count(cube)} times: each player has one; name it once"
    for strip in STRIPS:
        times = layers.count(strip)
        if times > 2:
            return (
                f"{strip} is there {times} times: each player has one; name it before and after what it wraps"
            )
        if times == 1:
            return f"{strip} is there once: name it before and after what it wraps"
        if times == 2:
            start = layers.index(strip)
            wrapped = layers[start + 1 : layers.index(strip, start + 1)]
            if not wrapped:
                return f"{strip} wraps nothing: name the cube between its two mentions"
            if any(layer in STRIPS for layer in wrapped):
                return f"{strip} may wrap cubes only: name nothing else between its two mentions"
            if len(wrapped) > MOST_WRAPPED:
                return f"{strip} wraps {len(wrapped)} cubes: a strip reaches round one or two"
    return None

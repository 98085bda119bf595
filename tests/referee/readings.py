"""Tiny builders of what `vision` would have seen, for tests that need no picture."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

from vision.scene import (
    CardReading,
    Corners,
    Doubt,
    Handle,
    LayerReading,
    LoosePiece,
    Scene,
    SkewerReading,
)

BEST = ("meat", "bacon", "tomato", "bacon", "cheese", "pepper", "cheese", "shrimp")
SIZE = (1280, 720)


def box(x: float = 640, y: float = 360, w: float = 300, h: float = 40, angle: float = 0.0) -> Corners:
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    at = [(-w / 2, -h / 2), (w / 2, -h / 2), (w / 2, h / 2), (-w / 2, h / 2)]
    p = [(x + dx * c - dy * s, y + dx * s + dy * c) for dx, dy in at]
    return (p[0], p[1], p[2], p[3])


PLATE = box(640, 360, 420, 420)


def skewer(
    pieces: Sequence[str] | str,
    *doubts: Doubt,
    handle: Handle = "first",
    confidence: float = 0.95,
    weak: int | None = None,
    at: Corners | None = None,
    on_plate: bool = True,
) -> SkewerReading:
    names = pieces.split() if isinstance(pieces, str) else pieces
    layers = tuple(
        LayerReading(name, 0.3 if index == weak else confidence) for index, name in enumerate(names)
    )
    return SkewerReading(layers, handle, at or box(), on_plate, confidence, 40.0, doubts)


def card(
    name: str | None, *doubts: Doubt, at: Corners | None = None, confidence: float = 0.97
) -> CardReading:
    return CardReading(name, True, at or box(200, 150, 130, 130), confidence, 0.4, doubts)


def loose(piece: str, *, on_plate: bool = True, confidence: float = 0.9) -> LoosePiece:
    kind: Literal["cube", "strip"] = "strip" if piece in ("bacon", "cheese") else "cube"
    return LoosePiece(piece, kind, box(500, 250, 40, 40), on_plate, confidence)


def scene(
    *skewers: SkewerReading,
    cards: Sequence[CardReading] = (),
    plate: Corners | None = PLATE,
    beside: Sequence[LoosePiece] = (),
) -> Scene:
    return Scene(SIZE, plate, tuple(cards), skewers, tuple(beside))

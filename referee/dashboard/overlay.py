"""What is drawn over the live picture: outlines and short names, in px of the frame."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.adapters.base import distance
from vision.scene import Corners, Scene

ROUND = 32


def shapes(
    scene: Scene,
    *,
    card_name: Callable[[str], str] = str,
    calls: Sequence[tuple[Corners, str]] = (),
) -> list[Mapping[str, Any]]:
    """Outlines of a scene. `calls` are (box, tone) of skewers on the plate that have been called."""
    out: list[Mapping[str, Any]] = []
    if scene.plate is not None:
        out.append(_shape("plate", "", ellipse(scene.plate)))
    for card in scene.cards:
        if not card.face_up:
            out.append(_shape("back", "", ellipse(card.box)))
        else:
            out.append(_shape("card", card_name(card.card) if card.card else "?", ellipse(card.box)))
    out.extend(_shape("piece", piece.piece, piece.box) for piece in scene.loose)
    for skewer in scene.skewers:
        near = [tone for box, tone in calls if distance(box, skewer.box) <= 2 * skewer.cube_px]
        kind = "skewer" if skewer.on_plate else "skewer off"
        label = " ".join(skewer.pieces) if skewer.on_plate else ""
        out.append(_shape(f"{kind} {near[-1]}" if near and skewer.on_plate else kind, label, skewer.box))
    return out


def ellipse(box: Corners) -> list[tuple[float, float]]:
    """The outline of what is round and seen at a slant: the ellipse in an oriented box."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = box
    cx, cy = (x0 + x1 + x2 + x3) / 4, (y0 + y1 + y2 + y3) / 4
    ux, uy = (x1 + x2 - x0 - x3) / 4, (y1 + y2 - y0 - y3) / 4
    vx, vy = (x2 + x3 - x0 - x1) / 4, (y2 + y3 - y0 - y1) / 4
    turn = [2 * math.pi * step / ROUND for step in range(ROUND)]
    return [
        (cx + ux * math.cos(a) + vx * math.sin(a), cy + uy * math.cos(a) + vy * math.sin(a)) for a in turn
    ]


def _shape(kind: str, label: str, points: Sequence[tuple[float, float]]) -> Mapping[str, Any]:
    return {"kind": kind, "label": label, "points": [[round(x, 1), round(y, 1)] for x, y in points]}

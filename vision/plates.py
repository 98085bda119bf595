"""Which round thing is what: the plate is the one that a skewer lies on, and a card is no plate.

Boxes are corners (4, 2) in pixels of the frame.
"""

from __future__ import annotations

import numpy as np

from vision import sticks
from vision.detections import Detections
from vision.geometry import Floats
from vision.sticks import CardBox


def surest(found: Detections, limit: float, lying: float) -> Floats | None:
    """The surest plate on which a skewer lies, since saucers, lids and hoops are round too, else the surest.

    Args:
        found: The first look.
        limit: Least confidence. One that is only suspected counts when there is no other and a skewer lies
            on it.
        lying: Least confidence of such a skewer.
    """
    plates, skewers = found.of("plate"), found.of("skewer")
    on_it = skewers.corners[skewers.confidence >= lying].mean(1)
    corners = [np.asarray(plates.corners[i], np.float32) for i in np.argsort(-plates.confidence)]
    sure = corners[: int((plates.confidence >= limit).sum())]
    laid = [c for c in sure or corners if any(sticks.in_ellipse(p, c) for p in on_it)]
    return next(iter(laid or sure), None)


def square_round(box: Floats) -> Floats:
    """The upright square round a skewer, in which the plate that it lies on nearly fits."""
    half = sticks.length(box) / 2
    around = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)
    return np.asarray(box.mean(0) + half * around, np.float32)


def under(near: Detections, box: Floats) -> list[tuple[float, Floats]]:
    """The plates (confidence, corners) of a close-up, mapped to the frame, that a skewer's middle lies on."""
    plates = near.of("plate")
    return [
        (float(confidence), corners)
        for corners, confidence in zip(plates.corners, plates.confidence, strict=True)
        if sticks.in_ellipse(box.mean(0), corners)
    ]


def cards_of(found: Detections, limit: float, most: int) -> list[CardBox]:
    """Up to `most` cards and backs of at least a confidence; of two in one place only the surer, and none
    that is more likely a plate."""
    cards = found.of("card", "card_back")
    out: list[CardBox] = []
    for i in np.argsort(-cards.confidence):
        corners, confidence = cards.corners[i], float(cards.confidence[i])
        near = any(np.linalg.norm(corners.mean(0) - k.mean(0)) < 0.4 * np.ptp(k, 0).max() for k, _, _ in out)
        if confidence >= limit and not near and not _rather(found, corners, confidence):
            out.append((corners, cards.labels[i], confidence))
    return out[:most]


def _rather(found: Detections, box: Floats, confidence: float) -> bool:
    """Whether what was taken for a card, corners (4, 2), is more surely a plate of its size in that place."""
    plates = found.of("plate")
    across = float(np.ptp(box, 0).max())
    return any(
        c > confidence
        and np.linalg.norm(plate.mean(0) - box.mean(0)) < 0.3 * across
        and 0.6 < float(np.ptp(plate, 0).max()) / across < 1.6
        for plate, c in zip(plates.corners, plates.confidence, strict=True)
    )

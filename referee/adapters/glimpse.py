"""Is the table as it was? Told from the cheap first look alone, so that the close-ups can be left out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from referee.adapters.base import distance, sides, turned
from referee.adapters.tracks import Table
from vision.detections import Detections
from vision.geometry import Floats, to_corners
from vision.scene import Corners

SURE = 0.35
"""Confidence from which something new is taken seriously; what is known may be seen with less."""
FAINT = 0.15
CUBES = ("pepper", "tomato", "meat", "shrimp")


def as_it_was(found: Detections, table: Table, touched: Callable[[Corners], bool]) -> bool:
    """Whether the first look at a frame shows what the last close look found, and nothing else.

    When in doubt it does not: then a close look is taken, which costs time but misses nothing. `touched` says
    whether anything moved in a box since: another card in the place of the last has the same outline.
    """
    skewers = [track.box for track in table.skewers]
    cards = [track.box for track in table.cards if not track.missed]
    if any(track.missed for track in table.skewers) or any(touched(box) for box in (*skewers, *cards)):
        return False
    plates = list(_boxes(found, ("plate",), SURE))
    if table.plate is None or not any(_near(table.plate, plate, 0.1) for plate in plates):
        return False
    seen = list(_boxes(found, ("skewer",), FAINT))
    if not all(any(_same_skewer(box, other) for other in seen) for box in skewers):
        return False
    plate = table.plate
    new = [box for box in _boxes(found, ("skewer",), SURE) if _on(box, plate)]
    if not all(any(_same_skewer(box, other) for other in skewers) for box in new):
        return False
    # A thin stick may not show, but then its cubes do.
    cubes = [box for box in _boxes(found, CUBES, SURE) if _on(box, plate)]
    if sum(not any(_inside(cube, box) for box in skewers) for cube in cubes) > 1:
        return False
    return all(any(_near(card, box, 0.2) for card in cards) for box in _boxes(found, ("card",), SURE))


def _boxes(found: Detections, names: Sequence[str], least: float) -> Iterator[Corners]:
    chosen = found.of(*names)
    for corners, confidence in zip(chosen.corners, chosen.confidence, strict=True):
        if confidence >= least:
            yield to_corners(corners)


def _near(one: Corners, other: Corners, share: float) -> bool:
    return distance(one, other) <= share * sides(one)[0]


def _same_skewer(one: Corners, other: Corners) -> bool:
    """In the same place; the first look's box is rougher than the close-up's."""
    return distance(one, other) <= 0.12 * sides(one)[0] and turned(one, other) <= 10


def _on(box: Corners, plate: Corners) -> bool:
    return distance(box, plate) <= sides(plate)[0] / 2


def _inside(box: Corners, outer: Corners) -> bool:
    """Whether the middle of a box lies in another, grown by a fifth."""
    corners: Floats = np.asarray(outer, np.float32)
    middle = corners.mean(0)
    offset = np.asarray(box, np.float32).mean(0) - middle
    along, across = corners[1] - corners[0], corners[2] - corners[1]
    half = 0.6
    return bool(
        abs(offset @ along) <= half * float(along @ along)
        and abs(offset @ across) <= max(half * float(across @ across), 20.0)
    )

"""A card that lies still need not be read anew in every frame."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry import Floats, Pixels, rectify
from vision.scene import CardReading

ReadCard = Callable[[Pixels, Floats], CardReading]

SIDE = 24
SAME = 4.0
"""Mean difference (grey levels) of two small copies below which nothing has changed."""
READ_FIRST = 4
"""So many frames are really read, and must agree, before the answer is remembered: they are the evidence."""
MOST = 16


@dataclass(slots=True)
class _Spot:
    centre: tuple[float, float]
    look: npt.NDArray[np.float32]
    reading: CardReading
    agreed: int


class SteadyReader:
    """Reads cards, and remembers the answer for those that look as they did at the last reading."""

    def __init__(self, read: ReadCard) -> None:
        self._read = read
        self._spots: list[_Spot] = []

    def __call__(self, frame: Pixels, box: Floats) -> CardReading:
        """As `vision.cards.CardReader.read`."""
        centre = (float(box[0]), float(box[1]))
        look = _small(frame, box)
        reach = 0.1 * float(max(box[2], box[3]))
        near = (spot for spot in self._spots if np.hypot(*np.subtract(spot.centre, centre)) <= reach)
        spot = next(near, None)
        same = spot is not None and float(np.abs(spot.look - look).mean()) < SAME
        if spot is not None and same and spot.agreed >= READ_FIRST:
            return spot.reading
        reading = self._read(frame, box)
        if spot is not None:
            self._spots.remove(spot)
        agreed = spot.agreed + 1 if spot is not None and same and _alike(spot.reading, reading) else 1
        self._spots = [*self._spots, _Spot(centre, look, reading, agreed)][-MOST:]
        return reading


def _small(frame: Pixels, box: Floats) -> npt.NDArray[np.float32]:
    crop, _ = rectify(frame, box, out_size=(SIDE, SIDE))
    return np.asarray(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY), np.float32)


def _alike(one: CardReading, other: CardReading) -> bool:
    codes = [[doubt.code for doubt in reading.doubts] for reading in (one, other)]
    return (one.card, one.face_up) == (other.card, other.face_up) and codes[0] == codes[1]

"""Looking twice: a cheap pass over the whole frame, then close-ups at full resolution of what matters.

`Looker.glance` is the cheap pass that runs on every frame; `Looker.look` adds the close-ups and reads them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision import closeup, plates, skewers, sticks
from vision.detections import Detections
from vision.geometry import (
    Floats,
    Letterbox,
    Pixels,
    Size,
    box_from_corners,
    invert,
    to_corners,
    warp,
)
from vision.opinion import CubeReader
from vision.scene import CardReading, Corners, Doubt, LoosePiece, Scene, SkewerReading
from vision.skewer_reader import DetectorLike, SkewerReader
from vision.sticks import CardBox

FRAME_WIDTH, CARDS_WIDTH = 544, 768
REGION_INPUT = (384, 384)
CUBES = (*skewers.CUBES, skewers.FOREIGN)
PIECES = (*CUBES, *skewers.STRIPS, "handle")


CardReaderLike = Callable[[Pixels, Floats], CardReading]
"""Reads the card in an oriented box [x, y, w, h, r] of a frame, as `vision.cards.CardReader.read`."""


@dataclass(frozen=True, slots=True)
class Glance:
    """The first look: what was found in the whole frame, in frame pixels."""

    size: Size
    found: Detections


@dataclass(frozen=True, slots=True)
class Limits:
    """Confidence limits of the first look and the size limits of the second.

    `plate_near`: of a plate that only a close-up round a skewer shows. Of 142 skewers that lay on no plate
    none seemed to at this limit, and 124 of 125 on one did.
    """

    plate: float = 0.35
    plate_near: float = 0.6
    lying: float = 0.5
    card: float = 0.35
    card_far: float = 0.5
    skewer: float = 0.25
    loose: float = 0.40
    max_skewers: int = 8
    max_sought: int = 4
    max_cards: int = 12
    margin: float = 1.15


class Looker:
    """Frames (H, W, 3) BGR in, a `Scene` out.

    Args:
        detector: finds boxes.
        read_card: names a face-up card; None when no deck is known (every card is then "no_face").
        cubes: the second opinion on each cube; without it the detector alone decides.
    """

    def __init__(
        self,
        detector: DetectorLike,
        read_card: CardReaderLike | None = None,
        cubes: CubeReader | None = None,
        *,
        limits: Limits = Limits(),
        thresholds: skewers.Thresholds = skewers.DEFAULT,
    ) -> None:
        self._detector, self._read_card, self._limits = detector, read_card, limits
        self._skewers = SkewerReader(detector, cubes, thresholds)

    def glance(self, frame: Pixels) -> Glance:
        """The cheap pass, at 544 px wide whatever the frame."""
        h, w = frame.shape[:2]
        size = Letterbox.for_long_side((w, h), FRAME_WIDTH).canvas
        return Glance((w, h), self._detector.detect(frame, conf=0.15, size=size))

    def look(self, frame: Pixels, glance: Glance | None = None) -> Scene:
        """Everything that can be read in the frame."""
        glance = self.glance(frame) if glance is None else glance
        found, limits = glance.found, self._limits
        plate = plates.surest(found, limits.plate, limits.lying)
        fine = self._region(frame, found, plate)
        told = self._cards(frame, found)
        cards = [box for box, _ in told]
        boxes = self._skewer_boxes(found, fine, cards)
        plate = self._plate_round(frame, boxes) if plate is None else plate
        readings = self._skewers.read(frame, boxes, plate)
        loose = self._loose(found, fine, readings, cards, plate)
        advice = (
            {}
            if plate is not None
            else {"plate": "no plate found: lay the round plate in view, whole and free of hands"}
        )
        return Scene(
            glance.size,
            None if plate is None else to_corners(plate),
            tuple(reading for _, reading in told),
            readings,
            loose,
            advice,
        )

    def _region(self, frame: Pixels, found: Detections, plate: Floats | None) -> Detections:
        """A close-up of the plate, or of where pieces were seen: small pieces are found here that the first
        look misses."""
        target = plate
        if target is None:
            pieces = found.of("skewer", *PIECES)
            if not len(pieces):
                return Detections.empty(found.names)
            points = pieces.corners.reshape(-1, 2)
            lo, hi = points.min(0), points.max(0)
            target = np.array([[lo[0], lo[1]], [hi[0], lo[1]], [hi[0], hi[1]], [lo[0], hi[1]]], np.float32)
        matrix = closeup.region_matrix(target, 1.35)
        near = self._detector.detect(warp(frame, matrix, closeup.REGION_SIZE), conf=0.15, size=REGION_INPUT)
        return near.mapped(invert(matrix))

    def _cards(self, frame: Pixels, found: Detections) -> list[tuple[CardBox, CardReading]]:
        """All cards with what they are. Where none lies face up at first sight they are sought once more at a
        larger scale, but count only if they can be told."""
        limits, (h, w) = self._limits, frame.shape[:2]
        cards = plates.cards_of(found, limits.card, limits.max_cards)
        out = [(box, self._card(frame, *box)) for box in cards]
        if self._read_card is None or any(name == "card" for _, name, _ in cards):
            return out
        larger = Letterbox.for_long_side((w, h), CARDS_WIDTH).canvas
        again = self._detector.detect(frame, conf=limits.card_far, size=larger)
        more = [
            (box, self._card(frame, *box))
            for box in plates.cards_of(again, limits.card_far, limits.max_cards)
        ]
        return out + [(box, reading) for box, reading in more if reading.card is not None]

    def _plate_round(self, frame: Pixels, boxes: Sequence[Floats]) -> Floats | None:
        """A plate that hardly stands out from the table, sought once more, close up round each skewer."""
        boxes = boxes[: self._limits.max_sought]
        matrices = [closeup.region_matrix(plates.square_round(box), 1.35) for box in boxes]
        views = [warp(frame, matrix, closeup.REGION_SIZE) for matrix in matrices]
        found = self._detector.detect_many(views, conf=self._limits.plate_near, size=REGION_INPUT)
        seen = [
            plate
            for box, matrix, near in zip(boxes, matrices, found, strict=True)
            for plate in plates.under(near.mapped(invert(matrix)), box)
        ]
        return max(seen, key=lambda pair: pair[0])[1] if seen else None

    def _skewer_boxes(self, found: Detections, fine: Detections, cards: list[CardBox]) -> list[Floats]:
        """Corners (4, 2) of each skewer: the boxes of both looks, and cubes in line that no box holds."""
        every: list[tuple[float, Floats]] = []
        for source, bonus in ((fine, 0.05), (found, 0.0)):
            chosen = source.of("skewer")
            every += [
                (float(c) + bonus, k)
                for k, c in zip(chosen.corners, chosen.confidence, strict=True)
                if c >= self._limits.skewer
            ]
        kept: list[Floats] = []
        for _, box in sorted(every, key=lambda pair: -pair[0]):
            if not any(sticks.same_stick(box, k) for k in kept) and not sticks.printed(box, cards):
                kept.append(box)
        for line in sticks.lines_of_cubes(fine, found, kept, cards):
            kept.append(line)
        return kept[: self._limits.max_skewers]

    def _loose(
        self,
        found: Detections,
        fine: Detections,
        readings: tuple[SkewerReading, ...],
        cards: list[CardBox],
        plate: Floats | None,
    ) -> tuple[LoosePiece, ...]:
        kept: list[CardBox] = []
        for source in (fine, found):
            pieces = source.of(*CUBES, *skewers.STRIPS)
            for corners, name, confidence in zip(
                pieces.corners, pieces.labels, pieces.confidence, strict=True
            ):
                middle = corners.mean(0)
                reach = float(np.linalg.norm(np.ptp(corners, 0))) / 2
                if confidence < self._limits.loose or any(
                    sticks.inside(middle, np.asarray(r.box, np.float32), 0.35 * reach) for r in readings
                ):
                    continue
                if sticks.printed(corners, cards) or any(
                    np.linalg.norm(middle - k.mean(0)) < 0.6 * reach for k, _, _ in kept
                ):
                    continue
                kept.append((corners, name, float(confidence)))
        return tuple(
            LoosePiece(
                name,
                "strip" if name in skewers.STRIPS else "cube",
                to_corners(c),
                sticks.in_ellipse(c.mean(0), plate),
                conf,
            )
            for c, name, conf in kept
        )

    def _card(self, frame: Pixels, box: Floats, name: str, confidence: float) -> CardReading:
        if name == "card_back":
            return CardReading(None, False, to_corners(box), confidence)
        if self._read_card is None:
            return CardReading(None, True, to_corners(box), confidence, doubts=(Doubt("no_face"),))
        return replace(self._read_card(frame, box_from_corners(box)), box=to_corners(box))


__all__ = ["Corners", "Glance", "Limits", "Looker"]

"""Looking twice: a cheap pass over the whole frame, then close-ups at full resolution of what matters.

`Looker.glance` is the cheap pass that runs on every frame; `Looker.look` adds the close-ups and reads them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

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
    map_points,
    to_corners,
    warp,
)
from vision.light import in_white_light, light_features
from vision.opinion import CubeReader, CubeSpot, Opinion
from vision.scene import CardReading, Corners, Doubt, LoosePiece, Scene, SkewerReading
from vision.sighting import Sighting
from vision.sticks import CardBox, Found

FRAME_WIDTH, CARDS_WIDTH = 544, 768
SKEWER_INPUT, REGION_INPUT = (384, 128), (384, 384)
CUBES = (*skewers.CUBES, skewers.FOREIGN)
PIECES = (*CUBES, *skewers.STRIPS, "handle")


class DetectorLike(Protocol):
    """What `Looker` needs of `vision.detector.Detector`."""

    def detect(self, image: Pixels, *, conf: float = 0.25, size: Size | None = None) -> Detections: ...

    def detect_many(
        self, images: list[Pixels], *, conf: float = 0.25, size: Size | None = None
    ) -> list[Detections]: ...


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
        self._detector, self._read_card, self._cubes = detector, read_card, cubes
        self._limits, self._thresholds = limits, thresholds

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
        readings = self._read_skewers(frame, boxes, plate, cards)
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

    # -- parts
    # ----------------------------------------------------------------------------------------------------

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

    def _read_skewers(
        self, frame: Pixels, boxes: list[Floats], plate: Floats | None, cards: list[CardBox]
    ) -> tuple[SkewerReading, ...]:
        matrices = [closeup.skewer_matrix(b) for b in boxes]
        light = light_features(frame) if boxes else None
        views = self._look_close(frame, matrices, light)
        better = {
            i: map_points(invert(m), box)
            for i, (m, (near, _)) in enumerate(zip(matrices, views, strict=True))
            if (box := sticks.better_box(near, closeup.SKEWER_SIZE)) is not None
        }
        if better:
            boxes, matrices = list(boxes), list(matrices)
            for i, box in better.items():
                boxes[i], matrices[i] = box, closeup.skewer_matrix(box)
            again = self._look_close(frame, [matrices[i] for i in better], light)
            for i, view in zip(better, again, strict=True):
                views[i] = view
        found = [
            self._found(box, matrix, near, seen, reading, plate)
            for box, matrix, (near, seen) in zip(boxes, matrices, views, strict=True)
            if _is_skewer(near, reading := skewers.conclude(seen, self._thresholds))
        ]
        return tuple(self._confirmed(frame, sticks.distinct(found), light))

    def _found(
        self,
        box: Floats,
        matrix: Floats,
        near: Detections,
        seen: Sighting,
        reading: skewers.Reading,
        plate: Floats | None,
    ) -> Found:
        """A close-up's reading in the terms of the frame."""
        bare = () if reading.layers or _stick(near) >= 0.7 else (Doubt("low_confidence"),)
        along = [[(a + b) / 2, closeup.SKEWER_SIZE[1] / 2] for a, b in reading.spans]
        middles = map_points(invert(matrix), np.asarray(along, np.float32).reshape(-1, 2))
        centre = middles[[0, -1]].mean(0) if len(middles) else box.mean(0)
        skewer = SkewerReading(
            reading.layers,
            reading.handle,
            to_corners(box),
            sticks.in_ellipse(centre, plate),
            min([x.confidence for x in reading.layers], default=_stick(near)),
            reading.cube / _zoom(matrix),
            (*reading.doubts, *bare),
        )
        return Found(skewer, seen, box, middles, matrix, _stick(near))

    def _confirmed(self, frame: Pixels, found: Sequence[Found], light: Floats | None) -> list[SkewerReading]:
        """The readings; what lies on the plate is looked at once more, as under whiter light, from the other
        end and a little smaller, and both looks are weighed together.

        What a colour cast or the view alone can change is not certain. Only skewers on the plate are ever
        judged.
        """
        judged = [i for i, one in enumerate(found) if one.reading.on_plate]
        out = [one.reading for one in found]
        if judged:
            turned = [closeup.turned(found[i].matrix, 0.9) for i in judged]
            again = self._look_close(in_white_light(frame, light), turned)
            for i, (_, other) in zip(judged, again, strict=True):
                reading = skewers.conclude_both(found[i].sighting, other, self._thresholds)
                if skewers.UNCLEAR in reading.doubts:
                    reading = self._sided(frame, found[i], other, light) or reading
                if reading.layers:
                    out[i] = replace(
                        out[i],
                        layers=reading.layers,
                        handle=reading.handle,
                        confidence=min(x.confidence for x in reading.layers),
                        doubts=reading.doubts,
                    )
                else:
                    # An empty stick at first: what the second look says against it is a doubt.
                    doubts = tuple(dict.fromkeys((*out[i].doubts, *reading.doubts)))
                    out[i] = replace(out[i], doubts=doubts)
        return out

    def _sided(
        self, frame: Pixels, first: Found, second: Sighting, light: Floats | None
    ) -> skewers.Reading | None:
        """Where two looks see other pieces, what a third one, a little larger, and one of them agree on; None
        if it sides with neither, or with both, or sees a bare stick."""
        larger = [closeup.turned(first.matrix, 1.06), closeup.turned(closeup.turned(first.matrix, 0.9), 1.06)]
        (_, beside_first), (_, beside_second) = self._look_close(frame, larger, light)
        pairs = [(first.sighting, beside_first), (beside_second, second)]
        readings = [skewers.conclude_both(one, other, self._thresholds) for one, other in pairs]
        clear = [r for r in readings if r.layers and skewers.UNCLEAR not in r.doubts]
        return clear[0] if len(clear) == 1 else None

    def _look_close(
        self, frame: Pixels, matrices: list[Floats], light: Floats | None = None
    ) -> list[tuple[Detections, Sighting]]:
        """What each close-up of a frame shows, whose light features are `light`."""
        if not matrices:
            return []
        light = light_features(frame) if light is None else light
        views = [warp(frame, m, closeup.SKEWER_SIZE) for m in matrices]
        found = self._detector.detect_many(views, conf=0.05, size=SKEWER_INPUT)
        return [
            (
                near,
                skewers.sight(
                    near,
                    closeup.SKEWER_SIZE,
                    _zoom(matrix),
                    self._thresholds,
                    self._second(frame, invert(matrix), light),
                ),
            )
            for near, matrix in zip(found, matrices, strict=True)
        ]

    def _second(self, frame: Pixels, back: Floats, light: Floats | None) -> skewers.Second | None:
        """The second opinion on places of a close-up, asked of the frame itself."""
        reader = self._cubes
        if reader is None:
            return None
        direction = back[:, 0]

        def ask(spots: Sequence[tuple[float, float]], side: float) -> Sequence[Opinion]:
            zoom = float(np.linalg.norm(direction))
            middles = map_points(back, np.asarray(spots, np.float32))
            return reader.read(frame, [CubeSpot(m, direction, side * zoom) for m in middles], light)

        return ask

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


def _is_skewer(near: Detections, reading: skewers.Reading) -> bool:
    """Surely a stick, or pieces in line: two plain cubes may also lie beside one another, and a plate has
    seams."""
    if not reading.layers:
        return _stick(near) >= (0.5 if reading.handle == "first" else 0.7)
    side_by_side = len(reading.layers) == 2 and reading.handle != "first"
    return not side_by_side or _stick(near) >= 0.75


def _stick(near: Detections) -> float:
    """How surely a close-up shows a skewer."""
    return float(near.of("skewer").confidence.max(initial=0.0))


def _zoom(matrix: Floats) -> float:
    return float(np.sqrt(abs(np.linalg.det(matrix[:, :2].astype(np.float64)))))


__all__ = ["Corners", "Glance", "Limits", "Looker"]

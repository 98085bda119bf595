"""Looking twice: a cheap pass over the whole frame, then close-ups at full resolution of what matters.

`Looker.glance` is the cheap pass that runs on every frame; `Looker.look` adds the close-ups and reads them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from vision import closeup, skewers
from vision.detections import Detections
from vision.geometry import (
    Floats,
    Pixels,
    Size,
    box_from_corners,
    invert,
    map_points,
    points_in_quad,
    to_corners,
    warp,
)
from vision.light import light_features
from vision.opinion import CubeReader, CubeSpot, Opinion
from vision.scene import CardReading, Corners, Doubt, LoosePiece, Scene, SkewerReading

FRAME_WIDTH = 544
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
    """Confidence limits of the first look and the size limits of the second."""

    plate: float = 0.35
    card: float = 0.35
    skewer: float = 0.25
    loose: float = 0.40
    max_skewers: int = 8
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
        return Glance((w, h), self._detector.detect(frame, conf=0.15, size=_first_size(w, h)))

    def look(self, frame: Pixels, glance: Glance | None = None) -> Scene:
        """Everything that can be read in the frame."""
        glance = self.glance(frame) if glance is None else glance
        found, limits = glance.found, self._limits
        plate = _best(found.of("plate"), limits.plate)
        fine = self._region(frame, found, plate)
        cards = _cards_of(found, limits)
        boxes = self._skewer_boxes(found, fine, cards)
        readings = self._read_skewers(frame, boxes, plate, cards)
        loose = self._loose(found, fine, readings, cards, plate)
        named = tuple(self._card(frame, box, name, confidence) for box, name, confidence in cards)
        advice = (
            {}
            if plate is not None
            else {"plate": "no plate found: lay the round plate in view, whole and free of hands"}
        )
        return Scene(
            glance.size, None if plate is None else to_corners(plate), named, readings, loose, advice
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
        return _mapped(near, invert(matrix))

    def _skewer_boxes(
        self, found: Detections, fine: Detections, cards: list[tuple[Floats, str, float]]
    ) -> list[Floats]:
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
            if not any(_same_skewer(box, k) for k in kept) and not _printed(box, cards):
                kept.append(box)
        for line in _lines(fine, found, kept, cards):
            kept.append(line)
        return kept[: self._limits.max_skewers]

    def _read_skewers(
        self, frame: Pixels, boxes: list[Floats], plate: Floats | None, cards: list[tuple[Floats, str, float]]
    ) -> tuple[SkewerReading, ...]:
        matrices = [closeup.skewer_matrix(b) for b in boxes]
        views = [warp(frame, m, closeup.SKEWER_SIZE) for m in matrices]
        light = light_features(frame) if views and self._cubes is not None else None
        out: list[SkewerReading] = []
        for box, matrix, near in zip(
            boxes,
            matrices,
            self._detector.detect_many(views, conf=0.05, size=SKEWER_INPUT) if views else [],
            strict=True,
        ):
            zoom = float(np.sqrt(abs(np.linalg.det(matrix[:, :2].astype(np.float64)))))
            reading = skewers.read(
                near, closeup.SKEWER_SIZE, zoom, self._thresholds, self._second(frame, invert(matrix), light)
            )
            stick = near.of("skewer")
            seen = float(stick.confidence.max()) if len(stick) else 0.0
            if not reading.layers and seen < 0.5:
                continue  # neither a piece nor surely a stick: not a skewer
            doubts = (
                reading.doubts
                if reading.layers
                else (*reading.doubts, Doubt("low_confidence"))
                if seen < 0.7
                else reading.doubts
            )
            confidence = min([x.confidence for x in reading.layers], default=seen)
            out.append(
                SkewerReading(
                    reading.layers,
                    reading.handle,
                    to_corners(box),
                    _on_plate(box, reading, matrix, plate),
                    confidence,
                    reading.cube / zoom,
                    doubts,
                )
            )
        return tuple(out)

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
        cards: list[tuple[Floats, str, float]],
        plate: Floats | None,
    ) -> tuple[LoosePiece, ...]:
        kept: list[tuple[Floats, str, float]] = []
        for source in (fine, found):
            pieces = source.of(*CUBES, *skewers.STRIPS)
            for corners, name, confidence in zip(
                pieces.corners, pieces.labels, pieces.confidence, strict=True
            ):
                middle = corners.mean(0)
                reach = float(np.linalg.norm(np.ptp(corners, 0))) / 2
                if confidence < self._limits.loose or any(
                    _inside(middle, np.asarray(r.box, np.float32), 0.35 * reach) for r in readings
                ):
                    continue
                if _printed(corners, cards) or any(
                    np.linalg.norm(middle - k.mean(0)) < 0.6 * reach for k, _, _ in kept
                ):
                    continue
                kept.append((corners, name, float(confidence)))
        return tuple(
            LoosePiece(
                name,
                "strip" if name in skewers.STRIPS else "cube",
                to_corners(c),
                _in_ellipse(c.mean(0), plate),
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


def _first_size(w: int, h: int) -> Size:
    """The first look's input: 544 px on the long side, the other as the frame's shape needs, in steps of
    32."""
    scale = FRAME_WIDTH / max(w, h)
    return _padded((round(w * scale), round(h * scale)))


def _padded(size: Size) -> Size:
    return (-(-size[0] // 32) * 32, -(-size[1] // 32) * 32)


def _mapped(found: Detections, matrix: Floats) -> Detections:
    """Detections under a similarity (2, 3)."""
    if not len(found):
        return found
    boxes = found.xywhr.copy()
    boxes[:, :2] = map_points(matrix, boxes[:, :2])
    boxes[:, 2:4] *= float(np.sqrt(abs(np.linalg.det(matrix[:, :2].astype(np.float64)))))
    boxes[:, 4] += float(np.arctan2(matrix[1, 0], matrix[0, 0]))
    return Detections(boxes, found.confidence, found.class_id, found.names)


def _best(found: Detections, least: float) -> Floats | None:
    if not len(found) or float(found.confidence.max()) < least:
        return None
    return np.asarray(found.corners[int(np.argmax(found.confidence))], np.float32)


def _cards_of(found: Detections, limits: Limits) -> list[tuple[Floats, str, float]]:
    """Cards and backs; of two in one place only the surer."""
    cards = found.of("card", "card_back")
    out: list[tuple[Floats, str, float]] = []
    for i in np.argsort(-cards.confidence):
        corners, confidence = cards.corners[i], float(cards.confidence[i])
        near = any(np.linalg.norm(corners.mean(0) - k.mean(0)) < 0.4 * np.ptp(k, 0).max() for k, _, _ in out)
        if confidence >= limits.card and not near:
            out.append((corners, cards.labels[i], confidence))
    return out[: limits.max_cards]


def _length(box: Floats) -> float:
    return float(max(np.linalg.norm(box[1] - box[0]), np.linalg.norm(box[2] - box[1])))


def _direction(box: Floats) -> Floats:
    a, b = box[1] - box[0], box[2] - box[1]
    d = a if np.linalg.norm(a) >= np.linalg.norm(b) else b
    return np.asarray(d / max(float(np.linalg.norm(d)), 1e-6), np.float32)


def _same_skewer(a: Floats, b: Floats) -> bool:
    """Nearly parallel and lying in one another along the stick."""
    if abs(float(_direction(a) @ _direction(b))) < 0.94:
        return False
    d = _direction(b)
    offset = a.mean(0) - b.mean(0)
    short = float(min(np.linalg.norm(b[1] - b[0]), np.linalg.norm(b[2] - b[1])))
    across, along = abs(float(offset @ np.array([-d[1], d[0]]))), abs(float(offset @ d))
    return bool(across < 0.7 * max(short, 8.0) and along < 0.55 * max(_length(a), _length(b)))


def _inside(point: Floats, box: Floats, margin: float) -> bool:
    """Whether a point lies in an oriented box grown by `margin` px."""
    middle = box.mean(0)
    grown = middle + (box - middle) * (1 + 2 * margin / max(float(np.ptp(box, 0).max()), 1.0))
    return bool(points_in_quad(np.asarray(point, np.float32)[None], grown.astype(np.float32))[0])


def _printed(corners: Floats, cards: list[tuple[Floats, str, float]]) -> bool:
    """Drawn on a card: inside it, and smaller than it. A real skewer reaches beyond the card that it lies
    on."""
    for card, _, _ in cards:
        across = float(np.ptp(card, 0).max())
        if _in_ellipse(corners.mean(0), card, 1.0) and _length(corners) < 1.05 * across:
            return True
    return False


def _in_ellipse(point: Floats, box: Floats | None, grow: float = 1.02) -> bool:
    """Whether a point lies in the ellipse that fills the upright bounds of a box."""
    if box is None:
        return False
    lo, hi = box.min(0), box.max(0)
    q = (np.asarray(point) - (lo + hi) / 2) / np.maximum((hi - lo) / 2 * grow, 1e-6)
    return bool(q @ q <= 1)


def _on_plate(box: Floats, reading: skewers.Reading, matrix: Floats, plate: Floats | None) -> bool:
    """A skewer is on the plate when the middle of its pieces is, or of its stick where it has none."""
    if plate is None:
        return False
    if reading.spans:
        back = invert(matrix)
        x = (min(s[0] for s in reading.spans) + max(s[1] for s in reading.spans)) / 2
        return _in_ellipse(
            map_points(back, np.array([[x, closeup.SKEWER_SIZE[1] / 2]], np.float32))[0], plate
        )
    return _in_ellipse(box.mean(0), plate)


def _lines(
    fine: Detections, found: Detections, boxes: list[Floats], cards: list[tuple[Floats, str, float]]
) -> list[Floats]:
    """Boxes round cubes in line that no skewer's box holds: where the thin stick is not found, its pieces say
    where it is."""
    out: list[Floats] = []
    source = fine if len(fine) else found
    cubes = source.of(*CUBES)
    free = [
        i
        for i in range(len(cubes))
        if cubes.confidence[i] >= 0.4
        and not _printed(cubes.corners[i], cards)
        and not any(_inside(cubes.xywhr[i, :2], b, 0.3 * float(cubes.xywhr[i, 2])) for b in boxes)
    ]
    used: set[int] = set()
    for i in free:
        if i in used:
            continue
        chain = [i]
        for j in free:
            if j in used or j in chain:
                continue
            side = float(np.mean(cubes.xywhr[[i, j], 2:4]))
            gap = min(float(np.linalg.norm(cubes.xywhr[j, :2] - cubes.xywhr[k, :2])) for k in chain)
            if 0.7 * side < gap < 1.45 * side and _straight(cubes.xywhr[[*chain, j], :2], side):
                chain.append(j)
        if len(chain) >= 2:
            used.update(chain)
            points = cubes.xywhr[chain, :2]
            centre = points.mean(0)
            d = np.linalg.svd(points - centre)[2][0]
            q = (cubes.corners[chain].reshape(-1, 2) - centre) @ np.stack([d, [-d[1], d[0]]]).T
            lo, hi = q.min(0), q.max(0)
            lo[0], hi[0] = lo[0] - 1.5 * (hi[1] - lo[1]), hi[0] + 1.5 * (hi[1] - lo[1])
            quad = (
                np.array([[lo[0], lo[1]], [hi[0], lo[1]], [hi[0], hi[1]], [lo[0], hi[1]]])
                @ np.stack([d, [-d[1], d[0]]])
                + centre
            )
            out.append(quad.astype(np.float32))
    return out


def _straight(points: Floats, side: float) -> bool:
    centred = points - points.mean(0)
    return len(points) < 3 or float(np.abs(centred @ np.linalg.svd(centred)[2][1]).max()) < 0.3 * side


__all__ = ["Corners", "Glance", "Limits", "Looker"]

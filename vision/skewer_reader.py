"""Reads the skewers of a frame: close-ups along each stick, and of those on the plate a second look from the
other end; where the two differ, a third."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, Protocol

import numpy as np

from vision import closeup, skewers, sticks
from vision.detections import Detections
from vision.geometry import Floats, Pixels, Size, invert, map_points, to_corners, warp
from vision.light import in_white_light, light_features
from vision.opinion import CubeReader, CubeSpot, Opinion
from vision.scene import Doubt, SkewerReading, merged
from vision.sighting import Sighting
from vision.sticks import Found

SKEWER_INPUT: Final = (384, 128)


class DetectorLike(Protocol):
    """What is needed of `vision.detector.Detector`."""

    def detect(self, image: Pixels, *, conf: float = 0.25, size: Size | None = None) -> Detections: ...

    def detect_many(
        self, images: list[Pixels], *, conf: float = 0.25, size: Size | None = None
    ) -> list[Detections]: ...


class SkewerReader:
    """Close-ups in, `SkewerReading`s out.

    Args:
        detector: finds boxes.
        cubes: the second opinion on each cube; without it the detector alone decides.
        limits: how sure either must be.
    """

    def __init__(
        self, detector: DetectorLike, cubes: CubeReader | None, limits: skewers.Thresholds = skewers.DEFAULT
    ) -> None:
        self._detector, self._cubes, self._limits = detector, cubes, limits

    def read(self, frame: Pixels, boxes: Sequence[Floats], plate: Floats | None) -> tuple[SkewerReading, ...]:
        """What lies in boxes (4, 2) px of a frame, without those that hold no skewer; `plate`: its box, on
        which skewers are judged."""
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
            if _is_skewer(near, reading := skewers.conclude(seen, self._limits))
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
                reading = skewers.conclude_both(found[i].sighting, other, self._limits)
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
                    doubts = merged((*out[i].doubts, *reading.doubts))
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
        readings = [skewers.conclude_both(one, other, self._limits) for one, other in pairs]
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
                    self._limits,
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

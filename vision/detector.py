"""From a picture to `Detections`: letterbox, network, decoding, suppression of duplicates."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from vision.backends import Backend, OpenVINOBackend
from vision.detections import Detections
from vision.geometry import Floats, Letterbox, Pixels, Size, prob_iou, regular_boxes

STRIDE = 32
MAX_CANDIDATES = 1000
"""Boxes that enter the suppression of duplicates, best first."""


class WeightsError(RuntimeError):
    """The detector's weights are missing, damaged or don't fit, in one line that says what to do."""


class Detector:
    """Finds oriented boxes in pictures.

    Args:
        backend: Runs the network.
        long_side: Long side (px) of the network's input where `detect` is not told a size.
        iou: Of two boxes of one class whose probabilistic IoU is above this the weaker is dropped.
        max_detections: The most boxes for a picture.
    """

    def __init__(
        self, backend: Backend, *, long_side: int = 640, iou: float = 0.5, max_detections: int = 300
    ) -> None:
        self._backend = backend
        self._long_side = long_side
        self._iou = iou
        self._max_detections = max_detections

    @property
    def names(self) -> tuple[str, ...]:
        """The classes, in the network's order."""
        return self._backend.names

    def detect(self, image: Pixels, *, conf: float = 0.25, size: Size | None = None) -> Detections:
        """Detections in one picture (H, W, 3) uint8 BGR, in its own pixels, best first.

        Args:
            image: The picture.
            conf: Least confidence.
            size: (width, height) of the network's input, multiples of 32. Default: the picture's shape at
                `long_side`, so 1280x720 becomes 640x384.

        Raises:
            ValueError: If the image or the size is not as said above.
            WeightsError: If the network's output does not fit its class names.
        """
        return self.detect_many([image], conf=conf, size=size)[0]

    def detect_many(
        self, images: Sequence[Pixels], *, conf: float = 0.25, size: Size | None = None
    ) -> list[Detections]:
        """`detect` for several pictures; those of one shape go through the network together."""
        for image in images:
            _check(image)
        boxes = [self._letterbox((image.shape[1], image.shape[0]), size) for image in images]
        results: list[Detections] = [Detections.empty(self.names)] * len(images)
        for canvas in dict.fromkeys(box.canvas for box in boxes):
            chosen = [i for i, box in enumerate(boxes) if box.canvas == canvas]
            raw = self._backend.infer(np.stack([boxes[i].apply(images[i]) for i in chosen]))
            for i, head in zip(chosen, raw, strict=True):
                results[i] = self._detections(head, conf, boxes[i])
        return results

    def warm_up(self, image_size: Size, *, size: Size | None = None) -> None:
        """Compiles the network for pictures of this (width, height), so that the first one is not late."""
        self.detect(np.zeros((image_size[1], image_size[0], 3), np.uint8), size=size)

    def _letterbox(self, source: Size, size: Size | None) -> Letterbox:
        if self._backend.fixed_size is not None:
            return Letterbox(source, self._backend.fixed_size)
        if size is None:
            return Letterbox.for_long_side(source, self._long_side, STRIDE)
        if min(size) < STRIDE or size[0] % STRIDE or size[1] % STRIDE:
            raise ValueError(f"size: expected multiples of {STRIDE}, got {size[0]}x{size[1]}")
        return Letterbox(source, size)

    def _detections(self, head: Floats, conf: float, letterbox: Letterbox) -> Detections:
        boxes, confidence, class_id = decode(head, len(self.names), conf)
        order = np.argsort(-confidence, kind="stable")[:MAX_CANDIDATES]
        boxes, confidence, class_id = boxes[order], confidence[order], class_id[order]
        kept = suppress(boxes, class_id, self._iou)[: self._max_detections]
        in_image = regular_boxes(letterbox.boxes_to_source(boxes[kept]))
        return Detections(in_image, confidence[kept], class_id[kept], self.names)


def decode(
    head: Floats, class_count: int, conf: float
) -> tuple[Floats, npt.NDArray[np.float32], npt.NDArray[np.int64]]:
    """Boxes (K, 5), confidences (K,) and classes (K,) of at least `conf` from one picture's raw head output.

    Two layouts of ultralytics oriented-box exports are read:
    (4 + classes + 1, N) with [cx, cy, w, h, a score for each class, angle] in each column (YOLO11, and YOLO26
    without its end-to-end head), and (N, 7) rows of [cx, cy, w, h, confidence, class, angle] (YOLO26
    end-to-end). Angles are radians, clockwise on screen, in both.

    Raises:
        WeightsError: If the output has neither shape.
    """
    channels = class_count + 5
    if head.ndim == 2 and head.shape[0] == channels:
        scores = head[4:-1]
        class_id = scores.argmax(axis=0)
        confidence = np.take_along_axis(scores, class_id[None], axis=0)[0]
        chosen = np.flatnonzero(confidence >= conf)
        boxes = head[:, chosen][[0, 1, 2, 3, -1]].T
        confidence, class_id = confidence[chosen], class_id[chosen]
    elif head.ndim == 2 and head.shape[1] == 7:
        rows = head[head[:, 4] >= conf]
        boxes, confidence, class_id = rows[:, [0, 1, 2, 3, 6]], rows[:, 4], rows[:, 5].astype(np.int64)
    else:
        raise WeightsError(
            f"the network's output does not fit its {class_count} class names: "
            f"expected shape ({channels}, N) or (N, 7), got {head.shape}"
        )
    sound = np.isfinite(boxes).all(axis=1) & (boxes[:, 2:4] > 0).all(axis=1) & (class_id < class_count)
    sound &= class_id >= 0
    clipped = np.clip(confidence[sound], 0, 1).astype(np.float32)
    return boxes[sound].astype(np.float32), clipped, class_id[sound].astype(np.int64)


def _check(image: Pixels) -> None:
    if not isinstance(image, np.ndarray) or image.ndim != 3 or image.shape[2] != 3 or 0 in image.shape:
        got = image.shape if isinstance(image, np.ndarray) else type(image).__name__
        raise ValueError(f"image: expected shape (H, W, 3), got {got}")
    if image.dtype != np.uint8:
        raise ValueError(f"image: expected uint8, got {image.dtype}")


def suppress(boxes: Floats, class_id: npt.NDArray[np.int64], iou: float) -> npt.NDArray[np.int64]:
    """Indices, in order, of the boxes (N, 5) left by greedy suppression within each class; best first.

    End-to-end output goes through it too: it can hold near-duplicates (ultralytics issue 23850).
    """
    keep = np.ones(len(boxes), bool)
    for name in np.unique(class_id):
        members = np.flatnonzero(class_id == name)
        if len(members) < 2:
            continue
        overlaps = prob_iou(boxes[members], boxes[members]) > iou
        alive = np.ones(len(members), bool)
        for i in range(len(members)):
            if alive[i]:
                alive[i + 1 :] &= ~overlaps[i, i + 1 :]
        keep[members] = alive
    return np.flatnonzero(keep)


@dataclass(frozen=True, slots=True)
class WeightsInfo:
    """What `pieces.json` says about the weights beside it."""

    names: tuple[str, ...]
    imgsz: int
    sha256: str
    task: str
    version: str

    @classmethod
    def read(cls, path: Path) -> WeightsInfo:
        """Reads the JSON file.

        Raises:
            WeightsError: If it is missing, or a field is missing or wrong.
        """
        try:
            data: Any = json.loads(path.read_text("utf-8"))
        except OSError:
            raise WeightsError(f"{path}: the detector's weights are missing; {_REINSTALL}") from None
        except ValueError as error:
            raise WeightsError(f"{path}: not valid JSON ({error}); {_REINSTALL}") from None
        fields: tuple[tuple[str, type], ...] = (
            ("names", list),
            ("imgsz", int),
            ("sha256", str),
            ("task", str),
            ("version", str),
        )
        for name, kind in fields:
            value = data.get(name) if isinstance(data, dict) else None
            if not isinstance(value, kind):
                raise WeightsError(f"{path}: {name}: expected {kind.__name__}, got {value!r}")
        if data["task"] != "obb":
            raise WeightsError(f"{path}: task: expected 'obb' (oriented boxes), got {data['task']!r}")
        names = tuple(str(name) for name in data["names"])
        return cls(names, data["imgsz"], data["sha256"], data["task"], data["version"])


_REINSTALL = "install the package again, or train them with models/ (see models/README.md)"


def load_default(
    folder: Path | None = None, *, cache_dir: str | Path | None = "user", iou: float = 0.5
) -> Detector:
    """The detector with the weights that come with the package (`vision/weights`), on OpenVINO.

    Args:
        folder: Another folder with `pieces.onnx` and `pieces.json`.
        cache_dir: Where compiled models are kept; see `OpenVINOBackend`.
        iou: See `Detector`.

    Raises:
        WeightsError: If the weights are missing or are not those that `pieces.json` describes.
    """
    place = folder if folder is not None else Path(str(resources.files("vision"))) / "weights"
    info = WeightsInfo.read(place / "pieces.json")
    model = place / "pieces.onnx"
    try:
        digest = hashlib.sha256(model.read_bytes()).hexdigest()
    except OSError:
        raise WeightsError(f"{model}: the detector's weights are missing; {_REINSTALL}") from None
    if digest != info.sha256:
        raise WeightsError(
            f"{model}: damaged: its sha256 is {digest[:12]}..., expected {info.sha256[:12]}...; {_REINSTALL}"
        )
    backend = OpenVINOBackend(model, info.names, cache_dir=cache_dir, digest=digest, any_size=True)
    return Detector(backend, long_side=info.imgsz, iou=iou)

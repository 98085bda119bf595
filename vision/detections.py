"""What a detector found in one image: the one neutral, validated type at the model boundary.

No ultralytics or OpenVINO type goes past this line.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.geometry import Floats, corners_of, map_points
from vision.geometry import rotated_iou as rotated_iou

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Detections:
    """N oriented boxes with their classes, in pixels of the image that was given to the detector.

    Attributes:
        xywhr: (N, 5) float32, centre x, centre y, width, height (px), angle (radians, clockwise on screen).
        confidence: (N,) float32 in [0, 1].
        class_id: (N,) int64, an index of `names`.
        names: The detector's classes, in its order.

    The arrays are copied and made read-only.

    Raises:
        ValueError: If shapes, lengths or values don't fit; the message says what was expected and what came.
    """

    xywhr: Floats
    confidence: Floats
    class_id: npt.NDArray[np.int64]
    names: tuple[str, ...]

    def __post_init__(self) -> None:
        boxes = np.array(self.xywhr, np.float32)
        confidence = np.array(self.confidence, np.float32)
        class_id = np.asarray(self.class_id)
        if boxes.ndim != 2 or boxes.shape[1] != 5:
            raise ValueError(f"xywhr: expected shape (N, 5), got {boxes.shape}")
        count = len(boxes)
        for name, array in (("confidence", confidence), ("class_id", class_id)):
            if array.shape != (count,):
                raise ValueError(f"{name}: expected shape ({count},), got {array.shape}")
        if count and class_id.dtype.kind not in "iu":
            raise ValueError(f"class_id: expected whole numbers, got dtype {class_id.dtype}")
        if not np.isfinite(boxes).all():
            raise ValueError("xywhr: expected finite numbers, got nan or inf")
        if (boxes[:, 2:4] < 0).any():
            raise ValueError(f"xywhr: expected sides >= 0, got {boxes[:, 2:4].min()}")
        if count and not (confidence.min() >= 0 and confidence.max() <= 1):  # written so that nan fails too
            raise ValueError(f"confidence: expected [0, 1], got {confidence.min()} to {confidence.max()}")
        if count and not (class_id.min() >= 0 and class_id.max() < len(self.names)):
            last = len(self.names) - 1
            raise ValueError(f"class_id: expected 0 to {last}, got {class_id.min()} to {class_id.max()}")
        ids = np.array(class_id, np.int64)
        for name, array in (("xywhr", boxes), ("confidence", confidence), ("class_id", ids)):
            array.setflags(write=False)
            object.__setattr__(self, name, array)
        object.__setattr__(self, "names", tuple(self.names))

    @classmethod
    def empty(cls, names: Sequence[str] = ()) -> Detections:
        """No detections of a detector with these classes."""
        none = np.zeros(0, np.float32)
        return cls(np.zeros((0, 5), np.float32), none, none.astype(np.int64), tuple(names))

    def __len__(self) -> int:
        return len(self.xywhr)

    @property
    def corners(self) -> Floats:
        """(N, 4, 2) corners in px, clockwise on screen; edge 0-1 runs along the width."""
        return corners_of(self.xywhr)

    @property
    def labels(self) -> tuple[str, ...]:
        """The class name of each detection."""
        return tuple(self.names[i] for i in self.class_id)

    def where(self, selection: Mask | npt.NDArray[np.int64]) -> Detections:
        """Those that a mask (N,) of bool marks, or that indices (K,) name, in the order of the indices."""
        chosen = np.asarray(selection)
        if chosen.dtype == np.bool_ and chosen.shape != (len(self),):
            raise ValueError(f"mask: expected shape ({len(self)},), got {chosen.shape}")
        if chosen.dtype != np.bool_:
            chosen = chosen.astype(np.int64)
        return Detections(self.xywhr[chosen], self.confidence[chosen], self.class_id[chosen], self.names)

    def of(self, *names: str) -> Detections:
        """Those of the named classes.

        Raises:
            KeyError: If the detector has no such class.
        """
        unknown = [name for name in names if name not in self.names]
        if unknown:
            raise KeyError(f"no class {', '.join(unknown)}; the detector has {', '.join(self.names)}")
        wanted = [self.names.index(name) for name in names]
        return self.where(np.isin(self.class_id, wanted))

    def mapped(self, matrix: Floats) -> Detections:
        """The same things where a similarity (2, 3) takes them."""
        if not len(self):
            return self
        boxes = self.xywhr.copy()
        boxes[:, :2] = map_points(matrix, boxes[:, :2])
        boxes[:, 2:4] *= float(np.sqrt(abs(np.linalg.det(matrix[:, :2].astype(np.float64)))))
        boxes[:, 4] += float(np.arctan2(matrix[1, 0], matrix[0, 0]))
        return Detections(boxes, self.confidence, self.class_id, self.names)

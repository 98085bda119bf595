"""A second opinion on every cube: a small network that sees each cube of a skewer close up, hears what the
others look like, and knows the colour of the light.

It begins with the detector's backbone, but was trained apart from it, on close-ups, and looks at other
pixels, so where the two agree a reading is safe, and where they differ the answer is UNSURE.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any, Final

import numpy as np

from vision import closeup
from vision.detector import WeightsError
from vision.geometry import Floats, Pixels, warp
from vision.light import light_features

_SIZES: Final = (1.0, 1.12)
"""How large a cube is taken to be in each of its two views, as a factor; the second is upside down, since a
stick has no up. The mean of both is right a little more often than either; four are hardly better."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """What one cube is, as probabilities: `kinds` and `wraps` by name; `left` and `right`: its strip goes on
    to the neighbour against, or along, the direction in which the cube was shown."""

    kinds: dict[str, float]
    wraps: dict[str, float]
    left: float
    right: float

    @property
    def kind(self) -> str:
        return max(self.kinds, key=lambda k: self.kinds[k])

    @property
    def wrap(self) -> str:
        return max(self.wraps, key=lambda k: self.wraps[k])


@dataclass(frozen=True, slots=True)
class CubeSpot:
    """Where a cube lies in the frame: middle (2,) px, direction (2,) along the stick, side in px along it."""

    middle: Floats
    direction: Floats
    side: float


class CubeReader:
    """The network on OpenVINO.

    Args:
        folder: with `cubes.onnx` and `cubes.json`; the package's own by default.

    Raises:
        WeightsError: they are missing, or not those that `cubes.json` describes.
    """

    def __init__(self, folder: Path | None = None) -> None:
        import openvino

        place = folder if folder is not None else Path(str(resources.files("vision"))) / "weights"
        try:
            info: dict[str, Any] = json.loads((place / "cubes.json").read_text("utf-8"))
            data = (place / "cubes.onnx").read_bytes()
        except (OSError, ValueError) as error:
            raise WeightsError(
                f"{place}: the second opinion's weights can't be read ({error}); install the package again"
            ) from None
        if hashlib.sha256(data).hexdigest() != info.get("sha256"):
            raise WeightsError(
                f"{place / 'cubes.onnx'}: damaged: not what cubes.json describes; install again"
            )
        self.kinds: tuple[str, ...] = tuple(info["kinds"])
        self.wraps: tuple[str, ...] = tuple(info["wraps"])
        model: Any = openvino.Core().read_model(data)
        options = {"PERFORMANCE_HINT": "LATENCY", "INFERENCE_PRECISION_HINT": "f32"}
        self._model: Any = openvino.Core().compile_model(model, "CPU", options)

    def read(self, frame: Pixels, spots: Sequence[CubeSpot], light: Floats | None = None) -> list[Opinion]:
        """An opinion on each cube of one skewer in a frame (H, W, 3) BGR; `light` as `light_features(frame)`
        where it is known already.

        What one cube is may tell what its neighbour is, so all that is asked of a skewer is best asked at
        once, with one direction along its stick.
        """
        if not spots:
            return []
        light = light_features(frame) if light is None else light
        upright, other = (
            [
                warp(frame, closeup.cube_matrix(s.middle, s.direction, s.side * size), closeup.CUBE_SIZE)
                for s in spots
            ]
            for size in _SIZES
        )
        both = np.stack([np.stack(upright), np.stack([view[::-1] for view in other])])
        lights = np.broadcast_to(light.astype(np.float32), (len(_SIZES), len(spots), len(light)))
        logits = np.asarray(self._model([both, lights.copy(), _along(spots)])[0], np.float64).mean(0)
        k, w = len(self.kinds), len(self.wraps)
        kinds, wraps = _softmax(logits[:, :k]), _softmax(logits[:, k : k + w])
        sides = 1 / (1 + np.exp(-logits[:, k + w :]))
        return [
            Opinion(
                dict(zip(self.kinds, a.tolist(), strict=True)),
                dict(zip(self.wraps, b.tolist(), strict=True)),
                float(c[0]),
                float(c[1]),
            )
            for a, b, c in zip(kinds, wraps, sides, strict=True)
        ]


def _along(spots: Sequence[CubeSpot]) -> Floats:
    """How far along the stick each lies, in sides of a cube, from the first of them: (P,)."""
    side = max(float(np.median([s.side for s in spots])), 1.0)
    way = np.asarray(spots[0].direction, np.float64)
    way = way / max(float(np.linalg.norm(way)), 1e-6)
    at = np.array([np.asarray(s.middle, np.float64) @ way for s in spots]) / side
    return np.asarray(at - at.min(), np.float32)


def _softmax(x: np.ndarray[Any, np.dtype[np.float64]]) -> np.ndarray[Any, np.dtype[np.float64]]:
    e = np.exp(x - x.max(1, keepdims=True))
    return np.asarray(e / e.sum(1, keepdims=True), np.float64)

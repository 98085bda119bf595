"""Recordings for tests: each frame's shade says which scene it shows, so that a looker needs no detector."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import av
import numpy as np

from vision.detections import Detections
from vision.geometry import Pixels
from vision.look import Glance
from vision.scene import Scene

FPS = 30
STEP = 24
SIZE = (320, 180)


def write_video(
    path: Path,
    script: Sequence[tuple[float, int]],
    change: Callable[[int, Pixels], Pixels] = lambda _, image: image,
) -> Path:
    """A video of (seconds, scene number 0 to 8) in turn. `change` alters each frame, given its number."""
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=FPS, options={"crf": "18", "preset": "ultrafast"})
        stream.width, stream.height = SIZE
        stream.pix_fmt = "yuv420p"
        index = 0
        for seconds, number in script:
            for _ in range(round(seconds * FPS)):
                image = change(index, picture(number))
                container.mux(stream.encode(av.VideoFrame.from_ndarray(image, format="bgr24")))
                index += 1
        container.mux(stream.encode())
    return path


def picture(number: int) -> Pixels:
    """Its left in the shade of a scene number, the rest always the same, with detail to focus on."""
    coarse = np.random.default_rng(5).integers(60, 200, (SIZE[1] // 4, SIZE[0] // 4, 1), dtype=np.uint8)
    image = coarse.repeat(4, axis=0).repeat(4, axis=1).repeat(3, axis=2)
    image[:, : SIZE[0] * 2 // 5] = 30 + STEP * number
    return image


class FilmLooker:
    """Reads the scene number from the shade."""

    def __init__(self, scenes: Mapping[int, Scene]) -> None:
        self.scenes = scenes
        self.looks = 0

    def glance(self, frame: Pixels, /) -> Glance:
        return Glance(SIZE, Detections.empty(("plate",)))  # no plate: look closely

    def look(self, frame: Pixels, glance: Glance | None = None, /) -> Scene:
        self.looks += 1
        number = round((float(frame[:, : frame.shape[1] // 3].mean()) - 30) / STEP)
        return self.scenes[number]

"""Recordings for tests: each frame's shade says which scene it shows, so that a looker needs no detector."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import av
import numpy as np

from vision.geometry import Pixels
from vision.scene import Scene

FPS = 30
STEP = 24
SIZE = (320, 180)


def write_video(path: Path, script: Sequence[tuple[float, int]]) -> Path:
    """A video of (seconds, scene number) in turn; numbers are 0 to 8."""
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=FPS, options={"crf": "18", "preset": "ultrafast"})
        stream.width, stream.height = SIZE
        stream.pix_fmt = "yuv420p"
        for seconds, number in script:
            image = picture(number)
            for _ in range(round(seconds * FPS)):
                container.mux(stream.encode(av.VideoFrame.from_ndarray(image, format="bgr24")))
        container.mux(stream.encode())
    return path


def picture(number: int) -> Pixels:
    """Half of it in the shade of a scene number, half always the same (else it were only a dimmed lamp)."""
    image = np.full((SIZE[1], SIZE[0], 3), 128, np.uint8)
    image[:, : SIZE[0] * 2 // 5] = 30 + STEP * number
    return image


class FilmLooker:
    """Reads the scene number from the shade."""

    def __init__(self, scenes: Mapping[int, Scene]) -> None:
        self.scenes = scenes
        self.looks = 0

    def look(self, frame: Pixels, /) -> Scene:
        self.looks += 1
        number = round((float(frame[:, : frame.shape[1] // 3].mean()) - 30) / STEP)
        return self.scenes[number]

"""When to look closely: movement is measured on every frame, the costly look comes when something is at rest.

Measuring takes some 0.3 ms on a small grey copy. Whether a look is due is a pure function of what
was measured, the boxes that the game cares about, and the frames' own time, so recordings repeat exactly.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum

import cv2
import numpy as np
import numpy.typing as npt

from vision.scene import Corners

Pixels = npt.NDArray[np.uint8]
Grid = npt.NDArray[np.float64]

SMALL = (192, 108)
CELLS = (32, 18)
"""Columns and rows; each cell is 6x6 px of the small copy, 40x40 px of a 1280x720 frame."""


@dataclass(frozen=True, slots=True)
class Rhythm:
    """Named times of the policy, in s."""

    settle: float = 0.06
    """Unchanged for this long is at rest."""
    burst: float = 0.06
    """Between looks at something at rest that more frames would help to read."""
    news: float = 0.08
    """Between looks at places that changed and came to rest, when all is still."""
    busy: float = 0.25
    """... while something moves elsewhere: behind a hand, places come to rest all the time."""
    moving: float = 0.5
    """Between looks while something moves: what was lifted must be seen to be gone."""
    idle: float = 2.0
    """Between looks when nothing happens at all."""


class Movement:
    """When each part of the picture changed last.

    A change is a difference from the frame `span` s before that is no flicker of the light and no noise.
    """

    def __init__(self, *, threshold: float = 9.0, span: float = 0.06) -> None:
        self._threshold = threshold
        self._span = span
        self._past: deque[tuple[float, npt.NDArray[np.float32]]] = deque()
        self._size = (1, 1)
        self.t = float("-inf")
        self.changed: Grid = np.full(CELLS[::-1], -np.inf)
        """For each cell (rows, columns) the time of its last change: at first that of the first frame."""

    def update(self, image: Pixels, t: float) -> None:
        """Take in a frame (H, W, 3) BGR at its time (s)."""
        height, width = image.shape[:2]
        if (width, height) != self._size:
            self._past.clear()
            self._size = (width, height)
        # Linear to twice the size and area from there: a quarter of the time of area alone, and as calm.
        middle = cv2.resize(image, (2 * SMALL[0], 2 * SMALL[1]), interpolation=cv2.INTER_LINEAR)
        small = cv2.resize(middle, SMALL, interpolation=cv2.INTER_AREA)
        grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32)
        if self._past:
            self.changed[self._cells(grey)] = t
        else:
            self.changed[:] = t
        self._past.append((t, grey))
        while len(self._past) > 1 and self._past[1][0] <= t - self._span:
            self._past.popleft()
        self.t = t

    def _cells(self, grey: npt.NDArray[np.float32]) -> npt.NDArray[np.bool_]:
        difference = grey - self._past[0][1]
        difference -= np.median(difference[::4, ::4])  # the lamp or the exposure, not the table
        columns, rows = CELLS
        blocks = np.abs(difference).reshape(rows, SMALL[1] // rows, columns, SMALL[0] // columns)
        # Four pixels of a cell: an edge of a hand counts, a speck of noise does not.
        return np.asarray((blocks > self._threshold).sum(axis=(1, 3)) >= 4, np.bool_)

    def still(self, box: Corners) -> float:
        """How long (s) nothing has changed in the upright rectangle round a box (px)."""
        columns, rows = CELLS
        xs = [point[0] / self._size[0] * columns for point in box]
        ys = [point[1] / self._size[1] * rows for point in box]
        left, right = (int(np.clip(edge, 0, columns - 1)) for edge in (min(xs), max(xs)))
        top, bottom = (int(np.clip(edge, 0, rows - 1)) for edge in (min(ys), max(ys)))
        return float(self.t - self.changed[top : bottom + 1, left : right + 1].max())


class Due(Enum):
    """CLOSE: read what the game asks for. GLANCE: see whether anything has changed, and read if so."""

    NOT = "not"
    GLANCE = "glance"
    CLOSE = "close"


@dataclass(frozen=True, slots=True)
class Attention:
    """The policy: is a look due?"""

    rhythm: Rhythm = field(default_factory=Rhythm)

    def due(self, now: float, last_look: float, changed: Grid, focus_still: Sequence[float]) -> Due:
        """Whether to look at the frame of time `now`, and how.

        Args:
            now: Time of the frame.
            last_look: Time of the last frame that was looked at.
            changed: When each cell changed last (see `Movement`).
            focus_still: For each thing that the game wants read better, how long it has lain still.
        """
        since = now - last_look
        rhythm = self.rhythm
        if since >= rhythm.burst and any(still >= rhythm.settle for still in focus_still):
            return Due.CLOSE
        if since >= rhythm.idle:
            return Due.GLANCE
        news = changed > last_look - rhythm.settle
        if not news.any():
            return Due.NOT
        settled = changed <= now - rhythm.settle
        if settled.all():
            wait = rhythm.news
        else:
            wait = rhythm.busy if bool((news & settled).any()) else rhythm.moving
        return Due.GLANCE if since >= wait else Due.NOT

"""Which frames are worth judging: not while the camera still sets its exposure, not while its focus hunts.

Measuring costs about 0.3 ms a frame; deciding is a pure function of what was measured and the frames' times.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import StrEnum

import cv2
import numpy as np

from vision.geometry import Pixels


class Fitness(StrEnum):
    """GOOD to judge; SETTLING: exposure or white balance moves; BLURRED: out of focus or shaken."""

    GOOD = "good"
    SETTLING = "settling"
    BLURRED = "blurred"


@dataclass(frozen=True, slots=True)
class Measure:
    """What a frame looks like as a whole.

    Attributes:
        time: Seconds, as in `vision.sources.Frame`.
        level: Mean blue, green and red, 0 to 255.
        sharpness: How much of the fine detail is there; grows with contrast too, so only its change counts.
    """

    time: float
    level: tuple[float, float, float]
    sharpness: float


@dataclass(frozen=True, slots=True)
class RestPolicy:
    """Named limits.

    Attributes:
        settle: The level must hold this long (s) after the start before anything is judged.
        level_step: Relative change of a channel's mean within `settle` that counts as not yet settled.
        give_up: After this long (s) a level that never settles (a flickering lamp) is taken as it is.
        blur: A frame with less than this share of the usual sharpness is blurred.
        memory: Time (s) over which "usual" follows what is seen, so that a changed table becomes usual.
    """

    settle: float = 0.5
    level_step: float = 0.04
    give_up: float = 4.0
    blur: float = 0.45
    memory: float = 3.0


@dataclass(frozen=True, slots=True)
class Steadiness:
    """What is remembered from frame to frame; start with `Steadiness()`."""

    started: float | None = None
    settled: bool = False
    recent: tuple[Measure, ...] = ()
    usual: float | None = None
    last: float | None = None


def measure(pixels: Pixels, time: float) -> Measure:
    """Measures a frame (H, W, 3) BGR.

    Sharpness is the mean square of the Laplacian of a copy 320 px wide, over the sharpest eighth of an 8 x 8
    grid: tables are mostly plain, and the mean over everything would follow what lies on them.
    """
    height, width = pixels.shape[:2]
    small = pixels
    if width > 320:
        stride = max(1, width // 640)
        size = (320, max(round(320 * height / width), 8))
        reduced = cv2.resize(pixels[::stride, ::stride], size, interpolation=cv2.INTER_AREA)
        small = np.asarray(reduced, np.uint8)
    blue, green, red, _ = cv2.mean(small)
    edges = np.asarray(cv2.Laplacian(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), cv2.CV_32F), np.float32)
    grid = np.sort(np.asarray(cv2.resize(edges * edges, (8, 8), interpolation=cv2.INTER_AREA)).ravel())
    return Measure(time, (blue, green, red), float(grid[-8:].mean()))


def step(state: Steadiness, seen: Measure, policy: RestPolicy) -> tuple[Steadiness, Fitness]:
    """Takes one more frame in, in the order of time; says whether it is fit to be judged."""
    started = seen.time if state.started is None else state.started
    if not state.settled:
        since = seen.time - policy.settle
        recent = (*(one for one in state.recent if one.time >= since), seen)
        steady = seen.time - started >= policy.settle and _level(recent, policy.level_step)
        if not steady and seen.time - started < policy.give_up:
            return replace(state, started=started, recent=recent), Fitness.SETTLING
        state = replace(state, settled=True, recent=())
    elapsed = seen.time - state.last if state.last is not None else 0.0
    usual = seen.sharpness if state.usual is None else state.usual
    # Rises at once, falls slowly: a pulse of blur is short, a table with less to see on it stays.
    usual = max(seen.sharpness, usual * math.exp(-max(elapsed, 0.0) / policy.memory))
    fitness = Fitness.BLURRED if seen.sharpness < policy.blur * usual else Fitness.GOOD
    return replace(state, started=started, usual=usual, last=seen.time), fitness


def _level(recent: tuple[Measure, ...], most: float) -> bool:
    """Whether no channel's mean moved by more than this share."""
    channels = zip(*(one.level for one in recent), strict=True)
    return all(max(values) - min(values) <= most * max(*values, 1.0) for values in channels)

"""The loop itself: never late, never growing, and clear about how it keeps up."""

from __future__ import annotations

import resource
import threading
import time
from typing import Any

import numpy as np
import pytest
from film import FilmLooker, picture
from readings import BEST, box, card, scene, skewer

from referee.adapters import get_adapter
from referee.judge import Judge
from referee.pipeline import Pace, Pipeline
from referee.sets.profile import load_profile
from referee.umpire import Umpire
from vision.cameras import CameraSource
from vision.capture import State
from vision.geometry import Pixels
from vision.scene import Scene
from vision.sources import Frame

SCENES = {0: scene(), 1: scene(cards=(card("best"),)), 2: scene(skewer(BEST), cards=(card("best"),))}
SETUP = {"event": "setup", "game": "kushi-express", "players": ["Ann", "Bo"], "first": "Ann", "set": "kit"}


def make_umpire() -> Umpire:
    umpire = Umpire(Judge(), get_adapter("kushi-express", load_profile("kit"), ("Ann", "Bo"), "Ann"))
    umpire.act(SETUP)
    return umpire


class Camera:
    """Thirty pictures a second, each a little different, as real ones are."""

    def __init__(self) -> None:
        self.started = time.monotonic()
        self.number = 0

    def read(self) -> Pixels | None:
        self.number += 1
        time.sleep(max(0.0, self.started + self.number / 30 - time.monotonic()))
        image = picture(1 if self.number > 20 else 0)
        image[0, 0] = self.number % 256
        return image

    def close(self) -> None:
        pass


class Ages:
    """Notes how old a frame is when it is taken up."""

    def __init__(self) -> None:
        self.ages: list[float] = []
        self.shown = 0

    def looking(self, frame: Frame) -> None:
        self.ages.append(time.monotonic() - frame.time)

    def show(self, frame: Frame, scene: Scene | None, t: float) -> None:
        self.shown += 1


def test_a_slow_looker_judges_new_frames_not_old_ones() -> None:
    looker = FilmLooker(SCENES)
    look = looker.look

    def slow(frame: Pixels, glance: Any = None, /) -> Scene:
        time.sleep(0.2)
        return look(frame)

    looker.look = slow  # type: ignore[method-assign]
    source = CameraSource(Camera).start()
    ages, stop = Ages(), threading.Event()
    umpire = make_umpire()
    pipeline = Pipeline(source, looker, umpire, audience=ages, shift=-time.monotonic())
    running = threading.Thread(target=pipeline.run, args=(stop,))
    running.start()
    time.sleep(4)
    stop.set()
    running.join(2)
    source.close()
    assert not running.is_alive()
    assert source.dropped > 20
    late = sorted(ages.ages)
    assert late[int(0.9 * len(late))] < 2 / 30 + 0.05
    assert max(late[-3:]) < 0.25  # and it does not grow
    assert [call.kind for call in umpire.snapshot.calls] == ["setup", "reveal"]


class Endless:
    """So many frames, as fast as they are asked for."""

    trouble = None
    dropped = 0

    def __init__(self, frames: int) -> None:
        self.frames = frames
        self.number = 0
        self.images = {number: picture(number)[::2, ::2].copy() for number in SCENES}

    @property
    def state(self) -> State:
        return State.RUNNING if self.number < self.frames else State.ENDED

    def read(self, timeout: float = 1.0) -> Frame | None:
        if self.number >= self.frames:
            return None
        self.number += 1
        return Frame(self.number, self.number / 30, self.images[self.number // 45 % 3])

    def close(self) -> None:
        pass


def test_memory_stays_flat_over_a_long_evening() -> None:
    umpire = make_umpire()
    looker = FilmLooker(SCENES)
    stop = threading.Event()
    Pipeline(Endless(1500), looker, umpire).run(stop)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    pipeline = Pipeline(Endless(12_000), looker, umpire, shift=100.0)
    pipeline.run(stop)
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    assert pipeline.pace.frames == 12_000
    assert grown < 25, f"{grown:.0f} MB more"
    state = umpire._state
    assert len(state.claims) < 10 and len(state.table.cards) < 10 and len(state.table.skewers) < 5


def test_the_game_stops_when_it_is_told_to_even_without_frames() -> None:
    class Silent:
        state = State.LOST
        trouble = None
        dropped = 0

        def read(self, timeout: float = 1.0) -> Frame | None:
            time.sleep(timeout)
            return None

        def close(self) -> None:
            pass

    stop = threading.Event()
    running = threading.Thread(target=Pipeline(Silent(), FilmLooker(SCENES), make_umpire()).run, args=(stop,))
    running.start()
    time.sleep(0.1)
    stop.set()
    running.join(1)
    assert not running.is_alive()


def test_pace_is_measured_from_the_gaps_not_from_their_inverses() -> None:
    pace = Pace()
    assert pace.fps == 0.0
    for index in range(200):
        pace.done(frame_t=index / 20, now=index / 20 + (0.03 if index % 2 else 0.01))
    assert pace.fps == pytest.approx(20, rel=0.05)
    assert pace.age in (pytest.approx(0.03), pytest.approx(0.01))
    pace.looked(0.05)
    pace.looked(0.15)
    assert pace.looks == 2 and pace.look == pytest.approx(0.06)


def test_a_hand_that_comes_and_goes_brings_no_call() -> None:
    class Hand(Endless):
        def read(self, timeout: float = 1.0) -> Frame | None:
            frame = super().read(timeout)
            if frame is None:
                return None
            image = self.images[1 if frame.id > 40 else 0].copy()
            if frame.id > 120:
                at = int(60 + 50 * np.sin(frame.id / 9))
                image[20:60, at : at + 40] = (120, 150, 205)
            return Frame(frame.id, frame.time, image)

    umpire = make_umpire()
    Pipeline(Hand(400), _Steady(SCENES), umpire).run(threading.Event())
    assert [call.kind for call in umpire.snapshot.calls] == ["setup", "reveal"]


class _Steady(FilmLooker):
    """Sees the card and, while a hand is in the picture, a skewer on the plate that flickers."""

    def look(self, frame: Pixels, glance: Any = None, /) -> Scene:
        self.looks += 1
        dark = float(frame[:, :20].mean()) < 42
        if dark:
            return SCENES[0]
        hand: Any = np.abs(frame.astype(int) - (120, 150, 205)).sum(axis=2) < 12
        if hand.sum() > 200 and self.looks % 2:
            shown = skewer(BEST, at=box(640 + 3 * (self.looks % 40), 360), on_plate=False)
            return scene(shown, cards=(card("best"),))
        return SCENES[1]

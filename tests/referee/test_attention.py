"""Movement and the policy of looking: named times, each with its case, and no look that nothing calls for."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from referee.attention import CELLS, Attention, Due, Movement, Pixels, Rhythm
from vision.scene import Corners

FPS = 30.0
TOP_LEFT: Corners = ((0, 0), (200, 0), (200, 150), (0, 150))
RIGHT: Corners = ((900, 300), (1200, 300), (1200, 600), (900, 600))


def table(seed: int = 1) -> Pixels:
    rng = np.random.default_rng(seed)
    coarse = rng.integers(60, 190, (18, 32, 3), dtype=np.uint8)
    return np.repeat(np.repeat(coarse, 40, axis=0), 40, axis=1)


def with_hand(image: Pixels, x: int, y: int) -> Pixels:
    out = image.copy()
    out[y : y + 160, x : x + 160] = (120, 150, 205)
    return out


def feed(movement: Movement, images: list[Pixels], start: float = 0.0) -> float:
    for index, image in enumerate(images):
        movement.update(image, start + index / FPS)
    return start + len(images) / FPS


def test_what_moves_is_found_where_it_moves() -> None:
    movement = Movement()
    still = table()
    t = feed(movement, [still] * 30)
    feed(movement, [with_hand(still, 950 + 8 * step, 350) for step in range(10)], t)
    assert movement.still(RIGHT) < 0.05
    assert movement.still(TOP_LEFT) > 0.9


def test_rest_is_noticed_within_a_few_frames() -> None:
    movement = Movement()
    still = table()
    feed(movement, [with_hand(still, 950 + 8 * step, 350) for step in range(10)])
    stopped = movement.t
    while movement.still(RIGHT) < Rhythm().settle:
        movement.update(with_hand(still, 950 + 72, 350), movement.t + 1 / FPS)
    assert movement.t - stopped <= 0.14


def test_noise_and_a_flickering_lamp_are_no_movement() -> None:
    movement = Movement()
    still = table().astype(np.float32)
    rng = np.random.default_rng(3)
    for index in range(30):
        lamp = 1.0 + 0.04 * (index % 2)
        noisy = still * lamp + rng.normal(0, 6, still.shape)
        movement.update(np.clip(noisy, 0, 255).astype(np.uint8), index / FPS)
    assert movement.still(TOP_LEFT) > 0.9
    assert movement.still(RIGHT) > 0.9


def test_a_slow_hand_is_movement_too() -> None:
    movement = Movement()
    still = table()
    feed(movement, [with_hand(still, 950 + 2 * step, 350) for step in range(40)])
    assert movement.still(RIGHT) < 0.2


def test_a_camera_that_changes_its_size_starts_anew() -> None:
    movement = Movement()
    feed(movement, [table()] * 10)
    movement.update(table()[::2, ::2].copy(), 1.0)
    assert movement.still(TOP_LEFT) == 0.0


def test_boxes_beyond_the_picture_are_cut_to_it() -> None:
    movement = Movement()
    feed(movement, [table()] * 10)
    far: Corners = ((-500, -500), (5000, -500), (5000, 5000), (-500, 5000))
    assert movement.still(far) == pytest.approx(9 / FPS)


def quiet(since: float = 0.0) -> np.ndarray:
    return np.full(CELLS[::-1], since)


@pytest.mark.parametrize(
    ("now", "changed_at", "focus", "expected"),
    [
        (10.50, 1.0, (), Due.NOT),  # nothing happens
        (12.00, 1.0, (), Due.GLANCE),  # idle for long
        (10.10, 10.09, (), Due.NOT),  # it moves
        (10.51, 10.50, (), Due.GLANCE),  # it moves for long: is anything gone?
        (10.20, 10.10, (), Due.GLANCE),  # it came to rest
        (10.09, 10.02, (), Due.GLANCE),  # just now
        (10.05, 9.96, (), Due.NOT),  # it came to rest, but a look was just taken
        (10.20, 9.96, (), Due.GLANCE),  # it had just stopped when it was looked at
        (10.07, 1.0, (0.5,), Due.CLOSE),  # more frames would help
        (10.03, 1.0, (0.5,), Due.NOT),  # not every frame
        (10.07, 1.0, (0.01,), Due.NOT),  # but it moves
        (10.07, 1.0, (0.01, 0.2), Due.CLOSE),  # one of two lies still
    ],
)
def test_the_policy(now: float, changed_at: float, focus: tuple[float, ...], expected: Due) -> None:
    changed = quiet()
    changed[3, 4] = changed_at
    assert Attention().due(now, 10.0, changed, focus) is expected


def test_behind_a_moving_hand_places_come_to_rest_and_are_looked_at_less_often() -> None:
    changed = quiet()
    changed[3, 4], changed[9, 9] = 10.02, 10.15
    assert Attention().due(10.15, 10.0, changed, ()) is Due.NOT
    changed[9, 9] = 10.26
    assert Attention().due(10.26, 10.0, changed, ()) is Due.GLANCE


def test_the_times_have_names_and_can_be_set() -> None:
    lazy = Attention(replace(Rhythm(), idle=60.0))
    assert lazy.due(12.0, 10.0, quiet(), ()) is Due.NOT

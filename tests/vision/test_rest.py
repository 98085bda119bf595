from __future__ import annotations

import cv2
import numpy as np

from vision.rest import Fitness, Measure, RestPolicy, Steadiness, measure, step

POLICY = RestPolicy(settle=0.5, level_step=0.04, give_up=4.0, blur=0.45, memory=3.0)
GREY = (100.0, 100.0, 100.0)


def run(measures: list[Measure], policy: RestPolicy = POLICY) -> list[Fitness]:
    state, found = Steadiness(), []
    for one in measures:
        state, fitness = step(state, one, policy)
        found.append(fitness)
    return found


def at(frame: int, level: tuple[float, float, float] = GREY, sharpness: float = 50.0) -> Measure:
    return Measure(frame / 30, level, sharpness)


def table(blur: float = 0.0, light: float = 1.0) -> np.ndarray:
    rng = np.random.default_rng(2)
    image = np.full((720, 1280, 3), (90, 120, 150), np.uint8)
    for _ in range(20):
        corner = rng.integers(0, (1200, 650))
        colour = rng.integers(0, 255, 3).tolist()
        cv2.rectangle(image, corner.tolist(), (corner + 40).tolist(), colour, -1)
    if blur:
        image = cv2.GaussianBlur(image, (0, 0), blur)
    return np.clip(image * light, 0, 255).astype(np.uint8)


def test_a_steady_camera_is_good_after_the_settling_time() -> None:
    found = run([at(i) for i in range(60)])
    assert found[:15] == [Fitness.SETTLING] * 15
    assert found[15:] == [Fitness.GOOD] * 45


def test_nothing_is_judged_while_brightness_and_white_balance_ramp() -> None:
    ramp = [at(i, (100 * min(i / 20, 1), 100 * min(i / 20, 1), 40 + 3 * min(i, 20))) for i in range(60)]
    found = run(ramp)
    good = found.index(Fitness.GOOD)
    assert 20 + 12 <= good <= 20 + 16, "half a second after the ramp's end"
    assert Fitness.SETTLING not in found[good:]


def test_a_lamp_that_flickers_for_ever_is_taken_as_it_is() -> None:
    found = run([at(i, (100 + 10 * (i % 2), 100, 100)) for i in range(200)])
    assert found.index(Fitness.GOOD) == 120


def test_a_pulse_of_blur_is_not_judged() -> None:
    pulse = [at(i, sharpness=8 if 90 <= i < 105 else 50 + i % 3) for i in range(200)]
    found = run(pulse)
    assert found[20:90] == [Fitness.GOOD] * 70
    assert found[90:105] == [Fitness.BLURRED] * 15
    assert found[105:] == [Fitness.GOOD] * 95


def test_a_table_with_less_on_it_becomes_usual() -> None:
    found = run([at(i, sharpness=50 if i < 60 else 12) for i in range(300)])
    assert found[60] is Fitness.BLURRED
    assert found[-1] is Fitness.GOOD
    assert 60 + 20 < found.index(Fitness.GOOD, 61) < 60 + 30 * 4.5


def test_measured_on_pictures() -> None:
    sharp, soft, dim = measure(table(), 1.0), measure(table(blur=6), 1.0), measure(table(light=0.9), 1.0)
    assert sharp.time == 1.0
    assert soft.sharpness < POLICY.blur * sharp.sharpness < dim.sharpness
    assert dim.level[0] < 0.92 * sharp.level[0]
    np.testing.assert_allclose(measure(np.full((4, 3, 3), 7, np.uint8), 0).level, 7)


def test_the_same_frames_give_the_same_answers() -> None:
    pictures = [measure(table(blur=4.0 * (i % 5 == 0)), i / 10) for i in range(20)]
    assert run(pictures) == run(pictures)

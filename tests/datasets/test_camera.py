"""What the sensor of the training pictures does to the light."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from datasets.camera import Sensor, develop

HALVES = np.concatenate([np.full((64, 32, 3), 0.1, np.float32), np.full((64, 32, 3), 0.6, np.float32)], 1)
NOISY = Sensor(noise=0.05, jpeg=96)


def photo(sensor: Sensor) -> np.ndarray:
    return develop(HALVES, sensor, np.random.default_rng(3)).astype(np.float32)


def test_noise_reduction_leaves_less_noise_and_the_edge() -> None:
    plain, smooth = photo(NOISY), photo(replace(NOISY, denoise=1.0))
    flat = np.s_[8:56, 4:26]
    assert smooth[flat].std() < 0.8 * plain[flat].std()
    step = [float(p[:, 34:38].mean() - p[:, 26:30].mean()) for p in (plain, smooth)]
    assert step[1] > 0.85 * step[0]


def test_a_wider_halo_reaches_further_from_an_edge() -> None:
    near, far = (photo(Sensor(noise=0.0, sharpen=1.0, halo=h, jpeg=96)) for h in (0.7, 2.2))
    dark = np.s_[:, 27:29]  # 3 to 5 px before the edge: only a wide halo darkens it
    assert far[dark].mean() < near[dark].mean() - 2

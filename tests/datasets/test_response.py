"""The second camera: repeatable, neutral where it should be, noisier in the dark."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image

from datasets.camera import kelvin
from datasets.response import Response, develop, film, jpeg, random_response

GREY = np.full((64, 96, 3), 0.2, np.float32)


def test_the_same_light_gives_the_same_photograph() -> None:
    r = Response()
    a, b = (develop(GREY, r, np.random.default_rng(4)) for _ in range(2))
    assert (a == b).all() and a.dtype == np.uint8 and a.shape == GREY.shape
    assert (develop(GREY, r, np.random.default_rng(5)) != a).any()


def test_the_curve_rises_and_keeps_middle_grey_and_neutral() -> None:
    ramp = np.repeat(np.geomspace(0.002, 6, 200, dtype=np.float32)[:, None], 3, 1)
    for r in (Response(), Response(contrast=0.13, toe=3.5), Response(contrast=0.185, shoulder=1.6)):
        y = film(ramp, r)
        assert (np.diff(y[:, 1]) > 0).all()
        assert np.abs(y - y[:, 1:2]).max() < 1e-3
        assert film(np.full((1, 3), 0.18, np.float32), r)[0, 1] == pytest.approx(0.46, abs=0.005)


@pytest.mark.parametrize("warm", [2700, 4000, 6500])
def test_full_white_balance_makes_lamplight_neutral(warm: float) -> None:
    light = kelvin(warm)
    photo = develop(
        GREY * light,
        Response(balance=tuple(1 / light), electrons=1e6, read_noise=0.1),
        np.random.default_rng(0),
    )
    assert np.ptp(photo.reshape(-1, 3).mean(0)) < 4


def test_dim_rooms_are_noisier() -> None:
    dim, bright = (random_response(np.random.default_rng(7), 4000, lux) for lux in (35, 900))
    assert dim.electrons < bright.electrons
    noise = [
        develop(GREY, Response(electrons=e, denoise=0.3), np.random.default_rng(1)).std() for e in (200, 5000)
    ]
    assert noise[0] > 2 * noise[1]


def test_the_file_has_half_the_colour_resolution() -> None:
    picture = Image.open(io.BytesIO(jpeg(develop(GREY, Response(), np.random.default_rng(0)), 94)))
    assert [layer[1:3] for layer in picture.layer] == [(2, 2), (1, 1), (1, 1)]

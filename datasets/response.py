"""A second camera: how the held-out test set's light becomes photographs, by other steps than
`datasets.camera.develop`.

A Bayer mosaic with shot and read noise, demosaicing, white balance, denoising that leaves blotches of
colour, a filmic curve on log exposure, sharpening of brightness alone, JPEG with 4:2:0 colour.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from datasets.camera import kelvin

Array = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Response:
    """One camera in one light. `balance` are the gains left over after white balance; `electrons` the full
    well at this gain.
    """

    balance: tuple[float, float, float] = (1.0, 1.0, 1.0)
    exposure: float = 0.0
    electrons: float = 4000.0
    read_noise: float = 3.0
    denoise: float = 0.5
    contrast: float = 0.15
    toe: float = 2.0
    shoulder: float = 2.0
    crosstalk: float = 0.04
    colour: float = 1.0
    sharpen: float = 0.4
    radius: float = 1.0
    blur: float = 0.4
    falloff: float = 0.1
    quality: int = 94


def random_response(rng: Generator, light_kelvin: float, lux: float) -> Response:
    """A phone or webcam that has balanced most of the light's colour and pushed its gain as the light
    needs.
    """
    light = kelvin(light_kelvin)
    # Phones keep some warmth of a lamp; a few cameras are fixed at daylight or at a wrong preset.
    left = float(rng.choice([rng.uniform(0.0, 0.35), rng.uniform(0.35, 0.75)], p=[0.75, 0.25]))
    balance = light ** (left - 1.0) * np.exp(rng.normal(0, 0.025, 3))
    balance /= balance[1]
    gain = float(np.clip(lux / 400, 0.06, 2.5))
    return Response(
        balance=tuple(float(b) for b in balance),
        exposure=float(np.clip(rng.normal(0.0, 0.35), -0.8, 0.7)),
        electrons=float(rng.uniform(1500, 6000) * gain + 120),
        read_noise=float(rng.uniform(1.5, 4.0)),
        denoise=float(np.clip(rng.normal(0.45, 0.2) + 0.25 * (lux < 100), 0, 1)),
        contrast=float(rng.uniform(0.13, 0.185)),
        toe=float(rng.uniform(1.6, 3.5)),
        shoulder=float(rng.uniform(1.6, 3.5)),
        crosstalk=float(rng.uniform(0.01, 0.07)),
        colour=float(rng.uniform(0.75, 1.15)),
        sharpen=float(rng.choice([rng.uniform(0, 0.4), rng.uniform(0.4, 1.1)])),
        radius=float(rng.uniform(0.7, 1.8)),
        blur=float(rng.choice([rng.uniform(0.2, 0.6), rng.uniform(0.6, 1.1)], p=[0.8, 0.2])),
        falloff=float(rng.uniform(0, 0.3)),
        quality=int(rng.integers(92, 98)),
    )


def film(x: Array, response: Response) -> Array:
    """Scene light to display light in [0, 1]: a sigmoid over stops about middle grey, in the manner of AgX.

    `contrast` is its slope at middle grey a stop, `toe` and `shoulder` how late it bends.
    """
    c = response.crosstalk
    mix = np.full((3, 3), c, np.float32) + np.eye(3, dtype=np.float32) * (1 - 3 * c)
    stops = np.log2(np.maximum(x @ mix.T, 1e-5) / 0.18)
    # Middle grey lands at 0.46 of the display's scale (sRGB-encoded 18 %); each side bends towards its end.
    room = np.where(stops < 0, 0.46, 0.54)
    power = np.where(stops < 0, response.toe, response.shoulder)
    s = response.contrast * np.abs(stops) / room
    y = 0.46 + np.sign(stops) * room * s / (1 + s**power) ** (1 / power)
    out = np.asarray(y, np.float32) @ np.linalg.inv(mix.astype(np.float64)).astype(np.float32).T
    return np.clip(out, 0, 1)


def _noise(shape: tuple[int, ...], rng: Generator) -> Array:
    out = np.empty(shape, np.float32)
    cv2.setRNGSeed(int(rng.integers(2**31)))
    cv2.randn(out, 0, 1)
    return out


def expose(linear: Array, response: Response) -> Array:
    """The light scaled so that a centre-weighted log mean falls on middle grey, clipped at the sensor's
    white.
    """
    h, w = linear.shape[:2]
    small = cv2.resize(linear, (64, 36), interpolation=cv2.INTER_AREA) @ np.array(
        [0.25, 0.6, 0.15], np.float32
    )
    y, x = np.mgrid[-1:1:36j, -1:1:64j]
    weight = np.exp(-(x**2 + y**2) * 0.9)
    mean = float(np.exp((np.log(np.maximum(small, 1e-4)) * weight).sum() / weight.sum()))
    # Dark and bright tables stay a little darker and brighter: a meter does not take all of it away.
    level = 0.18 * (mean / 0.18) ** 0.12 / mean
    x = linear * np.float32(level * 2**response.exposure)
    if response.falloff:
        r2 = (((np.arange(w) - w / 2) / (w / 2)) ** 2)[None] + (((np.arange(h) - h / 2) / (w / 2)) ** 2)[
            :, None
        ]
        x = x / (1 + response.falloff * r2[..., None].astype(np.float32)) ** 2
    return np.asarray(x, np.float32)


def develop(linear: Array, response: Response, rng: Generator) -> NDArray[np.uint8]:
    """Linear RGB radiance (H, W, 3) to an 8-bit BGR photograph; the same for the same state of `rng`. H and
    W are even.
    """
    h, w = linear.shape[:2]
    x = expose(np.maximum(linear, 0), response)
    if response.blur > 0.05:
        x = cv2.GaussianBlur(x, (0, 0), response.blur)
    raw = np.empty((h, w), np.float32)
    raw[0::2, 0::2], raw[0::2, 1::2] = x[0::2, 0::2, 0], x[0::2, 1::2, 1]
    raw[1::2, 0::2], raw[1::2, 1::2] = x[1::2, 0::2, 1], x[1::2, 1::2, 2]
    white = 4.0
    full = response.electrons * white
    e = np.clip(raw / white, 0, 1) * full
    e = e + np.sqrt(np.maximum(e, 0) + response.read_noise**2) * _noise((h, w), rng)
    digital = np.clip(e / full * 60000 + 2000, 0, 65535).astype(np.uint16)
    x = (cv2.cvtColor(digital, cv2.COLOR_BayerRGGB2RGB_EA).astype(np.float32) - 2000) / 60000 * white
    x = x * np.asarray(response.balance, np.float32)
    if response.denoise > 0.02:
        ycc = np.stack(
            [x @ np.array([0.25, 0.5, 0.25], np.float32), x[..., 0] - x[..., 1], x[..., 2] - x[..., 1]], -1
        )
        a = response.denoise
        light = cv2.bilateralFilter(np.sqrt(np.maximum(ycc[..., 0], 0)), 5, 0.05 * a + 0.004, 1.4) ** 2
        ycc[..., 0] += a * (light - ycc[..., 0])
        # Colour is smoothed harder, at half size: what noise is left shows as blotches.
        for k in (1, 2):
            half = cv2.GaussianBlur(
                cv2.resize(ycc[..., k], (w // 2, h // 2), interpolation=cv2.INTER_AREA), (0, 0), 0.3 + 1.3 * a
            )
            ycc[..., k] += a * (cv2.resize(half, (w, h)) - ycc[..., k])
        g = ycc[..., 0] - 0.25 * (ycc[..., 1] + ycc[..., 2])
        x = np.stack([g + ycc[..., 1], g, g + ycc[..., 2]], -1)
    y = film(np.maximum(x, 0), response)
    grey = y @ np.array([0.299, 0.587, 0.114], np.float32)
    y = grey[..., None] + response.colour * (y - grey[..., None])
    if response.sharpen:
        detail = np.clip(grey - cv2.GaussianBlur(grey, (0, 0), response.radius), -0.08, 0.08)
        y = y + response.sharpen * detail[..., None]
    return np.ascontiguousarray((np.clip(y, 0, 1) * 255 + 0.5).astype(np.uint8)[..., ::-1])


def jpeg(image: NDArray[np.uint8], quality: int) -> bytes:
    """A JPEG file with colour at half resolution (4:2:0)."""
    ok, data = cv2.imencode(
        ".jpg",
        image,
        [
            cv2.IMWRITE_JPEG_QUALITY,
            quality,
            cv2.IMWRITE_JPEG_SAMPLING_FACTOR,
            cv2.IMWRITE_JPEG_SAMPLING_FACTOR_420,
        ],
    )
    if not ok:
        raise RuntimeError("the JPEG encoder failed")
    return data.tobytes()

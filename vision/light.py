"""The colour of the light, from what is neutral in the scene."""

from __future__ import annotations

import cv2
import numpy as np

from vision.geometry import Floats, Pixels

FEATURES = 6
_LINEAR = ((np.arange(256) / 255) ** 2.2).astype(np.float32)
"""Linear light by sRGB level, nearly."""


def light_features(frame: Pixels) -> Floats:
    """Three estimates of the light's colour, each as log(R/G) and log(B/G): (6,).

    They are those of the mean (grey world), of the bright parts (white patch) and of the Minkowski mean of
    order 6 between them (shades of grey, Finlayson and Trezzi 2004), over pixels that are neither dark nor
    clipped, in linear light.
    """
    step = max(1, int(np.sqrt(frame.shape[0] * frame.shape[1] / 20_000)))
    bgr = frame[::step, ::step].reshape(-1, 3)
    top = bgr.max(1)
    use = bgr[(top < 0.985 * 255) & (top > 0.04 * 255)]
    linear = _LINEAR[use] if len(use) >= 50 else _LINEAR[bgr] + np.float32(1e-6)
    grey = linear.mean(0)
    luma = linear.sum(1)
    white = linear[luma >= np.percentile(luma, 95)].mean(0)
    shades = np.square(linear * linear * linear).mean(0) ** (1 / 6)
    out = [np.log(e[channel] / e[1]) for e in (grey, white, shades) for channel in (2, 0)]
    return np.clip(np.nan_to_num(np.asarray(out, np.float32)), -2, 2)


def in_white_light(frame: Pixels, light: Floats | None = None) -> Pixels:
    """The frame (H, W, 3) as if its light were whiter, by half the shades-of-grey estimate; `light` as
    `light_features(frame)` where it is known already.

    Half, since a table of brown wood is no sign of warm light.
    """
    red, blue = (light_features(frame) if light is None else light)[4:6] / 2
    gains = np.exp(-np.array([blue, 0.0, red], np.float64))
    gains /= max(float(gains.max()), 1e-6) ** 0.5
    levels = (np.arange(256) / 255) ** 2.2
    table = np.clip(levels[:, None] * gains[None], 0, 1) ** (1 / 2.2) * 255 + 0.5
    return np.asarray(cv2.LUT(frame, table.astype(np.uint8)[:, None, :]), np.uint8)

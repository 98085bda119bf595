"""Textures of the held-out test set, by other formulas than those of training. sRGB uint8 (H, W, 3), RGB
order.
"""

from __future__ import annotations

import colorsys
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from datasets.surfaces import Texture

Float = NDArray[np.float32]


def _bytes(x: NDArray[np.floating]) -> Texture:
    return np.clip(x, 0, 255).astype(np.uint8)


def turbulence(rng: Generator, size: int, slope: float = 1.8, stretch: float = 1.0) -> Float:
    """Noise with the spectrum 1 / f^slope, made by filtering white noise; mean 0, deviation 1; tiles
    without a seam.
    """
    fy, fx = np.fft.fftfreq(size)[:, None] * stretch, np.fft.rfftfreq(size)[None, :]
    f = np.hypot(fy, fx)
    f[0, 0] = 1.0
    spectrum = np.fft.rfft2(rng.standard_normal((size, size))) / f ** (slope / 1.0)
    spectrum[0, 0] = 0
    x = np.fft.irfft2(spectrum, (size, size))
    return (x / (x.std() + 1e-9)).astype(np.float32)


def shade(rng: Generator, dull: float = 0.6) -> Float:
    """A furnishing's colour: greys and earthy tones mostly."""
    h = float(rng.choice([rng.normal(0.08, 0.04), rng.random()], p=[0.5, 0.5])) % 1
    return (
        np.array(
            colorsys.hsv_to_rgb(h, float(rng.beta(1.4, 2.4)) * dull, float(rng.uniform(0.12, 0.97))),
            np.float32,
        )
        * 255
    )


def _blend(a: Float, b: Float, mask: NDArray[np.floating]) -> Float:
    m = np.clip(mask, 0, 1)[..., None]
    return (a * (1 - m) + b * m).astype(np.float32)


def plank(rng: Generator, size: int = 640) -> Texture:
    """Boards sawn from a trunk: distance to the pith, bent by turbulence, gives the growth rings."""
    y, x = np.mgrid[0:size, 0:size].astype(np.float32) / size
    light = (
        np.array(
            colorsys.hsv_to_rgb(
                float(rng.normal(0.085, 0.015)),
                float(rng.uniform(0.25, 0.65)),
                float(rng.uniform(0.35, 0.95)),
            ),
            np.float32,
        )
        * 255
    )
    dark = light * rng.uniform(0.5, 0.8, 3)
    boards = int(rng.integers(1, 7))
    board = np.minimum((y * boards).astype(int), boards - 1)
    pith = rng.uniform(-2, 2, boards)[board]
    bend = turbulence(rng, size, 2.2) * 0.05
    far = np.hypot((y * boards % 1) - pith * 0.8 + bend, (x - 0.5) * 0.12 + bend * 0.4)
    ring = (far * float(rng.uniform(14, 40))) % 1
    late = np.clip((ring - 0.5) * 2.2, 0, 1) ** 2 * (ring < 0.985)
    pores = np.clip(turbulence(rng, size, 0.6, 12.0) - 1.4, 0, 1)
    out = _blend(light, dark, late * 0.8 + pores * 0.3) * (1 + rng.normal(0, 0.09, boards)[board])[..., None]
    if boards > 1:
        out *= np.where(np.abs(y * boards % 1) < 0.012, 0.45, 1.0)[..., None]
    return _bytes(out)


def marble(rng: Generator, size: int = 640) -> Texture:
    """Veined stone: ridges of warped turbulence."""
    a, b = shade(rng, 0.3), shade(rng, 0.5)
    x = np.mgrid[0:size, 0:size][1].astype(np.float32) / size
    vein = 1 - np.abs(np.sin(2 * np.pi * (x * rng.integers(1, 4) + 0.25 * turbulence(rng, size, 1.9))))
    return _bytes(_blend(a, b, vein ** float(rng.uniform(4, 14)) * 0.8 + 0.08 * turbulence(rng, size, 1.2)))


def terrazzo(rng: Generator, size: int = 640) -> Texture:
    """Chips of several stones in cement, as cells round random points."""
    n = int(rng.integers(60, 500))
    points = rng.uniform(0, size, (n, 2)).astype(np.float32)
    palette = np.stack([shade(rng) for _ in range(5)])
    seeds = np.full((size, size), 255, np.uint8)
    seeds[points[:, 1].astype(int), points[:, 0].astype(int)] = 0
    far, index = cv2.distanceTransformWithLabels(seeds, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL)
    colour = palette[np.arange(index.max() + 1) * 7919 % 5][index]
    reach = rng.uniform(0.2, 1.0, index.max() + 1)[index] * size / np.sqrt(n) * 0.55
    return _bytes(
        np.where((far < reach)[..., None], colour, shade(rng, 0.3))
        * (1 + 0.03 * rng.standard_normal((size, size, 1)))
    )


def linen(rng: Generator, size: int = 640) -> Texture:
    """Cloth of single threads, over and under, in one tone, in stripes or as a tartan."""
    threads = int(rng.integers(60, 130))
    y, x = np.mgrid[0:size, 0:size].astype(np.float32) * threads / size
    base = shade(rng)
    sett = np.tile(base, (threads, 1))
    kind = int(rng.integers(3))
    for _ in range(int(rng.integers(1, 5)) if kind else 0):
        at, wide = int(rng.integers(threads)), int(rng.integers(1, threads // 4))
        sett[at : at + wide] = shade(rng, 0.9)
    weft = sett if kind == 2 else np.tile(base * float(rng.uniform(0.85, 1.1)), (threads, 1))
    over = ((x.astype(int) + y.astype(int)) % 2).astype(bool)
    out = np.where(over[..., None], sett[x.astype(int) % threads], weft[y.astype(int) % threads])
    bow = np.where(over, np.abs(np.sin(np.pi * x)), np.abs(np.sin(np.pi * y)))
    return _bytes(out * (0.78 + 0.26 * bow + 0.04 * turbulence(rng, size, 1.0))[..., None])


def felt(rng: Generator, size: int = 640) -> Texture:
    """A gaming mat, baize or carpet: short fibres strewn every way."""
    base = shade(rng, 0.9)
    fibre = sum(
        cv2.GaussianBlur(rng.standard_normal((size, size)).astype(np.float32), (0, 0), sigmaX=a, sigmaY=b)
        * np.sqrt(a * b)
        for a, b in ((0.6, 3.0), (3.0, 0.6), (1.2, 1.2))
    )
    return _bytes(
        base * (1 + float(rng.uniform(0.03, 0.16)) * fibre + 0.04 * turbulence(rng, size, 1.6))[..., None]
    )


def tiles(rng: Generator, size: int = 640) -> Texture:
    """Glazed tiles with grout, or a checked oilcloth."""
    n = int(rng.integers(2, 9)) * 2
    y, x = np.mgrid[0:size, 0:size].astype(np.float32) * n / size
    a, b = shade(rng, 0.9), shade(rng, 0.9)
    if rng.random() < 0.5:
        b = a * 0.97
    out = (
        np.where(((x.astype(int) + y.astype(int)) % 2)[..., None] == 0, a, b)
        * (1 + rng.normal(0, 0.04, (n, n)))[y.astype(int), x.astype(int)][..., None]
    )
    if rng.random() < 0.6:
        grout = (np.minimum(x % 1, y % 1) < 0.045)[..., None]
        out = np.where(grout, shade(rng, 0.2), out)
    return _bytes(out)


def laminate(rng: Generator, size: int = 320) -> Texture:
    """A plain top: white, grey, black or lacquered, with faint wear."""
    base = np.full(3, rng.uniform(15, 250), np.float32) if rng.random() < 0.6 else shade(rng, 0.8)
    return _bytes(
        base * (1 + 0.012 * turbulence(rng, size, 0.7) + 0.02 * turbulence(rng, size, 2.0))[..., None]
    )


def table_top(rng: Generator, folders: tuple[Path, ...]) -> tuple[Texture, float]:
    """A table's surface and the width in mm that one repeat of it covers."""
    files = [
        f
        for folder in folders
        if folder.is_dir()
        for f in sorted(folder.iterdir())
        if f.suffix.lower() in (".jpg", ".png")
    ]
    if files and rng.random() < 0.3:
        image = cv2.imdecode(np.fromfile(files[int(rng.integers(len(files)))], np.uint8), cv2.IMREAD_COLOR)
        if image is not None:
            photo = np.rot90(
                cv2.resize(image, (896, 896), interpolation=cv2.INTER_AREA)[..., ::-1], int(rng.integers(4))
            )
            tint = np.exp(rng.normal(0, 0.18) + rng.normal(0, 0.05, 3))
            return _bytes(photo * tint), float(rng.uniform(500, 1300))
    make = [plank, plank, marble, terrazzo, linen, linen, felt, tiles, laminate, laminate][
        int(rng.integers(10))
    ]
    scale = {
        plank: (350, 1100),
        marble: (500, 1500),
        terrazzo: (250, 700),
        linen: (90, 260),
        felt: (150, 400),
        tiles: (200, 900),
    }
    return make(rng), float(rng.uniform(*scale.get(make, (300, 900))))


def paint(rng: Generator, base: Float, size: int = 96) -> Texture:
    """A piece's paint: brushed, worn at random spots, or with the wood's grain shining through."""
    amount = float(rng.uniform(0.01, 0.09))
    grain = turbulence(rng, size, 0.9, float(rng.choice([1.0, 6.0])))
    worn = np.clip(turbulence(rng, size, 1.5) - float(rng.uniform(1.6, 3.2)), 0, 1)
    wood = np.array([205, 170, 125], np.float32)
    return _bytes(_blend(base * (1 + amount * grain)[..., None], wood, worn * 0.6))


def stick(rng: Generator, base: Float) -> Texture:
    """Bamboo with its fibres and, now and then, a node."""
    u = np.linspace(0, 1, 256)[None, :, None]
    fibre = rng.normal(0, 0.07, (24, 1, 1)) + rng.normal(0, 0.02, (24, 256, 1))
    node = 1 - 0.3 * np.exp(-(((u - float(rng.uniform(0, 1))) / 0.006) ** 2)) * (rng.random() < 0.4)
    # The tube runs its texture's rows round the stick and its columns along it.
    return _bytes(np.asarray(base) * (1 + fibre) * node)


def tape(rng: Generator, base: Float) -> Texture:
    """Tape wound round the handle, with its seam and a gloss or weave."""
    y, x = np.mgrid[0:32, 0:128].astype(np.float32)
    seam = np.where(
        (x / 128 * int(rng.integers(2, 6)) + y / 32) % 1 < 0.06, float(rng.uniform(0.75, 0.95)), 1.0
    )
    return _bytes(np.asarray(base) * seam[..., None] * (1 + 0.03 * rng.standard_normal((32, 128, 1))))


def strip_print(rng: Generator, base: Float, stripe: Float) -> Texture:
    """A strip's colours: streaks of fat, stripes, bars, dots or a seamed edge; holes punched for the stick
    (64 x 288 px).
    """
    h, w = 64, 288
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    kind = int(rng.choice(5, p=[0.3, 0.25, 0.2, 0.15, 0.1]))
    if kind == 0:  # streaks with ragged edges
        ragged = turbulence(rng, 288, 1.6, 5.0)[:h]
        centre = np.sin(
            y / h * np.pi * 2 * float(rng.uniform(1.3, 2.6)) + ragged * 0.5 + float(rng.uniform(0, 6))
        )
        mask = centre > float(rng.uniform(0.0, 0.5))
    elif kind == 1:  # stripes of unequal width
        cuts = np.sort(rng.uniform(0.08, 0.92, 2 * int(rng.integers(1, 4))))
        mask = np.zeros((h, w), bool)
        for a, b in cuts.reshape(-1, 2):
            mask |= (y / h > a) & (y / h < max(b, a + 0.08))
    elif kind == 2:  # bars across
        period = w / float(rng.uniform(6, 13))
        mask = (x + float(rng.uniform(-0.4, 0.4)) * y) % period < period * float(rng.uniform(0.3, 0.55))
    elif kind == 3:  # a grid of dots, staggered
        p = float(rng.uniform(14, 26))
        mask = np.hypot((x + (y // p % 2) * p / 2) % p - p / 2, y % p - p / 2) < p * float(
            rng.uniform(0.22, 0.38)
        )
    else:  # an edge of the other colour
        mask = np.minimum(y, h - y) < h * float(rng.uniform(0.14, 0.26))
    out = _blend(
        np.asarray(base, np.float32),
        np.asarray(stripe, np.float32),
        cv2.GaussianBlur(mask.astype(np.float32), (0, 0), 0.8),
    )
    if rng.random() < 0.5:  # the holes that are not in use, seen dark
        for u in (5, 15, 55, 65):
            far = np.hypot(x - u / 70 * w, (y - h / 2) * 1.0)
            out = _blend(out, out * 0.3, np.clip((8.5 - far) / 1.5, 0, 1))
    nap = cv2.GaussianBlur(rng.standard_normal((h, w)).astype(np.float32), (0, 0), 0.7)
    return _bytes(out * (1 + 0.09 * nap)[..., None])


def plate_print(rng: Generator, size: int = 512) -> Texture:
    """A plate seen from above: glaze or card, with rings, a rim of colour, or petals."""
    base = (
        np.array([rng.uniform(205, 252)] * 3, np.float32) + rng.normal(0, 5, 3)
        if rng.random() < 0.65
        else shade(rng, 0.8)
    )
    y, x = (np.mgrid[0:size, 0:size].astype(np.float32) - size / 2) / (size / 2)
    far, angle = np.hypot(x, y), np.arctan2(y, x)
    out = np.tile(base.astype(np.float32), (size, size, 1))
    kind = int(rng.integers(5))
    ink = shade(rng, 1.0)
    if kind == 1:
        out = _blend(out, ink, (far > float(rng.uniform(0.78, 0.95))).astype(np.float32))
    elif kind == 2:
        for at in rng.uniform(0.4, 0.96, int(rng.integers(1, 4))):
            out = _blend(out, ink, (np.abs(far - at) < float(rng.uniform(0.004, 0.02))).astype(np.float32))
    elif kind == 3:
        petals = 0.86 + 0.07 * np.cos(angle * int(rng.integers(8, 30)))
        out = _blend(out, ink, ((far > petals) & (far < 0.96)).astype(np.float32))
    return _bytes(out * (1 + 0.008 * turbulence(rng, size, 1.5))[..., None])


def rings(rng: Generator, size: int = 512) -> Texture:
    """A slice of a trunk or a turned board."""
    return plank(rng, size) if rng.random() < 0.6 else _bytes(plank(rng, size) * np.array([0.85, 0.75, 0.7]))


def slate(rng: Generator, size: int = 384) -> Texture:
    """Slate or dark stoneware."""
    base = np.full(3, rng.uniform(35, 95)) + rng.normal(0, 4, 3)
    return _bytes(base * (1 + 0.12 * turbulence(rng, size, 1.3, 2.5))[..., None])


def cover(rng: Generator, size: int = 256) -> Texture:
    """Print on a book, box, screen or playing card: columns of text, pictures as blobs, gradients."""
    a, b = shade(rng, 1.0), shade(rng, 1.0)
    y, x = np.mgrid[0:size, 0:size].astype(np.float32) / size
    out = _blend(np.tile(a, (size, size, 1)), b, y if rng.random() < 0.4 else np.zeros_like(y))
    for _ in range(int(rng.integers(0, 4))):
        blob = turbulence(rng, size, 2.4)
        out = _blend(out, shade(rng, 1.0), np.clip((blob - float(rng.uniform(0.4, 1.6))) * 8, 0, 1))
    if rng.random() < 0.7:
        ink = np.full(3, 20.0 if out.mean() > 120 else 235.0, np.float32)
        top, left, wide, line = (
            rng.uniform(0.05, 0.5),
            rng.uniform(0.05, 0.4),
            rng.uniform(0.3, 0.6),
            rng.uniform(0.02, 0.07),
        )
        rows = ((y - top) / line).astype(int)
        dash = rng.random((80, 64)) < 0.8
        inside = (
            (y > top)
            & (y < top + line * 12)
            & (x > left)
            & (x < left + wide)
            & ((y - top) % line < line * 0.55)
        )
        inside &= dash[np.clip(rows, 0, 79), np.clip((x * 64).astype(int), 0, 63)]
        out = _blend(out, ink, inside.astype(np.float32))
    return _bytes(out)


def pips(rng: Generator, size: int = 256) -> Texture:
    """A playing card of an ordinary deck."""
    out = np.full((size, size, 3), int(rng.uniform(225, 253)), np.uint8)
    ink = (175, 25, 35) if rng.random() < 0.5 else (25, 25, 30)
    if rng.random() < 0.25:
        m = size // 9
        out[m:-m, m:-m] = cover(rng, size - 2 * m)
        return out
    n = int(rng.integers(2, 11))
    for k in range(n):
        c = (int(size * (0.32 + 0.36 * (k % 2))), int(size * (0.14 + 0.72 * (k // 2 + 0.5) / ((n + 1) // 2))))
        if ink[0] > 100:
            cv2.ellipse(out, (c[0] - 8, c[1]), (9, 9), 0, 0, 360, ink, -1)
            cv2.ellipse(out, (c[0] + 8, c[1]), (9, 9), 0, 0, 360, ink, -1)
            cv2.fillPoly(
                out, [np.array([[c[0] - 17, c[1] + 3], [c[0] + 17, c[1] + 3], [c[0], c[1] + 24]])], ink
            )
        else:
            cv2.fillPoly(
                out,
                [np.array([[c[0], c[1] - 18], [c[0] + 16, c[1]], [c[0], c[1] + 18], [c[0] - 16, c[1]]])],
                ink,
            )
    for at in ((8, 34), (size - 42, size - 12)):
        cv2.putText(out, str(n), at, cv2.FONT_HERSHEY_TRIPLEX, 1.0, ink, 2, cv2.LINE_AA)
    return out

"""Textures drawn from a seed: table tops, plates, fabrics and prints. All are sRGB uint8 (H, W, 3), RGB
order."""

from __future__ import annotations

import colorsys
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Texture = NDArray[np.uint8]


def solid(rgb: NDArray[np.float32] | tuple[float, float, float]) -> Texture:
    """A one-pixel texture of an sRGB colour in [0, 255]."""
    return np.clip(np.asarray(rgb, np.float32), 0, 255).astype(np.uint8).reshape(1, 1, 3)


def any_colour(rng: Generator, saturation: float = 1.0) -> NDArray[np.float32]:
    """Any sRGB colour in [0, 255], with greys, whites and woods as common as on real tables."""
    if rng.random() < 0.35:
        return np.full(3, rng.uniform(20, 250), np.float32) + rng.normal(0, 6, 3).astype(np.float32)
    h, s, v = rng.random(), rng.beta(1.5, 2.0) * saturation, rng.uniform(0.15, 1.0)
    return np.array(colorsys.hsv_to_rgb(h, s, v), np.float32) * 255


def noise(
    rng: Generator, shape: tuple[int, int], scale: tuple[float, float], octaves: int = 4
) -> NDArray[np.float32]:
    """Smooth value noise in about [-1, 1]; `scale` is the cell count across (width, height) of the first
    octave."""
    out = np.zeros(shape, np.float32)
    amplitude, total = 1.0, 0.0
    for k in range(octaves):
        w = max(2, min(shape[1], round(scale[0] * 2**k)))
        h = max(2, min(shape[0], round(scale[1] * 2**k)))
        cells = rng.uniform(-1, 1, (h, w)).astype(np.float32)
        out += amplitude * cv2.resize(cells, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)
        total += amplitude
        amplitude *= 0.55
    return out / total


def _tint(base: NDArray[np.float32], amount: NDArray[np.float32], other: NDArray[np.float32]) -> Texture:
    a = np.clip(amount, 0, 1)[..., None]
    return np.clip(base * (1 - a) + other * a, 0, 255).astype(np.uint8)


def wood(rng: Generator, size: int = 512) -> Texture:
    """Planks with grain, from pale birch to dark walnut."""
    hue = rng.uniform(0.04, 0.11)
    v = rng.uniform(0.25, 0.95)
    light = np.array(colorsys.hsv_to_rgb(hue, rng.uniform(0.2, 0.65), v), np.float32) * 255
    dark = light * rng.uniform(0.45, 0.85)
    grain = noise(rng, (size, size), (rng.uniform(1, 3), rng.uniform(20, 60)), 4)
    rings = np.sin(noise(rng, (size, size), (1.5, 4), 2) * rng.uniform(10, 40)) * 0.5
    out = _tint(light, 0.5 + 0.5 * grain + 0.3 * rings, dark).astype(np.float32)
    planks = int(rng.integers(0, 7))
    for k in range(1, planks):
        y = size * k // planks
        out[y : y + max(1, size // 250)] *= rng.uniform(0.3, 0.7)
        out[y : size * (k + 1) // planks] *= rng.uniform(0.9, 1.1)
    return np.clip(out, 0, 255).astype(np.uint8)


def cloth(rng: Generator, size: int = 512) -> Texture:
    """Woven, checked, striped or dotted table cloth."""
    a, b = any_colour(rng), any_colour(rng)
    y, x = np.mgrid[0:size, 0:size].astype(np.float32)
    period = rng.uniform(8, 90)
    kind = rng.integers(4)
    if kind == 0:
        mix = (np.sin(x * 2 * np.pi / period) > 0) * 0.5 + (np.sin(y * 2 * np.pi / period) > 0) * 0.5
    elif kind == 1:
        mix = (np.sin(x * 2 * np.pi / period) > rng.uniform(-0.6, 0.6)).astype(np.float32)
    elif kind == 2:
        mix = (
            np.hypot(x % period - period / 2, y % period - period / 2) < period * rng.uniform(0.1, 0.4)
        ).astype(np.float32)
    else:
        mix = np.zeros((size, size), np.float32)
    out = _tint(a, mix.astype(np.float32), b).astype(np.float32)
    weave = np.sin(x * rng.uniform(0.8, 2.5)) * np.sin(y * rng.uniform(0.8, 2.5))
    out *= (
        1
        + rng.uniform(0, 0.12) * weave[..., None]
        + rng.uniform(0, 0.1) * noise(rng, (size, size), (6, 6))[..., None]
    )
    return np.clip(out, 0, 255).astype(np.uint8)


def speckle(rng: Generator, size: int = 512) -> Texture:
    """Carpet, stone, terrazzo, worn laminate."""
    a, b = any_colour(rng, 0.6), any_colour(rng, 0.6)
    grain = rng.uniform(-1, 1, (size, size)).astype(np.float32)
    grain = cv2.GaussianBlur(grain, (0, 0), rng.uniform(0.5, 4.0))
    grain /= grain.std() + 1e-6
    return _tint(a, 0.5 + rng.uniform(0.1, 0.5) * grain + 0.3 * noise(rng, (size, size), (3, 3)), b)


def plain(rng: Generator, size: int = 256) -> Texture:
    """A nearly uniform top with faint stains."""
    a = any_colour(rng)
    return _tint(a, 0.5 + 0.5 * noise(rng, (size, size), (3, 3)), a * rng.uniform(0.8, 1.0))


def print_(rng: Generator, size: int = 256) -> Texture:
    """Somebody's print: boxes, discs, lines and letters in many colours (packaging, phones, foreign cards,
    books)."""
    out = np.tile(any_colour(rng), (size, size, 1)).astype(np.uint8)
    for _ in range(int(rng.integers(2, 16))):
        colour = tuple(int(c) for c in np.clip(any_colour(rng), 0, 255))
        p, q = rng.integers(0, size, 2), rng.integers(0, size, 2)
        kind = rng.integers(5)
        thick = int(rng.choice([-1, 2, 4, 8]))
        if kind == 0:
            cv2.rectangle(out, p.tolist(), q.tolist(), colour, thick)
        elif kind == 1:
            cv2.circle(out, p.tolist(), int(rng.integers(4, size // 3)), colour, thick)
        elif kind == 2:
            cv2.line(out, p.tolist(), q.tolist(), colour, int(rng.integers(1, 14)))
        elif kind == 3:
            text = "".join(rng.choice(list("ABCDEFGHKLMNRSTUWXYZ0123456789&?"), int(rng.integers(1, 9))))
            cv2.putText(
                out,
                text,
                p.tolist(),
                cv2.FONT_HERSHEY_DUPLEX,
                float(rng.uniform(0.5, 3)),
                colour,
                int(rng.integers(1, 6)),
                cv2.LINE_AA,
            )
        else:
            cv2.fillPoly(out, [rng.integers(0, size, (int(rng.integers(3, 7)), 2)).astype(np.int32)], colour)
    return out


def playing_card(rng: Generator, size: int = 256) -> Texture:
    """A rectangular card with pips, or with a drawing, in the manner of any deck: not one of ours."""
    out = np.full((size, size, 3), rng.uniform(220, 255), np.uint8)
    if rng.random() < 0.3:
        m = size // 10
        out[m:-m, m:-m] = cv2.resize(print_(rng, 128), (size - 2 * m, size - 2 * m))
        return out
    colour = (190, 20, 30) if rng.random() < 0.5 else (20, 20, 25)
    symbol, n = int(rng.integers(3)), int(rng.integers(1, 11))
    cols = 1 if n < 4 else 2
    for k in range(n):
        x = int(size * (0.5 if cols == 1 else 0.3 + 0.4 * (k % 2)))
        y = int(size * (0.15 + 0.7 * (k // cols + 0.5) / max(1, (n + cols - 1) // cols)))
        r = size // 14
        if symbol == 0:
            cv2.circle(out, (x, y), r, colour, -1, cv2.LINE_AA)
        elif symbol == 1:
            cv2.fillPoly(
                out, [np.array([[x, y - r], [x + r, y], [x, y + r], [x - r, y]])], colour, cv2.LINE_AA
            )
        else:
            cv2.fillPoly(
                out,
                [np.array([[x, y + r], [x + r, y - r // 2], [x, y], [x - r, y - r // 2]])],
                colour,
                cv2.LINE_AA,
            )
    for x, y in ((size // 20, size // 8), (size - size // 6, size - size // 20)):
        cv2.putText(out, str(n), (x, y), cv2.FONT_HERSHEY_DUPLEX, size / 300, colour, 2, cv2.LINE_AA)
    return out


def table_top(rng: Generator, folders: list[Path]) -> Texture:
    """A table's surface: one of the photographs in `folders` where there are any, else drawn."""
    files = [f for folder in folders if folder.is_dir() for f in sorted(folder.glob("*.jpg"))]
    if files and rng.random() < 0.25:
        image = cv2.imdecode(np.fromfile(files[int(rng.integers(len(files)))], np.uint8), cv2.IMREAD_COLOR)
        if image is not None:
            return np.ascontiguousarray(cv2.resize(image, (512, 512))[..., ::-1])
    return [wood, wood, cloth, speckle, plain, plain][int(rng.integers(6))](rng)


def painted(rng: Generator, base: NDArray[np.float32], grain: float) -> Texture:
    """A wooden piece's face (64 x 64 px): a coat of paint that lets more or less of the grain through, with
    blotches, brush marks and, now and then, places worn down to the wood or rubbed dark.

    Args:
        grain: how strongly brightness varies, as a share.
    """
    side = 64
    blotches = noise(rng, (side, side), (3, 3), 3)
    fine = rng.standard_normal((side, side)).astype(np.float32)
    out = base * (1 + grain * (0.7 * blotches + 0.4 * fine))[..., None]
    if rng.random() < 0.6:  # fibres, straight or round a knot
        streaks = noise(rng, (side, side), (float(rng.uniform(1, 2.5)), float(rng.uniform(9, 30))), 2)
        if rng.random() < 0.3:
            y, x = np.mgrid[0:side, 0:side].astype(np.float32) / side
            far = np.hypot(x - rng.uniform(-0.5, 1.5), (y - rng.uniform(-0.5, 1.5)) * rng.uniform(0.5, 2))
            streaks = np.sin(far * rng.uniform(20, 70) + 2 * blotches).astype(np.float32)
        if rng.random() < 0.5:
            streaks = streaks.T
        depth = 0.03 + 0.2 * float(rng.random()) ** 2
        out = out * (1 + depth * np.minimum(streaks, rng.uniform(0.1, 1.0)))[..., None]
    if rng.random() < 0.3:
        bare = np.array([210, 172, 128], np.float32) if rng.random() < 0.6 else base * rng.uniform(0.3, 0.7)
        spots = np.clip((noise(rng, (side, side), (4, 4), 3) - rng.uniform(0.25, 0.6)) * 6, 0, 1)[..., None]
        out = out * (1 - 0.7 * spots) + bare * 0.7 * spots
    return np.clip(out, 0, 255).astype(np.uint8)


def fibres(rng: Generator, base: NDArray[np.float32]) -> Texture:
    """A stick: fibres along it (rows), and nodes across (16 x 128 px)."""
    h, w = 16, 128
    amount = float(rng.uniform(0, 0.12))
    along = rng.standard_normal((h, 1, 1)) + 0.4 * rng.standard_normal((h, w, 1))
    out = base * (1 + amount * along)
    for _ in range(int(rng.choice([0, 1, 2], p=[0.6, 0.3, 0.1]))):
        x = int(rng.integers(2, w - 2))
        out[:, x : x + 2] *= rng.uniform(0.5, 0.9)
    return np.clip(out, 0, 255).astype(np.uint8)


def strip(rng: Generator, base: NDArray[np.float32], stripe: NDArray[np.float32]) -> Texture:
    """A topping strip's print: wavy or straight stripes, bars, spots, an edge of the second colour, or plain
    with a few flecks (32 x 128 px)."""
    h, w = 32, 128
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    y, x = y / h, x / w
    kind = rng.choice(6, p=[0.3, 0.25, 0.15, 0.13, 0.1, 0.07])
    soft = float(rng.uniform(0.6, 4.0)) / h
    if kind == 0:
        wave = np.sin(x * 2 * np.pi * rng.uniform(1.5, 5) + rng.uniform(0, 6)) * rng.uniform(0.01, 0.13)
        wave += noise(rng, (h, w), (rng.uniform(3, 14), 2), 2) * rng.uniform(0, 0.12)
        signed = np.sin((y + wave) * np.pi * 2 * rng.uniform(1.0, 3.3) + rng.uniform(0, 6.28))
        signed = (signed - rng.uniform(-0.4, 0.55)) * 0.16
    elif kind == 1:
        signed = np.full((h, w), -1.0, np.float32)
        for _ in range(int(rng.integers(1, 4))):
            signed = np.maximum(signed, rng.uniform(0.05, 0.22) - np.abs(y - rng.uniform(0, 1)))
    elif kind == 2:
        lean = (x * w / h + y * rng.uniform(-0.8, 0.8)) * rng.uniform(1.2, 3.5)
        signed = (np.sin(lean * 2 * np.pi) - rng.uniform(-0.3, 0.5)) * 0.12
    elif kind == 3:
        signed = np.full((h, w), -1.0, np.float32)
        for _ in range(int(rng.integers(5, 22))):
            far = np.hypot((x - rng.uniform(0, 1)) * w / h, y - rng.uniform(0, 1))
            signed = np.maximum(signed, rng.uniform(0.05, 0.2) - far)
    elif kind == 4:
        signed = np.abs(y - 0.5) - rng.uniform(0.2, 0.42)
    else:
        signed = noise(rng, (h, w), (16, 5), 2) - rng.uniform(0.3, 0.8)
    mask = np.clip(signed / soft + 0.5, 0, 1)[..., None]
    out = base * (1 - mask) + stripe * mask
    if rng.random() < 0.35:  # holes for the stick, most of them unused
        for at in (0.08, 0.22, 0.78, 0.92):
            out *= np.where(np.hypot((x - at) * w / h, y - 0.5) < rng.uniform(0.08, 0.16), 0.35, 1.0)[
                ..., None
            ]
    out *= 1 + rng.uniform(0.01, 0.12) * rng.standard_normal((h, w, 1))
    return np.clip(out, 0, 255).astype(np.uint8)


def ornament(rng: Generator, texture: Texture) -> Texture:
    """A plate's printed border or flower: a motif that is repeated round the middle of a square texture."""
    size = texture.shape[0]
    y, x = (np.mgrid[:size, :size] - (size - 1) / 2) / (size / 2)
    r, turn = np.hypot(x, y), np.arctan2(y, x) + float(rng.uniform(0, 2 * np.pi))
    count = int(rng.integers(5, 41))
    phase = (turn * count / (2 * np.pi)) % 1.0
    wave = np.abs(phase * 2 - 1) if rng.random() < 0.5 else (1 + np.cos(phase * 2 * np.pi)) / 2
    inner = float(rng.uniform(0.2, 0.85))
    width = float(rng.uniform(0.05, 0.3))
    motif = rng.integers(6)
    if motif == 0:  # a wavy or jagged border, to the rim or as a band
        edge = inner + width * wave
        mask = (r > edge) & ((r < edge + width) | bool(rng.random() < 0.5))
    elif motif == 1:  # every other sector of a ring
        mask = (r > inner) & (r < inner + width) & (phase < float(rng.uniform(0.3, 0.7)))
    elif motif == 2:  # dots
        step = 2 * np.pi * (inner + width / 2) / count
        mask = np.hypot((phase - 0.5) * step, r - inner - width / 2) < min(width, step) * float(
            rng.uniform(0.2, 0.5)
        )
    elif motif == 3:  # spokes or petals from the middle
        mask = (r < inner) & (wave > float(rng.uniform(0.5, 0.9)))
    elif motif == 4:  # seams of boards, or thin lines drawn across
        lean = float(rng.uniform(0, np.pi))
        mask = (x * np.cos(lean) + y * np.sin(lean)) * rng.uniform(0.8, 5) % 1 < rng.uniform(0.01, 0.08)
    else:  # stripes or checks all over
        scale = float(rng.uniform(6, 30))
        mask = (np.floor(x * scale) + (np.floor(y * scale) if rng.random() < 0.5 else 0)) % 2 == 0
    out = texture.copy()
    out[mask] = np.clip(np.asarray(any_colour(rng)), 0, 255).astype(np.uint8)
    return out

"""What surrounds a table: an environment map of linear RGB radiance, from a photograph (HDR) or drawn."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.world import Lamp, World

Array = NDArray[np.float32]
HELD_OUT = ("potsdamer_platz_1k.hdr", "empty_warehouse_01_1k.hdr", "adams_place_bridge_1k.hdr")
"""Environment maps that only the held-out test set may use."""
TRAINING = ("lebombo_1k.hdr", "st_fagans_interior_1k.hdr", "studio_small_03_1k.hdr")
SIZE = (512, 256)
LUMINANCE = np.array([0.2126, 0.7152, 0.0722], np.float32)


def directions(size: tuple[int, int] = SIZE) -> Array:
    """Unit directions (H, W, 3) of a map's pixels: rows from the zenith down, columns counter-clockwise
    from +x, z up.
    """
    w, h = size
    theta = (np.arange(h, dtype=np.float32) + 0.5) / h * np.pi
    phi = (np.arange(w, dtype=np.float32) + 0.5) / w * 2 * np.pi
    s = np.sin(theta)[:, None]
    return np.stack(
        [s * np.cos(phi), s * np.sin(phi), np.broadcast_to(np.cos(theta)[:, None], (h, w))], -1
    ).astype(np.float32)


def ambient(image: Array) -> Array:
    """Mean radiance (3,) that a surface facing up receives: irradiance / pi."""
    d = directions((image.shape[1], image.shape[0]))
    weight = np.maximum(d[..., 2], 0) * np.sqrt(np.maximum(1 - d[..., 2] ** 2, 0))
    return ((image * weight[..., None]).sum((0, 1)) / weight.sum()).astype(np.float32)


def drawn(seed: int, sky: Array, ground: Array) -> Array:
    """A room or a sky: a gradient with a few bright windows."""
    rng = np.random.default_rng([seed, 0xE27])
    d = directions()
    up = np.clip(d[..., 2:] * 0.5 + 0.5, 0, 1)
    image = ground * (1 - up) + sky * up
    azimuth = np.arctan2(d[..., 1], d[..., 0])
    height = np.arcsin(np.clip(d[..., 2], -1, 1))
    for _ in range(int(rng.integers(0, 4))):
        far = np.abs((azimuth - rng.uniform(-np.pi, np.pi) + np.pi) % (2 * np.pi) - np.pi)
        inside = (far < rng.uniform(0.1, 0.45)) & (
            np.abs(height - rng.uniform(0.15, 0.7)) < rng.uniform(0.1, 0.35)
        )
        image = np.where(inside[..., None], sky * float(rng.uniform(3, 9)), image)
    return cv2.GaussianBlur(image.astype(np.float32), (0, 0), 2.0)


def photographed(file: Path) -> Array:
    """An HDR file as linear RGB (256, 512, 3), its fiercest points tamed so that few samples suffice."""
    image = cv2.imdecode(np.fromfile(file, np.uint8), cv2.IMREAD_UNCHANGED)
    if image is None or image.ndim != 3:
        raise ValueError(f"{file} is not an HDR picture")
    small = cv2.resize(image[..., :3].astype(np.float32), SIZE, interpolation=cv2.INTER_AREA)[..., ::-1]
    # cv2 has BGR; our columns run the other way round from a photograph's.
    small = np.ascontiguousarray(small[:, ::-1])
    return np.minimum(small, 60 * small.mean()).astype(np.float32)


def environment(world: World, folder: Path | None = None) -> Array:
    """The map (256, 512, 3) round a world, brought to the strength of its `sky`.

    `world.meta["environment"]` names the file of an HDR picture in `folder`, with a turn about z in radians
    and how far (0 to 1) the sky's colour tints it; without a file, or where it is absent, the surroundings
    are drawn.
    """
    about = world.meta.get("environment")
    about = about if isinstance(about, dict) else {}
    sky, ground = np.asarray(world.sky, np.float32), np.asarray(world.ground, np.float32)
    name = about.get("hdri")
    if not (name and folder and (folder / name).is_file()):
        seed = world.meta.get("seed", 0)
        return drawn(int(seed) if isinstance(seed, int) else 0, sky, ground)
    image = photographed(folder / name)
    image = np.roll(image, int(about.get("turn", 0.0) / (2 * np.pi) * image.shape[1]), 1)
    mean = ambient(image)
    tint = sky / max(float(sky @ LUMINANCE), 1e-6)
    neutral = mean / max(float(mean @ LUMINANCE), 1e-6)
    amount = float(about.get("tint", 0.5))
    image = image * (tint / neutral) ** amount
    return (image * float(sky @ LUMINANCE) / max(float(ambient(image) @ LUMINANCE), 1e-6)).astype(np.float32)


def area_of(lamp: Lamp, distance: float = 1400.0) -> tuple[Array, Array, float]:
    """A lamp as a square area light: centre (3,) mm, radiance (3,) and side in mm.

    Its light at the origin is that of `lamp`: irradiance pi times `colour` on a surface facing it.
    """
    side = float(np.clip(2 * lamp.softness * distance, 60.0, 1000.0))
    centre = np.asarray(lamp.direction, np.float32) * distance
    return centre, np.asarray(lamp.colour, np.float32) * np.float32(np.pi * distance**2 / side**2), side

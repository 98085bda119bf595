"""The renderer-neutral scene from which every engine draws and every label is computed.

Lengths are in mm, z is up, the table top is z = 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from datasets import surfaces
from datasets.camera import Camera, Sensor
from datasets.pieces import (
    Part,
    Thing,
)

Array = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Lamp:
    """A distant light: unit `direction` towards it, linear RGB `colour`, `softness` of its shadow in mm of
    blur per mm of height."""

    direction: tuple[float, float, float]
    colour: tuple[float, float, float]
    softness: float = 0.1


@dataclass(frozen=True, slots=True)
class World:
    """Everything on and over one table, and the camera that looks at it."""

    parts: tuple[Part, ...]
    things: tuple[Thing, ...]
    camera: Camera
    lamps: tuple[Lamp, ...]
    sky: tuple[float, float, float]
    ground: tuple[float, float, float]
    sensor: Sensor
    backdrop: surfaces.Texture | None = None
    meta: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Recipe:
    """What tables to draw: the set's base colours (sRGB 0-255), card faces (RGB), and which photographs may
    be used."""

    cubes: Mapping[str, tuple[float, float, float]]
    strips: Mapping[str, tuple[tuple[float, float, float], tuple[float, float, float]]]
    handle: tuple[float, float, float]
    faces: Mapping[str, surfaces.Texture]
    orders: Mapping[str, tuple[str, ...]]
    back: surfaces.Texture | None = None
    photo_folders: tuple[Path, ...] = ()
    backdrops: tuple[Path, ...] = ()
    cube_px: tuple[float, float] = (18.0, 76.0)
    size: tuple[int, int] = (1280, 720)
    backdrop_share: float = 0.25
    empty_share: float = 0.08
    handle_share: float = 0.85


def circle_points(x: float, y: float, radius: float, z: float) -> Array:
    """48 points of a horizontal circle, (48, 3)."""
    t = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    return np.column_stack([x + radius * np.cos(t), y + radius * np.sin(t), np.full(48, z)]).astype(
        np.float32
    )

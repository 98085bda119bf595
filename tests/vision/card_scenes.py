"""Seeded pictures of cards on a table, for tests and for calibrating `vision.cards`: warps of flat faces."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry import box_from_corners

FRAME = (1280, 720)


@dataclass(frozen=True)
class Trouble:
    """What to do to the picture; each number is the most of it."""

    diameter: tuple[float, float] = (60, 150)
    tilt: float = 45.0
    blur: float = 1.2
    noise: float = 6.0
    glare: float = 0.0
    finger: float = 0.0
    kelvin: tuple[float, float] = (2700, 6500)
    exposure: tuple[float, float] = (0.45, 1.15)
    jpeg: int = 60
    jitter: float = 0.1
    mirror: bool = False


@dataclass(frozen=True)
class Shot:
    frame: np.ndarray
    box: np.ndarray
    diameter: float
    glare: float


GAINS = {2700: (0.42, 0.78, 1.0), 3500: (0.62, 0.87, 1.0), 5000: (0.9, 0.97, 1.0), 6500: (1.05, 1.0, 0.95)}


def cast(kelvin: float) -> np.ndarray:
    """BGR gains of a camera whose white balance does not follow the lamp."""
    known = sorted(GAINS)
    return np.array([np.interp(kelvin, known, [GAINS[k][c] for k in known]) for c in range(3)])


def table(rng: np.random.Generator, width: int, height: int) -> np.ndarray:
    """Plain, stained, grained or checked."""
    base = rng.uniform(20, 235) * np.clip(rng.normal(1, 0.15, 3), 0.6, 1.4)
    rough = rng.normal(0, 1, (max(height // 24, 2), max(width // 24, 2), 1))
    image = np.full((height, width, 3), base, np.float32)
    image += cv2.resize(rough, (width, height), interpolation=cv2.INTER_CUBIC)[..., None] * rng.uniform(0, 14)
    kind = rng.integers(4)
    if kind == 1:
        grain = np.repeat(rng.normal(0, 12, (1, width, 1)), height, axis=0)
        image += cv2.GaussianBlur(grain.astype(np.float32), (0, 0), 1.5)[..., None]
    elif kind == 2:
        step = int(rng.integers(12, 60))
        yy, xx = np.mgrid[:height, :width]
        image += (((xx // step + yy // step) % 2) * rng.uniform(20, 120))[..., None]
    elif kind == 3:
        for _ in range(12):
            centre = (int(rng.integers(width)), int(rng.integers(height)))
            colour = rng.uniform(0, 255, 3).tolist()
            cv2.circle(image, centre, int(rng.integers(5, 60)), colour, -1, cv2.LINE_AA)
    return np.clip(image, 0, 255).astype(np.float32)


def shoot(face: np.ndarray, rng: np.random.Generator, trouble: Trouble) -> Shot:
    """Lays a face (S, S, 3) on a table and photographs it; a small frame, and the box of a detector."""
    diameter = math.exp(rng.uniform(math.log(trouble.diameter[0]), math.log(trouble.diameter[1])))
    tilt = math.radians(rng.uniform(0, trouble.tilt))
    side = int(diameter * 1.9) + 30
    sharp = 2  # the picture is made twice as large and averaged
    # A pinhole camera at `distance` card radii, tilted about a random direction.
    distance = rng.uniform(10, 20)
    turn, spin = rng.uniform(0, 2 * math.pi, 2)
    theta = np.linspace(0, 2 * math.pi, 200, endpoint=False)
    flip = -1.0 if trouble.mirror else 1.0

    def to_pixels(x: np.ndarray, y: np.ndarray) -> np.ndarray:
        x, y = x * math.cos(spin) - y * math.sin(spin), x * math.sin(spin) + y * math.cos(spin)
        y, z = y * math.cos(tilt), y * math.sin(tilt)
        factor = distance / (distance + z) * diameter / 2
        u, v = x * factor * flip, y * factor
        u, v = u * math.cos(turn) - v * math.sin(turn), u * math.sin(turn) + v * math.cos(turn)
        return np.stack([u, v], axis=-1) + side / 2 + offset

    offset = rng.uniform(-6, 6, 2)
    square = to_pixels(np.array([-1.0, 1, 1, -1]), np.array([-1.0, -1, 1, 1]))
    rim = to_pixels(np.cos(theta), np.sin(theta)).astype(np.float32)
    size = face.shape[0]
    source = np.array([[0, 0], [size, 0], [size, size], [0, size]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(source, ((square + 0.5) * sharp - 0.5).astype(np.float32))
    shrink = diameter * sharp / size
    soft = cv2.GaussianBlur(face, (0, 0), 0.5 / shrink) if shrink < 0.8 else face
    big = side * sharp
    image = table(rng, big, big)
    shadow = np.zeros((big, big), np.float32)
    moved = ((rim + 0.5 + rng.uniform(-2, 4, 2)) * sharp).round().astype(np.int32)
    cv2.fillPoly(shadow, [moved], 1.0)
    image *= 1 - 0.4 * cv2.GaussianBlur(shadow, (0, 0), 3)[..., None]
    card = cv2.warpPerspective(soft, matrix, (big, big), flags=cv2.INTER_LINEAR).astype(np.float32)
    inside = np.zeros((big, big), np.float32)
    cv2.fillPoly(inside, [((rim + 0.5) * sharp * 16 - 8).round().astype(np.int32)], 1.0, cv2.LINE_AA, 4)
    image += (card - image) * inside[..., None]
    if trouble.finger:
        image = _finger(image, rng, side, diameter, trouble.finger, sharp)
    image = cv2.resize(image, (side, side), interpolation=cv2.INTER_AREA)
    inside = cv2.resize(inside, (side, side), interpolation=cv2.INTER_AREA)

    yy, xx = np.mgrid[:side, :side] / side - 0.5
    direction = rng.uniform(0, 2 * math.pi)
    slope = 1 + rng.uniform(0, 0.35) * (xx * math.cos(direction) + yy * math.sin(direction)) * 2
    gain = cast(rng.uniform(*trouble.kelvin)) * rng.uniform(*trouble.exposure)
    linear = (image / 255) ** 2.2 * (slope[..., None] * gain).astype(np.float32)
    share = 0.0
    if trouble.glare:
        wanted = rng.uniform(0.5, 1.0) * trouble.glare
        glare = _glare(rng, side, diameter, wanted)
        linear = linear + glare[..., None] * 1.6
        share = float(((glare > 0.5) * inside).sum() / inside.sum())
    image = np.clip(linear, 0, 1) ** (1 / 2.2) * 255
    blur = rng.uniform(0, trouble.blur)
    if blur > 0.15:
        image = cv2.GaussianBlur(image, (0, 0), blur)
    if rng.random() < 0.3 and trouble.blur:
        length = int(rng.integers(2, 4))
        kernel = np.zeros((length, length), np.float32)
        kernel[length // 2] = 1 / length
        image = cv2.filter2D(image, -1, kernel if rng.random() < 0.5 else kernel.T)
    noise = rng.standard_normal(image.shape, np.float32)
    image = image + noise * rng.uniform(0.5, trouble.noise)
    frame = np.clip(image, 0, 255).astype(np.uint8)
    quality = int(rng.integers(trouble.jpeg, 96))
    packed = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    frame = cv2.imdecode(packed, cv2.IMREAD_COLOR)

    angle = rng.uniform(0, math.pi) if tilt < 0.3 else None
    box = _box(rim, angle)
    reach = box[2:4].copy()
    box[:2] += rng.uniform(-0.5, 0.5, 2) * trouble.jitter * reach
    box[2:4] *= 1 + rng.uniform(-1, 1, 2) * trouble.jitter
    return Shot(frame, box.astype(np.float32), diameter, share)


def _box(rim: np.ndarray, angle: float | None) -> np.ndarray:
    if angle is None:
        return box_from_corners(rim)
    turn = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    local = rim @ turn
    low, high = local.min(axis=0), local.max(axis=0)
    return np.array([*(turn @ ((low + high) / 2)), *(high - low), angle], np.float32)


def _finger(
    image: np.ndarray, rng: np.random.Generator, side: int, diameter: float, share: float, sharp: int
) -> np.ndarray:
    width = diameter * rng.uniform(0.18, 0.26)
    angle = rng.uniform(0, 2 * math.pi)
    out = np.array([math.cos(angle), math.sin(angle)])
    across = np.array([-out[1], out[0]])
    depth = diameter * rng.uniform(0.15, 0.15 + 2 * share)
    tip = side / 2 + out * (diameter / 2 - depth) + across * rng.uniform(-0.25, 0.25) * diameter
    end = tip + out * side
    layer = np.zeros(image.shape[:2], np.float32)
    ends = [tuple((p * sharp).round().astype(int).tolist()) for p in (tip, end)]
    cv2.line(layer, ends[0], ends[1], 1.0, max(int(width * sharp), 2), cv2.LINE_AA)
    skin = np.array([rng.uniform(60, 170), rng.uniform(90, 190), rng.uniform(140, 235)])
    shade = np.clip(1 + rng.normal(0, 0.03, image.shape[:2]), 0.8, 1.2)[..., None]
    soft = cv2.GaussianBlur(layer, (0, 0), 2)[..., None]
    dark = cv2.GaussianBlur(layer, (0, 0), 8)[..., None] * 0.3
    return image * (1 - dark) * (1 - soft) + skin * shade * soft


def _glare(rng: np.random.Generator, side: int, diameter: float, share: float) -> np.ndarray:
    """Soft ellipses that together cover about this share of the card."""
    layer = np.zeros((side, side), np.float32)
    parts = int(rng.integers(1, 3))
    for _ in range(parts):
        area = share / parts * math.pi * (diameter / 2) ** 2
        ratio = rng.uniform(1, 3)
        b = math.sqrt(area / math.pi / ratio)
        where = side / 2 + rng.uniform(-0.33, 0.33, 2) * diameter
        axes = (max(int(b * ratio), 1), max(int(b), 1))
        cv2.ellipse(
            layer, where.astype(int).tolist(), axes, float(rng.uniform(0, 180)), 0, 360, 1.0, -1, cv2.LINE_AA
        )
    return cv2.GaussianBlur(layer, (0, 0), max(diameter * 0.015, 0.6))

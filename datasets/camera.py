"""The camera: where a point falls (pinhole with radial distortion) and what the sensor makes of the light."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Array = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Camera:
    """A pinhole camera; lengths in mm, `vfov` in degrees, `size` (width, height) in px, `k1` radial
    distortion."""

    eye: tuple[float, float, float]
    target: tuple[float, float, float]
    roll: float = 0.0
    vfov: float = 45.0
    size: tuple[int, int] = (1280, 720)
    k1: float = 0.0

    @property
    def focal(self) -> float:
        """Focal length in px."""
        return float(self.size[1] / 2 / np.tan(np.radians(self.vfov) / 2))

    @property
    def axes(self) -> Array:
        """Rows: image right, image down, viewing direction, as world unit vectors."""
        z = np.asarray(self.target, np.float64) - np.asarray(self.eye, np.float64)
        z /= np.linalg.norm(z)
        # Looking straight down has no horizon: world +y is then up in the image.
        up = np.array([0.0, 1.0, 0.0]) if abs(z[2]) > 0.999 else np.array([0.0, 0.0, 1.0])
        x = np.cross(z, up)
        x /= np.linalg.norm(x)
        y = np.cross(z, x)
        c, s = np.cos(self.roll), np.sin(self.roll)
        return np.stack([c * x + s * y, -s * x + c * y, z]).astype(np.float32)

    def project(self, points: Array) -> Array:
        """World points (P, 3) to pixels (P, 2), distortion included; points behind the camera land far
        away."""
        p = (np.asarray(points, np.float32) - np.asarray(self.eye, np.float32)) @ self.axes.T
        z = np.maximum(p[:, 2], 1.0)
        q = p[:, :2] / z[:, None]
        if self.k1:
            half = np.hypot(*self.size) / 2 / self.focal
            r2 = np.minimum((q**2).sum(1, keepdims=True) / half**2, 1.5)
            q = q * (1 + self.k1 * r2)
        return (q * self.focal + np.asarray(self.size, np.float32) / 2).astype(np.float32)

    def distort(
        self, image: NDArray[np.generic], interpolation: int = cv2.INTER_LINEAR
    ) -> NDArray[np.generic]:
        """A pinhole image as this lens shows it."""
        if not self.k1:
            return image
        w, h = self.size
        step = 16
        gx, gy = np.meshgrid(
            np.arange(0, w + step, step, dtype=np.float32), np.arange(0, h + step, step, dtype=np.float32)
        )
        half = np.hypot(w, h) / 2
        d = np.stack([gx - w / 2, gy - h / 2], -1) / half
        u = d.copy()
        for _ in range(6):  # invert r -> r (1 + k1 r^2) by fixed point
            u = d / (1 + self.k1 * np.minimum((u**2).sum(-1, keepdims=True), 1.5))
        ys, xs = np.mgrid[0:h, 0:w].astype(np.float32) / step
        m = cv2.remap((u * half + [w / 2, h / 2]).astype(np.float32), xs, ys, cv2.INTER_LINEAR)
        return cv2.remap(image, m[..., 0], m[..., 1], interpolation, borderMode=cv2.BORDER_REPLICATE)


def kelvin(temperature: float) -> Array:
    """Linear RGB of a black body relative to 6500 K (fit of the Planckian locus by Tanner Helland, 2012),
    green = 1."""
    t = temperature / 100
    r = 255.0 if t <= 66 else 329.7 * (t - 60) ** -0.1332
    g = 99.47 * np.log(t) - 161.12 if t <= 66 else 288.12 * (t - 60) ** -0.0755
    b = 255.0 if t >= 66 else (0.0 if t <= 19 else 138.52 * np.log(t - 10) - 305.04)
    lin = (np.clip(np.array([r, g, b]), 1, 255) / 255) ** 2.2
    white = (np.array([255.0, 99.47 * np.log(65) - 161.12, 138.52 * np.log(55) - 305.04]) / 255) ** 2.2
    out = lin / white
    return (out / out[1]).astype(np.float32)


@dataclass(frozen=True, slots=True)
class Sensor:
    """What a webcam or phone does to the light. `cast` multiplies linear RGB after white balance; `halo` is
    the radius of sharpening, px; `denoise` in [0, 1] smooths brightness a little and colour a lot."""

    exposure: float = 0.5
    cast: tuple[float, float, float] = (1.0, 1.0, 1.0)
    gamma: float = 2.2
    contrast: float = 0.0
    saturation: float = 1.0
    noise: float = 0.01
    blur: float = 0.0
    motion: tuple[float, float] = (0.0, 0.0)
    sharpen: float = 0.0
    halo: float = 1.2
    denoise: float = 0.0
    vignette: float = 0.0
    detail: float = 1.0
    jpeg: int = 92


def random_sensor(rng: Generator, light_kelvin: float) -> Sensor:
    """A plausible camera under light of that temperature: auto white balance leaves some of the cast."""
    light = kelvin(light_kelvin)
    left = 0.6 * float(rng.beta(1.2, 2.4))
    cast = light**left * np.exp(rng.normal(0, 0.03, 3))
    cast /= cast[1]
    lux = float(np.exp(rng.uniform(np.log(30), np.log(1000))))
    angle = rng.uniform(0, np.pi)
    motion = float(rng.choice([0.0, rng.uniform(0, 5)], p=[0.85, 0.15]))
    return Sensor(
        exposure=float(np.clip(rng.normal(0.5, 0.1), 0.22, 0.8)) * (0.75 if lux < 60 else 1.0),
        cast=tuple(float(c) for c in cast),
        gamma=float(rng.uniform(1.9, 2.5)),
        contrast=float(rng.uniform(-0.3, 0.45)),
        saturation=float(rng.uniform(0.6, 1.4)),
        noise=float(0.003 + 0.05 * rng.random() / np.sqrt(lux / 30)),
        blur=float(rng.choice([rng.uniform(0, 0.6), rng.uniform(0.6, 1.6)], p=[0.75, 0.25])),
        motion=(motion * float(np.cos(angle)), motion * float(np.sin(angle))),
        sharpen=float(rng.choice([0.0, rng.uniform(0, 1.8)])),
        halo=float(rng.uniform(0.7, 2.2)),
        denoise=float(rng.choice([0.0, rng.uniform(0, 1)])),
        vignette=float(rng.uniform(0, 0.35)),
        detail=float(rng.choice([1.0, rng.uniform(0.55, 1.0)], p=[0.7, 0.3])),
        jpeg=int(rng.integers(45, 97)),
    )


def _smoothed(x: Array, amount: float) -> Array:
    """Noise reduction of a phone, linear RGB (H, W, 3): edges stay in brightness, colour is blurred over
    them."""
    h, w = x.shape[:2]
    light = np.sqrt(x @ np.array([0.3, 0.6, 0.1], np.float32))
    even = cv2.bilateralFilter(light, 5, 0.08 * amount, 1.5) ** 2
    colour = x - (light**2)[..., None]
    small = cv2.resize(colour, (w // 2, h // 2), interpolation=cv2.INTER_AREA)
    colour = cv2.resize(cv2.GaussianBlur(small, (0, 0), 0.3 + 1.2 * amount), (w, h))
    return np.asarray(np.clip(even[..., None] + colour, 0, None), np.float32)


def develop(linear: Array, sensor: Sensor, rng: Generator) -> NDArray[np.uint8]:
    """Linear RGB radiance (H, W, 3) to an 8-bit BGR photograph. Deterministic for a given `rng` state."""
    h, w = linear.shape[:2]
    x = np.asarray(linear, np.float32) * np.asarray(sensor.cast, np.float32)
    small = x[::8, ::8].reshape(-1, 3) @ np.array([0.21, 0.72, 0.07], np.float32)
    level = 0.5 * float(np.mean(small)) + 0.25 * float(np.percentile(small, 95))
    x *= sensor.exposure**2.2 / max(level, 1e-4) * 0.9
    if sensor.vignette:
        r2 = (((np.arange(w) - w / 2) / w * 2) ** 2)[None, :] + (((np.arange(h) - h / 2) / h * 2) ** 2)[
            :, None
        ]
        x *= (1 - sensor.vignette * r2 / 2)[..., None].astype(np.float32)
    if sensor.detail < 1:
        x = cv2.resize(
            cv2.resize(x, None, fx=sensor.detail, fy=sensor.detail, interpolation=cv2.INTER_AREA), (w, h)
        )
    if sensor.blur > 0.05:
        x = cv2.GaussianBlur(x, (0, 0), sensor.blur)
    length = float(np.hypot(*sensor.motion))
    if length > 0.7:
        n = int(2 * np.ceil(length / 2) + 1)
        k = np.zeros((n, n), np.float32)
        c = (n - 1) / 2
        for t in np.linspace(-0.5, 0.5, 4 * n):
            k[round(c + t * sensor.motion[1]), round(c + t * sensor.motion[0])] += 1
        x = cv2.filter2D(x, -1, k / k.sum())
    sigma = sensor.noise * np.sqrt(np.clip(x, 0, 1) + 0.02)
    grain = np.empty((h, w, 3), np.float32)
    cv2.setRNGSeed(int(rng.integers(2**31)))
    cv2.randn(grain, 0, 1)
    x = np.clip(x + sigma * grain, 0, None)
    if sensor.denoise:
        x = _smoothed(x, sensor.denoise)
    x = (
        1 - np.exp(-x * 1.25) * (1 - 0.12 * np.clip(x, 0, 1)) if sensor.contrast > 0.15 else x
    )  # a soft shoulder
    x = np.clip(x, 0, 1) ** (1 / sensor.gamma)
    if sensor.contrast:
        x = x + sensor.contrast * (x * x * (3 - 2 * x) - x)
    if sensor.saturation != 1.0:
        grey = x @ np.array([0.299, 0.587, 0.114], np.float32)
        x = grey[..., None] + sensor.saturation * (x - grey[..., None])
    if sensor.sharpen:
        x = x + sensor.sharpen * (x - cv2.GaussianBlur(x, (0, 0), sensor.halo))
    out = (np.clip(x, 0, 1) * 255 + 0.5).astype(np.uint8)[..., ::-1]
    ok, data = cv2.imencode(".jpg", np.ascontiguousarray(out), [cv2.IMWRITE_JPEG_QUALITY, sensor.jpeg])
    if not ok:
        raise RuntimeError("the JPEG encoder failed")
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)

"""Comparing a round picture with the faces of a deck at any rotation: the mathematics behind `vision.cards`.

A face lives in the unit disc: x to its right, y down, the card's edge at radius 1. A *pose* is the homography
(3, 3) from the unit disc to pixels of a picture.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.geometry import Floats, Pixels

ANGLES = 128
RINGS = 20
FINE = 80
COARSE = 48
BLURS = (0.7, 1.4, 2.4)
"""How blurred (sigma in px of a FINE face) a face may look; the best of them counts."""
_SOFT = 2.0  # px of a COARSE face

Complexes = npt.NDArray[np.complex64]
Pose = npt.NDArray[np.float64]


def _grid(size: int) -> tuple[Floats, npt.NDArray[np.bool_]]:
    """Unit-disc coordinates (size * size, 2) of a face image's pixels, and which lie inside the disc."""
    line = (np.arange(size, dtype=np.float32) + 0.5) * 2 / size - 1
    x, y = np.meshgrid(line, line)
    points = np.stack([x.ravel(), y.ravel()], axis=1).astype(np.float32)
    return points, np.hypot(points[:, 0], points[:, 1]) < 0.985


_FINE_POINTS, _FINE_DISC = _grid(FINE)
_COARSE_POINTS, _COARSE_DISC = _grid(COARSE)
FINE_XY = _FINE_POINTS[_FINE_DISC]
_BASIS = np.concatenate([np.ones((1, len(FINE_XY)), np.float32), FINE_XY.T])
THIN = 3
"""Where all faces are compared every third pixel will do."""
_TINY = 1e-4 * np.eye(4, dtype=np.float32)
_COARSE_XY = _COARSE_POINTS[_COARSE_DISC]
# The table must not shine in at the rim, least of all where the picture is blurred: by sharpness.
_INNER = [(np.linalg.norm(_COARSE_XY, axis=1) < radius).astype(np.float32) for radius in (0.95, 0.86)]

_THETA = np.arange(ANGLES, dtype=np.float32) * (2 * math.pi / ANGLES)
_RADII = np.linspace(0.2, 0.97, RINGS, dtype=np.float32)
_POLAR_POINTS = np.stack(
    [np.outer(np.cos(_THETA), _RADII), np.outer(np.sin(_THETA), _RADII)], axis=-1
).astype(np.float32)
_POLAR_WEIGHT = np.broadcast_to(_RADII / _RADII.mean(), (ANGLES, RINGS)).astype(np.float32)


def pixel_matrix(size: int) -> Pose:
    """From the unit disc to pixels of a square face image."""
    half = size / 2
    return np.array([[half, 0, half - 0.5], [0, half, half - 0.5], [0, 0, 1]], np.float64)


def rotation(angle: float) -> Pose:
    """The unit disc turned by `angle` (radians, clockwise on screen)."""
    cos, sin = math.cos(angle), math.sin(angle)
    return np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]], np.float64)


def project(pose: Pose, points: Floats) -> Floats:
    """Points (..., 2) of the unit disc as pixels."""
    (a, b, c), (d, e, f), (g, h, i) = pose.tolist()
    x, y = points[..., 0], points[..., 1]
    depth = np.maximum(g * x + h * y + i, 0.05)  # a pose gone astray must not fold the picture over
    return np.stack([(a * x + b * y + c) / depth, (d * x + e * y + f) / depth], axis=-1).astype(np.float32)


def sample(image: Floats, pose: Pose, points: Floats) -> Floats:
    """Bilinear samples (..., C) of an image at points (..., 2) of the unit disc."""
    where = project(pose, points.reshape(-1, 1, 2))
    x, y = where[..., 0], where[..., 1]
    values = cv2.remap(image, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(values, np.float32).reshape(*points.shape[:-1], -1)


def soften(image: Floats, pose: Pose) -> Floats:
    """The picture as blurred as the first step of `FaceBank.align` wants it."""
    radius = math.sqrt(abs(float(np.linalg.det(pose[:2, :2]))))
    sigma = max(_SOFT * 2 / COARSE * radius, 0.3)
    return np.asarray(cv2.GaussianBlur(image, (0, 0), sigma), np.float32)


def to_grid(values: Floats) -> Floats:
    """Values (P,) at `FINE_XY` as an image (FINE, FINE), 0 outside the disc."""
    image = np.zeros(FINE * FINE, np.float32)
    image[_FINE_DISC] = values
    return image.reshape(FINE, FINE)


def from_grid(image: Floats) -> Floats:
    """The values (P,) of an image (FINE, FINE) at `FINE_XY`."""
    return np.asarray(image.reshape(-1)[_FINE_DISC], np.float32)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A face of the deck at an angle, with the likeness in [-1, 1]."""

    face: int
    angle: float
    score: float


class FaceBank:
    """The faces of a deck, prepared for comparison.

    Args:
        faces: Id -> square BGR uint8 picture, the card being the inscribed circle.

    Raises:
        ValueError: If there is no face, or a picture is not square BGR uint8.
    """

    def __init__(self, faces: Mapping[str, Pixels]) -> None:
        if not faces:
            raise ValueError("faces: expected at least one face, got none")
        self.ids = tuple(faces)
        sharp = np.stack([_shrink(name, picture) for name, picture in faces.items()])
        levels = [np.stack([cv2.GaussianBlur(face, (0, 0), blur) for face in sharp]) for blur in BLURS]
        inside = _FINE_DISC.reshape(FINE, FINE)
        self._fine = [np.ascontiguousarray(level[:, inside].transpose(0, 2, 1)) for level in levels]
        half = np.stack(
            [cv2.resize(face, (COARSE, COARSE), interpolation=cv2.INTER_AREA) for face in levels[0]]
        )
        self._coarse = [half, np.stack([cv2.GaussianBlur(face, (0, 0), _SOFT) for face in half])]
        pose = pixel_matrix(FINE)
        polar = np.stack([sample(face, pose, _POLAR_POINTS) for face in levels[1]])
        polar = np.stack([_without_plane(one, _POLAR_WEIGHT) for one in polar])
        self._energy = np.einsum("fark,ar->kf", polar**2, _POLAR_WEIGHT)
        self._spectrum = _spectrum(polar)
        self._square_spectrum = _spectrum(polar**2)
        self._tangents: dict[tuple[int, int], tuple[Floats, Floats]] = {}

    def fine(self, faces: list[int], blur: int) -> Floats:
        """Faces' pixels (F, 3, P) in [0, 1] at `FINE_XY`, the P pixels inside the disc."""
        return np.asarray(self._fine[blur][faces], np.float32)

    def all_as_seen(self, seen: Floats, mask: Floats, blur: int) -> Floats:
        """Every face (F, 3, P') in the light of `seen` (3, P), at `FINE_XY[::THIN]` only; a little rough."""
        thin, weight = seen[:, ::THIN], np.broadcast_to(mask[::THIN], (1, 1, len(mask[::THIN])))
        return solve_light(thin, self._fine[blur][:, :, ::THIN], weight, _BASIS[:, ::THIN])

    def candidates(
        self, image: Floats, pose: Pose, weight: Floats | None, mirrored: bool = False
    ) -> list[Candidate]:
        """Every face at its best angle, best first.

        Args:
            image: (H, W, 3) in [0, 1].
            pose: Where the disc is; its rotation does not matter.
            weight: (H, W) in [0, 1], 0 where the card can't be seen (glare); None for all ones.
            mirrored: Looks at the picture as if in a mirror.
        """
        if mirrored:
            pose = pose @ np.diag([-1.0, 1.0, 1.0])
        polar = sample(image, pose, _POLAR_POINTS)
        mask = _POLAR_WEIGHT
        if weight is not None:
            mask = mask * sample(weight, pose, _POLAR_POINTS)[..., 0]
        polar = _without_plane(polar, mask)
        numerator = self._correlate(self._spectrum, polar * mask[..., None])
        own = np.einsum("ark,ar->k", polar**2, mask)[:, None, None]
        if weight is None:
            theirs = self._energy[:, :, None]
        else:
            repeated = np.repeat(mask[..., None], 3, axis=2)
            theirs = np.maximum(self._correlate(self._square_spectrum, repeated), 1e-6)
        # A channel without contrast (blue in lamp light) is noise: it counts for less.
        total = mask.sum()
        trust = np.clip(np.sqrt(own[:, 0, 0] / total) / 0.06, 0.05, 1)
        scores = np.einsum("kfa,k->fa", numerator / np.sqrt(own * theirs + 1e-9), trust / trust.sum())
        best = scores.argmax(axis=1)
        found = [Candidate(f, float(_THETA[a]), float(scores[f, a])) for f, a in enumerate(best)]
        return sorted(found, key=lambda candidate: -candidate.score)

    def _correlate(self, spectrum: Complexes, polar: Floats) -> Floats:
        """Sums over the disc of face times picture (3, F, ANGLES), for every angle of the face."""
        observed = np.fft.rfft(polar, axis=0).astype(np.complex64).transpose(0, 2, 1)[..., None]
        product = np.matmul(spectrum, observed)[..., 0].transpose(1, 2, 0)
        return np.asarray(np.fft.irfft(product, ANGLES, axis=2), np.float32)

    def align(
        self, image: Floats, soft: Floats, pose: Pose, face: int, weight: Floats | None, steps: int = 6
    ) -> Pose:
        """Moves a rough pose to where the face fits best, first blurred, then sharp, `steps` of each at most.

        Inverse compositional Lucas-Kanade (Baker & Matthews 2004). Gain and offset of each channel are fitted
        along; residuals are clipped, so that a finger or a highlight pulls little.

        Args:
            image: (H, W, 3) in [0, 1].
            soft: The same, from `soften`.
            pose: Where the face roughly is.
            face: Which one.
            weight: See `candidates`.
            steps: The most steps at each sharpness.
        """
        for level, picture in ((1, soft), (0, image)):
            template, solver = self._tangent(level, face)
            for _ in range(steps):
                seen = np.ascontiguousarray(sample(picture, pose, _COARSE_XY).T)
                mask = _INNER[level]
                if weight is not None:
                    mask = mask * sample(weight, pose, _COARSE_XY)[:, 0]
                residual = np.clip(_in_face_units(seen, template, mask) - template, -0.25, 0.25) * mask
                a, b, c, d, e, f, g, h = (solver @ residual.reshape(-1)).tolist()
                moved = pose @ np.linalg.inv(np.array([[1 + a, c, e], [b, 1 + d, f], [g, h, 1]]))
                moved /= moved[2, 2]
                if abs(moved[2, 0]) + abs(moved[2, 1]) > 0.6:  # no camera sees a card like that
                    break
                pose = moved
                if max(map(abs, (a, b, c, d, e, f, g, h))) < 2e-3:
                    break
        return pose

    def _tangent(self, level: int, face: int) -> tuple[Floats, Floats]:
        """A coarse face (3, P) and the matrix (8, 3 P) from residuals to the pose's step, kept once made."""
        kept = self._tangents.get((level, face))
        if kept is None:
            picture = np.asarray(self._coarse[level][face], np.float32)
            gx, gy = (
                cv2.Scharr(picture, cv2.CV_32F, dx, dy).reshape(-1, 3)[_COARSE_DISC].T * (COARSE / 64)
                for dx, dy in ((1, 0), (0, 1))
            )
            x, y = _COARSE_XY.T
            radial = gx * x + gy * y
            columns = [gx * x, gy * x, gx * y, gy * y, gx, gy, -radial * x, -radial * y]
            jacobian = np.stack(columns).reshape(8, -1)
            # Perspective is a small effect: held back, lest noise is explained by it.
            hessian = jacobian @ jacobian.T
            damping = np.trace(hessian) / 8 * np.array([1e-3] * 6 + [0.1] * 2, np.float32)
            solver = np.linalg.solve(hessian + np.diag(damping), jacobian).astype(np.float32)
            flat = np.ascontiguousarray(picture.reshape(-1, 3)[_COARSE_DISC].T)
            kept = np.asarray(flat, np.float32), np.asarray(solver, np.float32)
            self._tangents[(level, face)] = kept
        return kept


def _shrink(name: str, picture: Pixels) -> Floats:
    if picture.ndim != 3 or picture.shape[2] != 3 or picture.shape[0] != picture.shape[1]:
        raise ValueError(f"faces[{name!r}]: expected a square picture (S, S, 3), got {picture.shape}")
    if picture.dtype != np.uint8:
        raise ValueError(f"faces[{name!r}]: expected uint8, got {picture.dtype}")
    small = cv2.resize(picture, (FINE, FINE), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float32) / np.float32(255)


def _without_plane(polar: Floats, weight: Floats) -> Floats:
    """Takes each channel's mean and slope across the disc away: what a lamp at one side adds."""
    basis = np.concatenate([np.ones_like(_POLAR_POINTS[..., :1]), _POLAR_POINTS], axis=-1).reshape(-1, 3)
    weighted = basis * weight.reshape(-1, 1)
    values = polar.reshape(-1, 3)
    normal = weighted.T @ basis + 1e-6 * np.eye(3, dtype=np.float32)
    plane = basis @ np.linalg.solve(normal, weighted.T @ values)
    return np.asarray(values - plane, np.float32).reshape(polar.shape)


def _spectrum(polar: Floats) -> Complexes:
    """Conjugate spectra (frequencies, 3, F, RINGS) of polar faces (F, ANGLES, RINGS, 3)."""
    return np.conj(np.fft.rfft(polar, axis=1)).transpose(1, 3, 0, 2).astype(np.complex64)


def _in_face_units(seen: Floats, face: Floats, weight: Floats) -> Floats:
    """Undoes each channel's gain and offset: weighted least squares of seen (3, P) on face (3, P)."""
    total = np.float32(weight.sum() + 1e-6)
    mean_seen, mean_face = (seen @ weight / total)[:, None], (face @ weight / total)[:, None]
    centred = face - mean_face
    away = seen - mean_seen
    weighted = centred * weight
    spread = np.einsum("kp,kp->k", weighted, centred)
    shared = np.einsum("kp,kp->k", weighted, away)
    gain = np.maximum(shared / (spread + 1e-6), 0.05)[:, None]
    return np.asarray(away / gain + mean_face, np.float32)


def likeness(seen: Floats, predicted: Floats, mask: Floats) -> float:
    """Correlation of a picture (3, P) with what a face would look like, over all channels."""
    total = np.float32(mask.sum() + 1e-6)
    a = seen - (seen @ mask / total)[:, None]
    b = predicted - (predicted @ mask / total)[:, None]
    weighted = a * mask
    shared = float((weighted * b).sum())
    return shared / math.sqrt(float((weighted * a).sum()) * float((mask * b * b).sum()) + 1e-9)


def fit_light(seen: Floats, faces: Floats, mask: Floats) -> Floats:
    """What faces (F, 3, P) would look like in the light of `seen` (3, P): gain, offset and slope a channel.

    Weighted least squares in two rounds; the second leaves out what the first could not explain.
    """
    predicted = solve_light(seen, faces, np.broadcast_to(mask, (1, 1, len(mask))), _BASIS)
    error = np.abs(predicted - seen)
    usual = np.partition(error[..., ::5], error.shape[2] // 10, axis=2)[..., error.shape[2] // 10]
    weight = mask * (error < np.maximum(2.5 * usual, 0.04)[..., None])
    return solve_light(seen, faces, weight.astype(np.float32), _BASIS)


def solve_light(seen: Floats, faces: Floats, weight: Floats, basis: Floats) -> Floats:
    """One round of `fit_light`, with weights (1 or F, 1 or 3, P) and the basis (3, P) of 1, x and y."""
    count = len(faces)
    pairs = (basis[:, None] * basis[None]).reshape(9, -1)
    shaded = faces * weight
    normal = np.empty((count, 3, 4, 4), np.float32)
    normal[:, :, 0, 0] = np.einsum("fkp,fkp->fk", shaded, faces)
    normal[:, :, 0, 1:] = normal[:, :, 1:, 0] = shaded @ basis.T
    normal[:, :, 1:, 1:] = (weight @ pairs.T).reshape(*weight.shape[:2], 3, 3)
    right = np.empty((count, 3, 4, 1), np.float32)
    right[:, :, 0, 0] = np.einsum("fkp,kp->fk", shaded, seen)
    right[:, :, 1:, 0] = (weight * seen) @ basis.T
    solution = np.linalg.solve(normal + _TINY, right)[..., 0]
    predicted = solution[..., 1:] @ basis
    predicted += solution[..., :1] * faces
    return np.asarray(predicted, np.float32)

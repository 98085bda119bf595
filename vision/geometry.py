"""Plane geometry on pixels: letterboxing, oriented boxes, upright crops and ellipses.

Points are (x, y) in px with y down. An oriented box is `xywhr`: centre x, centre y, width, height in px
and the angle in radians, which turns the width clockwise as seen on screen.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.scene import Corners

Pixels = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
Size = tuple[int, int]
"""(width, height) in px."""

PADDING_GREY = 114


@dataclass(frozen=True, slots=True)
class Letterbox:
    """How an image of size `source` lies in one of size `canvas`: scaled evenly, centred, padded with grey.

    The rounding is that of ultralytics' `LetterBox`, so that boxes agree with `YOLO.predict` to the float.
    """

    source: Size
    canvas: Size

    def __post_init__(self) -> None:
        for name, size in (("source", self.source), ("canvas", self.canvas)):
            if min(size) < 1:
                raise ValueError(f"{name} size must be at least 1x1 px, got {size[0]}x{size[1]}")

    @property
    def scale(self) -> float:
        """Canvas pixels for a source pixel."""
        return min(self.canvas[0] / self.source[0], self.canvas[1] / self.source[1])

    @property
    def inner(self) -> Size:
        """Size of the scaled image inside the canvas."""
        width, height = (max(round(side * self.scale), 1) for side in self.source)
        return width, height

    @property
    def offset(self) -> tuple[int, int]:
        """(left, top) padding in canvas pixels."""
        left, top = (
            round((canvas - inner) / 2 - 0.1) for canvas, inner in zip(self.canvas, self.inner, strict=True)
        )
        return left, top

    @classmethod
    def for_long_side(cls, source: Size, long_side: int, stride: int = 32) -> Letterbox:
        """The smallest canvas on the stride whose long side is `long_side`: 1280x720 at 640 -> 640x384."""
        scale = long_side / max(source)
        width, height = (max(math.ceil(round(side * scale) / stride), 1) * stride for side in source)
        return cls(source, (width, height))

    def apply(self, image: Pixels) -> Pixels:
        """Scales and pads an image of `source` size (H, W, 3) to the canvas."""
        width, height = self.canvas
        left, top = self.offset
        inner_width, inner_height = self.inner
        canvas = np.full((height, width, 3), PADDING_GREY, np.uint8)
        target = canvas[top : top + inner_height, left : left + inner_width]
        if self.inner == self.source:
            target[:] = image
        else:
            target[:] = cv2.resize(image, self.inner, interpolation=cv2.INTER_LINEAR)
        return canvas

    def boxes_to_source(self, xywhr: Floats) -> Floats:
        """Maps oriented boxes (N, 5) from canvas to source pixels."""
        boxes = np.array(xywhr, np.float32)
        # Whole pixels make the two axes' scales differ a little (at most half a pixel over the picture).
        scale = np.asarray(self.inner, np.float32) / np.asarray(self.source, np.float32)
        boxes[:, :2] = (boxes[:, :2] - np.asarray(self.offset, np.float32)) / scale
        boxes[:, 2:4] = boxes[:, 2:4] / scale
        return boxes


def corners_of(xywhr: Floats) -> Floats:
    """Corners (N, 4, 2) of oriented boxes (N, 5), clockwise on screen from the box's own top left.

    Edge 0-1 runs along the width, so for a box with width >= height it is a long side.
    """
    boxes = np.asarray(xywhr, np.float32).reshape(-1, 5)
    cos, sin = np.cos(boxes[:, 4]), np.sin(boxes[:, 4])
    along = np.stack([cos, sin], axis=1) * boxes[:, 2:3] / 2
    across = np.stack([-sin, cos], axis=1) * boxes[:, 3:4] / 2
    centre = boxes[:, :2]
    start, end = centre - along, centre + along
    return np.stack([start - across, end - across, end + across, start + across], axis=1).astype(np.float32)


def box_from_corners(corners: Sequence[Sequence[float]] | Floats) -> Floats:
    """The oriented box (5,) with the least area around points (K, 2), width >= height, angle in [0, pi)."""
    points = np.asarray(corners, np.float32).reshape(-1, 2)
    (x, y), (width, height), degrees = cv2.minAreaRect(points)
    box = np.array([[x, y, width, height, math.radians(degrees)]], np.float32)
    return regular_boxes(box).reshape(5)


def regular_boxes(xywhr: Floats) -> Floats:
    """The same boxes (N, 5) written with width >= height and the angle in [0, pi): one form for one box."""
    boxes = np.array(xywhr, np.float32).reshape(-1, 5)
    tall = boxes[:, 3] > boxes[:, 2]
    boxes[tall, 2:4] = boxes[tall][:, [3, 2]]
    angle = (boxes[:, 4].astype(np.float64) + np.where(tall, math.pi / 2, 0.0)) % math.pi
    boxes[:, 4] = np.where(angle.astype(np.float32) >= np.float32(math.pi), 0.0, angle)
    return boxes


def to_corners(points: Floats) -> Corners:
    """A (4, 2) array as the plain tuple of `Scene`."""
    a, b, c, d = ((float(x), float(y)) for x, y in points)
    return a, b, c, d


def order_corners(quad: Floats) -> Floats:
    """Corners (4, 2) of a convex quad in clockwise order on screen, from the one nearest the top left."""
    points = np.asarray(quad, np.float32).reshape(4, 2)
    offsets = points - points.mean(axis=0)
    clockwise = points[np.argsort(np.arctan2(offsets[:, 1], offsets[:, 0]), kind="stable")]
    return np.roll(clockwise, -int(np.argmin(clockwise.sum(axis=1))), axis=0)


def points_in_quad(points: Floats, quad: Floats) -> npt.NDArray[np.bool_]:
    """Which of the points (N, 2) lie in a convex quad (4, 2), its edge included; either winding."""
    corners = np.asarray(quad, np.float64).reshape(4, 2)
    edges = np.roll(corners, -1, axis=0) - corners
    offsets = np.asarray(points, np.float64).reshape(-1, 1, 2) - corners
    cross = edges[:, 0] * offsets[..., 1] - edges[:, 1] * offsets[..., 0]
    tolerance = 1e-6 * max(float(np.abs(edges).max()), 1.0) ** 2
    inside = np.all(cross >= -tolerance, axis=1) | np.all(cross <= tolerance, axis=1)
    return np.asarray(inside, np.bool_)


def rotated_iou(first: Floats, second: Floats) -> Floats:
    """Exact intersection over union (N, M) of oriented boxes (N, 5) and (M, 5)."""
    a, b = np.asarray(first, np.float32).reshape(-1, 5), np.asarray(second, np.float32).reshape(-1, 5)
    iou = np.zeros((len(a), len(b)), np.float32)
    if not iou.size:
        return iou
    # Only pairs whose circles round the boxes meet can overlap; the exact step is a call for each pair.
    radius_a, radius_b = np.hypot(a[:, 2], a[:, 3]) / 2, np.hypot(b[:, 2], b[:, 3]) / 2
    distance = np.hypot(a[:, None, 0] - b[None, :, 0], a[:, None, 1] - b[None, :, 1])
    for i, j in zip(*np.nonzero(distance < radius_a[:, None] + radius_b[None]), strict=True):
        shared = _shared_area(a[i], b[j])
        union = float(a[i, 2] * a[i, 3] + b[j, 2] * b[j, 3]) - shared
        iou[i, j] = shared / union if union > 0 else 0.0
    return iou


def _shared_area(first: Floats, second: Floats) -> float:
    # Not cv2.intersectConvexConvex: it gives 0 for some pairs of all but equal boxes.
    one, other = (((x, y), (w, h), math.degrees(r)) for x, y, w, h, r in (first.tolist(), second.tolist()))
    kind, points = cv2.rotatedRectangleIntersection(one, other)
    return cv2.contourArea(cv2.convexHull(points)) if kind != cv2.INTERSECT_NONE and len(points) > 2 else 0.0


def prob_iou(first: Floats, second: Floats) -> Floats:
    """Probabilistic IoU (N, M) of oriented boxes seen as Gaussians: smooth, all in numpy.

    Formula: Murrugarra-Llerena et al. 2021, arXiv:2106.06072, as in ultralytics `batch_probiou`.
    """
    (x1, y1, a1, b1, c1), (x2, y2, a2, b2, c2) = _gaussians(first), _gaussians(second)
    x1, y1, a1, b1, c1 = (column[:, None] for column in (x1, y1, a1, b1, c1))
    eps = 1e-7
    a, b, c = a1 + a2, b1 + b2, c1 + c2
    dx, dy = x2 - x1, y2 - y1
    spread = a * b - c**2
    shift = ((a * dy**2 + b * dx**2) * 0.25 - c * dx * dy * 0.5) / (spread + eps)
    own = np.sqrt(np.maximum(a1 * b1 - c1**2, 0) * np.maximum(a2 * b2 - c2**2, 0))
    shape = np.log(spread / (4 * own + eps) + eps) * 0.5
    distance = np.clip(shift + shape, eps, 100.0)
    return np.asarray(1.0 - np.sqrt(1.0 - np.exp(-distance) + eps), np.float32)


def _gaussians(xywhr: Floats) -> tuple[npt.NDArray[np.float64], ...]:
    x, y, w, h, r = np.asarray(xywhr, np.float64).reshape(-1, 5).T
    u, v = w**2 / 12, h**2 / 12
    cos, sin = np.cos(r), np.sin(r)
    return x, y, u * cos**2 + v * sin**2, u * sin**2 + v * cos**2, (u - v) * cos * sin


def rectify(
    image: Pixels,
    box: Floats,
    *,
    short_side: int | None = None,
    out_size: Size | None = None,
    margin: float = 0.0,
) -> tuple[Pixels, Floats]:
    """Turns an oriented box to lie flat: its width along x, its own top left at the top left of the crop.

    Args:
        image: (H, W, 3) BGR.
        box: (5,) oriented box in pixels of the image.
        short_side: Scales the box (margin included) so that its shorter side has this many px.
        out_size: Or the exact size of the crop; the scales of x and y may then differ.
            With neither the scale is 1.
        margin: Added on every side, as a share of the box's shorter side.

    Returns:
        The crop, grey where it reaches past the image, and the matrix (2, 3) from image to crop points;
        `map_points(invert(matrix), points)` maps back.
    """
    x, y, width, height, angle = (float(value) for value in np.asarray(box).reshape(5))
    extra = 2 * margin * min(width, height)
    width, height = max(width + extra, 1.0), max(height + extra, 1.0)
    if out_size is None:
        scale = short_side / min(width, height) if short_side is not None else 1.0
        out_size = max(round(width * scale), 1), max(round(height * scale), 1)
    scale_x, scale_y = out_size[0] / width, out_size[1] / height
    cos, sin = math.cos(angle), math.sin(angle)
    linear = np.array([[scale_x * cos, scale_x * sin], [-scale_y * sin, scale_y * cos]])
    centre = np.array([(out_size[0] - 1) / 2, (out_size[1] - 1) / 2])
    matrix = np.column_stack([linear, centre - linear @ np.array([x, y])]).astype(np.float32)
    return warp(image, matrix, out_size), matrix


def warp(image: Pixels, matrix: Floats, size: Size) -> Pixels:
    """`cv2.warpAffine` that reads only the part of the image it needs and averages when it shrinks.

    Plain warping takes single source pixels when it shrinks, which turns fine print into noise.
    """
    width, height = size
    frame = np.array([[0, 0], [width - 1, 0], [width - 1, height - 1], [0, height - 1]], np.float32)
    source = map_points(invert(matrix), frame)
    shrink = math.sqrt(abs(float(np.linalg.det(matrix[:, :2].astype(np.float64)))))
    reach = 2 + math.ceil(1 / max(shrink, 1e-3))
    left, top = (max(int(v) - reach, 0) for v in source.min(axis=0))
    right, bottom = (
        min(math.ceil(v) + reach + 1, limit)
        for v, limit in zip(source.max(axis=0), image.shape[1::-1], strict=True)
    )
    border = (PADDING_GREY, PADDING_GREY, PADDING_GREY)
    if right <= left or bottom <= top:
        return np.full((height, width, 3), PADDING_GREY, np.uint8)
    part = image[top:bottom, left:right]
    local = compose(matrix, np.array([[1, 0, left], [0, 1, top]], np.float32))
    if shrink < 0.6:
        small = max(round(part.shape[1] * shrink), 1), max(round(part.shape[0] * shrink), 1)
        grow_x, grow_y = part.shape[1] / small[0], part.shape[0] / small[1]
        part = np.asarray(cv2.resize(part, small, interpolation=cv2.INTER_AREA), np.uint8)
        shift_x, shift_y = (grow_x - 1) / 2, (grow_y - 1) / 2
        local = compose(local, np.array([[grow_x, 0, shift_x], [0, grow_y, shift_y]], np.float32))
    warped = cv2.warpAffine(part, local, size, flags=cv2.INTER_LINEAR, borderValue=border)
    return np.asarray(warped, np.uint8)


def compose(outer: Floats, inner: Floats) -> Floats:
    """The affine matrix (2, 3) that applies `inner` first and `outer` after it."""
    full = np.vstack([outer, [0, 0, 1]]).astype(np.float64) @ np.vstack([inner, [0, 0, 1]]).astype(np.float64)
    return full[:2].astype(np.float32)


def invert(matrix: Floats) -> Floats:
    """The inverse of an affine matrix (2, 3)."""
    return np.asarray(cv2.invertAffineTransform(matrix.astype(np.float64)), np.float32)


def map_points(matrix: Floats, points: Floats) -> Floats:
    """Points (..., 2) through an affine matrix (2, 3)."""
    values = np.asarray(points, np.float32)
    return (values @ matrix[:, :2].T + matrix[:, 2]).astype(np.float32)


def ellipse_to_circle(ellipse: Floats, radius: float, centre: tuple[float, float]) -> Floats:
    """The affine matrix (2, 3) that takes an ellipse `xywhr` (full axes) to a circle, without turning it.

    It only stretches along the axes: a disc seen at a slant as it looks from overhead.
    """
    x, y, width, height, angle = (float(value) for value in np.asarray(ellipse).reshape(5))
    cos, sin = math.cos(angle), math.sin(angle)
    turn = np.array([[cos, sin], [-sin, cos]])
    stretch = np.diag([2 * radius / max(width, 1e-6), 2 * radius / max(height, 1e-6)])
    linear = turn.T @ stretch @ turn
    return np.column_stack([linear, np.asarray(centre) - linear @ np.array([x, y])]).astype(np.float32)

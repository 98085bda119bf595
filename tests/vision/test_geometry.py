from __future__ import annotations

import math

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.geometry import (
    Letterbox,
    box_from_corners,
    compose,
    corners_of,
    ellipse_to_circle,
    invert,
    map_points,
    order_corners,
    points_in_quad,
    prob_iou,
    rectify,
    regular_boxes,
    rotated_iou,
    to_corners,
    warp,
)


def box(x: float, y: float, w: float, h: float, degrees: float = 0.0) -> np.ndarray:
    return np.array([x, y, w, h, math.radians(degrees)], np.float32)


@pytest.mark.parametrize(
    ("source", "long_side", "canvas"),
    [
        ((1280, 720), 640, (640, 384)),
        ((720, 1280), 640, (384, 640)),
        ((640, 480), 640, (640, 480)),
        ((4032, 3024), 640, (640, 480)),
        ((100, 100), 320, (320, 320)),
        ((3000, 1), 640, (640, 32)),
    ],
)
def test_letterbox_canvas_is_the_smallest_on_the_stride(
    source: tuple[int, int], long_side: int, canvas: tuple[int, int]
) -> None:
    assert Letterbox.for_long_side(source, long_side).canvas == canvas


@pytest.mark.parametrize("source", [(1280, 720), (333, 777), (3000, 1), (50, 40)])
def test_letterbox_maps_boxes_back(source: tuple[int, int]) -> None:
    letterbox = Letterbox.for_long_side(source, 640)
    (left, top), (width, height) = letterbox.offset, letterbox.inner
    whole = np.array([[left + width / 2, top + height / 2, width, height, 0.0]], np.float32)
    back = letterbox.boxes_to_source(whole)[0]
    np.testing.assert_allclose(back, [source[0] / 2, source[1] / 2, *source, 0], rtol=1e-5)


def test_letterbox_pads_with_grey_round_the_picture() -> None:
    canvas = Letterbox.for_long_side((1280, 720), 640).apply(np.zeros((720, 1280, 3), np.uint8))
    assert canvas.shape == (384, 640, 3)
    assert (canvas[:12] == 114).all() and (canvas[-12:] == 114).all()
    assert (canvas[12:-12] == 0).all()


def test_letterbox_refuses_an_empty_picture() -> None:
    with pytest.raises(ValueError, match="source size must be at least 1x1 px, got 0x720"):
        Letterbox((0, 720), (640, 384))


def test_corners_run_clockwise_on_screen_from_the_boxs_top_left() -> None:
    np.testing.assert_allclose(corners_of(box(10, 20, 8, 4))[0], [[6, 18], [14, 18], [14, 22], [6, 22]])
    np.testing.assert_allclose(
        corners_of(box(0, 0, 8, 4, 90))[0], [[2, -4], [2, 4], [-2, 4], [-2, -4]], atol=1e-5
    )


@given(st.floats(-500, 500), st.floats(-500, 500), st.floats(5, 300), st.floats(1, 4.9), st.floats(-400, 400))
def test_corners_and_back(x: float, y: float, w: float, h: float, degrees: float) -> None:
    once = regular_boxes(box(x, y, w, h, degrees))
    again = box_from_corners(corners_of(once)[0])
    assert rotated_iou(once, again)[0, 0] > 0.97
    assert 0 <= again[4] < math.pi + 1e-6
    assert again[2] >= again[3]


def test_regular_boxes_write_the_same_box_one_way() -> None:
    wide, tall = regular_boxes(np.stack([box(5, 5, 20, 4, 30), box(5, 5, 4, 20, -60)]))
    np.testing.assert_allclose(wide, tall, atol=1e-5)
    np.testing.assert_allclose(corners_of(wide).sum(1), corners_of(box(5, 5, 4, 20, -60)).sum(1), atol=1e-4)


def test_to_corners_gives_plain_floats() -> None:
    corners = to_corners(corners_of(box(10, 20, 8, 4))[0])
    assert corners == ((6.0, 18.0), (14.0, 18.0), (14.0, 22.0), (6.0, 22.0))
    assert type(corners[0][0]) is float


def test_order_corners_from_any_order() -> None:
    quad = np.array([[0, 0], [10, 1], [11, 9], [-1, 8]], np.float32)
    for shuffled in (quad, quad[::-1], quad[[2, 0, 3, 1]]):
        np.testing.assert_array_equal(order_corners(shuffled), quad)


@pytest.mark.parametrize("turn", [1, -1])
def test_points_in_quad_either_winding(turn: int) -> None:
    quad = corners_of(box(50, 50, 40, 20, 45))[0][::turn]
    points = np.array([[50, 50], [62, 62], [62, 38], [50, 50 + 14.1], [80, 50]], np.float32)
    assert points_in_quad(points, quad).tolist() == [True, True, False, True, False]
    assert points_in_quad(quad, quad).all(), "the edge counts as inside"


@pytest.mark.parametrize(
    ("other", "iou"),
    [
        (box(0, 0, 10, 10), 1.0),
        (box(5, 0, 10, 10), 1 / 3),
        (box(10, 0, 10, 10), 0.0),
        (box(0, 0, 10, 10, 90), 1.0),
        (box(0, 0, 10, 10, 45), 0.7071),
        (box(500, 0, 10, 10), 0.0),
        (box(0, 0, 0, 0), 0.0),
    ],
)
def test_rotated_iou(other: np.ndarray, iou: float) -> None:
    assert rotated_iou(box(0, 0, 10, 10), other)[0, 0] == pytest.approx(iou, abs=1e-3)
    assert rotated_iou(other, box(0, 0, 10, 10))[0, 0] == pytest.approx(iou, abs=1e-3)


def test_ious_of_nothing_have_the_right_shape() -> None:
    none, two = np.zeros((0, 5), np.float32), np.stack([box(0, 0, 4, 4)] * 2)
    for measure in (rotated_iou, prob_iou):
        assert measure(none, two).shape == (0, 2)
        assert measure(two, none).shape == (2, 0)


def test_prob_iou_is_high_for_the_same_and_low_for_far() -> None:
    values = prob_iou(box(0, 0, 20, 10, 30), np.stack([box(0, 0, 20, 10, 30), box(100, 0, 20, 10, 30)]))
    assert values[0, 0] > 0.99
    assert values[0, 1] < 0.01


def test_rectify_lays_a_slanted_box_flat_and_maps_back() -> None:
    image = np.zeros((300, 400, 3), np.uint8)
    slanted = box(200, 150, 120, 40, 35)
    corners = corners_of(slanted)[0]
    cv2.fillConvexPoly(image, corners.round().astype(np.int32), (255, 255, 255))
    red_end = corners[[0, 3]].mean(axis=0)
    cv2.circle(image, red_end.round().astype(int).tolist(), 6, (0, 0, 255), -1)

    crop, matrix = rectify(image, slanted, short_side=80)

    assert crop.shape == (80, 240, 3)
    assert (crop[5:-5, 30:-5] > 200).all()
    assert crop[40, 3].tolist() == [0, 0, 255], "the box's own left end is left"
    np.testing.assert_allclose(map_points(matrix, red_end), [0, 39.5], atol=1.0)
    np.testing.assert_allclose(map_points(invert(matrix), map_points(matrix, corners)), corners, atol=1e-2)


def test_rectify_with_margin_and_exact_size() -> None:
    image = np.full((100, 100, 3), 200, np.uint8)
    crop, matrix = rectify(image, box(50, 50, 40, 20), out_size=(96, 48), margin=0.5)
    assert crop.shape == (48, 96, 3)
    np.testing.assert_allclose(map_points(matrix, np.array([[50, 50]])), [[47.5, 23.5]], atol=1e-4)


def test_rectify_past_the_picture_is_grey() -> None:
    image = np.full((50, 50, 3), 255, np.uint8)
    crop, _ = rectify(image, box(500, 500, 40, 20))
    assert crop.shape == (20, 40, 3) and (crop == 114).all()
    crop, _ = rectify(image, box(0, 25, 40, 20))
    assert (crop[:, :15] == 114).all() and (crop[:, 25:] == 255).all()


def test_warp_averages_when_it_shrinks() -> None:
    lines = np.zeros((400, 400, 3), np.uint8)
    lines[:, ::2] = 255
    small = warp(lines, np.array([[0.1, 0, 0], [0, 0.1, 0]], np.float32), (40, 40))
    inner = small[2:-2, 2:-2].astype(int)
    assert abs(inner - 127).max() < 25


def test_compose_applies_the_inner_one_first() -> None:
    double = np.array([[2, 0, 0], [0, 2, 0]], np.float32)
    shift = np.array([[1, 0, 10], [0, 1, 0]], np.float32)
    np.testing.assert_allclose(map_points(compose(double, shift), np.array([1, 1])), [22, 2])


@pytest.mark.parametrize("degrees", [0, 30, 90, 150])
def test_ellipse_to_circle(degrees: float) -> None:
    turned = np.radians(np.arange(0, 360, 30))
    ellipse = box(70, 40, 60, 42, degrees)
    linear = np.array([[30 * np.cos(turned)], [21 * np.sin(turned)]]).reshape(2, -1)
    angle = math.radians(degrees)
    rotation = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    rim = (rotation @ linear).T + np.array([70, 40])
    matrix = ellipse_to_circle(ellipse, 50, (64, 64))
    radii = np.linalg.norm(map_points(matrix, rim) - 64, axis=1)
    np.testing.assert_allclose(radii, 50, rtol=1e-4)
    linear_part = matrix[:, :2]
    np.testing.assert_allclose(linear_part, linear_part.T, atol=1e-5, err_msg="stretches, does not turn")

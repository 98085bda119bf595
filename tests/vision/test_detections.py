from __future__ import annotations

import numpy as np
import pytest

from vision.detections import Detections

NAMES = ("plate", "card", "tomato")
BOX = [10.0, 10.0, 8.0, 4.0, 0.0]


def detections(*classes: str) -> Detections:
    count = len(classes)
    return Detections(
        np.array([BOX] * count, np.float32).reshape(-1, 5),
        np.linspace(0.9, 0.5, count, dtype=np.float32),
        np.array([NAMES.index(name) for name in classes], np.int64),
        NAMES,
    )


def test_filter_by_class_mask_and_index() -> None:
    found = detections("card", "tomato", "plate", "tomato")
    assert len(found) == 4
    assert found.labels == ("card", "tomato", "plate", "tomato")
    assert found.of("tomato", "plate").labels == ("tomato", "plate", "tomato")
    assert found.where(found.confidence > 0.7).labels == ("card", "tomato")
    assert found.where(np.array([3, 0])).labels == ("tomato", "card")
    assert found.where(np.array([], np.int64)).corners.shape == (0, 4, 2)


def test_empty() -> None:
    none = Detections.empty(NAMES)
    assert len(none) == 0 and none.corners.shape == (0, 4, 2)
    assert none.of("card").names == NAMES


def test_under_a_similarity_boxes_move_grow_and_turn_with_it() -> None:
    quarter_and_double = np.array([[0, -2, 5], [2, 0, 7]], np.float32)
    moved = detections("card").mapped(quarter_and_double)
    assert moved.xywhr[0] == pytest.approx([-15, 27, 16, 8, np.pi / 2], abs=1e-4)
    assert moved.labels == ("card",) and moved.confidence[0] == pytest.approx(0.9)
    assert len(Detections.empty(NAMES).mapped(quarter_and_double)) == 0


def test_arrays_are_copies_and_read_only() -> None:
    boxes = np.array([BOX], np.float32)
    found = Detections(boxes, np.array([0.5], np.float32), np.array([0]), NAMES)
    boxes[0, 0] = 99
    assert found.xywhr[0, 0] == 10
    for array in (found.xywhr, found.confidence, found.class_id):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1
    assert found.xywhr.dtype == np.float32 and found.class_id.dtype == np.int64


def test_unknown_class_says_what_there_is() -> None:
    with pytest.raises(KeyError, match="no class prawn; the detector has plate, card, tomato"):
        detections("card").of("prawn")


@pytest.mark.parametrize(
    ("xywhr", "confidence", "class_id", "message"),
    [
        (np.zeros((2, 4)), [0.5, 0.5], [0, 0], r"xywhr: expected shape \(N, 5\), got \(2, 4\)"),
        (np.zeros(5), [0.5], [0], r"xywhr: expected shape \(N, 5\), got \(5,\)"),
        ([BOX], [0.5, 0.5], [0], r"confidence: expected shape \(1,\), got \(2,\)"),
        ([BOX], [0.5], [[0]], r"class_id: expected shape \(1,\), got \(1, 1\)"),
        ([BOX], [0.5], [0.0], "class_id: expected whole numbers, got dtype float64"),
        ([BOX], [1.5], [0], r"confidence: expected \[0, 1\], got 1.5 to 1.5"),
        ([BOX], [np.nan], [0], r"confidence: expected \[0, 1\], got nan"),
        ([BOX], [0.5], [3], "class_id: expected 0 to 2, got 3 to 3"),
        ([BOX], [0.5], [-1], "class_id: expected 0 to 2, got -1 to -1"),
        ([[0, 0, -1, 2, 0]], [0.5], [0], "xywhr: expected sides >= 0, got -1"),
        ([[np.inf, 0, 1, 2, 0]], [0.5], [0], "xywhr: expected finite numbers, got nan or inf"),
    ],
)
def test_bad_arrays_say_expected_and_actual(
    xywhr: object, confidence: object, class_id: object, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        Detections(np.array(xywhr), np.array(confidence), np.array(class_id), NAMES)


def test_mask_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match=r"mask: expected shape \(2,\), got \(3,\)"):
        detections("card", "card").where(np.array([True, False, True]))

from __future__ import annotations

import hashlib
import json
import math
from pathlib import Path

import numpy as np
import pytest

from vision.detector import Detector, WeightsError, WeightsInfo, decode, load_default, suppress
from vision.geometry import rotated_iou

NAMES = ("plate", "card", "tomato")


class FakeBackend:
    """Answers each picture with the given rows, laid out as ultralytics exports them."""

    names = NAMES

    def __init__(
        self, rows: list[list[float]], layout: str = "raw", fixed_size: tuple[int, int] | None = None
    ) -> None:
        self.rows, self.layout, self.fixed_size = rows, layout, fixed_size
        self.batches: list[tuple[int, ...]] = []

    def infer(self, batch: np.ndarray) -> np.ndarray:
        self.batches.append(batch.shape)
        return np.stack([head(self.rows, self.layout)] * len(batch))


def head(rows: list[list[float]], layout: str) -> np.ndarray:
    """Rows are [cx, cy, w, h, angle, confidence, class]."""
    if layout == "end2end":
        padded = np.zeros((300, 7), np.float32)
        for i, (cx, cy, w, h, angle, confidence, name) in enumerate(rows):
            padded[i] = [cx, cy, w, h, confidence, name, angle]
        return padded
    columns = np.zeros((4 + len(NAMES) + 1, 5040), np.float32)
    for i, (cx, cy, w, h, angle, confidence, name) in enumerate(rows):
        columns[:4, 17 * i] = cx, cy, w, h
        columns[4 + int(name), 17 * i] = confidence
        columns[-1, 17 * i] = angle
    return columns


FRAME = np.zeros((720, 1280, 3), np.uint8)
LAYOUTS = pytest.mark.parametrize("layout", ["raw", "end2end"])


@LAYOUTS
def test_boxes_come_back_in_pixels_of_the_picture_best_first(layout: str) -> None:
    backend = FakeBackend([[320, 192, 40, 20, 0.5, 0.6, 2], [100, 112, 30, 30, 0.0, 0.9, 1]], layout)
    found = Detector(backend).detect(FRAME)
    assert backend.batches == [(1, 384, 640, 3)]
    assert found.labels == ("card", "tomato")
    np.testing.assert_allclose(found.xywhr[1], [640, 360, 80, 40, 0.5], rtol=1e-5)
    np.testing.assert_allclose(found.xywhr[0, :4], [200, 200, 60, 60], rtol=1e-5)
    np.testing.assert_allclose(found.confidence, [0.9, 0.6], rtol=1e-6)


@LAYOUTS
def test_near_duplicates_count_once(layout: str) -> None:
    """As end-to-end heads give them: ultralytics issue 23850."""
    rows = [
        [320.0, 192.0, 60.0, 20.0, 0.30, 0.91, 2],
        [320.6, 191.8, 60.4, 20.2, 0.31, 0.88, 2],
        [319.5, 192.3, 59.1, 19.7, 0.29, 0.52, 2],
    ]
    found = Detector(FakeBackend(rows, layout)).detect(FRAME)
    assert len(found) == 1
    assert found.confidence[0] == pytest.approx(0.91)


@LAYOUTS
def test_a_box_written_the_other_way_round_is_the_same_box(layout: str) -> None:
    rows = [[320, 192, 60, 20, 0.3, 0.9, 2], [320, 192, 20, 60, 0.3 + math.pi / 2, 0.8, 2]]
    assert len(Detector(FakeBackend(rows, layout)).detect(FRAME)) == 1


@LAYOUTS
def test_touching_cubes_crossing_sticks_and_other_classes_stay(layout: str) -> None:
    rows = [
        [300, 192, 20, 20, 0.2, 0.9, 2],
        [320, 196, 20, 20, 0.2, 0.8, 2],
        [320, 196, 20, 20, 0.2, 0.7, 1],
        [200, 100, 180, 8, 0.4, 0.6, 0],
        [200, 100, 180, 8, 1.2, 0.5, 0],
    ]
    assert len(Detector(FakeBackend(rows, layout)).detect(FRAME)) == 5


def test_a_suppressed_box_suppresses_no_other() -> None:
    boxes = np.array([[0, 0, 20, 20, 0], [7, 0, 20, 20, 0], [14, 0, 20, 20, 0]], np.float32)
    same = np.zeros(3, np.int64)
    assert suppress(boxes[[0, 1]], same[:2], 0.5).tolist() == [0]
    assert suppress(boxes, same, 0.5).tolist() == [0, 2]


@LAYOUTS
def test_confidence_threshold_and_limit(layout: str) -> None:
    rows = [[30.0 * i + 20, 100.0, 20.0, 20.0, 0.0, 0.1 * i, 2.0] for i in range(1, 10)]
    assert len(Detector(FakeBackend(rows, layout)).detect(FRAME, conf=0.45)) == 5
    assert len(Detector(FakeBackend(rows, layout), max_detections=2).detect(FRAME)) == 2
    assert len(Detector(FakeBackend(rows, layout)).detect(FRAME, conf=0.99)) == 0


@LAYOUTS
def test_rows_that_are_no_boxes_are_left_out(layout: str) -> None:
    rows = [
        [math.nan, 10, 20, 20, 0, 0.9, 1],
        [50, 50, 0, 20, 0, 0.9, 1],
        [50, 50, 20, math.inf, 0, 0.9, 1],
        [90, 90, 20, 20, 0, 1.0000002, 1],
    ]
    found = Detector(FakeBackend(rows, layout)).detect(FRAME)
    assert found.xywhr[:, 0].round().tolist() == [180]
    assert found.confidence.max() <= 1


@LAYOUTS
def test_boxes_are_written_one_way(layout: str) -> None:
    found = Detector(FakeBackend([[300, 192, 10, 50, -0.6, 0.9, 1]], layout)).detect(FRAME)
    w, h, angle = found.xywhr[0, 2:]
    assert w > h and 0 <= angle < math.pi
    original = np.array([[600, 360, 20, 100, -0.6]], np.float32)
    assert rotated_iou(found.xywhr, original)[0, 0] > 0.999


def test_pictures_of_one_shape_share_a_batch_and_keep_their_order() -> None:
    backend = FakeBackend([[60, 60, 20, 20, 0, 0.9, 2]])
    tall, wide = np.zeros((400, 200, 3), np.uint8), np.zeros((200, 400, 3), np.uint8)
    found = Detector(backend, long_side=320).detect_many([wide, tall, wide])
    assert sorted(backend.batches) == [(1, 320, 160, 3), (2, 160, 320, 3)]
    assert [round(float(f.xywhr[0, 0])) for f in found] == [75, 75, 75]
    assert Detector(backend).detect_many([]) == []


def test_network_size_can_be_given_or_is_fixed_by_the_model() -> None:
    backend = FakeBackend([])
    Detector(backend).detect(FRAME, size=(1280, 736))
    assert backend.batches == [(1, 736, 1280, 3)]
    with pytest.raises(ValueError, match="size: expected multiples of 32, got 640x360"):
        Detector(backend).detect(FRAME, size=(640, 360))
    fixed = FakeBackend([], fixed_size=(416, 416))
    Detector(fixed).detect(FRAME)
    Detector(fixed).warm_up((640, 480))
    assert fixed.batches == [(1, 416, 416, 3)] * 2


@pytest.mark.parametrize(
    ("image", "message"),
    [
        (np.zeros((720, 1280), np.uint8), r"image: expected shape \(H, W, 3\), got \(720, 1280\)"),
        (np.zeros((720, 1280, 4), np.uint8), r"got \(720, 1280, 4\)"),
        (np.zeros((0, 1280, 3), np.uint8), r"got \(0, 1280, 3\)"),
        (np.zeros((9, 9, 3), np.float32), "image: expected uint8, got float32"),
        (None, "got NoneType"),
    ],
)
def test_bad_pictures_say_expected_and_actual(image: np.ndarray, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Detector(FakeBackend([])).detect(image)


@pytest.mark.parametrize("shape", [(20, 5040), (300, 6), (9, 7, 1)])
def test_output_that_does_not_fit_the_names(shape: tuple[int, ...]) -> None:
    with pytest.raises(WeightsError, match=r"3 class names: expected shape \(8, N\) or \(N, 7\), got"):
        decode(np.zeros(shape, np.float32), 3, 0.25)


def write_weights(folder: Path, **changes: object) -> Path:
    (folder / "pieces.onnx").write_bytes(b"weights")
    info: dict[str, object] = {
        "names": list(NAMES),
        "imgsz": 640,
        "sha256": hashlib.sha256(b"weights").hexdigest(),
        "task": "obb",
        "version": "1",
    }
    info |= changes
    (folder / "pieces.json").write_text(json.dumps({k: v for k, v in info.items() if v is not None}))
    return folder


def test_weights_info(tmp_path: Path) -> None:
    info = WeightsInfo.read(write_weights(tmp_path) / "pieces.json")
    assert info.names == NAMES and info.imgsz == 640 and info.version == "1"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"names": None}, "names: expected list, got None"),
        ({"imgsz": "640"}, "imgsz: expected int, got '640'"),
        ({"task": "detect"}, r"task: expected 'obb' \(oriented boxes\), got 'detect'"),
        ({"sha256": "0" * 64}, "damaged: its sha256 is [0-9a-f]{12}..., expected 000000000000"),
    ],
)
def test_wrong_weights_say_what_is_wrong(tmp_path: Path, changes: dict[str, object], message: str) -> None:
    with pytest.raises(WeightsError, match=message):
        load_default(write_weights(tmp_path, **changes))


def test_missing_weights_say_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(WeightsError, match=r"pieces.json: the detector's weights are missing; install"):
        load_default(tmp_path)
    write_weights(tmp_path)
    (tmp_path / "pieces.onnx").unlink()
    with pytest.raises(WeightsError, match=r"pieces.onnx: the detector's weights are missing; install"):
        load_default(tmp_path)
    (tmp_path / "pieces.json").write_text("{")
    with pytest.raises(WeightsError, match="not valid JSON"):
        load_default(tmp_path)


def test_the_shipped_classes_are_those_that_are_rendered() -> None:
    from datasets.labels import CLASSES

    assert load_default().names == CLASSES

"""OpenVINO on a one-layer network that is built here: the head reports what pixels it was given."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import openvino as ov
import pytest
from openvino import opset13 as ops

from vision import backends
from vision.backends import BackendError, OpenVINOBackend, UltralyticsBackend


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """Output (1, 3, H*W / 1024): the mean of each RGB plane over every 32x32 patch."""
    return save_model(tmp_path / "tiny.xml", [1, 3, -1, -1])


def save_model(path: Path, shape: list[int]) -> Path:
    source = ops.parameter(ov.PartialShape(shape), ov.Type.f32, name="images")
    pooled = ops.avg_pool(source, [32, 32], [0, 0], [0, 0], [32, 32], exclude_pad=True)
    flat = ops.reshape(pooled, ops.constant(np.array([1, 3, -1], np.int64)), special_zero=False)
    ov.save_model(ov.Model([flat], [source]), str(path), compress_to_fp16=False)
    return path


def blue_then_red() -> np.ndarray:
    batch = np.zeros((2, 32, 64, 3), np.uint8)
    batch[0, ..., 0] = 255
    batch[1, ..., 2] = 51
    return batch


def test_pixels_become_rgb_shares_of_one(model: Path) -> None:
    backend = OpenVINOBackend(model, ("a",), cache_dir=None)
    raw = backend.infer(blue_then_red())
    assert raw.shape == (2, 3, 2) and raw.dtype == np.float32
    np.testing.assert_allclose(raw[0], [[0, 0], [0, 0], [1, 1]], atol=1e-6)
    np.testing.assert_allclose(raw[1], [[0.2, 0.2], [0, 0], [0, 0]], atol=1e-5)
    assert backend.infer(np.zeros((0, 32, 32, 3), np.uint8)).size == 0


def test_one_compile_for_each_size(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    backend = OpenVINOBackend(model, ("a",), cache_dir=None)
    compiled: list[tuple[int, int]] = []
    original = OpenVINOBackend._compile
    monkeypatch.setattr(
        OpenVINOBackend, "_compile", lambda self, size: compiled.append(size) or original(self, size)
    )
    for width in (32, 64, 32, 64):
        backend.infer(np.zeros((1, 32, width, 3), np.uint8))
    assert compiled == [(32, 32), (64, 32)]
    for width in (96, 128, 160):
        backend.infer(np.zeros((1, 32, width, 3), np.uint8))
    assert len(backend._requests) == backends.COMPILED_SIZES, "memory stays bounded"


def test_compiled_models_are_kept_and_used_again(model: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    first = OpenVINOBackend(model, ("a",), cache_dir=cache, any_size=True)
    expected = first.infer(blue_then_red())
    blobs = list(cache.iterdir())
    assert [blob.suffix for blob in blobs] == [".blob"]
    again = OpenVINOBackend(model, ("a",), cache_dir=cache, any_size=True)
    np.testing.assert_array_equal(again.infer(blue_then_red()), expected)
    assert again._model is None, "with a cached compiled model the file is not parsed"


def test_a_damaged_cache_is_written_anew(model: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    expected = OpenVINOBackend(model, ("a",), cache_dir=cache).infer(blue_then_red())
    blob = next(cache.iterdir())
    for junk in (b"", b"junk", blob.read_bytes()[:100]):
        blob.write_bytes(junk)
        raw = OpenVINOBackend(model, ("a",), cache_dir=cache).infer(blue_then_red())
        np.testing.assert_array_equal(raw, expected)
        assert blob.stat().st_size > 100


def test_another_model_of_the_same_name_is_not_taken_from_the_cache(model: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    OpenVINOBackend(model, ("a",), cache_dir=cache, digest="one").infer(blue_then_red())
    OpenVINOBackend(model, ("a",), cache_dir=cache, digest="two").infer(blue_then_red())
    assert len(list(cache.iterdir())) == 2


def test_old_cached_models_are_dropped(model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backends, "CACHED_FILES", 2)
    backend = OpenVINOBackend(model, ("a",), cache_dir=tmp_path / "cache")
    for width in (32, 64, 96):
        backend.infer(np.zeros((1, 32, width, 3), np.uint8))
    assert len(list((tmp_path / "cache").iterdir())) == 2


def test_works_where_nothing_can_be_written(model: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    backend = OpenVINOBackend(model, ("a",), cache_dir=tmp_path / "file" / "cache")
    assert backend.infer(blue_then_red()).shape == (2, 3, 2)


def test_a_model_of_one_size_says_so(tmp_path: Path) -> None:
    path = save_model(tmp_path / "fixed.xml", [1, 3, 64, 96])
    assert OpenVINOBackend(path, ("a",), cache_dir=None).fixed_size == (96, 64)
    path = save_model(tmp_path / "free.xml", [1, 3, -1, -1])
    assert OpenVINOBackend(path, ("a",), cache_dir=None).fixed_size is None


def test_models_that_cannot_be_used_say_why(tmp_path: Path, model: Path) -> None:
    with pytest.raises(BackendError, match=r"missing.onnx: no such model file"):
        OpenVINOBackend(tmp_path / "missing.onnx", ("a",))
    (tmp_path / "text.onnx").write_text("no model")
    with pytest.raises(BackendError, match=r"text.onnx: OpenVINO can't load it") as caught:
        OpenVINOBackend(tmp_path / "text.onnx", ("a",), cache_dir=None)
    assert "\n" not in str(caught.value)
    with pytest.raises(BackendError, match=r"tiny.xml: holds no class names"):
        OpenVINOBackend(model, cache_dir=None)


def test_ultralytics_is_optional(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ultralytics.nn.autobackend", None)
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(BackendError, match=r"needs ultralytics: pip install 'table-referee\[train\]'"):
        UltralyticsBackend(tmp_path / "a.pt")

"""What runs the network: OpenVINO for the shipped ONNX, ultralytics for anybody's `.pt` or engine.

A backend only turns pictures of network size into the head's raw numbers; `vision.detector` does the rest.
"""

from __future__ import annotations

import ast
import contextlib
import hashlib
import io
import os
import threading
from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from vision.geometry import Floats, Pixels, Size

COMPILED_SIZES = 4
"""How many network sizes stay compiled; each holds some tens of MB."""
CACHED_FILES = 12


class BackendError(RuntimeError):
    """A model that can't be loaded or run, in one line that says which and why."""


class Backend(Protocol):
    """Runs a detection network."""

    @property
    def names(self) -> tuple[str, ...]:
        """The classes, in the network's order."""

    @property
    def fixed_size(self) -> Size | None:
        """The only (width, height) that the network takes; None where any multiple of 32 will do."""

    def infer(self, batch: Pixels) -> Floats:
        """The raw head output (B, ...) for a batch (B, H, W, 3) uint8 BGR of network size."""


class OpenVINOBackend:
    """An ONNX model on OpenVINO, compiled once for each network size.

    The steps from uint8 BGR to float RGB / 255 are part of the compiled model. A batch is run picture by
    picture: on a CPU larger batches gain nothing, and every batch size would be compiled anew.

    Args:
        path: The ONNX file.
        names: Its classes; None reads those that ultralytics writes into the file.
        cache_dir: Where compiled models are kept, which saves most of the start-up time; a place that can't
            be written or read is left alone. Default: the user's cache folder; None: nowhere.
        digest: The file's sha256, where it is known already.
        any_size: Promises that the network takes any size, so that with names and a cached compiled model
            the file itself need not be parsed.

    Raises:
        BackendError: If the file can't be loaded.
    """

    def __init__(
        self,
        path: str | Path,
        names: Sequence[str] | None = None,
        *,
        cache_dir: str | Path | None = "user",
        digest: str | None = None,
        any_size: bool = False,
    ) -> None:
        import openvino

        self._openvino: Any = openvino
        self._path = Path(path)
        self._core: Any = openvino.Core()
        self._lock = threading.Lock()
        self._requests: OrderedDict[Size, Any] = OrderedDict()
        self._model: Any = None
        self._fixed_size: Size | None = None
        if not self._path.is_file():
            raise BackendError(f"{self._path}: no such model file")
        self._cache = _cache_folder(cache_dir)
        self._digest = digest or hashlib.sha256(self._path.read_bytes()).hexdigest()
        if names is None or not any_size:
            self._read()
        self._names = tuple(names) if names is not None else self._names_inside()

    @property
    def names(self) -> tuple[str, ...]:
        return self._names

    @property
    def fixed_size(self) -> Size | None:
        return self._fixed_size

    def infer(self, batch: Pixels) -> Floats:
        size = (batch.shape[2], batch.shape[1])
        with self._lock:  # a request holds its own input and output: one caller at a time
            request = self._request(size)
            outputs = []
            for picture in batch:
                request.infer([picture[None]], share_inputs=True)
                outputs.append(np.array(request.get_output_tensor(0).data, np.float32))
        return np.concatenate(outputs) if outputs else np.zeros((0, 0, 0), np.float32)

    def _request(self, size: Size) -> Any:
        request = self._requests.get(size)
        if request is None:
            request = self._compile(size).create_infer_request()
            self._requests[size] = request
            if len(self._requests) > COMPILED_SIZES:
                self._requests.popitem(last=False)
        self._requests.move_to_end(size)
        return request

    def _compile(self, size: Size) -> Any:
        # f32: some processors would choose bf16, and two machines would then disagree on a verdict.
        options = {"PERFORMANCE_HINT": "LATENCY", "INFERENCE_PRECISION_HINT": "f32"}
        file = self._cache_file(size)
        if file is not None and file.is_file():
            try:
                return self._core.import_model(io.BytesIO(file.read_bytes()), "CPU", options)
            except Exception:  # another version's, or a broken file: compiled and written anew
                pass
        try:
            compiled = self._core.compile_model(self._prepared(size), "CPU", options)
        except BackendError:
            raise
        except Exception as error:  # OpenVINO raises bare RuntimeError and its own kinds
            raise BackendError(
                f"{self._path}: OpenVINO can't compile it for {size[0]}x{size[1]}: {_last_line(error)}"
            ) from error
        if file is not None:
            _write_cache(file, compiled)
        return compiled

    def _prepared(self, size: Size) -> Any:
        """The model at one size, with the steps from the camera's pixels put before it."""
        width, height = size
        model = self._read().clone()
        model.reshape([1, 3, height, width])
        steps = self._openvino.preprocess.PrePostProcessor(model)
        source = steps.input()
        source.tensor().set_element_type(self._openvino.Type.u8).set_layout(self._openvino.Layout("NHWC"))
        source.tensor().set_color_format(self._openvino.preprocess.ColorFormat.BGR)
        source.model().set_layout(self._openvino.Layout("NCHW"))
        convert = source.preprocess().convert_element_type(self._openvino.Type.f32)
        convert.convert_color(self._openvino.preprocess.ColorFormat.RGB).scale(255.0)
        return steps.build()

    def _read(self) -> Any:
        if self._model is None:
            try:
                self._model = self._core.read_model(str(self._path))
            except Exception as error:
                raise BackendError(f"{self._path}: OpenVINO can't load it: {_last_line(error)}") from error
            shape = self._model.input().partial_shape
            if shape.is_static:
                self._fixed_size = (shape[3].get_length(), shape[2].get_length())
        return self._model

    def _names_inside(self) -> tuple[str, ...]:
        """The class names that ultralytics writes into the ONNX file."""
        try:
            names = ast.literal_eval(self._model.get_rt_info(["framework", "names"]).astype(str))
            return tuple(str(names[i]) for i in range(len(names)))
        except Exception:
            raise BackendError(f"{self._path}: holds no class names, so they must be given") from None

    def _cache_file(self, size: Size) -> Path | None:
        if self._cache is None:
            return None
        processor = self._core.get_property("CPU", "FULL_DEVICE_NAME")
        setting = f"{self._digest}|{self._openvino.__version__}|{processor}"
        key = hashlib.sha256(setting.encode()).hexdigest()[:16]
        return self._cache / f"{self._path.stem}-{size[0]}x{size[1]}-{key}.blob"


class UltralyticsBackend:
    """Any model that ultralytics loads (`.pt`, `.engine`, ...), for people with a GPU. Needs extra `train`.

    Raises:
        BackendError: If ultralytics is not installed, or can't load the file.
    """

    def __init__(self, path: str | Path, *, device: str = "cpu") -> None:
        try:
            import torch
            from ultralytics.nn.autobackend import AutoBackend
        except ImportError as error:
            raise BackendError(
                f"{path}: needs ultralytics: pip install 'table-referee[train]' ({error})"
            ) from None
        if not Path(path).is_file():
            raise BackendError(f"{path}: no such model file")
        self._torch: Any = torch
        self._device = torch.device(device)
        try:
            self._model: Any = AutoBackend(model=str(path), device=self._device, verbose=False)
            self._model.eval()
        except Exception as error:
            raise BackendError(f"{path}: ultralytics can't load it: {_last_line(error)}") from error
        names: Any = self._model.names
        self._names = tuple(str(names[i]) for i in range(len(names)))

    @property
    def names(self) -> tuple[str, ...]:
        return self._names

    @property
    def fixed_size(self) -> Size | None:
        return None

    def infer(self, batch: Pixels) -> Floats:
        planes = np.ascontiguousarray(batch[..., ::-1].transpose(0, 3, 1, 2))
        with self._torch.inference_mode():
            output = self._model(self._torch.from_numpy(planes).to(self._device).float() / 255)
        if isinstance(output, (list, tuple)):
            output = output[0]
        return np.asarray(output.float().cpu().numpy(), np.float32)


def _cache_folder(cache_dir: str | Path | None) -> Path | None:
    if cache_dir is None:
        return None
    if cache_dir == "user":
        import platformdirs

        cache_dir = Path(platformdirs.user_cache_dir("table-referee", appauthor=False)) / "models"
    return Path(cache_dir)


def _write_cache(file: Path, compiled: Any) -> None:
    """Writes a compiled model beside the others, whole or not at all, and drops the oldest."""
    temporary = file.with_suffix(f".{os.getpid()}.tmp")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        exported: Any = compiled.export_model()
        temporary.write_bytes(exported.getvalue() if hasattr(exported, "getvalue") else bytes(exported))
        temporary.replace(file)
        blobs = sorted(file.parent.glob("*.blob"), key=lambda blob: blob.stat().st_mtime, reverse=True)
        for blob in blobs[CACHED_FILES:]:
            blob.unlink(missing_ok=True)
    except Exception:  # read-only disk, no space, or a device that can't export: it only starts slower
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)


def _last_line(error: Exception) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[-1] if lines else type(error).__name__

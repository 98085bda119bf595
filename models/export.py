"""Turns a trained `.pt` into what ships: `python -m models.export CHECKPOINT`.

Writes `models/weights/pieces.pt` (half precision, no optimiser state), `vision/weights/pieces.onnx` (any
input size, weights kept in half precision and used in single) and `vision/weights/pieces.json`.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("YOLO_AUTOINSTALL", "false")
ROOT = Path(__file__).resolve().parent.parent


PRIVATE = ("data", "project", "name", "save_dir", "model", "pt_path", "resume")
"""Training settings that name places of the machine that trained."""


def describe(network: Path, **info: object) -> dict[str, object]:
    """Write what a network is, with its checksum, to the `.json` beside it."""
    described = {**info, "sha256": hashlib.sha256(network.read_bytes()).hexdigest()}
    network.with_suffix(".json").write_text(json.dumps(described, indent=1) + "\n", "utf-8")
    return described


def without_places(checkpoint: Path) -> None:
    """Take the paths of the training machine out of a checkpoint, in place."""
    import torch

    data = torch.load(checkpoint, map_location="cpu", weights_only=False)
    network = data["model"]
    network.args = {k: v for k, v in dict(network.args).items() if k not in PRIVATE}
    network.pt_path = checkpoint.name
    data["train_args"] = {k: v for k, v in (data.get("train_args") or {}).items() if k not in PRIVATE}
    data["git"] = None
    torch.save(data, checkpoint)


def half_weights(model_path: Path, out: Path) -> None:
    """Store an ONNX file's float32 weights as float16, each followed by a cast back: half the size, the same
    graph.

    A runtime folds the casts when it loads the file.
    """
    import numpy as np
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    model = onnx.load(str(model_path))
    graph = model.graph
    casts = []
    for tensor in graph.initializer:
        if tensor.data_type != TensorProto.FLOAT:
            continue
        values = numpy_helper.to_array(tensor)
        if values.size < 256:  # biases and scales cost nothing and matter most
            continue
        name = tensor.name
        tensor.CopyFrom(numpy_helper.from_array(values.astype(np.float16), f"{name}_half"))
        casts.append(
            helper.make_node("Cast", [f"{name}_half"], [name], to=TensorProto.FLOAT, name=f"{name}_cast")
        )
    nodes = list(graph.node)
    del graph.node[:]
    graph.node.extend([*casts, *nodes])
    onnx.checker.check_model(model)
    onnx.save(model, str(out))


def export(checkpoint: Path, weights: Path, package: Path, version: str) -> dict[str, object]:
    """Export a checkpoint; returns what is written to `pieces.json`."""
    from ultralytics import YOLO
    from ultralytics.utils.torch_utils import strip_optimizer

    weights.mkdir(parents=True, exist_ok=True)
    package.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder) / "pieces.pt"
        shutil.copyfile(checkpoint, work)
        strip_optimizer(str(work))
        without_places(work)
        model = YOLO(str(work))
        names = [model.names[i] for i in range(len(model.names))]
        plain = Path(model.export(format="onnx", dynamic=True, simplify=False, imgsz=448, device="cpu"))
        half_weights(plain, package / "pieces.onnx")
        shutil.copyfile(work, weights / "pieces.pt")
    return describe(package / "pieces.onnx", names=names, imgsz=640, task="obb", version=version)


def main(argv: list[str] | None = None) -> int:
    """Command line; exit code 2 on bad arguments."""
    p = argparse.ArgumentParser(prog="models.export", description=__doc__)
    p.add_argument("checkpoint", type=Path)
    p.add_argument("--weights", type=Path, default=ROOT / "models" / "weights")
    p.add_argument("--package", type=Path, default=ROOT / "vision" / "weights")
    p.add_argument("--version", default="1")
    a = p.parse_args(argv)
    if not a.checkpoint.is_file():
        p.error(f"{a.checkpoint}: no such file")
    print(json.dumps(export(a.checkpoint, a.weights, a.package, a.version)))
    return 0


if __name__ == "__main__":
    sys.exit(main())

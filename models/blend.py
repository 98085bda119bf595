"""Blends two second opinions into one file: `python -m models.blend ONE.onnx OTHER.onnx OUT.onnx`.

Two networks that were trained in different ways err on different cubes, so the mean of what they say is right
more often than either. The file asks both and answers with that mean.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import onnx
from onnx import TensorProto, helper

from models.export import describe

INPUTS = ("image", "light")


def blended(one: onnx.ModelProto, other: onnx.ModelProto, share: float) -> onnx.ModelProto:
    """A model with the inputs of both and `share` of `one` in its logits."""
    graphs = []
    for name, model, weight in (("one", one, share), ("other", other, 1 - share)):
        graph = onnx.compose.add_prefix_graph(model.graph, f"{name}/")
        for node in graph.node:
            for i, value in enumerate(node.input):
                if value in {f"{name}/{k}" for k in INPUTS}:
                    node.input[i] = value.removeprefix(f"{name}/")
        scale = helper.make_tensor(f"{name}/share", TensorProto.FLOAT, [], [weight])
        graph.initializer.append(scale)
        graph.node.append(helper.make_node("Mul", [f"{name}/logits", f"{name}/share"], [f"{name}/part"]))
        graphs.append(graph)
    first, second = graphs
    total = helper.make_node("Add", ["one/part", "other/part"], ["logits"])
    graph = helper.make_graph(
        [*first.node, *second.node, total],
        "blend",
        list(one.graph.input),
        list(one.graph.output),
        [*first.initializer, *second.initializer],
    )
    return helper.make_model(graph, opset_imports=one.opset_import, ir_version=one.ir_version)


def main(argv: list[str] | None = None) -> int:
    """Command line; exit code 2 on bad arguments."""
    p = argparse.ArgumentParser(prog="models.blend", description=__doc__)
    p.add_argument("one", type=Path)
    p.add_argument("other", type=Path)
    p.add_argument("out", type=Path)
    p.add_argument("--share", type=float, default=0.5, help="of the first (default 0.5)")
    a = p.parse_args(argv)
    for file in (a.one, a.other):
        if not file.is_file():
            p.error(f"{file}: no such file")
    if not 0 <= a.share <= 1:
        p.error(f"--share {a.share}: must lie between 0 and 1")
    info = json.loads(a.one.with_suffix(".json").read_text("utf-8"))
    told = json.loads(a.other.with_suffix(".json").read_text("utf-8"))
    if (info["kinds"], info["wraps"]) != (told["kinds"], told["wraps"]):
        p.error(f"{a.other}: it tells other things apart than {a.one}")
    model = blended(onnx.load(a.one), onnx.load(a.other), a.share)
    onnx.checker.check_model(model, full_check=True)
    a.out.parent.mkdir(parents=True, exist_ok=True)
    onnx.save(model, a.out)
    describe(a.out, **info)
    return 0


if __name__ == "__main__":
    sys.exit(main())

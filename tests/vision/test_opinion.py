"""The second opinion on the golden pictures' cubes, and what it says of weights it cannot use."""

from __future__ import annotations

import json
import shutil
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vision.detector import WeightsError
from vision.images import load_image
from vision.opinion import CubeReader, CubeSpot

GOLDEN = Path(__file__).parent.parent / "golden"
WEIGHTS = Path(str(resources.files("vision"))) / "weights"


@pytest.fixture(scope="module")
def reader() -> CubeReader:
    return CubeReader()


def spots() -> list[tuple[str, list[str], list[CubeSpot]]]:
    """Picture, names and places of the cubes on its skewer, in order along the stick."""
    out = []
    for line in (GOLDEN / "truth.jsonl").read_text("utf-8").splitlines():
        truth: dict[str, Any] = json.loads(line)
        cubes = truth.get("cubes", [])
        direction = np.asarray(truth.get("direction"), np.float32)
        at = [CubeSpot(np.asarray(c["middle"], np.float32), direction, c["side"]) for c in cubes]
        if at:
            out.append((truth["image"], [c["name"] for c in cubes], at))
    return out


def test_cubes_of_the_golden_pictures_are_named(reader: CubeReader) -> None:
    right = total = 0
    for image, names, at in spots():
        said = reader.read(load_image(GOLDEN / image).pixels, at)
        right += sum(o.kind == n for o, n in zip(said, names, strict=True))
        total += len(names)
    assert total >= 6
    assert right == total


def test_the_other_way_round_left_is_right(reader: CubeReader) -> None:
    image, _, at = spots()[0]
    frame = load_image(GOLDEN / image).pixels
    there = reader.read(frame, at)
    back = reader.read(frame, [CubeSpot(s.middle, -s.direction, s.side) for s in at])
    for a, b in zip(there, back, strict=True):
        assert a.kind == b.kind
        assert abs(a.left - b.right) < 0.35 and abs(a.right - b.left) < 0.35


def test_nothing_asked_nothing_said(reader: CubeReader) -> None:
    assert reader.read(np.zeros((72, 128, 3), np.uint8), []) == []


def test_damaged_or_missing_weights_are_named(tmp_path: Path) -> None:
    with pytest.raises(WeightsError, match="install the package again"):
        CubeReader(tmp_path)
    for name in ("cubes.onnx", "cubes.json"):
        shutil.copy(WEIGHTS / name, tmp_path)
    (tmp_path / "cubes.onnx").write_bytes(b"\0" + (WEIGHTS / "cubes.onnx").read_bytes()[1:])
    with pytest.raises(WeightsError, match="damaged"):
        CubeReader(tmp_path)

"""The shipped weights on a few rendered photographs whose truth lies beside them (`truth.jsonl`).

They are of the held-out kind, drawn with OpenGL (`table-*`) and with Cycles (`cycles-*`): meshes and
textures that training never saw. Whatever is done to a picture, a reading may become unsure, never another
certain one.
"""

from __future__ import annotations

import json
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image as PillowImage

from referee.adapters import get_check
from referee.eyes import open_eyes
from referee.sets.profile import load_profile
from vision.geometry import Pixels
from vision.images import load_image

HERE = Path(__file__).parent
TRUTH: list[dict[str, Any]] = [
    json.loads(line) for line in (HERE / "truth.jsonl").read_text("utf-8").splitlines()
]
NAMES = [t["image"] for t in TRUTH]


@cache
def _eyes() -> Any:
    return open_eyes(load_profile("kit"))


def check(frame: Pixels) -> dict[str, Any]:
    """What `referee check` finds in a frame."""
    return get_check("kushi-express")(_eyes().look(frame), load_profile("kit"))


@cache
def plain(name: str) -> dict[str, Any]:
    return check(load_image(HERE / name).pixels)


def certain_layers(answer: dict[str, Any]) -> list[list[str]]:
    """Layers of the skewers on the plate that carry no doubt but that of an unseen underside."""
    return [
        s["layers"]
        for s in answer["skewers"]
        if s["on_plate"] and all(d["code"] == "underside" for d in s.get("doubts", []))
    ]


def truth(name: str) -> dict[str, Any]:
    return next(t for t in TRUTH if t["image"] == name)


@pytest.mark.parametrize("name", NAMES)
def test_order_skewer_and_verdict_are_right(name: str) -> None:
    answer, want = plain(name), truth(name)
    assert answer["order"]["card"] == want["order"]
    assert [s["layers"] for s in answer["skewers"] if s["on_plate"]] == [want["layers"]]
    assert answer["verdict"] == want["verdict"]


@pytest.mark.parametrize("orientation", range(1, 9))
def test_every_exif_orientation_gives_the_same_answer(orientation: int, tmp_path: Path) -> None:
    name = NAMES[0]
    upright = PillowImage.open(HERE / name).convert("RGB")
    turn = {
        2: PillowImage.Transpose.FLIP_LEFT_RIGHT,
        3: PillowImage.Transpose.ROTATE_180,
        4: PillowImage.Transpose.FLIP_TOP_BOTTOM,
        5: PillowImage.Transpose.TRANSPOSE,
        6: PillowImage.Transpose.ROTATE_90,
        7: PillowImage.Transpose.TRANSVERSE,
        8: PillowImage.Transpose.ROTATE_270,
    }.get(orientation)
    stored = upright if turn is None else upright.transpose(turn)
    exif = PillowImage.Exif()
    exif[0x0112] = orientation
    path = tmp_path / "turned.png"
    stored.save(path, exif=exif)
    original = check(np.ascontiguousarray(np.asarray(upright)[..., ::-1]))
    assert check(load_image(path).pixels) == original


@pytest.mark.parametrize("name", NAMES)
def test_a_scene_at_a_third_is_too_small_rather_than_wrong(name: str) -> None:
    frame = load_image(HERE / name).pixels
    small = np.asarray(cv2.resize(frame, None, fx=0.35, fy=0.35, interpolation=cv2.INTER_AREA), np.uint8)
    answer = check(small)
    assert certain_layers(answer) in ([], [truth(name)["layers"]])
    doubts = {d["code"] for s in answer["skewers"] for d in s.get("doubts", [])}
    cube_px = truth(name)["cube_px"] * 0.35
    if cube_px < 14 and any(s["on_plate"] and s["layers"] for s in answer["skewers"]):
        assert "too_small" in doubts


def tinted(frame: Pixels, kelvin: float) -> Pixels:
    """The frame as seen under light of another temperature by a camera whose balance stays at 4500 K."""
    from datasets.camera import kelvin as black_body

    gain = black_body(kelvin) / black_body(4500)
    linear = (frame.astype(np.float32) / 255) ** 2.2 * gain[::-1]
    linear /= max(1.0, float(np.percentile(linear, 99.5)))
    return (np.clip(linear, 0, 1) ** (1 / 2.2) * 255 + 0.5).astype(np.uint8)


@pytest.mark.parametrize("kelvin", [2700, 3200, 3800, 5200, 6500])
@pytest.mark.parametrize("name", NAMES)
def test_drifting_white_balance_never_makes_a_wrong_call(name: str, kelvin: float) -> None:
    answer = check(tinted(load_image(HERE / name).pixels, kelvin))
    assert certain_layers(answer) in ([], [truth(name)["layers"]])
    assert answer["order"] is None or answer["order"]["card"] == truth(name)["order"]
    assert answer["verdict"] in ("UNSURE", truth(name)["verdict"])


@pytest.mark.parametrize("quality", [30, 60])
@pytest.mark.parametrize("name", NAMES)
def test_hard_compression_never_makes_a_wrong_call(name: str, quality: int) -> None:
    data = BytesIO()
    PillowImage.open(HERE / name).convert("RGB").save(data, "JPEG", quality=quality)
    frame = cv2.imdecode(np.frombuffer(data.getvalue(), np.uint8), cv2.IMREAD_COLOR)
    assert check(np.asarray(frame, np.uint8))["verdict"] in ("UNSURE", truth(name)["verdict"])

"""The doctor's findings, each from what it looks at, and the exit code."""

from __future__ import annotations

import argparse
import io
import json
import socket
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from film import FilmLooker, write_video
from readings import BEST, card, scene, skewer

from referee import doctor, eyes
from referee.eyes import EyesError


def grain(mean: float, spread: float, blur: float = 0) -> Any:
    rng = np.random.default_rng(7)
    image = np.clip(rng.normal(mean, spread, (360, 640, 1)).repeat(3, axis=2), 0, 255).astype(np.uint8)
    return cv2.GaussianBlur(image, (0, 0), blur) if blur else image


@pytest.mark.parametrize(
    ("installed", "status"),
    [
        (["opencv-python", "numpy"], "ok"),
        (["opencv-python-headless"], "ok"),
        (["opencv-contrib-python-headless"], "ok"),
        (["opencv-python", "opencv-python-headless"], "fault"),
        (["opencv-python", "opencv-contrib-python"], "fault"),
        ([], "ok"),
    ],
)
def test_two_packages_of_opencv_are_a_fault(installed: list[str], status: str) -> None:
    finding = doctor.opencv_variants(installed)
    assert finding.status == status
    if status == "fault":
        assert "pip uninstall -y " + " ".join(sorted(installed)) in finding.advice


@pytest.mark.parametrize(
    ("image", "status", "word"),
    [
        (grain(120, 20), "ok", ""),
        (grain(25, 5), "warning", "more light"),
        (grain(240, 20), "warning", "less light"),
        (np.full((90, 160, 3), (20, 90, 200), np.uint8), "warning", "white lamp"),
    ],
)
def test_light(image: Any, status: str, word: str) -> None:
    finding = doctor.light(image)
    assert finding.status == status
    assert word in finding.advice


def test_focus() -> None:
    assert doctor.focus(grain(120, 25)).status == "ok"
    blurred = doctor.focus(grain(120, 25, blur=4))
    assert blurred.status == "warning" and "focus" in blurred.advice


def test_size_of_pieces() -> None:
    assert doctor.size_of_pieces(scene(skewer(BEST))).detail == "a cube is 40 px wide"
    assert "no skewer" in doctor.size_of_pieces(scene()).detail
    small = skewer(BEST)
    object.__setattr__(small, "cube_px", 15.0)
    assert "nearer" in doctor.size_of_pieces(scene(small)).advice


def test_a_taken_port_is_a_warning() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        finding = doctor.port(taken.getsockname()[1])
    assert finding.status == "warning" and "--port" in finding.advice
    assert doctor.port(0).status == "ok"
    assert doctor.port(99999).status == "warning"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(
        eyes, "open_eyes", lambda *_, **__: FilmLooker({n: scene(skewer(BEST)) for n in range(9)})
    )
    return tmp_path


def examine(**options: Any) -> tuple[int, list[dict[str, Any]]]:
    args = {"set": "kit", "weights": None, "port": 0, "source": "none", **options}
    out = io.StringIO()
    code = doctor.main_doctor(argparse.Namespace(**args), as_json=True, out=out)
    return code, [json.loads(line) for line in out.getvalue().splitlines()]


def test_a_healthy_place(home: Path) -> None:
    code, findings = examine()
    assert code == 0
    assert [f["check"] for f in findings] == ["python", "opencv", "set", "model", "disk", "journal", "port"]
    assert {f["status"] for f in findings} <= {"ok", "warning"}


def test_a_recording_serves_as_a_camera(home: Path) -> None:
    video = write_video(home / "v.mp4", [(0.5, 1)])
    code, findings = examine(source=str(video))
    assert code == 0
    rows = {f["check"]: f for f in findings}
    assert rows["camera"]["detail"].endswith("320x180 at 30 fps")
    assert "too small" in rows["camera"]["advice"]
    assert rows["pieces"]["detail"] == "a cube is 40 px wide"


def test_faults_name_the_way_out_and_the_exit_code_is_1(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any, **__: Any) -> Any:
        raise EyesError("pieces.onnx: damaged")

    monkeypatch.setattr(eyes, "open_eyes", broken)
    code, findings = examine(source="nowhere.mp4", set=str(home / "nope.toml"))
    assert code == 1
    rows = {f["check"]: f for f in findings}
    assert rows["set"]["status"] == "fault" and "nope.toml" in rows["set"]["detail"]
    assert rows["camera"]["status"] == "fault" and "nowhere.mp4" in rows["camera"]["detail"]
    code, findings = examine()
    assert code == 1
    assert {f["check"]: f for f in findings}["model"]["detail"] == "pieces.onnx: damaged"


def test_text_has_a_line_for_each_and_the_advice_below(home: Path) -> None:
    out = io.StringIO()
    args = argparse.Namespace(set="original", weights=None, port=0, source="none")
    doctor.main_doctor(args, as_json=False, out=out)
    text = out.getvalue()
    assert "ok      python" in text
    assert "WARNING set" in text and "-> cards without a picture" in text


def test_cards_and_pieces_need_no_camera_to_be_told_apart(home: Path) -> None:
    assert doctor.size_of_pieces(scene(cards=[card("best")])).status == "warning"

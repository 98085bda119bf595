"""`referee check`: the contract's fields, one line a picture, and bad pictures that stop nothing."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import cv2
import jsonschema
import numpy as np
import pytest
from readings import BEST, box, card, loose, scene, skewer

from referee.adapters import get_check
from referee.check import check_images, to_full
from referee.schema import schema
from referee.sets.profile import load_profile
from referee.wording import check_line
from vision.geometry import Pixels
from vision.images import Image
from vision.scene import Doubt, Scene

KIT = load_profile("kit")
BARE = ("meat", "bacon", "tomato", "bacon", "pepper", "shrimp")


def judge(shown: Scene) -> dict[str, Any]:
    record = {"image": "a.jpg", "game": "kushi-express", **get_check("kushi-express")(shown, KIT)}
    jsonschema.validate(record, schema("kushi-express", "check"))
    return record


def codes(record: dict[str, Any]) -> list[str]:
    return [reason["code"] for reason in record["reasons"]]


def test_all_fields_of_the_contract() -> None:
    record = judge(
        scene(
            skewer(BEST),
            cards=(card("best"),),
            beside=(loose("tomato", on_plate=False), loose("bacon", on_plate=False)),
        )
    )
    assert record["order"] == {"card": "best", "layers": list(BEST), "price": "6.0", "confidence": 0.97}
    assert record["skewers"] == [
        {
            "layers": list(BEST),
            "handle": "first",
            "box": [[490, 340], [790, 340], [790, 380], [490, 380]],
            "on_plate": True,
            "confidence": 0.95,
        }
    ]
    assert record["loose"] == {"cubes": {"tomato": 1}, "strips": {"bacon": 1}}
    assert (record["verdict"], record["reasons"]) == ("OK", [])


def test_a_wrong_skewer_names_the_position() -> None:
    record = judge(scene(skewer(BARE), cards=(card("best"),)))
    assert record["verdict"] == "ILLEGAL"
    assert record["reasons"] == [
        {"code": "missing_topping", "position": 3, "expected": "cheese-wrapped pepper", "seen": "pepper"}
    ]
    assert "position 3: expected cheese-wrapped pepper, saw plain pepper" in check_line(record)


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        (scene(skewer(BEST)), ["no_order"]),
        (scene(cards=(card("best"),)), ["no_skewer"]),
        (scene(), ["no_order", "no_skewer"]),
        (scene(skewer(BEST, on_plate=False), cards=(card("best"),)), ["no_skewer"]),
        (scene(skewer(BEST), skewer("pepper", at=box(640, 500)), cards=(card("best"),)), ["several_skewers"]),
        (scene(skewer(BEST), cards=(card("touting"),)), ["no_order"]),
        (
            scene(skewer(BEST), cards=(card("best"), card("new", at=box(900, 90, 130, 130)))),
            ["several_orders"],
        ),
        (scene(skewer(BEST), cards=(card(None, Doubt("glare")),)), ["no_order", "glare"]),
        (scene(skewer(BEST, handle="unknown"), cards=(card("best"),)), ["orientation"]),
        (scene(skewer(BARE, Doubt("topping_hidden", 3)), cards=(card("best"),)), ["topping_hidden"]),
        (scene(skewer("", Doubt("too_small")), cards=(card("best"),)), ["too_small"]),
        (scene(skewer("meat cube tomato"), cards=(card("best"),)), ["foreign_piece"]),
        (scene(skewer(BEST), cards=(card("best"),), beside=(loose("shrimp"),)), ["foreign_piece"]),
    ],
)
def test_what_can_not_be_decided_is_unsure_with_its_reason(shown: Scene, expected: list[str]) -> None:
    record = judge(shown)
    assert record["verdict"] == "UNSURE"
    assert codes(record) == expected


def test_readings_stand_even_without_a_verdict() -> None:
    record = judge(scene(skewer(BEST), skewer("pepper", at=box(640, 500)), cards=(card("best"),)))
    assert record["order"]["card"] == "best"
    assert [item["layers"] for item in record["skewers"]] == [list(BEST), ["pepper"]]


def test_touting_and_closing_are_cards_too() -> None:
    assert judge(scene(cards=(card("touting"),)))["order"] == {"card": "touting", "confidence": 0.97}
    assert judge(scene())["order"] is None


def test_a_slight_doubt_is_told_and_does_not_spoil_a_right_skewer() -> None:
    for probability, verdict in ((0.1, "OK"), (0.6, "UNSURE")):
        doubt = Doubt("colour", 1, "shrimp", probability)
        record = judge(scene(skewer(BEST, doubt), cards=(card("best"),)))
        assert record["verdict"] == verdict
        told = {"code": "colour", "position": 1, "alternative": "shrimp", "probability": probability}
        assert record["skewers"][0]["doubts"] == [told]


def test_a_doubt_that_can_not_change_the_call_does_not_hold_it_up() -> None:
    record = judge(scene(skewer("pepper", Doubt("topping_hidden", 1)), cards=(card("best"),)))
    assert record["verdict"] == "ILLEGAL"


def test_a_loose_piece_beside_a_right_skewer_is_a_warning() -> None:
    record = judge(scene(skewer("pepper"), cards=(card("vegetable-pepper"),), beside=(loose("tomato"),)))
    assert record["verdict"] == "OK"
    assert [(r["code"], r["severity"]) for r in record["reasons"]] == [("loose_piece", "warning")]


def test_an_unreadable_round_thing_beside_a_clear_card_does_not_matter() -> None:
    shown = scene(skewer(BEST), cards=(card("best"), card(None, Doubt("no_face"), at=box(900, 90, 130, 130))))
    assert judge(shown)["verdict"] == "OK"


class Eyes:
    """Sees the same in every picture."""

    def __init__(self, shown: Scene) -> None:
        self.shown = shown

    def look(self, frame: Pixels, /) -> Scene:
        return self.shown


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    grey = np.full((720, 1280, 3), 90, np.uint8)
    _, data = cv2.imencode(".jpg", grey)
    folder = tmp_path / "テスト Öff"
    folder.mkdir()
    (folder / "good.jpg").write_bytes(data.tobytes())
    (folder / "cut.jpg").write_bytes(data.tobytes()[: len(data) // 2])
    (folder / "text.jpg").write_text("not a picture")
    (folder / "folder.jpg").mkdir()
    return folder


def run(paths: list[Path], *, as_json: bool = True, **options: Any) -> tuple[int, list[str], list[str]]:
    out, errors = io.StringIO(), io.StringIO()
    shown = scene(skewer(BEST), cards=(card("best"),))
    names = [str(path) for path in paths]
    code = check_images(
        names, "kushi-express", KIT, Eyes(shown), as_json=as_json, out=out, errors=errors, **options
    )
    return code, out.getvalue().splitlines(), errors.getvalue().splitlines()


def test_bad_pictures_are_one_clear_line_each_and_the_others_are_judged(pictures: Path) -> None:
    bad = ["missing.jpg", "cut.jpg", "text.jpg", "folder.jpg"]
    paths = [pictures / name for name in ("good.jpg", *bad, "good.jpg")]
    code, lines, errors = run(paths)
    records = [json.loads(line) for line in lines]
    assert code == 2
    assert [record["verdict"] for record in records] == ["OK", *["BAD_INPUT"] * 4, "OK"]
    assert [record["image"] for record in records] == [str(path) for path in paths]
    assert len(errors) == 4
    for record, error in zip(records[1:5], errors, strict=True):
        jsonschema.validate(record, schema("kushi-express", "check"))
        assert record["reasons"][0]["code"] == "bad_image"
        assert record["reasons"][0]["seen"] in error
        assert error.startswith(record["image"])


def test_text_is_one_line_a_picture(pictures: Path) -> None:
    code, lines, errors = run([pictures / "good.jpg", pictures / "missing.jpg"], as_json=False)
    assert code == 2
    assert len(lines) == 1 and len(errors) == 1
    assert lines[0].startswith(f"{pictures / 'good.jpg'}: OK (order best")


def test_annotated_copies_keep_apart_pictures_of_one_name(pictures: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    code, _, _ = run([pictures / "good.jpg", pictures / "good.jpg"], annotate=out)
    assert code == 0
    assert sorted(path.name for path in out.iterdir()) == ["good-2.jpg", "good.jpg"]
    copy = cv2.imdecode(np.fromfile(out / "good.jpg", np.uint8), cv2.IMREAD_COLOR)
    assert copy is not None and copy.shape == (720, 1280, 3)
    assert np.ptp(copy) > 100  # something is drawn on the grey


def test_a_folder_that_can_not_be_written_is_a_clear_line(pictures: Path) -> None:
    code, lines, errors = run([pictures / "good.jpg"], annotate=pictures / "good.jpg" / "x")
    assert code == 2
    assert json.loads(lines[0])["verdict"] == "BAD_INPUT"
    assert "can't be written" in errors[0]


def test_boxes_are_in_pixels_of_the_full_picture() -> None:
    small = Image(np.zeros((720, 1280, 3), np.uint8), (2560, 1440), "big.jpg")
    shown = to_full(scene(skewer(BEST, at=box(100, 50, 20, 10)), cards=(card("best"),)), small)
    assert shown.size == (2560, 1440)
    assert shown.skewers[0].box == ((180, 90), (220, 90), (220, 110), (180, 110))
    assert shown.skewers[0].cube_px == 80
    assert shown.plate is not None and shown.plate[0] == (860, 300)

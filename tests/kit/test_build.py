"""`referee kit OUT`: what it writes, that it may be written again, and the one line when it cannot."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium
import pytest
from PIL import Image, ImageChops, ImageStat

from referee.kit import FACES, build_kit, main_kit
from referee.kit.build import KitError
from referee.kit.page import PAPERS, Pages
from referee.kit.png import FACE_PX
from referee.kit.sheets import spots
from referee.sets.profile import ProfileError, load_profile

KIT = load_profile("kit")
KIT_TOML = (FACES.parent.parent / "sets" / "kit.toml").read_text("utf-8")
MM = 72 / 25.4


@pytest.fixture(scope="module", params=sorted(PAPERS))
def written(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[str, Path, dict[str, Any]]:
    """(paper, folder, manifest) of the kit on each paper."""
    out = tmp_path_factory.mktemp(request.param) / "a" / "kit"
    return request.param, out, build_kit(out, paper=request.param)


def run(out: Path | str, profile: str = "kit", paper: str = "a4", as_json: bool = False) -> tuple[int, str]:
    stream = io.StringIO()
    return main_kit(str(out), profile, paper, as_json, stream), stream.getvalue()


def test_pdfs_open_with_the_right_pages_and_size(written: tuple[str, Path, dict[str, Any]]) -> None:
    paper, out, manifest = written
    pages = {sheet["file"]: sheet["pages"] for sheet in manifest["sheets"]}
    assert pages == {
        f"kushi-express-kit-cards-{paper}.pdf": 10,
        f"kushi-express-kit-table-{paper}.pdf": 4,
    }
    for name, count in pages.items():
        document = pdfium.PdfDocument(out / name)
        assert len(document) == count
        for page in document:
            assert page.get_size() == pytest.approx([side * MM for side in PAPERS[paper]], abs=0.1)
        document.close()


def test_printed_card_is_the_picture_and_80_mm_wide(written: tuple[str, Path, dict[str, Any]]) -> None:
    """The first face of the sheet, cut out of the rendered page at 80 mm, is the PNG."""
    paper, out, manifest = written
    document = pdfium.PdfDocument(out / manifest["sheets"][0]["file"])
    scale = FACE_PX / 80 / MM
    page = document[0].render(scale=scale).to_pil().convert("RGB")
    document.close()
    with Image.open(out / "faces" / "best.png") as image:
        face = image.convert("RGB")
    x, y = spots(Pages(paper, "a sheet"), 1.0)[0]
    left, top = (x - 40) * FACE_PX / 80, (PAPERS[paper][1] - y - 40) * FACE_PX / 80
    part = page.crop((round(left), round(top), round(left) + FACE_PX, round(top) + FACE_PX))
    inside = (60, 60, FACE_PX - 60, FACE_PX - 60)
    difference = ImageChops.difference(part.crop(inside), face.crop(inside))
    assert max(ImageStat.Stat(difference).mean) < 4
    ring_left = (12, FACE_PX // 2 - 20, 40, FACE_PX // 2 + 20)
    assert max(ImageStat.Stat(ImageChops.difference(part.crop(ring_left), face.crop(ring_left))).mean) < 12


def test_pictures_are_512_px_and_those_of_the_package(written: tuple[str, Path, dict[str, Any]]) -> None:
    _, out, manifest = written
    assert len(manifest["items"]) == 30
    assert sorted(p.name for p in (out / "faces").iterdir()) == sorted(
        f"{i['id']}.png" for i in manifest["items"]
    )
    for item in manifest["items"]:
        with Image.open(out / item["file"]) as image:
            assert image.size == (FACE_PX, FACE_PX) == (item["size_px"],) * 2
        assert (out / item["file"]).read_bytes() == (FACES / f"{item['id']}.png").read_bytes()


def test_manifest_says_what_each_card_shows(written: tuple[str, Path, dict[str, Any]]) -> None:
    _, out, manifest = written
    assert json.loads((out / "manifest.json").read_text("utf-8")) == manifest
    assert (manifest["game"], manifest["profile"], manifest["version"]) == ("kushi-express", "kit", 1)
    items = {item["id"]: item for item in manifest["items"]}
    assert items["best"] == {
        "id": "best",
        "game": "kushi-express",
        "kind": "order",
        "shows": {"layers": list(KIT.deck["best"].layers), "price": "6.0"},
        "count": 1,
        "shape": "round",
        "size_mm": 80,
        "file": "faces/best.png",
        "size_px": FACE_PX,
        "source": "rulebook",
        "ring": KIT.deck["best"].ring,
    }
    assert (items["touting"]["kind"], items["touting"]["count"], items["touting"]["shows"]) == (
        "touting",
        2,
        {},
    )
    assert (items["back"]["kind"], items["back"]["count"], items["back"]["ring"]) == ("back", 30, None)
    assert manifest["pieces"]["cubes"]["tomato"] == {"colour": "#d5342b", "size_mm": 20}


def test_written_again_nothing_changes_and_nothing_foreign_is_touched(tmp_path: Path) -> None:
    build_kit(tmp_path)
    (tmp_path / "faces" / "mine.png").write_bytes(b"mine")
    (tmp_path / "notes.txt").write_text("mine")
    before = {p: (p.read_bytes(), p.stat().st_mtime_ns) for p in tmp_path.rglob("*") if p.is_file()}
    build_kit(tmp_path)
    assert {p: (p.read_bytes(), p.stat().st_mtime_ns) for p in tmp_path.rglob("*") if p.is_file()} == before


def test_foreign_files_of_a_needed_name_are_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text('{"name": "my web app"}')
    with pytest.raises(KitError, match=r"manifest.json: is there already, not from this kit"):
        build_kit(tmp_path)
    assert [p.name for p in tmp_path.iterdir()] == ["manifest.json"]


def test_text_output_names_the_files(tmp_path: Path) -> None:
    code, text = run(tmp_path / "kit")
    assert code == 0
    assert f"{tmp_path / 'kit' / 'kushi-express-kit-cards-a4.pdf'}: 10 pages: cards and their backs" in text
    assert "30 pictures, listed in manifest.json" in text


def test_json_output_is_the_manifest_on_one_line(tmp_path: Path) -> None:
    code, text = run(tmp_path, as_json=True)
    assert code == 0 and text.count("\n") == 1
    assert json.loads(text) == {
        "out": str(tmp_path),
        **json.loads((tmp_path / "manifest.json").read_text("utf-8")),
    }


def fails(
    capsys: pytest.CaptureFixture[str], out: Path | str, profile: str = "kit", paper: str = "a4"
) -> str:
    """The one line of a call that exits with 2, the same as text and as JSON."""
    code, text = run(out, profile, paper)
    line = capsys.readouterr().err
    assert (code, text) == (2, "")
    assert line.startswith("referee kit: ") and line.count("\n") == 1
    code, text = run(out, profile, paper, as_json=True)
    assert code == 2 and json.loads(text) == {"error": line.removeprefix("referee kit: ").rstrip("\n")}
    return line


def test_out_is_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "kit").write_text("mine")
    assert "kit: is a file: write the name of a folder" in fails(capsys, tmp_path / "kit")
    assert (tmp_path / "kit").read_text() == "mine"


def test_out_is_below_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert "cannot be written: Not a directory" in fails(capsys, tmp_path / "file" / "kit")


def test_out_cannot_be_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: Path, data: bytes) -> int:
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "write_bytes", refuse)
    assert run(tmp_path) == (2, "")
    assert (
        "manifest.json" in (line := capsys.readouterr().err)
        and "cannot be written: Permission denied" in line
    )
    assert [p for p in tmp_path.rglob("*") if p.is_file()] == []


def test_faces_is_a_file_or_a_face_is_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "faces").write_text("")
    assert "faces: is a file" in fails(capsys, tmp_path)
    (tmp_path / "faces").unlink()
    (tmp_path / "faces" / "best.png").mkdir(parents=True)
    assert "best.png: is there already" in fails(capsys, tmp_path)


def test_unknown_paper(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert 'paper: "a3": write one of a4, letter' in fails(capsys, tmp_path / "kit", paper="a3")
    assert not (tmp_path / "kit").exists()


def test_broken_profile(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "my.toml"
    path.write_text(KIT_TOML.replace('price = "5.0"', 'price = "5.05"', 1))
    assert f'{path}: cards[1].price: "5.05": write a price with one decimal' in fails(
        capsys, tmp_path, str(path)
    )
    assert "kitt: no such set profile" in fails(capsys, tmp_path, "kitt")


def test_the_original_game_is_not_ours_to_draw(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "none of its cards has a ring" in fails(capsys, tmp_path, "original")


def test_a_card_without_a_ring_is_told_one(tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    lines = KIT_TOML.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("ring = "))
    path.write_text("\n".join(lines[:at] + lines[at + 1 :]))
    with pytest.raises(
        ProfileError, match=r'cards\[0\]\.ring: missing: write ring = "([noc]{24})"'
    ) as caught:
        build_kit(tmp_path / "kit", path)
    ring = str(caught.value).split('"')[1]
    path.write_text("\n".join([*lines[:at], f'ring = "{ring}"', *lines[at + 1 :]]))
    assert len(build_kit(tmp_path / "kit", path)["items"]) == 30


def test_rings_too_like_one_another_are_refused(tmp_path: Path) -> None:
    first, second = KIT.cards[0].ring, KIT.cards[1].ring
    assert first is not None and second is not None
    near = first[:-1] + {"n": "o", "o": "c", "c": "n"}[first[-1]]
    path = tmp_path / "my.toml"
    path.write_text(KIT_TOML.replace(second, near))
    with pytest.raises(
        ProfileError, match=r"cards\[1\]\.ring: .*: too like best's: write \"[noc]{24}\" \(card \"new\"\)"
    ):
        build_kit(tmp_path / "kit", path)
    path.write_text(KIT_TOML.replace(second, "noc" * 8))
    with pytest.raises(ProfileError, match=r"too like itself, turned or mirrored"):
        build_kit(tmp_path / "kit", path)


def test_a_set_of_other_sizes_and_bands(tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    text = KIT_TOML.replace('wrap = "saddle"', 'wrap = "band"', 1).replace(
        'name = "kit"', 'name = "small"', 1
    )
    text = text.replace("diameter_mm = 80", "diameter_mm = 60").replace(
        "diameter_mm = 220", "diameter_mm = 400"
    )
    path.write_text(text)
    manifest = build_kit(tmp_path / "kit", path)
    pages = {sheet["file"]: sheet["pages"] for sheet in manifest["sheets"]}
    assert pages == {"kushi-express-small-cards-a4.pdf": 6, "kushi-express-small-table-a4.pdf": 2}
    assert {item["size_mm"] for item in manifest["items"]} == {60}

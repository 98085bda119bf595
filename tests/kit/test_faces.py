"""The pictures of the cards: as drawn now, small, and readable from far and at an angle."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageEnhance, ImageFilter, ImageStat

from referee.kit import BACK, FACES, INDEX, digest, faces
from referee.kit.art import RADIUS, RING
from referee.kit.png import FACE_PX, back_image, face_image, face_png
from referee.sets.profile import load_profile, parse_profile
from referee.sets.ring import MINIMUM, SEGMENTS, hamming, rotations

KIT = load_profile("kit")
INKS = {"n": (22, 35, 63), "o": (240, 138, 36), "c": (255, 243, 217)}


def read_ring(image: Image.Image, phase: float = 0.0) -> str:
    """A plain reader for a card that fills the image: the nearest ink in the middle of each segment.

    `phase` turns the places that are looked at, in segments.
    """
    size = image.width
    radius = sum(RING) / 2 / RADIUS * size / 2
    code = ""
    for i in range(SEGMENTS):
        a = 2 * math.pi * (i + 0.5 + phase) / SEGMENTS
        at = (int(size / 2 + radius * math.cos(a)), int(size / 2 - radius * math.sin(a)))
        pixel = image.getpixel(at)
        assert isinstance(pixel, tuple)
        code += min(INKS, key=lambda k: sum((p - q) ** 2 for p, q in zip(pixel, INKS[k], strict=True)))
    return code


def nearest(code: str) -> tuple[str, int, int]:
    """The card with the nearest ring, in how many segments it differs, and by how many steps it is turned."""
    options = [
        (hamming(code, turned), card.id, step)
        for card in KIT.cards
        for step, turned in enumerate(rotations(card.ring or ""))
    ]
    distance, card_id, step = min(options)
    return card_id, distance, step


def test_each_card_has_its_picture_in_the_package() -> None:
    pictures = faces(KIT)
    assert list(pictures) == list(KIT.deck)
    for path in [*pictures.values(), BACK]:
        assert path.parent == FACES
        with Image.open(path) as image:
            assert (image.format, image.size) == ("PNG", (FACE_PX, FACE_PX))
    assert sum(path.stat().st_size for path in FACES.iterdir()) < 1_500_000


@pytest.mark.parametrize("card_id", KIT.deck)
def test_packaged_face_is_the_drawing_of_today(card_id: str) -> None:
    fresh = face_image(KIT.deck[card_id], KIT)
    with Image.open(faces(KIT)[card_id]) as cached:
        difference = ImageStat.Stat(ImageChops.difference(cached.convert("RGB"), fresh))
    assert max(difference.mean) < 1.0


def test_packaged_back_is_the_drawing_of_today() -> None:
    with Image.open(BACK) as cached:
        difference = ImageStat.Stat(ImageChops.difference(cached.convert("RGB"), back_image()))
    assert max(difference.mean) < 2.0


def test_index_names_what_is_shown() -> None:
    index = json.loads((FACES / INDEX).read_text("utf-8"))
    assert index == {digest(card, KIT): f"{card.id}.png" for card in KIT.cards}


@pytest.mark.parametrize("card_id", KIT.deck)
@pytest.mark.parametrize(("px", "turn"), [(FACE_PX, 0.0), (70, 0.0), (70, 90.0), (96, 217.0)])
def test_ring_is_read_small_turned_blurred_and_dim(card_id: str, px: int, turn: float) -> None:
    with Image.open(faces(KIT)[card_id]) as image:
        view = image.convert("RGB").rotate(turn, Image.Resampling.BICUBIC, fillcolor="#fffaf0")
    view = ImageEnhance.Brightness(view.resize((px, px), Image.Resampling.BOX)).enhance(0.85)
    if px < FACE_PX:
        view = view.filter(ImageFilter.GaussianBlur(0.8))
    phases = [(nearest(read_ring(view, phase)), phase) for phase in (-0.25, 0.0, 0.25, 0.5)]
    (found, distance, step), phase = min(phases, key=lambda p: p[0][1])
    assert found == card_id
    assert distance <= 1
    degrees = (phase - step) * 360 / SEGMENTS
    assert abs((degrees - turn + 180) % 360 - 180) <= 360 / SEGMENTS


@pytest.mark.parametrize("card_id", KIT.deck)
def test_a_mirrored_picture_is_like_no_card(card_id: str) -> None:
    with Image.open(faces(KIT)[card_id]) as image:
        mirrored = image.convert("RGB").transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    _, distance, _ = nearest(read_ring(mirrored))
    assert distance >= MINIMUM


def test_the_back_is_like_no_face() -> None:
    with Image.open(BACK) as image:
        back = image.convert("RGB")
    for path in faces(KIT).values():
        with Image.open(path) as image:
            assert max(ImageStat.Stat(ImageChops.difference(image.convert("RGB"), back)).mean) > 60


def test_cubes_keep_their_colours_on_the_cards() -> None:
    with Image.open(faces(KIT)["vegetable-tomato"]) as image:
        seen = {pixel for _, pixel in image.convert("RGB").getcolors(FACE_PX**2) or []}
    assert (0xD5, 0x34, 0x2B) in seen


def test_original_has_no_pictures() -> None:
    assert faces(load_profile("original")) == {}


def test_cards_of_another_deck_are_drawn_once_and_kept(own_cache: Path) -> None:
    kit = (Path(FACES).parent.parent / "sets" / "kit.toml").read_text("utf-8")
    dearer = parse_profile(kit.replace('price = "6.0"', 'price = "6.5"', 1), "my.toml", own_cache)
    path = faces(dearer)["best"]
    assert path.parent == own_cache / "table-referee" / "faces"
    assert path.read_bytes() == face_png(dearer.deck["best"], dearer)
    assert faces(dearer)["new"] == FACES / "new.png"
    before = path.stat().st_mtime_ns
    assert faces(dearer)["best"].stat().st_mtime_ns == before


def test_without_a_cache_folder_cards_are_still_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setattr("platformdirs.user_cache_path", lambda name: blocked / name)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    one = KIT.deck["vegetable-tomato"].model_copy(update={"price": "9.9"})
    assert (
        faces(KIT.model_copy(update={"cards": (one,)}))["vegetable-tomato"]
        .read_bytes()
        .startswith(b"\x89PNG")
    )


def test_photographed_cards_keep_their_own_picture(tmp_path: Path) -> None:
    (tmp_path / "shot.png").write_bytes(BACK.read_bytes())
    original = (Path(FACES).parent.parent / "sets" / "original.toml").read_text("utf-8")
    mine = parse_profile(original.replace('id = "new"', 'id = "new"\nface = "shot.png"'), "my.toml", tmp_path)
    assert faces(mine) == {"new": tmp_path / "shot.png"}


def test_naming_the_faces_loads_no_drawing_library() -> None:
    """`referee check` is to answer within a second and a half from cold."""
    code = (
        "import sys; from referee.kit import faces; from referee.sets.profile import load_profile;"
        "assert len(faces(load_profile('kit'))) == 29;"
        "print({'PIL', 'reportlab', 'numpy', 'cv2'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("set()\n", "")

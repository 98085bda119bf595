"""Reading cards on seeded pictures: the printable kit's deck, and a deck of plain pictures without a ring."""

from __future__ import annotations

import dataclasses
import math
from importlib import resources
from pathlib import Path

import cv2
import numpy as np
import pytest
from card_scenes import Shot, Trouble, shoot

from vision.cardmatch import FaceBank, pixel_matrix, rotation
from vision.cards import CardLimits, CardReader
from vision.images import load_image


@pytest.fixture(scope="module")
def kit() -> dict[str, np.ndarray]:
    folder = Path(str(resources.files("referee"))) / "kit" / "faces"
    return {path.stem: load_image(path).pixels for path in sorted(folder.glob("*.png"))}


@pytest.fixture(scope="module")
def deck(kit: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    return {name: face for name, face in kit.items() if name != "back"}


@pytest.fixture(scope="module")
def reader(kit: dict[str, np.ndarray], deck: dict[str, np.ndarray]) -> CardReader:
    return CardReader(deck, back=kit["back"])


def pictures(count: int = 6) -> dict[str, np.ndarray]:
    """Faces with no ring: a few coloured shapes each, on white."""
    rng = np.random.default_rng(8)
    faces = {}
    for number in range(count):
        face = np.full((256, 256, 3), 240, np.uint8)
        for _ in range(7):
            centre = (128 + rng.integers(-70, 70, 2)).tolist()
            colour = rng.integers(0, 220, 3).tolist()
            if rng.random() < 0.5:
                cv2.circle(face, centre, int(rng.integers(10, 30)), colour, -1, cv2.LINE_AA)
            else:
                corner = (np.array(centre) + rng.integers(15, 60, 2)).tolist()
                cv2.rectangle(face, centre, corner, colour, -1, cv2.LINE_AA)
        faces[f"picture-{number}"] = face
    return faces


def tally(
    reader: CardReader, faces: dict[str, np.ndarray], trouble: Trouble, count: int, seed: int
) -> tuple[int, list[str]]:
    """How many are right, and the wrong ones."""
    rng = np.random.default_rng(seed)
    names = list(faces)
    right, wrong = 0, []
    for i in range(count):
        name = names[(7 * i) % len(names)]
        shot = shoot(faces[name], rng, trouble)
        reading = reader.read(shot.frame, shot.box)
        right += reading.card == name
        if reading.card not in (name, None):
            wrong.append(f"{i}: {name} read as {reading.card}")
        if reading.card is None:
            assert reading.doubts, "what is not read has its reason"
    return right, wrong


@pytest.mark.parametrize(
    ("trouble", "least"),
    [
        (Trouble(), 24),
        (Trouble(diameter=(60, 70)), 23),
        (Trouble(glare=0.3), 22),
        (Trouble(finger=0.15), 22),
        (Trouble(blur=2.5), 22),
        (Trouble(kelvin=(2700, 2800), exposure=(0.15, 0.3)), 22),
    ],
    ids=["plain", "small", "glare", "finger", "blur", "dim-and-warm"],
)
def test_the_kits_deck(reader: CardReader, deck: dict[str, np.ndarray], trouble: Trouble, least: int) -> None:
    right, wrong = tally(reader, deck, trouble, 24, seed=3)
    assert not wrong
    assert right >= least


def test_a_deck_without_rings() -> None:
    faces = pictures()
    right, wrong = tally(CardReader(faces), faces, Trouble(), 24, seed=4)
    assert not wrong
    assert right >= 23


def one(face: np.ndarray, seed: int = 1, **changes: object) -> Shot:
    """A picture without any trouble but what is asked for."""
    easy = Trouble(
        diameter=(110, 111),
        tilt=10,
        blur=0.5,
        noise=2,
        kelvin=(5000, 5001),
        exposure=(0.7, 0.71),
        jitter=0.02,
    )
    return shoot(face, np.random.default_rng(seed), dataclasses.replace(easy, **changes))


def code(reader: CardReader, shot: Shot) -> str:
    reading = reader.read(shot.frame, shot.box)
    assert reading.card is None
    return reading.doubts[0].code if reading.doubts else ""


def test_the_reading_is_complete(reader: CardReader, deck: dict[str, np.ndarray]) -> None:
    shot = one(deck["best"])
    reading = reader.read(shot.frame, shot.box)
    assert (reading.card, reading.face_up, reading.doubts) == ("best", True, ())
    assert reading.confidence > 0.9 and 0.3 < reading.margin <= 1
    assert len(reading.box) == 4 and isinstance(reading.box[0][0], float)


def test_the_same_frame_reads_the_same(kit: dict[str, np.ndarray], deck: dict[str, np.ndarray]) -> None:
    shot = one(deck["fondue"], blur=2.0, glare=0.2)
    once = CardReader(deck, back=kit["back"])
    first = once.read(shot.frame, shot.box)
    assert once.read(shot.frame, shot.box) == first
    assert CardReader(deck, back=kit["back"]).read(shot.frame, shot.box) == first


@pytest.mark.parametrize("degrees", range(0, 360, 45))
def test_any_rotation(reader: CardReader, deck: dict[str, np.ndarray], degrees: int) -> None:
    turn = cv2.getRotationMatrix2D((255.5, 255.5), degrees, 110 / 512)
    turn[:, 2] += 90 - 255.5
    frame = np.full((180, 180, 3), 90, np.uint8)
    warped = cv2.warpAffine(deck["harbour"], turn, (180, 180), flags=cv2.INTER_AREA)
    disc = cv2.circle(np.zeros((180, 180), np.uint8), (90, 90), 54, 255, -1)
    frame[disc > 0] = warped[disc > 0]
    reading = reader.read(frame, np.array([90, 90, 110, 110, 0.3], np.float32))
    assert reading.card == "harbour"


def test_a_mirrored_camera_is_noticed_and_not_read_backwards(
    reader: CardReader, deck: dict[str, np.ndarray]
) -> None:
    for seed, name in enumerate(("best", "garden", "rush-hour")):
        assert code(reader, one(deck[name], seed, mirror=True)) == "mirrored"


def test_the_back_is_face_down(reader: CardReader, kit: dict[str, np.ndarray]) -> None:
    shot = one(kit["back"])
    reading = reader.read(shot.frame, shot.box)
    assert (reading.card, reading.face_up, reading.doubts) == (None, False, ())


def test_what_is_no_face_of_the_deck(reader: CardReader, kit: dict[str, np.ndarray]) -> None:
    plain = np.full((256, 256, 3), 200, np.uint8)
    rings = plain.copy()
    for radius in range(10, 128, 24):
        cv2.circle(rings, (128, 128), radius, (40, 60, 160), 8, cv2.LINE_AA)
    for foreign in (plain, rings, *pictures(3).values()):
        assert code(reader, one(foreign)) == "no_face"
    strangers = CardReader(pictures())
    assert code(strangers, one(kit["back"])) == "no_face"


def test_a_card_that_is_not_in_the_deck_is_never_taken_for_another(
    kit: dict[str, np.ndarray], deck: dict[str, np.ndarray]
) -> None:
    for number, name in enumerate(("best", "plain-meat", "touting", "garden")):
        others = {other: face for other, face in deck.items() if other != name}
        shot = one(deck[name], number)
        reading = CardReader(others, back=kit["back"]).read(shot.frame, shot.box)
        assert reading.card is None, f"{name} read as {reading.card}"


def test_faces_that_are_alike_are_ambiguous() -> None:
    faces = pictures(3)
    faces["twin"] = faces["picture-1"].copy()
    reader = CardReader(faces)
    shot = one(faces["picture-1"])
    reading = reader.read(shot.frame, shot.box)
    assert reading.card is None
    assert {reading.doubts[0].alternative} <= {"twin", "picture-1"}
    shot = one(faces["picture-2"])
    assert reader.read(shot.frame, shot.box).card == "picture-2"


def test_too_small(reader: CardReader, deck: dict[str, np.ndarray]) -> None:
    shot = one(deck["best"], diameter=(24, 25))
    assert code(reader, shot) == "too_small"


def test_glare_grows_until_it_says_glare(reader: CardReader, deck: dict[str, np.ndarray]) -> None:
    shot = one(deck["best"])
    x, y = shot.box[:2]
    for share, expected in ((0.05, "best"), (0.1, "best"), (0.2, "best"), (0.6, None), (0.9, None)):
        frame = shot.frame.copy()
        radius = round(math.sqrt(share) * shot.diameter / 2)
        cv2.circle(frame, (int(x + 4), int(y - 3)), radius, (255, 255, 255), -1, cv2.LINE_AA)
        reading = reader.read(frame, shot.box)
        assert reading.card == expected, f"{share:.0%} covered"
        if expected is None:
            assert reading.doubts[0].code in ("glare", "no_face", "ambiguous")
            assert share < 0.6 or reading.doubts[0].code == "glare"


def test_a_card_half_out_of_the_frame(reader: CardReader, deck: dict[str, np.ndarray]) -> None:
    shot = one(deck["best"])
    edge = int(shot.box[0])
    box = shot.box.copy()
    box[0] -= edge
    reading = reader.read(np.ascontiguousarray(shot.frame[:, edge:]), box)
    assert reading.card in (None, "best")


@pytest.mark.parametrize(
    ("faces", "message"),
    [
        ({}, "expected at least one face, got none"),
        ({"a": np.zeros((64, 48, 3), np.uint8)}, r"faces\['a'\]: expected a square picture \(S, S, 3\)"),
        ({"a": np.zeros((64, 64), np.uint8)}, r"faces\['a'\]: expected a square picture"),
        ({"a": np.zeros((64, 64, 3), np.float32)}, r"faces\['a'\]: expected uint8, got float32"),
    ],
)
def test_bad_faces_say_which(faces: dict[str, np.ndarray], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        CardReader(faces)


def test_limits_can_be_set(deck: dict[str, np.ndarray]) -> None:
    strict = CardReader(deck, limits=CardLimits(score=0.9999))
    shot = one(deck["best"], blur=2.0)
    assert strict.read(shot.frame, shot.box).card is None


def test_candidates_tell_the_angle() -> None:
    faces = pictures()
    bank = FaceBank(faces)
    for degrees in (0, 17, 90, 200, 333):
        image = np.full((120, 120, 3), 0.4, np.float32)
        pose = pixel_matrix(120) @ np.diag([0.7, 0.7, 1]) @ rotation(math.radians(degrees))
        matrix = pose @ np.linalg.inv(pixel_matrix(256))
        face = faces["picture-3"].astype(np.float32) / 255
        cv2.warpPerspective(face, matrix, (120, 120), image, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT)
        best = bank.candidates(image, pixel_matrix(120) @ np.diag([0.7, 0.7, 1]), None)[0]
        assert bank.ids[best.face] == "picture-3"
        off = math.degrees(math.remainder(best.angle - math.radians(degrees), 2 * math.pi))
        assert abs(off) < 4


def test_align_mends_a_rough_pose() -> None:
    faces = pictures()
    bank = FaceBank(faces)
    true = np.array([[40, 6, 62], [-4, 33, 58], [0.02, -0.03, 1.0]])
    matrix = true @ np.linalg.inv(pixel_matrix(256))
    face = faces["picture-2"].astype(np.float32) / 255
    image = cv2.warpPerspective(face, matrix, (128, 128), flags=cv2.INTER_AREA, borderValue=(0.4, 0.4, 0.4))
    rough = true @ np.diag([1.05, 0.96, 1]) @ rotation(0.05)
    rough[:2, 2] += 2
    soft = cv2.GaussianBlur(image, (0, 0), 3)
    found = bank.align(image, soft, rough, 2, None, steps=15)
    corners = np.array([[-1, -1, 1], [1, -1, 1], [1, 1, 1], [-1, 1, 1], [0, 0, 1.0]]) * [0.7, 0.7, 1]

    def pixels(pose: np.ndarray) -> np.ndarray:
        moved = corners @ pose.T
        return moved[:, :2] / moved[:, 2:]

    before = np.abs(pixels(rough) - pixels(true)).max()
    after = np.abs(pixels(found) - pixels(true)).max()
    assert before > 2 and after < 0.6

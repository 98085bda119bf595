"""From detections to a scene, with a detector that finds what it is told."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

import numpy as np
import pytest

from datasets.labels import CLASSES as NAMES
from vision import closeup
from vision.detections import Detections
from vision.geometry import Pixels, Size, map_points
from vision.look import Looker
from vision.scene import CardReading
from vision.skewer_reader import SKEWER_INPUT

FRAME: Pixels = np.full((720, 1280, 3), 90, np.uint8)
Thing = tuple[str, float, float, float, float, float, float]
"""name, x, y, w, h, angle, confidence in pixels of the frame"""

PLATE: Thing = ("plate", 640, 360, 400, 380, 0.0, 0.95)
CARD: Thing = ("card", 200, 360, 150, 140, 0.0, 0.95)


class Oracle:
    """Finds the same things in the frame and in every close-up, wherever they fall."""

    def __init__(self, *things: Thing, only_near: tuple[str, ...] = ()) -> None:
        self.things, self.only_near = things, only_near
        self.views: list[tuple[Pixels, np.ndarray]] = []

    def _found(self, matrix: np.ndarray, size: Size, conf: float, *, near: bool) -> Detections:
        rows = []
        zoom = float(np.sqrt(abs(np.linalg.det(matrix[:, :2]))))
        turn = float(np.arctan2(matrix[1, 0], matrix[0, 0]))
        for name, x, y, w, h, r, c in self.things:
            p = map_points(matrix.astype(np.float32), np.array([[x, y]], np.float32))[0]
            inside = 0 <= p[0] < size[0] and 0 <= p[1] < size[1]
            if c >= conf and inside and (near or name not in self.only_near):
                rows.append((NAMES.index(name), [p[0], p[1], w * zoom, h * zoom, r + turn], c))
        return Detections(
            np.array([b for _, b, _ in rows], np.float32).reshape(-1, 5),
            np.array([c for *_, c in rows], np.float32),
            np.array([k for k, *_ in rows], np.int64),
            NAMES,
        )

    def warp(self, frame: Pixels, matrix: np.ndarray, size: Size) -> Pixels:
        """A close-up, remembered by itself with the matrix it was cut with."""
        view = np.zeros((size[1], size[0], 3), np.uint8)
        self.views.append((view, matrix))
        return view

    def detect(self, image: Pixels, *, conf: float = 0.25, size: Size | None = None) -> Detections:
        if image.shape == FRAME.shape:
            return self._found(np.eye(3)[:2], (1280, 720), conf, near=False)
        matrix = next(m for view, m in self.views if view is image)
        return self._found(matrix, (image.shape[1], image.shape[0]), conf, near=True)

    def detect_many(
        self, images: list[Pixels], *, conf: float = 0.25, size: Size | None = None
    ) -> list[Detections]:
        return [self.detect(image, conf=conf, size=size) for image in images]


@pytest.fixture
def looker(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Looker]:
    """A looker over an oracle that cuts the close-ups itself."""

    def make(*things: Thing, only_near: tuple[str, ...] = (), oracle: type[Oracle] = Oracle) -> Looker:
        eye = oracle(*things, only_near=only_near)
        monkeypatch.setattr("vision.look.warp", eye.warp)
        monkeypatch.setattr("vision.skewer_reader.warp", eye.warp)
        return Looker(eye)

    return make


def skewer(x: float = 640, y: float = 360, angle: float = 0.4, confidence: float = 0.9) -> list[Thing]:
    """A handle, a tomato wrapped in bacon and a pepper."""
    d = np.array([np.cos(angle), np.sin(angle)])

    def at(s: float) -> tuple[float, float]:
        return float(x + d[0] * s), float(y + d[1] * s)

    return [
        ("skewer", x, y, 300, 36, angle, confidence),
        ("handle", *at(-125), 44, 8, angle, 0.9),
        ("tomato", *at(-60), 34, 34, angle, 0.9),
        ("bacon", *at(-60), 38, 26, angle, 0.9),
        ("pepper", *at(-20), 34, 34, angle, 0.9),
    ]


READ = ("bacon", "tomato", "bacon", "pepper")


@pytest.mark.parametrize("angle", [0.0, 0.4, 1.3, 2.2, 3.14, -0.9])
def test_a_skewer_is_read_at_any_angle(looker: Callable[..., Looker], angle: float) -> None:
    scene = looker(PLATE, CARD, *skewer(angle=angle)).look(FRAME)
    assert [s.pieces for s in scene.skewers] == [READ]
    assert scene.skewers[0].handle == "first"
    assert scene.skewers[0].on_plate
    assert scene.skewers[0].doubts == ()  # it reads the same from the other end
    assert scene.loose == ()
    assert scene.skewers[0].cube_px == pytest.approx(34, abs=1)


def test_boxes_are_in_frame_pixels(looker: Callable[..., Looker]) -> None:
    scene = looker(PLATE, *skewer()).look(FRAME)
    assert np.mean(scene.skewers[0].box, axis=0) == pytest.approx([640, 360], abs=2)


def test_a_skewer_beside_the_plate_is_not_on_it(looker: Callable[..., Looker]) -> None:
    scene = looker(PLATE, *skewer(1100, 360, 1.4)).look(FRAME)
    assert not scene.skewers[0].on_plate
    assert scene.on_plate == ()


def test_pieces_pictured_on_a_card_are_never_pieces(looker: Callable[..., Looker]) -> None:
    drawn: list[Thing] = [
        ("skewer", 200, 350, 120, 16, 0.0, 0.9),
        ("tomato", 190, 350, 16, 16, 0.0, 0.9),
        ("handle", 150, 350, 14, 5, 0.0, 0.9),
        ("bacon", 190, 350, 18, 12, 0.0, 0.9),
    ]
    scene = looker(PLATE, CARD, *drawn).look(FRAME)
    assert scene.skewers == () and scene.loose == ()
    assert len(scene.face_up) == 1


def test_a_skewer_lying_on_a_card_is_still_one(looker: Callable[..., Looker]) -> None:
    assert [s.pieces for s in looker(CARD, *skewer(200, 360, 0.3)).look(FRAME).skewers] == [READ]


def test_pieces_in_line_say_where_an_unseen_stick_is(looker: Callable[..., Looker]) -> None:
    things = [t for t in skewer() if t[0] not in ("skewer", "handle")]
    scene = looker(PLATE, *things).look(FRAME)
    assert [set(s.pieces) for s in scene.skewers] == [set(READ)]
    assert scene.skewers[0].handle == "unknown"


def test_two_plain_cubes_beside_one_another_are_no_skewer(looker: Callable[..., Looker]) -> None:
    things = [t for t in skewer() if t[0] in ("tomato", "pepper")]
    scene = looker(PLATE, *things).look(FRAME)
    assert scene.skewers == ()
    assert sorted(piece.piece for piece in scene.loose) == ["pepper", "tomato"]


def test_a_close_up_that_cuts_the_skewer_off_is_taken_again(looker: Callable[..., Looker]) -> None:
    """The first look's box ends in the middle of the row; all of it is read all the same."""
    short = ("skewer", *skewer()[0][1:3], 90.0, 36.0, 0.4, 0.9)
    scene = looker(PLATE, short, *skewer()[1:]).look(FRAME)
    assert [s.pieces for s in scene.skewers] == [READ]
    assert scene.skewers[0].handle == "first"


def test_one_cube_alone_is_loose(looker: Callable[..., Looker]) -> None:
    scene = looker(
        PLATE, ("tomato", 620, 350, 34, 34, 0.2, 0.9), ("shrimp", 1100, 600, 34, 34, 0.2, 0.9)
    ).look(FRAME)
    assert {(p.piece, p.on_plate) for p in scene.loose} == {("tomato", True), ("shrimp", False)}
    assert scene.skewers == ()


def test_small_pieces_are_found_in_the_close_up_of_the_plate(looker: Callable[..., Looker]) -> None:
    scene = looker(PLATE, *skewer(), only_near=("skewer", "tomato", "pepper", "bacon", "handle")).look(FRAME)
    assert [s.pieces for s in scene.skewers] == [READ]


def test_both_looks_of_one_skewer_count_once(looker: Callable[..., Looker]) -> None:
    assert len(looker(PLATE, *skewer(), ("skewer", 643, 362, 290, 34, 0.42, 0.7)).look(FRAME).skewers) == 1


def test_crossing_skewers_are_two(looker: Callable[..., Looker]) -> None:
    assert len(looker(PLATE, *skewer(), *skewer(720, 300, 1.7)).look(FRAME).skewers) == 2


def test_no_plate_is_a_result_with_advice(looker: Callable[..., Looker]) -> None:
    scene = looker(CARD).look(FRAME)
    assert scene.plate is None
    assert "plate" in scene.advice


def test_a_plate_that_is_only_suspected_counts_when_a_skewer_lies_on_it(
    looker: Callable[..., Looker],
) -> None:
    suspected: Thing = ("plate", 640, 360, 400, 380, 0.0, 0.2)
    assert looker(suspected, *skewer()).look(FRAME).skewers[0].on_plate
    assert looker(suspected, *skewer(1100, 360, 1.4)).look(FRAME).plate is None
    assert looker(suspected).look(FRAME).plate is None


def test_a_plate_that_hardly_stands_out_is_found_round_its_skewer(looker: Callable[..., Looker]) -> None:
    scene = looker(PLATE, *skewer(), only_near=("plate",)).look(FRAME)
    assert scene.plate is not None and scene.skewers[0].on_plate and scene.advice == {}
    # Nobody looks for one where no skewer lies, and one that is unsure even there is none.
    assert looker(PLATE, CARD, only_near=("plate",)).look(FRAME).plate is None
    faint: Thing = (*PLATE[:6], 0.5)
    unsure = looker(faint, *skewer(), only_near=("plate",)).look(FRAME)
    assert unsure.plate is None and "plate" in unsure.advice
    # A skewer beside it does not lie on it.
    assert looker(PLATE, *skewer(640, 650, 0.0), only_near=("plate",)).look(FRAME).plate is None


def test_a_plate_that_also_looks_like_a_card_hides_no_skewer(looker: Callable[..., Looker]) -> None:
    card: Thing = ("card", 642, 358, 400, 380, 0.0, 0.5)
    scene = looker(PLATE, card, *skewer()).look(FRAME)
    assert [s.on_plate for s in scene.skewers] == [True] and scene.cards == ()
    # A card that hardly looks like a plate stays one, and what is printed on it is no skewer.
    sure: Thing = ("card", 642, 358, 400, 380, 0.0, 0.97)
    scene = looker(PLATE, sure, *skewer()).look(FRAME)
    assert scene.skewers == () and len(scene.cards) == 1
    # Another card that lies on the plate is one as well.
    small: Thing = ("card", 640, 360, 150, 140, 0.0, 0.5)
    assert len(looker(PLATE, small).look(FRAME).cards) == 1


def test_of_two_plates_the_one_with_a_skewer_counts(looker: Callable[..., Looker]) -> None:
    hoop: Thing = ("plate", 1100, 200, 180, 180, 0.0, 0.98)
    assert looker(PLATE, hoop, *skewer()).look(FRAME).skewers[0].on_plate
    beside = looker(PLATE, hoop, *skewer(640, 650, 0.0)).look(FRAME)
    assert not any(s.on_plate for s in beside.skewers)
    suspected: Thing = ("plate", 640, 650, 400, 120, 0.0, 0.2)
    assert not any(s.on_plate for s in looker(PLATE, suspected, *skewer(640, 650, 0.0)).look(FRAME).skewers)


def test_a_card_without_a_deck_has_no_face(looker: Callable[..., Looker]) -> None:
    card = looker(CARD, ("card_back", 900, 200, 150, 140, 0.0, 0.9)).look(FRAME).cards
    assert {(c.face_up, c.card, tuple(d.code for d in c.doubts)) for c in card} == {
        (True, None, ("no_face",)),
        (False, None, ()),
    }


class Shortsighted(Oracle):
    """Sees cards only in a frame that it is shown at a larger scale."""

    def detect(self, image: Pixels, *, conf: float = 0.25, size: Size | None = None) -> Detections:
        found = super().detect(image, conf=conf, size=size)
        small = image.shape == FRAME.shape and size is not None and size[0] < 700
        return found.where(np.array([not (small and name == "card") for name in found.labels], bool))


@pytest.mark.parametrize(
    ("card", "things", "told"),
    [
        pytest.param("best", (CARD,), ["best"], id="one that can be told"),
        pytest.param(None, (CARD,), [], id="something that looks like one"),
        pytest.param("best", ((*CARD[:6], 0.4),), [], id="hardly seen even so"),
    ],
)
def test_a_card_too_small_for_the_first_look_is_sought_larger(
    monkeypatch: pytest.MonkeyPatch, card: str | None, things: tuple[Thing, ...], told: list[str]
) -> None:
    eye = Shortsighted(*things)
    monkeypatch.setattr("vision.look.warp", eye.warp)
    monkeypatch.setattr("vision.skewer_reader.warp", eye.warp)
    face = CardReading(card, True, ((0, 0), (1, 0), (1, 1), (0, 1)), 0.9)
    scene = Looker(eye, lambda _frame, _box: face).look(FRAME)
    assert [c.card for c in scene.cards] == told


class Moody(Oracle):
    """Calls a tomato meat the second time a close-up of a skewer is shown."""

    def detect_many(
        self, images: list[Pixels], *, conf: float = 0.25, size: Size | None = None
    ) -> list[Detections]:
        out = super().detect_many(images, conf=conf, size=size)
        self.things = tuple(("meat" if t[0] == "tomato" else t[0], *t[1:]) for t in self.things)
        return out


def test_what_white_light_alone_can_change_is_not_certain(looker: Callable[..., Looker]) -> None:
    on_plate = looker(PLATE, *skewer(), oracle=Moody).look(FRAME).skewers[0]
    assert on_plate.pieces == READ
    assert [(d.code, d.alternative) for d in on_plate.doubts] == [("colour", "meat")]


class Fading(Oracle):
    """Sees no strip the second time that close-ups are shown."""

    def detect_many(
        self, images: list[Pixels], *, conf: float = 0.25, size: Size | None = None
    ) -> list[Detections]:
        out = super().detect_many(images, conf=conf, size=size)
        self.things = tuple(t for t in self.things if t[0] != "bacon")
        return out


def test_a_strip_alone_on_a_stick_that_one_look_misses_is_not_certain(looker: Callable[..., Looker]) -> None:
    stick: list[Thing] = [
        ("skewer", 640, 360, 300, 36, 0.0, 0.9),
        ("handle", 515, 360, 44, 8, 0.0, 0.9),
        ("bacon", 620, 360, 14, 26, 0.0, 0.8),
    ]
    seen = looker(PLATE, *stick).look(FRAME).skewers[0]
    assert (seen.pieces, seen.doubts) == (("bacon",), ())
    faded = looker(PLATE, *stick, oracle=Fading).look(FRAME).skewers[0]
    assert "ambiguous" in {d.code for d in faded.doubts}


def test_only_what_is_judged_is_read_twice(looker: Callable[..., Looker]) -> None:
    beside = looker(PLATE, *skewer(1100, 360, 1.4), oracle=Moody).look(FRAME).skewers[0]
    assert not beside.on_plate and beside.doubts == ()


def test_a_close_up_from_the_other_end_shows_the_same_place() -> None:
    matrix = closeup.skewer_matrix(np.array([[100, 100], [400, 180], [390, 220], [90, 140]], np.float32))
    other = closeup.turned(matrix, 0.9)
    middle = np.array([[245, 160]], np.float32)
    half = np.asarray(closeup.SKEWER_SIZE) / 2
    here, there = (map_points(m, middle)[0] - half for m in (matrix, other))
    assert there == pytest.approx(-0.9 * here, abs=1e-3)


class Blind(Oracle):
    """Misses a thing in some of the close-ups of skewers, counted from 0."""

    misses: ClassVar[Mapping[int, str]] = {1: "pepper"}

    def detect_many(
        self, images: list[Pixels], *, conf: float = 0.25, size: Size | None = None
    ) -> list[Detections]:
        if size != SKEWER_INPUT:
            return super().detect_many(images, conf=conf, size=size)
        things, self.looks = self.things, getattr(self, "looks", -1) + 1
        self.things = tuple(t for t in things if t[0] != self.misses.get(self.looks))
        out = super().detect_many(images, conf=conf, size=size)
        self.things = things
        return out


class MostlyBlind(Blind):
    misses: ClassVar[Mapping[int, str]] = {1: "pepper", 2: "tomato"}


def test_where_two_looks_see_other_pieces_a_third_sides_with_one(looker: Callable[..., Looker]) -> None:
    on_plate = looker(PLATE, *skewer(), oracle=Blind).look(FRAME).skewers[0]
    assert (on_plate.pieces, on_plate.doubts) == (READ, ())


def test_a_third_look_that_sides_with_neither_leaves_the_doubt(looker: Callable[..., Looker]) -> None:
    on_plate = looker(PLATE, *skewer(), oracle=MostlyBlind).look(FRAME).skewers[0]
    assert on_plate.pieces == READ
    assert "ambiguous" in {d.code for d in on_plate.doubts}


class TwoMinds(Blind):
    """Sees in its third look what the first saw from there, and what the second saw from the other end."""

    def detect_many(
        self, images: list[Pixels], *, conf: float = 0.25, size: Size | None = None
    ) -> list[Detections]:
        if size != SKEWER_INPUT or getattr(self, "looks", -1) != 1:
            return super().detect_many(images, conf=conf, size=size)
        whole = self.detect(images[0], conf=conf)
        things, self.things = self.things, tuple(t for t in self.things if t[0] != "pepper")
        less = self.detect(images[1], conf=conf)
        self.things = things
        return [whole, less]


def test_a_third_look_that_sides_with_both_leaves_the_doubt(looker: Callable[..., Looker]) -> None:
    on_plate = looker(PLATE, *skewer(), oracle=TwoMinds).look(FRAME).skewers[0]
    assert on_plate.pieces == READ
    assert "ambiguous" in {d.code for d in on_plate.doubts}

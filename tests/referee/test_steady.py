"""Cards that lie still are read a few times, then remembered until something changes."""

from __future__ import annotations

import numpy as np
from readings import card

from referee.steady import READ_FIRST, SteadyReader
from vision.geometry import Floats, Pixels
from vision.scene import CardReading, Doubt

BOX = np.array([200, 150, 120, 120, 0], np.float32)


class Reader:
    def __init__(self) -> None:
        self.reads = 0
        self.answer = card("best")

    def __call__(self, frame: Pixels, box: Floats) -> CardReading:
        self.reads += 1
        return self.answer


def picture(seed: int = 1) -> Pixels:
    return np.random.default_rng(seed).integers(0, 255, (300, 400, 3), dtype=np.uint8)


def test_a_still_card_is_read_a_few_times_and_then_remembered() -> None:
    reader = Reader()
    steady = SteadyReader(reader)
    answers = [steady(picture(), BOX) for _ in range(20)]
    assert {answer.card for answer in answers} == {"best"}
    assert reader.reads == READ_FIRST


def test_another_card_in_its_place_is_read() -> None:
    reader = Reader()
    steady = SteadyReader(reader)
    for _ in range(9):
        steady(picture(), BOX)
    reader.answer = card("new")
    assert steady(picture(2), BOX).card == "new"


def test_a_card_elsewhere_is_another_card() -> None:
    reader = Reader()
    steady = SteadyReader(reader)
    for _ in range(9):
        steady(picture(), BOX)
    before = reader.reads
    steady(picture(), BOX + np.array([60, 0, 0, 0, 0], np.float32))
    assert reader.reads == before + 1


def test_answers_that_change_are_not_remembered() -> None:
    reader = Reader()
    steady = SteadyReader(reader)
    for index in range(12):
        reader.answer = card("best") if index % 2 else card(None, Doubt("glare"))
        steady(picture(), BOX)
    assert reader.reads == 12


def test_it_keeps_only_so_many() -> None:
    steady = SteadyReader(Reader())
    for x in range(60):
        steady(picture(), np.array([5 + 6 * x, 100, 40, 40, 0], np.float32))
    assert len(steady._spots) <= 16

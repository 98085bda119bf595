"""Whether a cheap first look is enough: only when nothing can have changed."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from readings import BEST, PLATE, box, card, scene, skewer

from datasets.labels import CLASSES as NAMES
from referee.adapters.base import Look
from referee.adapters.glimpse import as_it_was
from referee.adapters.tracks import Table, Tracking, follow
from vision.detections import Detections
from vision.geometry import box_from_corners
from vision.scene import Corners

CARD = box(200, 150, 130, 130)
KNOWN = [("plate", PLATE, 0.9), ("card", CARD, 0.9), ("skewer", box(), 0.7)]


def found(*boxes: tuple[str, Corners, float]) -> Detections:
    if not boxes:
        return Detections.empty(NAMES)
    return Detections(
        np.stack([box_from_corners(corners) for _, corners, _ in boxes]),
        np.array([confidence for _, _, confidence in boxes], np.float32),
        np.array([NAMES.index(name) for name, _, _ in boxes]),
        NAMES,
    )


@pytest.fixture
def table() -> Table:
    """A plate with a skewer and a card beside it, looked at closely."""
    seen = scene(skewer(BEST), cards=(card("best"),))
    table = Table()
    for frame in range(3):
        table = follow(table, Look(frame, frame / 10, seen), Tracking())
    return table


def nothing(_: Corners) -> bool:
    return False


@pytest.mark.parametrize(
    ("boxes", "expected"),
    [
        (KNOWN, True),
        ([*KNOWN[:2], ("skewer", box(648, 364, 310, 60, 4), 0.2)], True),  # faint, and a little off
        (KNOWN[:2], False),  # the skewer is gone
        (KNOWN[1:], False),  # no plate
        ([("plate", box(560, 300, 200, 420), 0.9), *KNOWN[1:]], False),  # a hand over the plate
        ([*KNOWN, ("skewer", box(700, 480, 300, 60, 40), 0.5)], False),  # another skewer
        ([*KNOWN, ("skewer", box(1150, 480, 300, 60, 40), 0.5)], True),  # but not on the plate
        ([*KNOWN, ("skewer", box(700, 480, 300, 60, 40), 0.2)], True),  # or hardly one
        ([*KNOWN[:2], ("skewer", box(640, 360, 300, 60, 40), 0.7)], False),  # it was turned
        ([*KNOWN, ("card", box(900, 90, 130, 130), 0.8)], False),  # another card
        ([KNOWN[0], KNOWN[2]], True),  # a card covered is no news
        ([*KNOWN, ("meat", box(620, 360, 40, 40), 0.9), ("tomato", box(690, 362, 40, 40), 0.9)], True),
        ([*KNOWN, ("meat", box(600, 480, 40, 40), 0.9), ("tomato", box(645, 480, 40, 40), 0.9)], False),
    ],
)
def test_as_it_was(table: Table, boxes: list[tuple[str, Corners, float]], expected: bool) -> None:
    assert as_it_was(found(*boxes), table, nothing) is expected


@pytest.mark.parametrize("place", [CARD, box()])
def test_what_was_touched_is_looked_at_again(table: Table, place: Corners) -> None:
    touched: Callable[[Corners], bool] = lambda asked: asked == place  # noqa: E731
    assert not as_it_was(found(*KNOWN), table, touched)


def test_a_skewer_out_of_sight_is_looked_for(table: Table) -> None:
    gone = follow(table, Look(9, 0.4, scene(cards=(card("best"),))), Tracking())
    assert not as_it_was(found(*KNOWN), gone, nothing)


def test_a_first_look_reads_nothing(table: Table) -> None:
    seen = scene(skewer(BEST), cards=(card("best"),))
    later = follow(table, Look(9, 0.5, seen, close=False), Tracking())
    assert later.skewers[0].views == table.skewers[0].views
    assert later.cards[0].readings == table.cards[0].readings
    assert later.skewers[0].seen == 0.5

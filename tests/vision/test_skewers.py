"""Reading along the stick, from hand-made detections: (what was detected, layers, doubts)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pytest

from datasets.labels import CLASSES as NAMES
from vision import skewers
from vision.detections import Detections
from vision.scene import Doubt

SIZE = (448, 144)
Y = 72.0
Row = tuple[str, float, float, float]
"""name, middle x, length along the stick, confidence"""


def seen(*rows: Row, tilt: float = 0.0) -> Detections:
    """Detections on a stick through the middle of the close-up, at `tilt` radians."""
    boxes = []
    for name, x, length, _ in rows:
        height = {"handle": 8.0, "bacon": 30.0, "cheese": 30.0, "skewer": 44.0}.get(name, 40.0)
        boxes.append([x, Y + np.tan(tilt) * (x - SIZE[0] / 2), length, height, tilt])
    return Detections(
        np.array(boxes, np.float32).reshape(-1, 5),
        np.array([r[3] for r in rows], np.float32),
        np.array([NAMES.index(r[0]) for r in rows], np.int64),
        NAMES,
    )


def cube(name: str, x: float, confidence: float = 0.9) -> Row:
    return (name, x, 40.0, confidence)


def strip(name: str, x: float, over: int = 1, confidence: float = 0.9) -> Row:
    return (name, x, 40.0 * over + 4, confidence)


HANDLE: Row = ("handle", 40.0, 50.0, 0.9)
BEST = [
    HANDLE,
    cube("meat", 120),
    strip("bacon", 164),
    cube("tomato", 164),
    strip("cheese", 208),
    cube("pepper", 208),
    cube("shrimp", 252),
]


def read(
    *rows: Row, zoom: float = 1.0, tilt: float = 0.0, second: skewers.Second | None = None
) -> skewers.Reading:
    return skewers.read(seen(*rows, tilt=tilt), SIZE, zoom, second=second)


def layers(reading: skewers.Reading) -> list[str]:
    return [x.piece for x in reading.layers]


def codes(reading: skewers.Reading) -> set[str]:
    return {d.code for d in reading.doubts}


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        pytest.param([HANDLE, cube("tomato", 200)], ["tomato"], id="one cube"),
        pytest.param(
            BEST,
            ["meat", "bacon", "tomato", "bacon", "cheese", "pepper", "cheese", "shrimp"],
            id="the rulebook's best",
        ),
        pytest.param(
            [HANDLE, cube("meat", 120), cube("pepper", 260)],
            ["meat", "pepper"],
            id="a gap between cubes is no rule (KU-A2)",
        ),
        pytest.param(
            [HANDLE, cube("tomato", 120), cube("meat", 160), strip("bacon", 140, 2)],
            ["bacon", "tomato", "meat", "bacon"],
            id="one strip over two cubes",
        ),
        pytest.param(
            [
                HANDLE,
                cube("tomato", 120),
                ("cheese", 160.0, 10.0, 0.9),
                cube("meat", 200),
                strip("bacon", 200),
            ],
            ["tomato", "cheese", "bacon", "meat", "bacon"],
            id="a strip pierced once, between cubes",
        ),
        pytest.param([HANDLE], [], id="an empty stick"),
    ],
)
def test_layers_run_from_the_handle(rows: Sequence[Row], expected: list[str]) -> None:
    reading = read(*rows)
    assert layers(reading) == expected
    assert reading.handle == "first"
    assert reading.doubts == ()


def test_handle_at_the_right_turns_the_reading_round() -> None:
    mirrored = [(n, SIZE[0] - x, length, c) for n, x, length, c in BEST]
    reading = read(*mirrored)
    assert reading.flipped
    assert layers(reading) == layers(read(*BEST))


def test_positions_of_doubts_follow_the_reading_direction() -> None:
    rows = [cube("tomato", 120, 0.4), cube("pepper", 200), ("handle", 400.0, 50.0, 0.9)]
    assert [d.position for d in read(*rows).doubts] == [2]


def test_a_cube_apart_beyond_the_handle_is_no_part_of_the_skewer() -> None:
    loose = cube("shrimp", 420)
    rows = [cube("tomato", 120), cube("pepper", 165), ("handle", 260.0, 50.0, 0.9)]
    assert layers(read(*rows, loose)) == ["pepper", "tomato"]
    assert read(*rows, loose).handle == "first"


def test_a_cube_next_to_what_seems_a_handle_stays() -> None:
    rows = [cube("tomato", 120), ("handle", 150.0, 20.0, 0.9), cube("pepper", 180)]
    assert layers(read(*rows)) == ["tomato", "pepper"]


def test_two_handles_say_nothing() -> None:
    assert read(HANDLE, cube("tomato", 200), ("handle", 400.0, 50.0, 0.85)).handle == "unknown"


@pytest.mark.parametrize("tilt", [-0.1, -0.04, 0.04, 0.1])
def test_a_tilted_stick_is_followed(tilt: float) -> None:
    assert layers(read(*BEST, tilt=tilt)) == layers(read(*BEST))


def test_a_neighbour_off_the_stick_is_not_read() -> None:
    found = seen(*BEST, cube("tomato", 300))
    boxes = found.xywhr.copy()
    boxes[-1, 1] += 60
    moved = Detections(boxes, found.confidence, found.class_id, NAMES)
    assert layers(skewers.read(moved, SIZE, 1.0)) == layers(read(*BEST))


@pytest.mark.parametrize(
    ("rows", "doubt"),
    [
        ([HANDLE, cube("tomato", 200, 0.4)], Doubt("low_confidence", 1)),
        ([HANDLE, cube("tomato", 200, 0.6), cube("meat", 204, 0.55)], Doubt("colour", 1, "meat")),
        ([HANDLE, cube("tomato", 200), strip("bacon", 200, 1, 0.2)], Doubt("topping_hidden", 1, "bacon")),
        ([HANDLE, cube("tomato", 200), strip("bacon", 200, 1, 0.4)], Doubt("topping_hidden", 1, "bacon")),
        (
            [HANDLE, cube("tomato", 200), cube("meat", 240), ("bacon", 206.0, 62.0, 0.9)],
            Doubt("wrap_span", 1, "bacon"),
        ),
        ([HANDLE, cube("tomato", 200), cube("meat", 300, 0.2)], Doubt("gap", None, "meat")),
    ],
)
def test_what_is_not_clear_is_named(rows: Sequence[Row], doubt: Doubt) -> None:
    assert doubt in read(*rows).doubts


def test_small_cubes_are_too_small() -> None:
    assert "too_small" in codes(read(*BEST, zoom=3.0))
    assert "too_small" not in codes(read(*BEST, zoom=2.0))


@dataclass
class View:
    kinds: dict[str, float]
    wraps: dict[str, float]
    left: float = 0.05
    right: float = 0.05


def view(
    kind: str,
    wrap: str = "plain",
    p: float = 0.98,
    *,
    kind_p: float = 0.98,
    left: float = 0.05,
    right: float = 0.05,
) -> View:
    return View(
        {kind: kind_p, ("tomato" if kind == "none" else "none"): 1 - kind_p},
        {wrap: p, ("bacon" if wrap == "plain" else "plain"): 1 - p},
        left,
        right,
    )


def second(views: dict[float, View]) -> skewers.Second:
    """Opinions by place; anything else is no cube."""

    def ask(spots: Sequence[tuple[float, float]], side: float) -> list[View]:
        assert side == pytest.approx(40, abs=2)
        return [
            next((v for x, v in views.items() if abs(x - s[0]) < 15), view("none", kind_p=0.99))
            for s in spots
        ]

    return ask


def test_agreement_leaves_no_doubt() -> None:
    reading = read(
        *BEST,
        second=second(
            {
                120: view("meat"),
                164: view("tomato", "bacon"),
                208: view("pepper", "cheese"),
                252: view("shrimp"),
            }
        ),
    )
    assert layers(reading) == layers(read(*BEST))
    assert reading.doubts == ()


@pytest.mark.parametrize(
    ("strip_confidence", "said", "p", "expected", "doubts"),
    [
        pytest.param(0.0, "bacon", 0.999, ["bacon", "tomato", "bacon"], set(), id="one is very sure"),
        pytest.param(
            0.0, "bacon", 0.9, ["bacon", "tomato", "bacon"], {"topping_hidden"}, id="one suspects it"
        ),
        pytest.param(0.8, "bacon", 0.9, ["bacon", "tomato", "bacon"], set(), id="both see it"),
        pytest.param(0.8, "plain", 0.9, ["tomato"], {"topping_hidden"}, id="one sees it"),
        pytest.param(
            0.8, "plain", 0.8, ["bacon", "tomato", "bacon"], {"topping_hidden"}, id="the other is unsure"
        ),
        pytest.param(0.0, "plain", 0.7, ["tomato"], {"underside"}, id="it may lie underneath"),
        pytest.param(0.0, "plain", 0.995, ["tomato"], set(), id="both see that there is none"),
    ],
)
def test_a_topping_is_as_sure_as_both_together(
    strip_confidence: float, said: str, p: float, expected: list[str], doubts: set[str]
) -> None:
    strips = [strip("bacon", 200, 1, strip_confidence)] if strip_confidence else []
    reading = read(HANDLE, cube("tomato", 200), *strips, second=second({200: view("tomato", said, p)}))
    assert layers(reading) == expected
    assert codes(reading) == doubts


def test_different_colours_are_a_doubt_unless_one_is_sure() -> None:
    assert "colour" in codes(
        read(
            HANDLE,
            cube("tomato", 200),
            second=second({200: View({"meat": 0.9, "tomato": 0.05}, {"plain": 1.0})}),
        )
    )
    reading = read(HANDLE, cube("tomato", 200, 0.5), second=second({200: view("meat", kind_p=0.97)}))
    assert layers(reading) == ["meat"] and reading.doubts == ()


def test_one_strip_over_two_needs_both_cubes_to_say_so() -> None:
    rows = [HANDLE, cube("tomato", 120), cube("meat", 160), strip("bacon", 140, 2)]
    both = second({120: view("tomato", "bacon", right=0.95), 160: view("meat", "bacon", left=0.95)})
    assert layers(read(*rows, second=both)) == ["bacon", "tomato", "meat", "bacon"]
    assert read(*rows, second=both).doubts == ()
    torn = second({120: view("tomato", "bacon", right=0.02), 160: view("meat", "plain", 0.6, left=0.3)})
    assert "wrap_span" in codes(read(*rows, second=torn))


def test_strips_of_neighbours_do_not_cross_however_their_boxes_overlap() -> None:
    rows = [
        HANDLE,
        ("tomato", 120.0, 60.0, 0.9),
        ("meat", 160.0, 60.0, 0.9),
        strip("bacon", 120),
        strip("cheese", 160),
    ]
    assert layers(read(*rows)) == ["bacon", "tomato", "bacon", "cheese", "meat", "cheese"]


def test_a_box_turned_by_its_detector_is_no_longer_than_its_side() -> None:
    """A nearly square box may come at any angle; its hull would reach into the neighbours."""
    found = seen(*BEST)
    boxes = found.xywhr.copy()
    boxes[[i for i, r in enumerate(BEST) if r[0] in skewers.CUBES], 4] = np.pi / 4
    turned = Detections(boxes, found.confidence, found.class_id, NAMES)
    assert layers(skewers.read(turned, SIZE, 1.0)) == layers(read(*BEST))


def test_an_empty_stick_is_empty_for_both() -> None:
    reading = read(HANDLE, second=second({}))
    assert reading.layers == () and reading.doubts == ()


def test_a_cube_that_only_the_second_opinion_sees_is_a_gap() -> None:
    reading = read(
        HANDLE,
        cube("tomato", 120),
        cube("meat", 205),
        second=second({120: view("tomato"), 162: view("pepper", kind_p=0.995), 205: view("meat")}),
    )
    assert Doubt("gap", None, "pepper") in reading.doubts


def test_a_suspected_cube_counts_when_the_second_opinion_is_sure() -> None:
    reading = read(
        HANDLE,
        cube("tomato", 120),
        cube("meat", 160, 0.2),
        second=second({120: view("tomato"), 160: view("meat")}),
    )
    assert layers(reading) == ["tomato", "meat"]


def test_a_cube_that_one_observer_hardly_takes_for_one_leaves_a_doubt() -> None:
    both = second({120: view("tomato"), 160: view("meat", kind_p=0.85)})
    reading = read(HANDLE, cube("tomato", 120), cube("meat", 160), second=both)
    assert layers(reading) == ["tomato", "meat"]
    (doubt,) = reading.doubts
    assert doubt == Doubt("low_confidence", 2) and doubt.probability == pytest.approx(0.15)


def test_a_colour_that_is_not_quite_certain_leaves_a_doubt() -> None:
    for share, doubtful in ((0.9, False), (0.6, True)):
        torn = View({"meat": share, "shrimp": 0.99 - share}, {"plain": 0.99}, 0.05, 0.05)
        reading = read(HANDLE, cube("meat", 120, 0.5), second=second({120: torn}))
        assert layers(reading) == ["meat"]
        # Still far likelier than not: it would be told as it is where it is the order.
        assert [(d.code, d.probability < 0.4) for d in reading.doubts] == [("colour", True)] * doubtful


STICK: Row = ("skewer", 180.0, 330.0, 0.9)
"""From 15 to 345 px."""


def askew(found: Detections, name: str) -> Detections:
    boxes = found.xywhr.copy()
    boxes[np.array(found.labels) == name, 4] += 0.45
    return Detections(boxes, found.confidence, found.class_id, NAMES)


@pytest.mark.parametrize("end", [False, True])
def test_a_loose_cube_in_line_beyond_the_stick_is_no_part_of_it(end: bool) -> None:
    beyond = cube("shrimp", 340 if end else 370)
    found = seen(STICK, HANDLE, cube("tomato", 120), cube("meat", 160), beyond)
    # At the very end of the stick a cube may be; one that lies askew is not on it.
    found = askew(found, "shrimp") if end else found
    assert skewers.read(found, SIZE, 1.0).pieces == ("tomato", "meat")


def test_a_stick_that_crosses_says_nothing_of_this_one_s_end() -> None:
    found = seen(STICK, HANDLE, cube("tomato", 120), cube("meat", 160), cube("shrimp", 340))
    boxes = found.xywhr.copy()
    boxes[0] = [160, 72, 44, 330, 0.0]
    crossing = Detections(boxes, found.confidence, found.class_id, NAMES)
    assert skewers.read(crossing, SIZE, 1.0).pieces == ("tomato", "meat", "shrimp")


@pytest.mark.parametrize(
    "rows",
    [
        pytest.param([cube("shrimp", 310)], id="inside"),
        pytest.param([cube("shrimp", 340)], id="at the end, straight"),
        pytest.param([cube("pepper", 310), cube("shrimp", 355)], id="next to one that is inside"),
    ],
)
def test_a_cube_at_the_end_of_the_stick_is_on_it(rows: list[Row]) -> None:
    read_ = read(STICK, HANDLE, cube("tomato", 120), cube("meat", 160), *rows)
    assert layers(read_) == ["tomato", "meat", *(name for name, *_ in rows)]

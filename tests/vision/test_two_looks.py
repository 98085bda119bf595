"""Two looks at one skewer, from either end, weighed together; strips that the stick pierces once."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.vision.test_skewers import (
    BEST,
    HANDLE,
    SIZE,
    Row,
    View,
    codes,
    cube,
    layers,
    read,
    second,
    seen,
    strip,
    view,
)
from vision import skewers
from vision.scene import Doubt

VIEWS = {
    120: view("meat"),
    164: view("tomato", "bacon"),
    208: view("pepper", "cheese"),
    252: view("shrimp"),
}


def look(rows: Sequence[Row], views: dict[float, View]) -> skewers.Sighting:
    return skewers.sight(seen(*rows), SIZE, 1.0, skewers.DEFAULT, second(views))


def from_the_other_end(rows: Sequence[Row], views: dict[float, View]) -> skewers.Sighting:
    """The same skewer when the close-up is turned by half a turn."""
    turned = [(name, SIZE[0] - x, length, c) for name, x, length, c in rows]
    opinions = {SIZE[0] - x: View(v.kinds, v.wraps, left=v.right, right=v.left) for x, v in views.items()}
    return look(turned, opinions)


def test_two_looks_that_agree_leave_no_doubt() -> None:
    both = skewers.conclude_both(look(BEST, VIEWS), from_the_other_end(BEST, VIEWS))
    assert layers(both) == layers(read(*BEST))
    assert (both.handle, both.flipped, both.doubts) == ("first", False, ())


@pytest.mark.parametrize(
    ("first", "other", "expected"),
    [
        pytest.param(0.6, 0.999, ["bacon", "tomato", "bacon"], id="the surer look decides"),
        pytest.param(0.4, 0.05, ["tomato"], id="two weak looks are no topping"),
    ],
)
def test_what_both_looks_say_of_a_cube_is_weighed_together(
    first: float, other: float, expected: list[str]
) -> None:
    rows = [HANDLE, cube("tomato", 200)]
    one = look(rows, {200: view("tomato", "bacon", first)})
    two = from_the_other_end(rows, {200: view("tomato", "bacon", other)})
    assert layers(skewers.conclude_both(one, two)) == expected


def test_looks_that_read_different_things_stay_doubtful_where_they_differ() -> None:
    rows = [HANDLE, cube("meat", 160), cube("tomato", 200)]
    one = look(rows, {160: view("meat"), 200: view("tomato", "bacon", 0.999)})
    two = from_the_other_end(rows, {160: view("meat"), 200: view("tomato", "plain", 0.995)})
    doubts = skewers.conclude_both(one, two).doubts
    assert {d.position for d in doubts} == {2}
    assert Doubt("topping_hidden", 2, "bacon") in doubts


def test_without_a_handle_nobody_knows_where_they_differ() -> None:
    rows = [cube("meat", 160), cube("tomato", 200)]
    one = look(rows, {160: view("meat"), 200: view("tomato", "bacon", 0.999)})
    two = from_the_other_end(rows, {160: view("meat"), 200: view("tomato", "plain", 0.995)})
    assert "ambiguous" in codes(skewers.conclude_both(one, two))


def test_a_strip_that_only_one_look_sees_may_be_there() -> None:
    rows = [HANDLE, cube("tomato", 200), cube("meat", 240)]
    one = look(rows, {200: view("tomato", "bacon", 0.9), 240: view("meat")})
    two = from_the_other_end(rows, {200: view("tomato", "plain", 0.995), 240: view("meat")})
    both = skewers.conclude_both(one, two)
    assert layers(both) == ["tomato", "meat"]
    assert Doubt("topping_hidden", 1, "bacon") in both.doubts


def test_looks_that_count_differently_stay_doubtful() -> None:
    missed = [row for row in BEST if row[0] != "shrimp"]
    one, two = look(BEST, VIEWS), from_the_other_end(missed, VIEWS)
    both = skewers.conclude_both(one, two)
    assert layers(both) == layers(read(*BEST))
    assert "ambiguous" in codes(both)


def test_a_strip_over_two_cubes_is_one_from_either_end() -> None:
    rows = [HANDLE, cube("tomato", 120), cube("meat", 160), strip("bacon", 140, 2)]
    views = {
        120: view("tomato", "bacon", left=0.02, right=0.95),
        160: view("meat", "bacon", left=0.95, right=0.02),
    }
    both = skewers.conclude_both(look(rows, views), from_the_other_end(rows, views))
    assert layers(both) == ["bacon", "tomato", "meat", "bacon"]
    assert both.doubts == ()


def test_a_handle_that_only_the_other_look_sees_says_where_to_begin() -> None:
    bare = [row for row in BEST if row[0] != "handle"]
    one, two = look(bare, VIEWS), from_the_other_end(BEST, VIEWS)
    both = skewers.conclude_both(one, two)
    assert (both.handle, both.doubts) == ("first", ())
    assert layers(both) == layers(read(*BEST))
    # and the other way round, where the handle lies at the right of the first look
    one, two = from_the_other_end(bare, VIEWS), look(BEST, VIEWS)
    both = skewers.conclude_both(one, two)
    assert (both.handle, both.flipped) == ("first", True)
    assert layers(both) == layers(read(*BEST))


@pytest.mark.parametrize("turned", [False, True])
def test_a_look_that_misses_the_handle_still_says_where_it_differs(turned: bool) -> None:
    rows = [HANDLE, cube("meat", 160), cube("tomato", 200)]
    other_views = {160: view("meat"), 200: view("tomato", "plain", 0.995)}
    first, then = (from_the_other_end, look) if turned else (look, from_the_other_end)
    one = first(rows, {160: view("meat"), 200: view("tomato", "bacon", 0.999)})
    both = skewers.conclude_both(one, then(rows[1:], other_views))
    assert (both.handle, both.flipped) == ("first", turned)
    assert {d.position for d in both.doubts} == {2}
    assert skewers.conclude_both(then(rows, other_views), first(rows[1:], other_views)).doubts == ()


def test_an_end_that_looks_like_a_handle_in_one_look_only_is_none() -> None:
    tip: Row = ("handle", 400.0, 50.0, 0.5)
    one, two = look([*BEST, tip], VIEWS), from_the_other_end(BEST, VIEWS)
    assert codes(skewers.conclude(one)) == {"no_face"}
    for first, then in ((one, two), (from_the_other_end([*BEST, tip], VIEWS), look(BEST, VIEWS))):
        both = skewers.conclude_both(first, then)
        assert (both.handle, both.doubts) == ("first", ())
        assert layers(both) == layers(read(*BEST))
    # In both looks it is a second handle.
    both = skewers.conclude_both(one, from_the_other_end([*BEST, tip], VIEWS))
    assert both.handle == "unknown" and "no_face" in codes(both)


def hanging(wrap: str, p: float = 0.98) -> View:
    """No cube, but a strip across the stick."""
    return View({"none": 0.99, "tomato": 0.01}, {wrap: p, "plain" if wrap != "plain" else "cheese": 1 - p})


@pytest.mark.parametrize(
    ("confidence", "opinion", "expected", "doubts"),
    [
        pytest.param(0.9, hanging("cheese"), ["meat", "cheese"], set(), id="both see it"),
        pytest.param(0.4, hanging("cheese", 0.995), ["meat", "cheese"], set(), id="one is sure of it"),
        pytest.param(
            0.15, hanging("cheese", 0.995), ["meat"], {"low_confidence"}, id="one alone is not enough"
        ),
        pytest.param(0.15, hanging("plain"), ["meat"], set(), id="a trace that nobody believes"),
        pytest.param(0.5, hanging("plain", 0.8), ["meat"], {"low_confidence"}, id="one sees it"),
        pytest.param(0.5, hanging("plain", 0.99), ["meat"], set(), id="the other is sure that none is there"),
        pytest.param(
            0.9,
            view("shrimp"),
            ["meat", "cheese"],
            {"low_confidence", "gap"},
            id="the other sees a cube there",
        ),
        pytest.param(
            0.66,
            view("tomato", "cheese", 0.85),
            ["meat", "cheese"],
            {"low_confidence", "gap"},
            id="the other sees it at a cube that touches it",
        ),
    ],
)
def test_a_strip_pierced_once_is_as_sure_as_both_together(
    confidence: float, opinion: View, expected: list[str], doubts: set[str]
) -> None:
    rows = [HANDLE, cube("meat", 120), ("cheese", 164.0, 14.0, confidence)]
    reading = read(*rows, second=second({120: view("meat"), 164: opinion}))
    assert layers(reading) == expected
    assert codes(reading) == doubts


@pytest.mark.parametrize(("again", "expected"), [(0.45, ["meat", "cheese"]), (None, ["meat"])])
def test_a_strip_pierced_once_must_be_seen_from_both_ends(again: float | None, expected: list[str]) -> None:
    views = {120: view("meat"), 164: hanging("cheese", 0.995)}
    rows = [HANDLE, cube("meat", 120)]
    one = look([*rows, ("cheese", 164.0, 14.0, 0.4)], views)
    if again is None:
        two = from_the_other_end(rows, {120: view("meat")})
    else:
        two = from_the_other_end([*rows, ("cheese", 164.0, 14.0, again)], views)
    both = skewers.conclude_both(one, two)
    assert layers(both) == expected
    assert ("ambiguous" in codes(both)) == (again is None)


def test_a_strip_pierced_once_that_the_detector_sees_from_one_end_only_is_doubtful() -> None:
    views = {120: view("meat"), 164: hanging("cheese", 0.995)}
    one = look([HANDLE, cube("meat", 120), ("cheese", 164.0, 14.0, 0.4)], views)
    both = skewers.conclude_both(one, from_the_other_end([HANDLE, cube("meat", 120)], views))
    assert (layers(both), codes(both)) == (["meat", "cheese"], {"low_confidence"})


def test_a_doubtful_strip_is_named() -> None:
    rows = [HANDLE, cube("meat", 120), ("cheese", 164.0, 14.0, 0.5)]
    reading = read(*rows, second=second({120: view("meat"), 164: hanging("plain", 0.8)}))
    assert Doubt("low_confidence", None, "cheese") in reading.doubts


def test_a_doubt_is_as_likely_as_what_speaks_for_it() -> None:
    weak = second({120: view("meat", kind_p=0.5), 164: view("tomato", "bacon", 0.75)})
    reading = read(HANDLE, cube("meat", 120, 0.35), cube("tomato", 164, 0.9), second=weak)
    likely = {d.code: d.probability for d in reading.doubts}
    assert likely == {"low_confidence": pytest.approx(0.5), "topping_hidden": pytest.approx(0.4, abs=0.05)}


def test_between_touching_cubes_a_strip_is_no_cube_that_was_missed() -> None:
    # What the second opinion sees there is a neighbour.
    rows = [HANDLE, cube("meat", 120), cube("tomato", 164), ("cheese", 142.0, 10.0, 0.9)]
    views = {120: view("meat"), 164: view("tomato"), 142: view("tomato", "cheese", 0.6)}
    assert "gap" not in codes(read(*rows, second=second(views)))


@pytest.mark.parametrize(
    ("confidence", "more", "doubts"),
    [
        pytest.param(0.5, [], set(), id="hardly"),
        pytest.param(0.75, [], {"low_confidence", "underside"}, id="perhaps"),
        # Both are there, or one of them was misread: the less sure one keeps a doubt.
        pytest.param(0.95, ["bacon"], {"underside"}, id="surely"),
    ],
)
def test_a_second_strip_of_a_kind_must_be_surer(confidence: float, more: list[str], doubts: set[str]) -> None:
    # A player owns one of each (KU-R3).
    rows = [HANDLE, cube("meat", 120), strip("bacon", 120, 1), ("bacon", 200.0, 14.0, confidence)]
    opinions = second({120: view("meat", "bacon"), 200: hanging("bacon", 0.8)})
    reading = read(*rows, second=opinions)
    assert layers(reading) == ["bacon", "meat", "bacon", *more]
    assert codes(reading) == doubts
    other = ("cheese", 200.0, 14.0, 0.5)
    opinions = second({120: view("meat", "bacon"), 200: hanging("cheese", 0.8)})
    assert layers(read(*rows[:3], other, second=opinions)) == ["bacon", "meat", "bacon", "cheese"]


def test_a_strip_that_surely_hangs_beside_is_not_looked_for_underneath() -> None:
    # A player owns one of each (KU-R3): what shows of it at the cube is its end.
    rows = [HANDLE, cube("meat", 120), ("bacon", 164.0, 14.0, 0.9)]
    views = {120: view("meat", "plain", 0.4), 164: hanging("bacon", 0.99)}
    both = skewers.conclude_both(look(rows, views), from_the_other_end(rows, views))
    assert layers(both) == ["meat", "bacon"]
    assert both.doubts == ()
    without = skewers.conclude_both(look(rows[:2], views), from_the_other_end(rows[:2], views))
    assert codes(without) & {"underside", "topping_hidden"}


def test_what_the_detector_sees_in_both_looks_may_be_there() -> None:
    rows = [HANDLE, cube("tomato", 200), strip("bacon", 200, 1, 0.4)]
    views = {200: view("tomato", "plain", 0.998)}
    both = skewers.conclude_both(look(rows, views), from_the_other_end(rows, views))
    assert layers(both) == ["tomato"]
    (doubt,) = both.doubts
    assert doubt == Doubt("topping_hidden", 1, "bacon") and doubt.probability < 0.1
    bare = rows[:2]
    assert skewers.conclude_both(look(rows, views), from_the_other_end(bare, views)).doubts == ()


def test_a_weak_cube_beside_the_stick_or_cut_by_the_frame_is_none() -> None:
    rows = [HANDLE, cube("tomato", 200)]
    seen = second({200: view("tomato"), 280: view("meat"), 425: view("meat")})
    assert layers(read(*rows, cube("meat", 280, 0.2), second=seen)) == ["tomato", "meat"]
    assert layers(read(*rows, cube("meat", 280, 0.06), second=seen)) == ["tomato"]
    cut = read(*rows, cube("meat", 438, 0.2), second=seen)
    assert layers(cut) == ["tomato"] and cut.doubts == ()


@pytest.mark.parametrize(
    ("second_cube", "place"), [(None, 162.0), (206.0, 163.0), (192.0, 156.0)], ids=["end", "wide", "narrow"]
)
def test_a_strip_that_only_the_second_opinion_sees_is_doubtful(
    second_cube: float | None, place: float
) -> None:
    rows, views = [HANDLE, cube("meat", 120)], {120.0: view("meat"), place: hanging("cheese", 0.999)}
    if second_cube is not None:
        rows, views = [*rows, cube("tomato", second_cube)], {**views, second_cube: view("tomato")}
    reading = read(*rows, second=second(views))
    assert "cheese" in layers(reading) and codes(reading) == {"low_confidence"}
    # Beside a cube that it surely wraps, the same strip's end is what shows there.
    wrapped = {**views, 120.0: view("meat", "cheese", 0.999)}
    assert codes(read(*rows, strip("cheese", 120), second=second(wrapped))) == set()


def test_all_places_of_a_skewer_are_asked_of_at_once() -> None:
    asked: list[int] = []

    def count(spots: Sequence[tuple[float, float]], side: float) -> list[View]:
        asked.append(len(spots))
        return second(VIEWS)(spots, side)

    assert layers(read(*BEST, second=count)) == layers(read(*BEST))
    assert asked == [4 + 2]
    # A cube that turns out to be none leaves another bare place: they are asked of anew.
    asked.clear()
    read(*BEST, cube("shrimp", 296, 0.35), second=count)
    assert len(asked) == 2


def test_a_strip_alone_on_a_stick_is_asked_of_as_well() -> None:
    def ask(spots: Sequence[tuple[float, float]], side: float) -> list[View]:
        assert side == 45.0
        return [hanging("bacon", 0.995) for _ in spots]

    reading = skewers.read(seen(HANDLE, ("bacon", 200.0, 14.0, 0.5)), SIZE, 1.0, second=ask)
    assert (layers(reading), codes(reading)) == (["bacon"], set())

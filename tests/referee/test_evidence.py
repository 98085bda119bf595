"""Fusing the readings of several frames: what each adds, and when they leave a doubt."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from readings import BEST, skewer

from referee.adapters.evidence import Fused, View, covers, fuse, join
from referee.games.kushi_express.model import Strip, take_apart
from vision.scene import Doubt, SkewerReading


def views(*readings: SkewerReading) -> list[View]:
    return [View(frame, reading) for frame, reading in enumerate(readings, 10)]


def codes(fused: Fused) -> list[tuple[str, int | None]]:
    return [(doubt.code, doubt.position) for doubt in fused.doubts]


def test_agreeing_frames_are_one_reading_without_a_doubt() -> None:
    fused = fuse(views(*[skewer(BEST)] * 3))
    assert fused == Fused(BEST, "first", 0.95, (), (10, 11, 12))


def test_no_views_is_an_error() -> None:
    with pytest.raises(ValueError, match="at least one view"):
        fuse([])


def test_a_hidden_topping_is_counted_once_the_skewer_was_rolled() -> None:
    hidden = skewer("meat tomato", Doubt("topping_hidden", 2))
    rolled = skewer("meat bacon tomato bacon")
    assert codes(fuse(views(hidden, hidden, hidden))) == [("topping_hidden", 2)]
    fused = fuse(views(hidden, hidden, hidden, rolled, rolled))
    assert fused.pieces == ("meat", "bacon", "tomato", "bacon")
    assert fused.doubts == ()
    assert fused.frames == (13, 14)


def test_of_doubts_about_one_cube_the_likeliest_stays() -> None:
    frames = [skewer("tomato", Doubt("colour", 1, "meat", p)) for p in (0.1, 0.3, 0.2)]
    (doubt,) = fuse(views(*frames)).doubts
    assert (doubt, doubt.probability) == (Doubt("colour", 1, "meat"), 0.3)
    turned = fuse(views(skewer("tomato meat", Doubt("colour", 1, "shrimp", 0.3)), skewer("meat tomato")))
    assert [d.probability for d in turned.doubts] == [0.3]


def test_each_view_may_hide_something_else() -> None:
    first = skewer("bacon tomato bacon pepper", Doubt("topping_hidden", 2))
    second = skewer("tomato cheese pepper cheese", Doubt("topping_hidden", 1))
    fused = fuse(views(first, first, second, second))
    assert fused.pieces == ("bacon", "tomato", "bacon", "cheese", "pepper", "cheese")
    assert fused.doubts == ()


def test_one_clear_frame_among_many_is_not_enough_to_remove_a_doubt() -> None:
    doubtful = skewer("tomato", Doubt("topping_hidden", 1))
    assert codes(fuse(views(doubtful, doubtful, doubtful, skewer("tomato")))) == [("topping_hidden", 1)]


def test_flicker_between_two_cubes_is_a_doubt_and_names_the_other() -> None:
    tomato, meat = skewer("tomato pepper"), skewer("meat pepper")
    fused = fuse(views(*itertools.islice(itertools.cycle([tomato, meat]), 8)))
    assert [(d.code, d.position) for d in fused.doubts] == [("ambiguous", 1)]
    assert {fused.pieces[0], fused.doubts[0].alternative} == {"tomato", "meat"}


def test_one_wrong_frame_in_five_is_outvoted() -> None:
    fused = fuse(views(*[skewer("tomato pepper")] * 4, skewer("meat pepper")))
    assert (fused.pieces, fused.doubts) == (("tomato", "pepper"), ())
    assert 14 not in fused.frames


def test_a_strip_seen_in_half_of_the_frames_is_a_doubt() -> None:
    with_strip, without = skewer("bacon tomato bacon"), skewer("tomato")
    fused = fuse(views(with_strip, without, with_strip, without))
    assert codes(fused) == [("ambiguous", 1)]
    assert fused.doubts[0].alternative == "bacon"


def test_one_strip_over_two_cubes_is_not_two_readings_of_one() -> None:
    over_two = skewer("bacon tomato meat bacon")
    assert fuse(views(over_two, over_two, over_two)).pieces == ("bacon", "tomato", "meat", "bacon")
    mixed = fuse(
        views(over_two, skewer("bacon tomato bacon meat"), over_two, skewer("bacon tomato bacon meat"))
    )
    assert ("ambiguous", 1) in codes(mixed)


def test_different_numbers_of_cubes_are_a_doubt_about_the_whole() -> None:
    fused = fuse(views(skewer("tomato"), skewer("tomato meat"), skewer("tomato"), skewer("tomato meat")))
    assert ("ambiguous", None) in codes(fused)


def test_a_weak_layer_is_doubtful_by_itself() -> None:
    assert codes(fuse(views(*[skewer("tomato meat", weak=1)] * 3))) == [("low_confidence", 2)]


def test_frames_that_see_nothing_certain_do_not_count_against_those_that_do() -> None:
    blurred = skewer("meat meat meat", Doubt("blur"), confidence=0.6)
    assert fuse(views(blurred, blurred, skewer(BEST), skewer(BEST))).doubts == ()
    assert codes(fuse(views(blurred, blurred, blurred))) == [("blur", None)]
    assert ("blur", None) in codes(fuse(views(blurred, blurred, skewer(BEST))))


def test_readings_from_the_wrong_end_are_turned_round() -> None:
    backward = skewer(tuple(reversed(BEST)), handle="unknown")
    fused = fuse(views(skewer(BEST), backward, skewer(BEST), backward))
    assert (fused.pieces, fused.handle, fused.doubts) == (BEST, "first", ())


def test_a_doubt_read_from_the_other_end_keeps_its_cube() -> None:
    backward = skewer("shrimp tomato meat", Doubt("topping_hidden", 2), Doubt("colour", 1), handle="unknown")
    forward = skewer("meat tomato shrimp", weak=2)
    fused = fuse(views(forward, forward, forward, backward))
    assert ("low_confidence", 3) in codes(fused)
    assert ("colour", 3) in codes(fused)


def test_two_ends_that_both_look_like_the_handle_leave_it_unknown() -> None:
    fused = fuse(views(*[skewer("meat tomato"), skewer("tomato meat")] * 3))
    assert fused.handle == "unknown"
    assert fused.doubts == ()


def test_plain_sticks_stay_plain() -> None:
    assert fuse(views(*[skewer("meat tomato", handle="plain")] * 2)).handle == "plain"
    assert fuse(views(*[skewer("meat tomato", handle="unknown")] * 2)).handle == "unknown"


def test_an_empty_stick_is_a_reading_too() -> None:
    assert fuse(views(skewer(()), skewer(()))).pieces == ()


@pytest.mark.parametrize(
    "layers",
    [
        "",
        "tomato",
        "bacon tomato meat bacon",
        "tomato bacon",
        "cheese cheese tomato",
        "bacon tomato bacon cheese meat cheese",
        "bacon cheese tomato cheese meat bacon",
    ],
)
def test_join_puts_a_skewer_together_again(layers: str) -> None:
    skewer = take_apart(tuple(layers.split()))
    assert join(skewer.cubes, skewer.strips) == tuple(layers.split())


def test_covers_names_the_cubes_that_a_strip_touches() -> None:
    assert covers(Strip("bacon", 0, 2, 2)) == (1, 2)
    assert covers(Strip("bacon", 1, 1, 1)) == (1, 2)
    assert covers(Strip("bacon", 0, 0, 1)) == (1,)


PIECES = st.sampled_from(["pepper", "tomato", "meat", "shrimp", "bacon", "cheese"])


@given(st.lists(PIECES, max_size=8))
@settings(max_examples=200, deadline=None)
def test_join_undoes_take_apart_up_to_the_order_within_a_gap(layers: list[str]) -> None:
    skewer = take_apart(tuple(layers))
    again = take_apart(join(skewer.cubes, skewer.strips))
    assert again.cubes == skewer.cubes
    assert set(again.strips) == set(skewer.strips)


@given(st.lists(PIECES, max_size=8), st.integers(2, 6))
@settings(max_examples=200, deadline=None)
def test_any_skewer_seen_alike_is_read_as_it_is(layers: list[str], frames: int) -> None:
    fused = fuse(views(*[skewer(layers)] * frames))
    assert fused.pieces == tuple(layers)
    assert fused.doubts == ()

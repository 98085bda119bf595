"""A camera's doubts: a call is made only when it is the same whatever they hide."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kushi import BEST, NEW, VP, Table, any_layers, codes, orders, skewer

from referee.games.kushi_express import CUBES, PIECES, STRIPS, Doubt, compare, could_be, describe
from referee.games.kushi_express.doubt import steps_between
from referee.games.kushi_express.model import take_apart

HIDDEN = "topping_hidden"

CALLS: list[tuple[str, str, list[tuple[Any, ...]], str, list[str]]] = [
    # order, reading, doubts, verdict, reasons
    # a topping may be underneath
    (BEST, "M T(b) P S", [(HIDDEN, 3)], "UNSURE", [HIDDEN]),
    (BEST, "M T(b) P S", [(HIDDEN, 3, "cheese")], "UNSURE", [HIDDEN]),
    (BEST, "M T(b) P S", [(HIDDEN, 3, "bacon")], "ILLEGAL", ["missing_topping"]),
    (BEST, "M T(b) P S", [(HIDDEN, 4)], "ILLEGAL", ["missing_topping"]),
    (BEST, "M T P S", [(HIDDEN, 3)], "ILLEGAL", ["missing_topping", "missing_topping"]),
    (BEST, "M T P S", [(HIDDEN, 2), (HIDDEN, 3)], "UNSURE", [HIDDEN, HIDDEN]),
    (BEST, "M T(b) P", [(HIDDEN, 3)], "ILLEGAL", ["missing_topping", "missing"]),
    (BEST, BEST, [(HIDDEN, 1), (HIDDEN, 4)], "OK", []),  # both strips are seen elsewhere (KU-R3)
    (NEW, NEW, [(HIDDEN, 2)], "OK", []),
    (NEW, NEW, [(HIDDEN, 3)], "UNSURE", [HIDDEN]),  # on a cube that was not even read
    (VP, "P", [(HIDDEN, 1)], "UNSURE", [HIDDEN]),
    (VP, "P(b)", [(HIDDEN, 1)], "ILLEGAL", ["extra"]),
    (VP, "M", [(HIDDEN, 1)], "ILLEGAL", ["wrong_cube"]),
    ("P(b) T", "P T(b)", [(HIDDEN, 1)], "ILLEGAL", ["wrap"]),
    ("P(b) T", "b P T", [(HIDDEN, 1)], "UNSURE", [HIDDEN]),  # one flap seen, the other end hidden
    ("P(b) T M", "P T b M", [(HIDDEN, 1)], "ILLEGAL", ["wrap"]),  # the flap is too far from what is hidden
    ("P T M(b)", "P b T M", [(HIDDEN, 3)], "ILLEGAL", ["wrap"]),
    # the strip that is read may be none
    (VP, "P(b)", [(HIDDEN, 1, "bacon")], "UNSURE", [HIDDEN]),
    (VP, "P(b)", [(HIDDEN, 1, "cheese")], "ILLEGAL", ["extra"]),
    ("P(b) T", "P T(b)", [(HIDDEN, 1, "bacon"), (HIDDEN, 2, "bacon")], "UNSURE", [HIDDEN, HIDDEN]),
    ("P(b) T", "P T(b)", [(HIDDEN, 2, "bacon")], "ILLEGAL", ["wrap"]),
    ("P(b) T", "P(b) T", [(HIDDEN, 1, "bacon")], "UNSURE", [HIDDEN]),
    ("P(c) S", "(PS)(c)", [(HIDDEN, 2, "cheese"), ("wrap_span", 2)], "UNSURE", [HIDDEN, "wrap_span"]),
    # how far a strip reaches
    ("(TM)(b) P", "T(b) M P", [("wrap_span", 1)], "UNSURE", ["wrap_span"]),
    ("(TM)(b) P", "T(b) M P", [("wrap_span", 3)], "ILLEGAL", ["wrap"]),
    ("(TM)(b) P", "T M P", [("wrap_span", 1)], "ILLEGAL", ["missing_topping"]),
    ("T(b) M P", "T(b) M P", [("wrap_span", 1)], "UNSURE", ["wrap_span"]),
    # what a piece is
    (VP, "M", [("colour", 1, "pepper")], "UNSURE", ["colour"]),
    (VP, "M", [("colour", 1, "shrimp")], "ILLEGAL", ["wrong_cube"]),
    (VP, "P", [("colour", 1, "shrimp")], "UNSURE", ["colour"]),
    (BEST, "M T(b) P(c) P", [("colour", 4, "shrimp")], "UNSURE", ["colour"]),
    (BEST, "M T(b) P(c) P", [("colour", 1)], "ILLEGAL", ["wrong_cube", "foreign_piece"]),
    (BEST, "M T(c) P(b) S", [("colour", 2), ("colour", 3)], "UNSURE", ["colour", "colour"]),
    (NEW, "T(b) M", [("colour", 1, "bacon")], "UNSURE", ["colour"]),
    # what has a doubtful colour is there all the same
    ("M", "S(b)", [("colour", 1)], "ILLEGAL", ["wrong_cube", "extra"]),
    ("M", "S(b)", [("colour", 1, "meat")], "ILLEGAL", ["wrong_cube", "extra"]),
    ("M", "S(b)", [("colour", 1), (HIDDEN, 1, "bacon")], "UNSURE", ["colour", HIDDEN]),
    ("M", "S(b)", [("colour", 1), ("low_confidence", None, "bacon")], "UNSURE", ["colour", "low_confidence"]),
    ("(TM)(b) P", "T(b) M P", [("colour", 1), ("wrap_span", 1)], "UNSURE", ["colour", "wrap_span"]),
    ("(TM)(b) P", "S(b) M P", [("colour", 1), ("wrap_span", 1)], "UNSURE", ["colour", "wrap_span"]),
    ("(TM)(b) P", "T(c) M P", [("colour", 1), ("wrap_span", 1)], "UNSURE", ["colour", "wrap_span"]),
    ("M(b)", "S(b)", [("colour", 1)], "UNSURE", ["colour"]),
    ("M(c)", "S(b)", [("colour", 1)], "UNSURE", ["colour"]),
    ("M(c)", "S(b)", [("colour", 1, "meat")], "ILLEGAL", ["wrong_cube", "missing_topping", "extra"]),
    ("M T(b)", "M(b) T", [("colour", 1)], "ILLEGAL", ["wrap"]),
    ("M T", "M", [("colour", 1)], "ILLEGAL", ["missing"]),
    ("M(b) T(c)", "M(c) T(b)", [("colour", 1)], "ILLEGAL", ["wrap", "wrap"]),
    ("M P", "M T P", [("low_confidence", 2)], "UNSURE", ["low_confidence"]),
    ("M T P", "M P", [("low_confidence", 2)], "UNSURE", ["low_confidence"]),
    ("M T P", "M P S", [("low_confidence", 1)], "ILLEGAL", ["missing", "extra"]),
    ("M(b) P", "T P", [("blur", 1)], "UNSURE", ["blur"]),
    # what may be missing
    ("M T P", "M P", [("gap", 1)], "UNSURE", ["gap"]),
    ("M T P", "M P", [("gap", 2)], "UNSURE", ["gap"]),
    ("M T P", "M T", [("gap", 2)], "UNSURE", ["gap"]),
    ("M T P", "M T", [("gap", 3)], "UNSURE", ["gap"]),
    ("M T P", "M T", [("gap", 1)], "ILLEGAL", ["missing"]),
    ("M T(b) P(c) S", "M S", [("gap", 1)], "UNSURE", ["gap"]),
    ("(TM)(b) P", "T(b) P", [("gap", 1)], "UNSURE", ["gap"]),
    ("M P", "M P", [("gap", 1)], "UNSURE", ["gap"]),
    ("T P", "M P", [("gap", 1)], "ILLEGAL", ["wrong_cube"]),  # the cube beside a gap is no doubtful one
    ("P", "M P", [("gap", 1)], "ILLEGAL", ["extra"]),
    ("P M T", "M T", [("gap", 0)], "UNSURE", ["gap"]),  # before the first cube
    ("M P T", "M T", [("gap", 0)], "ILLEGAL", ["missing"]),
    ("M T P", "M P", [("gap",)], "UNSURE", ["gap"]),  # wherever it is
    ("M T P", "T P", [("gap",)], "UNSURE", ["gap"]),
    ("M T P", "T S", [("gap",)], "ILLEGAL", ["missing", "wrong_cube"]),
    ("M P", "M T P", [("gap",)], "ILLEGAL", ["extra"]),
    # a strip that is there or not, while the cubes are certain
    ("M b P", "M P", [("low_confidence", None, "bacon")], "UNSURE", ["low_confidence"]),
    ("M P", "M b P", [("low_confidence", None, "bacon")], "UNSURE", ["low_confidence"]),
    ("M(b) P", "M P", [("low_confidence", None, "bacon")], "UNSURE", ["low_confidence"]),
    ("M b P", "M P", [("low_confidence", None, "cheese")], "ILLEGAL", ["wrap"]),
    ("M b P", "M S", [("low_confidence", None, "bacon")], "ILLEGAL", ["wrong_cube"]),
    ("M b P", "M S", [("low_confidence",)], "UNSURE", ["low_confidence"]),
    # a direction that is not known, whatever is said of the handle
    ("P T M", "M T P", [("no_face",)], "UNSURE", ["orientation"]),
    ("P T M", "P M T", [("no_face",)], "ILLEGAL", ["order"]),
    ("P T P", "P T P", [("no_face",)], "OK", []),
    # two looks that differ, nobody knows where, but not everywhere
    (BEST, "M T P S", [("ambiguous",)], "UNSURE", ["ambiguous"]),
    (BEST, "S", [("ambiguous",)], "ILLEGAL", ["missing"] * 3),
    (BEST, "M P S", [("ambiguous",)], "ILLEGAL", ["missing", "missing_topping"]),
    (BEST, "M P S", [("ambiguous",), ("colour", 1)], "UNSURE", ["ambiguous", "colour"]),
    # the whole skewer, and what nobody knows
    (VP, "M T S", [("too_small",)], "UNSURE", ["too_small"]),
    (VP, "M T S", [("too_small", 9)], "UNSURE", ["too_small"]),
    (VP, "P", [("a_new_doubt", 1)], "UNSURE", ["a_new_doubt"]),
    (VP, "M T S", [("a_new_doubt", 2)], "ILLEGAL", ["wrong_cube", "extra", "extra"]),
]


@pytest.mark.parametrize(("order", "reading", "doubts", "verdict", "reasons"), CALLS)
def test_calls_on_doubtful_readings(
    order: str, reading: str, doubts: list[tuple[Any, ...]], verdict: str, reasons: list[str]
) -> None:
    answer, found = compare(
        skewer(order), skewer(reading), handle="first", doubts=[Doubt(*doubt) for doubt in doubts]
    )
    assert answer == verdict
    assert sorted(r.code for r in found) == sorted(reasons)


@pytest.mark.parametrize(
    ("order", "reading", "doubts", "verdict"),
    [
        pytest.param(VP, "P", [(HIDDEN, 1, None, 0.39)], "OK", id="slight"),
        pytest.param(VP, "P", [(HIDDEN, 1, None, 0.41)], "UNSURE", id="no longer slight"),
        pytest.param(VP, "P", [("too_small",), ("colour", 1, None, 0.1)], "UNSURE", id="one of them is not"),
        pytest.param("P T", "P T", [("colour", 1, None, 0.3), ("colour", 2, None, 0.3)], "UNSURE", id="two"),
        pytest.param(VP, "P", [("colour", 1, None, 0.3), ("gap", 1, None, 0.3)], "OK", id="two as one"),
        # A call against a player is another matter: there every doubt counts.
        pytest.param("P(b)", "P", [(HIDDEN, 1, None, 0.05)], "UNSURE", id="against a player"),
        pytest.param(VP, "M", [("colour", 1, "pepper", 0.05)], "UNSURE", id="a wrong cube"),
    ],
)
def test_slight_doubts_do_not_speak_against_a_skewer_that_looks_right(
    order: str, reading: str, doubts: list[tuple[Any, ...]], verdict: str
) -> None:
    given_doubts = [Doubt(*doubt) for doubt in doubts]
    answer, found = compare(skewer(order), skewer(reading), handle="first", doubts=given_doubts)
    assert answer == verdict
    # All that is open is named, slight or not.
    assert [r.code for r in found] == ([doubt[0] for doubt in doubts] if verdict == "UNSURE" else [])


def test_the_reason_names_the_doubt_and_what_to_do() -> None:
    _, (reason,) = compare(skewer(BEST), skewer("M T(b) P S"), handle="first", doubts=[Doubt(HIDDEN, 3)])
    assert (reason.position, reason.seen, reason.advice) == (3, "pepper", "roll the skewer")
    assert describe(reason) == "position 3: topping may be underneath: roll the skewer"
    _, (other,) = compare(skewer(VP), ["meat"], handle="first", doubts=[Doubt("colour", 1, "pepper")])
    assert describe(other) == ("position 1: the colour is not certain (it may be pepper): give it more light")


@pytest.mark.parametrize("code", ["a_new_doubt", "low_confidence"])
def test_a_doubt_that_nobody_has_advice_for_is_shown_again(code: str) -> None:
    _, (reason,) = compare(skewer(VP), ["pepper"], handle="first", doubts=[Doubt(code, 1)])
    assert (reason.code, reason.seen, reason.advice) == (code, "pepper", "show the skewer again")


def test_both_doubts_are_named_when_the_direction_is_in_doubt_too() -> None:
    answer, reasons = compare(skewer(BEST), skewer("M T(b) P S"), doubts=[Doubt(HIDDEN, 3)])
    assert (answer, [r.code for r in reasons]) == ("UNSURE", [HIDDEN, "orientation"])


def test_a_doubtful_placement_waits_and_is_looked_at_again() -> None:
    table = Table()
    table.reveal("A", "best")
    doubts = [{"code": HIDDEN, "position": 3, "alternative": None}]
    unsure = table.place("B", "M T(b) P S", doubts=doubts)
    assert (unsure["verdict"], codes(unsure), table.view["out"]) == ("UNSURE", [HIDDEN], [])
    rolled = table.place("B", BEST)
    assert (rolled["verdict"], rolled["scores"]["B"]) == ("OK", "6.0")


def test_a_doubtful_card_is_not_played() -> None:
    table = Table()
    unsure = table.reveal("A", "best", doubts=[{"code": "glare"}])
    assert (unsure["verdict"], codes(unsure), table.view["order"]) == ("UNSURE", ["glare"], None)
    assert table.reveal("A", "best")["verdict"] == "OK"


# Whatever the true skewer is, a reading of it with an honest doubt never gets the wrong call.


@st.composite
def doubtful(draw: st.DrawFn) -> tuple[tuple[str, ...], tuple[str, ...], Doubt]:
    """A true skewer, a wrong reading of it, and the doubt that says where."""
    true = draw(orders())
    parts = take_apart(true)
    at = draw(st.integers(0, len(parts.cubes) - 1))
    kind = draw(st.sampled_from(["hidden", "kind", "missed", "added", "strip", "colours", "unclear"]))
    cube_places = [i for i, piece in enumerate(true) if piece in CUBES]
    reading = list(true)
    if kind == "hidden":
        hidden = [strip for strip in parts.strips if at in strip.wrapped]
        for strip in hidden:
            reading = [piece for piece in reading if piece != strip.kind]
        return true, tuple(reading), Doubt(HIDDEN, at + 1, hidden[0].kind if hidden else None)
    if kind == "kind":
        other = draw(st.sampled_from(CUBES))
        reading[cube_places[at]] = other
        alternative = draw(st.sampled_from([None, parts.cubes[at]]))
        return (
            true,
            tuple(reading),
            Doubt(draw(st.sampled_from(["colour", "ambiguous"])), at + 1, alternative),
        )
    if kind == "missed":
        del reading[cube_places[at]]
        return true, tuple(reading), Doubt("gap", draw(st.sampled_from([at, at + 1, None])))
    if kind == "colours":
        of = next((strip.kind for strip in parts.strips if at in strip.wrapped), "")
        other = next(strip for strip in STRIPS if strip != of)
        if of and other not in true:
            reading = [other if piece == of else piece for piece in reading]
        reading[cube_places[at]] = draw(st.sampled_from(CUBES))
        return true, tuple(reading), Doubt("colour", at + 1)
    if kind == "unclear":
        for _ in range(draw(st.integers(0, 2))):
            if reading:
                del reading[draw(st.integers(0, len(reading) - 1))]
            reading.insert(draw(st.integers(0, len(reading))), draw(st.sampled_from(PIECES)))
        return true, tuple(reading), Doubt("ambiguous")
    if kind == "strip":
        strip_kind = draw(st.sampled_from(STRIPS))
        reading = [piece for piece in reading if piece != strip_kind]
        if draw(st.booleans()):
            reading.insert(draw(st.integers(0, len(reading))), strip_kind)
        return true, tuple(reading), Doubt("low_confidence", None, strip_kind)
    reading.insert(cube_places[at], draw(st.sampled_from(CUBES)))
    return true, tuple(reading), Doubt(draw(st.sampled_from(["low_confidence", "overlap"])), at + 1)


@given(doubtful(), orders(), st.sampled_from(["first", "unknown"]), st.sampled_from(["strict", "either"]))
def test_an_honest_doubt_never_leads_to_a_wrong_call(
    case: tuple[tuple[str, ...], tuple[str, ...], Doubt],
    order: tuple[str, ...],
    handle: Any,
    orientation: Any,
) -> None:
    true, reading, doubt = case
    for asked in (true, order):
        right = compare(asked, true, handle=handle, orientation=orientation)[0]
        called = compare(asked, reading, handle=handle, orientation=orientation, doubts=[doubt])[0]
        assert called in (right, "UNSURE")


doubts_of_any_kind = st.builds(
    Doubt,
    st.sampled_from([HIDDEN, "gap", "colour", "low_confidence", "x"]),
    st.none() | st.integers(-1, 9),
    st.none() | st.sampled_from(PIECES),
    st.floats(0, 1),
)


@given(orders(), any_layers, st.lists(doubts_of_any_kind, max_size=3))
def test_doubts_only_make_a_call_less_sure(
    order: tuple[str, ...], placed: tuple[str, ...], doubts: list[Doubt]
) -> None:
    certain = compare(order, placed, handle="first")[0]
    assert compare(order, placed, handle="first", doubts=doubts)[0] in (certain, "UNSURE")


@given(orders())
def test_the_order_could_always_be_itself(order: tuple[str, ...]) -> None:
    assert could_be(order, order, ())
    assert not could_be(order, (*order, "pepper"), ())


def test_an_unseen_underside_never_speaks_against_a_skewer_that_looks_right() -> None:
    """KU-R7: what looks plain fulfils a plain order; a missing topping may still lie underneath."""
    unseen = [Doubt("underside", 1, "bacon")]
    assert compare(["tomato"], ["tomato"], handle="first", doubts=unseen)[0] == "OK"
    assert compare(["bacon", "tomato", "bacon"], ["tomato"], handle="first", doubts=unseen)[0] == "UNSURE"
    assert compare(["cheese", "tomato", "cheese"], ["tomato"], handle="first", doubts=unseen)[0] == "ILLEGAL"


@given(any_layers, any_layers, any_layers)
def test_the_steps_between_skewers_are_a_distance(
    one: tuple[str, ...], other: tuple[str, ...], third: tuple[str, ...]
) -> None:
    steps = steps_between(one, other)
    assert steps == steps_between(other, one) and (steps == 0) == (one == other)
    assert abs(len(one) - len(other)) <= steps <= max(len(one), len(other))
    assert steps <= steps_between(one, third) + steps_between(third, other)
    assert steps_between(one, one[1:]) == min(len(one), 1)

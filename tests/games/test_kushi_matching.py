"""What is wrong with a skewer, at which position, and in which words (KU-R3, KU-R7, KU-A1 to KU-A4)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kushi import BEST, NEW, VP, VT, any_layers, orders, skewer

from referee.games.base import Reason, warning
from referee.games.kushi_express import compare, describe, order_fault
from referee.games.kushi_express.compare import resolve
from referee.games.kushi_express.matching import differences
from referee.games.kushi_express.model import Card, SetData, read_points, skewer_fault, spell

BOTH = "(TM)(b) P"

REASONS: list[tuple[str, str, list[tuple[str, int | None, str | None, str | None]]]] = [
    (BEST, "S P(c) T(b) M", [("order", 1, "meat", "shrimp")]),
    (BEST, "M P(c) T(b) S", [("order", 2, "bacon-wrapped tomato", "cheese-wrapped pepper")]),
    (BEST, "M T(b) P S", [("missing_topping", 3, "cheese-wrapped pepper", "pepper")]),
    (BEST, "M T P S", [("missing_topping", 2, "bacon-wrapped tomato", "tomato"),
                       ("missing_topping", 3, "cheese-wrapped pepper", "pepper")]),
    (BEST, "M T(c) P(b) S", [("wrap", 2, "bacon-wrapped tomato", "cheese-wrapped tomato"),
                             ("wrap", 3, "cheese-wrapped pepper", "bacon-wrapped pepper")]),
    (BEST, "M T(b) P(c)", [("missing", 4, "shrimp", None)]),
    (BEST, "M T(b) S", [("missing", 3, "cheese-wrapped pepper", None)]),
    (BEST, "M T(b) P(c) P", [("wrong_cube", 4, "shrimp", "pepper"),
                             ("foreign_piece", 4, "one pepper", "2 of pepper")]),
    (BEST, "M(b) T P(c) S", [("wrap", 2, "bacon-wrapped tomato", "tomato")]),
    (BEST, "M T(b) P S(c)", [("wrap", 3, "cheese-wrapped pepper", "pepper")]),
    (BEST, "M T b P(c) S", [("wrap", 2, "bacon-wrapped tomato", "tomato with bacon pierced once")]),
    (BEST, "M b b T P(c) S", [("wrap", 2, "bacon-wrapped tomato", "tomato with bacon on one side only")]),
    (BEST, "M (TP)(b) S", [("wrap", 2, "bacon-wrapped tomato", "bacon-wrapped tomato and pepper"),
       ("missing_topping", 3, "cheese-wrapped pepper", "bacon-wrapped tomato and pepper")]),
    (BEST, "S T(b) P(c)", [("order", 1, "meat", "shrimp"), ("missing", 1, "meat", None)]),
    (BEST, "",
     [("missing", None, "meat, bacon-wrapped tomato, cheese-wrapped pepper, shrimp", "an empty stick")]),
    (NEW, "T(c) M(b) P", [("extra", 3, None, "pepper")]),
    (NEW, "P T(c) M(b)", [("extra", 1, None, "pepper")]),
    (NEW, "c T M(b)", [("wrap", 1, "cheese-wrapped tomato", "tomato with cheese pierced once")]),
    (NEW, "(TM)(b)", [("missing_topping", 1, "cheese-wrapped tomato", "bacon-wrapped tomato and meat"),
                      ("wrap", 2, "bacon-wrapped meat", "bacon-wrapped tomato and meat")]),
    (NEW, "P(c) M(b)", [("wrong_cube", 1, "cheese-wrapped tomato", "cheese-wrapped pepper")]),
    (VP, "P(b)", [("extra", 1, "pepper", "bacon-wrapped pepper")]),
    (VP, "P b", [("extra", 1, "pepper", "pepper with bacon pierced once")]),
    (VP, "M", [("wrong_cube", 1, "pepper", "meat")]),
    (VP, "b", [("missing", None, "pepper", "bacon")]),
    (VP, "M P", [("extra", 1, None, "meat")]),
    ("M P", "M P M", [("extra", 3, None, "meat"), ("foreign_piece", 3, "one meat", "2 of meat")]),
    (VT, "T T", [("extra", 2, None, "tomato"), ("foreign_piece", 2, "one tomato", "2 of tomato")]),
    (NEW, "T T(c) M(b)", [("extra", 1, None, "tomato"), ("foreign_piece", 2, "one tomato", "2 of tomato")]),
    (NEW, "T(c) M(b) P(b)",
     [("extra", 3, None, "bacon-wrapped pepper"), ("extra", 3, None, "bacon-wrapped pepper"),
      ("foreign_piece", 3, "one strip of bacon", "2 of bacon")]),
    (BOTH, "T(b) M P", [("wrap", 1, "bacon-wrapped tomato and meat", "bacon-wrapped tomato")]),
    (BOTH, "(MT)(b) P", [("order", 1, "bacon-wrapped tomato and meat", "bacon-wrapped meat and tomato")]),
    (BOTH, "T(b) P", [("missing", 2, "bacon-wrapped tomato and meat", None)]),
    (BOTH, "(TMP)(b)",
     [("wrap", 1, "bacon-wrapped tomato and meat", "bacon-wrapped tomato, meat and pepper")]),
]  # fmt: skip


@pytest.mark.parametrize(("order", "placed", "expected"), REASONS)
def test_every_difference_is_named(order: str, placed: str, expected: list[Any]) -> None:
    verdict, reasons = compare(skewer(order), skewer(placed), handle="first")
    assert verdict == "ILLEGAL"
    assert [(r.code, r.position, r.expected, r.seen) for r in reasons] == expected


def test_a_strip_is_pierced_right_beside_what_it_wraps() -> None:
    # The bacon's first hole lies between the tomato and the cheese's second hole (KU-A3).
    crossed = ["cheese", "tomato", "bacon", "cheese", "meat", "bacon"]
    verdict, reasons = compare(skewer(NEW), crossed, handle="first")
    assert (verdict, [r.code for r in reasons]) == ("ILLEGAL", ["wrap"])


@pytest.mark.parametrize("order", [BEST, NEW, VP, VT, BOTH])
@pytest.mark.parametrize("orientation", ["auto", "strict", "either"])
@pytest.mark.parametrize("marked", [True, False])
def test_the_order_itself_is_right(order: str, orientation: Any, marked: bool) -> None:
    same = compare(
        skewer(order), skewer(order), handle="first", orientation=orientation, handle_marked=marked
    )
    assert same == ("OK", ())


DIRECTIONS = [
    # placed, handle, orientation, marked handle, verdict, reasons (KU-A1)
    (BEST, "first", "auto", True, "OK", []),
    ("S P(c) T(b) M", "first", "auto", True, "ILLEGAL", ["order"]),
    (BEST, "unknown", "auto", True, "UNSURE", ["orientation"]),
    ("S P(c) T(b) M", "unknown", "auto", True, "UNSURE", ["orientation"]),
    ("S P(c) T(b) M", "plain", "strict", False, "UNSURE", ["orientation"]),
    ("S P(c) T(b) M", "plain", "auto", False, "OK", []),
    (BEST, "plain", "auto", False, "OK", []),
    ("S P(c) T(b) M", "first", "either", True, "OK", []),
    ("S P(c) T(b) M", "unknown", "either", True, "OK", []),
    ("M T(b) P S", "unknown", "auto", True, "ILLEGAL", ["missing_topping"]),
    ("S P T(b) M", "unknown", "auto", True, "ILLEGAL", ["missing_topping"]),
    ("S P T(b) M", "plain", "auto", False, "ILLEGAL", ["missing_topping"]),
]


@pytest.mark.parametrize(("placed", "handle", "orientation", "marked", "verdict", "reasons"), DIRECTIONS)
def test_KU_A1_direction(
    placed: str, handle: Any, orientation: Any, marked: bool, verdict: str, reasons: list[str]
) -> None:
    answer, found = compare(
        skewer(BEST), skewer(placed), handle=handle, orientation=orientation, handle_marked=marked
    )
    assert (answer, [r.code for r in found]) == (verdict, reasons)


@pytest.mark.parametrize("order", [VP, "P(b)", "(P)(c)"])
@pytest.mark.parametrize("handle", ["first", "unknown", "plain"])
def test_KU_A1_an_order_that_is_the_same_from_both_ends_has_no_direction(order: str, handle: Any) -> None:
    assert compare(skewer(order), skewer(order), handle=handle, orientation="strict") == ("OK", ())


def test_KU_A1_what_auto_means() -> None:
    assert [resolve("auto", marked) for marked in (True, False)] == ["strict", "either"]
    assert [resolve(option, True) for option in ("strict", "either")] == ["strict", "either"]


LOOSE = [
    # order, placed, loose pieces, verdict, reasons, warnings (KU-A4)
    (BEST, BEST, {"shrimp": 1}, "UNSURE", ["foreign_piece"], []),
    (BEST, BEST, {"bacon": 1}, "UNSURE", ["foreign_piece"], []),
    (VP, VP, {"shrimp": 1, "bacon": 1}, "OK", [], ["loose_piece", "loose_piece"]),
    (VP, VP, {"shrimp": 2}, "OK", [], ["loose_piece"]),
    (VP, VP, {"pepper": 1, "meat": 1}, "UNSURE", ["foreign_piece"], ["loose_piece"]),
    (VP, VP, {"pepper": 0}, "OK", [], []),
    (VP, VP, {"tomato": 0, "meat": 1}, "OK", [], ["loose_piece"]),
    (VP, "M", {"meat": 1}, "ILLEGAL", ["wrong_cube"], []),
    (VP, "M", {"shrimp": 1}, "ILLEGAL", ["wrong_cube"], ["loose_piece"]),
]


@pytest.mark.parametrize(("order", "placed", "loose", "verdict", "reasons", "warned"), LOOSE)
def test_KU_A4_loose_pieces(
    order: str, placed: str, loose: dict[str, int], verdict: str, reasons: list[str], warned: list[str]
) -> None:
    answer, found = compare(skewer(order), skewer(placed), handle="first", loose=loose)
    assert answer == verdict
    assert [r.code for r in found if r.severity is None] == reasons
    assert [r.code for r in found if r.severity == "warning"] == warned


def test_KU_A4_what_is_said_of_loose_pieces() -> None:
    _, reasons = compare(skewer(VP), skewer(VP), handle="first", loose={"pepper": 2, "meat": 1})
    assert reasons == (
        Reason(
            "foreign_piece",
            expected="one pepper of the player's own",
            seen="pepper on the stick and 2 beside it",
            advice="say whose the loose piece is",
        ),
        warning("loose_piece", seen="1 of meat beside the skewer"),
    )


@pytest.mark.parametrize(
    ("price", "tenths"),
    [
        (0, 0), (9999, 99990), ("6.0", 60), ("6", 60), (6.5, 65), ("0.1", 1), (10000, None), (-1, None),
        ("6.05", None), (True, None), (None, None), ("", None), (" 6", None), ("6.", None),
    ],
)  # fmt: skip
def test_points_are_written_with_one_decimal(price: object, tenths: int | None) -> None:
    assert read_points(price) == tenths


WORDS = [
    (BEST, "M T(b) P S", "position 3: expected cheese-wrapped pepper, saw plain pepper"),
    (VP, "P(b)", "position 1: expected pepper, saw bacon-wrapped pepper"),
    (NEW, "T(c) M(b) P", "position 3: pepper does not belong there"),
    (BEST, "M T(b) P(c)", "position 4: expected shrimp, saw nothing"),
    (VP, "", "expected pepper, saw an empty stick"),
    (NEW, "M(b) T(c)",
     "position 1: the cubes are in another order: expected cheese-wrapped tomato, saw bacon-wrapped meat"),
]  # fmt: skip


@pytest.mark.parametrize(("order", "placed", "text"), WORDS)
def test_reasons_in_plain_words(order: str, placed: str, text: str) -> None:
    (reason,) = compare(skewer(order), skewer(placed), handle="first")[1]
    assert describe(reason) == text


ONE = "{} is named right before and right after the one or two cubes that it wraps"


@pytest.mark.parametrize(
    ("layers", "fault"),
    [
        ([], "an order shows at least one cube"),
        (["bacon", "bacon"], "an order shows at least one cube"),
        (["onion"], "no such piece: onion"),
        (["meat", "tomato", "meat"], "each player has one meat"),
        (skewer("M(b) T(b)"), "each player has one strip of bacon"),
        (skewer("c M(b) c T P c"), "each player has one strip of cheese"),
        (skewer("b T"), ONE.format("bacon")),
        (skewer("c c T"), ONE.format("cheese")),
        (skewer("(TMP)(b)"), ONE.format("bacon")),
        (["bacon", "cheese", "tomato", "bacon", "cheese"], ONE.format("bacon")),
        (skewer("(TM)(b)"), None),
    ],
)
def test_KU_R3_why_no_order_shows_this(layers: list[str], fault: str | None) -> None:
    assert order_fault(layers) == fault


@pytest.mark.parametrize(
    ("layers", "fault"),
    [
        (["tomato"] * 4 + ["meat"] * 4, None),
        (["tomato"] * 5, "at most 4 of tomato in the box"),
        (["cheese"] * 9, "at most 4 of cheese in the box"),
        (["bacon"] * 32, "at most 4 of bacon in the box"),
        (["bacon"] * 33, "at most 32 layers"),
    ],
)
def test_KU_R2_why_no_box_holds_this(layers: list[str], fault: str | None) -> None:
    assert skewer_fault(tuple(layers)) == fault


@pytest.mark.parametrize(
    ("card", "message"),
    [
        (
            {"kind": "order", "layers": ["meat"], "price": "6.05"},
            'card x: the price is not a price such as "6.0"',
        ),
        ({"kind": "order", "layers": [], "price": "6.0"}, "card x: an order shows at least one cube"),
    ],
)
def test_a_deck_with_a_card_that_cannot_be(card: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError) as error:
        SetData.build({"x": card}, handle_marked=True)
    assert str(error.value) == message


def test_a_deck_of_plain_data() -> None:
    cards = {"x": {"kind": "order", "layers": ["meat"], "price": 6}, "y": {"kind": "closing"}}
    data = SetData.build(cards, handle_marked=False, counts={"order": 3, "closing": 1})
    assert data.deck == {"x": Card("order", ("meat",), 60, "x"), "y": Card("closing", id="y")}
    assert (data.handle_marked, data.size, SetData.build({}, handle_marked=True).size) == (False, 4, 30)


@pytest.mark.parametrize(
    ("layers", "words"),
    [
        ([], "an empty stick"),
        (["bacon"], "bacon"),
        (["bacon", "bacon", "cheese"], "bacon and cheese"),
        (skewer(BEST), "meat, bacon-wrapped tomato, cheese-wrapped pepper, shrimp"),
        (skewer("(TM)(b) P"), "bacon-wrapped tomato and meat, pepper"),
        (skewer("(TMP)(b)"), "bacon-wrapped tomato, meat and pepper"),
        (skewer("T b M"), "tomato, meat, bacon that wraps nothing"),
        (skewer("T T"), "tomato"),
    ],
)
def test_a_skewer_in_words(layers: list[str], words: str) -> None:
    assert spell(tuple(layers)) == words
    assert differences(tuple(layers), tuple(layers)) == ()


@pytest.mark.parametrize(
    ("layers", "fault"),
    [
        (BEST, False), (NEW, False), (BOTH, False), ("P", False), ("", True), ("b", True), ("M M", True),
        ("M(b) T(b)", True), ("b T", True), ("b b T", True), ("(TMP)(b)", True), ("(Tc)(b) c", True),
    ],
)  # fmt: skip
def test_KU_R3_what_an_order_can_show(layers: str, fault: bool) -> None:
    assert (order_fault(skewer(layers)) is not None) is fault


def test_KU_R2_no_box_holds_five_of_a_kind() -> None:
    assert skewer_fault(("tomato",) * 4) is None
    assert "tomato" in (skewer_fault(("tomato",) * 5) or "")
    assert skewer_fault(("bacon",) * 8) is None
    assert "bacon" in (skewer_fault(("bacon",) * 9) or "")


@given(orders())
def test_orders_can_be_shown(order: tuple[str, ...]) -> None:
    assert order_fault(order) is None


@given(orders(), any_layers)
def test_a_reason_for_each_difference_and_none_without(
    order: tuple[str, ...], placed: tuple[str, ...]
) -> None:
    assert (differences(order, placed) == ()) is (order == placed)


@given(
    orders(),
    any_layers,
    st.sampled_from(["first", "unknown", "plain"]),
    st.sampled_from(["strict", "either"]),
)
def test_turning_skewer_and_order_changes_nothing(
    order: tuple[str, ...], placed: tuple[str, ...], handle: Any, orientation: Any
) -> None:
    one = compare(order, placed, handle=handle, orientation=orientation)
    other = compare(order[::-1], placed[::-1], handle=handle, orientation=orientation)
    assert one[0] == other[0]


@given(orders(), any_layers, st.sampled_from(["strict", "either"]))
def test_knowing_less_never_turns_right_into_wrong(
    order: tuple[str, ...], placed: tuple[str, ...], orientation: Any
) -> None:
    """An unknown handle may make a call unsure, but it never makes another call of it."""
    known = {
        compare(order, read, handle="first", orientation=orientation)[0] for read in (placed, placed[::-1])
    }
    unknown = compare(order, placed, handle="unknown", orientation=orientation)[0]
    assert unknown == (known.pop() if len(known) == 1 else "UNSURE")

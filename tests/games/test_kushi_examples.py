"""Each worked example of Kushi Express, by its number. The sticks have a marked handle end."""

from __future__ import annotations

from typing import Any

import pytest
from kushi import BEST, DECK, NEW, PLAIN, VP, VT, Table, codes, effects, order, skewer, warnings

from referee.games import BadInput, get_game
from referee.games.kushi_express import SetData
from referee.judge import Judge

ORDERS = {"BEST": "best", "NEW": "new", "VP": "vegetable-pepper", "VT": "vegetable-tomato"}

ON_ONE_SKEWER = [
    # number, order, placed, handle, options, verdict, reasons, the placer's points
    ("X1", "BEST", "M T(b) P(c) S", "first", {}, "OK", [], "6.0"),
    ("X2", "BEST", "S P(c) T(b) M", "first", {}, "ILLEGAL", ["order"], "0.0"),
    ("X2", "BEST", "S P(c) T(b) M", "first", {"orientation": "either"}, "OK", [], "6.0"),
    ("X3", "BEST", "S P(c) T(b) M", "unknown", {}, "UNSURE", ["orientation"], "0.0"),
    ("X4", "VP", "P", "unknown", {}, "OK", [], "3.0"),
    ("X5", "BEST", "M T(c) P(b) S", "first", {}, "ILLEGAL", ["wrap", "wrap"], "0.0"),
    ("X6", "BEST", "M T(b) P S", "first", {}, "ILLEGAL", ["missing_topping"], "0.0"),
    ("X7", "NEW", "T(c) M(b) P", "first", {}, "ILLEGAL", ["extra"], "0.0"),
    ("X8", "VP", "P(b)", "first", {}, "ILLEGAL", ["extra"], "0.0"),
    ("X9", "NEW", "c T M(b)", "first", {}, "ILLEGAL", ["wrap"], "0.0"),
    ("X10", "NEW", "(TM)(b)", "first", {}, "ILLEGAL", ["missing_topping", "wrap"], "0.0"),
    ("X11", "NEW", "M(b) T(c)", "first", {}, "ILLEGAL", ["order"], "0.0"),
    ("X11", "NEW", "M(b) T(c)", "first", {"orientation": "either"}, "OK", [], "5.0"),
    ("X13", "VT", "T T", "first", {}, "ILLEGAL", ["extra", "foreign_piece"], "0.0"),
    ("X14", "BEST", "", "first", {}, "ILLEGAL", ["missing"], "0.0"),
    ("X14", "NEW", "", "unknown", {}, "ILLEGAL", ["missing"], "0.0"),
    ("X14", "VP", "", "unknown", {"orientation": "either"}, "ILLEGAL", ["missing"], "0.0"),
]


@pytest.mark.parametrize(
    ("number", "card", "placed", "handle", "options", "verdict", "reasons", "points"), ON_ONE_SKEWER
)
def test_KU_X_of_one_skewer(
    number: str,
    card: str,
    placed: str,
    handle: str,
    options: Any,
    verdict: str,
    reasons: list[str],
    points: str,
) -> None:
    table = Table(**options)
    table.reveal("A", ORDERS[card])
    answer = table.place("B", placed, handle)
    assert (answer["verdict"], sorted(codes(answer)), answer["scores"]["B"]) == (
        verdict,
        sorted(reasons),
        points,
    )
    assert table.view["out"] == (["B"] if verdict == "ILLEGAL" else [])


def test_KU_X1_the_skewer_stays_and_the_placer_reveals_next() -> None:
    table = Table()
    table.win("B", "best")
    assert table.view["plate"] == {"B": "won"}
    assert codes(table.reveal("A", "new")) == ["not_first_player"]
    assert table.reveal("B", "new")["verdict"] == "OK"


def test_KU_X12_whose_is_the_loose_shrimp() -> None:
    table = Table()
    table.reveal("A", "best")
    placed = table.place("B", BEST, loose={"cubes": {"shrimp": 1}})
    assert (placed["verdict"], codes(placed), placed["scores"]["B"]) == ("UNSURE", ["foreign_piece"], "0.0")
    settled = table.override(placed)
    assert (settled["verdict"], warnings(settled), settled["scores"]["B"]) == ("OK", ["foreign_piece"], "6.0")


def test_KU_X15_a_player_who_is_out_places_the_right_skewer() -> None:
    table = Table()
    table.reveal("A", "best")
    assert table.place("A", "M T P S")["verdict"] == "ILLEGAL"
    table.recover("A")
    ignored = table.place("A", BEST)
    assert (ignored["verdict"], codes(ignored)) == ("ILLEGAL", ["out"])
    assert table.place("B", BEST)["scores"] == {"A": "0.0", "B": "6.0", "C": "0.0"}


def test_KU_X16_lifting_the_skewer_before_revealing() -> None:
    table = Table()
    table.win("A", "vegetable-pepper")
    lifted = table.recover("A")
    assert (lifted["verdict"], codes(lifted), lifted["scores"]["A"]) == ("ILLEGAL", ["early_recover"], "3.0")
    table.reveal("A", "best")
    assert table.recover("A")["verdict"] == "OK"


def test_KU_X17_the_old_skewer_is_no_claim() -> None:
    table = Table()
    table.win("A", "vegetable-pepper")
    table.reveal("A", order("P", "2.0"))
    assert table.scores["A"] == "3.0"
    assert table.place("A", VP)["verdict"] == "BAD_INPUT"  # one stick: the old skewer still lies there
    assert table.scores["A"] == "3.0"
    table.recover("A")
    assert table.place("A", VP)["scores"]["A"] == "5.0"


@pytest.mark.parametrize("told", ["during_check", "while people check"])
def test_KU_X18_placing_during_a_check(told: str) -> None:
    table = Table()
    table.reveal("A", "best")
    if told == "during_check":
        assert table.place("A", "M")["verdict"] == "ILLEGAL"
        void = table.place("B", BEST, during_check=True)
    else:
        checked = table.place("A", "S P(c) T(b) M", "unknown")
        assert checked["verdict"] == "UNSURE"
        void = table.place("B", BEST)
        assert table.override(checked, "ILLEGAL")["verdict"] == "OK"
    assert (void["verdict"], codes(void)) == ("ILLEGAL", ["during_check"])
    assert table.view["out"] == ["A"]
    assert table.scores == {"A": "0.0", "B": "0.0", "C": "0.0"}
    table.recover("B")
    assert table.place("B", BEST)["scores"]["B"] == "6.0"


@pytest.mark.parametrize("right_first", [True, False])
def test_KU_X19_same_moment_one_right(right_first: bool) -> None:
    table = Table()
    table.reveal("A", "best")
    placed = [("A", BEST), ("B", "M")] if right_first else [("B", "M"), ("A", BEST)]
    verdicts = {by: table.place(by, text, t=9.0)["verdict"] for by, text in placed}
    assert verdicts == {"A": "OK", "B": "ILLEGAL"}
    assert table.scores == {"A": "6.0", "B": "0.0", "C": "0.0"}
    assert (table.view["phase"], table.view["first"], table.view["out"]) == ("reveal", "A", ["B"])
    table.reveal("A", "new")
    assert table.view["out"] == []


def test_KU_X20_same_moment_both_right() -> None:
    table = Table()
    table.reveal("A", "best")
    table.place("A", BEST, t=9.0)
    asked = table.place("B", BEST, t=9.0)
    assert (asked["verdict"], codes(asked)) == ("ASK", ["simultaneous"])
    assert asked["scores"] == {"A": "0.0", "B": "0.0", "C": "0.0"}


def test_KU_X21_all_wrong() -> None:
    table = Table()
    table.reveal("A", "best")
    for by in "ABC":
        last = table.place(by, "M")
    assert ("set_aside", None, "best") in effects(last)
    assert table.scores == {"A": "0.0", "B": "0.0", "C": "0.0"}
    assert table.reveal("A", "new")["verdict"] == "OK"
    assert table.place("B", NEW)["verdict"] == "OK"


def touted(players: str = "ABC", **options: Any) -> Table:
    """A has gained 6.0 and 3.0, C 5.0, and C has revealed a touting card."""
    table = Table(players, **options)
    for by, card in [("A", "best"), ("A", "vegetable-pepper"), ("C", "new")]:
        table.win(by, card)
    table.reveal("C", "touting")
    return table


def test_KU_X22_stealing_from_an_opponent() -> None:
    table = touted()
    stolen = table.steal("B", "A", "best")
    assert (stolen["verdict"], stolen["scores"]) == ("OK", {"A": "3.0", "B": "6.0", "C": "5.0"})
    assert table.view["touting"] is False


@pytest.mark.parametrize("card", ["vegetable-tomato", None])
def test_KU_X23_the_pile_while_an_opponent_has_cards(card: str | None) -> None:
    table = touted()
    taken = table.steal("B", "pile", card)
    assert (taken["verdict"], codes(taken)) == ("ILLEGAL", ["pile_not_allowed"])
    assert taken["scores"]["B"] == "0.0"
    assert table.steal("B", "A", "best")["verdict"] == "OK"


def test_KU_X24_touting_as_the_first_card() -> None:
    table = Table()
    table.reveal("A", "touting")
    taken = table.steal("C", "pile", "vegetable-pepper")
    assert (taken["verdict"], taken["scores"]) == ("OK", {"A": "0.0", "B": "0.0", "C": "3.0"})


def test_KU_X25_only_the_fastest_has_cards() -> None:
    table = Table()
    table.win("A", "best")
    table.reveal("A", "touting")
    assert table.steal("A", "pile", "vegetable-pepper")["scores"]["A"] == "9.0"


def test_KU_X26_the_pile_card_is_the_closing_card() -> None:
    table = Table()
    table.win("A", "best")
    table.reveal("A", "touting")
    assert table.steal("A", "pile", "closing")["verdict"] == "OK"
    assert table.result["over"] is True
    assert (table.result["scores"]["A"], table.result["winners"]) == ("6.0", ["A"])


def test_KU_X27_the_fastest_declines() -> None:
    table = touted()
    assert table.decline("B")["verdict"] == "OK"
    assert table.scores == {"A": "9.0", "B": "0.0", "C": "5.0"}
    assert table.view["touting"] is False
    assert table.reveal("C", "best")["verdict"] == "OK"


def test_KU_X28_the_closing_card_voids_a_skewer() -> None:
    table = Table("ABCD")
    table.win("D", "best")
    table.reveal("D", "closing")
    assert table.result["over"] is True
    void = table.place("B", BEST)
    assert (void["verdict"], codes(void)) == ("ILLEGAL", ["game_over"])
    assert table.result["scores"] == {"A": "0.0", "B": "0.0", "C": "0.0", "D": "6.0"}


def deck(closing_at: int) -> list[Any]:
    cards: list[Any] = ["best"] * 27 + ["touting"] * 2
    cards.insert(closing_at - 1, "closing")
    return cards


@pytest.mark.parametrize(("place", "verdict"), [(1, "BAD_INPUT"), (24, "BAD_INPUT"), (25, "OK"), (30, "OK")])
def test_KU_X29_where_the_closing_card_may_be(place: int, verdict: str) -> None:
    judge = Judge(load=lambda game, setup: SetData.build(DECK, True))
    answer = judge.feed(
        {"event": "setup", "game": "kushi-express", "players": ["A", "B"], "first": "A", "deck": deck(place)}
    )
    assert answer["verdict"] == verdict
    if verdict == "BAD_INPUT":
        assert [(r["code"], r["path"], r["seen"]) for r in answer["reasons"]] == [
            ("setup", f"deck[{place - 1}]", place)
        ]


def final(players: str, wins: list[tuple[str, str]], **options: Any) -> Table:
    table = Table(players, **options)
    for by, card in wins:
        table.win(by, card)
    table.reveal(table.view["first"], "closing")
    return table


PP, PT = "vegetable-pepper", "vegetable-tomato"


def test_KU_X30_final_scores() -> None:
    table = final("ABC", [("A", "best"), ("A", "new"), ("A", PP), ("A", PT), ("B", "best"), ("B", "new")])
    assert table.result["scores"] == {"A": "17.0", "B": "11.0", "C": "0.0"}
    assert (table.result["winners"], table.result["decided_by"], table.result["over"]) == (
        ["A"],
        "points",
        True,
    )


TIE = [("A", "best"), ("A", "new"), ("B", "new"), ("B", PP), ("B", PT), ("C", PP), ("C", "best")]


@pytest.mark.parametrize(("option", "verdict"), [("leaders", "ILLEGAL"), ("all", "OK")])
def test_KU_X31_a_tie_of_two(option: str, verdict: str) -> None:
    table = final("ABC", TIE, tie_break=option)
    assert table.result["scores"] == {"A": "11.0", "B": "11.0", "C": "9.0"}
    assert (table.result["over"], table.result["phase"], table.result["winners"]) == (False, "tie_break", [])
    table.turn("best")
    placed = table.place("C", BEST)
    assert placed["verdict"] == verdict
    if option == "leaders":
        assert codes(placed) == ["not_in_tie_break"]
        table.place("B", BEST)
    assert table.result["winners"] == (["B"] if option == "leaders" else ["C"])


def test_KU_X32_touting_in_the_tie_break() -> None:
    table = final("ABC", TIE)
    assert effects(table.reveal("C", "touting")) == [("set_aside", None, "touting")]
    table.reveal("C", "vegetable-tomato")
    table.place("B", VT)
    result = table.result
    assert (result["winners"], result["decided_by"], result["over"]) == (["B"], "tie_break", True)
    assert result["scores"] == {"A": "11.0", "B": "11.0", "C": "9.0"}


def test_KU_X33_nobody_gained_a_card() -> None:
    table = final("ABC", [])
    assert table.result["phase"] == "tie_break"
    assert table.view["tie_break"] == ["A", "B", "C"]


def setup(**fields: Any) -> dict[str, Any]:
    return {"event": "setup", "game": "kushi-express", "players": ["A", "B"], "first": "A", **fields}


def test_KU_X34_five_players() -> None:
    answer = Judge(load=lambda game, setup: PLAIN).feed(setup(players=list("ABCDE")))
    assert (answer["verdict"], answer["reasons"][0]["path"]) == ("BAD_INPUT", "players")


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"event": "place", "by": "A", "layers": ["onion"]}, "layers[0]"),
        ({"event": "reveal", "by": "A", "card": order("P", "-1")}, "card.price"),
        ({"event": "reveal", "by": "A", "card": {**order("P"), "price": -1}}, "card.price"),
        ({"event": "reveal", "by": "A", "card": {**order("P"), "price": 6.05}}, "card.price"),
        ({"event": "reveal", "by": "A", "card": order("P", "6.05")}, "card.price"),
        ({"event": "reveal", "by": "A", "card": order("M(b) T(b)")}, "card.layers"),
    ],
)
def test_KU_X34_bad_input(fields: dict[str, Any], path: str) -> None:
    table = Table("AB")
    answer = table.judge.feed({"t": 1.0, **fields})
    assert (answer["verdict"], [r["path"] for r in answer["reasons"]]) == ("BAD_INPUT", [path])


def test_KU_X34_two_skewers_of_one_player() -> None:
    table = Table("AB")
    table.win("A", "vegetable-pepper")
    table.reveal("A", "best")
    second = table.place("A", BEST)
    assert (second["verdict"], codes(second)) == ("BAD_INPUT", ["two_skewers"])


def test_KU_X35_call_and_placement() -> None:
    table = Table()
    table.reveal("A", "best")
    called = table.call("B")
    assert (called["verdict"], warnings(called), called["scores"]["B"]) == ("OK", ["no_claim"], "0.0")
    placed = table.place("C", BEST)
    assert (placed["verdict"], warnings(placed), placed["scores"]["C"]) == ("OK", ["no_call"], "6.0")


def test_KU_X35_require_call() -> None:
    table = Table(require_call=True)
    table.reveal("A", "best")
    placed = table.place("B", BEST)
    assert (warnings(placed), placed["scores"]["B"]) == (["no_call"], "0.0")
    called = table.call("B")
    assert (called["verdict"], called["scores"]["B"]) == ("OK", "6.0")


def test_the_rules_raise_bad_input_by_themselves() -> None:
    with pytest.raises(BadInput):
        get_game("kushi-express").start(setup(players=list("ABCDE")), PLAIN)


def test_the_notation_of_these_tests() -> None:
    assert skewer("c T (TM)(b) P(c)") == [
        "cheese", "tomato", "bacon", "tomato", "meat", "bacon", "cheese", "pepper", "cheese",
    ]  # fmt: skip

"""The rules of Kushi Express by their number (KU-R1 to KU-R19)."""

from __future__ import annotations

from typing import Any

import pytest
from kushi import BEST, DECK, NEW, PLAIN, VP, WRONG, Table, codes, effects, order, tie, touting, warnings

from referee.games.kushi_express import SetData
from referee.judge import Judge


def setup(players: list[Any], first: Any = "A", **fields: Any) -> dict[str, Any]:
    judge = Judge(load=lambda game, setup: PLAIN)
    return judge.feed(
        {"event": "setup", "game": "kushi-express", "players": players, "first": first, **fields}
    )


# Set-up


@pytest.mark.parametrize(
    ("deck", "path"),
    [
        (["best"] * 27 + ["touting"] * 2 + ["closing"], None),
        (["best"] * 26 + ["touting"] * 3 + ["closing"], "deck"),
        (["best"] * 28 + ["touting"] * 1 + ["closing"], "deck"),
        (["best"] * 27 + ["touting"] * 3, "deck"),
        (["best"] * 29 + ["onion"], "deck[29]"),
    ],
)
def test_KU_R1_thirty_cards(deck: list[Any], path: str | None) -> None:
    judge = Judge(load=lambda game, setup: SetData.build(DECK, True))
    answer = judge.feed(
        {"event": "setup", "game": "kushi-express", "players": ["A", "B"], "first": "A", "deck": deck}
    )
    assert (answer["verdict"] == "OK") is (path is None)
    assert {r["path"] for r in answer["reasons"]} == ({path} if path else set())


@pytest.mark.parametrize("count", range(7))
def test_KU_R2_two_to_four_players(count: int) -> None:
    assert setup(list("ABCDEFG"[:count]))["verdict"] == ("OK" if 2 <= count <= 4 else "BAD_INPUT")


def test_KU_R3_one_of_each_so_an_order_has_no_piece_twice() -> None:
    table = Table()
    assert table.reveal("A", order("M M"))["verdict"] == "BAD_INPUT"
    assert table.reveal("A", order("M(b) P(b)"))["verdict"] == "BAD_INPUT"
    assert table.reveal("A", order("(MP)(b)"))["verdict"] == "OK"


def test_KU_R4_the_closing_card_is_among_the_last_six() -> None:
    cards = ["best"] * 27 + ["touting"] * 2
    for place in range(30):
        answer = setup(["A", "B"], deck=[*cards[:place], "closing", *cards[place:]])
        assert (answer["verdict"] == "OK") is (place >= 24)


@pytest.mark.parametrize(
    ("first", "code"), [("C", "unknown_player"), (None, "missing_field"), (7, "wrong_type")]
)
def test_KU_R5_people_say_who_is_first(first: Any, code: str) -> None:
    answer = setup(["A", "B"], first)
    assert (answer["verdict"], codes(answer)) == ("BAD_INPUT", [code])


# Turn


def test_KU_R6_who_reveals() -> None:
    table = Table()
    wrong = table.reveal("B", "best")
    assert (wrong["verdict"], codes(wrong), table.view["order"]) == ("ILLEGAL", ["not_first_player"], None)
    assert (wrong["reasons"][0]["expected"], wrong["reasons"][0]["seen"]) == ("A", "B")
    assert table.reveal("A", "best")["verdict"] == "OK"
    table.place("C", BEST)
    assert table.reveal("A", "new")["verdict"] == "ILLEGAL"
    assert table.reveal("C", "new")["verdict"] == "OK"


def test_KU_R6_one_order_at_a_time() -> None:
    table = Table()
    table.reveal("A", "best")
    again = table.reveal("A", "new")
    assert (again["verdict"], codes(again), table.view["order"]["card"]) == (
        "ILLEGAL",
        ["order_open"],
        "best",
    )


def test_KU_R7_exactly_as_shown() -> None:
    table = Table()
    table.reveal("A", "best")
    assert table.place("B", "M T(b) P(c)")["verdict"] == "ILLEGAL"
    assert table.place("C", BEST)["verdict"] == "OK"


def test_KU_R8_the_claim_is_the_placement() -> None:
    table = Table()
    table.reveal("A", "best")
    table.call("B")
    assert table.scores["B"] == "0.0"
    assert warnings(table.place("B", BEST)) == []
    assert table.scores["B"] == "6.0"


def test_KU_R9_while_people_check_nobody_else_can_claim() -> None:
    table = Table()
    table.reveal("A", "best")
    table.place("A", BEST, "unknown")
    during = table.place("B", BEST)
    assert (during["verdict"], codes(during), table.view["out"]) == ("ILLEGAL", ["during_check"], [])


def test_KU_R10_out_until_the_next_turn() -> None:
    table = Table()
    table.reveal("A", "best")
    assert effects(table.place("A", WRONG)) == [("out", "A", None)]
    assert table.recover("A")["verdict"] == "OK"
    assert codes(table.place("A", BEST)) == ["out"]
    table.place("B", BEST)
    table.reveal("B", "new")
    assert table.place("A", NEW)["verdict"] == "OK"


def test_KU_R11_the_winner_takes_the_card_and_the_skewer_stays() -> None:
    table = Table()
    won = table.win("B", "best")
    assert effects(won) == [("gains", "B", "best")]
    assert table.view["gained"]["B"] == {"best": 1}
    assert table.view["plate"] == {"B": "won"}


def test_KU_R12_first_reveal_then_recover() -> None:
    table = Table()
    table.win("B", "best")
    assert codes(table.recover("B")) == ["early_recover"]
    assert table.view["plate"] == {"B": "won"}
    table.reveal("B", "new")
    assert table.recover("B")["verdict"] == "OK"
    assert table.view["plate"] == {}


def test_KU_R13_a_skewer_of_an_earlier_turn_is_no_claim() -> None:
    table = Table()
    table.win("B", "vegetable-pepper")
    table.reveal("B", order("P"))
    assert table.view["phase"] == "build"
    assert table.place("C", VP)["scores"] == {"A": "0.0", "B": "3.0", "C": "4.0"}


def test_KU_R13_after_the_turn_nothing_counts() -> None:
    table = Table()
    table.win("B", "best")
    late = table.place("C", BEST)
    assert (late["verdict"], codes(late), late["scores"]["C"]) == ("ILLEGAL", ["no_order"], "0.0")
    assert codes(Table().place("A", BEST)) == ["no_order"]


# Touting


def test_KU_R14_a_touting_card_is_no_order() -> None:
    table = touting()
    assert table.view["touting"] is True
    assert codes(table.place("C", BEST)) == ["no_order"]


def test_KU_R15_one_card_by_the_fastest() -> None:
    table = touting()
    stolen = table.steal("C", "A", "best")
    assert effects(stolen) == [("loses", "A", "best"), ("gains", "C", "best")]
    assert codes(table.steal("B", "C", "best")) == ["no_touting"]
    assert codes(table.decline("B")) == ["no_touting"]


def test_KU_R15_only_when_a_touting_card_is_open() -> None:
    table = Table()
    table.win("A", "best")
    assert codes(table.steal("B", "A", "best")) == ["no_touting"]
    assert codes(table.decline("B")) == ["no_touting"]


@pytest.mark.parametrize(
    ("by", "source", "card", "verdict", "code"),
    [
        ("C", "B", "best", "BAD_INPUT", "not_held"),
        ("B", "C", "best", "BAD_INPUT", "not_held"),
        ("A", "A", "best", "ILLEGAL", "own_card"),
        ("C", "D", "best", "BAD_INPUT", "unknown_player"),
        ("C", "A", None, "BAD_INPUT", "missing_field"),
        ("C", "A", "onion", "BAD_INPUT", "unknown_card"),
    ],
)
def test_KU_R15_what_cannot_be_stolen(by: str, source: str, card: Any, verdict: str, code: str) -> None:
    table = touting()
    answer = table.steal(by, source, card)
    assert (answer["verdict"], codes(answer)) == (verdict, [code])
    assert table.view["touting"] is True
    assert answer["scores"] == {"A": "6.0", "B": "3.0", "C": "0.0"}


def test_KU_R15_a_card_is_known_by_its_face_too() -> None:
    table = Table()
    table.reveal("A", order("P T", "2.5"))
    table.place("A", "P T")
    table.reveal("A", "touting")
    assert (
        table.steal("B", "A", {"kind": "order", "layers": ["pepper", "tomato"], "price": 2.5})["verdict"]
        == "OK"
    )
    assert table.scores == {"A": "0.0", "B": "2.5", "C": "0.0"}


def test_KU_R16_the_touting_card_scores_nothing() -> None:
    table = touting()
    table.steal("C", "B", "vegetable-pepper")
    assert table.scores == {"A": "6.0", "B": "0.0", "C": "3.0"}
    assert table.view["gained"] == {"A": {"best": 1}, "B": {}, "C": {"vegetable-pepper": 1}}


# End


def test_KU_R17_the_closing_card_ends_it_at_once() -> None:
    table = Table()
    table.win("A", "best")
    closed = table.reveal("A", "closing")
    assert effects(closed) == [("game_over", None, None), ("wins", "A", None)]
    for answer in (table.place("B", BEST), table.reveal("A", "new")):
        assert (answer["verdict"], codes(answer)) == ("ILLEGAL", ["game_over"])
    assert table.result["scores"] == {"A": "6.0", "B": "0.0", "C": "0.0"}
    assert table.recover("A")["verdict"] == "OK"


def test_KU_R18_most_points_win() -> None:
    table = Table()
    for by, card in [("A", "best"), ("B", "new"), ("B", "vegetable-pepper")]:
        table.win(by, card)
    assert table.result["winners"] == []
    assert table.result["decided_by"] == "undecided"
    table.reveal("B", "closing")
    result = table.result
    assert (result["scores"]["B"], result["winners"], result["decided_by"]) == ("8.0", ["B"], "points")


def test_KU_R19_a_tie_is_broken_by_one_more_turn() -> None:
    table = tie()
    assert (table.result["over"], table.result["phase"]) == (False, "tie_break")
    assert codes(table.reveal("A", "new")) == [
        "not_first_player"
    ]  # the first player of the last turn reveals
    table.turn("new")
    assert effects(table.place("A", NEW)) == [("game_over", None, None), ("wins", "A", None)]
    result = table.result
    assert (result["over"], result["phase"], result["winners"]) == (True, "over", ["A"])
    assert (result["decided_by"], result["scores"]["A"]) == ("tie_break", "6.0")

"""The rules and rulings of Kushi Express by their number, each ruling with every option."""

from __future__ import annotations

from typing import Any

import pytest
from kushi import BEST, DECK, NEW, PLAIN, VP, Table, codes, effects, order, warnings

from referee.games.kushi_express import SetData
from referee.judge import Judge

WRONG = "M"


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


def touting(**options: Any) -> Table:
    """A holds a 6.0 card, B a 3.0 card; A has revealed a touting card."""
    table = Table(**options)
    table.win("B", "vegetable-pepper")
    table.win("A", "best")
    table.reveal("A", "touting")
    return table


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


def tie(**options: Any) -> Table:
    """A and B have 6.0 each, C nothing, and B has revealed the closing card."""
    table = Table(**options)
    table.win("A", "best")
    table.win("B", "best")
    table.reveal("B", "closing")
    return table


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


# Rulings


@pytest.mark.parametrize(
    ("data", "options", "verdict"),
    [
        (True, {}, "ILLEGAL"),
        (True, {"orientation": "strict"}, "ILLEGAL"),
        (True, {"orientation": "either"}, "OK"),
        (False, {}, "OK"),
        (False, {"orientation": "strict"}, "ILLEGAL"),
        (False, {"orientation": "either"}, "OK"),
    ],
)
def test_KU_A1_direction(data: bool, options: dict[str, Any], verdict: str) -> None:
    table = Table(data=SetData.build(DECK, data), **options)
    table.reveal("A", "best")
    assert table.place("B", "S P(c) T(b) M")["verdict"] == verdict


def test_KU_A2_turned_cubes_and_gaps_are_no_rules() -> None:
    table = Table()
    table.reveal("A", "best")
    assert table.place("B", BEST, gaps=[3], roll=90)["verdict"] == "OK"


@pytest.mark.parametrize("placed", ["T(b) M", "b T M", "T M(b)", "(TM)(b) b", "b b T M", "T M"])
def test_KU_A3_one_strip_round_two_cubes(placed: str) -> None:
    table = Table()
    table.reveal("A", order("(TM)(b)"))
    wrong = table.place("B", placed)
    assert wrong["verdict"] == "ILLEGAL"
    assert set(codes(wrong)) <= {"wrap", "missing_topping", "extra", "foreign_piece"}
    assert table.place("C", "(TM)(b)")["verdict"] == "OK"


def test_KU_A4_loose_pieces_on_the_plate() -> None:
    table = Table()
    table.reveal("A", "vegetable-pepper")
    placed = table.place("B", VP, loose={"cubes": {"meat": 1}, "strips": {"bacon": 1}})
    assert (placed["verdict"], placed["scores"]["B"]) == ("OK", "3.0")
    assert warnings(placed).count("loose_piece") == 2


def test_KU_A5_require_call() -> None:
    table = Table(require_call=True)
    table.reveal("A", "best")
    table.call("B")  # without a skewer: no claim, so it must be called again
    assert table.place("B", BEST)["scores"]["B"] == "0.0"
    assert table.place("C", WRONG)["verdict"] == "OK"
    assert table.view["out"] == []
    wrong = table.call("C")
    assert (wrong["verdict"], table.view["out"]) == ("ILLEGAL", ["C"])
    assert table.call("B")["scores"]["B"] == "6.0"


def test_KU_A5_an_uncalled_skewer_may_be_lifted_and_mended() -> None:
    table = Table(require_call=True)
    table.reveal("A", "best")
    table.place("B", WRONG)
    assert table.recover("B")["verdict"] == "OK"
    table.place("B", BEST)
    assert table.call("B")["scores"]["B"] == "6.0"


def test_KU_A5_who_calls_first_claims_first() -> None:
    table = Table(require_call=True)
    table.reveal("A", "best")
    table.place("B", BEST)
    table.place("C", BEST)
    assert table.call("C")["scores"]["C"] == "6.0"
    assert codes(table.call("B")) == ["no_order"]


def test_KU_A5_calls_at_the_same_moment() -> None:
    table = Table(require_call=True)
    table.reveal("A", "best")
    table.place("B", BEST)
    table.place("C", BEST)
    table.call("C", t=9.0)
    assert table.call("B", t=9.0)["verdict"] == "ASK"


def test_KU_A6_both_right_and_people_decide() -> None:
    for winner in "AB":
        table = Table()
        table.reveal("A", "best")
        placed = {by: table.place(by, BEST, t=9.0) for by in "AB"}
        assert table.override(placed[winner])["scores"] == {"A": "0.0", "B": "0.0", "C": "0.0", winner: "6.0"}
        assert (table.view["first"], table.view["phase"]) == (winner, "reveal")


def test_KU_A6_both_wrong_and_both_are_out() -> None:
    table = Table()
    table.reveal("A", "best")
    for by in "AB":
        assert table.place(by, WRONG, t=9.0)["verdict"] == "ILLEGAL"
    assert table.view["out"] == ["A", "B"]
    assert table.place("C", BEST)["verdict"] == "OK"


@pytest.mark.parametrize(("later", "window", "verdict"), [
    (9.3, 0, "ILLEGAL"), (9.3, 0.3, "ASK"), (9.31, 0.3, "ILLEGAL"), (10.0, 1, "ASK"),
])  # fmt: skip
def test_KU_A6_the_window(later: float, window: float, verdict: str) -> None:
    table = Table(simultaneous_window=window)
    table.reveal("A", "best")
    table.place("A", BEST, t=9.0)
    assert table.place("B", BEST, t=later)["verdict"] == verdict


def test_KU_A6_replay() -> None:
    table = Table(simultaneous="replay")
    table.reveal("A", "best")
    table.place("C", WRONG, t=8.0)
    table.place("A", BEST, t=9.0)
    again = table.place("B", BEST, t=9.0)
    assert (again["verdict"], warnings(again), effects(again)) == (
        "OK",
        ["simultaneous"],
        [("replay", None, "best")],
    )
    assert table.scores == {"A": "0.0", "B": "0.0", "C": "0.0"}
    assert (table.view["phase"], table.view["out"], table.view["first"]) == ("build", [], "A")
    assert table.place("C", BEST, t=10.0)["scores"]["C"] == "6.0"


def test_KU_A6_replay_a_third_at_that_moment() -> None:
    table = Table(simultaneous="replay")
    table.reveal("A", "best")
    for by in "ABC":
        last = table.place(by, BEST, t=9.0)
    assert (last["verdict"], last["scores"]["C"], table.view["phase"]) == ("OK", "0.0", "build")


def test_KU_A6_one_right_and_one_unsure() -> None:
    table = Table()
    table.reveal("A", "best")
    table.place("A", BEST, t=9.0)
    unsure = table.place("B", BEST, "unknown", t=9.0)
    assert (unsure["verdict"], codes(unsure)) == ("UNSURE", ["orientation", "simultaneous"])
    assert unsure["scores"]["A"] == "0.0"
    assert table.override(unsure, "ILLEGAL")["scores"]["A"] == "6.0"


def test_KU_A6_one_unsure_and_one_right() -> None:
    table = Table()
    table.reveal("A", "best")
    unsure = table.place("A", BEST, "unknown", t=9.0)
    asked = table.place("B", BEST, t=9.0)
    assert (asked["verdict"], codes(asked)) == ("ASK", ["simultaneous"])
    assert table.override(unsure, "ILLEGAL")["scores"] == {"A": "0.0", "B": "6.0", "C": "0.0"}


def test_KU_A6_nobody_is_first_player_until_it_is_decided() -> None:
    table = Table()
    table.reveal("A", "best")
    placed = [table.place(by, BEST, t=9.0) for by in "BC"]
    assert (table.view["first"], table.view["pending"]) == ("A", ["B", "C"])
    for one in placed:
        table.override(one, "ILLEGAL")
    assert (table.view["first"], table.view["out"]) == ("A", ["B", "C"])


def test_KU_A6_a_second_look_is_no_later_placement() -> None:
    table = Table(simultaneous_window=1)
    table.reveal("A", "best")
    table.place("A", BEST, "unknown", t=9.0)
    assert table.place("A", BEST, "plain", t=12.0)["verdict"] == "UNSURE"
    assert codes(table.place("B", BEST, t=12.5)) == ["during_check"]


def test_KU_R9_a_skewer_lifted_during_its_check_is_for_people_to_decide() -> None:
    table = Table()
    table.reveal("A", "best")
    unsure = table.place("A", BEST, "unknown")
    assert (table.recover("A")["verdict"], codes(table.place("A", BEST))) == ("UNSURE", ["unsettled"])
    assert table.scores["A"] == "0.0"
    assert table.override(unsure)["scores"]["A"] == "6.0"


def test_KU_R9_people_may_let_a_claim_be_taken_back() -> None:
    table = Table()
    table.reveal("A", "best")
    table.place("A", BEST, "unknown", t=9.0)
    table.place("B", BEST, t=9.0)
    lifted = table.recover("A")
    assert lifted["verdict"] == "UNSURE"
    assert table.override(lifted)["scores"] == {"A": "0.0", "B": "6.0", "C": "0.0"}
    assert table.view["out"] == []


def test_KU_A6_while_it_is_open_nobody_else_can_claim() -> None:
    table = Table()
    table.reveal("A", "best")
    table.place("A", BEST, t=9.0)
    table.place("B", BEST, t=9.0)
    assert codes(table.place("C", BEST, t=9.5)) == ["during_check"]
    assert codes(table.reveal("A", "new")) == ["unsettled"]


@pytest.mark.parametrize(("option", "verdict", "lies"), [("illegal", "ILLEGAL", True), ("warn", "OK", False)])
def test_KU_A7_lifting_before_revealing(option: str, verdict: str, lies: bool) -> None:
    table = Table(early_recover=option)
    table.win("A", "best")
    lifted = table.recover("A")
    assert (lifted["verdict"], codes(lifted, warnings=True)) == (verdict, ["early_recover"])
    assert lifted["scores"]["A"] == "6.0"
    assert ("A" in table.view["plate"]) is lies


@pytest.mark.parametrize(("option", "phase"), [("set_aside", "reveal"), ("replay", "build")])
def test_KU_A8_everybody_is_out(option: str, phase: str) -> None:
    table = Table("AB", all_out=option)
    table.reveal("A", "best")
    table.place("B", WRONG)
    assert table.view["phase"] == "build"
    last = table.place("A", WRONG)
    assert effects(last) == [("out", "A", None), (option, None, "best")]
    assert (table.view["phase"], table.view["first"], table.scores) == (phase, "A", {"A": "0.0", "B": "0.0"})
    if option == "replay":
        assert table.view["out"] == []
        table.recover("B")
        assert table.place("B", BEST)["scores"]["B"] == "6.0"
    else:
        assert table.reveal("A", "new")["verdict"] == "OK"


def test_KU_A9_out_is_out() -> None:
    table = Table()
    table.reveal("A", "best")
    table.place("B", WRONG)
    again = table.place("B", BEST)
    assert (again["verdict"], codes(again), again["scores"]["B"]) == ("ILLEGAL", ["out"], "0.0")
    assert table.override(again)["scores"]["B"] == "6.0"
    assert table.view["out"] == []


@pytest.mark.parametrize(
    ("option", "right"), [("choose", "thief"), ("random", "random"), ("victim", "victim")]
)
@pytest.mark.parametrize("chosen_by", ["thief", "random", "victim", None])
def test_KU_A10_who_chooses_the_card(option: str, right: str, chosen_by: str | None) -> None:
    table = touting(steal=option)
    stolen = table.steal("C", "A", "best", chosen_by=chosen_by)
    if chosen_by in (right, None):
        assert stolen["verdict"] == "OK"
    else:
        assert (stolen["verdict"], codes(stolen)) == ("ILLEGAL", ["wrong_chooser"])


def test_KU_A11_nobody_has_to_steal() -> None:
    table = touting()
    assert table.decline("C")["verdict"] == "OK"
    assert table.scores == {"A": "6.0", "B": "3.0", "C": "0.0"}


def test_KU_A11_the_next_card_says_that_nobody_stole() -> None:
    table = touting()
    following = table.reveal("A", "new")
    assert (following["verdict"], warnings(following)) == ("OK", ["touting_unused"])
    assert codes(table.steal("C", "A", "best")) == ["no_touting"]


def test_KU_A12_own_cards_are_not_to_be_stolen() -> None:
    table = Table()
    table.win("A", "best")
    table.reveal("A", "touting")
    assert codes(table.steal("B", "pile", "new")) == ["pile_not_allowed"]
    assert table.steal("A", "pile", "new")["scores"]["A"] == "11.0"


def test_KU_A13_a_touting_card_from_the_pile() -> None:
    table = Table()
    table.reveal("A", "touting")
    assert effects(table.steal("B", "pile", "touting")) == [("set_aside", "B", "touting")]
    assert (table.view["phase"], table.view["touting"]) == ("reveal", False)


def test_KU_A13_shown_cards_must_be_named() -> None:
    table = Table()
    table.reveal("A", "touting")
    assert codes(table.steal("B", "pile")) == ["missing_field"]


def hidden(card: Any = None) -> Table:
    """B has taken a card from the pile without showing it."""
    table = Table(pile_card="hidden")
    table.reveal("A", "touting")
    assert table.steal("B", "pile", card)["verdict"] == "OK"
    return table


def test_KU_A13_hidden_cards_count_when_shown() -> None:
    table = hidden()
    assert table.scores["B"] == "0.0"
    assert table.result["hidden_cards"] == {"B": 1}
    table.win("A", "new")
    table.reveal("A", "closing")
    assert (table.result["over"], table.result["winners"]) == (True, [])
    assert table.result["decided_by"] == "undecided"
    assert table.event("show", "A", card="best")["verdict"] == "BAD_INPUT"
    table.event("show", "B", card="best")
    assert (table.result["scores"]["B"], table.result["winners"]) == ("6.0", ["B"])
    assert "hidden_cards" not in table.result


def test_KU_A13_a_hidden_card_can_be_stolen() -> None:
    table = hidden()
    table.reveal("A", "touting")
    assert codes(table.steal("C", "pile", "new")) == ["pile_not_allowed"]
    assert table.steal("C", "B", "best")["scores"] == {"A": "0.0", "B": "0.0", "C": "6.0"}
    assert "hidden_cards" not in table.result


def test_KU_A13_hidden_closing_card_the_game_ends_with_the_pile() -> None:
    table = hidden("closing")
    for turn in range(28):  # 2 of the 30 cards are gone
        assert table.result["over"] is False, turn
        table.win("A", "vegetable-pepper")
    assert table.result["over"] is True
    assert table.result["winners"] == ["A"]


def test_KU_A13_hidden_closing_card_shown() -> None:
    table = hidden()
    table.win("A", "best")
    table.event("show", "B", card="closing")
    assert (table.result["over"], table.result["winners"]) == (True, ["A"])


@pytest.mark.parametrize(("option", "first"), [("unchanged", "A"), ("thief", "C")])
@pytest.mark.parametrize("source", ["A", "pile"])
def test_KU_A14_first_player_after_a_touting_card(option: str, first: str, source: str) -> None:
    table = Table(touting_first=option)
    if source == "A":
        table.win("A", "best")
    table.reveal("A", "touting")
    assert table.steal("C", source, "best")["verdict"] == "OK"
    assert table.view["first"] == first


def test_KU_A14_declining_changes_nothing() -> None:
    table = touting(touting_first="thief")
    table.decline("C")
    assert table.view["first"] == "A"


@pytest.mark.parametrize(("keeps", "verdict"), [(False, "OK"), (True, "ILLEGAL")])
def test_KU_A15_lifting_at_a_touting_card(keeps: bool, verdict: str) -> None:
    for resolved in (False, True):
        table = touting(touting_keeps_skewer=keeps)
        if resolved:
            table.decline("C")
        lifted = table.recover("A")
        assert (lifted["verdict"], codes(lifted)) == (verdict, ["early_recover"] if keeps else [])
        if keeps:
            if not resolved:
                table.decline("C")
            table.reveal("A", "new")
            assert table.recover("A")["verdict"] == "OK"


@pytest.mark.parametrize(("option", "players"), [("leaders", ["A", "B"]), ("all", ["A", "B", "C"])])
def test_KU_A16_who_plays_the_tie_break(option: str, players: list[str]) -> None:
    table = tie(tie_break=option)
    assert table.view["tie_break"] == players
    table.turn("new")
    placed = table.place("C", NEW)
    if option == "all":
        assert table.result["winners"] == ["C"]
    else:
        assert (placed["verdict"], codes(placed), table.view["out"]) == ("ILLEGAL", ["not_in_tie_break"], [])


@pytest.mark.parametrize("card", ["touting", "closing"])
def test_KU_A16_other_cards_do_not_count_in_the_tie_break(card: str) -> None:
    table = tie()
    assert effects(table.reveal("B", card)) == [("set_aside", None, card)]
    assert table.result["over"] is False
    assert table.reveal("B", "new")["verdict"] == "OK"


def test_KU_A16_all_tied_players_out() -> None:
    table = tie()
    table.turn("new")
    table.place("A", WRONG)
    assert ("set_aside", None, "new") in effects(table.place("B", WRONG))
    table.turn("best")
    table.place("A", BEST)
    assert (table.result["winners"], table.result["scores"]["A"]) == (["A"], "6.0")


def test_KU_A16_both_right_in_the_tie_break() -> None:
    table = tie()
    table.turn("new")
    first = table.place("A", NEW, t=50.0)
    assert table.place("B", NEW, t=50.0)["verdict"] == "ASK"
    assert (table.result["over"], table.result["winners"], table.result["phase"]) == (False, [], "tie_break")
    table.override(first)
    assert (table.result["over"], table.result["winners"]) == (True, ["A"])


def test_KU_A17_no_points_at_all_is_a_tie() -> None:
    table = Table("AB")
    closed = table.reveal("A", "closing")
    assert effects(closed) == [("tie_break", "A", None), ("tie_break", "B", None)]
    table.reveal("A", "best")
    table.place("B", BEST)
    assert (table.result["winners"], table.result["scores"]) == (["B"], {"A": "0.0", "B": "0.0"})


def test_KU_A18_the_opponents_decide() -> None:
    table = Table()
    table.reveal("A", "best")
    called = table.place("B", "M T(b) P S")
    settled = table.override(called)
    assert (settled["verdict"], settled["of"], settled["by"]) == ("OK", called["line"], "all_opponents")
    assert (settled["scores"]["B"], warnings(settled)) == ("6.0", ["missing_topping"])
    assert table.view["out"] == []


def test_KU_A19_two_orders_of_one_cube() -> None:
    table = Table()
    table.win("A", "vegetable-pepper")
    table.win("A", "vegetable-tomato")
    assert table.scores["A"] == "6.0"


def test_KU_A20_who_shouts_how_is_not_refereed() -> None:
    table = Table()
    for by in "CAB":
        assert table.call(by, words="Kushi!", hands=2)["verdict"] == "OK"

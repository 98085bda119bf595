"""The rulings of Kushi Express by their number (KU-A1 to KU-A20), each with every option."""

from __future__ import annotations

from typing import Any

import pytest
from kushi import BEST, DECK, NEW, VP, WRONG, Table, codes, effects, order, tie, touting, warnings

from referee.games.kushi_express import SetData


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

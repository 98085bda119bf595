"""What a turn of Kushi Express leaves behind, and what it does not: cards, claims, skewers on the plate."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import pytest
from kushi import BEST, NEW, VP, WRONG, Table, order, skewer, tie, touting, warnings
from kushi_scenes import (
    OVER,
    aside,
    build,
    gains,
    hidden,
    open_touting,
    out,
    over,
    tie_break,
    unsettled,
    won,
)

from referee.games.base import Reason, Ruling, Verdict
from referee.games.kushi_express.game import GAME
from referee.games.kushi_express.state import State

# The end of the game


def test_nothing_of_the_turn_is_left_after_the_end() -> None:
    table = build(order(VP))
    table.place("B", WRONG)
    table.place("A", VP)
    assert table.judge.state.award == "A"
    assert table.reveal("A", "closing")["effects"] == [OVER, {"effect": "wins", "player": "A"}]
    state: State = table.judge.state
    assert (state.face_up, state.out, state.claims, state.award) == (None, frozenset(), (), None)
    assert (table.view["order"], table.view["touting"], table.view["out"]) == (None, False, [])


def test_a_closing_card_that_is_shown_ends_the_turn_too() -> None:
    table = hidden(None)
    table.reveal("A", "best")
    table.place("A", WRONG)
    assert table.place("C", BEST, handle="unknown")["verdict"] == "UNSURE"
    shown = table.event("show", "B", card="closing")
    assert [effect["effect"] for effect in shown["effects"]] == ["set_aside", *["tie_break"] * 3]
    state: State = table.judge.state
    assert (state.face_up, state.out, state.claims, state.award) == (None, frozenset(), (), None)
    assert {card.label: count for card, count in state.aside.items()} == {
        "touting": 1,
        "closing": 1,
        "best": 1,
    }


@pytest.mark.parametrize(("won", "code"), [(False, "no_order"), (True, "game_over")])
def test_a_claim_that_is_open_when_a_closing_card_is_shown_counts_no_more(won: bool, code: str) -> None:
    table = hidden(None)
    if won:
        table.win("A", "best")
    table.turn("new")
    assert table.place("C", NEW, handle="unknown")["verdict"] == "UNSURE"
    table.event("show", "B", card="closing")
    assert table.view["plate"] == {"C": "void"}
    again = table.place("C", NEW)
    assert (again["verdict"], again["reasons"]) == ("ILLEGAL", [{"code": code}])
    assert table.recover("C")["reasons"] == []


def test_a_closing_card_that_is_shown_after_the_turn() -> None:
    table = hidden(None)
    table.win("A", "best")
    table.event("show", "B", card="closing")
    state: State = table.judge.state
    assert (state.award, state.winners) == (None, ("A",))
    assert "best" not in [card.label for card in state.aside]


# Nothing of one turn reaches into the next


def test_who_revealed_this_turn_is_first_while_it_is_open() -> None:
    table = Table()
    table.win("B", "new")
    table.turn("best")
    table.place("C", BEST, t=50.0)
    assert table.view["first"] == "C"
    assert table.place("A", BEST, t=50.0)["verdict"] == "ASK"
    assert table.view["first"] == "B"


def test_a_skewer_that_waited_for_its_call_is_forgotten() -> None:
    table = Table(require_call=True)
    table.reveal("A", "best")
    table.place("B", BEST)
    table.call("C")
    table.place("C", BEST)
    table.call("C")
    table.reveal("C", "best")
    called = table.call("B")
    assert (called["verdict"], warnings(called)) == ("OK", ["no_claim"])
    assert table.scores == {"A": "0.0", "B": "0.0", "C": "6.0"}


def test_calls_and_claims_are_those_of_the_turn() -> None:
    table = Table()
    table.reveal("A", "best")
    table.call("B")
    table.place("B", WRONG)
    table.place("C", BEST)
    table.turn("new")
    assert warnings(table.call("C")) == ["no_claim"]
    assert warnings(table.place("B", NEW)) == ["no_call"]


def test_the_moment_of_a_replay_is_over_with_its_turn() -> None:
    table = Table(simultaneous="replay", simultaneous_window=5)
    table.reveal("A", "best")
    table.place("A", BEST, t=50.0)
    assert warnings(table.place("B", BEST, t=50.0)) == ["simultaneous"]
    third = table.place("C", BEST, t=52.0)
    assert warnings(third) == ["simultaneous"]
    assert table.override(third)["effects"] == [gains("C", "best")]
    table.reveal("C", "new", t=53.0)
    placed = table.place("B", NEW, t=54.0)
    assert (placed["verdict"], placed["effects"]) == ("OK", [gains("B", "new")])


def test_who_lifted_a_skewer_too_early_may_place_another_in_the_next_turn() -> None:
    table = unsettled()
    table.recover("B")
    table.override(table.reveal("A", "new"))
    assert table.place("B", NEW, handle="unknown")["verdict"] == "UNSURE"
    assert table.place("B", NEW)["verdict"] == "OK"


def test_a_dispute_is_over_with_its_turn() -> None:
    table = Table()
    table.reveal("A", "best")
    for player in "AC":
        table.place(player, WRONG)
    right = table.place("B", BEST)
    table.reveal("A", "new")
    table.recover("C")
    table.place("C", NEW)
    changed = table.override(right, "ILLEGAL")["changed"]
    assert [change["verdict"] for change in changed] == ["ILLEGAL", "OK", "OK"]
    assert table.scores == {"A": "0.0", "B": "0.0", "C": "5.0"}


# Cards that are turned over


def aside_cards(table: Table) -> dict[str, int]:
    state: State = table.judge.state
    return {card.label: count for card, count in state.aside.items()}


def test_a_tie_waits_for_the_next_card() -> None:
    table = tie()
    assert (table.view["phase"], table.view["tie_break"]) == ("reveal", ["A", "B"])
    assert table.place("A", BEST)["reasons"] == [{"code": "no_order"}]


def test_a_touting_card_that_nobody_used_and_another() -> None:
    table = touting()
    again = table.reveal("A", "touting")
    assert (again["verdict"], warnings(again), again["effects"]) == (
        "OK",
        ["touting_unused"],
        [aside("touting")],
    )
    assert (table.view["touting"], aside_cards(table)) == (True, {"touting": 1})


def test_a_closing_card_that_is_shown_at_a_touting_card() -> None:
    table = hidden(None)
    table.reveal("A", "touting")
    table.event("show", "B", card="closing")
    assert (table.view["touting"], aside_cards(table)) == (False, {"touting": 2, "closing": 1})


def test_KU_A18_a_card_that_people_let_be_turned_over_early() -> None:
    table = build()
    settled = table.override(table.reveal("B", "new"))
    assert (settled["verdict"], settled["effects"]) == ("OK", [aside("best")])
    assert (table.view["order"]["card"], table.view["first"], aside_cards(table)) == ("new", "B", {"best": 1})


def test_another_card_in_the_tie_break_closes_the_order() -> None:
    table = tie()
    table.reveal("B", "new")
    table.override(table.reveal("B", "closing"))
    state: State = table.judge.state
    assert (state.phase, state.face_up) == ("reveal", None)
    assert aside_cards(table) == {"closing": 2, "new": 1}


# People decide about thefts


@pytest.mark.parametrize(
    ("by", "source", "card", "chosen_by"),
    [("C", "pile", "new", None), ("A", "A", "best", None), ("C", "A", "best", "random")],
)
def test_KU_A18_a_theft_that_people_allow(by: str, source: str, card: str, chosen_by: str | None) -> None:
    table = touting()
    refused = table.steal(by, source, card, chosen_by=chosen_by)
    assert refused["verdict"] == "ILLEGAL"
    settled = table.override(refused)
    assert (settled["verdict"], settled["effects"][-1]) == ("OK", gains(by, card))
    assert (table.view["phase"], table.view["touting"]) == ("reveal", False)


# People decide about calls and all else


def called(*placed: tuple[str, str]) -> Table:
    """Skewers that wait for their call."""
    table = Table(require_call=True)
    table.reveal("A", "best")
    for player, text in placed:
        table.place(player, text)
    return table


def test_KU_A18_a_call_that_people_accept_takes_the_card() -> None:
    table = called(("B", WRONG))
    refused = table.call("B", t=20.0)
    assert (refused["verdict"], refused["effects"]) == ("ILLEGAL", [out("B")])
    settled = table.override(refused)
    assert (settled["verdict"], settled["effects"]) == ("OK", [gains("B", "best")])
    assert table.judge.state.claims[0].t == 20


def test_KU_A18_a_call_that_people_refuse_puts_its_player_out() -> None:
    table = called(("B", BEST))
    right = table.call("B")
    assert right["effects"] == [gains("B", "best")]
    settled = table.override(right, "ILLEGAL")
    assert settled["effects"] == [out("B")]
    assert table.scores["B"] == "0.0"


def test_KU_A18_a_call_without_a_skewer_that_people_refuse_was_none() -> None:
    table = build()
    empty = table.call("B")
    assert warnings(empty) == ["no_claim"]
    table.override(empty, "ILLEGAL")
    assert warnings(table.place("B", BEST)) == ["no_call"]


@pytest.mark.parametrize("call", ["OK", "ILLEGAL"])
def test_what_people_refuse_is_undone_and_says_so(call: Literal["OK", "ILLEGAL"]) -> None:
    table = Table()
    state = table.judge.state
    event = GAME.parse(state, {"event": "reveal", "t": 1, "by": "A", "card": "best"}, 2)
    after, verdict = GAME.apply(state, event, Ruling(call, 3))
    assert (after is state) is (call == "ILLEGAL")
    assert [reason.code for reason in verdict.reasons] == (["overruled"] if call == "ILLEGAL" else [])


def test_what_people_refuse_keeps_its_own_reasons() -> None:
    state = won().judge.state
    event = GAME.parse(state, {"event": "recover", "t": 9, "by": "A"}, 9)
    after, verdict = GAME.apply(state, event, Ruling("ILLEGAL", 10))
    assert (after, [reason.code for reason in verdict.reasons]) == (state, ["early_recover"])


def test_KU_A16_a_tie_break_that_is_contested_is_not_decided() -> None:
    table = tie()
    table.turn("new")
    table.place("A", NEW, t=50.0)
    assert (table.result["decided_by"], table.result["winners"]) == ("tie_break", ["A"])
    assert table.place("B", NEW, t=50.0)["verdict"] == "ASK"
    assert (table.result["decided_by"], table.result["winners"]) == ("undecided", [])
    assert aside_cards(table) == {"closing": 1}


def test_KU_A16_KU_A18_people_may_decide_a_tie_break_another_way() -> None:
    table = tie_break()
    table.place("A", NEW)
    late = table.place("B", NEW)
    assert late["reasons"] == [{"code": "game_over"}]
    settled = table.override(late)
    assert (settled["verdict"], settled["effects"]) == ("OK", [OVER, {"effect": "wins", "player": "B"}])
    assert (table.result["decided_by"], table.result["winners"]) == ("tie_break", ["B"])


# Lifting


def test_KU_A18_the_skewer_of_a_claim_that_people_did_not_choose_may_be_lifted() -> None:
    table = build()
    table.place("A", BEST, t=50.0)
    table.override(table.place("B", BEST, t=50.0))
    assert table.view["plate"] == {"A": "void", "B": "won"}
    lifted = table.recover("A")
    assert (lifted["verdict"], lifted["reasons"]) == ("OK", [])


def test_the_skewer_that_won_the_game_may_be_lifted() -> None:
    table = tie()
    table.reveal("B", "new")
    table.place("A", NEW)
    assert table.result["over"] is True
    lifted = table.recover("A")
    assert (lifted["verdict"], lifted["reasons"]) == ("OK", [])


def test_a_skewer_that_is_lifted_waits_for_no_call() -> None:
    table = Table(require_call=True)
    table.reveal("A", "best")
    for player in "AB":
        table.place(player, BEST)
    table.recover("B")
    assert warnings(table.call("B")) == []
    assert table.scores["B"] == "0.0"
    assert table.call("A")["effects"] == [gains("A", "best")]


@pytest.mark.parametrize(
    ("scene", "code"),
    [
        (Table, "no_order"),
        (touting, "no_order"),
        (over, "no_order"),
        (tie_break, "not_in_tie_break"),
    ],
)
def test_KU_A18_a_skewer_that_people_cannot_let_pass(scene: Callable[[], Table], code: str) -> None:
    state = scene().judge.state
    event = GAME.parse(state, {"event": "place", "t": 90, "by": "C", "layers": skewer(NEW)}, 9)
    assert GAME.apply(state, event, Ruling("OK", 10)) == (state, Verdict("ILLEGAL", (Reason(code),)))


def test_a_decision_that_fails_once_an_earlier_one_is_made_is_told() -> None:
    table = Table()
    revealed = table.reveal("A", "best")
    wrong = table.place("B", WRONG)
    assert table.override(wrong)["effects"] == [gains("B", "best")]
    refused = table.override(revealed, "ILLEGAL")
    assert refused["changed"] == [
        {"line": revealed["line"], "verdict": "ILLEGAL"},
        {"line": wrong["line"], "verdict": "ILLEGAL"},
    ]
    assert table.scores["B"] == "0.0"


def test_taking_one_of_two_claims_back_lets_the_other_win() -> None:
    table = build()
    table.place("A", BEST, t=50.0)
    table.place("B", BEST, t=50.0)
    settled = table.override(table.recover("A"))
    assert (settled["verdict"], settled["effects"]) == ("OK", [gains("B", "best")])


def test_nothing_is_open_after_a_theft() -> None:
    table = touting()
    table.steal("C", "A", "best")
    state: State = table.judge.state
    assert (state.face_up, table.view["touting"], table.view["order"]) == (None, False, None)
    touting_card = next(card for card in state.aside if card.kind == "touting")
    assert state.aside[touting_card] == 1


def test_a_card_set_aside_from_the_pile_is_kept_account_of() -> None:
    table = open_touting()
    table.steal("B", "pile", "touting")
    state: State = table.judge.state
    assert {card.label: count for card, count in state.aside.items()} == {"touting": 2}


@pytest.mark.parametrize(
    ("card", "verdict"),
    [
        (order(BEST, "6.0"), "OK"),  # the same face, without an id
        (order(BEST, "5.0"), "BAD_INPUT"),
        (order(NEW, "6.0"), "BAD_INPUT"),
        ("new", "BAD_INPUT"),
    ],
)
def test_which_held_card_is_meant(card: Any, verdict: str) -> None:
    assert touting().steal("C", "A", card)["verdict"] == verdict
    assert skewer(BEST) == order(BEST)["layers"]

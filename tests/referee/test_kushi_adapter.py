"""Kushi Express from scene to event: what is a claim, a lift, and above all what is none."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from readings import BEST, box, card, loose, skewer
from table import Table, names, reveal

from referee.adapters.kushi_express import Situation, attribute
from vision.scene import Corners, Doubt

ELSEWHERE = box(700, 420, 300, 40, 30)
PILE = box(200, 150, 130, 130)
TAKEN = box(1100, 600, 130, 130)


def test_a_skewer_at_rest_on_the_plate_is_one_claim(table: Table) -> None:
    reveal(table)
    table.skewers = [skewer(BEST)]
    (event,) = table.look()
    assert event == {
        "event": "place",
        "t": 1.5,
        "by": "Ann",
        "layers": list(BEST),
        "handle": "first",
    }
    assert table.look(5) == []


def test_a_claim_is_told_within_300_ms_of_video(table: Table) -> None:
    reveal(table)
    table.skewers = [skewer(BEST)]
    start = table.t
    while not table.look(0.1):
        pass
    assert table.t - start <= 0.3 + 1e-9


def test_a_skewer_beside_the_plate_is_no_claim(table: Table) -> None:
    reveal(table)
    table.skewers = [skewer(BEST, on_plate=False, at=box(1000, 200))]
    assert table.look(2) == []


def test_nothing_is_claimed_before_the_first_reveal(table: Table) -> None:
    table.skewers = [skewer(BEST)]
    assert table.look(2) == []


def test_a_skewer_from_before_the_reveal_counts_only_after_it_was_lifted_ku_r13(table: Table) -> None:
    table.skewers = [skewer(BEST)]
    table.look()
    reveal(table)
    assert table.look(3) == []
    table.skewers = []
    table.look(1.2)
    table.skewers = [skewer(BEST, at=box(655, 350, 300, 40, 8))]
    assert names(table.look()) == ["place"]


def test_a_skewer_that_lay_there_when_the_camera_started_is_no_claim() -> None:
    table = Table()
    table.cards, table.skewers = [card("best")], [skewer(BEST)]
    assert names(table.look(3)) == ["reveal"]


def test_the_winners_skewer_is_no_claim_on_the_next_card_even_if_pushed(table: Table) -> None:
    reveal(table, "vegetable-pepper")
    table.skewers = [skewer("pepper")]
    assert names(table.look()) == ["place"]
    reveal(table, "vegetable-tomato")
    for step in range(1, 6):
        table.skewers = [skewer("pepper", at=box(640 + 20 * step, 360 + 10 * step, 300, 40, 4 * step))]
        table.look(0.1)
    assert table.look(2) == []
    table.skewers = []
    assert names(table.look(2)) == ["recover"]
    table.skewers = [skewer("pepper", at=box(760, 410, 300, 40, 28))]
    assert names(table.look()) == ["place"]


def test_the_skewer_is_taken_back_after_the_next_reveal(table: Table) -> None:
    reveal(table)
    table.skewers = [skewer(BEST)]
    table.look()
    reveal(table, "new")
    table.skewers = []
    (event,) = table.look(1.5)
    assert (event["event"], event["by"]) == ("recover", "Ann")
    assert table.look(3) == []


def test_lifting_before_the_reveal_is_told_once_no_card_came_ku_a7(table: Table) -> None:
    reveal(table)
    table.skewers = [skewer(BEST)]
    table.look()
    lifted = table.t
    table.skewers = []
    assert table.look(1.3) == []
    (event,) = table.look(1)
    assert (event["event"], event["t"]) == ("recover", lifted)


def test_after_lifting_too_early_the_game_goes_on_ku_a7(table: Table) -> None:
    reveal(table)
    table.skewers = [skewer(BEST)]
    table.look()
    table.skewers = []
    assert names(table.look(3)) == ["recover"]
    reveal(table, "new")
    assert names(table.look(0.5)) == []
    assert table.situation.plate == {}
    table.skewers = [skewer("tomato", at=ELSEWHERE)]
    assert names(table.look()) == ["place"]


def test_a_skewer_put_back_after_lifting_too_early_must_be_lifted_again(table: Table) -> None:
    reveal(table)
    table.skewers = [skewer(BEST)]
    table.look()
    table.skewers = []
    assert names(table.look(3)) == ["recover"]
    table.skewers = [skewer(BEST, at=ELSEWHERE)]
    assert table.look(1) == []
    reveal(table, "vegetable-tomato")
    assert table.look(2) == []
    table.skewers = []
    table.look(2)
    table.skewers = [skewer("tomato")]
    assert names(table.look()) == ["place"]


def test_a_lift_that_nobody_saw_is_told_before_the_next_claim(table: Table) -> None:
    reveal(table)
    table.judge_next("ILLEGAL", "ILLEGAL", "ILLEGAL", "OK")
    table.skewers = [skewer("meat")]
    table.look()
    assert table.hidden(0.3) == []
    table.situation = replace(table.situation, out=frozenset())
    table.skewers = [skewer(BEST, at=box(500, 200, 300, 40, 80))]
    assert [(e["event"], e["by"]) for e in table.look(2)] == [("recover", "Ann"), ("place", "Ann")]


def test_a_card_revealed_while_a_claim_was_open_counts_once_people_settled_it(table: Table) -> None:
    reveal(table)
    table.judge_next("UNSURE")
    table.skewers = [skewer("meat tomato", Doubt("topping_hidden", 2))]
    table.look(1)
    table.cards = []
    table.look(0.6)
    table.cards = [card("new")]
    assert names(table.look(1)) == ["reveal"]
    assert table.look(1) == []
    table.situation = replace(table.situation, phase="reveal", plate={"Ann": "won"})
    (event,) = table.look(0.5)
    assert (event["event"], event["card"]) == ("reveal", "new")
    assert table.look(1) == []


def test_a_quick_hand_that_reveals_and_lifts_at_once_is_not_accused(table: Table) -> None:
    reveal(table)
    table.skewers = [skewer(BEST)]
    table.look()
    table.skewers, table.cards = [], []
    assert table.look(0.8) == []
    table.cards = [card(None, Doubt("blur"))]
    assert table.look(1.5) == []
    table.cards = [card("new")]
    assert names(table.look()) == ["reveal", "recover"]


def test_a_wrong_skewer_puts_the_seat_out_and_the_next_claim_is_the_next_players(table: Table) -> None:
    reveal(table)
    table.judge_next("ILLEGAL", "OK")
    table.skewers = [skewer("meat")]
    assert [e["by"] for e in table.look()] == ["Ann"]
    table.skewers = []
    assert [(e["event"], e["by"]) for e in table.look(1.5)] == [("recover", "Ann")]
    table.skewers = [skewer(BEST, at=ELSEWHERE)]
    assert [(e["event"], e["by"]) for e in table.look()] == [("place", "Bo")]


def test_two_skewers_on_the_plate_are_two(table: Table) -> None:
    reveal(table)
    table.judge_next("ILLEGAL")
    table.skewers = [skewer("meat")]
    table.look()
    table.skewers = [skewer("meat"), skewer(BEST, at=box(640, 500))]
    (event,) = table.look()
    assert (event["by"], tuple(event["layers"])) == ("Bo", BEST)


def test_loose_pieces_on_the_plate_are_told_with_the_claim_ku_a4(table: Table) -> None:
    reveal(table)
    table.skewers = [skewer(BEST)]
    table.beside = [
        loose("tomato"),
        loose("bacon"),
        loose("meat", on_plate=False),
        loose("shrimp", confidence=0.3),
    ]
    (event,) = table.look()
    assert event["loose"] == {"cubes": {"tomato": 1}, "strips": {"bacon": 1}}


def test_a_hand_over_the_skewer_changes_nothing(table: Table) -> None:
    reveal(table)
    table.judge_next("ILLEGAL")
    table.skewers = [skewer("meat")]
    assert names(table.look()) == ["place"]
    for seconds in (0.3, 1.0, 4.0):
        assert table.hidden(seconds) == []
        assert table.look(1) == []


def test_a_still_hand_that_looks_like_an_empty_plate_is_seen_through(table: Table) -> None:
    reveal(table)
    table.judge_next("ILLEGAL")
    table.skewers = [skewer("meat")]
    table.look()
    for seconds in (0.7, 1.5):
        table.skewers = []
        assert "place" not in names(table.look(seconds))
        table.skewers = [skewer("meat")]
        assert table.look(2) == []


def test_nothing_is_claimed_while_a_hand_still_moves_there(table: Table) -> None:
    reveal(table)
    table.moving = [box()]
    table.skewers = [skewer("meat")]
    assert table.look(2) == []
    table.moving = []
    table.skewers = [skewer(BEST)]
    assert [tuple(e["layers"]) for e in table.look()] == [BEST]


def test_flicker_is_one_unsure_claim_not_fifteen_a_second(table: Table) -> None:
    reveal(table)
    table.judge_next("UNSURE")
    events = table.flicker(skewer("tomato"), skewer("meat"), looks=40)
    assert len(events) == 1
    assert events[0]["doubts"][0]["code"] == "ambiguous"


def test_rolling_the_skewer_settles_a_doubt(table: Table) -> None:
    reveal(table)
    table.judge_next("UNSURE", "OK")
    table.skewers = [skewer("meat tomato", Doubt("topping_hidden", 2))]
    (first,) = table.look(2)
    assert first["doubts"] == [{"code": "topping_hidden", "position": 2}]
    assert first["layers"] == ["meat", "tomato"]
    table.skewers = [skewer("meat bacon tomato bacon")]
    (second,) = table.look(2)
    assert second["layers"] == ["meat", "bacon", "tomato", "bacon"]
    assert "doubts" not in second
    assert second["by"] == first["by"]
    assert second["t"] > first["t"]


def test_an_unsure_claim_without_doubts_is_not_told_over_and_over(table: Table) -> None:
    reveal(table)
    table.judge_next("UNSURE")
    table.skewers = [skewer("meat tomato", handle="unknown")]
    assert len(table.look(5)) == 1


def test_people_settle_a_pending_claim_and_a_later_view_says_no_more(table: Table) -> None:
    reveal(table)
    table.judge_next("UNSURE")
    table.skewers = [skewer("meat tomato", Doubt("topping_hidden", 2))]
    table.look(1)
    table.state = table.adapter.heard(
        table.state, ("skewer", table.state.claims[0].track), {"verdict": "ILLEGAL"}
    )
    table.skewers = [skewer("meat bacon tomato bacon")]
    assert table.look(2) == []


def test_after_shop_closing_nothing_counts_ku_r17(table: Table) -> None:
    table.skewers = [skewer("pepper")]
    reveal(table, "closing")
    table.skewers = [skewer(BEST, at=ELSEWHERE)]
    assert table.look(2) == []


def test_the_fold_is_pure_the_same_looks_give_the_same_events() -> None:
    def play() -> list[dict[str, Any]]:
        table = Table()
        table.look(0.3)
        reveal(table)
        table.judge_next("UNSURE", "ILLEGAL")
        table.flicker(skewer("tomato"), skewer("meat"), looks=9)
        table.skewers = []
        table.look(2)
        return table.events

    assert play() == play()


def test_close_up_readings_are_wanted_only_where_and_while_they_can_help(table: Table) -> None:
    def focus() -> tuple[Corners, ...]:
        return table.adapter.focus(table.state, table.situation, table.t + 0.1)

    assert focus() == ()
    table.cards = [card("best")]
    table.look(0.1)
    assert focus() == (PILE,)
    table.look()
    assert focus() == ()
    table.skewers = [skewer(BEST)]
    table.look(0.1)
    assert focus() == (box(),)
    table.look()
    assert focus() == ()


def test_what_can_not_be_read_does_not_hold_the_eye_for_ever(table: Table) -> None:
    def focus() -> tuple[Corners, ...]:
        return table.adapter.focus(table.state, table.situation, table.t + 0.14)

    table.cards = [card(None, Doubt("no_face"))]
    table.look(0.7)
    assert focus() == (PILE,)
    table.look(2)
    assert focus() == ()
    table.cards = [card("best", at=TAKEN)]
    table.look(0.1)
    assert focus() == (TAKEN,)
    table.look()
    table.judge_next("UNSURE")
    table.flicker(skewer("tomato"), skewer("meat"), looks=20)
    assert focus() == ()


@pytest.mark.parametrize(
    ("seat", "out", "expected"),
    [
        ("Ann", (), "Ann"),
        ("Ann", ("Ann",), "Bo"),
        ("Ann", ("Ann", "Bo"), "Cy"),
        ("Cy", ("Cy",), "Ann"),
        ("Bo", ("Ann",), "Bo"),
        ("Bo", ("Ann", "Bo", "Cy"), "Bo"),
    ],
)
def test_attribution(seat: str, out: tuple[str, ...], expected: str) -> None:
    situation = Situation(("Ann", "Bo", "Cy"), seat, "Ann", frozenset(out))
    assert attribute(situation) == expected

"""What the rulebook of Coffee Rush leaves open (CR-A1 to CR-A22)."""

from __future__ import annotations

from typing import Any

import pytest
from coffee import FAR, FULL, OK, Table, bad, call, effects, illegal, joined, warnings

TEA = ["tea", "water", "ice"]


def serving(players: int = 4, options: dict[str, Any] | None = None, **told: Any) -> Table:
    """A player who has moved and poured; cup 1 is ready for an espresso, cup 2 for an iced green tea."""
    me = {
        "cell": [1, 1],
        "cups": {"1": ["coffee", "steam"], "2": TEA},
        "queue": {"1": ["espresso", "iced-green-tea"]},
        **told,
    }
    table = joined(players, options=options, A=me)
    table.go("A", [1, 2])
    return table


@pytest.mark.parametrize(("direction", "order"), [("clockwise", "ABCA"), ("counterclockwise", "ACBA")])
def test_CR_A1_turns_pass_to_the_left(direction: str, order: str) -> None:
    table = Table(3, direction=direction).set_up()
    for name in order:
        assert table.view["active"] == name
        table.run(name)


@pytest.mark.parametrize(("multi_upgrade", "verdict"), [(False, illegal("one_per_turn")), (True, OK)])
def test_CR_A2_one_upgrade_a_turn(multi_upgrade: bool, verdict: Any) -> None:
    table = joined(A={"processed": 9}, options={"multi_upgrade": multi_upgrade})
    table.activate("A", "corner")
    assert call(table.activate("A", "ribbon")) == verdict


@pytest.mark.parametrize(
    ("step", "steps", "rush", "verdict"),
    [
        (1, 4, 1, OK),
        (1, 5, 1, illegal("too_many_steps")),
        (2, 5, 1, OK),
        (2, 4, 1, OK),
        (2, 6, 1, illegal("too_many_steps")),
        (2, 5, 2, illegal("rush_overpaid")),
        (3, 6, 1, OK),
        (3, 7, 2, OK),
    ],
)
def test_CR_A3_what_a_rush_token_is_worth(step: int, steps: int, rush: int, verdict: Any) -> None:
    table = joined(A={"cell": [1, 1], "rush": 3}, options={"rush_step": step})
    path = ([[1, 2], [1, 1]] * 4)[:steps]
    assert call(table.move("A", *path, rush=rush)) == verdict


@pytest.mark.parametrize("step", [0, 4, 1.5, True, "2"])
def test_CR_A3_bad_values(step: Any) -> None:
    with pytest.raises(AssertionError, match="rush_step"):
        Table(2, rush_step=step)


@pytest.mark.parametrize("waste", [False, True])
def test_CR_A4_overpaying(waste: bool) -> None:
    table = joined(A={"cell": [1, 1], "rush": 3}, options={"allow_waste": waste})
    assert call(table.move("A", [1, 2], rush=2)) == (OK if waste else illegal("rush_overpaid"))
    assert table.of("A")["rush"] == (1 if waste else 3)


@pytest.mark.parametrize(("waste", "verdict"), [(False, illegal("rush_overpaid")), (True, OK)])
def test_CR_A4_overpaying_where_the_path_was_not_seen(waste: bool, verdict: Any) -> None:
    for end, added, rush, answer in (
        ([1, 1], ["coffee", "coffee"], 1, OK),  # four steps
        ([1, 2], ["ice", "ice", "ice"], 2, OK),  # five
        ([1, 1], ["ice"], 2, verdict),  # two are enough
    ):
        table = joined(A={"cell": [1, 1], "rush": 3}, options={"allow_waste": waste})
        assert call(table.observe("A", [1, 1], end, [[]], [added], rush=rush)) == answer


@pytest.mark.parametrize(
    ("upgrades", "other", "path", "count"),
    [
        ([], [0, 3], [[0, 3]], 1),
        (["meeple"], [0, 3], [[0, 3]], 2),
        (["meeple"], [3, 3], [[0, 3]], 1),
        (["corner"], [3, 3], [[0, 3]], 2),
        (["ribbon"], [3, 3], [[0, 3]], 1),
        (["ribbon"], [3, 3], [[1, 3]], 2),
        (["corner"], [3, 3], [[1, 3]], 1),
        (["meeple", "corner"], [0, 3], [[0, 3]], 4),
        (["meeple", "ribbon"], [1, 3], [[1, 3]], 4),
    ],
)
@pytest.mark.parametrize("stack", ["multiply", "max2"])
def test_CR_A5_doubling(
    upgrades: list[str], other: list[int], path: list[list[int]], count: int, stack: str
) -> None:
    start = [0, 2] if path == [[0, 3]] else [1, 2]
    table = joined(A={"cell": start, "upgrades": upgrades}, B={"cell": other}, options={"stack": stack})
    away = [[1, 3], [2, 3]] if path == [[0, 3]] else [[2, 3]]
    table.move("A", *path, *away)
    token = "coffee" if path == [[0, 3]] else "water"
    elsewhere = sum(1 for cell in away if token == "coffee" and cell == [2, 3])
    assert table.view["hand"].count(token) - elsewhere == (min(count, 2) if stack == "max2" else count)


@pytest.mark.parametrize(("own", "count"), [(False, 1), (True, 2)])
def test_CR_A6_the_own_second_meeple(own: bool, count: int) -> None:
    table = joined(
        A={"cells": [[0, 0], [0, 1]], "upgrades": ["meeple"]},
        B={"cells": [[3, 0], [3, 1]]},
        options={"two_player": "public", "meeple_upgrade_own": own},
    )
    assert call(table.move("A", [0, 1], [0, 2], meeple=1)) == OK
    assert table.view["hand"].count("caramel") == count


@pytest.mark.parametrize(
    ("cup", "exact", "superset"),
    [
        (["coffee", "steam"], OK, OK),
        (["steam", "coffee"], OK, OK),
        (["coffee", "steam", "milk"], illegal("no_match"), OK),
        (["coffee"], illegal("no_match"), illegal("no_match")),
        (["coffee", "coffee"], illegal("no_match"), illegal("no_match")),
        ([], illegal("no_match"), illegal("no_match")),
    ],
)
def test_CR_A7_what_matches(cup: list[str], exact: Any, superset: Any) -> None:
    for match, verdict in (("exact", exact), ("superset", superset)):
        table = serving(cups={"1": cup}, options={"match": match})
        assert call(table.process("A", "espresso")) == verdict
        if verdict == OK:
            assert table.supply["milk"] == 12


def test_CR_A8_the_player_chooses_among_equal_cards() -> None:
    queue = {"1": ["espresso", "ristretto"], "3": ["espresso"]}
    table = serving(queue=queue)
    assert call(table.process("A", "ristretto")) == OK
    table = serving(queue=queue)
    assert call(table.process("A", "espresso", tab=1)) == OK
    assert table.of("A")["queue"]["1"] == ["ristretto"]
    table = serving(queue=queue)
    answer = table.process("A", "espresso")
    assert (call(answer), warnings(answer)) == (OK, ["tab_assumed"])
    assert table.of("A")["queue"] == {"1": ["espresso", "ristretto"], "2": [], "3": [], "4": []}
    assert call(table.process("A", "espresso")) == illegal("one_cup_one_card")


def test_CR_A9_nobody_has_to_process() -> None:
    table = serving()
    assert call(table.end("A")) == OK


@pytest.mark.parametrize("interleave", [False, True])
def test_CR_A10_first_pour_then_process(interleave: bool) -> None:
    table = joined(
        A={"cell": [1, 2], "cups": {"1": ["coffee", "steam"]}, "queue": {"1": ["espresso", "ristretto"]}},
        options={"interleave": interleave},
    )
    table.move("A", [0, 2], [0, 3])
    first = table.process("A", "espresso")
    if not interleave:
        assert call(first) == illegal("not_poured")
        return
    assert call(first) == OK
    assert call(table.pour("A", {1: ["coffee"]})) == OK
    assert call(table.end("A")) == illegal("not_poured", "draw_missing")
    assert call(table.pour("A", {1: ["steam"]})) == OK
    assert call(table.process("A", "ristretto")) == OK
    assert table.of("A")["processed"] == 2


def test_CR_A10_nothing_is_left_to_pour_once_the_cups_were_seen() -> None:
    table = joined(A={"cell": [1, 1]}, options={"interleave": True})
    table.move("A", [1, 2])
    assert call(table.event("pour", "A", cups_after={"1": ["ice"]})) == OK
    more = table.pour("A", {2: ["ice"]})
    assert (call(more), more["reasons"][0]["expected"]) == (illegal("not_gained"), "at most nothing")


def test_CR_A11_emptying_a_cup_refills_the_supply_before_the_move() -> None:
    me = {"cell": [1, 2], "cups": {"1": ["water", "water"]}}
    short = {"supply": {**FULL, "water": 0}}
    table = joined(A=me, table=short)
    assert call(table.empty("A", 1)) == OK
    table.move("A", [1, 3])
    assert table.view["hand"] == ["water"]
    for after, verdict in (([[], ["water"]], OK), ([["water", "water"], ["water"]], illegal("no_path"))):
        table = joined(A=me, table=short)
        assert call(table.observe("A", [1, 2], [1, 3], [["water", "water"], []], after)) == verdict


def test_CR_A12_a_cup_holds_any_number() -> None:
    table = joined(A={"cell": [1, 2], "cups": {"1": ["coffee"] * 10}})
    table.move("A", [1, 3])
    assert call(table.pour("A", {1: ["water"]})) == OK


@pytest.mark.parametrize("close_on", ["shortage", "empty"])
def test_CR_A13_a_deck_used_up_exactly(close_on: str) -> None:
    table = serving(options={"close_on": close_on})
    table.table(deck=2)
    table.process("A", "espresso")
    assert [call(table.draw(name, "cocoa")) for name in "BC"] == [OK, OK]
    assert table.view["token"] == ("OPEN" if close_on == "shortage" else "CLOSED")


def test_CR_A13_the_next_rush_closes() -> None:
    table = serving()
    table.table(deck=0)
    table.process("A", "espresso")
    assert table.view["token"] == "OPEN"
    assert effects(table.end("A"))[0] == ("token_closed", None, None)


def test_CR_A14_nothing_processed_nothing_closed() -> None:
    table = serving()
    table.table(deck=0)
    assert call(table.draw("B")) == illegal("not_due")
    table.end("A")
    assert (table.view["token"], table.result["over"]) == ("OPEN", False)


# Two players


def public(**options: Any) -> Table:
    """Two players by the public rules, with two meeples each."""
    table = Table(2, two_player="public", **options)
    for name, cell in zip("BABA", ([0, 0], [0, 3], [3, 0], [3, 3]), strict=True):
        assert call(table.start_cell(name, cell)) == OK
    for name, tab in (("A", 1), ("A", 1), ("A", 2), ("B", 1), ("B", 2)):
        assert call(table.deal(name, tab)) == OK
    return table


@pytest.mark.rules("CR-A15")
def test_CR_A15_two_meeples_of_which_one_moves() -> None:
    table = public()
    assert table.of("A")["cells"] == [[0, 3], [3, 3]]
    assert call(table.move("A", [3, 3])) == illegal("not_adjacent", "stop_on_meeple")
    assert call(table.move("A", [2, 3])) == OK
    assert table.of("A")["cells"] == [[0, 3], [2, 3]]
    assert call(table.move("A", [0, 2], meeple=1)) == illegal("already_moved")


def test_CR_A15_placed_in_turns() -> None:
    table = Table(2, two_player="public")
    assert call(table.start_cell("B", [0, 0])) == OK
    assert call(table.start_cell("B", [0, 1])) == illegal("setup_order")


def test_CR_A15_a_new_card_after_the_flow_of_time() -> None:
    table = public()
    table.go("A", [0, 2])
    assert call(table.end("A")) == OK
    assert table.view["active"] == "A"
    assert call(table.move("A", [0, 1])) == illegal("turn_over")
    assert call(table.move("B", [1, 0])) == illegal("not_your_turn")
    assert call(table.draw("B", "cocoa")) == illegal("not_due")
    assert call(table.draw("A", "cocoa", "cocoa")) == illegal("too_many_cards")
    assert call(table.draw("A", "cocoa")) == OK
    assert (table.of("A")["queue"]["1"], table.view["active"]) == (["cocoa"], "B")


def test_CR_A15_no_new_card_left() -> None:
    table = public()
    table.table(deck=0)
    table.go("A", [0, 2])
    assert call(table.end("A")) == OK
    assert (table.view["token"], table.result["over"]) == ("CLOSED", True)


def test_CR_A15_the_seed_has_one_meeple_and_no_new_card() -> None:
    table = Table(2).set_up()
    assert [len(table.of(name)["cells"]) for name in "AB"] == [1, 1]
    table.run("A")
    assert table.view["active"] == "B"


def test_CR_A15_the_public_rules_are_for_two() -> None:
    assert Table(3, two_player="public").set_up().view["phase"] == "play"


def test_CR_A15_nobody_draws_twice_by_the_public_rules() -> None:
    me = {"cells": [[1, 1], [0, 0]], "cups": {"1": ["coffee", "steam"]}, "queue": {"1": ["espresso"]}}
    table = joined(
        A=me, B={"cells": FAR[:2]}, options={"two_player": "public", "rush_excludes_active": False}
    )
    table.go("A", [1, 2])
    table.process("A", "espresso")
    assert table.view["to_draw"] == {"B": 1}


# Rush tokens, ties, the end


@pytest.mark.parametrize("rush_supply", ["limited", "unlimited"])
def test_CR_A16_too_few_rush_tokens(rush_supply: str) -> None:
    table = serving(options={"rush_supply": rush_supply})
    table.table(rush_supply=0)
    table.process("A", "iced-green-tea", 2)
    assert table.of("A")["rush"] == (0 if rush_supply == "limited" else 1)


@pytest.mark.parametrize(("tie_cards", "winner"), [("processed", "B"), ("all", "A")])
def test_CR_A17_which_cards_are_held(tie_cards: str, winner: str) -> None:
    table = joined(
        A={"cell": [1, 1], "processed": 2, "queue": {"1": ["cocoa", "cocoa"]}},
        B={"processed": 3, "penalties": 1},
        options={"tie_cards": tie_cards},
        table={"token": "CLOSED"},
    )
    table.run("A")
    assert (table.result["winners"], table.result["decided_by"]) == ([winner], "cards")


def test_CR_A18_nobody_asks_who_turns_the_token() -> None:
    table = serving()
    assert call(table.table(token="CLOSED", by="D")) == OK
    table.end("A")
    assert table.result["over"]


def test_CR_A19_people_decide_about_a_stalemate() -> None:
    table = joined(3, A={"cell": [1, 1], "processed": 1})
    table.go("A", [1, 2])
    ended = table.end("A")
    assert call(ended) == ("ASK", ["stalemate"])
    assert (table.view["active"], table.result["over"]) == ("B", False)
    assert call(table.override(ended)) == OK
    assert (table.result["over"], table.result["winners"]) == (True, ["A"])


@pytest.mark.parametrize("queue", [{"1": ["cocoa"]}, {"3": [None]}])
def test_CR_A19_one_card_is_enough_to_go_on(queue: dict[str, Any]) -> None:
    table = joined(3, A={"cell": [1, 1]}, C={"queue": queue})
    table.go("A", [1, 2])
    assert call(table.end("A")) == OK


def test_CR_A19_not_when_the_game_ends_anyway() -> None:
    table = joined(3, A={"cell": [1, 1], "queue": {"4": ["cocoa"]}, "penalties": 4})
    table.go("A", [1, 2])
    assert call(table.end("A")) == OK
    assert table.result["over"]


def test_CR_A20_the_cup_is_taken_back_as_it_is() -> None:
    table = serving()
    before = table.view
    assert call(table.process("A", "espresso", 2)) == illegal("no_match")
    assert table.view == before
    assert call(table.process("A", "espresso", 1)) == OK


def test_CR_A21_the_first_token_goes_into_a_cup() -> None:
    table = Table(2)
    assert call(table.event("start_cell", "B", cell=[0, 0])) == bad("missing_field")
    assert call(table.event("start_cell", "B", cell=[0, 0], returned=["ice"])) == illegal("not_poured")
    assert table.of("B")["cells"] == []
    assert call(table.start_cell("B", [0, 0])) == OK


@pytest.mark.parametrize(("start", "more"), [("A", "BCD"), ("B", ""), ("C", "B")])
def test_CR_A22_the_round_is_finished(start: str, more: str) -> None:
    told = {name: {"cell": cell, "queue": {"1": ["cocoa"]}} for name, cell in zip("ABCD", FAR, strict=True)}
    game = Table(4, start=start, finish_round=True)
    for name in "ABCD":
        game.state(name, cups={}, processed=0, penalties=0, rush=0, upgrades=[], **told[name])
    game.table(token="CLOSED", turn="A")
    game.run("A")
    for name in more:
        assert not game.result["over"]
        game.run(name)
    assert game.result["over"]

"""Games of Kanban Menu joined half way: what is not known is UNSURE where it matters, never ILLEGAL."""

from __future__ import annotations

from typing import Any

import pytest
from kanban import SAMPLE, Table, called, codes, ok, tokens, warnings
from kanban_scenes import knows, lacking


def test_what_no_state_event_told_is_not_known() -> None:
    table = Table()
    table.state(money=3)
    assert table.holds("money", "vp", "materials", "menu") == (3, None, None, None)
    assert table.holds("money", "menu", player="P2") == (None, None)
    table.state(vp=2, menu=["opera"])  # what this one leaves out stays
    assert table.holds("money", "vp", "materials", "menu") == (3, 2, None, ["opera"])


def test_a_game_from_the_start_knows_more() -> None:
    table = Table(data={**SAMPLE, "start": {"money": 3, "materials": {"blue": 1}}})
    assert table.holds("money", "vp", "materials", "menu", player="P2") == (3, 0, {"blue": 1}, [])
    table.event("table", None, actions={"1": ["green"]}, used={}, area=["parfait"])
    assert table.holds("money", "vp", player="P2") == (3, 0)  # a table event tells of the table alone
    assert table.view["actions"]["2"] is None
    assert Table().holds("money", "vp", "materials", "menu") == (None, 0, None, [])


@pytest.mark.parametrize(
    ("action", "details", "told"),
    [
        (2, {"pay": tokens("bb")}, {"materials": tokens("b")}),
        (3, {"pay": tokens("ggg")}, {"materials": tokens("g")}),
        (4, {}, {"money": 2}),
        (5, {"develop": "parfait", "from": "area"}, {"materials": tokens("g")}),
        (5, {"develop": "parfait", "from": "hand"}, {"hand": None}),
        (5, {"reserve": "parfait"}, {"hand": "macaron"}),
        (6, {"trades": [{"sell": "red"}]}, {"materials": []}),
        (6, {"trades": [{"sell_vp": 1}]}, {"vp": 0}),
        (6, {"trades": [{"buy_vp": 1}]}, {"money": 0}),
    ],
)
def test_unknown_holdings_leave_it_open(action: int, details: dict[str, Any], told: dict[str, Any]) -> None:
    """What is told makes it ILLEGAL; with the same left out it is UNSURE."""
    everything = {"money": 9, "vp": 9, "materials": tokens("bbbgggwr"), "menu": [], "hand": None, **told}
    for fields, verdict in (
        (everything, "ILLEGAL"),
        ({key: value for key, value in everything.items() if key not in told}, "UNSURE"),
    ):
        table = Table()
        table.state(**fields)
        area = ["parfait"] if details.get("from") != "hand" else []
        table.lies(area=area).chosen(action)
        answer = table.event("activate", action=action, details=details)
        assert answer["verdict"] == verdict, answer
        if verdict == "UNSURE":
            assert set(codes(answer)) == {"unknown"}
            assert ok(table.distribute(("b", 1), ("g", 2)))


def test_what_was_seen_to_come_is_known_to_be_there() -> None:
    table = Table()
    table.state(money=1, menu=[])
    table.lies({2: "bby"}).chosen(2, "bby")
    assert ok(table.pay("bb"))
    assert table.player()["money"] == 8


def test_unknown_menu_cards() -> None:
    table = Table()
    table.state(money=4, materials=[], vp=0, hand=None)
    table.lies(area=["opera"])
    assert called(table.ability("bagna-cauda")) == ("UNSURE", ["unknown"])
    assert called(table.ability("opera")) == ("ILLEGAL", ["not_in_front"])  # it lies in the area
    table.chosen(4)
    assert table.player()["money"] == 4
    assert table.result["players"]["P1"]["at_least"] == ["money"]  # is blended coffee there?
    assert called(table.activate()) == ("UNSURE", ["unknown"])


def test_an_unknown_table() -> None:
    table = Table().has(money=9)
    table.choose(1)
    answer = table.take("by")
    assert (answer["verdict"], warnings(answer)) == ("OK", ["unknown"])
    assert called(table.activate(take="red", source="bag")) == ("UNSURE", ["unknown"])
    answer = table.distribute(("b", 2), ("g", 3))
    assert (answer["verdict"], set(warnings(answer))) == ("OK", {"unknown"})
    assert table.view["actions"]["1"] == []


def test_unknown_vp_may_bring_the_end() -> None:
    table = Table()
    table.state("P1", vp=3, menu=[])
    table.lies().turn("P1")
    answer = table.lies().turn("P2")
    assert (answer["verdict"], warnings(answer)) == ("OK", ["unknown"])
    assert (table.view["ending"], table.result["over"]) == ("maybe", False)


def test_the_bag_is_counted_where_all_tokens_are_known() -> None:
    data = {**SAMPLE, "tokens": dict.fromkeys(["blue", "green", "white", "red", "yellow"], 10)}
    table = Table(data=data).has(materials="bb").has(materials="g", player="P2").lies({1: "bgw"}, "y")
    assert table.view["bag"] == 50 - 7
    assert called(table.event("table", None, used="b" * 3))[0] == "BAD_INPUT"
    answer = table.event("table", None, used=tokens("b" * 9))
    assert called(answer) == ("BAD_INPUT", ["too_many_tokens"])
    started = Table(data={**data, "start": {"materials": {"blue": 1}}})
    assert started.view["bag"] == 50 - 10 - 2


@pytest.mark.parametrize(
    ("action", "text", "missing", "known", "unknown"),
    [(3, "bbb", "fair_vp", "money", "vp"), (2, "bb", "business_money", "vp", "money")],
)
def test_a_lower_bound_is_none_once_a_number_is_missing(
    action: int, text: str, missing: str, known: str, unknown: str
) -> None:
    """A menu card that may lie in front gives a bonus for choosing; what the action gives nobody knows."""
    table = knows("menu", table=lacking(missing), materials=tokens(text))
    table.lies().chosen(action)
    player = table.result["players"]["P1"]
    assert (player[known], player[unknown], player["at_least"]) == (0, 0, [unknown])
    assert table.pay(text)["verdict"] == "UNSURE"
    player = table.result["players"]["P1"]
    assert (player[known], player[unknown], player.get("at_least")) == (0, None, None)


def test_a_lower_bound_stays_one_while_the_numbers_are_known() -> None:
    table = knows("menu", materials=tokens("bbb"))
    table.lies().chosen(3)
    assert ok(table.pay("bbb"))
    player = table.result["players"]["P1"]
    assert (player["vp"], player["at_least"]) == (5, ["vp"])


@pytest.mark.parametrize(
    "event", [{"reserve": "parfait"}, {"develop": "british-tea", "from": "hand"}], ids=["reserve", "develop"]
)
def test_a_hand_is_known_after_a_card_came_into_it_or_left_it(event: dict[str, Any]) -> None:
    table = knows("hand", materials=tokens("bw"))
    table.lies(area=["parfait"]).chosen(5)
    assert "hand" in table.player()["unknown"]
    assert table.event("activate", details=event)["verdict"] == "UNSURE"
    assert "hand" not in table.player()["unknown"]
    assert table.player()["hand"] == event.get("reserve")


def test_no_card_comes_to_the_area_from_a_deck_that_is_used_up() -> None:
    table = Table().has()
    table.event("table", None, deck=0)
    table.event("table", None, area=["opera"])
    assert (table.view["area"], table.view["deck"]) == (["opera"], 0)
    table.event("table", None, area=["opera"], deck=2)
    assert table.view["area"] == ["opera", None, None, None]


@pytest.mark.parametrize(("out", "area", "deck"), [(12, 4, 2), (14, 4, 0), (16, 2, 0), (18, 0, 0)])
def test_the_area_has_no_more_cards_than_are_left(out: int, area: int, deck: int) -> None:
    table = Table()
    cards = list(table.judge.state.config.data.menu)
    assert len(cards) == 18
    table.has(menu=cards[:out]).has(player="P2")
    assert (table.view["area"], table.view["deck"]) == ([None] * area, deck)


@pytest.mark.parametrize(
    ("unknown", "told"),
    [((), {}), ((), {"vp": 30}), (("money",), {}), (("menu",), {"vp": 30})],
    ids=["a winner", "a tie", "money that is not known", "menu cards that are not known"],
)
def test_an_end_that_breaks_a_rule_is_none(unknown: tuple[str, ...], told: dict[str, Any]) -> None:
    table = knows(*unknown, player="P2", table=Table().has(vp=30), **told)
    table.lies().turn("P1")
    table.lies().chosen(1, by="P2").skip("P2")
    before = table.judge.state
    answer = table.end_turn("P2")
    assert "not_distributed" in codes(answer) and answer["verdict"] == "ILLEGAL"
    assert table.judge.state is before


def test_what_was_told_of_the_table_first_is_still_known() -> None:
    table = Table()
    table.event("table", None, deck=7, actions={"1": ["blue"]}, area=["opera"])
    table.state(money=3)
    assert (table.view["deck"], table.view["area"][0], table.view["actions"]["1"]) == (7, "opera", ["blue"])
    other = Table()
    other.event("table", None, actions={"1": ["blue"]})
    other.state(money=3)
    assert other.view["deck"] is None


def test_the_bag_is_not_counted_where_some_tokens_are_not_known() -> None:
    data = {**SAMPLE, "tokens": dict.fromkeys(["blue", "green", "white", "red", "yellow"], 10)}
    assert knows("materials", player="P2", table=Table(data=data).has()).lies().view["bag"] is None
    table = Table(data=data).has().has(player="P2")
    table.event("table", None, actions={"1": ["blue"]}, used=[])
    assert table.view["bag"] is None
    assert table.lies().view["bag"] == 50


def test_what_is_null_of_the_table_says_nothing() -> None:
    table = Table().has().lies({1: "b", 2: "g"})
    table.event("table", None, actions={"1": None, "2": ["red"]}, used=None, bag=None, deck=None, area=None)
    assert (table.view["actions"]["1"], table.view["actions"]["2"]) == (["blue"], ["red"])


def test_a_start_that_the_edition_does_not_tell() -> None:
    table = lacking("start_money", "start_vp", "start_materials")
    assert table.holds("money", "vp", "materials", "menu", "hand") == (None, None, None, [], None)
    assert table.view["scores"] == {"P1": None, "P2": None}


def test_KM_R14_whoever_people_let_play_is_the_one_whose_turn_it_is() -> None:
    table = Table()
    refused = table.choose(1, by="P2")
    assert called(refused) == ("ILLEGAL", ["not_your_turn"])
    table.override(refused)
    assert (table.view["active"], table.view["chosen"]) == ("P2", 1)
    table.state("P1", money=3)  # a look in between, no game joined half way
    assert table.holds("money", "vp", player="P1") == (3, 0)
    assert table.holds("vp", "menu", player="P2") == (0, [])


def test_a_look_at_a_player_after_the_first_choice_is_no_game_joined_half_way() -> None:
    table = Table()
    assert ok(table.choose(1))
    table.state("P1", money=3)
    assert table.holds("money", "vp") == (3, 0)
    assert table.holds("vp", "menu", player="P2") == (0, [])


def test_KM_R14_where_nobody_knows_whose_turn_it_is_the_player_says_so() -> None:
    table = knows("menu")
    assert table.view["active"] is None
    assert called(table.choose(1, by="P2")) == ("UNSURE", ["unknown"])
    assert table.view["active"] == "P2"
    assert called(table.take("", by="P1")) == ("ILLEGAL", ["not_your_turn"])


@pytest.mark.parametrize(("used", "verdict"), [("gg", ("OK", [])), ("ggg", ("ILLEGAL", ["bag_not_short"]))])
def test_KM_A12_a_bag_with_two_tokens_for_certain_is_not_short(used: str, verdict: Any) -> None:
    """Nobody knows what was in the bag before the used area went back to it and two tokens were drawn."""
    table = Table(2).has().has(player="P2").lies(used=used).chosen(1)
    table.skip()
    assert ok(table.distribute(("b", 2), ("g", 3), returned=True))
    table.end_turn()
    table.chosen(1, by="P2").skip("P2")
    assert called(table.distribute(("b", 4), ("w", 5), by="P2", returned=True)) == verdict

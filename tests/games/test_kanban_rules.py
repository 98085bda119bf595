"""The rules of Kanban Menu by their number (KM-R1 to KM-R17)."""

from __future__ import annotations

from typing import Any

import pytest
from kanban import Table, called, codes, ok, tokens, warnings
from kanban_scenes import at

from referee.games.kanban_menu import RULES


def test_every_rule_is_in_the_index() -> None:
    wanted = {f"KM-R{i}" for i in range(1, 18)} | {f"KM-E{i}" for i in range(1, 5)}
    wanted |= {f"KM-A{i}" for i in range(1, 21)}
    assert {rule.number for rule in RULES} == wanted
    assert len(RULES) == len(wanted)


def test_KM_R1_one_action_card() -> None:
    table = Table().has().lies()
    assert ok(table.choose(6))
    assert called(table.choose(5)) == ("ILLEGAL", ["already_chosen"])
    assert called(Table().has().lies().take()) == ("ILLEGAL", ["not_chosen"])
    assert ok(table.take())  # an empty card may be chosen


def test_KM_R2_all_tokens_or_none() -> None:
    table = Table().has().lies({2: "bby"})
    table.choose(2)
    assert called(table.take("bb")) == ("ILLEGAL", ["take_all"])
    assert called(table.take("bbyg")) == ("ILLEGAL", ["not_on_card"])
    assert called(table.take("bbg")) == ("ILLEGAL", ["take_all", "not_on_card"])
    for answer in (table.pay("bb"), table.skip(), table.distribute(("b", 1), ("g", 2))):
        assert "take_all" in codes(answer)
    assert ok(table.take("byb"))
    assert called(table.take("byb"))[1][0] == "already_taken"


def test_KM_R2_taking_from_an_empty_card_may_go_unsaid() -> None:
    table = Table().has().lies()
    table.choose(2)
    assert ok(table.skip())


def test_KM_R3_yellow_is_money_at_once() -> None:
    table = Table().has(money=1).lies({2: "yyb"})
    table.choose(2)
    answer = table.take("yyb")
    assert ok(answer)
    assert table.holds("money", "materials") == (5, {"blue": 1})
    assert table.view["used"] == {"yellow": 2}
    assert answer["effects"][-1] == {
        "effect": "yellow", "player": "P1", "change": {"money": 4}, "money": 5, "vp": 0,
    }  # fmt: skip


def test_KM_R4_activating_is_free() -> None:
    table = at(2, "bb")
    assert ok(table.skip())
    assert called(table.pay("bb")) == ("ILLEGAL", ["already_decided"])
    table = at(2, "bb")
    assert ok(table.pay("bb"))
    assert called(table.skip()) == ("ILLEGAL", ["already_decided"])


def test_KM_R4_without_a_word_it_is_not_activated() -> None:
    table = at(2, "bb", menu=["brunch"])
    assert ok(table.distribute(("b", 1), ("g", 3)))
    assert table.player()["vp"] == 2


@pytest.mark.parametrize("colour", ["blue", "green", "white", "red"])
def test_KM_R5_any_colour(colour: str) -> None:
    table = at(1, used="bgwr")
    assert ok(table.activate(take=colour, source="used"))
    assert table.player()["materials"] == {colour: 1}


def test_KM_R5_without_a_source_the_used_area_comes_first() -> None:
    table = at(1, used="b", bag="bg")
    assert table.activate(take="blue")["effects"][0]["from"] == "used"
    table = at(1, used="b", bag="bg")
    assert table.activate(take="green")["effects"][0]["from"] == "bag"
    assert table.view["bag"] == 1


def test_KM_R5_a_yellow_token_from_the_bag() -> None:
    table = at(1, bag="y")
    assert ok(table.activate(take="yellow", source="bag"))
    assert (table.player()["money"], table.view["used"], table.view["bag"]) == (2, {"yellow": 1}, 0)


@pytest.mark.parametrize(
    ("action", "pay", "reasons"),
    [
        (2, "bg", ["not_same"]),
        (2, "b", ["wrong_count"]),
        (2, "bbb", ["wrong_count"]),
        (2, "ww", ["no_token"]),
        (3, "bb", ["wrong_count"]),
        (3, "bbg", ["not_same"]),
        (3, "ggg", ["no_token"]),
    ],
)
def test_KM_R6_KM_R7_tokens_of_one_colour(action: int, pay: str, reasons: list[str]) -> None:
    table = at(action, materials="bbbbgg")
    assert called(table.pay(pay)) == ("ILLEGAL", reasons)
    assert table.holds("money", "vp", "materials") == (0, 0, {"blue": 4, "green": 2})


def test_KM_R6_two_for_five_dollars_once() -> None:
    table = at(2, materials="bbbb")
    assert ok(table.pay("bb"))
    assert called(table.pay("bb")) == ("ILLEGAL", ["already_decided"])
    assert table.holds("money", "materials") == (5, {"blue": 2})


def test_KM_R7_three_for_five_vp() -> None:
    table = at(3, materials="ggg")
    assert ok(table.pay("ggg"))
    assert table.holds("vp", "materials") == (5, {})


def test_KM_R8_five_dollars_for_four_vp() -> None:
    table = at(4, money=10)
    assert ok(table.activate())
    assert table.holds("money", "vp") == (5, 4)
    assert called(table.activate()) == ("ILLEGAL", ["already_decided"])


def test_KM_R9_developing_from_the_area() -> None:
    table = Table().has(materials="bbw").lies(area=["british-tea", "macaron", "opera", "brunch"], deck=5)
    table.chosen(5)
    answer = table.activate(develop="british-tea", source="area")
    assert ok(answer)
    assert answer["effects"] == [
        {"effect": "develop", "player": "P1", "card": "british-tea",
         "change": {"vp": 3, "gives": {"blue": 1, "white": 1}}, "money": 0, "vp": 3},
    ]  # fmt: skip
    assert (table.view["area"], table.view["deck"]) == (["macaron", "opera", "brunch", None], 4)
    assert table.view["used"] == {"blue": 1, "white": 1}


@pytest.mark.parametrize(
    ("details", "reasons"),
    [
        ({"develop": "british-tea", "source": "area"}, ["cannot_pay"]),
        ({"develop": "parfait", "source": "area"}, ["not_in_area"]),
        ({"develop": "parfait", "source": "hand"}, ["not_in_hand"]),
        ({"develop": "macaron", "source": "area"}, ["not_in_area"]),
        ({"reserve": "parfait"}, ["not_in_area"]),
    ],
)
def test_KM_R9_KM_R10_what_cannot_be_developed_or_reserved(details: Any, reasons: list[str]) -> None:
    area = ["british-tea", "german-beer", "opera", "brunch"]
    table = Table().has(materials="bggw" if "parfait" in str(details) else "b", menu=["macaron"])
    table.lies(area=area, deck=5).chosen(5)
    assert called(table.activate(**details)) == ("ILLEGAL", reasons)
    assert table.view["area"] == area


def test_KM_R10_reserving() -> None:
    table = Table().has().lies(area=["british-tea", "macaron", "opera", "brunch"], deck=5).chosen(5)
    assert ok(table.activate(reserve="opera"))
    assert table.holds("hand", "menu", "vp") == ("opera", [], 0)
    assert (table.view["area"], table.view["deck"]) == (["british-tea", "macaron", "brunch", None], 4)
    assert ok(table.event("refill", None, card="parfait"))
    assert table.view["area"] == ["british-tea", "macaron", "brunch", "parfait"]


def test_KM_R11_each_row_of_the_table() -> None:
    table = at(6, used="b", bag="b", money=9, vp=1, materials="w")
    answer = table.trade({"buy": "blue"}, {"sell": "white"}, {"sell_vp": 1})
    assert ok(answer)
    assert [(e["effect"], e["price"], e["money"], e["vp"]) for e in answer["effects"]] == [
        ("buy", 3, 6, 1),
        ("sell", 3, 9, 1),
        ("sell_vp", 2, 10, 0),
    ]
    assert answer["effects"][0]["from"] == "used"
    assert answer["effects"][2]["lost"] == 1


@pytest.mark.parametrize(
    ("trade", "reasons"),
    [
        ({"buy": "red"}, ["cannot_pay"]),
        ({"buy": "blue", "from": "bag"}, ["bag_before_used"]),
        ({"buy": "green"}, ["not_available"]),
        ({"sell": "green"}, ["no_token"]),
        ({"sell_vp": 1}, ["cannot_pay"]),
        ({"buy_vp": 2}, ["cannot_pay"]),
        ({"buy_vp": 4}, ["too_many_conversions", "cannot_pay", "cannot_pay", "cannot_pay"]),
    ],
)
def test_KM_R11_conversions_that_are_not_possible(trade: Any, reasons: list[str]) -> None:
    table = at(6, used="br", bag="br", money=3)
    answer = table.trade(trade)
    assert called(answer) == ("ILLEGAL", reasons)
    assert table.holds("money", "vp") == (3, 0)


def test_KM_R12_what_is_paid_lies_in_the_used_area() -> None:
    table = at(6, materials="bg", menu=["british-tea"])
    table.trade({"sell": "green"})
    table.ability("british-tea")
    assert table.view["used"] == {"blue": 1, "green": 1}


def test_KM_R13_two_tokens_on_different_cards() -> None:
    table = at(1)
    assert called(table.distribute(("b", 2))) == ("UNSURE", ["unknown"])  # was the bag empty?
    table = at(1, bag="bbgg")
    assert called(table.distribute(("b", 2))) == ("ILLEGAL", ["token_number"])
    assert called(table.distribute(("b", 2), ("b", 3), ("g", 4))) == ("ILLEGAL", ["token_number"])
    assert called(table.distribute(("b", 2), ("r", 3))) == ("ILLEGAL", ["not_available"])
    assert called(table.end_turn()) == ("ILLEGAL", ["not_distributed"])
    assert ok(table.distribute(("b", 2), ("g", 3)))
    assert called(table.distribute(("b", 2), ("g", 3))) == ("ILLEGAL", ["already_distributed"])
    assert (table.view["actions"]["2"], table.view["bag"]) == (["blue"], 2)


def test_KM_R13_yellow_tokens_count_for_the_six() -> None:
    table = Table().has().lies({2: "byyyyy"}, bag="bbgg").chosen(1)
    assert called(table.distribute(("b", 2), ("g", 3))) == ("ILLEGAL", ["full"])


def test_KM_R14_clockwise() -> None:
    table = Table(3).has().lies()
    assert table.view["active"] is None  # joined half way: whose turn it is shows
    assert called(table.choose(1, by="P2")) == ("UNSURE", ["unknown"])
    table = Table(3)
    assert called(table.choose(1, by="P2")) == ("ILLEGAL", ["not_your_turn"])
    for player in ("P1", "P2", "P3", "P1"):
        assert table.view["active"] == player
        table.lies()
        assert ok(table.turn(player))


def test_KM_R14_a_table_event_says_whose_turn_it_is() -> None:
    table = Table(3).has().lies(active="P3")
    assert called(table.choose(1)) == ("ILLEGAL", ["not_your_turn"])
    assert ok(table.choose(1, by="P3"))


def test_KM_R15_equal_turns() -> None:
    table = Table(3, start="P2")
    for player in table.players:
        table.has(vp=30 if player == "P3" else 0, player=player)
    for player in ("P2", "P3"):
        table.lies().turn(player)
    assert (table.view["ending"], table.result["over"]) == ("yes", False)
    table.lies().turn("P1")
    assert table.result["over"]
    assert table.result["winners"] == ["P3"]
    assert called(table.choose(1, by="P2")) == ("ILLEGAL", ["game_over"])


@pytest.mark.parametrize(("vp", "over"), [(29, False), (30, True)])
def test_KM_R15_thirty_vp(vp: int, over: bool) -> None:
    table = Table().has(vp=vp).has(player="P2")
    table.lies().turn("P1")
    table.lies().turn("P2")
    assert table.result["over"] is over


def test_KM_R16_the_final_count_is_tallied() -> None:
    table = Table().has(vp=30).has(13, 28, "ww", player="P2")
    table.lies().turn("P1")
    end = table.lies().turn("P2")
    final = [effect for effect in end["effects"] if effect["effect"] == "final"]
    assert final[1] == {
        "effect": "final", "player": "P2", "change": {"money": 6, "vp": 6, "gives": {"white": 2}},
        "money": 19, "vp": 34,
    }  # fmt: skip
    assert table.result["scores"] == {"P1": 30, "P2": 34}
    assert table.result["players"]["P2"]["vp"] == 28


def test_KM_R17_most_vp_then_most_menu_cards() -> None:
    for menu, winners, decided in (
        (["opera"], ["P2"], "menu"),
        ([], ["P1"], "points"),
    ):
        table = Table().has(vp=33 if not menu else 31).has(vp=31, menu=menu, player="P2")
        table.lies().turn("P1")
        table.lies().turn("P2")
        assert (table.result["winners"], table.result["decided_by"]) == (winners, decided)


def test_KM_R17_people_share_the_victory() -> None:
    table = Table(3).has(vp=31).has(vp=31, player="P2").has(vp=2, player="P3")
    for player in ("P1", "P2", "P3"):
        end = table.lies().turn(player)
    assert called(end) == ("ASK", ["other_game"])
    assert table.override(end)["verdict"] == "OK"
    assert (table.result["winners"], table.result["decided_by"]) == (["P1", "P2"], "shared")


def test_the_wording_of_a_verdict() -> None:
    from referee.wording import describe, verdict_line

    answer = at(4, money=4).activate()
    assert describe(answer["reasons"][0]) == "$5 must be paid, and there is $4"
    assert verdict_line(answer, "kanban-menu").endswith("ILLEGAL: $5 must be paid, and there is $4")
    table = at(6, materials="b")
    answer = table.trade(*[{"sell": "blue"}] * 4)
    assert "details.trades[3]: at most 3 conversions are allowed, not 4" in verdict_line(
        answer, "kanban-menu"
    )


@pytest.mark.parametrize("verdict", ["OK", "ILLEGAL"])
def test_people_overrule_a_verdict(verdict: str) -> None:
    table = Table().has(money=4).lies({4: "b"})
    table.choose(4)
    table.take("b")
    answer = table.activate()
    assert called(answer) == ("ILLEGAL", ["cannot_pay"])
    if verdict == "OK":
        told = table.override(answer)
        assert (told["verdict"], warnings(told)) == ("OK", ["cannot_pay"])
        assert table.holds("money", "vp") == (0, 4)
        assert ok(table.distribute(("b", 1), ("g", 2)))
    else:
        skipped = table.skip()
        assert table.override(skipped, "ILLEGAL")["verdict"] == "OK"
        assert codes(table.distribute(("b", 1), ("g", 2))) == []


@pytest.mark.parametrize(
    ("event", "forced"),
    [
        ({"event": "take", "by": "P1", "tokens": ["blue"]}, "OK"),
        ({"event": "choose", "by": "P2", "action": 2}, "OK"),
        ({"event": "ability", "by": "P1", "card": "opera"}, "OK"),
        ({"event": "distribute", "by": "P1", "tokens": [["blue", 6], ["green", 6]]}, "OK"),
        ({"event": "end_turn", "by": "P1"}, "OK"),
        ({"event": "end_turn", "by": "P1", "materials": {"yellow": 1}}, "OK"),
        ({"event": "ability", "by": "P1", "card": "macaron"}, "ILLEGAL"),
    ],
)
def test_an_override_carries_out_what_can_be(event: dict[str, Any], forced: str) -> None:
    table = Table().has().has(player="P2").lies({1: "bg", 6: "bbbbbb"}, active="P1")
    table.choose(1)
    answer = table.judge.feed(event)
    assert answer["verdict"] == "ILLEGAL"
    assert table.override(answer)["verdict"] == forced
    assert all(len(pile) <= 6 for pile in table.view["actions"].values())
    assert table.result["players"]["P1"]["materials"].get("yellow") is None


def test_tokens_may_be_listed_or_counted() -> None:
    table = Table()
    table.event("table", None, actions={"1": {"blue": 2}}, used=tokens("rr"))
    assert (table.view["actions"]["1"], table.view["used"]) == (["blue", "blue"], {"red": 2})

"""Each worked example of Kanban Menu, by its number, with the sample numbers."""

from __future__ import annotations

from typing import Any

import pytest
from kanban import SAMPLE, Table, called, codes, ok, story, tokens

from referee.judge import Judge

FULL = dict.fromkeys(range(1, 7), "bbbbbb")


def on(action: int, text: str = "", used: str = "", **has: Any) -> Table:
    """P1 has taken the tokens of an action card, with all told."""
    table = Table().has(**has).lies({action: text}, used)
    return table.chosen(action, text)


def test_KM_X1_macaron_and_purchasing() -> None:
    table = Table().has(money=1, menu=["macaron"]).lies({1: "g"}, "rrw")
    assert ok(table.choose(1))
    assert ok(table.take("g"))
    assert ok(table.activate(take="red", source="used"))
    assert table.holds("money", "materials") == (3, {"green": 1, "red": 1})
    assert table.view["used"] == {"red": 1, "white": 1}


@pytest.mark.parametrize(
    ("used", "bag", "source", "verdict", "reasons"),
    [
        ("", "b", "bag", "OK", []),
        ("b", "b", "bag", "ILLEGAL", ["bag_before_used"]),
        ("", "", "bag", "ILLEGAL", ["not_available"]),
        ("", "", "used", "ILLEGAL", ["not_available"]),
    ],
)
def test_KM_X2_where_blue_comes_from(
    used: str, bag: str, source: str, verdict: str, reasons: list[str]
) -> None:
    table = Table().has().lies(used=used, bag=bag).chosen(1)
    assert called(table.activate(take="blue", source=source)) == (verdict, reasons)
    assert table.player()["materials"] == ({"blue": 1} if verdict == "OK" else {})


def test_KM_X3_a_yellow_token_from_the_used_area() -> None:
    table = on(1, used="y")
    assert ok(table.activate(take="yellow", source="used"))
    assert table.holds("money", "materials") == (2, {})
    assert table.view["used"] == {"yellow": 1}


@pytest.mark.parametrize(("menu", "money"), [([], 8), (["roast-beef"], 10)])
def test_KM_X4_regular_business(menu: list[str], money: int) -> None:
    table = Table().has(money=1, menu=menu).lies({2: "bby"})
    table.choose(2)
    table.take("bby")
    assert table.player()["money"] == money - 5
    assert table.view["used"] == {"yellow": 1}
    assert ok(table.pay("bb"))
    assert table.player()["money"] == money
    assert table.view["used"] == {"blue": 2, "yellow": 1}


def test_KM_X5_two_of_one_colour() -> None:
    assert called(on(2, "bg").pay("bg")) == ("ILLEGAL", ["not_same"])


def test_KM_X6_fair_with_german_beer() -> None:
    table = on(3, materials="www", menu=["german-beer"])
    assert ok(table.pay("www"))
    assert table.player()["vp"] == 7


def test_KM_X7_fair_without_three_of_a_colour() -> None:
    table = Table().has(menu=["german-beer", "brunch"]).lies({3: "ww"}).chosen(3, "ww")
    assert ok(table.skip())
    assert table.holds("vp", "materials") == (4, {"white": 2})


def test_KM_X8_the_bonus_pays_for_the_contribution() -> None:
    table = Table().has(money=4, menu=["blended-coffee"]).lies()
    table.choose(4)
    assert table.player()["money"] == 5
    table.take()
    assert ok(table.activate())
    assert table.holds("money", "vp") == (0, 4)


def test_KM_X9_four_dollars_are_not_enough() -> None:
    table = on(4, money=4)
    assert called(table.activate()) == ("ILLEGAL", ["cannot_pay"])
    assert table.holds("money", "vp") == (4, 0)


def test_KM_X9_but_in_the_edition_of_2019() -> None:
    table = Table(edition="2019").has(money=4).lies().chosen(4)
    assert ok(table.activate())
    assert table.holds("money", "vp") == (0, 4)


def test_KM_X10_yellow_money_comes_before_activating() -> None:
    table = on(4, "y", money=3)
    assert table.player()["money"] == 5
    assert ok(table.activate())
    assert table.holds("money", "vp") == (0, 4)


def test_KM_X11_a_card_developed_this_turn_is_used_this_turn() -> None:
    table = Table().has(materials="bbw").lies(area=["british-tea", "macaron", "opera", "brunch"], deck=14)
    table.chosen(5)
    assert ok(table.activate(develop="british-tea", source="area"))
    assert ok(table.ability("british-tea"))
    assert table.holds("vp", "materials", "menu") == (5, {}, ["british-tea"])
    assert ok(table.event("refill", None, card="parfait"))
    assert (len(table.view["area"]), table.view["deck"]) == (4, 13)


def test_KM_X12_a_developed_parfait_counts_from_the_next_choice_on() -> None:
    table = Table().has(materials="gw").lies(area=["parfait"], bag="bgbgbgbg")
    table.chosen(5)
    assert ok(table.activate(develop="parfait", source="area"))
    assert table.player()["vp"] == 4
    table.distribute(("b", 1), ("g", 2))
    table.end_turn()
    table.turn("P2", 3, onto=(4, 3))
    assert ok(table.choose(5))
    assert table.player()["vp"] == 6


def test_KM_X13_a_hand_holds_one_card() -> None:
    table = Table().has(materials="bw", hand="macaron").lies(area=["british-tea", "opera"])
    table.chosen(5)
    assert called(table.activate(reserve="opera")) == ("ILLEGAL", ["hand_full"])
    assert ok(table.activate(develop="british-tea", source="area"))
    assert table.holds("hand", "menu") == ("macaron", ["british-tea"])


def test_KM_X14_developing_from_the_hand() -> None:
    table = Table().has(materials="bw", hand="british-tea")
    table.lies(area=["parfait", "macaron", "opera", "brunch"], deck=9).chosen(5)
    assert ok(table.activate(develop="british-tea", source="hand"))
    assert table.holds("hand", "menu") == (None, ["british-tea"])
    assert (len(table.view["area"]), table.view["deck"]) == (4, 9)


def test_KM_X15_three_conversions() -> None:
    trades: list[dict[str, Any]] = [{"sell": "red"}, {"buy": "blue", "from": "used"}, {"sell": "green"}]
    table = on(6, used="b", money=2, materials="rg")
    answer = table.trade(*trades)
    assert ok(answer)
    assert [(e["effect"], e["price"], e["money"]) for e in answer["effects"]] == [
        ("sell", 3, 5),
        ("buy", 3, 2),
        ("sell", 2, 4),
    ]
    assert table.holds("money", "materials") == (4, {"blue": 1})
    again = on(6, used="b", money=2, materials="rg")
    assert called(again.trade(*trades, {"sell": "blue"})) == ("ILLEGAL", ["too_many_conversions"])
    assert again.holds("money", "materials") == (2, {"green": 1, "red": 1})


def test_KM_X16_money_and_vp() -> None:
    table = on(6, money=6)
    assert ok(table.trade({"buy_vp": 2}))
    assert table.holds("money", "vp") == (0, 2)
    table = on(6, vp=5)
    assert ok(table.trade({"sell_vp": 1}))
    assert table.holds("money", "vp") == (2, 4)


def test_KM_X17_trading_nothing() -> None:
    table = on(6, menu=["vegetable-curry", "brunch"])
    assert ok(table.trade())
    assert table.holds("money", "vp") == (1, 2)


def test_KM_X18_all_tokens_are_taken() -> None:
    table = Table().has().lies({2: "bgr"})
    table.choose(2)
    assert called(table.take("bg")) == ("ILLEGAL", ["take_all"])
    assert table.player()["materials"] == {}


def test_KM_X19_nobody_keeps_a_yellow_token() -> None:
    table = on(1)
    table.skip()
    table.distribute(("b", 2), ("g", 3))
    table.state(materials={"yellow": 1})
    assert called(table.end_turn()) == ("ILLEGAL", ["yellow_kept"])
    table.state(materials={})
    assert called(table.end_turn(materials={"yellow": 1})) == ("ILLEGAL", ["yellow_kept"])
    assert ok(table.end_turn())


@pytest.mark.parametrize(
    ("placed", "verdict", "reasons"),
    [
        ((("b", 3), ("g", 3)), "ILLEGAL", ["same_card"]),
        ((("b", 6), ("g", 3)), "ILLEGAL", ["full"]),
        ((("b", 5), ("g", 3)), "OK", []),
        ((("b", 1), ("g", 3)), "OK", []),
    ],
)
def test_KM_X20_where_tokens_go(placed: Any, verdict: str, reasons: list[str]) -> None:
    table = Table().has().lies({1: "b", 5: "bbbbb", 6: "bbbbbb"}).chosen(1, "b")
    table.skip()
    assert called(table.distribute(*placed)) == (verdict, reasons)
    if verdict == "OK":
        assert len(table.view["actions"]["5"]) == (6 if placed[0][1] == 5 else 5)


def test_KM_X21_no_card_for_the_second_token() -> None:
    table = Table().has().lies({**FULL, 1: ""}, bag="gr").chosen(1)
    table.skip()
    assert called(table.distribute(("g", 1), ("r", 1))) == ("ILLEGAL", ["same_card"])
    assert ok(table.distribute(("g", 1), ("r", None)))
    assert (table.view["actions"]["1"], table.view["used"]) == (["green"], {"red": 1})


def test_KM_X22_a_bag_with_one_token() -> None:
    table = Table().has().lies(used="b" * 9, bag="g").chosen(1)
    table.skip()
    assert ok(table.distribute(("b", 2), ("g", 3)))
    assert (table.view["bag"], table.view["used"]) == (8, {})


def test_KM_X22_no_refill() -> None:
    table = Table(short_bag="no_refill").has().lies(used="b" * 9, bag="g").chosen(1)
    table.skip()
    assert called(table.distribute(("b", 2), ("g", 3)))[0] == "ILLEGAL"
    assert ok(table.distribute(("g", 3)))
    assert (table.view["bag"], table.view["used"]) == (0, {"blue": 9})


def test_KM_X23_abilities_with_money() -> None:
    menu = ["opera", "hamburg-steak", "craft-ginger-ale"]
    table = Table().has(money=5, menu=menu)
    assert ok(table.ability("opera"))
    assert ok(table.ability("hamburg-steak"))
    assert table.holds("money", "vp") == (0, 7)
    assert called(table.ability("opera")) == ("ILLEGAL", ["once", "cannot_pay"])
    table = Table().has(money=4, menu=menu)
    table.ability("opera")
    assert called(table.ability("hamburg-steak")) == ("ILLEGAL", ["cannot_pay"])
    assert ok(table.ability("craft-ginger-ale"))
    assert ok(table.ability("hamburg-steak"))


def test_KM_X24_british_tea_without_a_drink() -> None:
    table = Table().has(menu=["british-tea"], materials="gwr")
    assert called(table.ability("british-tea")) == ("ILLEGAL", ["no_token"])


def test_KM_X25_bavarois() -> None:
    def at(money: int, materials: str = "") -> Table:
        return Table().has(money, menu=["bavarois", "vegetable-curry"], materials=materials).lies(used="b")

    table = at(4)
    assert ok(table.ability("bavarois", trade={"buy": "blue", "from": "used"}))
    assert table.holds("money", "materials") == (0, {"blue": 1})
    assert called(at(3).ability("bavarois", trade={"buy": "blue"})) == ("ILLEGAL", ["cannot_pay"])
    assert called(at(0, "r").ability("bavarois", trade={"sell": "red"})) == ("ILLEGAL", ["cannot_pay"])


def test_KM_X26_fried_chicken_draws_yellow() -> None:
    table = Table().has(money=1, menu=["fried-chicken"]).lies()
    assert ok(table.ability("fried-chicken", drew="yellow"))
    assert table.player()["money"] == 2
    assert table.view["used"] == {"yellow": 1}


def test_KM_X27_the_money_limit() -> None:
    table = on(2, "bb", money=9)
    answer = table.pay("bb")
    assert ok(answer)
    assert (answer["effects"][0]["money"], answer["effects"][0]["lost"]) == (10, 4)
    assert table.player()["money"] == 10


def test_KM_X28_macaron_and_brunch() -> None:
    table = on(1, "g", menu=["macaron", "brunch"])
    table.skip()
    assert table.holds("money", "vp", "materials") == (2, 2, {"green": 1})


@pytest.mark.parametrize(("who", "still"), [("P2", ["P3", "P4"]), ("P4", []), ("P1", ["P2", "P3", "P4"])])
def test_KM_X29_all_have_had_as_many_turns(who: str, still: list[str]) -> None:
    table = Table(4).lies()
    for player in ("P1", "P2", "P3", "P4"):
        table.has(vp=31 if player == who else 0, player=player)
    players = ["P1", "P2", "P3", "P4"]
    for player in players[: players.index(who) + 1]:
        assert not table.result["over"]
        action = int(player[1])
        table.turn(player, action, "".join(x[0] for x in table.view["actions"][str(action)]), (5, 6))
    for player in still:
        assert not table.result["over"]
        action = int(player[1])
        table.turn(player, action, "".join(x[0] for x in table.view["actions"][str(action)]), (5, action))
    assert table.result["over"]
    assert table.result["winners"] == [who]


@pytest.mark.parametrize(("options", "over"), [({}, False), ({"end_on": "cumulative"}, True)])
def test_KM_X30_thirty_reached_and_sold_again(options: dict[str, Any], over: bool) -> None:
    table = Table(start="P2", **options).has(vp=0).has(vp=29, menu=["bagna-cauda"], player="P2").lies()
    table.event("choose", "P2", action=6)
    assert ok(table.ability("bagna-cauda", "P2"))
    assert ok(table.trade({"sell_vp": 1}, by="P2"))
    assert table.player("P2")["vp"] == 29
    table.distribute(("b", 1), ("g", 2), by="P2")
    table.end_turn("P2")
    table.turn("P1", 3, onto=(4, 5))
    assert table.result["over"] is over


@pytest.mark.parametrize(
    ("number", "money", "vp", "materials", "final"),
    [
        ("X31", 4, 29, "bbr", 32),
        ("X32", 13, 28, "ww", 34),
        ("X33", 2, 30, "", 30),
        ("X33", 3, 30, "", 31),
    ],
)
def test_KM_X_final_count(number: str, money: int, vp: int, materials: str, final: int) -> None:
    table = Table().has(vp=30).has(money, vp, materials, player="P2").lies()
    table.turn("P1", 1)
    table.turn("P2", 4)
    assert table.result["over"]
    assert table.result["players"]["P2"]["final_vp"] == final


FIVE = ["macaron", "opera", "bavarois", "fruit-plate", "bagna-cauda"]
SIX = ["roast-beef", "sweets-buffet", "hamburg-steak", "full-course", "craft-ginger-ale", "british-tea"]


def test_KM_X34_more_menu_cards() -> None:
    table = Table().has(vp=32, menu=FIVE).has(vp=32, menu=SIX, player="P2").lies()
    table.turn("P1", 2, onto=(4, 3))
    table.turn("P2", 1, onto=(5, 6))
    assert (table.result["winners"], table.result["decided_by"]) == (["P2"], "menu")


def test_KM_X34_as_many_menu_cards() -> None:
    table = Table().has(vp=32, menu=[*FIVE, "parfait"]).has(2, 32, menu=SIX, player="P2").lies()
    table.turn("P1", 2, onto=(4, 3))
    end = table.turn("P2", 1, onto=(5, 6))
    assert called(end) == ("ASK", ["other_game"])
    assert "2 hours" in end["reasons"][0]["advice"]
    assert (table.result["over"], table.result["winners"], table.result["tied"]) == (True, [], ["P1", "P2"])


@pytest.mark.parametrize(
    ("menu", "money", "verdict"),
    [
        ([], 5, "OK"),
        (["roast-beef"], 7, "OK"),
        ([], 7, "ILLEGAL"),
        (["craft-ginger-ale"], 6, "OK"),
        ([], 6, "ILLEGAL"),
        (["roast-beef"], 6, "ILLEGAL"),
        ([], 8, "ILLEGAL"),
        (["roast-beef"], 8, "ILLEGAL"),
        (["craft-ginger-ale"], 8, "ILLEGAL"),
        (["roast-beef", "craft-ginger-ale"], 8, "OK"),
    ],
)
def test_KM_X35_only_the_changes_were_seen(menu: list[str], money: int, verdict: str) -> None:
    table = Table().has(materials="bb", menu=menu).lies()
    before = {"money": 0, "vp": 0, "materials": {"blue": 2}}
    answer = table.observe(before, {"money": money, "vp": 0, "materials": {}}, action=2)
    assert called(answer) == (verdict, [] if verdict == "OK" else ["unexplained"])
    if verdict == "OK":
        assert {"event": "activate", "details": {"pay": tokens("bb")}} in story(answer)
        assert table.player()["money"] == money


@pytest.mark.parametrize(
    "event",
    [
        {"event": "choose", "by": "P1", "action": 7},
        {"event": "take", "by": "P1", "tokens": ["purple"]},
        {"event": "table", "area": ["macaron", "opera", "brunch", "parfait", "bavarois"]},
        {"event": "table", "actions": {"1": tokens("bbbbbbb")}},
        {"event": "state", "player": "P1", "hand": ["macaron", "opera"]},
        {"event": "state", "player": "P1", "money": -1},
    ],
)
def test_KM_X36_bad_input(event: dict[str, Any]) -> None:
    table = Table().has().lies()
    table.choose(1)
    before = table.view
    assert table.judge.feed(event)["verdict"] == "BAD_INPUT"
    assert table.view == before


def test_KM_X37_no_data() -> None:
    table = Table(data=None).has(money=5, materials="bb").lies().chosen(6)
    too_many = table.trade(*[{"sell": "blue"}] * 2, {"buy_vp": 2})
    assert too_many["verdict"] == "ILLEGAL"
    assert "too_many_conversions" in codes(too_many)
    answer = table.trade({"sell": "blue"}, {"sell": "blue"}, {"buy_vp": 1})
    assert answer["verdict"] == "UNSURE"
    assert set(codes(answer)) == {"no_data"}
    assert table.holds("money", "vp", "materials") == (None, 1, {})


def test_the_example_of_the_whole_stream() -> None:
    """A turn as people write it, with what the table does not say left out."""
    judge = Judge()
    stream = [
        {"event": "setup", "game": "kanban-menu", "players": ["P1", "P2"], "start": "P1", "data": SAMPLE},
        {"event": "state", "player": "P1", "money": 1, "vp": 0, "materials": {"green": 1},
         "menu": ["macaron"], "hand": None},
        {"event": "table", "actions": {"1": ["green"], "2": []}, "used": {"red": 2, "white": 1},
         "area": ["parfait"]},
        {"event": "choose", "by": "P1", "action": 1},
        {"event": "take", "by": "P1", "tokens": ["green"]},
        {"event": "activate", "by": "P1", "details": {"take": "red", "from": "used"}},
        {"event": "distribute", "by": "P1", "tokens": [["blue", 3], ["red", 5]]},
        {"event": "end_turn", "by": "P1"},
    ]  # fmt: skip
    assert [judge.feed(event)["verdict"] for event in stream] == ["OK"] * len(stream)

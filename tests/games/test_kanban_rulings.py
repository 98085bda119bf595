"""The rulings of Kanban Menu by their number (KM-A1 to KM-A20), each with every option."""

from __future__ import annotations

from typing import Any

import pytest
from kanban import SAMPLE, Table, called, codes, ok, warnings

from referee.judge import Judge


def at(action: int, text: str = "", used: str = "", table: Table | None = None, **has: Any) -> Table:
    """P1 has chosen an action card and taken its tokens."""
    return (table or Table()).has(**has).lies({action: text}, used).chosen(action, text)


@pytest.mark.parametrize(
    ("edition", "options", "price", "end"),
    [
        (None, {}, 5, 30),
        ("seed", {}, 5, 30),
        ("2019", {}, 4, 25),
        ("2019", {"edition": "2019"}, 4, 25),
        (None, {"edition": "2019"}, 4, 25),
    ],
)
def test_KM_A1_editions(edition: str | None, options: dict[str, Any], price: int, end: int) -> None:
    def start() -> Table:
        return Table(edition=edition, options=options)

    table = at(4, money=9, vp=end - 5, table=start())
    table.activate()
    assert table.player()["money"] == 9 - price
    table.distribute(("b", 1), ("g", 2))
    table.end_turn()
    assert table.view["ending"] == "no"
    table = start().has(vp=end).lies()
    table.turn("P1")
    assert table.view["ending"] == "yes"


def test_KM_A1_two_editions_at_once() -> None:
    setup = {"event": "setup", "game": "kanban-menu", "players": ["A", "B"], "start": "A", "edition": "2019"}
    answer = Judge().feed({**setup, "options": {"edition": "seed"}})
    assert called(answer) == ("BAD_INPUT", ["bad_value"])


@pytest.mark.parametrize(
    ("trade", "missing"),
    [
        ({"buy": "blue"}, "data.buy.blue"),
        ({"sell": "green"}, "data.sell.green"),
        ({"buy_vp": 1}, "data.vp_price"),
        ({"sell_vp": 1}, "data.vp_sale"),
    ],
)
def test_KM_A2_prices_that_nobody_knows(trade: dict[str, Any], missing: str) -> None:
    table = at(6, used="b", table=Table(data=None), money=9, vp=3, materials="g")
    answer = table.trade(trade)
    assert (answer["verdict"], answer["reasons"][0]["path"]) == ("UNSURE", missing)
    assert table.player()["money"] is None
    assert ok(table.distribute(("b", 1), ("g", 2)))  # the game goes on


def test_KM_A2_some_prices_are_known() -> None:
    table = at(6, used="b", table=Table(data={"buy": {"blue": 3}}), money=9, materials="g")
    assert ok(table.trade({"buy": "blue"}))
    table = at(6, used="b", table=Table(data={"buy": {"blue": 3}}), money=2, materials="g")
    answer = table.trade({"sell": "green"}, {"buy": "blue"})
    assert answer["verdict"] == "UNSURE"  # did the green one bring the missing dollar?
    assert set(codes(answer)) == {"no_data", "unknown"}


def test_KM_A2_no_token_to_sell_is_illegal_without_any_price() -> None:
    table = at(6, table=Table(data=None), money=9)
    answer = table.trade({"sell": "green"})
    assert (answer["verdict"], set(codes(answer))) == ("ILLEGAL", {"no_token", "no_data"})


def test_KM_A2_costs_that_nobody_knows() -> None:
    table = Table(data=None).has(materials="bgwr").lies(area=["macaron"]).chosen(5)
    answer = table.activate(develop="macaron", source="area")
    assert (answer["verdict"], set(codes(answer))) == ("UNSURE", {"no_data"})
    assert table.holds("menu", "vp", "materials") == (["macaron"], None, None)
    table.state(materials=["red"], vp=3)
    assert table.holds("vp", "materials") == (3, {"red": 1})
    table = Table(data=None).has(materials="bgwr", hand="macaron").lies().chosen(5)
    assert called(table.activate(develop="opera", source="hand"))[0] == "ILLEGAL"


def test_KM_A2_full_course_costs_two_of_each() -> None:
    def developed(materials: str) -> dict[str, Any]:
        table = Table(data=None).has(materials=materials).lies(area=["full-course"]).chosen(5)
        return table.activate(develop="full-course", source="area")

    assert called(developed("bbggwwrr")) == ("UNSURE", ["no_data"])  # its VP
    assert called(developed("bbggwwr")) == ("ILLEGAL", ["cannot_pay", "no_data"])


def test_KM_A2_the_final_count_needs_the_prices() -> None:
    table = Table(data=None).has(vp=31).has(vp=20, materials="b", player="P2")
    table.lies().turn("P1")
    end = table.lies().turn("P2")
    assert called(end) == ("UNSURE", ["no_data"])
    result = table.result
    assert (result["over"], result["winners"], result["decided_by"]) == (True, [], "undecided")
    assert result["players"]["P1"]["final_vp"] == 31
    assert result["players"]["P2"]["final_vp"] is None
    table = Table(data=None).has(vp=31).has(vp=20, player="P2")
    table.lies().turn("P1")
    assert ok(table.lies().turn("P2"))  # no materials, no prices needed


@pytest.mark.parametrize(
    "colours", [{"blue": "Main dish", "red": "Drink"}, {"Drink": "red", "main-dish": "blue"}]
)
def test_KM_A3_which_colour_is_a_drink(colours: dict[str, str]) -> None:
    table = Table(colours=colours).has(materials="rb", menu=["british-tea", "single-barrel-whiskey"])
    assert ok(table.ability("british-tea"))
    assert table.player()["materials"] == {"blue": 1}
    assert ok(table.ability("single-barrel-whiskey"))
    assert table.holds("money", "vp", "materials") == (3, 2, {})


@pytest.mark.parametrize(
    "colours", [{"blue": "Soup"}, {"purple": "Drink"}, {"blue": "Fruit"}, {"blue": 1}, 7]
)
def test_KM_A3_colours_that_make_no_sense(colours: Any) -> None:
    setup = {"event": "setup", "game": "kanban-menu", "players": ["A", "B"], "start": "A"}
    assert Judge().feed({**setup, "options": {"colours": colours}})["verdict"] == "BAD_INPUT"


def test_KM_A4_rewards_come_before_the_tokens() -> None:
    table = Table().has(money=9, menu=["macaron"]).lies({1: "y"})
    assert table.choose(1)["effects"][0]["lost"] == 1
    assert table.take("y")["effects"][0]["lost"] == 2


@pytest.mark.parametrize(
    ("window", "before", "between", "after"),
    [({}, "OK", "OK", "OK"), ({"ability_window": "action"}, "ILLEGAL", "OK", "ILLEGAL")],
)
def test_KM_A5_when_abilities_may_be_used(
    window: dict[str, Any], before: str, between: str, after: str
) -> None:
    menu = ["bagna-cauda", "craft-ginger-ale", "opera"]
    table = Table(**window).has(money=2, menu=menu).has(player="P2").lies(active="P1")
    assert table.ability("bagna-cauda")["verdict"] == before
    table.choose(1)
    assert table.ability("craft-ginger-ale")["verdict"] == between
    table.distribute(("b", 2), ("g", 3))
    assert table.ability("opera")["verdict"] == after
    table.end_turn()
    assert table.ability("opera")["verdict"] == "ILLEGAL"


def test_KM_A6_a_card_developed_this_turn() -> None:
    data = {**SAMPLE, "menu": {"bagna-cauda": {"cost": {}, "vp": 0}, "brunch": {"cost": {}, "vp": 0}}}
    table = Table(data=data).has(hand="bagna-cauda").lies().chosen(5)
    table.activate(develop="bagna-cauda", source="hand")
    assert ok(table.ability("bagna-cauda"))
    assert table.player()["vp"] == 1


@pytest.mark.parametrize(("options", "vp"), [({}, 2), ({"brunch_when_unable": False}, 0)])
@pytest.mark.parametrize(
    ("action", "materials", "money"), [(2, "bg", 9), (3, "bbg", 9), (4, "", 4), (5, "bg", 0), (6, "", 0)]
)
def test_KM_A7_not_being_able_to_activate(
    options: dict[str, Any], vp: int, action: int, materials: str, money: int
) -> None:
    table = Table(**options).has(money, materials=materials, menu=["brunch"], hand="macaron")
    table.lies(area=["parfait"], deck=0, bag="bgwr").chosen(action)
    assert ok(table.skip())
    assert table.player()["vp"] == vp
    # Nobody knows what the macaron in hand would cost, so there may be more.
    unknown = action == 5 and not vp
    assert table.result["players"]["P1"].get("at_least") == (["vp"] if unknown else None)


@pytest.mark.parametrize(
    ("action", "materials", "money"),
    [(1, "", 0), (2, "bb", 0), (3, "ggg", 0), (4, "", 5), (5, "gw", 0), (6, "b", 0)],
)
def test_KM_A7_being_able_and_not_activating(action: int, materials: str, money: int) -> None:
    table = Table(brunch_when_unable=False).has(money, materials=materials, menu=["brunch"])
    table.lies(used="b", area=["parfait"], bag="bgwr").chosen(action)
    table.skip()
    assert table.player()["vp"] == 2


def test_KM_A7_trading_nothing() -> None:
    table = at(6, menu=["brunch"])
    assert ok(table.trade())
    assert table.player()["vp"] == 2
    table = at(6, menu=["brunch"], table=Table(brunch_when_unable=False))
    assert ok(table.trade())
    assert table.player()["vp"] == 0


@pytest.mark.parametrize(
    ("options", "at_once", "at_the_end"), [({}, 10, 10), ({"money_over_limit": "turn_end"}, 14, 10)]
)
def test_KM_A8_money_over_the_limit(options: dict[str, Any], at_once: int, at_the_end: int) -> None:
    table = at(2, "bb", money=9, table=Table(**options))
    table.pay("bb")
    assert table.player()["money"] == at_once
    table.distribute(("b", 1), ("g", 3))
    table.end_turn()
    assert table.player()["money"] == at_the_end


def test_KM_A8_without_a_limit_the_setup_says_so() -> None:
    data = {key: value for key, value in SAMPLE.items() if key != "money_limit"}
    table = Table(data=data)
    assert [(r["code"], r["path"]) for r in table.setup["reasons"]] == [("no_data", "data.money_limit")]
    at(2, "bb", money=90, table=table).pay("bb")
    assert table.player()["money"] == 95
    assert warnings(Table().setup) == []


def test_KM_A8_money_that_is_over_the_limit_already_stays() -> None:
    table = at(2, "bb", money=13)
    table.pay("bb")
    assert table.player()["money"] == 13


def test_KM_A9_units_rows_and_chains() -> None:
    table = at(6, materials="bbb")
    assert ok(table.trade(*[{"sell": "blue"}] * 3))
    assert table.player()["money"] == 6
    table = at(6, money=9)
    assert ok(table.trade({"buy_vp": 3}))
    assert table.holds("money", "vp") == (0, 3)
    table = at(6, vp=1)
    assert called(table.trade({"sell_vp": 2})) == ("ILLEGAL", ["cannot_pay"])
    table = at(6, used="b", money=1, materials="b")
    assert ok(table.trade({"sell": "blue"}, {"buy": "blue"}))  # its own token comes back
    assert table.holds("money", "materials") == (0, {"blue": 1})


def test_KM_A10_bavarois_is_no_trading() -> None:
    table = at(6, used="b", money=9, vp=3, menu=["bavarois", "vegetable-curry"])
    assert table.player()["money"] == 10
    assert ok(table.trade({"sell_vp": 3}))
    answer = table.ability("bavarois", trade={"buy": "blue"})
    assert ok(answer)  # a fourth conversion
    assert [effect["money"] for effect in answer["effects"]] == [9, 6]
    table = Table().has(money=9, menu=["bavarois"])
    assert called(table.ability("bavarois", trade={"buy_vp": 2})) == ("ILLEGAL", ["too_many_conversions"])


def test_KM_A11_fried_chicken_and_the_bag() -> None:
    table = Table().has(money=3, menu=["fried-chicken"]).lies(bag="")
    assert called(table.ability("fried-chicken", drew="blue")) == ("ILLEGAL", ["not_available"])
    table = Table().has(money=3, menu=["fried-chicken"]).lies(used="g", bag="")
    assert called(table.ability("fried-chicken", drew="blue")) == ("ILLEGAL", ["not_available"])
    assert ok(table.ability("fried-chicken", drew="green"))
    assert (table.view["used"], table.view["bag"], table.holds("money", "materials")) == (
        {},
        0,
        (2, {"green": 1}),
    )
    assert called(Table().has(menu=["fried-chicken"]).lies().ability("fried-chicken", drew="red")) == (
        "ILLEGAL",
        ["cannot_pay"],
    )


@pytest.mark.parametrize(
    ("bag", "used", "options", "placed", "verdict"),
    [
        ("b", "gg", {}, (("b", 2), ("g", 3)), "OK"),
        ("b", "", {}, (("b", 2),), "OK"),
        ("", "", {}, (), "OK"),
        ("", "g", {}, (("g", 2),), "OK"),
        ("b", "gg", {"short_bag": "no_refill"}, (("b", 2),), "OK"),
        ("b", "gg", {"short_bag": "no_refill"}, (("b", 2), ("g", 3)), "ILLEGAL"),
        ("", "gg", {"short_bag": "no_refill"}, (), "OK"),
    ],
)
def test_KM_A12_a_short_bag(bag: str, used: str, options: Any, placed: Any, verdict: str) -> None:
    table = Table(**options).has().lies(used=used, bag=bag).chosen(1)
    table.skip()
    assert table.distribute(*placed)["verdict"] == verdict
    if verdict == "OK":
        assert ok(table.end_turn())


def test_KM_A12_without_tokens_nothing_need_be_distributed() -> None:
    table = Table().has().lies(bag="").chosen(1)
    table.skip()
    assert ok(table.end_turn())


def test_KM_A12_people_say_that_the_used_area_went_back() -> None:
    table = Table().has().lies(used="gg").chosen(1)  # nobody knows what is in the bag
    table.skip()
    assert ok(table.distribute(("b", 2), ("g", 3), returned=True))
    assert table.view["used"] == {}
    table = Table().has().lies(used="gg", bag="bbb").chosen(1)
    table.skip()
    assert called(table.distribute(("b", 2), ("b", 3), returned=True)) == ("ILLEGAL", ["bag_not_short"])


@pytest.mark.parametrize("free", range(1, 7))
def test_KM_A13_each_action_card_may_take_it(free: int) -> None:
    full = {card: "bbbbbb" for card in range(1, 7) if card != free}
    table = Table().has().lies(full, bag="gr")
    table.chosen(free).skip()
    answer = table.distribute(("g", None), ("r", free))
    assert (answer["verdict"], answer["reasons"]) == ("OK", [])
    table = Table().has().lies(full, bag="gr")
    table.chosen(free).skip()
    answer = table.distribute(("g", None), ("r", None))
    assert called(answer) == ("ILLEGAL", ["card_free", "card_free"])
    assert answer["reasons"][0]["expected"] == f"action card {free}"


@pytest.mark.parametrize(("option", "used", "bag"), [("used", {"red": 1}, 0), ("bag", {}, 1)])
def test_KM_A13_no_action_card_may_take_it(option: str, used: Any, bag: int) -> None:
    full = dict.fromkeys(range(2, 7), "bbbbbb")
    for told in (None, option):
        table = Table(no_legal_card=option).has().lies(full, bag="gr").chosen(1)
        table.skip()
        assert ok(table.distribute(("g", 1), ("r", told)))
        assert (table.view["used"], table.view["bag"]) == (used, bag)
    other = "bag" if option == "used" else "used"
    table = Table(no_legal_card=option).has().lies(full, bag="gr").chosen(1)
    table.skip()
    assert called(table.distribute(("g", 1), ("r", other))) == ("ILLEGAL", ["no_legal_card"])


def test_KM_A13_a_card_that_may_take_it_must() -> None:
    full = dict.fromkeys(range(3, 7), "bbbbbb")
    table = Table().has().lies(full, bag="gr").chosen(1)
    table.skip()
    answer = table.distribute(("g", 1), ("r", None))
    assert called(answer) == ("ILLEGAL", ["card_free"])
    assert answer["reasons"][0]["expected"] == "action card 2"


@pytest.mark.parametrize(
    ("used", "bag", "source", "reasons"),
    [
        ("b", "b", "bag", ["bag_before_used"]),
        ("", "b", "used", ["not_available"]),
        ("", "g", "bag", ["not_available"]),
        ("", "g", None, ["not_available"]),
    ],
)
def test_KM_A14_used_area_before_bag(used: str, bag: str, source: str | None, reasons: list[str]) -> None:
    for action, details in ((1, {"take": "blue"}), (6, {"trades": [{"buy": "blue"}]})):
        table = Table().has(money=9).lies(used=used, bag=bag).chosen(action)
        if action == 1:
            answer = table.activate(**details, **({} if source is None else {"source": source}))
        else:
            answer = table.trade({"buy": "blue", **({} if source is None else {"from": source})})
        assert called(answer) == ("ILLEGAL", reasons)


def test_KM_A15_an_empty_deck() -> None:
    table = Table().has(materials="bgww").lies(area=["british-tea", "parfait", "opera"], deck=0).chosen(5)
    assert ok(table.activate(develop="parfait", source="area"))
    assert (table.view["area"], table.view["deck"]) == (["british-tea", "opera"], 0)
    assert called(table.event("refill", None, card="macaron")) == ("ILLEGAL", ["deck_empty"])
    table = Table().has().lies(area=["british-tea", "parfait", "opera", "brunch"], deck=3)
    assert called(table.event("refill", None, card="macaron")) == ("ILLEGAL", ["area_full"])


def test_KM_A15_the_deck_is_counted_where_all_else_is_known() -> None:
    table = Table().has(menu=["macaron", "opera"]).has(hand="brunch", player="P2")
    table.lies(area=["parfait", "bavarois", "german-beer", "roast-beef"])
    assert table.view["deck"] == 18 - 2 - 1 - 4
    assert Table().view["deck"] == 14


@pytest.mark.parametrize(("options", "ending"), [({}, "no"), ({"end_on": "cumulative"}, "yes")])
def test_KM_A16_vp_that_were_sold_again(options: dict[str, Any], ending: str) -> None:
    table = at(6, vp=28, money=9, table=Table(**options))
    assert ok(table.trade({"buy_vp": 2}, {"sell_vp": 1}))
    table.distribute(("b", 1), ("g", 2))
    table.end_turn()
    assert table.view["ending"] == ending


def test_KM_A16_once_near_the_end_stays_near() -> None:
    table = Table().has(vp=30).has(player="P2")
    table.lies().turn("P1")
    table.state(vp=1)
    table.lies().turn("P2")
    assert table.result["over"]


def test_KM_A17_the_final_count_brings_no_end() -> None:
    table = Table().has(vp=29, money=9).has(vp=29, money=9, player="P2")
    for player in ("P1", "P2"):
        table.lies().turn(player)
    assert not table.result["over"]
    table.lies()
    table.state("P2", vp=31)  # in another player's turn
    table.turn("P1")
    assert table.view["ending"] == "no"


def test_KM_A18_money_breaks_no_tie() -> None:
    table = Table().has(vp=31, money=2).has(vp=31, money=0, player="P2")
    table.lies().turn("P1")
    assert called(table.lies().turn("P2")) == ("ASK", ["other_game"])


@pytest.mark.parametrize(
    "event",
    [
        {"event": "state", "player": "P1", "menu": ["macaron", "macaron"]},
        {"event": "state", "player": "P2", "menu": ["opera"]},
        {"event": "state", "player": "P2", "hand": "opera"},
        {"event": "table", "area": ["opera"]},
        {"event": "refill", "card": "opera"},
    ],
)
def test_KM_A19_each_card_exists_once(event: dict[str, Any]) -> None:
    table = Table().has(menu=["opera"])
    assert called(table.judge.feed(event)) == ("BAD_INPUT", ["duplicate_card"])


def test_KM_A19_unless_the_data_says_otherwise() -> None:
    table = Table(data={**SAMPLE, "menu": {"opera": {"copies": 2}, "macaron": {"copies": 2}}})
    table.has(money=4, menu=["opera", "opera", "macaron", "macaron"]).lies()
    assert ok(table.ability("opera"))
    assert ok(table.ability("opera"))
    assert called(table.ability("opera")) == ("ILLEGAL", ["once", "cannot_pay"])
    table.choose(1)
    assert table.holds("money", "vp") == (4, 6)


def test_KM_A20_looking_into_the_bag_is_not_refereed() -> None:
    assert ok(at(1).activate(take="blue", source="bag", looked=True))

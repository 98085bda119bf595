"""Whole verdicts of Kanban Menu, word for word: actions, abilities, observed turns and what is read."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import whole
from kanban import COLOURS, Table, tokens
from kanban_play import CARDS
from kanban_scenes import (
    Verdict,
    at,
    begins,
    dishes,
    forced,
    had_used,
    hazy,
    knows,
    lacking,
    over,
    placed,
    refused,
    spread,
    tally,
    warn,
    why,
)

from referee.games.base import Ruling
from referee.games.kanban_menu import explain
from referee.games.kanban_menu.game import GAME

A_CARD = "one of " + ", ".join(CARDS)
A_COLOUR = "one of blue, green, white, red, yellow"
A_MATERIAL = "one of blue, green, white, red"
A_NUMBER = "a whole number from 0 to 100000"
A_TRADE = 'one of {"buy": colour}, {"sell": colour}, {"buy_vp": n}, {"sell_vp": n}'
AN_OPTION = (
    "one of ability_window, brunch_when_unable, colours, edition, end_on, money_over_limit, no_legal_card, "
    "short_bag"
)
A_FACT = (
    "one of end_vp, contribution_price, contribution_vp, business_money, fair_vp, final_price, vp_price, "
    "vp_sale, money_limit, buy, sell, menu, tokens, first_tokens, start, edition"
)
ABILITIES = (
    "british-tea, fruit-plate, sweets-buffet, single-barrel-whiskey, opera, hamburg-steak, craft-ginger-ale, "
    "bagna-cauda, bavarois, fried-chicken"
)
LEGAL = "changes that a legal turn brings"

VERDICTS: list[whole.Row] = [
    # actions
    ("activating without choosing", lambda: Table().has().lies().pay("bb"),
     "ILLEGAL", [why("not_chosen")], []),
    ("purchasing what", lambda: at(1).activate(),
     "BAD_INPUT", [why("missing_field", "details.take", "a colour")], []),
    ("paying what", lambda: at(2).activate(),
     "BAD_INPUT", [why("missing_field", "details.pay", "a list of colours")], []),
    ("which menu card", lambda: at(5).activate(),
     "BAD_INPUT", [why("missing_field", "details.develop", "a menu card, here or as reserve")], []),
    ("trading what", lambda: at(6).activate(),
     "BAD_INPUT", [why("missing_field", "details.trades", "a list of trades")], []),
    ("activating after skipping", lambda: spread(bag="b").activate(take="blue"),
     "ILLEGAL", [why("already_decided")], []),
    ("a purchase", lambda: at(1, used="b", money=3).activate(take="blue"),
     "OK", [], [tally("purchase", {"gets": {"blue": 1}}, 3, 0, source="used")]),
    ("a purchase of a yellow token", lambda: at(1, bag="y", money=9).activate(take="yellow"),
     "OK", [], [tally("yellow", {"money": 1}, 10, 0, lost=1)]),
    ("two of a colour for money", lambda: at(2, materials="bbb", vp=1).pay("bb"),
     "OK", [], [tally("business", {"money": 5, "gives": {"blue": 2}}, 5, 1)]),
    ("three of a colour for VP", lambda: at(3, materials="bbb", money=1).pay("bbb"),
     "OK", [], [tally("fair", {"vp": 5, "gives": {"blue": 3}}, 1, 5)]),
    ("two colours", lambda: at(2, materials="bg").pay("bg"),
     "ILLEGAL", [why("not_same", "details.pay", "2 of one colour", "blue, green")], []),
    ("two of three", lambda: at(3, materials="bbb").pay("bb"),
     "ILLEGAL", [why("wrong_count", "details.pay", "3 tokens", "blue, blue")], []),
    ("yellow tokens for money", lambda: at(2).pay("yy"),
     "ILLEGAL", [why("no_token", "details.pay", "2 materials", "yellow, yellow"), why("no_token",
     "details.pay", "2 yellow")], []),
    ("tokens that are not there", lambda: at(3, materials="g").pay("ggg"),
     "ILLEGAL", [why("no_token", "details.pay", "3 green", "1")], []),
    ("money for VP", lambda: at(4, money=7, vp=1).activate(),
     "OK", [], [tally("contribution", {"money": -5, "vp": 4}, 2, 5)]),
    ("money for VP that is not there", lambda: at(4, money=4).activate(),
     "ILLEGAL", [why("cannot_pay", None, "$5", "$4")], []),
    ("a price that is not in the data", lambda: at(4, money=7, table=lacking("contribution_price",
     "contribution_vp")).activate(),
     "UNSURE", [why("no_data", "data.contribution_price", "a number"), why("no_data",
     "data.contribution_vp", "a number")], [tally("contribution", {"money": None, "vp": None}, None, None)]),
    ("money that business brings, unknown", lambda: at(2, materials="bb",
     table=lacking("business_money")).pay("bb"),
     "UNSURE", [why("no_data", "data.business_money", "a number")], [tally("business", {"money": None,
     "gives": {"blue": 2}}, None, 0)]),
    ("VP that the fair brings, unknown", lambda: at(3, materials="bbb",
     table=lacking("fair_vp")).pay("bbb"),
     "UNSURE", [why("no_data", "data.fair_vp", "a number")], [tally("fair", {"vp": None,
     "gives": {"blue": 3}}, 0, None)]),
    ("a menu card of the area", lambda: dishes("british-tea", "opera",
     materials="bbw").activate(develop="british-tea", source="area"),
     "OK", [], [tally("develop", {"vp": 3, "gives": {"blue": 1, "white": 1}}, 0, 3, card="british-tea")]),
    ("a menu card without its tokens", lambda: dishes("british-tea",
     materials="b").activate(develop="british-tea", source="area"),
     "ILLEGAL", [why("cannot_pay", "details.develop", "1 white")], []),
    ("a menu card at a cost that is not known", lambda: dishes("opera",
     materials="bg").activate(develop="opera"),
     "UNSURE", [why("no_data", "data.menu.opera.cost", "a number"), why("no_data", "data.menu.opera.vp",
     "a number")], [tally("develop", {"vp": None}, 0, None, card="opera")]),
    ("a menu card that is in front already", lambda: dishes("opera", "parfait", "brunch", "macaron",
     menu=["british-tea"]).activate(develop="british-tea"),
     "ILLEGAL", [why("not_in_area", "details.develop", "opera, parfait, brunch, macaron", "british-tea")],
     []),
    ("a menu card out of an area that is partly known", lambda: dishes("opera", "parfait",
     menu=["british-tea"]).activate(reserve="british-tea"),
     "ILLEGAL", [why("not_in_area", "details.reserve", "opera, parfait and 2 more", "british-tea")], []),
    ("a menu card out of an area that is not known",
     lambda: dishes(menu=["british-tea"]).activate(reserve="british-tea"),
     "ILLEGAL", [why("not_in_area", "details.reserve", "4 menu cards that are not known", "british-tea")],
     []),
    ("a menu card out of no area", lambda: dishes(deck=0, hand="brunch").activate(develop="parfait",
     source="area"),
     "ILLEGAL", [why("not_in_area", "details.develop", None, "parfait"), why("cannot_pay",
     "details.develop", "1 green"), why("cannot_pay", "details.develop", "1 white")], []),
    ("a menu card that is not in hand", lambda: dishes(hand="brunch",
     materials="bw").activate(develop="british-tea", source="hand"),
     "ILLEGAL", [why("not_in_hand", "details.develop", "brunch", "british-tea")], []),
    ("a menu card of an empty hand", lambda: dishes(materials="bw").activate(develop="british-tea",
     source="hand"),
     "ILLEGAL", [why("not_in_hand", "details.develop", None, "british-tea")], []),
    ("a menu card that may be in hand", lambda: hazy(5, "hand",
     materials=tokens("bw")).activate(develop="british-tea", source="hand"),
     "UNSURE", [why("unknown", "details.develop", "british-tea in the hand")], [tally("develop", {"vp": 3,
     "gives": {"blue": 1, "white": 1}}, 0, 3, card="british-tea")]),
    ("reserving with a full hand", lambda: dishes("opera", hand="brunch").activate(reserve="opera"),
     "ILLEGAL", [why("hand_full", "details.reserve", "an empty hand", "brunch")], []),
    ("reserving with a hand that is not known", lambda: hazy(5, "hand").activate(reserve="opera"),
     "UNSURE", [why("unknown", "details.reserve", "an empty hand")], []),
    ("a new card that lies elsewhere", lambda: dishes("opera").event("refill", None, card="opera"),
     "BAD_INPUT", [why("duplicate_card", "card", "a card that lies nowhere else", "opera")], []),
    ("a fifth card", lambda: dishes("opera", "parfait", "brunch", "macaron").event("refill", None,
     card="bavarois"),
     "ILLEGAL", [why("area_full", None, None, "bavarois")], []),
    ("a card of no deck", lambda: dishes("opera", deck=0).event("refill", None, card="bavarois"),
     "ILLEGAL", [why("deck_empty", None, None, "bavarois")], []),
    # abilities
    ("a card without such an effect", lambda: Table().has(menu=["macaron"]).ability("macaron"),
     "ILLEGAL", [why("no_ability", "card", ABILITIES, "macaron")], []),
    ("bavarois without a trade", lambda: Table().has(menu=["bavarois"]).ability("bavarois"),
     "BAD_INPUT", [why("missing_field", "details.trade", "a trade")], []),
    ("fried chicken without a colour",
     lambda: Table().has(menu=["fried-chicken"]).ability("fried-chicken"),
     "BAD_INPUT", [why("missing_field", "details.drew", "a colour")], []),
    ("an effect before the action",
     lambda: Table(ability_window="action").has(menu=["bagna-cauda"]).ability("bagna-cauda"),
     "ILLEGAL", [why("ability_window", None, "between choosing an action and distributing tokens",
     "bagna-cauda")], []),
    ("an effect of a card that may be in front", lambda: knows("menu").ability("bagna-cauda"),
     "UNSURE", [why("unknown", "card", "bagna-cauda in front of P1")], [tally("ability", {"vp": 1}, 0, 1,
     card="bagna-cauda")]),
    ("an effect of another card", lambda: Table().has(menu=["macaron", "opera"]).ability("bagna-cauda"),
     "ILLEGAL", [why("not_in_front", "card", "macaron, opera", "bagna-cauda")], []),
    ("an effect without a card", lambda: Table().has().ability("bagna-cauda"),
     "ILLEGAL", [why("not_in_front", "card", None, "bagna-cauda")], []),
    ("an effect twice", lambda: had_used("bagna-cauda").ability("bagna-cauda"),
     "ILLEGAL", [why("once", "card", None, "bagna-cauda")], []),
    ("an effect for a token", lambda: Table().has(8, 2, "b", menu=["british-tea"]).ability("british-tea"),
     "OK", [], [tally("ability", {"vp": 2, "gives": {"blue": 1}}, 8, 4, card="british-tea")]),
    ("an effect for a token that is not there", lambda: Table().has(8, 2,
     menu=["british-tea"]).ability("british-tea"),
     "ILLEGAL", [why("no_token", "details", "1 blue")], []),
    ("an effect for money that is not there", lambda: Table().has(1, menu=["opera"]).ability("opera"),
     "ILLEGAL", [why("cannot_pay", "card", "$2", "$1")], []),
    ("fried chicken", lambda: Table().has(3, menu=["fried-chicken"]).lies(bag="r").ability("fried-chicken",
     drew="red"),
     "OK", [], [tally("ability", {"money": -1}, 2, 0, card="fried-chicken"), tally("draw",
     {"gets": {"red": 1}}, 2, 0, source="bag")]),
    ("fried chicken with money", lambda: Table().has(3,
     menu=["fried-chicken"]).lies(bag="y").ability("fried-chicken", drew="yellow"),
     "OK", [], [tally("ability", {"money": -1}, 2, 0, card="fried-chicken"), tally("yellow", {"money": 2},
     4, 0)]),
    ("fried chicken without the colour", lambda: Table().has(3,
     menu=["fried-chicken"]).lies(bag="y").ability("fried-chicken", drew="red"),
     "ILLEGAL", [why("not_available", "details.drew", "red in the bag")], []),
    ("fried chicken with a full bag", lambda: Table().has(3,
     menu=["fried-chicken"]).lies(bag="r").ability("fried-chicken", drew="red", returned=True),
     "ILLEGAL", [why("bag_not_short", "returned", "fewer than 1 tokens in the bag")], []),
    # observed
    ("changes after the distribution", lambda: placed(Table().has()).observe({}, {}),
     "ILLEGAL", [why("already_distributed")], []),
    ("changes by another action", lambda: at(1).observe({}, {}, action=2),
     "ILLEGAL", [why("already_chosen", None, "action 1", "action 2")], []),
    ("other things before", lambda: at(2, materials="bb").observe({"money": 1, "materials": ["blue",
     "blue"], "menu": ["opera"]}, {"money": 6, "materials": []}, action=2),
     "OK", [warn("differs", "before.money", "0", "1"), warn("differs", "before.menu", "nothing", "opera")],
     [{"effect": "story", "player": "P1", "steps": [{"event": "activate", "details": {"pay": ["blue",
     "blue"]}}]}, tally("business", {"money": 5, "gives": {"blue": 2}}, 6, 0)]),
    ("a yellow token afterwards", lambda: at(1).observe({}, {"materials": ["yellow"]}),
     "ILLEGAL", [why("yellow_kept", "after.materials", "no yellow token", "yellow")], []),
    ("changes that no turn brings", lambda: at(2, materials="bb").observe({}, {"money": 8, "vp": 1,
     "materials": [], "menu": ["opera"], "hand": "brunch"}, action=2),
     "ILLEGAL", [why("unexplained", "after", LEGAL,
     "action 2, money +8, VP +1, blue -2, opera in front, brunch in hand")], []),
    ("no change that is a turn", lambda: at(2).observe({"vp": 0}, {"vp": 0}),
     "OK", [], [{"effect": "story", "player": "P1", "steps": [{"event": "skip"}]}]),
    ("changes of two kinds of tokens before", lambda: at(2, materials="bbg",
     hand="opera").observe({"materials": ["red"], "hand": None}, {"materials": ["red"]}),
     "OK", [warn("differs", "before.materials", "2 blue, 1 green", "1 red"), warn("differs", "before.hand",
     "opera", "nothing")], [{"effect": "story", "player": "P1", "steps": [{"event": "skip"}]}]),
    ("a change that a menu card may bring", lambda: Table().has().lies(active="P1").observe({},
     {"vp": 99}),
     "UNSURE", [why("no_data", "data.menu.bagna-cauda.cost", "a number"), why("no_data",
     "data.menu.bagna-cauda.vp", "a number")], [{"effect": "story", "player": "P1",
     "steps": [{"event": "choose", "action": 5}, {"event": "activate",
     "details": {"develop": "bagna-cauda", "from": "area"}}]}, tally("develop", {"vp": None}, 0, None,
     card="bagna-cauda")]),
    ("no change that could be, by people", lambda: forced(at(2, materials="bb"), lambda t: t.observe({},
     {"materials": ["blue", "blue"], "money": 9})),
     "OK", [warn("unexplained", "after", LEGAL, "money +9")], []),
    # told
    ("a card of two players", lambda: Table().has(menu=["opera"]).state("P2", menu=["opera"]),
     "BAD_INPUT", [why("duplicate_card", "menu", "1 of it, in fronts, hands and the area", "opera")], []),
    ("more tokens than there are", lambda: Table(data={"tokens": dict.fromkeys(COLOURS,
     2)}).state(materials=tokens("bbb")),
     "BAD_INPUT", [why("too_many_tokens", "blue", "at most 2", 3)], []),
    ("after the end", lambda: over().choose(1),
     "ILLEGAL", [why("game_over")], []),
    ("an end that people refuse", refused,
     "OK", [], []),
    # input
    ("an option and a fact that are not known", lambda: begins(options={"colour": 1}, data={"price": 3,
     "money_limit": 10}),
     "OK", [warn("unknown_option", "options.colour", AN_OPTION), warn("unknown_fact", "data.price",
     A_FACT)], []),
    ("no limit of money", lambda: begins(data={}),
     "OK", [warn("no_data", "data.money_limit", "the most money one may keep")], []),
    ("two editions", lambda: begins(edition="2019", options={"edition": "seed"}),
     "BAD_INPUT", [why("bad_value", "options.edition", "2019, as edition says", "seed")], []),
    ("an edition that is not known", lambda: begins(edition="2020"),
     "BAD_INPUT", [why("bad_value", "edition", "one of seed, 2019", "2020")], []),
    ("an option that is none of its choices", lambda: begins(options={"end_on": "never",
     "brunch_when_unable": 1}),
     "BAD_INPUT", [why("bad_value", "options.end_on", "one of current, cumulative", "never"),
     why("wrong_type", "options.brunch_when_unable", "true or false", 1)], []),
    ("a colour that is none", lambda: begins(options={"colours": {"purple": "Drink"}}),
     "BAD_INPUT", [why("unknown_colour", "options.colours.purple", A_MATERIAL, "purple")], []),
    ("a kind that is none", lambda: begins(options={"colours": {"blue": "Soup"}}),
     "BAD_INPUT", [why("bad_value", "options.colours.blue", "one of drink, fruit, sweet, main-dish",
     "Soup")], []),
    ("a kind that is a number", lambda: begins(options={"colours": {"blue": 1}}),
     "BAD_INPUT", [why("wrong_type", "options.colours.blue", "one of drink, fruit, sweet, main-dish", 1)],
     []),
    ("a kind twice", lambda: begins(options={"colours": {"blue": "Fruit"}}),
     "BAD_INPUT", [why("bad_value", "options.colours", "each of drink, fruit, sweet, main-dish once",
     "fruit, fruit, sweet, main-dish")], []),
    ("a start player who does not play", lambda: begins(start="P9"),
     "BAD_INPUT", [why("unknown_player", "start", "one of P1, P2", "P9")], []),
    ("a player alone", lambda: begins(players=["P1"]),
     "BAD_INPUT", [why("bad_value", "players", "a list of 2 to 5 names", "a list of 1")], []),
    ("the tokens on the action cards", lambda: begins(data={"first_tokens": [1], "money_limit": 10}),
     "BAD_INPUT", [why("bad_value", "data.first_tokens", "6 whole numbers", "a list of 1")], []),
    ("prices that make no sense", lambda: begins(data={"buy": {"blue": -1, "pink": 2}, "final_price": 0,
     "vp_price": "1"}),
     "BAD_INPUT", [why("bad_value", "data.final_price", "a whole number from 1", 0), why("wrong_type",
     "data.vp_price", A_NUMBER, "1"), why("unknown_colour", "data.buy.pink", A_MATERIAL, "pink"),
     why("bad_value", "data.buy.blue", A_NUMBER, -1)], []),
    ("cards that make no sense", lambda: begins(data={"menu": {"soup": {},
     "opera": {"cost": {"pink": 1}}}}),
     "BAD_INPUT", [why("unknown_card", "data.menu.soup", A_CARD, "soup"), why("unknown_colour",
     "data.menu.opera.cost.pink", "one of blue, green, white, red, money", "pink")], []),
    ("an action that is none", lambda: Table().choose(7),
     "BAD_INPUT", [why("bad_value", "action", "an action from 1 to 6", 7)], []),
    ("an action in words", lambda: Table().event("choose", action="one"),
     "BAD_INPUT", [why("wrong_type", "action", "an action from 1 to 6", "one")], []),
    ("another's event", lambda: Table().choose(1, by="P9"),
     "BAD_INPUT", [why("unknown_player", "by", "one of P1, P2", "P9")], []),
    ("colours in words", lambda: Table().event("take", tokens=["pink", 3]),
     "BAD_INPUT", [why("unknown_colour", "tokens[0]", A_COLOUR, "pink"), why("wrong_type", "tokens[1]",
     A_COLOUR, 3)], []),
    ("too many colours", lambda: Table().event("take", tokens=["blue"] * 7),
     "BAD_INPUT", [why("bad_value", "tokens", "a list of at most 6 colours", "a list of 7")], []),
    ("a colour to take", lambda: Table().activate(take="pink"),
     "BAD_INPUT", [why("unknown_colour", "details.take", A_COLOUR, "pink")], []),
    ("a source that is none", lambda: Table().activate(take="blue", source="area"),
     "BAD_INPUT", [why("bad_value", "details.from", "one of used, bag", "area")], []),
    ("a place that is none", lambda: Table().activate(develop="opera", source="bag"),
     "BAD_INPUT", [why("bad_value", "details.from", "one of area, hand", "bag")], []),
    ("develop and reserve", lambda: Table().activate(develop="opera", reserve="brunch"),
     "BAD_INPUT", [why("bad_value", "details.reserve", "develop or reserve, not both", "brunch")], []),
    ("a menu card that is none", lambda: Table().activate(develop="soup"),
     "BAD_INPUT", [why("unknown_card", "details.develop", A_CARD, "soup")], []),
    ("a menu card that is a number", lambda: Table().activate(reserve=1),
     "BAD_INPUT", [why("wrong_type", "details.reserve", "a menu card", 1)], []),
    ("a trade that is none", lambda: Table().trade({}, {"buy": "blue", "sell": "red"}),
     "BAD_INPUT", [why("missing_field", "details.trades[0]", A_TRADE), why("bad_value",
     "details.trades[1]", A_TRADE, "buy and sell")], []),
    ("a trade in words", lambda: Table().activate(trades=["buy"]),
     "BAD_INPUT", [why("wrong_type", "details.trades[0]", A_TRADE, "buy")], []),
    ("a trade of a yellow token", lambda: Table().trade({"buy": "yellow"}),
     "BAD_INPUT", [why("unknown_colour", "details.trades[0].buy", A_MATERIAL, "yellow")], []),
    ("a trade from nowhere", lambda: Table().trade({"buy": "blue", "from": "hand"}),
     "BAD_INPUT", [why("bad_value", "details.trades[0].from", "one of used, bag", "hand")], []),
    ("numbers of VP", lambda: Table().trade({"buy_vp": 0}, {"sell_vp": "1"}),
     "BAD_INPUT", [why("bad_value", "details.trades[0].buy_vp", "a number of VP from 1 to 20", 0),
     why("wrong_type", "details.trades[1].sell_vp", "a number of VP from 1 to 20", "1")], []),
    ("too many trades", lambda: Table().trade(*[{"buy_vp": 1}] * 21),
     "BAD_INPUT", [why("bad_value", "details.trades", "a list of at most 20 trades", "a list of 21")], []),
    ("drawn tokens", lambda: Table().event("distribute", tokens=["blue", ["blue", 7], ["pink", 1]]),
     "BAD_INPUT", [why("wrong_type", "tokens[0]", "[colour, action]", "blue"), why("bad_value",
     "tokens[1][1]", "an action from 1 to 6", 7), why("unknown_colour", "tokens[2][0]", A_COLOUR, "pink")],
     []),
    ("drawn tokens in words", lambda: Table().event("distribute", tokens="blue"),
     "BAD_INPUT", [why("wrong_type", "tokens", "a list of drawn tokens, each [colour, action]", "blue")],
     []),
    ("a card named twice", lambda: Table().state(menu=["opera", "opera"]),
     "BAD_INPUT", [why("duplicate_card", "menu[1]", "a card that is not named before", "opera")], []),
    ("too many menu cards", lambda: Table().state(menu=["opera"] * 30),
     "BAD_INPUT", [why("bad_value", "menu", "a list of at most 18 menu cards", "a list of 30")], []),
    ("money that makes no sense", lambda: Table().state(money=-1, vp="2", materials={"pink": 1}),
     "BAD_INPUT", [why("bad_value", "money", A_NUMBER, -1), why("wrong_type", "vp", A_NUMBER, "2"),
     why("unknown_colour", "materials.pink", A_COLOUR, "pink")], []),
    ("a table that makes no sense", lambda: Table().event("table", None, actions={"7": [],
     "1": {"blue": 7}}, bag=-1, active="P9", area=["opera"] * 5),
     "BAD_INPUT", [why("bad_value", "actions.7", "an action from 1 to 6", "7"), why("bad_value",
     "actions.1", "at most 6 tokens", "blue, blue, blue, blue, blue, blue, blue"), why("bad_value", "area",
     "a list of at most 4 menu cards", "a list of 5"), why("bad_value", "active", "one of P1, P2", "P9"),
     why("bad_value", "bag", "a number of tokens from 0 to 100000", -1)], []),
    ("what was not looked at", lambda: Table().event("observe"),
     "BAD_INPUT", [why("missing_field", "before", "what the player has"), why("missing_field", "after",
     "what the player has")], []),
]  # fmt: skip


@whole.each(VERDICTS)
def test_whole_verdicts(
    play: Callable[[], Verdict], call: str, reasons: list[Verdict], effects: list[Verdict]
) -> None:
    whole.tells(play, call, reasons, effects)


def test_KM_R13_two_tokens_for_the_last_place_of_a_card() -> None:
    table = Table().has().lies({3: "bbbbb"}, bag="bg").chosen(1)
    table.skip()
    answer = table.distribute(("b", 3), ("g", 3))
    assert answer["reasons"] == [why("same_card", "tokens[1]", "another action card", "action 3")]
    table.override(answer)
    assert (table.view["actions"]["3"], table.view["used"]) == (["blue"] * 6, {"green": 1})


def test_a_turn_with_too_many_stories(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explain, "MOST_PLAYED", 1)
    table = Table().has(materials="bb").lies(active="P1")
    answer = table.observe({}, {"materials": [], "money": 5}, action=2)
    assert (answer["verdict"], answer["reasons"]) == ("UNSURE", [why("too_many_stories")])


@pytest.mark.parametrize(
    ("event", "call", "code"),
    [
        ({"event": "skip", "by": "P1"}, "ILLEGAL", "not_chosen"),
        ({"event": "refill", "card": "opera"}, "BAD_INPUT", "duplicate_card"),
    ],
)
def test_what_people_refuse_keeps_its_own_reasons(event: Verdict, call: str, code: str) -> None:
    state = Table().has(menu=["opera"]).lies(active="P1").judge.state
    after, verdict = GAME.apply(state, GAME.parse(state, event, 4), Ruling("ILLEGAL", 5))
    assert (after, verdict.call, [reason.code for reason in verdict.reasons]) == (state, call, [code])


def test_what_people_refuse_says_so() -> None:
    state = Table().has().lies(active="P1").judge.state
    event = GAME.parse(state, {"event": "choose", "by": "P1", "action": 1}, 4)
    after, verdict = GAME.apply(state, event, Ruling("ILLEGAL", 5))
    assert (after, verdict.call) == (state, "ILLEGAL")
    assert [reason.to_dict() for reason in verdict.reasons] == [why("overruled")]

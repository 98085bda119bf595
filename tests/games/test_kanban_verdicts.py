"""Whole verdicts of Kanban Menu, word for word: the end, the distribution, trading and the turn. Codes alone
would let a wrong name, field or effect pass."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import whole
from kanban import Table
from kanban_scenes import (
    NO_SALE,
    Verdict,
    at,
    choosing,
    cumulative,
    forced,
    hazy,
    knows,
    lacking,
    last,
    partly,
    placed,
    spread,
    tally,
    three,
    tied_unknown,
    unseen,
    warn,
    why,
)

OTHER_GAME = "the tied players play another game, one of at least 2 hours"

VERDICTS: list[whole.Row] = [
    # ending
    ("a turn that was none", lambda: Table().has().lies().end_turn(),
     "ILLEGAL", [why("not_chosen")], []),
    ("nothing distributed", lambda: at(1, bag="bbgg").end_turn(),
     "ILLEGAL", [why("not_distributed")], []),
    ("nothing distributed, by people", lambda: forced(at(1, bag="bbgg", menu=["brunch"]),
     lambda t: t.end_turn()),
     "OK", [warn("not_distributed")], [tally("bonus", {"vp": 2}, 0, 2, card="brunch")]),
    ("yellow tokens kept", lambda: placed(Table().has()).end_turn(materials={"yellow": 2, "blue": 1}),
     "ILLEGAL", [why("yellow_kept", None, "no yellow token", "2 yellow")], []),
    ("yellow tokens kept, by people", lambda: forced(placed(Table().has()),
     lambda t: t.end_turn(materials={"yellow": 2})),
     "OK", [warn("yellow_kept", None, "no yellow token", "2 yellow")], []),
    ("money over the limit", lambda: placed(Table(money_over_limit="turn_end").has(13, 4)).end_turn(),
     "OK", [], [tally("over_limit", {"money": -3}, 10, 4, lost=3)]),
    ("money at the limit", lambda: placed(Table(money_over_limit="turn_end").has(10, 4)).end_turn(),
     "OK", [], []),
    ("the end is near", lambda: placed(Table().has(vp=30)).end_turn(),
     "OK", [], [{"effect": "end_near", "player": "P1"}]),
    ("the VP that end the game are not known", lambda: placed(lacking("end_vp").has(vp=30)).end_turn(),
     "OK", [warn("no_data", "data.end_vp", "the VP that end the game")], []),
    ("the VP of a player are not known", lambda: placed(knows("vp")).end_turn(),
     "OK", [warn("unknown", "vp", "the VP of P1, which may be 30 or more")], []),
    ("the last turn", lambda: last(Table().has(13, 30, "bw").has(2, 3, player="P2")),
     "OK", [], [{"effect": "game_over"}, tally("final", {"money": 5, "vp": 6, "gives": {"blue": 1,
     "white": 1}}, 18, 36), tally("final", {}, 2, 3, "P2"), {"effect": "wins", "player": "P1"}]),
    ("the last turn with a tie that menu cards break", lambda: last(Table().has(vp=30).has(vp=30,
     menu=["opera"], player="P2")),
     "OK", [], [{"effect": "game_over"}, tally("final", {}, 0, 30), tally("final", {}, 0, 30, "P2"),
     {"effect": "wins", "player": "P2"}]),
    ("the last turn with a tie that nothing breaks", lambda: last(Table().has(vp=30).has(vp=30,
     player="P2")),
     "ASK", [why("other_game", None, None, "P1, P2", advice=OTHER_GAME)], [{"effect": "game_over"},
     tally("final", {}, 0, 30), tally("final", {}, 0, 30, "P2")]),
    ("the last turn with a tie that people break", lambda: forced(Table().has(vp=30).has(vp=30,
     player="P2"), last),
     "OK", [], [{"effect": "game_over"}, tally("final", {}, 0, 30), tally("final", {}, 0, 30, "P2")]),
    ("the last turn with unknown menu cards", lambda: tied_unknown().end_turn("P2"),
     "UNSURE", [why("unknown", "menu", "the menu cards of the tied players")], [{"effect": "game_over"},
     tally("final", {}, 0, 32), tally("final", {}, 0, 32, "P2")]),
    ("the end by all VP ever received", lambda: placed(cumulative()).end_turn(),
     "OK", [], [{"effect": "end_near", "player": "P1"}]),
    ("the last turn of three", three,
     "OK", [], [{"effect": "game_over"}, tally("final", {}, 0, 31), tally("final", {"vp": 3}, 9, 31, "P2"),
     tally("final", {}, 0, 4, "P3"), {"effect": "wins", "player": "P1"}]),
    ("the last turn with everything unknown", lambda: last(knows("money", "vp", "materials", player="P2",
     table=Table().has(vp=30))),
     "UNSURE", [why("unknown", "money", "the money of P2"), why("unknown", "vp", "the VP of P2"),
     why("unknown", "materials", "the materials of P2")], [{"effect": "game_over"}, tally("final", {}, 0,
     30)]),
    ("the last turn with unknown money", lambda: last(knows("money", player="P2",
     table=Table().has(vp=30))),
     "UNSURE", [why("unknown", "money", "the money of P2")], [{"effect": "game_over"}, tally("final", {},
     0, 30)]),
    ("the last turn with unknown VP", lambda: last(knows("vp", player="P2", table=Table().has(vp=30))),
     "UNSURE", [why("unknown", "vp", "the VP of P2")], [{"effect": "game_over"}, tally("final", {}, 0, 30)]),
    ("the last turn with unknown materials", lambda: last(knows("materials", player="P2",
     table=Table().has(vp=30))),
     "UNSURE", [why("unknown", "materials", "the materials of P2")], [{"effect": "game_over"},
     tally("final", {}, 0, 30)]),
    ("the last turn without selling prices", lambda: last(Table(data=NO_SALE).has(vp=30,
     materials="bg").has(player="P2")),
     "UNSURE", [why("no_data", "data.sell.blue", "a number"), why("no_data", "data.sell.green",
     "a number")], [{"effect": "game_over"}, tally("final", {}, 0, 0, "P2")]),
    ("the last turn without the price of a VP",
     lambda: last(lacking("final_price").has(vp=30).has(player="P2")),
     "UNSURE", [why("no_data", "data.final_price", "a number")], [{"effect": "game_over"}]),
    # distribution
    ("tokens before an action", lambda: Table().has().lies().distribute(("b", 2), ("g", 3)),
     "ILLEGAL", [why("not_chosen")], []),
    ("tokens once more", lambda: placed(Table().has()).distribute(("b", 2), ("g", 3)),
     "ILLEGAL", [why("already_distributed")], []),
    ("tokens without taking those of the card", lambda: choosing(2, "bby").distribute(("b", 1), ("g", 3)),
     "ILLEGAL", [why("take_all", None, "blue, blue, yellow")], []),
    ("tokens without a word on the action", lambda: at(1, menu=["brunch"]).distribute(("b", 2), ("g", 3)),
     "OK", [], [tally("bonus", {"vp": 2}, 0, 2, card="brunch")]),
    ("a token of two", lambda: spread().distribute(("b", 2)),
     "ILLEGAL", [why("token_number", "tokens", "2 tokens", "1 token")], []),
    ("three tokens", lambda: spread().distribute(("b", 2), ("b", 3), ("g", 4)),
     "ILLEGAL", [why("token_number", "tokens", "2 tokens", "3 tokens")], []),
    ("two tokens of one", lambda: spread(bag="b").distribute(("b", 2), ("g", 3)),
     "ILLEGAL", [why("token_number", "tokens", "1 token", "2 tokens"), why("not_available", "tokens[1]",
     "green in the bag")], []),
    ("three tokens of a bag that nobody knows", lambda: at(1).distribute(("b", 2), ("b", 3), ("g", 4)),
     "ILLEGAL", [why("token_number", "tokens", "2 tokens", "3 tokens")], []),
    ("a token of a bag that nobody knows", lambda: at(1).distribute(("b", 2)),
     "UNSURE", [why("unknown", "tokens", "2 tokens, unless the bag is empty")], []),
    ("a token that is not in the bag", lambda: spread().distribute(("b", 2), ("r", 3)),
     "ILLEGAL", [why("not_available", "tokens[1]", "red in the bag")], []),
    ("the same card", lambda: spread().distribute(("b", 2), ("g", 2)),
     "ILLEGAL", [why("same_card", "tokens[1]", "another action card", "action 2")], []),
    ("a full card", lambda: spread("3").distribute(("b", 2), ("g", 3)),
     "ILLEGAL", [why("full", "tokens[1]", "fewer than 6 tokens", "action 3")], []),
    ("a full card, by people", lambda: forced(spread("3"), lambda t: t.distribute(("b", 2), ("g", 3))),
     "OK", [warn("full", "tokens[1]", "fewer than 6 tokens", "action 3")], []),
    ("cards of which nothing is known", lambda: unseen(1).distribute(("b", 2), ("g", 3)),
     "OK", [warn("unknown", "tokens[0]", "the tokens on action card 2"), warn("unknown", "tokens[1]",
     "the tokens on action card 3")], []),
    ("a token aside while there are free cards", lambda: spread("345").distribute(("g", 1), ("b", None)),
     "ILLEGAL", [why("card_free", "tokens[1]", "action card 2, 6", "blue")], []),
    ("a token aside while cards are not known", lambda: partly(345).distribute(("g", 1), ("b", None)),
     "UNSURE", [why("unknown", "tokens[1]", "6 tokens on action card 2, 6")], []),
    ("a token in the bag instead of the used area", lambda: spread("23456").distribute(("g", 1), ("b",
     "bag")),
     "ILLEGAL", [why("no_legal_card", "tokens[1]", "the used area", "the bag")], []),
    ("a token in the used area instead of the bag", lambda: spread("23456",
     no_legal_card="bag").distribute(("g", 1), ("b", "used")),
     "ILLEGAL", [why("no_legal_card", "tokens[1]", "the bag", "the used area")], []),
    ("a bag that is not short", lambda: spread().distribute(("b", 2), ("g", 3), returned=True),
     "ILLEGAL", [why("bag_not_short", "returned", "fewer than 2 tokens in the bag")], []),
    ("a bag that is not filled up", lambda: spread(bag="b", short_bag="no_refill").distribute(("b", 2),
     returned=True),
     "ILLEGAL", [why("bag_not_short", "returned", "fewer than 2 tokens in the bag")], []),
    # trading
    ("each row of the table", lambda: at(6, used="b", money=9, vp=1, materials="w").trade({"buy": "blue"},
     {"sell": "white"}, {"sell_vp": 1}),
     "OK", [], [tally("buy", {"money": -3, "gets": {"blue": 1}}, 6, 1, price=3, source="used"),
     tally("sell", {"money": 3, "gives": {"white": 1}}, 9, 1, price=3), tally("sell_vp", {"money": 1,
     "vp": -1}, 10, 0, price=2, lost=1)]),
    ("VP for money", lambda: at(6, money=9, vp=1).trade({"buy_vp": 2}),
     "OK", [], [tally("buy_vp", {"money": -3, "vp": 1}, 6, 2, price=3), tally("buy_vp", {"money": -3,
     "vp": 1}, 3, 3, price=3)]),
    ("a token from the bag", lambda: at(6, bag="g", money=9).trade({"buy": "green"}),
     "OK", [], [tally("buy", {"money": -3, "gets": {"green": 1}}, 6, 0, price=3, source="bag")]),
    ("four conversions", lambda: at(6, materials="bbbb").trade(*[{"sell": "blue"}] * 4),
     "ILLEGAL", [why("too_many_conversions", "details.trades[3]", "at most 3", "4")], []),
    ("two conversions with bavarois", lambda: Table().has(9, menu=["bavarois"]).ability("bavarois",
     trade={"buy_vp": 2}),
     "ILLEGAL", [why("too_many_conversions", "details.trade", "at most 1", "2")], []),
    ("a conversion with bavarois", lambda: at(1, money=9, menu=["bavarois"]).ability("bavarois",
     trade={"buy_vp": 1}),
     "OK", [], [tally("ability", {"money": -1}, 8, 0, card="bavarois"), tally("buy_vp", {"money": -3,
     "vp": 1}, 5, 1, price=3)]),
    ("too little money", lambda: at(6, money=2).trade({"buy_vp": 1}),
     "ILLEGAL", [why("cannot_pay", "details.trades[0]", "$3", "$2")], []),
    ("too little money, by people", lambda: forced(at(6, money=2), lambda t: t.trade({"buy_vp": 1})),
     "OK", [warn("cannot_pay", "details.trades[0]", "$3", "$2")], [tally("buy_vp", {"money": -3, "vp": 1},
     0, 1, price=3)]),
    ("no VP to sell", lambda: at(6).trade({"sell_vp": 1}),
     "ILLEGAL", [why("cannot_pay", "details.trades[0]", "1 VP", "0 VP")], []),
    ("no VP to sell, by people", lambda: forced(at(6), lambda t: t.trade({"sell_vp": 1})),
     "OK", [warn("cannot_pay", "details.trades[0]", "1 VP", "0 VP")], [tally("sell_vp", {"money": 2,
     "vp": -1}, 2, 0, price=2)]),
    ("no token to sell", lambda: at(6, materials="b").trade({"sell": "green"}),
     "ILLEGAL", [why("no_token", "details.trades[0]", "1 green")], []),
    ("no token to sell, by people", lambda: forced(at(6, materials="b"),
     lambda t: t.trade({"sell": "green"})),
     "OK", [warn("no_token", "details.trades[0]", "1 green")], [tally("sell", {"money": 2}, 2, 0, price=2)]),
    ("money that is not known", lambda: hazy(6, "money").trade({"buy_vp": 1}),
     "UNSURE", [why("unknown", "details.trades[0]", "$3")], [tally("buy_vp", {"money": -3, "vp": 1}, None,
     1, price=3)]),
    ("VP that are not known", lambda: hazy(6, "vp").trade({"sell_vp": 1}),
     "UNSURE", [why("unknown", "details.trades[0]", "1 VP")], [tally("sell_vp", {"money": 2, "vp": -1}, 2,
     None, price=2)]),
    ("tokens that are not known", lambda: hazy(6, "materials").trade({"sell": "red"}),
     "UNSURE", [why("unknown", "details.trades[0]", "1 red")], [tally("sell", {"money": 3,
     "gives": {"red": 1}}, 3, 0, price=3)]),
    ("buying at a price that is not known", lambda: at(6, used="b", money=9, vp=2,
     table=Table(data=None)).trade({"buy": "blue"}),
     "UNSURE", [why("no_data", "data.buy.blue", "a number")], [tally("buy", {"money": None,
     "gets": {"blue": 1}}, None, 2, source="used")]),
    ("selling at a price that is not known", lambda: at(6, materials="w", money=9,
     table=Table(data=None)).trade({"sell": "white"}),
     "UNSURE", [why("no_data", "data.sell.white", "a number")], [tally("sell", {"money": None,
     "gives": {"white": 1}}, None, 0)]),
    ("VP at a price that is not known", lambda: at(6, money=9, vp=2,
     table=Table(data=None)).trade({"buy_vp": 1}, {"sell_vp": 1}),
     "UNSURE", [why("no_data", "data.vp_price", "a number"), why("no_data", "data.vp_sale", "a number")],
     [tally("buy_vp", {"money": None, "vp": 1}, None, 3), tally("sell_vp", {"money": None, "vp": -1}, None,
     2)]),
    ("a colour that is nowhere", lambda: at(6, used="r", bag="r", money=9).trade({"buy": "green"}),
     "ILLEGAL", [why("not_available", "details.trades[0]", "green in the used area")], []),
    ("the used area without the colour", lambda: at(6, used="r", money=9).trade({"buy": "green",
     "from": "used"}),
     "ILLEGAL", [why("not_available", "details.trades[0]", "green in the used area")], []),
    ("the bag while the used area has the colour", lambda: at(6, used="b", bag="b",
     money=9).trade({"buy": "blue", "from": "bag"}),
     "ILLEGAL", [why("bag_before_used", "details.trades[0]", "used", "bag")], []),
    ("a bag without the colour", lambda: at(6, bag="b", money=9).trade({"buy": "green", "from": "bag"}),
     "ILLEGAL", [why("not_available", "details.trades[0]", "green in the bag")], []),
    ("a used area that nobody knows", lambda: unseen(6, money=9).trade({"buy": "green", "from": "used"}),
     "OK", [warn("unknown", "details.trades[0]", "green in the used area")], [tally("buy", {"money": -3,
     "gets": {"green": 1}}, 6, 0, price=3, source="used")]),
    ("a bag under a used area that nobody knows", lambda: unseen(6, money=9).trade({"buy": "green",
     "from": "bag"}),
     "UNSURE", [why("unknown", "details.trades[0]", "no green in the used area")], [tally("buy",
     {"money": -3, "gets": {"green": 1}}, 6, 0, price=3, source="bag")]),
    # turn
    ("another player's turn", lambda: placed(Table().has()).choose(1, by="P2"),
     "ILLEGAL", [why("not_your_turn", None, "P1", "P2"), why("already_chosen", None, "action 1",
     "action 1")], []),
    ("a turn that may be another player's", lambda: Table().has().lies().choose(1, by="P2"),
     "UNSURE", [why("unknown", "by", "the player whose turn it is",
     advice="say in a table event whose turn it is (active)")], []),
    ("a second action", lambda: at(4).choose(5),
     "ILLEGAL", [why("already_chosen", None, "action 4", "action 5")], []),
    ("a reward for choosing", lambda: Table().has(9, 2, menu=["macaron"]).lies().choose(1),
     "OK", [], [tally("bonus", {"money": 1}, 10, 2, card="macaron", lost=1)]),
    ("a reward for choosing in VP", lambda: Table().has(9, 2, menu=["parfait"]).lies().choose(5),
     "OK", [], [tally("bonus", {"vp": 2}, 9, 4, card="parfait")]),
    ("tokens before choosing", lambda: Table().has().lies().take("b"),
     "ILLEGAL", [why("not_chosen")], []),
    ("tokens taken twice", lambda: at(2, "bb").take(),
     "ILLEGAL", [why("already_taken")], []),
    ("tokens of a card that nobody knows", lambda: unseen(2, text="bg", took=False).take("bg"),
     "OK", [warn("unknown", "tokens", "the tokens on action card 2")], [tally("take", {"gets": {"blue": 1,
     "green": 1}}, 0, 0)]),
    ("not all the tokens", lambda: choosing(2, "bby").take("bb"),
     "ILLEGAL", [why("take_all", "tokens", "blue, blue, yellow", "blue, blue")], []),
    ("too many tokens", lambda: choosing(2, "bb").take("bbr"),
     "ILLEGAL", [why("not_on_card", "tokens", "blue, blue", "red")], []),
    ("other tokens", lambda: choosing(2, "bby").take("bbg"),
     "ILLEGAL", [why("take_all", "tokens", "blue, blue, yellow", "blue, blue, green"), why("not_on_card",
     "tokens", "blue, blue, yellow", "green")], []),
    ("other tokens, by people", lambda: forced(choosing(2, "bby"), lambda t: t.take("bbg")),
     "OK", [warn("take_all", "tokens", "blue, blue, yellow", "blue, blue, green"), warn("not_on_card",
     "tokens", "blue, blue, yellow", "green")], [tally("take", {"gets": {"blue": 2}}, 0, 0)]),
    ("tokens and money", lambda: choosing(2, "bgyy").take("bgyy"),
     "OK", [], [tally("take", {"gets": {"blue": 1, "green": 1}}, 0, 0), tally("yellow", {"money": 4}, 4,
     0)]),
    ("skipping without choosing", lambda: Table().has().lies().skip(),
     "ILLEGAL", [why("not_chosen")], []),
    ("skipping without taking", lambda: choosing(2, "bby").skip(),
     "ILLEGAL", [why("take_all", None, "blue, blue, yellow")], []),
    ("skipping a card that nobody knows", lambda: unseen(2, took=False).skip(),
     "OK", [warn("unknown", "tokens", "the tokens on action card 2")], []),
    ("skipping twice", lambda: spread().skip(),
     "ILLEGAL", [why("already_decided")], []),
    ("brunch", lambda: at(3, "b", vp=4, menu=["brunch"]).skip(),
     "OK", [], [tally("bonus", {"vp": 2}, 0, 6, card="brunch")]),
]  # fmt: skip


@whole.each(VERDICTS)
def test_whole_verdicts(
    play: Callable[[], Verdict], call: str, reasons: list[Verdict], effects: list[Verdict]
) -> None:
    whole.tells(play, call, reasons, effects)


def result(
    table: Table, players: list[Verdict], winners: list[str], decided_by: str, tied: list[str] | None = None
) -> None:
    """Compares the whole result of a game that is over."""
    named = {f"P{i}": {"money": 0, "materials": {}, "menu": [], **has} for i, has in enumerate(players, 1)}
    assert table.result == {
        "game": "kanban-menu",
        "over": True,
        "phase": "over",
        "players": named,
        "scores": {name: has["final_vp"] for name, has in named.items()},
        "winners": winners,
        "decided_by": decided_by,
        **({"tied": tied} if tied else {}),
    }
    assert table.view["phase"] == "over"


def test_the_result_by_points() -> None:
    table = Table().has(13, 30, "bw", ["opera"]).has(2, 3, player="P2")
    last(table)
    first = {"money": 13, "vp": 30, "materials": {"blue": 1, "white": 1}, "menu": ["opera"], "final_vp": 36}
    result(table, [first, {"money": 2, "vp": 3, "final_vp": 3}], ["P1"], "points")


def test_the_result_by_menu_cards() -> None:
    table = Table().has(vp=30).has(vp=30, menu=["opera"], player="P2")
    last(table)
    result(table, [{"vp": 30, "final_vp": 30}, {"vp": 30, "menu": ["opera"], "final_vp": 30}], ["P2"], "menu")


def test_the_result_of_a_tie() -> None:
    table = Table().has(vp=30).has(vp=30, player="P2")
    end = last(table)
    both = [{"vp": 30, "final_vp": 30}] * 2
    result(table, both, [], "undecided", ["P1", "P2"])
    table.override(end)
    result(table, both, ["P1", "P2"], "shared", ["P1", "P2"])


def test_the_result_of_a_tie_of_two_out_of_three() -> None:
    table = Table(3).has(vp=31, menu=["opera"]).has(vp=31, player="P2", menu=["brunch"])
    table.has(vp=2, menu=["macaron", "parfait"], player="P3")
    for player in table.players:
        table.lies().chosen(2, by=player).skip(player)
        table.distribute(("b", 1), ("g", 3), by=player)
        if player == "P2":
            table.state("P2", vp=31)
        end = table.end_turn(player)
    table.override(end)
    first = {"vp": 31, "final_vp": 31}
    players = [{**first, "menu": ["opera"]}, {**first, "menu": ["brunch"]}]
    players.append({"vp": 2, "menu": ["macaron", "parfait"], "final_vp": 2})
    result(table, players, ["P1", "P2"], "shared", ["P1", "P2"])


def test_the_result_of_a_tie_with_unknown_menu_cards() -> None:
    table = tied_unknown()
    table.end_turn("P2")
    second = {"vp": 32, "menu": None, "final_vp": 32}
    result(table, [{"vp": 32, "final_vp": 32}, second], [], "undecided", ["P1", "P2"])


def test_the_result_where_something_is_not_known() -> None:
    table = knows("money", player="P2", table=Table().has(vp=30))
    last(table)
    second = {"money": None, "vp": 0, "final_vp": None}
    result(table, [{"vp": 30, "final_vp": 30}, second], [], "undecided")


def test_the_result_while_the_game_goes_on() -> None:
    table = knows("menu")
    table.lies().choose(1)
    nothing = dict.fromkeys(("money", "vp", "materials", "menu"))
    assert table.result == {
        "game": "kanban-menu",
        "over": False,
        "phase": "play",
        "players": {
            "P1": {"money": 0, "vp": 0, "materials": {}, "menu": None, "at_least": ["money"]},
            "P2": nothing,
        },
        "scores": {"P1": 0, "P2": None},
        "winners": [],
        "decided_by": "undecided",
    }


def test_the_next_turn() -> None:
    table = placed(Table(3).has(vp=30, menu=["bagna-cauda"]))
    table.ability("bagna-cauda")
    table.end_turn()
    names = ("phase", "turn", "active", "chosen", "used_abilities", "ending")
    assert [table.view[name] for name in names] == ["choose", 2, "P2", None, [], "yes"]


def test_whether_the_end_is_near() -> None:
    for table in (lacking("end_vp").has(vp=30), knows("vp")):
        placed(table).end_turn()
        assert table.view["ending"] == "maybe"
    table = Table().has(vp=30).has(vp=3)
    assert placed(table).end_turn().get("effects", []) == []
    assert table.view["ending"] == "no"


def test_a_yellow_token_goes_to_the_used_area() -> None:
    table = Table().has(materials="bbyy").lies(active="P1", used="r").chosen(1)
    table.skip()
    table.distribute(("b", 2), ("g", 3))
    answer = forced(table, lambda t: t.end_turn())
    assert answer["reasons"] == [warn("yellow_kept", None, "no yellow token", "2 yellow")]
    assert (table.player()["materials"], table.view["used"]) == ({"blue": 2}, {"red": 1, "yellow": 2})


@pytest.mark.parametrize(("option", "used", "bag"), [("used", {"blue": 1}, 0), ("bag", {}, 1)])
def test_where_a_token_lies_that_no_card_takes(option: str, used: Verdict, bag: int) -> None:
    table = spread("23456", bag="bg", no_legal_card=option)
    assert table.distribute(("g", 1), ("b", None))["reasons"] == []
    assert (table.view["used"], table.view["bag"], table.view["phase"]) == (used, bag, "end")


@pytest.mark.parametrize(
    ("option", "reasons"), [("refill", [{"code": "not_distributed"}]), ("no_refill", [])]
)
def test_an_empty_bag_with_a_used_area(option: str, reasons: list[Verdict]) -> None:
    table = at(1, used="gg", bag="", table=Table(short_bag=option))
    table.skip()
    assert table.end_turn()["reasons"] == reasons

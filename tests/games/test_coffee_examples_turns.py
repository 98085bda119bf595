"""Worked examples of Coffee Rush by their number: orders, the order rush, the end of a turn, the set-up and
points (X31 to X58)."""

from __future__ import annotations

from typing import Any

import pytest
from coffee import FAR, OK, Table, bad, call, effects, illegal, joined, warnings

Call = tuple[str, list[str]]

# Process, order rush, deck


def serving(players: int = 4, deck: int = 20, by: str = "A", **told: Any) -> Table:
    """A player whose turn has come to processing: three cups are ready for three orders."""
    me = {
        "cell": [1, 1],
        "cups": {
            "1": ["coffee", "steam"], "2": ["coffee", "coffee", "steam"], "3": ["tea", "water", "ice"]
        },
        "queue": {"1": ["espresso"], "3": ["espresso-doppio"], "4": ["iced-green-tea"]},
        **told,
    }  # fmt: skip
    options = me.pop("options", {})
    table = joined(players, turn=by, table={"deck": deck}, options=options, **{by: me})
    assert call(table.go(by, [1, 2])) == OK
    return table


ORDERS = ["espresso", "espresso-doppio", "iced-green-tea"]


def serve(table: Table, by: str, count: int) -> None:
    for cup, card in enumerate(ORDERS[:count], start=1):
        assert call(table.process(by, card, cup)) == OK


@pytest.mark.parametrize(("options", "verdict"), [({}, illegal("no_match")), ({"match": "superset"}, OK)])
def test_CR_X31_nothing_extra_in_the_cup(options: dict[str, Any], verdict: Call) -> None:
    cup = ["coffee", "ice", "ice", "water"]
    table = serving(options=options, cups={"1": cup}, queue={"1": ["iced-americano"]})
    assert call(table.process("A", "iced-americano")) == verdict
    assert table.of("A")["cups"]["1"] == ([] if verdict == OK else cup)
    assert table.of("A")["processed"] == (1 if verdict == OK else 0)


def test_CR_X32_one_cup_serves_one_card() -> None:
    table = serving(cups={"1": ["steam", "coffee", "milk"]}, queue={"1": ["con-panna", "caffe-latte"]})
    assert call(table.process("A", "caffe-latte")) == OK
    assert call(table.process("A", "con-panna")) == illegal("one_cup_one_card")
    assert table.of("A")["queue"]["1"] == ["con-panna"]
    assert table.of("A")["processed"] == 1


def test_CR_X33_three_orders() -> None:
    table = serving()
    before = table.supply
    serve(table, "A", 3)
    assert table.of("A")["rush"] == 1
    assert call(table.draw("B", "espresso", "americano", "cold-brew")) == OK
    assert call(table.draw("C", "espresso", "americano", "cold-brew")) == OK
    assert call(table.draw("D", "cocoa")) == illegal("not_due")
    assert call(table.end("A")) == OK
    assert [len(table.of(name)["queue"]["1"]) for name in "BCD"] == [3, 3, 0]
    assert table.view["deck"] == 14
    gained = {
        name: table.supply[name] - before[name] for name in before if table.supply[name] != before[name]
    }
    assert gained == {"coffee": 3, "steam": 2, "tea": 1, "water": 1, "ice": 1}
    assert table.of("A")["penalties"] == 0


def test_CR_X34_the_rush_goes_round_the_table() -> None:
    table = serving(by="D")
    serve(table, "D", 1)
    assert table.view["to_draw"] == {"A": 1, "B": 1}
    assert [call(table.draw(name, "cocoa")) for name in "AB"] == [OK, OK]


def test_CR_X35_three_players() -> None:
    table = serving(3, by="B")
    serve(table, "B", 2)
    assert table.view["to_draw"] == {"C": 2, "A": 2}
    assert [call(table.draw(name, "cocoa", "cocoa")) for name in "CA"] == [OK, OK]


def test_CR_X36_processing_is_optional() -> None:
    table = serving()
    assert call(table.end("A")) == OK
    assert table.view["deck"] == 20


def test_CR_X37_the_deck_is_too_small() -> None:
    table = serving(deck=3)
    serve(table, "A", 2)
    assert call(table.draw("B", "cocoa", "cocoa")) == OK
    assert table.view["token"] == "OPEN"
    assert call(table.draw("C", "cocoa")) == OK
    assert (table.view["deck"], table.view["token"]) == (0, "CLOSED")
    assert not table.result["over"]
    assert call(table.end("A")) == OK
    assert table.of("A")["penalties"] == 1  # time still flows: the green tea leaves tab 4
    assert table.result["over"]


@pytest.mark.parametrize(("close_on", "token"), [("shortage", "OPEN"), ("empty", "CLOSED")])
def test_CR_X38_the_deck_is_used_up_exactly(close_on: str, token: str) -> None:
    table = serving(deck=4, options={"close_on": close_on})
    serve(table, "A", 2)
    assert [call(table.draw(name, "cocoa", "cocoa")) for name in "BC"] == [OK, OK]
    assert (table.view["deck"], table.view["token"]) == (0, token)
    assert call(table.end("A")) == OK
    assert table.result["over"] is (token == "CLOSED")


@pytest.mark.parametrize(("served", "token"), [(1, "CLOSED"), (0, "OPEN")])
def test_CR_X39_an_empty_deck(served: int, token: str) -> None:
    table = serving(deck=0)
    serve(table, "A", served)
    assert call(table.end("A")) == OK
    assert (table.view["token"], table.result["over"]) == (token, token == "CLOSED")


def test_CR_X40_the_second_neighbour_gets_nothing() -> None:
    table = serving(deck=1, by="C")
    serve(table, "C", 2)
    assert call(table.draw("D", "cocoa")) == OK
    assert call(table.end("C")) == OK
    assert (table.view["token"], table.of("A")["queue"]["1"]) == ("CLOSED", [])


@pytest.mark.parametrize(
    ("excludes", "due", "note"), [(True, {"B": 2}, ["silent"]), (False, {"B": 2, "A": 2}, [])]
)
def test_CR_X41_two_players(excludes: bool, due: dict[str, int], note: list[str]) -> None:
    table = serving(2, options={"rush_excludes_active": excludes})
    serve(table, "A", 2)
    assert table.view["to_draw"] == due
    drawn = table.draw("B", "cocoa", "cocoa")
    assert (call(drawn), warnings(drawn)) == (OK, note)
    assert call(table.draw("A", "cocoa", "cocoa")) == (illegal("not_due") if excludes else OK)
    assert call(table.end("A")) == OK


def test_CR_X42_the_nearest_draws_first() -> None:
    table = serving()
    serve(table, "A", 2)
    assert call(table.draw("C", "cocoa", "cocoa")) == illegal("rush_order")
    table.draw("B", "cocoa")
    assert call(table.draw("C", "cocoa", "cocoa")) == illegal("rush_order")
    table.draw("B", "cocoa")
    assert call(table.draw("C", "cocoa", "cocoa")) == OK


# Turn end, upgrades, set-up, scoring

TWO_FALL = {"1": ["cocoa", "espresso"], "2": ["americano"], "4": ["milk-tea", "ristretto"]}


def falling(**told: Any) -> Table:
    """A player at whose turn end two cards leave tab 4."""
    options, table = told.pop("options", {}), told.pop("table", None)
    game = joined(4, options=options, table=table, A={"cell": [1, 1], "queue": TWO_FALL, **told})
    game.go("A", [1, 2])
    return game


def test_CR_X43_time_flows() -> None:
    table = falling(penalties=1)
    ended = table.end("A")
    assert call(ended) == OK
    assert effects(ended) == [
        ("penalty", "A", "milk-tea"),
        ("penalty", "A", "ristretto"),
        ("rush_token", "A", None),
        ("rush_token", "A", None),
    ]
    me = table.of("A")
    assert me["queue"] == {"1": [], "2": ["cocoa", "espresso"], "3": ["americano"], "4": []}
    assert (me["penalties"], me["rush"]) == (3, 2)


@pytest.mark.parametrize("finish_round", [False, True])
def test_CR_X44_the_fifth_penalty_card(finish_round: bool) -> None:
    table = falling(penalties=3, options={"finish_round": finish_round})
    ended = table.end("A")
    assert call(ended) == OK
    assert ("token_closed", None, None) in effects(ended)
    assert (table.of("A")["penalties"], table.view["token"]) == (5, "CLOSED")
    assert table.result["over"] is not finish_round
    for name in "BCD" if finish_round else "":
        assert not table.result["over"]
        table.run(name)
    assert table.result["over"]


def test_CR_X45_four_penalty_cards_are_not_the_end() -> None:
    table = falling(penalties=2)
    assert call(table.end("A")) == OK
    assert (table.of("A")["penalties"], table.view["token"]) == (4, "OPEN")
    assert not table.result["over"]


@pytest.mark.parametrize(("rush_supply", "rush"), [("limited", 1), ("unlimited", 2)])
def test_CR_X46_one_rush_token_left(rush_supply: str, rush: int) -> None:
    table = falling(table={"rush_supply": 1}, options={"rush_supply": rush_supply})
    assert call(table.end("A")) == OK
    assert (table.of("A")["penalties"], table.of("A")["rush"]) == (2, rush)


def test_CR_X47_the_cards_of_the_set_up() -> None:
    table = Table(2).set_up()
    counts = []
    for _ in range(4):
        for name in "AB":
            table.run(name)
            counts.append((table.of(name)["penalties"], table.of(name)["rush"]))
    assert counts[0::2] == [(0, 0), (0, 0), (1, 1), (3, 3)]
    assert counts[1::2] == [(0, 0), (0, 0), (1, 1), (2, 2)]


def test_CR_X48_two_processed_cards_are_not_enough() -> None:
    assert call(joined(A={"processed": 2}).activate("A", "ribbon")) == illegal("not_enough_cards")


@pytest.mark.parametrize(
    ("multi_upgrade", "verdict", "processed"), [(False, illegal("one_per_turn"), 3), (True, OK, 0)]
)
def test_CR_X49_two_tiles_in_a_turn(multi_upgrade: bool, verdict: Call, processed: int) -> None:
    table = joined(A={"processed": 6}, options={"multi_upgrade": multi_upgrade})
    assert call(table.activate("A", "ribbon")) == OK
    assert call(table.activate("A", "meeple")) == verdict
    assert table.of("A")["processed"] == processed


def test_CR_X50_when_and_what_may_be_flipped() -> None:
    table = joined(A={"cell": [1, 1], "processed": 6, "upgrades": ["ribbon"]})
    assert call(table.activate("A", "ribbon")) == illegal("already_active")
    assert call(table.activate("A", "corner", discard=4)) == illegal("wrong_discard")
    table.move("A", [1, 2])
    assert call(table.activate("A", "corner")) == illegal("too_late")
    assert (table.of("A")["processed"], table.of("A")["active_upgrades"]) == (6, ["ribbon"])


def test_CR_X51_placing_goes_to_the_right() -> None:
    table = Table(4, start="C")
    assert call(table.start_cell("D", [0, 3])) == illegal("setup_order")
    assert [call(table.start_cell(name, cell)) for name, cell in zip("BADC", FAR, strict=True)] == [OK] * 4


def test_CR_X52_never_two_on_one_cell() -> None:
    table = Table(2)
    table.start_cell("B", [0, 0])
    assert call(table.start_cell("A", [0, 0])) == illegal("occupied")
    assert call(table.start_cell("A", [0, 1])) == OK


@pytest.mark.parametrize(("players", "deck"), [(4, 71), (3, 73), (2, 75)])
def test_CR_X53_cards_after_the_set_up(players: int, deck: int) -> None:
    table = Table(players).set_up()
    assert table.view["deck"] == deck
    dealt = [[len(tab) for tab in table.of(name)["queue"].values()] for name in table.names]
    assert dealt == [[2, 1, 0, 0]] + [[1, 1, 0, 0]] * (players - 1)


FOUR = ["corner", "diagonal", "meeple", "ribbon"]


def score(processed: int, upgrades: int, penalties: int, rush: int = 0) -> dict[str, Any]:
    return {"processed": processed, "upgrades": FOUR[:upgrades], "penalties": penalties, "rush": rush}


def counted(*scores: dict[str, Any], **options: Any) -> dict[str, Any]:
    """The result of a game that ends with these scores."""
    names = "ABCD"[: len(scores)]
    told = {name: {"cell": FAR[seat], **scores[seat]} for seat, name in enumerate(names)}
    table = joined(len(scores), options=options, table={"token": "CLOSED"}, **told)
    table.run("A")
    return table.result


def test_CR_X54_points() -> None:
    result = counted(score(7, 4, 5), score(0, 0, 5))
    assert [result["players"][name]["rating"] for name in "AB"] == [10, -5]
    assert (result["winners"], result["decided_by"]) == (["A"], "points")


def test_CR_X55_a_tie_goes_to_more_cards() -> None:
    result = counted(score(4, 2, 3, 4), score(6, 1, 3, 0), score(5, 0, 0, 2))
    assert {result["players"][name]["rating"] for name in "ABC"} == {5}
    assert (result["winners"], result["decided_by"]) == (["B"], "cards")


@pytest.mark.parametrize(("rush", "winners", "decided_by"), [(1, ["B"], "rush"), (3, ["A", "B"], "shared")])
def test_CR_X56_then_to_more_rush_tokens(rush: int, winners: list[str], decided_by: str) -> None:
    result = counted(score(5, 1, 2, rush), score(5, 1, 2, 3))
    assert (result["winners"], result["decided_by"]) == (winners, decided_by)


@pytest.mark.parametrize(
    ("told", "code"),
    [
        ({"cell": [3, 1]}, "occupied"),
        ({"cups": {"1": ["sugar"]}}, "unknown_ingredient"),
        ({"cups": {"1": [], "2": [], "3": [], "4": []}}, "bad_value"),
        ({"rush": -1}, "bad_value"),
        ({"queue": {"5": ["espresso"]}}, "bad_value"),
        ({"cups": {"1": ["coffee"] * 19}}, "too_many_tokens"),
    ],
)
def test_CR_X57_what_no_table_looks_like(told: dict[str, Any], code: str) -> None:
    table = joined()
    before = table.view
    assert call(table.state("A", **told)) == bad(code)
    assert table.view == before


def test_CR_X57_more_coffee_than_there_is() -> None:
    table = joined(A={"cups": {"1": ["coffee"]}})
    assert call(table.table(supply={"coffee": 18})) == bad("too_many_tokens")
    assert call(table.table(supply={"coffee": 17})) == OK


def test_CR_X58_nothing_can_happen_any_more() -> None:
    table = joined(4, A={"cell": [1, 1]})
    table.go("A", [1, 2])
    ended = table.end("A")
    assert call(ended) == ("ASK", ["stalemate"])
    assert not table.result["over"]
    assert call(table.override(ended)) == OK
    assert table.result["over"]


def test_CR_X58_not_while_a_queue_is_unknown() -> None:
    table = joined(4, A={"cell": [1, 1]}, C={"queue": {"1": None}})
    table.go("A", [1, 2])
    assert call(table.end("A")) == OK

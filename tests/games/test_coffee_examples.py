"""Each worked example of Coffee Rush, by its number."""

from __future__ import annotations

from typing import Any

import pytest
from coffee import FAR, FULL, OK, Table, bad, call, effects, illegal, joined, warnings

Call = tuple[str, list[str]]

MOVES: list[tuple[str, dict[str, Any], list[list[int]], int, dict[str, Any], Call, list[str]]] = [
    # number, how things stand, path, rush spent, options, verdict, tokens gained
    ("X1", {"cell": [1, 1]}, [[0, 0]], 0, {}, illegal("diagonal"), []),
    ("X2", {"cell": [1, 1], "upgrades": ["diagonal"]}, [[0, 0]], 0, {}, OK, ["ice"]),
    ("X4", {"cell": [1, 1], "other": [1, 2]}, [[1, 2], [1, 3]], 0, {}, OK, ["ice", "water"]),
    ("X5", {"cell": [1, 1], "other": [1, 2]}, [[1, 2]], 0, {}, illegal("stop_on_meeple"), []),
    ("X6", {"cell": [1, 1]}, [], 0, {}, illegal("no_move"), []),
    ("X7", {"cell": [0, 0]}, [[0, 1], [0, 2], [0, 3], [1, 3]], 0, {}, illegal("too_many_steps"), []),
    (
        "X8", {"cell": [0, 0], "rush": 2}, [[0, 1], [0, 2], [0, 3], [1, 3], [2, 3]], 2, {}, OK,
        ["coffee", "coffee", "steam", "caramel", "water"],
    ),
    (
        "X9", {"cell": [0, 0], "rush": 1}, [[0, 1], [0, 2], [0, 3], [1, 3], [2, 3]], 2, {},
        illegal("rush_not_owned"), [],
    ),
    ("X10", {"cell": [0, 0], "rush": 1}, [[0, 1]], 1, {}, illegal("rush_overpaid"), []),
    ("X10", {"cell": [0, 0], "rush": 1}, [[0, 1]], 1, {"allow_waste": True}, OK, ["caramel"]),
    ("X11", {"cell": [0, 0]}, [[0, 1], [0, 0], [0, 1]], 0, {}, OK, ["ice", "caramel", "caramel"]),
    (
        "X12", {"cell": [0, 0], "supply": {"caramel": 1}}, [[0, 1], [0, 0], [0, 1]], 0, {}, OK,
        ["ice", "caramel"],
    ),
    (
        "X13", {"cell": [0, 0], "supply": {"caramel": 1}, "upgrades": ["ribbon"]}, [[0, 1]], 0, {}, OK,
        ["caramel"],
    ),
    (
        "X14", {"cell": [0, 2], "other": [0, 3], "upgrades": ["corner", "meeple"]}, [[0, 3], [1, 3]], 0, {},
        OK, ["coffee"] * 4 + ["water"],
    ),
    (
        "X14", {"cell": [0, 2], "other": [0, 3], "upgrades": ["corner", "meeple", "ribbon"]},
        [[0, 3], [1, 3]], 0, {}, OK, ["coffee"] * 4 + ["water"] * 2,
    ),
    (
        "X14", {"cell": [0, 2], "other": [0, 3], "upgrades": ["corner", "meeple"]}, [[0, 3], [1, 3]], 0,
        {"stack": "max2"}, OK, ["coffee"] * 2 + ["water"],
    ),
    (
        "X15", {"cell": [3, 0], "other": [2, 0], "upgrades": ["ribbon", "meeple"]}, [[2, 0], [2, 1]], 0, {},
        OK, ["steam"] + ["tea"] * 4,
    ),
    ("X16", {"cell": [1, 2]}, [[1, 1], [1, 2]], 0, {}, OK, ["milk", "ice"]),
    ("X17", {"cell": [3, 3]}, [[4, 3]], 0, {}, bad("off_board"), []),
]  # fmt: skip


@pytest.mark.parametrize(("number", "stand", "path", "rush", "options", "verdict", "gained"), MOVES)
def test_CR_X_of_one_move(
    number: str,
    stand: dict[str, Any],
    path: list[list[int]],
    rush: int,
    options: dict[str, Any],
    verdict: Call,
    gained: list[str],
) -> None:
    me = {key: value for key, value in stand.items() if key not in ("other", "supply")}
    table = joined(
        2,
        options=options,
        table={"supply": {**FULL, **stand.get("supply", {})}, "rush_supply": 15 - me.get("rush", 0)},
        A=me,
        B={"cell": stand.get("other", [3, 1])},
    )
    before = table.of("A")
    assert call(table.move("A", *path, rush=rush)) == verdict
    assert table.view["hand"] == gained
    after = table.of("A")
    if verdict == OK:
        assert (after["cells"], after["rush"]) == ([path[-1]], before["rush"] - rush)
    else:
        assert after == before


def test_CR_X3_an_upgrade_works_at_once() -> None:
    table = joined(A={"cell": [1, 1], "processed": 3})
    assert call(table.activate("A", "diagonal")) == OK
    assert call(table.move("A", [0, 0])) == OK
    assert (table.of("A")["processed"], table.view["hand"]) == (0, ["ice"])


def test_CR_X18_a_rush_token_comes_after_the_move() -> None:
    table = joined(
        A={"cell": [2, 0], "cups": {"1": ["tea", "water", "ice"]}, "queue": {"1": ["iced-green-tea"]}}
    )
    steps = [[2, 1], [2, 2], [2, 3], [1, 3]]
    assert call(table.move("A", *steps, rush=1)) == illegal("rush_not_owned")
    assert call(table.go("A", *steps[:3])) == OK
    assert call(table.process("A", "iced-green-tea")) == OK
    assert table.of("A")["rush"] == 1
    assert call(table.move("A", [1, 3], rush=1)) == illegal(
        "already_moved", "rush_not_owned", "rush_overpaid"
    )


# Pour

STEAM_MILK: list[list[int]] = [[2, 1], [2, 2]]
POURS: list[tuple[str, list[list[str]], list[list[str]], list[list[int]], list[int], Call]] = [
    # number, cups before, cups after, path of the move, its start, verdict
    ("X19", [["coffee"], [], []], [[], ["coffee", "milk", "steam"], []], STEAM_MILK, [2, 2],
     illegal("cup_transfer")),
    ("X20", [["coffee"], [], []], [[], ["coffee"], []], [[0, 3]], [0, 2], OK),
    ("X21", [["coffee", "ice"], [], []], [["coffee"], ["milk"], []], [[1, 1]], [2, 1],
     illegal("partial_removal")),
    ("X22", [["coffee", "ice"], [], []], [["coffee"], [], []], [[0, 3]], [0, 2], OK),
    ("X23", [["coffee"], ["tea"], []], [["coffee"], ["tea", "water"], []], [[0, 3], [0, 2], [0, 3], [1, 3]],
     [1, 3], OK),
]  # fmt: skip


@pytest.mark.parametrize(("number", "before", "after", "path", "start", "verdict"), POURS)
def test_CR_X_of_one_pouring(
    number: str,
    before: list[list[str]],
    after: list[list[str]],
    path: list[list[int]],
    start: list[int],
    verdict: Call,
) -> None:
    def cups(seen: list[list[str]]) -> dict[str, list[str]]:
        return {str(i): tokens for i, tokens in enumerate(seen, start=1)}

    table = joined(A={"cell": start, "cups": cups(before), "rush": 3})
    table.move("A", *path, rush=max(0, len(path) - 3))
    answer = table.event("pour", "A", cups_before=cups(before), cups_after=cups(after))
    assert call(answer) == verdict
    if verdict == OK:
        assert table.of("A")["cups"] == cups(after)
        in_cups = [token for cup in after for token in cup]
        assert table.supply == {name: count - in_cups.count(name) for name, count in FULL.items()}
    else:
        assert table.of("A")["cups"] == cups(before)


def test_CR_X20_told_by_events() -> None:
    table = joined(A={"cell": [0, 2], "cups": {"1": ["coffee"]}})
    table.move("A", [0, 3])
    assert call(table.empty("A", 1)) == OK
    assert call(table.pour("A", {2: ["coffee"]})) == OK
    assert table.of("A")["cups"] == {"1": [], "2": ["coffee"], "3": []}


def test_CR_X23_X24_every_token_is_poured_or_returned() -> None:
    table = joined(A={"cell": [0, 2], "cups": {"1": ["coffee"], "2": ["tea"]}})
    table.move("A", [0, 3], [1, 3], [0, 3])
    assert call(table.pour("A", {2: ["water"]})) == illegal("not_poured")
    assert call(table.pour("A", {2: ["water"]}, "coffee", "coffee")) == OK
    assert (table.supply["coffee"], table.supply["water"]) == (17, 11)

    table = joined(A={"cell": [1, 2]})
    table.move("A", [0, 2], [1, 2], [1, 3])
    answer = table.pour("A", {1: ["water", "ice"]})
    assert call(answer) == illegal("not_poured")
    assert answer["reasons"][0]["expected"] == "steam in cups or in the supply"


def test_CR_X25_cups_are_emptied_in_the_own_turn() -> None:
    table = joined(B={"cups": {"1": ["milk"]}})
    assert call(table.empty("B", 1)) == illegal("not_your_turn")
    assert table.of("B")["cups"]["1"] == ["milk"]


# Path not seen

SEEN: list[tuple[str, list[int], list[int], list[str], int, dict[str, Any], Call]] = [
    ("X26", [2, 2], [2, 2], ["steam", "milk"], 0, {}, OK),
    ("X27", [2, 2], [2, 2], ["milk"], 0, {}, OK),
    ("X28", [2, 2], [2, 3], ["coffee", "coffee"], 0, {}, OK),
    ("X29", [2, 2], [2, 3], ["coffee"] * 3, 0, {}, illegal("no_path")),
    ("X29", [2, 2], [2, 3], ["coffee"] * 3, 2, {"rush": 2}, OK),
    ("X30", [1, 1], [0, 0], ["ice"], 0, {}, OK),
    (
        "X19",
        [2, 2],
        [2, 2],
        ["coffee", "milk", "steam"],
        0,
        {"cups": {"1": ["coffee"]}},
        illegal("cup_transfer"),
    ),
]


@pytest.mark.parametrize(("number", "start", "end", "added", "rush", "stand", "verdict"), SEEN)
def test_CR_X_of_a_path_not_seen(
    number: str,
    start: list[int],
    end: list[int],
    added: list[str],
    rush: int,
    stand: dict[str, Any],
    verdict: Call,
) -> None:
    table = joined(A={"cell": start, **stand})
    first = stand.get("cups", {}).get("1", [])
    answer = table.observe("A", start, end, [first, []], [[], added], rush=rush)
    assert call(answer) == verdict
    if verdict == OK:
        assert (table.of("A")["cells"], sorted(table.of("A")["cups"]["2"])) == ([end], sorted(added))
        assert table.of("A")["rush"] == 0


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

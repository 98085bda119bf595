"""What comes in and goes out: bad input of every kind, the schemas, the data file, reasons in words."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from coffee import Table, bad, call, joined
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import referee.games.coffee_rush as package
from referee.gamefiles.coffee_rush import coffee_data
from referee.games import BadInput, Reason, get_game
from referee.games.coffee_rush.events import SUBJECTS
from referee.games.coffee_rush.messages import MESSAGES, WORDS
from referee.games.coffee_rush.setup import CHOICES, FLAGS
from referee.jsonlines import encode
from referee.judge import Judge, judge_lines
from referee.schema import schema
from referee.wording import MESSAGES as SHARED

SETUP: dict[str, Any] = {"event": "setup", "game": "coffee-rush", "players": ["A", "B"], "start": "A"}
EVENTS: list[dict[str, Any]] = [
    SETUP,
    {**SETUP, "data": {"rush": {"tokens": 3}}, "options": {"rush_step": 2, "interleave": True}},
    {"event": "start_cell", "by": "B", "cell": [0, 3], "cup": 1},
    {"event": "deal", "by": "A", "tab": 1, "card": "espresso"},
    {"event": "deal", "t": 3.5, "by": "A", "tab": 1, "card": None},
    {"event": "activate", "by": "A", "upgrade": "diagonal", "discard": 3},
    {"event": "move", "by": "A", "path": [[1, 2], [1, 3]], "rush": 0, "meeple": 1},
    {"event": "pour", "by": "A", "cups": {"1": ["ice"], "2": [], "3": ["water"]}, "returned": []},
    {"event": "pour", "by": "A", "cups_before": {"1": []}, "cups_after": {"1": ["ice"]}, "returned": []},
    {"event": "empty", "by": "A", "cup": 2},
    {"event": "process", "by": "A", "card": "iced-americano", "cup": 1, "tab": 2},
    {"event": "draw", "by": "B", "cards": ["espresso", None]},
    {"event": "end_turn", "by": "A"},
    {"event": "observe", "by": "A", "from": [2, 2], "to": [2, 2], "cups_before": {"1": []},
     "cups_after": {"1": ["steam", "milk"]}, "rush": 0},
    {"event": "state", "player": "A", "cell": [1, 1], "cups": {"1": ["tea"], "2": None},
     "queue": {"1": ["espresso"]}, "processed": 4, "penalties": 1, "rush": 2, "upgrades": ["diagonal"]},
    {"event": "state", "player": "A"},
    {"event": "table", "supply": {"tea": 3}, "deck": 40, "rush_supply": 9, "token": "OPEN", "turn": "B"},
    {"event": "override", "of": 2, "verdict": "OK", "by": "all_opponents", "why": "..."},
    {"event": "undo", "of": 2},
]  # fmt: skip
BAD: list[tuple[dict[str, Any], list[tuple[str, str]]]] = [
    ({**SETUP, "players": ["A"]}, [("bad_value", "players")]),
    ({**SETUP, "players": ["A", "A"]}, [("bad_value", "players[1]")]),
    ({**SETUP, "options": {"stack": "up", "interleave": 1}},
     [("bad_value", "options.stack"), ("wrong_type", "options.interleave")]),
    ({**SETUP, "data": {"supply": {"tea": -1}}}, [("bad_value", "data.supply.tea")]),
    ({"event": "jump", "by": "A"}, [("unknown_event", "event")]),
    ({"event": "move", "by": "C"}, [("unknown_player", "by"), ("missing_field", "path")]),
    ({"event": "move", "by": "A", "path": [[4, 3], [1], "x"]},
     [("off_board", "path[0]"), ("wrong_type", "path[1]"), ("wrong_type", "path[2]")]),
    ({"event": "move", "by": "A", "path": [[True, 0]]}, [("wrong_type", "path[0]")]),
    ({"event": "move", "by": "A", "path": [[0, 0]], "rush": 16, "meeple": 2},
     [("bad_value", "meeple"), ("bad_value", "rush")]),
    ({"event": "pour", "by": "A", "cups": {"1": ["sugar"], "4": []}, "returned": "ice"},
     [("unknown_ingredient", "cups.1[0]"), ("bad_value", "cups"), ("wrong_type", "returned")]),
    ({"event": "pour", "by": "A"}, [("missing_field", "cups")]),
    ({"event": "deal", "by": "A", "tab": 5}, [("bad_value", "tab"), ("missing_field", "card")]),
    ({"event": "deal", "by": "A", "tab": 1, "card": "tea"}, [("unknown_card", "card")]),
    ({"event": "start_cell", "by": "A", "cell": [0, 0]}, [("missing_field", "cup")]),
    ({"event": "activate", "by": "A", "upgrade": "wings", "discard": -3},
     [("bad_value", "upgrade"), ("bad_value", "discard")]),
    ({"event": "empty", "by": "A", "cup": 0}, [("bad_value", "cup")]),
    ({"event": "process", "by": "A", "card": None, "cup": 4, "tab": 0},
     [("missing_field", "card"), ("bad_value", "cup"), ("bad_value", "tab")]),
    ({"event": "draw", "by": "A", "cards": ["espresso", 3]}, [("wrong_type", "cards[1]")]),
    ({"event": "observe", "by": "A", "from": [0, 0]},
     [("missing_field", "to"), ("missing_field", "cups_after")]),
    ({"event": "state", "player": "A", "rush": -1, "upgrades": ["ribbon", "ribbon"], "queue": {"5": []}},
     [("bad_value", "queue"), ("bad_value", "upgrades[1]"), ("bad_value", "rush")]),
    ({"event": "state", "player": "A", "cells": [[0, 0], [0, 1]]}, [("bad_value", "cells")]),
    ({"event": "table", "supply": {"sugar": 1}, "deck": 1.5, "token": "SHUT", "turn": "C"},
     [("unknown_ingredient", "supply"), ("wrong_type", "deck"), ("bad_value", "token"),
      ("unknown_player", "turn")]),
]  # fmt: skip
EVENT = Draft202012Validator(schema("coffee-rush", "event"))
VERDICT = Draft202012Validator(schema("coffee-rush", "verdict"))
RESULT = Draft202012Validator(schema("coffee-rush", "result"))


@pytest.mark.parametrize("event", EVENTS)
def test_good_events(event: dict[str, Any]) -> None:
    EVENT.validate(event)
    judge = Judge()
    if event["event"] != "setup":
        judge.feed(SETUP)
        judge.feed({"event": "table"})
    answer = judge.feed(event)
    VERDICT.validate(answer)
    assert answer["verdict"] != "BAD_INPUT" or event["event"] == "draw"


@pytest.mark.parametrize("event", [event for event in EVENTS if event["event"] in SUBJECTS])
def test_an_event_knows_its_line(event: dict[str, Any]) -> None:
    """An open doubt is named by it."""
    game = get_game("coffee-rush")
    state, _ = game.start(SETUP, coffee_data({}))
    assert game.parse(state, event, 7).line == 7


@pytest.mark.parametrize(("event", "faults"), BAD)
def test_bad_events_with_every_fault(event: dict[str, Any], faults: list[tuple[str, str]]) -> None:
    about_this_game = {"C"} & {event.get("turn"), event.get("by")} or {"data", "cells", "card", "meeple"} & {
        *event
    }
    assert about_this_game or not EVENT.is_valid(event)
    judge = Judge()
    if event["event"] != "setup":
        judge.feed(SETUP)
    before = judge.state
    answer = judge.feed(event)
    VERDICT.validate(answer)
    assert answer["verdict"] == "BAD_INPUT"
    assert sorted((reason["code"], reason["path"]) for reason in answer["reasons"]) == sorted(faults)
    assert "scores" not in answer
    assert judge.state is before


MANY: list[tuple[dict[str, Any], str, str, int]] = [
    # an event with too long a list, what is said of it, and how long it may be
    ({"event": "draw", "cards": [None]}, "cards", "at most 999 cards", 999),
    ({"event": "move", "path": [[0, 0]]}, "path", "the cells entered, such as [[1, 2], [1, 3]]", 100),
    ({"event": "pour", "cups": {}, "returned": ["ice"]}, "returned", "at most 999 ingredients", 999),
    ({"event": "state", "upgrades": ["corner"]}, "upgrades", "at most 4 upgrades", 4),
]


@pytest.mark.parametrize(("event", "path", "expected", "most"), MANY)
def test_how_long_a_list_may_be(event: dict[str, Any], path: str, expected: str, most: int) -> None:
    for count in (most, most + 1):
        table = Table(2)
        long = {**event, "by": "A", "player": "A", path: event[path] * count}
        said = {"code": "bad_value", "path": path, "expected": expected, "seen": f"a list of {count}"}
        assert (said in table.judge.feed(long)["reasons"]) is (count > most)


@pytest.mark.parametrize("by", [3, True, ["A"], {}])
def test_a_player_is_named_by_text(by: Any) -> None:
    answer = Table(2).judge.feed({"event": "end_turn", "by": by})
    said = {"code": "wrong_type", "path": "by", "expected": "one of A, B"}
    assert [{key: reason[key] for key in said} for reason in answer["reasons"]] == [said]


@pytest.mark.parametrize("cell", [[0, True], [0.0, 1], ["0", 1], [0, 1, 2], [], {}, "01"])
def test_a_cell_is_two_whole_numbers(cell: Any) -> None:
    for event in (
        {"event": "state", "player": "A", "cell": cell},
        {"event": "move", "by": "A", "path": [cell]},
    ):
        assert call(Table(2).judge.feed(event)) == bad("wrong_type")


def test_every_event_and_option_is_described() -> None:
    described: dict[str, Any] = {}
    for event in schema("coffee-rush", "event")["anyOf"]:
        described[event["properties"]["event"]["const"]] = event
    assert set(described) == {"setup", *SUBJECTS, "override", "undo"}
    options = described["setup"]["properties"]["options"]["properties"]
    assert set(options) == {*CHOICES, *FLAGS, "rush_step"}
    for name, choices in CHOICES.items():
        assert options[name]["default"] == choices[0]


def test_an_unknown_option_is_noted() -> None:
    table = Table(2, overpay=True)
    assert [(r["code"], r["path"]) for r in table.setup["reasons"]] == [("unknown_option", "options.overpay")]


def test_the_result() -> None:
    table = joined(A={"processed": 4, "upgrades": ["corner"], "penalties": 2})
    RESULT.validate(table.judge.result())
    assert table.result == {
        "game": "coffee-rush",
        "over": False,
        "phase": "play",
        "players": {
            "A": {"processed": 4, "upgrades": 1, "penalties": 2, "rush": 0, "rating": 4},
            "B": {"processed": 0, "upgrades": 0, "penalties": 0, "rush": 0, "rating": 0},
        },
        "token": "OPEN",
        "winners": [],
        "decided_by": "undecided",
    }


# Reasons in words


def test_every_code_has_words() -> None:
    source = "".join(file.read_text(encoding="utf-8") for file in Path(package.__file__).parent.glob("*.py"))
    calls = r'(?:fault|note|warning|Reason|_check_sum)\(\s*(?:code=)?"([a-z_0-9]+)"'
    used = set(re.findall(calls, source)) | {"cup_transfer", "partial_removal"}
    assert used <= {*MESSAGES, *SHARED}
    assert set(MESSAGES) - used <= {"bad_data", "no_data", "differs", "unknown_option"}


@pytest.mark.parametrize(
    ("reason", "text"),
    [
        (
            Reason("diagonal", position=1, expected="a step in a row or column", seen="[1, 1] to [0, 0]"),
            "step 1: diagonal from [1, 1] to [0, 0] without the diagonal upgrade",
        ),
        (Reason("no_data", path="rush", advice="tell it in a state event"),
         "rush is not known: tell it in a state event"),
        (Reason("too_many_tokens", path="tea", expected="at most 12 in all", seen=13),
         "tea: more tokens than there are: expected at most 12 in all, saw 13"),
        (Reason("pawn_promotion"), None),
    ],
)  # fmt: skip
def test_reasons_in_words(reason: Reason, text: str | None) -> None:
    assert WORDS.describe(reason) == get_game("coffee-rush").describe(reason) == text


@pytest.mark.parametrize("code", sorted(MESSAGES))
def test_words_need_no_field(code: str) -> None:
    assert WORDS.describe(Reason(code))


# The data


def test_the_data_that_is_brought_along() -> None:
    data = coffee_data({})
    cards = data.cards.values()
    assert (len(cards), data.deck, sum(card.copies for card in cards if card.specialty)) == (33, 80, 30)
    assert len({card.recipe for card in cards}) == 17
    assert (sum(data.supply), data.rush_tokens) == (102, 15)
    ribbon_kinds = {data.board[cell] for cell in data.ribbons}
    for card in cards:
        ribbons = sum(card.recipe[kind] for kind in ribbon_kinds)
        assert card.specialty is (sum(card.recipe) == 4 or ribbons >= 2)


def test_values_given_inline() -> None:
    house = {"recipe": ["coffee", "tea"], "copies": 4, "specialty": True}
    data = {"supply": {"tea": 5}, "rush": {"tokens": 2}, "deck": {"cards": {"house-blend": house}}}
    table = Table(2, data=data)
    assert (table.supply["tea"], table.supply["coffee"], table.view["deck"]) == (5, 18, 84)
    assert call(table.deal("A", 1, "house-blend")) == ("OK", [])


def test_a_data_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        '[rush]\ntokens = 9\n[board]\nrows = [["tea", "tea", "tea", "tea"], ["tea"]]\n', encoding="utf-8"
    )
    with pytest.raises(BadInput) as error:
        coffee_data({"data": str(file)})
    assert [reason.path for reason in error.value.reasons] == ["data.board.rows[1]", "data.board.rows"]
    file.write_text("[rush]\ntokens = 9\n", encoding="utf-8")
    assert Table(2, data=str(file)).view["rush_supply"] == 9
    for path, content in ((tmp_path / "none.toml", None), (file, "[rush")):
        if content is not None:
            path.write_text(content, encoding="utf-8")
        answer = Judge().feed({**SETUP, "data": str(path)})
        assert call(answer) == bad("bad_data")


@pytest.mark.parametrize(
    ("data", "path"),
    [
        (7, "data"),
        ({"board": None}, "data.board.rows"),
        ({"board": {"rows": []}}, "data.board.rows"),
        ({"board": {"rows": [["tea"] * 4] * 3 + [["tea", "tea", "tea", "sugar"]]}}, "data.board.rows[3][3]"),
        ({"board": {"ribbon_cells": [[0, 9]]}}, "data.board.ribbon_cells[0]"),
        ({"supply": {"tea": None}}, "data.supply"),
        ({"supply": []}, "data.supply"),
        ({"rush": {"tokens": "many"}}, "data.rush.tokens"),
        ({"rush": {"tokens": None}}, "data.rush.tokens"),
        ({"deck": {"cards": {"x": {"recipe": []}}}}, "data.deck.cards.x.recipe"),
        ({"deck": {"cards": {"x": {}}}}, "data.deck.cards.x.recipe"),
        ({"deck": {"cards": {"x": 1}}}, "data.deck.cards.x"),
        ({"deck": {"cards": {"x": {"recipe": ["tea"], "copies": 0}}}}, "data.deck.cards.x.copies"),
        ({"deck": {"cards": {"": {"recipe": ["tea"]}}}}, "data.deck.cards."),
        ({"deck": {"cards": None}}, "data.deck.cards"),
    ],
)
def test_bad_data(data: Any, path: str) -> None:
    answer = Judge().feed({**SETUP, "data": data})
    assert answer["verdict"] == "BAD_INPUT"
    assert path in [reason["path"] for reason in answer["reasons"]]


# Anything at all

steady = settings(max_examples=40)
scalars = (
    st.none()
    | st.booleans()
    | st.integers(-1, 5)
    | st.integers(-(10**30), 10**30)
    | st.floats()
    | st.text(st.characters(), max_size=8)
    | st.sampled_from(["A", "B", "espresso", "coffee", "1", "2", "ribbon", "OPEN", "OK"])
)
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(max_size=6) | st.sampled_from(["1", "2", "3"]), inner, max_size=3)
    ),
)
cells = st.lists(st.integers(-1, 4), min_size=2, max_size=2)
plausible = {
    "by": st.sampled_from("AB"),
    "player": st.sampled_from("AB"),
    "cell": cells,
    "from": cells,
    "to": cells,
    "path": st.lists(cells, max_size=4),
    "cup": st.integers(0, 4),
    "tab": st.integers(0, 5),
    "card": st.sampled_from(["espresso", "cocoa", None]),
    "cards": st.lists(st.sampled_from(["espresso", None]), max_size=3),
    "cups": st.dictionaries(st.sampled_from("1234"), st.lists(st.sampled_from(["ice", "tea"]), max_size=3)),
    "cups_before": st.dictionaries(
        st.sampled_from("123"), st.lists(st.sampled_from(["ice", "tea"]), max_size=3)
    ),
    "cups_after": st.dictionaries(st.sampled_from("123"), st.none() | st.lists(st.just("ice"), max_size=3)),
    "returned": st.lists(st.sampled_from(["ice", "milk"]), max_size=2),
    "queue": st.dictionaries(
        st.sampled_from("1234"), st.lists(st.sampled_from(["espresso", None]), max_size=3)
    ),
    "upgrades": st.lists(st.sampled_from(["corner", "diagonal"]), max_size=2),
    "upgrade": st.sampled_from(["corner", "diagonal"]),
    **dict.fromkeys(("processed", "penalties", "rush", "deck", "rush_supply", "discard"), st.integers(0, 6)),
    "supply": st.dictionaries(st.sampled_from(["ice", "tea"]), st.integers(0, 12)),
    "token": st.sampled_from(["OPEN", "CLOSED"]),
    "turn": st.sampled_from("AB"),
    "of": st.integers(1, 8),
    "verdict": st.sampled_from(["OK", "ILLEGAL"]),
}
names = st.sampled_from(sorted(plausible))
fields = st.fixed_dictionaries({}, optional=plausible)
odd = st.tuples(names, values)
subjects = st.sampled_from([*get_game("coffee-rush").subjects, "override", "undo", "setup"])
events = st.builds(
    lambda subject, fields, odd: {"event": subject, **fields, **({odd[0]: odd[1]} if odd else {})},
    subjects | values,
    fields,
    st.none() | odd,
)


def check(answers: list[dict[str, Any]]) -> None:
    for answer in answers:
        json.loads(encode(answer).encode("utf-8"))
    for answer in answers[:-1]:
        VERDICT.validate(answer)
    RESULT.validate(answers[-1])


@steady
@given(st.lists(events, max_size=6))
def test_any_json(stream: list[dict[str, Any]]) -> None:
    lines = [json.dumps(event).encode("utf-8", "surrogatepass") for event in [SETUP, *stream]]
    answers = list(judge_lines(lines))
    check(answers)
    assert len(answers) == len(lines) + 1


@steady
@given(st.lists(fields.map(lambda f: {"event": "state", **f}), max_size=2), st.lists(events, max_size=6))
def test_any_play_after_joining(told: list[dict[str, Any]], stream: list[dict[str, Any]]) -> None:
    judge = Judge()
    check([judge.feed(event) for event in [SETUP, *told, *stream]] + [judge.result()])
    assert encode(judge.view())


@steady
@given(values | events | st.binary())
def test_any_python_value(event: Any) -> None:
    judge = Judge()
    check([judge.feed(SETUP), judge.feed(event), judge.feed(event), judge.result()])


@steady
@given(
    st.dictionaries(st.sampled_from(["players", "start", "options", "data", "t"]), values, max_size=3),
    st.dictionaries(st.sampled_from(["board", "supply", "rush", "deck", "cards"]), values, max_size=3),
)
def test_any_setup(fields: dict[str, Any], data: dict[str, Any]) -> None:
    for event in ({**SETUP, **fields}, {**SETUP, "data": data}, {**SETUP, "data": {"deck": {"cards": data}}}):
        judge = Judge()
        check([judge.feed(event), judge.feed({"event": "start_cell", "by": "B", "cell": [0, 0], "cup": 1}),
               judge.result()])  # fmt: skip

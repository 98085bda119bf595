"""What goes into Kanban Menu and comes out: schemas, faults with their paths, and input of any kind."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from kanban import SAMPLE, Table, ok
from kanban_play import Play

from referee.games import get_game
from referee.games.base import Reason
from referee.games.kanban_menu import describe
from referee.games.kanban_menu.events import SUBJECTS
from referee.games.kanban_menu.messages import MESSAGES
from referee.games.kanban_menu.setup import KNOWN
from referee.jsonlines import encode
from referee.judge import Judge, judge_lines
from referee.schema import schema

SETUP: dict[str, Any] = {"event": "setup", "game": "kanban-menu", "players": ["P1", "P2"], "start": "P1",
                         "edition": "seed", "data": SAMPLE}  # fmt: skip
EVENT = Draft202012Validator(schema("kanban-menu", "event"))
VERDICT = Draft202012Validator(schema("kanban-menu", "verdict"))
RESULT = Draft202012Validator(schema("kanban-menu", "result"))

GOOD: list[dict[str, Any]] = [
    SETUP,
    {**SETUP, "options": {"colours": {"blue": "Drink"}, "end_on": "current", "brunch_when_unable": False}},
    {"event": "state", "player": "P1", "money": 1, "vp": 0, "materials": {"green": 1}, "menu": ["macaron"],
     "hand": None},
    {"event": "state", "player": "P1"},
    {"event": "table", "actions": {"1": ["green"], "2": []}, "used": {"red": 2, "white": 1},
     "area": ["parfait"]},
    {"event": "table", "bag": 12, "deck": 3, "active": "P1"},
    {"event": "choose", "by": "P1", "action": 1},
    {"event": "take", "by": "P1", "tokens": ["green"]},
    {"event": "activate", "by": "P1", "details": {"take": "red", "from": "used"}},
    {"event": "activate", "by": "P1", "details": {"pay": ["red", "red"]}},
    {"event": "activate", "by": "P1"},
    {"event": "activate", "by": "P1", "details": {"develop": "opera", "from": "area"}},
    {"event": "activate", "by": "P1", "details": {"reserve": "opera"}},
    {"event": "activate", "by": "P1",
     "details": {"trades": [{"buy": "blue", "from": "bag"}, {"sell": "red"}, {"buy_vp": 2}, {"sell_vp": 1}]}},
    {"event": "skip", "by": "P1"},
    {"event": "ability", "by": "P1", "card": "british-tea", "details": {}},
    {"event": "ability", "by": "P1", "card": "bavarois", "details": {"trade": {"sell": "red"}}},
    {"event": "distribute", "by": "P1", "tokens": [["blue", 3], ["red", 5]]},
    {"event": "distribute", "by": "P1", "tokens": [["blue", 3], ["red", None]], "returned": True},
    {"event": "refill", "card": "opera"},
    {"event": "end_turn", "by": "P1", "materials": {}},
    {"event": "observe", "by": "P1", "before": {"money": 3, "vp": 0, "materials": {"blue": 2}},
     "after": {"money": 8, "vp": 0, "materials": {}}, "action": 2},
    {"event": "override", "of": 2, "verdict": "OK"},
    {"event": "undo", "of": 2},
]  # fmt: skip


@pytest.mark.parametrize("event", GOOD)
def test_good_events(event: dict[str, Any]) -> None:
    EVENT.validate(event)
    judge = Judge()
    answers = [judge.feed(SETUP), judge.feed(GOOD[6])]
    if event["event"] != "setup":
        answers.append(judge.feed(event))
    for answer in answers:
        VERDICT.validate(answer)
        missing = {reason["code"] for reason in answer["reasons"]} <= {"missing_field"}
        assert answer["verdict"] != "BAD_INPUT" or (missing and event["event"] == "activate")
    RESULT.validate(judge.result())


BAD: list[tuple[dict[str, Any], list[str]]] = [
    ({"event": "jump", "by": "P1"}, ["event"]),
    ({"event": "choose"}, ["action", "by"]),
    ({"event": "choose", "by": "P9", "action": "1"}, ["action", "by"]),
    ({"event": "choose", "by": "P1", "action": True}, ["action"]),
    ({"event": "take", "by": "P1"}, ["tokens"]),
    ({"event": "take", "by": "P1", "tokens": ["blue", 3, "pink"]}, ["tokens[1]", "tokens[2]"]),
    ({"event": "take", "by": "P1", "tokens": ["blue"] * 7}, ["tokens"]),
    ({"event": "activate", "by": "P1", "details": 3}, ["details"]),
    ({"event": "activate", "by": "P1", "details": {"take": "pink", "from": "hat"}},
     ["details.from", "details.take"]),
    ({"event": "activate", "by": "P1", "details": {"pay": "blue"}}, ["details.pay"]),
    ({"event": "activate", "by": "P1", "details": {"develop": "soup", "from": "bag"}},
     ["details.develop", "details.from"]),
    ({"event": "activate", "by": "P1", "details": {"trades": [{}, {"buy": "yellow"}, {"sell_vp": 0}, 3]}},
     ["details.trades[0]", "details.trades[1].buy", "details.trades[2].sell_vp", "details.trades[3]"]),
    ({"event": "activate", "by": "P1", "details": {"trades": [{"buy": "blue", "sell": "blue"}]}},
     ["details.trades[0]"]),
    ({"event": "ability", "by": "P1", "card": "soup"}, ["card"]),
    ({"event": "ability", "by": "P1", "card": "bavarois", "details": {"trade": 3, "drew": "pink"}},
     ["details.drew", "details.trade"]),
    ({"event": "distribute", "by": "P1", "tokens": [["blue"], ["pink", 9]]},
     ["tokens[0]", "tokens[1][0]", "tokens[1][1]"]),
    ({"event": "refill"}, ["card"]),
    ({"event": "end_turn", "by": "P1", "materials": {"blue": -1}}, ["materials.blue"]),
    ({"event": "observe", "by": "P1", "before": {"money": -1}}, ["after", "before.money"]),
    ({"event": "observe", "by": "P1", "before": {}, "after": {}, "action": 7}, ["action"]),
    ({"event": "state", "player": "P1", "money": 1.5, "vp": -1, "materials": {"pink": 1}, "menu": "opera"},
     ["materials.pink", "menu", "money", "vp"]),
    ({"event": "state", "money": 10**30}, ["money", "player"]),
    ({"event": "state", "player": "P1", "hand": "soup"}, ["hand"]),
    ({"event": "observe", "by": "P1", "before": {"hand": "soup", "used": 3, "menu": ["soup"]},
      "after": {"hand": 3, "materials": ["soup"], "vp": -1}, "taken": 3},
     ["after.hand", "after.materials[0]", "after.vp", "before.hand", "before.menu[0]", "before.used",
      "taken"]),
    ({"event": "table", "actions": {"7": []}, "used": 3, "area": ["soup"], "deck": -1, "active": "P9",
      "bag": -1}, ["actions.7", "active", "area[0]", "bag", "deck", "used"]),
]  # fmt: skip


@pytest.mark.parametrize(("event", "paths"), BAD)
def test_every_fault_is_named(event: dict[str, Any], paths: list[str]) -> None:
    assert not EVENT.is_valid(event)
    judge = Judge()
    judge.feed(SETUP)
    before = judge.state
    answer = judge.feed(event)
    assert answer["verdict"] == "BAD_INPUT"
    assert sorted(reason["path"] for reason in answer["reasons"]) == paths
    assert judge.state is before
    VERDICT.validate(answer)


ODD: list[tuple[dict[str, Any], str, Any]] = [
    ({"event": "take", "by": "P1", "tokens": [["blue"]]}, "tokens[0]", "a list of 1"),
    ({"event": "take", "by": "P1", "tokens": [{}]}, "tokens[0]", "an object of 0"),
    ({"event": "take", "by": "P1", "tokens": [True]}, "tokens[0]", True),
    ({"event": "activate", "by": "P1", "details": {"take": ["blue"]}}, "details.take", "a list of 1"),
    ({"event": "activate", "by": "P1", "details": {"develop": {}}}, "details.develop", "an object of 0"),
    ({"event": "choose", "by": 3, "action": 1}, "by", 3),
    ({"event": "choose", "by": ["P1"], "action": 1}, "by", "a list of 1"),
    ({"event": "distribute", "by": "P1", "tokens": [["blue", [1]]]}, "tokens[0][1]", "a list of 1"),
    ({"event": "distribute", "by": "P1", "tokens": {}}, "tokens", "an object of 0"),
    ({"event": "state", "player": "P1", "materials": 3}, "materials", 3),
    ({"event": "state", "player": "P1", "menu": [["opera"]]}, "menu[0]", "a list of 1"),
    ({"event": "table", "bag": True}, "bag", True),
    ({"event": "table", "actions": {"1": 3}}, "actions.1", 3),
]


@pytest.mark.parametrize(("event", "path", "seen"), ODD)
def test_a_value_of_another_kind_is_shown_in_short(event: dict[str, Any], path: str, seen: Any) -> None:
    judge = Judge()
    judge.feed(SETUP)
    reasons = judge.feed(event)["reasons"]
    assert [(r["code"], r["path"], r["seen"]) for r in reasons] == [("wrong_type", path, seen)]


@pytest.mark.parametrize(
    ("fields", "shown"),
    [({"bag": 100_000}, 100_000), ({"bag": 0}, 0), ({"bag": ["blue"]}, 1), ({"bag": {"red": 3}}, 3)],
)
def test_the_bag_is_told_by_its_tokens_or_by_their_number(fields: dict[str, Any], shown: int) -> None:
    table = Table().has()
    assert ok(table.event("table", None, **fields))
    assert table.view["bag"] == shown


@pytest.mark.parametrize(
    ("fields", "good"),
    [
        ({"money": 100_000}, True),
        ({"money": 100_001}, False),
        ({"vp": 0}, True),
        ({"materials": ["blue"] * 200}, True),
        ({"materials": ["blue"] * 201}, False),
        ({"materials": {"blue": 100_000}}, True),
        ({"materials": {"blue": 100_001}}, False),
    ],
)
def test_the_most_that_a_player_may_have(fields: dict[str, Any], good: bool) -> None:
    assert (Table().state(**fields)["verdict"] == "OK") is good


@pytest.mark.parametrize(
    ("action", "path"),
    [(1, "details.take"), (2, "details.pay"), (5, "details.develop"), (6, "details.trades")],
)
def test_an_activation_says_what_its_action_needs(action: int, path: str) -> None:
    table = Table().has().lies().chosen(action)
    answer = table.activate()
    assert (answer["verdict"], answer["reasons"][0]["path"]) == ("BAD_INPUT", path)


def test_every_event_and_option_is_described() -> None:
    described = {
        event["properties"]["event"]["const"]: event for event in schema("kanban-menu", "event")["anyOf"]
    }
    assert set(described) == {"setup", *SUBJECTS, "override", "undo"}
    options = described["setup"]["properties"]["options"]["anyOf"][0]["properties"]
    assert set(options) == set(KNOWN)


def test_answers_of_a_whole_game_fit_the_schemas() -> None:
    play = Play(7, 3, end_vp=12)
    stream = play.opening()
    while not play.over:
        stream += list(play.turn())
    assert len(stream) < 2000
    for event in stream:
        EVENT.validate(event)
    answers = list(judge_lines([json.dumps(event).encode() for event in stream]))
    for answer in answers[:-1]:
        VERDICT.validate(answer)
    RESULT.validate(answers[-1])
    assert answers[-1]["result"]["over"]


@pytest.mark.parametrize("code", sorted(MESSAGES))
def test_every_reason_can_be_said(code: str) -> None:
    bare = describe(Reason(code))
    full = describe(Reason(code, path="tokens[0]", expected="this", seen="that", advice="do so"))
    assert bare and full and full.endswith(": do so")
    assert "{" not in bare + full


def test_a_code_of_another_game() -> None:
    assert describe(Reason("early_recover")) is None


def test_extra_fields_are_kept() -> None:
    table = Table().has().lies()
    assert ok(table.event("choose", action=1, confidence=0.5, note=["x"]))


# Input of any kind

steady = settings(max_examples=40)
WORDS = [
    "P1",
    "P2",
    "blue",
    "yellow",
    "opera",
    "bavarois",
    "used",
    "bag",
    "area",
    "1",
    "6",
    "OK",
    "lost",
    "seed",
]
scalars = (
    st.none()
    | st.booleans()
    | st.integers(-2, 8)
    | st.integers(-(10**30), 10**30)
    | st.floats()
    | st.text(st.characters(), max_size=8)
    | st.sampled_from(WORDS)
)
NAMES = [
    "money", "vp", "materials", "menu", "hand", "used", "blue", "yellow", "buy", "sell", "buy_vp",
    "sell_vp", "from", "take", "pay", "develop", "reserve", "trades", "trade", "drew", "1", "2", "cost",
    "colours", "edition", "value", "no_data", "start", "tokens", "returned",
]  # fmt: skip
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(max_size=6) | st.sampled_from(NAMES), inner, max_size=3)
    ),
)
FIELDS = [
    "event", "t", "by", "player", "action", "tokens", "details", "card", "materials", "money", "vp",
    "menu", "hand", "actions", "used", "bag", "area", "deck", "active", "before", "after", "taken",
    "of", "verdict", "data", "edition", "options", "players", "start", "game", "confidence", "evidence",
    "returned",
]  # fmt: skip
subjects = st.sampled_from([*get_game("kanban-menu").subjects, "override", "undo", "setup"])
events = st.builds(
    lambda subject, by, fields: {"event": subject, "by": by, "player": by, **fields},
    subjects | values,
    st.sampled_from(["P1", "P2"]) | values,
    st.dictionaries(st.sampled_from(FIELDS), values, max_size=6),
)


def check(answers: list[dict[str, Any]]) -> None:
    for answer in answers:
        json.loads(encode(answer).encode("utf-8"))
    for answer in answers[:-1]:
        VERDICT.validate(answer)
    RESULT.validate(answers[-1])


@given(st.lists(st.binary(max_size=60), max_size=6))
@steady
def test_any_bytes(lines: list[bytes]) -> None:
    check(list(judge_lines([json.dumps(SETUP).encode(), *lines])))


@given(st.lists(events, max_size=6))
@steady
def test_any_json(stream: list[dict[str, Any]]) -> None:
    lines = [json.dumps(event).encode("utf-8", "surrogatepass") for event in [SETUP, *stream]]
    answers = list(judge_lines(lines))
    check(answers)
    assert len(answers) == len(lines) + 1


@given(values | events | st.binary())
@steady
def test_any_python_value(event: Any) -> None:
    judge = Judge()
    check([judge.feed(SETUP), judge.feed(event), judge.feed(event), judge.result()])


@given(st.dictionaries(st.sampled_from(FIELDS), values, max_size=6))
@steady
def test_any_setup(fields: dict[str, Any]) -> None:
    judge = Judge()
    check([judge.feed({**SETUP, **fields}), judge.result()])


@given(st.lists(st.sampled_from(GOOD[2:]), max_size=25))
@steady
def test_any_order_of_good_events(stream: list[dict[str, Any]]) -> None:
    """Whatever happens, a state is a state, and what is ILLEGAL changes nothing."""
    judge = Judge()
    answers = [judge.feed(SETUP)]
    for event in stream:
        before = judge.state
        answers.append(judge.feed(event))
        if answers[-1]["verdict"] in ("ILLEGAL", "BAD_INPUT") and event["event"] not in ("override", "undo"):
            assert judge.state is before
        view = judge.view()
        for told in view["players"].values():
            assert all((told[name] or 0) >= 0 for name in ("money", "vp"))
    check([*answers, judge.result()])

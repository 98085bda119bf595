"""The schemas are schemas, agree with what the judge takes and gives, and can be printed."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from referee import adapters
from referee.games import names
from referee.games.kushi_express.events import SUBJECTS
from referee.games.kushi_express.setup import CHOICES, FLAGS
from referee.judge import Judge
from referee.schema import kinds, main_schema, schema, schemas

SETUP: dict[str, Any] = {
    "event": "setup", "game": "kushi-express", "players": ["A", "B"], "first": "A", "set": "kit",
    "options": {"simultaneous_window": 0.5, "require_call": False},
}  # fmt: skip
ORDER = {"kind": "order", "layers": ["pepper"], "price": 2.5}
EVENTS: list[dict[str, Any]] = [
    SETUP,
    {"event": "reveal", "t": 1, "by": "A", "card": "best"},
    {"event": "reveal", "t": 1, "by": "A", "card": ORDER, "doubts": [{"code": "glare"}]},
    {"event": "reveal", "t": 1, "by": "A", "card": {"kind": "touting"}},
    {"event": "place", "t": 1.5, "by": "B", "layers": ["meat"]},
    {"event": "place", "t": 1.5, "by": "B", "layers": [], "handle": "plain", "during_check": True,
     "loose": {"cubes": {"tomato": 1}, "strips": {"bacon": 2}},
     "doubts": [{"code": "gap", "position": 1, "alternative": None}]},
    {"event": "call", "t": 2, "by": "B"},
    {"event": "recover", "t": 2, "by": "B"},
    {"event": "steal", "t": 2, "by": "B", "from": "A", "card": "best", "chosen_by": "thief"},
    {"event": "steal", "t": 2, "by": "B", "from": "pile", "card": "best"},
    {"event": "decline", "t": 2, "by": "B"},
    {"event": "show", "t": 2, "by": "B", "card": "best"},
    {"event": "override", "of": 2, "verdict": "OK", "by": "all_opponents", "why": "..."},
    {"event": "undo", "of": 2},
]  # fmt: skip
BAD: list[dict[str, Any]] = [
    {**SETUP, "players": ["A"]},
    {**SETUP, "options": {"orientation": "up"}},
    {"event": "jump", "t": 1, "by": "A"},
    {"event": "reveal", "by": "A", "card": "best"},
    {"event": "reveal", "t": 1, "by": "A"},
    {"event": "reveal", "t": 1, "by": "A", "card": {**ORDER, "price": "6.05"}},
    {"event": "reveal", "t": 1, "by": "A", "card": {**ORDER, "price": 6.05}},
    {"event": "place", "t": 1, "by": "A", "layers": ["onion"]},
    {"event": "place", "t": -1, "by": "A", "layers": []},
    {"event": "place", "t": 1, "by": "A", "layers": [], "handle": "last"},
    {"event": "override", "of": 2, "verdict": "ASK"},
    {"event": "undo"},
]
EVENT = Draft202012Validator(schema("kushi-express", "event"))


def test_each_is_a_schema() -> None:
    Draft202012Validator.check_schema(schemas())
    for game in names():
        assert {"event", "verdict", "result"} <= set(kinds(game))
        assert ("check" in kinds(game)) == (game in adapters.names())
        for kind in kinds(game):
            Draft202012Validator.check_schema(schema(game, kind))


@pytest.mark.parametrize("event", EVENTS)
def test_good_events(event: dict[str, Any]) -> None:
    EVENT.validate(event)
    Draft202012Validator(schemas()).validate(event)
    judge = Judge()
    answers = [judge.feed(SETUP), judge.feed({"event": "reveal", "t": 0, "by": "A", "card": "touting"})]
    if event is not SETUP:
        answers.append(judge.feed(event))
    about_the_state = {"not_on_plate", "no_hidden_card", "not_held"}
    for answer in answers:
        assert answer["verdict"] != "BAD_INPUT" or answer["reasons"][0]["code"] in about_the_state


@pytest.mark.parametrize("event", BAD)
def test_bad_events(event: dict[str, Any]) -> None:
    assert not EVENT.is_valid(event)
    judge = Judge()
    if event["event"] != "setup":
        judge.feed(SETUP)
        judge.feed(EVENTS[1])
    assert judge.feed(event)["verdict"] == "BAD_INPUT"


def test_every_event_and_option_is_described() -> None:
    described = {
        event["properties"]["event"]["const"]: event for event in schema("kushi-express", "event")["anyOf"]
    }
    assert set(described) == {"setup", *SUBJECTS, "override", "undo"}
    options = described["setup"]["properties"]["options"]["properties"]
    assert set(options) == {*CHOICES, *FLAGS, "simultaneous_window"}


def test_one_kind_of_every_game_that_has_it() -> None:
    out = io.StringIO()
    assert main_schema(None, "check", out) == 0
    assert "kushi-express" in json.loads(out.getvalue())


def test_the_example_of_a_check() -> None:
    example = {
        "image": "a.jpg", "game": "kushi-express",
        "order": {"card": "best", "layers": ["meat"], "price": "6.0", "confidence": 0.99},
        "skewers": [{"layers": ["meat"], "handle": "first", "box": [[0, 0], [1, 0], [1, 1], [0, 1]],
                     "on_plate": True, "confidence": 0.98}],
        "loose": {"cubes": {"tomato": 1}, "strips": {"bacon": 1}},
        "verdict": "OK", "reasons": [],
    }  # fmt: skip
    check = Draft202012Validator(schema("kushi-express", "check"))
    check.validate(example)
    check.validate({**example, "order": None, "verdict": "UNSURE", "reasons": [{"code": "no_order"}]})
    assert not check.is_valid({**example, "verdict": "MAYBE"})
    assert not check.is_valid({**example, "reasons": [{}]})


@pytest.mark.parametrize(
    ("game", "kind"), [(None, None), ("kushi-express", None), ("kushi-express", "event")]
)
def test_printing(game: str | None, kind: str | None) -> None:
    out = io.StringIO()
    assert main_schema(game, kind, out) == 0
    printed = json.loads(out.getvalue())
    whole = printed if game is None or kind is not None else printed["event"]
    assert whole["$schema"] == "https://json-schema.org/draft/2020-12/schema"


@pytest.mark.parametrize(("game", "kind"), [("chess", None), ("kushi-express", "poem"), (None, "poem")])
def test_printing_what_there_is_not(
    game: str | None, kind: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    out = io.StringIO()
    assert main_schema(game, kind, out) == 2
    assert out.getvalue() == ""
    assert len(capsys.readouterr().err.splitlines()) == 1

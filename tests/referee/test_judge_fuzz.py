"""No input of any kind makes the judge raise, and its answers are always JSON that the schemas describe."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from referee.games import get_game
from referee.games.kushi_express import SetData
from referee.jsonlines import encode
from referee.judge import Judge, judge_lines
from referee.schema import schema

steady = settings(deadline=None, derandomize=True, max_examples=60)
DATA = SetData.build(
    {
        "best": {"kind": "order", "layers": ["meat", "bacon", "tomato", "bacon"], "price": "6.0"},
        "touting": {"kind": "touting"},
        "closing": {"kind": "closing"},
    },
    handle_marked=True,
)
SETUP = {"event": "setup", "game": "kushi-express", "players": ["A", "B"], "first": "A"}
VERDICT = Draft202012Validator(schema("kushi-express", "verdict"))
RESULT = Draft202012Validator(schema("kushi-express", "result"))

scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-(10**30), 10**30)
    | st.floats()
    | st.text(st.characters(), max_size=8)
    | st.sampled_from(["A", "B", "best", "touting", "closing", "pile", "first", "gap", "OK", "meat", "6.0"])
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
)
FIELDS = [
    "event",
    "t",
    "by",
    "card",
    "layers",
    "handle",
    "from",
    "of",
    "verdict",
    "loose",
    "doubts",
    "why",
    "players",
    "first",
    "game",
    "options",
    "deck",
    "confidence",
    "evidence",
    "chosen_by",
    "kind",
]
subjects = st.sampled_from([*get_game("kushi-express").subjects, "override", "undo", "setup"])
events = st.builds(
    lambda subject, t, by, fields: {"event": subject, "t": t, "by": by, **fields},
    subjects | values,
    st.integers(0, 5) | values,
    st.sampled_from(["A", "B"]) | values,
    st.dictionaries(st.sampled_from(FIELDS), values, max_size=5),
)


def load(game: str, setup: Any) -> SetData:
    return DATA


def check(answers: list[dict[str, Any]]) -> None:
    for answer in answers:
        json.loads(encode(answer).encode("utf-8"))
    for answer in answers[:-1]:
        VERDICT.validate(answer)
    RESULT.validate(answers[-1])


@steady
@given(st.lists(st.binary(max_size=60), max_size=6))
def test_any_bytes(lines: list[bytes]) -> None:
    check(list(judge_lines(lines, load=load)))
    check(list(judge_lines([json.dumps(SETUP).encode(), *lines], load=load)))


@steady
@given(st.lists(events, max_size=5))
def test_any_json(stream: list[dict[str, Any]]) -> None:
    lines = [json.dumps(event).encode("utf-8", "surrogatepass") for event in [SETUP, *stream]]
    answers = list(judge_lines(lines, load=load))
    check(answers)
    assert len(answers) == len(lines) + 1


@steady
@given(values | events | st.binary())
def test_any_python_value(event: Any) -> None:
    judge = Judge(load=load)
    check([judge.feed(event), judge.feed(SETUP), judge.result()])
    judge = Judge(load=load)
    check([judge.feed(SETUP), judge.feed(event), judge.feed(event), judge.result()])


@steady
@given(st.dictionaries(st.sampled_from(FIELDS), values, max_size=6))
def test_any_setup(fields: dict[str, Any]) -> None:
    judge = Judge(load=load)
    check([judge.feed({**SETUP, **fields}), judge.result()])

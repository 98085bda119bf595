"""No input of any kind makes the judge raise, for any game: each line has exactly one verdict, and answers
are JSON as the schemas say. Games come in by their streams of legal play (`benchmarks.streams`)."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from benchmarks.streams import games, stream
from referee.games import names
from referee.jsonlines import LONGEST_LINE, encode
from referee.judge import Judge, judge_lines
from referee.languages import LANGUAGES, translator
from referee.schema import schema
from referee.wording import explanation

steady = settings(deadline=None, derandomize=True, max_examples=60)
every_game = pytest.mark.parametrize("game", games())

Event = dict[str, Any]


@cache
def legal(game: str) -> list[Event]:
    return stream(game, 80)


@cache
def validators(game: str) -> tuple[Draft202012Validator, Draft202012Validator]:
    return Draft202012Validator(schema(game, "verdict")), Draft202012Validator(schema(game, "result"))


def inside(value: Any) -> Iterator[Any]:
    """A JSON value and all that is in it, keys too."""
    yield value
    if isinstance(value, dict):
        for key, entry in value.items():
            yield key
            yield from inside(entry)
    elif isinstance(value, list):
        for entry in value:
            yield from inside(entry)


def check(game: str, lines: list[Any], answers: list[dict[str, Any]]) -> None:
    """One answer a line, in order, then the result; all of it JSON as the schemas say, and sayable."""
    verdict, result = validators(game)
    assert [answer["line"] for answer in answers[:-1]] == list(range(1, len(lines) + 1))
    for answer in answers:
        json.loads(encode(answer).encode("utf-8"))
    for answer in answers[:-1]:
        verdict.validate(answer)
        for language in LANGUAGES:
            explanation(answer, game, translator(language)).encode("utf-8")
    result.validate(answers[-1])


# What may stand in place of what belongs there


def deep(levels: int) -> Any:
    value: Any = 1
    for level in range(levels):
        value = [value] if level % 2 else {"a": value}
    return value


odd = st.sampled_from(
    [
        float("nan"), float("inf"), -float("inf"), -0.0, 1e308, 5e-324, 2**63, -(2**63), 10**400, -(10**30),
        "\ud800", "\udfff\ud800", "\x00", "\u202e", " ", "", "a" * 5000, "NaN", "{seen}", "{0}", "%s",
        [], {}, [[]], {"": None}, [None] * 300, {str(i): i for i in range(300)}, deep(40), deep(400),
        True, False, None, 0, 1, -1, 0.5, 1.05,
    ]
)  # fmt: skip
scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(), max_size=8) | odd


@cache
def values(game: str) -> st.SearchStrategy[Any]:
    """Values of any type: what stands somewhere in a legal stream, and what stands nowhere."""
    texts = sorted({value for event in legal(game) for value in inside(event) if isinstance(value, str)})
    known = st.sampled_from(texts) | scalars
    return st.recursive(
        known,
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.sampled_from(texts) | st.text(max_size=6), inner, max_size=3)
        ),
        max_leaves=8,
    )


@cache
def fields(game: str) -> st.SearchStrategy[Event]:
    keys = sorted(
        {key for event in legal(game) for key in event} | {"of", "verdict", "why", "evidence", "options"}
    )
    return st.dictionaries(st.sampled_from(keys), values(game), max_size=5)


decisions = st.builds(
    lambda event, of, verdict: {"event": event, "of": of, "verdict": verdict},
    st.sampled_from(["override", "undo"]),
    st.integers(1, 90),
    st.sampled_from(["OK", "ILLEGAL"]),
)


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every (container, key) in a JSON value."""
    entries: list[Any] = []
    if isinstance(value, dict):
        entries = list(value)
    elif isinstance(value, list):
        entries = list(range(len(value)))
    return [(value, key) for key in entries] + [place for key in entries for place in places(value[key])]


def changed(game: str, data: st.DataObject) -> list[Event]:
    """A legal stream with some of its lines changed, doubled, moved or taken out; `setup` stays as it is."""
    events = copy.deepcopy(legal(game)[: data.draw(st.integers(2, 40))])
    for _ in range(data.draw(st.integers(1, 8))):
        at = data.draw(st.integers(1, len(events) - 1)) if len(events) > 1 else 0
        match data.draw(
            st.sampled_from(["value", "value", "value", "key", "twice", "out", "move", "decide"])
        ):
            case "value" if at:
                spots = places(events[at])
                if spots:
                    where, key = data.draw(st.sampled_from(spots))
                    where[key] = data.draw(values(game))
            case "key" if at and events[at]:
                events[at].pop(data.draw(st.sampled_from(sorted(events[at]))))
            case "twice":
                events.insert(at + 1, copy.deepcopy(events[at]))
            case "out" if at:
                del events[at]
            case "move" if at:
                events.insert(data.draw(st.integers(1, len(events) - 1)), events.pop(at))
            case "decide":
                events.insert(at + 1, data.draw(decisions))
    return events


def written(event: Any) -> bytes:
    return json.dumps(event).encode("utf-8", "surrogatepass")


# Streams of lines


def test_every_game_is_fuzzed() -> None:
    assert games() == names()


@every_game
def test_a_legal_stream_is_understood(game: str) -> None:
    lines = [written(event) for event in legal(game)]
    check(game, lines, list(judge_lines(lines)))


@every_game
@steady
@given(st.data())
def test_a_changed_legal_stream(game: str, data: st.DataObject) -> None:
    lines = [written(event) for event in changed(game, data)]
    check(game, lines, list(judge_lines(lines)))


@every_game
@steady
@given(st.data())
def test_any_fields(game: str, data: st.DataObject) -> None:
    subjects = sorted({event["event"] for event in legal(game)} | {"override", "undo"})
    subject = st.sampled_from(subjects)
    events = data.draw(st.lists(st.builds(lambda name, rest: {"event": name, **rest}, subject, fields(game))))
    lines = [written(event) for event in [legal(game)[0], *events]]
    check(game, lines, list(judge_lines(lines)))


@every_game
@steady
@given(st.data())
def test_bytes_that_are_hit(game: str, data: st.DataObject) -> None:
    """Single bytes of legal lines changed, put in or left out, lines cut off."""
    lines = [written(event) for event in legal(game)[:12]]
    for _ in range(data.draw(st.integers(1, 5))):
        line = data.draw(st.integers(1, len(lines) - 1))
        text = lines[line]
        at = data.draw(st.integers(0, max(0, len(text) - 1)))
        new = data.draw(
            st.binary(max_size=2) | st.sampled_from([b"\xff", b"\xed\xa0\x80", b"\\ud800", b"9" * 400])
        )
        lines[line] = text[:at] + new.replace(b"\n", b" ") + text[at + data.draw(st.integers(0, 1)) :]
    answers = list(judge_lines(lines))
    while not lines[-1].strip():
        lines.pop()  # blank lines at the end are no events
    check(game, lines, answers)


@every_game
@steady
@given(lines=st.lists(st.binary(max_size=60).map(lambda line: line.replace(b"\n", b" ")), max_size=6))
def test_any_bytes(game: str, lines: list[bytes]) -> None:
    first = list(judge_lines(lines))
    check(game, [None] * (len(first) - 1), first)
    after = [written(legal(game)[0]), *lines, b'{"event": "end"}']
    check(game, after, list(judge_lines(after)))


HOSTILE = {
    "deep list": b'{"event": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    "deep object": b'{"a":' * 50_000 + b"1" + b"}" * 50_000,
    "deep within bounds": b'{"event": ' + b"[" * 900 + b"]" * 900 + b"}",
    "long": b'{"event": "' + b"x" * (LONGEST_LINE + 1) + b'"}',
    "long within bounds": b'{"event": "' + b"x" * (LONGEST_LINE - 20) + b'"}',
    "many fields": b"{" + b",".join(b'"%d": 1' % i for i in range(50_000)) + b"}",
    "many entries": b'{"event": [' + b"1," * 300_000 + b"1]}",
    "huge integer": b'{"t": ' + b"9" * 100_000 + b"}",
    "huge exponent": b'{"t": 1e999999999}',
    "not a number": b'{"t": NaN}',
    "infinity": b'{"t": -Infinity}',
    "lone surrogate": b'{"event": "\\ud800", "by": "\\udc00"}',
    "raw surrogate": b'{"event": "\xed\xa0\x80"}',
    "overlong": b'{"event": "\xc0\xaf"}',
    "utf-16": '{"event": "undo"}'.encode("utf-16"),
    "byte order mark": b'\xef\xbb\xbf{"event": "undo"}',
    "null byte": b'{"event": "\x00"}',
    "twice": b'{"event": "undo", "event": "undo"}',
    "two values": b"{} {}",
    "comment": b"{} // no",
    "spaces": b" \t\r",
}


@every_game
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_lines(game: str, name: str) -> None:
    legal_lines = [written(event) for event in legal(game)[:6]]
    lines = [*legal_lines, HOSTILE[name], legal_lines[-1]]
    answers = list(judge_lines(lines))
    check(game, lines, answers)
    assert answers[6]["verdict"] == "BAD_INPUT"
    assert len(encode(answers[6])) < 1000, "an answer is short, whatever was asked"
    assert list(judge_lines([*legal_lines, legal_lines[-1]]))[-1] == answers[-1], "the game is as before"


# Python values, and set-ups


@every_game
@steady
@given(st.data())
def test_any_python_value(game: str, data: st.DataObject) -> None:
    event = data.draw(
        values(game)
        | fields(game)
        | st.binary()
        | st.tuples(scalars)
        | st.frozensets(st.integers())
        | st.complex_numbers()
    )
    judge = Judge()
    check(game, [event] * 2, [judge.feed(event), judge.feed(legal(game)[0]), judge.result()])
    judge = Judge()
    answers = [judge.feed(legal(game)[0]), judge.feed(event), judge.feed(event), judge.result()]
    check(game, [event] * 3, answers)


@every_game
@steady
@given(st.data())
def test_any_setup(game: str, data: st.DataObject) -> None:
    setup = copy.deepcopy(legal(game)[0])
    setup |= data.draw(fields(game))
    for _ in range(data.draw(st.integers(0, 2))):
        where, key = data.draw(st.sampled_from(places(setup)))
        where[key] = data.draw(values(game))
    for given_as in (setup, json.loads(json.dumps(setup))):
        judge = Judge()
        answer = judge.feed(given_as)
        check(game, [setup], [answer, judge.result()])
        assert judge.ended == (answer["verdict"] == "BAD_INPUT")

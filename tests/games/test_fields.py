"""What all games read in one way: fields of events, names, numbers, and what is said of a value."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from referee.games.base import BadInput, Effect, Reason, warning
from referee.games.fields import LATEST, Fields, exact, is_name, printable, seen
from referee.games.rulebook import rules_behind
from referee.games.seats import read_players, read_seat, read_starter, unknown_event, unknown_options


def said(fields: Fields) -> list[tuple[str, str | None, str | None, Any]]:
    return [(reason.code, reason.path, reason.expected, reason.seen) for reason in fields.errors]


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, None),
        (True, True),
        (0, 0),
        (-LATEST, -LATEST),
        (LATEST, LATEST),
        (LATEST + 1, "a number of 40 bits"),
        (-(10**30), "a number of 100 bits"),
        (1.5, 1.5),
        (float("inf"), "inf"),
        (float("nan"), "nan"),
        ("tea", "tea"),
        ([1, 2], "a list of 2"),
        ((), "a list of 0"),
        ({"a": 1}, "an object of 1"),
        (b"tea", "bytes"),
    ],
)
def test_a_value_as_a_message_shows_it(value: object, shown: object) -> None:
    assert repr(seen(value)) == repr(shown)


def test_a_text_is_cut_and_can_be_written() -> None:
    assert printable("x" * 80) == "x" * 80
    assert printable("x" * 81) == "x" * 79 + "…"
    assert printable("caf\u00e9 \ud800") == "caf\u00e9 ?"


@pytest.mark.parametrize(
    ("name", "good"),
    [
        ("A", True), ("Jürgen Ö", True), ("n" * 100, True), ("n" * 101, False), ("", False), (" ", False),
        ("\u3000", False), ("A\n", False), ("A\x00", False), ("\ud800", False), (3, False), (None, False),
        (["A"], False), (" A", True),
    ],
)  # fmt: skip
def test_what_can_be_a_name(name: object, good: bool) -> None:
    assert is_name(name) is good


@pytest.mark.parametrize(
    ("value", "number"),
    [
        (3, Decimal(3)), (0.1, Decimal("0.1")), (-0.0, Decimal(0)), (LATEST, Decimal(LATEST)),
        (LATEST + 1, None), (-LATEST - 1, None), (True, None), ("3", None), (None, None),
        (float("inf"), None), (float("nan"), None), (1e300, Decimal("1e300")),
    ],
)  # fmt: skip
def test_a_number_is_the_decimal_that_was_written(value: object, number: Decimal | None) -> None:
    assert exact(value) == number


# Fields of an object


def test_no_object_at_all() -> None:
    assert said(Fields(None, "data")) == [("missing_field", "data", "an object", None)]
    assert said(Fields([1], "data")) == [("wrong_type", "data", "an object", "a list of 1")]
    assert (Fields([1]).raw, Fields({}).errors) == ({}, [])


def test_faults_of_inner_objects_are_noted_outside_by_their_whole_path() -> None:
    fields = Fields({"a": {"b": {"c": 3}}, "d": None}, "data")
    inner = fields.inner("a").inner("b")
    assert (inner.name("c"), inner.raw) == ("", {"c": 3})
    fields.inner("d")
    assert (fields.inner("d", {}).raw, fields.inner("e", {"x": 1}).raw) == ({}, {"x": 1})
    assert said(fields) == [
        ("wrong_type", "data.a.b.c", "a name", 3),
        ("missing_field", "data.d", "an object", None),
    ]
    with pytest.raises(BadInput) as error:
        fields.done()
    assert error.value.reasons == tuple(fields.errors)
    Fields({}).done()


@pytest.mark.parametrize(
    ("value", "code", "shown"),
    [
        (None, "missing_field", None),
        ("", "wrong_type", ""),
        (" ", "wrong_type", " "),
        ("n" * 101, "wrong_type", "n" * 79 + "…"),
        (7, "wrong_type", 7),
    ],
)
def test_a_name_that_is_none(value: object, code: str, shown: object) -> None:
    fields = Fields({"name": value})
    assert (fields.name("name"), fields.name("name", "who it is")) == ("", "")
    assert said(fields) == [(code, "name", "a name", shown), (code, "name", "who it is", shown)]
    assert Fields({"name": "Ann"}).name("name") == "Ann"


def test_choices_and_flags() -> None:
    fields = Fields(
        {"a": "y", "b": "z", "c": 3, "d": None, "on": True, "off": False, "flag": 1, "none": None}
    )
    assert [fields.choice(key, ("x", "y")) for key in "abc"] == ["y", "x", "x"]
    assert (fields.choice("d", ("x", "y"), "y"), fields.choice("d", ("x", "y"))) == ("y", "x")
    assert [fields.flag(key, True) for key in ("on", "off", "flag", "none")] == [True, False, True, True]
    assert [fields.flag(key, False) for key in ("on", "off", "flag", "none")] == [True, False, False, False]
    assert said(fields) == [
        ("bad_value", "b", "one of x, y", "z"),
        ("wrong_type", "c", "one of x, y", 3),
        ("missing_field", "d", "one of x, y", None),
        ("wrong_type", "flag", "true or false", 1),
        ("wrong_type", "flag", "true or false", 1),
    ]


def test_numbers_and_lists() -> None:
    fields = Fields(
        {"t": 2.5, "least": 0, "most": 60, "over": 61, "under": -1, "text": "1", "null": None,
         "list": [1, 2], "long": [1, 2, 3], "object": {}, "far": LATEST, "latest": LATEST + 1}
    )  # fmt: skip
    numbers = [fields.number(key, "seconds", most=60) for key in ("t", "least", "most")]
    assert numbers == [Decimal("2.5"), Decimal(0), Decimal(60)]
    assert fields.number("far", "seconds") == LATEST
    assert fields.number("null", "seconds", 7) == 7
    assert [fields.number(key, "seconds", most=60) for key in ("over", "under", "text", "null")] == [0] * 4
    assert fields.number("latest", "seconds") == 0
    lists = [fields.items(key, "a list", 2) for key in ("list", "long", "object", "null")]
    assert lists == [[1, 2], [], [], []]
    assert said(fields) == [
        ("bad_value", "over", "seconds", 61),
        ("bad_value", "under", "seconds", -1),
        ("wrong_type", "text", "seconds", "1"),
        ("missing_field", "null", "seconds", None),
        ("wrong_type", "latest", "seconds", "a number of 40 bits"),
        ("bad_value", "long", "a list", "a list of 3"),
        ("wrong_type", "object", "a list", "an object of 0"),
        ("missing_field", "null", "a list", None),
    ]


# Players, options, events

TWO = "a list of 2 to 3 names"


@pytest.mark.parametrize(
    ("players", "faults"),
    [
        (["A", "B"], []),
        (["A", "B", "C"], []),
        (None, [("missing_field", "players", TWO, None)]),
        ("AB", [("wrong_type", "players", TWO, "AB")]),
        (["A"], [("bad_value", "players", TWO, "a list of 1")]),
        (["A", "B", "C", "D"], [("bad_value", "players", TWO, "a list of 4")]),
        (["A", "A"], [("bad_value", "players[1]", "a name that no other player has", "A")]),
        (["A", 3], [("wrong_type", "players[1]", "a name", 3)]),
        (["A", "B", ""], [("wrong_type", "players[2]", "a name", "")]),
        (["A", None], [("missing_field", "players[1]", "a name", None)]),
        (["pile", "B"], [("bad_value", "players[0]", "no pile", "pile")]),
    ],
)  # fmt: skip
def test_who_plays(players: object, faults: list[Any]) -> None:
    fields = Fields({"players": players})
    found = read_players(fields, 3, {"pile": "no pile"})
    assert said(fields) == faults
    if not faults:
        assert list(found) == players


def test_who_begins() -> None:
    fields = Fields({"a": "A", "c": "C", "n": None, "e": ""})
    starters = [read_starter(fields, key, "who begins", ("A", "B")) for key in "acne"]
    assert starters == ["A", "C", "", ""]
    assert read_starter(fields, "c", "who begins", ()) == "C"  # nobody to compare with: that is noted already
    assert said(fields) == [
        ("unknown_player", "c", "one of A, B", "C"),
        ("missing_field", "n", "who begins", None),
        ("wrong_type", "e", "who begins", ""),
    ]


def test_whose_event_it_is() -> None:
    seats = {"A": 0, "B": 1}
    fields = Fields({"b": "B", "c": "C", "n": None, "i": 1})
    assert [read_seat(fields, key, seats) for key in "bcni"] == [1, 0, 0, 0]
    assert said(fields) == [
        ("unknown_player", "c", "one of A, B", "C"),
        ("missing_field", "n", "one of A, B", None),
        ("wrong_type", "i", "one of A, B", 1),
    ]


def test_options_and_events_that_no_game_has() -> None:
    assert unknown_options({"options": {"b": 1, "x" * 99: 1, "a": 2}}, ("b", "a")) == (
        warning("unknown_option", path="options." + "x" * 79 + "…", expected="one of a, b"),
    )
    assert unknown_options({"options": 3}, ("b", "a")) == unknown_options({}, ("b", "a")) == ()
    expected = "one of move, override, undo"
    for subject, code in ((None, "missing_field"), ("jump", "unknown_event"), (3, "unknown_event")):
        reason = Reason(code, path="event", expected=expected, seen=subject)
        assert unknown_event(subject, ("move",)).reasons == (reason,)


# Verdicts


def test_bad_input_names_every_reason() -> None:
    error = BadInput(Reason("bad_value", path="players"), Reason("unreadable"))
    assert str(error) == "players: bad_value; line: unreadable"


def test_a_reason_and_an_effect_as_json() -> None:
    assert Reason("code").to_dict() == {"code": "code"}
    full = Reason("code", 1, "this", "that", "tokens[0]", "warning", "other", "look again")
    assert full.to_dict() == {
        "code": "code", "position": 1, "path": "tokens[0]", "expected": "this", "seen": "that",
        "severity": "warning", "alternative": "other", "advice": "look again",
    }  # fmt: skip
    for lone in (Reason("code", expected="this"), Reason("code", seen=0), Reason("code", path="p")):
        assert {"expected", "seen"} <= set(lone.to_dict())
    assert Effect("wins", "A", "best").to_dict() == {"effect": "wins", "player": "A", "card": "best"}
    assert Effect("wins").to_dict() == {"effect": "wins"}


def test_rules_behind_a_reason_at_any_index() -> None:
    rules = {"code": ("R1",), "code rows[].cells[]": ("R2",)}
    assert rules_behind(Reason("code", path="rows[12].cells[0]"), rules) == ("R2",)
    assert rules_behind(Reason("code", path="rows"), rules) == rules_behind(Reason("code"), rules) == ("R1",)
    assert rules_behind(Reason("other"), rules) == ()

"""The judge of event streams: one line in, one line out; bad lines; the command."""

from __future__ import annotations

import io
import json
import re
import time
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from referee.games import base
from referee.games.base import Reason
from referee.judge import describe, judge_lines, verdict_line
from referee.judge_command import main_judge
from referee.schema import schema
from referee.sets import profile

SETUP: dict[str, Any] = {
    "event": "setup", "game": "kushi-express", "players": ["Ann", "Bo", "Cy"], "first": "Ann", "set": "kit",
    "options": {"orientation": "auto"},
}  # fmt: skip
BEST = ["meat", "bacon", "tomato", "bacon", "cheese", "pepper", "cheese", "shrimp"]
REVEAL: dict[str, Any] = {"event": "reveal", "t": 3.0, "by": "Ann", "card": "best"}
PLACE: dict[str, Any] = {"event": "place", "t": 9.2, "by": "Bo", "layers": BEST, "handle": "first"}
WRONG: dict[str, Any] = {**PLACE, "layers": ["pepper"]}


def lines(*events: Any) -> list[bytes]:
    return [event if isinstance(event, bytes) else json.dumps(event).encode() for event in events]


def judge(*events: Any) -> list[dict[str, Any]]:
    return list(judge_lines(lines(*events)))


def reason(answer: dict[str, Any]) -> dict[str, Any]:
    (only,) = answer["reasons"]
    assert isinstance(only, dict)
    return only


def test_the_example_of_the_contract() -> None:
    answers = judge(
        SETUP,
        REVEAL,
        PLACE,
        {"event": "call", "t": 9.4, "by": "Bo"},
        {"event": "reveal", "t": 14.1, "by": "Bo", "card": "touting"},
        {"event": "recover", "t": 15.0, "by": "Bo"},
        {"event": "steal", "t": 20.0, "by": "Cy", "from": "Bo", "card": "best"},
        {"event": "steal", "t": 20.0, "by": "Cy", "from": "pile", "card": "vegetable-pepper"},
        {"event": "decline", "t": 20.0, "by": "Cy"},
        {"event": "override", "of": 7, "verdict": "OK", "by": "all_opponents", "why": "..."},
        {"event": "undo", "of": 9},
    )
    verdicts = [answer.get("verdict") for answer in answers]
    assert verdicts == ["OK"] * 7 + ["ILLEGAL", "ILLEGAL", "OK", "OK", None]
    assert [answer["line"] for answer in answers[:-1]] == list(range(1, 12))
    assert answers[6]["t"] == 20.0
    assert (answers[6]["turn"], answers[6]["subject"], answers[6]["by"]) == (2, "steal", "Cy")
    assert answers[-1] == {
        "result": {
            "game": "kushi-express",
            "over": False,
            "phase": "play",
            "scores": {"Ann": "0.0", "Bo": "0.0", "Cy": "6.0"},
            "winners": [],
            "decided_by": "undecided",
        }
    }


@pytest.mark.parametrize(("name", "verdict"), [("kit", "ILLEGAL"), ("original", "OK"), (None, "ILLEGAL")])
def test_KU_A1_the_set_says_whether_sticks_have_a_handle_end(name: str | None, verdict: str) -> None:
    assert judge({**SETUP, "set": name}, REVEAL, {**PLACE, "layers": BEST[::-1]})[2]["verdict"] == verdict


def test_a_set_of_ones_own(tmp_path: Path) -> None:
    kit = (Path(profile.__file__).parent / "original.toml").read_text("utf-8")
    own = tmp_path / "own.toml"
    own.write_text(kit.replace('price = "6.0"', 'price = "7.5"'), "utf-8")
    assert judge({**SETUP, "set": str(own)}, REVEAL, PLACE)[2]["scores"]["Bo"] == "7.5"
    own.write_text("nonsense", "utf-8")
    assert reason(judge({**SETUP, "set": str(own)})[0])["code"] == "bad_set"


def test_a_verdict_line_echoes_what_the_event_says() -> None:
    evidence = {"frames": [371, 372, 374]}
    answer = judge(SETUP, REVEAL, {**PLACE, "layers": BEST[:5] + BEST[5:6] + BEST[7:], "t": 12.4,
                                   "confidence": 0.97, "evidence": evidence, "note": "kept"})[2]  # fmt: skip
    assert answer["verdict"] == "ILLEGAL"
    assert (answer["t"], answer["confidence"], answer["evidence"]) == (12.4, 0.97, evidence)
    assert answer["scores"] == {"Ann": "0.0", "Bo": "0.0", "Cy": "0.0"}
    assert "note" not in answer


@pytest.mark.parametrize("confidence", [-0.1, 1.1, "0.9", True, None, []])
def test_a_confidence_that_is_none_is_not_echoed(confidence: Any) -> None:
    answer = judge(SETUP, REVEAL, {**PLACE, "confidence": confidence})[2]
    assert answer["verdict"] == "OK"
    assert "confidence" not in answer


# Bad lines

BAD = [
    # line, code, path
    (b"", "bad_json", ""),
    (b"{", "bad_json", ""),
    (b"[1, 2]", "wrong_type", ""),
    (b"null", "wrong_type", ""),
    (b'"text"', "wrong_type", ""),
    (b"\xff\xfe{}", "bad_bytes", ""),
    (b'{"event": "place", "t": NaN}', "bad_number", ""),
    (b'{"event": "place", "t": -Infinity}', "bad_number", ""),
    (b'{"event": "place", "t": ' + b"9" * 5000 + b"}", "bad_number", ""),
    (b"[" * 100_000, "bad_json", ""),
    (b'{"a":' * 50_000 + b"1" + b"}" * 50_000, "bad_json", ""),
    (b'{"event": "undo", "of": 2, "of": 3}', "duplicate_key", "of"),
    (b'{"event": "' + b"x" * 2_000_000 + b'"}', "too_long", ""),
    ({"t": 4.0, "by": "Bo"}, "missing_field", "event"),
    ({"event": "jump", "t": 4.0, "by": "Bo"}, "unknown_event", "event"),
    ({"event": ["place"], "t": 4.0, "by": "Bo"}, "unknown_event", "event"),
    (SETUP, "second_setup", "event"),
    ({"event": "call", "by": "Bo"}, "missing_field", "t"),
    ({"event": "call", "t": None, "by": "Bo"}, "missing_field", "t"),
    ({"event": "call", "t": "4", "by": "Bo"}, "wrong_type", "t"),
    ({"event": "call", "t": True, "by": "Bo"}, "wrong_type", "t"),
    ({"event": "call", "t": -1, "by": "Bo"}, "bad_value", "t"),
    ({"event": "call", "t": 1e300, "by": "Bo"}, "bad_value", "t"),
    ({"event": "call", "t": 10**400, "by": "Bo"}, "wrong_type", "t"),
    ({"event": "call", "t": 2.9, "by": "Bo"}, "time_order", "t"),
    ({"event": "call", "t": 4.0}, "missing_field", "by"),
    ({"event": "call", "t": 4.0, "by": "Dee"}, "unknown_player", "by"),
    ({"event": "call", "t": 4.0, "by": "\ud800"}, "unknown_player", "by"),
    ({"event": "call", "t": 4.0, "by": ["Bo"]}, "wrong_type", "by"),
    ({**PLACE, "layers": None}, "missing_field", "layers"),
    ({**PLACE, "layers": "meat"}, "wrong_type", "layers"),
    ({**PLACE, "layers": ["onion"]}, "unknown_piece", "layers[0]"),
    ({**PLACE, "layers": ["meat", 3]}, "wrong_type", "layers[1]"),
    ({**PLACE, "layers": ["meat"] * 5}, "bad_value", "layers"),
    ({**PLACE, "layers": ["meat"] * 1000}, "bad_value", "layers"),
    ({**PLACE, "handle": "last"}, "bad_value", "handle"),
    ({**PLACE, "handle": 1}, "wrong_type", "handle"),
    ({**PLACE, "loose": [1]}, "wrong_type", "loose"),
    ({**PLACE, "loose": {"cubes": {"tomato": 1.5}}}, "wrong_type", "loose.cubes.tomato"),
    ({**PLACE, "loose": {"cubes": {"tomato": -1}}}, "bad_value", "loose.cubes.tomato"),
    ({**PLACE, "loose": {"cubes": {"bacon": 1}}}, "unknown_piece", "loose.cubes.bacon"),
    ({**PLACE, "doubts": [{"position": 1}]}, "missing_field", "doubts[0].code"),
    ({**PLACE, "doubts": [{"code": "gap", "position": "1"}]}, "wrong_type", "doubts[0].position"),
    ({**PLACE, "doubts": [{"code": "gap", "alternative": 1}]}, "wrong_type", "doubts[0].alternative"),
    ({**PLACE, "doubts": ["gap"]}, "wrong_type", "doubts[0]"),
    ({**PLACE, "during_check": 1}, "wrong_type", "during_check"),
    ({**REVEAL, "card": "steak"}, "unknown_card", "card"),
    ({**REVEAL, "card": None}, "missing_field", "card"),
    ({**REVEAL, "card": 7}, "wrong_type", "card"),
    ({**REVEAL, "card": {}}, "missing_field", "card.kind"),
    ({**REVEAL, "card": {"kind": "menu"}}, "bad_value", "card.kind"),
    ({**REVEAL, "card": {"kind": "order", "layers": ["pepper"]}}, "missing_field", "card.price"),
    ({**REVEAL, "card": {"kind": "order", "layers": [], "price": 1}}, "bad_value", "card.layers"),
    ({"event": "override", "of": 99, "verdict": "OK"}, "unknown_line", "of"),
    ({"event": "override", "of": 1, "verdict": "OK"}, "unknown_line", "of"),
    ({"event": "override", "of": "2", "verdict": "OK"}, "wrong_type", "of"),
    ({"event": "override", "verdict": "OK"}, "missing_field", "of"),
    ({"event": "override", "of": 2, "verdict": "UNSURE"}, "bad_value", "verdict"),
    ({"event": "override", "of": 2, "verdict": "OK", "why": 5}, "wrong_type", "why"),
    ({"event": "override", "of": 2, "verdict": "OK", "t": 1}, "time_order", "t"),
    ({"event": "undo", "of": True}, "wrong_type", "of"),
    ({"event": "undo", "of": 1}, "unknown_line", "of"),
    ({"event": "undo", "of": 3}, "unknown_line", "of"),
    ({"event": "recover", "t": 4.0, "by": "Bo"}, "not_on_plate", "by"),
    ({"event": "show", "t": 4.0, "by": "Bo", "card": "best"}, "no_hidden_card", "by"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("bad", "code", "path"), BAD, ids=[f"{i}-{row[1]}-{row[2]}" for i, row in enumerate(BAD)]
)
def test_bad_lines(bad: Any, code: str, path: str) -> None:
    with_it = judge(SETUP, REVEAL, bad, PLACE)
    answer = with_it[2]
    assert (answer["line"], answer["verdict"]) == (3, "BAD_INPUT")
    found = reason(answer)
    assert (found["code"], found["path"]) == (code, path)
    assert isinstance(found["expected"], str)
    assert "seen" in found
    json.dumps(answer, allow_nan=False, ensure_ascii=False).encode()
    without = judge(SETUP, REVEAL, PLACE)
    assert with_it[3] == {**without[2], "line": 4}
    assert with_it[-1] == without[-1]
    assert describe(found)


def test_all_faults_of_a_line_are_given() -> None:
    answer = judge(SETUP, {"event": "place", "t": -1, "by": "Dee", "layers": ["onion"], "handle": "up"})[1]
    assert {r["path"] for r in answer["reasons"]} == {"t", "by", "layers[0]", "handle"}
    assert len(answer["reasons"]) == 4


BAD_SETUPS = [
    (b"", "bad_json", ""),
    (b"nonsense", "bad_json", ""),
    (REVEAL, "no_setup", "event"),
    ({**SETUP, "game": "chess"}, "bad_value", "game"),
    ({**SETUP, "game": None}, "missing_field", "game"),
    ({**SETUP, "players": ["Ann", None]}, "missing_field", "players[1]"),
    ({**SETUP, "players": ["Ann", " "]}, "wrong_type", "players[1]"),
    ({**SETUP, "players": ["Ann", "Ann"]}, "bad_value", "players[1]"),
    ({**SETUP, "players": ["Ann", "pile"]}, "bad_value", "players[1]"),
    ({**SETUP, "players": ["Ann", "B\x00"]}, "wrong_type", "players[1]"),
    ({**SETUP, "players": ["Ann"]}, "bad_value", "players"),
    ({**SETUP, "players": "Ann"}, "wrong_type", "players"),
    ({**SETUP, "first": "Dee"}, "unknown_player", "first"),
    ({**SETUP, "set": "no-such-set"}, "bad_set", "set"),
    ({**SETUP, "set": 5}, "wrong_type", "set"),
    ({**SETUP, "options": 5}, "wrong_type", "options"),
    ({**SETUP, "options": {"orientation": "up"}}, "bad_value", "options.orientation"),
    ({**SETUP, "options": {"require_call": 1}}, "wrong_type", "options.require_call"),
    ({**SETUP, "options": {"simultaneous_window": -1}}, "bad_value", "options.simultaneous_window"),
    ({**SETUP, "t": "now"}, "wrong_type", "t"),
    ({**SETUP, "deck": "best"}, "wrong_type", "deck"),
]


@pytest.mark.parametrize(("bad", "code", "path"), BAD_SETUPS)
def test_a_bad_setup_ends_it(bad: Any, code: str, path: str) -> None:
    answers = judge(bad, REVEAL, PLACE)
    assert len(answers) == 2
    assert (answers[0]["line"], answers[0]["verdict"]) == (1, "BAD_INPUT")
    assert (code, path) in [(r["code"], r["path"]) for r in answers[0]["reasons"]]
    assert answers[1]["result"]["over"] is False
    assert answers[1]["result"]["winners"] == []


def test_the_missing_name_of_the_contract() -> None:
    answer = judge({**SETUP, "players": ["Ann", None]})[0]
    expected = {"code": "missing_field", "path": "players[1]", "expected": "a name", "seen": None}
    assert answer["reasons"] == [expected]


@pytest.mark.parametrize("content", [b"", b"\n", b"\n \r\n\n"])
def test_an_empty_file(content: bytes) -> None:
    answers = list(judge_lines(content.splitlines(keepends=True)))
    assert [answer.get("verdict") for answer in answers] == ["BAD_INPUT", None]
    assert answers[0]["line"] == 1


def test_blank_lines_at_the_end_are_no_events() -> None:
    assert len(judge(SETUP, REVEAL, b"\n", b"")) == 3


def test_windows_files() -> None:
    answers = list(
        judge_lines([b"\xef\xbb\xbf" + json.dumps(SETUP).encode() + b"\r\n", json.dumps(REVEAL).encode()])
    )
    assert [answer.get("verdict") for answer in answers] == ["OK", "OK", None]


def test_unknown_fields_and_null_for_absent() -> None:
    answers = judge({**SETUP, "venue": {"x": [1]}, "deck": None}, {**REVEAL, "mood": "good", "doubts": None},
                    {**PLACE, "loose": None, "doubts": None, "during_check": None})  # fmt: skip
    assert [answer.get("verdict") for answer in answers[:-1]] == ["OK"] * 3


def test_an_unknown_option_is_no_error_but_said() -> None:
    (answer, _) = judge({**SETUP, "options": {"require_cal": True}})
    assert answer["verdict"] == "OK"
    assert (reason(answer)["code"], reason(answer)["severity"]) == ("unknown_option", "warning")


def test_times_are_exact_and_may_be_equal() -> None:
    same = [{"event": "call", "t": t, "by": "Bo"} for t in (3, 3.0, 3.1, 3.1)]
    assert {a.get("verdict", "OK") for a in judge(SETUP, REVEAL, *same)} == {"OK"}


def test_players_of_any_script() -> None:
    answers = judge({**SETUP, "players": ["안나", "Åse O'Neil"], "first": "안나"}, {**REVEAL, "by": "안나"})
    assert [answer.get("verdict") for answer in answers] == ["OK", "OK", None]


# The command


def write(tmp_path: Path, *events: Any) -> str:
    path = tmp_path / "events.jsonl"
    path.write_bytes(b"\n".join(lines(*events)) + b"\n")
    return str(path)


def test_main_prints_json_lines(tmp_path: Path) -> None:
    out = io.StringIO()
    assert main_judge(write(tmp_path, SETUP, REVEAL, WRONG), True, out) == 0
    printed = [json.loads(line) for line in out.getvalue().splitlines()]
    assert printed == judge(SETUP, REVEAL, WRONG)


def test_main_exit_code_of_bad_lines(tmp_path: Path) -> None:
    assert main_judge(write(tmp_path, SETUP, b"{", REVEAL), True, io.StringIO()) == 2
    assert main_judge(write(tmp_path, b"{"), True, io.StringIO()) == 2


def test_main_in_plain_words(tmp_path: Path) -> None:
    out = io.StringIO()
    placed = {**PLACE, "layers": [*BEST[:4], "pepper", "shrimp"]}
    main_judge(write(tmp_path, SETUP, REVEAL, placed, {"event": "call"}), False, out)
    assert out.getvalue().splitlines() == [
        "line 1, setup: OK",
        "line 2, 3.0 s, reveal by Ann: OK",
        "line 3, 9.2 s, place by Bo: ILLEGAL: position 3: expected cheese-wrapped pepper, saw plain pepper",
        "line 4, call: BAD_INPUT: t: missing: write seconds, from 0; by: missing: write one of Ann, Bo, Cy",
        "result: game not over (play): Ann 0.0, Bo 0.0, Cy 0.0",
    ]


def test_main_tells_who_won() -> None:
    result = {
        "over": True,
        "scores": {"Ann": "6.0", "Bo": "6.0"},
        "winners": ["Bo"],
        "decided_by": "tie_break",
    }
    assert verdict_line({"result": result}) == "result: game over: Ann 6.0, Bo 6.0; Bo won by tie-break"


@pytest.mark.parametrize("name", ["missing.jsonl", ".", "a\x00b"])
def test_main_unreadable_files(tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    out = io.StringIO()
    assert main_judge(str(tmp_path / name), True, out) == 2
    assert out.getvalue() == ""
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_main_reads_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    content = io.TextIOWrapper(io.BytesIO(b"\n".join(lines(SETUP, REVEAL))))
    monkeypatch.setattr("sys.stdin", content)
    out = io.StringIO()
    assert main_judge("-", True, out) == 0
    assert len(out.getvalue().splitlines()) == 3


def test_describe_knows_reasons_in_both_forms() -> None:
    one = Reason("missing_topping", 3, "cheese-wrapped pepper", "pepper")
    text = "position 3: expected cheese-wrapped pepper, saw plain pepper"
    assert describe(one) == describe(one.to_dict()) == describe(one, "kushi-express") == text
    assert describe({"code": "no_such_code", "new_field": 1}) == "no such code"


def journal(events: int) -> list[bytes]:
    """A game of many turns, all by the rules."""
    stream: list[dict[str, Any]] = [SETUP]
    first = "Ann"
    on_plate: set[str] = set()
    for turn in range(events // 4):
        winner = ("Ann", "Bo", "Cy", "Bo")[turn % 4]
        stream.append({**REVEAL, "by": first})
        if winner in on_plate:
            stream.append({"event": "recover", "by": winner})
        stream += [{**PLACE, "by": winner}, {"event": "call", "by": winner}]
        on_plate.add(winner)
        first = winner
    return lines(*({**event, "t": i} if i else event for i, event in enumerate(stream)))


def test_a_long_journal_is_judged_in_time_that_grows_with_its_length() -> None:
    stream = journal(10_004)
    assert len(stream) >= 10_000
    started = time.process_time()
    answers = list(judge_lines(stream))
    assert time.process_time() - started < 2.0
    assert {answer["verdict"] for answer in answers[:-1]} == {"OK"}
    assert len(answers) == len(stream) + 1


def test_every_reason_that_a_game_can_give_has_words() -> None:
    sources = "".join(source.read_text("utf-8") for source in Path(base.__file__).parent.rglob("*.py"))
    codes = set(re.findall(r'(?:Reason|warning|note)\(\s*"(\w+)"', sources))
    assert {"order", "during_check", "not_held", "no_call", "bad_value"} <= codes
    for code in codes:
        assert describe({"code": code}) != code.replace("_", " "), code


# Explanations


def test_explain_names_the_rules(tmp_path: Path) -> None:
    placed = {**PLACE, "layers": [*BEST[:4], "pepper", "shrimp"], "t": 12.4}
    out = io.StringIO()
    assert main_judge(write(tmp_path, SETUP, REVEAL, placed), False, out, explain=True) == 0
    lines = out.getvalue().splitlines()
    assert lines[0] == "line 1, setup: OK"
    assert lines[2] == (
        "line 3, 12.4 s, place by Bo: ILLEGAL: position 3: expected cheese-wrapped pepper, saw plain pepper "
        "(KU-R7, KU-A3)"
    )
    assert lines[3] == (
        "    KU-R7: Everybody builds at once, and the skewer must be just what the card shows."
    )
    assert lines[4].startswith("    KU-A3: Wrapped means")
    assert len(lines) == 6


def test_explain_in_json_stands_beside_the_reasons(tmp_path: Path) -> None:
    path = write(tmp_path, SETUP, REVEAL, {**WRONG, "t": 12.4}, {**PLACE, "layers": 5})
    plain, told = io.StringIO(), io.StringIO()
    assert main_judge(path, True, plain) == main_judge(path, True, told, explain=True) == 2
    answers = [json.loads(line) for line in told.getvalue().splitlines()]
    validator = Draft202012Validator(schema("kushi-express", "verdict"))
    for answer in answers[:-1]:
        validator.validate(answer)
        assert len(answer.get("explain", [])) == len(answer["reasons"])
    assert all(set(one) == {"text", "rules"} for one in answers[2]["explain"])
    assert {number for one in answers[2]["explain"] for number in one["rules"]} == {"KU-R7", "KU-A3"}
    assert answers[3]["explain"][0] == {
        "text": "layers: expected a list of at most 32 pieces, not 5",
        "rules": {},
    }
    without = [{key: value for key, value in answer.items() if key != "explain"} for answer in answers]
    assert without == [json.loads(line) for line in plain.getvalue().splitlines()]

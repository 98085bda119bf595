"""People decide with overrides and undos: both are kept, and both can be taken back."""

from __future__ import annotations

import time
from typing import Any

from referee.judge import Judge

SETUP: dict[str, Any] = {
    "event": "setup", "game": "kushi-express", "players": ["Ann", "Bo", "Cy"], "first": "Ann", "set": "kit",
    "options": {"orientation": "auto"},
}  # fmt: skip
BEST = ["meat", "bacon", "tomato", "bacon", "cheese", "pepper", "cheese", "shrimp"]
REVEAL: dict[str, Any] = {"event": "reveal", "t": 3.0, "by": "Ann", "card": "best"}
PLACE: dict[str, Any] = {"event": "place", "t": 9.2, "by": "Bo", "layers": BEST, "handle": "first"}
WRONG: dict[str, Any] = {**PLACE, "layers": ["pepper"]}


def reason(answer: dict[str, Any]) -> dict[str, Any]:
    (only,) = answer["reasons"]
    assert isinstance(only, dict)
    return only


class Stream:
    """A judge with a setup and a reveal; feeds events and gives verdict lines."""

    def __init__(self) -> None:
        self.judge = Judge()
        for event in (SETUP, REVEAL):
            self.feed(event)

    def feed(self, event: dict[str, Any]) -> dict[str, Any]:
        return self.judge.feed(event)

    def undo(self, line: int) -> dict[str, Any]:
        return self.feed({"event": "undo", "of": line})

    def override(self, line: int, verdict: str) -> dict[str, Any]:
        return self.feed({"event": "override", "of": line, "verdict": verdict, "by": "all_opponents"})

    @property
    def bo(self) -> str:
        score: str = self.judge.result()["result"]["scores"]["Bo"]
        return score


def test_override_and_its_undo() -> None:
    stream = Stream()
    assert stream.feed(WRONG)["verdict"] == "ILLEGAL"
    decided = stream.override(3, "OK")
    assert (decided["line"], decided["of"], decided["scores"]["Bo"]) == (4, 3, "6.0")
    assert decided["changed"] == [{"line": 3, "verdict": "OK"}]
    assert stream.undo(4)["scores"]["Bo"] == "0.0"
    assert stream.judge.view()["out"] == ["Bo"]
    assert stream.undo(5)["scores"]["Bo"] == "6.0"


def test_the_latest_override_counts() -> None:
    stream = Stream()
    stream.feed(WRONG)
    stream.override(3, "OK")
    stream.override(3, "ILLEGAL")
    assert stream.bo == "0.0"
    stream.undo(5)
    assert stream.bo == "6.0"
    stream.undo(4)
    stream.undo(6)
    assert stream.bo == "0.0"


def test_override_of_a_right_skewer() -> None:
    stream = Stream()
    assert stream.feed(PLACE)["verdict"] == "OK"
    assert stream.override(3, "ILLEGAL")["scores"]["Bo"] == "0.0"
    assert stream.judge.view()["out"] == ["Bo"]
    assert stream.feed({**PLACE, "by": "Cy", "t": 12.0})["scores"]["Cy"] == "6.0"


def test_what_was_placed_before_people_decided_fell_into_the_check() -> None:
    stream = Stream()
    stream.feed(PLACE)
    assert stream.feed({**PLACE, "by": "Cy", "t": 10.0})["verdict"] == "ILLEGAL"
    stream.override(3, "ILLEGAL")
    assert stream.judge.result()["result"]["scores"] == {"Ann": "0.0", "Bo": "0.0", "Cy": "0.0"}
    assert stream.judge.view()["out"] == ["Bo"]


def test_events_after_an_unsure_claim_count_once_it_is_settled() -> None:
    stream = Stream()
    stream.feed({**PLACE, "handle": "unknown"})
    reveal = stream.feed({**REVEAL, "by": "Bo", "card": "new", "t": 12.0})
    assert reveal["verdict"] == "UNSURE"
    settled = stream.override(3, "OK")
    assert {"line": 4, "verdict": "OK"} in settled["changed"]
    assert stream.judge.view()["order"]["card"] == "new"


def test_an_override_that_cannot_be_carried_out_changes_nothing() -> None:
    stream = Stream()
    stream.feed({**REVEAL, "by": "Ann", "t": 4.0})
    stream.feed({"event": "decline", "t": 5.0, "by": "Bo"})
    before = stream.judge.state
    refused = stream.override(4, "OK")
    assert (refused["verdict"], reason(refused)["code"]) == ("ILLEGAL", "no_touting")
    assert stream.judge.state == before
    assert stream.undo(5)["verdict"] == "BAD_INPUT"


def test_other_calls_can_be_overridden_too() -> None:
    stream = Stream()
    stream.feed(PLACE)
    assert stream.feed({**REVEAL, "by": "Ann", "t": 12.0, "card": "new"})["verdict"] == "ILLEGAL"
    stream.override(4, "OK")
    assert (stream.judge.view()["order"]["card"], stream.judge.view()["first"]) == ("new", "Ann")
    stream.override(4, "ILLEGAL")
    assert stream.judge.view()["order"] is None


def test_the_later_of_two_right_skewers_can_be_given_the_card() -> None:
    stream = Stream()
    stream.feed(PLACE)
    assert stream.feed({**PLACE, "by": "Cy", "t": 9.3})["verdict"] == "ILLEGAL"
    decided = stream.override(4, "OK")
    assert decided["scores"] == {"Ann": "0.0", "Bo": "0.0", "Cy": "6.0"}


def test_undo_cannot_be_given_twice() -> None:
    stream = Stream()
    stream.undo(2)
    again = stream.undo(2)
    assert (again["verdict"], reason(again)["code"]) == ("BAD_INPUT", "undone")
    assert stream.override(2, "OK")["verdict"] == "BAD_INPUT"


def test_undo_of_undo_of_undo() -> None:
    stream = Stream()
    stream.feed(PLACE)
    for line, bo in [(3, "0.0"), (4, "6.0"), (5, "0.0"), (6, "6.0")]:
        assert stream.undo(line)["verdict"] == "OK"
        assert stream.bo == bo


def test_an_undone_event_no_longer_holds_the_time() -> None:
    stream = Stream()
    stream.feed({**PLACE, "t": 1000.0})
    stream.undo(3)
    assert stream.feed(PLACE)["verdict"] == "OK"


def test_many_decisions_about_late_events_stay_cheap() -> None:
    stream = Stream()
    started = time.process_time()
    line = 2
    for _ in range(3000):
        line = stream.feed({"event": "call", "t": 5.0, "by": "Bo"})["line"]
        stream.undo(line)
    assert time.process_time() - started < 2.0

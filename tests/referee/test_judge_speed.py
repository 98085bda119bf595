"""The work of judging grows with the length of the game and no faster. Work is counted, not timed."""

from __future__ import annotations

import random
import sys
from types import FrameType
from typing import Any

import pytest

from benchmarks.streams import games, stream
from referee.games import names
from referee.judge import Judge


def work(judge: Judge, events: list[dict[str, Any]]) -> int:
    """How many functions, Python's and C's, are called while a judge hears the events."""
    calls = 0

    def count(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        for event in events:
            judge.feed(event)
    finally:
        sys.setprofile(before)
    return calls


def test_every_game_has_a_stream() -> None:
    assert games() == names()


@pytest.mark.parametrize("game", games())
def test_streams_are_legal_and_long(game: str) -> None:
    judge = Judge()
    verdicts = [judge.feed(event)["verdict"] for event in stream(game, 400)]
    assert "BAD_INPUT" not in verdicts
    assert verdicts.count("OK") > 200
    assert stream(game, 50) == stream(game, 400)[:50], "the same seed gives the same game"


@pytest.mark.parametrize("game", games())
def test_a_late_event_is_no_more_work_than_an_early_one(game: str) -> None:
    events = stream(game, 1600)
    judge = Judge()
    parts = [work(judge, events[start : start + 400]) for start in range(0, 1600, 400)]
    # The first part fills caches; the others differ only by what happens in the game.
    assert max(parts[1:]) < 1.3 * min(parts[1:]), parts
    assert max(parts) < 400 * 120, "calls of functions for one event"


@pytest.mark.parametrize("game", games())
def test_taking_back_the_last_event_is_no_more_work_in_a_long_game(game: str) -> None:
    def undone(length: int) -> int:
        judge = Judge()
        for event in stream(game, length):
            judge.feed(event)
        return work(judge, [{"event": "undo", "of": length}, {"event": "undo", "of": length + 1}])

    assert undone(1200) < 1.5 * undone(300) + 100


@pytest.mark.parametrize("game", games())
def test_how_many_states_are_kept_changes_no_answer(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(1)
    events: list[dict[str, Any]] = []
    for event in stream(game, 200):
        events.append(event)
        of = chance.randint(2, len(events) + 1)
        if chance.random() < 0.1:
            events.append({"event": "override", "of": of, "verdict": chance.choice(["OK", "ILLEGAL"])})
        elif chance.random() < 0.2:
            events.append({"event": "undo", "of": of})

    def answers(each: int) -> list[dict[str, Any]]:
        monkeypatch.setattr("referee.judge.KEPT_EACH", each)
        judge = Judge()
        return [*map(judge.feed, events), judge.view(), judge.result()]

    every_one = answers(1)
    assert any(answer.get("changed") for answer in every_one)
    # In Coffee Rush whatever people decide can be carried out.
    said = {"OK"} if game == "coffee-rush" else {"OK", "ILLEGAL"}
    assert {answer["verdict"] for answer in every_one if answer.get("of")} >= said
    for each in (2, 7, 64, 1000):
        assert answers(each) == every_one

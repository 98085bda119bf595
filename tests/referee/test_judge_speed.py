"""The work of judging grows with the length of the game and no faster. Work is counted, not timed."""

from __future__ import annotations

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
    assert max(parts) < 400 * 150, "calls of functions for one event"


@pytest.mark.parametrize("game", games())
def test_taking_back_the_last_event_is_no_more_work_in_a_long_game(game: str) -> None:
    def undone(length: int) -> int:
        judge = Judge()
        for event in stream(game, length):
            judge.feed(event)
        return work(judge, [{"event": "undo", "of": length}, {"event": "undo", "of": length + 1}])

    assert undone(1200) < 1.5 * undone(300) + 100

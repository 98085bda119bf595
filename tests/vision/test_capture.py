"""The life of a source as tables of (state, what happens, when) -> (state, action); no threads, no waits."""

from __future__ import annotations

import pytest

from vision import capture
from vision.capture import Action, CapturePolicy, Health, State, Trouble

POLICY = CapturePolicy(
    open_timeout=30,
    first_frame=6,
    stall=3,
    frozen=4,
    frozen_reopen=8,
    first_wait=0.5,
    longest_wait=8,
    attempts=3,
)
GONE = Trouble("gone", "plug it in")


def started(now: float = 0.0) -> Health:
    health, action = capture.check(capture.begin(now), now, POLICY)
    assert action is Action.START
    return health


def running(now: float = 1.0) -> Health:
    health = capture.opened(started(), now)
    return capture.frame(health, now, changed=True, policy=POLICY)


def test_from_opening_to_running() -> None:
    health = started()
    assert health.state is State.OPENING
    assert capture.check(health, 29.9, POLICY) == (health, Action.NONE), "Windows cameras take their time"
    assert running().state is State.RUNNING and running().trouble is None


@pytest.mark.parametrize(
    ("health", "now", "code"),
    [
        (started(), 30.1, "blocked"),
        (capture.opened(started(), 2.0), 8.1, "no_pictures"),
        (running(1.0), 4.1, "stalled"),
    ],
)
def test_what_takes_too_long_is_abandoned_and_tried_again(health: Health, now: float, code: str) -> None:
    assert capture.check(health, now - 0.2, POLICY)[1] is Action.NONE
    after, action = capture.check(health, now, POLICY)
    assert action is Action.ABANDON
    assert after.trouble is not None and after.trouble.code == code
    assert capture.check(after, now + 0.4, POLICY)[1] is Action.NONE
    again, action = capture.check(after, now + 0.5, POLICY)
    assert action is Action.START
    assert capture.check(again, now + 0.6, POLICY)[1] is Action.NONE, "one start, not one a call"


def test_a_source_that_never_ran_is_given_up() -> None:
    health = started()
    for attempt in range(1, 4):
        health = capture.failed(health, 10.0 * attempt, GONE, POLICY)
        expected = State.FAILED if attempt == 3 else State.OPENING
        assert health.state is expected
    assert health.trouble == GONE
    assert capture.check(health, 1e6, POLICY) == (health, Action.NONE)


def test_a_source_that_ran_is_tried_for_ever_with_growing_waits() -> None:
    health, now = running(), 1.0
    waits = []
    for _ in range(8):
        health = capture.failed(health, now, GONE, POLICY)
        assert health.state is State.LOST and health.retry_at is not None
        waits.append(health.retry_at - now)
        now = health.retry_at
        health, action = capture.check(health, now, POLICY)
        assert action is Action.START
    assert waits == [0.5, 1, 2, 4, 8, 8, 8, 8]
    health = capture.frame(capture.opened(health, now), now, changed=True, policy=POLICY)
    assert health.state is State.RUNNING and health.failures == 0


def test_waits_do_not_overflow() -> None:
    assert capture.wait_before(10_000, POLICY) == 8


def test_the_same_picture_again_and_again_is_lost_then_opened_anew() -> None:
    health = running(0.0)
    states = []
    for tick in range(1, 110):
        now = tick / 10
        health = capture.frame(health, now, changed=False, policy=POLICY)
        states.append(health.state)
        assert capture.check(health, now, POLICY)[1] is Action.NONE
    assert states.index(State.LOST) == 40, "after 4 s"
    assert health.trouble == capture.FROZEN
    health = capture.frame(health, 12.05, changed=False, policy=POLICY)
    assert capture.check(health, 12.1, POLICY)[1] is Action.ABANDON


def test_a_frozen_source_that_moves_again_runs() -> None:
    health = capture.frame(running(0.0), 5.0, changed=False, policy=POLICY)
    assert health.state is State.LOST
    health = capture.frame(health, 5.1, changed=True, policy=POLICY)
    assert health.state is State.RUNNING and health.trouble is None


def test_ended_stays_ended() -> None:
    health = capture.ended(running())
    assert health.state is State.ENDED
    assert capture.check(health, 1e6, POLICY) == (health, Action.NONE)

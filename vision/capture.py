"""The life of a frame source as a pure state machine: what happened and what time it is in, what to do out.

No threads, no clock, no I/O here; `vision.cameras` drives it. Times are seconds of one monotonic clock.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum


class State(StrEnum):
    """OPENING: no picture yet. LOST: it ran, is tried again. ENDED: a file is through. FAILED: given up."""

    OPENING = "opening"
    RUNNING = "running"
    LOST = "lost"
    ENDED = "ended"
    FAILED = "failed"


class Action(StrEnum):
    """What the driver must do now. ABANDON: forget the attempt under way, it may be blocked for ever."""

    NONE = "none"
    START = "start"
    ABANDON = "abandon"


@dataclass(frozen=True, slots=True)
class Trouble:
    """What is wrong with a source: a code, and plain words that say what to do about it."""

    code: str
    advice: str


@dataclass(frozen=True, slots=True)
class CapturePolicy:
    """Patience, all in seconds.

    Attributes:
        open_timeout: Opening may take this long (Windows cameras need up to 20 s) before it counts as failed.
        first_frame: An open source must give its first picture within this time.
        stall: A running one must give a picture at least this often.
        frozen: The same picture for this long means that the camera hangs.
        frozen_reopen: And after this much longer it is opened anew.
        first_wait: Before the second attempt; each further wait is twice as long.
        longest_wait: The most between two attempts.
        attempts: A source that never gave a picture is given up after so many; one that did never is.
    """

    open_timeout: float = 30.0
    first_frame: float = 6.0
    stall: float = 3.0
    frozen: float = 4.0
    frozen_reopen: float = 8.0
    first_wait: float = 0.5
    longest_wait: float = 8.0
    attempts: int = 3


@dataclass(frozen=True, slots=True)
class Health:
    """Where a source stands.

    Attributes:
        state: See `State`.
        since: When the current attempt began.
        opened: When it was open, None before.
        retry_at: When the next attempt is due; None while one is under way.
        failures: Attempts that failed since the last picture.
        ran: Whether there ever was a picture.
        last_frame: When the last picture came.
        last_change: When a picture last differed from the one before it.
        trouble: What is wrong, None where all is well.
    """

    state: State
    since: float
    opened: float | None = None
    retry_at: float | None = None
    failures: int = 0
    ran: bool = False
    last_frame: float | None = None
    last_change: float | None = None
    trouble: Trouble | None = None


def begin(now: float) -> Health:
    """A source whose first attempt is to be started at once."""
    return Health(State.OPENING, since=now, retry_at=now)


def opened(health: Health, now: float) -> Health:
    """The device or the connection is open; pictures should follow."""
    return replace(health, opened=now)


def frame(health: Health, now: float, *, changed: bool, policy: CapturePolicy) -> Health:
    """A picture came; `changed` says whether it differs from the one before."""
    last_change = now if changed or health.last_change is None else health.last_change
    alive = replace(
        health,
        state=State.RUNNING,
        ran=True,
        failures=0,
        retry_at=None,
        last_frame=now,
        last_change=last_change,
        trouble=None,
    )
    if now - last_change > policy.frozen:
        return replace(alive, state=State.LOST, trouble=FROZEN)
    return alive


def failed(health: Health, now: float, trouble: Trouble, policy: CapturePolicy) -> Health:
    """An attempt failed or a running source broke off: it is tried again later, or given up."""
    failures = health.failures + 1
    down = replace(health, failures=failures, trouble=trouble, opened=None, last_frame=None, last_change=None)
    if not health.ran and failures >= policy.attempts:
        return replace(down, state=State.FAILED, retry_at=None)
    state = State.LOST if health.ran else State.OPENING
    return replace(down, state=state, retry_at=now + wait_before(failures, policy))


def ended(health: Health) -> Health:
    """The source is through, as a file is."""
    return replace(health, state=State.ENDED, retry_at=None)


def wait_before(failures: int, policy: CapturePolicy) -> float:
    """Seconds from the given number of failures in a row to the next attempt."""
    doublings = min(max(failures - 1, 0), 30)
    return min(policy.first_wait * 2.0**doublings, policy.longest_wait)


def check(health: Health, now: float, policy: CapturePolicy) -> tuple[Health, Action]:
    """Looks at the clock: starts what is due, gives up what takes too long. Call it often."""
    if health.state in (State.ENDED, State.FAILED):
        return health, Action.NONE
    if health.retry_at is not None:
        if now < health.retry_at:
            return health, Action.NONE
        return replace(health, since=now, retry_at=None), Action.START
    if health.opened is None:
        late, trouble = now - health.since > policy.open_timeout, BLOCKED
    elif health.last_frame is None:
        late, trouble = now - health.opened > policy.first_frame, NO_PICTURES
    elif now - health.last_frame > policy.stall:
        late, trouble = True, STALLED
    else:
        changed = health.last_change if health.last_change is not None else health.last_frame
        late, trouble = now - changed > policy.frozen + policy.frozen_reopen, FROZEN
    if not late:
        return health, Action.NONE
    return failed(health, now, trouble, policy), Action.ABANDON


BLOCKED = Trouble(
    "blocked",
    "the camera does not answer: is another program using it (a video call, a browser tab)? Close that, or "
    "unplug the camera and plug it in again",
)
NO_PICTURES = Trouble(
    "no_pictures",
    "the camera opens but gives no pictures: try another camera number (many cameras show up twice, once "
    "without pictures), or close other programs that use it",
)
STALLED = Trouble(
    "stalled",
    "the camera stopped sending pictures: check its plug or the network; it is tried again by itself",
)
FROZEN = Trouble(
    "frozen", "the camera sends the same picture over and over: unplug it and plug it in, or restart its app"
)
UNPLUGGED = Trouble("unplugged", "the camera is gone: plug it in again, it will be picked up by itself")

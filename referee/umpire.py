"""The umpire: looks at the table become events, events are judged, and everything is kept.

All state but that of the rules and the adapter's fold is what was said so far. Nothing here reads the wall
clock: time is that of the frames, and for what people do the injected clock's.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from referee.adapters.base import Adapter, Happening, Look, Touched
from referee.journal import Entry, Journal
from referee.record import Call
from vision.detections import Detections
from vision.scene import Corners


class Judge(Protocol):
    """The rules of a game as a stream: one event in, one verdict out (`referee.judge.Judge`)."""

    def feed(self, event: dict[str, Any], /) -> dict[str, Any]: ...

    def result(self) -> dict[str, Any]: ...

    def view(self) -> Mapping[str, Any]: ...


MOST_AT_ONCE = 8
"""Events that one look can bring at most; the rest comes with the next look."""
RETRY = 5.0
"""Seconds between two attempts to write what the journal could not."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything there is to show, as of one moment; it never changes. `version` grows with each."""

    version: int
    calls: tuple[Call, ...]
    view: Mapping[str, Any]
    result: Mapping[str, Any]
    advice: Mapping[str, str] = field(default_factory=dict)
    warning: str | None = None


Listener = Callable[[Snapshot], None]


class Umpire:
    """Judges one game. Looks come from one thread; people's events may come from others.

    Args:
        judge: The rules, fed nothing yet.
        adapter: Turns looks into this game's events.
        journal: Where everything is kept; None keeps nothing.
        key: The game's key in the journal.
        clock: Seconds since the start of the game, for what people do. Default: the time of the last look.
        keep_calls: How many calls `snapshot` holds (the journal has them all).
    """

    def __init__(
        self,
        judge: Judge,
        adapter: Adapter[Any],
        *,
        journal: Journal | None = None,
        key: str = "",
        clock: Callable[[], float] | None = None,
        keep_calls: int = 500,
    ) -> None:
        self._judge = judge
        self._adapter = adapter
        self._journal = journal
        self._key = key
        self._clock = clock
        self._keep_calls = keep_calls
        self._lock = threading.RLock()
        self._state = adapter.start()
        self._calls: list[Call] = []
        self._subjects: dict[int, tuple[str, int]] = {}
        self._t = 0.0
        self._next_retry = 0.0
        self._last_event_t = 0.0
        self._advice: Mapping[str, str] = {}
        self._version = 0
        self._listeners: list[Listener] = []
        self._snapshot = Snapshot(0, (), {}, {})
        self._situation: Any = None

    @property
    def key(self) -> str:
        """The game's key in the journal."""
        return self._key

    @property
    def t(self) -> float:
        """The game's time at the last look or, of a game taken up again, its last event."""
        return self._t

    @property
    def snapshot(self) -> Snapshot:
        """The latest state to show."""
        return self._snapshot

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Call back on each change, from the thread that made it; the result ends it."""
        with self._lock:
            self._listeners.append(listener)

        def end() -> None:
            with self._lock:
                if listener in self._listeners:
                    self._listeners.remove(listener)

        return end

    def resume(self, entries: Iterable[Entry]) -> None:
        """Take up a recorded game: its events are judged again, and not written again."""
        with self._lock:
            for entry in entries:
                self._remember(entry.event, self._judge.feed(dict(entry.event)))
            self._t = self._last_event_t
            self._publish()

    def see(self, look: Look) -> list[Call]:
        """Take in what one frame showed. The calls that follow from it, in order."""
        with self._lock:
            self._t = look.t
            self._retry()
            self._state = self._adapter.observe(self._state, look)
            calls: list[Call] = []
            for _ in range(MOST_AT_ONCE):
                self._state, happening = self._adapter.decide(self._state, self._situation)
                if happening is None:
                    break
                calls.append(self._call(happening))
            advice = {**look.scene.advice, **self._adapter.advice(self._state, self._situation)}
            if calls or advice != self._advice:
                self._advice = advice
                self._publish()
            return calls

    def unchanged(self, found: Detections, touched: Touched) -> bool:
        """Whether a first look at a frame shows the table as it was at the last close look."""
        with self._lock:
            return self._adapter.unchanged(self._state, found, touched)

    def focus(self, now: float) -> Sequence[Corners]:
        """Boxes (px) of what a close-up look at the frame of time `now` (s) would help to read."""
        with self._lock:
            return self._adapter.focus(self._state, self._situation, now)

    def act(self, event: Mapping[str, Any]) -> Call:
        """Take in what people do or decide (`setup`, `override`, `undo`, `steal` ...), in contract form."""
        with self._lock:
            timed = dict(event)
            if "t" not in timed and timed.get("event") not in ("setup", "override", "undo"):
                timed["t"] = self._clock() if self._clock is not None else self._t
            call = self._feed(timed)
            self._tell_adapter(call)
            self._publish()
            return call

    def _retry(self) -> None:
        """Write what the journal could not write so far, if it can now."""
        if self._journal is None or self._journal.warning is None or self._t < self._next_retry:
            return
        self._next_retry = self._t + RETRY
        if self._journal.flush():
            self._publish()

    def _call(self, happening: Happening) -> Call:
        event = {
            **happening.event,
            "confidence": happening.confidence,
            "evidence": {"frames": sorted(set(happening.frames))},
        }
        call = self._feed(event, happening.box)
        self._subjects[call.line] = happening.subject
        self._state = self._adapter.heard(self._state, happening.subject, call.verdict)
        self._tell_adapter(call)
        return call

    def _feed(self, event: dict[str, Any], box: Corners | None = None) -> Call:
        if isinstance(event.get("t"), int | float):
            # Looks and people have their own clocks; the record has one time, which never runs back.
            event["t"] = round(max(event["t"], self._last_event_t), 3)
        call = self._remember(event, self._judge.feed(event), box)
        if self._journal is not None:
            frames = event.get("evidence", {}).get("frames", ())
            self._journal.append(self._key, Entry(call.line, event, call.verdict, tuple(frames)))
        return call

    def _remember(
        self, event: Mapping[str, Any], verdict: dict[str, Any], box: Corners | None = None
    ) -> Call:
        if isinstance(event.get("t"), int | float) and verdict["verdict"] != "BAD_INPUT":
            self._last_event_t = max(self._last_event_t, event["t"])
        call = Call(verdict["line"], event, verdict, box)
        self._calls.append(call)
        view = self._judge.view()
        if view:  # empty until the setup was good
            self._situation = self._adapter.situation(view, self._calls)
        return call

    def _tell_adapter(self, call: Call) -> None:
        """What people decided about things that the adapter saw settles them there too."""
        if call.verdict["verdict"] != "OK":
            return
        news = {change["line"]: change["verdict"] for change in call.verdict.get("changed", ())}
        if call.kind in ("override", "undo"):
            news[call.event["of"]] = call.event.get("verdict", "UNDONE")
        for line, verdict in news.items():
            if line in self._subjects:
                told = {"verdict": verdict, "line": line}
                self._state = self._adapter.heard(self._state, self._subjects[line], told)

    def _publish(self) -> None:
        self._version += 1
        self._snapshot = Snapshot(
            self._version,
            tuple(self._calls[-self._keep_calls :]),
            self._judge.view(),
            self._judge.result()["result"],
            self._advice,
            self._journal.warning if self._journal is not None else None,
        )
        for listener in tuple(self._listeners):
            listener(self._snapshot)

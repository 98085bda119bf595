"""The judge: one event in, one verdict out, and the state of the game at the end.

State is a fold over the history of events. An override or an undo changes what an earlier event means, so
the game is folded again from that event on; both stay in the history and can be taken back themselves.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from operator import attrgetter
from typing import Any, Final

from referee.gamedata import load_data
from referee.games import get_game, names
from referee.games.base import BadInput, Game, Reason, Ruling, Verdict
from referee.games.fields import LATEST, Fields, exact, is_name, moment, seen
from referee.jsonlines import decode, plain, unreadable
from referee.wording import describe, verdict_line

__all__ = ["Judge", "answer_lines", "describe", "judge_lines", "verdict_line"]

Loader = Callable[[str, Mapping[str, object]], Any]
"""From a game's name and its `setup` event to the game's data. Raises `BadInput`."""

KEPT_EACH: Final = 64
_line_of: Final = attrgetter("line")

NEVER_STARTED = {"over": False, "phase": "setup", "scores": {}, "winners": [], "decided_by": "undecided"}


@dataclass(frozen=True, slots=True)
class Override:
    """People's decision about the event of an earlier line (KU-A18)."""

    of: int
    ruling: Ruling


@dataclass(frozen=True, slots=True)
class Undo:
    """Takes an earlier line back as if it had not been."""

    of: int


@dataclass(slots=True)
class _Entry:
    """A line of the history: what it said, and its verdict as things stand now."""

    line: int
    t: Decimal | None
    event: Any
    verdict: Verdict
    active: bool = True
    overrides: tuple[Override, ...] = ()
    """Those in force; the one of the latest line counts."""

    @property
    def ruling(self) -> Ruling | None:
        return max(self.overrides, key=lambda it: it.ruling.line).ruling if self.overrides else None


class Judge:
    """Judges the events of one game. `load` finds the game's data for a `setup` (default: the set
    profiles)."""

    def __init__(self, *, load: Loader = load_data) -> None:
        self._load = load
        self._line = 0
        self._entries: list[_Entry] = []
        self._kept: list[Any] = []
        """The state before every `KEPT_EACH`th entry: keeping them all costs more than it saves."""
        self._started: Decimal | None = None
        self._latest: Decimal | None = None
        self._state: Any = None
        self.game: Game[Any, Any] | None = None
        self.game_name: str | None = None
        """The game that `setup` named, also where the rest of it was bad."""
        self.ended = False
        """The `setup` was bad, so that nothing more can be judged."""
        self.bad_lines = 0
        """How many lines were BAD_INPUT."""

    @property
    def state(self) -> Any:
        """The game's state now; None before `setup`."""
        return self._state

    def feed(self, event: object, *, line: int | None = None) -> dict[str, Any]:
        """Judges the event of the next line, or of a later `line`, and gives its verdict line. Never
        raises."""
        self._line += 1
        if line is not None and line > self._line:
            self._line = line
        try:
            if isinstance(event, BadInput):
                raise event
            if not isinstance(event, dict):
                code = "missing_field" if event is None else "wrong_type"
                raise BadInput(Reason(code, path="", expected="an object", seen=seen(event)))
            game = self.game
            if game is None or event.get("event") == "setup":
                self._check_start(event)
                return self._begin(event)
            return self._judge(game, event)
        except BadInput as error:
            if self.game is None:
                self.ended = True
            return self._bad(event, error.reasons)

    def result(self) -> dict[str, Any]:
        """The last line: the state of the game."""
        if self.game is None:
            return {"result": dict(NEVER_STARTED)}
        return {"result": dict(self.game.result(self._state))}

    def view(self) -> dict[str, Any]:
        """The state of the game for people to look at; empty before `setup`."""
        return {} if self.game is None else dict(self.game.view(self._state))

    def _check_start(self, raw: Mapping[str, object]) -> None:
        """Raises `BadInput` unless this is the one `setup`, where it belongs."""
        subject = raw.get("event")
        if self.game is not None:
            raise BadInput(
                Reason("second_setup", path="event", expected="an event of this game", seen="setup")
            )
        if self.ended or subject != "setup":
            raise BadInput(
                Reason("no_setup", path="event", expected="setup, as the first line", seen=seen(subject))
            )

    def _begin(self, raw: Mapping[str, object]) -> dict[str, Any]:
        fields = Fields(dict(raw))
        name = fields.choice("game", names())
        fields.done()
        game, self.game_name = get_game(name), name
        t = self._time(raw, required=False)
        self._state, verdict = game.start(raw, self._load(name, raw))
        self.game, self._started, self._latest = game, t, t
        return self._answer(raw, verdict)

    def _judge(self, game: Game[Any, Any], raw: Mapping[str, object]) -> dict[str, Any]:
        subject = raw.get("event")
        if subject in ("override", "undo"):
            t = self._time(raw, required=False)
            event = self._read_override(raw) if subject == "override" else self._read_undo(raw)
            return self._decide(raw, t, event)
        t, event = self._read(game, raw)
        after, verdict = game.apply(self._state, event)
        if verdict.call == "BAD_INPUT":
            raise BadInput(*verdict.reasons)
        self._append(_Entry(self._line, t, event, verdict))
        self._state = after
        return self._answer(raw, verdict)

    def _read(self, game: Game[Any, Any], raw: Mapping[str, object]) -> tuple[Decimal | None, Any]:
        """Time and event, or everything that is wrong with either."""
        faults: dict[tuple[str | None, str], Reason] = {}
        t: Decimal | None = None
        event: Any = None
        try:
            t = self._time(raw, required=game.timed)
        except BadInput as error:
            faults |= {(reason.path, reason.code): reason for reason in error.reasons}
        try:
            event = game.parse(self._state, raw, self._line)
        except BadInput as error:
            if raw.get("event") not in game.subjects:
                raise
            faults = {(reason.path, reason.code): reason for reason in error.reasons} | faults
        if faults:
            raise BadInput(*faults.values())
        return t, event

    def _append(self, entry: _Entry) -> None:
        """Adds a line to the history, before the state changes."""
        if len(self._entries) % KEPT_EACH == 0:
            self._kept.append(self._state)
        self._entries.append(entry)
        if entry.t is not None:
            self._latest = entry.t

    def _time(self, raw: Mapping[str, object], *, required: bool) -> Decimal | None:
        """The event's time in seconds, which never decreases."""
        given = raw.get("t")
        if given is None and not required:
            return None
        t = moment(given)
        if t is not None and (self._latest is None or self._latest <= t):
            return t
        fields = Fields(dict(raw))
        t = fields.number("t", "seconds, from 0", most=LATEST)
        fields.done()
        if self._latest is not None and t < self._latest:
            expected = f"{self._latest} or later"
            raise BadInput(Reason("time_order", path="t", expected=expected, seen=seen(given)))
        return t

    # People's decisions

    def _target(self, fields: Fields, expected: str) -> int:
        of = fields.raw.get("of")
        if isinstance(of, bool) or not isinstance(of, int):
            fields.wrong("of", expected, of)
        elif not self._known(of):
            fields.note("unknown_line", "of", expected, of)
        elif not self._entries[self._place(of)].active:
            fields.note("undone", "of", "a line that is not taken back already", of)
        else:
            return of
        return 0

    def _place(self, line: int) -> int:
        """The index of a line in the history: lines come in order, though not all of them are there."""
        return bisect_left(self._entries, line, key=_line_of)

    def _known(self, line: int) -> bool:
        """Whether a line is in the history, and not BAD_INPUT or yet to come."""
        place = self._place(line)
        return place < len(self._entries) and self._entries[place].line == line

    def _read_override(self, raw: Mapping[str, object]) -> Override:
        fields = Fields(dict(raw))
        expected = "the line of an event"
        of = self._target(fields, expected)
        if of and isinstance(self._entries[self._place(of)].event, Override | Undo):
            fields.note("unknown_line", "of", expected, of)
        verdict = fields.choice("verdict", ("OK", "ILLEGAL"))
        for optional in ("by", "why"):
            value = fields.raw.get(optional)
            if value is not None and not isinstance(value, str):
                fields.wrong(optional, "a text", value)
        fields.done()
        return Override(of, Ruling("OK" if verdict == "OK" else "ILLEGAL", self._line))

    def _read_undo(self, raw: Mapping[str, object]) -> Undo:
        fields = Fields(dict(raw))
        of = self._target(fields, "the line of an event, an override or an undo")
        fields.done()
        return Undo(of)

    def _decide(self, raw: Mapping[str, object], t: Decimal | None, event: Override | Undo) -> dict[str, Any]:
        """Adds an override or an undo, and folds the game again from the line that it is about."""
        entry = _Entry(self._line, t, event, Verdict("OK"))
        self._append(entry)
        root = self._root(event.of)
        self._switch(entry, active=True)
        changed = self._refold(root)
        verdict = Verdict("OK")
        if isinstance(event, Override):
            settled = self._entries[root].verdict
            if settled.call != event.ruling.call:
                # It cannot be carried out, for example a skewer to be right when there is no order.
                self._switch(entry, active=False)
                self._drop_last()
                self._refold(root)
                return self._answer(raw, Verdict("ILLEGAL", settled.reasons), of=event.of)
            verdict = Verdict("OK", settled.reasons if settled.call == "OK" else (), settled.effects)
        answer = self._answer(raw, verdict, of=event.of)
        if changed:
            answer["changed"] = changed
        return answer

    def _drop_last(self) -> None:
        self._entries.pop()
        if len(self._entries) % KEPT_EACH == 0:
            self._kept.pop()

    def _root(self, line: int) -> int:
        """The index of the game's event that a chain of undos and overrides goes back to."""
        index = self._place(line)
        event = self._entries[index].event
        return self._root(event.of) if isinstance(event, Override | Undo) else index

    def _switch(self, entry: _Entry, *, active: bool) -> None:
        """An entry comes into force or is taken back, and with it what it did to an earlier one."""
        entry.active = active
        if isinstance(entry.event, Undo):
            self._switch(self._entries[self._place(entry.event.of)], active=not active)
        elif isinstance(entry.event, Override):
            target = self._entries[self._place(entry.event.of)]
            others = tuple(other for other in target.overrides if other != entry.event)
            target.overrides = (*others, entry.event) if active else others

    def _refold(self, start: int) -> list[dict[str, Any]]:
        """Folds the history again for what changed at an index; gives the lines whose verdict is another
        now."""
        game = self.game
        assert game is not None
        changed: list[dict[str, Any]] = []
        first = start - start % KEPT_EACH
        state = self._kept[first // KEPT_EACH]
        for index, entry in enumerate(self._entries[first:], first):
            if index % KEPT_EACH == 0:
                self._kept[index // KEPT_EACH] = state
            if not entry.active or isinstance(entry.event, Override | Undo):
                continue
            call = entry.verdict.call
            state, entry.verdict = game.apply(state, entry.event, entry.ruling)
            if entry.verdict.call != call:
                changed.append({"line": entry.line, "verdict": entry.verdict.call})
        self._state = state
        timed = (entry.t for entry in reversed(self._entries) if entry.active and entry.t is not None)
        self._latest = next(timed, self._started)
        return changed

    # Verdict lines

    def _answer(self, raw: Mapping[str, object], verdict: Verdict, of: int | None = None) -> dict[str, Any]:
        assert self.game is not None
        status = self.game.status(self._state)
        out: dict[str, Any] = {"line": self._line}
        t, by = raw.get("t"), raw.get("by")
        if t is not None:
            out["t"] = t
        if "turn" in status:
            out["turn"] = status["turn"]
        out["subject"] = raw["event"]
        if of is not None:
            out["of"] = of
        if isinstance(by, str):
            out["by"] = plain(by)
        out["verdict"] = verdict.call
        # Most verdicts have none of either, and a comprehension costs a call.
        out["reasons"] = [reason.to_dict() for reason in verdict.reasons] if verdict.reasons else []
        if verdict.effects:
            out["effects"] = [effect.to_dict() for effect in verdict.effects]
        given = raw.get("confidence")
        confidence = None if given is None else exact(given)
        if confidence is not None and 0 <= confidence <= 1:
            out["confidence"] = given
        evidence = raw.get("evidence")
        if evidence is not None:
            out["evidence"] = plain(evidence)
        out.update(status)
        return out

    def _bad(self, event: object, reasons: tuple[Reason, ...]) -> dict[str, Any]:
        self.bad_lines += 1
        raw = event if isinstance(event, dict) else {}
        out: dict[str, Any] = {"line": self._line}
        if exact(raw.get("t")) is not None:
            out["t"] = raw["t"]
        subject, by = raw.get("event"), raw.get("by")
        if is_name(subject):
            out["subject"] = subject
        if is_name(by):
            out["by"] = by
        out["verdict"] = "BAD_INPUT"
        out["reasons"] = [reason.to_dict() for reason in reasons]
        status = {} if self.game is None else self.game.status(self._state)
        if "scores" in status:
            out["scores"] = status["scores"]
        return out


def judge_lines(lines: Iterable[bytes], *, load: Loader = load_data) -> Iterator[dict[str, Any]]:
    """Judges a stream of JSON Lines: a verdict for each line as it comes, then the `result` line.

    Blank lines at the end are no events. A bad `setup` ends it at once.
    """
    judge = Judge(load=load)
    yield from answer_lines(judge, lines)


def answer_lines(judge: Judge, lines: Iterable[bytes]) -> Iterator[dict[str, Any]]:
    """As `judge_lines`, with a judge of one's own."""
    blank: list[int] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            blank.append(number)
            continue
        for earlier in blank:
            yield judge.feed(unreadable("bad_json", "an empty line"), line=earlier)
            if judge.ended:
                yield judge.result()
                return
        blank = []
        yield judge.feed(decode(line, first=number == 1), line=number)
        if judge.ended:
            break
    if judge.game is None and not judge.ended:
        yield judge.feed(
            BadInput(Reason("no_setup", path="event", expected="setup, as the first line")), line=1
        )
    yield judge.result()

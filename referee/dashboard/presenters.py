"""What the pages say about a game: one presenter a game, found by its name, and what all of them share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Literal, Protocol

from referee.record import Call, Standing, standing
from referee.sets.profile import Profile
from referee.umpire import Snapshot

Tone = Literal["ok", "illegal", "unsure", "ask", "wait", "over", "bad"]
Describe = Callable[[Mapping[str, Any]], str]

TONES: Mapping[str, Tone] = {
    "OK": "ok",
    "ILLEGAL": "illegal",
    "UNSURE": "unsure",
    "ASK": "ask",
    "BAD_INPUT": "bad",
}
_PRESENTERS = {"kushi-express": "referee.dashboard.kushi_express"}


@dataclass(frozen=True, slots=True)
class Headline:
    """The big verdict. `settle` is the line that people can decide, None if there is nothing to decide."""

    tone: Tone
    word: str
    title: str
    reasons: tuple[str, ...] = ()
    settle: int | None = None
    line: int | None = None

    @property
    def spoken(self) -> str:
        """The whole of it as one sentence, for a screen reader."""
        return ". ".join((self.word, self.title, *self.reasons))


@dataclass(frozen=True, slots=True)
class Score:
    """One player's line: points as printed, cards gained, and marks in words."""

    player: str
    points: str
    cards: int
    marks: tuple[str, ...]
    leads: bool
    out: bool


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """One line of the feed."""

    line: int
    clock: str
    tone: Tone
    word: str
    title: str
    reasons: tuple[str, ...]
    confidence: str
    frames: str
    undone: bool
    decided: bool
    can_decide: bool
    can_undo: bool
    picture: bool
    clip: str
    """Where the clip of it is to be had, if there is one."""


class Presenter(Protocol):
    """Words and drawings for one game."""

    template: str

    def headline(self, snapshot: Snapshot) -> Headline: ...

    def title(self, event: Mapping[str, Any]) -> str: ...

    def card_name(self, card: object) -> str: ...

    def scores(self, snapshot: Snapshot) -> Sequence[Score]: ...

    def board(self, snapshot: Snapshot) -> Mapping[str, Any]: ...


def get_presenter(game: str, profile: Profile, players: Sequence[str], describe: Describe) -> Presenter:
    """The presenter of a game. Raises `KeyError` for a game that has none."""
    presenter: Presenter = import_module(_PRESENTERS[game]).make(profile, tuple(players), describe)
    return presenter


def tone_of(call: Call, now: Standing) -> Tone:
    """The colour of a call, after what people decided."""
    return TONES[now.verdict(call)]


def reasons_of(verdict: Mapping[str, Any], describe: Describe) -> tuple[str, ...]:
    """All reasons of a verdict in plain words."""
    return tuple(_sentence(describe(reason)) for reason in verdict.get("reasons", ()))


def feed(
    snapshot: Snapshot,
    presenter: Presenter,
    describe: Describe,
    *,
    has_picture: Callable[[int], bool] = lambda _: False,
    clip: Callable[[int], str] = lambda _: "",
    most: int = 80,
) -> list[FeedEntry]:
    """The latest calls, newest first, as the page shows them."""
    now = standing(snapshot.calls)
    entries = []
    for call in reversed(snapshot.calls[-most:]):
        verdict = call.verdict["verdict"]
        undone = call.line in now.undone
        frames = call.verdict.get("evidence", {}).get("frames", ())
        people = call.kind in ("override", "undo", "setup")
        entries.append(
            FeedEntry(
                line=call.line,
                clock=clock(call.event.get("t")),
                tone=tone_of(call, now),
                word=now.verdict(call).replace("_", " "),
                title=presenter.title(call.event),
                reasons=reasons_of(call.verdict, describe),
                confidence=f"{call.verdict.get('confidence', 1.0):.0%}" if frames else "",
                frames=", ".join(str(frame) for frame in frames),
                undone=undone,
                decided=call.line in now.decided,
                can_decide=not undone and not people and verdict != "BAD_INPUT",
                can_undo=not undone and call.kind != "setup" and verdict != "BAD_INPUT",
                picture=has_picture(call.line),
                clip=clip(call.line),
            )
        )
    return entries


def clock(t: object) -> str:
    """Seconds as m:ss, or nothing."""
    if not isinstance(t, int | float):
        return ""
    return f"{int(t) // 60}:{int(t) % 60:02d}"


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]

"""What every game's rules share: verdicts with typed reasons, and the `Game` protocol.

A game's state is a fold over its events: `apply(state, event) -> (state, verdict)`. States and events are
immutable.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeVar

if TYPE_CHECKING:
    from dataclasses import replace as change

    from referee.games.phrases import Translate
    from referee.games.rulebook import Rule, RuleOf
    from referee.games.words import Words
else:
    _new, _set = object.__new__, object.__setattr__

    def change(state, /, **changes):
        """`dataclasses.replace`, several times as fast, for a frozen dataclass without slots.

        States are made anew at each event, so this is what a long game spends its time on.
        """
        new = _new(state.__class__)
        _set(new, "__dict__", state.__dict__ | changes)
        return new


__all__ = ["BadInput", "Call", "Effect", "Game", "Reason", "Ruling", "Verdict", "change", "warning"]

Call = Literal["OK", "ILLEGAL", "BAD_INPUT", "UNSURE", "ASK"]


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason of a verdict.

    `position` is the 1-based place of a cube, `path` the field of an event, `alternative` what a doubtful
    piece or card may be instead, `advice` what people can do about it. `expected` and `seen` are in words
    (for bad input, `seen` may be any JSON scalar); None is "nothing".
    """

    code: str
    position: int | None = None
    expected: str | None = None
    seen: str | int | float | bool | None = None
    path: str | None = None
    severity: Literal["warning"] | None = None
    alternative: str | None = None
    advice: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """The JSON form: fields that say nothing are left out, `expected` and `seen` only together."""
        out: dict[str, Any] = {"code": self.code}
        if self.position is not None:
            out["position"] = self.position
        if self.path is not None:
            out["path"] = self.path
        if self.path is not None or self.expected is not None or self.seen is not None:
            out["expected"] = self.expected
            out["seen"] = self.seen
        if self.severity is not None:
            out["severity"] = self.severity
        if self.alternative is not None:
            out["alternative"] = self.alternative
        if self.advice is not None:
            out["advice"] = self.advice
        return out


def warning(code: str, **fields: Any) -> Reason:
    """A reason that stands beside an OK and changes nothing."""
    return Reason(code, severity="warning", **fields)


@dataclass(frozen=True, slots=True)
class Effect:
    """What an event brought about: for example `Effect("gains", "Ann", "best")`."""

    effect: str
    player: str | None = None
    card: str | None = None

    def to_dict(self) -> dict[str, str]:
        out = {"effect": self.effect}
        if self.player is not None:
            out["player"] = self.player
        if self.card is not None:
            out["card"] = self.card
        return out


@dataclass(frozen=True, slots=True)
class Verdict:
    """The call on one event. Without reasons it is always OK; the reasons of an OK are warnings."""

    call: Call
    reasons: tuple[Reason, ...] = ()
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True)
class Ruling:
    """What people decided about an event (an override), at which later line of the stream."""

    call: Literal["OK", "ILLEGAL"]
    line: int


class BadInput(Exception):
    """Input that cannot describe a real table; carries every reason that was found."""

    def __init__(self, *reasons: Reason) -> None:
        super().__init__("; ".join(f"{r.path or 'line'}: {r.code}" for r in reasons))
        self.reasons = reasons


S = TypeVar("S")
E = TypeVar("E")


class Game(Protocol[S, E]):
    """The rules of one game."""

    @property
    def name(self) -> str:
        """The game's name in `setup` events and on the command line."""
        ...

    @property
    def timed(self) -> bool:
        """Whether each event after `setup` must carry its time `t`."""
        ...

    @property
    def subjects(self) -> tuple[str, ...]:
        """The names of the events that `parse` knows."""
        ...

    @property
    def schemas(self) -> Mapping[str, Mapping[str, Any]]:
        """JSON Schemas (draft 2020-12) by what they describe: `event`, `verdict`, `result`, and more."""
        ...

    @property
    def rules(self) -> tuple[Rule, ...]:
        """Every rule and ruling of the game by its number."""
        ...

    @property
    def rule_of(self) -> RuleOf:
        """The rules behind each reason code: see `referee.games.rulebook.rules_behind`."""
        ...

    @property
    def words(self) -> Words:
        """What is said of each reason code, and how its phrases are built."""
        ...

    def start(self, setup: Mapping[str, object], data: Any) -> tuple[S, Verdict]:
        """The state after a `setup` event; `data` is the game's data (deck, board, tables). Raises
        `BadInput`."""
        ...

    def parse(self, state: S, raw: Mapping[str, object], line: int) -> E:
        """Validates one event of this game against what `setup` fixed. Raises `BadInput`."""
        ...

    def apply(self, state: S, event: E, ruling: Ruling | None = None) -> tuple[S, Verdict]:
        """Judges one event. With a `ruling` the people's decision takes the place of the referee's."""
        ...

    def status(self, state: S) -> Mapping[str, Any]:
        """What each verdict line says of the state, such as `turn` and `scores`."""
        ...

    def view(self, state: S) -> Mapping[str, Any]:
        """The state for people to look at, as JSON."""
        ...

    def result(self, state: S) -> Mapping[str, Any]:
        """The content of the `result` line."""
        ...

    def describe(self, reason: Reason, translate: Translate = ..., /) -> str | None:
        """A reason of this game in plain words, in English or another language; None for a code that is not
        the game's own."""
        ...

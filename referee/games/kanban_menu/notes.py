"""What the rules note about one event, and the verdict that follows from it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from referee.games.base import Effect, Reason, Verdict, warning
from referee.games.kanban_menu.model import NONE, Counts, by_colour
from referee.games.kanban_menu.state import State

Judged = tuple[State, Verdict]
OK: Final = Verdict("OK")


@dataclass(frozen=True, slots=True)
class Tally(Effect):
    """One change of what a player has, with the price where it has one and what there is afterwards.

    None as `money` or `vp` is an amount that is not known. `given` and `got` are tokens; `lost` is money over
    the limit (KM-A8).
    """

    price: int | None = None
    source: str | None = None
    change_money: int | None = 0
    change_vp: int | None = 0
    given: Counts = NONE
    got: Counts = NONE
    money: int | None = 0
    vp: int | None = 0
    lost: int = 0

    def to_dict(self) -> dict[str, Any]:
        out: dict[str, Any] = {"effect": self.effect, "player": self.player}
        if self.card is not None:
            out["card"] = self.card
        if self.price is not None:
            out["price"] = self.price
        if self.source is not None:
            out["from"] = self.source
        moved: dict[str, Any] = {}
        if self.change_money != 0:
            moved["money"] = self.change_money
        if self.change_vp != 0:
            moved["vp"] = self.change_vp
        if self.given != NONE:
            moved["gives"] = by_colour(self.given)
        if self.got != NONE:
            moved["gets"] = by_colour(self.got)
        out["change"] = moved
        if self.lost:
            out["lost"] = self.lost
        out["money"] = self.money
        out["vp"] = self.vp
        return out


class Notes:
    """Collects what speaks against an event, what is doubtful, and what it brings about.

    With `forced` people have decided that the event stands: what spoke against it stays as warnings.
    """

    __slots__ = ("asked", "doubts", "effects", "faults", "forced", "impossible", "warnings")

    def __init__(self, forced: bool = False) -> None:
        self.forced = forced
        self.faults: list[Reason] = []
        self.doubts: list[Reason] = []
        self.warnings: list[Reason] = []
        self.effects: list[Effect] = []
        self.asked: Reason | None = None
        self.impossible = False
        """It cannot be carried out, whatever people decide."""

    def wrong(self, code: str, **fields: Any) -> None:
        """A rule is broken."""
        self.faults.append(Reason(code, **fields))

    def refuse(self, code: str, **fields: Any) -> None:
        """A rule is broken so that there is nothing to carry out."""
        self.faults.append(Reason(code, **fields))
        self.impossible = True

    def doubt(self, code: str, **fields: Any) -> None:
        """It cannot be known whether a rule is broken."""
        reason = Reason(code, **fields)
        if reason not in self.doubts:
            self.doubts.append(reason)

    def ask(self, code: str, **fields: Any) -> None:
        """The rules leave it to people."""
        self.asked = Reason(code, **fields)

    def warn(self, code: str, **fields: Any) -> None:
        self.warnings.append(warning(code, **fields))

    def judged(self, before: State, after: State) -> Judged:
        """The state and the verdict of the event: ILLEGAL changes nothing, UNSURE is carried out as it was
        told."""
        effects = tuple(self.effects)
        if not self.faults and not self.doubts:
            if self.asked is not None:
                return after, Verdict("ASK", (self.asked, *self.warnings), effects)
            if not effects and not self.warnings:
                return after, OK
            return after, Verdict("OK", tuple(self.warnings), effects)
        if self.impossible or (self.faults and not self.forced):
            return before, Verdict("ILLEGAL", (*self.faults, *self.doubts, *self.warnings))
        if not self.forced:
            return after, Verdict("UNSURE", (*self.doubts, *self.warnings), effects)
        told = tuple(replace(reason, severity="warning") for reason in (*self.faults, *self.doubts))
        return after, Verdict("OK", (*told, *self.warnings), effects)


def bad(code: str, path: str, expected: str, value: Any = None) -> Verdict:
    """BAD_INPUT that only the state of the game could tell."""
    return Verdict("BAD_INPUT", (Reason(code, path=path, expected=expected, seen=value),))

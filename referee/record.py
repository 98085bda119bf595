"""What was said in a game so far, and what of it still stands after people's overrides and undos."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from vision.scene import Corners


@dataclass(frozen=True, slots=True)
class Call:
    """One line of the game as it was judged. `box` is where in the picture it happened, in px."""

    line: int
    event: Mapping[str, Any]
    verdict: Mapping[str, Any]
    box: Corners | None = None

    @property
    def kind(self) -> str:
        """The event's name: `place`, `reveal`, `override` ..."""
        return str(self.event.get("event", ""))


@dataclass(frozen=True, slots=True)
class Standing:
    """Which lines were taken back, which people decided, and the verdicts that changed through that."""

    undone: frozenset[int]
    decided: frozenset[int]
    changed: Mapping[int, str]

    def verdict(self, call: Call) -> str:
        """The verdict of a call as things stand now."""
        return self.changed.get(call.line, str(call.verdict["verdict"]))


def standing(calls: Sequence[Call]) -> Standing:
    """What stands, read from the end: an undo that was itself undone counts for nothing."""
    undone: set[int] = set()
    decided: set[int] = set()
    changed: dict[int, str] = {}
    for call in reversed(calls):
        for change in reversed(call.verdict.get("changed", ())):
            changed.setdefault(change["line"], change["verdict"])
        of = call.event.get("of")
        if call.line in undone or call.verdict["verdict"] != "OK" or not isinstance(of, int):
            continue
        if call.kind == "undo":
            undone.add(of)
        elif call.kind == "override":
            decided.add(of)
    return Standing(frozenset(undone), frozenset(decided), changed)


def stands(calls: Iterable[Call], now: Standing) -> Iterable[Call]:
    """The calls that were not taken back."""
    return (call for call in calls if call.line not in now.undone)

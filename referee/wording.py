"""Reasons and verdicts in plain words, for the command line and the dashboard."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from referee.games import get_game, names
from referee.games.base import Reason

MESSAGES: Final[dict[str, str]] = {
    "missing_field": "missing: write {expected}",
    "wrong_type": "expected {expected}, not {seen}",
    "bad_value": "expected {expected}, not {seen}",
    "bad_json": "not readable as JSON ({seen}): write {expected}",
    "bad_bytes": "not {expected}: {seen}",
    "bad_number": "expected {expected}, not {seen}",
    "bad_set": "{expected}",
    "duplicate_key": "named twice: write it once",
    "too_long": "the line is too long: expected {expected}, not {seen}",
    "unknown_event": "no such event {seen}: write {expected}",
    "unknown_player": "nobody here is called {seen}: write {expected}",
    "unknown_card": "no such card {seen}: write {expected}",
    "unknown_piece": "no such piece {seen}: write {expected}",
    "unknown_line": "there is nothing to decide about at line {seen}: write {expected}",
    "undone": "line {seen} is taken back already",
    "time_order": "time runs backwards: expected {expected}, not {seen}",
    "no_setup": "the first line must be the setup",
    "second_setup": "the game is set up already",
}


def describe(reason: Reason | Mapping[str, Any], game: str | None = None) -> str:
    """One reason in plain words: `position 3: expected cheese-wrapped pepper, saw plain pepper`.

    With a `game` its own words come first; else the first game that knows the code is asked.
    """
    if not isinstance(reason, Reason):
        known = Reason.__dataclass_fields__
        reason = Reason(**{key: value for key, value in reason.items() if key in known})
    for name in (game,) if game is not None else names():
        text = get_game(name).describe(reason)
        if text is not None:
            return text
    expected = "nothing" if reason.expected is None else reason.expected
    value = "nothing" if reason.seen is None else str(reason.seen)
    text = MESSAGES.get(reason.code, reason.code.replace("_", " ")).format(expected=expected, seen=value)
    return f"{reason.path}: {text}" if reason.path else text


def verdict_line(verdict: Mapping[str, Any], game: str | None = None) -> str:
    """A verdict as one line of text, or the result as one."""
    if "result" in verdict:
        return _result(verdict["result"])
    head = [f"line {verdict['line']}"] if "line" in verdict else []
    if "t" in verdict:
        head.append(f"{verdict['t']} s")
    if "subject" in verdict:
        head.append(f"{verdict['subject']}" + (f" by {verdict['by']}" if "by" in verdict else ""))
    reasons = "; ".join(describe(reason, game) for reason in verdict.get("reasons", ()))
    text = f"{', '.join(head)}: {verdict['verdict']}" if head else str(verdict["verdict"])
    return f"{text}: {reasons}" if reasons else text


def _result(result: Mapping[str, Any]) -> str:
    scores = ", ".join(f"{player} {points}" for player, points in result.get("scores", {}).items())
    state = "game over" if result.get("over") else f"game not over ({result.get('phase', 'setup')})"
    winners = " and ".join(result.get("winners", ()))
    end = f"; {winners} won by {result['decided_by'].replace('_', '-')}" if winners else ""
    return f"result: {state}" + (f": {scores}" if scores else "") + end

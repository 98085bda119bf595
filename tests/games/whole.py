"""Whole verdicts, word for word: rows of (name, play, call, reasons, effects)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

Said = dict[str, Any]
Row = tuple[str, Callable[[], Said], str, list[Said], list[Said]]


def each(rows: Sequence[Row]) -> pytest.MarkDecorator:
    """A test for each row, by its name."""
    return pytest.mark.parametrize(
        ("play", "call", "reasons", "effects"), [row[1:] for row in rows], ids=[row[0] for row in rows]
    )


def tells(play: Callable[[], Said], call: str, reasons: list[Said], effects: list[Said]) -> None:
    """The verdict that a play ends with says just this."""
    verdict = play()
    assert (verdict["verdict"], verdict["reasons"]) == (call, reasons)
    assert verdict.get("effects", []) == effects

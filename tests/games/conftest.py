"""The same examples on every run, and no stopwatch: a slow machine is no failure. And whatever a test makes
the judge say can be said in every language. For mutants (`make mutants`) fewer examples do, and a property
that fails does so at once, without a search for the smallest example: nobody reads it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings

from referee.judge import Judge
from referee.wording import unsaid

settings.register_profile("steady", deadline=None, derandomize=True)
settings.register_profile(
    "mutants",
    deadline=None,
    derandomize=True,
    max_examples=20,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=tuple(HealthCheck),
)
MUTANTS = "MUTANT_UNDER_TEST" in os.environ
settings.load_profile("mutants" if MUTANTS else "steady")


@pytest.fixture(scope="session")
def caches() -> list[Any]:
    """What the rules remember of earlier calls."""
    modules = [
        module
        for name, module in sys.modules.items()
        if name.startswith(("referee.games", "referee.gamefiles"))
    ]
    return [
        member for module in modules for member in vars(module).values() if hasattr(member, "cache_clear")
    ]


@pytest.fixture(autouse=MUTANTS)
def nothing_is_remembered(caches: list[Any]) -> None:
    """What a cache holds was worked out without the mutant, or by another test."""
    for cache in caches:
        cache.cache_clear()


@pytest.fixture(autouse=True)
def everything_can_be_said(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Ends with an error for reasons of which a part would stay English: see `referee.games.words`."""
    english: set[str] = set()
    feed = Judge.feed

    def listening(self: Judge, event: object, *, line: int | None = None) -> dict[str, Any]:
        answer = feed(self, event, line=line)
        if self.game_name is not None:
            for reason in answer["reasons"]:
                english.update(unsaid(reason, self.game_name))
        return answer

    monkeypatch.setattr(Judge, "feed", listening)
    yield
    assert not english, "these parts of reasons are no phrases of the game"

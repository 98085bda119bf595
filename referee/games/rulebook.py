"""The rules index: each rule and each ruling of a game by its number, in our own words.

A game keeps its own in `rules.py` as `RULES`; a test cites the rules that it covers by its name
(`test_KU_R11_...`) or by `@pytest.mark.rules("KU-R11", "KU-A16")`.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rule:
    """One numbered rule.

    `number` as in `KU-R11` (rule), `KU-A3` (ruling on what the rulebook leaves open) or `KM-E1` (effect of a
    card); `text` in our own words, at most a few sentences; `option`: the option of `setup` that changes it,
    with its values, the default first (`"orientation: auto, strict, either"`).
    """

    number: str
    text: str
    option: str | None = None

"""The rules index: each rule and each ruling of a game by its number, in our own words.

A game keeps its own in `rules.py` as `RULES`, and the rules behind each reason code as `RULE_OF`; a test
cites the rules that it covers by its name (`test_KU_R11_...`) or by `@pytest.mark.rules("KU-R11", "KU-A16")`.
`make rules` writes docs/rules.md from all of these.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from referee.games.base import Reason


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


RuleOf = Mapping[str, tuple[str, ...]]
"""Rule numbers by reason code; or by code and field, `"bad_value players"`, where a code alone says little.
Each index in the field is written `[]`: `"unknown_piece layers[]"`. Every code that a game has words for is
here, also one that rests on no rule."""

_INDEX: Final = re.compile(r"\[\d+\]")


def rules_behind(reason: Reason, rule_of: RuleOf) -> tuple[str, ...]:
    """The rules that a reason rests on, by number; none for a fault of form and for what a camera doubts."""
    if reason.path is not None:
        found = rule_of.get(f"{reason.code} {_INDEX.sub('[]', reason.path)}")
        if found is not None:
            return found
    return rule_of.get(reason.code, ())

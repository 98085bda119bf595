"""What of a reason no phrase of a game covers."""

from __future__ import annotations

from referee.games.base import Reason
from referee.games.phrases import Phrases
from referee.games.words import Words

WORDS = Words(
    {"swap": "expected {expected}, saw {seen_food}", "turn": "it is the turn of {expected_value}"},
    Phrases({"phrase": ("something",), "food": ("ham",), "advice": ("look again",)}),
)


def test_parts_without_a_phrase_stay_english() -> None:
    assert WORDS.unknown(Reason("swap", expected="something", seen="ham", advice="look again")) == []
    assert WORDS.unknown(Reason("swap", expected="ham", seen="cat", advice="dance")) == [
        "ham",
        "cat",
        "dance",
    ]
    assert WORDS.unknown(Reason("swap", seen="ham")) == []  # "nothing" is a phrase of all games
    assert WORDS.unknown(Reason("turn", expected="Ann")) == []


def test_of_a_code_that_is_not_known_only_the_advice_is_looked_at() -> None:
    assert WORDS.unknown(Reason("dance", expected="cat", advice="look again")) == []
    assert WORDS.unknown(Reason("dance", expected="cat", advice="dance")) == ["dance"]

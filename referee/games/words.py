"""What is said of a reason, in plain words and in any language.

A game's `Words` are message templates by reason code, and the phrases that fill them. To add a game's:

1. `MESSAGES`, one template a code: `"expected {expected}, saw {seen}"`. The key `"CODE expected"` holds the
   template for reasons of that code that expect something, where that needs other words.
2. `PHRASES`, how the text in `expected`, `seen`, `alternative` and `advice` is built: see
   `referee.games.phrases`. `{expected}` and `{seen}` are of the kind `phrase`; `{seen_name}` is of the kind
   `name`, `{expected_KIND}` of any other. Names and what people typed (`{seen_value}`) are never translated.
   `advice` is a kind of its own; `{path}` is the event's field.
3. `WORDS = Words(MESSAGES, Phrases(PHRASES))`; the game has it as `words`, and `describe = WORDS.describe`.
4. `make messages` takes all templates over into `referee/locale/*/LC_MESSAGES/referee.po`; what is new stands
   there with an empty `msgstr`. Translate it with the same slots, in a form that no ending or particle of
   what fills them can make wrong, and run `make messages` again to compile. `tests/referee/test_languages.py`
   says what is missing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from referee.games.base import Reason
from referee.games.phrases import Phrases, Translate, as_it_is, slots

AT_POSITION: Final = "position {position}: {text}"
AT_PATH: Final = "{path}: {text}"
WITH_ALTERNATIVE: Final = "{text} (it may be {alternative})"
WITH_ADVICE: Final = "{text}: {advice}"
AROUND: Final = (AT_POSITION, AT_PATH, WITH_ALTERNATIVE, WITH_ADVICE)
"""What is said around a message."""


@dataclass(frozen=True, slots=True)
class Words:
    """`messages` by code; `phrases` that fill them; `with_path`: codes that name the event's field too;
    `at_position`: what a reason's position is said with."""

    messages: Mapping[str, str]
    phrases: Phrases
    with_path: Collection[str] = ()
    at_position: str = AT_POSITION

    def templates(self) -> Iterator[str]:
        """Every template that is to be translated, once each."""
        yield from dict.fromkeys((*self.messages.values(), self.at_position, *self.phrases.templates()))

    def message(self, reason: Reason) -> str | None:
        """The template for a reason, or None for a code that is not known here."""
        if reason.expected is not None:
            found = self.messages.get(f"{reason.code} expected")
            if found is not None:
                return found
        return self.messages.get(reason.code)

    def describe(self, reason: Reason, translate: Translate = as_it_is) -> str | None:
        """A reason in plain words: `position 3: expected cheese-wrapped pepper, saw plain pepper`.

        None for a code that is not known here.
        """
        message = self.message(reason)
        if message is None:
            return None
        filled = {slot: self._part(reason, slot, translate) for slot in slots(message)}
        text = translate(message).format(**filled)
        if reason.alternative is not None:
            alternative = self.phrases.say(reason.alternative, translate)
            text = translate(WITH_ALTERNATIVE).format(text=text, alternative=alternative)
        if reason.position is not None:
            text = translate(self.at_position).format(position=reason.position, text=text)
        if reason.path and reason.code in self.with_path:
            text = translate(AT_PATH).format(path=reason.path, text=text)
        if reason.advice is not None:
            advice = self.phrases.say(reason.advice, translate, "advice")
            text = translate(WITH_ADVICE).format(text=text, advice=advice)
        return text

    def _part(self, reason: Reason, slot: str, translate: Translate) -> str:
        text, kind = _slot(reason, slot)
        return self.phrases.say(text, translate, kind)

    def unknown(self, reason: Reason) -> list[str]:
        """The parts of a reason that no phrase covers, so that they would stay English in any language. An
        alternative may also be a card's id."""
        message = self.message(reason)
        parts = [] if message is None else [_slot(reason, slot) for slot in slots(message)]
        parts += [(reason.advice, "advice")] if reason.advice is not None else []
        return [text for text, kind in parts if kind != "value" and not self.phrases.knows(text, kind)]


def _slot(reason: Reason, slot: str) -> tuple[str, str]:
    """What fills a slot of a message, and of which kind it is."""
    which, _, kind = slot.partition("_")
    if which == "path":
        return reason.path or "", "path"
    value = reason.expected if which == "expected" else reason.seen
    return ("nothing" if value is None else str(value)), kind or "phrase"

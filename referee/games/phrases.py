"""Phrases: the words in a reason's `expected`, `seen`, `alternative` and `advice`, and how they are built, so
that they can be said in another language.

A reason carries its phrases as plain English text, in a verdict line as in a journal. A game lists how such
text is built, as templates by kind:

    {"cube": ("pepper", "tomato"),
     "item": ("{cube}", "{strip}-wrapped {cube}"),
     "phrase": ("{item}", "plain {cube}")}

`say` takes a text apart with these templates, translates each, and puts them together again. A slot is named
for its kind; a digit at the end tells two of a kind apart (`{item}, {item2}`). Kinds without templates are
taken as they are: `{number}` is digits, every other one (`{name}`, `{text}`) any text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from string import Formatter
from typing import Final

Translate = Callable[[str], str]
"""From an English template to that of another language, with the same slots."""

Kinds = Mapping[str, tuple[str, ...]]

LONGEST: Final = 1000
"""Longer texts, in letters, are taken as they are: no phrase of a game is as long."""

_NUMBER: Final = re.compile(r"-?[0-9]+(\.[0-9]+)?")


def as_it_is(text: str) -> str:
    """The translation into English."""
    return text


def slots(template: str) -> tuple[str, ...]:
    """The names of a template's slots, in order."""
    return tuple(name for _, name, _, _ in Formatter().parse(template) if name is not None)


def is_said(template: str) -> bool:
    """Whether a template has words or signs of its own, and so is to be translated: `{cube}` has none."""
    return any(literal for literal, *_ in Formatter().parse(template))


@dataclass(frozen=True, slots=True)
class _Taken:
    """A text taken apart: a template and what fills its slots; without a template the text as it is."""

    text: str
    template: str | None = None
    parts: tuple[tuple[str, _Taken], ...] = ()

    def say(self, translate: Translate) -> str:
        if self.template is None:
            return self.text
        template = translate(self.template) if is_said(self.template) else self.template
        return template.format(**{name: part.say(translate) for name, part in self.parts})


class Phrases:
    """The phrases of a game: `kinds` of its own, and those that all games share, which come after its own."""

    def __init__(self, kinds: Kinds) -> None:
        self.kinds = {
            kind: tuple(dict.fromkeys((*kinds.get(kind, ()), *COMMON.get(kind, ()))))
            for kind in (*kinds, *COMMON)
        }
        # The same texts come again and again, and so do the parts of one text.
        self._take = lru_cache(maxsize=4096)(self._take_apart)

    def templates(self) -> Iterator[str]:
        """Every template that is to be translated."""
        yield from dict.fromkeys(text for kind in self.kinds.values() for text in kind if is_said(text))

    def knows(self, text: str, kind: str = "phrase") -> bool:
        """Whether a text is of a kind, so that nothing of it stays English that should not."""
        return self._take(kind, text) is not None

    def say(self, text: str, translate: Translate, kind: str = "phrase") -> str:
        """The text in another language; as it is where it is not of that kind."""
        if translate is as_it_is or len(text) > LONGEST:
            return text
        taken = self._take(kind, text)
        return text if taken is None else taken.say(translate)

    def _take_apart(self, kind: str, text: str) -> _Taken | None:
        if not text or len(text) > LONGEST:
            return None
        if kind == "number":
            return _Taken(text) if _NUMBER.fullmatch(text) else None
        if kind not in self.kinds:
            return _Taken(text)
        for template in self.kinds[kind]:
            for parts in self._fill(_pieces(template), text):
                return _Taken(text, template, parts)
        return None

    def _fill(
        self, pieces: tuple[tuple[str, str | None], ...], text: str
    ) -> Iterator[tuple[tuple[str, _Taken], ...]]:
        """All ways in which a template's pieces, each a literal and the slot after it, make up a text."""
        if not pieces:
            if not text:
                yield ()
            return
        (literal, slot), rest = pieces[0], pieces[1:]
        if not text.startswith(literal):
            return
        text = text[len(literal) :]
        if slot is None:
            yield from self._fill(rest, text)
            return
        for end in _ends(text, rest):
            taken = self._take(slot.rstrip("0123456789"), text[:end])
            if taken is not None:
                for parts in self._fill(rest, text[end:]):
                    yield ((slot, taken), *parts)


def _ends(text: str, rest: tuple[tuple[str, str | None], ...]) -> Iterator[int]:
    """Where a slot may end: where the next literal begins, or at the end of the text."""
    if not rest:
        yield len(text)
        return
    end = text.find(rest[0][0], 1)
    while end >= 0:
        yield end
        end = text.find(rest[0][0], end + 1)


@lru_cache(maxsize=4096)
def _pieces(template: str) -> tuple[tuple[str, str | None], ...]:
    return tuple((literal, name) for literal, name, _, _ in Formatter().parse(template))


COMMON: Final[Kinds] = {
    "phrase": (
        "nothing",
        "{number}",
        # what a field should hold
        "a name",
        "a text",
        "a piece",
        "how many",
        "an object",
        "one JSON object",
        "one of {text}",
        "true or false",
        "seconds",
        "seconds, from 0",
        "seconds, from 0 to {number}",
        "{number} to {number2}",
        "{number} or later",
        "at most {number} bytes",
        "a finite number",
        "a number of fewer digits",
        "each field once",
        "setup, as the first line",
        "an event of this game",
        "the line of an event",
        "the line of an event, an override or an undo",
        "a line that is not taken back already",
        "a list of at most {number} entries",
        "a list of {number} to {number2} names",
        "a name that no other player has",
        "a picture that can be read",
    ),
    # what a field holds: the value that was written, or one of these
    "value": (
        "nothing",
        "a list of {number}",
        "an object of {number}",
        "a number of {number} bits",
        "byte {number} of the line",
        "{number} bytes",
        "JSON nested too deeply",
        "a number too long to read",
        "an empty line",
        "twice",
    ),
    "event": ("setup", "override", "undo"),
    "names": ("{name} or {names}", "{name}"),
    "advice": (),
}
"""What reasons of every game may say (`referee.games.fields`, `referee.judge`, `referee.jsonlines`)."""

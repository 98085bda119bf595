"""Takes over what is said to people into the message catalogues, and compiles them: `make messages`.

Nothing has to be marked in the code: the templates come from the registered games
(`referee.wording.templates`) and the rules from their index. What is new stands in each `.po` with an empty
`msgstr`, what changed is marked fuzzy, what is gone is dropped. `python -m tools.messages --list ko` prints
what still waits for a translator.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from referee.games import get_game, names
from referee.languages import DOMAINS, LANGUAGES, LOCALE
from referee.wording import templates

HEADER = "# {language}: what the referee says. Written by `make messages`; the translations are by hand.\n#"


def texts(domain: str) -> Iterator[tuple[str, str]]:
    """Everything to translate, with where it comes from."""
    if domain == "referee":
        yield from templates()
        return
    for game in names():
        for rule in get_game(game).rules:
            yield rule.number, rule.text


def wanted(domain: str) -> Catalog:
    """The catalogue without translations."""
    catalog = Catalog(domain=domain, charset="utf-8")
    for place, text in texts(domain):
        catalog.add(text, auto_comments=[place], flags=["python-brace-format"] if "{" in text else [])
    return catalog


def po(language: str, domain: str) -> Path:
    """The catalogue's file."""
    return LOCALE / language / "LC_MESSAGES" / f"{domain}.po"


def read(language: str, domain: str) -> Catalog:
    """The catalogue as its file has it."""
    with po(language, domain).open("rb") as file:
        return read_po(file, locale=language, domain=domain)


def updated(language: str, domain: str) -> Catalog:
    """The catalogue with all that is wanted now, and nothing else."""
    fresh = wanted(domain)
    if not po(language, domain).is_file():
        fresh.locale = language
        return fresh
    catalog = read(language, domain)
    catalog.update(fresh, no_fuzzy_matching=False)
    catalog.obsolete.clear()
    return catalog


def written(catalog: Catalog, language: str) -> bytes:
    """The `.po`: in the order of the code, without dates, so that it changes only when a text does."""
    catalog.header_comment = HEADER.format(language=language)
    out = io.BytesIO()
    write_po(out, catalog, width=110, omit_header=True)
    head = (
        f'{catalog.header_comment}\nmsgid ""\nmsgstr ""\n"Language: {language}\\n"\n'
        '"Content-Type: text/plain; charset=utf-8\\n"\n"Content-Transfer-Encoding: 8bit\\n"\n\n'
    )
    return head.encode() + out.getvalue()


def waiting(catalog: Catalog) -> list[Message]:
    """What has no translation, or one that must be looked at."""
    return [message for message in catalog if message.id and (message.fuzzy or not message.string)]


def compiled(catalog: Catalog) -> bytes:
    """The `.mo`, without the time at which it was made, so that it changes only when a text does."""
    catalog.creation_date = catalog.revision_date = datetime(2000, 1, 1, tzinfo=UTC)
    out = io.BytesIO()
    write_mo(out, catalog)
    return out.getvalue()


def main(arguments: list[str]) -> int:
    if arguments[:1] == ["--list"]:
        for domain in DOMAINS:
            for message in waiting(updated(arguments[1], domain)):
                print(f"{domain}: {message.id}")
        return 0
    for language in LANGUAGES:
        if language == "en":
            continue
        for domain in DOMAINS:
            path = po(language, domain)
            path.parent.mkdir(parents=True, exist_ok=True)
            catalog = updated(language, domain)
            path.write_bytes(written(catalog, language))
            again = read(language, domain)
            path.with_suffix(".mo").write_bytes(compiled(again))
            left = len(waiting(again))
            print(f"{path.relative_to(LOCALE)}: {left} of {len(again)} wait for a translation")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

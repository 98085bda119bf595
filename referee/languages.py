"""The languages that reasons are said in, by gettext catalogues in `referee/locale`.

Codes, event names in JSON and everything else that programs read are the same in every language.
"""

from __future__ import annotations

import gettext
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from referee.games.phrases import Translate, as_it_is

LANGUAGES: Final = ("en", "fr", "ja", "ko")
LOCALE: Final = Path(__file__).parent / "locale"
DOMAINS: Final = ("referee", "rules")
"""What is said of reasons; and the texts of the rules."""
OWN_VARIABLE: Final = "REFEREE_LANG"


def choose(environment: Mapping[str, str]) -> str:
    """The language that the environment asks for: `REFEREE_LANG`, else what the locale variables say, as
    gettext reads them; English where it is none of ours."""
    own = _known(environment.get(OWN_VARIABLE, ""))
    if own is not None:
        return own
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next((environment[name] for name in names if environment.get(name)), "")
    if locale.partition(".")[0] in ("", "C", "POSIX"):
        return "en"
    wished = [*environment.get("LANGUAGE", "").split(":"), locale]
    return next((known for known in map(_known, wished) if known is not None), "en")


def _known(name: str) -> str | None:
    """`ko_KR.UTF-8` -> `ko`; None for a language that there is no catalogue of."""
    code = name.replace("-", "_").partition("_")[0].partition(".")[0].lower()
    return code if code in LANGUAGES else None


@cache
def translator(language: str, domain: str = "referee") -> Translate:
    """From an English template to that of a language; as it is where the catalogue lacks it.

    Raises `KeyError` for a language that is not among `LANGUAGES`.
    """
    if language not in LANGUAGES:
        raise KeyError(language)
    if language == "en":
        return as_it_is
    return gettext.translation(domain, LOCALE, [language], fallback=True).gettext

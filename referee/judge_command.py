"""`referee judge`: a file of events in, verdicts out, as JSON Lines or in words."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TextIO

from referee.games.phrases import Translate
from referee.jsonlines import encode
from referee.judge import Judge, answer_lines
from referee.languages import translator
from referee.wording import explained, explanation, verdict_line


def main_judge(
    path: str | None, as_json: bool, out: TextIO, *, explain: bool = False, language: str = "en"
) -> int:
    """`referee judge`: judges a file of events, or standard input for `-` or None, and prints each answer.

    With `explain` each reason is told in words together with the rules that it rests on; `language` is one of
    `referee.languages.LANGUAGES`. Returns the exit code: 2 when a line was BAD_INPUT or the file cannot be
    read, else 0.
    """
    judge = Judge()
    write = _writer(as_json, explain, translator(language), translator(language, "rules"))
    live = path in (None, "-")
    try:
        with contextlib.nullcontext(sys.stdin.buffer) if live else Path(str(path)).open("rb") as lines:
            for answer in answer_lines(judge, lines):
                print(write(answer, judge.game_name), file=out, flush=live)
    except (OSError, ValueError) as error:
        if isinstance(error, BrokenPipeError):
            raise
        print(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}", file=sys.stderr)
        return 2
    return 2 if judge.bad_lines else 0


def _writer(
    as_json: bool, explain: bool, words: Translate, rules: Translate
) -> Callable[[dict[str, Any], str | None], str]:
    """How each answer is written."""
    if not as_json:
        if explain:
            return lambda answer, game: explanation(answer, game, words, rules)
        return lambda answer, game: verdict_line(answer, game, words)

    def line(answer: dict[str, Any], game: str | None) -> str:
        if explain and answer.get("reasons"):
            answer = {**answer, "explain": explained(answer, game, words, rules)}
        return encode(answer)

    return line

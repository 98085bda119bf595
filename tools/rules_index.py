"""Writes docs/rules.md from the code: each rule by its number, its option, and the tests that cover it.

`python -m tools.rules_index` (`make rules`) writes the page; with `--check` it only says whether the page is
out of date, a rule has no test, or a test cites a rule that does not exist. Tests are read, never imported.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from referee.games import get_game, names
from referee.games.rulebook import Rule

ROOT: Final = Path(__file__).parents[1]
PAGE: Final = ROOT / "docs" / "rules.md"
_NUMBER: Final = re.compile(r"[RAE]\d+")
_HEAD: Final = """# Rules

Written by `make rules` from the rules in the code and the tests that cite them; don't edit it by hand.

R: a rule of the game. A: a ruling on what the rulebook leaves open; its option is set in `options` of the
`setup` event, the default named first. E: the effect of a card."""


@dataclass(frozen=True, slots=True)
class Cited:
    """A test and the rule numbers that it cites. `file` is relative to the project's root."""

    file: str
    test: str
    numbers: tuple[str, ...]


def numbers_in_name(name: str, prefixes: Iterable[str]) -> list[str]:
    """`test_KU_R11_A7_the_skewer_stays` -> `["KU-R11", "KU-A7"]`, with the prefixes of the games, such as
    KU."""
    known = set(prefixes)
    found: list[str] = []
    prefix: str | None = None
    for word in name.split("_"):
        if word in known:
            prefix = word
        elif prefix is not None and _NUMBER.fullmatch(word):
            found.append(f"{prefix}-{word}")
        else:
            prefix = None
    return found


def _marked(node: ast.AST) -> Iterator[str]:
    """The numbers of each `pytest.mark.rules(...)` in a decorator or in `pytestmark`, nested or not."""
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "rules":
            for argument in call.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value


def citations(source: str, file: str, prefixes: Iterable[str]) -> list[Cited]:
    """The tests of one file that cite rules, by name or marker; a marker of a class or of the module counts
    for each test in it."""
    found: list[Cited] = []

    def visit(body: Iterable[ast.stmt], inherited: tuple[str, ...]) -> None:
        for node in body:
            if isinstance(node, ast.ClassDef):
                own = (number for decorator in node.decorator_list for number in _marked(decorator))
                visit(node.body, (*inherited, *own))
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
                marked = (number for decorator in node.decorator_list for number in _marked(decorator))
                numbers = (*numbers_in_name(node.name, prefixes), *inherited, *marked)
                if numbers:
                    found.append(Cited(file, node.name, tuple(dict.fromkeys(numbers))))

    module = ast.parse(source, file)
    of_module = (
        number
        for node in module.body
        if isinstance(node, ast.Assign) and any(getattr(t, "id", "") == "pytestmark" for t in node.targets)
        for number in _marked(node.value)
    )
    visit(module.body, tuple(of_module))
    return found


def all_rules() -> dict[str, tuple[Rule, ...]]:
    """The rules of every registered game, by the game's name."""
    return {name: get_game(name).rules for name in names()}


def read_tests(rules: Mapping[str, Iterable[Rule]], root: Path = ROOT) -> list[Cited]:
    """Every test below `tests/` that cites a rule."""
    prefixes = {rule.number.partition("-")[0] for game in rules.values() for rule in game}
    found: list[Cited] = []
    for path in sorted((root / "tests").rglob("test_*.py")):
        found += citations(path.read_text("utf-8"), path.relative_to(root).as_posix(), prefixes)
    return found


def faults(rules: Mapping[str, Iterable[Rule]], tests: Iterable[Cited]) -> list[str]:
    """What is wrong with the index, one line each: numbers that come twice, rules without a test, tests of
    rules that do not exist."""
    numbers = [rule.number for game in rules.values() for rule in game]
    tests = list(tests)
    cited = {number for test in tests for number in test.numbers}
    twice = sorted({number for number in numbers if numbers.count(number) > 1})
    return [
        *(f"{number}: two rules have this number" for number in twice),
        *(f"{number}: no test covers this rule" for number in numbers if number not in cited),
        *(
            f"{test.file}::{test.test} cites {number}, which is no rule"
            for test in tests
            for number in test.numbers
            if number not in numbers
        ),
    ]


def page(rules: Mapping[str, Iterable[Rule]], tests: Iterable[Cited]) -> str:
    """The text of docs/rules.md."""
    covering: dict[str, list[Cited]] = defaultdict(list)
    for test in tests:
        for number in test.numbers:
            covering[number].append(test)
    parts = [_HEAD]
    for game, own in rules.items():
        parts += [f"\n## {game.replace('-', ' ').title()}\n", "| number | rule | option | tests |"]
        parts.append("|---|---|---|---|")
        parts += [_row(rule, covering[rule.number]) for rule in own]
    return "\n".join(parts) + "\n"


def _row(rule: Rule, tests: Iterable[Cited]) -> str:
    links = "<br>".join(f"[{test.test.removeprefix('test_')}](../{test.file})" for test in tests)
    option = "" if rule.option is None else f"`{rule.option}`"
    cells = (rule.number, rule.text, option, links)
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def main(arguments: list[str]) -> int:
    rules = all_rules()
    tests = read_tests(rules)
    found = faults(rules, tests)
    text = page(rules, tests)
    if "--check" not in arguments:
        PAGE.write_text(text, "utf-8")
    elif not PAGE.is_file() or PAGE.read_text("utf-8") != text:
        found.append(f"{PAGE.relative_to(ROOT)}: out of date: run make rules")
    for fault in found:
        print(fault, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

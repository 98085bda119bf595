"""Draws mutants by chance, and counts what became of them: docs/mutants.md.

`python -m tools.mutants kanban_menu=250 other=60` prints the names of that many mutants of each game, drawn
from those that `mutmut` has written to `mutants/`; `other` is what the games share. The same seed draws the
same ones from the same rules. With `--report` it prints how many of them the tests noticed, with a 95 %
interval for all mutants of the game, and those that no test noticed.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from random import Random
from typing import Final

ROOT: Final = Path(__file__).parents[1]
FOLDER: Final = ROOT / "mutants"
OTHER: Final = "other"
NOTICED: Final = frozenset({1, 3, -24, 24, 36, 152, 255})  # exit codes: a test failed, or took far too long
PACKAGE: Final = "referee.games."

Outcomes = dict[str, "int | None"]


def outcomes(folder: Path) -> Outcomes:
    """Each mutant's name and the exit code of its tests, None before they have run."""
    found: Outcomes = {}
    for path in sorted(folder.rglob("*.py.meta")):
        found.update(json.loads(path.read_text(encoding="utf-8"))["exit_code_by_key"])
    return found


def by_game(names: Iterable[str]) -> dict[str, list[str]]:
    """Names in order, by the game they are of."""
    parts: dict[str, list[str]] = defaultdict(list)
    for name in sorted(names):
        first, *rest = name.removeprefix(PACKAGE).split(".")
        parts[first if len(rest) > 1 else OTHER].append(name)
    return dict(parts)


def draw(names: Iterable[str], sizes: Mapping[str, int], seed: int) -> dict[str, list[str]]:
    """So many mutants of each game, drawn by chance without regard to the other games."""
    parts = by_game(names)
    return {
        game: sorted(Random(f"{seed} {game}").sample(parts[game], min(size, len(parts[game]))))
        for game, size in sizes.items()
    }


def interval(count: int, of: int) -> tuple[float, float]:
    """Wilson's 95 % interval for a share of which `count` of `of` were found."""
    z = 1.959964
    share, spread = count / of, z * z / of
    middle = (share + spread / 2) / (1 + spread)
    reach = z * math.sqrt(share * (1 - share) / of + spread / (4 * of)) / (1 + spread)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def report(codes: Outcomes, sample: Mapping[str, Iterable[str]]) -> str:
    """A table of the games, and the names of the mutants that no test noticed."""
    parts = by_game(codes)
    lines = [
        "| game | mutants | drawn | run | noticed | survived | 95 % of all |",
        "|---|---|---|---|---|---|---|",
    ]
    left: list[str] = []
    for game, drawn in sample.items():
        names = list(drawn)
        ran = [name for name in names if codes[name] is not None]
        survived = [name for name in ran if codes[name] not in NOTICED]
        left += survived
        low, high = interval(len(survived), len(ran)) if ran else (0.0, 1.0)
        lines.append(
            f"| {game} | {len(parts[game])} | {len(names)} | {len(ran)} | {len(ran) - len(survived)} "
            f"| {len(survived)} | {low:.1%} to {high:.1%} |"
        )
    return "\n".join([*lines, "", *left])


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="tools.mutants", description="Draws mutants by chance.")
    parser.add_argument("sizes", nargs="+", metavar="GAME=NUMBER")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--report", action="store_true", help="what became of them")
    options = parser.parse_args(arguments)
    codes = outcomes(FOLDER)
    sizes: dict[str, int] = {}
    for text in options.sizes:
        game, _, number = text.partition("=")
        if game not in by_game(codes) or not number.isdecimal():
            parser.error(f"{text}: one of {', '.join(by_game(codes))}, and a number of mutants")
        sizes[game] = int(number)
    sample = draw(codes, sizes, options.seed)
    drawn = "\n".join(name for names in sample.values() for name in names)
    print(report(codes, sample) if options.report else drawn)
    return 0


if __name__ == "__main__":
    sys.exit(main())

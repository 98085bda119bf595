"""Mutants drawn by chance: the same ones each time, so many of each game, and what became of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tools import mutants

NAMES = [f"referee.games.kushi_express.turn.x_pass__mutmut_{i}" for i in range(50)]
SHARED = "referee.games.fields.x_seen__mutmut_1"


def test_the_same_seed_draws_the_same() -> None:
    sizes = {"kushi_express": 10, "other": 3}
    drawn = mutants.draw([*NAMES, SHARED], sizes, 1)
    assert drawn == mutants.draw([SHARED, *reversed(NAMES)], sizes, 1)
    assert drawn != mutants.draw([*NAMES, SHARED], sizes, 2)
    assert len(set(drawn["kushi_express"])) == 10 and set(drawn["kushi_express"]) < set(NAMES)
    assert drawn["other"] == [SHARED]


@pytest.mark.parametrize(
    ("count", "of", "low", "high"), [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0)]
)
def test_intervals(count: int, of: int, low: float, high: float) -> None:
    assert mutants.interval(count, of) == pytest.approx((low, high), abs=1e-4)


def test_what_became_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    codes = {NAMES[0]: 1, NAMES[1]: 0, NAMES[2]: 36, NAMES[3]: 33, NAMES[4]: None}
    (tmp_path / "turn.py.meta").write_text(json.dumps({"exit_code_by_key": codes}), encoding="utf-8")
    monkeypatch.setattr(mutants, "FOLDER", tmp_path)
    mutants.main(["kushi_express=5", "--report"])
    table, _, left = capsys.readouterr().out.partition("\n\n")
    assert table.splitlines()[-1] == "| kushi_express | 5 | 5 | 4 | 2 | 2 | 15.0% to 85.0% |"
    assert left.split() == [NAMES[1], NAMES[3]]
    mutants.main(["kushi_express=2", "--seed", "3"])
    assert len(capsys.readouterr().out.split()) == 2
    with pytest.raises(SystemExit):
        mutants.main(["chess=2"])

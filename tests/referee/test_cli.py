"""The command line as a stranger types it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from referee.cli import build_parser, main

SETUP = '{"event": "setup", "game": "kushi-express", "players": ["Ann", "Bo"], "first": "Ann", "set": "kit"}'
REVEAL = '{"event": "reveal", "t": 1.0, "by": "Ann", "card": "vegetable-tomato"}'
PLACE = '{"event": "place", "t": 2.0, "by": "Bo", "layers": ["tomato"], "handle": "first"}'


@pytest.fixture
def events(tmp_path: Path) -> Path:
    path = tmp_path / "events.jsonl"
    path.write_text("\n".join((SETUP, REVEAL, PLACE)), "utf-8")
    return path


def referee(*args: str, **options: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "referee", *args], capture_output=True, text=True, timeout=120, **options
    )  # type: ignore[call-overload, no-any-return]


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--version"])
    assert end.value.code == 0
    assert capsys.readouterr().out.startswith("referee ")


def test_every_command_explains_itself(capsys: pytest.CaptureFixture[str]) -> None:
    commands = ("demo", "watch", "check", "replay", "judge", "kit", "doctor", "schema", "export")
    for command in commands:
        with pytest.raises(SystemExit) as end:
            main([command, "--help"])
        assert end.value.code == 0
        assert f"referee {command}" in capsys.readouterr().out
    assert all(command in build_parser().format_help() for command in commands)


def test_judge_in_a_pipe_is_json(events: Path) -> None:
    done = referee("judge", str(events))
    assert (done.returncode, done.stderr) == (0, "")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line.get("verdict") for line in lines] == ["OK", "OK", "OK", None]
    assert lines[-1]["result"]["scores"] == {"Ann": "0.0", "Bo": "3.0"}


def test_judge_reads_standard_input(events: Path) -> None:
    assert referee("judge", input=events.read_text("utf-8")).stdout == referee("judge", str(events)).stdout


def test_judge_loads_nothing_heavy(events: Path) -> None:
    code = (
        "import sys; from referee.cli import main; main(['judge', sys.argv[1]]); "
        "print(sorted({'cv2', 'numpy', 'openvino', 'fastapi', 'sqlalchemy', 'av'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(events)], capture_output=True, text=True, timeout=60
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_names_in_any_script_are_written_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "e.jsonl"
    path.write_text(SETUP.replace("Ann", "あん"), "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "referee", "judge", str(path)],
        capture_output=True,
        timeout=60,
        env={**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"},
    )
    assert "あん" in done.stdout.decode("utf-8")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["check", "a.jpg", "--game", "chess"], "--game chess: no such game: write kushi-express"),
        (["check", "a.jpg", "--set", "nope"], "nope: no such set profile"),
        (["check"], "IMAGE"),
        (["judge", "missing.jsonl"], "missing.jsonl"),
        (["schema", "--game", "chess"], "chess: no such game"),
        (["schema", "--kind", "poem"], "poem: no such schema"),
        (["export", "--journal", "nothing://x"], "not a database URL"),
        (["kit"], "OUT"),
        (["check", "a.jpg", "--frob"], "--frob"),
    ],
)
def test_bad_input_is_one_clear_line(
    args: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code: object = main(args)
    except SystemExit as end:
        code = end.code
    errors = capsys.readouterr().err
    assert code == 2
    assert message in errors
    assert len(errors.strip().splitlines()) == 1


def test_export_of_an_empty_journal_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "--journal", str(tmp_path / "new.sqlite3")]) == 2
    assert "no game has been recorded yet" in capsys.readouterr().err
    assert main(["export", "--list", "--journal", str(tmp_path / "new.sqlite3")]) == 0


def test_schema_is_a_json_document(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "--game", "kushi-express", "--kind", "check"]) == 0
    assert json.loads(capsys.readouterr().out)["title"] == "kushi-express check"


def test_a_camera_that_is_not_there_is_one_clear_line(tmp_path: Path) -> None:
    done = referee("watch", "--source", "97", "--no-dashboard", "--journal", str(tmp_path / "j.sqlite3"))
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith("referee watch: camera 97")


def test_a_closed_pipe_is_quiet(tmp_path: Path) -> None:
    path = tmp_path / "long.jsonl"
    decline = '{"event": "decline", "t": 3.0, "by": "Bo"}'
    path.write_text("\n".join((SETUP, *[decline] * 20_000)), "utf-8")
    command = f"{sys.executable} -m referee judge {path} | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=120)
    assert done.stderr == ""
    assert json.loads(done.stdout)["verdict"] == "OK"

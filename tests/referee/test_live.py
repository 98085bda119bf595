"""Replay, watch and demo: recordings through the whole pipeline, and clear words for what can't be played."""

from __future__ import annotations

import io
import json
import signal
import socket
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import Any

import cv2
import httpx
import pytest
from film import FPS, FilmLooker, write_video
from readings import BEST, box, card, scene, skewer
from websockets.sync.client import connect
from websockets.typing import Origin

from referee import live
from referee.cli import main
from referee.feeds import Paced, ReadAhead
from referee.journal import Journal, as_url
from referee.judge import judge_lines
from vision.capture import State, Trouble
from vision.scene import Doubt
from vision.sources import FileSource, Frame

BARE = ("meat", "bacon", "tomato", "bacon", "pepper", "shrimp")
SCENES = {
    0: scene(),
    1: scene(cards=(card("best"),)),
    2: scene(skewer(BARE), cards=(card("best"),)),
    3: scene(skewer(BEST, at=box(700, 420, 300, 40, 30)), cards=(card("best"),)),
    4: scene(skewer(BARE, Doubt("topping_hidden", 3)), cards=(card("best"),)),
}
GAME = [(0.6, 0), (1.0, 1), (1.0, 2), (1.8, 1), (1.0, 3)]
PLAYERS = ["--players", "Ann,Bo"]


@pytest.fixture
def video(tmp_path: Path) -> Path:
    return write_video(tmp_path / "テスト Öff.mp4", GAME)


@pytest.fixture(autouse=True)
def looker(monkeypatch: pytest.MonkeyPatch) -> FilmLooker:
    looker = FilmLooker(SCENES)
    monkeypatch.setattr(live, "open_eyes", lambda *_, **__: looker)
    return looker


def run(*args: str) -> tuple[int, list[dict[str, Any]]]:
    out = io.StringIO()
    with redirect_stdout(out):
        code = main(list(args))
    return code, [json.loads(line) for line in out.getvalue().splitlines()]


def summary(lines: list[dict[str, Any]]) -> list[tuple[str, str, str | None]]:
    return [(v["subject"], v["verdict"], v.get("by")) for v in lines if "result" not in v]


def test_a_recording_is_judged_from_setup_to_result(video: Path, looker: FilmLooker) -> None:
    code, lines = run("replay", str(video), *PLAYERS)
    assert code == 0
    assert summary(lines) == [
        ("setup", "OK", None),
        ("reveal", "OK", "Ann"),
        ("place", "ILLEGAL", "Ann"),
        ("recover", "OK", "Ann"),
        ("place", "OK", "Bo"),
    ]
    assert lines[-1]["result"]["scores"] == {"Ann": "0.0", "Bo": "6.0"}
    wrong = lines[2]
    assert wrong["reasons"][0]["code"] == "missing_topping"
    assert len(wrong["evidence"]["frames"]) >= 3
    assert wrong["confidence"] > 0.9
    assert looker.looks < 5.4 * FPS / 3  # far from every frame is looked at


def test_each_call_of_a_recording_can_be_kept_as_a_clip(video: Path, tmp_path: Path) -> None:
    code, lines = run("replay", str(video), *PLAYERS, "--clips", str(tmp_path / "clips"))
    assert code == 0
    seen = [v["line"] for v in lines if v.get("evidence", {}).get("frames")]
    clips = sorted((tmp_path / "clips").glob("*.mp4"))
    assert len(seen) == 4
    assert [int(path.stem.split("-")[-1]) for path in clips] == seen
    with FileSource(clips[-1]) as source:
        assert len(list(source)) > 10


def test_clips_go_into_a_folder(video: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("x", "utf-8")
    assert main(["replay", str(video), "--clips", str(tmp_path / "file")]) == 2
    assert "file: can't be made a folder" in capsys.readouterr().err


def test_the_verdict_comes_within_300_ms_of_the_skewers_rest(video: Path) -> None:
    _, lines = run("replay", str(video), *PLAYERS)
    rest = {"place": 1.6, "reveal": 0.6}
    for line in lines[1:3]:
        frames = line["evidence"]["frames"]
        assert max(frames) / FPS - rest[line["subject"]] <= 0.3
        assert abs(line["t"] - rest[line["subject"]]) <= 0.2


def test_the_same_recording_gives_the_same_verdicts_every_time(
    video: Path, looker: FilmLooker, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, first = run("replay", str(video), *PLAYERS)
    look = looker.look

    def slow(frame: Any, glance: Any = None) -> Any:
        time.sleep(0.02)
        return look(frame)

    monkeypatch.setattr(looker, "look", slow)
    _, second = run("replay", str(video), *PLAYERS)
    assert json.dumps(first) == json.dumps(second)


def test_a_kept_game_is_exported_and_judged_again_alike(video: Path, tmp_path: Path) -> None:
    journal = str(tmp_path / "journal.sqlite3")
    _, lines = run("replay", str(video), *PLAYERS, "--journal", journal)
    out = io.StringIO()
    with redirect_stdout(out):
        assert main(["export", "--journal", journal]) == 0
    again = list(judge_lines(io.BytesIO(out.getvalue().encode())))
    assert json.dumps(again) == json.dumps(lines)
    code, games = run("export", "--list", "--journal", journal)
    assert code == 0
    assert games[0]["source"] == str(video)


def test_watch_goes_on_with_a_game(video: Path, tmp_path: Path) -> None:
    journal = str(tmp_path / "journal.sqlite3")
    begun = write_video(tmp_path / "begun.mp4", [(0.6, 0), (1.0, 1)])
    run("replay", str(begun), *PLAYERS, "--journal", journal)
    rest = write_video(tmp_path / "rest.mp4", [(1.5, 1), (2.5, 3)])
    code, lines = run("watch", "--source", str(rest), "--journal", journal, "--resume", "--no-dashboard")
    assert code == 0
    assert summary(lines)[:2] == [("setup", "OK", None), ("reveal", "OK", "Ann")]
    assert summary(lines)[2:] == [("place", "OK", "Ann")]
    with Journal(as_url(journal)) as kept:
        assert [e.line for e in kept.entries(kept.game().key)] == [1, 2, 3]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["replay", "missing.mp4"], "missing.mp4: no such file"),
        (["replay", "."], "is a directory"),
        (["replay", "{text}"], "not a video"),
        (["replay", "{empty}"], "not a video"),
        (["replay", "0"], "not a video file"),
        (["replay", "{video}", "--game", "chess"], "--game chess: no such game"),
        (["replay", "{video}", "--set", "nope"], "nope: no such set profile"),
        (["replay", "{video}", "--set", "{broken}"], "broken.toml"),
        (["replay", "{video}", "--players", "Ann,Bo", "--seat", "Cy"], "--seat Cy: nobody here"),
        (["replay", "{video}", "--players", ",,"], "--players"),
        (["replay", "{video}", "--option", "orientation"], "write KEY=VALUE"),
        (["replay", "{video}", "--journal", "/proc/nowhere/j.sqlite3"], "journal sqlite"),
        (["watch", "--source", "rtsp://", "--no-dashboard"], "rtsp"),
        (
            ["watch", "--source", "{video}", "--resume", "1999", "--journal", "{journal}"],
            "no such game|no game",
        ),
        (["replay", "{video}", "--dashboard", "--host", "0.0.0.0"], "--token"),
        (["replay", "{video}", "--dashboard", "--port", "70000"], "0 to 65535"),
        (["replay", "{video}", "--rotate", "45"], "--rotate"),
        (["replay"], "VIDEO"),
        ([], "COMMAND"),
        (["dance"], "dance"),
    ],
)
def test_bad_input_is_one_clear_line_and_exit_code_2(
    args: list[str], message: str, video: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    import re

    (tmp_path / "text.mp4").write_text("hello")
    (tmp_path / "empty.mp4").write_bytes(b"")
    (tmp_path / "broken.toml").write_text("name = 3\n[")
    places = {
        "video": str(video),
        "text": str(tmp_path / "text.mp4"),
        "empty": str(tmp_path / "empty.mp4"),
        "broken": str(tmp_path / "broken.toml"),
        "journal": str(tmp_path / "fresh.sqlite3"),
    }
    try:
        code = main([arg.format(**places) for arg in args])
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
    errors = capsys.readouterr().err
    assert code == 2
    assert re.search(message, errors)
    assert len(errors.strip().splitlines()) == 1
    assert "Traceback" not in errors


def test_a_setup_that_does_not_fit_ends_it(video: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(video), "--players", "A,B,C,D,E"]) == 2
    captured = capsys.readouterr()
    assert json.loads(captured.out.splitlines()[0])["verdict"] == "BAD_INPUT"
    assert len(captured.err.splitlines()) == 1


def test_no_blurred_frame_is_looked_at(video: Path, looker: FilmLooker, tmp_path: Path) -> None:
    def pulse(index: int, image: Any) -> Any:
        return cv2.GaussianBlur(image, (0, 0), 6) if 45 <= index % 90 < 54 else image

    script = [(0.6, 0), (1.0, 1), (1.0, 2), (6.0, 2)]
    blurred = write_video(tmp_path / "hunting.mp4", script, change=pulse)
    code, lines = run("replay", str(blurred), *PLAYERS)
    assert code == 0
    assert summary(lines)[1:] == [("reveal", "OK", "Ann"), ("place", "ILLEGAL", "Ann")]
    for line in lines[1:3]:
        assert not [frame for frame in line["evidence"]["frames"] if 45 <= frame % 90 < 54]


def test_nothing_is_judged_before_the_camera_has_settled(tmp_path: Path) -> None:
    def ramp(index: int, image: Any) -> Any:
        return (image * min(1.0, (index + 1) / 20)).astype(image.dtype)

    dark = write_video(tmp_path / "dark.mp4", [(2.0, 1)], change=ramp)
    _, lines = run("replay", str(dark), *PLAYERS)
    assert summary(lines)[1:] == [("reveal", "OK", "Ann")]
    assert min(lines[1]["evidence"]["frames"]) >= 20


def test_frames_that_can_not_be_read_are_left_out(
    video: Path, looker: FilmLooker, monkeypatch: pytest.MonkeyPatch
) -> None:
    look, calls = looker.look, [0]

    def shaky(frame: Any, glance: Any = None) -> Any:
        calls[0] += 1
        if calls[0] % 3 == 0:
            raise RuntimeError("a bad frame")
        return look(frame)

    monkeypatch.setattr(looker, "look", shaky)
    code, lines = run("replay", str(video), *PLAYERS)
    assert code == 0
    assert [verdict for _, verdict, _ in summary(lines)] == ["OK", "OK", "ILLEGAL", "OK", "OK"]


def test_a_looker_that_always_fails_is_told_of(
    video: Path, looker: FilmLooker, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(frame: Any, glance: Any = None) -> Any:
        raise RuntimeError("no network")

    monkeypatch.setattr(looker, "look", broken)
    assert main(["replay", str(video)]) == 2
    assert "frames in a row could not be read: no network" in capsys.readouterr().err


def test_a_camera_that_gives_up_is_told_of_with_advice(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    class Dead:
        state = State.FAILED
        trouble = Trouble("blocked", "is another program using it?")
        dropped = 0

        def read(self, timeout: float = 1.0) -> Frame | None:
            return None

        def close(self) -> None:
            pass

    monkeypatch.setattr(live, "open_source", lambda *_, **__: Dead())
    assert main(["watch", "--no-dashboard", "--journal", str(tmp_path / "j.sqlite3")]) == 2
    assert "is another program using it?" in capsys.readouterr().err


def test_paced_plays_at_the_recordings_own_pace(video: Path) -> None:
    now = [100.0]
    slept: list[float] = []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        now[0] += seconds

    paced = Paced(FileSource(video), clock=lambda: now[0], sleep=sleep)
    times = []
    while (frame := paced.read()) is not None:
        times.append((frame.time, now[0] - 100.0))
    assert len(times) == round(5.4 * FPS)
    assert all(abs(at - shown) < 1e-6 for at, shown in times)


def test_paced_waits_no_longer_than_it_is_told(video: Path) -> None:
    paced = Paced(FileSource(video), clock=lambda: 0.0, sleep=lambda _: None)
    assert paced.read() is not None
    assert paced.read(timeout=0.01) is None
    assert paced.state is State.RUNNING


def test_a_late_viewer_of_a_file_gets_the_newest_frame(video: Path) -> None:
    now = [0.0]
    paced = Paced(FileSource(video), drop_late=True, clock=lambda: now[0], sleep=lambda _: None)
    first = paced.read()
    assert first is not None and first.id == 0
    now[0] = 1.0
    late = paced.read()
    assert late is not None and late.id == 30
    assert paced.dropped == 29


def test_read_ahead_gives_every_frame_and_can_be_left(video: Path) -> None:
    ahead = ReadAhead(FileSource(video))
    ids = []
    while (frame := ahead.read()) is not None:
        ids.append(frame.id)
    assert ids == list(range(round(5.4 * FPS)))
    assert ahead.state is State.ENDED
    left = ReadAhead(FileSource(video))
    assert left.read() is not None
    started = time.monotonic()
    left.close()
    assert time.monotonic() - started < 1
    assert not [thread for thread in threading.enumerate() if thread.name == "read-ahead"]


PROGRAM = """
import sys
sys.path.insert(0, {tests!r})
from film import FilmLooker
from test_live import SCENES
from referee import live
live.open_eyes = lambda *_, **__: FilmLooker(SCENES)
from referee import cli
sys.exit(cli.main())
"""


@pytest.fixture
def program(video: Path) -> Iterator[list[str]]:
    script = textwrap.dedent(PROGRAM).format(tests=str(Path(__file__).parent))
    yield [sys.executable, "-c", script]


@contextmanager
def on_a_dashboard(program: list[str], video: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A replay with its dashboard's address."""
    process = subprocess.Popen(
        [*program, "replay", str(video), *PLAYERS, "--dashboard", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    with process:
        try:
            yield process, process.stderr.readline().split()[1]
        finally:
            process.kill()


def wait_for(process: subprocess.Popen[str], text: str) -> None:
    assert process.stdout is not None
    while text not in process.stdout.readline():
        assert process.poll() is None


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_signals_end_it_cleanly_with_the_dashboard_open(
    program: list[str], video: Path, number: signal.Signals, code: int
) -> None:
    with on_a_dashboard(program, video) as (process, address):
        page = httpx.get(address)
        assert page.status_code == 200 and "Kushi Express" in page.text
        wait_for(process, '"reveal"')
        started = time.monotonic()
        process.send_signal(number)
        assert process.wait(timeout=20) == code
        assert time.monotonic() - started < 2.0
        assert process.stderr is not None and process.stderr.read() == ""
    with pytest.raises(httpx.ConnectError):
        httpx.get(address)


def test_who_comes_after_the_end_sees_the_last_picture_with_its_outlines(
    program: list[str], video: Path
) -> None:
    with on_a_dashboard(program, video) as (process, address):
        wait_for(process, '"result"')
        picture = address.replace("http", "ws", 1) + "ws/picture"
        with connect(picture, origin=Origin(address.rstrip("/"))) as viewer:
            header = {"shapes": []}
            while not header["shapes"]:
                viewer.send("next")
                message = viewer.recv(timeout=20)
                assert isinstance(message, bytes)
                header = json.loads(message[4 : 4 + int.from_bytes(message[:4], "big")])
        assert header["frame"] == round(5.4 * FPS) - 1


def test_a_reader_that_has_seen_enough_is_no_error(program: list[str], video: Path) -> None:
    process = subprocess.Popen(
        [*program, "replay", str(video), *PLAYERS], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None and process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.wait(timeout=60) == 0
    assert process.stderr.read() == b""
    process.stderr.close()


def test_without_a_wish_a_taken_port_is_no_trouble(program: list[str], video: Path) -> None:
    with socket.socket() as taken:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            taken.bind(("127.0.0.1", 8000))
            taken.listen()
        except OSError:
            taken.close()  # somebody else has the port: as good
        process = subprocess.Popen(
            [*program, "replay", str(video), "--dashboard"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert process.stderr is not None
        address = process.stderr.readline().split()[1]
        assert httpx.get(address).status_code == 200
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=20) == 130
        process.stderr.close()

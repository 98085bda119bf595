"""`referee replay`, `watch` and `demo`: one table, with or without dashboard, recorded or live."""

from __future__ import annotations

import argparse
import json
import signal
import sys
import threading
import time
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from types import FrameType
from typing import Any, ClassVar, TextIO

from referee.adapters import get_adapter
from referee.call_clips import Clips
from referee.commands import known_game, open_journal, open_profile, seat_of, setup_event
from referee.errors import CommandError
from referee.eyes import EyesError, open_eyes
from referee.feeds import Paced, ReadAhead, Source
from referee.games.phrases import Translate
from referee.journal import Journal, JournalError
from referee.jsonlines import encode
from referee.judge import Judge
from referee.languages import translator
from referee.pipeline import Pipeline, PipelineError, Together
from referee.sets.profile import Profile
from referee.stage import Stage
from referee.umpire import Snapshot, Umpire
from referee.wording import verdict_line
from vision.capture import State
from vision.sources import SourceError, open_source, parse_source

DEMO = "demo"


def replay(args: argparse.Namespace, *, as_json: bool) -> int:
    """`referee replay`: as fast as the machine can, or on the dashboard at the recording's own pace."""
    setup = setup_event(args)
    table = Table(args, setup, seat_of(args, setup["players"]), as_json)
    source = _open(args.video, args, recorded=True)
    if args.journal is not None:
        table.keep_in(open_journal(args.journal), args.video)
    if args.dashboard:
        return table.play(Paced(source), mode="replay", dashboard=True)
    return table.play(ReadAhead(source), mode="replay", dashboard=False)


def watch(args: argparse.Namespace, *, as_json: bool) -> int:
    """`referee watch`: a camera, a stream, or a file as if it were one."""
    setup = setup_event(args)
    journal = _journal_of(args)
    resumed = _resumed(args, journal)
    if resumed is not None:
        setup = dict(resumed[1])
        args.game, args.set = setup["game"], setup.get("set", "kit")
    table = Table(args, setup, seat_of(args, setup["players"]), as_json)
    source = _open(args.source, args, recorded=False)
    table.keep_in(journal, args.source, None if resumed is None else resumed[0])
    return table.play(source, mode="live", dashboard=not args.no_dashboard)


def demo(args: argparse.Namespace, *, as_json: bool) -> int:
    """`referee demo`: the bundled game, kept in memory only."""
    folder = Path(str(files("referee"))) / DEMO
    video, events = folder / "game.mp4", folder / "events.jsonl"
    if not video.is_file() or not events.is_file():
        raise CommandError(f"{folder}: the bundled game is missing: install the package again")
    setup = json.loads(events.read_text("utf-8").splitlines()[0])
    args.game, args.set, args.weights, args.rotate, args.mirror = setup["game"], setup["set"], None, 0, False
    args.clips = None
    table = Table(args, setup, setup["players"][0], as_json)
    source: Source = ReadAhead(_open(str(video), args, recorded=True))
    if not args.fast:
        source = Paced(source)
    return table.play(source, mode="demo", dashboard=not args.no_dashboard)


class Table:
    """One game: rules, eyes, journal and what is said of it.

    Raises:
        CommandError: game, set, players or weights don't fit.
    """

    def __init__(self, args: argparse.Namespace, setup: Mapping[str, Any], seat: str, as_json: bool) -> None:
        self.args = args
        self.setup = setup
        self.profile: Profile = open_profile(args.set)
        known_game(args.game)
        try:
            self.looker = open_eyes(self.profile, weights=args.weights)
        except EyesError as error:
            raise CommandError(str(error)) from None
        if args.clips is not None:
            _make_folder(args.clips)
        self.adapter = get_adapter(args.game, self.profile, setup["players"], seat)
        self.as_json = as_json
        self.journal: Journal = Journal("sqlite://")
        self.key = ""
        self.stop = Stop()

    def keep_in(self, journal: Journal, source: str, resumed: str | None = None) -> None:
        """Keep the game in a journal, as a new game or going on with a recorded one."""
        self.journal = journal
        self.key = resumed or journal.start_game(self.args.game, source)

    def play(self, source: Source, *, mode: str, dashboard: bool) -> int:
        """Judge all of a source, then go on showing it if there is a dashboard. Returns the exit code."""
        live = mode == "live"
        began = time.monotonic()
        start = 0.0
        entries = self.journal.entries(self.key) if self.key else []
        self.key = self.key or self.journal.start_game(self.args.game, mode)
        umpire = Umpire(
            Judge(),
            self.adapter,
            journal=self.journal,
            key=self.key,
            clock=(lambda: time.monotonic() - began + start) if live else None,
        )
        printer = Printer(
            sys.stdout,
            as_json=self.as_json,
            game=self.args.game,
            stop=self.stop,
            translate=translator(self.args.lang),
        )
        stage: Stage | None = None
        clips = None if self.args.clips is None else Clips(self.args.clips, self.key)
        try:
            with self.stop:
                umpire.listen(printer.hear)
                if entries:
                    umpire.resume(entries)
                    start = umpire.t
                elif umpire.act(self.setup).verdict["verdict"] == "BAD_INPUT":
                    raise CommandError("the game can't be set up like that: see the line above")
                if clips is not None:
                    clips.skip(umpire.snapshot)
                    umpire.listen(clips.hear)
                if dashboard:
                    stage = Stage(self.args, self.profile, umpire, self.journal, source, mode)
                    if clips is not None:
                        clips.ready = stage.clip_ready
                    print(f"dashboard: {stage.url} (Ctrl+C stops)", file=sys.stderr, flush=True)
                shift = start - began if live else start
                audience = Together(*(one for one in (stage, clips) if one is not None))
                pipeline = Pipeline(source, self.looker, umpire, audience=audience, shift=shift)
                if stage is not None:
                    stage.pace = pipeline.pace
                pipeline.run(self.stop.event)
                if source.state is State.FAILED:
                    trouble = source.trouble
                    raise CommandError(trouble.advice if trouble else "the camera gives no pictures")
                if clips is not None:
                    clips.flush()
                printer.end(umpire.snapshot)
                if stage is not None and not self.stop.event.is_set():
                    stage.finished()
                    self.stop.event.wait()
        except PipelineError as error:
            raise CommandError(str(error)) from None
        finally:
            source.close()
            if clips is not None:
                clips.close()
            if stage is not None:
                stage.close()
            self.journal.close()
            for warning in (self.journal.warning, "" if clips is None else clips.warning):
                if warning:
                    print(f"warning: {warning}", file=sys.stderr)
        return self.stop.code


class Stop:
    """Ctrl+C and SIGTERM set an event instead of breaking off whatever is under way."""

    CODES: ClassVar[dict[signal.Signals, int]] = {signal.SIGINT: 130, signal.SIGTERM: 143}

    def __init__(self) -> None:
        self.event = threading.Event()
        self.code = 0
        self._before: dict[signal.Signals, Any] = {}

    def __enter__(self) -> Stop:
        if threading.current_thread() is threading.main_thread():
            self._before = {number: signal.signal(number, self._stop) for number in self.CODES}
        return self

    def __exit__(self, *exc: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _stop(self, number: int, _frame: FrameType | None) -> None:
        if self.event.is_set():
            raise KeyboardInterrupt  # asked twice: at once
        self.code = self.CODES[signal.Signals(number)]
        self.event.set()


class Printer:
    """Prints each call once, whoever made it, and the result at the end. Words are in the language of
    `translate`."""

    def __init__(self, out: TextIO, *, as_json: bool, game: str, stop: Stop, translate: Translate) -> None:
        self._out = out
        self._as_json = as_json
        self._game = game
        self._stop = stop
        self._translate = translate
        self._line = 0
        self._lock = threading.Lock()

    def hear(self, snapshot: Snapshot) -> None:
        """A listener of the umpire."""
        with self._lock:
            for call in snapshot.calls:
                if call.line > self._line:
                    self._line = call.line
                    self._print(dict(call.verdict))

    def end(self, snapshot: Snapshot) -> None:
        """The last line: the state of the game."""
        with self._lock:
            self._print({"result": dict(snapshot.result)})

    def _words(self, answer: Mapping[str, Any]) -> str:
        return verdict_line(answer, self._game, self._translate)

    def _print(self, answer: dict[str, Any]) -> None:
        try:
            line = encode(answer) if self._as_json else self._words(answer)
            print(line, file=self._out, flush=True)
        except BrokenPipeError:
            self._stop.event.set()  # nobody reads any more


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError(f"--clips {folder}: can't be made a folder: {error.strerror}") from None


def _open(name: str, args: argparse.Namespace, *, recorded: bool) -> Source:
    try:
        spec = parse_source(name)
        if recorded and spec.kind != "file":
            raise CommandError(f"{name}: not a video file: live sources are for `referee watch --source`")
        source: Source = open_source(spec, rotate=args.rotate, mirror=args.mirror)
    except SourceError as error:
        raise CommandError(str(error)) from None
    if recorded or spec.kind != "file":
        return source
    return Paced(source, drop_late=True)


def _journal_of(args: argparse.Namespace) -> Journal:
    """The journal that was named, or the user's own; where that can't be written, one in memory."""
    if args.journal is not None:
        return open_journal(args.journal)
    try:
        return Journal()
    except JournalError as error:
        print(f"warning: {error}: this game is kept in memory only", file=sys.stderr)
        return Journal("sqlite://")


def _resumed(args: argparse.Namespace, journal: Journal) -> tuple[str, Mapping[str, Any]] | None:
    """(key, setup) of the game to go on with, if any was asked for."""
    if args.resume is None:
        return None
    try:
        info = journal.game(args.resume or None)
        entries = journal.entries(info.key)
    except JournalError as error:
        raise CommandError(f"--resume: {error}") from None
    if not entries or entries[0].event.get("event") != "setup":
        raise CommandError(f"--resume: game {info.key} holds no events")
    return info.key, entries[0].event

"""The command line. Each command loads what it needs and no more, so that `referee judge` starts at once.

Exit codes: 0 done, 1 `doctor` found something to mend, 2 bad input (one clear line each), 130 Ctrl+C.
A call against a player is no error.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

from referee.errors import CommandError
from referee.languages import LANGUAGES, choose

Run = Callable[[argparse.Namespace], int]


class Parser(argparse.ArgumentParser):
    """An argparse parser whose complaints are one clear line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    _write_utf8()
    # OpenCV and FFmpeg would write pages about a camera that is not there: what is said here is one line.
    os.environ.setdefault("OPENCV_LOG_LEVEL", "OFF")
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    args = build_parser().parse_args(argv)
    code = _run(args)
    if argv is None:
        # The process ends now: the system takes back what is left, no second is spent on finding cycles.
        gc.freeze()
    return code


def _run(args: argparse.Namespace) -> int:
    run: Run = args.run
    try:
        code = run(args)
        sys.stdout.flush()
        return code
    except CommandError as error:
        print(f"referee {args.command}: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader has seen enough; Python must not complain about it at exit either.
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _write_utf8() -> None:
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="backslashreplace")


class ShowVersion(argparse.Action):
    """Prints the installed version and ends."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from importlib.metadata import PackageNotFoundError, version  # slow to load, and seldom needed

        try:
            print(f"referee {version('table-referee')}")
        except PackageNotFoundError:
            print("referee (not installed)")
        parser.exit(0)


def wants_json(args: argparse.Namespace) -> bool:
    """JSON Lines with `--json`, or when the output is not a terminal."""
    return bool(args.json) or not sys.stdout.isatty()


def build_parser() -> argparse.ArgumentParser:
    """All commands and their options."""
    parser = Parser(prog="referee", description="A referee at the table: watches a game through a camera.")
    parser.add_argument("--version", action=ShowVersion, nargs=0, help="show the version and end")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND", parser_class=Parser)

    def add(name: str, run: Run, text: str) -> argparse.ArgumentParser:
        command = commands.add_parser(name, help=text, description=text)
        command.set_defaults(run=run)
        return command

    _add_check(add)
    _add_judge(add)
    _add_live(add)
    _add_records(add)
    _add_tools(add)
    return parser


Add = Callable[[str, Run, str], argparse.ArgumentParser]


def _json_option(command: argparse.ArgumentParser) -> None:
    command.add_argument("--json", action="store_true", help="JSON Lines also on a terminal")


def _language_option(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--lang",
        choices=LANGUAGES,
        default=choose(os.environ),
        help="language of the reasons in words (REFEREE_LANG, else the locale: %(default)s)",
    )


def _game_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("--game", default="kushi-express", help="the game on the table (%(default)s)")
    command.add_argument(
        "--set", default="kit", metavar="NAME|FILE", help="set profile: kit, original, or a TOML file"
    )
    command.add_argument(
        "--weights", type=Path, metavar="FOLDER", help="another detector: pieces.onnx and pieces.json"
    )


def _player_options(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--players", default="Player 1,Player 2", metavar="A,B", help="names, clockwise (%(default)s)"
    )
    command.add_argument("--first", metavar="NAME", help="who reveals the first card (the first name)")
    command.add_argument("--seat", metavar="NAME", help="whom a claim is given to (the first name)")
    command.add_argument(
        "--option", action="append", default=[], metavar="KEY=VALUE", help="a rule's option; may be repeated"
    )


def _dashboard_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("--host", default="127.0.0.1", help="address to listen on (%(default)s)")
    command.add_argument("--port", type=int, help="port (8000, or any that is free)")
    command.add_argument("--token", help="secret that browsers need; must be given beyond this computer")


def _journal_option(command: argparse.ArgumentParser, text: str) -> None:
    command.add_argument("--journal", metavar="FILE|URL", help=text)


def _clips_option(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--clips",
        type=Path,
        metavar="FOLDER",
        help="keep a clip of a few seconds for each call, to be seen again on the dashboard",
    )


def _add_check(add: Add) -> None:
    command = add("check", _check, "judge pictures: the order card and the skewers that each shows")
    command.add_argument("images", nargs="+", metavar="IMAGE")
    _game_options(command)
    command.add_argument("--annotate", type=Path, metavar="FOLDER", help="also write copies with boxes")
    _language_option(command)
    _json_option(command)


def _add_judge(add: Add) -> None:
    command = add("judge", _judge, "judge a file of events: one verdict line for each")
    command.add_argument(
        "events", nargs="?", default="-", metavar="EVENTS.jsonl", help="default: standard input"
    )
    command.add_argument(
        "--explain", action="store_true", help="each reason in words, with the rules that it rests on"
    )
    _language_option(command)
    _json_option(command)
    command = add("schema", _schema, "print the JSON Schemas of events, verdicts, results and checks")
    command.add_argument("--game")
    command.add_argument("--kind", help="event, verdict, result or check")


def _add_live(add: Add) -> None:
    command = add("demo", _demo, "judge the bundled recorded game on the dashboard; no camera, no network")
    _dashboard_options(command)
    command.add_argument("--no-dashboard", action="store_true", help="only print the calls")
    command.add_argument("--fast", action="store_true", help="as fast as the machine can, then end")
    _language_option(command)
    _json_option(command)

    command = add("replay", _replay, "judge a recorded video, as fast as the machine can")
    command.add_argument("video", metavar="VIDEO")
    _game_options(command)
    _player_options(command)
    _journal_option(command, "also keep the game in this journal (default: it is not kept)")
    _clips_option(command)
    command.add_argument("--dashboard", action="store_true", help="show it on the dashboard, at its own pace")
    _dashboard_options(command)
    _camera_options(command)
    _json_option(command)

    command = add("watch", _watch, "referee live, with dashboard and journal")
    command.add_argument(
        "--source", default="0", metavar="0|URL|FILE", help="camera number, stream or file (0)"
    )
    _game_options(command)
    _player_options(command)
    _journal_option(command, "where the games are kept (default: a SQLite file in the user's data folder)")
    _clips_option(command)
    command.add_argument(
        "--resume",
        nargs="?",
        const="",
        metavar="GAME",
        help="go on with a recorded game (default: the latest)",
    )
    command.add_argument("--no-dashboard", action="store_true", help="only print the calls")
    _dashboard_options(command)
    _camera_options(command)
    _json_option(command)


def _camera_options(command: argparse.ArgumentParser) -> None:
    _language_option(command)
    command.add_argument(
        "--rotate", type=int, choices=(0, 90, 180, 270), default=0, help="turn the picture clockwise"
    )
    command.add_argument("--mirror", action="store_true", help="the camera's picture is mirrored")


def _add_records(add: Add) -> None:
    command = add("export", _export, "print a recorded game's events, as `referee judge` reads them")
    command.add_argument("game", nargs="?", metavar="GAME", help="its key or the start of it (the latest)")
    command.add_argument("--list", action="store_true", help="list the recorded games instead")
    _journal_option(command, "the journal (default: the user's own)")
    _json_option(command)


def _add_tools(add: Add) -> None:
    command = add("kit", _kit, "write the printable kit: PDFs, card faces as PNG, manifest.json")
    command.add_argument("out", metavar="OUT", help="folder, made if it is not there")
    command.add_argument("--profile", default="kit", metavar="NAME|FILE", help="set profile (%(default)s)")
    command.add_argument("--paper", default="a4", help="a4 or letter (%(default)s)")
    _json_option(command)

    command = add(
        "doctor", _doctor, "check camera, light, focus, model, port, disk, and say how to mend each"
    )
    command.add_argument(
        "--source", default="0", metavar="0|URL|FILE|none", help="camera to check (%(default)s)"
    )
    command.add_argument("--set", default="kit", metavar="NAME|FILE", help="set profile (%(default)s)")
    command.add_argument("--port", type=int, default=8000, help="the dashboard's port (%(default)s)")
    command.add_argument("--weights", type=Path, metavar="FOLDER", help="another detector")
    _json_option(command)


def _check(args: argparse.Namespace) -> int:
    from referee.commands import check

    return check(args, as_json=wants_json(args))


def _judge(args: argparse.Namespace) -> int:
    from referee.judge_command import main_judge

    return main_judge(args.events, wants_json(args), sys.stdout, explain=args.explain, language=args.lang)


def _schema(args: argparse.Namespace) -> int:
    from referee.schema import main_schema

    return main_schema(args.game, args.kind, sys.stdout)


def _kit(args: argparse.Namespace) -> int:
    from referee.kit import main_kit

    return main_kit(args.out, args.profile, args.paper, wants_json(args), sys.stdout)


def _export(args: argparse.Namespace) -> int:
    from referee.commands import export

    return export(args, as_json=wants_json(args))


def _doctor(args: argparse.Namespace) -> int:
    from referee.doctor import main_doctor

    return main_doctor(args, as_json=wants_json(args))


def _demo(args: argparse.Namespace) -> int:
    from referee.live import demo

    return demo(args, as_json=wants_json(args))


def _replay(args: argparse.Namespace) -> int:
    from referee.live import replay

    return replay(args, as_json=wants_json(args))


def _watch(args: argparse.Namespace) -> int:
    from referee.live import watch

    return watch(args, as_json=wants_json(args))


if __name__ == "__main__":
    sys.exit(main())

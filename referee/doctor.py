"""`referee doctor`: checks everything that a game needs, and says for each fault how to mend it."""

from __future__ import annotations

import argparse
import shutil
import socket
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import distributions
from pathlib import Path
from typing import Any, Literal, TextIO

from referee.jsonlines import encode

Status = Literal["ok", "warning", "fault"]
MIN_FREE_MB = 200
CAMERA_PATIENCE = 12.0
WATCH = 2.0
"""Seconds that a camera is watched for."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was checked. `advice` says what to do about a warning or a fault."""

    check: str
    status: Status
    detail: str
    advice: str = ""


def main_doctor(args: argparse.Namespace, *, as_json: bool, out: TextIO | None = None) -> int:
    """Print a line for each finding as it comes. Returns 1 if anything must be mended, else 0."""
    worst = 0
    for finding in examine(args):
        print(_json(finding) if as_json else _text(finding), file=out or sys.stdout, flush=True)
        worst = max(worst, int(finding.status == "fault"))
    return worst


def examine(args: argparse.Namespace) -> Iterator[Finding]:
    """All checks, the quick ones first."""
    yield _python()
    yield opencv_variants(_installed())
    yield _profile(args.set)
    eyes, finding = _model(args.set, args.weights)
    yield finding
    yield _disk()
    yield _journal()
    yield port(args.port)
    if args.source != "none":
        yield from camera(args.source, eyes)


def _json(finding: Finding) -> str:
    fields = {"check": finding.check, "status": finding.status, "detail": finding.detail}
    return encode({**fields, "advice": finding.advice} if finding.advice else fields)


def _text(finding: Finding) -> str:
    mark = {"ok": "ok     ", "warning": "WARNING", "fault": "FAULT  "}[finding.status]
    advice = f"\n          -> {finding.advice}" if finding.advice else ""
    return f"{mark} {finding.check}: {finding.detail}{advice}"


def _python() -> Finding:
    running = ".".join(str(part) for part in sys.version_info[:3])
    return Finding("python", "ok", f"{running} on {sys.platform}")


def _installed() -> list[str]:
    return [str(item.metadata["Name"]).lower().replace("_", "-") for item in distributions()]


def opencv_variants(installed: Sequence[str]) -> Finding:
    """Two of OpenCV's packages overwrite each other's files; any one of them is fine."""
    found = sorted({name for name in installed if name.startswith("opencv-") and "python" in name})
    if len(found) > 1:
        remove = " ".join(found)
        return Finding(
            "opencv",
            "fault",
            f"{', '.join(found)} are installed together and break each other",
            f"pip uninstall -y {remove} && pip install opencv-python",
        )
    try:
        import cv2
    except ImportError as error:
        return Finding(
            "opencv",
            "fault",
            f"can't be loaded: {error}",
            "on a server: apt-get install libgl1, or use opencv-python-headless instead of opencv-python",
        )
    return Finding("opencv", "ok", f"{cv2.__version__} ({found[0] if found else 'not from pip'})")


def _profile(name: str) -> Finding:
    from referee import kit
    from referee.sets.errors import ProfileError
    from referee.sets.profile import load_profile

    try:
        profile = load_profile(name)
        faces = kit.faces(profile)
    except ProfileError as error:
        return Finding("set", "fault", str(error), "mend the file, or use --set kit")
    unnamed = [card.id for card in profile.cards if card.id not in faces]
    if unnamed:
        return Finding(
            "set",
            "warning",
            f"{profile.name}: {len(unnamed)} of {len(profile.cards)} cards have no picture",
            "cards without a picture can't be told apart: add face = ... to the profile",
        )
    return Finding("set", "ok", f"{profile.name}: {len(profile.cards)} cards, all with a picture")


def _model(name: str, weights: Path | None) -> tuple[Any, Finding]:
    """The looker, if there is one, and how fast it is."""
    import numpy as np

    from referee.eyes import EyesError, open_eyes
    from referee.sets.errors import ProfileError
    from referee.sets.profile import load_profile

    try:
        looker = open_eyes(load_profile(name), weights=weights)
        blank = np.full((720, 1280, 3), 120, np.uint8)
        looker.look(blank)
        started = time.perf_counter()
        looker.look(blank)
        took = 1000 * (time.perf_counter() - started)
    except ProfileError:
        return None, Finding("model", "warning", "not checked: the set can't be used", "mend the set first")
    except EyesError as error:
        return None, Finding("model", "fault", str(error), "install the package again")
    except Exception as error:
        return None, Finding(
            "model", "fault", f"does not run: {error}", "pip install --force-reinstall openvino"
        )
    if took > 150:
        return looker, Finding(
            "model",
            "warning",
            f"a look at an empty table takes {took:.0f} ms",
            "close other programs, or use a faster computer: calls will come late",
        )
    return looker, Finding("model", "ok", f"a look at an empty table takes {took:.0f} ms")


def _disk() -> Finding:
    from platformdirs import user_data_path

    folder = user_data_path("table-referee", appauthor=False)
    there = next(parent for parent in (folder, *folder.parents) if parent.exists())
    try:
        free = shutil.disk_usage(there).free // 2**20
    except OSError as error:
        return Finding(
            "disk", "fault", f"{folder}: {error.strerror}", "give --journal a place that can be written"
        )
    if free < MIN_FREE_MB:
        return Finding(
            "disk", "warning", f"{free} MB free at {there}", "make room: games go on, but are not recorded"
        )
    return Finding("disk", "ok", f"{free // 1024} GB free at {there}")


def _journal() -> Finding:
    from referee.journal import Journal, JournalError, default_url

    try:
        with Journal() as journal:
            games = len(journal.games())
    except JournalError as error:
        return Finding("journal", "fault", str(error), "check who owns the folder, or use --journal FILE")
    return Finding("journal", "ok", f"{games} games in {default_url().removeprefix('sqlite:///')}")


def port(number: int) -> Finding:
    """Whether the dashboard can listen there."""
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind(("127.0.0.1", number))
        except (OSError, OverflowError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            return Finding(
                "port", "warning", f"{number}: {reason}", "choose another with --port, or 0 for any"
            )
    return Finding("port", "ok", f"{number} is free")


def camera(source: str, looker: Any, *, clock: Callable[[], float] = time.monotonic) -> Iterator[Finding]:
    """Opens the source, watches it for a moment, and looks at the last frame."""
    from vision.capture import State
    from vision.sources import SourceError, open_source

    try:
        frames = open_source(source)
    except SourceError as error:
        yield Finding("camera", "fault", str(error), "name another --source, or none")
        return
    try:
        seen, last, first_at = 0, None, None
        end = clock() + CAMERA_PATIENCE
        while clock() < end and frames.state not in (State.FAILED, State.ENDED):
            frame = frames.read(0.2)
            if frame is None:
                continue
            if first_at is None:
                first_at = clock()
                end = first_at + WATCH
            seen, last = seen + 1, frame.pixels
        if last is None or first_at is None:
            trouble = frames.trouble
            advice = trouble.advice if trouble else "try another --source"
            yield Finding("camera", "fault", f"{source}: no picture", advice)
            return
        yield _rate(source, frames.fps or seen / max(clock() - first_at, 1e-3), last)
    finally:
        frames.close()
    yield light(last)
    yield focus(last)
    if looker is not None:
        yield size_of_pieces(looker.look(last))


def _rate(source: str, fps: float, image: Any) -> Finding:
    height, width = image.shape[:2]
    detail = f"{source}: {width}x{height} at {fps:.0f} fps"
    if width < 1280:
        return Finding(
            "camera", "warning", detail, "set the camera to 1280x720 or more: pieces are too small else"
        )
    if fps < 15:
        return Finding(
            "camera",
            "warning",
            detail,
            "more light, another USB port, or MJPG instead of YUYV gives more frames",
        )
    return Finding("camera", "ok", detail)


def light(image: Any) -> Finding:
    """Whether the picture (H, W, 3) BGR is neither dark nor burnt out."""
    import cv2
    import numpy as np

    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    mean = float(grey.mean())
    burnt = float((grey >= 250).mean())
    detail = f"mean brightness {mean:.0f} of 255, {burnt:.0%} burnt out"
    if mean < 50:
        return Finding(
            "light", "warning", detail, "more light on the table: a lamp from the side, not from the camera"
        )
    if burnt > 0.05 or mean > 215:
        return Finding(
            "light", "warning", detail, "less light, or move the lamp: the plate or the cards shine"
        )
    tint = image.reshape(-1, 3).mean(axis=0)
    if float(np.ptp(tint)) > 90:
        return Finding(
            "light", "warning", f"{detail}; strongly coloured", "use a white lamp: colours are hard to tell"
        )
    return Finding("light", "ok", detail)


def focus(image: Any) -> Finding:
    """Whether edges are sharp; of a grid the sharper parts count, since tables are mostly plain."""
    import cv2
    import numpy as np

    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    edges = cv2.Laplacian(grey, cv2.CV_32F)
    rows, columns = 6, 8
    parts = [np.array_split(row, columns, axis=1) for row in np.array_split(edges, rows, axis=0)]
    sharp = sorted(float(part.var()) for row in parts for part in row)[-4]
    detail = f"sharpness {sharp:.0f}"
    if sharp < 60:
        return Finding(
            "focus", "warning", detail, "focus on the table: clean the lens, fix the focus, hold it still"
        )
    return Finding("focus", "ok", detail)


def size_of_pieces(scene: Any) -> Finding:
    """How large a cube is in the picture; below 22 px toppings can't be read surely."""
    sides = [skewer.cube_px for skewer in scene.skewers if skewer.cube_px > 0]
    if not sides:
        plate = "the plate is in view" if scene.plate is not None else "no plate in view"
        return Finding(
            "pieces",
            "warning",
            f"no skewer in view, {plate}",
            "lay a skewer on the plate and run doctor again",
        )
    size = min(sides)
    if size < 22:
        return Finding(
            "pieces",
            "warning",
            f"a cube is {size:.0f} px wide",
            "bring the camera nearer, or use a finer picture",
        )
    return Finding("pieces", "ok", f"a cube is {size:.0f} px wide")

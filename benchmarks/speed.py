"""Speeds as ratios, measured side by side in one run: `python -m benchmarks.speed IMAGE...`.

- `glance`: the pass on every frame, against `ultralytics.YOLO.predict` (torch, CPU) with the same weights on
the same frames,
  pre- and post-processing included on both sides, at the same input size and at ultralytics' default of 640.
- `look`: the same with all close-ups, the second opinion and the card reader.
- `check`: `referee check` of one image in a new process, in seconds.
- `replay`: seconds of video judged in a second.

Each figure is a median; the two sides of a ratio take turns. One row a measurement goes to
`benchmarks/results.csv`.
"""

from __future__ import annotations

import argparse
import csv
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

os.environ.setdefault("YOLO_AUTOINSTALL", "false")
HERE = Path(__file__).parent
ROOT = HERE.parent
DEMO = ROOT / "referee" / "demo" / "game.mp4"


def in_turn(first: Callable[[], object], second: Callable[[], object], runs: int) -> tuple[float, float]:
    """Median seconds of two callables that take turns, after two warm-up calls each."""
    for call in (first, second):
        call()
        call()
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(runs):
        for call, store in zip((first, second), times, strict=True):
            began = time.perf_counter()
            call()
            store.append(time.perf_counter() - began)
    return statistics.median(times[0]), statistics.median(times[1])


def frames(images: list[Path], runs: int) -> list[tuple[str, float, str]]:
    """glance and look against ultralytics."""
    import torch
    from ultralytics import YOLO

    from referee.eyes import open_eyes
    from referee.sets.profile import load_profile
    from vision.images import load_image

    torch.set_num_threads(os.cpu_count() or 1)
    looker = open_eyes(load_profile("kit"))
    rival = YOLO(str(ROOT / "models" / "weights" / "pieces.pt"))
    rows = []
    pictures = [load_image(p).pixels for p in images]
    for name, ours in (("glance", looker.glance), ("look", looker.look)):
        for size in (544, 640):
            mine, theirs = [], []
            for picture in pictures:
                theirs_now = partial(rival.predict, picture, imgsz=size, verbose=False, device="cpu")
                a, b = in_turn(partial(ours, picture), theirs_now, runs)
                mine.append(a)
                theirs.append(b)
            a, b = statistics.median(mine), statistics.median(theirs)
            rows += [
                (f"{name} ms", a * 1e3, ""),
                (f"ultralytics predict {size} ms", b * 1e3, ""),
                (f"{name} / predict {size}", a / b, "at most 0.33 (glance)"),
            ]
    return rows


def cold_check(image: Path, runs: int) -> list[tuple[str, float, str]]:
    """A whole process from start to end."""
    command = [sys.executable, "-m", "referee.cli", "check", str(image), "--game", "kushi-express", "--json"]
    times = []
    for _ in range(runs + 1):
        began = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=ROOT)
        times.append(time.perf_counter() - began)
    return [("check first s", times[0], ""), ("check s", statistics.median(times[1:]), "at most 1.5")]


def replay(video: Path, runs: int) -> list[tuple[str, float, str]]:
    """Video seconds a wall second."""
    import av

    with av.open(str(video)) as box:
        seconds = float(box.duration or 0) / 1e6
    command = [sys.executable, "-m", "referee.cli", "replay", str(video), "--game", "kushi-express", "--json"]
    times = []
    for _ in range(runs):
        began = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=ROOT)
        times.append(time.perf_counter() - began)
    return [("replay x real time", seconds / statistics.median(times), "at least 3")]


def main(argv: list[str] | None = None) -> int:
    """Command line."""
    p = argparse.ArgumentParser(
        prog="benchmarks.speed", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    p.add_argument("images", type=Path, nargs="+")
    p.add_argument("--runs", type=int, default=15)
    p.add_argument("--video", type=Path, default=DEMO)
    p.add_argument("--out", type=Path, default=HERE / "results.csv")
    a = p.parse_args(argv)
    rows = [
        *frames(a.images, a.runs),
        *cold_check(a.images[0], 5),
        *(replay(a.video, 3) if a.video.exists() else []),
    ]
    with a.out.open("w", newline="", encoding="utf-8") as f:
        out = csv.writer(f)
        out.writerow(["figure", "median", "wanted", "machine"])
        for name, value, wanted in rows:
            out.writerow([name, f"{value:.3f}", wanted, f"{os.cpu_count()} cores {platform.machine()}"])
            print(f"{name:32} {value:9.3f}  {wanted}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

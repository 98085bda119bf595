"""Live sources with scripted cameras: blocks, freezes, unplugs and comes back; no device, no network."""

from __future__ import annotations

import itertools
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from vision.advice import CaptureError, Surroundings, diagnose
from vision.cameras import CameraSource, find_camera, list_cameras
from vision.capture import CapturePolicy, State, Trouble
from vision.sources import Frame, SourceSpec

QUICK = CapturePolicy(
    open_timeout=0.5,
    first_frame=0.5,
    stall=0.8,
    frozen=0.5,
    frozen_reopen=0.5,
    first_wait=0.05,
    longest_wait=0.1,
    attempts=2,
)


def picture(number: int) -> np.ndarray:
    return np.full((48, 64, 3), number % 256, np.uint8)


class Camera:
    """Gives what its script yields, 100 pictures a second; a callable step is called (it may block)."""

    def __init__(self, script: Iterator[object]) -> None:
        self.script = script
        self.closed = threading.Event()

    def read(self) -> np.ndarray | None:
        step = next(self.script, None)
        if callable(step):
            step = step()
        time.sleep(0.01)
        return step if isinstance(step, np.ndarray) else None

    def close(self) -> None:
        self.closed.set()


def moving(start: int = 0) -> Iterator[object]:
    number = start
    while True:
        yield picture(number)
        number += 1


def until(condition: Callable[[], bool], seconds: float = 15.0) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.005)
    return False


def frames(source: CameraSource, count: int) -> list[Frame]:
    found = []
    while len(found) < count and (frame := source.read(2.0)) is not None:
        found.append(frame)
    return found


@pytest.fixture
def open_sources() -> Iterator[list[CameraSource]]:
    sources: list[CameraSource] = []
    yield sources
    for source in sources:
        source.close()


def test_the_newest_frame_counts_and_every_drop_is_counted(open_sources: list[CameraSource]) -> None:
    source = CameraSource(lambda: Camera(moving()), policy=QUICK).start()
    open_sources.append(source)
    assert source.read(2.0) is not None
    assert until(lambda: source.dropped >= 5)
    late = source.read(2.0)
    assert late is not None and late.id >= 6, "not the next one, the newest"
    assert late.pixels[0, 0, 0] == late.id % 256
    more = frames(source, 5)
    ids = [frame.id for frame in more]
    assert ids == sorted(set(ids))
    assert all(b.time > a.time for a, b in itertools.pairwise(more))
    assert source.fps is not None and 0 < source.fps < 110


def test_opening_that_blocks_leaves_everything_else_alive(open_sources: list[CameraSource]) -> None:
    wake = threading.Event()

    def connect() -> Camera:
        wake.wait(10)
        return Camera(moving())

    source = CameraSource(connect, policy=QUICK).start()
    open_sources.append(source)
    assert source.state is State.OPENING
    assert source.read(0.1) is None
    assert until(lambda: source.state is State.FAILED)
    assert source.trouble is not None and "another program" in source.trouble.advice
    began = time.monotonic()
    source.close()
    assert time.monotonic() - began < 1.0
    wake.set()


def test_a_camera_that_answers_late_is_let_go(open_sources: list[CameraSource]) -> None:
    wake = threading.Event()
    late = Camera(moving())
    calls: list[int] = []

    def connect() -> Camera:
        calls.append(1)
        if len(calls) == 1:
            wake.wait(10)
            return late
        return Camera(moving(100))

    source = CameraSource(connect, policy=QUICK).start()
    open_sources.append(source)
    assert until(lambda: source.state is State.RUNNING), "the second attempt runs while the first still hangs"
    wake.set()
    assert late.closed.wait(2), "the device is freed"


def test_read_that_never_returns_is_noticed(open_sources: list[CameraSource]) -> None:
    wake = threading.Event()

    def hanging() -> Iterator[object]:
        yield picture(1)
        yield picture(2)
        yield lambda: wake.wait(10)

    scripts = iter([hanging(), moving(50)])
    source = CameraSource(lambda: Camera(next(scripts)), policy=QUICK).start()
    open_sources.append(source)
    assert until(lambda: source.state is State.RUNNING)
    assert until(lambda: source.state is State.LOST)
    assert source.trouble is not None and source.trouble.code == "stalled"
    assert until(lambda: source.state is State.RUNNING), "a new thread takes over"
    began = time.monotonic()
    source.close()
    assert time.monotonic() - began < 1.0
    wake.set()


def test_a_frozen_picture_suspends_and_movement_resumes(open_sources: list[CameraSource]) -> None:
    thaw = threading.Event()

    def freezing() -> Iterator[object]:
        for number in range(10):
            yield picture(number)
        while not thaw.is_set():
            yield picture(99)
        yield from moving()

    patient = CapturePolicy(frozen=0.3, frozen_reopen=60)
    source = CameraSource(lambda: Camera(freezing()), policy=patient).start()
    open_sources.append(source)
    assert until(lambda: source.state is State.LOST)
    assert source.trouble is not None and source.trouble.code == "frozen"
    assert source.read(0.1) is None, "no judging of a frozen picture"
    thaw.set()
    assert source.read(3.0) is not None and source.state is State.RUNNING


def test_unplugged_and_back_without_a_busy_loop(open_sources: list[CameraSource]) -> None:
    back = threading.Event()
    attempts: list[float] = []

    def connect() -> Camera:
        attempts.append(time.monotonic())
        if len(attempts) == 1:
            return Camera(iter([picture(1), picture(2), picture(3)]))
        if not back.is_set():
            raise CaptureError(Trouble("no_such_camera", "camera 0: not found"))
        return Camera(moving())

    source = CameraSource(connect, policy=QUICK).start()
    open_sources.append(source)
    assert until(lambda: source.state is State.LOST)
    used = time.process_time()
    time.sleep(0.5)
    assert source.state is State.LOST
    assert time.process_time() - used < 0.25, "waiting costs no processor time"
    assert len(attempts) <= 12
    back.set()
    assert until(lambda: source.state is State.RUNNING)
    assert source.bad_reads >= 1


def test_a_source_that_never_opens_fails_with_its_advice(open_sources: list[CameraSource]) -> None:
    def connect() -> Camera:
        raise CaptureError(Trouble("no_such_camera", "camera 7: not found; there are: 0"))

    source = CameraSource(connect, policy=QUICK).start()
    open_sources.append(source)
    assert until(lambda: source.state is State.FAILED)
    assert source.trouble == Trouble("no_such_camera", "camera 7: not found; there are: 0")
    began = time.monotonic()
    assert source.read(5.0) is None
    assert time.monotonic() - began < 1, "does not wait for what will not come"


@pytest.mark.parametrize("error", [RuntimeError("no space"), OSError(28, "No space left on device")])
def test_errors_nobody_foresaw_are_troubles_not_crashes(
    open_sources: list[CameraSource], error: Exception
) -> None:
    def connect() -> Camera:
        raise error

    source = CameraSource(connect, policy=QUICK).start()
    open_sources.append(source)
    assert until(lambda: source.state is State.FAILED)
    assert source.trouble is not None and "space" in source.trouble.advice


def test_a_node_without_pictures_says_so(open_sources: list[CameraSource]) -> None:
    source = CameraSource(lambda: Camera(iter([lambda: time.sleep(2)] * 10)), policy=QUICK).start()
    open_sources.append(source)
    assert until(lambda: source.state is State.FAILED)
    assert source.trouble is not None and source.trouble.code == "no_pictures"


def test_rotation_and_mirror_are_applied(open_sources: list[CameraSource]) -> None:
    def script() -> Iterator[object]:
        for number in range(1000):
            corner = np.zeros((48, 64, 3), np.uint8)
            corner[0, 0] = 255
            corner[24, 32] = number % 256
            yield corner

    source = CameraSource(lambda: Camera(script()), policy=QUICK, rotate=90, mirror=True).start()
    open_sources.append(source)
    frame = source.read(3.0)
    assert frame is not None and frame.pixels.shape == (64, 48, 3)
    assert frame.pixels[-1, -1].min() == 255


def test_close_twice_and_read_after_close() -> None:
    source = CameraSource(lambda: Camera(moving()), policy=QUICK).start()
    assert source.read(2.0) is not None
    source.close()
    source.close()
    assert source.state is State.ENDED and source.read(0.5) is None


def test_the_windows_setting_is_made_before_opencv_is_imported() -> None:
    code = (
        "import os, sys\n"
        "import vision.cameras\n"
        "assert os.environ['OPENCV_VIDEOIO_MSMF_ENABLE_HW_TRANSFORMS'] == '0'\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize(
    ("index", "name", "present", "found"),
    [
        (0, "HD Cam", {0: "HD Cam", 2: "Other"}, 0),
        (0, "HD Cam", {2: "HD Cam"}, 2),
        (0, "HD Cam", {0: "Other", 4: "HD Cam", 2: "HD Cam"}, 2),
        (0, "HD Cam", {0: "Other"}, 0),
        (0, None, {3: "HD Cam"}, 0),
        (1, None, {}, 1),
    ],
)
def test_a_camera_is_found_again_by_its_name(
    index: int, name: str | None, present: dict[int, str], found: int
) -> None:
    assert find_camera(index, name, present) == found


def test_cameras_are_listed_with_their_names(tmp_path: Path) -> None:
    for node, name in (("video0", "HD Cam\n"), ("video10", "Phone"), ("v4l-subdev0", "no camera")):
        (tmp_path / node).mkdir()
        (tmp_path / node / "name").write_text(name)
    assert list_cameras(tmp_path) == {0: "HD Cam", 10: "Phone"}
    assert list_cameras(tmp_path / "missing") == {}


CAMERA = SourceSpec("camera", "0")
TWO = ("/dev/video0", "/dev/video2")


@pytest.mark.parametrize(
    ("spec", "machine", "code", "words"),
    [
        (CAMERA, Surroundings("linux", wsl=True), "no_camera_here", "WSL has no cameras"),
        (CAMERA, Surroundings("linux", container=True), "no_camera_here", "network stream"),
        (CAMERA, Surroundings("linux"), "no_such_camera", "no camera is plugged in"),
        (
            SourceSpec("camera", "1"),
            Surroundings("linux", devices=TWO, readable=TWO),
            "no_such_camera",
            "0, 2",
        ),
        (CAMERA, Surroundings("linux", devices=TWO), "no_permission", "group 'video'"),
        (SourceSpec("camera", "/dev/video2"), Surroundings("linux", devices=TWO), "no_permission", "video"),
        (CAMERA, Surroundings("linux", devices=TWO, readable=TWO), "cannot_open", "another program"),
        (CAMERA, Surroundings("darwin"), "no_permission", "Privacy & Security, Camera"),
        (CAMERA, Surroundings("win32"), "cannot_open", "one USB hub"),
    ],
)
def test_why_a_camera_does_not_open(spec: SourceSpec, machine: Surroundings, code: str, words: str) -> None:
    trouble = diagnose(spec, machine)
    assert trouble.code == code and words in trouble.advice and "\n" not in trouble.advice


def refused(url: str) -> str:
    raise OSError("connection refused")


@pytest.mark.parametrize(
    ("url", "fetch", "code", "words"),
    [
        ("http://phone:8080/", lambda url: "text/html", "web_page", "/video"),
        ("http://phone:8080/x", lambda url: "image/gif", "no_stream", "image/gif"),
        ("http://phone:8080/video", refused, "no_stream", "connection refused"),
        ("rtsp://cam/1", refused, "no_stream", "same network"),
    ],
)
def test_why_a_stream_does_not_open(url: str, fetch: Callable[[str], str], code: str, words: str) -> None:
    trouble = diagnose(SourceSpec("url", url), fetch=fetch)
    assert trouble.code == code and words in trouble.advice

"""Live cameras and streams: a thread reads, the newest frame counts, and what blocks can't stop the rest."""

from __future__ import annotations

import os
import threading
import time
import zlib
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Protocol, Self

# Before cv2 is imported: with it Windows cameras can take minutes to open (opencv issue 17687).
os.environ.setdefault("OPENCV_VIDEOIO_MSMF_ENABLE_HW_TRANSFORMS", "0")

import cv2
import numpy as np

from vision import capture as life
from vision.advice import CaptureError, diagnose
from vision.capture import Action, CapturePolicy, Health, State, Trouble
from vision.geometry import Pixels, Size
from vision.sources import Clock, Frame, Rotation, SourceSpec, turned

BAD_READS = 10
"""So many failed reads in a row mean that the camera is gone; fewer are a broken JPEG or two."""
_TICK = 0.05


class Capture(Protocol):
    """An open camera."""

    def read(self) -> Pixels | None:
        """The next picture (H, W, 3) uint8 BGR; None if it could not be read. May block."""

    def close(self) -> None: ...


Connect = Callable[[], Capture]
"""Opens the camera; may block, may raise `CaptureError`."""


class CameraSource:
    """A camera or a stream, read on a thread of its own.

    Only the newest frame is kept (DROP_OLDEST), and each that was overwritten unread is counted. An attempt
    that blocks is left behind, whatever it hangs in; a new thread makes the next one. While the state is not
    RUNNING no frames are given, so nothing is judged from a frozen picture.

    Args:
        connect: Opens the camera.
        clock: Monotonic seconds.
        policy: How patient it is.
        rotate: Degrees clockwise to turn every frame.
        mirror: Flips every frame left to right first.
    """

    def __init__(
        self,
        connect: Connect,
        *,
        clock: Clock = time.monotonic,
        policy: CapturePolicy | None = None,
        rotate: Rotation = 0,
        mirror: bool = False,
    ) -> None:
        self._connect = connect
        self._clock = clock
        self._policy = policy or CapturePolicy()
        self._rotate, self._mirror = rotate, mirror
        self._news = threading.Condition()
        self._health: Health = life.begin(clock())
        self._attempt = 0
        self._thread: threading.Thread | None = None
        self._closed = False
        self._newest: Frame | None = None
        self._next_id = 0
        self._dropped = 0
        self._bad = 0
        self._fingerprint: int | None = None
        self._arrivals: deque[float] = deque(maxlen=60)

    def start(self) -> Self:
        """Starts the first attempt; returns at once."""
        with self._news:
            self._look_at_clock()
        return self

    @property
    def state(self) -> State:
        with self._news:
            self._look_at_clock()
            return self._health.state

    @property
    def trouble(self) -> Trouble | None:
        with self._news:
            return self._health.trouble

    @property
    def fps(self) -> float | None:
        """Measured over the last frames that the camera gave, read or not."""
        with self._news:
            if len(self._arrivals) < 5 or self._arrivals[-1] <= self._arrivals[0]:
                return None
            return (len(self._arrivals) - 1) / (self._arrivals[-1] - self._arrivals[0])

    @property
    def dropped(self) -> int:
        with self._news:
            return self._dropped

    @property
    def bad_reads(self) -> int:
        """Reads that failed, for example broken JPEGs of a phone over WiFi."""
        with self._news:
            return self._bad

    def read(self, timeout: float = 1.0) -> Frame | None:
        """The newest frame that was not read yet; None if none comes within `timeout` seconds."""
        give_up = time.monotonic() + timeout
        with self._news:
            while not self._closed:
                self._look_at_clock()
                if self._health.state in (State.FAILED, State.ENDED):
                    return None
                if self._health.state is State.RUNNING and self._newest is not None:
                    frame, self._newest = self._newest, None
                    return frame
                left = give_up - time.monotonic()
                if left <= 0:
                    return None
                self._news.wait(min(left, _TICK))
        return None

    def close(self) -> None:
        with self._news:
            self._closed = True
            self._attempt += 1
            self._health = life.ended(self._health)
            self._newest = None
            self._news.notify_all()
            thread = self._thread
        if thread is not None and thread is not threading.current_thread():
            thread.join(0.5)  # one that is blocked is left behind; it lets go of the camera when it wakes up

    def _look_at_clock(self) -> None:
        if self._closed:
            return
        self._health, action = life.check(self._health, self._clock(), self._policy)
        if action is not Action.NONE:
            self._attempt += 1  # whatever an older attempt still does is void from here on
            self._newest = None
            self._fingerprint = None
        if action is Action.START:
            self._arrivals.clear()
            name = f"camera-{self._attempt}"
            self._thread = threading.Thread(target=self._run, args=(self._attempt,), name=name, daemon=True)
            self._thread.start()

    def _run(self, attempt: int) -> None:
        try:
            camera = self._connect()
        except CaptureError as error:
            self._report(attempt, error.trouble)
            return
        except Exception as error:
            self._report(attempt, Trouble("cannot_open", f"the camera can't be opened: {error}"))
            return
        try:
            if self._current(attempt, opened=True):
                self._read_all(camera, attempt)
        except CaptureError as error:
            self._report(attempt, error.trouble)
        except Exception as error:
            self._report(attempt, Trouble("broke_off", f"the camera broke off: {error}"))
        finally:
            camera.close()

    def _read_all(self, camera: Capture, attempt: int) -> None:
        failures = 0
        while self._current(attempt):
            pixels = camera.read()
            if pixels is not None and pixels.size:
                failures = 0
                self._publish(pixels, attempt)
                continue
            failures += 1
            with self._news:
                self._bad += 1
            if failures >= BAD_READS:
                self._report(attempt, life.UNPLUGGED)
                return
            time.sleep(0.02)  # a dead camera fails at once: no busy loop

    def _current(self, attempt: int, opened: bool = False) -> bool:
        with self._news:
            if attempt != self._attempt or self._closed:
                return False
            if opened:
                self._health = life.opened(self._health, self._clock())
            return True

    def _publish(self, pixels: Pixels, attempt: int) -> None:
        now = self._clock()
        fingerprint = zlib.crc32(pixels[::8, ::8].tobytes())
        upright = turned(pixels, self._rotate, self._mirror)
        with self._news:
            if attempt != self._attempt or self._closed:
                return
            changed, self._fingerprint = fingerprint != self._fingerprint, fingerprint
            self._health = life.frame(self._health, now, changed=changed, policy=self._policy)
            self._arrivals.append(now)
            if self._newest is not None:
                self._dropped += 1
            self._newest = Frame(self._next_id, now, upright)
            self._next_id += 1
            self._news.notify_all()

    def _report(self, attempt: int, trouble: Trouble) -> None:
        with self._news:
            if attempt == self._attempt and not self._closed:
                self._health = life.failed(self._health, self._clock(), trouble, self._policy)
                self._attempt += 1
                self._newest = None
                self._fingerprint = None
                self._news.notify_all()


class OpenCVCapture:
    """A camera or stream through `cv2.VideoCapture`.

    Raises:
        CaptureError: If it does not open, with advice.
    """

    def __init__(self, target: int | str, spec: SourceSpec, size: Size, fps: float = 30.0) -> None:
        if isinstance(target, int):
            self._video = cv2.VideoCapture(target)
        elif spec.kind == "camera":
            self._video = cv2.VideoCapture(target, cv2.CAP_V4L2)
        else:
            patience = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, 10_000, cv2.CAP_PROP_READ_TIMEOUT_MSEC, 5_000]
            self._video = cv2.VideoCapture(target, cv2.CAP_FFMPEG, patience)
        if not self._video.isOpened():
            self._video.release()
            raise CaptureError(diagnose(spec))
        if spec.kind == "camera":
            # The order matters: without MJPG first many cameras give 5 frames a second at this size.
            self._video.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
            self._video.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
            self._video.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
            self._video.set(cv2.CAP_PROP_FPS, fps)
        self._video.set(cv2.CAP_PROP_BUFFERSIZE, 1)

    def read(self) -> Pixels | None:
        good, pixels = self._video.read()
        if not good or pixels is None:
            return None
        if pixels.ndim == 2:
            pixels = cv2.cvtColor(pixels, cv2.COLOR_GRAY2BGR)
        return np.asarray(pixels, np.uint8)

    def close(self) -> None:
        self._video.release()


def connector(
    spec: SourceSpec, *, size: Size = (1280, 720), cameras: Callable[[], dict[int, str]] | None = None
) -> Connect:
    """How to open a source again and again.

    A camera that comes back under another number (unplugged and plugged in) is found by its name where the
    system tells names (Linux).

    Args:
        spec: The source.
        size: (width, height) to ask a camera for.
        cameras: Lists the cameras' names by number; default `list_cameras`.
    """
    names = cameras or list_cameras
    index = spec.index
    if index is None:
        return lambda: OpenCVCapture(spec.value, spec, size)
    known = names().get(index)

    def connect() -> Capture:
        return OpenCVCapture(find_camera(index, known, names()), spec, size)

    return connect


def find_camera(index: int, name: str | None, present: dict[int, str]) -> int:
    """The number to open: the wanted one while it has the wanted name, else the first other of that name."""
    if name is None or present.get(index) == name:
        return index
    same = sorted(number for number, other in present.items() if other == name)
    return same[0] if same else index


def list_cameras(folder: Path = Path("/sys/class/video4linux")) -> dict[int, str]:
    """Names of the cameras by number; empty where the system does not tell (it does on Linux)."""
    found: dict[int, str] = {}
    try:
        nodes = sorted(folder.glob("video*"))
        for node in nodes:
            number = node.name.removeprefix("video")
            if number.isdecimal():
                found[int(number)] = (node / "name").read_text("utf-8", "replace").strip()
    except OSError:
        pass
    return found

"""Why a camera or a stream does not open, in plain words with what to do about it."""

from __future__ import annotations

import os
import sys
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from vision.capture import Trouble
from vision.sources import SourceSpec


class CaptureError(RuntimeError):
    """A camera that can't be opened or read; `trouble` says why."""

    def __init__(self, trouble: Trouble) -> None:
        self.trouble = trouble
        super().__init__(trouble.advice)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What matters about the machine; `here` finds it out."""

    platform: str
    container: bool = False
    wsl: bool = False
    devices: tuple[str, ...] = ()
    readable: tuple[str, ...] = ()

    @classmethod
    def here(cls) -> Surroundings:
        """The machine that this runs on."""
        devices = tuple(sorted(str(path) for path in Path("/dev").glob("video*")))
        try:
            release = Path("/proc/version").read_text("utf-8", "replace").lower()
        except OSError:
            release = ""
        return cls(
            sys.platform,
            container=Path("/.dockerenv").exists() or Path("/run/.containerenv").exists(),
            wsl="microsoft" in release,
            devices=devices,
            readable=tuple(path for path in devices if os.access(path, os.R_OK | os.W_OK)),
        )


def diagnose(
    spec: SourceSpec,
    surroundings: Surroundings | None = None,
    fetch: Callable[[str], str] | None = None,
) -> Trouble:
    """The likeliest reason why a source did not open.

    Args:
        spec: The source.
        surroundings: The machine; default: this one.
        fetch: Gives the content type of a URL, or raises OSError; default: asks it.
    """
    if spec.kind == "url":
        return _diagnose_url(spec.value, fetch or content_type)
    machine = surroundings or Surroundings.here()
    device = spec.value if spec.index is None else f"/dev/video{spec.value}"
    what = f"camera {spec.value}"
    if machine.platform == "linux":
        if not machine.devices and (machine.wsl or machine.container):
            inside = "WSL" if machine.wsl else "a container"
            return Trouble(
                "no_camera_here",
                f"{what}: {inside} has no cameras: run it outside, hand the device in, or use a network "
                "stream (a phone app that gives an rtsp:// or http:// address)",
            )
        if device not in machine.devices:
            others = ", ".join(path.removeprefix("/dev/video") for path in machine.devices)
            hint = f"there are: {others}" if others else "no camera is plugged in"
            return Trouble("no_such_camera", f"{what}: not found; {hint}")
        if device not in machine.readable:
            return Trouble(
                "no_permission",
                f"{what}: no permission to use it: add yourself to the group 'video' "
                "(sudo usermod -aG video $USER) and log in again",
            )
    if machine.platform == "darwin":
        return Trouble(
            "no_permission",
            f"{what}: does not open: allow it in System Settings, Privacy & Security, Camera, for the "
            "program that you start this from (Terminal), then start that anew; or try another number: an "
            "iPhone nearby can take number 0",
        )
    return Trouble(
        "cannot_open",
        f"{what}: does not open: another program may be using it (a video call, a browser tab), two cameras "
        "may share one USB hub (plug one in elsewhere), or its number is another one (try 1, 2)",
    )


def _diagnose_url(url: str, fetch: Callable[[str], str]) -> Trouble:
    if not url.lower().startswith(("http://", "https://")):
        return Trouble(
            "no_stream",
            f"{url}: does not answer: is the camera on, and in the same network? Check address and port",
        )
    try:
        kind = fetch(url)
    except OSError as error:
        reason = getattr(error, "reason", None) or error
        return Trouble("no_stream", f"{url}: does not answer ({reason}): is the camera's app running?")
    if kind.startswith("text/html"):
        return Trouble(
            "web_page",
            f"{url}: is a web page, not a stream: use the stream's own address, often the same with /video "
            "or /mjpegfeed behind it (the app's help names it)",
        )
    return Trouble(
        "no_stream", f"{url}: answers with {kind or 'nothing'} that can't be read as a video stream"
    )


def content_type(url: str) -> str:
    """Content type of a URL, asked with 3 s of patience.

    Raises:
        OSError: If it does not answer.
    """
    request = urllib.request.Request(url, headers={"User-Agent": "table-referee"})
    with urllib.request.urlopen(request, timeout=3) as answer:
        return str(answer.headers.get_content_type())

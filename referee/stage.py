"""The dashboard round a running table: starts it, shows it frames, tells it how the source is doing."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from typing import Any

from referee import kit
from referee.dashboard.app import Config, create_app
from referee.dashboard.guard import Access, is_loopback
from referee.dashboard.overlay import shapes
from referee.dashboard.picture import Frame as Shown
from referee.dashboard.picture import LivePicture
from referee.dashboard.presenters import TONES, Tone, get_presenter
from referee.dashboard.server import DashboardServer, ServerError
from referee.errors import CommandError
from referee.feeds import Source
from referee.journal import Journal
from referee.languages import translator
from referee.pipeline import Pace
from referee.record import standing
from referee.sets.profile import Profile
from referee.umpire import Snapshot, Umpire
from referee.wording import describe
from vision.capture import State
from vision.scene import Corners, Scene
from vision.sources import Frame

DEFAULT_PORT = 8000


class Stage:
    """A dashboard on a port; an `Audience` of the pipeline.

    Raises:
        CommandError: host, port or token don't fit.
    """

    def __init__(
        self,
        args: argparse.Namespace,
        profile: Profile,
        umpire: Umpire,
        journal: Journal,
        source: Source,
        mode: str,
    ) -> None:
        self.pace = Pace()
        self._source = source
        self._mode = mode
        self._umpire = umpire
        self._picture = LivePicture()
        self._frame: Frame | None = None
        self._shown: tuple[Frame, Scene | None, float] | None = None
        self._shapes: tuple[object, list[Mapping[str, Any]]] = (None, [])
        self._seen_line = 0
        self._ended = False
        self._end_listening = umpire.listen(self._keep_evidence)
        players = umpire.snapshot.calls[0].event["players"]
        self._presenter = get_presenter(args.game, profile, players, self._words)
        self._game = args.game
        self._translate = translator(args.lang)
        try:
            access = Access(args.host, args.token)
            config = Config(args.game, mode=mode, access=access, faces=kit.faces(profile), clips=args.clips)
            app = create_app(
                config,
                umpire=umpire,
                journal=journal,
                picture=self._picture,
                presenter=self._presenter,
                describe=self._words,
                status=self.status,
            )
            self.clip_ready: Callable[[], None] = app.state.clip_ready
            self._server = _serve(app, args.host, args.port)
        except (ValueError, ServerError) as error:
            raise CommandError(str(error)) from None
        self.url = self._server.url + ("" if is_loopback(args.host) else "?token=...")

    def _words(self, reason: Mapping[str, Any]) -> str:
        return describe(reason, self._umpire.snapshot.calls[0].event["game"], self._translate)

    def looking(self, frame: Frame) -> None:
        """The frame that the next calls are made on."""
        self._frame = frame

    def show(self, frame: Frame, scene: Scene | None, t: float) -> None:
        """Show a frame with what was seen last."""
        self._shown = (frame, scene, t)
        outlines = self._outlines(scene) if self._picture.viewers else []
        self._picture.publish(Shown(frame.id, t, frame.pixels, outlines))

    def _outlines(self, scene: Scene | None) -> list[Mapping[str, Any]]:
        if scene is None:
            return []
        snapshot = self._umpire.snapshot
        key = (id(scene), snapshot.version)
        if self._shapes[0] != key:
            calls = _this_turn(snapshot)
            outlines = shapes(scene, card_name=self._presenter.card_name, calls=calls)
            self._shapes = (key, outlines)
        return self._shapes[1]

    def _keep_evidence(self, snapshot: Snapshot) -> None:
        for call in snapshot.calls:
            if call.line > self._seen_line:
                self._seen_line = call.line
                if call.box is not None and self._frame is not None:
                    self._picture.keep(call.line, self._frame.pixels, call.box)

    def status(self) -> Mapping[str, Any]:
        """The page's head: how the source and the pipeline are doing."""
        if self._ended:
            return {"text": f"{self._mode} · ended", "kind": ""}
        state, trouble = self._source.state, self._source.trouble
        if trouble is not None and state is not State.RUNNING:
            return {"text": trouble.advice, "kind": "lost"}
        if state is State.OPENING:
            return {"text": "opening the camera", "kind": "old"}
        parts = [self._mode]
        if self.pace.fps:
            parts.append(f"{self.pace.fps:.0f} fps")
        live = self._mode == "live"
        if live and self.pace.frames:
            parts.append(f"seen {1000 * self.pace.age:.0f} ms ago")
        return {"text": " · ".join(parts), "kind": "old" if live and self.pace.age > 1.0 else ""}

    def finished(self) -> None:
        """The source is through; the pages stay, and who comes now sees the last picture outlined."""
        self._ended = True
        if self._shown is not None:
            frame, scene, t = self._shown
            self._picture.publish(Shown(frame.id, t, frame.pixels, self._outlines(scene)))

    def close(self) -> None:
        """End all streams and stop serving."""
        self._end_listening()
        self._server.stop()


def _this_turn(snapshot: Snapshot) -> list[tuple[Corners, Tone]]:
    """Where the calls since the last card were made, and what they are: those skewers are outlined so."""
    now = standing(snapshot.calls)
    calls: list[tuple[Corners, Tone]] = []
    for call in snapshot.calls:
        if call.kind == "reveal" and now.verdict(call) == "OK":
            calls = []
        elif call.box is not None and call.line not in now.undone:
            calls.append((call.box, TONES[now.verdict(call)]))
    return calls


def _serve(app: Any, host: str, port: int | None) -> DashboardServer:
    """On the wanted port; without a wish on the usual one, or any that is free."""
    if port is None:
        try:
            server = DashboardServer(app, host, DEFAULT_PORT)
        except ServerError:
            server = DashboardServer(app, host, 0)
    else:
        server = DashboardServer(app, host, port)
    server.start()
    return server

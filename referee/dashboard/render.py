"""From a snapshot to HTML: the parts of the page, rendered once for each change and sent to all."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

from referee.call_clips import find_clip
from referee.dashboard.picture import LivePicture
from referee.dashboard.presenters import Describe, Presenter, feed
from referee.dashboard.signals import Signal
from referee.umpire import Snapshot

if TYPE_CHECKING:
    from referee.dashboard.app import Config, UmpireLike

PARTS = ("verdict", "board", "scores", "actions", "notice", "feed")
ICONS: Mapping[str, str] = {
    "ok": "M22 52 L42 72 L80 30",
    "illegal": "M28 28 L72 72 M72 28 L28 72",
    "unsure": "M35 37 C35 18 67 18 67 38 C67 52 50 50 50 64 M50 77 V78",
    "ask": "M50 22 V58 M50 75 V76",
    "bad": "M50 22 V58 M50 75 V76",
    "wait": "M50 24 V52 L66 64",
    "over": "M30 24 H70 V42 C70 62 30 62 30 42 Z M50 58 V72 M36 76 H64",
}


def environment() -> Environment:
    """Jinja with escaping everywhere and no silent holes."""
    env = Environment(
        loader=PackageLoader("referee.dashboard"),
        autoescape=select_autoescape(default=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    env.globals["icons"] = ICONS
    return env


class Renderer:
    """Renders pages and their parts. `changed` is raised when the parts are no longer current."""

    def __init__(
        self,
        config: Config,
        umpire: UmpireLike,
        picture: LivePicture,
        presenter: Presenter,
        describe: Describe,
        status: Callable[[], Mapping[str, Any]],
    ) -> None:
        self.config = config
        self.presenter = presenter
        self.describe = describe
        self.status = status
        self.changed = Signal()
        self._umpire = umpire
        self.picture = picture
        self._env = environment()
        self._lock = threading.Lock()
        self._parts: tuple[tuple[int, int], dict[str, str]] = ((-1, 0), {})
        self._clips = 0

    def context(self, snapshot: Snapshot) -> dict[str, Any]:
        """What the templates of the table page are filled with."""
        presenter = self.presenter
        return {
            "config": self.config,
            "snapshot": snapshot,
            "headline": presenter.headline(snapshot),
            "board": presenter.board(snapshot),
            "board_template": presenter.template,
            "scores": presenter.scores(snapshot),
            "feed": feed(
                snapshot,
                presenter,
                self.describe,
                has_picture=lambda line: self.picture.evidence(line) is not None,
                clip=lambda line: self.clip(self._umpire.key, line),
            ),
        }

    def parts(self) -> dict[str, str]:
        """Each part's HTML and `say`, what a screen reader says; the same until something changes."""
        snapshot = self._umpire.snapshot
        with self._lock:
            current = (snapshot.version, self._clips)
            if self._parts[0] != current:
                context = self.context(snapshot)
                parts = {name: self._env.get_template(f"parts/{name}.html").render(context) for name in PARTS}
                parts["say"] = context["headline"].spoken
                self._parts = (current, parts)
            return self._parts[1]

    def clip(self, key: str, line: int) -> str:
        """Where the clip of a game's line is to be had; nothing where there is none."""
        return f"/games/{key}/clips/{line}.mp4" if self.clip_file(key, line) is not None else ""

    def clip_file(self, key: str, line: int) -> Path | None:
        """The file of that clip."""
        return None if self.config.clips is None else find_clip(self.config.clips, key, line)

    def clip_ready(self) -> None:
        """One more clip was written."""
        with self._lock:
            self._clips += 1
        self.changed.bump()

    def page(self, template: str, **context: Any) -> str:
        """A whole page."""
        return self._env.get_template(template).render(
            config=self.config, status=self.status(), page=template.removesuffix(".html"), **context
        )

    def table(self) -> str:
        """The live page."""
        return self.page("table.html", parts=self.parts())

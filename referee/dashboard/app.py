"""The dashboard as an app that is given everything it shows: no camera, no clock, no globals."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from fastapi import FastAPI

from referee.dashboard.guard import Access, Guard
from referee.dashboard.pages import add_pages
from referee.dashboard.picture import LivePicture
from referee.dashboard.presenters import Describe, Presenter
from referee.dashboard.render import Renderer
from referee.dashboard.sockets import add_sockets
from referee.journal import Journal
from referee.record import Call
from referee.umpire import Snapshot


class UmpireLike(Protocol):
    """What the dashboard needs of `referee.umpire.Umpire`."""

    @property
    def key(self) -> str: ...

    @property
    def snapshot(self) -> Snapshot: ...

    def listen(self, listener: Callable[[Snapshot], None], /) -> Callable[[], None]: ...

    def act(self, event: Mapping[str, Any], /) -> Call: ...


def no_status() -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True, slots=True)
class Config:
    """What does not change while the dashboard runs.

    `faces` are the deck's card pictures by id; `mode` is one word for the page's head: live, replay or demo;
    `clips` is the folder with the clips of calls, if any are kept.
    """

    game: str
    title: str = "Kushi Express"
    mode: str = "live"
    access: Access = field(default_factory=Access)
    faces: Mapping[str, Path] = field(default_factory=dict)
    clips: Path | None = None
    max_tables: int = 16
    """Browsers that are told of each change at the same time."""


def create_app(
    config: Config,
    *,
    umpire: UmpireLike,
    journal: Journal,
    picture: LivePicture,
    presenter: Presenter,
    describe: Describe,
    status: Callable[[], Mapping[str, Any]] = no_status,
) -> FastAPI:
    """The ASGI app. `app.state.close()` ends its sockets; do that before the server is stopped.
    `app.state.clip_ready()` says, from any thread, that there is one more clip to be shown."""
    renderer = Renderer(config, umpire, picture, presenter, describe, status)

    def close() -> None:
        renderer.changed.close()
        picture.close()

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        end = umpire.listen(lambda _: renderer.changed.bump())
        try:
            yield
        finally:
            end()
            close()

    app = FastAPI(
        title="Table referee",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    add_pages(app, config, renderer, umpire, journal)
    add_sockets(app, config, renderer, picture)
    app.add_middleware(Guard, access=config.access)
    app.state.close = close
    app.state.clip_ready = renderer.clip_ready
    return app

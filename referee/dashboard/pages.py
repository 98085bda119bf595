"""The pages, the few pictures they show, and the one door through which people's decisions enter."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from importlib.resources import files
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

from fastapi import FastAPI, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from referee.dashboard.presenters import feed
from referee.journal import Journal, JournalError
from referee.record import Call
from referee.umpire import Snapshot

if TYPE_CHECKING:
    from referee.dashboard.app import Config, UmpireLike
    from referee.dashboard.render import Renderer

STATIC = {"app.css": "text/css", "app.js": "text/javascript", "icon.svg": "image/svg+xml"}
DECISIONS = ("override", "undo", "steal", "decline", "call", "show")
NO_STORE = {"cache-control": "no-store"}


class Decision(BaseModel):
    """What people may tell the umpire: an event in contract form, without its time."""

    model_config = ConfigDict(extra="forbid")

    event: str = Field(pattern=f"^({'|'.join(DECISIONS)})$")
    of: int | None = Field(default=None, ge=1)
    verdict: str | None = Field(default=None, pattern="^(OK|ILLEGAL)$")
    by: str | None = Field(default=None, min_length=1, max_length=100)
    why: str | None = Field(default=None, max_length=500)
    from_: str | None = Field(default=None, alias="from", max_length=100)
    card: str | None = Field(default=None, max_length=100)

    def as_event(self) -> dict[str, Any]:
        return self.model_dump(by_alias=True, exclude_none=True)


def add_pages(app: FastAPI, config: Config, renderer: Renderer, umpire: UmpireLike, journal: Journal) -> None:
    """Add everything that is asked for by HTTP."""
    assets = {name: _Asset(name, kind) for name, kind in STATIC.items()}

    @app.get("/", response_class=HTMLResponse)
    def table() -> HTMLResponse:
        return HTMLResponse(renderer.table(), headers=NO_STORE)

    @app.get("/games", response_class=HTMLResponse)
    def games() -> HTMLResponse:
        return HTMLResponse(
            renderer.page("games.html", games=journal.games(), here=umpire.key), headers=NO_STORE
        )

    @app.get("/games/{key}", response_class=HTMLResponse)
    def game(key: str) -> HTMLResponse:
        try:
            info = journal.game(key)
            entries = journal.entries(info.key)
        except JournalError:
            return HTMLResponse(renderer.page("missing.html"), 404, headers=NO_STORE)
        calls = tuple(Call(entry.line, entry.event, entry.verdict) for entry in entries)
        lines = feed(
            Snapshot(0, calls, {}, {}),
            renderer.presenter,
            renderer.describe,
            clip=lambda line: renderer.clip(info.key, line),
            most=10_000,
        )
        return HTMLResponse(renderer.page("game.html", info=info, feed=lines[::-1]), headers=NO_STORE)

    @app.get("/games/{key}/events.jsonl")
    def export(key: str) -> Response:
        try:
            info = journal.game(key)
            lines = "".join(f"{line}\n" for line in journal.export(info.key))
        except JournalError:
            return PlainTextResponse("no such game", 404)
        headers = {"content-disposition": f'attachment; filename="{info.key}.jsonl"', **NO_STORE}
        return Response(lines, media_type="application/jsonl", headers=headers)

    @app.get("/games/{key}/clips/{line}.mp4")
    def clip(key: str, line: int) -> Response:
        try:
            known = journal.game(key).key  # no file is looked for whose name a browser made up
        except JournalError:
            return Response(status_code=404)
        path = renderer.clip_file(known, line)
        if path is None:
            return Response(status_code=404)
        return FileResponse(path, media_type="video/mp4", headers={"cache-control": "private, max-age=3600"})

    @app.get("/static/{name}")
    def static(name: str, request: Request) -> Response:
        asset = assets.get(name)  # the names that exist are the names that are asked for: no path is built
        return Response(status_code=404) if asset is None else asset.answer(request)

    @app.get("/favicon.ico")
    def favicon(request: Request) -> Response:
        return assets["icon.svg"].answer(request)

    @app.get("/card/{card_id}.png")
    def card(card_id: str) -> Response:
        face = config.faces.get(card_id)
        if face is None:
            return Response(status_code=404)
        return Response(face.read_bytes(), media_type="image/png", headers={"cache-control": "max-age=3600"})

    @app.get("/evidence/{line}.jpg")
    def evidence(line: int) -> Response:
        return _jpeg(renderer.picture.evidence(line))

    @app.get("/picture.jpg")
    def picture() -> Response:
        return _jpeg(renderer.picture.jpeg())

    @app.get("/api/state")
    def state() -> JSONResponse:
        snapshot = umpire.snapshot
        body = {
            "game": umpire.key,
            "view": dict(snapshot.view),
            "result": dict(snapshot.result),
            "verdicts": [call.verdict for call in snapshot.calls],
            "advice": dict(snapshot.advice),
            "warning": snapshot.warning,
            "status": dict(renderer.status()),
        }
        return JSONResponse(body, headers=NO_STORE)

    @app.post("/api/events")
    async def decide(request: Request) -> Response:
        """An override, an undo, or what only people can tell. A form is led back to the page."""
        is_json = request.headers.get("content-type", "").startswith("application/json")
        try:
            decision = Decision.model_validate(_read(await request.body(), is_json))
        except (ValueError, RecursionError) as error:
            return JSONResponse({"error": _first_fault(error)}, 422)
        call = await run_in_threadpool(umpire.act, decision.as_event())
        bad = call.verdict["verdict"] == "BAD_INPUT"
        if is_json or bad:
            return JSONResponse(call.verdict, 409 if bad else 200)
        return RedirectResponse("/", 303)


class _Asset:
    def __init__(self, name: str, kind: str) -> None:
        self.body = (files("referee.dashboard") / "static" / name).read_bytes()
        self.headers = {
            "content-type": f"{kind}; charset=utf-8",
            "etag": f'"{hashlib.sha256(self.body).hexdigest()[:16]}"',
            "cache-control": "no-cache",
        }

    def answer(self, request: Request) -> Response:
        if request.headers.get("if-none-match") == self.headers["etag"]:
            return Response(status_code=304, headers=self.headers)
        return Response(self.body, headers=self.headers)


def _jpeg(data: bytes | None) -> Response:
    if data is None:
        return Response(status_code=404)
    return Response(data, media_type="image/jpeg", headers=NO_STORE)


def _read(body: bytes, is_json: bool) -> Mapping[str, Any]:
    if is_json:
        data = json.loads(body)
        if not isinstance(data, dict):
            raise ValueError("expected one JSON object")
        return data
    fields = parse_qs(body.decode("utf-8"), max_num_fields=20)
    form = {name: values[-1] for name, values in fields.items()}
    if "what" in form:  # one choice of the form that is two fields of the event
        form["from"], _, form["card"] = form.pop("what").partition("|")
    return form


def _first_fault(error: Exception) -> str:
    if isinstance(error, ValidationError):
        fault = error.errors()[0]
        return f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}"
    return "the request is not readable"

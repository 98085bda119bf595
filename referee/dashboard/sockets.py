"""The two sockets of the live page: what changed, and the picture. Both end with the client and the app."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import anyio
from fastapi import FastAPI, WebSocket, WebSocketDisconnect

from referee.dashboard.picture import LivePicture

if TYPE_CHECKING:
    from referee.dashboard.app import Config
    from referee.dashboard.render import Renderer

STATUS_EVERY = 1.0
FASTEST = 1 / 20
"""Seconds between two pictures: the table does not change faster than people can see."""
TOO_MANY = 1013
GOING_AWAY = 1001


def add_sockets(app: FastAPI, config: Config, renderer: Renderer, picture: LivePicture) -> None:
    """Add `/ws/table` and `/ws/picture`."""
    tables = 0

    @app.websocket("/ws/table")
    async def table(socket: WebSocket) -> None:
        """Sends `{"parts": {name: html}, "say", "status"}`: everything at first, then what changed."""
        nonlocal tables
        await socket.accept()
        if tables >= config.max_tables:
            await socket.close(TOO_MANY, "too many viewers")
            return
        tables += 1
        try:
            await _until_over(socket, partial(_tell_changes, socket, renderer), renderer.changed.over)
        finally:
            tables -= 1

    @app.websocket("/ws/picture")
    async def live(socket: WebSocket) -> None:
        """Sends packed pictures (see `referee.dashboard.picture.pack`), each after the client's "next"."""
        await socket.accept()
        if not picture.enter():
            await socket.close(TOO_MANY, "too many viewers")
            return
        wanted = asyncio.Event()
        try:
            await _until_over(socket, partial(_show, socket, picture, wanted), picture.over, heard=wanted.set)
        finally:
            picture.leave()


async def _tell_changes(socket: WebSocket, renderer: Renderer) -> None:
    sent: dict[str, str] = {}
    seen: int | None = -1
    while seen is not None:
        parts = await asyncio.to_thread(renderer.parts)
        news: dict[str, Any] = {
            "parts": {name: html for name, html in parts.items() if name != "say" and sent.get(name) != html},
            "status": dict(renderer.status()),
        }
        if sent.get("say") != parts["say"]:
            news["say"] = parts["say"]
        sent = parts
        await socket.send_json(news)
        seen = await renderer.changed.after(seen, STATUS_EVERY)


async def _show(socket: WebSocket, picture: LivePicture, wanted: asyncio.Event) -> None:
    serial = 0
    while True:
        # One picture for each "next": the client has drawn the last one, so nothing piles up.
        await wanted.wait()
        wanted.clear()
        packed = await picture.after(serial)
        if packed is None:
            return
        serial, data = packed
        await socket.send_bytes(data)
        await asyncio.sleep(FASTEST)


async def _until_over(
    socket: WebSocket,
    work: Callable[[], Awaitable[None]],
    over: Callable[[], Awaitable[None]],
    heard: Callable[[], None] = lambda: None,
) -> None:
    """Work until it is done, the client has gone (also one that says nothing), or all is over."""
    gone = False

    async def listen() -> None:
        nonlocal gone
        while (await socket.receive())["type"] != "websocket.disconnect":
            heard()
        gone = True

    async with anyio.create_task_group() as group:

        async def until_one_ends(part: Callable[[], Awaitable[None]]) -> None:
            # A client that goes while something is on its way to it is no error.
            with contextlib.suppress(WebSocketDisconnect, RuntimeError):
                await part()
            group.cancel_scope.cancel()

        for part in (listen, work, over):
            group.start_soon(until_one_ends, part)
    if not gone:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await socket.close(GOING_AWAY)

"""The live sockets: what changed and no more, pictures without a queue, and an end whenever it is wanted."""

from __future__ import annotations

import asyncio
import json
import signal
import struct
import subprocess
import sys
import textwrap
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from conftest import BARE, Table, ws
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from websockets.sync.client import connect

from referee.dashboard.picture import Frame, LivePicture, cut_out, encode, pack
from referee.dashboard.server import DashboardServer, ServerError
from referee.dashboard.signals import Signal


def unpack(message: bytes) -> tuple[dict[str, Any], np.ndarray]:
    (length,) = struct.unpack(">I", message[:4])
    image = cv2.imdecode(np.frombuffer(message[4 + length :], np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    return json.loads(message[4 : 4 + length]), image


def test_the_table_tells_all_at_first_and_then_what_changed(client: TestClient, table: Table) -> None:
    with client.websocket_connect(ws(client, "/ws/table")) as socket:
        first = socket.receive_json()
        assert set(first["parts"]) == {"verdict", "board", "scores", "actions", "notice", "feed"}
        assert first["status"] == {"text": "live", "kind": ""}
        table.reveal()
        news = next_news(socket)
        assert "verdict" in news["parts"] and "scores" in news["parts"]
        table.place(BARE)
        news = next_news(socket)
        assert "ILLEGAL" in news["parts"]["verdict"]
        assert news["say"].startswith("ILLEGAL. Ann's skewer is not the order. Position 3")
        assert "actions" not in news["parts"]


def next_news(socket: Any) -> dict[str, Any]:
    for _ in range(10):
        news: dict[str, Any] = socket.receive_json()
        if news["parts"]:
            return news
    raise AssertionError("nothing changed")


def test_a_picture_comes_for_each_time_it_is_asked_for(client: TestClient, table: Table) -> None:
    with client.websocket_connect(ws(client, "/ws/picture")) as socket:
        socket.send_text("next")
        table.show(7, shade=200)
        header, image = unpack(socket.receive_bytes())
        assert header["frame"] == 7 and header["size"] == [320, 180]
        assert header["shapes"][0]["kind"] == "plate"
        assert image.shape == (180, 320, 3) and abs(int(image.mean()) - 200) < 4
        for number in range(8, 40):  # a slow viewer gets the latest of these, not the next
            table.show(number)
        socket.send_text("next")
        assert unpack(socket.receive_bytes())[0]["frame"] == 39


def test_viewers_are_bounded_and_those_who_leave_make_room(client: TestClient, table: Table) -> None:
    address = ws(client, "/ws/picture")
    with client.websocket_connect(address):
        with client.websocket_connect(address), client.websocket_connect(address) as third:
            with pytest.raises(WebSocketDisconnect) as refused:
                third.receive_bytes()
            assert refused.value.code == 1013
        wait_for(lambda: table.picture.viewers == 1)
        with client.websocket_connect(address) as again:
            again.send_text("next")
            table.show()
            assert again.receive_bytes()
    wait_for(lambda: table.picture.viewers == 0)


def test_tables_are_bounded_too(client: TestClient) -> None:
    address = ws(client, "/ws/table")
    with client.websocket_connect(address) as one, client.websocket_connect(address) as two:
        one.receive_json(), two.receive_json()
        with client.websocket_connect(address) as third:
            with pytest.raises(WebSocketDisconnect) as refused:
                third.receive_json()
            assert refused.value.code == 1013


def wait_for(condition: Any, seconds: float = 5.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_closing_ends_every_socket(client: TestClient, table: Table) -> None:
    with client.websocket_connect(ws(client, "/ws/picture")) as socket:
        table.picture.close()
        with pytest.raises(WebSocketDisconnect) as ended:
            socket.receive_bytes()
        assert ended.value.code == 1001


def test_one_encoding_serves_all_viewers(monkeypatch: pytest.MonkeyPatch) -> None:
    from referee.dashboard import picture as module

    encoded = []
    monkeypatch.setattr(module, "pack", lambda frame, width: encoded.append(frame.id) or pack(frame, width))
    live = LivePicture()
    live.publish(Frame(1, 0.0, np.zeros((72, 128, 3), np.uint8)))

    async def look() -> list[Any]:
        return await asyncio.gather(*(live.after(0) for _ in range(5)))

    answers = asyncio.run(look())
    assert len({answer[1] for answer in answers}) == 1
    assert encoded == [1]


def test_a_signal_wakes_and_ends_those_who_wait() -> None:
    signal_ = Signal()

    async def wait() -> list[int | None]:
        waiting = [asyncio.create_task(signal_.after(0)) for _ in range(3)]
        await asyncio.sleep(0.01)
        signal_.bump()
        woken = [await task for task in waiting]
        last = asyncio.create_task(signal_.after(1))
        await asyncio.sleep(0.01)
        signal_.close()
        return [*woken, await last, await signal_.after(0)]

    assert asyncio.run(wait()) == [1, 1, 1, None, None]
    assert not signal_._waiting


def test_a_signal_can_be_waited_for_a_while_only() -> None:
    assert asyncio.run(Signal().after(0, 0.01)) == 0


def test_evidence_is_cut_out_around_the_box_and_the_oldest_goes() -> None:
    image = np.zeros((720, 1280, 3), np.uint8)
    part = cut_out(image, ((600, 300), (900, 300), (900, 340), (600, 340)))
    assert 300 < part.shape[1] < 500 and abs(part.shape[1] / part.shape[0] - 1.6) < 0.05
    assert cut_out(image, None).shape == image.shape
    assert cut_out(image, ((-900, -900), (-800, -900), (-800, -890), (-900, -890))).shape == image.shape
    live = LivePicture()
    for line in range(250):
        live.keep(line, image[:40, :40], None)
    assert live.evidence(0) is None and live.evidence(249) is not None


def test_what_is_no_picture_can_not_be_encoded() -> None:
    with pytest.raises((ValueError, cv2.error)):
        encode(np.zeros((0, 0, 3), np.uint8))


def test_a_taken_port_is_one_clear_line(table: Table) -> None:
    first = DashboardServer(table.app(), "127.0.0.1", 0)
    first._socket.listen()
    with pytest.raises(ServerError, match=f"port {first.port} is in use"):
        DashboardServer(table.app(), "127.0.0.1", first.port)
    first._socket.close()
    with pytest.raises(ServerError, match="no-such-host"):
        DashboardServer(table.app(), "no-such-host.invalid", 0)
    with pytest.raises(ServerError, match="expected 0 to 65535"):
        DashboardServer(table.app(), "127.0.0.1", 99999)


SERVER = """
import signal, sys, threading
sys.path.insert(0, {tests!r})
from conftest import Table, KIT, PLAYERS
from referee.adapters import get_adapter
from referee.dashboard.picture import LivePicture
from referee.dashboard.server import DashboardServer
from referee.journal import Journal
from referee.judge import Judge
from referee.umpire import Umpire

stop = threading.Event()
for number in (signal.SIGTERM, signal.SIGINT):
    signal.signal(number, lambda *_: stop.set())
journal = Journal("sqlite://")
umpire = Umpire(Judge(), get_adapter("kushi-express", KIT, PLAYERS, "Ann"))
setup = {{"event": "setup", "game": "kushi-express", "players": list(PLAYERS), "first": "Ann", "set": "kit"}}
umpire.act(setup)
table = Table(umpire, journal, LivePicture())
server = DashboardServer(table.app(), "127.0.0.1", 0)
server.start()
print(server.url, flush=True)
number = 0
while not stop.wait(0.02):
    number += 1
    table.show(number)
server.stop()
print("stopped", flush=True)
"""


def test_sigterm_ends_it_within_two_seconds_with_streams_open() -> None:
    script = textwrap.dedent(SERVER).format(tests=str(Path(__file__).parent))
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    address = process.stdout.readline().strip().replace("http", "ws")
    open_sockets = ExitStack()
    streams = [open_sockets.enter_context(connect(f"{address}ws/picture")) for _ in range(3)]
    for _ in range(2):
        open_sockets.enter_context(connect(f"{address}ws/table"))
    for stream in streams:
        stream.send("next")
        assert isinstance(stream.recv(timeout=10), bytes)
    # One client goes without a word, the others stay open and ask for more.
    streams[0].socket.close()
    for stream in streams[1:]:
        stream.send("next")
    started = time.monotonic()
    process.send_signal(signal.SIGTERM)
    assert process.stdout.readline().strip() == "stopped"
    took = time.monotonic() - started
    assert process.wait(timeout=20) == 0
    process.stdout.close()
    assert took < 2.0, f"took {took:.1f} s"
    open_sockets.close()

"""Who may come in: names, origins, token, sizes, and the headers that keep a page to itself."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from conftest import Table, ws
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from referee.dashboard.guard import COOKIE, MAX_BODY, Access

TOKEN = "a-long-secret"
UNDO = {"event": "undo", "of": 99}


@pytest.fixture
def hall(table: Table) -> Iterator[TestClient]:
    """A table that other computers can reach, with a token."""
    app = table.app(Access("0.0.0.0", TOKEN, frozenset({"table.example"})))
    with TestClient(app, base_url="http://192.168.1.20:8000") as client:
        yield client


def test_beyond_this_computer_a_token_must_be_given() -> None:
    for host in ("0.0.0.0", "192.168.1.20", "table.example", "::"):
        with pytest.raises(ValueError, match="--token"):
            Access(host)
        assert Access(host, TOKEN).host == host
    with pytest.raises(ValueError, match="too short"):
        Access("0.0.0.0", "short")
    for host in ("127.0.0.1", "localhost", "::1", "127.0.0.2"):
        assert Access(host).token is None


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "192.168.1.20:8000", "[::", ""]
)
def test_a_foreign_name_is_turned_away(client: TestClient, host: str) -> None:
    assert client.get("/", headers={"host": host}).status_code == 421
    assert client.get("/api/state", headers={"host": host}).status_code == 421


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost:8000", "LOCALHOST", "[::1]:8000"])
def test_this_computers_own_names_are_answered(client: TestClient, host: str) -> None:
    assert client.get("/", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:9000"},
        {"origin": "http://["},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_another_sites_page_can_decide_nothing(
    client: TestClient, table: Table, headers: dict[str, str]
) -> None:
    before = len(table.umpire.snapshot.calls)
    assert client.post("/api/events", json=UNDO, headers=headers).status_code == 403
    assert client.post("/api/events", data=UNDO, headers=headers).status_code == 403
    assert len(table.umpire.snapshot.calls) == before
    for path in ("/ws/table", "/ws/picture"):
        with pytest.raises(WebSocketDisconnect), client.websocket_connect(ws(client, path), headers=headers):
            pass


def test_our_own_page_may(client: TestClient) -> None:
    own = {"origin": "http://127.0.0.1:8000", "sec-fetch-site": "same-origin"}
    assert client.post("/api/events", json=UNDO, headers=own).status_code == 409
    with client.websocket_connect(ws(client, "/ws/table"), headers=own) as socket:
        assert "verdict" in socket.receive_json()["parts"]


def test_without_the_token_nothing_is_answered(hall: TestClient) -> None:
    for path in ("/", "/games", "/api/state", "/static/app.js", "/picture.jpg", "/api/openapi.json"):
        assert hall.get(path).status_code == 401
    assert hall.post("/api/events", json=UNDO).status_code == 401
    for path in ("/ws/table", "/ws/picture"):
        with pytest.raises(WebSocketDisconnect), hall.websocket_connect(ws(hall, path)):
            pass


@pytest.mark.parametrize("token", ["wrong", TOKEN[:-1], TOKEN + "x", "", "ü"])
def test_a_wrong_token_is_none(hall: TestClient, token: str) -> None:
    assert hall.get("/", params={"token": token}).status_code == 401
    header = f"Bearer {token}".encode()
    assert hall.get("/", headers={"authorization": header}).status_code == 401
    assert hall.get("/", headers={"cookie": f"{COOKIE}={token}".encode()}).status_code == 401


def test_the_token_moves_from_the_address_into_a_cookie(hall: TestClient) -> None:
    answer = hall.get("/", params={"token": TOKEN}, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=strict" in cookie and TOKEN not in cookie
    assert hall.get("/").status_code == 200
    with hall.websocket_connect(ws(hall, "/ws/table")) as socket:
        assert "verdict" in socket.receive_json()["parts"]


def test_a_program_may_bring_the_token_in_a_header(hall: TestClient) -> None:
    assert hall.get("/api/state", headers={"authorization": f"Bearer {TOKEN}"}).status_code == 200


def test_in_a_hall_addresses_and_own_names_are_answered_and_others_not(hall: TestClient) -> None:
    header = {"authorization": f"Bearer {TOKEN}"}
    for host in ("192.168.1.20:8000", "10.0.0.7", "table.example:8000", "[fe80::1]:8000", "localhost"):
        assert hall.get("/", headers={**header, "host": host}).status_code == 200
    assert hall.get("/", headers={**header, "host": "evil.example"}).status_code == 421


def test_large_bodies_are_refused_before_they_are_read(client: TestClient) -> None:
    big = b"x" * (MAX_BODY + 1)
    assert client.post("/api/events", content=big).status_code == 413
    assert client.post("/api/events", content=b"{}", headers={"content-length": "-5"}).status_code == 413


def test_a_large_body_without_its_length_is_cut_off(client: TestClient, table: Table) -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(100):
            yield b"x" * 1024

    with pytest.raises(Exception):  # noqa: B017 - the client sees its connection end
        answer = client.post("/api/events", content=endless())
        assert answer.status_code != 200
        raise ConnectionError


@pytest.mark.parametrize("path", ["/", "/games", "/static/app.js", "/nothing", "/api/state"])
def test_every_answer_keeps_to_itself(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy and "script-src 'self'" in policy
    assert "unsafe-inline" not in policy and "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"


def test_pages_have_no_inline_script_or_style(client: TestClient, table: Table) -> None:
    table.reveal()
    table.place(["meat"])
    page = client.get("/").text
    assert " style=" not in page and "<style" not in page
    assert "onclick" not in page and page.count("<script") == 1

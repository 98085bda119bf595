"""What the pages say, and how people's decisions come in."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from conftest import BARE, BEST, Table
from fastapi.testclient import TestClient

from referee.call_clips import clip_name
from referee.dashboard.drawing import Paint, draw, ink_on
from referee.judge import judge_lines


def test_the_page_waits_for_the_first_card(client: TestClient) -> None:
    page = client.get("/")
    assert page.status_code == 200
    assert "Ann turns over the next card" in page.text
    assert "No order card is open" in page.text


def test_a_wrong_skewer_is_told_in_plain_words_and_marked(client: TestClient, table: Table) -> None:
    table.reveal()
    table.place(BARE)
    page = client.get("/").text
    assert '<p class="word">ILLEGAL</p>' in page
    assert "Position 3: expected cheese-wrapped pepper, saw plain pepper" in page
    assert page.count('<g class="mark">') == 1
    assert "out this turn" in page


def test_a_right_skewer_shows_the_points(client: TestClient, table: Table) -> None:
    table.reveal()
    table.place(BEST)
    page = client.get("/").text
    assert '<div class="verdict ok">' in page
    assert "Best: 6.0 points" in page
    assert '<span class="points">6.0</span>' in page
    assert "/card/best.png" in page


def test_an_unsure_call_can_be_settled_right_there(client: TestClient, table: Table) -> None:
    table.reveal()
    verdict = table.place(BARE, doubts=[{"code": "topping_hidden", "position": 3}])
    assert verdict["verdict"] == "UNSURE"
    page = client.get("/").text
    assert '<div class="verdict unsure">' in page
    assert "roll the skewer" in page
    form = {"event": "override", "of": str(verdict["line"]), "verdict": "OK", "by": "all_opponents"}
    answer = client.post("/api/events", data=form, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    page = client.get("/").text
    assert '<div class="verdict ok">' in page
    assert "Decided by people" in page
    assert table.umpire.snapshot.view["scores"]["Ann"] == "6.0"


def test_overturn_undo_and_the_audit_trail(client: TestClient, table: Table) -> None:
    table.reveal()
    wrong = table.place(BARE)
    override = {
        "event": "override",
        "of": wrong["line"],
        "verdict": "OK",
        "by": "all_opponents",
        "why": "we saw",
    }
    answer = client.post("/api/events", json=override)
    assert answer.status_code == 200
    assert answer.json()["verdict"] == "OK"
    undo = client.post("/api/events", json={"event": "undo", "of": answer.json()["line"]})
    assert undo.json()["verdict"] == "OK"
    assert client.get("/api/state").json()["view"]["scores"]["Ann"] == "0.0"
    lines = client.get(f"/games/{table.umpire.key}/events.jsonl").text.splitlines()
    assert [json.loads(line)["event"] for line in lines] == ["setup", "reveal", "place", "override", "undo"]
    again = list(judge_lines(io.BytesIO("\n".join(lines).encode())))
    assert [v["verdict"] for v in again[:-1]] == ["OK", "OK", "ILLEGAL", "OK", "OK"]
    review = client.get(f"/games/{table.umpire.key}").text
    assert "decide: line 3 is OK" in review
    assert "taken back" in review


def test_touting_asks_who_was_fastest_and_takes_the_answer(client: TestClient, table: Table) -> None:
    table.reveal("vegetable-tomato")
    table.place(["tomato"])
    table.reveal("touting")
    page = client.get("/").text
    assert "Who stood up and shouted first?" in page
    assert '<option value="Ann|vegetable-tomato">' in page
    form = {"event": "steal", "by": "Cy", "what": "Ann|vegetable-tomato"}
    assert client.post("/api/events", data=form, follow_redirects=False).status_code == 303
    assert table.umpire.snapshot.view["scores"]["Cy"] == "3.0"
    assert 'id="steal"' not in client.get("/").text


def test_the_end_names_the_winner(client: TestClient, table: Table) -> None:
    table.reveal("vegetable-tomato")
    table.place(["tomato"])
    table.reveal("closing")
    page = client.get("/").text
    assert "The end" in page and "Ann wins" in page


def test_names_are_text_never_markup(client: TestClient, table: Table) -> None:
    page = client.get("/").text
    assert "Bo &lt;b&gt;" in page
    assert "Bo <b>" not in page


@pytest.mark.parametrize(
    "body",
    [
        {"event": "place", "of": 2},
        {"event": "override", "verdict": "MAYBE", "of": 2},
        {"event": "override", "of": 0, "verdict": "OK"},
        {"event": "override", "of": "two", "verdict": "OK"},
        {"event": "undo", "of": 2, "surprise": 1},
        {"event": "undo", "of": 2, "why": "x" * 501},
        {},
        [],
    ],
)
def test_what_is_no_decision_never_reaches_the_umpire(client: TestClient, table: Table, body: Any) -> None:
    before = len(table.umpire.snapshot.calls)
    answer = client.post("/api/events", json=body)
    assert answer.status_code == 422
    assert answer.json()["error"]
    assert len(table.umpire.snapshot.calls) == before


@pytest.mark.parametrize("body", [b"\xff\xfe", b"{", b"event=", b"", b"[" * 5000])
def test_unreadable_bodies_are_refused(client: TestClient, body: bytes) -> None:
    for kind in ("application/json", "application/x-www-form-urlencoded"):
        answer = client.post("/api/events", content=body, headers={"content-type": kind})
        assert answer.status_code == 422


def test_a_decision_about_nothing_is_told_so(client: TestClient, table: Table) -> None:
    answer = client.post("/api/events", json={"event": "undo", "of": 99})
    assert answer.status_code == 409
    assert answer.json()["reasons"][0]["code"] == "unknown_line"


def test_pictures_of_cards_calls_and_table(client: TestClient, table: Table) -> None:
    assert client.get("/picture.jpg").status_code == 404
    table.show()
    picture = client.get("/picture.jpg")
    assert picture.headers["content-type"] == "image/jpeg"
    image = cv2.imdecode(np.frombuffer(picture.content, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None and image.shape == (180, 320, 3)
    face = client.get("/card/best.png")
    assert face.headers["content-type"] == "image/png" and face.content[:4] == b"\x89PNG"
    assert client.get("/evidence/3.jpg").status_code == 404
    table.picture.keep(3, np.zeros((400, 400, 3), np.uint8), ((10, 10), (90, 10), (90, 40), (10, 40)))
    assert client.get("/evidence/3.jpg").content[:2] == b"\xff\xd8"


def test_a_call_can_be_seen_again(table: Table, tmp_path: Path) -> None:
    table.clips = tmp_path
    app, key = table.app(), table.umpire.key
    with TestClient(app, base_url="http://127.0.0.1:8000") as client:
        table.reveal()
        table.place(BARE)
        assert "<video" not in client.get("/").text
        address = f"/games/{key}/clips/3.mp4"
        assert client.get(address).status_code == 404
        (tmp_path / clip_name(key, 3)).write_bytes(b"film" * 100)
        app.state.clip_ready()  # the clip is whole a little after the call
        for page in ("/", f"/games/{key}"):
            assert f'src="{address}"' in client.get(page).text
        answer = client.get(address, headers={"range": "bytes=4-7"})
        assert (answer.status_code, answer.content) == (206, b"film")
        assert answer.headers["content-type"] == "video/mp4"
        assert "media-src 'self'" in answer.headers["content-security-policy"]
        # Only games that the journal knows, and only lines.
        (tmp_path / clip_name("secret", 1)).write_bytes(b"x")
        for other in (
            "/games/secret/clips/1.mp4",
            f"/games/{key}/clips/..%2f3.mp4",
            f"/games/{key}/clips/-1.mp4",
        ):
            assert client.get(other).status_code in (404, 422)


def test_without_a_folder_there_are_no_clips(client: TestClient, table: Table) -> None:
    table.reveal()
    assert client.get(f"/games/{table.umpire.key}/clips/2.mp4").status_code == 404
    assert "<video" not in client.get("/").text


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/%2e%2e%2fapp.py",
        "/static/..%2f..%2fetc%2fpasswd",
        "/card/..%2f..%2fkit.toml",
        "/card/%2fetc%2fpasswd.png",
        "/games/..%2f..%2fetc",
        "/evidence/..%2f1.jpg",
        "/static/",
        "/docs",
    ],
)
def test_no_path_from_outside_reaches_a_file(client: TestClient, path: str) -> None:
    assert client.get(path).status_code in (404, 422)


def test_static_files_are_cached_by_what_they_hold(client: TestClient) -> None:
    first = client.get("/static/app.js")
    assert first.headers["content-type"].startswith("text/javascript")
    again = client.get("/static/app.js", headers={"if-none-match": first.headers["etag"]})
    assert again.status_code == 304 and again.content == b""
    assert client.get("/favicon.ico").headers["content-type"].startswith("image/svg+xml")


def test_nothing_is_loaded_from_elsewhere(client: TestClient) -> None:
    for path in ("/", "/games", "/static/app.css", "/static/app.js"):
        text = client.get(path).text.replace("http://www.w3.org/2000/svg", "")
        assert "http://" not in text and "https://" not in text.replace('"https:"', "")


def test_a_missing_game_has_a_page_of_its_own(client: TestClient) -> None:
    answer = client.get("/games/nothing")
    assert answer.status_code == 404
    assert "No such game" in answer.text
    assert client.get("/games/nothing/events.jsonl").status_code == 404


def test_games_are_listed_with_the_one_on_the_table(client: TestClient, table: Table) -> None:
    page = client.get("/games").text
    assert table.umpire.key in page
    assert "on the table now" in page


def test_a_drawing_places_cubes_strips_and_marks() -> None:
    paints = {"tomato": Paint("#d5342b", "#d5342b", "#fff")}
    drawing = draw(["bacon", "tomato", "meat", "bacon", "shrimp"], paints, wrong={2}, words="x")
    assert [cube.name for cube in drawing.cubes] == ["tomato", "meat", "shrimp"]
    assert [cube.wrong for cube in drawing.cubes] == [False, True, False]
    (strip,) = drawing.strips
    assert strip.x < drawing.cubes[0].x and drawing.cubes[1].x + drawing.cube < strip.end < drawing.cubes[2].x
    assert draw([], paints).cubes == ()
    single = draw(["tomato", "cheese"], paints).strips[0]
    assert single.x == single.end and "Q" not in single.path


def test_ink_is_legible_on_every_piece() -> None:
    assert ink_on("#f6c52f") == "#16181a"
    assert ink_on("#7a4a2b") == "#ffffff"

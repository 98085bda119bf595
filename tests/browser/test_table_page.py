"""The live page in a real browser: it follows the game, draws the picture, and takes people's decisions."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from referee import kit
from referee.adapters import get_adapter
from referee.call_clips import clip_name
from referee.dashboard.app import Config, create_app
from referee.dashboard.picture import Frame, LivePicture
from referee.dashboard.presenters import get_presenter
from referee.dashboard.server import DashboardServer
from referee.journal import Journal
from referee.judge import Judge, describe
from referee.sets.profile import load_profile
from referee.umpire import Umpire
from vision.clips import write_clip
from vision.sources import Frame as FilmFrame

pytestmark = pytest.mark.browser

CHROMIUM = Path("/usr/bin/chromium")
ARGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
KIT = load_profile("kit")
PLAYERS = ("Ann", "Bo")
BEST = ["meat", "bacon", "tomato", "bacon", "cheese", "pepper", "cheese", "shrimp"]
BARE = ["meat", "bacon", "tomato", "bacon", "pepper", "shrimp"]
PATIENCE = 15_000


@dataclass
class Table:
    umpire: Umpire
    picture: LivePicture
    server: DashboardServer
    clips: Path
    t: float = 0.0

    def event(self, event: str, by: str = "Ann", **fields: Any) -> dict[str, Any]:
        self.t += 1.0
        return dict(self.umpire.act({"event": event, "t": self.t, "by": by, **fields}).verdict)

    def reveal(self, card: str = "best", by: str = "Ann") -> None:
        assert self.event("reveal", by, card=card)["verdict"] == "OK"

    def place(self, layers: list[str], by: str = "Ann", **fields: Any) -> dict[str, Any]:
        return self.event("place", by, layers=layers, handle="first", **fields)


def make_server(
    umpire: Umpire, journal: Journal, picture: LivePicture, clips: Path, port: int = 0
) -> DashboardServer:
    def words(reason: Any) -> str:
        return describe(reason, "kushi-express")

    app = create_app(
        Config("kushi-express", mode="live", faces=kit.faces(KIT), clips=clips),
        umpire=umpire,
        journal=journal,
        picture=picture,
        presenter=get_presenter("kushi-express", KIT, PLAYERS, words),
        describe=words,
        status=lambda: {"text": "live · 30 fps", "kind": ""},
    )
    server = DashboardServer(app, "127.0.0.1", port)
    server.start()
    return server


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with Journal("sqlite://") as journal:
        key = journal.start_game("kushi-express", "browser test")
        umpire = Umpire(Judge(), get_adapter("kushi-express", KIT, PLAYERS, "Ann"), journal=journal, key=key)
        setup = {
            "event": "setup",
            "game": "kushi-express",
            "players": list(PLAYERS),
            "first": "Ann",
            "set": "kit",
        }
        assert umpire.act(setup).verdict["verdict"] == "OK"
        picture = LivePicture()
        server = make_server(umpire, journal, picture, tmp_path)
        stop = threading.Event()

        def film() -> None:
            number = 0
            while not stop.wait(0.05):
                number += 1
                image = np.full((360, 640, 3), 40 + number % 150, np.uint8)
                shape = {
                    "kind": "skewer",
                    "label": "meat",
                    "points": [[100, 100], [300, 100], [300, 140], [100, 140]],
                }
                picture.publish(Frame(number, number / 20, image, [shape]))

        filming = threading.Thread(target=film, daemon=True)
        filming.start()
        table = Table(umpire, picture, server, tmp_path)
        yield table
        stop.set()
        filming.join()
        table.server.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    assert CHROMIUM.is_file(), "Debian's chromium is needed: apt-get install chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGS)
        yield browser
        browser.close()


@pytest.fixture
def page(browser: Browser, table: Table) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    page.goto(table.server.url)
    yield page
    context.close()
    # What tests provoke themselves: a refused decision, a server that goes away.
    expected = ("409 (Conflict)", "WebSocket", "ERR_CONNECTION")
    assert not [fault for fault in faults if not any(text in fault for text in expected)]


def verdict(page: Page, word: str) -> None:
    expect(page.locator(".verdict .word")).to_have_text(word, timeout=PATIENCE)


def played(page: Page, seconds: float) -> None:
    """Wait until the clip has played so far."""
    for _ in range(PATIENCE // 100):
        if page.evaluate("document.getElementById('clip-3').currentTime") > seconds:
            return
        page.wait_for_timeout(100)
    pytest.fail(f"the clip does not play as far as {seconds} s")


def test_a_call_is_seen_again_and_goes_on_playing_when_the_next_one_comes(page: Page, table: Table) -> None:
    table.reveal()
    table.place(BARE)
    film = (FilmFrame(i, i / 10, np.full((180, 320, 3), 40 + i, np.uint8)) for i in range(60))
    write_clip(table.clips / clip_name(table.umpire.key, 3), film)
    table.place(BARE, by="Bo")  # what changes the page shows the link as well
    page.locator("#again-3 summary").click()
    page.evaluate("document.getElementById('clip-3').play()")
    played(page, 0.2)
    table.event("undo", of=4)
    expect(page.locator("#line-5")).to_be_visible(timeout=PATIENCE)
    played(page, 1.5)


def test_the_page_follows_the_game(page: Page, table: Table) -> None:
    verdict(page, "Next card")
    table.reveal()
    verdict(page, "Build!")
    expect(page.locator(".order h2")).to_contain_text("Best")
    table.place(BARE)
    verdict(page, "ILLEGAL")
    expect(page.locator(".why .reasons")).to_have_text(
        "Position 3: expected cheese-wrapped pepper, saw plain pepper"
    )
    expect(page.locator(".seen .mark")).to_have_count(1)
    expect(page.locator("#say")).to_contain_text("ILLEGAL. Ann's skewer is not the order")
    table.place(BEST, by="Bo")
    verdict(page, "OK")
    expect(page.locator(".score.leads .player")).to_have_text("Bo")


def frame_after(page: Page, number: int) -> int:
    """The frame that the canvas shows, once that is beyond `number`."""
    end = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < end:
        shown = int(page.locator("#picture").get_attribute("data-frame") or 0)
        if shown > number:
            return shown
        page.wait_for_timeout(50)
    raise AssertionError(f"no frame after {number}")


def test_the_picture_moves_and_has_outlines(page: Page) -> None:
    first = frame_after(page, 0)
    frame_after(page, first + 3)
    expect(page.locator("#shapes .skewer polygon")).to_have_count(1)
    expect(page.locator("#no-picture")).to_be_hidden()
    pixel = "it => [...it.getContext('2d').getImageData(320, 180, 1, 1).data].slice(0, 3)"
    grey = page.locator("#picture").evaluate(pixel)
    assert max(grey) - min(grey) < 8 and 30 < grey[0] < 200


def test_people_settle_an_unsure_call_in_the_big_verdict(page: Page, table: Table) -> None:
    table.reveal()
    table.place(BARE, doubts=[{"code": "topping_hidden", "position": 3}])
    verdict(page, "UNSURE")
    page.get_by_role("button", name="It is right").click()
    verdict(page, "OK")
    expect(page.locator(".why .reasons")).to_contain_text("Decided by people")
    expect(page.locator(".score.leads .points")).to_have_text("6.0")


def test_a_call_is_overturned_and_taken_back_by_keyboard_alone(page: Page, table: Table) -> None:
    table.reveal()
    line = table.place(BARE)["line"]
    verdict(page, "ILLEGAL")
    page.locator(f"#decide-{line}").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.type("we all saw it")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    verdict(page, "OK")
    call = table.umpire.snapshot.calls[-1]
    assert (call.kind, call.event["why"]) == ("override", "we all saw it")
    page.locator(f"#decide-{call.line}").click()
    page.locator(f"#undo-{call.line}").click()
    verdict(page, "ILLEGAL")
    assert table.umpire.snapshot.view["scores"]["Ann"] == "0.0"


def test_what_one_types_survives_the_news(page: Page, table: Table) -> None:
    table.reveal()
    line = table.place(BARE)["line"]
    page.locator(f"#decide-{line}").click()
    page.locator(f"#why-{line}").type("half a sen")
    table.place(BEST, by="Bo")
    verdict(page, "OK")
    field = page.locator(f"#why-{line}")
    expect(field).to_be_visible()
    expect(field).to_have_value("half a sen")
    expect(field).to_be_focused()


def test_a_refused_decision_is_said_aloud(page: Page, table: Table) -> None:
    table.reveal()
    line = table.place(BARE)["line"]
    page.locator(f"#decide-{line}").click()
    page.locator(f"#form-{line} input[name=of]").evaluate("field => { field.value = '99'; }")
    page.locator(f"#ok-{line}").click()
    expect(page.get_by_role("alert")).to_contain_text("Not done")


def test_the_page_comes_back_when_the_server_does(page: Page, table: Table) -> None:
    verdict(page, "Next card")
    port = table.server.port
    table.server.stop()
    expect(page.locator("#status-text")).to_contain_text("connection lost", timeout=PATIENCE)
    with Journal("sqlite://") as journal:
        table.server = make_server(table.umpire, journal, LivePicture(), table.clips, port)
        table.reveal()
        verdict(page, "Build!")
        expect(page.locator("#status-text")).to_have_text("live · 30 fps", timeout=PATIENCE)


def test_names_are_shown_as_text(page: Page, table: Table) -> None:
    table.event("call", by="Ann")
    assert page.locator("main script, main iframe, main img[onerror]").count() == 0


def test_nothing_is_wider_than_the_screen(page: Page, table: Table) -> None:
    table.reveal()
    table.place(BARE, doubts=[{"code": "topping_hidden", "position": 3}])
    verdict(page, "UNSURE")
    for width, height in ((390, 844), (320, 640), (768, 1024), (1280, 800), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        word = page.locator(".verdict .word").bounding_box()
        assert word is not None and word["x"] >= 0 and word["x"] + word["width"] <= width
        assert word["height"] >= 40


def test_the_verdict_is_legible_in_both_schemes(page: Page, table: Table) -> None:
    table.reveal()
    doubtful = table.place(BARE, doubts=[{"code": "topping_hidden", "position": 3}])
    colours = "box => [getComputedStyle(box).color, getComputedStyle(box).backgroundColor]"
    decisions = {"UNSURE": None, "ILLEGAL": "ILLEGAL", "OK": "OK"}
    schemes: list[Literal["light", "dark"]] = ["light", "dark"]
    for word, decision in decisions.items():
        if decision is not None:
            table.umpire.act({"event": "override", "of": doubtful["line"], "verdict": decision})
        verdict(page, word)
        for scheme in schemes:
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            ink, ground = page.locator(".verdict").evaluate(colours)
            assert contrast(ink, ground) >= 4.5, (word, scheme)


def contrast(one: str, other: str) -> float:
    """WCAG contrast of two `rgb(r, g, b)` colours."""

    def luminance(colour: str) -> float:
        channels = [int(float(part)) / 255 for part in colour.split("(")[1].rstrip(")").split(",")[:3]]
        linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in channels]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    a, b = sorted((luminance(one), luminance(other)))
    return (b + 0.05) / (a + 0.05)


def test_it_works_without_any_network_but_its_own(page: Page, table: Table) -> None:
    hosts: set[str] = set()
    page.on("request", lambda request: hosts.add(request.url.split("/")[2]))
    page.goto(f"{table.server.url}games")
    page.goto(table.server.url)
    frame_after(page, 0)
    assert hosts == {f"127.0.0.1:{table.server.port}"}

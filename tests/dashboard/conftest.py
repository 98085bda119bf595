"""A dashboard over a real game, without camera, port or thread."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fastapi.testclient import TestClient

from referee import kit
from referee.adapters import get_adapter
from referee.dashboard.app import Config, create_app
from referee.dashboard.guard import Access
from referee.dashboard.picture import Frame, LivePicture
from referee.dashboard.presenters import get_presenter
from referee.journal import Journal
from referee.judge import Judge, describe
from referee.sets.profile import load_profile
from referee.umpire import Umpire

KIT = load_profile("kit")
PLAYERS = ("Ann", "Bo <b>", "Cy")
BEST = ["meat", "bacon", "tomato", "bacon", "cheese", "pepper", "cheese", "shrimp"]
BARE = ["meat", "bacon", "tomato", "bacon", "pepper", "shrimp"]


def words(reason: Any) -> str:
    return describe(reason, "kushi-express")


def ws(client: TestClient, path: str) -> str:
    """The address of a socket under the client's own host name."""
    return f"ws://{client.base_url.netloc.decode()}{path}"


@dataclass
class Table:
    """A game that tests play by telling the umpire what happened."""

    umpire: Umpire
    journal: Journal
    picture: LivePicture
    t: float = 0.0
    clips: Path | None = None

    def event(self, event: str, by: str = "Ann", **fields: Any) -> dict[str, Any]:
        self.t += 1.0
        timed = {"event": event, "t": self.t, "by": by, **fields}
        return dict(self.umpire.act(timed).verdict)

    def reveal(self, card: str = "best", by: str = "Ann") -> dict[str, Any]:
        return self.event("reveal", by, card=card)

    def place(self, layers: list[str], by: str = "Ann", **fields: Any) -> dict[str, Any]:
        return self.event("place", by, layers=layers, handle="first", **fields)

    def show(self, number: int = 1, shade: int = 90) -> None:
        image = np.full((180, 320, 3), shade, np.uint8)
        self.picture.publish(
            Frame(number, number / 10, image, [{"kind": "plate", "label": "", "points": []}])
        )

    def app(self, access: Access | None = None) -> Any:
        config = Config(
            "kushi-express", access=access or Access(), faces=kit.faces(KIT), clips=self.clips, max_tables=2
        )
        return create_app(
            config,
            umpire=self.umpire,
            journal=self.journal,
            picture=self.picture,
            presenter=get_presenter("kushi-express", KIT, PLAYERS, words),
            describe=words,
            status=lambda: {"text": "live", "kind": ""},
        )


@pytest.fixture
def table() -> Iterator[Table]:
    with Journal("sqlite://") as journal:
        key = journal.start_game("kushi-express", "test")
        adapter = get_adapter("kushi-express", KIT, PLAYERS, "Ann")
        umpire = Umpire(Judge(), adapter, journal=journal, key=key)
        setup = {
            "event": "setup",
            "game": "kushi-express",
            "players": list(PLAYERS),
            "first": "Ann",
            "set": "kit",
        }
        assert umpire.act(setup).verdict["verdict"] == "OK"
        yield Table(umpire, journal, LivePicture(max_viewers=2))


@pytest.fixture
def client(table: Table) -> Iterator[TestClient]:
    with TestClient(table.app(), base_url="http://127.0.0.1:8000") as client:
        yield client

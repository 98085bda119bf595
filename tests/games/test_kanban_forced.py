"""What people let pass is carried out as far as it goes, whenever it comes."""

from __future__ import annotations

from typing import Any

import pytest
from kanban import Table
from kanban_scenes import over

EVENTS: list[dict[str, Any]] = [
    {"event": "choose", "action": 5},
    {"event": "take", "tokens": ["blue", "yellow"]},
    {"event": "take", "tokens": []},
    {"event": "skip"},
    {"event": "activate", "details": {"take": "red"}},
    {"event": "activate", "details": {"pay": ["red", "red", "yellow"]}},
    {"event": "activate", "details": {"develop": "opera"}},
    {"event": "activate", "details": {"reserve": "opera"}},
    {"event": "activate", "details": {"trades": [{"buy": "red"}, {"sell_vp": 2}]}},
    {"event": "ability", "card": "opera", "details": {}},
    {"event": "ability", "card": "bavarois", "details": {"trade": {"sell": "red"}}},
    {"event": "ability", "card": "fried-chicken", "details": {"drew": "red"}},
    {"event": "distribute", "tokens": [["red", 3], ["red", 3]]},
    {"event": "distribute", "tokens": [["blue", None]], "returned": True},
    {"event": "end_turn", "materials": {"yellow": 1}},
    {"event": "observe", "before": {"money": 1}, "after": {"money": 9, "vp": 9}},
    {"event": "observe", "before": {}, "after": {"materials": ["yellow"]}, "action": 2},
]


def scene(when: str) -> Table:
    if when == "over":
        return over()
    table = Table().has(3, 2, "bb").has(player="P2")
    table.lies({2: "b", 3: "bbbbbb"}, "g", bag="bgw", area=["parfait"], active="P1")
    if when == "chosen":
        table.choose(2)
    elif when != "start":
        table.chosen(2, "b")
    if when in ("decided", "placed"):
        table.skip()
    if when == "placed":
        table.distribute(("b", 1), ("g", 4))
    return table


@pytest.mark.parametrize("event", EVENTS, ids=str)
@pytest.mark.parametrize("by", ["P1", "P2"])
@pytest.mark.parametrize("when", ["start", "chosen", "taken", "decided", "placed", "over"])
def test_whatever_people_let_pass(when: str, by: str, event: dict[str, Any]) -> None:
    table = scene(when)
    before = table.judge.state
    answer = table.judge.feed({**event, "by": by})
    if answer["verdict"] in ("ILLEGAL", "BAD_INPUT"):
        assert table.judge.state == before
    settled = table.override(answer) if answer["verdict"] == "ILLEGAL" else answer
    assert settled["verdict"] in ("OK", "ILLEGAL", "UNSURE", "BAD_INPUT")
    if settled["verdict"] == "ILLEGAL":
        assert when == "over" or {reason["code"] for reason in settled["reasons"]} & {
            "not_chosen", "already_distributed", "hand_full", "not_in_area",
        }  # fmt: skip
    view = table.view
    for player in view["players"].values():
        assert min(player["money"] or 0, player["vp"] or 0, *(player["materials"] or {"": 0}).values()) >= 0
    assert all(len(pile or ()) <= 6 for pile in view["actions"].values())


@pytest.mark.parametrize(
    ("event", "phase", "code"),
    [
        ({"event": "skip"}, "distribute", "already_decided"),
        ({"event": "choose", "action": 5}, "take", "already_chosen"),
        ({"event": "take", "tokens": []}, "distribute", "already_taken"),
        ({"event": "end_turn"}, "choose", "not_distributed"),
    ],
)
def test_what_comes_too_late_and_people_let_pass(event: dict[str, Any], phase: str, code: str) -> None:
    table = scene("decided")
    answer = table.judge.feed({**event, "by": "P1"})
    assert code in [reason["code"] for reason in answer["reasons"]]
    settled = table.override(answer)
    assert settled["verdict"] == "OK"
    assert code in [reason["code"] for reason in settled["reasons"] if reason["severity"] == "warning"]
    assert table.view["phase"] == phase

"""The umpire: from looks to verdicts that are kept, with the real rules and a scripted table."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from typing import Any

import pytest
from readings import BEST, PLATE, box, card, scene, skewer

from referee.adapters import Look, get_adapter
from referee.journal import Journal
from referee.judge import Judge, judge_lines
from referee.record import Call, standing
from referee.sets.profile import load_profile
from referee.umpire import Umpire
from vision.scene import CardReading, Corners, Doubt, SkewerReading

SETUP = {"event": "setup", "game": "kushi-express", "players": ["Ann", "Bo"], "first": "Ann", "set": "kit"}


class Show:
    """Shows scenes to an umpire, ten a second."""

    def __init__(self, umpire: Umpire) -> None:
        self.umpire = umpire
        self.frame = 0
        self.t = 0.0

    def __call__(
        self,
        *skewers: SkewerReading,
        cards: tuple[CardReading, ...] = (),
        seconds: float = 0.5,
        plate: Corners | None = PLATE,
    ) -> list[Call]:
        calls: list[Call] = []
        for _ in range(round(seconds * 10)):
            self.frame += 3
            self.t = round(self.t + 0.1, 3)
            shown = scene(*skewers, cards=cards, plate=plate)
            calls += self.umpire.see(Look(self.frame, self.t, shown))
        return calls


@pytest.fixture
def journal() -> Iterator[Journal]:
    with Journal("sqlite://") as journal:
        yield journal


def make_umpire(journal: Journal | None = None, key: str = "") -> Umpire:
    adapter = get_adapter("kushi-express", load_profile("kit"), ("Ann", "Bo"), "Ann")
    return Umpire(Judge(), adapter, journal=journal, key=key)


@pytest.fixture
def umpire(journal: Journal) -> Umpire:
    umpire = make_umpire(journal, journal.start_game("kushi-express", "test"))
    assert umpire.act(SETUP).verdict["verdict"] == "OK"
    return umpire


@pytest.fixture
def show(umpire: Umpire) -> Show:
    show = Show(umpire)
    show(seconds=0.2)
    return show


def verdicts(calls: list[Call]) -> list[tuple[str, str]]:
    return [(call.kind, call.verdict["verdict"]) for call in calls]


def test_a_right_skewer_wins_the_card_with_evidence_and_confidence(umpire: Umpire, show: Show) -> None:
    assert verdicts(show(cards=(card("best"),))) == [("reveal", "OK")]
    (call,) = show(skewer(BEST), cards=(card("best"),))
    verdict = call.verdict
    assert verdict["verdict"] == "OK"
    assert (verdict["turn"], verdict["by"], verdict["scores"]) == (1, "Ann", {"Ann": "6.0", "Bo": "0.0"})
    assert verdict["confidence"] == 0.95
    assert verdict["evidence"] == {"frames": [24, 27, 30]}
    assert verdict["t"] == call.event["t"]


def test_a_wrong_skewer_names_what_is_wrong_and_the_next_claim_is_bos(umpire: Umpire, show: Show) -> None:
    best = (card("best"),)
    show(cards=best)
    missing = ("meat", "bacon", "tomato", "bacon", "pepper", "shrimp")
    (call,) = show(skewer(missing), cards=best)
    assert call.verdict["verdict"] == "ILLEGAL"
    assert call.verdict["reasons"] == [
        {
            "code": "missing_topping",
            "position": 3,
            "expected": "cheese-wrapped pepper",
            "seen": "pepper",
        }
    ]
    assert verdicts(show(cards=best, seconds=2)) == [("recover", "OK")]
    (call,) = show(skewer(BEST, at=box(700, 420, 300, 40, 30)), cards=best)
    assert (call.event["by"], call.verdict["verdict"]) == ("Bo", "OK")


def test_a_doubt_is_unsure_until_the_skewer_is_rolled(show: Show) -> None:
    new = (card("new"),)
    show(cards=new)
    hidden = skewer("cheese tomato cheese meat", Doubt("topping_hidden", 2))
    (call,) = show(hidden, cards=new, seconds=1.5)
    assert call.verdict["verdict"] == "UNSURE"
    assert call.verdict["reasons"][0]["code"] == "topping_hidden"
    (call,) = show(skewer("cheese tomato cheese bacon meat bacon"), cards=new, seconds=1)
    assert (call.kind, call.verdict["verdict"]) == ("place", "OK")


def test_a_doubt_that_changes_nothing_is_no_reason_to_wait(show: Show) -> None:
    show(cards=(card("new"),))
    (call,) = show(skewer("pepper shrimp", Doubt("topping_hidden", 2)), cards=(card("new"),), seconds=1)
    assert call.verdict["verdict"] == "ILLEGAL"


HIDDEN = skewer("cheese tomato cheese meat", Doubt("topping_hidden", 2))
RIGHT = skewer("cheese tomato cheese bacon meat bacon", at=box(700, 420, 300, 40, 30))


def test_a_skewer_taken_back_undecided_was_no_claim(umpire: Umpire, show: Show) -> None:
    new = (card("new"),)
    show(cards=new)
    (claim,) = show(HIDDEN, cards=new, seconds=1.2)
    assert claim.verdict["verdict"] == "UNSURE"
    (undo,) = show(cards=new, seconds=4)
    assert (undo.kind, undo.event["of"], undo.event["by"]) == ("undo", claim.line, "conduct")
    assert umpire.snapshot.view["out"] == []
    assert verdicts(show(RIGHT, cards=new)) == [("place", "OK")]


def test_another_skewer_in_its_place_ends_an_undecided_claim_at_once(show: Show) -> None:
    new = (card("new"),)
    show(cards=new)
    show(HIDDEN, cards=new, seconds=1.2)
    show(cards=new, seconds=1)
    assert verdicts(show(RIGHT, cards=new)) == [("undo", "OK"), ("place", "OK")]


def test_the_next_card_turned_over_decides_an_open_claim_as_the_table_did(umpire: Umpire, show: Show) -> None:
    show(cards=(card("new"),))
    (claim,) = show(HIDDEN, cards=(card("new"),), seconds=1.2)
    show(HIDDEN, seconds=0.6)
    calls = show(HIDDEN, cards=(card("best"),))
    assert verdicts(calls) == [("override", "OK"), ("reveal", "OK")]
    assert (calls[0].event["of"], calls[0].event["by"]) == (claim.line, "conduct")
    assert umpire.snapshot.view["scores"]["Ann"] == "5.0"
    assert verdicts(show(cards=(card("best"),), seconds=2)) == [("recover", "OK")]
    undone = umpire.act({"event": "undo", "of": calls[0].line})
    assert undone.verdict["verdict"] == "OK"


def test_nothing_is_compared_while_an_undecided_card_lies_open(umpire: Umpire, show: Show) -> None:
    show(cards=(card("new"),))
    show(seconds=0.6)
    (refused,) = show(cards=(card("best"),))
    assert (refused.kind, refused.verdict["verdict"]) == ("reveal", "ILLEGAL")
    assert show(skewer(BEST), cards=(card("best"),), seconds=2) == []
    assert "last order is not decided" in umpire.snapshot.advice["card"]
    umpire.act({"event": "override", "of": refused.line, "verdict": "OK", "by": "all_opponents"})
    assert umpire.snapshot.view["order"]["card"] == "best"
    assert verdicts(show(skewer(BEST), cards=(card("best"),))) == [("place", "OK")]


def test_people_settle_what_is_unsure_and_the_better_view_says_no_more(umpire: Umpire, show: Show) -> None:
    new = (card("new"),)
    show(cards=new)
    hidden = skewer("cheese tomato cheese meat", Doubt("topping_hidden", 2))
    (call,) = show(hidden, cards=new, seconds=1)
    override = umpire.act(
        {"event": "override", "of": call.line, "verdict": "OK", "by": "all_opponents", "why": "we looked"}
    )
    assert override.verdict["verdict"] == "OK"
    assert umpire.snapshot.view["scores"]["Ann"] == "5.0"
    assert show(skewer("cheese tomato cheese meat"), cards=new, seconds=1) == []


def test_an_override_can_be_undone_and_everything_is_in_the_journal(
    umpire: Umpire, show: Show, journal: Journal
) -> None:
    best = (card("best"),)
    show(cards=best)
    (call,) = show(skewer("meat"), cards=best)
    over = umpire.act({"event": "override", "of": call.line, "verdict": "OK", "by": "all_opponents"})
    assert umpire.snapshot.view["scores"]["Ann"] == "6.0"
    assert standing(umpire.snapshot.calls).verdict(call) == "OK"
    umpire.act({"event": "undo", "of": over.line})
    assert umpire.snapshot.view["scores"]["Ann"] == "0.0"
    assert standing(umpire.snapshot.calls).verdict(call) == "ILLEGAL"
    kinds = [entry.event["event"] for entry in journal.entries(umpire.key)]
    assert kinds == ["setup", "reveal", "place", "override", "undo"]


def test_the_journal_judged_again_gives_the_same_verdicts_byte_for_byte(
    umpire: Umpire, show: Show, journal: Journal
) -> None:
    best = (card("best"),)
    show(cards=best)
    show(skewer("meat"), cards=best, seconds=1)
    show(cards=best, seconds=2)
    show(skewer(BEST, at=box(700, 420, 300, 40, 30)), cards=best)
    exported = "\n".join(journal.export(umpire.key)).encode()
    again = list(judge_lines(io.BytesIO(exported)))
    kept = [entry.verdict for entry in journal.entries(umpire.key)]
    assert json.dumps(again[:-1]) == json.dumps(kept)
    assert again[-1]["result"] == umpire.snapshot.result


def test_a_game_goes_on_after_a_crash(umpire: Umpire, show: Show, journal: Journal) -> None:
    best = (card("best"),)
    show(cards=best)
    show(skewer(BEST), cards=best)
    before = umpire.snapshot

    resumed = make_umpire(journal, umpire.key)
    resumed.resume(journal.entries(umpire.key))
    assert resumed.snapshot.view == before.view
    assert [c.verdict for c in resumed.snapshot.calls] == [c.verdict for c in before.calls]

    later = Show(resumed)
    later.t = show.t
    assert later(skewer(BEST), cards=(card("best", at=box(1100, 600, 130, 130)),), seconds=1) == []
    later(skewer(BEST), seconds=0.6)
    assert verdicts(later(skewer(BEST), cards=(card("new"),))) == [("reveal", "OK")]
    later(cards=(card("new"),), seconds=1.5)
    calls = later(skewer("cheese tomato cheese bacon meat bacon"), cards=(card("new"),))
    assert verdicts(calls) == [("recover", "OK"), ("place", "OK")]
    assert [entry.line for entry in journal.entries(umpire.key)] == [1, 2, 3, 4, 5, 6]


def test_time_never_runs_back_between_people_and_frames(journal: Journal) -> None:
    now = [0.0]
    adapter = get_adapter("kushi-express", load_profile("kit"), ("Ann", "Bo"), "Ann")
    umpire = Umpire(Judge(), adapter, clock=lambda: now[0])
    umpire.act(SETUP)
    show = Show(umpire)
    show(seconds=0.2)
    show(cards=(card("touting"),))
    now[0] = 5.0
    assert umpire.act({"event": "decline", "by": "Bo"}).event["t"] == 5.0
    show(seconds=0.6)
    (call,) = show(cards=(card("best"),))
    assert call.event["t"] == 5.0
    assert call.verdict["verdict"] == "OK"


def test_listeners_hear_of_each_change_until_they_end(umpire: Umpire, show: Show) -> None:
    heard: list[int] = []
    end = umpire.listen(lambda snapshot: heard.append(len(snapshot.calls)))
    show(cards=(card("best"),))
    assert heard == [2]
    end()
    show(skewer(BEST), cards=(card("best"),))
    assert heard == [2]


def test_bad_input_of_people_changes_nothing(umpire: Umpire) -> None:
    before = umpire.snapshot.view
    call = umpire.act({"event": "override", "of": 77, "verdict": "OK"})
    assert call.verdict["verdict"] == "BAD_INPUT"
    assert umpire.snapshot.view == before


def test_advice_is_shown_and_goes_away(umpire: Umpire, show: Show) -> None:
    show(cards=(card(None, Doubt("glare")),), seconds=2)
    assert "shines" in umpire.snapshot.advice["card"]
    show(cards=(card("best"),), seconds=1)
    assert umpire.snapshot.advice == {}


def test_a_journal_that_fails_does_not_stop_the_game(journal: Journal, monkeypatch: Any) -> None:
    from sqlalchemy.exc import OperationalError

    umpire = make_umpire(journal, journal.start_game("kushi-express", "test"))
    insert = journal._insert

    def full(*_: Any) -> None:
        raise OperationalError("INSERT", {}, Exception("database or disk is full"))

    monkeypatch.setattr(journal, "_insert", full)
    umpire.act(SETUP)
    show = Show(umpire)
    show(seconds=0.2)
    assert verdicts(show(cards=(card("best"),))) == [("reveal", "OK")]
    assert "disk is full" in (umpire.snapshot.warning or "")
    monkeypatch.setattr(journal, "_insert", insert)
    show(cards=(card("best"),), seconds=6)
    assert umpire.snapshot.warning is None
    assert len(journal.entries(umpire.key)) == 2

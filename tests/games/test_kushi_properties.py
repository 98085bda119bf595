"""What holds in every game of Kushi Express: conservation of cards, scores, legal play, undo, replay."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from kushi import DECK, MARKED, RIGHT, Table, skewer

from referee.games.kushi_express.state import State
from referee.judge import Judge, judge_lines

ORDER_CARDS = sorted(RIGHT)


def players(count: int) -> str:
    return "ABCD"[:count]


def cards_of(state: State) -> Counter[str]:
    """Where every card is that came from the pile: on hands, set aside, or face up."""
    found: Counter[str] = Counter()
    for hand in [*state.hands.values(), state.aside]:
        for card, count in hand.items():
            assert count > 0
            found[card.label] += count
    if state.phase in ("build", "touting") and state.face_up is not None:
        found[state.face_up.label] += 1
    return found


def check_invariants(table: Table, drawn: Counter[str]) -> None:
    state: State = table.judge.state
    assert cards_of(state) == drawn
    for player in state.config.players:
        gained = sum(card.price * count for card, count in state.hands[player].items())
        assert table.scores[player] == f"{gained // 10}.{gained % 10}"
        assert all(card.kind == "order" for card in state.hands[player])
    result = table.result
    assert bool(result["winners"]) == result["over"]
    assert set(result["winners"]) <= set(state.contenders)


@given(st.integers(2, 4), st.data())
def test_legal_play_is_never_illegal(count: int, data: st.DataObject) -> None:
    """Random play by the rules to the end of the game: only wrong skewers are ILLEGAL, no card is lost."""
    table = Table(players(count))
    drawn: Counter[str] = Counter()
    pile = [
        *data.draw(st.lists(st.sampled_from([*ORDER_CARDS, "touting"]), max_size=5)),
        "closing",
        *["best"] * 4,
    ]
    while not table.result["over"]:
        view = table.view
        card = pile.pop(0)
        assert table.reveal(view["first"], card)["verdict"] == "OK"
        drawn[card] += 1
        check_invariants(table, drawn)
        for player in list(table.view["plate"]):
            assert table.recover(player)["verdict"] == "OK"
        if table.view["touting"]:
            held = [(owner, label) for owner, hand in table.view["gained"].items() for label in hand]
            thief = data.draw(st.sampled_from(players(count)))
            of_others = [(owner, label) for owner, label in held if owner != thief]
            if data.draw(st.booleans()):
                answer = table.decline(thief)
            elif of_others:
                answer = table.steal(thief, *data.draw(st.sampled_from(of_others)))
            else:
                answer = table.steal(thief, "pile", "new")
                drawn["new"] += 1
            assert answer["verdict"] == "OK"
        elif table.view["order"] is not None:
            able = list(table.view["tie_break"] or players(count))
            while able:
                player = data.draw(st.sampled_from(able))
                if not pile or data.draw(st.integers(0, 2)):
                    right = table.place(player, RIGHT[card])
                    assert right["verdict"] == "OK"
                    break
                able.remove(player)
                assert table.place(player, "M b")["verdict"] == "ILLEGAL"
                assert player in table.view["out"] or not able
                assert table.recover(player)["verdict"] == "OK"
        check_invariants(table, drawn)


PLAYER = st.sampled_from(["A", "B", "C"])
EVENT = st.one_of(
    st.builds(dict, event=st.just("reveal"), by=PLAYER, card=st.sampled_from(sorted(DECK))),
    st.builds(
        dict,
        event=st.just("place"),
        by=PLAYER,
        layers=st.sampled_from([skewer(text) for text in (*RIGHT.values(), "S P(c) T(b) M", "P(b)", "")]),
        handle=st.sampled_from(["first", "unknown"]),
    ),
    st.builds(dict, event=st.sampled_from(["call", "recover", "decline"]), by=PLAYER),
    st.fixed_dictionaries(
        {
            "event": st.just("steal"),
            "by": PLAYER,
            "from": st.sampled_from(["A", "B", "C", "pile"]),
            "card": st.sampled_from(sorted(DECK)),
        }
    ),
    st.fixed_dictionaries({"event": st.just("override"), "of": st.integers(1, 30),
                           "verdict": st.sampled_from(["OK", "ILLEGAL"])}),
    st.fixed_dictionaries({"event": st.just("undo"), "of": st.integers(1, 30)}),
)  # fmt: skip
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "orientation": st.sampled_from(["auto", "either"]),
        "require_call": st.booleans(),
        "simultaneous": st.sampled_from(["ask", "replay"]),
        "simultaneous_window": st.sampled_from([0, 1.5]),
        "all_out": st.sampled_from(["set_aside", "replay"]),
        "touting_first": st.sampled_from(["unchanged", "thief"]),
        "tie_break": st.sampled_from(["leaders", "all"]),
    },
)


@st.composite
def streams(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Any events, legal or not, with many at the same moment."""
    setup = {"event": "setup", "game": "kushi-express", "players": ["A", "B", "C"], "first": "A"}
    stream: list[dict[str, Any]] = [{**setup, "options": draw(OPTIONS)}]
    t = 0
    for event in draw(st.lists(EVENT, max_size=25)):
        t += draw(st.integers(0, 1))
        stream.append({**event, "t": t})
    return stream


def judged(stream: list[dict[str, Any]]) -> tuple[Judge, list[dict[str, Any]]]:
    judge = Judge(load=lambda game, setup: MARKED)
    return judge, [judge.feed(event) for event in stream]


def position(judge: Judge) -> tuple[Any, ...]:
    return judge.state, judge.view(), judge.result()


@given(streams())
def test_cards_are_conserved_whatever_happens(stream: list[dict[str, Any]]) -> None:
    judge = Judge(load=lambda game, setup: MARKED)
    for event in stream:
        before = judge.state
        answer = judge.feed(event)
        state: State = judge.state
        assert sum(cards_of(state).values()) == state.drawn
        assert all(points >= 0 for points in state.points.values())
        if answer["verdict"] == "BAD_INPUT":
            assert state is before
        if answer["verdict"] in ("ILLEGAL", "BAD_INPUT") and answer["subject"] != "place":
            assert answer["subject"] == "call" or state.points == (before or state).points
        assert (not answer["reasons"]) <= (answer["verdict"] == "OK")


@given(streams(), EVENT)
def test_undo_gives_the_earlier_state(stream: list[dict[str, Any]], event: dict[str, Any]) -> None:
    judge, _ = judged(stream)
    before = position(judge)
    answer = judge.feed({**event, "t": 99})
    if answer["verdict"] == "BAD_INPUT" or (answer["subject"] == "override" and answer["verdict"] != "OK"):
        assert position(judge) == before
        return
    after = position(judge)
    undone = judge.feed({"event": "undo", "of": answer["line"]})
    assert undone["verdict"] == "OK"
    assert position(judge) == before
    assert judge.feed({"event": "undo", "of": undone["line"]})["verdict"] == "OK"
    assert position(judge) == after


@given(streams(), st.data())
def test_undo_is_as_if_it_had_not_been(stream: list[dict[str, Any]], data: st.DataObject) -> None:
    """Without decisions in it, undoing any one event gives the state of the stream without that event."""
    plain = [event for event in stream if event["event"] not in ("override", "undo")]
    judge, answers = judged(plain)
    events = [answer for answer in answers[1:] if answer["verdict"] != "BAD_INPUT"]
    if not events:
        return
    line = data.draw(st.sampled_from(events))["line"]
    judge.feed({"event": "undo", "of": line})
    accepted = {answer["line"] for answer in events}
    without = [event for i, event in enumerate(plain, 1) if i == 1 or (i in accepted and i != line)]
    other, _ = judged(without)
    ours, theirs = judge.view(), other.view()
    assert ours == theirs
    assert judge.result() == other.result()


@given(streams())
def test_replay_gives_the_same_bytes(stream: list[dict[str, Any]]) -> None:
    lines = [json.dumps(event).encode() for event in stream]
    once, again = (list(judge_lines(lines, load=lambda game, setup: MARKED)) for _ in range(2))
    assert json.dumps(once) == json.dumps(again)
    assert once[:-1] == judged(stream)[1]

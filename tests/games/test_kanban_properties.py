"""What holds in every game of Kanban Menu: conservation, legal play, undo, replay, and nothing unknown is
ILLEGAL."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from kanban import codes
from kanban_play import CARDS, COLOURS, Play, tokens

from referee.games.kanban_menu.state import State
from referee.judge import Judge, judge_lines

seeds = st.integers(0, 10**6)
MOST_TURNS = 40
some = settings(max_examples=30)


def judged(*events: dict[str, Any]) -> Judge:
    judge = Judge()
    for event in events:
        answer = judge.feed(event)
        assert answer["verdict"] == "OK", (event, answer)
    return judge


def check(judge: Judge, play: Play) -> None:
    """The referee's table is the model's, and nothing was lost or made."""
    view = judge.view()
    for person in play.people:
        told = view["players"][person.name]
        assert {name: told[name] for name in person.json()} == person.json()
        assert person.money >= 0 <= person.vp
        assert set(person.materials) <= set(COLOURS[:4])
    assert {int(i): pile for i, pile in view["actions"].items()} == {
        i: tokens(pile) for i, pile in play.actions.items()
    }
    assert view["used"] == dict(+play.used)
    assert (view["area"], view["deck"]) == (play.area, len(play.deck))
    state: State = judge.state
    for i, colour in enumerate(COLOURS):
        piles = [state.used, state.bag, *state.actions]
        there = sum(pile.counts[i] for pile in piles) + sum(p.materials[i] for p in state.players)
        assert there == play.totals[colour]
    assert all(pile.total <= 6 for pile in state.actions)
    fronts = [card for player in state.players for card in player.menu]
    hands = [player.hand for player in state.players if player.hand is not None]
    assert len(fronts) + len(hands) + len(state.area) + (state.deck or 0) == len(CARDS)
    assert len(state.area) == 4 or state.deck == 0


@given(seeds, st.integers(2, 5))
@some
def test_legal_play_is_never_illegal(seed: int, players: int) -> None:
    play = Play(seed, players)
    judge = judged(*play.opening())
    check(judge, play)
    for _ in range(MOST_TURNS):
        for event in play.turn():
            answer = judge.feed(event)
            assert answer["verdict"] == "OK" or codes(answer) == ["other_game"], (event, answer)
        check(judge, play)
        if play.over:
            break
    result = judge.result()["result"]
    assert result["over"] is play.over
    if play.over:
        final = play.final()
        assert {name: told["final_vp"] for name, told in result["players"].items()} == final
        best = [name for name, vp in final.items() if vp == max(final.values())]
        assert set(result["winners"] or result["tied"]) <= set(best)
        assert judge.feed({"event": "choose", "by": "P1", "action": 1})["verdict"] == "ILLEGAL"


def some_turns(seed: int, players: int = 3, most: int = 8) -> tuple[Play, list[dict[str, Any]]]:
    """A stream of a few whole turns."""
    play = Play(seed, players, end_vp=99)
    stream = play.opening()
    for _ in range(random.Random(seed).randint(1, most)):
        stream += list(play.turn())
    return play, stream


@given(seeds, st.data())
@some
def test_undo_gives_the_earlier_state(seed: int, data: st.DataObject) -> None:
    _, stream = some_turns(seed)
    upto = data.draw(st.integers(2, len(stream) - 1))
    judge = judged(*stream[:upto])
    before = judge.state, judge.view(), judge.result()
    answer = judge.feed(stream[upto])
    after = judge.state
    undone = judge.feed({"event": "undo", "of": answer["line"]})
    assert (judge.state, judge.view(), judge.result()) == before
    assert judge.feed({"event": "undo", "of": undone["line"]})["verdict"] == "OK"
    assert judge.state == after


@given(seeds)
@some
def test_replay_gives_the_same_bytes(seed: int) -> None:
    _, stream = some_turns(seed)
    lines = [json.dumps(event).encode() for event in stream]
    once, again = (list(judge_lines(lines)) for _ in range(2))
    assert json.dumps(once) == json.dumps(again)


@given(
    seeds,
    st.sets(st.sampled_from(["money", "vp", "materials", "menu", "hand"])),
    st.sets(st.sampled_from(["actions", "used", "bag", "area", "deck"])),
    st.booleans(),
    st.booleans(),
)
@some
def test_what_is_not_known_is_never_illegal(
    seed: int, no_holdings: set[str], no_table: set[str], no_data: bool, partly: bool
) -> None:
    """A game joined half way, of which some fields were not told, goes on legally."""
    play, _ = some_turns(seed)
    setup = play.setup()
    setup["data"] = None if no_data else play.data
    told = [
        {"event": "state", "player": person.name, **without(person.json(), no_holdings)}
        for person in play.people
    ]
    stream = [setup, *(told[: seed % 3 + 1] if partly else told), without(play.table(), no_table)]
    judge = Judge()
    for event in stream:
        assert judge.feed(event)["verdict"] == "OK"
    for _ in range(6):
        for event in play.turn():
            answer = judge.feed(event)
            assert answer["verdict"] in ("OK", "UNSURE"), (event, answer)
            assert answer["verdict"] == "OK" or set(codes(answer)) <= {"unknown", "no_data"}


def without(fields: dict[str, Any], names: set[str]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if name not in names}


@given(seeds)
@some
def test_an_illegal_change_is_caught(seed: int) -> None:
    """At each moment of a legal game: what breaks one rule there is ILLEGAL for that reason, and changes
    nothing."""
    play, stream = some_turns(seed, most=4)
    judge = judged(*stream)
    for event in play.turn():
        for wrong, code in broken(judge.state, event, play):
            before = judge.state
            answer = judge.feed(wrong)
            assert answer["verdict"] == "ILLEGAL", (wrong, answer)
            assert code in codes(answer), (code, answer)
            assert judge.state == before
        assert judge.feed(event)["verdict"] == "OK"


@given(seeds, st.booleans())
@settings(max_examples=15)
def test_people_may_overrule_anything_and_take_it_back(seed: int, again: bool) -> None:
    play, stream = some_turns(seed, most=3)
    judge = judged(*stream)
    for event in play.turn():
        for wrong, _ in broken(judge.state, event, play):
            before = judge.state, judge.view()
            answer = judge.feed(wrong)
            told = judge.feed({"event": "override", "of": answer["line"], "verdict": "OK"})
            view = judge.view()
            assert all(len(pile) <= 6 for pile in view["actions"].values())
            assert all(there["money"] >= 0 <= there["vp"] for there in view["players"].values())
            if told["verdict"] == "OK":
                assert told["reasons"]
                assert judge.feed({"event": "undo", "of": told["line"]})["verdict"] == "OK"
            assert (judge.state, judge.view()) == before
        answer = judge.feed(event)
        assert answer["verdict"] == "OK"
        if again:
            after = judge.state
            told = judge.feed({"event": "override", "of": answer["line"], "verdict": "ILLEGAL"})
            assert told["verdict"] == "OK"
            assert judge.feed({"event": "undo", "of": told["line"]})["verdict"] == "OK"
            assert judge.state == after


def broken(state: State, event: dict[str, Any], play: Play) -> list[tuple[dict[str, Any], str]]:
    """Variants of a legal event, each breaking a rule, with the code that it must be called for."""
    out: list[tuple[dict[str, Any], str]] = []
    name = event["event"]
    player = state.players[state.active]
    other = next(p for p in state.players if p.name != player.name)
    if "by" in event:
        out.append(({**event, "by": other.name}, "not_your_turn"))
    if name == "choose":
        out.append(({"event": "take", "by": player.name, "tokens": []}, "not_chosen"))
        out.append(({"event": "end_turn", "by": player.name}, "not_chosen"))
    if name == "take":
        out.append(({"event": "choose", "by": player.name, "action": 1}, "already_chosen"))
        if event["tokens"]:
            out.append(({**event, "tokens": event["tokens"][1:]}, "take_all"))
        if len(event["tokens"]) < 6:
            out.append(({**event, "tokens": [*event["tokens"], "blue"]}, "not_on_card"))
    if name == "activate":
        details = event["details"]
        if "pay" in details:
            out.append(({**event, "details": {"pay": [*details["pay"], details["pay"][0]]}}, "wrong_count"))
            swapped = [next(c for c in COLOURS[:4] if c != details["pay"][0]), *details["pay"][1:]]
            out.append(({**event, "details": {"pay": swapped}}, "not_same"))
        if "trades" in details:
            many = {"trades": [*details["trades"], *[{"sell_vp": 1}] * 3]}
            out.append(({**event, "details": many}, "too_many_conversions"))
        if details.get("from") in ("used", "bag"):
            there = "bag" if details["from"] == "used" else "used"
            code = "bag_before_used" if there == "bag" else "not_available"
            out.append(({**event, "details": {**details, "from": there}}, code))
        if "develop" in details or "reserve" in details:
            owned = next((c for p in state.players for c in p.menu), None)
            if owned is not None:
                out.append(({**event, "details": {"develop": owned}}, "not_in_area"))
    if name == "ability":
        abilities = ("opera", "bagna-cauda", "hamburg-steak", "fruit-plate")
        missing = next((card for card in abilities if card not in player.menu), None)
        if missing is not None:
            out.append(({"event": "ability", "by": player.name, "card": missing}, "not_in_front"))
        out.append(({"event": "ability", "by": player.name, "card": "macaron"}, "no_ability"))
    if name == "distribute" and len(event["tokens"]) == 2:
        (one, card), (two, _) = event["tokens"]
        if card is not None:
            out.append(({**event, "tokens": [[one, card], [two, card]]}, "same_card"))
            out.append(({**event, "tokens": [[one, card]]}, "token_number"))
        full = [i for i, pile in enumerate(state.actions, 1) if pile.total == 6]
        if full:
            out.append(({**event, "tokens": [[one, full[0]], event["tokens"][1]]}, "full"))
        out.append(({"event": "end_turn", "by": player.name}, "not_distributed"))
    if name == "end_turn":
        out.append(({**event, "materials": {"yellow": 1}}, "yellow_kept"))
        out.append(({"event": "distribute", "by": player.name, "tokens": []}, "already_distributed"))
        used = next(iter(state.used_abilities), None)
        if used is not None:
            extra = {"details": {"drew": "blue", "trade": {"sell_vp": 1}}}
            out.append(({"event": "ability", "by": player.name, "card": used, **extra}, "once"))
    return out


def test_the_model_reaches_much_of_the_game() -> None:
    """The random play is worth its name: every action, ability and bonus comes up."""
    seen: Counter[str] = Counter()
    for seed in range(12):
        _, stream = some_turns(seed, most=60)
        for event in stream:
            seen[event["event"]] += 1
            if event["event"] == "ability":
                seen[event["card"]] += 1
            if event["event"] == "activate":
                seen.update(event["details"].keys())
    assert {
        "skip",
        "refill",
        "take",
        "pay",
        "develop",
        "reserve",
        "trades",
        "bavarois",
        "fried-chicken",
    } <= set(seen)

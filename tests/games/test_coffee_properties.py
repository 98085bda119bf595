"""What holds in every game of Coffee Rush: conservation, legal play, one illegal change, undo, replay."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from coffee import codes
from coffee_play import DATA, Event, Play
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from referee.games.coffee_rush.model import EMPTY, plus
from referee.games.coffee_rush.state import Stage, State
from referee.judge import Judge, judge_lines

randoms = st.integers(0, 2**32).map(Random)
few = settings(max_examples=25)
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "direction": st.sampled_from(["clockwise", "counterclockwise"]),
        "stack": st.sampled_from(["multiply", "max2"]),
        "close_on": st.sampled_from(["shortage", "empty"]),
        "two_player": st.sampled_from(["seed", "public"]),
        "tie_cards": st.sampled_from(["processed", "all"]),
        "multi_upgrade": st.booleans(),
        "interleave": st.booleans(),
        "rush_excludes_active": st.booleans(),
        "finish_round": st.booleans(),
    },
)


def check_invariants(state: State) -> None:
    """Nothing comes from nowhere and nothing is lost."""
    tokens = state.turn.hand
    for player in state.players:
        for cup in player.cups:
            assert cup is not None
            tokens = plus(tokens, cup)
    assert None not in state.supply
    assert plus(tokens, state.supply) == DATA.supply  # type: ignore[arg-type]
    players = state.players
    assert state.deck is not None and state.discarded is not None and state.rush_supply is not None
    on_table = sum((p.queued or 0) + (p.processed or 0) + (p.penalties or 0) for p in players)
    assert state.deck + state.discarded + on_table == 80
    assert state.rush_supply + sum(player.rush or 0 for player in players) == 15
    assert state.discarded == 3 * sum(len(player.upgrades or ()) for player in players)
    cells = [cell for player in players for cell in player.cells]
    assert len(set(cells)) == len(cells)


def whole(play: Play, judge: Judge) -> Iterator[tuple[Event, dict[str, Any], Any]]:
    """A game by the rules to its end: each event, its answer, and the state before."""

    def feed(event: Event) -> tuple[Event, dict[str, Any], Any]:
        before = judge.state
        answer = judge.feed(event)
        play.look = judge.view()
        return event, answer, before

    yield feed(play.setup())
    for event in play.set_up():
        yield feed(event)
    while not judge.result()["result"]["over"]:
        by = play.look["active"]
        for event in play.turn(by):
            said = feed(event)
            yield said
            if said[1]["verdict"] == "ASK":
                # Nothing can happen any more: people end it.
                yield feed({"event": "override", "of": said[1]["line"], "verdict": "OK"})
                return
        if judge.state.turn.stage == Stage.DONE:
            yield feed({"event": "draw", "by": by, "cards": [play.deck.pop()]})


@given(randoms, st.integers(2, 4), OPTIONS)
@few
def test_legal_play_is_never_illegal(random: Random, players: int, options: dict[str, Any]) -> None:
    judge = Judge()
    penalties = 0
    for event, answer, _ in whole(Play(random, players, options), judge):
        assert answer["verdict"] in ("OK", "ASK"), (event, answer)
        check_invariants(judge.state)
        now = sum(player.penalties or 0 for player in judge.state.players)
        assert now >= penalties
        penalties = now
    result = judge.result()["result"]
    assert result["over"]
    assert result["winners"]
    best = max(shown["rating"] for shown in result["players"].values())
    assert {result["players"][name]["rating"] for name in result["winners"]} == {best}


def wrong_player(event: Event, state: State) -> tuple[Event, str] | None:
    if event["event"] == "draw":
        return None
    names = state.config.players
    return {**event, "by": names[(names.index(event["by"]) + 1) % len(names)]}, "not_your_turn"


def jump(event: Event, state: State) -> tuple[Event, str] | None:
    """A step to the cell opposite, which is never a neighbour."""
    if event["event"] != "move":
        return None
    me = state.players[state.config.players.index(event["by"])]
    cell = me.cells[event.get("meeple", 1) - 1]
    far = [(cell // 4 + 2) % 4, (cell % 4 + 2) % 4]  # type: ignore[operator]
    return {**event, "path": [far, *event["path"][1:]]}, "not_adjacent"


def no_steps(event: Event, state: State) -> tuple[Event, str] | None:
    return ({**event, "path": []}, "no_move") if event["event"] == "move" else None


def one_step_too_many(event: Event, state: State) -> tuple[Event, str] | None:
    if event["event"] != "move":
        return None
    there_and_back = [*event["path"], *[event["path"][-1]] * (4 + event["rush"])]
    return {**event, "path": there_and_back}, "too_many_steps"


def rush_not_owned(event: Event, state: State) -> tuple[Event, str] | None:
    me = state.players[state.config.players.index(event["by"])]
    return ({**event, "rush": (me.rush or 0) + 1}, "rush_not_owned") if event["event"] == "move" else None


def token_kept(event: Event, state: State) -> tuple[Event, str] | None:
    if event["event"] != "pour" or state.turn.hand == EMPTY or state.config.options.interleave:
        return None
    return {**event, "cups": {}, "returned": []}, "not_poured"


def token_from_nowhere(event: Event, state: State) -> tuple[Event, str] | None:
    return ({**event, "returned": ["tea"] * 13}, "not_gained") if event["event"] == "pour" else None


def wrong_card(event: Event, state: State) -> tuple[Event, str] | None:
    if event["event"] != "process":
        return None
    recipe = DATA.cards[event["card"]].recipe
    other = next(card.id for card in DATA.cards.values() if card.recipe != recipe)
    return {**event, "card": other}, "no_match"


def one_card_more(event: Event, state: State) -> tuple[Event, str] | None:
    if event["event"] != "draw" or state.turn.stage == Stage.DONE:
        return None
    return {**event, "cards": [*event["cards"], *["cocoa"] * state.turn.served]}, "too_many_cards"


def four_discarded(event: Event, state: State) -> tuple[Event, str] | None:
    return ({**event, "discard": 4}, "wrong_discard") if event["event"] == "activate" else None


CHANGES: list[Callable[[Event, State], tuple[Event, str] | None]] = [
    wrong_player, jump, no_steps, one_step_too_many, rush_not_owned, token_kept, token_from_nowhere,
    wrong_card, one_card_more, four_discarded,
]  # fmt: skip


@given(randoms, st.integers(2, 4), st.data())
@few
def test_one_illegal_change_is_always_caught(random: Random, players: int, data: st.DataObject) -> None:
    """Beside each legal event of a game an illegal one like it: it is called, with the right code, and
    changes nothing."""
    change = data.draw(st.sampled_from(CHANGES))
    judge = Judge()
    for event, _, before in whole(Play(random, players), judge):
        if before is None or before.phase != "play" or event["event"] in ("override", "setup"):
            continue
        changed = change(event, before)
        if changed is None:
            continue
        game = judge.game
        assert game is not None
        state, verdict = game.apply(before, game.parse(before, changed[0], 1))
        assert verdict.call == "ILLEGAL", changed
        assert changed[1] in [reason.code for reason in verdict.reasons]
        assert state is before


@given(randoms, st.integers(2, 4), st.data())
@few
def test_undo_after_any_event_gives_the_earlier_state(
    random: Random, players: int, data: st.DataObject
) -> None:
    judge = Judge()
    taken_back = 0
    for _, answer, before in whole(Play(random, players), judge):
        if before is None or answer["subject"] == "override" or random.random() > 0.2:
            continue
        after = judge.state
        undone = judge.feed({"event": "undo", "of": answer["line"]})
        assert undone["verdict"] == "OK"
        assert judge.state == before
        assert judge.feed({"event": "undo", "of": undone["line"]})["verdict"] == "OK"
        assert judge.state == after
        taken_back += 1
        if taken_back > 5:
            break


@given(randoms, st.integers(2, 4))
@few
def test_replay_gives_the_same_bytes(random: Random, players: int) -> None:
    judge = Judge()
    said = list(whole(Play(random, players), judge))
    lines = [json.dumps(event).encode() for event, _, _ in said]
    once, again = (list(judge_lines(lines)) for _ in range(2))
    assert json.dumps(once) == json.dumps(again)
    assert once[:-1] == [answer for _, answer, _ in said]
    assert once[-1] == judge.result()


@given(randoms, st.integers(2, 4), OPTIONS, st.floats(0, 1), st.floats(0, 1))
@few
def test_a_legal_game_joined_half_way_is_never_illegal(
    random: Random, players: int, options: dict[str, Any], when: float, known: float
) -> None:
    """Some of how things stand is told, the rest is not: legal play stays OK or UNSURE to the end."""
    judge = Judge()
    play = Play(random, players, options)
    said = [(event, judge.view()) for event, _, _ in whole(play, judge)]
    start = max(i for i, (_, view) in enumerate(said) if view["phase"] == "setup") + 1
    at = start + int(when * (len(said) - start - 1))
    view = said[at][1]
    joined = Judge()
    joined.feed(said[0][0])
    for name, shown in view["players"].items():
        told = {
            "cells": shown["cells"],
            "upgrades": shown["active_upgrades"],
            **{key: shown[key] for key in ("cups", "queue", "processed", "penalties", "rush")},
        }
        answer = joined.feed({"event": "state", "player": name, **some(told, random, known)})
        assert answer["verdict"] == "OK", answer
    table = {**{key: view[key] for key in ("supply", "deck", "rush_supply", "token")}, "turn": view["active"]}
    assert joined.feed({"event": "table", **some(table, random, known)})["verdict"] == "OK"
    for event, _ in said[at + 1 :]:
        if event["event"] == "override":
            return
        answer = joined.feed(event)
        assert answer["verdict"] in ("OK", "UNSURE", "ASK"), (event, answer)


@given(randoms, st.integers(2, 4), st.sampled_from(["seed", "public"]))
@few
def test_a_legal_game_is_legal_when_no_path_is_seen(random: Random, players: int, two_player: str) -> None:
    """Each move and its pouring told by the table before and after only: no call, and the same end."""
    judge = Judge()
    play = Play(random, players, {"two_player": two_player})
    said = [(event, judge.view()) for event, _, _ in whole(play, judge)]
    unseen = Judge()
    moved: Event | None = None
    answer: dict[str, Any] = {}
    for event, _ in said:
        if event["event"] == "override":
            event = {**event, "of": answer["line"]}
        by = event.get("by")
        if event["event"] == "move":
            moved = event
            continue
        if moved is not None:
            me = unseen.view()["players"][by]
            after = {cup: list(tokens) for cup, tokens in me["cups"].items()}
            for cup, tokens in event.get("cups", {}).items():
                after[cup] += tokens
            answer = unseen.feed(
                {
                    "event": "observe", "by": by, "from": me["cells"][moved.get("meeple", 1) - 1],
                    "to": moved["path"][-1], "rush": moved["rush"],
                    "cups_before": me["cups"], "cups_after": after,
                }
            )  # fmt: skip
            assert answer["verdict"] == "OK", answer
            moved = None
            if event["event"] == "pour":
                continue
        answer = unseen.feed(event)
        assert answer["verdict"] in ("OK", "ASK"), answer
        check_invariants(unseen.state)
    assert unseen.result() == judge.result()


def some(told: dict[str, Any], random: Random, known: float) -> dict[str, Any]:
    """Some of the fields; others are null or left out."""
    kept = {key: value for key, value in told.items() if random.random() < 0.5 + known / 2}
    return {key: value if random.random() < 0.5 + known / 2 else None for key, value in kept.items()}


PLAYERS = st.sampled_from("ABC")
CELLS = st.tuples(st.integers(0, 3), st.integers(0, 3)).map(list)
TOKENS = st.lists(st.sampled_from(["coffee", "milk", "steam", "ice"]), max_size=3)


class AnyPlay(RuleBasedStateMachine):
    """Any events in any order, with decisions and undos: whatever is called, nothing is ever lost."""

    @initialize(random=randoms, options=OPTIONS)
    def begin(self, random: Random, options: dict[str, Any]) -> None:
        self.judge = Judge()
        self.play = Play(random, 3, {k: v for k, v in options.items() if k != "two_player"})
        self.judge.feed(self.play.setup())
        for event in self.play.set_up():
            self.judge.feed(event)
        self.last: dict[str, Any] = {}
        self.decided = False

    def say(self, **event: Any) -> None:
        before = self.judge.state
        self.last = self.judge.feed(event)
        assert self.last["verdict"] in ("OK", "ILLEGAL", "ASK", "BAD_INPUT")
        if self.last["verdict"] in ("ILLEGAL", "BAD_INPUT"):
            assert self.judge.state is before
        assert bool(codes(self.last)) == (self.last["verdict"] != "OK")

    @rule(data=st.data())
    def legal(self, data: st.DataObject) -> None:
        """Goes on by the rules from wherever the turn stands."""
        self.play.look = self.judge.view()
        by = self.play.look["active"]
        if by is None:
            return
        options = list(self.play.turn(by)) if self.play.look["players"][by]["cells"][0] else []
        if options:
            self.say(**data.draw(st.sampled_from(options)))

    @rule(by=PLAYERS, path=st.lists(CELLS, max_size=4), rush=st.integers(0, 2))
    def move(self, by: str, path: list[list[int]], rush: int) -> None:
        self.say(event="move", by=by, path=path, rush=rush)

    @rule(by=PLAYERS, cups=st.dictionaries(st.sampled_from("123"), TOKENS), back=TOKENS)
    def pour(self, by: str, cups: dict[str, list[str]], back: list[str]) -> None:
        self.say(event="pour", by=by, cups=cups, returned=back)

    @rule(by=PLAYERS, start=CELLS, end=CELLS, cup=st.sampled_from("123"), tokens=TOKENS)
    def observe(self, by: str, start: list[int], end: list[int], cup: str, tokens: list[str]) -> None:
        me = self.judge.view()["players"][by]
        self.say(event="observe", by=by, **{"from": me["cells"][0]}, to=end, cups_after={cup: tokens})

    @rule(by=PLAYERS, cup=st.integers(1, 3))
    def empty(self, by: str, cup: int) -> None:
        self.say(event="empty", by=by, cup=cup)

    @rule(by=PLAYERS, card=st.sampled_from(sorted(DATA.cards)), cup=st.integers(1, 3))
    def process(self, by: str, card: str, cup: int) -> None:
        self.say(event="process", by=by, card=card, cup=cup)

    @rule(by=PLAYERS, cards=st.lists(st.sampled_from(sorted(DATA.cards)), max_size=3))
    def draw(self, by: str, cards: list[str]) -> None:
        self.say(event="draw", by=by, cards=cards)

    @rule(by=PLAYERS)
    def end(self, by: str) -> None:
        self.say(event="end_turn", by=by)

    @precondition(lambda self: self.last.get("verdict") in ("OK", "ILLEGAL", "ASK"))
    @rule(verdict=st.sampled_from(["OK", "ILLEGAL"]))
    def decide(self, verdict: str) -> None:
        self.last = self.judge.feed({"event": "override", "of": self.last["line"], "verdict": verdict})
        self.decided = True

    @precondition(lambda self: self.last.get("verdict") in ("OK", "ILLEGAL", "ASK"))
    @rule()
    def undo(self) -> None:
        self.last = self.judge.feed({"event": "undo", "of": self.last["line"]})

    @invariant()
    def nothing_is_lost(self) -> None:
        state: State = self.judge.state
        if not self.decided:
            check_invariants(state)
        assert all(count is not None and count >= 0 for count in state.supply)
        assert json.dumps(self.judge.view())


TestAnyPlay = AnyPlay.TestCase
TestAnyPlay.settings = settings(
    max_examples=25, stateful_step_count=20, suppress_health_check=list(HealthCheck)
)

"""The explanation of a turn of which only the changes were seen."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kanban import Table, called, money_and, ok, story, tokens, twice, warnings
from kanban_play import Play
from kanban_scenes import lacking

from referee.games.kanban_menu.cards import ABILITIES
from referee.games.kanban_menu.options import unused
from referee.judge import Judge

OF_THE_TURN = ("choose", "take", "activate", "skip", "ability")


def played(stream: list[Mapping[str, Any]]) -> Judge:
    judge = Judge()
    for event in stream:
        answer = judge.feed(dict(event))
        assert answer["verdict"] == "OK", (event, answer)
    return judge


@given(st.integers(0, 10**6), st.booleans(), st.booleans())
@settings(max_examples=60)
def test_each_legal_turn_is_explained_by_its_changes(seed: int, action_seen: bool, used_seen: bool) -> None:
    """The story that is found gives the same changes when it is played."""
    play = Play(seed, 2, end_vp=999)
    stream: list[Mapping[str, Any]] = list(play.opening())
    for _ in range(random.Random(seed).randint(0, 12)):
        stream += list(play.turn())
    person = play.person
    before = person.json()
    turn = list(play.turn())
    upto = next(i for i, event in enumerate(turn) if event["event"] == "distribute")
    # Abilities after the distribution are no part of what was observed.
    reference = played([*stream, *turn[:upto]])
    seen = {**reference.view()["players"][person.name]}
    after = {name: seen[name] for name in before}
    if used_seen:
        after["used"] = reference.view()["used"]
    observe: dict[str, Any] = {"event": "observe", "by": person.name, "before": before, "after": after}
    if action_seen:
        observe["action"] = next(event["action"] for event in turn if event["event"] == "choose")
    judge = played(stream)
    answer = judge.feed(observe)
    assert answer["verdict"] == "OK", answer
    steps = [{**step, "by": person.name} for step in story(answer)]
    assert len(steps) <= sum(event["event"] in OF_THE_TURN for event in turn[:upto])
    again = played([*stream, *steps]).view()["players"][person.name]
    assert {name: again[name] for name in before} == {name: after[name] for name in before}
    assert judge.view()["players"][person.name] == again


@given(st.integers(0, 10**6), st.integers(1, 9))
@settings(max_examples=40)
def test_money_from_nowhere_is_not_explained_by_less(seed: int, extra: int) -> None:
    """Any story found for changed numbers gives just those numbers; else the turn is unexplained."""
    play = Play(seed, 2, end_vp=999)
    stream: list[Mapping[str, Any]] = list(play.opening())
    for _ in range(random.Random(seed).randint(0, 8)):
        stream += list(play.turn())
    before = play.person.json()
    after = {**before, "money": before["money"] + extra, "vp": before["vp"] + extra}
    judge = played(stream)
    answer = judge.feed({"event": "observe", "by": play.person.name, "before": before, "after": after})
    assert called(answer) in (("OK", []), ("ILLEGAL", ["unexplained"]), ("UNSURE", ["too_many_stories"]))
    if answer["verdict"] == "OK":
        assert judge.view()["players"][play.person.name]["money"] == after["money"]


@pytest.mark.parametrize(
    ("menu", "before", "after", "action", "steps"),
    [
        ([], money_and(), money_and(), 1, [{"event": "choose", "action": 1}, {"event": "skip"}]),
        (
            [],
            money_and("bb"),
            money_and(money=5),
            None,
            [{"event": "choose", "action": 2}, {"event": "activate", "details": {"pay": ["blue", "blue"]}}],
        ),
        (
            ["british-tea"],
            money_and("b"),
            money_and(vp=2),
            4,
            [
                {"event": "choose", "action": 4},
                {"event": "skip"},
                {"event": "ability", "card": "british-tea"},
            ],
        ),
        (
            # the ability first: it earns the money that the action costs
            ["sweets-buffet"],
            money_and("w", money=2),
            money_and(vp=4),
            4,
            [
                {"event": "choose", "action": 4},
                {"event": "ability", "card": "sweets-buffet"},
                {"event": "activate", "details": {}},
            ],
        ),
        (
            # the order of conversions matters: nothing to pay with at first
            [],
            money_and("rr"),
            money_and("b", money=3),
            6,
            [
                {"event": "choose", "action": 6},
                {
                    "event": "activate",
                    "details": {"trades": [{"sell": "red"}, {"buy": "blue"}, {"sell": "red"}]},
                },
            ],
        ),
        (
            ["fried-chicken"],
            money_and(money=1),
            money_and("g"),
            3,
            [
                {"event": "choose", "action": 3},
                {"event": "skip"},
                {"event": "ability", "card": "fried-chicken", "details": {"drew": "green"}},
            ],
        ),
    ],
)
def test_the_shortest_story(
    menu: list[str], before: Any, after: Any, action: int | None, steps: list[dict[str, Any]]
) -> None:
    table = Table().has(menu=menu).lies(used="b", bag="bgwry")
    answer = table.observe(before, after, **({} if action is None else {"action": action}))
    assert answer["verdict"] == "OK", answer
    assert sorted(map(str, story(answer))) == sorted(map(str, steps))
    assert story(answer)[0] == steps[0]


def test_KM_A6_a_card_developed_in_the_observed_turn_may_be_used() -> None:
    table = Table().has(materials="bbw").lies(area=["british-tea"])
    answer = table.observe(
        money_and("bbw", menu=[], hand=None), money_and(vp=5, menu=["british-tea"], hand=None), action=5
    )
    assert ok(answer)
    assert [step["event"] for step in story(answer)] == ["choose", "activate", "ability"]


def test_the_tokens_of_the_card_are_part_of_the_story() -> None:
    table = Table().has().lies({3: "bby", 4: "g"})
    assert ok(table.observe(money_and(), money_and("bb", money=2)))
    assert table.view["actions"] == {"1": [], "2": [], "3": [], "4": ["green"], "5": [], "6": []}
    assert table.view["used"] == {"yellow": 1}


def test_two_cards_that_may_have_been_emptied_are_both_unknown() -> None:
    table = Table().has().lies({3: "b", 4: "b"})
    assert ok(table.observe(money_and(), money_and("b")))
    assert (table.view["actions"]["3"], table.view["actions"]["4"]) == (None, None)


def test_tokens_left_behind_are_not_explained() -> None:
    table = Table().has().lies({3: "bb"})
    before = table.view
    answer = table.observe(money_and(), money_and("b"), action=3)
    assert called(answer) == ("ILLEGAL", ["unexplained"])
    assert "action 3, blue +1" in answer["reasons"][0]["seen"]
    assert table.view == before


def test_a_turn_goes_on_after_the_observation() -> None:
    table = Table().has(materials="bb").lies(bag="bgbg")
    table.observe(money_and("bb"), money_and(money=5), action=2)
    assert called(table.activate()) == ("BAD_INPUT", ["missing_field"])
    assert called(table.pay("bb")) == ("ILLEGAL", ["already_decided", "no_token"])
    assert ok(table.distribute(("b", 3), ("g", 4)))
    assert called(table.observe(money_and(money=5), money_and(money=5))) == (
        "ILLEGAL",
        ["already_distributed"],
    )
    assert ok(table.end_turn())


def test_an_observation_goes_on_where_the_events_stopped() -> None:
    table = Table().has(menu=["roast-beef", "opera"]).lies({2: "bb"})
    table.choose(2)
    table.ability("opera")
    table.take("bb")
    answer = table.observe(money_and("bb", vp=3), money_and(money=5, vp=3))
    assert ok(answer)
    assert [step["event"] for step in story(answer)] == ["activate"]
    again = Table().has(money=2, menu=["opera"]).lies()
    again.ability("opera")
    assert called(again.observe(money_and(vp=3, money=2), money_and(vp=6)))[0] == "ILLEGAL"  # once a turn


def test_the_used_area_decides_between_stories() -> None:
    """A green token was bought for $3, or a green one drawn and nothing bought: the used area tells."""
    table = Table().has(menu=["fried-chicken"]).lies(used="g", bag="gg")
    answer = table.observe(money_and(money=4), money_and("g", money=3, used={}), action=1)
    assert called(answer) == ("ILLEGAL", ["unexplained"])
    answer = table.observe(money_and(money=4), money_and("g", money=3, used={"green": 1}), action=1)
    assert ok(Table().has().lies(used="g").observe(money_and(), money_and("g", used={}), action=1))
    assert [step["event"] for step in story(answer)] == ["choose", "skip", "ability"]


def test_taken_tokens_that_were_seen() -> None:
    table = Table().has()
    assert (
        table.observe(money_and(), money_and("g", money=2), action=1, taken=tokens("gy"))["verdict"] == "OK"
    )
    assert table.view["actions"]["1"] == []
    table = Table().has().lies({1: "gg"})
    answer = table.observe(money_and(), money_and("g"), action=1, taken=tokens("g"))
    assert called(answer) == ("ILLEGAL", ["unexplained"])


def test_money_over_the_limit_may_be_lost() -> None:
    table = Table().has(money=9, materials="bb").lies()
    assert ok(table.observe(money_and("bb", money=9), money_and(money=10), action=2))
    assert called(Table().has().lies().observe(money_and("bb", money=4), money_and(money=8), action=2)) == (
        "ILLEGAL",
        ["unexplained"],
    )


def test_a_yellow_token_in_front_of_the_player() -> None:
    table = Table().has().lies({1: "y"})
    assert called(table.observe(money_and(), money_and("y"))) == ("ILLEGAL", ["yellow_kept"])


def test_what_was_not_looked_at_explains_nothing_away() -> None:
    table = Table().has(materials="bb").lies()
    answer = table.observe({"money": 0, "materials": {"blue": 2}}, {"money": 5}, action=2)
    assert ok(answer)
    assert table.holds("money", "materials") == (5, {})


def test_people_decide_about_an_unexplained_turn() -> None:
    table = Table().has().lies({3: "b"}, bag="bgbg")
    answer = table.observe(money_and(), money_and(money=7), action=3)
    assert answer["verdict"] == "ILLEGAL"
    assert table.override(answer)["verdict"] == "OK"
    assert table.player()["money"] == 7
    assert table.view["actions"]["3"] is None
    assert ok(table.distribute(("b", 1), ("g", 2)))


def test_a_player_with_every_ability() -> None:
    table = Table().has(6, materials="bgwrr", menu=list(ABILITIES)).lies(used="bgwr", bag="bgwry")
    answer = table.observe(money_and("bgwrr", money=6), money_and("gwrr", money=4, vp=6))
    assert ok(answer)
    assert len(story(answer)) <= 5


def test_KM_A7_nothing_comes_of_brunch_for_who_was_unable_to_activate() -> None:
    table = Table(brunch_when_unable=False).has(menu=["brunch"]).lies()
    assert ok(table.observe(money_and(), money_and(), action=2))
    table = Table().has(menu=["brunch"]).lies()
    assert called(table.observe(money_and(), money_and(), action=2)) == ("ILLEGAL", ["unexplained"])


@pytest.mark.parametrize(
    ("card", "action", "after"), [("roast-beef", 2, money_and(money=4)), ("german-beer", 3, money_and(vp=4))]
)
def test_KM_E2_two_cards_give_their_reward_twice(card: str, action: int, after: dict[str, Any]) -> None:
    for menu, verdict in (([card, card], ("OK", [])), ([card], ("ILLEGAL", ["unexplained"]))):
        table = Table(data=twice(card)).has(menu=menu).lies()
        assert called(table.observe(money_and(), after, action=action)) == verdict


# Where the turn had got to, and what was told of it


def test_only_abilities_are_left_after_the_action() -> None:
    table = Table().has(materials="b", menu=["british-tea"]).lies().chosen(4)
    table.skip()
    answer = table.observe(money_and("b"), money_and(vp=2))
    assert ok(answer)
    assert story(answer) == [{"event": "ability", "card": "british-tea"}]
    assert called(table.observe(money_and(vp=2), money_and(vp=6))) == ("ILLEGAL", ["unexplained"])


def test_more_tokens_than_were_seen_taken_are_not_explained() -> None:
    """Nobody told what lies on the card; but somebody saw what was taken of it."""
    answer = Table().observe(money_and(), money_and("gg"), action=4, taken=tokens("g"))
    assert called(answer) == ("ILLEGAL", ["unexplained"])
    assert Table().observe(money_and(), money_and("gg"), action=4)["verdict"] == "OK"


def test_menu_cards_may_lie_in_another_order() -> None:
    table = Table().has(menu=["opera", "brunch"]).lies()
    seen = money_and(menu=["brunch", "opera"])
    answer = table.observe(seen, money_and(vp=2, menu=["opera", "brunch"]), action=1)
    assert (answer["verdict"], warnings(answer)) == ("OK", [])
    other = {**seen, "menu": ["brunch", "parfait"]}
    assert warnings(Table().has(menu=["opera", "brunch"]).lies().observe(other, other, action=4)) == [
        "differs"
    ]


def test_KM_R2_tokens_of_the_chosen_card_are_taken_in_the_story() -> None:
    table = Table().has(menu=["roast-beef"]).lies({2: "bb"})
    table.choose(2)  # roast beef has given its money already
    answer = table.observe(money_and(money=2), money_and(money=7))
    assert ok(answer)
    assert [step["event"] for step in story(answer)] == ["take", "activate"]


def test_KM_A8_without_a_limit_no_money_is_lost() -> None:
    table = lacking("money_limit").has(9, materials="bb").lies()
    answer = table.observe(money_and("bb", money=9), money_and(money=10), action=2)
    assert called(answer) == ("ILLEGAL", ["unexplained"])


def test_KM_E3_an_ability_that_was_used_is_not_left() -> None:
    assert unused(["opera", "macaron", "bagna-cauda"], []) == ("bagna-cauda", "opera")
    assert unused(["opera", "opera"], ["opera"]) == ("opera",)
    assert unused(["opera"], ["bavarois", "opera"]) == ()

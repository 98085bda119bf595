"""The explanation of a turn of which not even all changes were seen, and how far the search for one goes."""

from __future__ import annotations

from typing import Any

import pytest
from kanban import Table, called, codes, money_and, story, tokens, twice, warnings
from kanban_scenes import knows, lacking

from referee.games.kanban_menu import explain
from referee.games.kanban_menu.cards import ability_exchanges
from referee.games.kanban_menu.options import combos

EXCHANGES = tuple(ability_exchanges({"drink": 0, "fruit": 1, "sweet": 2, "main-dish": 3}).items())
SUMS = 10
"""Not activating or paying with one of four colours, each with an ability or without it."""


def test_other_numbers_before_are_a_warning() -> None:
    table = Table().has(money=1).lies()
    answer = table.observe(money_and(money=2), money_and(money=2))
    assert (answer["verdict"], warnings(answer)) == ("OK", ["differs"])
    assert table.player()["money"] == 2


@pytest.mark.parametrize(
    ("before", "after", "action", "verdict", "reasons"),
    [
        (money_and("b"), money_and(money=3), 6, "UNSURE", ["no_data"]),
        (money_and("b"), money_and(vp=1), 6, "UNSURE", ["no_data"]),  # sold, and bought a VP
        (money_and(money=9), money_and(vp=4), 6, "ILLEGAL", ["unexplained"]),  # four conversions
        (money_and("bbbb"), money_and(money=3), 6, "ILLEGAL", ["unexplained"]),  # four conversions
        (money_and("bb"), money_and(money=5), 2, "OK", []),
        (money_and("b"), money_and(money=3), 2, "ILLEGAL", ["unexplained"]),
    ],
)
def test_unknown_numbers_leave_it_open(
    before: Any, after: Any, action: int, verdict: str, reasons: list[str]
) -> None:
    table = Table(data=None).has().lies()
    answer = table.observe(before, after, action=action)
    assert (answer["verdict"], sorted(set(codes(answer)))) == (verdict, reasons)
    if verdict == "UNSURE":
        assert table.holds("money", "vp") == (after["money"], after["vp"])


def test_unknown_costs_leave_it_open() -> None:
    table = Table(data=None).has().lies(area=["macaron", "full-course"])
    before = money_and("bggw", menu=[], hand=None)
    answer = table.observe(before, money_and("g", vp=3, menu=["macaron"], hand=None), action=5)
    assert answer["verdict"] == "UNSURE"
    assert set(codes(answer)) == {"no_data"}
    table = Table(data=None).has().lies(area=["macaron", "full-course"])
    answer = table.observe(before, money_and("g", vp=3, menu=["full-course"], hand=None), action=5)
    assert called(answer) == ("ILLEGAL", ["unexplained"])  # its cost is known


def test_money_that_may_be_a_yellow_token_nobody_saw() -> None:
    table = Table()
    answer = table.observe(money_and(), money_and(money=2), action=3)
    assert (answer["verdict"], codes(answer)) == ("UNSURE", ["unknown"])
    assert guess("yellow on action card 3") in answer["reasons"]
    table = Table()
    answer = table.observe(money_and(), money_and("g"), action=3)
    assert (answer["verdict"], warnings(answer)) == ("OK", ["unknown"])


def test_a_card_that_may_lie_in_front_of_the_player() -> None:
    table = Table()
    table.state(money=0, vp=0, materials=[])
    table.lies()
    assert called(table.observe(money_and(), money_and(vp=1), action=1)) == ("UNSURE", ["unknown"])


def test_a_longer_story_of_what_is_known_comes_before_tokens_that_nobody_saw() -> None:
    """Two Craft Ginger Ales give $2, as a yellow token would; nobody told what lies on the action card."""
    table = Table(data=twice("craft-ginger-ale")).has(menu=["craft-ginger-ale"] * 2)
    answer = table.observe(money_and(), money_and(money=2), action=3)
    assert (answer["verdict"], [step["event"] for step in story(answer)]) == (
        "OK",
        ["choose", "skip", "ability", "ability"],
    )


@pytest.mark.parametrize(("colour", "money"), [("b", 4), ("g", 4), ("w", 3), ("r", 3)])
def test_a_story_of_what_is_known_comes_before_a_card_that_may_lie_in_front(colour: str, money: int) -> None:
    """The ability of a card could do with fewer steps, but nobody knows whether the player has it."""
    answer = knows("menu").lies().observe(money_and(colour, money), money_and(vp=2), action=6)
    assert called(answer) == ("OK", [])
    trades = [{"sell": tokens(colour)[0]}, {"buy_vp": 1}, {"buy_vp": 1}]
    assert story(answer)[1] == {"event": "activate", "details": {"trades": trades}}


def test_a_yellow_token_and_another_that_nobody_saw() -> None:
    answer = Table().observe(money_and(), money_and("g", money=2), action=3)
    assert called(answer) == ("UNSURE", ["unknown"])
    assert story(answer)[1] == {"event": "take", "tokens": ["green", "yellow"]}


def test_tokens_that_nobody_saw_beside_one_that_came_to_the_card() -> None:
    table = Table().has().has(player="P2").chosen(1)
    table.skip()
    table.distribute(("b", 3), ("g", 4))
    table.end_turn()
    answer = table.observe(money_and(), money_and("bb"), by="P2", action=3)
    assert (called(answer), warnings(answer)) == (("OK", []), ["unknown"])
    assert story(answer)[1] == {"event": "take", "tokens": ["blue", "blue"]}


def guess(text: str) -> dict[str, Any]:
    return {"code": "unknown", "path": "after", "expected": text, "seen": None}


@pytest.mark.parametrize(
    ("action", "after", "cards"),
    [
        (1, money_and(vp=2), ["brunch"]),
        (2, money_and(money=2), ["roast-beef"]),
        (3, money_and(vp=4), ["german-beer", "brunch"]),
    ],
)
def test_a_reward_of_a_card_that_may_lie_in_front(action: int, after: Any, cards: list[str]) -> None:
    """Nobody knows the player's menu cards."""
    table = Table()
    table.state(money=0, vp=0, materials=[])
    table.lies()
    answer = table.observe(money_and(), after, action=action)
    guesses = [guess(f"{card} in front of P1") for card in cards]
    assert (answer["verdict"], answer["reasons"]) == ("UNSURE", guesses)


def test_KM_R13_no_card_has_more_than_six_tokens() -> None:
    answers = [lacking("money_limit").observe(money_and(), money_and(money=n), action=3) for n in (12, 14)]
    assert [called(answer) for answer in answers] == [("UNSURE", ["unknown"]), ("ILLEGAL", ["unexplained"])]


@pytest.mark.parametrize(("most", "verdict"), [(1, ("UNSURE", ["too_many_stories"])), (2, ("OK", []))])
def test_the_search_gives_up_in_time(
    most: int, verdict: tuple[str, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The story has two steps: choosing and activating."""
    monkeypatch.setattr(explain, "MOST_PLAYED", most)
    table = Table().has(materials="bb").lies()
    answer = table.observe(money_and("bb"), money_and(money=5), action=2)
    assert called(answer) == verdict
    assert table.player()["money"] == 5


@pytest.mark.parametrize(("most", "verdict"), [(SUMS - 1, "UNSURE"), (SUMS, "ILLEGAL")])
def test_the_sums_are_given_up_in_time(most: int, verdict: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explain, "MOST_SUMS", most)
    table = Table().has(materials="bb", menu=["opera"]).lies()
    answer = table.observe(money_and("bb"), {"money": 99}, action=2)
    code = {"UNSURE": "too_many_stories", "ILLEGAL": "unexplained"}[verdict]
    assert called(answer) == (verdict, [code])


@pytest.mark.parametrize(("deep", "count"), [(99, 8), (2, 7), (1, 4)])
def test_every_choice_of_abilities_and_no_more_than_so_many(deep: int, count: int) -> None:
    cards = ("bagna-cauda", "craft-ginger-ale", "opera")
    found = combos(cards, EXCHANGES, (), True, count, deep)
    assert found is not None
    choices, index = found
    assert len(choices) == len({combo.ways for combo in choices}) == count
    assert [combo.weight for combo in choices] == sorted(len(combo.ways) for combo in choices)
    assert sum(len(some) for some in index.values()) == count
    assert all(
        (combo.change.vp, combo.change.materials) == key for key, some in index.items() for combo in some
    )
    assert combos(cards, EXCHANGES, (), True, count - 1, deep) is None


def test_KM_A14_a_token_that_the_story_buys_where_nobody_saw_the_used_area() -> None:
    answer = Table().has(9).observe(money_and(money=9), money_and("b", money=6), action=6)
    unknown = {"code": "unknown", "path": "", "expected": "no blue in the used area", "seen": None}
    assert (answer["verdict"], answer["reasons"][0]) == ("UNSURE", unknown)

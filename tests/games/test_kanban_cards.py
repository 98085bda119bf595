"""What the menu cards of Kanban Menu do (KM-E1 to KM-E4)."""

from __future__ import annotations

from typing import Any

import pytest
from kanban import Table, called, codes, ok
from kanban_scenes import at


def test_KM_E1_brunch() -> None:
    table = at(3, "b", menu=["brunch"])
    answer = table.skip()
    assert (table.player()["vp"], answer["effects"][0]["card"]) == (2, "brunch")
    table = at(2, "bb", menu=["brunch"])
    table.pay("bb")
    table.distribute(("b", 1), ("g", 3))
    assert table.player()["vp"] == 0


@pytest.mark.parametrize(
    ("action", "card", "money", "vp"),
    [
        (1, "macaron", 2, 0),
        (2, "roast-beef", 2, 0),
        (3, "german-beer", 0, 2),
        (4, "blended-coffee", 1, 0),
        (5, "parfait", 0, 2),
        (6, "vegetable-curry", 1, 0),
    ],
)
def test_KM_E2_rewards_for_choosing(action: int, card: str, money: int, vp: int) -> None:
    table = Table().has(menu=[card]).lies()
    answer = table.choose(action)
    assert answer["effects"][0]["card"] == card
    assert table.holds("money", "vp") == (money, vp)
    other = Table().has(menu=[card]).lies()
    other.choose(action % 6 + 1)
    assert other.holds("money", "vp") == (0, 0)


@pytest.mark.parametrize(
    ("card", "money", "materials", "after"),
    [
        ("british-tea", 0, "bb", (0, 2, {"blue": 1})),
        ("fruit-plate", 0, "g", (0, 2, {})),
        ("sweets-buffet", 0, "w", (3, 0, {})),
        ("single-barrel-whiskey", 0, "r", (3, 0, {})),
        ("opera", 2, "", (0, 3, {})),
        ("hamburg-steak", 3, "", (0, 4, {})),
        ("craft-ginger-ale", 0, "", (1, 0, {})),
        ("bagna-cauda", 0, "", (0, 1, {})),
    ],
)
def test_KM_E3_once_per_turn(card: str, money: int, materials: str, after: Any) -> None:
    table = Table(2).has(money, materials=materials, menu=[card]).has(player="P2").lies()
    assert ok(table.ability(card))
    assert table.holds("money", "vp", "materials") == after
    assert "once" in codes(table.ability(card))
    for player in ("P1", "P2"):
        table.lies().turn(player)
    table.has(money, materials=materials, menu=[card])
    assert ok(table.ability(card))


@pytest.mark.parametrize(
    ("card", "money", "materials", "reason"),
    [
        ("british-tea", 9, "gwr", "no_token"),
        ("fruit-plate", 9, "bwr", "no_token"),
        ("sweets-buffet", 9, "bgr", "no_token"),
        ("single-barrel-whiskey", 9, "bgw", "no_token"),
        ("opera", 1, "bgwr", "cannot_pay"),
        ("hamburg-steak", 2, "bgwr", "cannot_pay"),
    ],
)
def test_KM_E3_abilities_have_their_price(card: str, money: int, materials: str, reason: str) -> None:
    table = Table().has(money, materials=materials, menu=[card])
    assert called(table.ability(card)) == ("ILLEGAL", [reason])


def test_KM_E3_bavarois_and_fried_chicken_say_what_was_done() -> None:
    table = Table().has(money=3, menu=["bavarois", "fried-chicken"]).lies()
    for card, path in (("bavarois", "details.trade"), ("fried-chicken", "details.drew")):
        answer = table.ability(card)
        assert (answer["verdict"], answer["reasons"][0]["path"]) == ("BAD_INPUT", path)
    assert ok(table.ability("fried-chicken", drew="red"))
    assert table.holds("money", "materials") == (2, {"red": 1})


@pytest.mark.parametrize("card", ["macaron", "brunch", "full-course"])
def test_KM_E3_other_cards_have_no_such_effect(card: str) -> None:
    assert called(Table().has(menu=[card]).ability(card)) == ("ILLEGAL", ["no_ability"])


def test_KM_E4_only_cards_in_front_and_only_for_their_owner() -> None:
    table = Table().has(hand="bagna-cauda").has(menu=["macaron", "opera"], player="P2").lies()
    assert called(table.ability("bagna-cauda")) == ("ILLEGAL", ["not_in_front"])
    assert called(table.ability("opera")) == ("ILLEGAL", ["not_in_front", "cannot_pay"])
    table.choose(1)
    assert table.player()["money"] == 0
    assert "not_your_turn" in codes(table.ability("opera", by="P2"))

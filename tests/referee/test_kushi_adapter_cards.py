"""Kushi Express from scene to event: what is a reveal, and above all what is none."""

from __future__ import annotations

from readings import BEST, box, card, skewer
from table import Table, names, reveal

from vision.scene import Doubt

TAKEN = box(1100, 600, 130, 130)


def test_a_card_turned_over_is_a_reveal_by_whoever_should(table: Table) -> None:
    table.cards = [card("best")]
    (event,) = table.look()
    assert event == {"event": "reveal", "t": 0.4, "by": "Ann", "card": "best"}
    assert table.look(3) == []


def test_a_card_read_in_two_ways_is_not_told(table: Table) -> None:
    for index in range(20):
        table.cards = [card("best" if index % 2 else "new")]
        assert table.look(0.1) == []


def test_one_wrong_reading_of_the_open_card_is_no_reveal(table: Table) -> None:
    reveal(table)
    table.cards = [card("new")]
    table.look(0.2)
    table.cards = [card("best")]
    assert table.look(2) == []


def test_a_known_card_misread_for_good_without_any_movement_is_no_reveal(table: Table) -> None:
    reveal(table)
    table.cards = [card("new")]
    assert table.look(2) == []


def test_a_new_card_laid_on_the_old_one_is_a_reveal(table: Table) -> None:
    reveal(table, "vegetable-pepper")
    table.skewers = [skewer("pepper")]
    table.look()
    table.cards = []
    table.look(0.8)
    table.cards = [card("new")]
    assert names(table.look()) == ["reveal"]


def test_the_card_that_the_winner_took_is_no_reveal(table: Table) -> None:
    reveal(table)
    table.skewers = [skewer(BEST)]
    table.look()
    table.cards = [card("best", at=TAKEN)]
    assert table.look(2) == []
    table.cards = [card("best", at=TAKEN), card("new")]
    assert [e["card"] for e in table.look()] == ["new"]


def test_the_second_touting_card_is_one_the_first_moved_aside_is_none(table: Table) -> None:
    reveal(table, "touting")
    table.cards = [card("touting", at=TAKEN)]
    assert table.look(2) == []
    table.cards = [card("touting", at=TAKEN), card("touting")]
    assert [e["card"] for e in table.look()] == ["touting"]


def test_a_card_that_was_covered_for_long_is_not_revealed_again(table: Table) -> None:
    reveal(table)
    table.cards = []
    table.look(20)
    table.cards = [card("best")]
    assert table.look(2) == []


def test_two_new_cards_at_once_are_left_to_people_with_advice(table: Table) -> None:
    table.cards = [card("best"), card("new", at=TAKEN)]
    assert table.look(2) == []
    assert "several new cards" in table.adapter.advice(table.state, table.situation)["card"]
    table.cards = [card("best")]
    assert names(table.look(2)) == ["reveal"]


def test_glare_on_the_card_is_advice_not_a_wrong_card(table: Table) -> None:
    table.cards = [card("new", Doubt("glare"))]
    assert table.look(2) == []
    assert "shines" in table.adapter.advice(table.state, table.situation)["card"]
    table.cards = [card("best")]
    assert [e["card"] for e in table.look(2)] == ["best"]
    assert table.adapter.advice(table.state, table.situation) == {}


def test_a_card_that_is_not_in_the_deck_is_never_revealed(table: Table) -> None:
    table.cards = [card("espresso")]
    assert table.look(2) == []

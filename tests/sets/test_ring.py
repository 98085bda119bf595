"""The ring codes: far apart at every rotation, also in a mirror."""

from __future__ import annotations

import itertools

import pytest

from referee.sets.profile import load_profile
from referee.sets.ring import (
    LETTERS,
    MINIMUM,
    SEGMENTS,
    between,
    canonical,
    hamming,
    rotations,
    search,
    within,
)

RINGS = {card.id: card.ring or "" for card in load_profile("kit").cards}


def test_every_face_has_a_ring_of_three_even_colours() -> None:
    for code in RINGS.values():
        assert {letter: code.count(letter) for letter in LETTERS} == dict.fromkeys(LETTERS, SEGMENTS // 3)


@pytest.mark.parametrize("card_id", RINGS)
def test_the_angle_is_unique_and_a_mirror_shows(card_id: str) -> None:
    code = RINGS[card_id]
    assert min(hamming(code, turned) for turned in rotations(code)[1:]) >= MINIMUM
    assert min(hamming(code, turned) for turned in rotations(code[::-1])) >= MINIMUM
    assert within(code) >= MINIMUM


def test_any_two_cards_are_far_apart() -> None:
    assert min(between(a, b) for a, b in itertools.combinations(RINGS.values(), 2)) >= MINIMUM


def test_distance_does_not_depend_on_how_the_cards_lie() -> None:
    a, b = list(RINGS.values())[:2]
    assert between(a, b) == between(rotations(a)[5], b[::-1]) == between(b, a)
    assert canonical(a) == canonical(rotations(a)[7]) == canonical(a[::-1]) != canonical(b)


def test_stored_codes_are_those_of_the_seeded_search() -> None:
    assert search([], len(RINGS)) == list(RINGS.values())


def test_search_keeps_clear_of_the_codes_that_are_taken() -> None:
    taken = list(RINGS.values())[:8]
    (code,) = search(taken, 1)
    assert min(between(code, other) for other in taken) >= MINIMUM
    assert search(taken, 1) == [code]


def test_search_makes_do_with_less_when_there_is_no_room() -> None:
    (code,) = search([], 1, distance=17, tries=100)
    assert len(code) == SEGMENTS and MINIMUM < within(code) < 17

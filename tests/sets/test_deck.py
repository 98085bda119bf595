"""The decks of the bundled profiles: the rulebook's counts and menu, and orders that one player can build."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.games.kushi_express.model import order_fault
from referee.sets.layers import CUBES, STRIPS, complaint
from referee.sets.profile import BUNDLED, Card, load_profile

KIT = load_profile("kit")
ORIGINAL = load_profile("original")
ORDERS = [card for card in KIT.cards if card.kind == "order"]
MENU = {
    "best": (("meat", "bacon", "tomato", "bacon", "cheese", "pepper", "cheese", "shrimp"), "6.0"),
    "new": (("cheese", "tomato", "cheese", "bacon", "meat", "bacon"), "5.0"),
    "vegetable-pepper": (("pepper",), "3.0"),
    "vegetable-tomato": (("tomato",), "3.0"),
}


def wraps(card: Card) -> dict[str, int]:
    """How many cubes each strip of an order wraps."""
    out = {}
    for strip in STRIPS:
        if strip in card.layers:
            first = card.layers.index(strip)
            out[strip] = card.layers.index(strip, first + 1) - first - 1
    return out


def cubes(card: Card) -> int:
    return sum(layer in CUBES for layer in card.layers)


def test_thirty_cards_27_orders_2_touting_1_closing_ku_r1() -> None:
    counts: Counter[str] = Counter()
    for card in KIT.cards:
        counts[card.kind] += card.count
    assert counts == {"order": 27, "touting": 2, "closing": 1}
    assert KIT.unknown == {}
    assert len(KIT.deck) == len(KIT.cards) == 29  # the two touting cards are one face


@pytest.mark.parametrize("name", BUNDLED)
def test_rulebook_menu_is_there_and_marked_so(name: str) -> None:
    deck = load_profile(name).deck
    for card_id, (layers, price) in MENU.items():
        assert (deck[card_id].layers, deck[card_id].price, deck[card_id].source) == (
            layers,
            price,
            "rulebook",
        )
    others = [card for card in deck.values() if card.kind == "order" and card.id not in MENU]
    assert all(card.source == "ours" for card in others)


@pytest.mark.parametrize("card", ORDERS, ids=lambda card: card.id)
def test_one_player_can_build_it_ku_r3(card: Card) -> None:
    assert complaint(card.layers) is None
    uses = Counter(card.layers)
    assert all(uses[cube] <= 1 for cube in CUBES)
    assert all(uses[strip] in (0, 2) for strip in STRIPS)


@pytest.mark.parametrize("card", ORDERS, ids=lambda card: card.id)
def test_price_is_on_the_documented_scale(card: Card) -> None:
    over = wraps(card)
    price = 2.5 + 0.5 * cubes(card) + (0.0, 0.5, 1.5)[len(over)] + 0.5 * sum(n == 2 for n in over.values())
    assert card.price == f"{price:.1f}"


def test_no_order_is_another_read_from_the_other_end() -> None:
    forward = [card.layers for card in ORDERS]
    assert len(set(forward)) == 27
    backward = {layers[::-1] for layers in forward if layers != layers[::-1]}
    assert not backward & set(forward)


def test_orders_are_of_every_kind() -> None:
    lengths = Counter(cubes(card) for card in ORDERS)
    assert set(lengths) == {1, 2, 3, 4} and min(lengths.values()) >= 5
    strips = Counter(len(wraps(card)) for card in ORDERS)
    assert set(strips) == {0, 1, 2} and min(strips.values()) >= 5
    doubles = Counter(strip for card in ORDERS for strip, n in wraps(card).items() if n == 2)
    assert min(doubles[strip] for strip in STRIPS) >= 2


def test_kit_has_sizes_a_marked_handle_and_saddles() -> None:
    assert KIT.handle_marked and KIT.orientation == "strict" and KIT.wrap == "saddle"
    assert {cube.size_mm for cube in KIT.cubes.values()} == {20}
    assert (KIT.stick.length_mm, KIT.stick.thickness_mm, KIT.stick.handle_mm) == (180, 4, 25)
    assert {(s.width_mm, s.thickness_mm) for s in KIT.strips.values()} == {(14, 1.5)}
    assert (KIT.plate.diameter_mm, KIT.card.diameter_mm) == (220, 80)


@pytest.mark.parametrize("strip", STRIPS)
def test_holes_fit_one_cube_and_two(strip: str) -> None:
    """Half a cube up, one or two across, half a cube down."""
    outer_left, inner_left, inner_right, outer_right = KIT.strips[strip].holes_mm
    assert (inner_right - inner_left, outer_right - outer_left) == (40, 60)


def test_original_invents_nothing() -> None:
    assert not ORIGINAL.handle_marked and ORIGINAL.orientation == "either"
    assert ORIGINAL.unknown == {"order": 23}
    assert set(ORIGINAL.deck) == {*MENU, "touting", "closing"}
    pieces = [
        *ORIGINAL.cubes.values(),
        *ORIGINAL.strips.values(),
        ORIGINAL.stick,
        ORIGINAL.plate,
        ORIGINAL.card,
    ]
    assert not [key for piece in pieces for key, value in piece if key.endswith("_mm") and value]
    assert not [card.id for card in ORIGINAL.cards if card.ring or card.face]


@given(st.lists(st.sampled_from([*CUBES, *STRIPS, "onion"]), max_size=7))
def test_the_profile_and_the_rules_allow_the_same_orders(layers: list[str]) -> None:
    """KU-R3, KU-A3: the profile says it in its own words, the rules must not judge otherwise."""
    assert (complaint(layers) is None) == (order_fault(layers) is None)

"""The reasons of Kushi Express in plain words."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from referee.games.base import Reason
from referee.games.kushi_express.model import CUBES
from referee.games.kushi_express.phrases import PHRASES
from referee.games.phrases import Phrases, Translate, as_it_is
from referee.games.words import Words

MESSAGES: Final[dict[str, str]] = {
    # on the skewer
    "order": "the cubes are in another order: expected {expected}, saw {seen}",
    "wrap": "expected {expected}, saw {seen}",
    "missing": "expected {expected}, saw {seen}",
    "missing_topping": "expected {expected}, saw {seen}",
    "extra": "{seen} does not belong there",
    "extra expected": "expected {expected}, saw {seen}",
    "wrong_cube": "expected {expected}, saw {seen}",
    "foreign_piece": "another player's piece: expected {expected}, saw {seen}",
    "loose_piece": "loose on the plate: {seen}",
    # what a camera is not sure of
    "orientation": "the skewer is right from one end only, and its handle end is not recognised",
    "topping_hidden": "topping may be underneath",
    "wrap_span": "it is not clear which cubes the strip wraps",
    "gap": "there may be a piece in the gap",
    "overlap": "skewers lie over one another",
    "occluded": "something lies over the skewer",
    "too_small": "the pieces are too small in the picture",
    "blur": "the picture is blurred",
    "glare": "the light is reflected",
    "colour": "the colour is not certain",
    "low_confidence": "the reading is not certain",
    "ambiguous": "the reading is not certain",
    "mirrored": "the picture is mirrored",
    "no_face": "the card cannot be recognised",
    # what a picture lacks
    "several_orders": "several cards are face up: {seen_names}",
    "no_skewer": "no skewer is on the plate",
    "several_skewers": "several skewers are on the plate",
    # claims
    "out": "out until the next turn after a wrong skewer",
    "no_order": "no order card is open",
    "during_check": "placed during another skewer's check, so it does not count: place it again afterwards",
    "not_in_tie_break": "only the tied leaders play the tie-break",
    "simultaneous": "placed at the same moment as another right skewer",
    "no_call": '"Bon appétit!" has not been heard',
    "no_claim": "a call without a skewer on the plate is no claim",
    "unsettled": "a claim has not been decided yet",
    "overruled": "the players decided against it",
    "early_recover": "the next card is revealed first, then the skewer is lifted",
    # cards
    "order_open": "the order that is open has not been won yet",
    "not_first_player": "{expected_name} reveals the next card, not {seen_name}",
    "no_touting": "no touting card is open",
    "touting_unused": "nobody took a card for the touting card",
    "own_card": "a card is stolen from an opponent, not from oneself",
    "pile_not_allowed": "the draw pile may be used only when no opponent has a card: take {expected}",
    "wrong_chooser": "the card is chosen by {expected_player}, not by {seen_player}",
    "game_over": "the game has ended",
    # input
    "two_skewers": "{seen_name} has a skewer on the plate already and owns only one stick",
    "not_on_plate": "{seen_name} has no skewer on the plate",
    "not_held": "the card is not held: expected {expected}, saw {seen_card}",
    "no_hidden_card": "{seen_name} has no hidden card to show",
    "setup": "the deck is not set up right: expected {expected}, saw {seen}",
    "unknown_option": "no such option",
}
WORDS: Final = Words(MESSAGES, Phrases(PHRASES), with_path=("setup", "not_held", "unknown_option"))
_ABOUT_TOPPINGS: Final = ("missing_topping", "wrap")


def describe(reason: Reason, translate: Translate = as_it_is) -> str | None:
    """A reason in plain words: `position 3: expected cheese-wrapped pepper, saw plain pepper`.

    None for a code that is not this game's.
    """
    if reason.code in _ABOUT_TOPPINGS and reason.seen in CUBES:
        reason = replace(reason, seen=f"plain {reason.seen}")
    return WORDS.describe(reason, translate)

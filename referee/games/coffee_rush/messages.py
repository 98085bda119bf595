"""The reasons of Coffee Rush in plain words."""

from __future__ import annotations

from typing import Final

from referee.games.coffee_rush.phrases import PHRASES
from referee.games.phrases import Phrases
from referee.games.words import Words

MESSAGES: Final[dict[str, str]] = {
    # set-up
    "setup_order": "{expected_name} places the next meeple, not {seen_name}",
    "occupied": "a meeple stands on {seen} already",
    "wrong_tab": "the cards of the set-up go to tab 1 and tab 2, not to {seen}",
    "set_up_over": "the set-up is over",
    "set_up_open": "the set-up is not finished: expected {expected}",
    "set_up_not_told": "play begins without the {expected}: what they would tell is not known",
    # turns and upgrades
    "not_your_turn": "it is the turn of {expected_name}, not of {seen_name}",
    "turn_over": "this turn is over: expected {expected}",
    "too_late": "an upgrade is activated at the start of the turn, before the move",
    "one_per_turn": "one upgrade a turn",
    "wrong_discard": "an upgrade costs exactly {expected}, not {seen}",
    "not_enough_cards": "an upgrade costs {expected}; there are {seen}",
    "already_active": "the {seen_upgrade} upgrade is active already",
    # the move
    "no_move": "the move is mandatory: expected {expected}",
    "already_moved": "one move a turn",
    "too_many_steps": "too many steps: expected {expected}, not {seen}",
    "rush_not_owned": "not so many rush tokens before the move: expected {expected}, not {seen}",
    "rush_overpaid": "too many rush tokens: expected {expected}, not {seen}; take the rest back",
    "diagonal": "diagonal from {seen} without the diagonal upgrade",
    "not_adjacent": "from {seen} is no step to a neighbouring cell",
    "stop_on_meeple": "another meeple stands on {seen}: pass it, don't stop there",
    "no_path": "no path gives {seen}: expected {expected}",
    "unknown_cells": "it is not known where every other meeple stands",
    # cups
    "not_poured": "tokens of this turn are still outside the cups: expected {expected}",
    "not_gained": "more in the cups than was gained: expected {expected}, saw {seen}",
    "already_poured": "one pouring a turn, before orders are processed",
    "cup_transfer": "a token moved from one cup to another: expected {expected}",
    "partial_removal": "a token left a cup alone: expected {expected}",
    "no_match": "the cup does not match: the order is {expected}, the cup holds {seen}; take it back",
    "one_cup_one_card": "one cup serves one card: {seen}",
    "not_in_queue": "no such card there: expected {expected}",
    "tab_assumed": "the card is at several tabs: taken from {expected}",
    # cards
    "rush_begun": "the neighbours are drawing already: orders are processed before that",
    "rush_order": "{expected_name} draws first, then {seen_name}",
    "not_due": "no card is due to {seen_name}: expected {expected}",
    "too_many_cards": "too many cards: expected {expected}, not {seen}",
    "draw_missing": "the order rush is not finished: expected {expected}",
    "too_many_copies": "{seen} seen of a card, but expected {expected}: misread, or other data?",
    "silent": "only the opponent draws: with two players the rulebook is silent about drawing oneself",
    "stalemate": "no queue holds a card and the token is OPEN",
    "game_over": "the game has ended",
    "overruled": "the players decided against it",
    # what is not known
    "no_data": "{path} is not known",
    "differs": "{path} is not as before: expected {expected}, saw {seen}",
    "open_doubt": "line {seen} is not decided yet",
    # input
    "off_board": "no such cell {seen_value}: write {expected}",
    "unknown_ingredient": "no such ingredient {seen_value}: write {expected}",
    "not_in_deck": "the deck has not so many cards: expected {expected}, saw {seen}",
    "too_many_tokens": "more tokens than there are: expected {expected}, saw {seen}",
    "too_many_rush_tokens": "more rush tokens than there are: expected {expected}, saw {seen}",
    "more_cards_than_deck": "more cards than there are: expected {expected}, saw {seen}",
    "bad_data": "expected {expected}, not {seen_value}",
    "unknown_option": "no such option",
}
_WITH_PATH: Final = (
    "off_board",
    "unknown_ingredient",
    "not_in_deck",
    "too_many_tokens",
    "too_many_rush_tokens",
    "more_cards_than_deck",
    "bad_data",
    "unknown_option",
)

WORDS: Final = Words(MESSAGES, Phrases(PHRASES), _WITH_PATH, "step {position}: {text}")

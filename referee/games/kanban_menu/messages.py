"""The reasons of Kanban Menu in plain words."""

from __future__ import annotations

from typing import Final

from referee.games.kanban_menu.phrases import PHRASES
from referee.games.phrases import Phrases
from referee.games.words import Words

MESSAGES: Final[dict[str, str]] = {
    # whose turn, and what comes when
    "not_your_turn": "it is the turn of {expected_name}, not of {seen_name}",
    "not_chosen": "no action has been chosen yet",
    "already_chosen": "an action has been chosen already this turn: {expected}",
    "already_taken": "the tokens of the chosen action card have been taken already",
    "already_decided": "it has been decided already this turn whether the action is activated",
    "already_distributed": "the drawn tokens have been distributed already this turn",
    "not_distributed": "the drawn tokens have not been distributed yet",
    "ability_window": "{seen_card} can be used only between choosing an action and distributing tokens",
    "game_over": "the game has ended",
    "overruled": "the players decided against it",
    # tokens
    "take_all": "all tokens of the chosen action card are taken ({expected}), not {seen}",
    "not_on_card": "not on the chosen action card: {seen}",
    "yellow_kept": "no player keeps a yellow token: {seen}",
    "bag_before_used": "the colour lies in the used area, so it is not taken from the bag",
    "not_available": "there is no {expected}",
    "same_card": "the drawn tokens go on different action cards, not both on {seen}",
    "full": "{seen} has 6 tokens already",
    "token_number": "expected {expected}, not {seen}",
    "card_free": "the {seen_colour} token can be placed: on {expected}",
    "no_legal_card": "a token that no action card can take goes to {expected}, not to {seen}",
    "bag_not_short": "the used area goes back to the bag only when that holds too little: {expected}",
    # paying
    "cannot_pay": "{expected} must be paid, and there is {seen}",
    "no_token": "{expected} must be paid, and there is {seen}",
    "not_same": "the tokens must be {expected}, not {seen}",
    "wrong_count": "exactly {expected} are paid, not {seen}",
    "too_many_conversions": "{expected} conversions are allowed, not {seen}",
    # menu cards
    "not_in_area": "{seen_card} does not lie in the menu area: that holds {expected}",
    "not_in_hand": "{seen_card} is not in the hand: that holds {expected}",
    "hand_full": "only one menu card is kept in hand, and {seen_card} is there already",
    "area_full": "the menu area has 4 cards, so {seen_card} cannot be added",
    "deck_empty": "the deck is used up, so {seen_card} cannot come from it",
    "not_in_front": "{seen_card} does not lie in front of the player: {expected}",
    "no_ability": "{seen_card} has no effect to be used once a turn",
    "once": "{seen_card} has been used already this turn",
    # what is not known
    "no_data": "the edition's data lacks this number: look it up on your own copy",
    "unknown": "not known: {expected}",
    # observed turns
    "unexplained": "no legal turn brings these changes: {seen}",
    "too_many_stories": "there are too many ways in which the turn may have gone",
    "differs": "{expected} was known, {seen} was seen",
    # the end
    "other_game": "tied in VP and in menu cards: {seen_name}",
    # input
    "bad_data": "expected {expected}, not {seen_value}",
    "unknown_colour": "no such colour {seen_value}: write {expected}",
    "duplicate_card": "{seen_card} is there more than once: expected {expected}",
    "too_many_tokens": "{seen} tokens, and there are {expected}",
    "unknown_option": "no such option",
    "unknown_fact": "the rules need no such number",
}
_WITH_PATH: Final = (
    "bad_data",
    "differs",
    "duplicate_card",
    "no_data",
    "too_many_conversions",
    "too_many_tokens",
    "unknown_colour",
    "unknown_fact",
    "unknown_option",
)
WORDS: Final = Words(MESSAGES, Phrases(PHRASES), with_path=_WITH_PATH)
describe: Final = WORDS.describe

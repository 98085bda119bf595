"""The reasons of Kanban Menu in plain words."""

from __future__ import annotations

from typing import Final

from referee.games.base import Reason

MESSAGES: Final[dict[str, str]] = {
    # whose turn, and what comes when
    "not_your_turn": "it is the turn of {expected}, not of {seen}",
    "not_chosen": "no action has been chosen yet",
    "already_chosen": "an action has been chosen already this turn: {expected}",
    "already_taken": "the tokens of the chosen action card have been taken already",
    "already_decided": "it has been decided already this turn whether the action is activated",
    "already_distributed": "the drawn tokens have been distributed already this turn",
    "not_distributed": "the drawn tokens have not been distributed yet",
    "ability_window": "{seen} can be used {expected} only",
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
    "card_free": "the {seen} token can be placed: on {expected}",
    "no_legal_card": "a token that no action card can take goes to the {expected}, not to the {seen}",
    "bag_not_short": "the used area goes back to the bag only when that holds too little: {expected}",
    # paying
    "cannot_pay": "{expected} is to be paid, and there is {seen}",
    "no_token": "{expected} is to be paid, and there is {seen}",
    "not_same": "the tokens must be {expected}, not {seen}",
    "wrong_count": "exactly {expected} are paid, not {seen}",
    "too_many_conversions": "{expected} conversions are allowed, not {seen}",
    # menu cards
    "not_in_area": "{seen} does not lie in the menu area: {expected}",
    "not_in_hand": "{seen} is not in the hand: that holds {expected}",
    "hand_full": "only one menu card is kept in hand, and {seen} is there already",
    "area_full": "the menu area has 4 cards, so {seen} cannot be added",
    "deck_empty": "the deck is used up, so {seen} cannot come from it",
    "not_in_front": "{seen} does not lie in front of the player: {expected}",
    "no_ability": "{seen} has no effect to be used once a turn",
    "once": "{seen} has been used already this turn",
    # what is not known
    "no_data": "the edition's data lacks this number: look it up on your own copy",
    "unknown": "not known: {expected}",
    # observed turns
    "unexplained": "no legal turn leads from {expected} to {seen}",
    "too_many_stories": "there are too many ways in which the turn may have gone",
    "differs": "{expected} was known, {seen} was seen",
    # the end
    "other_game": "{seen} are tied in VP and in menu cards",
    # input
    "bad_data": "expected {expected}, not {seen}",
    "unknown_colour": "no such colour {seen}: write {expected}",
    "duplicate_card": "{seen} is there more than once: expected {expected}",
    "too_many_tokens": "{seen} tokens, and there are {expected}",
    "unknown_option": "no such option",
    "unknown_fact": "the rules need no such number",
}
_WITH_PATH: Final = frozenset(
    {
        "bad_data", "duplicate_card", "no_data", "too_many_conversions", "too_many_tokens", "unknown_colour",
        "unknown_fact",
        "unknown_option",
    }
)  # fmt: skip


def describe(reason: Reason) -> str | None:
    """A reason in plain words: `$5 is to be paid, and there is $4`.

    None for a code that is not this game's.
    """
    message = MESSAGES.get(reason.code)
    if message is None:
        return None
    seen = "nothing" if reason.seen is None else str(reason.seen)
    expected = "nothing" if reason.expected is None else reason.expected
    text = message.format(expected=expected, seen=seen)
    if reason.path and reason.code in _WITH_PATH:
        text = f"{reason.path}: {text}"
    return text if reason.advice is None else f"{text}: {reason.advice}"

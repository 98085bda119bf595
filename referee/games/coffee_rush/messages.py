"""The reasons of Coffee Rush in plain words."""

from __future__ import annotations

from typing import Final

from referee.games.base import Reason

MESSAGES: Final[dict[str, str]] = {
    # set-up
    "setup_order": "{expected} places the next meeple, not {seen}",
    "occupied": "a meeple stands on {seen} already",
    "wrong_tab": "the cards of the set-up go to tab 1 and tab 2, not to {seen}",
    "set_up_over": "the set-up is over",
    "set_up_open": "the set-up is not finished: expected {expected}",
    "set_up_not_told": "play begins without the {expected}: what they would tell is not known",
    # turns and upgrades
    "not_your_turn": "it is the turn of {expected}, not of {seen}",
    "turn_over": "this turn is over: expected {expected}",
    "too_late": "an upgrade is activated at the start of the turn, before the move",
    "one_per_turn": "one upgrade a turn",
    "wrong_discard": "an upgrade costs exactly {expected}, not {seen}",
    "not_enough_cards": "an upgrade costs {expected}; there are {seen}",
    "already_active": "the {seen} upgrade is active already",
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
    "rush_order": "{expected} draws first, then {seen}",
    "not_due": "no card is due to {seen}: expected {expected}",
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
    "off_board": "no such cell {seen}: write {expected}",
    "unknown_ingredient": "no such ingredient {seen}: write {expected}",
    "not_in_deck": "the deck has not so many cards: expected {expected}, saw {seen}",
    "too_many_tokens": "more tokens than there are: expected {expected}, saw {seen}",
    "too_many_rush_tokens": "more rush tokens than there are: expected {expected}, saw {seen}",
    "more_cards_than_deck": "more cards than there are: expected {expected}, saw {seen}",
    "bad_data": "expected {expected}, not {seen}",
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


def describe(reason: Reason) -> str | None:
    """A reason in plain words: `step 1: diagonal from [1, 1] to [0, 0] without the diagonal upgrade`.

    None for a code that is not this game's.
    """
    message = MESSAGES.get(reason.code)
    if message is None:
        return None
    expected = "nothing" if reason.expected is None else reason.expected
    seen = "nothing" if reason.seen is None else str(reason.seen)
    text = message.format(expected=expected, seen=seen, path=reason.path or "something")
    if reason.position is not None:
        text = f"step {reason.position}: {text}"
    if reason.path is not None and reason.code in _WITH_PATH:
        text = f"{reason.path}: {text}"
    if reason.advice is not None:
        text = f"{text}: {reason.advice}"
    return text

"""The rules of Coffee Rush by their number, in our own words, and the rules behind each reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from referee.games.rulebook import Rule

RULES: Final[tuple[Rule, ...]] = (
    Rule(
        "CR-R1",
        "Two to four players. The board, the ingredient and rush tokens and the face-down deck of 80 "
        "order cards are in the middle.",
    ),
    Rule(
        "CR-R2",
        "Each player has a board of their own with four upgrade tiles, none active, one meeple and three "
        "empty cups.",
    ),
    Rule("CR-R3", "The starting player, whom people name, has the token in front of them, showing OPEN."),
    Rule(
        "CR-R4",
        "Each player is dealt one order card at tab 1 and one at tab 2, the starting player another one "
        "at tab 1. So 75, 73 or 71 cards are left for two, three or four players.",
    ),
    Rule(
        "CR-R5",
        "Meeples are placed on cells of the player's choice, by the player to the right of the starting "
        "player first and on to the right, so that the starting player comes last. Never two on one cell.",
    ),
    Rule("CR-R6", "Whoever places a meeple puts the token of its cell into one of the own cups."),
    Rule(
        "CR-R7",
        "At the start of the own turn a player may pay exactly three processed cards and flip one of the "
        "own inactive upgrade tiles. It works at once.",
    ),
    Rule(
        "CR-R8",
        "Each turn the meeple must move: one to three steps, and more for rush tokens spent, as many as "
        "the player owns.",
    ),
    Rule(
        "CR-R9",
        "A step leads to a neighbouring cell of the row or column; a diagonal one needs the diagonal "
        "upgrade.",
    ),
    Rule(
        "CR-R10",
        "Each step gives the token of the cell entered, each time it is entered and whoever stands there; "
        "the cell that the move starts from gives none. Of a short supply a player gets what is there.",
    ),
    Rule("CR-R11", "A meeple may pass other meeples, but not stop on a cell with one."),
    Rule("CR-R12", "A cell may be entered several times in one move; ending where it began is fine."),
    Rule(
        "CR-R13",
        "After the move each token gained goes into one of the own three cups or back to the supply. None "
        "is kept beside them.",
    ),
    Rule(
        "CR-R14",
        "A token in a cup neither moves to another cup nor leaves alone. In the own turn a cup may be "
        "emptied completely into the supply, as often as the player likes.",
    ),
    Rule(
        "CR-R15",
        "A cup that matches a card of the own queue, at whichever tab, processes it: the card is kept "
        "face down, the cup is emptied into the supply.",
    ),
    Rule(
        "CR-R16",
        "A card of the specialty menu gives a rush token when it is processed, too late for this turn's "
        "move.",
    ),
    Rule(
        "CR-R17",
        "Order rush: the player to the left, and then the next one, draw as many cards to tab 1 as were "
        "processed in the turn. The nearest draws all of them first.",
    ),
    Rule(
        "CR-R18",
        "When the deck is too small for the order rush, they draw what there is in that order, and the "
        "token is turned to CLOSED.",
    ),
    Rule(
        "CR-R19",
        "At the end of a turn each card in the active player's queue, and no other, moves down a tab.",
    ),
    Rule(
        "CR-R20",
        "Cards that leave tab 4 are penalty cards, face down; for each the player receives a rush token.",
    ),
    Rule("CR-R21", "As soon as somebody has five penalty cards, the token is turned to CLOSED."),
    Rule("CR-R22", "If the token shows CLOSED at the end of a turn, the game ends there and then."),
    Rule(
        "CR-R23",
        "A point for each processed card still held, two for each active upgrade, one less for each "
        "penalty card. Cards paid for upgrades and cards in the queue count nothing; totals may be "
        "negative.",
    ),
    Rule(
        "CR-R24",
        "In a tie more order cards held win, then more rush tokens; still tied, the victory is shared.",
    ),
    Rule(
        "CR-A1",
        "Which way turns pass is not written: clockwise, to the left, as the other rules suggest.",
        "direction: clockwise, counterclockwise",
    ),
    Rule("CR-A2", "One upgrade a turn, unless the table allows more.", "multi_upgrade: false, true"),
    Rule("CR-A3", "A rush token is worth one step more.", "rush_step: 1, 2, 3"),
    Rule(
        "CR-A4",
        "Only as many rush tokens are spent as the steps need; the others are taken back.",
        "allow_waste: false, true",
    ),
    Rule(
        "CR-A5",
        "The other three tiles double the tokens of a cell with another meeple, of a corner cell, of a "
        "ribbon cell. Together they multiply; then the supply limits what is gained.",
        "stack: multiply, max2",
    ),
    Rule(
        "CR-A6",
        "For the doubling of the meeple tile only opponents' meeples count, not a second one of one's own.",
        "meeple_upgrade_own: false, true",
    ),
    Rule(
        "CR-A7",
        "A cup matches when it holds exactly the ingredients of the card, in whatever order they were "
        "poured.",
        "match: exact, superset",
    ),
    Rule(
        "CR-A8",
        "Of cards with the same recipe the player chooses one: one cup serves one card. Where the tab is "
        "not told, the card nearest to leaving is taken.",
    ),
    Rule("CR-A9", "Nobody has to process, even with a cup that matches."),
    Rule(
        "CR-A10",
        "First all is poured, then orders are processed: at most three in a turn. The table may mix both.",
        "interleave: false, true",
    ),
    Rule(
        "CR-A11",
        "A cup may be emptied before the move too, so that its tokens can be gained again; but only in "
        "the own turn.",
    ),
    Rule("CR-A12", "A cup holds any number of tokens."),
    Rule(
        "CR-A13",
        "A deck that is used up exactly keeps the token OPEN; the next order rush closes it.",
        "close_on: shortage, empty",
    ),
    Rule("CR-A14", "A turn without a processed card draws nothing, so that an empty deck closes nothing."),
    Rule(
        "CR-A15",
        "With two players only the opponent draws, and a note says that the rulebook's words leave it "
        "open. The public rules for two add a second meeple each, of which one moves a turn, and a new "
        "card at the own tab 1 after each own turn.",
        "two_player: seed, public; rush_excludes_active: true, false",
    ),
    Rule(
        "CR-A16",
        "When there are too few rush tokens, a player receives those that are there.",
        "rush_supply: limited, unlimited",
    ),
    Rule(
        "CR-A17",
        "The order cards held that decide a tie are the processed ones.",
        "tie_cards: processed, all",
    ),
    Rule("CR-A18", "Whose hand turns the token does not matter."),
    Rule(
        "CR-A19",
        "When no queue holds a card and the token is OPEN, play would never end: people decide whether to "
        "end and count.",
    ),
    Rule("CR-A20", "A cup on a card that it does not match is taken back as it is; there is no penalty."),
    Rule("CR-A21", "At the set-up the token must go into a cup; it cannot be given back."),
    Rule(
        "CR-A22",
        "The game ends at once; the table may play on until the round is complete.",
        "finish_round: false, true",
    ),
)

_NO_RULE: Final = (
    "set_up_not_told",
    "overruled",
    "no_data",
    "differs",
    "open_doubt",
    "off_board",
    "unknown_ingredient",
    "bad_data",
    "unknown_option",
)
"""What is not known or not decided, and slips of the pen."""

RULE_OF: Final[Mapping[str, tuple[str, ...]]] = {
    # set-up
    "setup_order": ("CR-R5",),
    "occupied": ("CR-R5",),
    "wrong_tab": ("CR-R4",),
    "set_up_over": ("CR-R4", "CR-R5"),
    "set_up_open": ("CR-R4", "CR-R5"),
    "not_poured returned": ("CR-R6", "CR-A21"),
    "too_many_cards tab": ("CR-R4",),
    # turns and upgrades
    "not_your_turn": ("CR-A1",),
    "turn_over": ("CR-A15",),
    "too_late": ("CR-R7",),
    "one_per_turn": ("CR-A2",),
    "wrong_discard": ("CR-R7",),
    "not_enough_cards": ("CR-R7",),
    "already_active": ("CR-R7",),
    # the move
    "no_move": ("CR-R8",),
    "already_moved": ("CR-R8",),
    "too_many_steps": ("CR-R8", "CR-A3"),
    "rush_not_owned": ("CR-R8", "CR-R16"),
    "rush_overpaid": ("CR-A4",),
    "diagonal": ("CR-R9",),
    "not_adjacent": ("CR-R9",),
    "stop_on_meeple": ("CR-R11",),
    "no_path": ("CR-R8", "CR-R9", "CR-R10"),
    "unknown_cells": ("CR-R11",),
    # cups
    "not_poured": ("CR-R13",),
    "not_gained": ("CR-R10", "CR-R13"),
    "already_poured": ("CR-R13", "CR-A10"),
    "cup_transfer": ("CR-R14",),
    "partial_removal": ("CR-R14",),
    "no_match": ("CR-R15", "CR-A7", "CR-A20"),
    "one_cup_one_card": ("CR-A8",),
    "not_in_queue": ("CR-R15",),
    "tab_assumed": ("CR-A8",),
    # cards
    "rush_begun": ("CR-R17",),
    "rush_order": ("CR-R17",),
    "not_due": ("CR-R17", "CR-A14", "CR-A15"),
    "too_many_cards": ("CR-R17", "CR-A15"),
    "draw_missing": ("CR-R17",),
    "too_many_copies": ("CR-R1",),
    "silent": ("CR-A15",),
    "stalemate": ("CR-A19",),
    "game_over": ("CR-R22",),
    # input
    "not_in_deck": ("CR-R18",),
    "too_many_tokens": ("CR-R1",),
    "too_many_rush_tokens": ("CR-R1", "CR-A16"),
    "more_cards_than_deck": ("CR-R1",),
    "bad_value players": ("CR-R1",),
    "bad_value cells": ("CR-R2", "CR-A15"),
    "bad_value upgrade": ("CR-R2",),
    "bad_value upgrades": ("CR-R2",),
    "bad_value cup": ("CR-R2",),
    "bad_value options.rush_step": ("CR-A3",),
    "unknown_player start": ("CR-R3",),
    "missing_field start": ("CR-R3",),
    **dict.fromkeys(_NO_RULE, ()),
}
"""The rules that a reason rests on: see `referee.games.rulebook.rules_behind`."""

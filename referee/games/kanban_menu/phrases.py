"""How the reasons of Kanban Menu name tokens, amounts, menu cards and changes: see
`referee.games.phrases`."""

from __future__ import annotations

from typing import Final

from referee.games.kanban_menu.cards import CARDS
from referee.games.kanban_menu.ending import OTHER_GAME
from referee.games.kanban_menu.events import SUBJECTS
from referee.games.kanban_menu.model import COLOURS
from referee.games.kanban_menu.turn import WHOSE_TURN
from referee.games.phrases import Kinds

PHRASES: Final[Kinds] = {
    "colour": COLOURS,
    "colours": ("{colour}", "{colour}, {colours}"),
    "card": CARDS,
    "cards": ("{card}", "{card}, {cards}"),
    "numbers": ("{number}", "{number}, {numbers}"),
    "amounts": ("{number} {colour}", "{number} {colour}, {amounts}"),
    # an observed turn, as `observe` spells it
    "signed": ("+{number}", "{number}"),
    "change": (
        "action {number}",
        "money {signed}",
        "VP {signed}",
        "{colour} {signed}",
        "{card} in front",
        "{card} in hand",
    ),
    "changes": ("{change}", "{change}, {changes}"),
    "phrase": (
        "{colours}",
        "{amounts}",
        "{cards}",
        "{changes}",
        "no change",
        "${number}",
        "{number} VP",
        "{number} materials",
        "{number} tokens",
        "{number} token",
        "{number} of one colour",
        "at most {number}",
        # places
        "action card {numbers}",
        "the used area",
        "the bag",
        "{colour} in the used area",
        "no {colour} in the used area",
        "{colour} in the bag",
        "fewer than {number} tokens in the bag",
        "an empty hand",
        "{cards} and {number} more",
        "{number} menu cards that are not known",
        # what is not known
        "the tokens on action card {number}",
        "yellow on action card {number}",
        "{number} tokens on action card {numbers}",
        "{number} tokens, unless the bag is empty",
        "{card} in front of {name}",
        "{card} in the hand",
        "the player whose turn it is",
        "the money of {name}",
        "the VP of {name}, which may be {number} or more",
        "the VP of {name}",
        "the materials of {name}",
        "the menu cards of the tied players",
        # fields of events
        "a colour",
        "a list of colours",
        "a list of at most {number} colours",
        "an action from 1 to {number}",
        "a list of drawn tokens, each [colour, action]",
        "[colour, action]",
        "what the player has",
        "a menu card",
        "a menu card, here or as reserve",
        "develop or reserve, not both",
        "a list of at most {number} menu cards",
        "a card that is not named before",
        "a card that lies nowhere else",
        "{number} of it, in fronts, hands and the area",
        "a trade",
        "a list of trades",
        "a list of at most {number} trades",
        "a number of VP from 1 to {number}",
        "a number of tokens from 0 to {number}",
        "at most {number} tokens",
        # set-up and data
        "the name of the start player",
        "{text}, as edition says",
        "each of {text} once",
        "an edition, the path of a data file, or an object of numbers",
        "an edition ({text}) or the path of a data file: {text2}",
        "a whole number from 0 to {number}",
        "a whole number from {number}",
        "{number} whole numbers",
    ),
    "advice": (OTHER_GAME, WHOSE_TURN),
    "event": SUBJECTS,
}

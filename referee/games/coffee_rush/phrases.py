"""How the reasons of Coffee Rush name cells, tokens, cards and what people can do: see
`referee.games.phrases`."""

from __future__ import annotations

from typing import Final

from referee.games.coffee_rush.events import SUBJECTS
from referee.games.coffee_rush.model import INGREDIENTS
from referee.games.phrases import Kinds

PHRASES: Final[Kinds] = {
    # tokens, as `model.spell` puts them, and cells, as `model.place` does
    "ingredient": INGREDIENTS,
    "tokens": ("{ingredient}", "{ingredient} x{number}"),
    "bag": ("{tokens}", "{tokens}, {bag}", "nothing"),
    "cell": ("[{number}, {number2}]",),
    "upgrade": ("meeple", "diagonal", "corner", "ribbon"),
    # what each player still has to draw
    "due": ("{name} {number}, {due}", "{name} {number}"),
    "phrase": (
        "{bag}",
        "{cell}",
        "{cell} or {cell2}",
        "{cell} to {cell2}",
        "tab {number}",
        # set-up
        "{name} to place a meeple",
        "two cards for each player, three for the starting player",
        "deal events of the set-up",
        "start_cell events of the set-up",
        "{ingredient} in a cup",
        "{number} at tab {number2}",
        # turns and moves
        "a new card on tab 1, then the next player's turn",
        "{number} cards",
        "{number} processed cards",
        "a move",
        "{number} to {number2} steps",
        "at most {number} steps",
        "at most {number}",
        "{number} spent for {number2} steps",
        "fewer rush tokens for these steps",
        "a path of at most {number} steps from {cell} to {cell2}",
        # cups
        "{bag} in cups or in the supply",
        "at most nothing",
        "at most {bag}",
        "{bag} too many",
        "tokens to stay in their cup",
        "a cup kept as it is, or emptied completely",
        "cup {number} has served this turn",
        # cards
        "{card} in the queue",
        "{card} in tab {number}",
        "a new card for {name}",
        "cards for nobody",
        "cards for {name} and {name2}",
        "cards for {name}",
        "cards drawn: {due}",
        "at most {number} cards",
        "{number} of {card} in the deck",
        "at most {number} in all",
        # what a field should hold
        "a cell as [row, column], both from 0 to 3",
        "the cells entered, such as [[1, 2], [1, 3]]",
        "a list of cells",
        "a list of {number} cells",
        "{number} cells, one for each meeple",
        "a cup from 1 to {number}",
        "a tab from 1 to {number}",
        "a meeple from 1 to {number}",
        "an object by cup: {text}",
        "an object by tab: {text}",
        "an ingredient",
        "a list of ingredients",
        "at most {number} ingredients",
        "how many tokens by ingredient",
        "a card's id",
        "a card of the deck, such as {card}",
        "a list of cards",
        "an upgrade",
        "a list of upgrades",
        "at most {number} upgrades",
        "each upgrade once",
        "how many, {number} to {number2}",
        "how many rush tokens are spent, {number} to {number2}",
        "how many cards are discarded",
        # setup
        "the name of the starting player",
        "how many steps a rush token is worth, from {number} to {number2}",
        # data
        "the path of a data file, or an object of values",
        "a data file that can be read: {text}",
        "four rows of four ingredients, from the top",
        "four ingredients, from the left",
        "four rows",
        "a number of every ingredient",
        "at least one ingredient",
        "how many rush tokens there are",
        "the order cards by their ids",
    ),
    "advice": (
        "tell it in a state event",
        "tell it in a table event",
        "tell which meeple moves",
        "tell the path in a move event",
        "look into the cup",
        "look again",
        "decide about line {number} first",
        "nobody can process a card and none will come: decide OK to end the game and count",
    ),
    "event": SUBJECTS,
}

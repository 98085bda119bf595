"""How the reasons of Kushi Express name pieces, skewers, cards and what people can do: see
`referee.games.phrases`."""

from __future__ import annotations

from typing import Final

from referee.games.kushi_express.doubt import ADVICE, SHOW_AGAIN
from referee.games.kushi_express.events import SUBJECTS
from referee.games.kushi_express.model import CUBES, STRIPS
from referee.games.phrases import Kinds

PHRASES: Final[Kinds] = {
    # a skewer, as `model.item` and `model.spell` put it
    "cube": CUBES,
    "strip": STRIPS,
    "piece": ("{cube}", "{strip}"),
    "several_cubes": ("{cube} and {cube2}", "{cube}, {several_cubes}"),
    "several_strips": ("{strip} and {strip2}", "{strip}, {several_strips}"),
    "wrapped": ("{strip}-wrapped {cube}", "{strip}-wrapped {several_cubes}"),
    "several_wrapped": ("{wrapped} and {wrapped2}", "{wrapped}, {several_wrapped}"),
    "item": (
        "{cube}",
        "{wrapped}",
        "{several_wrapped}",
        "{item} with {strip} pierced once",
        "{item} with {strip} on one side only",
    ),
    "part": ("{item}", "{strip} that wraps nothing"),
    "skewer": ("an empty stick", "{part}", "{part}, {skewer}", "{strip}", "{several_strips}"),
    "player": ("thief", "random", "victim"),
    "phrase": (
        "{skewer}",
        "plain {cube}",
        "{item} pierced right beside it",
        "one {cube}",
        "one strip of {strip}",
        "{number} of {piece}",
        "one {piece} of the player's own",
        "{piece} on the stick and {number} beside it",
        "{number} of {piece} beside the skewer",
        # why no card or box can have it
        "no such piece: {text}",
        "an order shows at least one cube",
        "each player has one {cube}",
        "each player has one strip of {strip}",
        "{strip} is named right before and right after the one or two cubes that it wraps",
        "at most {number} layers",
        "at most {number} of {piece} in the box",
        # claims
        '"Bon appétit!"',
        "the handle end in view",
        "a skewer that is right from one end only",
        "a player whose skewer is not on the plate",
        "a player whose skewer is on the plate",
        # cards
        "an order card",
        "one order card",
        "one skewer",
        "a card of {names}",
        "a card of an opponent",
        "the draw pile",
        "of {name}: no card",
        "of {name}: {text}",
        "the card that was taken and shown",
        "a player with a hidden card",
        "a card of the set's deck",
        "a card's id, or an object with kind, layers and price",
        'a price such as "6.0"',
        # setup
        "the name of the first player",
        'a name other than "pile", the draw pile',
        "a set profile's name or path",
        "the {number} cards from the top down",
        "{number} order cards",
        "{number} touting cards",
        "{number} closing cards",
        "the closing card among the last {number}, at place {number2} to {number3}",
        # readings
        "a list of at most {number} pieces",
        "a list of doubts",
        "what is in doubt",
        "the place of a cube, from 1",
        "what it may be instead",
        "a number from 0 to 1",
    ),
    "advice": (
        *dict.fromkeys(ADVICE.values()),
        SHOW_AGAIN,
        "show the handle end",
        "say whose the loose piece is",
        "the players decide whose skewer lay first",
        "the skewer was lifted during its check",
        "decide about the open claim first",
        "put it back",
        # of a camera's picture
        "cover the other cards",
        "no plate found: lay the round plate in view, whole and free of hands",
        "the order card shines: tilt it or move the lamp",
        "the order card is blurred: hold the camera still, check its focus",
        "the order card is too small: bring the camera nearer",
        "the order card is mirrored: switch the camera's mirroring off",
        "the order card is covered: take the hand away",
        "this card is not in the set's deck: is it the right --set?",
        "the order card can't be read: lay it flat, face up, in good light",
    ),
    "event": SUBJECTS,
}

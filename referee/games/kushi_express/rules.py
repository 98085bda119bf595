"""The rules of Kushi Express by their number, in our own words, and the rules behind each reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from referee.games.rulebook import Rule

RULES: Final[tuple[Rule, ...]] = (
    # set-up
    Rule("KU-R1", "The deck has 30 cards: 27 orders, 2 touting cards and one closing card."),
    Rule(
        "KU-R2",
        "The box holds four cubes of each kind, four strips of each kind, four sticks and one plate, "
        "so two to four people play.",
    ),
    Rule(
        "KU-R3",
        "Each player has one cube of each kind, one strip of each kind and one stick, "
        "so neither an order nor a skewer has a piece twice.",
    ),
    Rule("KU-R4", "The closing card is one of the last six cards of the pile: the 25th to the 30th."),
    Rule("KU-R5", "The oldest player is the first player. People say who that is."),
    # turn
    Rule(
        "KU-R6",
        "The first player turns over the top card. Whoever gained the order of the last turn is first player "
        "in the next.",
    ),
    Rule("KU-R7", "Everybody builds at once, and the skewer must be just what the card shows."),
    Rule(
        "KU-R8",
        'Whoever is done puts the skewer on the plate and says "Bon appétit!"; the check starts when the '
        "skewer lies there.",
    ),
    Rule("KU-R9", "During a check everybody else stops, and nothing that is placed meanwhile counts."),
    Rule(
        "KU-R10",
        "Whoever placed a wrong skewer takes it back and is out until the next turn; the others build on.",
    ),
    Rule("KU-R11", "A right skewer takes the order card, and stays on the plate."),
    Rule("KU-R12", "The winner first turns over the next card, and only then takes the skewer back."),
    Rule(
        "KU-R13",
        "A skewer left on the plate from an earlier turn claims nothing: a claim is placed after the card "
        "was turned over.",
    ),
    # touting
    Rule("KU-R14", 'At a touting card there is nothing to build: everybody stands up and shouts "Kushi!".'),
    Rule(
        "KU-R15",
        "The fastest may take one gained card from an opponent, or the top card of the pile when no opponent "
        "has gained any.",
    ),
    Rule("KU-R16", "The touting card then leaves the game and scores nothing."),
    # end
    Rule(
        "KU-R17",
        "The closing card ends the game the moment it is turned over; no skewer counts after that.",
    ),
    Rule("KU-R18", "A score is the sum of the prices on the gained cards, and most points win."),
    Rule("KU-R19", "At a tie all orders are shuffled again, and one more turn decides."),
    # rulings
    Rule(
        "KU-A1",
        "A skewer is compared from its handle end where the set's sticks have a marked one (strict); plain "
        "sticks may be read from either end. If the handle end is not seen and it matters, people look.",
        "orientation: auto, strict, either",
    ),
    Rule(
        "KU-A2",
        "How a cube is turned about the stick, gaps between pieces and which face of a strip is outside do "
        "not matter.",
    ),
    Rule(
        "KU-A3",
        "Wrapped means that one strip is pierced right before and right after just the cubes shown, of which "
        "there may be two. Pierced once, on one side only, or round other cubes is not wrapped.",
    ),
    Rule(
        "KU-A4",
        "A piece too many on the stick is wrong. Loose pieces beside it are not, unless one is a second of a "
        "kind that is on the stick: then people say whose it is.",
    ),
    Rule(
        "KU-A5",
        "A skewer placed without the call is checked all the same, with a warning; a call without a skewer "
        "claims nothing. With the option a claim counts from its call.",
        "require_call: false, true",
    ),
    Rule(
        "KU-A6",
        "Skewers placed at the same moment are all checked. One that alone is right wins; if several are, "
        "people decide, or all build the order again. The option simultaneous_window says how many seconds "
        "apart is the same moment.",
        "simultaneous: ask, replay",
    ),
    Rule(
        "KU-A7",
        "A winner who lifts the skewer before turning over the next card puts it back; it costs no points.",
        "early_recover: illegal, warn",
    ),
    Rule(
        "KU-A8",
        "When everybody is out the order leaves the game unscored and the first player stays; or everybody "
        "tries it again.",
        "all_out: set_aside, replay",
    ),
    Rule("KU-A9", "What a player who is out places does not count."),
    Rule(
        "KU-A10",
        "The thief chooses which gained card of one opponent to take; or it is drawn, or the victim chooses.",
        "steal: choose, random, victim",
    ),
    Rule("KU-A11", "The fastest may also take nothing."),
    Rule(
        "KU-A12",
        "The pile is for the fastest only while no opponent has a card; own cards do not matter for that.",
    ),
    Rule(
        "KU-A13",
        "A card from the pile is shown: a closing card ends the game, a touting card leaves it without a "
        "second theft. Where such cards stay hidden they count once shown, and the game ends with the pile.",
        "pile_card: shown, hidden",
    ),
    Rule(
        "KU-A14",
        "A touting card leaves the first player as before; or the thief becomes first player.",
        "touting_first: unchanged, thief",
    ),
    Rule(
        "KU-A15",
        "The winner's skewer may be lifted after any card was turned over; with the option only after an "
        "order.",
        "touting_keeps_skewer: false, true",
    ),
    Rule(
        "KU-A16",
        "The tied leaders alone, or all players, play the tie-break. Other cards are set aside in it, a turn "
        "in which all are out is followed by another, and its card decides without scoring.",
        "tie_break: leaders, all",
    ),
    Rule("KU-A17", "Nobody with a card at the end is a tie of all players."),
    Rule("KU-A18", "The referee advises. What the opponents decide about a skewer stands."),
    Rule("KU-A19", "Orders of a single cube are cards of their own, each with its own price."),
    Rule("KU-A20", "How loud, with which hand or how far from the plate: the referee does not judge it."),
)

_NO_RULE: Final = (
    "topping_hidden",
    "wrap_span",
    "gap",
    "overlap",
    "occluded",
    "too_small",
    "blur",
    "glare",
    "colour",
    "low_confidence",
    "ambiguous",
    "mirrored",
    "no_face",
    "several_orders",
    "no_skewer",
    "several_skewers",
    "not_on_plate",
    "unknown_option",
)
"""What a camera is not sure of, what a picture lacks, and slips of the pen."""

RULE_OF: Final[Mapping[str, tuple[str, ...]]] = {
    # on the skewer
    "order": ("KU-R7", "KU-A1"),
    "wrap": ("KU-R7", "KU-A3"),
    "missing": ("KU-R7",),
    "missing_topping": ("KU-R7", "KU-A3"),
    "extra": ("KU-R7", "KU-A4"),
    "wrong_cube": ("KU-R7",),
    "foreign_piece": ("KU-R3", "KU-A4"),
    "loose_piece": ("KU-A4",),
    "orientation": ("KU-A1",),
    # claims
    "out": ("KU-R10", "KU-A9"),
    "no_order": ("KU-R13",),
    "during_check": ("KU-R9",),
    "not_in_tie_break": ("KU-A16",),
    "simultaneous": ("KU-A6",),
    "no_call": ("KU-R8", "KU-A5"),
    "no_claim": ("KU-R8", "KU-A5"),
    "unsettled": ("KU-R9",),
    "overruled": ("KU-A18",),
    "early_recover": ("KU-R12", "KU-A7"),
    # cards
    "order_open": ("KU-R6",),
    "not_first_player": ("KU-R6",),
    "no_touting": ("KU-R15",),
    "touting_unused": ("KU-A11",),
    "own_card": ("KU-R15",),
    "pile_not_allowed": ("KU-R15", "KU-A12"),
    "wrong_chooser": ("KU-A10",),
    "game_over": ("KU-R17",),
    # input
    "two_skewers": ("KU-R3", "KU-R13"),
    "not_held": ("KU-R15",),
    "no_hidden_card": ("KU-A13",),
    "setup": ("KU-R1", "KU-R4"),
    "bad_value players": ("KU-R2",),
    "bad_value layers": ("KU-R2", "KU-R3"),
    "bad_value card.layers": ("KU-R3", "KU-A3"),
    "unknown_piece layers[]": ("KU-R2",),
    "unknown_piece card.layers[]": ("KU-R2",),
    "unknown_player first": ("KU-R5",),
    **dict.fromkeys(_NO_RULE, ()),
}
"""The rules that a reason rests on: see `referee.games.rulebook.rules_behind`."""

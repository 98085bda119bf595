"""The rules of Kanban Menu by number (R of the rulebook, E of the menu cards, A what it leaves open), and the
rules behind each reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from referee.games.rulebook import Rule

RULES: Final[tuple[Rule, ...]] = (
    # a turn
    Rule(
        "KM-R1",
        "A turn starts with choosing one of the six action cards; one without tokens may be chosen.",
    ),
    Rule("KM-R2", "Every token on the chosen card goes to the player. Leaving some behind is not allowed."),
    Rule(
        "KM-R3",
        "A yellow token is worth $2 the moment it is taken and goes to the used area; nobody keeps one.",
    ),
    Rule("KM-R4", "After taking the tokens the player is free to carry out the chosen action or not to."),
    Rule(
        "KM-R5",
        "Action ① brings one token of any colour out of the used area, or out of the bag when the used area"
        " has none of that colour. A yellow one is $2.",
    ),
    Rule("KM-R6", "Action ② turns two tokens of one colour into $5, once."),
    Rule("KM-R7", "Action ③ turns three tokens of one colour into 5 VP, once."),
    Rule("KM-R8", "Action ④ turns $5 into 4 VP, once.", "edition: seed, 2019"),
    Rule(
        "KM-R9",
        "Action ⑤ can develop a menu card of the area or of the own hand: its cost is paid, it lies in "
        "front of the player from then on, its VP count at once, and the area is filled up to four.",
    ),
    Rule(
        "KM-R10",
        "Action ⑤ can instead reserve a card of the area: it goes to an empty hand, since a hand holds one "
        "card, and the area is filled up. A card in hand does not prevent developing from the area.",
    ),
    Rule(
        "KM-R11",
        "Action ⑥ allows up to three conversions by the trading table: money for a material (used area "
        "first, then bag), a material for money, money for VP, VP for money.",
    ),
    Rule("KM-R12", "Tokens that are paid or sold lie in the used area afterwards."),
    Rule(
        "KM-R13",
        "Two tokens drawn blindly from the bag are put on two different action cards, never on one that "
        "holds six.",
    ),
    Rule("KM-R14", "Turns go round clockwise, one player at a time."),
    # the end
    Rule(
        "KM-R15",
        "A player who has 30 VP or more at the end of the own turn brings the end near: play goes on to "
        "the player on the right of the start player, so that all have had as many turns.",
        "edition: seed, 2019",
    ),
    Rule(
        "KM-R16",
        "In the final count all materials are sold at the price of ⑥, without any money limit, and each "
        "whole $3 is one more VP.",
    ),
    Rule(
        "KM-R17",
        "Most VP wins, then most menu cards in front. Players who are still tied settle it by another, "
        "long game, which is for people to say.",
    ),
    # menu cards
    Rule(
        "KM-E1",
        "Brunch brings 2 VP in a turn whose action is not carried out; taking tokens is no action.",
    ),
    Rule(
        "KM-E2",
        "A card may reward choosing an action, whether or not it is carried out: macaron ① $2, roast beef "
        "② $2, german beer ③ 2 VP, blended coffee ④ $1, parfait ⑤ 2 VP, vegetable curry ⑥ $1.",
    ),
    Rule(
        "KM-E3",
        "Ten cards offer an exchange once in each own turn: a drink or a fruit for 2 VP, a sweet or a "
        "main dish for $3, $2 for 3 VP (opera), $3 for 4 VP (hamburg steak), $1 (craft ginger ale) or 1 "
        "VP (bagna cauda) for nothing, $1 for one conversion (bavarois), $1 for a random token (fried "
        "chicken).",
    ),
    Rule("KM-E4", "Only cards in front of a player have an effect, and only for that player."),
    # what is left open
    Rule(
        "KM-A1",
        "The numbers are those of the rulebook; an earlier edition has 25 VP and $4.",
        "edition: seed, 2019",
    ),
    Rule(
        "KM-A2",
        "Prices, costs, counts and the money limit come from the edition's data. What it lacks makes a "
        "verdict that needs it UNSURE, while everything else is still checked.",
    ),
    Rule(
        "KM-A3",
        "Blue is drink, green is fruit, white is sweet, red is main dish.",
        "colours: a kind for each colour",
    ),
    Rule(
        "KM-A4",
        "What choosing an action brings is there before its tokens are taken, so it can pay for the action.",
    ),
    Rule(
        "KM-A5",
        "Once-per-turn effects may be used at any moment of the own turn, also before choosing and after "
        "distributing.",
        "ability_window: turn, action",
    ),
    Rule(
        "KM-A6",
        "A card developed this turn can be used this turn; its reward for choosing comes from the next on.",
    ),
    Rule(
        "KM-A7",
        "Not being able to carry out the action counts as not carrying it out, and so does trading nothing.",
        "brunch_when_unable: true, false",
    ),
    Rule(
        "KM-A8",
        "Money over the limit is lost when it is gained. Without a known limit there is none, and the "
        "setup says so.",
        "money_over_limit: lost, turn_end",
    ),
    Rule(
        "KM-A9",
        "A conversion is one unit of one row; rows may repeat and build on one another. Nothing drops "
        "below zero.",
    ),
    Rule(
        "KM-A10",
        "Bavarois: first $1, then one conversion, which is neither one of the three nor choosing ⑥.",
    ),
    Rule("KM-A11", "A yellow token drawn by fried chicken is $2 and goes to the used area."),
    Rule(
        "KM-A12",
        "Where the bag holds too little, the used area goes back to it; what there is then is drawn.",
        "short_bag: refill, no_refill",
    ),
    Rule(
        "KM-A13",
        "A drawn token that no action card may take goes to the used area.",
        "no_legal_card: used, bag",
    ),
    Rule(
        "KM-A14",
        "A colour that lies in the used area is not taken from the bag; one that is in neither, nowhere.",
    ),
    Rule("KM-A15", "With the deck used up the area stays short; developing from the hand draws nothing."),
    Rule(
        "KM-A16",
        "What counts for the end is the VP at the end of the own turn; once brought near, the end stays "
        "near.",
        "end_on: current, cumulative",
    ),
    Rule("KM-A17", "VP of the final count, or in another player's turn, bring no end near."),
    Rule("KM-A18", "Money that is left over breaks no tie."),
    Rule(
        "KM-A19",
        "Each menu card exists once, so a second one is bad input, unless the data gives more copies.",
    ),
    Rule("KM-A20", "Looking into the bag for a colour and shaking it afterwards are left to the players."),
)
"""Every numbered rule, in our own words."""

_NO_RULE: Final = (
    "overruled",
    "unknown",
    "unexplained",
    "too_many_stories",
    "differs",
    "bad_data",
    "unknown_colour",
    "unknown_option",
    "unknown_fact",
)
"""What nobody told or saw, what people decided, and slips of the pen."""

RULE_OF: Final[Mapping[str, tuple[str, ...]]] = {
    # whose turn, and what comes when
    "not_your_turn": ("KM-R14",),
    "not_chosen": ("KM-R1",),
    "already_chosen": ("KM-R1",),
    "already_taken": ("KM-R2",),
    "already_decided": ("KM-R4",),
    "already_distributed": ("KM-R13",),
    "not_distributed": ("KM-R13",),
    "ability_window": ("KM-A5",),
    "game_over": ("KM-R15",),
    # tokens
    "take_all": ("KM-R2",),
    "not_on_card": ("KM-R2",),
    "yellow_kept": ("KM-R3",),
    "bag_before_used": ("KM-A14",),
    "not_available": ("KM-A14",),
    "not_available details.take": ("KM-R5", "KM-A14"),
    "not_available details.trades[]": ("KM-R11", "KM-A14"),
    "not_available details.drew": ("KM-E3", "KM-A12"),
    "not_available tokens[]": ("KM-R13", "KM-A12"),
    "same_card": ("KM-R13",),
    "full": ("KM-R13",),
    "token_number": ("KM-R13", "KM-A12"),
    "card_free": ("KM-R13", "KM-A13"),
    "no_legal_card": ("KM-A13",),
    "bag_not_short": ("KM-A12",),
    # paying
    "cannot_pay": ("KM-R8",),
    "cannot_pay details.develop": ("KM-R9",),
    "cannot_pay details.trades[]": ("KM-R11", "KM-A9"),
    "cannot_pay details.trade": ("KM-A9", "KM-A10"),
    "cannot_pay card": ("KM-E3",),
    "no_token": ("KM-E3",),
    "no_token details.pay": ("KM-R6", "KM-R7"),
    "no_token details.trades[]": ("KM-R11", "KM-A9"),
    "no_token details.trade": ("KM-A9", "KM-A10"),
    "not_same": ("KM-R6", "KM-R7"),
    "wrong_count": ("KM-R6", "KM-R7"),
    "too_many_conversions": ("KM-R11", "KM-A9"),
    "too_many_conversions details.trade": ("KM-A10",),
    # menu cards
    "not_in_area": ("KM-R9",),
    "not_in_area details.reserve": ("KM-R10",),
    "not_in_hand": ("KM-R9",),
    "hand_full": ("KM-R10",),
    "area_full": ("KM-R9",),
    "deck_empty": ("KM-A15",),
    "not_in_front": ("KM-E4",),
    "no_ability": ("KM-E3",),
    "once": ("KM-E3",),
    "duplicate_card": ("KM-A19",),
    # numbers, and the end
    "no_data": ("KM-A2",),
    "no_data data.money_limit": ("KM-A2", "KM-A8"),
    "too_many_tokens": ("KM-A2",),
    "other_game": ("KM-R17", "KM-A18"),
    # input
    "missing_field details.take": ("KM-R5",),
    "missing_field details.pay": ("KM-R6", "KM-R7"),
    "missing_field details.develop": ("KM-R9", "KM-R10"),
    "missing_field details.trades": ("KM-R11",),
    "missing_field details.trade": ("KM-E3", "KM-A10"),
    "missing_field details.drew": ("KM-E3", "KM-A11"),
    "bad_value options.edition": ("KM-A1",),
    "bad_value options.colours": ("KM-A3",),
    **dict.fromkeys(_NO_RULE, ()),
}
"""The rules that a reason rests on: see `referee.games.rulebook.rules_behind`."""

"""Whole verdicts, word for word: call, reasons with all that they say, and effects. Codes alone would let a
wrong name, field or effect pass."""

from __future__ import annotations

from collections.abc import Callable

import whole
from kushi import Table, tie, touting
from kushi_scenes import (
    OVER,
    SHOW,
    UNSETTLED,
    Verdict,
    aside,
    build,
    ended,
    gains,
    hidden,
    loses,
    open_touting,
    over,
    two_cards,
    unsettled,
    won,
    won_touting,
)

VERDICTS: list[whole.Row] = [
    # touting
    (
        "an own card",
        lambda: touting().steal("A", "A", "best"),
        "ILLEGAL",
        [{"code": "own_card", "expected": "a card of an opponent", "seen": "A"}],
        [],
    ),
    (
        "a card of an opponent",
        lambda: touting().steal("C", "A", "best"),
        "OK",
        [],
        [loses("A", "best"), gains("C", "best")],
    ),
    (
        "a card that the opponent does not hold",
        lambda: touting().steal("C", "B", "best"),
        "BAD_INPUT",
        [{"code": "not_held", "path": "card", "expected": "of B: vegetable-pepper", "seen": "best"}],
        [],
    ),
    (
        "a card of an opponent who holds several",
        lambda: two_cards().steal("C", "A", "vegetable-tomato"),
        "BAD_INPUT",
        [{"code": "not_held", "path": "card", "expected": "of A: best, new", "seen": "vegetable-tomato"}],
        [],
    ),
    (
        "a card of an opponent who holds none",
        lambda: touting().steal("A", "C", "best"),
        "BAD_INPUT",
        [{"code": "not_held", "path": "card", "expected": "of C: no card", "seen": "best"}],
        [],
    ),
    (
        "a choice that is not the thief's",
        lambda: touting(steal="victim").steal("C", "A", "best", chosen_by="thief"),
        "ILLEGAL",
        [{"code": "wrong_chooser", "expected": "victim", "seen": "thief"}],
        [],
    ),
    (
        "the pile while opponents hold cards",
        lambda: touting().steal("C", "pile", "new"),
        "ILLEGAL",
        [{"code": "pile_not_allowed", "expected": "a card of A or B", "seen": "the draw pile"}],
        [],
    ),
    (
        "a card of the pile that is not named",
        lambda: open_touting().steal("B", "pile"),
        "BAD_INPUT",
        [
            {
                "code": "missing_field",
                "path": "card",
                "expected": "the card that was taken and shown",
                "seen": None,
            }
        ],
        [],
    ),
    ("an order of the pile", lambda: open_touting().steal("B", "pile", "new"), "OK", [], [gains("B", "new")]),
    (
        "a touting card of the pile",
        lambda: open_touting().steal("B", "pile", "touting"),
        "OK",
        [],
        [aside("touting", "B")],
    ),
    (
        "the closing card of the pile",
        lambda: won_touting().steal("A", "pile", "closing"),
        "OK",
        [],
        [aside("closing", "A"), OVER, {"effect": "wins", "player": "A"}],
    ),
    (
        "a hidden card of the pile",
        lambda: open_touting(pile_card="hidden").steal("B", "pile"),
        "OK",
        [],
        [gains("B")],
    ),
    (
        "the hidden closing card",
        lambda: open_touting(pile_card="hidden").steal("B", "pile", "closing"),
        "OK",
        [],
        [aside("closing", "B")],
    ),
    ("no card", lambda: touting().decline("C"), "OK", [], []),
    ("no card without touting", lambda: build().decline("C"), "ILLEGAL", [{"code": "no_touting"}], []),
    # hidden cards
    (
        "a hidden card that is not there",
        lambda: hidden(None).event("show", "A", card="best"),
        "BAD_INPUT",
        [{"code": "no_hidden_card", "path": "by", "expected": "a player with a hidden card", "seen": "A"}],
        [],
    ),
    (
        "a hidden order in the game",
        lambda: hidden(None).event("show", "B", card="best"),
        "OK",
        [],
        [gains("B", "best")],
    ),
    (
        "a hidden touting card in the game",
        lambda: hidden(None).event("show", "B", card="touting"),
        "OK",
        [],
        [aside("touting", "B")],
    ),
    (
        "the closing card with hidden cards about",
        lambda: hidden(None).reveal("A", "closing"),
        "OK",
        [],
        [SHOW],
    ),
    (
        "the last hidden card after the end",
        lambda: ended(None).event("show", "B", card="best"),
        "OK",
        [],
        [gains("B", "best"), OVER, {"effect": "wins", "player": "B"}],
    ),
    # reveals
    (
        "a card while an order is open",
        lambda: build().reveal("B", "new"),
        "ILLEGAL",
        [
            {"code": "order_open", "expected": None, "seen": "new"},
            {"code": "not_first_player", "expected": "A", "seen": "B"},
        ],
        [],
    ),
    (
        "a doubtful card",
        lambda: Table().reveal("A", "best", doubts=[{"code": "glare", "alternative": "new"}]),
        "UNSURE",
        [
            {
                "code": "glare",
                "expected": None,
                "seen": "best",
                "alternative": "new",
                "advice": "turn the skewer out of the glare",
            }
        ],
        [],
    ),
    (
        "a card after a touting card that nobody used",
        lambda: touting().reveal("A", "new"),
        "OK",
        [{"code": "touting_unused", "severity": "warning"}],
        [aside("touting")],
    ),
    ("a card after the end", lambda: over().reveal("A", "new"), "ILLEGAL", [{"code": "game_over"}], []),
    (
        "a card while a claim is open",
        lambda: unsettled().reveal("A", "new"),
        "UNSURE",
        [UNSETTLED],
        [],
    ),
    (
        "the closing card with one leader",
        lambda: won().reveal("A", "closing"),
        "OK",
        [],
        [OVER, {"effect": "wins", "player": "A"}],
    ),
    ("another card in the tie-break", lambda: tie().reveal("B", "touting"), "OK", [], [aside("touting")]),
    # lifting
    (
        "a skewer that is not there",
        lambda: build().recover("B"),
        "BAD_INPUT",
        [
            {
                "code": "not_on_plate",
                "path": "by",
                "expected": "a player whose skewer is on the plate",
                "seen": "B",
            }
        ],
        [],
    ),
    ("a claim that is open", lambda: unsettled().recover("B"), "UNSURE", [UNSETTLED], []),
    (
        "the winner's skewer too early",
        lambda: won().recover("A"),
        "ILLEGAL",
        [{"code": "early_recover", "advice": "put it back"}],
        [],
    ),
]


@whole.each(VERDICTS)
def test_whole_verdicts(
    play: Callable[[], Verdict], call: str, reasons: list[Verdict], effects: list[Verdict]
) -> None:
    whole.tells(play, call, reasons, effects)


def test_a_second_hidden_card_is_waited_for() -> None:
    table = ended(None, None)
    assert table.event("show", "B", card="best")["effects"] == [gains("B", "best"), SHOW]
    assert (table.result["over"], table.result["winners"]) == (True, [])
    assert table.result["hidden_cards"] == {"B": 1}
    shown = table.event("show", "B", card="new")
    assert shown["effects"] == [gains("B", "new"), OVER, {"effect": "wins", "player": "B"}]

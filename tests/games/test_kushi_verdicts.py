"""Whole verdicts, word for word: call, reasons with all that they say, and effects. Codes alone would let a
wrong name, field or effect pass."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import whole
from kushi import BEST, NEW, VP, WRONG, Table, order, tie, touting
from kushi_scenes import (
    NO_CALL,
    ORIENTATION,
    OVER,
    SHOW,
    SIMULTANEOUS,
    UNSETTLED,
    Verdict,
    all_but_one_out,
    aside,
    build,
    ended,
    gains,
    hidden,
    loses,
    open_touting,
    out,
    over,
    two_cards,
    unsettled,
    won,
    won_touting,
)

VERDICTS: list[tuple[str, Callable[[], Verdict], str, list[Verdict], list[Verdict]]] = [
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
    # skewers
    ("a right skewer", lambda: build().place("B", BEST), "OK", [NO_CALL], [gains("B", "best")]),
    (
        "a wrong skewer",
        lambda: build(order(VP)).place("B", "T"),
        "ILLEGAL",
        [{"code": "wrong_cube", "position": 1, "expected": "pepper", "seen": "tomato"}],
        [out("B")],
    ),
    (
        "the last wrong skewer",
        lambda: all_but_one_out().place("C", NEW),
        "ILLEGAL",
        [
            {"code": "wrong_cube", "position": 1, "expected": "pepper", "seen": "cheese-wrapped tomato"},
            {"code": "extra", "position": 1, "expected": "pepper", "seen": "cheese-wrapped tomato"},
            {"code": "extra", "position": 2, "expected": None, "seen": "bacon-wrapped meat"},
            {"code": "extra", "position": 2, "expected": None, "seen": "bacon-wrapped meat"},
        ],
        [out("C"), aside("pepper 4.0")],
    ),
    # claims
    ("a skewer of a player who is out", lambda: out_then_placed(), "ILLEGAL", [{"code": "out"}], []),
    ("a skewer without an order", lambda: Table().place("A", BEST), "ILLEGAL", [{"code": "no_order"}], []),
    ("a skewer after the end", lambda: over().place("B", BEST), "ILLEGAL", [{"code": "game_over"}], []),
    (
        "a skewer of a player who is not in the tie-break",
        lambda: tie_break().place("C", NEW),
        "ILLEGAL",
        [{"code": "not_in_tie_break"}],
        [],
    ),
    (
        "a skewer during a check",
        lambda: build().place("B", BEST, during_check=True),
        "ILLEGAL",
        [{"code": "during_check"}],
        [],
    ),
    (
        "a skewer while a claim is open",
        lambda: unsettled().place("C", BEST),
        "ILLEGAL",
        [{"code": "during_check"}],
        [],
    ),
    (
        "a skewer that may be the wrong way round",
        lambda: build().place("B", BEST, handle="unknown"),
        "UNSURE",
        [ORIENTATION],
        [],
    ),
    (
        "a skewer that was lifted during its check",
        lambda: lifted_early().place("B", BEST),
        "UNSURE",
        [{"code": "unsettled", "advice": "the skewer was lifted during its check"}],
        [],
    ),
    (
        "two right skewers at a moment",
        lambda: at_a_moment(build()),
        "ASK",
        [SIMULTANEOUS],
        [],
    ),
    (
        "a right skewer and a doubtful one at a moment",
        lambda: at_a_moment(build(), handle="unknown"),
        "UNSURE",
        [ORIENTATION, SIMULTANEOUS],
        [],
    ),
    (
        "two right skewers at a moment, played again",
        lambda: at_a_moment(build(simultaneous="replay")),
        "OK",
        [{"code": "simultaneous", "severity": "warning"}],
        [{"effect": "replay", "card": "best"}],
    ),
    (
        "a skewer that waits for its call",
        lambda: build(require_call=True).place("B", BEST),
        "OK",
        [NO_CALL],
        [],
    ),
    (
        "a call without a skewer",
        lambda: build().call("B"),
        "OK",
        [{"code": "no_claim", "severity": "warning"}],
        [],
    ),
    ("a right skewer that was called", lambda: called_first(), "OK", [], [gains("B", "best")]),
    (
        "a wrong skewer that people accept",
        lambda: (table := build(order(VP))).override(table.place("B", "T")),
        "OK",
        [
            {
                "code": "wrong_cube",
                "position": 1,
                "expected": "pepper",
                "seen": "tomato",
                "severity": "warning",
            }
        ],
        [gains("B", "pepper 4.0")],
    ),
    (
        "a skewer without an order that people accept",
        lambda: (table := Table()).override(table.place("B", BEST)),
        "ILLEGAL",
        [{"code": "no_order"}],
        [],
    ),
    (
        "a skewer that people accept in a tie-break that is not the player's",
        lambda: (table := tie_break()).override(table.place("C", NEW)),
        "ILLEGAL",
        [{"code": "not_in_tie_break"}],
        [],
    ),
    (
        "a doubtful skewer that turns out wrong",
        lambda: unsettled().place("B", "M T(b) P(c)"),
        "ILLEGAL",
        [{"code": "missing", "position": 4, "expected": "shrimp", "seen": None}],
        [out("B")],
    ),
    (
        "one of two skewers that turns out wrong",
        lambda: two_claims().place("B", "M T(b) P(c)"),
        "ILLEGAL",
        [{"code": "missing", "position": 4, "expected": "shrimp", "seen": None}],
        [out("B"), gains("C", "best")],
    ),
    (
        "a right skewer that people refuse",
        lambda: (table := build()).override(table.place("B", BEST), "ILLEGAL"),
        "OK",
        [],
        [out("B")],
    ),
    (
        "the right skewer of a tie-break",
        lambda: tie_break().place("A", NEW),
        "OK",
        [NO_CALL],
        [OVER, {"effect": "wins", "player": "A"}],
    ),
    (
        "a second skewer",
        lambda: won().place("A", VP),
        "BAD_INPUT",
        [
            {
                "code": "two_skewers",
                "path": "by",
                "expected": "a player whose skewer is not on the plate",
                "seen": "A",
            }
        ],
        [],
    ),
]


def out_then_placed() -> Verdict:
    table = build()
    table.place("B", WRONG)
    return table.place("B", BEST)


def tie_break() -> Table:
    table = tie()
    table.turn("new")
    return table


def lifted_early() -> Table:
    table = unsettled()
    table.recover("B")
    return table


def at_a_moment(table: Table, **fields: Any) -> Verdict:
    table.place("A", BEST, t=50.0)
    return table.place("B", BEST, t=50.0, **fields)


def two_claims() -> Table:
    table = build()
    table.place("B", BEST, handle="unknown", t=50.0)
    assert table.place("C", BEST, t=50.0)["verdict"] == "ASK"
    return table


def called_first() -> Verdict:
    table = build()
    table.call("B")
    return table.place("B", BEST)


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

"""Whole verdicts about skewers and claims, word for word: call, reasons and effects."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import whole
from kushi import BEST, NEW, VP, WRONG, Table, order
from kushi_scenes import (
    NO_CALL,
    ORIENTATION,
    OVER,
    SIMULTANEOUS,
    Verdict,
    all_but_one_out,
    aside,
    build,
    gains,
    out,
    over,
    tie_break,
    unsettled,
    won,
)

VERDICTS: list[whole.Row] = [
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

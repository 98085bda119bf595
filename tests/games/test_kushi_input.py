"""What goes into Kushi Express and comes out: bad input with all that is said of it, whole views, results."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from kushi import BEST, MARKED, NEW, WRONG, Table, order, skewer, tie, touting
from kushi_scenes import hidden, unsettled

from referee.games.base import Ruling
from referee.games.kushi_express.events import SUBJECTS
from referee.games.kushi_express.game import GAME
from referee.games.kushi_express.model import Card
from referee.judge import Judge

SETUP: dict[str, Any] = {"event": "setup", "game": "kushi-express", "players": ["A", "B"], "first": "A"}
PIECE = "one of pepper, tomato, meat, shrimp, bacon, cheese"
CARD = "a card's id, or an object with kind, layers and price"
PRICE = 'a price such as "6.0"'
LAYERS = "a list of at most 32 pieces"
DOUBT: dict[str, Any] = {"code": "colour", "position": 1, "alternative": "pepper"}

Fault = tuple[str, str, str | None, Any]


def faults(answer: dict[str, Any]) -> list[Fault]:
    assert answer["verdict"] == "BAD_INPUT"
    return [(r["code"], r["path"], r["expected"], r["seen"]) for r in answer["reasons"]]


def fed(**setup: Any) -> dict[str, Any]:
    return Judge(load=lambda game, raw: MARKED).feed({**SETUP, **setup})


SETUPS: list[tuple[dict[str, Any], list[Fault]]] = [
    ({"players": ["A", "pile"]},
     [("bad_value", "players[1]", 'a name other than "pile", the draw pile', "pile")]),
    ({"players": list("ABCDE")}, [("bad_value", "players", "a list of 2 to 4 names", "a list of 5")]),
    ({"first": None}, [("missing_field", "first", "the name of the first player", None)]),
    ({"first": "C"}, [("unknown_player", "first", "one of A, B", "C")]),
    ({"options": {"steal": "fast"}},
     [("bad_value", "options.steal", "one of choose, random, victim", "fast")]),
    ({"options": {"require_call": 1, "touting_keeps_skewer": "no"}},
     [("wrong_type", "options.require_call", "true or false", 1),
      ("wrong_type", "options.touting_keeps_skewer", "true or false", "no")]),
    ({"options": {"simultaneous_window": 61}},
     [("bad_value", "options.simultaneous_window", "seconds, from 0 to 60", 61)]),
    ({"options": 3}, [("wrong_type", "options", "an object", 3)]),
    ({"deck": "all"}, [("wrong_type", "deck", "the 30 cards from the top down", "all")]),
    ({"deck": ["best"] * 301}, [("bad_value", "deck", "the 30 cards from the top down", "a list of 301")]),
    ({"deck": ["onion"]}, [("unknown_card", "deck[0]", "a card of the set's deck", "onion")]),
    ({"deck": ["best"] * 26 + ["touting"] * 3 + ["closing"]},
     [("setup", "deck", "27 order cards", 26), ("setup", "deck", "2 touting cards", 3)]),
    ({"deck": ["best"] * 27 + ["touting"] * 2}, [("setup", "deck", "1 closing cards", 0)]),
    ({"deck": ["best"] * 23 + ["closing"] + ["best"] * 4 + ["touting"] * 2},
     [("setup", "deck[23]", "the closing card among the last 6, at place 25 to 30", 24)]),
]  # fmt: skip


@pytest.mark.rules("KU-R1", "KU-R4")
@pytest.mark.parametrize(("setup", "said"), SETUPS)
def test_what_is_said_of_a_bad_setup(setup: dict[str, Any], said: list[Fault]) -> None:
    assert faults(fed(**setup)) == said


def test_the_closing_card_in_the_first_of_the_last_places() -> None:
    deck = ["best"] * 24 + ["closing"] + ["best"] * 3 + ["touting"] * 2
    assert fed(deck=deck, options={"simultaneous_window": 60})["verdict"] == "OK"


EVENTS: list[tuple[dict[str, Any], list[Fault]]] = [
    ({"event": "jump"},
     [("unknown_event", "event",
       "one of reveal, place, call, recover, steal, decline, show, override, undo", "jump")]),
    ({"event": "call", "by": "C"}, [("unknown_player", "by", "one of A, B", "C")]),
    ({"event": "call", "by": 3}, [("wrong_type", "by", "one of A, B", 3)]),
    ({"event": "reveal", "card": None}, [("missing_field", "card", CARD, None)]),
    ({"event": "reveal", "card": 3}, [("wrong_type", "card", CARD, 3)]),
    ({"event": "reveal", "card": "onion"}, [("unknown_card", "card", "a card of the set's deck", "onion")]),
    ({"event": "reveal", "card": {"kind": "soup"}},
     [("bad_value", "card.kind", "one of order, touting, closing", "soup")]),
    ({"event": "reveal", "card": {"kind": "order"}},
     [("missing_field", "card.layers", LAYERS, None), ("missing_field", "card.price", PRICE, None)]),
    ({"event": "reveal", "card": order("M M", "6.05")},
     [("bad_value", "card.layers", "each player has one meat", "meat, meat"),
      ("bad_value", "card.price", PRICE, "6.05")]),
    ({"event": "show", "card": {"kind": "order", "layers": ["meat", "soup"], "price": 3}},
     [("unknown_piece", "card.layers[1]", PIECE, "soup")]),
    ({"event": "place"}, [("missing_field", "layers", LAYERS, None)]),
    ({"event": "place", "layers": "meat"}, [("wrong_type", "layers", LAYERS, "meat")]),
    ({"event": "place", "layers": ["meat"] * 33}, [("bad_value", "layers", LAYERS, "a list of 33")]),
    ({"event": "place", "layers": ["meat", 3, "soup"]},
     [("wrong_type", "layers[1]", "a piece", 3), ("unknown_piece", "layers[2]", PIECE, "soup")]),
    ({"event": "place", "layers": ["meat"] * 5},
     [("bad_value", "layers", "at most 4 of meat in the box", "meat, meat, meat, meat, meat")]),
    ({"event": "place", "layers": [], "handle": "left", "during_check": 1},
     [("bad_value", "handle", "one of first, unknown, plain", "left"),
      ("wrong_type", "during_check", "true or false", 1)]),
    ({"event": "place", "layers": [], "loose": 3}, [("wrong_type", "loose", "an object", 3)]),
    ({"event": "place", "layers": [], "loose": {"cubes": {"bacon": 1, "meat": 5, "shrimp": True}}},
     [("unknown_piece", "loose.cubes.bacon", "one of pepper, tomato, meat, shrimp", "bacon"),
      ("bad_value", "loose.cubes.meat", "0 to 4", 5),
      ("wrong_type", "loose.cubes.shrimp", "how many", True)]),
    ({"event": "place", "layers": [], "loose": {"strips": {"meat": 1, "bacon": -1}, "cubes": 3}},
     [("wrong_type", "loose.cubes", "an object", 3),
      ("unknown_piece", "loose.strips.meat", "one of bacon, cheese", "meat"),
      ("bad_value", "loose.strips.bacon", "0 to 4", -1)]),
    ({"event": "place", "layers": [], "doubts": 3}, [("wrong_type", "doubts", "a list of doubts", 3)]),
    ({"event": "place", "layers": [], "doubts": [3, {}]},
     [("wrong_type", "doubts[0]", "an object", 3),
      ("missing_field", "doubts[1].code", "what is in doubt", None)]),
    ({"event": "place", "layers": [], "doubts": [{**DOUBT, "position": "1"}, {**DOUBT, "alternative": 1}]},
     [("wrong_type", "doubts[0].position", "the place of a cube, from 1", "1"),
      ("wrong_type", "doubts[1].alternative", "what it may be instead", 1)]),
    ({"event": "place", "layers": [], "doubts": [{**DOUBT, "position": True}]},
     [("wrong_type", "doubts[0].position", "the place of a cube, from 1", True)]),
    ({"event": "place", "layers": [], "doubts": [{**DOUBT, "probability": p} for p in ("1", True, 1.5)]},
     [("wrong_type", "doubts[0].probability", "a number from 0 to 1", "1"),
      ("wrong_type", "doubts[1].probability", "a number from 0 to 1", True),
      ("bad_value", "doubts[2].probability", "0 to 1", 1.5)]),
    ({"event": "steal", "from": "C"},
     [("unknown_player", "from", "one of A, B, pile", "C"), ("missing_field", "card", CARD, None)]),
    ({"event": "steal", "from": "pile", "card": 3, "chosen_by": "cook"},
     [("wrong_type", "card", CARD, 3),
      ("bad_value", "chosen_by", "one of thief, random, victim", "cook")]),
]  # fmt: skip


@pytest.mark.parametrize(("event", "said"), EVENTS)
def test_what_is_said_of_a_bad_event(event: dict[str, Any], said: list[Fault]) -> None:
    table = Table("AB")
    before = table.judge.state
    assert faults(table.judge.feed({"t": 1.0, "by": "A", **event})) == said
    assert table.judge.state is before


@pytest.mark.parametrize("subject", SUBJECTS)
def test_an_event_knows_its_line_its_time_and_its_player(subject: str) -> None:
    raw = {"event": subject, "t": 1.5, "by": "B", "card": "best", "layers": [], "from": "A"}
    event = GAME.parse(Table("AB").judge.state, raw, 7)
    assert (event.line, event.t, event.by) == (7, Decimal("1.5"), "B")


def test_what_a_placement_says_of_the_skewer() -> None:
    raw = {
        "event": "place", "t": 1, "by": "B", "layers": skewer("P b"), "handle": "plain", "during_check": True,
        "loose": {"strips": {"bacon": 1, "cheese": 0}, "cubes": {"tomato": 4}},
        "doubts": [{**DOUBT, "probability": 0.25}, {"code": "blur"}],
    }  # fmt: skip
    event: Any = GAME.parse(Table("AB").judge.state, raw, 2)
    assert (event.layers, event.handle, event.during_check) == (("pepper", "bacon"), "plain", True)
    assert event.loose == (("bacon", 1), ("tomato", 4))
    doubts = [(doubt.code, doubt.position, doubt.alternative, doubt.probability) for doubt in event.doubts]
    assert doubts == [("colour", 1, "pepper", 0.25), ("blur", None, None, 1.0)]
    bare: Any = GAME.parse(Table("AB").judge.state, {"event": "place", "t": 1, "by": "B", "layers": []}, 2)
    assert (bare.handle, bare.during_check, bare.loose, bare.doubts) == ("unknown", False, (), ())


def test_a_card_that_is_given_inline() -> None:
    state = Table("AB").judge.state
    free: Any = GAME.parse(state, {"event": "reveal", "t": 1, "by": "A", "card": order("P", "0.0")}, 2)
    assert free.card == Card("order", ("pepper",), 0)
    touting: Any = GAME.parse(state, {"event": "show", "t": 1, "by": "A", "card": {"kind": "touting"}}, 2)
    assert touting.card == Card("touting")


def test_the_place_of_a_doubt_is_part_of_the_call() -> None:
    for position, verdict in ((3, "UNSURE"), (4, "ILLEGAL")):
        table = Table()
        table.reveal("A", "best")
        placed = table.place("B", "M T(b) P S", doubts=[{"code": "topping_hidden", "position": position}])
        assert placed["verdict"] == verdict


def test_bad_input_that_people_refuse_stays_bad_input() -> None:
    state = Table().judge.state
    event = GAME.parse(state, {"event": "recover", "t": 1, "by": "A"}, 2)
    after, verdict = GAME.apply(state, event, Ruling("ILLEGAL", 3))
    assert (after, verdict.call, [r.code for r in verdict.reasons]) == (state, "BAD_INPUT", ["not_on_plate"])


# What people look at

NOTHING = {"A": "0.0", "B": "0.0", "C": "0.0"}


def test_a_view_before_the_first_card() -> None:
    assert Table().view == {
        "phase": "reveal", "turn": 0, "first": "A", "order": None, "touting": False, "out": [],
        "pending": [], "plate": {}, "gained": {"A": {}, "B": {}, "C": {}}, "tie_break": [], "scores": NOTHING,
    }  # fmt: skip


def test_a_view_with_an_order_and_a_claim() -> None:
    table = unsettled()
    table.place("C", WRONG, t=2.0)
    table.place("A", WRONG, t=2.0)
    assert table.view == {
        "phase": "build", "turn": 1, "first": "A",
        "order": {"card": "best", "layers": skewer(BEST)}, "touting": False, "out": ["A", "C"],
        "pending": ["B"], "plate": {"A": "wrong", "B": "open", "C": "wrong"},
        "gained": {"A": {}, "B": {}, "C": {}}, "tie_break": [], "scores": NOTHING,
    }  # fmt: skip


def test_a_view_with_a_touting_card() -> None:
    assert touting().view == {
        "phase": "touting", "turn": 3, "first": "A", "order": None, "touting": True, "out": [],
        "pending": [], "plate": {"A": "free"},
        "gained": {"A": {"best": 1}, "B": {"vegetable-pepper": 1}, "C": {}}, "tie_break": [],
        "scores": {"A": "6.0", "B": "3.0", "C": "0.0"},
    }  # fmt: skip


def test_results_in_the_game_in_a_tie_and_after_it() -> None:
    shared = {"game": "kushi-express", "over": False, "winners": [], "decided_by": "undecided"}
    assert hidden(None).result == {**shared, "phase": "play", "scores": NOTHING, "hidden_cards": {"B": 1}}
    table = tie()
    scores = {"A": "6.0", "B": "6.0", "C": "0.0"}
    assert table.result == {**shared, "phase": "tie_break", "scores": scores}
    table.turn("new")
    table.place("A", NEW)
    assert table.result == {
        **shared, "phase": "over", "over": True, "scores": scores, "winners": ["A"],
        "decided_by": "tie_break",
    }  # fmt: skip

"""What is drawn over the live picture."""

from __future__ import annotations

from referee.dashboard.overlay import ellipse, shapes
from referee.record import Call
from referee.stage import _this_turn
from referee.umpire import Snapshot
from vision.scene import CardReading, Corners, LayerReading, LoosePiece, Scene, SkewerReading

BOX: Corners = ((100, 100), (300, 100), (300, 140), (100, 140))
FAR: Corners = ((600, 500), (800, 500), (800, 540), (600, 540))


def skewer(box: Corners, *, on_plate: bool = True) -> SkewerReading:
    return SkewerReading((LayerReading("tomato", 0.9),), "first", box, on_plate, 0.9, 40.0)


def test_everything_seen_gets_an_outline_and_a_name() -> None:
    scene = Scene(
        (1280, 720),
        ((0, 0), (400, 0), (400, 400), (0, 400)),
        (
            CardReading("best", True, FAR, 0.9),
            CardReading(None, False, FAR, 0.9),
            CardReading(None, True, FAR, 0.1),
        ),
        (skewer(BOX), skewer(FAR, on_plate=False)),
        (LoosePiece("bacon", "strip", BOX, True, 0.9),),
    )
    drawn = [
        (shape["kind"], shape["label"]) for shape in shapes(scene, card_name=str.upper, calls=[(BOX, "ok")])
    ]
    assert drawn == [
        ("plate", ""),
        ("card", "BEST"),
        ("back", ""),
        ("card", "?"),
        ("piece", "bacon"),
        ("skewer ok", "tomato"),
        ("skewer off", ""),
    ]


def test_what_is_round_is_drawn_round() -> None:
    points = ellipse(((0, 0), (200, 0), (200, 100), (0, 100)))
    assert max(x for x, _ in points) == 200 and min(x for x, _ in points) == 0
    assert max(y for _, y in points) == 100 and min(y for _, y in points) == 0
    assert not any(x < 5 and y < 5 for x, y in points)


def test_only_this_turns_calls_colour_a_skewer() -> None:
    def call(line: int, event: str, verdict: str, box: Corners | None = None, **fields: object) -> Call:
        return Call(line, {"event": event, **fields}, {"line": line, "verdict": verdict}, box)

    calls = (
        call(1, "setup", "OK"),
        call(2, "reveal", "OK", FAR),
        call(3, "place", "OK", BOX),
        call(4, "reveal", "OK", FAR),
        call(5, "place", "ILLEGAL", BOX),
    )
    assert _this_turn(Snapshot(1, calls, {}, {})) == [(BOX, "illegal")]
    assert _this_turn(Snapshot(1, calls[:4], {}, {})) == []
    undone = (*calls, call(6, "undo", "OK", of=5))
    assert _this_turn(Snapshot(1, undone, {}, {})) == []

"""A table to play on without a camera: scenes in, the adapter's events out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from readings import PLATE, box, card, scene

from referee.adapters.base import Look
from referee.adapters.kushi_cards import Deck
from referee.adapters.kushi_express import KushiExpress, Policy, Situation
from vision.scene import CardReading, Corners, LoosePiece, SkewerReading

DECK = {"best": 1, "new": 1, "vegetable-pepper": 1, "vegetable-tomato": 1, "touting": 2, "closing": 1}


class Table:
    """Looks ten times a second at what lies there; keeps just enough of the game to know the situation."""

    def __init__(self, *, players: Sequence[str] = ("Ann", "Bo", "Cy"), policy: Policy | None = None) -> None:
        self.adapter = KushiExpress(players, players[0], DECK, policy)
        self.state = self.adapter.start()
        self.situation = Situation(tuple(players), players[0], players[0], deck=Deck(DECK, {}))
        self.verdicts: list[str] = []
        self.cards: list[CardReading] = []
        self.skewers: list[SkewerReading] = []
        self.plate: Corners | None = PLATE
        self.moving: list[Corners] = []
        self.beside: list[LoosePiece] = []
        self.frame = 0
        self.t = 0.0
        self.events: list[dict[str, Any]] = []

    def judge_next(self, *verdicts: str) -> Table:
        """How the next placements will be judged (OK when nothing is said)."""
        self.verdicts.extend(verdicts)
        return self

    def look(self, seconds: float = 0.5, *, every: float = 0.1) -> list[dict[str, Any]]:
        """Look for a while at what lies there; the events that came of it."""
        fresh: list[dict[str, Any]] = []
        for _ in range(round(seconds / every)):
            self.t = round(self.t + every, 6)
            self.frame += 3
            fresh += self._one_look()
        self.events += fresh
        return fresh

    def flicker(self, *readings: SkewerReading, looks: int = 12) -> list[dict[str, Any]]:
        """Each look shows the next of the readings, over and over."""
        fresh: list[dict[str, Any]] = []
        for index in range(looks):
            self.skewers = [readings[index % len(readings)]]
            fresh += self.look(0.1)
        return fresh

    def hidden(self, seconds: float) -> list[dict[str, Any]]:
        """A hand lies over the plate: neither the skewers nor the whole plate is seen."""
        skewers, plate = self.skewers, self.plate
        self.skewers, self.plate = [], box(560, 300, 200, 420)
        fresh = self.look(seconds)
        self.skewers, self.plate = skewers, plate
        return fresh

    def _one_look(self) -> list[dict[str, Any]]:
        def still(box: Corners) -> float:
            return 0.0 if box in self.moving else 0.5

        shown = scene(*self.skewers, cards=self.cards, plate=self.plate, beside=self.beside)
        self.state = self.adapter.observe(self.state, Look(self.frame, self.t, shown, still))
        fresh = []
        for _ in range(10):
            self.state, happening = self.adapter.decide(self.state, self.situation)
            if happening is None:
                return fresh
            event = dict(happening.event)
            fresh.append(event)
            self._judge(event, happening.subject)
        raise AssertionError("the adapter does not come to an end")

    def _judge(self, event: dict[str, Any], subject: tuple[str, int]) -> None:
        now = self.situation
        verdict = "OK"
        if event["event"] == "reveal":
            verdict = self._judge_reveal(event["card"])
        elif event["event"] == "place":
            verdict = self.verdicts.pop(0) if self.verdicts else "OK"
            how = {"OK": "won", "ILLEGAL": "wrong", "UNSURE": "open"}[verdict]
            now = replace(now, plate={**now.plate, event["by"]: how})
            if verdict == "OK":
                now = replace(now, phase="reveal", first=event["by"])
            elif verdict == "ILLEGAL":
                now = replace(now, out=now.out | {event["by"]})
            self.situation = now
        else:
            assert event["by"] in now.plate, "the rules know of no skewer to lift"
            if now.plate[event["by"]] == "won":
                verdict = "ILLEGAL"
            else:
                plate = {player: how for player, how in now.plate.items() if player != event["by"]}
                self.situation = replace(now, plate=plate)
        self.state = self.adapter.heard(self.state, subject, {"verdict": verdict})

    def _judge_reveal(self, card: str) -> str:
        now = self.situation
        if now.phase == "build":
            return "ILLEGAL"
        phase = {"touting": "touting", "closing": "over"}.get(card, "build")
        seen = {**now.deck.seen, card: now.deck.seen.get(card, 0) + 1}
        self.situation = replace(
            now,
            deck=replace(now.deck, seen=seen),
            phase=phase,
            out=frozenset(),
            plate=dict.fromkeys(now.plate, "free"),
        )
        return "OK"


def names(events: list[dict[str, Any]]) -> list[str]:
    return [event["event"] for event in events]


def reveal(table: Table, name: str = "best") -> None:
    """The card that lies open is taken away, and the next one turned over in its place."""
    table.cards = []
    table.look(0.6)
    table.cards = [card(name)]
    assert [e["card"] for e in table.look() if e["event"] == "reveal"] == [name]

"""Turn after turn of Coffee Rush: moves, pours, orders and the rush that follows, now and then a wrong move.

The judge itself says how the table stands. The game goes on as long as it is wanted to: from time to time
people tell that cards went back to the deck, or that a player with few of them has more.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from referee.judge import Judge

Event = dict[str, Any]

PLAYERS: Final = ("Ann", "Bo", "Cy")
RECIPES: Final = {
    "espresso": ["coffee", "steam"],
    "con-panna": ["coffee", "milk", "steam"],
    "iced-americano": ["coffee", "water", "ice"],
    "green-tea": ["tea", "water", "steam"],
    "caffe-mocha": ["coffee", "chocolate", "milk", "steam"],
}
CARDS: Final = {
    name: {"recipe": recipe, "copies": 999, "specialty": len(recipe) == 4} for name, recipe in RECIPES.items()
}
UPGRADES: Final = ("meeple", "diagonal", "corner", "ribbon")
MOST: Final = 6
"""With more processed cards than that, or more than one penalty card, cards go back to the deck."""
FEWEST: Final = 3
"""With fewer cards in the queue than that, there come some."""


def _set_up(rng: random.Random) -> Iterator[Event]:
    yield {
        "event": "setup", "game": "coffee-rush", "players": list(PLAYERS), "start": PLAYERS[0],
        "data": {"deck": {"cards": CARDS}},
    }  # fmt: skip
    cells = rng.sample([[row, column] for row in range(4) for column in range(4)], len(PLAYERS))
    for player, cell in zip(reversed(PLAYERS), cells, strict=True):
        yield {"event": "start_cell", "by": player, "cell": cell, "cup": rng.randint(1, 3)}
    for player in PLAYERS:
        for tab in (1, 1, 2) if player == PLAYERS[0] else (1, 2):
            yield {"event": "deal", "by": player, "tab": tab, "card": rng.choice([*RECIPES])}


class _Table:
    """Finds the next events from what lies on the table."""

    def __init__(self, judge: Judge, rng: random.Random) -> None:
        self.judge = judge
        self.rng = rng

    def turn(self, by: str) -> Iterator[Event]:
        me = self.judge.view()["players"][by]
        if me["processed"] > MOST or me["penalties"] > 1:
            yield {"event": "state", "player": by, "processed": 3, "penalties": 0}
            me = {**me, "processed": 3}
        if sum(map(len, me["queue"].values())) < FEWEST:
            tabs = {"1": [self._card(), self._card()], "2": [self._card()], "3": [self._card()]}
            yield {"event": "state", "player": by, "queue": tabs}
        tiles = [tile for tile in UPGRADES if tile not in me["active_upgrades"]]
        if tiles and me["processed"] >= 3 and self.rng.random() < 0.3:
            yield {"event": "activate", "by": by, "upgrade": self.rng.choice(tiles)}
        for cup, held in me["cups"].items():
            if held and not self._wanted(by, Counter(held)):
                yield {"event": "empty", "by": by, "cup": int(cup)}
        if self.rng.random() < 0.1:
            yield {"event": "move", "by": by, "path": [[3, 3], [0, 0]]}
        yield self._move(by)
        yield self._pour(by)
        for cup, held in self.judge.view()["players"][by]["cups"].items():
            ready = self._wanted(by, Counter(held), whole=True)
            if ready:
                yield {"event": "process", "by": by, "card": ready[0], "cup": int(cup)}
        for name, count in self.judge.view()["to_draw"].items():
            yield {"event": "draw", "by": name, "cards": [self._card() for _ in range(count)]}
        yield {"event": "end_turn", "by": by}

    def _card(self) -> str:
        return self.rng.choice([*RECIPES])

    def _wanted(self, by: str, held: Counter[str], *, whole: bool = False) -> list[str]:
        """The cards in a player's queue that a cup can still come to serve, or serves now."""
        queue = self.judge.view()["players"][by]["queue"].values()
        cards = [card for tab in queue for card in tab]
        return [
            card
            for card in cards
            if held == Counter(RECIPES[card]) or (not whole and held <= Counter(RECIPES[card]))
        ]

    def _move(self, by: str) -> Event:
        players = self.judge.view()["players"]
        taken = [cell for name in PLAYERS if name != by for cell in players[name]["cells"]]
        while True:
            here, path = players[by]["cells"][0], []
            rush = self.rng.randint(0, min(players[by]["rush"], 2))
            for _ in range(3 + rush if rush else self.rng.randint(1, 3)):
                row, column = here
                steps = [[row - 1, column], [row + 1, column], [row, column - 1], [row, column + 1]]
                here = self.rng.choice([step for step in steps if min(step) >= 0 and max(step) <= 3])
                path.append(here)
            if here not in taken:
                return {"event": "move", "by": by, "path": path, "rush": rush}

    def _pour(self, by: str) -> Event:
        look = self.judge.view()
        cups = {cup: Counter(held) for cup, held in look["players"][by]["cups"].items()}
        added: dict[str, list[str]] = {cup: [] for cup in cups}
        back: list[str] = []
        for token in look["hand"]:
            fits = [cup for cup, held in cups.items() if self._wanted(by, held + Counter([token]))]
            if fits:
                cups[fits[0]][token] += 1
            (added[fits[0]] if fits else back).append(token)
        return {"event": "pour", "by": by, "cups": added, "returned": back}


def events(count: int, rng: random.Random) -> list[Event]:
    """A game in which nobody comes to five penalty cards."""
    judge, out = Judge(), []
    table = _Table(judge, rng)

    def play() -> Iterator[Event]:
        yield from _set_up(rng)
        while True:
            for player in PLAYERS:
                yield from table.turn(player)

    for event in play():
        out.append(event)
        if len(out) == count:
            break
        judge.feed(event)
    return out

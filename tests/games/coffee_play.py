"""Plays Coffee Rush by the rules, at random but with a liking for orders that can be served."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from referee.gamefiles.coffee_rush import coffee_data
from referee.games.coffee_rush.model import DIAGONAL, NEXT, contents, place

DATA = coffee_data({})
RECIPES = {card.id: Counter(contents(card.recipe)) for card in DATA.cards.values()}
Event = dict[str, Any]


class Play:
    """A whole game: iterate it for its events, one by one, telling it the view after each.

    It keeps its own deck; everything else it reads off `look`, what lies on the table.
    """

    def __init__(self, random: Random, players: int, options: dict[str, Any] | None = None) -> None:
        self.random = random
        self.names = list("ABCD"[:players])
        self.options = options or {}
        self.look: dict[str, Any] = {}
        self.deck = [card.id for card in DATA.cards.values() for _ in range(card.copies)]
        random.shuffle(self.deck)

    def setup(self) -> Event:
        return {
            "event": "setup", "game": "coffee-rush", "players": self.names, "start": "A",
            "options": self.options,
        }  # fmt: skip

    def set_up(self) -> Iterator[Event]:
        """Meeples and cards of the set-up, in any order."""
        deals = [
            {"event": "deal", "by": name, "tab": tab, "card": self.deck.pop()}
            for name in self.names
            for tab in ((1, 1, 2) if name == "A" else (1, 2))
        ]
        meeples = 2 if self.options.get("two_player") == "public" and len(self.names) == 2 else 1
        order = [*reversed(self.names[1:]), "A"] * meeples
        cells = self.random.sample(range(16), len(order))
        starts = [
            {"event": "start_cell", "by": name, "cell": place(cell), "cup": self.random.randint(1, 3)}
            for name, cell in zip(order, cells, strict=True)
        ]
        yield from deals + starts if self.random.random() < 0.5 else starts + deals

    def turn(self, by: str) -> Iterator[Event]:
        """One turn to its end."""
        me = self.look["players"][by]
        if me["processed"] >= 3 and self.random.random() < 0.5:
            left = [u for u in ("meeple", "diagonal", "corner", "ribbon") if u not in me["active_upgrades"]]
            if left:
                yield {"event": "activate", "by": by, "upgrade": self.random.choice(left)}
        for cup, held in me["cups"].items():
            if held and not self._useful(by, Counter(held)):
                yield {"event": "empty", "by": by, "cup": int(cup)}
        yield self._move(by)
        if self.look["hand"] or self.random.random() < 0.5:
            yield self._pour(by)
        yield from self._serve(by)
        for name, count in list(self.look["to_draw"].items()):
            count = min(count, len(self.deck))
            if count:
                yield {"event": "draw", "by": name, "cards": [self.deck.pop() for _ in range(count)]}
        yield {"event": "end_turn", "by": by}

    def _useful(self, by: str, held: Counter[str]) -> bool:
        queue = self.look["players"][by]["queue"].values()
        return any(held <= RECIPES[card] for tab in queue for card in tab)

    def _move(self, by: str) -> Event:
        players = self.look["players"]
        me = players[by]
        meeple = self.random.randrange(len(me["cells"]))
        taken = {tuple(cell) for other in players.values() for cell in other["cells"]}
        here = start = me["cells"][meeple]
        taken.discard(tuple(start))
        diagonal = "diagonal" in me["active_upgrades"]
        path: list[list[int]] = []
        while not path or tuple(path[-1]) in taken:
            spent = self.random.randint(0, me["rush"])
            length = self.random.randint(4, 3 + spent) if spent else self.random.randint(1, 3)
            path, here = [], start
            for _ in range(length):
                cell = here[0] * 4 + here[1]
                here = place(self.random.choice(sorted(NEXT[cell] | (DIAGONAL[cell] if diagonal else set()))))
                path.append(here)
        event: Event = {"event": "move", "by": by, "path": path, "rush": max(0, len(path) - 3)}
        return {**event, "meeple": meeple + 1} if len(me["cells"]) > 1 else event

    def _pour(self, by: str) -> Event:
        cups = {cup: Counter(held) for cup, held in self.look["players"][by]["cups"].items()}
        added: dict[str, list[str]] = {cup: [] for cup in cups}
        back: list[str] = []
        for token in self.look["hand"]:
            fits = [cup for cup, held in cups.items() if self._useful(by, held + Counter([token]))]
            if fits and self.random.random() < 0.95:
                cup = max(fits, key=lambda cup: cups[cup].total())
                cups[cup][token] += 1
                added[cup].append(token)
            else:
                back.append(token)
        return {"event": "pour", "by": by, "cups": added, "returned": back}

    def _serve(self, by: str) -> Iterator[Event]:
        for cup in ("1", "2", "3"):
            me = self.look["players"][by]
            held = Counter(me["cups"][cup])
            ready = [
                (card, int(tab))
                for tab, cards in me["queue"].items()
                for card in cards
                if RECIPES[card] == held
            ]
            if ready and self.random.random() < 0.95:
                card, tab = self.random.choice(ready)
                yield {"event": "process", "by": by, "card": card, "cup": int(cup), "tab": tab}

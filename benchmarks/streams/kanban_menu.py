"""Turn after turn of Kanban Menu: tokens taken and distributed, actions, effects of menu cards, slips."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, Final

COLOURS: Final = ("blue", "green", "white", "red", "yellow")
MATERIALS: Final = COLOURS[:4]
LIMIT: Final = 10
MENUS: Final = {
    "Ann": ["british-tea", "macaron"],
    "Bo": ["opera", "roast-beef"],
    "Cy": ["bagna-cauda", "brunch"],
    "Dee": ["craft-ginger-ale", "hamburg-steak"],
}
REWARDS: Final = {("Ann", 1), ("Bo", 2)}
"""Who gets $2 for choosing which action."""
DATA: Final = {
    "buy": dict.fromkeys(MATERIALS, 3),
    "sell": dict.fromkeys(MATERIALS, 2),
    "vp_price": 3,
    "vp_sale": 2,
    "money_limit": LIMIT,
    "end_vp": 100_000,
}
"""Numbers of nobody's game; nobody ever gets as many VP."""


class _Game:
    """As much of the game as it takes to play on legally."""

    def __init__(self, rng: random.Random) -> None:
        self.rng, self.out = rng, [self.setup()]
        self.money = dict.fromkeys(MENUS, 3)
        self.held: dict[str, Counter[str]] = {player: Counter() for player in MENUS}
        self.piles: dict[int, list[str]] = {action: [] for action in range(1, 7)}
        self.used: Counter[str] = Counter()
        for player, menu in MENUS.items():
            told = {"money": 3, "vp": 0, "materials": {}, "menu": menu, "hand": None}
            self.out.append({"event": "state", "player": player, **told})
        area = ["full-course", "parfait", "bavarois", "german-beer"]
        table = {"actions": {str(i): [] for i in range(1, 7)}, "used": {}, "bag": 100_000, "area": area}
        self.out.append({"event": "table", **table, "deck": 6, "active": "Ann"})

    @staticmethod
    def setup() -> dict[str, Any]:
        return {
            "event": "setup", "game": "kanban-menu", "players": list(MENUS), "start": "Ann", "data": DATA,
        }  # fmt: skip

    def add(self, name: str, player: str, **fields: Any) -> None:
        self.out.append({"event": name, "by": player, **fields})

    def gain(self, player: str, money: int) -> None:
        self.money[player] = min(LIMIT, self.money[player] + money)

    def give(self, player: str, colour: str, count: int = 1) -> None:
        self.held[player][colour] -= count
        self.used[colour] += count

    def turn(self, player: str) -> None:
        rng, action = self.rng, self.rng.randint(1, 6)
        self.add("choose", player, action=action)
        if (player, action) in REWARDS:
            self.gain(player, 2)
        tokens = self.piles[action]
        self.piles[action] = []
        if len(tokens) > 1 and rng.random() < 0.2:
            self.add("take", player, tokens=tokens[1:])  # all or none
        self.add("take", player, tokens=tokens)
        for token in tokens:
            self.receive(player, token)
        if rng.random() < 0.5:
            self.ability(player)
        details = self.details(player, action)
        if details is None:
            self.add("skip", player)
        else:
            self.add("activate", player, details=details)
        self.distribute(player)
        self.add("end_turn", player)

    def receive(self, player: str, token: str) -> None:
        if token == "yellow":
            self.used["yellow"] += 1
            self.gain(player, 2)
        else:
            self.held[player][token] += 1

    def ability(self, player: str) -> None:
        card, money = MENUS[player][player == "Dee"], self.money[player]
        if player == "Ann" and not self.held[player]["blue"]:
            return
        price = {"opera": 2, "hamburg-steak": 3}.get(card, 0)
        self.add("ability", player, card=card)  # now and then there is too little money for it
        if money >= price:
            self.money[player] -= price
            if player == "Ann":
                self.give(player, "blue")

    def details(self, player: str, action: int) -> dict[str, Any] | None:
        """What is said of an activation; None where the player skips it."""
        rng, held = self.rng, self.held[player]
        if action == 1:
            colour = rng.choice(COLOURS)
            self.used[colour] -= self.used[colour] > 0
            self.receive(player, colour)
            return {"take": colour}
        if action in (2, 3):
            able = [colour for colour in MATERIALS if held[colour] >= action]
            if not able:
                return None
            colour = rng.choice(able)
            self.give(player, colour, action)
            self.gain(player, 5 if action == 2 else 0)
            return {"pay": [colour] * action}
        if action == 4 and self.money[player] >= 5:
            self.money[player] -= 5
            return {}
        if action == 5 and rng.random() < 0.5:
            self.add("activate", player, details={"reserve": "opera"})  # it lies in front of Bo
        if action != 6:
            return None
        sold = [colour for colour in MATERIALS if held[colour]][:3]
        for colour in sold:
            self.give(player, colour)
            self.gain(player, 2)
        return {"trades": [{"sell": colour} for colour in sold]} if sold else None

    def distribute(self, player: str) -> None:
        """Two drawn tokens, on cards that have room for them."""
        free = [action for action, pile in self.piles.items() if len(pile) < 6]
        cards: list[int | None] = [*self.rng.sample(free, min(2, len(free))), None][:2]
        drawn = self.rng.choices(COLOURS, k=2)
        for colour, card in zip(drawn, cards, strict=True):
            if card is None:
                self.used[colour] += 1
            else:
                self.piles[card].append(colour)
        placed = [list(pair) for pair in zip(drawn, cards, strict=True)]
        self.add("distribute", player, tokens=placed)


def events(count: int, rng: random.Random) -> list[dict[str, Any]]:
    """A game that nobody ends: it goes on as long as it is wanted to."""
    game = _Game(rng)
    while len(game.out) < count:
        for player in MENUS:
            game.turn(player)
    return game.out[:count]

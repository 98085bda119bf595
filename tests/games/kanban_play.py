"""A plain model of Kanban Menu that plays at random and legally, independent of the rules under test."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

MATERIALS = ("blue", "green", "white", "red")
COLOURS = (*MATERIALS, "yellow")
CARDS = (
    "bagna-cauda", "bavarois", "blended-coffee", "british-tea", "brunch", "craft-ginger-ale", "fried-chicken",
    "fruit-plate", "full-course", "german-beer", "hamburg-steak", "macaron", "opera", "parfait", "roast-beef",
    "single-barrel-whiskey", "sweets-buffet", "vegetable-curry",
)  # fmt: skip
BONUS = {1: ("macaron", 2, 0), 2: ("roast-beef", 2, 0), 3: ("german-beer", 0, 2), 4: ("blended-coffee", 1, 0),
         5: ("parfait", 0, 2), 6: ("vegetable-curry", 1, 0)}  # fmt: skip
ABILITY: Mapping[str, tuple[str | None, int, int, int]] = {
    # colour paid, money paid, money received, VP received
    "british-tea": ("blue", 0, 0, 2), "fruit-plate": ("green", 0, 0, 2), "sweets-buffet": ("white", 0, 3, 0),
    "single-barrel-whiskey": ("red", 0, 3, 0), "opera": (None, 2, 0, 3), "hamburg-steak": (None, 3, 0, 4),
    "craft-ginger-ale": (None, 0, 1, 0), "bagna-cauda": (None, 0, 0, 1),
}  # fmt: skip
Event = dict[str, Any]


class Person:
    """What a player has."""

    def __init__(self, name: str, money: int) -> None:
        self.name, self.money, self.vp = name, money, 0
        self.materials: Counter[str] = Counter()
        self.menu: list[str] = []
        self.hand: str | None = None

    def json(self) -> Event:
        """As `state`, `before` and `after` name it."""
        return {"money": self.money, "vp": self.vp, "materials": dict(+self.materials),
                "menu": list(self.menu), "hand": self.hand}  # fmt: skip


class Play:
    """A whole game with numbers of its own. `turn` gives the events of one legal turn."""

    def __init__(self, seed: int, players: int = 3, end_vp: int = 15) -> None:
        self.random = pick = random.Random(seed)
        self.limit = pick.choice([6, 10, 100])
        self.buy = {colour: pick.randint(1, 4) for colour in MATERIALS}
        self.sell = {colour: pick.randint(1, 3) for colour in MATERIALS}
        self.vp_price, self.vp_sale = pick.randint(2, 4), pick.randint(1, 2)
        self.cost = {card: Counter(pick.choices(MATERIALS, k=pick.randint(0, 3))) for card in CARDS}
        self.cost["full-course"] = Counter(dict.fromkeys(MATERIALS, 2))  # the one cost that is public
        self.card_vp = {card: pick.randint(0, 5) for card in CARDS}
        self.end_vp = end_vp
        self.totals = {colour: pick.randint(6, 12) for colour in COLOURS}
        self.people = [Person(f"P{i}", 3) for i in range(1, players + 1)]
        self.bag, self.used = Counter(self.totals), Counter[str]()
        self.actions: dict[int, Counter[str]] = {i: Counter() for i in range(1, 7)}
        for action, n in zip(range(1, 7), (1, 2, 2, 2, 2, 1), strict=True):
            for _ in range(n):
                self.actions[action][self.draw()] += 1
        self.deck = pick.sample(CARDS, len(CARDS))
        self.area = [self.deck.pop() for _ in range(4)]
        self.seat, self.ending, self.over = 0, False, False
        self.left: list[str] = []

    # the beginning

    @property
    def data(self) -> Event:
        menu = {card: {"cost": dict(self.cost[card]), "vp": self.card_vp[card]} for card in CARDS}
        return {"buy": self.buy, "sell": self.sell, "vp_price": self.vp_price, "vp_sale": self.vp_sale,
                "money_limit": self.limit, "menu": menu, "end_vp": self.end_vp}  # fmt: skip

    def setup(self, **options: Any) -> Event:
        known = {"tokens": self.totals, "start": {"money": 3, "vp": 0, "materials": {}}}
        return {"event": "setup", "game": "kanban-menu", "players": [p.name for p in self.people],
                "start": "P1", "data": {**self.data, **known}, "options": options}  # fmt: skip

    def table(self) -> Event:
        return {"event": "table", "actions": {str(i): tokens(pile) for i, pile in self.actions.items()},
                "used": dict(+self.used), "bag": dict(+self.bag), "area": list(self.area),
                "deck": len(self.deck)}  # fmt: skip

    def opening(self) -> list[Event]:
        return [self.setup(), self.table()]

    # small steps

    def draw(self) -> str:
        colour = self.random.choice(tokens(self.bag))
        self.bag[colour] -= 1
        return colour

    def shake(self, wanted: int) -> bool:
        """Whether the used area went back to the bag."""
        if self.bag.total() >= wanted or not self.used.total():
            return False
        self.bag, self.used = self.bag + self.used, Counter()
        return True

    @property
    def person(self) -> Person:
        return self.people[self.seat]

    def gain(self, money: int) -> None:
        self.person.money = max(self.person.money, min(self.limit, self.person.money + money))

    def get(self, colour: str) -> None:
        if colour == "yellow":
            self.used["yellow"] += 1
            self.gain(2)
        else:
            self.person.materials[colour] += 1

    def give(self, colour: str, n: int = 1) -> None:
        self.person.materials[colour] -= n
        self.used[colour] += n

    def source(self, colour: str) -> str | None:
        return "used" if self.used[colour] else "bag" if self.bag[colour] else None

    def fetch(self, colour: str) -> str:
        source = self.source(colour)
        assert source is not None
        (self.used if source == "used" else self.bag)[colour] -= 1
        return source

    # a turn

    def turn(self) -> Iterator[Event]:
        """The events of a legal turn, each already carried out here."""
        person = self.person
        by = {"by": person.name}
        self.left = [card for card in person.menu if card in ABILITY or card in ("bavarois", "fried-chicken")]
        yield from self.abilities()
        action = self.random.randint(1, 6)
        card, money, vp = BONUS[action]
        if card in person.menu:
            self.gain(money)
            person.vp += vp
        yield {"event": "choose", **by, "action": action}
        yield from self.abilities()
        pile, self.actions[action] = self.actions[action], Counter()
        taken = tokens(pile)
        for colour in taken:
            if colour != "yellow":
                self.get(colour)
        for colour in taken:
            if colour == "yellow":
                self.get(colour)
        yield {"event": "take", **by, "tokens": taken}
        yield from self.abilities()
        yield from self.act(action, by)
        yield from self.abilities()
        yield self.distribute(by)
        yield from self.abilities()
        self.pass_turn()
        yield {"event": "end_turn", **by}

    def act(self, action: int, by: Event) -> Iterator[Event]:
        details = None
        if self.random.random() < 0.85:
            details = (self.purchase, self.same, self.same, self.contribute, self.menu_card, self.trades)[
                action - 1
            ](action)
        if details is None:
            if "brunch" in self.person.menu:
                self.person.vp += 2
            yield {"event": "skip", **by}
            return
        if action == 5 and "develop" in details:
            self.left += [
                card
                for card in (details["develop"],)
                if card in ABILITY or card in ("bavarois", "fried-chicken")
            ]
        yield {"event": "activate", **by, "details": details}
        if action == 5 and details.get("from") != "hand" and self.deck:
            self.area.append(self.deck.pop())
            yield {"event": "refill", "card": self.area[-1]}

    def purchase(self, action: int) -> Event | None:
        able = [colour for colour in COLOURS if self.source(colour)]
        if not able:
            return None
        colour = self.random.choice(able)
        source = self.fetch(colour)
        self.get(colour)
        return {"take": colour, "from": source}

    def same(self, action: int) -> Event | None:
        able = [colour for colour in MATERIALS if self.person.materials[colour] >= action]
        if not able:
            return None
        colour = self.random.choice(able)
        self.give(colour, action)
        if action == 2:
            self.gain(5)
        else:
            self.person.vp += 5
        return {"pay": [colour] * action}

    def contribute(self, action: int) -> Event | None:
        if self.person.money < 5:
            return None
        self.person.money -= 5
        self.person.vp += 4
        return {}

    def menu_card(self, action: int) -> Event | None:
        person = self.person
        payable = [card for card in CARDS if self.cost[card] <= person.materials]
        ways = [{"develop": card, "from": "area"} for card in self.area if card in payable]
        if person.hand in payable:
            ways.append({"develop": str(person.hand), "from": "hand"})
        if person.hand is None:
            ways += [{"reserve": card} for card in self.area]
        if not ways:
            return None
        way = self.random.choice(ways)
        if "reserve" in way:
            person.hand = way["reserve"]
            self.area.remove(way["reserve"])
            return way
        card = way["develop"]
        if way["from"] == "hand":
            person.hand = None
        else:
            self.area.remove(card)
        for colour, n in self.cost[card].items():
            self.give(colour, n)
        person.vp += self.card_vp[card]
        person.menu.append(card)
        return way

    def convert(self) -> Event | None:
        """One conversion that is possible now."""
        person = self.person
        ways: list[Event] = [{"sell": colour} for colour in MATERIALS if person.materials[colour]]
        ways += [
            {"buy": colour}
            for colour in MATERIALS
            if person.money >= self.buy[colour] and self.source(colour)
        ]
        ways += [{"buy_vp": 1}] * (person.money >= self.vp_price) + [{"sell_vp": 1}] * (person.vp > 0)
        if not ways:
            return None
        way = self.random.choice(ways)
        if "sell" in way:
            self.give(way["sell"])
            self.gain(self.sell[way["sell"]])
        elif "buy" in way:
            person.money -= self.buy[way["buy"]]
            way["from"] = self.fetch(way["buy"])
            self.get(way["buy"])
        elif "buy_vp" in way:
            person.money -= self.vp_price
            person.vp += 1
        else:
            person.vp -= 1
            self.gain(self.vp_sale)
        return way

    def trades(self, action: int) -> Event | None:
        found = [self.convert() for _ in range(self.random.randint(1, 3))]
        done = [trade for trade in found if trade is not None]
        return {"trades": done} if done else None

    def abilities(self) -> Iterator[Event]:
        while self.left and self.random.random() < 0.3:
            card = self.random.choice(self.left)
            event = self.ability(card)
            if event is None:
                return
            self.left.remove(card)
            yield event

    def ability(self, card: str) -> Event | None:
        person = self.person
        event = {"event": "ability", "by": person.name, "card": card}
        if card == "fried-chicken":
            if not person.money or not (self.bag.total() + self.used.total()):
                return None
            person.money -= 1
            returned = self.shake(1)
            colour = self.draw()
            self.get(colour)
            return {**event, "details": {"drew": colour, "returned": returned}}
        if card == "bavarois":
            if not person.money:
                return None
            person.money -= 1
            trade = self.convert()
            if trade is None:
                person.money += 1
                return None
            return {**event, "details": {"trade": trade}}
        colour_paid, pay, money, vp = ABILITY[card]
        if person.money < pay or (colour_paid is not None and not person.materials[colour_paid]):
            return None
        if colour_paid is not None:
            self.give(colour_paid)
        person.money -= pay
        self.gain(money)
        person.vp += vp
        return event

    def distribute(self, by: Event) -> Event:
        returned = self.shake(2)
        drawn = [self.draw() for _ in range(min(2, self.bag.total()))]
        free = [i for i, pile in self.actions.items() if pile.total() < 6]
        cards: list[int | None] = list(self.random.sample(free, min(len(free), len(drawn))))
        cards += [None] * (len(drawn) - len(cards))
        for colour, card in zip(drawn, cards, strict=True):
            (self.used if card is None else self.actions[card])[colour] += 1
        placed = [list(pair) for pair in zip(drawn, cards, strict=True)]
        return {"event": "distribute", **by, "tokens": placed, "returned": returned}

    def pass_turn(self) -> None:
        self.ending = self.ending or self.person.vp >= self.end_vp
        self.seat = (self.seat + 1) % len(self.people)
        self.over = self.ending and self.seat == 0

    def final(self) -> dict[str, int]:
        """The final VP by player."""
        return {
            person.name: person.vp
            + (person.money + sum(self.sell[colour] * n for colour, n in person.materials.items())) // 3
            for person in self.people
        }


def tokens(pile: Counter[str]) -> list[str]:
    """The tokens of a pile one by one, in the order of colours."""
    return [colour for colour in COLOURS for _ in range(pile[colour])]

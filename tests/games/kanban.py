"""Short builders for tests of Kanban Menu: a table to play at, with the sample numbers of the examples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from answers import call
from answers import codes as codes
from answers import warnings as warnings

from referee.judge import Judge

called = call
COLOURS = ("blue", "green", "white", "red", "yellow")
_LETTERS = {"b": "blue", "g": "green", "w": "white", "r": "red", "y": "yellow"}
SAMPLE: Mapping[str, Any] = {
    "buy": {"blue": 3, "green": 3, "white": 4, "red": 4},
    "sell": {"blue": 2, "green": 2, "white": 3, "red": 3},
    "vp_price": 3,
    "vp_sale": 2,
    "money_limit": 10,
    "menu": {
        "british-tea": {"cost": {"blue": 1, "white": 1}, "vp": 3},
        "parfait": {"cost": {"green": 1, "white": 1}, "vp": 4},
    },
}
"""Not the game's own numbers, which nobody has published."""


def twice(card: str) -> dict[str, Any]:
    """An edition with two copies of a menu card."""
    return {**SAMPLE, "menu": {**SAMPLE["menu"], card: {"copies": 2}}}


def tokens(text: str) -> list[str]:
    """`"bby"` is two blue and a yellow."""
    return [_LETTERS[letter] for letter in text]


class Table:
    """A game at the judge. Each method is one event, by P1 if nobody else is named, and gives its verdict
    line."""

    def __init__(
        self,
        players: int = 2,
        data: Any = SAMPLE,
        edition: str | None = None,
        start: str = "P1",
        options: Mapping[str, Any] | None = None,
        **more: Any,
    ) -> None:
        self.judge = Judge()
        self.players = [f"P{i}" for i in range(1, players + 1)]
        setup = {"event": "setup", "game": "kanban-menu", "players": self.players, "start": start}
        self.setup = self.judge.feed(
            {**setup, "edition": edition, "data": data, "options": {**(options or {}), **more}}
        )
        assert self.setup["verdict"] == "OK", self.setup

    def event(self, name: str, by: str | None = "P1", **fields: Any) -> dict[str, Any]:
        return self.judge.feed({"event": name, **({"by": by} if by is not None else {}), **fields})

    def state(self, player: str = "P1", **fields: Any) -> dict[str, Any]:
        return self.event("state", None, player=player, **fields)

    def has(
        self, money: int = 0, vp: int = 0, materials: str = "", menu: Sequence[str] = (),
        hand: str | None = None, player: str = "P1",
    ) -> Table:  # fmt: skip
        """Tells all that a player has."""
        told = {"money": money, "vp": vp, "materials": tokens(materials), "menu": list(menu), "hand": hand}
        answer = self.state(player, **told)
        assert answer["verdict"] == "OK", answer
        return self

    def lies(self, actions: Mapping[int, str] | None = None, used: str = "", **fields: Any) -> Table:
        """Tells what lies on the table; action cards that are not named are empty."""
        cards = {str(i): tokens((actions or {}).get(i, "")) for i in range(1, 7)}
        if isinstance(fields.get("bag"), str):
            fields["bag"] = tokens(fields["bag"])
        answer = self.event("table", None, actions=cards, used=tokens(used), **fields)
        assert answer["verdict"] == "OK", answer
        return self

    def choose(self, action: int, by: str = "P1") -> dict[str, Any]:
        return self.event("choose", by, action=action)

    def take(self, text: str = "", by: str = "P1") -> dict[str, Any]:
        return self.event("take", by, tokens=tokens(text))

    def activate(self, by: str = "P1", **details: Any) -> dict[str, Any]:
        if "source" in details:
            details["from"] = details.pop("source")
        return self.event("activate", by, details=details)

    def pay(self, text: str, by: str = "P1") -> dict[str, Any]:
        return self.activate(by, pay=tokens(text))

    def trade(self, *trades: Mapping[str, Any], by: str = "P1") -> dict[str, Any]:
        return self.activate(by, trades=list(trades))

    def skip(self, by: str = "P1") -> dict[str, Any]:
        return self.event("skip", by)

    def ability(self, card: str, by: str = "P1", **details: Any) -> dict[str, Any]:
        return self.event("ability", by, card=card, details=details)

    def distribute(self, *placed: tuple[str, Any], by: str = "P1", **fields: Any) -> dict[str, Any]:
        """Each `("b", 3)`: blue on action card 3."""
        pairs = [[_LETTERS.get(letter, letter), where] for letter, where in placed]
        return self.event("distribute", by, tokens=pairs, **fields)

    def end_turn(self, by: str = "P1", **fields: Any) -> dict[str, Any]:
        return self.event("end_turn", by, **fields)

    def observe(
        self, before: Mapping[str, Any], after: Mapping[str, Any], by: str = "P1", **fields: Any
    ) -> dict[str, Any]:
        return self.event("observe", by, before=before, after=after, **fields)

    def override(self, of: Mapping[str, Any], verdict: str = "OK") -> dict[str, Any]:
        return self.judge.feed({"event": "override", "of": of["line"], "verdict": verdict, "by": "all"})

    def undo(self, of: Mapping[str, Any]) -> dict[str, Any]:
        return self.judge.feed({"event": "undo", "of": of["line"]})

    def chosen(self, action: int, text: str = "", by: str = "P1") -> Table:
        """Chooses an action card and takes what lies on it."""
        for answer in (self.choose(action, by), self.take(text, by)):
            assert answer["verdict"] == "OK", answer
        return self

    def turn(self, by: str, action: int = 1, text: str = "", onto: Sequence[int] = (2, 3)) -> dict[str, Any]:
        """A whole turn without activating; gives the verdict of its end."""
        self.chosen(action, text, by)
        for answer in (self.skip(by), self.distribute(("b", onto[0]), ("g", onto[1]), by=by)):
            assert answer["verdict"] == "OK", answer
        return self.end_turn(by)

    @property
    def view(self) -> dict[str, Any]:
        return self.judge.view()

    @property
    def result(self) -> dict[str, Any]:
        result: dict[str, Any] = self.judge.result()["result"]
        return result

    def player(self, name: str = "P1") -> dict[str, Any]:
        player: dict[str, Any] = self.view["players"][name]
        return player

    def holds(self, *names: str, player: str = "P1") -> tuple[Any, ...]:
        """Some of what a player has: `holds("money", "vp")`."""
        return tuple(self.player(player)[name] for name in names)


def ok(answer: Mapping[str, Any]) -> bool:
    """Whether a verdict is OK without a word."""
    return answer["verdict"] == "OK" and not answer["reasons"]


def story(answer: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The steps that explain an observed turn."""
    steps: list[dict[str, Any]] = next(
        effect["steps"] for effect in answer.get("effects", ()) if effect["effect"] == "story"
    )
    return steps


def money_and(materials: str = "", money: int = 0, vp: int = 0, **more: Any) -> dict[str, Any]:
    return {"money": money, "vp": vp, "materials": tokens(materials), **more}

"""Turn after turn of Kushi Express: right and wrong skewers, calls, touting cards, thefts."""

from __future__ import annotations

import random
from itertools import count as numbers
from typing import Any, Final

PLAYERS: Final = ("Ann", "Bo", "Cy", "Dee")
SKEWERS: Final = {
    "best": ("meat", "bacon", "tomato", "bacon", "cheese", "pepper", "cheese", "shrimp"),
    "new": ("cheese", "tomato", "cheese", "bacon", "meat", "bacon"),
    "vegetable-pepper": ("pepper",),
    "vegetable-tomato": ("tomato",),
}


def _spoiled(layers: tuple[str, ...], rng: random.Random) -> list[str]:
    """A skewer that is not the one given, with the pieces of one player."""
    while True:
        pieces = [piece for piece in layers if rng.random() < 0.8]
        rng.shuffle(pieces)
        if tuple(pieces) != layers:
            return pieces


def events(count: int, rng: random.Random) -> list[dict[str, Any]]:
    """A game without its closing card: it goes on as long as it is wanted to."""
    out: list[dict[str, Any]] = [
        {"event": "setup", "game": "kushi-express", "players": list(PLAYERS), "first": "Ann", "set": "kit"}
    ]
    gained: dict[str, list[str]] = {player: [] for player in PLAYERS}
    first, left, clock = "Ann", "", numbers(1)

    def add(name: str, by: str, **fields: Any) -> None:
        out.append({"event": name, "t": next(clock) / 2, "by": by, **fields})

    while len(out) < count:
        card = rng.choice((*SKEWERS, *SKEWERS, "touting"))
        add("reveal", first, card=card)
        if left:
            add("recover", left)
            left = ""
        if card == "touting":
            thief = rng.choice(PLAYERS)
            victims = [player for player in PLAYERS if player != thief and gained[player]]
            if victims and rng.random() < 0.8:
                victim = rng.choice(victims)
                stolen = gained[victim].pop(rng.randrange(len(gained[victim])))
                gained[thief].append(stolen)
                add("steal", thief, **{"from": victim, "card": stolen})
            else:
                add("decline", thief)
            continue
        order = list(PLAYERS)
        rng.shuffle(order)
        for player in order[: rng.randrange(3)]:
            add("place", player, layers=_spoiled(SKEWERS[card], rng), handle="first")
            add("recover", player)
        winner = order[-1]
        if rng.random() < 0.5:
            add("call", winner)
        add("place", winner, layers=list(SKEWERS[card]), handle="first", confidence=0.97)
        gained[winner].append(card)
        first = left = winner
    return out[:count]

"""Who skips though the action could have been activated gets the VP of Brunch (KM-E1); with the option that
asks for it, nobody else does (KM-A7). Could it have been? That is known, or it may be."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from kanban import SAMPLE, Table, ok, tokens
from kanban_scenes import knows, lacking

ABLE, UNABLE, MAYBE = (2, None), (0, None), (0, ["vp"])
DEAR: Mapping[str, Any] = {**SAMPLE, "vp_price": 9}
"""An edition in which VP cost too much to be bought."""


def strict(data: Any = SAMPLE, **has: Any) -> Table:
    """P1 has Brunch in front, and it is only for who could have activated the action."""
    return Table(data=data, brunch_when_unable=False).has(**{"menu": ["brunch"], **has})


def partly(*names: str, data: Any = SAMPLE, **told: Any) -> Table:
    """As `strict`, but these of P1's holdings are not known."""
    table = Table(data=data, brunch_when_unable=False)
    return knows(*names, table=table, **{"menu": ["brunch"], **told})


def lies(table: Table, **fields: Any) -> Table:
    """What is told of the table: action cards without tokens, and nothing of what is not named."""
    told = {name: tokens(text) if isinstance(text, str) else text for name, text in fields.items()}
    answer = table.event("table", None, actions={str(i): [] for i in range(1, 7)}, **told)
    assert answer["verdict"] == "OK", answer
    return table


# fmt: off
COULD: list[tuple[str, int, Callable[[], Table], tuple[int, Any]]] = [
    ("a token in the used area", 1, lambda: lies(strict(), used="b", bag=""), ABLE),
    ("a token in the bag", 1, lambda: lies(strict(), used="", bag="y"), ABLE),
    ("a bag with a token of whichever colour", 1, lambda: lies(strict(), used="", bag=1), ABLE),
    ("no token at all", 1, lambda: lies(strict(), used="", bag=""), UNABLE),
    ("a bag that nobody counted", 1, lambda: lies(strict(), used=""), MAYBE),
    ("a used area that nobody looked at", 1, lambda: lies(strict(), bag=""), MAYBE),
    ("two of a colour", 2, lambda: lies(strict(materials="gbg")), ABLE),
    ("two red ones", 2, lambda: lies(strict(materials="rr")), ABLE),
    ("one of each colour", 2, lambda: lies(strict(materials="bgwr")), UNABLE),
    ("nobody knows which tokens", 2, lambda: lies(partly("materials")), MAYBE),
    ("three of a colour", 3, lambda: lies(strict(materials="wwbw")), ABLE),
    ("two of each colour", 3, lambda: lies(strict(materials="bbggwwrr")), UNABLE),
    ("nobody knows how many tokens", 3, lambda: lies(partly("materials")), MAYBE),
    ("money enough", 4, lambda: lies(strict(money=5)), ABLE),
    ("too little money", 4, lambda: lies(strict(money=4)), UNABLE),
    ("nobody knows how much money", 4, lambda: lies(partly("money")), MAYBE),
    ("a hand for a card of the area", 5, lambda: lies(strict(), area=["parfait"], deck=0), ABLE),
    ("a hand for a card that nobody named", 5, lambda: lies(strict(), area=[], deck=3), ABLE),
    ("a hand, and no card in the area", 5, lambda: lies(strict(), area=[], deck=0), UNABLE),
    ("a full hand, and a card that can be paid", 5,
     lambda: lies(strict(materials="gw", hand="british-tea"), area=["parfait"], deck=0), ABLE),
    ("a card in hand that can be paid", 5,
     lambda: lies(strict(materials="bw", hand="british-tea"), area=["parfait"], deck=0), ABLE),
    ("no card that can be paid", 5,
     lambda: lies(strict(materials="b", hand="british-tea"), area=["parfait"], deck=0), UNABLE),
    ("a card of the area that nobody named", 5,
     lambda: lies(strict(hand="british-tea"), area=["parfait"], deck=3), MAYBE),
    ("a card at a cost that is not known", 5,
     lambda: lies(strict(hand="british-tea"), area=["macaron"], deck=0), MAYBE),
    ("nobody knows whether the hand is empty", 5,
     lambda: lies(partly("hand"), area=["parfait"], deck=0), MAYBE),
    ("nobody knows what it could be paid with", 5,
     lambda: lies(partly("materials", hand="british-tea"), area=["parfait"], deck=0), MAYBE),
    ("a token to sell", 6, lambda: lies(strict(materials="r"), used="", bag=""), ABLE),
    ("a VP to buy", 6, lambda: lies(strict(money=3), used="", bag=""), ABLE),
    ("a used token to buy", 6, lambda: lies(strict(DEAR, money=3), used="g", bag=""), ABLE),
    ("a token of the bag to buy", 6, lambda: lies(strict(DEAR, money=3), used="", bag="b"), ABLE),
    ("a token that is too dear", 6, lambda: lies(strict(DEAR, money=3), used="w", bag="r"), UNABLE),
    ("a token that cannot be bought", 6, lambda: lies(strict(DEAR, money=3), used="y", bag="y"), UNABLE),
    ("no token to buy", 6, lambda: lies(strict(DEAR, money=3), used="", bag=""), UNABLE),
    ("a bag that may have one to buy", 6, lambda: lies(strict(DEAR, money=3), used="", bag=1), MAYBE),
    ("a used area that may have one to buy", 6, lambda: lies(strict(DEAR, money=3), bag=""), MAYBE),
    ("money that may buy one", 6, lambda: lies(partly("money", data=DEAR), used="b", bag=""), MAYBE),
    ("tokens that may be sold", 6, lambda: lies(partly("materials"), used="", bag=""), MAYBE),
    ("nothing to trade with", 6, lambda: lies(strict(), used="bgwr", bag="bgwr"), UNABLE),
]
# fmt: on


@pytest.mark.rules("KM-E1")
@pytest.mark.parametrize(
    ("action", "scene", "brunch"), [row[1:] for row in COULD], ids=[row[0] for row in COULD]
)
def test_KM_A7_who_could_have_activated(
    action: int, scene: Callable[[], Table], brunch: tuple[int, Any]
) -> None:
    table = scene().chosen(action)
    assert ok(table.skip())
    player = table.result["players"]["P1"]
    assert (player["vp"], player.get("at_least")) == brunch


@pytest.mark.parametrize("action", [4, 6])
def test_KM_A7_at_prices_that_nobody_knows(action: int) -> None:
    table = lacking("contribution_price", "vp_price", brunch_when_unable=False).has(9, menu=["brunch"])
    assert ok(lies(table, used="", bag="").chosen(action).skip())
    assert table.result["players"]["P1"]["at_least"] == ["vp"]

"""What the menu cards do (KM-E1 to KM-E3), as exchanges."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from referee.games.kanban_menu.model import (
    BUSINESS,
    CONTRIBUTION,
    DEVELOPMENT,
    FAIR,
    NONE,
    PURCHASING,
    TRADING,
    EditionData,
    Exchange,
    one,
)

BRUNCH: Final = "brunch"
BRUNCH_VP: Final = 2
BAVAROIS: Final = "bavarois"
FRIED_CHICKEN: Final = "fried-chicken"
FULL_COURSE: Final = "full-course"


@dataclass(frozen=True, slots=True)
class Bonus:
    """What a card gives each time its owner chooses an action (KM-E2)."""

    card: str
    money: int = 0
    vp: int = 0


BONUSES: Final[Mapping[int, Bonus]] = {
    PURCHASING: Bonus("macaron", money=2),
    BUSINESS: Bonus("roast-beef", money=2),
    FAIR: Bonus("german-beer", vp=2),
    CONTRIBUTION: Bonus("blended-coffee", money=1),
    DEVELOPMENT: Bonus("parfait", vp=2),
    TRADING: Bonus("vegetable-curry", money=1),
}


@dataclass(frozen=True, slots=True)
class Ability:
    """What a card's owner may do once in each own turn (KM-E3): pay a material of a `kind` or money, and
    receive money or VP. A fee of bavarois and fried chicken is paid before what follows."""

    kind: str | None = None
    pay_money: int = 0
    money: int = 0
    vp: int = 0


ABILITIES: Final[Mapping[str, Ability]] = {
    "british-tea": Ability("drink", vp=2),
    "fruit-plate": Ability("fruit", vp=2),
    "sweets-buffet": Ability("sweet", money=3),
    "single-barrel-whiskey": Ability("main-dish", money=3),
    "opera": Ability(pay_money=2, vp=3),
    "hamburg-steak": Ability(pay_money=3, vp=4),
    "craft-ginger-ale": Ability(money=1),
    "bagna-cauda": Ability(vp=1),
    BAVAROIS: Ability(pay_money=1),
    FRIED_CHICKEN: Ability(pay_money=1),
}
CARDS: Final = tuple(sorted({BRUNCH, FULL_COURSE, *ABILITIES, *(bonus.card for bonus in BONUSES.values())}))


def ability_exchanges(kinds: Mapping[str, int]) -> dict[str, Exchange]:
    """Each ability as an exchange; `kinds` gives the colour of a kind (KM-A3)."""
    return {
        card: Exchange(
            pay_money=ability.pay_money,
            pay=NONE if ability.kind is None else one(kinds[ability.kind]),
            get_money=ability.money,
            get_vp=ability.vp,
        )
        for card, ability in ABILITIES.items()
    }


def develop_exchange(data: EditionData, card: str) -> Exchange:
    """KM-R9: the menu cost for the card's VP."""
    entry = data.menu[card]
    missing = [] if entry.cost is not None and entry.money is not None else [f"data.menu.{card}.cost"]
    if entry.vp is None:
        missing.append(f"data.menu.{card}.vp")
    return Exchange(pay_money=entry.money, pay=entry.cost, get_vp=entry.vp, missing=tuple(missing))


def contribution_exchange(data: EditionData) -> Exchange:
    """KM-R8."""
    wanted = {"contribution_price": data.contribution_price, "contribution_vp": data.contribution_vp}
    missing = tuple(f"data.{name}" for name, value in wanted.items() if value is None)
    return Exchange(pay_money=data.contribution_price, get_vp=data.contribution_vp, missing=missing)


def same_exchange(data: EditionData, action: int, colour: int) -> Exchange:
    """KM-R6 and KM-R7: two of a colour for money, three of a colour for VP."""
    if action == BUSINESS:
        missing = () if data.business_money is not None else ("data.business_money",)
        return Exchange(pay=one(colour, 2), get_money=data.business_money, missing=missing)
    missing = () if data.fair_vp is not None else ("data.fair_vp",)
    return Exchange(pay=one(colour, 3), get_vp=data.fair_vp, missing=missing)


def trade_exchanges(data: EditionData) -> dict[tuple[str, int], Exchange]:
    """KM-R11: each row of the trading table by its name and colour (-1 for VP)."""
    rows: dict[tuple[str, int], Exchange] = {}
    for i, (buy, sell) in enumerate(zip(data.buy, data.sell, strict=True)):
        colour = ("blue", "green", "white", "red")[i]
        absent = () if buy is not None else (f"data.buy.{colour}",)
        rows["buy", i] = Exchange(pay_money=buy, get=one(i), missing=absent)
        absent = () if sell is not None else (f"data.sell.{colour}",)
        rows["sell", i] = Exchange(pay=one(i), get_money=sell, missing=absent)
    absent = () if data.vp_price is not None else ("data.vp_price",)
    rows["buy_vp", -1] = Exchange(pay_money=data.vp_price, get_vp=1, missing=absent)
    absent = () if data.vp_sale is not None else ("data.vp_sale",)
    rows["sell_vp", -1] = Exchange(pay_vp=1, get_money=data.vp_sale, missing=absent)
    return rows

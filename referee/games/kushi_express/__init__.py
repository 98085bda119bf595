"""Kushi Express: cubes and toppings on a stick, as the order card shows them, faster than the others."""

from referee.games.kushi_express.compare import compare, resolve
from referee.games.kushi_express.doubt import Doubt, could_be
from referee.games.kushi_express.game import GAME, KushiExpress
from referee.games.kushi_express.messages import describe
from referee.games.kushi_express.model import (
    CUBES,
    PIECES,
    STRIPS,
    Card,
    SetData,
    order_fault,
    read_points,
    spell,
    write_points,
)

__all__ = [
    "CUBES",
    "GAME",
    "PIECES",
    "STRIPS",
    "Card",
    "Doubt",
    "KushiExpress",
    "SetData",
    "compare",
    "could_be",
    "describe",
    "order_fault",
    "read_points",
    "resolve",
    "spell",
    "write_points",
]

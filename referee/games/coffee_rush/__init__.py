"""Coffee Rush: ingredients into cups, orders before they are late."""

from referee.games.coffee_rush.game import GAME, CoffeeRush
from referee.games.coffee_rush.model import INGREDIENTS, UPGRADES, Bag, Card, CoffeeData, bag
from referee.games.coffee_rush.rules import RULES
from referee.games.coffee_rush.setup import CHOICES, FLAGS, read_data

__all__ = [
    "CHOICES",
    "FLAGS",
    "GAME",
    "INGREDIENTS",
    "RULES",
    "UPGRADES",
    "Bag",
    "Card",
    "CoffeeData",
    "CoffeeRush",
    "bag",
    "read_data",
]

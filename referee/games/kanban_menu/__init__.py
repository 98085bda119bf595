"""Kanban Menu: action cards, materials, menu cards, and every trade tallied."""

from referee.games.kanban_menu.data import read_data
from referee.games.kanban_menu.game import GAME, KanbanMenu
from referee.games.kanban_menu.messages import describe
from referee.games.kanban_menu.model import COLOURS, MATERIALS, EditionData
from referee.games.kanban_menu.rules import RULES

__all__ = ["COLOURS", "GAME", "MATERIALS", "RULES", "EditionData", "KanbanMenu", "describe", "read_data"]

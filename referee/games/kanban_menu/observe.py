from __future__ import annotations
from referee.games.kanban_menu.events import Observe
from referee.games.kanban_menu.notes import Judged, Notes
from referee.games.kanban_menu.state import State
def observe(state: State, event: Observe, notes: Notes) -> Judged:
    return notes.judged(state, state)

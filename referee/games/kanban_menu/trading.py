"""Trading by the table, one conversion at a time (KM-R11, KM-A9)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.kanban_menu.exchange import carry_out
from referee.games.kanban_menu.model import CONVERSIONS
from referee.games.kanban_menu.notes import Notes
from referee.games.kanban_menu.reading import Conversion
from referee.games.kanban_menu.state import State
from referee.games.kanban_menu.supply import fetch


def trade(
    state: State, seat: int, conversions: Sequence[Conversion], notes: Notes, most: int = CONVERSIONS
) -> State:
    """Carries out conversions in their order; more than `most` are too many, whatever their prices."""
    if len(conversions) > most:
        notes.wrong(
            "too_many_conversions",
            path=conversions[most].path,
            expected=f"at most {most}",
            seen=str(len(conversions)),
        )
    for conversion in conversions:
        state = convert(state, seat, conversion, notes)
    return state


def convert(state: State, seat: int, conversion: Conversion, notes: Notes) -> State:
    """One conversion, tallied with its price and what the player has afterwards."""
    kind, colour, path = conversion.kind, conversion.colour, conversion.path
    deal = state.config.table[kind, colour]
    source = None
    if kind == "buy":
        state, source = fetch(state, colour, conversion.source, notes, path or "")
    price = deal.pay_money if kind.startswith("buy") else deal.get_money
    return carry_out(state, seat, deal, notes, kind, path=path, price=price, source=source)

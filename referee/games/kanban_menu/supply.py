"""Where tokens and menu cards come from: the used area, the bag, the menu area (KM-R5, KM-R9 to KM-R11)."""

from __future__ import annotations

from referee.games.base import change
from referee.games.kanban_menu.events import Refill
from referee.games.kanban_menu.model import AREA, COLOURS, Pile, minus, one
from referee.games.kanban_menu.notes import Judged, Notes, bad
from referee.games.kanban_menu.state import State, copies_seen


def fetch(state: State, colour: int, source: str | None, notes: Notes, path: str) -> tuple[State, str]:
    """A token of a wanted colour leaves the used area, or the bag where the used area has none (KM-A14).

    Gives where it came from; nobody need have said so.
    """
    used, name = state.used, COLOURS[colour]
    if source is None:
        source = "used" if used.counts[colour] or not state.bag.may_have(colour) else "bag"
    if source == "used":
        if not used.counts[colour]:
            if used.sure:
                notes.wrong("not_available", path=path, expected=f"{name} in the used area")
            else:
                notes.warn("unknown", path=path, expected=f"{name} in the used area")
        return change(state, used=_without(used, colour)), source
    if used.counts[colour]:
        notes.wrong("bag_before_used", path=path, expected="used", seen="bag")
    elif not used.sure:
        notes.doubt("unknown", path=path, expected=f"no {name} in the used area")
    return draw(state, colour, notes, path), source


def draw(state: State, colour: int, notes: Notes, path: str) -> State:
    """A token of a colour leaves the bag."""
    if not state.bag.may_have(colour):
        notes.wrong("not_available", path=path, expected=f"{COLOURS[colour]} in the bag")
        return state
    return change(state, bag=state.bag.draw(colour))


def _without(pile: Pile, colour: int) -> Pile:
    return Pile(minus(pile.counts, one(colour)), pile.hidden, pile.sure)


def shake(state: State, wanted: int, returned: bool, notes: Notes) -> State:
    """KM-A12: where the bag has fewer tokens than are wanted, the used area goes back to it."""
    bag = state.bag
    short = bag.sure and bag.total < wanted and state.config.options.short_bag == "refill"
    if returned and not short:
        if bag.sure or bag.total >= wanted or state.config.options.short_bag != "refill":
            notes.wrong("bag_not_short", path="returned", expected=f"fewer than {wanted} tokens in the bag")
        short = True
    if not short or (state.used.sure and not state.used.total):
        return state
    used = state.used
    bag = Pile(bag.put(used.counts).counts, bag.hidden + used.hidden, bag.sure and used.sure)
    return change(state, bag=bag, used=Pile())


def take_menu_card(state: State, card: str, notes: Notes, path: str) -> State:
    """A card leaves the menu area, which is filled up from the deck at once (KM-R9, KM-A15)."""
    area = state.area
    if card in area:
        at = area.index(card)
        return fill(change(state, area=(*area[:at], *area[at + 1 :])))
    if not state.area_hidden or copies_seen(state, card) >= state.config.data.menu[card].copies:
        notes.wrong("not_in_area", path=path, expected=in_area(state), seen=card)
        return state
    return fill(change(state, area_hidden=state.area_hidden - 1))


def in_area(state: State) -> str | None:
    """The menu area in words; None is nothing."""
    area, hidden = ", ".join(state.area), state.area_hidden
    if not hidden:
        return area or None
    return f"{area} and {hidden} more" if area else f"{hidden} menu cards that are not known"


def fill(state: State) -> State:
    """Draws until there are four cards; which one it was, `refill` tells."""
    if state.deck == 0 or len(state.area) + state.area_hidden >= AREA:
        return state
    deck = None if state.deck is None else state.deck - 1
    return change(state, area_hidden=state.area_hidden + 1, deck=deck)


def refill(state: State, event: Refill, notes: Notes) -> Judged:
    """KM-R9: the card that filled the menu area is named."""
    if copies_seen(state, event.card) >= state.config.data.menu[event.card].copies:
        return state, bad("duplicate_card", "card", "a card that lies nowhere else", event.card)
    if not state.area_hidden:
        full = len(state.area) >= AREA
        notes.refuse("area_full" if full else "deck_empty", seen=event.card)
        return notes.judged(state, state)
    after = change(state, area=(*state.area, event.card), area_hidden=state.area_hidden - 1)
    return notes.judged(state, after)

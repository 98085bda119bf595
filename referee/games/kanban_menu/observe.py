"""A turn of which only the changes were seen: OK when a legal story explains them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from referee.games.base import Effect, change
from referee.games.kanban_menu.abilities import ability
from referee.games.kanban_menu.actions import activate
from referee.games.kanban_menu.events import Activate, Choose, Event, Observe, Skip, Take, UseAbility
from referee.games.kanban_menu.explain import Wanted, explain
from referee.games.kanban_menu.joining import set_player
from referee.games.kanban_menu.model import COLOURS, NONE, UNKNOWN, YELLOW, Pile, by_colour
from referee.games.kanban_menu.notes import Judged, Notes
from referee.games.kanban_menu.reading import Glimpse
from referee.games.kanban_menu.state import HOLDINGS, Player, State, with_action
from referee.games.kanban_menu.turn import choose, enter, skip, take

_RULES: Final[Mapping[type, Callable[[State, Any, Notes], Judged]]] = {
    Choose: choose,
    Take: take,
    Activate: activate,
    Skip: skip,
    UseAbility: ability,
}


@dataclass(frozen=True, slots=True)
class Told(Effect):
    """The story that explains a turn, as the events that would have said so."""

    steps: tuple[Mapping[str, Any], ...] = ()

    def to_dict(self) -> dict[str, Any]:
        return {"effect": self.effect, "player": self.player, "steps": list(self.steps)}


def play(state: State, event: Event) -> Judged:
    """Judges one step of a story by the ordinary rules."""
    return _RULES[type(event)](state, event, Notes())


def observe(state: State, event: Observe, notes: Notes) -> Judged:
    """Judges a turn by its changes; the story that explains it is carried out."""
    before, seat = state, event.seat
    state = enter(state, event, notes)
    if state.phase == "end":
        notes.refuse("already_distributed")
    if state.chosen and event.action not in (None, state.chosen):
        notes.wrong("already_chosen", expected=f"action {state.chosen}", seen=f"action {event.action}")
    if notes.impossible or (notes.faults and not notes.forced):
        return notes.judged(before, before)
    _compare(state.players[seat], event.before, notes)
    state = set_player(state, seat, event.before)
    if event.after.materials[YELLOW]:
        notes.wrong("yellow_kept", path="after.materials", expected="no yellow token", seen="yellow")
        return notes.judged(before, _as_seen(state, event))
    found = explain(state, seat, wanted(state, event), play)
    story = found.story
    if story is None:
        if found.complete:
            notes.wrong(
                "unexplained",
                path="after",
                expected="changes that a legal turn brings",
                seen=_seen(state, event),
            )
        else:
            notes.doubt("too_many_stories")
        return notes.judged(before, _as_seen(state, event))
    notes.effects.append(Told("story", state.players[seat].name, steps=story.steps))
    notes.effects += story.effects
    notes.warnings += story.warnings
    notes.doubts += story.doubts
    after = set_player(story.state, seat, event.after)
    if len(found.actions) > 1 and not state.chosen:
        # Any of these cards may have been the one that was emptied.
        for action in found.actions:
            if state.actions[action - 1].total:
                after = with_action(after, action, UNKNOWN)
    return notes.judged(before, after)


def wanted(state: State, event: Observe) -> Wanted:
    """The changes between what the player had and what was seen afterwards."""
    player, after = state.players[event.seat], event.after
    known = {name for name in after.given if name not in player.unsure}
    materials = None
    if "materials" in known:
        a, b = after.materials, player.materials
        materials = (a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3])
    developed = None
    if "menu" in known:
        developed = frozenset((Counter(after.menu) - Counter(player.menu)).keys())
    reserved = None
    if "hand" in known:
        reserved = frozenset((after.hand,)) if after.hand not in (None, player.hand) else frozenset()
    return Wanted(
        fits=lambda end: _fits(end, event.seat, after),
        action=event.action,
        taken=event.taken,
        money=after.money - player.money if "money" in known else None,
        vp=after.vp - player.vp if "vp" in known else None,
        materials=materials,
        developed=developed,
        reserved=None if reserved is None else frozenset(card for card in reserved if card),
    )


def _fits(state: State, seat: int, after: Glimpse) -> bool:
    """Whether a state is what was seen, as far as it is known."""
    player = state.players[seat]
    for name in after.given:
        if name in player.unsure:
            continue
        mine, seen = getattr(player, name), getattr(after, name)
        if mine != seen and not (name == "menu" and sorted(mine) == sorted(seen)):
            return False
    return after.used is None or not state.used.sure or state.used.counts == after.used


def _compare(player: Player, told: Glimpse, notes: Notes) -> None:
    """Warns where the player had something else, as far as the referee knows: what was seen stands."""
    for name in HOLDINGS:
        if name in told.given and name not in player.unsure:
            mine, seen = getattr(player, name), getattr(told, name)
            if mine != seen and not (name == "menu" and sorted(mine) == sorted(seen)):
                notes.warn("differs", path=f"before.{name}", expected=_text(mine), seen=_text(seen))


def _text(value: object) -> str:
    if isinstance(value, tuple):
        if value and isinstance(value[0], str):
            return ", ".join(map(str, value))
        found = by_colour(value) if len(value) == len(COLOURS) else {}
        return ", ".join(f"{n} {colour}" for colour, n in found.items()) or "nothing"
    return "nothing" if value is None else str(value)


def _seen(state: State, event: Observe) -> str:
    """The changes in words: `action 2, money +8, blue -2`."""
    found = wanted(state, event)
    words = [] if event.action is None else [f"action {event.action}"]
    changes = {"money": found.money, "VP": found.vp}
    changes |= dict(zip(COLOURS, found.materials or (), strict=False))
    words += [f"{name} {n:+d}" for name, n in changes.items() if n]
    words += [f"{card} in front" for card in sorted(found.developed or ())]
    words += [f"{card} in hand" for card in sorted(found.reserved or ())]
    return ", ".join(words) or "no change"


def _as_seen(state: State, event: Observe) -> State:
    """What is left to know without a story: what was seen; anything may have been taken from the cards."""
    action = event.action or state.chosen
    after = set_player(state, event.seat, event.after)
    if event.after.used is None:
        after = change(after, used=UNKNOWN)
    actions = tuple(
        UNKNOWN if action in (0, i) and pile.total else pile for i, pile in enumerate(after.actions, start=1)
    )
    if action and event.taken is not None and event.taken != NONE:
        actions = (*actions[: action - 1], Pile(), *actions[action:])
    return change(after, actions=actions, chosen=action, phase="distribute")

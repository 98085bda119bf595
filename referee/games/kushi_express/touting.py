"""The touting card: the fastest may steal a card (KU-R14 to KU-R16, KU-A10 to KU-A14)."""

from __future__ import annotations

from referee.games.base import Effect, Reason, Ruling, Verdict, change
from referee.games.kushi_express.ending import finish
from referee.games.kushi_express.events import Decline, Show, Steal
from referee.games.kushi_express.model import Card
from referee.games.kushi_express.setup import PILE
from referee.games.kushi_express.state import State, gain, set_aside

Judged = tuple[State, Verdict]

_CHOOSER = {"choose": "thief", "random": "random", "victim": "victim"}


def steal(state: State, event: Steal, ruling: Ruling | None) -> Judged:
    """The fastest takes a card from an opponent, or from the pile when no opponent has one."""
    if state.phase != "touting":
        return state, Verdict("ILLEGAL", (Reason("no_touting"),))
    if event.source == PILE:
        return _from_pile(state, event, forced=ruling is not None)
    return _from_player(state, event, forced=ruling is not None)


def decline(state: State, event: Decline, ruling: Ruling | None) -> Judged:
    """KU-A11: the fastest takes nothing."""
    if state.phase != "touting":
        return state, Verdict("ILLEGAL", (Reason("no_touting"),))
    return _discard_touting(state), Verdict("OK")


def show(state: State, event: Show, ruling: Ruling | None) -> Judged:
    """A card that was taken hidden is shown, and counts."""
    if not state.hidden[event.by]:
        reason = Reason("no_hidden_card", path="by", expected="a player with a hidden card", seen=event.by)
        return state, Verdict("BAD_INPUT", (reason,))
    state = _less_hidden(state, event.by)
    state, effects = _taken(state, event.by, event.card)
    if event.card.kind == "closing" or (state.phase == "over" and state.decided_by == "undecided"):
        state, ending = finish(state)
        effects += ending
    return state, Verdict("OK", (), effects)


def _from_player(state: State, event: Steal, *, forced: bool) -> Judged:
    assert event.card is not None
    reasons: list[Reason] = []
    if event.source == event.by:
        reasons.append(Reason("own_card", expected="a card of an opponent", seen=event.by))
    chooser = _CHOOSER[state.config.options.steal]
    if event.chosen_by not in (None, chooser):
        reasons.append(Reason("wrong_chooser", expected=chooser, seen=event.chosen_by))
    if reasons and not forced:
        return state, Verdict("ILLEGAL", tuple(reasons))
    card = _held(state, event.source, event.card)
    if card is not None:
        state = gain(state, event.source, card, -1)
    elif state.hidden[event.source] and event.card.kind == "order":
        card = event.card
        state = _less_hidden(state, event.source)
    else:
        held = ", ".join(card.label for card in state.hands[event.source]) or "no card"
        missing = Reason(
            "not_held", path="card", expected=f"of {event.source}: {held}", seen=event.card.label
        )
        return state, Verdict("BAD_INPUT", (missing,))
    state = _discard_touting(gain(state, event.by, card), thief=event.by)
    return state, Verdict(
        "OK", (), (Effect("loses", event.source, card.label), Effect("gains", event.by, card.label))
    )


def _from_pile(state: State, event: Steal, *, forced: bool) -> Judged:
    """KU-A12: only when no opponent has a card; KU-A13: the card is shown, unless the table plays it
    hidden."""
    if not forced:
        holders = [player for player in state.config.players if player != event.by and state.holds(player)]
        if holders:
            reason = Reason(
                "pile_not_allowed", expected="a card of " + " or ".join(holders), seen="the draw pile"
            )
            return state, Verdict("ILLEGAL", (reason,))
    if event.card is None and state.config.options.pile_card == "shown":
        missing = Reason("missing_field", path="card", expected="the card that was taken and shown")
        return state, Verdict("BAD_INPUT", (missing,))
    state = change(_discard_touting(state, thief=event.by), drawn=state.drawn + 1)
    if event.card is None:
        state = change(state, hidden={**state.hidden, event.by: state.hidden[event.by] + 1})
        return state, Verdict("OK", (), (Effect("gains", event.by),))
    state, effects = _taken(state, event.by, event.card)
    if event.card.kind == "closing":
        if state.config.options.pile_card == "hidden":
            return change(state, closing_hidden=True), Verdict("OK", (), effects)
        state, ending = finish(state)
        effects += ending
    return state, Verdict("OK", (), effects)


def _taken(state: State, player: str, card: Card) -> tuple[State, tuple[Effect, ...]]:
    if card.kind == "order":
        return gain(state, player, card), (Effect("gains", player, card.label),)
    return set_aside(state, card), (Effect("set_aside", player, card.label),)


def _held(state: State, player: str, card: Card) -> Card | None:
    """The player's card that is meant: the same id, or the same face where one of them has no id."""
    hand = state.hands[player]
    if card in hand:
        return card
    return next((other for other in hand if None in (other.id, card.id) and other.same_face(card)), None)


def _less_hidden(state: State, player: str) -> State:
    return change(state, hidden={**state.hidden, player: state.hidden[player] - 1})


def _discard_touting(state: State, thief: str | None = None) -> State:
    """KU-R16; KU-A14: the first player stays, unless the table gives it to the thief."""
    assert state.face_up is not None
    state = change(set_aside(state, state.face_up), phase="reveal", face_up=None)
    if thief is not None and state.config.options.touting_first == "thief":
        state = change(state, first=thief)
    return state

"""A turn's first half: choosing an action card, its tokens, not activating it (KM-R1 to KM-R4, KM-A4)."""

from __future__ import annotations

from typing import Final

from referee.games.base import change
from referee.games.kanban_menu.able import able_to_activate
from referee.games.kanban_menu.cards import BONUSES, BRUNCH, BRUNCH_VP
from referee.games.kanban_menu.events import Choose, Event, Skip, Take
from referee.games.kanban_menu.exchange import carry_out
from referee.games.kanban_menu.model import (
    EMPTY,
    NONE,
    YELLOW,
    YELLOW_MONEY,
    Exchange,
    Pile,
    minus,
    names,
    one,
    plus,
    spell,
)
from referee.games.kanban_menu.notes import Judged, Notes, Tally
from referee.games.kanban_menu.state import Player, State, discard, may_own, with_player

WHOSE_TURN: Final = "say in a table event whose turn it is (active)"

_BONUS_EXCHANGES: Final = {
    (action, times): Exchange(get_money=bonus.money * times, get_vp=bonus.vp * times)
    for action, bonus in BONUSES.items()
    for times in range(1, 5)
}


def enter(state: State, event: Event, notes: Notes) -> State:
    """KM-R14: checks that it is the player's turn."""
    if event.seat != state.active:
        active = state.players[state.active].name
        if state.active_sure:
            notes.wrong("not_your_turn", expected=active, seen=state.players[event.seat].name)
        else:
            expected = "the player whose turn it is"
            notes.doubt("unknown", path="by", expected=expected, advice=WHOSE_TURN)
        return change(state, active=event.seat, active_sure=True, fresh=False)
    if state.fresh or not state.active_sure:
        return change(state, fresh=False, active_sure=True)
    return state


def choose(state: State, event: Choose, notes: Notes) -> Judged:
    """KM-R1: a player selects an action card, and effects for choosing it apply at once (KM-A4)."""
    before = state
    state = enter(state, event, notes)
    if state.phase != "choose":
        notes.wrong("already_chosen", expected=f"action {state.chosen}", seen=f"action {event.action}")
    state = change(state, chosen=event.action, phase="take")
    return notes.judged(before, choice_bonus(state, event.seat, event.action, notes))


def choice_bonus(state: State, seat: int, action: int, notes: Notes) -> State:
    """KM-E2: what the player's menu card gives for choosing an action."""
    player, bonus = state.players[seat], BONUSES[action]
    times = player.menu.count(bonus.card) if player.menu else 0
    if times:
        deal = _BONUS_EXCHANGES[action, min(times, 4)]
        return carry_out(state, seat, deal, notes, "bonus", card=bonus.card)
    if player.unsure and may_own(state, player, bonus.card):
        doubted = player.doubted("money" if bonus.money else "vp")
        return with_player(state, seat, doubted)
    return state


def take(state: State, event: Take, notes: Notes) -> Judged:
    """KM-R2: the player takes all tokens of the chosen card. KM-R3: a yellow one is $2, and discarded."""
    before = state
    state = enter(state, event, notes)
    if state.phase == "choose":
        notes.refuse("not_chosen")
        return notes.judged(before, before)
    if state.phase != "take":
        notes.wrong("already_taken")
    return notes.judged(before, _take_tokens(state, event, notes))


def _take_tokens(state: State, event: Take, notes: Notes) -> State:
    """Moves the tokens from the chosen card to the player."""
    tokens, action = event.tokens, state.chosen
    pile = state.actions[action - 1]
    left = EMPTY
    if not pile.sure:
        # Nobody told what lies there: what is taken is all that the referee knows of it.
        notes.warn("unknown", path="tokens", expected=f"the tokens on action card {action}")
    if tokens != pile.counts:
        behind, beyond = minus(pile.counts, tokens), minus(tokens, pile.counts)
        if behind != NONE:
            notes.wrong("take_all", path="tokens", expected=spell(pile.counts), seen=spell(tokens))
            left = Pile(behind)
        if beyond != NONE and pile.sure:
            notes.wrong("not_on_card", path="tokens", expected=spell(pile.counts), seen=spell(beyond))
            tokens = minus(tokens, beyond)
    actions, players, player = state.actions, state.players, state.players[event.seat]
    yellow = tokens[YELLOW]
    kept = minus(tokens, one(YELLOW, yellow)) if yellow else tokens
    if kept != NONE:
        after: Player = change(player, materials=plus(player.materials, kept))
        players = (*players[: event.seat], after, *players[event.seat + 1 :])
        money, vp = player.known_money, player.known_vp
        notes.effects.append(Tally("take", player.name, got=kept, money=money, vp=vp))
    state = change(
        state,
        actions=(*actions[: action - 1], left, *actions[action:]),
        players=players,
        phase="activate" if state.phase == "take" else state.phase,
    )
    return yellow_money(state, event.seat, yellow, notes) if yellow else state


def yellow_money(state: State, seat: int, n: int, notes: Notes) -> State:
    """KM-R3: yellow tokens are money at once and go to the used area."""
    state = carry_out(state, seat, Exchange(get_money=YELLOW_MONEY * n), notes, "yellow")
    return discard(state, one(YELLOW, n))


def untaken(state: State, notes: Notes) -> None:
    """Notes that the tokens of the chosen card have not been taken, where there are some (KM-R2)."""
    if state.phase != "take":
        return
    pile = state.actions[state.chosen - 1]
    if pile.total:
        notes.wrong("take_all", expected=", ".join(names(pile.counts)), seen=None)
    elif not pile.sure:
        notes.warn("unknown", path="tokens", expected=f"the tokens on action card {state.chosen}")


def skip(state: State, event: Skip, notes: Notes) -> Judged:
    """KM-R4: the player does not activate the action."""
    before = state
    state = enter(state, event, notes)
    if state.phase == "choose":
        notes.refuse("not_chosen")
        return notes.judged(before, before)
    untaken(state, notes)
    if state.phase not in ("take", "activate"):
        notes.wrong("already_decided")
        return notes.judged(before, state)
    return notes.judged(before, not_activated(state, event.seat, notes))


def not_activated(state: State, seat: int, notes: Notes) -> State:
    """KM-E1: who does not activate gets the VP of Brunch; KM-A7: also who could not, by default."""
    player = state.players[seat]
    options = state.config.options
    if BRUNCH in player.menu:
        able: bool | None = True
        if not options.brunch_when_unable:
            able = able_to_activate(state, seat)
        if able:
            deal = Exchange(get_vp=BRUNCH_VP * player.menu.count(BRUNCH))
            state = carry_out(state, seat, deal, notes, "bonus", card=BRUNCH)
        elif able is None:
            state = with_player(state, seat, player.doubted("vp"))
    elif player.unsure and may_own(state, player, BRUNCH):
        state = with_player(state, seat, player.doubted("vp"))
    return change(state, phase="distribute")

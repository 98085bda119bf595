"""The end of a turn, the end of the game and the final count (KM-R14 to KM-R17, KM-A16 to KM-A18)."""

from __future__ import annotations

from typing import Final, Literal

from referee.games.base import Effect, change
from referee.games.kanban_menu.distribution import missing_distribution
from referee.games.kanban_menu.events import EndTurn
from referee.games.kanban_menu.model import MATERIALS, NONE, YELLOW, minus, one
from referee.games.kanban_menu.notes import Judged, Notes, Tally
from referee.games.kanban_menu.state import Player, State, discard, with_player
from referee.games.kanban_menu.turn import enter, not_activated

OTHER_GAME: Final = "the tied players play another game, one of at least 2 hours"


def end_turn(state: State, event: EndTurn, notes: Notes) -> Judged:
    """The turn passes clockwise; at the end of a round the game may be over."""
    before = state
    state = enter(state, event, notes)
    if state.phase == "choose":
        notes.wrong("not_chosen")
    else:
        if missing_distribution(state):
            notes.wrong("not_distributed")
        if state.phase in ("take", "activate"):
            state = not_activated(state, event.seat, notes)
    state = _tidy(state, event, notes)
    state = _reached(state, event.seat, notes)
    seat = (event.seat + 1) % len(state.players)
    if seat == state.config.start and state.ending == "yes":
        return _finish(before, state, notes)
    after = change(state, active=seat, turn=state.turn + 1, phase="choose", chosen=0, used_abilities=())
    return notes.judged(before, after)


def _tidy(state: State, event: EndTurn, notes: Notes) -> State:
    """KM-R3: no yellow token stays with a player. KM-A8: money over the limit goes, by option."""
    player = state.players[event.seat]
    yellow = max(player.materials[YELLOW], event.materials[YELLOW])
    if yellow:
        notes.wrong("yellow_kept", expected="no yellow token", seen=f"{yellow} yellow")
        kept: Player = change(player, materials=minus(player.materials, one(YELLOW, yellow)))
        state = discard(with_player(state, event.seat, kept), one(YELLOW, player.materials[YELLOW]))
    limit = state.config.data.money_limit
    if state.config.options.money_over_limit == "turn_end" and limit is not None:
        player = state.players[event.seat]
        lost = player.money - limit
        if lost > 0:
            after: Player = change(player.settled({"money"}), money=limit)
            notes.effects.append(
                Tally(
                    "over_limit", player.name, change_money=-lost, money=limit, vp=player.known_vp, lost=lost
                )
            )
            state = with_player(state, event.seat, after)
    return state


def _reached(state: State, seat: int, notes: Notes) -> State:
    """KM-R15: whether this player's VP bring the end near; once they do, it stays so (KM-A16)."""
    if state.ending == "yes":
        return state
    player, wanted = state.players[seat], state.config.data.end_vp
    vp = player.vp if state.config.options.end_on == "current" else player.earned
    if wanted is None:
        notes.warn("no_data", path="data.end_vp", expected="the VP that end the game")
        return change(state, ending="maybe")
    if vp >= wanted:
        notes.effects.append(Effect("end_near", player.name))
        return change(state, ending="yes")
    if "vp" in player.unsure:
        notes.warn("unknown", path="vp", expected=f"the VP of {player.name}, which may be {wanted} or more")
        return change(state, ending="maybe")
    return state


def final_vp(state: State, player: Player, notes: Notes) -> int | None:
    """KM-R16: all materials are sold, the money limit does not count, and money becomes VP."""
    data = state.config.data
    money: int | None = player.money
    for i, colour in enumerate(MATERIALS):
        n, price = player.materials[i], data.sell[i]
        if n and price is None:
            notes.doubt("no_data", path=f"data.sell.{colour}", expected="a number")
            money = None
        elif n and money is not None:
            money += n * (price or 0)
    for name, word in (("money", "money"), ("vp", "VP"), ("materials", "materials")):
        if name in player.unsure:
            notes.doubt("unknown", path=name, expected=f"the {word} of {player.name}")
            money = None
    if data.final_price is None:
        notes.doubt("no_data", path="data.final_price", expected="a number")
        return None
    if money is None:
        return None
    vp = player.vp + money // data.final_price
    notes.effects.append(
        Tally(
            "final",
            player.name,
            change_money=money - player.money,
            change_vp=vp - player.vp,
            given=player.materials if player.materials != NONE else NONE,
            money=money,
            vp=vp,
        )
    )
    return vp


def _finish(before: State, state: State, notes: Notes) -> Judged:
    """KM-R17: most VP, then most menu cards, else people play on elsewhere."""
    notes.effects.append(Effect("game_over"))
    final = {player.name: final_vp(state, player, notes) for player in state.players}
    over: State = change(state, phase="over", final=final)
    known = [vp for vp in final.values() if vp is not None]
    if len(known) < len(final):
        return notes.judged(before, over)
    best = max(known)
    tied = [player for player in state.players if final[player.name] == best]
    decided: Literal["points", "menu"] = "points"
    if len(tied) > 1:
        most = max(len(player.menu) for player in tied)
        if any("menu" in player.unsure for player in tied):
            notes.doubt("unknown", path="menu", expected="the menu cards of the tied players")
            return notes.judged(before, change(over, tied=tuple(player.name for player in tied)))
        tied = [player for player in tied if len(player.menu) == most]
        decided = "menu"
    winners = tuple(player.name for player in tied)
    if len(winners) == 1:
        notes.effects.append(Effect("wins", winners[0]))
        return notes.judged(before, change(over, winners=winners, decided_by=decided))
    if notes.forced:
        # People say that this is the end of it: the tied players share the victory.
        return notes.judged(before, change(over, winners=winners, tied=winners, decided_by="shared"))
    notes.ask("other_game", seen=", ".join(winners), advice=OTHER_GAME)
    return notes.judged(before, change(over, tied=winners))

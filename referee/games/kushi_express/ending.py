"""How the game ends: the closing card, the scores, the tie-break (KU-R17 to KU-R19, KU-A16, KU-A17)."""

from __future__ import annotations

from referee.games.base import Effect, change
from referee.games.kushi_express.state import Standing, State, set_aside

Step = tuple[State, tuple[Effect, ...]]


def finish(state: State) -> Step:
    """Counts the points. One leader wins; several, or nobody with a card, play the tie-break.

    Cards that were taken hidden count once they are shown; until then the winner is undecided. An order that
    nobody has won yet leaves the game.
    """
    if state.face_up is not None and state.phase in ("build", "touting"):
        state = set_aside(state, state.face_up)
    # A claim that waits for people is none any more.
    plate = {by: Standing.VOID if how == Standing.OPEN else how for by, how in state.plate.items()}
    ended = change(state, phase="over", face_up=None, out=frozenset(), claims=(), award=None, plate=plate)
    if any(state.hidden.values()):
        return ended, (Effect("show_hidden_cards"),)
    most = max(state.points.values())
    leaders = tuple(player for player in state.config.players if state.points[player] == most)
    if len(leaders) == 1:
        ended = change(ended, winners=leaders, decided_by="points")
        return ended, (Effect("game_over"), Effect("wins", leaders[0]))
    contenders = state.config.players if state.config.options.tie_break == "all" else leaders
    ended = change(ended, phase="reveal", tie_break=contenders)
    return ended, tuple(Effect("tie_break", player) for player in contenders)


def pile_is_gone(state: State) -> bool:
    """KU-A13, `pile_card` hidden: the closing card may be on a hand, so the game ends with the last card's
    turn."""
    if state.phase != "reveal" or state.tie_break:
        return False
    hidden = state.closing_hidden or any(state.hidden.values())
    return hidden and state.drawn >= state.config.data.size

"""Kushi Express: cards turned over, skewers put on the plate and taken back, as events.

A claim is a skewer that has come to rest on the plate after the reveal (KU-R8, KU-R13): one that was there
before, or was only pushed about, is none until it has been lifted and put down again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from referee.adapters.base import Happening, Look, Touched
from referee.adapters.glimpse import as_it_was
from referee.adapters.kushi_cards import Deck, Named, advice_for, know_moved, name_of
from referee.adapters.kushi_claims import conduct, placed, recovered
from referee.adapters.kushi_state import Claim, Policy, Situation, State, attribute
from referee.adapters.tracks import CardTrack, SkewerTrack, follow
from referee.record import Call, standing, stands
from referee.sets.profile import Profile
from vision.detections import Detections
from vision.scene import Corners

GAME = "kushi-express"


class KushiExpress:
    """The adapter of Kushi Express. See `referee.adapters.base.Adapter`."""

    game = GAME

    def __init__(
        self, players: Sequence[str], seat: str, deck: Mapping[str, int], policy: Policy | None = None
    ) -> None:
        self.players = tuple(players)
        self.seat = seat
        self.deck = deck
        self.policy = policy or Policy()

    def situation(self, view: Mapping[str, Any], calls: Sequence[Call]) -> Situation:
        """From the judge's view (`referee.games.kushi_express`) and the calls so far."""
        now = standing(calls)
        revealed = [
            call.event["card"]
            for call in stands(calls, now)
            if call.kind == "reveal" and now.verdict(call) == "OK" and isinstance(call.event["card"], str)
        ]
        if view["tie_break"] and "closing" in revealed:
            # KU-R19: the cards were shuffled again after the closing card, so all can come once more.
            revealed = revealed[len(revealed) - revealed[::-1].index("closing") :]
        return Situation(
            players=self.players,
            seat=self.seat,
            first=view["first"],
            out=frozenset(view["out"]),
            phase=view["phase"],
            plate=view["plate"],
            deck=Deck(self.deck, Counter(revealed)),
        )

    def start(self) -> State:
        return State()

    def observe(self, state: State, look: Look) -> State:
        table = follow(state.table, look, self.policy.tracking)
        lifted = {track.id: track.seen for track in table.lifted}
        on_plate = {track.id for track in table.skewers}
        claims = []
        for claim in state.claims:
            if claim.track in lifted:
                claim = replace(claim, lifted=lifted[claim.track])
            elif claim.track in on_plate:
                claim = replace(claim, lifted=None)
            elif claim.recovered:
                continue
            claims.append(claim)
        return replace(state, table=table, claims=tuple(claims))

    def decide(self, state: State, situation: Situation) -> tuple[State, Happening | None]:
        """The next thing that happened, if any. Ask again until there is none: each changes the game."""
        if situation.over:
            return state, None
        cards = know_moved(state.table.cards, state.table.t, situation.deck, self.policy.cards)
        state = replace(state, table=replace(state.table, cards=cards))
        news = self._news(state, situation)
        state, happening = conduct(state, situation, self.policy, next_card=news is not None)
        if happening is None and news is not None:
            state, happening = self._reveal(state, situation, *news)
        if happening is None:
            state, happening = recovered(state, situation, self.policy)
        if happening is None:
            state, happening = placed(state, situation, self.policy)
        return state, happening

    def _news(self, state: State, situation: Situation) -> tuple[CardTrack, Named] | None:
        """The card that has just been turned over. Of several at once nobody can say which is the order."""
        awaited = not situation.in_play
        news = [
            (track, named)
            for track in state.table.cards
            if track.fresh
            and (not track.known or (awaited and track.id in state.refused and not track.missed))
            and (named := name_of(track, situation.deck, self.policy.cards)) is not None
        ]
        return news[0] if len(news) == 1 else None

    def _reveal(
        self, state: State, situation: Situation, track: CardTrack, named: Named
    ) -> tuple[State, Happening]:
        cards = tuple(
            replace(other, known=True) if other.id == track.id else other for other in state.table.cards
        )
        state = replace(state, table=replace(state.table, cards=cards), refused=state.refused - {track.id})
        t = round(track.rested if track.rested is not None else state.table.t, 3)
        event = {"event": "reveal", "t": t, "by": situation.first, "card": named.card}
        return state, Happening(event, named.frames, named.confidence, ("card", track.id), track.box)

    def heard(self, state: State, subject: tuple[str, int], verdict: Mapping[str, Any]) -> State:
        """How a happening was judged, by the rules or later by people: only UNSURE leaves a claim open."""
        kind, track = subject
        call = verdict["verdict"]
        if kind == "card":
            if call != "OK":
                return replace(state, refused=state.refused | {track})
            came = next((card.came for card in state.table.cards if card.id == track), state.revealed)
            return replace(state, revealed=came, refused=state.refused - {track})
        claims = []
        for claim in state.claims:
            if claim.track == track and kind == "skewer":
                claim = _decided(claim, call, verdict.get("line"))
            elif claim.track == track and kind == "lift":
                claim = replace(claim, early=call == "ILLEGAL", recovered=call != "ILLEGAL")
            claims.append(claim)
        return replace(state, claims=tuple(claims))

    def unchanged(self, state: State, found: Detections, touched: Touched) -> bool:
        """Whether a first look shows the table as the last close look found it."""
        return as_it_was(found, state.table, touched)

    def focus(self, state: State, situation: Situation, now: float) -> tuple[Corners, ...]:
        """Boxes (px) of what the frame of time `now` would help to read: eagerly at first, later calmly."""
        if situation.over:
            return ()
        since = now - state.table.t
        settled = {claim.track for claim in state.claims if not claim.pending}
        cards = [
            track.box
            for track in state.table.cards
            if not track.known
            and track.fresh
            and not track.missed
            and self._eager(len(track.readings), since)
        ]
        skewers = [
            track.box
            for track in state.table.skewers
            if situation.in_play
            and track.present
            and track.placed > state.revealed
            and track.id not in settled
            and self._eager(_views_at_rest(track), since)
        ]
        return (*cards, *skewers)

    def _eager(self, views: int, since: float) -> bool:
        """Whether one more view is worth a look of its own now, `since` seconds after the last look."""
        policy = self.policy
        return views < policy.eager or (views < policy.enough and since >= policy.calm)

    def advice(self, state: State, situation: Situation) -> dict[str, str]:
        """What people can do so that the referee sees what it needs; a result, not an error."""
        if state.contested:
            return {
                "card": "a new card lies open, but the last order is not decided: decide it, or call it OK"
            }
        unknown = [track for track in state.table.cards if not track.known and not track.missed]
        named = [track for track in unknown if name_of(track, situation.deck, self.policy.cards)]
        if len(named) > 1:
            return {"card": "several new cards lie face up: leave only this turn's order card"}
        for track in unknown:
            waited = track.rested is not None and state.table.t - track.rested >= 2 * self.policy.patience
            if waited and track.fresh and track.readings and track not in named:
                return {"card": advice_for(track)}
        return {}


def _decided(claim: Claim, call: str, line: int | None) -> Claim:
    """A claim after the verdict on one of its lines. UNDONE takes that line back, as if it had not been."""
    if call == "UNDONE":
        lines = tuple(other for other in claim.lines if other != line)
        # Lifted and taken back: there is nothing that the rules would have to be told of.
        return replace(claim, lines=lines, pending=bool(lines) and claim.pending, recovered=not lines)
    lines = claim.lines if line is None or line in claim.lines else (*claim.lines, line)
    return replace(claim, lines=lines, pending=call == "UNSURE")


def _views_at_rest(track: SkewerTrack) -> int:
    """How many views there are since the skewer came to rest where it lies."""
    return 0 if track.rested is None else sum(view.t >= track.rested for view in track.views)


def make(profile: Profile, players: tuple[str, ...], seat: str) -> KushiExpress:
    """The adapter for a set profile: its deck says which cards there are."""
    return KushiExpress(players, seat, {name: card.count for name, card in profile.deck.items()})


__all__ = ["GAME", "KushiExpress", "Policy", "Situation", "State", "attribute", "make"]

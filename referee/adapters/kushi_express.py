"""Kushi Express: cards turned over, skewers put on the plate and taken back, as events.

A claim is a skewer that has come to rest on the plate after the reveal (KU-R8, KU-R13): one that was there
before, or was only pushed about, is none until it has been lifted and put down again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from referee.adapters.base import Happening, Look
from referee.adapters.evidence import Fused, as_dict, fuse, loose_beside
from referee.adapters.kushi_cards import CardPolicy, Deck, advice_for, know_moved, name_of
from referee.adapters.tracks import SkewerTrack, Table, Tracking, follow
from referee.record import Call, standing, stands
from referee.sets.profile import Profile
from vision.scene import Corners, Doubt, Handle

GAME = "kushi-express"


@dataclass(frozen=True, slots=True)
class Policy:
    """When the evidence is enough. Times in s."""

    tracking: Tracking = field(default_factory=Tracking)
    cards: CardPolicy = field(default_factory=CardPolicy)
    frames: int = 3
    """Distinct frames that a call rests on."""
    eager: int = 6
    """So many views of one thing are taken as fast as the rhythm allows,"""
    calm: float = 0.13
    """further ones this far apart,"""
    enough: int = 14
    """and with so many that agree on nothing, more of the same view will not help."""
    patience: float = 0.8
    """A reading that still has doubts this long after the skewer came to rest is told as it is."""
    grace: float = 1.5
    """How long a skewer lifted before the next reveal waits for that reveal: hands are quicker than the card
    is legible, and a player must not be accused of lifting too early (KU-A7) for that."""


@dataclass(frozen=True, slots=True)
class Situation:
    """What the adapter must know of the game: whose turn it is to do what, and which cards are known."""

    players: tuple[str, ...]
    seat: str
    """The player whom a claim is given to (one seat for now)."""
    first: str
    """Who reveals next, or revealed last."""
    out: frozenset[str] = frozenset()
    phase: str = "reveal"
    """`reveal`, `build`, `touting` or `over`."""
    plate: Mapping[str, str] = field(default_factory=dict)
    """Whose skewers the rules know to lie on the plate, and how they stand there."""
    deck: Deck = field(default_factory=lambda: Deck({}, {}))

    @property
    def in_play(self) -> bool:
        """An order lies open and can still be won."""
        return self.phase == "build"

    @property
    def over(self) -> bool:
        return self.phase == "over"


def attribute(situation: Situation, holding: frozenset[str] = frozenset()) -> str:
    """Whom a claim belongs to: the seat, or if that player is out this turn the next who is not.

    `holding` are players whose one skewer lies on the plate already, in sight: a further one is not theirs.
    With nobody left it stays the seat's: the rules say what such a claim is worth (KU-A9).
    """
    players = situation.players
    start = players.index(situation.seat)
    in_turn = players[start:] + players[:start]
    free = (player for player in in_turn if player not in situation.out and player not in holding)
    return next(free, situation.seat)


@dataclass(frozen=True, slots=True)
class Claim:
    """A skewer that was told as a placement. It stays so until it is lifted."""

    track: int
    by: str
    told: tuple[tuple[str, ...], Handle, tuple[Doubt, ...]]
    """What it was told to be: pieces, handle, doubts."""
    pending: bool = True
    """Not decided yet: a better view may still be added."""
    lifted: float | None = None
    recovered: bool = False
    """The lift has been told."""
    early: bool = False
    """The lift was told and did not count yet (KU-A7): it is told again after the reveal."""


@dataclass(frozen=True, slots=True)
class State:
    """The fold's state: the table as tracked, and what of it has been told."""

    table: Table = field(default_factory=Table)
    revealed: float = float("-inf")
    """When the card of this turn came on the table."""
    claims: tuple[Claim, ...] = ()
    caught_up: frozenset[int] = frozenset()
    """Skewers on the plate before whose claim their player's last lift was told."""
    refused: frozenset[int] = frozenset()
    """Cards whose reveal did not count when it was told: told again once it can."""


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
        for rule in (self._revealed, self._recovered, self._placed):
            happening_state, happening = rule(state, situation)
            if happening is not None:
                return happening_state, happening
        return state, None

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
                claim = replace(claim, pending=call == "UNSURE")
            elif claim.track == track:
                claim = replace(claim, early=call == "ILLEGAL", recovered=call != "ILLEGAL")
            claims.append(claim)
        return replace(state, claims=tuple(claims))

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
        unknown = [track for track in state.table.cards if not track.known and not track.missed]
        named = [track for track in unknown if name_of(track, situation.deck, self.policy.cards)]
        if len(named) > 1:
            return {"card": "several new cards lie face up: leave only this turn's order card"}
        for track in unknown:
            waited = track.rested is not None and state.table.t - track.rested >= 2 * self.policy.patience
            if waited and track.fresh and track.readings and track not in named:
                return {"card": advice_for(track)}
        return {}

    def _revealed(self, state: State, situation: Situation) -> tuple[State, Happening | None]:
        awaited = not situation.in_play
        news = [
            (track, named)
            for track in state.table.cards
            if track.fresh
            and (not track.known or (awaited and track.id in state.refused and not track.missed))
            and (named := name_of(track, situation.deck, self.policy.cards)) is not None
        ]
        if len(news) != 1:  # of several new cards at once nobody can say which is the order
            return state, None
        track, named = news[0]
        cards = tuple(
            replace(other, known=True) if other.id == track.id else other for other in state.table.cards
        )
        state = replace(state, table=replace(state.table, cards=cards), refused=state.refused - {track.id})
        event = {"event": "reveal", "t": _time(track.rested), "by": situation.first, "card": named.card}
        return state, Happening(event, named.frames, named.confidence, ("card", track.id), track.box)

    def _recovered(self, state: State, situation: Situation) -> tuple[State, Happening | None]:
        for claim in state.claims:
            if claim.lifted is None or claim.recovered or claim.by not in situation.plate:
                continue
            if not self._waits_for_reveal(claim, state, situation):
                return self._tell_lift(claim, state)
        return state, None

    def _tell_lift(self, claim: Claim, state: State) -> tuple[State, Happening]:
        told = replace(claim, recovered=True, pending=False)
        claims = tuple(told if other.track == claim.track else other for other in state.claims)
        event = {"event": "recover", "t": _time(claim.lifted), "by": claim.by}
        happening = Happening(event, (state.table.frame,), 1.0, ("lift", claim.track))
        return replace(state, claims=claims), happening

    def _waits_for_reveal(self, claim: Claim, state: State, situation: Situation) -> bool:
        if situation.phase != "reveal" or situation.plate.get(claim.by) != "won" or claim.lifted is None:
            return False
        being_read = any(not track.known and not track.missed for track in state.table.cards)
        return claim.early or being_read or state.table.t - claim.lifted < self.policy.grace

    def _placed(self, state: State, situation: Situation) -> tuple[State, Happening | None]:
        if not situation.in_play:
            return state, None
        for track in state.table.skewers:
            if not track.present or track.rested is None or track.placed <= state.revealed:
                continue
            claim = next((claim for claim in state.claims if claim.track == track.id), None)
            if claim is not None and not claim.pending:
                continue
            fused = self._reading(track, state.table.t, again=claim is not None)
            if fused is None:
                continue
            reading = (fused.pieces, fused.handle, fused.doubts)
            if claim is not None and claim.told == reading:
                continue
            holding = _holding(state)
            by = claim.by if claim is not None else attribute(situation, holding)
            if claim is None and by not in holding and _lift_unknown(by, track, state, situation):
                return self._catch_up(by, track, state)
            at = track.rested if claim is None else state.table.t
            event = {
                "event": "place",
                "t": _time(at),
                "by": by,
                "layers": list(fused.pieces),
                "handle": fused.handle,
            }
            if loose := loose_beside(track.views):
                event["loose"] = loose
            if fused.doubts:
                event["doubts"] = [as_dict(doubt) for doubt in fused.doubts]
            others = tuple(other for other in state.claims if other.track != track.id)
            told = replace(state, claims=(*others, Claim(track.id, by, reading, pending=False)))
            happening = Happening(event, fused.frames, fused.confidence, ("skewer", track.id), track.box)
            return told, happening
        return state, None

    def _catch_up(self, by: str, track: SkewerTrack, state: State) -> tuple[State, Happening]:
        """A player who places has the stick in hand: the old skewer was lifted, even if that was not seen."""
        state = replace(state, caught_up=state.caught_up | {track.id})
        mine = [claim for claim in state.claims if claim.by == by and not claim.recovered]
        if mine:
            return self._tell_lift(replace(mine[-1], lifted=mine[-1].lifted or track.placed), state)
        event = {"event": "recover", "t": _time(track.placed), "by": by}
        return state, Happening(event, (state.table.frame,), 1.0, ("lift", -1))

    def _reading(self, track: SkewerTrack, now: float, *, again: bool) -> Fused | None:
        """What the frames together say, once that is enough to be told."""
        if len(track.views) < 2 or track.rested is None:
            return None
        fused = fuse(track.views)
        if not fused.doubts:
            return fused if len(track.views) >= self.policy.frames else None
        return fused if not again and now - track.rested >= self.policy.patience else None


def _views_at_rest(track: SkewerTrack) -> int:
    """How many views there are since the skewer came to rest where it lies."""
    return 0 if track.rested is None else sum(view.t >= track.rested for view in track.views)


def _holding(state: State) -> frozenset[str]:
    """Players whose claimed skewer lies on the plate, in sight."""
    in_sight = {track.id for track in state.table.skewers if track.present}
    return frozenset(claim.by for claim in state.claims if claim.track in in_sight)


def _lift_unknown(by: str, track: SkewerTrack, state: State, situation: Situation) -> bool:
    """Whether the rules still believe the last skewer of a player, who places another, to be on the plate."""
    told = any(claim.by == by and claim.recovered for claim in state.claims)
    how = situation.plate.get(by)
    return how is not None and track.id not in state.caught_up and not (told and how == "open")


def make(profile: Profile, players: tuple[str, ...], seat: str) -> KushiExpress:
    """The adapter for a set profile: its deck says which cards there are."""
    return KushiExpress(players, seat, {name: card.count for name, card in profile.deck.items()})


def _time(t: float | None) -> float:
    return round(t or 0.0, 3)

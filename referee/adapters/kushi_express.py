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
from referee.adapters.evidence import SHARE, Fused, fuse, loose_beside
from referee.adapters.tracks import CardTrack, SkewerTrack, Table, Tracking, follow
from referee.record import Call, standing, stands
from vision.scene import Doubt, Handle

GAME = "kushi-express"


@dataclass(frozen=True, slots=True)
class Policy:
    """When the evidence is enough. Times in s."""

    tracking: Tracking = field(default_factory=Tracking)
    frames: int = 3
    """Distinct frames that a call rests on."""
    patience: float = 0.4
    """A reading that still has doubts this long after the skewer came to rest is told as it is."""
    grace: float = 1.5
    """How long a skewer lifted before the next reveal waits for that reveal: hands are quicker than the card
    is legible, and a player must not be accused of lifting too early (KU-A7) for that."""
    moved_card: float = 5.0
    """A second face-up card alike within this long of the first one's going is the first, moved."""


@dataclass(frozen=True, slots=True)
class Situation:
    """What the adapter must know of the game: whose turn it is to do what, and which cards are known."""

    players: tuple[str, ...]
    seat: str
    """The player whom a claim is given to (one seat for now)."""
    first: str
    """Who reveals next, or revealed last."""
    out: frozenset[str] = frozenset()
    in_play: bool = False
    """An order lies open and can still be won."""
    over: bool = False
    seen: Mapping[str, int] = field(default_factory=dict)
    """How often each card has been revealed so far."""
    deck: Mapping[str, int] = field(default_factory=dict)
    """How many of each card there are."""


def attribute(situation: Situation) -> str:
    """Whom a claim belongs to: the seat, or if that player is out this turn the next who is not.

    With everybody out it stays the seat's: the rules say what such a claim is worth (KU-A9).
    """
    players = situation.players
    start = players.index(situation.seat)
    in_turn = players[start:] + players[:start]
    return next((player for player in in_turn if player not in situation.out), situation.seat)


@dataclass(frozen=True, slots=True)
class Claim:
    """A skewer that was told as a placement. It stays so until it is lifted."""

    track: int
    by: str
    told: tuple[tuple[str, ...], Handle, tuple[Doubt, ...]]
    """What it was told to be: pieces, handle, doubts."""
    pending: bool = True
    """Not decided yet: a better view may still be added."""
    won: bool = False
    lifted: float | None = None
    recovered: bool = False
    """The lift has been told."""


@dataclass(frozen=True, slots=True)
class State:
    """The fold's state: the table as tracked, and what of it has been told."""

    table: Table = field(default_factory=Table)
    revealed: float = float("-inf")
    """When the card of this turn came on the table."""
    claims: tuple[Claim, ...] = ()


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
        revealed = [
            call.event["card"]
            for call in stands(calls, standing(calls))
            if call.kind == "reveal"
            and call.verdict["verdict"] == "OK"
            and isinstance(call.event["card"], str)
        ]
        if view["tie_break"] and "closing" in revealed:
            # KU-R19: the cards were shuffled again after the closing card, so all can come once more.
            revealed = revealed[len(revealed) - revealed[::-1].index("closing") :]
        return Situation(
            players=self.players,
            seat=self.seat,
            first=view["first"],
            out=frozenset(view["out"]),
            in_play=view["phase"] == "build",
            over=view["phase"] == "over",
            seen=Counter(revealed),
            deck=self.deck,
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
        state = self._know_moved_cards(state, situation)
        for rule in (self._revealed, self._recovered, self._placed):
            happening_state, happening = rule(state, situation)
            if happening is not None:
                return happening_state, happening
        return state, None

    def heard(self, state: State, subject: tuple[str, int], verdict: Mapping[str, Any]) -> State:
        """How a happening was judged, by the rules or later by people: only UNSURE leaves a claim open."""
        kind, track = subject
        if kind != "skewer":
            return state
        call = verdict["verdict"]
        claims = tuple(
            replace(claim, pending=call == "UNSURE", won=call == "OK") if claim.track == track else claim
            for claim in state.claims
        )
        return replace(state, claims=claims)

    def wants(self, state: State, situation: Situation) -> bool:
        """Whether further frames of what lies still would help just now: read close up, and often."""
        if situation.over:
            return False
        cards = any(not track.known and track.fresh and not track.missed for track in state.table.cards)
        told = {claim.track for claim in state.claims if not claim.pending}
        skewers = situation.in_play and any(
            track.present and track.placed > state.revealed and track.id not in told
            for track in state.table.skewers
        )
        return cards or skewers

    def advice(self, state: State, situation: Situation) -> dict[str, str]:
        """What people can do so that the referee sees what it needs; a result, not an error."""
        advice: dict[str, str] = {}
        unknown = [track for track in state.table.cards if not track.known and not track.missed]
        candidates = [track for track in unknown if self._card(track, situation) is not None]
        if len(candidates) > 1:
            advice["card"] = "several new cards lie face up: leave only this turn's order card"
        for track in unknown:
            waited = track.rested is not None and state.table.t - track.rested >= 2 * self.policy.patience
            if waited and track.fresh and track not in candidates and track.readings:
                doubts = [doubt.code for _, card in track.readings for doubt in card.doubts]
                advice["card"] = _card_advice(max(doubts, key=doubts.count) if doubts else "")
        return advice

    def _card(self, track: CardTrack, situation: Situation) -> tuple[str, tuple[int, ...], float] | None:
        """(id, frames, confidence) of a face-up card at rest that enough frames agree on."""
        clear = [
            (frame, card)
            for frame, card in track.readings
            if card.card is not None and card.card in situation.deck and not card.doubts
        ]
        if track.rested is None or len(clear) < self.policy.frames:
            return None
        names = [card.card for _, card in clear if card.card is not None]
        name = max(names, key=names.count)
        agreeing = [(frame, card) for frame, card in clear if card.card == name]
        read_at_all = sum(card.card is not None for _, card in track.readings)
        if len(agreeing) < SHARE * read_at_all:
            return None
        confidence = sum(card.confidence for _, card in agreeing) / len(agreeing)
        return name, tuple(frame for frame, _ in agreeing[-8:]), confidence

    def _know_moved_cards(self, state: State, situation: Situation) -> State:
        """Cards that were revealed before and lie elsewhere now (taken by their winner) are no news."""
        cards = list(state.table.cards)
        for track in state.table.cards:
            read = None if track.known else self._card(track, situation)
            if read is not None and self._moved(read[0], track, state.table, situation):
                cards = [other for other in cards if other.card != read[0] or not other.missed]
                cards[cards.index(track)] = replace(track, known=True)
        cards = [track for track in cards if not self._may_be_another(track, state.table.t, situation)]
        return replace(state, table=replace(state.table, cards=tuple(cards)))

    def _may_be_another(self, track: CardTrack, now: float, situation: Situation) -> bool:
        """A card out of sight of which there is another in the deck: the next one there is that one."""
        name = track.card or ""
        left = situation.deck.get(name, 0) - situation.seen.get(name, 0)
        return track.known and track.missed > 0 and left > 0 and now - track.seen >= self.policy.moved_card

    def _moved(self, name: str, track: CardTrack, table: Table, situation: Situation) -> bool:
        seen = situation.seen.get(name, 0)
        if seen == 0:
            return False
        if seen >= situation.deck[name]:
            return True
        alike = [other for other in table.cards if other.known and other.card == name]
        return any(other.missed and track.came - other.seen < self.policy.moved_card for other in alike)

    def _revealed(self, state: State, situation: Situation) -> tuple[State, Happening | None]:
        found = [
            (track, read)
            for track in state.table.cards
            if not track.known and track.fresh and (read := self._card(track, situation)) is not None
        ]
        if len(found) != 1:  # of several new cards at once nobody can say which is the order
            return state, None
        track, (name, frames, confidence) = found[0]
        cards = tuple(
            replace(other, known=True) if other.id == track.id else other for other in state.table.cards
        )
        state = replace(state, table=replace(state.table, cards=cards), revealed=track.came)
        event = {"event": "reveal", "t": _time(track.rested), "by": situation.first, "card": name}
        return state, Happening(event, frames, round(confidence, 3), ("card", track.id), track.box)

    def _recovered(self, state: State, situation: Situation) -> tuple[State, Happening | None]:
        for claim in state.claims:
            if claim.lifted is None or claim.recovered or self._waits_for_reveal(claim, state, situation):
                continue
            told = replace(claim, recovered=True, pending=False)
            claims = tuple(told if other.track == claim.track else other for other in state.claims)
            event = {"event": "recover", "t": _time(claim.lifted), "by": claim.by}
            happening = Happening(event, (state.table.frame,), 1.0, ("lift", claim.track))
            return replace(state, claims=claims), happening
        return state, None

    def _waits_for_reveal(self, claim: Claim, state: State, situation: Situation) -> bool:
        if situation.in_play or not claim.won or claim.lifted is None:
            return False
        being_read = any(not track.known and not track.missed for track in state.table.cards)
        return being_read or state.table.t - claim.lifted < self.policy.grace

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
            by = claim.by if claim is not None else attribute(situation)
            at = track.rested if claim is None else state.table.t
            event = {
                "event": "place",
                "t": _time(at),
                "by": by,
                "layers": list(fused.pieces),
                "handle": fused.handle,
                "confidence": fused.confidence,
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

    def _reading(self, track: SkewerTrack, now: float, *, again: bool) -> Fused | None:
        """What the frames together say, once that is enough to be told."""
        if len(track.views) < 2 or track.rested is None:
            return None
        fused = fuse(track.views)
        if not fused.doubts:
            return fused if len(track.views) >= self.policy.frames else None
        return fused if not again and now - track.rested >= self.policy.patience else None


def as_dict(doubt: Doubt) -> dict[str, Any]:
    """A doubt as the events carry it, without what it does not say."""
    fields = {"code": doubt.code, "position": doubt.position, "alternative": doubt.alternative}
    return {name: value for name, value in fields.items() if value is not None}


def _card_advice(code: str) -> str:
    ways = {
        "glare": "the order card shines: tilt it or move the lamp",
        "blur": "the order card is blurred: hold the camera still, check its focus",
        "too_small": "the order card is too small: bring the camera nearer",
        "mirrored": "the order card is mirrored: switch the camera's mirroring off",
        "occluded": "the order card is covered: take the hand away",
    }
    return ways.get(code, "the order card can't be read yet: lay it flat, face up, in good light")


def _time(t: float | None) -> float:
    return round(t or 0.0, 3)

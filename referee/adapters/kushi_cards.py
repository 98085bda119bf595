"""Which face-up card is news and which was only moved: the cards' half of the Kushi Express adapter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from referee.adapters.evidence import SHARE
from referee.adapters.tracks import CardTrack


@dataclass(frozen=True, slots=True)
class CardPolicy:
    """When a card is read, and when it is news."""

    frames: int = 3
    """Distinct frames that must agree."""
    moved: float = 5.0
    """A second face-up card alike within this long (s) of the first one's going is the first, moved."""


@dataclass(frozen=True, slots=True)
class Deck:
    """How many of each card there are, and how often each has been revealed so far."""

    copies: Mapping[str, int]
    seen: Mapping[str, int]

    def left(self, name: str) -> int:
        return self.copies.get(name, 0) - self.seen.get(name, 0)


@dataclass(frozen=True, slots=True)
class Named:
    """A card that enough frames agree on."""

    card: str
    frames: tuple[int, ...]
    confidence: float


def name_of(track: CardTrack, deck: Deck, policy: CardPolicy) -> Named | None:
    """The card of the deck that a track at rest is, or None while the frames do not say it."""
    clear = [
        (frame, card)
        for frame, card in track.readings
        if card.card is not None and card.card in deck.copies and not card.doubts
    ]
    if track.rested is None or len(clear) < policy.frames:
        return None
    names = [card.card for _, card in clear if card.card is not None]
    name = max(names, key=names.count)
    agreeing = [(frame, card) for frame, card in clear if card.card == name]
    read_at_all = sum(card.card is not None for _, card in track.readings)
    if len(agreeing) < SHARE * read_at_all:
        return None
    confidence = sum(card.confidence for _, card in agreeing) / len(agreeing)
    return Named(name, tuple(frame for frame, _ in agreeing[-8:]), round(confidence, 3))


def know_moved(
    tracks: Sequence[CardTrack], now: float, deck: Deck, policy: CardPolicy
) -> tuple[CardTrack, ...]:
    """Cards that were revealed before and lie elsewhere now (taken by their winner) are no news."""
    cards = list(tracks)
    for track in tracks:
        read = None if track.known else name_of(track, deck, policy)
        if read is not None and _moved(read.card, track, tracks, deck, policy):
            cards = [other for other in cards if other.card != read.card or not other.missed]
            cards[cards.index(track)] = replace(track, known=True)
    return tuple(card for card in cards if not _may_be_another(card, now, deck, policy))


def _moved(name: str, track: CardTrack, tracks: Sequence[CardTrack], deck: Deck, policy: CardPolicy) -> bool:
    if deck.seen.get(name, 0) == 0:
        return False
    if deck.left(name) <= 0:
        return True
    alike = [other for other in tracks if other.known and other.card == name]
    return any(other.missed and track.came - other.seen < policy.moved for other in alike)


def _may_be_another(track: CardTrack, now: float, deck: Deck, policy: CardPolicy) -> bool:
    """A card out of sight of which there is another in the deck: the next one there is that one."""
    gone = track.known and track.missed > 0 and now - track.seen >= policy.moved
    return gone and deck.left(track.card or "") > 0


_ADVICE = {
    "glare": "the order card shines: tilt it or move the lamp",
    "blur": "the order card is blurred: hold the camera still, check its focus",
    "too_small": "the order card is too small: bring the camera nearer",
    "mirrored": "the order card is mirrored: switch the camera's mirroring off",
    "occluded": "the order card is covered: take the hand away",
    "no_face": "this card is not in the set's deck: is it the right --set?",
}


def card_advice(code: str) -> str:
    """What people can do about a card that can't be read, by the code of the doubt."""
    return _ADVICE.get(code, "the order card can't be read: lay it flat, face up, in good light")


def advice_for(track: CardTrack) -> str:
    """What people can do about a card that most frames could not read."""
    doubts = [doubt.code for _, card in track.readings for doubt in card.doubts]
    return card_advice(max(doubts, key=doubts.count) if doubts else "")

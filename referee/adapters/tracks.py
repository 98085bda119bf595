"""Following what lies on the table: which skewer is the same skewer from look to look, which card the same.

Pure and frozen. A track remembers when it came to where it is (a lift ends it), and what each frame read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from referee.adapters.base import Look, distance, sides, turned
from referee.adapters.evidence import SURE, View, fuse
from vision.scene import CardReading, Corners, Scene, SkewerReading


@dataclass(frozen=True, slots=True)
class Tracking:
    """Named policies of the tracker. Times in s, lengths in cube sides or (cards) card diameters."""

    settle: float = 0.06
    """Unmoved for this long is at rest."""
    still: float = 0.25
    """A smaller move between two looks is the detector's own tremble, not a move."""
    slide: float = 4.0
    """A skewer on the plate that is pushed this far between two looks is still the same one."""
    turn: float = 25.0
    """... and turned this far (degrees)."""
    slide_within: float = 0.5
    """... if it was out of sight for no longer than this (s)."""
    gone: float = 0.8
    """Not seen for this long, and in `gone_looks` looks at the whole plate, is lifted."""
    gone_looks: int = 2
    same_place: float = 0.35
    """A skewer that shows again this near to where it was, read alike, was covered, not lifted."""
    same_turn: float = 5.0
    covered: float = 2.5
    """... if it was gone for at most this long (s)."""
    views: int = 24
    """Readings kept of one skewer."""
    card_move: float = 0.5
    card_gone: float = 0.8
    plate_moved: float = 6.0
    """A plate seen smaller or elsewhere for this long was moved; for less, a hand lies over it."""
    card_memory: float = 120.0
    """A face-up card that was taken in and comes back to its place this long (s) after is the same card."""


@dataclass(frozen=True, slots=True)
class SkewerTrack:
    """One skewer on the plate. `placed` is when it came there (-inf: before anyone looked)."""

    id: int
    placed: float
    rested: float | None
    """Since when it lies still, None while it moves."""
    seen: float
    box: Corners
    cube_px: float
    views: tuple[View, ...] = ()
    missed: int = 0

    @property
    def present(self) -> bool:
        return self.missed == 0


@dataclass(frozen=True, slots=True)
class CardTrack:
    """One face-up card lying somewhere. `readings` are those since it was last read otherwise."""

    id: int
    came: float
    rested: float | None
    seen: float
    box: Corners
    card: str | None
    readings: tuple[tuple[int, CardReading], ...] = ()
    missed: int = 0
    known: bool = False
    """Its reveal has been taken in (or it was moved from where it had been)."""
    fresh: bool = True
    """False if a known card lay there and nothing moved since: the same card, read otherwise."""


@dataclass(frozen=True, slots=True)
class Table:
    """What is known of the table after the looks so far."""

    t: float = float("-inf")
    frame: int = -1
    looks: int = 0
    plate: Corners | None = None
    moved_plate: tuple[float, Corners] | None = None
    """Since when the plate is seen otherwise, and where: moved, or half under a hand."""
    skewers: tuple[SkewerTrack, ...] = ()
    lifted: tuple[SkewerTrack, ...] = ()
    """Skewers that were taken off the plate a short while ago."""
    cards: tuple[CardTrack, ...] = ()
    next_id: int = 1


def follow(table: Table, look: Look, policy: Tracking) -> Table:
    """The table after one more look. Looks must come in the order of their time."""
    table = _follow_skewers(table, look, policy)
    table = _follow_cards(table, look, policy)
    table = _follow_plate(table, look, policy)
    return replace(table, t=look.t, frame=look.frame, looks=table.looks + 1)


def _follow_plate(table: Table, look: Look, policy: Tracking) -> Table:
    seen = look.scene.plate
    if seen is None:
        return table
    known = table.plate
    if known is None or _alike(known, seen) or sides(seen)[1] > 1.15 * sides(known)[1]:
        return replace(table, plate=seen, moved_plate=None)
    since = look.t
    if table.moved_plate is not None and _alike(table.moved_plate[1], seen):
        since = table.moved_plate[0]
    if look.t - since >= policy.plate_moved:
        return replace(table, plate=seen, moved_plate=None)
    return replace(table, moved_plate=(since, seen))


def _alike(one: Corners, other: Corners) -> bool:
    """The same plate: in the same place and of the same size, up to the detector's tremble."""
    size = sides(one)[1] or 1.0
    return distance(one, other) <= 0.1 * size and abs(sides(other)[1] - size) <= 0.15 * size


def _follow_skewers(table: Table, look: Look, policy: Tracking) -> Table:
    scene = look.scene
    left = list(scene.skewers)
    tracks: list[SkewerTrack] = []
    lifted = [track for track in table.lifted if look.t - track.seen <= policy.covered]
    for track in sorted(table.skewers, key=lambda track: -track.seen):
        found = _same_skewer(track, left, look.t, policy)
        if found is not None:
            left.remove(found)
            tracks.append(_seen_again(track, found, look, policy))
            continue
        missed = track.missed + (1 if _plate_in_view(table, scene) else 0)
        if missed >= policy.gone_looks and look.t - track.seen >= policy.gone:
            lifted.append(replace(track, missed=missed))
        else:
            tracks.append(replace(track, missed=missed))
    next_id = table.next_id
    for reading in left:
        if not reading.on_plate:
            continue
        covered = next((old for old in lifted if _was_covered(old, reading, policy)), None)
        if covered is not None:
            lifted.remove(covered)
            tracks.append(_seen_again(covered, reading, look, policy))
            continue
        placed = float("-inf") if table.looks == 0 else look.t
        new = SkewerTrack(next_id, placed, None, look.t, reading.box, reading.cube_px)
        tracks.append(_seen_again(new, reading, look, policy))
        next_id += 1
    tracks.sort(key=lambda track: track.id)
    return replace(table, skewers=tuple(tracks), lifted=tuple(lifted), next_id=next_id)


def _same_skewer(
    track: SkewerTrack, readings: Sequence[SkewerReading], now: float, policy: Tracking
) -> SkewerReading | None:
    """The reading that continues a track: where it was, or on the plate a push away."""
    near = [
        reading
        for reading in readings
        if distance(track.box, reading.box) <= policy.still * 2 * track.cube_px
        or (
            reading.on_plate
            and now - track.seen <= policy.slide_within
            and distance(track.box, reading.box) <= policy.slide * track.cube_px
            and turned(track.box, reading.box) <= policy.turn
        )
    ]
    return min(near, key=lambda reading: distance(track.box, reading.box), default=None)


def _seen_again(track: SkewerTrack, reading: SkewerReading, look: Look, policy: Tracking) -> SkewerTrack:
    steady = distance(track.box, reading.box) <= policy.still * track.cube_px
    unmoved = look.still(reading.box)
    resting = steady and unmoved >= policy.settle
    rested = None
    if resting:
        rested = track.rested if track.rested is not None else max(track.seen, look.t - unmoved)
    views = track.views
    if resting and look.close:
        views = (*views, View(look.frame, reading, _loose(look.scene), look.t))[-policy.views :]
    return replace(
        track, rested=rested, seen=look.t, box=reading.box, cube_px=reading.cube_px, views=views, missed=0
    )


def _loose(scene: Scene) -> tuple[tuple[str, str], ...]:
    sure = (piece for piece in scene.loose if piece.on_plate and piece.confidence >= SURE)
    return tuple(sorted((piece.kind, piece.piece) for piece in sure))


def _was_covered(old: SkewerTrack, reading: SkewerReading, policy: Tracking) -> bool:
    alike = not old.views or fuse(old.views).pieces in (reading.pieces, reading.pieces[::-1])
    return (
        alike
        and distance(old.box, reading.box) <= policy.same_place * old.cube_px
        and turned(old.box, reading.box) <= policy.same_turn
    )


def _plate_in_view(table: Table, scene: Scene) -> bool:
    """Whether the plate is seen whole and where it was: a hand over it says nothing about what lies there."""
    return scene.plate is not None and (table.plate is None or _alike(table.plate, scene.plate))


def _follow_cards(table: Table, look: Look, policy: Tracking) -> Table:
    left = list(look.scene.face_up)
    tracks: list[CardTrack] = []
    for track in sorted(table.cards, key=lambda track: (-track.seen, track.id)):
        found = min(
            (card for card in left if _same_card(track, card, look.t, policy)),
            key=lambda card: distance(track.box, card.box),
            default=None,
        )
        if found is not None:
            left.remove(found)
            tracks.append(_card_again(track, found, look, policy))
            continue
        other = any(_over(track, card, policy) for card in look.scene.face_up)
        missed = track.missed + 1
        away = missed >= policy.gone_looks and look.t - track.seen >= policy.card_gone
        if track.known:
            if look.t - track.seen <= policy.card_memory:
                tracks.append(replace(track, missed=missed))
        elif not (away or (other and missed >= policy.gone_looks)):
            # Read as another card in between: what was read before no longer counts.
            tracks.append(replace(track, missed=missed, readings=() if other else track.readings))
    next_id = table.next_id
    for card in left:
        since = look.t - look.still(card.box)
        fresh = not any(old.known and old.seen > since and _over(old, card, policy) for old in tracks)
        new = CardTrack(next_id, look.t, None, look.t, card.box, card.card, fresh=fresh)
        tracks.append(_card_again(new, card, look, policy))
        next_id += 1
    tracks.sort(key=lambda track: track.id)
    return replace(table, cards=tuple(tracks), next_id=next_id)


def _over(track: CardTrack, card: CardReading, policy: Tracking) -> bool:
    return distance(track.box, card.box) <= policy.card_move * sides(track.box)[0]


def _same_card(track: CardTrack, card: CardReading, now: float, policy: Tracking) -> bool:
    """In the same place, and not read as another card (unread: seen there a moment ago)."""
    unread = card.card is None or track.card is None
    alike = now - track.seen < policy.card_gone if unread else card.card == track.card
    return alike and _over(track, card, policy)


def _card_again(track: CardTrack, card: CardReading, look: Look, policy: Tracking) -> CardTrack:
    steady = distance(track.box, card.box) <= 0.15 * sides(track.box)[0]
    unmoved = look.still(card.box)
    resting = steady and unmoved >= policy.settle
    rested = None
    if resting:
        rested = track.rested if track.rested is not None else max(track.seen, look.t - unmoved)
    readings = track.readings if steady else ()
    if resting and look.close:
        readings = (*readings, (look.frame, card))[-policy.views :]
    return replace(
        track,
        rested=rested,
        seen=look.t,
        box=card.box,
        card=track.card or card.card,
        readings=readings,
        missed=0,
    )

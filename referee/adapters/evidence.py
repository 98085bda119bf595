"""Several readings of one skewer become one: each further distinct frame adds to what is known.

Cubes and strips are decided one by one, each by the frames that saw it clearly. So a topping that lies
underneath in one view and shows in the next is counted from the next, and the doubt of the first is gone;
frames that are sure of different things leave a doubt instead of an answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from referee.games.kushi_express.model import PIECES, SETS_OF_PIECES, STRIPS, Strip, take_apart
from vision.scene import Doubt, Handle, SkewerReading, merged

SURE = 0.5
"""A layer below this confidence is doubtful even if the reader named no doubt."""
SHARE = 0.75
"""The part of the clear frames that must agree; below it the frames contradict one another."""
CLEAR_FRAMES = 2
"""How many clear frames it takes to remove the doubt of others."""

_Value = TypeVar("_Value", bound=Hashable)


@dataclass(frozen=True, slots=True)
class View:
    """What one frame read of a skewer, and which loose pieces (kind, piece) lay on the plate beside it."""

    frame: int
    reading: SkewerReading
    loose: tuple[tuple[str, str], ...] = ()
    t: float = 0.0


@dataclass(frozen=True, slots=True)
class Fused:
    """What all frames together say, resting on `frames`. With `doubts` it must not be judged as certain."""

    pieces: tuple[str, ...]
    handle: Handle
    confidence: float
    doubts: tuple[Doubt, ...]
    frames: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Parsed:
    """A reading taken apart. `unclear` are positions from 1; a `blind` frame says nothing certain at all."""

    frame: int
    pieces: tuple[str, ...]
    cubes: tuple[str, ...]
    strips: tuple[Strip, ...]
    unclear: frozenset[int]
    doubts: tuple[Doubt, ...]
    handle: Handle
    confidence: float

    @property
    def blind(self) -> bool:
        return any(doubt.position is None for doubt in self.doubts)


def join(cubes: Sequence[str], strips: Iterable[Strip]) -> tuple[str, ...]:
    """The layers of cubes and strips, undoing `take_apart`: at a gap strips close, then others open."""
    gaps: list[list[tuple[int, int, str]]] = [[] for _ in range(len(cubes) + 1)]
    for order, strip in enumerate(sorted(strips, key=lambda strip: (strip.start, -strip.end, strip.kind))):
        gaps[strip.start].append((1, order, strip.kind))
        if strip.passes == 2:
            closing = (0, -order) if strip.end > strip.start else (1, order)
            gaps[strip.end].append((*closing, strip.kind))
    layers: list[str] = []
    for index, gap in enumerate(gaps):
        layers.extend(kind for _, _, kind in sorted(gap))
        layers.extend(cubes[index : index + 1])
    return tuple(layers)


def covers(strip: Strip) -> tuple[int, ...]:
    """Positions (from 1) of the cubes a strip goes round; of one that wraps nothing, the cubes it touches."""
    if strip.wrapped:
        return tuple(at + 1 for at in strip.wrapped)
    return tuple(at for at in (strip.start, strip.start + 1) if at)


def recognised(reading: SkewerReading) -> SkewerReading:
    """The reading without what is no piece of this game; that there was some is a doubt about the whole."""
    layers = tuple(layer for layer in reading.layers if layer.piece in PIECES)
    if len(layers) == len(reading.layers):
        return reading
    foreign = Doubt("foreign_piece")
    # Positions count cubes, so those of the other doubts no longer hold; this one covers them all.
    return replace(reading, layers=layers, doubts=(foreign,))


def as_dict(doubt: Doubt) -> dict[str, Any]:
    """A doubt as events and checks carry it, without what it does not say."""
    fields = {"code": doubt.code, "position": doubt.position, "alternative": doubt.alternative}
    known = {name: value for name, value in fields.items() if value is not None}
    return known if doubt.probability == 1.0 else {**known, "probability": round(doubt.probability, 3)}


def loose_beside(views: Sequence[View]) -> dict[str, dict[str, int]]:
    """The loose pieces that most frames saw, as `place` events carry them: `{"cubes": {"tomato": 1}}`."""
    seen = Counter(view.loose for view in views)
    pieces, frames = seen.most_common(1)[0]
    pieces = tuple((kind, piece) for kind, piece in pieces if piece in PIECES)
    out: dict[str, dict[str, int]] = {}
    if 2 * frames > len(views):
        for (kind, piece), count in Counter(pieces).items():
            out.setdefault(f"{kind}s", {})[piece] = min(count, SETS_OF_PIECES)
    return out


def fuse(views: Sequence[View]) -> Fused:
    """One answer from the readings of several distinct frames.

    Raises:
        ValueError: there are no views.
    """
    if not views:
        raise ValueError("fuse: expected at least one view, got none")
    parsed, handle = _aligned([_parse(view) for view in views])
    seeing = [item for item in parsed if not item.blind]
    doubts: list[Doubt] = []
    if len(seeing) < min(CLEAR_FRAMES, len(parsed)):
        doubts = _named(doubt for item in parsed for doubt in item.doubts if doubt.position is None)
        seeing = seeing or parsed

    count, share, other = _vote([(len(item.cubes), item.confidence) for item in seeing])
    if share < SHARE and other is not None:
        doubts.append(Doubt("ambiguous"))
    same = [item for item in seeing if len(item.cubes) == count]

    trust: list[float] = [share]
    cubes: list[str] = []
    unresolved: set[int] = set()
    for position in range(1, count + 1):
        clear = [item for item in same if position not in item.unclear]
        enough = len(clear) >= min(CLEAR_FRAMES, len(same))
        if not enough:
            unresolved.add(position)
            doubts.extend(_named(d for item in same for d in item.doubts if d.position == position))
        voters = clear if enough else same
        cube, part, rival = _vote([(item.cubes[position - 1], item.confidence) for item in voters])
        cubes.append(cube)
        trust.append(part * _mean([item.confidence for item in voters if item.cubes[position - 1] == cube]))
        if enough and part < SHARE:
            doubts.append(Doubt("ambiguous", position, rival))

    strips: list[Strip] = []
    for strip in dict.fromkeys(strip for item in same for strip in item.strips):
        clear = [item for item in same if not item.unclear.intersection(covers(strip))]
        voters = clear if len(clear) >= min(CLEAR_FRAMES, len(same)) else same
        present, part, rival_present = _vote([(strip in item.strips, item.confidence) for item in voters])
        if present:
            strips.append(strip)
        trust.append(part)
        if part < SHARE and rival_present is not None and not unresolved.intersection(covers(strip)):
            doubts.append(Doubt("ambiguous", covers(strip)[0] if covers(strip) else None, strip.kind))

    agreeing = [item for item in same if item.cubes == tuple(cubes) and set(item.strips) == set(strips)]
    pieces = (
        Counter(item.pieces for item in agreeing).most_common(1)[0][0] if agreeing else join(cubes, strips)
    )
    return Fused(
        pieces=pieces,
        handle=handle,
        confidence=round(min(trust), 3),
        doubts=merged(doubts),
        frames=tuple(dict.fromkeys(item.frame for item in (agreeing or same))),
    )


def _parse(view: View) -> _Parsed:
    reading = recognised(view.reading)
    skewer = take_apart(reading.pieces)
    unclear = {doubt.position for doubt in reading.doubts if doubt.position is not None}
    doubts = list(reading.doubts)
    position = 0
    for layer in reading.layers:
        is_strip = layer.piece in STRIPS
        position += not is_strip
        at = max(1, position)
        if layer.confidence < SURE and at not in unclear:
            unclear.add(at)
            doubts.append(Doubt("low_confidence", at, None, 1 - layer.confidence))
    return _Parsed(
        view.frame,
        reading.pieces,
        skewer.cubes,
        skewer.strips,
        frozenset(unclear),
        tuple(doubts),
        reading.handle,
        reading.confidence,
    )


def _reversed(item: _Parsed) -> _Parsed:
    pieces = tuple(reversed(item.pieces))
    skewer = take_apart(pieces)
    turn = len(skewer.cubes) + 1
    doubts = tuple(
        doubt if doubt.position is None else replace(doubt, position=turn - doubt.position)
        for doubt in item.doubts
    )
    unclear = frozenset(turn - position for position in item.unclear)
    return replace(
        item, pieces=pieces, cubes=skewer.cubes, strips=skewer.strips, unclear=unclear, doubts=doubts
    )


def _aligned(items: list[_Parsed]) -> tuple[list[_Parsed], Handle]:
    """All readings from the same end of the stick, and what is known of that end."""
    marked = [item for item in items if item.handle == "first"]
    reference = max(marked or items, key=lambda item: (item.confidence, -len(item.doubts), item.frame))
    marked_as = {False: 0.0, True: 0.0}
    turned: list[_Parsed] = []
    for item in items:
        back = _reversed(item)
        flip = _likeness(back, reference) > _likeness(item, reference)
        if item.handle == "first":
            marked_as[flip] += item.confidence
        turned.append(back if flip else item)
    if not marked:
        plain = all(item.handle == "plain" for item in items)
        return turned, "plain" if plain else "unknown"
    agreed = marked_as[False] >= SHARE * sum(marked_as.values())
    sure = len(marked) >= min(CLEAR_FRAMES, len(items)) and agreed
    return turned, "first" if sure else "unknown"


def _likeness(one: _Parsed, other: _Parsed) -> int:
    alike = sum(a == b for a, b in zip(one.cubes, other.cubes, strict=False))
    return alike + len(set(one.strips) & set(other.strips))


def _vote(votes: Sequence[tuple[_Value, float]]) -> tuple[_Value, float, _Value | None]:
    """The value with most weight, its share, and the runner-up. Later votes win ties."""
    weight: dict[_Value, float] = {}
    for value, confidence in votes:
        weight[value] = weight.pop(value, 0.0) + max(confidence, 0.01)
    latest_first = list(reversed(weight))
    ranked = sorted(latest_first, key=lambda value: -weight[value])
    return ranked[0], weight[ranked[0]] / sum(weight.values()), ranked[1] if len(ranked) > 1 else None


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _named(doubts: Iterable[Doubt]) -> list[Doubt]:
    """One doubt of each code and position: the likeliest, of equals the latest."""
    out: dict[tuple[str, int | None], Doubt] = {}
    for doubt in doubts:
        key = (doubt.code, doubt.position)
        if key not in out or out[key].probability <= doubt.probability:
            out[key] = doubt
    return list(out.values())

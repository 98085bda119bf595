"""Reading a skewer along its stick: from close-ups' detections to layers, with every doubt named.

Nothing is guessed: what is not clear becomes a `Doubt`, and the referee decides whether it matters.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from vision import agreement
from vision.agreement import Second
from vision.along import CUBES, FOREIGN, PLAIN, STRIPS, Piece, Thresholds
from vision.detections import Detections
from vision.differences import UNCLEAR, differences
from vision.posterior import PRIORS, CubeEvidence, Posterior, pooled, pooled_p, weigh
from vision.scene import Doubt, Handle, LayerReading, merged
from vision.sighting import Group, Sighting, handle_of, sight

DEFAULT = Thresholds()


@dataclass(frozen=True, slots=True)
class Reading:
    """A close-up read from its left end, or from the handle end when `handle` is "first".

    `flipped` says that the handle is at the right, so that the layers run from right to left in the close-up.
    `spans` are the extents of the cubes in close-up pixels, in reading order; `otherwise` says of each how
    likely it is another cube, and has something else round it, where both observers were weighed.
    """

    layers: tuple[LayerReading, ...]
    handle: Handle
    flipped: bool
    cube: float
    doubts: tuple[Doubt, ...]
    spans: tuple[tuple[float, float], ...] = ()
    otherwise: tuple[tuple[float, float], ...] = ()

    @property
    def pieces(self) -> tuple[str, ...]:
        """The layers' names."""
        return tuple(x.piece for x in self.layers)


def read(
    found: Detections,
    size: tuple[int, int],
    zoom: float,
    limits: Thresholds = DEFAULT,
    second: Second | None = None,
) -> Reading:
    """Read one skewer from one look; arguments as of `vision.sighting.sight`."""
    return conclude(sight(found, size, zoom, limits, second), limits)


def conclude(seen: Sighting, limits: Thresholds = DEFAULT) -> Reading:
    """The likeliest skewer of one look."""
    return _conclude(seen, evidence(seen, limits), limits)


def conclude_both(seen: Sighting, other: Sighting, limits: Thresholds = DEFAULT) -> Reading:
    """The likeliest skewer of two looks, the `other` from the other end: what both say of each cube is
    weighed together. A doubt stays on each cube that one of them, for itself, would read otherwise, and where
    any observer of either suspects a strip that is not read."""
    # An end that looks like a handle in one look only hardly is one.
    ends = ((seen.ends[0] + other.ends[1]) / 2, (seen.ends[1] + other.ends[0]) / 2)
    seen, other = replace(seen, ends=ends), replace(other, ends=ends[::-1])
    own, others = conclude(seen, limits), conclude(other, limits)
    counted = len(seen.cubes) == len(other.cubes)
    pairs = list(zip(seen.observed, other.observed[::-1], strict=True)) if counted else []
    if pairs:
        # A strip that shows from one end is there: what the detector saw in either look counts in both.
        told = [agreement.seen_in_either(a, b) for a, b in pairs]
        seen = replace(seen, observed=tuple(a for a, _ in told))
        other = replace(other, observed=tuple(b for _, b in told[::-1]))
    seen = replace(seen, groups=tuple(_once_in_both(seen, other)))
    if not seen.observed or not counted:
        both = own
    else:
        ours = evidence(seen, limits)
        theirs = [replace(e, left=e.right, right=e.left) for e in evidence(other, limits)[::-1]]
        pool = [pooled(a, b) for a, b in zip(ours, theirs, strict=True)]
        suspected = [agreement.suspected(one, another, limits) for one, another in pairs]
        both = _conclude(seen, pool, limits, suspected)
    apart = [d for one in (own, others) for d in _apart(both, one)] if counted else [UNCLEAR]
    return replace(both, doubts=merged((*both.doubts, *apart)))


def _once_in_both(seen: Sighting, other: Sighting) -> list[Group]:
    """The strips of a look; those that the stick pierces once only if both looks together believe in them."""
    out = [g for g in seen.groups if g[1]]
    for strip, _ in seen.once:
        again = max((s.confidence for s, _ in other.once if s.name == strip.name), default=0.1)
        p = pooled_p(strip.confidence, again)
        if p >= 0.5:
            out.append((replace(strip, confidence=p), []))
    return out


def evidence(seen: Sighting, limits: Thresholds = DEFAULT) -> list[CubeEvidence]:
    """What both observers together say of each cube, from left to right."""
    return [agreement.combined(one, limits) for one in seen.observed]


def _apart(both: Reading, one: Reading) -> list[Doubt]:
    """What a look for itself says otherwise than both together."""
    if one.handle == both.handle == "first":
        return differences(both.pieces, one.pieces, both.otherwise)
    # Without a handle each begins from any end, and a position means little.
    return [] if one.pieces in (both.pieces, both.pieces[::-1]) else [UNCLEAR]


def _conclude(
    seen: Sighting,
    of_cubes: Sequence[CubeEvidence],
    limits: Thresholds,
    suspected: Sequence[str | None] = (),
) -> Reading:
    doubts, named, groups = list(seen.doubts), list(seen.cubes), list(seen.groups)
    otherwise: list[tuple[float, float]] = []
    handle, flipped = handle_of(seen.ends, limits)
    if handle == "unknown" and any(seen.ends):
        doubts.append(Doubt("no_face"))
    if of_cubes:
        likely = weigh(of_cubes, _once_p(seen.once))
        doubts = [
            *agreement.likely_doubts(likely, limits),
            *(
                Doubt("topping_hidden", i + 1, strip, 1 - likely.wrap_p[i][PLAIN])
                for i, strip in enumerate(suspected)
                if strip is not None
                and likely.wrap_of(i) == PLAIN
                and likely.once.get(strip, 0.0) < limits.once_sure
            ),
            *doubts,
        ]
        named = [
            replace(cube, name=kind, confidence=p[kind])
            for cube, kind, p in zip(seen.cubes, likely.kinds, likely.kind_p, strict=True)
        ]
        otherwise = [
            (1 - kind_p[kind], 1 - wrap_p[likely.wrap_of(i)])
            for i, (kind, kind_p, wrap_p) in enumerate(
                zip(likely.kinds, likely.kind_p, likely.wrap_p, strict=True)
            )
        ]
        groups = [*_round(likely, seen.cubes), *_besides(likely, seen.once, limits, doubts)]
    doubts += [
        Doubt("low_confidence", None, strip.name, 1 - strip.confidence)
        for strip, run in groups
        if not run and strip.confidence < limits.once_sure
    ]
    layers = _layers(named, groups)
    spans = [p.x for p in seen.cubes]
    n = len(seen.cubes)
    if flipped:
        layers, spans, otherwise = layers[::-1], spans[::-1], otherwise[::-1]
        doubts = [replace(d, position=n + 1 - d.position) if d.position is not None else d for d in doubts]
    return Reading(tuple(layers), handle, flipped, seen.side, merged(doubts), tuple(spans), tuple(otherwise))


def _round(likely: Posterior, cubes: Sequence[Piece]) -> list[Group]:
    """The likeliest strips as pieces, with the cubes that each wraps."""
    out = []
    for wrap in likely.wraps:
        run = list(range(wrap.first, wrap.last + 1))
        first, last = cubes[wrap.first], cubes[wrap.last]
        sure = min(likely.wrap_p[i][wrap.name] for i in run)
        out.append((replace(first, name=wrap.name, x=(first.x[0], last.x[1]), confidence=sure), run))
    return out


def _once_p(once: Sequence[Group]) -> dict[str, float]:
    """By name, how sure the surest strip is that the stick pierces once."""
    out: dict[str, float] = {}
    for strip, _ in once:
        out[strip.name] = max(out.get(strip.name, 0.0), strip.confidence)
    return out


def _besides(
    likely: Posterior, once: Sequence[Group], limits: Thresholds, doubts: list[Doubt]
) -> list[Group]:
    """The strips pierced once, as likely as they are beside those that wrap cubes. Of one kind the surest
    counts so, and any other as a second one: a player owns one of each (KU-R3)."""
    out, surest = list[Group](), _once_p(once)
    for strip, _ in once:
        p = likely.once[strip.name]
        if strip.confidence < surest[strip.name]:
            p = strip.confidence * PRIORS.second_strip
            p = p / (p + 1 - strip.confidence)
        if p >= 0.5:
            out.append((replace(strip, confidence=p), list[int]()))
        elif p > limits.once_trace:
            doubts.append(Doubt("low_confidence", None, strip.name, p))
    return out


def _layers(cubes: Sequence[Piece], groups: list[Group]) -> list[LayerReading]:
    """From left to right. A strip begins right before its first cube and ends right after its last, however
    their boxes overlap; one that is pierced once lies between two cubes."""
    first = {run[0]: strip for strip, run in groups if run}
    last = {run[-1]: strip for strip, run in groups if run}
    once = sorted((strip for strip, run in groups if not run), key=lambda s: s.middle)
    out: list[LayerReading] = []
    for i, cube in enumerate(cubes):
        while once and once[0].middle < cube.middle:
            out.append(_layer(once.pop(0)))
        if i in first:
            out.append(_layer(first[i]))
        out.append(_layer(cube))
        if i in last:
            out.append(_layer(last[i]))
    return out + [_layer(strip) for strip in once]


def _layer(piece: Piece) -> LayerReading:
    return LayerReading(piece.name, piece.confidence)


__all__ = [
    "CUBES",
    "DEFAULT",
    "FOREIGN",
    "STRIPS",
    "UNCLEAR",
    "Reading",
    "Second",
    "Sighting",
    "Thresholds",
    "conclude",
    "conclude_both",
    "read",
    "sight",
]

"""What a skewer most likely is, given everything that was seen of its cubes.

Each cube comes with a probability for what it is, for what wraps it and for its strip going on to a
neighbour. A skewer is more than its cubes: a player owns one cube and one strip of a kind (KU-R3), and a
strip wraps one or two cubes in a row. So all skewers that could be are weighed at once, and the answer
carries the probability of each of its parts, summed over all of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from vision.along import CUBES, FOREIGN, PLAIN, STRIPS

KINDS: Final = (*CUBES, FOREIGN)
WRAPS: Final = (PLAIN, *STRIPS)
LONGEST: Final = 6
"""Skewers of more cubes are read cube by cube: nobody owns that many."""
_FLOOR: Final = 1e-3
Reals = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Priors:
    """How unlikely it is, as a factor, that a skewer has a second piece of a kind (it takes another player's)
    or three cubes in one strip."""

    second_cube: float = 0.02
    second_strip: float = 0.02
    three_wrapped: float = 0.02


PRIORS: Final = Priors()


@dataclass(frozen=True, slots=True)
class CubeEvidence:
    """One cube: probabilities by name of what it is and of what wraps it; `left`, `right`: its strip, if any,
    goes on to the cube before or after it."""

    kinds: Mapping[str, float]
    wraps: Mapping[str, float]
    left: float
    right: float


def pooled(one: CubeEvidence, other: CubeEvidence) -> CubeEvidence:
    """Two looks at one cube as one: the mean of their logarithms, since they hardly err independently."""
    return CubeEvidence(
        _pooled(one.kinds, other.kinds),
        _pooled(one.wraps, other.wraps),
        pooled_p(one.left, other.left),
        pooled_p(one.right, other.right),
    )


def pooled_p(one: float, other: float) -> float:
    """The same of one probability."""
    return _pooled({"": one, "not": 1 - one}, {"": other, "not": 1 - other})[""]


def _pooled(one: Mapping[str, float], other: Mapping[str, float]) -> dict[str, float]:
    mean = {k: float(np.sqrt(max(p, 1e-4) * max(other.get(k, 0.0), 1e-4))) for k, p in one.items()}
    total = sum(mean.values())
    return {k: p / total for k, p in mean.items()}


@dataclass(frozen=True, slots=True)
class Wrap:
    """One strip round the cubes `first` to `last` (from 0)."""

    name: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Posterior:
    """The likeliest skewer, and how likely each part is.

    `kind_p`, `wrap_p`: per cube, by name; `joined`: per pair of neighbours, that one strip goes over both;
    `once`: by name, that the stick pierces that strip once, beside the cubes.
    """

    kinds: tuple[str, ...]
    wraps: tuple[Wrap, ...]
    kind_p: tuple[dict[str, float], ...]
    wrap_p: tuple[dict[str, float], ...]
    joined: tuple[float, ...]
    once: Mapping[str, float]

    def wrap_of(self, cube: int) -> str:
        """What wraps a cube in the likeliest skewer."""
        return next((w.name for w in self.wraps if w.first <= cube <= w.last), PLAIN)


def weigh(
    cubes: Sequence[CubeEvidence], once: Mapping[str, float] | None = None, priors: Priors = PRIORS
) -> Posterior:
    """The skewer that the cubes, in order along the stick, most likely make.

    Args:
        cubes: What was seen of each.
        once: By name, the probability that a strip is pierced once, as it looks for itself. A strip that
            surely is hardly wraps a cube as well.
        priors: What is unlikely whatever was seen.
    """
    once = {} if once is None else once
    if not cubes:
        return Posterior((), (), (), (), (), dict(once))
    kinds, kind_p = _kinds(np.array([[c.kinds.get(k, 0.0) for k in KINDS] for c in cubes]), priors)
    wraps, wrap_p, joined, beside = _wraps(cubes, once, priors)
    named = _by_name(KINDS, kind_p), _by_name(WRAPS, wrap_p)
    return Posterior(kinds, wraps, *named, tuple(joined.tolist()), beside)


def _by_name(names: Sequence[str], table: Reals) -> tuple[dict[str, float], ...]:
    return tuple(dict(zip(names, row.tolist(), strict=True)) for row in table)


def _log(p: Any) -> Reals:
    return np.asarray(np.log(np.clip(p, _FLOOR, 1.0)), np.float64)


def _normalised(p: Reals) -> Reals:
    """Rows that sum to 1, even where nothing at all was likely."""
    p = np.maximum(p, _FLOOR)
    return np.asarray(p / p.sum(1, keepdims=True), np.float64)


def _shares(scores: Reals) -> Reals:
    e = np.exp(scores - scores.max())
    return np.asarray(e / e.sum(), np.float64)


def _marginal(labels: NDArray[np.int8], weights: Reals, count: int) -> Reals:
    """(n, count): the weight of each label at each place."""
    return np.stack(
        [[weights[labels[:, i] == k].sum() for k in range(count)] for i in range(labels.shape[1])]
    )


@cache
def _assignments(n: int) -> tuple[NDArray[np.int8], Reals]:
    """All (m, n) ways to name n cubes, and how often each (m,) names a kind a second time."""
    labels = np.indices((len(KINDS),) * n).reshape(n, -1).T.astype(np.int8)
    counts = np.stack([(labels == k).sum(1) for k in range(len(CUBES))], 1)
    return labels, np.maximum(counts - 1, 0).sum(1).astype(np.float64)


def _kinds(p: Reals, priors: Priors) -> tuple[tuple[str, ...], Reals]:
    n = len(p)
    if n > LONGEST - 1:
        p = _normalised(p)
        return tuple(KINDS[k] for k in p.argmax(1)), p
    labels, seconds = _assignments(n)
    scores = _log(p)[np.arange(n), labels].sum(1) + seconds * np.log(priors.second_cube)
    return tuple(KINDS[k] for k in labels[scores.argmax()]), _marginal(labels, _shares(scores), len(KINDS))


@cache
def _wrappings(n: int) -> tuple[NDArray[np.int8], NDArray[np.bool_], Reals, Reals]:
    """All ways to wrap n cubes: labels (m, n), joins (m, n-1), how many strips of each kind (m, 2) and steps
    of strips beyond two cubes (m,)."""
    rows: list[tuple[tuple[int, ...], tuple[bool, ...], list[int], int]] = []
    for labels in product(range(len(WRAPS)), repeat=n):
        free = [i for i in range(n - 1) if labels[i] and labels[i] == labels[i + 1]]
        for bits in product((False, True), repeat=len(free)):
            joins = [False] * (n - 1)
            for i, bit in zip(free, bits, strict=True):
                joins[i] = bit
            starts = [labels[i] for i in range(n) if labels[i] and not (i and joins[i - 1])]
            long = sum(joins[i] and joins[i + 1] for i in range(n - 2))
            rows.append((labels, tuple(joins), [starts.count(WRAPS.index(s)) for s in STRIPS], long))
    return (
        np.array([r[0] for r in rows], np.int8).reshape(len(rows), n),
        np.array([r[1] for r in rows], np.bool_).reshape(len(rows), n - 1),
        np.array([r[2] for r in rows], np.float64),
        np.array([r[3] for r in rows], np.float64),
    )


def _wraps(
    cubes: Sequence[CubeEvidence], once: Mapping[str, float], priors: Priors
) -> tuple[tuple[Wrap, ...], Reals, Reals, dict[str, float]]:
    n = len(cubes)
    p = np.array([[c.wraps.get(w, 0.0) for w in WRAPS] for c in cubes])
    if n > LONGEST:
        p = _normalised(p)
        best = p.argmax(1)
        wraps_alone = tuple(Wrap(WRAPS[k], i, i) for i, k in enumerate(best) if k)
        return wraps_alone, p, np.zeros(n - 1), dict(once)
    labels, joins, strips, long = _wrappings(n)
    scores = _log(p)[np.arange(n), labels].sum(1) + long * np.log(priors.three_wrapped)
    beside = {}
    for name, count in zip(STRIPS, strips.T, strict=True):
        # One of the strips round cubes may be the player's own; with another one beside them, none.
        one = once.get(name, 0.0)
        without = (1 - one) * priors.second_strip ** np.maximum(count - 1, 0)
        with_it = one * priors.second_strip**count
        scores += np.log(without + with_it)
        beside[name] = with_it / (without + with_it)
    ends = np.zeros((len(labels), 1), np.bool_)
    left, right = np.hstack([ends, joins]), np.hstack([joins, ends])
    on = labels > 0
    for side, said in ((left, [c.left for c in cubes]), (right, [c.right for c in cubes])):
        said_p = np.asarray(said)
        scores += (on * np.where(side, _log(said_p), _log(1 - said_p))).sum(1)
    weights = _shares(scores)
    top = int(scores.argmax())
    wraps: list[Wrap] = []
    for i, k in enumerate(labels[top]):
        if not k:
            continue
        if left[top, i]:
            wraps[-1] = Wrap(WRAPS[k], wraps[-1].first, i)
        else:
            wraps.append(Wrap(WRAPS[k], i, i))
    return (
        tuple(wraps),
        _marginal(labels, weights, len(WRAPS)),
        (joins * weights[:, None]).sum(0),
        {name: float(share @ weights) for name, share in beside.items() if name in once},
    )

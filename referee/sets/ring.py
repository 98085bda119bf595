"""The ring of coloured segments round every face: which card it is, and which way round it lies.

A code is a string of `SEGMENTS` letters: ``n`` navy, ``o`` orange, ``c`` cream. Read anticlockwise from the
right-hand side of the upright card. Any two codes, and a code and its own rotations, differ in at least
`distance` segments at every rotation; so do a code and the mirror images of all codes, so that a mirrored
camera shows itself.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

SEGMENTS = 24
LETTERS = "noc"
MINIMUM = 10
_SEED = 20_190


def rotations(code: str) -> list[str]:
    """All cyclic rotations, the code itself first."""
    return [code[i:] + code[:i] for i in range(len(code))]


def canonical(code: str) -> str:
    """The same text for a code, all its rotations and their mirror images."""
    return min(rotations(code) + rotations(code[::-1]))


def hamming(a: str, b: str) -> int:
    """In how many places two codes of one length differ."""
    return sum(x != y for x, y in zip(a, b, strict=True))


def between(a: str, b: str) -> int:
    """The smallest distance of two different cards' codes over all rotations, mirrored or not."""
    return min(min(hamming(a, r), hamming(a[::-1], r)) for r in rotations(b))


def within(code: str) -> int:
    """The smallest distance of a code to its own other rotations and to its mirror images."""
    turned = rotations(code)
    return min([hamming(code, r) for r in turned[1:]] + [hamming(code[::-1], r) for r in turned])


def fits(code: str, others: Iterable[str], distance: int) -> bool:
    """Whether a code keeps the distance from itself and from the others."""
    return within(code) >= distance and all(between(code, other) >= distance for other in others)


def search(taken: Iterable[str], wanted: int, distance: int = MINIMUM, seed: int = _SEED) -> list[str]:
    """`wanted` more codes that keep their distance from the ones taken and from one another.

    A seeded greedy search, so the same input gives the same codes. When random trials no longer find room,
    the distance is lowered by one: a very large deck is still drawn, with rings that are less safe.
    """
    rng = random.Random(seed)
    kept = list(taken)
    found: list[str] = []
    misses = 0
    balanced = LETTERS * (SEGMENTS // len(LETTERS))
    while len(found) < wanted:
        code = "".join(rng.sample(balanced, SEGMENTS))
        if fits(code, kept, distance):
            kept.append(code)
            found.append(code)
            misses = 0
        else:
            misses += 1
            if misses > 20_000:
                distance, misses = distance - 1, 0
    return found

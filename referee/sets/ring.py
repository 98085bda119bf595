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
_LOW = (4**SEGMENTS - 1) // 3  # the lower bit of every segment


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
    code = _packed(b)
    return min(min(_turned(_packed(a), code)), min(_turned(_packed(a[::-1]), code)))


def within(code: str) -> int:
    """The smallest distance of a code to its own other rotations and to its mirror images."""
    packed = _packed(code)
    return min(*_turned(packed, packed)[1:], *_turned(_packed(code[::-1]), packed))


def _packed(code: str) -> int:
    """A code as a number, two bits a segment: numbers compare much faster than letters."""
    value = 0
    for letter in code:
        value = value << 2 | LETTERS.index(letter)
    return value


def _turned(a: int, b: int) -> list[int]:
    """The distances of `b` to all rotations of `a`, none first."""
    out = []
    for _ in range(SEGMENTS):
        differs = a ^ b
        out.append(((differs | differs >> 1) & _LOW).bit_count())
        a = a >> 2 | (a & 3) << 2 * (SEGMENTS - 1)
    return out


def fits(code: str, others: Iterable[str], distance: int) -> bool:
    """Whether a code keeps the distance from itself and from the others."""
    return within(code) >= distance and all(between(code, other) >= distance for other in others)


def search(
    taken: Iterable[str], wanted: int, distance: int = MINIMUM, *, seed: int = _SEED, tries: int = 20_000
) -> list[str]:
    """`wanted` more codes that keep their distance from the ones taken and from one another.

    A seeded greedy search, so the same input gives the same codes. When `tries` in a row find no room, the
    distance is lowered by one: a very large deck is still drawn, with rings that are less safe.
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
            if misses > tries:
                distance, misses = distance - 1, 0
    return found

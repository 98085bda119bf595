"""The pieces, cards and skewers of Kushi Express.

A skewer is its layers from the handle end to the tip, each a piece id. A strip that wraps is named before
and after what it wraps (one strip, pierced twice); named once it is pierced once (KU-A3). Points are
integer tenths.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, Literal

CUBES: Final = ("pepper", "tomato", "meat", "shrimp")
STRIPS: Final = ("bacon", "cheese")
PIECES: Final = CUBES + STRIPS
SETS_OF_PIECES: Final = 4
"""KU-R2: the box holds four of each piece."""
DECK_SIZE: Final = {"order": 27, "touting": 2, "closing": 1}
"""KU-R1."""
MOST_LAYERS: Final = SETS_OF_PIECES * (len(CUBES) + 2 * len(STRIPS))

Kind = Literal["order", "touting", "closing"]
Handle = Literal["first", "unknown", "plain"]
Orientation = Literal["auto", "strict", "either"]

_PRICE = re.compile(r"[0-9]{1,4}(\.[0-9])?")
PRICE_FORM: Final = 'a price such as "6.0"'


def read_points(value: object) -> int | None:
    """Points as integer tenths, from `"6.0"` or a number with at most one decimal; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    if isinstance(value, int) and not 0 <= value <= 9999:
        return None
    text = value if isinstance(value, str) else repr(value)
    if not _PRICE.fullmatch(text):
        return None
    whole, _, tenth = text.partition(".")
    return int(whole) * 10 + int(tenth or 0)


@lru_cache(maxsize=4096)
def write_points(tenths: int) -> str:
    """Tenths as the contract writes points: 60 -> `"6.0"`."""
    return f"{tenths // 10}.{tenths % 10}"


@dataclass(frozen=True, slots=True)
class Card:
    """A card of the deck (`id`), or one given inline. Touting and closing cards have no layers and no
    price."""

    kind: Kind
    layers: tuple[str, ...] = ()
    price: int = 0
    id: str | None = None

    @property
    def label(self) -> str:
        """What to call the card: its id, or what it shows."""
        if self.id is not None:
            return self.id
        return self.kind if self.kind != "order" else f"{spell(self.layers)} {write_points(self.price)}"

    def same_face(self, other: Card) -> bool:
        """Whether both cards show the same, whatever they are called."""
        return (self.kind, self.layers, self.price) == (other.kind, other.layers, other.price)


@dataclass(frozen=True, slots=True)
class SetData:
    """What the rules need to know of the set on the table: its deck by card id, and whether its sticks have a
    marked handle end (KU-A1). `counts` is how many cards of each kind the deck has (KU-R1)."""

    deck: Mapping[str, Card] = field(default_factory=dict)
    handle_marked: bool = True
    counts: Mapping[str, int] = field(default_factory=lambda: DECK_SIZE)

    @property
    def size(self) -> int:
        """How many cards the whole deck has."""
        return sum(self.counts.values())

    @classmethod
    def build(
        cls,
        deck: Mapping[str, Mapping[str, Any]],
        handle_marked: bool,
        counts: Mapping[str, int] = DECK_SIZE,
    ) -> SetData:
        """From plain data: id -> `{"kind", "layers", "price"}`. Raises `ValueError` naming the faulty
        card."""
        cards: dict[str, Card] = {}
        for name, entry in deck.items():
            kind: Kind = entry["kind"]
            if kind != "order":
                cards[name] = Card(kind, id=name)
                continue
            layers, price = tuple(entry["layers"]), read_points(entry["price"])
            fault = order_fault(layers)
            if price is None:
                fault = f"the price is not {PRICE_FORM}"
            if price is None or fault is not None:
                raise ValueError(f"card {name}: {fault}")
            cards[name] = Card("order", layers, price, name)
        return cls(cards, handle_marked, counts)


@dataclass(frozen=True, slots=True)
class Strip:
    """One strip on a stick. `start` and `end` count the cubes before its first and its last pass: it wraps
    `cubes[start:end]`, which is nothing when both are equal. `passes` is 1 or 2."""

    kind: str
    start: int
    end: int
    passes: int

    @property
    def wrapped(self) -> range:
        return range(self.start, self.end)


@dataclass(frozen=True, slots=True)
class Skewer:
    """Layers taken apart: the cubes in order, and the strips."""

    cubes: tuple[str, ...]
    strips: tuple[Strip, ...]

    def of(self, kind: str) -> tuple[Strip, ...]:
        return tuple(strip for strip in self.strips if strip.kind == kind)


@lru_cache(maxsize=4096)
def take_apart(layers: tuple[str, ...]) -> Skewer:
    """Cubes and strips of a list of layers; passes of one kind belong together two by two, from the handle
    on."""
    cubes: list[str] = []
    passes: dict[str, list[int]] = {kind: [] for kind in STRIPS}
    for piece in layers:
        if piece in passes:
            passes[piece].append(len(cubes))
        else:
            cubes.append(piece)
    strips = tuple(
        Strip(kind, at[i], at[min(i + 1, len(at) - 1)], min(2, len(at) - i))
        for kind, at in passes.items()
        for i in range(0, len(at), 2)
    )
    return Skewer(tuple(cubes), strips)


def order_fault(layers: Sequence[str]) -> str | None:
    """Why no order card can show these layers, or None.

    KU-R3: each piece at most once, so that one player can build it. KU-A3: a strip wraps one or two cubes.
    """
    for piece in layers:
        if piece not in PIECES:
            return f"no such piece: {piece}"
    skewer = take_apart(tuple(layers))
    if not skewer.cubes:
        return "an order shows at least one cube"
    for cube, count in Counter(skewer.cubes).items():
        if count > 1:
            return f"each player has one {cube}"
    for kind in STRIPS:
        if len(skewer.of(kind)) > 1:
            return f"each player has one strip of {kind}"
        for strip in skewer.of(kind):
            first = layers.index(kind)
            between = layers[first + 1 : first + 1 + len(strip.wrapped)]
            if not 1 <= len(strip.wrapped) <= 2 or any(piece in STRIPS for piece in between):
                return f"{kind} is named right before and right after the one or two cubes that it wraps"
    return None


@lru_cache(maxsize=4096)
def skewer_fault(layers: tuple[str, ...]) -> str | None:
    """Why no box holds the pieces for this skewer (KU-R2), or None."""
    if len(layers) > MOST_LAYERS:
        return f"at most {MOST_LAYERS} layers"
    skewer = take_apart(layers)
    for kind, count in Counter(skewer.cubes + tuple(strip.kind for strip in skewer.strips)).items():
        if count > SETS_OF_PIECES:
            return f"at most {SETS_OF_PIECES} of {kind} in the box"
    return None


def _list(words: Iterable[str]) -> str:
    *head, last = words
    return f"{', '.join(head)} and {last}" if head else last


def item(skewer: Skewer, index: int, strip_kind: str | None = None) -> str:
    """The cube at an index with what wraps it, in words: `cheese-wrapped pepper`, `bacon-wrapped tomato and
    meat`.

    With a `strip_kind` a strip of that kind that wraps nothing is told too, when it touches the cube.
    """
    words = [
        f"{strip.kind}-wrapped {_list(skewer.cubes[i] for i in strip.wrapped)}"
        for strip in skewer.strips
        if index in strip.wrapped
    ]
    text = _list(words) if words else skewer.cubes[index]
    for strip in skewer.strips:
        if strip.kind == strip_kind and not strip.wrapped and strip.start in (index, index + 1):
            text += f" with {strip.kind} " + ("pierced once" if strip.passes == 1 else "on one side only")
    return text


def spell(layers: tuple[str, ...]) -> str:
    """A whole skewer in words, from its start: `meat, bacon-wrapped tomato, shrimp`."""
    skewer = take_apart(layers)
    if not skewer.cubes:
        return _list(strip.kind for strip in skewer.strips) if skewer.strips else "an empty stick"
    words: list[str] = []
    for index in range(len(skewer.cubes)):
        text = item(skewer, index)
        if not words or words[-1] != text:
            words.append(text)
    loose = [f"{strip.kind} that wraps nothing" for strip in skewer.strips if not strip.wrapped]
    return ", ".join(words + loose)

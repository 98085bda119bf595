"""What the camera saw, in plain frozen types: the only thing that leaves `vision` for the referee.

Points are pixels (x, y) of the upright image, oriented boxes are four corners. Nothing here knows a game's
rules; piece names are those of the set profile ("tomato", "bacon").
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

Point = tuple[float, float]
Corners = tuple[Point, Point, Point, Point]
Handle = Literal["first", "unknown", "plain"]


@dataclass(frozen=True, slots=True)
class Doubt:
    """Why a reading is not certain: a typed code, and where it applies.

    `code` is one of: too_small, topping_hidden, underside, low_confidence, gap, overlap, wrap_span, colour,
    blur, occluded, glare, ambiguous, no_face, mirrored. `position` counts cubes from the start of the
    reading, from 1. `alternative` is what it might be instead, where that is known. `probability`: how likely
    it is that the reading is wrong there, 1.0 where nobody can say. Doubts that say the same are equal,
    however likely they are.
    """

    code: str
    position: int | None = None
    alternative: str | None = None
    probability: float = field(default=1.0, compare=False)


def merged(doubts: Iterable[Doubt]) -> tuple[Doubt, ...]:
    """Each doubt once, as likely as the likeliest that says the same."""
    out: dict[Doubt, Doubt] = {}
    for doubt in doubts:
        out[doubt] = max(out.get(doubt, doubt), doubt, key=lambda d: d.probability)
    return tuple(out.values())


@dataclass(frozen=True, slots=True)
class LayerReading:
    """One layer of a skewer (a cube, or one pass of a strip) with its confidence in [0, 1]."""

    piece: str
    confidence: float


@dataclass(frozen=True, slots=True)
class SkewerReading:
    """A skewer read along its stick.

    `layers` run from the handle end when `handle` is "first", else from the end that is further left (or
    upper).
    `confidence` is that of the weakest layer. With any `doubts` the reading must not be judged as certain.
    `cube_px` is the side of a cube in pixels of the frame.
    """

    layers: tuple[LayerReading, ...]
    handle: Handle
    box: Corners
    on_plate: bool
    confidence: float
    cube_px: float
    doubts: tuple[Doubt, ...] = ()

    @property
    def pieces(self) -> tuple[str, ...]:
        """The layers' piece names, as `contract.md` writes a skewer."""
        return tuple(layer.piece for layer in self.layers)


@dataclass(frozen=True, slots=True)
class CardReading:
    """A card on the table. `card` is None when it is face down or could not be told apart from another.

    `margin` is the lead of the best match over the second best, in [0, 1].
    """

    card: str | None
    face_up: bool
    box: Corners
    confidence: float
    margin: float = 0.0
    doubts: tuple[Doubt, ...] = ()


@dataclass(frozen=True, slots=True)
class LoosePiece:
    """A cube or strip that is on no stick."""

    piece: str
    kind: Literal["cube", "strip"]
    box: Corners
    on_plate: bool
    confidence: float


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything recognised in one frame. `size` is (width, height) in pixels."""

    size: tuple[int, int]
    plate: Corners | None
    cards: tuple[CardReading, ...] = ()
    skewers: tuple[SkewerReading, ...] = ()
    loose: tuple[LoosePiece, ...] = ()
    advice: Mapping[str, str] = field(default_factory=dict)
    """Stage -> what to do about it, for example {"plate": "no plate found: ..."}; a result, not an error."""

    @property
    def face_up(self) -> tuple[CardReading, ...]:
        return tuple(card for card in self.cards if card.face_up)

    @property
    def on_plate(self) -> tuple[SkewerReading, ...]:
        return tuple(skewer for skewer in self.skewers if skewer.on_plate)

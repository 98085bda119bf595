"""Set profiles: the pieces of a set, their colours and sizes, the stick's ends, the wrap style and the deck.

A profile is one TOML file; `kit.toml` beside this module explains the keys. Colours are sRGB ``#rrggbb``,
sizes are millimetres, and what is not known is left out rather than guessed.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    StrictBool,
    ValidationError,
    field_validator,
    model_validator,
)

from referee.sets.errors import ProfileError, closest, fault, from_toml, from_validation
from referee.sets.layers import CUBES, STRIPS, complaint
from referee.sets.ring import SEGMENTS, canonical

BUNDLED = ("kit", "original")
KINDS = ("order", "touting", "closing")
_RESERVED = frozenset({"back", "touting", "closing"})
_PRICE = re.compile(r"\d{1,2}\.\d")
_ID = r"^[a-z0-9]+(-[a-z0-9]+)*$"

Colour = Annotated[str, Field(pattern=r"^#[0-9a-fA-F]{6}$")]
Millimetres = Annotated[float, Field(gt=0, le=1000)]
Kind = Literal["order", "touting", "closing"]


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Cube(_Model):
    """An ingredient cube."""

    colour: Colour
    size_mm: Millimetres | None = None


class Strip(_Model):
    """A topping strip. `holes_mm` are the holes' distances from one end."""

    colour: Colour
    stripe: Colour
    length_mm: Millimetres | None = None
    width_mm: Millimetres | None = None
    thickness_mm: Millimetres | None = None
    holes_mm: tuple[Millimetres, ...] = ()

    @model_validator(mode="after")
    def _holes_in_the_strip(self) -> Self:
        holes = self.holes_mm
        inside = self.length_mm is None or all(h < self.length_mm for h in holes)
        if list(holes) != sorted(set(holes)) or not inside:
            raise fault("holes_mm", holes, "write rising distances that are shorter than length_mm")
        return self


class Stick(_Model):
    """The skewer's stick. With a marked handle end a skewer has a beginning (KU-A1)."""

    handle_marked: StrictBool
    colour: Colour | None = None
    length_mm: Millimetres | None = None
    thickness_mm: Millimetres | None = None
    handle_colour: Colour | None = None
    handle_mm: Millimetres | None = None

    @model_validator(mode="after")
    def _mark_has_a_colour(self) -> Self:
        if self.handle_marked and self.handle_colour is None:
            raise fault("handle_colour", None, 'write the colour of the marked end, like "#1f5fbf"')
        return self


class Plate(_Model):
    """The plate in the middle of the table."""

    colour: Colour | None = None
    diameter_mm: Millimetres | None = None


class CardShape(_Model):
    """The round cards."""

    diameter_mm: Millimetres | None = None


class DeckSize(_Model):
    """How many cards of each kind the whole deck has, listed in the profile or not (KU-R1)."""

    order: int = Field(default=27, ge=1, le=100)
    touting: int = Field(default=2, ge=0, le=10)
    closing: int = Field(default=1, ge=1, le=1)


class Card(_Model):
    """One card of the deck.

    `layers` run from the handle end to the tip, a strip named before and after what it wraps; `price` has one
    decimal. Cards that are no orders have neither. `ring` is the code of the segments round the edge
    (`referee.sets.ring`); `face` is a picture of the card, for sets that were shown to the camera. `source`
    says whose order it is.
    """

    id: str = Field(pattern=_ID, max_length=40)
    kind: Kind
    layers: tuple[str, ...] = ()
    price: str | None = None
    count: int = Field(default=1, ge=1, le=60)
    source: Literal["rulebook", "ours"] = "ours"
    ring: str | None = Field(default=None, pattern=rf"^[noc]{{{SEGMENTS}}}$")
    face: Path | None = None

    @field_validator("price", mode="before")
    @classmethod
    def _one_decimal(cls, value: object) -> object:
        text = str(value) if isinstance(value, int | float) and not isinstance(value, bool) else value
        if isinstance(text, str):
            text = text if "." in text else text + ".0"
            if _PRICE.fullmatch(text):
                return text
        raise fault("", value, 'write a price with one decimal, like "6.0"')

    @field_validator("layers", mode="after")
    @classmethod
    def _buildable(cls, layers: tuple[str, ...]) -> tuple[str, ...]:
        if layers and (say := complaint(layers)):
            raise fault("", layers, say)
        return layers

    @model_validator(mode="after")
    def _kind_fits(self) -> Self:
        if self.kind == "order":
            if not self.layers:
                raise fault("layers", None, 'write what the card shows, like layers = ["pepper"]')
            if self.price is None:
                raise fault("price", None, 'write the printed price, like price = "3.0"')
        else:
            if self.layers:
                raise fault("layers", self.layers, f"a {self.kind} card has no layers: leave them out")
            if self.price is not None:
                raise fault("price", self.price, f"a {self.kind} card has no price: leave it out")
        if self.id in _RESERVED and self.id != self.kind:
            raise fault("id", self.id, "this name means something else: write another id")
        return self


class Profile(_Model):
    """A set of pieces and its deck, as `load_profile` reads it."""

    name: str = Field(pattern=_ID, max_length=40)
    title: str = ""
    wrap: Literal["saddle", "band"]
    cubes: dict[str, Cube]
    strips: dict[str, Strip]
    stick: Stick
    plate: Plate = Plate()
    card: CardShape = CardShape()
    size: DeckSize = Field(default=DeckSize(), alias="deck")
    cards: tuple[Card, ...] = ()

    @field_validator("cubes", mode="before")
    @classmethod
    def _all_cubes(cls, value: object) -> object:
        return _exactly(value, CUBES)

    @field_validator("strips", mode="before")
    @classmethod
    def _all_strips(cls, value: object) -> object:
        return _exactly(value, STRIPS)

    @model_validator(mode="after")
    def _cards_make_a_deck(self) -> Self:
        ids: dict[str, int] = {}
        rings: dict[str, int] = {}
        for i, card in enumerate(self.cards):
            if (other := ids.setdefault(card.id, i)) != i:
                say = f"is the id of cards[{other}] too: write another, or a count there"
                raise fault(f"cards[{i}].id", card.id, say)
            if card.ring is not None and (other := rings.setdefault(canonical(card.ring), i)) != i:
                say = f"looks like the ring of cards[{other}] when turned or mirrored: write another"
                raise fault(f"cards[{i}].ring", card.ring, say)
        for kind, left in self._left().items():
            if left < 0:
                whole = getattr(self.size, kind)
                say = f"the cards below make {whole - left}: write {whole - left}, or take cards out"
                raise fault(f"deck.{kind}", whole, say)
        return self

    def _left(self) -> dict[str, int]:
        listed = dict.fromkeys(KINDS, 0)
        for card in self.cards:
            listed[card.kind] += card.count
        return {kind: getattr(self.size, kind) - n for kind, n in listed.items()}

    @cached_property
    def deck(self) -> dict[str, Card]:
        """The known cards by id, in the order of the file."""
        return {card.id: card for card in self.cards}

    @property
    def handle_marked(self) -> bool:
        """Whether one end of the sticks is marked, so that a skewer has a beginning."""
        return self.stick.handle_marked

    @property
    def orientation(self) -> Literal["strict", "either"]:
        """What ``orientation = "auto"`` means with this set (KU-A1)."""
        return "strict" if self.handle_marked else "either"

    @property
    def unknown(self) -> dict[str, int]:
        """How many cards of each kind the deck has that are not listed: ``no_data`` when one turns up."""
        return {kind: n for kind, n in self._left().items() if n}


def _exactly(value: object, names: tuple[str, ...]) -> object:
    if isinstance(value, Mapping):
        for key in value:
            if key not in names:
                raise fault(str(key), value[key], f"no such piece: {closest(str(key), names)}")
        for name in names:
            if name not in value:
                raise fault(name, None, f"missing: write {name} = {{ colour = ... }}")
    return value


def load_profile(name_or_path: str | Path) -> Profile:
    """Read a bundled profile by its name (`BUNDLED`) or anybody's by the path of its TOML file.

    Raises:
        ProfileError: the file cannot be read or used; one line says where and what to write instead.
    """
    name = str(name_or_path)
    bundled = name in BUNDLED
    path = Path(__file__).with_name(f"{name}.toml") if bundled else Path(name_or_path)
    source = path.name if bundled else name
    if not bundled and not path.exists() and path.suffix != ".toml" and len(path.parts) == 1:
        raise ProfileError(
            f"{name}: no such set profile: write {', '.join(BUNDLED)} or the path of a TOML file"
        )
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ProfileError(f"{source}: byte {error.start}: not UTF-8: save the file as UTF-8") from error
    except (OSError, ValueError) as error:
        what = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise ProfileError(f"{source}: cannot be read ({what}): write the path of a TOML file") from error
    return parse_profile(text, source, path.parent)


def parse_profile(text: str, source: str, folder: Path) -> Profile:
    """Read a profile's text; `source` names it in messages, pictures of cards are looked for from `folder`.

    Raises:
        ProfileError: as `load_profile`.
    """
    try:
        raw: dict[str, Any] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise from_toml(source, text, error) from error
    try:
        profile = Profile.model_validate(raw)
    except ValidationError as error:
        raise from_validation(source, raw, error) from error
    cards = []
    for i, card in enumerate(profile.cards):
        if card.face is not None:
            face = (folder / card.face).resolve()
            if not face.is_file():
                where = f'{source}: cards[{i}].face: "{card.face}"'
                raise ProfileError(
                    f'{where}: no such picture: write its path from the profile (card "{card.id}")'
                )
            card = card.model_copy(update={"face": face})
        cards.append(card)
    return profile.model_copy(update={"cards": tuple(cards)})

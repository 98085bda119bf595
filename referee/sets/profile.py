"""Set profiles: what a set of pieces looks like and which cards its deck holds, from one TOML file."""

from __future__ import annotations

import tomllib
from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

CUBES = ("pepper", "tomato", "meat", "shrimp")
STRIPS = ("bacon", "cheese")

Colour = Annotated[str, Field(pattern=r"^#[0-9a-fA-F]{6}$")]
Millimetres = Annotated[float, Field(gt=0, le=1000)]


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Cube(_Model):
    colour: Colour
    size_mm: Millimetres | None = None


class Strip(_Model):
    colour: Colour
    stripe: Colour
    length_mm: Millimetres | None = None
    width_mm: Millimetres | None = None
    thickness_mm: Millimetres | None = None
    holes_mm: tuple[Millimetres, ...] = ()


class Stick(_Model):
    handle_marked: bool
    colour: Colour | None = None
    length_mm: Millimetres | None = None
    thickness_mm: Millimetres | None = None
    handle_colour: Colour | None = None
    handle_mm: Millimetres | None = None


class Plate(_Model):
    colour: Colour | None = None
    diameter_mm: Millimetres | None = None


class CardShape(_Model):
    diameter_mm: Millimetres | None = None


class DeckSize(_Model):
    order: int = 27
    touting: int = 2
    closing: int = 1


class Card(_Model):
    id: str
    kind: Literal["order", "touting", "closing"]
    layers: tuple[str, ...] = ()
    price: str | None = None
    count: int = 1
    source: Literal["rulebook", "ours"] = "ours"
    ring: str | None = None
    face: Path | None = None


class Profile(_Model):
    name: str
    title: str = ""
    wrap: Literal["saddle", "band"]
    cubes: dict[str, Cube]
    strips: dict[str, Strip]
    stick: Stick
    plate: Plate = Plate()
    card: CardShape = CardShape()
    size: DeckSize = Field(default=DeckSize(), alias="deck")
    cards: tuple[Card, ...] = ()

    @cached_property
    def deck(self) -> dict[str, Card]:
        return {c.id: c for c in self.cards}

    @property
    def handle_marked(self) -> bool:
        return self.stick.handle_marked


def load_profile(name_or_path: str | Path) -> Profile:
    path = Path(name_or_path)
    if not path.suffix:
        path = Path(__file__).parent / f"{name_or_path}.toml"
    return Profile.model_validate(tomllib.loads(path.read_text("utf-8")))

"""Reads cards, layers and loose pieces from JSON."""

from __future__ import annotations

from typing import cast

from referee.games.fields import LISTS, Fields, printable
from referee.games.kushi_express.doubt import Doubt
from referee.games.kushi_express.model import (
    CUBES,
    MOST_LAYERS,
    PIECES,
    PRICE_FORM,
    SETS_OF_PIECES,
    STRIPS,
    Card,
    Kind,
    SetData,
    order_fault,
    read_points,
    skewer_fault,
)


def read_card(fields: Fields, path: str, value: object, data: SetData) -> Card | None:
    """A card by its id in the deck, or inline; None once an error is noted."""
    if isinstance(value, str):
        card = data.deck.get(value)
        if card is None:
            fields.note("unknown_card", path, "a card of the set's deck", value)
        return card
    if not isinstance(value, dict):
        fields.wrong(path, "a card's id, or an object with kind, layers and price", value)
        return None
    inline = Fields(value, path)
    kind = cast(Kind, inline.choice("kind", ("order", "touting", "closing")))
    layers: tuple[str, ...] = ()
    price: int | None = 0
    if kind == "order" and not inline.errors:
        layers = read_layers(inline)
        fault = None if inline.errors else order_fault(layers)
        if fault is not None:
            inline.note("bad_value", "layers", fault, ", ".join(layers))
        given = inline.raw.get("price")
        price = read_points(given)
        if price is None:
            inline.note("missing_field" if given is None else "bad_value", "price", PRICE_FORM, given)
    fields.errors.extend(inline.errors)
    return None if inline.errors else Card(kind, layers, price or 0)


def read_layers(fields: Fields) -> tuple[str, ...]:
    """The `layers` of a skewer or an order: piece ids."""
    value = fields.raw.get("layers")
    if isinstance(value, LISTS) and len(value) <= MOST_LAYERS:
        for i, piece in enumerate(value):
            if not isinstance(piece, str):
                fields.wrong(f"layers[{i}]", "a piece", piece)
            elif piece not in PIECES:
                fields.note("unknown_piece", f"layers[{i}]", "one of " + ", ".join(PIECES), piece)
        return tuple(value)
    fields.items("layers", f"a list of at most {MOST_LAYERS} pieces", MOST_LAYERS)
    return ()


def read_skewer(fields: Fields) -> tuple[str, ...]:
    """The `layers` of a placed skewer, which the pieces of one box must be enough for (KU-R2)."""
    before = len(fields.errors)
    layers = read_layers(fields)
    if len(fields.errors) == before:
        fault = skewer_fault(layers)
        if fault is not None:
            fields.note("bad_value", "layers", fault, ", ".join(layers))
    return layers


def read_loose(fields: Fields) -> tuple[tuple[str, int], ...]:
    """`loose`, as `referee check` writes it: `{"cubes": {"tomato": 1}, "strips": {"bacon": 1}}`."""
    if fields.raw.get("loose") is None:
        return ()
    loose = fields.inner("loose")
    found: list[tuple[str, int]] = []
    for group, kinds in (("cubes", CUBES), ("strips", STRIPS)):
        counts = loose.inner(group, {})
        for kind, count in counts.raw.items():
            if kind not in kinds:
                counts.note("unknown_piece", printable(kind), "one of " + ", ".join(kinds), kind)
            elif isinstance(count, bool) or not isinstance(count, int):
                counts.wrong(kind, "how many", count)
            elif not 0 <= count <= SETS_OF_PIECES:
                counts.note("bad_value", kind, f"0 to {SETS_OF_PIECES}", count)
            elif count:
                found.append((kind, count))
    return tuple(sorted(found))


def read_doubts(fields: Fields) -> tuple[Doubt, ...]:
    """`doubts` of a camera's reading: `[{"code", "position", "alternative", "probability"}]`."""
    if fields.raw.get("doubts") is None:
        return ()
    doubts: list[Doubt] = []
    for i, entry in enumerate(fields.items("doubts", "a list of doubts", MOST_LAYERS)):
        one = Fields(entry, f"doubts[{i}]", fields.errors)
        if not isinstance(entry, dict):
            continue
        code = one.name("code", "what is in doubt")
        position, alternative = one.raw.get("position"), one.raw.get("alternative")
        probability = one.raw.get("probability", 1.0)
        if position is not None and (isinstance(position, bool) or not isinstance(position, int)):
            one.wrong("position", "the place of a cube, from 1", position)
        elif alternative is not None and not isinstance(alternative, str):
            one.wrong("alternative", "what it may be instead", alternative)
        elif isinstance(probability, bool) or not isinstance(probability, int | float):
            one.wrong("probability", "a number from 0 to 1", probability)
        elif not 0 <= probability <= 1:
            one.note("bad_value", "probability", "0 to 1", probability)
        else:
            doubts.append(Doubt(code, position, alternative, float(probability)))
    return tuple(doubts)

"""Kushi Express in one picture: the order card, the skewers, and the call where there is one of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from referee.adapters.evidence import as_dict, recognised
from referee.adapters.kushi_cards import card_advice
from referee.games.base import Reason
from referee.games.kushi_express.compare import compare
from referee.games.kushi_express.doubt import Doubt
from referee.games.kushi_express.model import PIECES
from referee.sets.profile import Profile
from vision.scene import CardReading, Corners, LoosePiece, Scene, SkewerReading
from vision.scene import Doubt as Seen


def check(scene: Scene, profile: Profile) -> dict[str, Any]:
    """The fields of `referee check` for what a picture shows (contract.md), from `order` to `reasons`.

    A doubt of the reading makes the call UNSURE only where it could change it.
    """
    face_up = [card for card in scene.face_up if card.card is not None and card.card in profile.deck]
    order = face_up[0] if len(face_up) == 1 else None
    on_plate = scene.on_plate
    skewers = [recognised(reading) for reading in scene.skewers]
    loose_here = _count([piece for piece in scene.loose if piece.on_plate])
    reasons = [*_no_order(scene, face_up, profile), *_no_skewer(scene, on_plate)]
    verdict = "UNSURE"
    if not reasons and order is not None and order.card is not None:
        skewer = recognised(on_plate[0])
        verdict, found = compare(
            profile.deck[order.card].layers,
            skewer.pieces,
            handle=skewer.handle,
            handle_marked=profile.handle_marked,
            loose={piece: count for group in loose_here.values() for piece, count in group.items()},
            doubts=[Doubt(d.code, d.position, d.alternative, d.probability) for d in skewer.doubts],
        )
        reasons = list(found)
    return {
        "order": None if order is None else _order(order, profile),
        "skewers": [_skewer(reading) for reading in skewers],
        "loose": _count(scene.loose),
        "loose_on_plate": loose_here,
        "verdict": verdict,
        "reasons": [reason.to_dict() for reason in reasons],
    }


def _no_order(scene: Scene, face_up: Sequence[CardReading], profile: Profile) -> list[Reason]:
    """Why there is no order to compare with: none, several, or a card that can't be read."""
    if len(face_up) == 1:
        name = face_up[0].card or ""
        if profile.deck[name].kind == "order":
            return []
        return [Reason("no_order", seen=name, expected="an order card")]
    if face_up:
        names = ", ".join(sorted(card.card or "" for card in face_up))
        return [
            Reason("several_orders", expected="one order card", seen=names, advice="cover the other cards")
        ]
    reasons = [Reason("no_order")]
    doubts = [doubt for card in scene.face_up for doubt in card.doubts]
    reasons.extend(_doubt(code, doubts) for code in dict.fromkeys(doubt.code for doubt in doubts))
    return reasons


def _doubt(code: str, doubts: Sequence[Seen]) -> Reason:
    alternative = next((doubt.alternative for doubt in doubts if doubt.code == code), None)
    return Reason(code, seen=alternative, advice=card_advice(code))


def _no_skewer(scene: Scene, on_plate: Sequence[SkewerReading]) -> list[Reason]:
    if len(on_plate) == 1:
        return []
    if on_plate:
        return [Reason("several_skewers", expected="one skewer", seen=str(len(on_plate)))]
    return [Reason("no_skewer", advice=scene.advice.get("plate"))]


def _order(card: CardReading, profile: Profile) -> dict[str, Any]:
    known = profile.deck[str(card.card)]
    out: dict[str, Any] = {"card": known.id}
    if known.kind == "order":
        out |= {"layers": list(known.layers), "price": known.price}
    return {**out, "confidence": round(card.confidence, 3)}


def _skewer(reading: SkewerReading) -> dict[str, Any]:
    out: dict[str, Any] = {
        "layers": list(reading.pieces),
        "handle": reading.handle,
        "box": _corners(reading.box),
        "on_plate": reading.on_plate,
        "confidence": round(reading.confidence, 3),
    }
    if reading.doubts:
        out["doubts"] = [as_dict(doubt) for doubt in reading.doubts]
    return out


def _count(pieces: Sequence[LoosePiece]) -> dict[str, dict[str, int]]:
    known = [piece for piece in pieces if piece.piece in PIECES]
    return {
        f"{kind}s": dict(sorted(Counter(piece.piece for piece in known if piece.kind == kind).items()))
        for kind in ("cube", "strip")
    }


def _corners(box: Corners) -> list[list[float]]:
    return [[round(x, 1), round(y, 1)] for x, y in box]

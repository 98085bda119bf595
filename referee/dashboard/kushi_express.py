"""Kushi Express on the page: the order, what was seen, and the call in plain words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.adapters.kushi_claims import BY_CONDUCT
from referee.dashboard.drawing import Drawing, Paint, draw, ink_on
from referee.dashboard.presenters import (
    TONES,
    Describe,
    Headline,
    Score,
    reasons_of,
    tone_of,
)
from referee.games.kushi_express.model import spell
from referee.record import Call, Standing, standing
from referee.sets.profile import Profile
from referee.umpire import Snapshot

_ON_THE_ORDER = ("missing",)
"""Reasons whose position is one of the order, not of the skewer."""


def make(profile: Profile, players: tuple[str, ...], describe: Describe) -> KushiExpressPages:
    return KushiExpressPages(profile, players, describe)


class KushiExpressPages:
    """See `referee.dashboard.presenters.Presenter`."""

    template = "kushi_express.html"

    def __init__(self, profile: Profile, players: tuple[str, ...], describe: Describe) -> None:
        self.profile = profile
        self.players = players
        self.describe = describe
        paints = {
            name: Paint(cube.colour, cube.colour, ink_on(cube.colour)) for name, cube in profile.cubes.items()
        }
        strips = {
            name: Paint(strip.colour, strip.stripe, ink_on(strip.colour))
            for name, strip in profile.strips.items()
        }
        self.paints: Mapping[str, Paint] = {**paints, **strips}

    def headline(self, snapshot: Snapshot) -> Headline:
        """The last claim until the next card is turned over; else what the table waits for."""
        if snapshot.result.get("over"):
            return self._ending(snapshot)
        now = standing(snapshot.calls)
        for call in reversed(snapshot.calls):
            if call.line in now.undone or call.kind in ("override", "undo"):
                continue
            if call.verdict["verdict"] == "BAD_INPUT":
                continue
            if call.kind == "place" or (call.verdict["verdict"] != "OK" and call.kind != "setup"):
                return self._call(call, now)
            if call.kind == "reveal":
                break
        return self._waiting(snapshot)

    def _call(self, call: Call, now: Standing) -> Headline:
        verdict = now.verdict(call)
        tone = TONES[verdict]
        open_question = verdict in ("UNSURE", "ASK")
        by = str(call.event.get("by", ""))
        if call.kind != "place":
            title = self.title(call.event)
        elif verdict == "OK":
            title = f"{by}'s skewer is the order"
        elif verdict == "ILLEGAL":
            title = f"{by}'s skewer is not the order"
        else:
            title = f"{by}'s skewer: people decide, or show it again"
        # That a camera hears no call is no news for the big picture; the feed has it.
        told = [reason for reason in call.verdict.get("reasons", ()) if reason["code"] != "no_call"]
        reasons = reasons_of({"reasons": told}, self.describe)
        if call.line in now.decided:
            reasons = ("Decided by people at the table",)
        reasons += tuple(self._gain(effect) for effect in call.verdict.get("effects", ()) if "card" in effect)
        return Headline(tone, verdict, title, reasons, call.line if open_question else None, call.line)

    def _gain(self, effect: Mapping[str, str]) -> str:
        card = self._card(effect["card"])
        if effect["effect"] == "gains":
            return f"{card['name']}: {card['price']} points" if card["price"] else str(card["name"])
        return f"{card['name']} is set aside"

    def _waiting(self, snapshot: Snapshot) -> Headline:
        view = snapshot.view
        phase = view.get("phase")
        if view.get("touting"):
            return Headline("ask", "KUSHI!", "Who stood up and shouted first?")
        if phase == "build":
            out = [player for player in self.players if player in view["out"]]
            note = (f"Out this turn: {', '.join(out)}",) if out else ()
            return Headline("wait", "Build!", "The first right skewer on the plate wins the card", note)
        return Headline("wait", "Next card", f"{view.get('first', '')} turns over the next card")

    def _ending(self, snapshot: Snapshot) -> Headline:
        winners = snapshot.result.get("winners") or []
        scores = snapshot.result.get("scores", {})
        points = [f"{player} {scores[player]}" for player in self.players if player in scores]
        who = " and ".join(winners) or "Nobody"
        return Headline(
            "over", "The end", f"{who} {'win' if len(winners) > 1 else 'wins'}", (" · ".join(points),)
        )

    def title(self, event: Mapping[str, Any]) -> str:
        by = event.get("by", "")
        by = "All opponents" if by == "all_opponents" else by
        match event.get("event"):
            case "setup":
                return f"Game on: {', '.join(map(str, event.get('players', ())))}"
            case "reveal":
                return f"{by} turns over {self.card_name(event.get('card'))}"
            case "place":
                return f"{by} places {spell(tuple(event.get('layers', ())))}"
            case "call":
                return f"{by} calls “Bon appétit!”"
            case "recover":
                return f"{by} takes the skewer back"
            case "steal":
                source = "the draw pile" if event.get("from") == "pile" else event.get("from")
                return f"{by} takes {self.card_name(event.get('card'))} from {source}"
            case "decline":
                return f"{by} takes no card"
            case "show":
                return f"{by} shows {self.card_name(event.get('card'))}"
            case "override" if by == BY_CONDUCT:
                return f"The table played on: line {event.get('of')} counts as {event.get('verdict')}"
            case "undo" if by == BY_CONDUCT:
                return f"Taken back undecided: line {event.get('of')} was no claim"
            case "override":
                return f"{by or 'People'} decide: line {event.get('of')} is {event.get('verdict')}"
            case "undo":
                return f"Line {event.get('of')} is taken back"
            case other:
                return str(other)

    def scores(self, snapshot: Snapshot) -> Sequence[Score]:
        view = snapshot.view
        scores: Mapping[str, str] = view.get("scores", {})
        best = max((float(points) for points in scores.values()), default=0.0)
        over = bool(snapshot.result.get("over"))
        winners = snapshot.result.get("winners") or ()
        lines = []
        for player in self.players:
            out = player in view.get("out", ())
            marks = []
            if out:
                marks.append("out this turn")
            if player in winners:
                marks.append("winner")
            elif not over and view.get("phase") == "reveal" and view.get("first") == player:
                marks.append("reveals next")
            if view.get("plate", {}).get(player) == "won" and not over:
                marks.append("skewer stays")
            points = scores.get(player, "0.0")
            cards = sum(view.get("gained", {}).get(player, {}).values())
            lines.append(Score(player, points, cards, tuple(marks), 0 < best == float(points), out))
        return lines

    def board(self, snapshot: Snapshot) -> Mapping[str, Any]:
        """The order card, the order and the last claim as drawings, and what people can be asked."""
        now = standing(snapshot.calls)
        reveal, claim = self._turn(snapshot.calls, now)
        card = None if reveal is None else self._card(reveal.event.get("card"))
        marks = () if claim is None or tone_of(claim, now) == "ok" else claim.verdict.get("reasons", ())
        wrong = {m["position"] for m in marks if m.get("position") and m["code"] not in _ON_THE_ORDER}
        absent = {m["position"] for m in marks if m.get("position") and m["code"] in _ON_THE_ORDER}
        order = seen = None
        if card is not None and card["layers"]:
            order = self._draw(card["layers"], absent, handle=self.profile.handle_marked)
        if claim is not None:
            seen = self._draw(claim.event["layers"], wrong, handle=claim.event.get("handle") == "first")
        return {
            "card": card,
            "order": order,
            "seen": seen,
            "width": max(drawing.width for drawing in (order, seen) if drawing) if order or seen else 0.0,
            "by": claim.event.get("by") if claim is not None else None,
            "tone": tone_of(claim, now) if claim is not None else None,
            "line": claim.line if claim is not None else None,
            "stick": self.profile.stick.colour or "#c9a26a",
            "tape": self.profile.stick.handle_colour or "#1f5fbf",
            "touting": self._touting(snapshot) if snapshot.view.get("touting") else None,
        }

    def _turn(self, calls: Sequence[Call], now: Standing) -> tuple[Call | None, Call | None]:
        """The card that lies open, and the last claim on it."""
        claim = None
        for call in reversed(calls):
            if call.line in now.undone or call.verdict["verdict"] == "BAD_INPUT":
                continue
            if call.kind == "place" and claim is None:
                claim = call
            if call.kind == "reveal" and call.verdict["verdict"] == "OK":
                return call, claim
        return None, claim

    def _card(self, card: object) -> dict[str, Any]:
        if isinstance(card, Mapping):
            layers = tuple(card.get("layers", ()))
            kind = card.get("kind", "order")
            return {
                "id": None,
                "name": self.card_name(card),
                "kind": kind,
                "layers": layers,
                "price": card.get("price"),
            }
        known = self.profile.deck.get(str(card))
        return {
            "id": known.id if known else None,
            "name": self.card_name(card),
            "kind": known.kind if known else "order",
            "layers": known.layers if known else (),
            "price": known.price if known else None,
        }

    def card_name(self, card: object) -> str:
        """`vegetable-pepper` -> `Vegetable pepper`; a card given inline by what it shows."""
        if isinstance(card, Mapping):
            layers = tuple(card.get("layers", ()))
            return spell(layers) if layers else str(card.get("kind", "a card"))
        return str(card).replace("-", " ").replace("_", " ").capitalize()

    def _draw(self, layers: Sequence[str], wrong: set[int], *, handle: bool) -> Drawing:
        return draw(layers, self.paints, handle=handle, wrong=wrong, words=spell(tuple(layers)))

    def _touting(self, snapshot: Snapshot) -> dict[str, Any]:
        gained = snapshot.view.get("gained", {})
        owners = [owner for owner in self.players if gained.get(owner)]
        # Nobody steals from oneself: the form starts with a thief and a victim who differ.
        thieves = sorted(self.players, key=lambda player: player in owners[:1])
        return {
            "players": thieves,
            "cards": [(owner, card, self.card_name(card)) for owner in owners for card in gained[owner]],
            "pile": [(card.id, self.card_name(card.id)) for card in self.profile.cards],
        }

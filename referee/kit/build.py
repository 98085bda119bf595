"""``referee kit OUT``: the PDFs to print, each face as a PNG, and a manifest of what they are."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, TextIO

from referee.kit import drawn
from referee.kit.art import RADIUS
from referee.kit.guide import guide_page
from referee.kit.page import PAPERS, Pages
from referee.kit.png import FACE_PX, back_image, png_bytes, write
from referee.kit.sheets import card_pages, plate_pages, strips_page
from referee.sets.errors import ProfileError
from referee.sets.profile import Card, Profile, load_profile
from referee.sets.ring import MINIMUM, between, search, within

Manifest = dict[str, Any]
GAME = "kushi-express"
MANIFEST = "manifest.json"
MAKER = "table-referee"
_FACES = "faces"
_BACK = f"{_FACES}/back.png"
_ALIKE = 6  # rings nearer than this are told apart badly when part of a card is hidden


class KitError(ValueError):
    """The kit cannot be written; the message is one line that says why and what to do."""


def build_kit(out_dir: str | Path, profile: str | Path = "kit", paper: str = "a4") -> Manifest:
    """Write the printable kit of a set profile (a name or a path) into a folder, and return its manifest.

    The same profile gives the same bytes, so it may be written again over itself. Files that are not the
    kit's are neither changed nor deleted.

    Raises:
        ProfileError: the profile cannot be used, or its cards cannot be drawn.
        KitError: the folder cannot be written or holds other files of these names, or `paper` is unknown.
    """
    size = paper.lower()
    if size not in PAPERS:
        raise KitError(f'paper: "{paper}": write one of {", ".join(PAPERS)}')
    loaded = load_profile(profile)
    cards = _drawn(loaded, str(profile))
    out = Path(out_dir)
    cards_name, table_name = (f"{GAME}-{loaded.name}-{part}-{size}.pdf" for part in ("cards", "table"))
    try:
        _check_folder(out, [cards_name, table_name, MANIFEST, _BACK, *(_face(card) for card in cards)])
        cards_pdf, count = card_pages(size, loaded, cards, {c.id: c.ring or "" for c in cards})
        table_pdf, shown = _table(size, loaded)
        shows = "cards and their backs, to print two-sided"
        sheets: list[dict[str, Any]] = [
            {"file": cards_name, "pages": count, "paper": size, "shows": shows},
            {
                "file": table_name,
                "pages": len(shown),
                "paper": size,
                "shows": ", ".join(dict.fromkeys(shown)),
            },
        ]
        manifest = _manifest(loaded, cards, sheets)
        text = json.dumps(manifest, indent=2, ensure_ascii=False) + "\n"
        write(
            out / MANIFEST, text.encode()
        )  # first: it says that the rest is ours, should we be stopped here
        write(out / cards_name, cards_pdf)
        write(out / table_name, table_pdf)
        for card in cards:
            write(out / _face(card), drawn(card, loaded).read_bytes())
        write(out / _BACK, png_bytes(back_image()))
    except OSError as error:
        raise KitError(f"{error.filename or out}: cannot be written: {error.strerror or error}") from error
    return manifest


def _drawn(profile: Profile, source: str) -> list[Card]:
    """The cards that we draw, all with a ring; a card that has only a photograph is not printed."""
    rings = {c.id: c.ring for c in profile.cards if c.ring is not None}
    if not rings:
        raise ProfileError(
            f"{source}: none of its cards has a ring: these are not ours to draw; write --profile kit"
        )
    for i, card in enumerate(profile.cards):
        if card.ring is None and card.face is None:
            (code,) = search(rings.values(), 1)
            say = f'missing: write ring = "{code}", which is unlike the others'
            raise ProfileError(f'{source}: cards[{i}].ring: {say} (card "{card.id}")')
    names = list(rings)
    for i, name in enumerate(names):
        pairs = [(between(rings[name], rings[other]), other) for other in names[:i]]
        near, other = min([(within(rings[name]), name), *pairs])
        if near < min(_ALIKE, MINIMUM):
            at = next(k for k, card in enumerate(profile.cards) if card.id == name)
            (code,) = search([r for n, r in rings.items() if n != name], 1)
            what = "itself, turned or mirrored" if other == name else f"{other}'s"
            line = f'{source}: cards[{at}].ring: "{rings[name]}": too like {what}: write "{code}"'
            raise ProfileError(f'{line} (card "{name}")')
    return [card for card in profile.cards if card.ring is not None]


def _table(paper: str, profile: Profile) -> tuple[bytes, list[str]]:
    """The single-sided sheets, and what each page shows."""
    pages = Pages(paper, f"{profile.title or profile.name}: instructions, strips, plate")
    guide_page(pages, profile)
    shown = ["instructions"]
    pages.next_page()
    strips_page(pages, profile)
    shown.append("strips and handle tape" if profile.handle_marked else "strips")
    shown += ["plate"] * plate_pages(pages, profile)
    return pages.finish(), shown


def _manifest(profile: Profile, cards: list[Card], sheets: list[dict[str, Any]]) -> Manifest:
    size = profile.card.diameter_mm or 2 * RADIUS
    items: list[dict[str, Any]] = []
    for card in cards:
        shows: dict[str, Any] = (
            {"layers": list(card.layers), "price": card.price} if card.kind == "order" else {}
        )
        items.append(
            {
                "id": card.id,
                "game": GAME,
                "kind": card.kind,
                "shows": shows,
                "count": card.count,
                "shape": "round",
                "size_mm": size,
                "file": _face(card),
                "size_px": FACE_PX,
                "source": card.source,
                "ring": card.ring,
            }
        )
    items.append(
        {
            "id": "back",
            "game": GAME,
            "kind": "back",
            "shows": {},
            "count": sum(card.count for card in cards),
            "shape": "round",
            "size_mm": size,
            "file": _BACK,
            "size_px": FACE_PX,
            "source": "ours",
            "ring": None,
        }
    )
    pieces = profile.model_dump(
        mode="json", include={"wrap", "cubes", "strips", "stick", "plate"}, exclude_none=True
    )
    return {
        "made_by": MAKER,
        "version": 1,
        "profile": profile.name,
        "title": profile.title,
        "game": GAME,
        "sheets": sheets,
        "items": items,
        "pieces": pieces,
    }


def _face(card: Card) -> str:
    return f"{_FACES}/{card.id}.png"


def _check_folder(out: Path, names: list[str]) -> None:
    """Make the folder; refuse one where a file of ours would take the place of somebody else's."""
    for folder in (out, out / _FACES):
        if folder.exists() and not folder.is_dir():
            raise KitError(f"{folder}: is a file: write the name of a folder")
    out.mkdir(parents=True, exist_ok=True)
    try:
        ours = json.loads((out / MANIFEST).read_bytes())["made_by"] == MAKER
    except (OSError, ValueError, KeyError, TypeError):
        ours = False
    for path in (out / name for name in names):
        if path.is_dir() or (path.exists() and not ours):
            raise KitError(f"{path}: is there already, not from this kit: write the name of another folder")


def main_kit(out: str, profile: str, paper: str, as_json: bool, stream: TextIO) -> int:
    """Write the kit and say what was written; the exit code is 0, or 2 with one line that says what is wrong.

    With `as_json` the manifest, or ``{"error": ...}``, is one JSON line on `stream`; else errors go to
    standard error.
    """
    try:
        manifest = build_kit(out, profile, paper)
    except (ProfileError, KitError) as error:
        if as_json:
            print(json.dumps({"error": str(error)}, ensure_ascii=False), file=stream)
        else:
            print(f"referee kit: {error}", file=sys.stderr)
        return 2
    if as_json:
        print(json.dumps({"out": out, **manifest}, ensure_ascii=False), file=stream)
        return 0
    for sheet in manifest["sheets"]:
        print(f"{Path(out) / sheet['file']}: {sheet['pages']} pages: {sheet['shows']}", file=stream)
    print(f"{Path(out) / 'faces'}: {len(manifest['items'])} pictures, listed in {MANIFEST}", file=stream)
    print("Print at 100 %; start with the table sheets: their first page says how.", file=stream)
    return 0

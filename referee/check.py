"""`referee check`: one verdict a picture, and a clear line for each picture that can't be used."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol, TextIO

import cv2
import numpy as np

from referee.adapters import get_check
from referee.games.base import Reason
from referee.jsonlines import encode
from referee.languages import translator
from referee.sets.profile import Profile
from referee.wording import check_line
from vision.geometry import Pixels
from vision.images import Image, ImageError, encode_jpeg, load_image
from vision.scene import Corners, Scene


class LookerLike(Protocol):
    """What is needed of `vision.look.Looker`."""

    def look(self, frame: Pixels, /) -> Scene: ...


def check_images(
    paths: Iterable[str],
    game: str,
    profile: Profile,
    looker: LookerLike,
    *,
    as_json: bool,
    out: TextIO,
    errors: TextIO | None = None,
    annotate: Path | None = None,
    load: Callable[[str], Image] = load_image,
    language: str = "en",
) -> int:
    """Judge pictures one by one and print a line for each.

    Args:
        paths: Picture files.
        game: A game that `referee.adapters.names` knows.
        profile: The set on the table.
        looker: Turns a picture into a scene.
        as_json: JSON Lines (contract.md), else a line of text for each.
        out: Where the lines go.
        errors: Where a picture that can't be used is told of. Default: standard error.
        annotate: A folder for copies with what was seen drawn in; made if it is not there.
        load: Reads a picture; raises `ImageError`.
        language: Of the reasons in words: one of `referee.languages.LANGUAGES`.

    Returns:
        The exit code: 2 when a picture could not be used or annotated, else 0.
    """
    judge = get_check(game)
    translate = translator(language)
    written: set[str] = set()
    code = 0
    for path in paths:
        try:
            image = load(path)
            scene = to_full(looker.look(image.pixels), image)
            if annotate is not None:
                _annotate(image, scene, annotate, written)
        except ImageError as error:
            code = 2
            print(error, file=errors or sys.stderr, flush=True)
            if as_json:
                print(encode(bad_image(path, game, error.reason)), file=out, flush=True)
            continue
        record = {"image": path, "game": game, **judge(scene, profile)}
        print(encode(record) if as_json else check_line(record, translate), file=out, flush=True)
    return code


def bad_image(path: str, game: str, reason: str) -> dict[str, Any]:
    """The line of a picture that can't be used."""
    fault = Reason("bad_image", path="image", expected="a picture that can be read", seen=reason)
    return {"image": path, "game": game, "verdict": "BAD_INPUT", "reasons": [fault.to_dict()]}


def to_full(scene: Scene, image: Image) -> Scene:
    """The scene in pixels of the upright picture in full, where it was worked on smaller."""
    across, down = image.scale
    if (across, down) == (1.0, 1.0):
        return scene

    def grow(box: Corners) -> Corners:
        a, b, c, d = ((x * across, y * down) for x, y in box)
        return a, b, c, d

    return replace(
        scene,
        size=image.size,
        plate=None if scene.plate is None else grow(scene.plate),
        cards=tuple(replace(card, box=grow(card.box)) for card in scene.cards),
        skewers=tuple(
            replace(skewer, box=grow(skewer.box), cube_px=skewer.cube_px * across) for skewer in scene.skewers
        ),
        loose=tuple(replace(piece, box=grow(piece.box)) for piece in scene.loose),
    )


_COLOURS = {
    "plate": (235, 235, 235),
    "card": (255, 190, 70),
    "skewer": (80, 209, 255),
    "loose": (255, 255, 255),
}


def _annotate(image: Image, scene: Scene, folder: Path, written: set[str]) -> None:
    """Write a copy with what was seen drawn in.

    Raises:
        ImageError: the folder or the file can't be written.
    """
    picture = image.pixels.copy()
    across, down = image.scale

    def draw(box: Corners, kind: str, label: str) -> None:
        corners = np.asarray([(x / across, y / down) for x, y in box], np.float32).round().astype(np.int32)
        thick = max(2, picture.shape[1] // 500)
        cv2.polylines(picture, [corners], isClosed=True, color=_COLOURS[kind], thickness=thick)
        at = (int(corners[:, 0].min()), max(14, int(corners[:, 1].min()) - 6))
        for colour, width in (((0, 0, 0), thick + 3), (_COLOURS[kind], max(1, thick - 1))):
            cv2.putText(picture, label, at, cv2.FONT_HERSHEY_SIMPLEX, 0.3 * thick, colour, width, cv2.LINE_AA)

    if scene.plate is not None:
        draw(scene.plate, "plate", "plate")
    for card in scene.cards:
        draw(card.box, "card", card.card or ("?" if card.face_up else "back"))
    for piece in scene.loose:
        draw(piece.box, "loose", piece.piece)
    for skewer in scene.skewers:
        draw(skewer.box, "skewer", " ".join(skewer.pieces) or "empty")
    target = folder / _free_name(Path(image.path).stem, written)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        target.write_bytes(encode_jpeg(picture, quality=92))
    except OSError as error:
        raise ImageError(target, f"can't be written: {error.strerror or error}") from None


def _free_name(stem: str, written: set[str]) -> str:
    """`a.jpg`, or `a-2.jpg` where pictures of one name come from several folders."""
    name = f"{stem}.jpg"
    number = 2
    while name in written:
        name = f"{stem}-{number}.jpg"
        number += 1
    written.add(name)
    return name

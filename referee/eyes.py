"""Puts the eyes together for a set of pieces: detector, the deck's faces, and the looker that uses both."""

from __future__ import annotations

from pathlib import Path

from referee import kit
from referee.sets.profile import Profile
from referee.steady import SteadyReader
from vision.backends import BackendError
from vision.cards import CardReader
from vision.detector import WeightsError, load_default
from vision.geometry import Pixels
from vision.images import ImageError, load_image
from vision.look import Looker
from vision.opinion import CubeReader


class EyesError(Exception):
    """The detector or the deck's pictures can't be used; one line says which and what to do."""


def open_eyes(profile: Profile, *, weights: Path | None = None) -> Looker:
    """A looker for a set profile. Without any face (the original game's deck) cards stay unnamed.

    Args:
        profile: The set on the table.
        weights: Another folder with `pieces.onnx`, `cubes.onnx` and their descriptions.

    Raises:
        EyesError: the weights or a face are missing or damaged.
    """
    try:
        detector = load_default(weights)
        faces = {name: _face(path) for name, path in kit.faces(profile).items()}
        cubes = CubeReader(weights)
        read_card = SteadyReader(CardReader(faces, back=_face(kit.BACK)).read) if faces else None
    except (WeightsError, BackendError, ImageError, ValueError) as error:
        raise EyesError(" ".join(str(error).split())) from None
    return Looker(detector, read_card, cubes)


def _face(path: Path) -> Pixels:
    return load_image(path).pixels

"""Recipes for tables from a set profile: its colours, its card faces and the photographs that may be used."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PIL import Image

from datasets.surfaces import Texture
from datasets.world import Recipe
from referee.kit import BACK, faces
from referee.sets.profile import load_profile


def _rgb(text: str) -> tuple[float, float, float]:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def _picture(path: Path) -> Texture:
    return np.asarray(Image.open(path).convert("RGB"), np.uint8)


def recipe_from(profile_name: str = "kit", assets: Path | None = None, **changes: object) -> Recipe:
    """The recipe of a set profile.

    Args:
        assets: a folder that may hold `table-crops/*.jpg` (photographs of table tops, for backdrops and
            surfaces).
            Without it every surface is drawn.
        changes: fields of `Recipe` to set otherwise.
    """
    profile = load_profile(profile_name)
    crops = tuple(sorted((assets / "table-crops").glob("*.jpg"))) if assets else ()
    recipe = Recipe(
        cubes={k: _rgb(c.colour) for k, c in profile.cubes.items()},
        strips={k: (_rgb(s.colour), _rgb(s.stripe)) for k, s in profile.strips.items()},
        handle=_rgb(profile.stick.handle_colour or "#1f5fbf"),
        faces={k: _picture(p) for k, p in faces(profile).items()},
        orders={k: tuple(c.layers) for k, c in profile.deck.items() if c.kind == "order"},
        back=_picture(BACK),
        backdrops=crops,
        photo_folders=(assets / "table-crops",) if assets else (),
    )
    return Recipe(**{**{f: getattr(recipe, f) for f in recipe.__dataclass_fields__}, **changes})

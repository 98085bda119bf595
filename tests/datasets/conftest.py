"""Small recipes for tables, shared by the tests of rendering."""

from __future__ import annotations

import pytest

from datasets.recipes import recipe_from
from datasets.world import Recipe


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "render: needs a rendering library (GL, Mitsuba, Blender) and fails without it"
    )
    config.addinivalue_line("markers", "cycles: also needs Blender's bpy, here or in REFEREE_BLENDER_PYTHON")


@pytest.fixture(scope="session")
def recipe() -> Recipe:
    """The kit's tables at 640x360, all surfaces drawn."""
    return recipe_from("kit", None, size=(640, 360), cube_px=(22.0, 28.0), backdrop_share=0.0)

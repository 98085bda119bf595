"""What tests of the adapter play on."""

from __future__ import annotations

import pytest
from table import Table


@pytest.fixture
def table() -> Table:
    """A table with the plate and nothing on it, looked at for a moment."""
    table = Table()
    table.look(0.3)
    return table

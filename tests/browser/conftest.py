"""Tests in a real browser; `-m "not browser"` leaves them out."""

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "browser: needs Debian's chromium")

"""What the tests of any game look at in a verdict line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def codes(verdict: Mapping[str, Any]) -> list[str]:
    """The codes of a verdict's reasons, without warnings."""
    return [reason["code"] for reason in verdict["reasons"] if "severity" not in reason]


def warnings(verdict: Mapping[str, Any]) -> list[str]:
    """The codes of its warnings."""
    return [reason["code"] for reason in verdict["reasons"] if reason.get("severity") == "warning"]


def call(verdict: Mapping[str, Any]) -> tuple[str, list[str]]:
    """The verdict and its codes: `("ILLEGAL", ["diagonal"])`."""
    return verdict["verdict"], codes(verdict)

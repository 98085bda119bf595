"""Headline figures are what the rows say."""

from __future__ import annotations

import json
from typing import Any

import pytest

from models import report


def heldout(**changes: Any) -> report.Row:
    row = {
        "skewer": "right",
        "order": "right",
        "verdict_result": "right",
        "strip_visible": "1.0",
        "true_order": "best",
        "true_verdict": "OK",
        "cube_px": "30",
        "kelvin": "4000",
        "lux": "200",
        "tilt": "10",
        "wrap": "saddle",
    }
    return row | changes


def test_shares_count_right_unsure_and_wrong() -> None:
    rows = [heldout(), heldout(skewer="unsure"), heldout(skewer="wrong"), heldout(skewer="")]
    assert report.shares(rows, "skewer") == "33.3 % | 33.3 % | 33.3 % | 3"


def test_hidden_toppings_are_reported_apart() -> None:
    text = "\n".join(report.heldout([heldout(), heldout(strip_visible="0.02", skewer="wrong")]))
    assert "| toppings visible | 100.0 % | 0.0 % | 0.0 % | 1 |" in text
    assert "| a topping hidden | 0.0 % | 0.0 % | 100.0 % | 1 |" in text


@pytest.mark.parametrize(
    ("scores", "objects", "expected"),
    [
        ([[0.9, True], [0.8, True]], 2, 1.0),
        ([[0.9, False], [0.8, True]], 1, 0.5),
        ([[0.9, True]], 2, 0.5),
        ([], 3, 0.0),
    ],
)
def test_average_precision(scores: list[list[object]], objects: int, expected: float) -> None:
    assert (
        report.average_precision([{"card_scores": json.dumps(scores), "objects": str(objects)}]) == expected
    )

"""The bundled game through the real eyes: what truly happened stands beside it."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from contextlib import redirect_stdout
from importlib.resources import files
from typing import Any

import pytest

from referee.cli import main


@pytest.fixture(scope="module")
def judged() -> list[dict[str, Any]]:
    out = io.StringIO()
    with redirect_stdout(out):
        assert main(["demo", "--fast", "--no-dashboard", "--json"]) == 0
    return [json.loads(line) for line in out.getvalue().splitlines()]


@pytest.fixture(scope="module")
def truth() -> list[dict[str, Any]]:
    text = (files("referee") / "demo" / "events.jsonl").read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]


def near(lines: list[dict[str, Any]], event: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The calls of the same kind about the time of a true event, before the next one of its kind."""
    return [
        line
        for line in lines
        if line.get("subject") == event["event"] and -1.0 <= line["t"] - event["t"] <= 2.0
    ]


def test_every_card_is_named_and_none_that_was_not_there(
    judged: list[dict[str, Any]], truth: list[dict[str, Any]]
) -> None:
    reveals = [line for line in judged if line.get("subject") == "reveal"]
    true = [event for event in truth if event["event"] == "reveal"]
    assert len(true) >= 8
    assert [bool(near(reveals, event)) for event in true] == [True] * len(true)
    assert len(reveals) == len(true)


def test_no_call_on_a_skewer_is_wrong_and_nearly_all_are_made(
    judged: list[dict[str, Any]], truth: list[dict[str, Any]]
) -> None:
    decided = 0
    places = [event for event in truth if event["event"] == "place"]
    for event in places:
        calls = [line["verdict"] for line in near(judged, event)]
        assert set(calls) <= {event["verdict"], "UNSURE"}, event
        decided += event["verdict"] in calls
    assert decided >= 0.75 * len(places)


def test_the_players_points_are_those_of_the_cards_they_won(judged: list[dict[str, Any]]) -> None:
    result = judged[-1]["result"]
    assert set(result["scores"]) == {"Ann", "Bo"}
    won = [line for line in judged for effect in line.get("effects", ()) if effect["effect"] == "gains"]
    assert won and float(sum(float(points) for points in result["scores"].values())) > 0

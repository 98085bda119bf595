"""What a second reading of a skewer makes doubtful in the first."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.differences import UNCLEAR, differences
from vision.scene import Doubt, merged

Layers = tuple[str, ...]
LAYERS = st.lists(st.sampled_from(["meat", "tomato", "shrimp", "pepper", "bacon", "cheese"]), max_size=7)


def test_a_difference_is_as_likely_as_what_was_weighed_says() -> None:
    otherwise = [(0.1, 0.2), (0.3, 0.4)]
    read, other = ("meat", "tomato"), ("meat", "bacon", "shrimp", "bacon")
    found = differences(read, other, otherwise)
    assert [(d.code, d.position, d.probability) for d in found] == [
        ("colour", 2, 0.3),
        ("topping_hidden", 2, 0.4),
    ]
    assert {d.probability for d in differences(read, other)} == {1.0}


@pytest.mark.parametrize(
    ("read", "other", "expected"),
    [
        pytest.param("meat tomato", "meat tomato", [], id="the same"),
        pytest.param("meat tomato", "meat shrimp", [Doubt("colour", 2, "shrimp")], id="another cube"),
        pytest.param(
            "meat tomato",
            "bacon meat bacon tomato",
            [Doubt("topping_hidden", 1, "bacon")],
            id="a strip that was not read",
        ),
        pytest.param(
            "meat cheese tomato shrimp cheese",
            "meat tomato shrimp",
            [Doubt("topping_hidden", 2, "cheese"), Doubt("topping_hidden", 3, "cheese")],
            id="no strip",
        ),
        pytest.param(
            "bacon meat tomato bacon",
            "bacon meat bacon tomato",
            [Doubt("wrap_span", 2, "bacon")],
            id="over one cube or two",
        ),
        pytest.param(
            "bacon meat bacon",
            "cheese meat cheese",
            [Doubt("topping_hidden", 1, "bacon"), Doubt("topping_hidden", 1, "cheese")],
            id="which strip",
        ),
        pytest.param("meat tomato", "meat", [UNCLEAR], id="how many cubes"),
        pytest.param(
            "meat bacon tomato",
            "meat bacon shrimp",
            [Doubt("colour", 2, "shrimp")],
            id="beside a strip that both see pierced once",
        ),
        pytest.param("meat bacon tomato", "meat tomato", [UNCLEAR], id="a strip pierced once"),
        pytest.param("meat bacon tomato", "meat tomato bacon", [UNCLEAR], id="where it is pierced"),
        pytest.param("bacon meat bacon", "bacon meat", [UNCLEAR], id="once or twice"),
        pytest.param("meat bacon", "bacon meat bacon", [UNCLEAR], id="twice or once"),
    ],
)
def test_where_readings_differ(read: str, other: str, expected: list[Doubt]) -> None:
    assert differences(tuple(read.split()), tuple(other.split())) == expected


@given(LAYERS, LAYERS)
def test_readings_that_differ_always_leave_a_doubt(read: list[str], other: list[str]) -> None:
    assert bool(differences(read, other)) == (read != other)


def test_doubts_that_say_the_same_are_one_as_likely_as_the_likeliest() -> None:
    one, more = Doubt("colour", 1, "meat", 0.2), Doubt("colour", 1, "meat", 0.4)
    (kept, other) = merged([one, Doubt("gap"), more, one])
    assert (kept, kept.probability, other) == (one, 0.4, Doubt("gap"))

"""Weighing whole skewers: evidence of each cube in, the likeliest skewer and its probabilities out."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.along import STRIPS
from vision.posterior import KINDS, WRAPS, CubeEvidence, Priors, Wrap, pooled, weigh


def spread(names: tuple[str, ...], likely: str, p: float) -> dict[str, float]:
    """`likely` with probability p, the others with equal shares of the rest."""
    return {n: p if n == likely else (1 - p) / (len(names) - 1) for n in names}


def cube(
    kind: str,
    wrap: str = "plain",
    *,
    kind_p: float = 0.98,
    wrap_p: float = 0.9,
    left: float = 0.05,
    right: float = 0.05,
) -> CubeEvidence:
    return CubeEvidence(spread(KINDS, kind, kind_p), spread(WRAPS, wrap, wrap_p), left, right)


def test_nothing_seen_is_an_empty_skewer() -> None:
    assert weigh([]).kinds == ()


def test_clear_evidence_is_read_as_it_is() -> None:
    found = weigh([cube("meat"), cube("tomato", "bacon"), cube("pepper", "cheese"), cube("shrimp")])
    assert found.kinds == ("meat", "tomato", "pepper", "shrimp")
    assert found.wraps == (Wrap("bacon", 1, 1), Wrap("cheese", 2, 2))
    assert [found.wrap_of(i) for i in range(4)] == ["plain", "bacon", "cheese", "plain"]


def test_a_player_owns_one_cube_of_a_kind() -> None:
    """KU-R3: of two cubes that look like meat the less certain one is rather the shrimp it resembles."""
    doubtful = CubeEvidence({"meat": 0.6, "shrimp": 0.39}, spread(WRAPS, "plain", 0.9), 0.0, 0.0)
    found = weigh([cube("meat"), doubtful])
    assert found.kinds == ("meat", "shrimp")
    assert weigh([doubtful]).kinds == ("meat",)


def test_two_of_a_kind_are_believed_when_both_are_clear() -> None:
    assert weigh([cube("meat", kind_p=0.999), cube("meat", kind_p=0.999)]).kinds == ("meat", "meat")


def test_a_player_owns_one_strip_of_a_kind() -> None:
    """KU-R3: bacon is round the second cube, so the first is hardly wrapped in bacon too."""
    suspected = cube("meat", "bacon", wrap_p=0.6)
    assert weigh([suspected, cube("pepper")]).wrap_of(0) == "bacon"
    assert weigh([suspected, cube("pepper"), cube("tomato", "bacon", wrap_p=0.99)]).wrap_of(0) == "plain"


def test_a_strip_that_is_pierced_once_beside_the_cubes_wraps_none() -> None:
    """KU-R3 again: the surer of the two explains what was seen, and the other is hardly there."""
    suspected = cube("meat", "bacon", wrap_p=0.6)
    assert weigh([suspected], {"cheese": 0.99}).wrap_of(0) == "bacon"
    found = weigh([suspected], {"bacon": 0.99})
    assert found.wrap_of(0) == "plain" and found.wrap_p[0]["bacon"] < 0.1
    assert found.once["bacon"] > 0.95
    other = weigh([cube("meat", "bacon", wrap_p=0.998)], {"bacon": 0.6})
    assert other.wrap_of(0) == "bacon" and other.once["bacon"] < 0.1


@pytest.mark.parametrize(
    ("right", "left", "strips"),
    [(0.95, 0.95, (Wrap("bacon", 0, 1),)), (0.02, 0.02, (Wrap("bacon", 0, 0), Wrap("bacon", 1, 1)))],
)
def test_one_strip_over_two_cubes_or_two_strips(right: float, left: float, strips: tuple[Wrap, ...]) -> None:
    pair = [
        cube("meat", "bacon", wrap_p=0.999, right=right),
        cube("pepper", "bacon", wrap_p=0.999, left=left),
    ]
    assert weigh(pair, priors=Priors(second_strip=0.5)).wraps == strips


def test_what_one_cube_hides_its_neighbour_tells() -> None:
    """The strip is seen to go on from the first cube, so it is under the second, though not seen there."""
    alone = weigh([cube("meat", "bacon", right=0.05), cube("pepper", wrap_p=0.6)])
    told = weigh([cube("meat", "bacon", right=0.97), cube("pepper", wrap_p=0.55, left=0.9)])
    assert told.joined[0] > 0.5 > 0.1 > alone.joined[0]


def test_many_cubes_of_which_nothing_is_known_may_be_anything() -> None:
    nothing = CubeEvidence(dict.fromkeys(KINDS, 0.0), dict.fromkeys(WRAPS, 0.0), 0.0, 0.0)
    for table in weigh([nothing] * 6).kind_p:
        assert set(table.values()) == {1 / len(KINDS)}


def test_three_cubes_in_one_strip_are_unlikely() -> None:
    row = [cube("meat", "bacon", right=0.9), cube("pepper", "bacon", wrap_p=0.5, left=0.9, right=0.6)]
    assert weigh([*row, cube("tomato", "plain", wrap_p=0.45, left=0.5)]).wraps == (Wrap("bacon", 0, 1),)


probability = st.floats(0.0, 1.0, allow_nan=False)
evidence = st.builds(
    CubeEvidence,
    st.fixed_dictionaries(dict.fromkeys(KINDS, probability)),
    st.fixed_dictionaries(dict.fromkeys(WRAPS, probability)),
    probability,
    probability,
)


@given(st.lists(evidence, min_size=1, max_size=9), st.dictionaries(st.sampled_from(STRIPS), probability))
def test_probabilities_are_probabilities_whatever_was_seen(
    cubes: list[CubeEvidence], once: dict[str, float]
) -> None:
    found = weigh(cubes, once)
    assert set(found.once) == set(once) and all(0 <= p <= 1 + 1e-9 for p in found.once.values())
    assert len(found.kinds) == len(found.kind_p) == len(found.wrap_p) == len(cubes)
    for table in (*found.kind_p, *found.wrap_p):
        assert all(0 <= p <= 1 + 1e-9 for p in table.values())
    if len(cubes) <= 6:
        assert all(math.isclose(sum(t.values()), 1, abs_tol=1e-6) for t in (*found.kind_p, *found.wrap_p))
    assert all(0 <= p <= 1 + 1e-9 for p in found.joined)
    for a, b in itertools.pairwise(found.wraps):
        assert a.last < b.first


@given(st.lists(evidence, min_size=1, max_size=5))
def test_the_other_way_round_is_the_same_skewer(cubes: list[CubeEvidence]) -> None:
    mirrored = [CubeEvidence(c.kinds, c.wraps, c.right, c.left) for c in reversed(cubes)]
    here, there = weigh(cubes), weigh(mirrored)
    for a, b in zip(here.wrap_p, reversed(there.wrap_p), strict=True):
        assert a == pytest.approx(b, abs=1e-9)
    assert list(here.joined) == pytest.approx(list(reversed(there.joined)), abs=1e-9)


def test_two_looks_that_say_the_same_pool_to_the_same() -> None:
    one = cube("meat", "bacon", left=0.2, right=0.7)
    both = pooled(one, one)
    assert both.kinds == pytest.approx(one.kinds)
    assert both.wraps == pytest.approx(one.wraps)
    assert (both.left, both.right) == pytest.approx((0.2, 0.7))


@given(st.floats(0.01, 0.99), st.floats(0.01, 0.99))
def test_a_pooled_probability_lies_between_both_and_order_does_not_matter(a: float, b: float) -> None:
    one, other = cube("meat", kind_p=0.9, left=a), cube("meat", kind_p=0.4, left=b)
    both = pooled(one, other)
    assert both == pooled(other, one)
    assert min(a, b) - 1e-9 <= both.left <= max(a, b) + 1e-9
    assert 0.4 <= both.kinds["meat"] <= 0.9
    assert sum(both.kinds.values()) == pytest.approx(1)

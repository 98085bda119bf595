"""What people make of an order: right, or with one mistake of a known kind."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from datasets.heldout_scenario import SLIPS, flat, grouped, made_for, slip
from datasets.world import Recipe

BEST = ("meat", "bacon", "tomato", "bacon", "cheese", "pepper", "cheese", "shrimp")


@pytest.mark.parametrize(
    ("kind", "order", "possible"),
    [
        ("swapped_cubes", "meat shrimp", ["shrimp meat"]),
        ("missing_topping", "bacon tomato bacon", ["tomato"]),
        ("missing_topping", "cheese shrimp tomato cheese", ["shrimp tomato"]),
        ("wrong_strip", "bacon tomato bacon", ["cheese tomato cheese"]),
        ("wrong_strip", "bacon meat bacon cheese tomato cheese", ["cheese meat cheese bacon tomato bacon"]),
        ("moved_strip", "bacon pepper bacon meat", ["pepper bacon meat bacon"]),
        ("strip_over_two", "bacon pepper bacon meat", ["bacon pepper meat bacon"]),
        ("strip_over_two", "meat bacon pepper bacon", ["bacon meat pepper bacon"]),
        ("strip_over_one", "bacon tomato meat bacon", ["bacon tomato bacon meat", "tomato bacon meat bacon"]),
        ("missing_cube", "bacon tomato bacon meat", ["meat", "bacon tomato bacon"]),
        ("missing_cube", "bacon tomato meat bacon", ["bacon tomato bacon", "bacon meat bacon"]),
        ("extra_cube", "bacon pepper tomato meat bacon", [
            "shrimp bacon pepper tomato meat bacon", "bacon pepper tomato meat bacon shrimp",
        ]),
        ("extra_strip", "bacon tomato bacon meat", ["bacon tomato bacon cheese meat cheese"]),
        ("pierced_once", "bacon tomato bacon", ["bacon tomato", "tomato bacon"]),
        ("reversed", "meat bacon tomato bacon", ["bacon tomato bacon meat"]),
    ],
)  # fmt: skip
def test_each_slip_makes_its_own_mistake(kind: str, order: str, possible: list[str]) -> None:
    seen = {" ".join(flat(SLIPS[kind](grouped(order.split()), np.random.default_rng(s)))) for s in range(60)}
    assert seen == set(possible)


def test_layers_survive_grouping() -> None:
    for layers in (BEST, ("bacon", "meat"), ("meat", "cheese"), ("cheese", "meat", "shrimp", "cheese")):
        assert flat(grouped(layers)) == layers


def test_a_slip_differs_from_the_order_and_uses_one_players_pieces(recipe: Recipe) -> None:
    rng = np.random.default_rng(3)
    for order in recipe.orders.values():
        for _ in range(30):
            made, kind = slip(order, rng)
            assert made != order and kind in SLIPS
            count = Counter(made)
            assert all(n <= (2 if piece in ("bacon", "cheese") else 1) for piece, n in count.items()), (
                order,
                kind,
                made,
            )


def test_the_shares_of_right_and_wrong_are_those_of_the_brief(recipe: Recipe) -> None:
    rng = np.random.default_rng(5)
    ids = list(recipe.orders)
    kinds = Counter(made_for(ids[k % len(ids)], recipe.orders, rng)[1] for k in range(3000))
    assert kinds["match"] / 3000 == pytest.approx(0.55, abs=0.03)
    assert kinds["other_order"] / 3000 == pytest.approx(0.06, abs=0.02)
    assert set(kinds) == {"match", "other_order", *SLIPS}

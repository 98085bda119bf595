"""Tables crowded with skewers, so that one slowly rendered frame teaches much."""

from __future__ import annotations

import numpy as np

from datasets.random_table import lay_cards, lay_ground, random_camera, random_lamps, seen, strew_distractors
from datasets.table import Table, add_loose, add_plate, any_layers, place_skewer, random_look, row
from datasets.world import Recipe, World

THINGS = 90
"""No more skewers are laid once so many things lie there."""


def crowded_world(seed: int, recipe: Recipe) -> World:
    """As many skewers as find room, from several sets, loose pieces and dice between them, over any table."""
    rng = np.random.default_rng([seed, 0xC0DE])
    camera, px = random_camera(rng, recipe)
    light = random_lamps(rng)
    table = Table(rng)
    reach = np.array(recipe.size) / px * 20.0 / 2
    backdrop = lay_ground(table, recipe, rng, 0.3)
    height = 0.0
    if rng.random() < 0.75:
        _, height = add_plate(
            table, float(rng.normal(0, reach[0] * 0.3)), float(rng.normal(0, reach[1] * 0.3)), rng
        )
    look = random_look(rng, recipe)
    misses = 0
    while misses < 25 and len(table.things) < THINGS:
        if rng.random() < 0.4:
            look = random_look(rng, recipe)
        layers = any_layers(rng)
        angle, half = float(rng.uniform(0, 2 * np.pi)), look.stick_length / 2
        x, y = float(rng.uniform(-1, 1) * reach[0] * 0.95), float(rng.uniform(-1, 1) * reach[1] * 0.95)
        start = (x - np.cos(angle) * half, y - np.sin(angle) * half)
        spots = row(*start, angle, look.stick_length, look.cube * 0.65)
        if not table.free(spots, 0.0):
            misses += 1
            continue
        place_skewer(table, look, layers, start, angle, height if rng.random() < 0.6 else 0.0)
        table.take(spots)

    def somewhere(share: float = 0.95) -> tuple[float, float]:
        return float(rng.uniform(-1, 1) * reach[0] * share), float(rng.uniform(-1, 1) * reach[1] * share)

    for _ in range(int(rng.choice([0, 3, 8, 16], p=[0.3, 0.3, 0.25, 0.15]))):
        x, y = somewhere()
        if table.free([(x, y, look.cube * 0.75)], 0.0):
            add_loose(table, look, rng, x, y, 0.0)
            table.take([(x, y, look.cube * 0.75)])
    lay_cards(table, recipe, rng, somewhere)
    strew_distractors(table, rng, somewhere, reach)
    return seen(table, camera, light, backdrop, rng, seed, px, look.wrap)

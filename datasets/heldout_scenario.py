"""What happens on a table of the held-out test set: which order lies there, and which skewer somebody made
of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from numpy.random import Generator

from datasets.pieces import CUBES, STRIPS

Group = tuple[str, tuple[str, ...]]
"""A strip ("" for none) and the cubes that it wraps; a strip pierced once has no cubes."""
Layers = tuple[str, ...]


def grouped(layers: Sequence[str]) -> list[Group]:
    """The layers of an order (no strip within another) as groups."""
    out: list[Group] = []
    k = 0
    while k < len(layers):
        if layers[k] in STRIPS:
            rest = list(layers[k + 1 :])
            if layers[k] not in rest:
                out.append((layers[k], ()))
                k += 1
                continue
            end = k + 1 + rest.index(layers[k])
            out.append((layers[k], tuple(layers[k + 1 : end])))
            k = end + 1
        else:
            out.append(("", (layers[k],)))
            k += 1
    return out


def flat(groups: Sequence[Group]) -> Layers:
    """Groups as the contract's layers."""
    out: list[str] = []
    for strip, cubes in groups:
        out += [strip, *cubes, strip] if strip and cubes else [strip] if strip else list(cubes)
    return tuple(out)


def _swapped(g: list[Group], rng: Generator) -> list[Group]:
    at = [(i, j) for i, (_, cubes) in enumerate(g) for j in range(len(cubes))]
    if len(at) < 2:
        return g
    a, b = (at[int(k)] for k in rng.choice(len(at), 2, replace=False))
    rows = [[s, list(c)] for s, c in g]
    ca, cb = rows[a[0]][1], rows[b[0]][1]
    ca[a[1]], cb[b[1]] = cb[b[1]], ca[a[1]]  # type: ignore[index]
    return [(str(s), tuple(c)) for s, c in rows]


def _strips(g: list[Group]) -> list[int]:
    return [i for i, (s, c) in enumerate(g) if s and c]


def _pick(items: Sequence[int], rng: Generator) -> int:
    return items[int(rng.integers(len(items)))]


def _without_topping(g: list[Group], rng: Generator) -> list[Group]:
    at = _strips(g)
    if not at:
        return g
    i = _pick(at, rng)
    return [*g[:i], *(("", (c,)) for c in g[i][1]), *g[i + 1 :]]


def _other_strip(g: list[Group], rng: Generator) -> list[Group]:
    other = {"bacon": "cheese", "cheese": "bacon"}
    at = _strips(g)
    if not at:
        return g
    # Each player has one strip of a kind: with both in use they change places.
    every = at if len(at) > 1 else [at[0]]
    return [(other[s], c) if i in every else (s, c) for i, (s, c) in enumerate(g)]


def _moved_strip(g: list[Group], rng: Generator) -> list[Group]:
    at = [i for i in _strips(g) if len(g[i][1]) == 1]
    bare = [i for i, (s, _) in enumerate(g) if not s]
    if not at or not bare:
        return g
    i, j = _pick(at, rng), _pick(bare, rng)
    strip = g[i][0]
    return [("", c) if k == i else (strip, c) if k == j else (s, c) for k, (s, c) in enumerate(g)]


def _longer_strip(g: list[Group], rng: Generator) -> list[Group]:
    ways = [
        (i, j)
        for i in _strips(g)
        if len(g[i][1]) == 1
        for j in (i - 1, i + 1)
        if 0 <= j < len(g) and not g[j][0]
    ]
    if not ways:
        return g
    i, j = ways[int(rng.integers(len(ways)))]
    a, b = min(i, j), max(i, j)
    return [*g[:a], (g[i][0], g[a][1] + g[b][1]), *g[b + 1 :]]


def _shorter_strip(g: list[Group], rng: Generator) -> list[Group]:
    at = [i for i in _strips(g) if len(g[i][1]) == 2]
    if not at:
        return g
    i = _pick(at, rng)
    strip, (a, b) = g[i]
    pair: list[Group] = [(strip, (a,)), ("", (b,))] if rng.random() < 0.5 else [("", (a,)), (strip, (b,))]
    return [*g[:i], *pair, *g[i + 1 :]]


def _missing_cube(g: list[Group], rng: Generator) -> list[Group]:
    at = [(i, j) for i, (_, cubes) in enumerate(g) for j in range(len(cubes))]
    if len(at) < 2:
        return g
    i, j = at[int(rng.integers(len(at)))]
    strip, cubes = g[i]
    left = cubes[:j] + cubes[j + 1 :]
    return [*g[:i], *([(strip, left)] if left else []), *g[i + 1 :]]


def _extra_cube(g: list[Group], rng: Generator) -> list[Group]:
    unused = [c for c in CUBES if all(c not in cubes for _, cubes in g)]
    if not unused:
        return g
    at = int(rng.integers(len(g) + 1))
    return [*g[:at], ("", (unused[int(rng.integers(len(unused)))],)), *g[at:]]


def _extra_strip(g: list[Group], rng: Generator) -> list[Group]:
    unused = [s for s in STRIPS if all(s != t for t, _ in g)]
    bare = [i for i, (s, _) in enumerate(g) if not s]
    if not unused or not bare:
        return g
    i = _pick(bare, rng)
    return [(unused[0], c) if k == i else (s, c) for k, (s, c) in enumerate(g)]


def _pierced_once(g: list[Group], rng: Generator) -> list[Group]:
    at = _strips(g)
    if not at:
        return g
    i = _pick(at, rng)
    strip, cubes = g[i]
    bare: list[Group] = [("", (c,)) for c in cubes]
    return [*g[:i], *([(strip, ()), *bare] if rng.random() < 0.5 else [*bare, (strip, ())]), *g[i + 1 :]]


def _reversed(g: list[Group], rng: Generator) -> list[Group]:
    return [(s, c[::-1]) for s, c in g[::-1]]


SLIPS: Mapping[str, Callable[[list[Group], Generator], list[Group]]] = {
    "swapped_cubes": _swapped,
    "missing_topping": _without_topping,
    "wrong_strip": _other_strip,
    "moved_strip": _moved_strip,
    "strip_over_two": _longer_strip,
    "strip_over_one": _shorter_strip,
    "missing_cube": _missing_cube,
    "extra_cube": _extra_cube,
    "extra_strip": _extra_strip,
    "pierced_once": _pierced_once,
    "reversed": _reversed,
}


def slip(order: Layers, rng: Generator) -> tuple[Layers, str]:
    """A skewer that differs from the order by one mistake, and the mistake's name: each kind that can
    befall it as likely.
    """
    for name in rng.permutation(list(SLIPS)):
        made = flat(SLIPS[str(name)](grouped(order), rng))
        if made and made != tuple(order):
            return made, str(name)
    raise ValueError(f"no mistake is possible with {order}")


def made_for(
    order: str, orders: Mapping[str, Layers], rng: Generator, right: float = 0.55, other: float = 0.06
) -> tuple[Layers, str]:
    """The skewer that lies on the plate while `order` is asked for, and "match", "other_order" or the
    slip's name.
    """
    roll = rng.random()
    if roll < right:
        return tuple(orders[order]), "match"
    if roll < right + other:
        ids = [k for k, layers in orders.items() if tuple(layers) != tuple(orders[order])]
        return tuple(orders[ids[int(rng.integers(len(ids)))]]), "other_order"
    return slip(tuple(orders[order]), rng)

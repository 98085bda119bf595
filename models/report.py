"""The headline figures from the rows: `python -m models.report` prints Markdown tables (they stand in
MODEL_CARD.md)."""

from __future__ import annotations

import csv
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from pathlib import Path

RESULTS = Path(__file__).parent / "results"
Row = dict[str, str]


def read_rows(path: Path) -> list[Row]:
    """Rows of a results file; none where there is no file."""
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as f:
        return list(csv.DictReader(f))


def shares(rows: Iterable[Row], field: str) -> str:
    """ "right / unsure / wrong" of a field as per cent, with the count."""
    counts = Counter(r[field] for r in rows if r[field])
    n = sum(counts.values())
    if not n:
        return "- | - | - | 0"
    return " | ".join(f"{100 * counts[k] / n:.1f} %" for k in ("right", "unsure", "wrong")) + f" | {n}"


def table(title: str, groups: Sequence[tuple[str, list[Row]]], field: str) -> list[str]:
    """A Markdown table of one field over groups of rows."""
    return [
        f"| {title} | right | unsure | wrong | n |",
        "|---|---|---|---|---|",
        *(f"| {name} | {shares(rows, field)} |" for name, rows in groups),
        "",
    ]


def bands(rows: list[Row], field: str, edges: Sequence[float], unit: str = "") -> list[tuple[str, list[Row]]]:
    """Rows by bands of a number."""
    out = []
    for lo, hi in pairwise(edges):
        chosen = [r for r in rows if r[field] and lo <= float(r[field]) < hi]
        out.append((f"{field} {lo:g}-{hi:g}{unit}", chosen))
    return out


def heldout(rows: list[Row], visible: float = 0.12, title: str = "Held-out pictures (Cycles)") -> list[str]:
    """A rendered test set; nothing for no rows."""
    if not rows:
        return []
    one = [r for r in rows if r["skewer"]]
    seen = [r for r in one if float(r["strip_visible"]) >= visible]
    hidden = [r for r in one if float(r["strip_visible"]) < visible]
    orders = [r for r in rows if r["true_order"]]
    decided = [r for r in rows if r["skewer"] and r["true_verdict"] != "UNSURE"]
    decided_seen = [r for r in decided if float(r["strip_visible"]) >= visible]
    out = [f"### {title}", ""]
    out += table(
        "whole skewer", [("all", one), ("toppings visible", seen), ("a topping hidden", hidden)], "skewer"
    )
    out += table("order card", [("all", orders)], "order")
    out += table("verdict", [("all", decided), ("toppings visible", decided_seen)], "verdict_result")
    for field in ("skewer", "verdict_result"):
        groups = [
            *bands(one, "cube_px", (22, 30, 40, 50, 80), " px"),
            *bands(one, "kelvin", (2700, 3500, 4500, 5500, 6501), " K"),
            *bands(one, "lux", (0, 100, 400, 2000)),
            *bands(one, "tilt", (0, 15, 30, 46), " deg"),
            *((f"wrap {w}", [r for r in one if r["wrap"] == w]) for w in sorted({r["wrap"] for r in one})),
        ]
        out += table(f"{field} by", groups, field)
    return out


def photos(rows: list[Row]) -> list[str]:
    """The real photographs."""

    def of(name: str) -> list[Row]:
        return [r for r in rows if r["set"] == name]

    def total(rs: list[Row], field: str) -> int:
        return sum(int(r[field]) for r in rs)

    dice, cards, out = of("dice_cubes"), of("cards_edje_test"), ["### Real photographs", ""]
    if not rows:
        return out
    hits, n = total(dice, "cubes_true"), total(dice, "objects")
    out.append(
        f"- dice_cubes ({len(dice)}): cube recall {hits / max(n, 1):.3f}, "
        f"precision {hits / max(total(dice, 'cubes_found'), 1):.3f}, "
        f"false skewers a picture {total(dice, 'skewers_false') / max(len(dice), 1):.2f}"
    )
    n = total(cards, "objects")
    out.append(
        f"- cards_edje_test ({len(cards)}): card recall {total(cards, 'card_true') / max(n, 1):.3f}, "
        f"AP50 {average_precision(cards):.3f}, "
        f"false cards a picture {total(cards, 'cards_false') / max(len(cards), 1):.2f}"
    )
    for name in ("cards_edje_test", "jenga_blocks", "meal_table"):
        rs = of(name)
        per: Callable[[str], str] = lambda f, rs=rs: f"{total(rs, f) / max(len(rs), 1):.2f}"  # noqa: E731
        out.append(
            f"- {name} ({len(rs)}), a picture: false cubes {per('cubes_false')}, "
            f"false skewers {per('skewers_false')}, "
            f"plates {per('plates_false')}, false cards {per('cards_false')}"
        )
    colours: Counter[tuple[str, str]] = Counter()
    for r in dice:
        for k, v in json.loads(r["colours"]).items():
            a, b = k.split(">")
            colours[a, b] += int(v)
    truths, names = sorted({a for a, _ in colours}), ("pepper", "tomato", "meat", "shrimp", "cube")
    out += [
        "",
        "| colour of the die (guessed from its hue) | " + " | ".join(names) + " |",
        "|---" * (len(names) + 1) + "|",
    ]
    out += [f"| {a} | " + " | ".join(str(colours[a, b]) for b in names) + " |" for a in truths]
    return [*out, ""]


def average_precision(rows: list[Row]) -> float:
    """AP at IoU 0.5, all points, from the ranked detections of each row."""
    scored = sorted((tuple(x) for r in rows for x in json.loads(r["card_scores"])), key=lambda p: -p[0])
    n, hits, area, best = sum(int(r["objects"]) for r in rows), 0, 0.0, []
    for i, (_, hit) in enumerate(scored):
        hits += bool(hit)
        best.append((hits / max(n, 1), hits / (i + 1)))
    for i, (recall, _) in enumerate(best):
        before = best[i - 1][0] if i else 0.0
        area += (recall - before) * max(p for _, p in best[i:])
    return area


def comparison(rows: list[Row]) -> list[str]:
    """Candidate networks."""
    out = [
        "### Candidates, after the same few steps",
        "",
        "| run | start | size | pictures | mAP50 | mAP50-95 |",
        "|---|---|---|---|---|---|",
    ]
    return [
        *out,
        *(
            f"| {r['run']} | {r['start']} | {r['imgsz']} | {r['pictures']} | {r['map50']} | {r['map50_95']} |"
            for r in rows
            if r["class"] == "all"
        ),
        "",
    ]


def main() -> int:
    """Print all tables."""
    print(
        "\n".join(
            [
                *heldout(
                    read_rows(RESULTS / "heldout_fresh.csv"), title="Held-out pictures (Cycles), scored once"
                ),
                *heldout(
                    read_rows(RESULTS / "heldout.csv"), title="Held-out pictures (Cycles), scored before"
                ),
                *heldout(read_rows(RESULTS / "heldout_gl.csv"), title="Held-out tables, drawn with OpenGL"),
                *photos(read_rows(RESULTS / "photos.csv")),
                *comparison(read_rows(RESULTS / "compare.csv")),
            ]
        )
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())

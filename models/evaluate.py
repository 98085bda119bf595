"""Scores `referee check` on a rendered test set: `python -m models.evaluate SET` (made by `python -m
datasets.heldout`).

Every picture goes through the same code as on a user's machine; one row a picture is written to
`models/results/heldout.csv`, from which `python -m models.report` derives the headline figures. Wrong
means: wrong and not UNSURE.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from tqdm import tqdm

from referee.adapters import get_check
from referee.eyes import open_eyes
from referee.games.kushi_express.compare import compare
from referee.sets.profile import load_profile
from vision.images import load_image

FIELDS = [
    "image",
    "cube_px",
    "kelvin",
    "lux",
    "tilt",
    "wrap",
    "strips",
    "side_under",
    "strip_visible",
    "slip",
    "true_order",
    "read_order",
    "order",
    "true_layers",
    "read_layers",
    "skewer",
    "doubts",
    "true_verdict",
    "verdict",
    "verdict_result",
    "confidence",
]
VISIBLE = 0.12
"""A topping counts as visible when at least this share of its strip is."""


def outcome(right: bool, unsure: bool) -> str:
    """ "right", "unsure" or "wrong"."""
    return "unsure" if unsure else "right" if right else "wrong"


def true_verdict(truth: dict[str, Any], orders: dict[str, tuple[str, ...]]) -> str:
    """What a referee who sees everything would say."""
    if truth.get("order") not in orders:
        return "UNSURE"
    on_plate = [s for s in truth["skewers"] if s.get("on_plate", True)]
    if len(on_plate) != 1:
        return "UNSURE"
    return compare(
        orders[truth["order"]], on_plate[0]["layers"], handle="first", loose=Counter(truth["loose_on_plate"])
    )[0]


def score(
    truth: dict[str, Any], answer: dict[str, Any], orders: dict[str, tuple[str, ...]]
) -> dict[str, object]:
    """One row from the truth and from what `referee check` printed."""
    read = answer.get("order")
    read_card = read.get("card") if read else None
    true_card = truth.get("order")
    skewer_truth = [s for s in truth["skewers"] if s.get("on_plate", True)]
    found = [s for s in answer["skewers"] if s["on_plate"]]
    target = skewer_truth[0] if len(skewer_truth) == 1 else None
    got = found[0] if len(found) == 1 else None
    result = ""
    if target is not None:
        layers, seen = list(target["layers"]), list(got["layers"]) if got else []
        right = got is not None and (
            seen == layers if got["handle"] == "first" else seen in (layers, layers[::-1])
        )
        unsure = (
            got is None or bool(got.get("doubts")) or (got["handle"] != "first" and layers != layers[::-1])
        )
        result = outcome(right, unsure and not right) if right else outcome(False, unsure)
    want = true_verdict(truth, orders)
    verdict = answer["verdict"]
    strips = target["strips"] if target else []
    return {
        "image": truth["image"],
        "cube_px": truth["cube_px"],
        "kelvin": truth.get("kelvin"),
        "lux": truth.get("lux"),
        "tilt": truth.get("tilt"),
        "wrap": truth.get("wrap"),
        "strips": len(strips),
        "side_under": int(any(s["side"] == 2 for s in strips)),
        "strip_visible": min((s["visible"] for s in strips), default=1.0),
        "slip": target["made"] if target else "",
        "true_order": true_card,
        "read_order": read_card,
        "order": outcome(read_card == true_card, read_card is None and true_card is not None),
        "true_layers": " ".join(target["layers"]) if target else "",
        "read_layers": " ".join(got["layers"]) if got else "",
        "skewer": result,
        "doubts": " ".join(f"{d['code']}@{d.get('position')}" for d in (got or {}).get("doubts", [])),
        "true_verdict": want,
        "verdict": verdict,
        "verdict_result": outcome(verdict == want, verdict in ("UNSURE", "ASK") and want != "UNSURE"),
        "confidence": got["confidence"] if got else "",
    }


def main(argv: list[str] | None = None) -> int:
    """Command line."""
    p = argparse.ArgumentParser(prog="models.evaluate", description=__doc__)
    p.add_argument("set", type=Path)
    p.add_argument("--profile", default="kit")
    p.add_argument("--weights", type=Path, help="folder with pieces.onnx and pieces.json")
    p.add_argument("--out", type=Path, default=Path(__file__).parent / "results" / "heldout.csv")
    a = p.parse_args(argv)
    file = a.set / "truth.jsonl"
    if not file.is_file():
        p.error(f"{file}: no such file; render the set with python -m datasets.heldout {a.set}")
    profile = load_profile(a.profile)
    orders = {k: tuple(c.layers) for k, c in profile.deck.items() if c.kind == "order"}
    looker, judge = open_eyes(profile, weights=a.weights), get_check("kushi-express")
    a.out.parent.mkdir(parents=True, exist_ok=True)
    with a.out.open("w", newline="", encoding="utf-8") as f:
        writer = csv.DictWriter(f, FIELDS)
        writer.writeheader()
        for line in tqdm(file.read_text("utf-8").splitlines()):
            truth = json.loads(line)
            answer = judge(looker.look(load_image(a.set / truth["image"]).pixels), profile)
            writer.writerow(score(truth, answer, orders))
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Which network to train: short runs side by side, one row a run and class in `models/results/compare.csv`.

`python -m models.compare --data DATA/data.yaml --start11 yolo11n.pt --start26 yolo26n.pt` trains each
candidate on the same share of the pictures with the same settings. Runs already in the file are not
repeated.
"""

from __future__ import annotations

import argparse
import csv
import sys
import time
from pathlib import Path

from models.train import merged_data, train

FIELDS = ["run", "arch", "start", "imgsz", "pictures", "train_s", "val_ms", "class", "map50", "map50_95"]


def candidates(start11: Path | None, start26: Path | None) -> list[tuple[str, str, Path | None, int]]:
    """(run name, architecture, starting weights, picture size) of each candidate."""
    return [
        ("11-coco-384", "yolo11n-obb", start11, 384),
        ("26-coco-384", "yolo26n-obb", start26, 384),
        ("11-scratch-384", "yolo11n-obb", None, 384),
        ("26-scratch-384", "yolo26n-obb", None, 384),
        ("11-coco-320", "yolo11n-obb", start11, 320),
        ("26-coco-320", "yolo26n-obb", start26, 320),
    ]


def count_pictures(data: Path) -> int:
    """Training pictures that a data.yaml names."""
    import yaml

    folders = yaml.safe_load(data.read_text("utf-8"))["train"]
    return sum(len(list(Path(f).glob("*.jpg"))) for f in folders)


def run(
    name: str, arch: str, start: Path | None, imgsz: int, data: Path, out: Path, fraction: float
) -> list[dict[str, object]]:
    """Train one candidate for one epoch of `fraction` of the pictures and validate it."""
    from ultralytics import YOLO

    began = time.monotonic()
    last = train(
        data,
        arch=arch,
        start=start,
        imgsz=imgsz,
        epochs=1,
        out=out,
        name=name,
        fraction=fraction,
        warmup_epochs=0.15,
    )
    seconds = time.monotonic() - began
    model = YOLO(str(last))
    m = model.val(data=str(data), imgsz=imgsz, device="cpu", plots=False, verbose=False, batch=8, workers=1)
    n = round(fraction * count_pictures(data))
    rows: list[dict[str, object]] = []
    for i, label in [(-1, "all"), *model.names.items()]:
        at = list(m.box.ap_class_index).index(i) if i >= 0 and i in m.box.ap_class_index else None
        if i >= 0 and at is None:
            continue
        values = (m.box.map50, m.box.map) if i < 0 else (m.box.ap50[at], m.box.maps[i])
        rows.append(
            {
                "run": name,
                "arch": arch,
                "start": start.name if start else "scratch",
                "imgsz": imgsz,
                "pictures": n,
                "train_s": round(seconds),
                "val_ms": round(m.speed["inference"], 1),
                "class": label,
                "map50": round(float(values[0]), 4),
                "map50_95": round(float(values[1]), 4),
            }
        )
    return rows


def main(argv: list[str] | None = None) -> int:
    """Command line."""
    p = argparse.ArgumentParser(prog="models.compare", description=__doc__)
    p.add_argument("--data", type=Path, nargs="+", required=True)
    p.add_argument("--start11", type=Path)
    p.add_argument("--start26", type=Path)
    p.add_argument("--fraction", type=float, default=0.3)
    p.add_argument("--only", nargs="*", help="names of runs")
    p.add_argument("--work", type=Path, default=Path("runs/compare"))
    p.add_argument("--out", type=Path, default=Path(__file__).parent / "results" / "compare.csv")
    a = p.parse_args(argv)
    data = merged_data(a.data, a.work)
    a.out.parent.mkdir(parents=True, exist_ok=True)
    done = {r["run"] for r in csv.DictReader(a.out.open(encoding="utf-8"))} if a.out.exists() else set()
    for name, arch, start, imgsz in candidates(a.start11, a.start26):
        if name in done or (a.only and name not in a.only):
            continue
        rows = run(name, arch, start, imgsz, data, a.work, a.fraction)
        new = not a.out.exists()
        with a.out.open("a", newline="", encoding="utf-8") as f:
            writer = csv.DictWriter(f, FIELDS)
            if new:
                writer.writeheader()
            writer.writerows(rows)
        print(name, rows[0]["map50"], rows[0]["map50_95"], flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

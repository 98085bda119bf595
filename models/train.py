"""Trains the detector: `python -m models.train --data DATA/data.yaml [DATA2/data.yaml ...]`.

A nano oriented-box model by ultralytics, on a CPU. An interrupted run goes on with `--resume`; every epoch is
saved.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Any

os.environ.setdefault("YOLO_AUTOINSTALL", "false")
os.environ.setdefault("YOLO_OFFLINE", "true")
os.environ.setdefault("OMP_NUM_THREADS", str(os.cpu_count() or 1))

HYPERPARAMETERS: dict[str, Any] = {
    # Light and camera are varied by the renderer, and by `models.variation`.
    "hsv_h": 0.0,
    "hsv_s": 0.0,
    "hsv_v": 0.0,
    # Close-ups are already turned and scaled as at run time. Mosaic would halve them, and mixing would lay
    # pieces over pieces.
    "mosaic": 0.0,
    "mixup": 0.0,
    "degrees": 0.0,
    "scale": 0.15,
    "translate": 0.06,
    "fliplr": 0.5,
    "flipud": 0.5,
    "erasing": 0.0,
    "optimizer": "AdamW",
    "lr0": 1.5e-3,
    "lrf": 0.02,
    "cos_lr": True,
    "warmup_epochs": 0.4,
    "weight_decay": 5e-4,
    "batch": 16,
    "nbs": 16,  # step after every batch: with few hours on a CPU the number of steps is what counts
}


def merged_data(files: list[Path], out: Path) -> Path:
    """One data.yaml over several sets; validation is that of the first which has one."""
    import yaml

    sets = [yaml.safe_load(f.read_text("utf-8")) for f in files]
    train = [str(Path(s["path"]) / s["train"]) for s in sets if (Path(s["path"]) / s["train"]).is_dir()]
    val = [str(Path(s["path"]) / s["val"]) for s in sets if (Path(s["path"]) / s["val"]).is_dir()]
    if not train or not val:
        raise FileNotFoundError(
            f"no training pictures or no validation pictures in {', '.join(map(str, files))}"
        )
    out.mkdir(parents=True, exist_ok=True)
    path = out / "data.yaml"
    path.write_text(
        yaml.safe_dump({"path": "/", "train": train, "val": val[0], "names": sets[0]["names"]}), "utf-8"
    )
    return path


def _trainer(bf16: bool) -> Any:
    from models.detector_trainer import Bfloat16Trainer, CpuTrainer

    return Bfloat16Trainer if bf16 else CpuTrainer


def train(
    data: Path,
    *,
    arch: str,
    start: Path | None,
    imgsz: int,
    epochs: int,
    out: Path,
    name: str,
    seed: int = 0,
    hours: float | None = None,
    fraction: float = 1.0,
    val: bool = False,
    bf16: bool = False,
    **changes: Any,
) -> Path:
    """Train and return the path of the last checkpoint."""
    from ultralytics import YOLO

    model = YOLO(f"{arch}.yaml")
    if start is not None:
        model = model.load(str(start))
    settings = {**HYPERPARAMETERS, **changes}
    model.train(
        trainer=_trainer(bf16),
        data=str(data),
        imgsz=imgsz,
        epochs=epochs,
        time=hours,
        device="cpu",
        workers=2,
        seed=seed,
        deterministic=True,
        project=str(out.resolve()),
        name=name,
        exist_ok=True,
        save_period=1,
        val=val,
        plots=False,
        amp=False,
        fraction=fraction,
        verbose=True,
        **settings,
    )
    return out / name / "weights" / "last.pt"


def main(argv: list[str] | None = None) -> int:
    """Command line; exit code 2 on bad arguments."""
    p = argparse.ArgumentParser(prog="models.train", description=__doc__)
    p.add_argument("--data", type=Path, nargs="+", required=True)
    p.add_argument("--arch", default="yolo11n-obb", choices=["yolo11n-obb", "yolo26n-obb"])
    p.add_argument(
        "--start",
        type=Path,
        help="weights to start from; from scratch without (yolo11n.pt is fetched by ultralytics)",
    )
    p.add_argument("--imgsz", type=int, default=384)
    p.add_argument("--epochs", type=int, default=6)
    p.add_argument("--hours", type=float)
    p.add_argument("--fraction", type=float, default=1.0)
    p.add_argument("--lr0", type=float, default=HYPERPARAMETERS["lr0"])
    p.add_argument("--out", type=Path, default=Path("runs"))
    p.add_argument("--name", default="pieces")
    p.add_argument(
        "--bf16", action="store_true", help="compute in bfloat16: half the time on a CPU that has it"
    )
    p.add_argument("--resume", action="store_true")
    a = p.parse_args(argv)
    for f in [*a.data, *([a.start] if a.start else [])]:
        if not f.exists():
            p.error(f"{f}: no such file")
    if a.resume:
        from ultralytics import YOLO

        last = a.out / a.name / "weights" / "last.pt"
        if not last.exists():
            p.error(f"--resume: {last} does not exist")
        YOLO(str(last)).train(trainer=_trainer(a.bf16), resume=True)
        return 0
    data = merged_data(a.data, a.out / a.name)
    print(
        train(
            data,
            arch=a.arch,
            start=a.start,
            imgsz=a.imgsz,
            epochs=a.epochs,
            out=a.out,
            name=a.name,
            hours=a.hours,
            fraction=a.fraction,
            lr0=a.lr0,
            bf16=a.bf16,
        )
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())

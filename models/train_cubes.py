"""Trains the second opinion: `python -m models.train_cubes PATCHES` (made by `python -m datasets.patches`).

A small network that looks at all cubes of a skewer: which cube each is, which strip wraps it and whether the
strip goes on to its neighbours.

A few files of close-ups are read at a time, those that were read least often first, so files that are still
being drawn are met as they come. After each such round everything is saved, and `--resume` goes on. The mean
of the last weights is kept in half precision, to start from again, and exported to
`vision/weights/cubes.onnx`, with its answers on the validation patches, one row each, in
`models/results/cubes.csv`.
"""

from __future__ import annotations

import argparse
import csv
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F
from tqdm import tqdm

from datasets.patches import KINDS, UNKNOWN, WRAPS
from models.cube_batches import Columns, Truth, batch_of, batches, listed, load, next_files, skewers, varied
from models.cube_net import ANSWERS, CubeNet, judged
from models.export import describe, half_weights
from vision.light import FEATURES

ROOT = Path(__file__).resolve().parent.parent


ALONE = 0.3
"""How much it counts what the network says of a place before it has heard of its neighbours."""


def loss_of(out: torch.Tensor, y: Truth) -> torch.Tensor:
    """Cross entropies; wraps count for cubes and on bare stick, and neighbours for wrapped cubes."""
    k, w = len(KINDS), len(WRAPS)
    cube = y["kind"] != KINDS.index("none")
    wrapped = cube & (y["wrap"] > 0)
    total = F.cross_entropy(out[:, :k], y["kind"])
    total = total + F.cross_entropy(out[:, k : k + w], y["wrap"], ignore_index=UNKNOWN)
    if bool(wrapped.any()):
        sides = torch.stack([y["left"], y["right"]], 1)[wrapped]
        total = total + F.binary_cross_entropy_with_logits(out[wrapped, k + w :], sides)
    return total


def answers(net: CubeNet, data: Columns) -> np.ndarray:
    """Logits (N, 11) for all patches, each together with its skewer's."""
    net.eval()
    out = np.zeros((len(data["kind"]), ANSWERS), np.float32)
    groups = skewers(data)
    with torch.no_grad():
        for i in range(0, len(groups), 64):
            b = batch_of(data, groups[i : i + 64])
            rows = np.concatenate(groups[i : i + 64])
            out[rows] = judged(net, b.image, b.light, b.at, b.skewer)[1].numpy()
    # An answer for the way that the close-up was cut.
    out[data["back"], -2:] = out[data["back"], -2:][:, ::-1]
    return out


def score(logits: np.ndarray, data: Columns) -> dict[str, float]:
    """Shares right: kinds of cubes, wraps of cubes, wraps where at least 27 px of the strip are seen, strips
    pierced once, and neighbours of wrapped cubes."""
    k, w = len(KINDS), len(WRAPS)
    kind, wrap = logits[:, :k].argmax(1), logits[:, k : k + w].argmax(1)
    cube = data["kind"] != KINDS.index("none")
    seen = cube & ((data["wrap"] == 0) | (data["strip_pixels"] >= 27))
    on = cube & (data["wrap"] > 0)
    once = ~cube & (data["wrap"] > 0)
    sides = (logits[:, k + w :] > 0) == np.stack([data["left"], data["right"]], 1)
    return {
        "kind": float((kind == data["kind"])[cube].mean()),
        "wrap": float((wrap == data["wrap"])[cube].mean()),
        "wrap_seen": float((wrap == data["wrap"])[seen].mean()),
        "pierced": float(((kind == KINDS.index("none")) & (wrap == data["wrap"]))[once].mean()),
        "sides": float(sides[on].all(1).mean()),
    }


def export(net: nn.Module, path: Path) -> None:
    """ONNX for any number of views and places, and its description beside it."""
    net.eval()
    path.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        net,
        (
            torch.zeros(2, 3, 120, 120, 3, dtype=torch.uint8),
            torch.zeros(2, 3, FEATURES),
            torch.arange(3, dtype=torch.float32),
        ),
        str(path),
        input_names=["image", "light", "at"],
        output_names=["logits"],
        dynamic_axes={
            **{name: {0: "views", 1: "places"} for name in ("image", "light", "logits")},
            "at": {0: "places"},
        },
        opset_version=17,
        dynamo=False,
    )
    half_weights(path, path)
    describe(path, kinds=list(KINDS), wraps=list(WRAPS), version="2")


def keep(net: nn.Module, path: Path) -> None:
    """The weights alone, in half precision, for `--start`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    torch.save(
        {"mean": {k: v.half() if v.is_floating_point() else v for k, v in net.state_dict().items()}}, path
    )


def write_rows(path: Path, logits: np.ndarray, data: Columns) -> None:
    """One row a validation patch."""
    k, w = len(KINDS), len(WRAPS)
    kind = torch.softmax(torch.from_numpy(logits[:, :k]), 1).numpy()
    wrap = torch.softmax(torch.from_numpy(logits[:, k : k + w]), 1).numpy()
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", newline="", encoding="utf-8") as f:
        out = csv.writer(f)
        out.writerow(
            ["kind", "read_kind", "kind_p", "wrap", "read_wrap", "wrap_p", "strip_pixels", "side_px"]
        )
        for i in range(len(logits)):
            out.writerow(
                [
                    KINDS[int(data["kind"][i])],
                    KINDS[int(kind[i].argmax())],
                    f"{kind[i].max():.3f}",
                    WRAPS[int(data["wrap"][i])] if data["wrap"][i] != UNKNOWN else "",
                    WRAPS[int(wrap[i].argmax())],
                    f"{wrap[i].max():.3f}",
                    round(float(data["strip_pixels"][i])),
                    round(float(data["side_px"][i]), 1),
                ]
            )


def main(argv: list[str] | None = None) -> int:
    """Command line; exit code 2 on bad arguments."""
    p = argparse.ArgumentParser(prog="models.train_cubes", description=__doc__)
    p.add_argument("patches", type=Path, help="folder with train/ and val/")
    p.add_argument("--batches", type=int, default=10_000, help="steps in all (default 10000)")
    p.add_argument("--batch", type=int, default=64)
    p.add_argument("--lr", type=float, default=1e-3)
    p.add_argument(
        "--bf16", action="store_true", help="compute in bfloat16: half the time on a CPU that has it"
    )
    p.add_argument("--threads", type=int, default=torch.get_num_threads())
    p.add_argument("--work", type=Path, default=Path("runs/cubes"))
    p.add_argument("--resume", action="store_true")
    p.add_argument("--start", type=Path, help="a last.pt or cubes.pt of an earlier run to start from")
    p.add_argument("--backbone", type=Path, default=ROOT / "models" / "weights" / "pieces.pt")
    p.add_argument("--weights", type=Path, default=ROOT / "models" / "weights" / "cubes.pt")
    p.add_argument("--onnx", type=Path, default=ROOT / "vision" / "weights" / "cubes.onnx")
    p.add_argument("--rows", type=Path, default=ROOT / "models" / "results" / "cubes.csv")
    a = p.parse_args(argv)
    for name, file in (("--start", a.start), ("--backbone", a.backbone)):
        if file is not None and not file.is_file():
            p.error(f"{name} {file}: no such file")
    for part in ("train", "val"):
        if not (a.patches / part).is_dir():
            p.error(f"{a.patches / part}: no such folder")
    torch.set_num_threads(a.threads)
    torch.manual_seed(0)
    g = torch.Generator().manual_seed(0)
    rng = np.random.default_rng(0)
    val = load(listed(a.patches / "val"))
    net = CubeNet(a.backbone).to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    if a.start is not None:
        try:
            net.load_state_dict(torch.load(a.start, weights_only=True)["mean"])
        except (RuntimeError, KeyError):
            p.error(f"--start {a.start}: not the weights of this network")
    best = torch.optim.swa_utils.AveragedModel(
        net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.998), use_buffers=True
    )
    optimiser = torch.optim.AdamW(net.parameters(), a.lr, weight_decay=0.02)
    plan = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, a.lr, total_steps=max(a.batches + 1, 100), pct_start=0.05
    )
    a.work.mkdir(parents=True, exist_ok=True)
    saved, done, read = a.work / "last.pt", 0, Counter[str]()
    if a.resume and saved.exists():
        state: dict[str, Any] = torch.load(saved, weights_only=True)
        best.n_averaged.copy_(state["averaged"])
        for part, key in ((net, "net"), (best.module, "mean"), (optimiser, "optimiser"), (plan, "plan")):
            part.load_state_dict(state[key])
        done, read = state["done"], Counter(state["read"])
        g.manual_seed(done)
        rng = np.random.default_rng(done)
    bar = tqdm(total=a.batches, initial=done, unit="batch")
    began, rounds = time.monotonic(), 0
    while done < a.batches:
        net.train()
        total, count = 0.0, 0
        for plain in batches(load(next_files(a.patches / "train", read, rng)), a.batch, rng):
            b = varied(plain, g)
            with torch.autocast("cpu", torch.bfloat16, enabled=a.bf16):
                alone, together = judged(net, b.image, b.light, b.at, b.skewer)
            loss = loss_of(together.float(), b.truth) + ALONE * loss_of(alone.float(), b.truth)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            plan.step()
            best.update_parameters(net)
            total, count, done = total + loss.item(), count + 1, done + 1
            bar.update()
            if done == a.batches:
                break
        if not count:
            p.error(f"{a.patches / 'train'}: fewer close-ups than one batch of {a.batch}; draw more")
        torch.save(
            {
                "net": net.state_dict(),
                "mean": best.module.state_dict(),
                "averaged": best.n_averaged,
                "optimiser": optimiser.state_dict(),
                "plan": plan.state_dict(),
                "done": done,
                "read": dict(read),
            },
            saved,
        )
        rounds += 1
        said = f"batch {done}/{a.batches} {time.monotonic() - began:.0f} s loss {total / max(count, 1):.3f} "
        if rounds % 10 == 0 or done == a.batches:
            said += " ".join(f"{k} {v:.4f}" for k, v in score(answers(best.module, val), val).items())
        print(said, flush=True)
    bar.close()
    keep(best.module, a.weights)
    export(best.module, a.onnx)
    write_rows(a.rows, answers(best.module, val), val)
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Trains the second opinion: `python -m models.train_cubes PATCHES` (made by `python -m datasets.patches`).

A small network that looks at one cube at a time: which cube it is, which strip wraps it and whether the strip
goes on to its neighbours.
Every epoch is saved and `--resume` goes on. The best epoch is exported to `vision/weights/cubes.onnx` with
its answers on the validation
patches, one row each, in `models/results/cubes.csv`.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import json
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from datasets.patches import KINDS, UNKNOWN, WRAPS
from models.export import half_weights
from vision.light import FEATURES

ROOT = Path(__file__).resolve().parent.parent


def block(inside: int, outside: int, stride: int = 1) -> nn.Sequential:
    """3x3 convolution, normalised."""
    return nn.Sequential(
        nn.Conv2d(inside, outside, 3, stride, 1, bias=False), nn.BatchNorm2d(outside), nn.SiLU(inplace=True)
    )


def body(width: int) -> nn.Sequential:
    """(B, 3, 80, 80) to (B, 5 width, 5, 5)."""
    w = width
    return nn.Sequential(
        block(3, w, 2),
        block(w, 2 * w, 2),
        block(2 * w, 2 * w),
        block(2 * w, 4 * w, 2),
        block(4 * w, 4 * w),
        block(4 * w, 5 * w, 2),
    )


class CubeNet(nn.Module):
    """(B, 120, 120, 3) uint8 BGR and (B, 6) light features to (B, 11) logits: six kinds, three wraps, on to
    the left, on to the right.

    The close-up is seen twice: whole and smaller, with the neighbours, and its middle as it is, where the
    thin flaps of a strip are half as wide again.
    """

    def __init__(self, width: int = 20) -> None:
        super().__init__()
        self.wide, self.near = body(width), body(width)
        self.join = nn.Sequential(
            nn.Dropout(0.1), nn.Linear(2 * 25 * 5 * width + FEATURES, 128), nn.SiLU(), nn.Dropout(0.1)
        )
        self.out = nn.Linear(128, len(KINDS) + len(WRAPS) + 2)

    def forward(self, image: torch.Tensor, light: torch.Tensor) -> torch.Tensor:
        x = image.permute(0, 3, 1, 2).float() / 127.5 - 1
        near = self.near(x[:, :, 20:100, 20:100]).flatten(1)
        wide = self.wide(F.interpolate(x, size=(80, 80), mode="bilinear", align_corners=False)).flatten(1)
        return self.out(self.join(torch.cat([wide, near, light], 1)))


def load(folder: Path) -> dict[str, np.ndarray]:
    """All patches of a folder."""
    files = sorted(folder.glob("*.npz"))
    if not files:
        raise FileNotFoundError(f"{folder}: no .npz files")
    parts = [np.load(f) for f in files]
    return {k: np.concatenate([p[k] for p in parts]) for k in parts[0].files}


def augmented(
    image: torch.Tensor, light: torch.Tensor, y: dict[str, torch.Tensor], g: torch.Generator
) -> tuple[torch.Tensor, torch.Tensor, dict[str, torch.Tensor]]:
    """Mirrored either way, brighter or darker, and with another rest of colour cast that the light features
    follow."""
    n = len(image)
    flip = torch.rand(n, generator=g) < 0.5
    image = torch.where(flip[:, None, None, None], image.flip(2), image)
    left, right = torch.where(flip, y["right"], y["left"]), torch.where(flip, y["left"], y["right"])
    up = torch.rand(n, generator=g) < 0.5
    image = torch.where(up[:, None, None, None], image.flip(1), image)
    gain = 1 + 0.12 * (torch.rand(n, 1, generator=g) * 2 - 1)
    cast = torch.randn(n, 3, generator=g) * 0.025
    cast -= cast.mean(1, keepdim=True)
    x = image.float() * gain[:, :, None, None] * torch.exp(cast)[:, None, None, :]
    x = x + torch.randn(n, 1, 1, 1, generator=g) * 5
    shift = torch.stack([cast[:, 2] - cast[:, 1], cast[:, 0] - cast[:, 1]], 1) * 2.2
    return x.clamp(0, 255), light + shift.repeat(1, FEATURES // 2), {**y, "left": left, "right": right}


def loss_of(out: torch.Tensor, y: dict[str, torch.Tensor]) -> torch.Tensor:
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


def answers(net: nn.Module, data: dict[str, np.ndarray]) -> np.ndarray:
    """Logits (N, 11) for all patches."""
    net.eval()
    with torch.no_grad():
        out = [
            net(
                torch.from_numpy(data["image"][i : i + 256]),
                torch.from_numpy(data["light"][i : i + 256].astype(np.float32)),
            )
            for i in range(0, len(data["kind"]), 256)
        ]
    return torch.cat(out).numpy()


def score(logits: np.ndarray, data: dict[str, np.ndarray]) -> dict[str, float]:
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
    """ONNX with any batch size, and its description beside it."""
    net.eval()
    path.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        net,
        (torch.zeros(2, 120, 120, 3, dtype=torch.uint8), torch.zeros(2, FEATURES)),
        str(path),
        input_names=["image", "light"],
        output_names=["logits"],
        dynamic_axes={"image": {0: "n"}, "light": {0: "n"}, "logits": {0: "n"}},
        opset_version=17,
        dynamo=False,
    )
    half_weights(path, path)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    info = {"kinds": list(KINDS), "wraps": list(WRAPS), "sha256": digest, "version": "1"}
    path.with_suffix(".json").write_text(json.dumps(info, indent=1) + "\n", "utf-8")


def write_rows(path: Path, logits: np.ndarray, data: dict[str, np.ndarray]) -> None:
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
    p.add_argument("--epochs", type=int, default=8)
    p.add_argument("--batch", type=int, default=64)
    p.add_argument("--lr", type=float, default=2e-3)
    p.add_argument("--threads", type=int, default=torch.get_num_threads())
    p.add_argument("--work", type=Path, default=Path("runs/cubes"))
    p.add_argument("--resume", action="store_true")
    p.add_argument("--start", type=Path, help="a last.pt of an earlier run to start from")
    p.add_argument("--onnx", type=Path, default=ROOT / "vision" / "weights" / "cubes.onnx")
    p.add_argument("--rows", type=Path, default=ROOT / "models" / "results" / "cubes.csv")
    a = p.parse_args(argv)
    if a.start is not None and not a.start.is_file():
        p.error(f"--start {a.start}: no such file")
    for part in ("train", "val"):
        if not (a.patches / part).is_dir():
            p.error(f"{a.patches / part}: no such folder")
    torch.set_num_threads(a.threads)
    torch.manual_seed(0)
    g = torch.Generator().manual_seed(0)
    data, val = load(a.patches / "train"), load(a.patches / "val")
    net = CubeNet().to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    if a.start is not None:
        net.load_state_dict(
            {
                k.removeprefix("module."): v
                for k, v in torch.load(a.start, weights_only=True)["mean"].items()
                if k != "n_averaged"
            }
        )
    best = torch.optim.swa_utils.AveragedModel(
        net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.998), use_buffers=True
    )
    optimiser = torch.optim.AdamW(net.parameters(), a.lr, weight_decay=0.02)
    n = len(data["kind"])
    steps = a.epochs * (n // a.batch)
    plan = torch.optim.lr_scheduler.OneCycleLR(optimiser, a.lr, total_steps=max(steps + 1, 20), pct_start=0.1)
    a.work.mkdir(parents=True, exist_ok=True)
    saved, first = a.work / "last.pt", 0
    if a.resume and saved.exists():
        state: dict[str, Any] = torch.load(saved, weights_only=True)
        for part, key in ((net, "net"), (best, "mean"), (optimiser, "optimiser"), (plan, "plan")):
            part.load_state_dict(state[key])
        first = state["epoch"]
    images, lights = torch.from_numpy(data["image"]), torch.from_numpy(data["light"].astype(np.float32))
    truth = {k: torch.from_numpy(data[k].astype(np.int64)) for k in ("kind", "wrap")} | {
        k: torch.from_numpy(data[k].astype(np.float32)) for k in ("left", "right")
    }
    for epoch in range(first, a.epochs):
        net.train()
        began, total = time.monotonic(), 0.0
        order = torch.randperm(n, generator=g)
        for s in range(n // a.batch):
            i = order[s * a.batch : (s + 1) * a.batch]
            x, light, y = augmented(images[i], lights[i], {k: v[i] for k, v in truth.items()}, g)
            loss = loss_of(net(x, light), y)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            plan.step()
            best.update_parameters(net)
            total += loss.item()
        result = score(answers(best.module, val), val)
        torch.save(
            {
                "net": net.state_dict(),
                "mean": best.state_dict(),
                "optimiser": optimiser.state_dict(),
                "plan": plan.state_dict(),
                "epoch": epoch + 1,
            },
            saved,
        )
        print(
            f"epoch {epoch + 1}/{a.epochs} {time.monotonic() - began:.0f} s "
            f"loss {total / max(n // a.batch, 1):.3f} " + " ".join(f"{k} {v:.4f}" for k, v in result.items()),
            flush=True,
        )
    export(best.module, a.onnx)
    write_rows(a.rows, answers(best.module, val), val)
    return 0


if __name__ == "__main__":
    sys.exit(main())

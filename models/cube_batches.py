"""Close-ups for training the second opinion: files, whole skewers as batches, and how cameras would vary
them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import torch

from models.variation import as_other_cameras, between, chosen
from vision.light import FEATURES

FILES = 16
"""So many files of close-ups are mixed in one round."""
LONGEST = 8
"""The most places of one skewer that are looked at together."""
Truth = dict[str, torch.Tensor]
Columns = dict[str, np.ndarray]


@dataclass(frozen=True, slots=True)
class Batch:
    """N close-ups: `image` (N, H, W, 3) BGR, `light` (N, 6), what is to be learnt, the `skewer` (N,) of each,
    counted from 0, and `at` (N,), how far along its stick it lies in sides of a cube."""

    image: torch.Tensor
    light: torch.Tensor
    truth: Truth
    skewer: torch.Tensor
    at: torch.Tensor


def listed(folder: Path) -> list[Path]:
    """The files of close-ups that a folder holds now.

    Raises:
        FileNotFoundError: none.
    """
    files = sorted(folder.glob("*.npz"))
    if not files:
        raise FileNotFoundError(f"{folder}: no .npz files")
    return files


def load(files: Sequence[Path]) -> Columns:
    """All patches of some files."""
    parts = [dict(np.load(f)) for f in files]
    return {k: np.concatenate([p[k] for p in parts]) for k in parts[0]}


def next_files(folder: Path, read: Counter[str], rng: np.random.Generator) -> list[Path]:
    """Those that were read least often, by chance among equals; `read` counts them."""
    files = listed(folder)
    order = rng.permutation(len(files))
    chosen = sorted((files[i] for i in order), key=lambda f: read[f.name])[:FILES]
    read.update(f.name for f in chosen)
    return chosen


def skewers(data: Columns) -> list[np.ndarray]:
    """The rows of each skewer of each photograph; places on no skewer stand alone.

    The light features tell one photograph from another.
    """
    _, photograph = np.unique(data["light"], axis=0, return_inverse=True)
    alone = data["skewer"] < 0
    key = np.stack([photograph.reshape(-1), data["skewer"], np.where(alone, np.arange(len(alone)), -1)], 1)
    _, of = np.unique(key, axis=0, return_inverse=True)
    order = np.argsort(of.reshape(-1), kind="stable")
    return np.split(order, np.flatnonzero(np.diff(of.reshape(-1)[order])) + 1)


def batch_of(data: Columns, groups: Sequence[np.ndarray]) -> Batch:
    """Those rows, all of a skewer turned to run one way."""
    rows = np.concatenate(groups)
    skewer = np.repeat(np.arange(len(groups)), [len(g) for g in groups])
    back = data["back"][rows]
    image = torch.from_numpy(data["image"][rows])
    turned = torch.from_numpy(back)
    image = torch.where(turned.view(-1, 1, 1, 1), image.flip(1).flip(2), image)
    truth = {k: torch.from_numpy(data[k][rows].astype(np.int64)) for k in ("kind", "wrap")}
    left, right = data["left"][rows], data["right"][rows]
    for name, one, other in (("left", left, right), ("right", right, left)):
        truth[name] = torch.from_numpy(np.where(back, other, one).astype(np.float32))
    at = np.zeros(len(rows), np.float32)
    for g in range(len(groups)):
        mine = skewer == g
        way = np.where(back[mine, None], -1, 1) * data["direction"][rows[mine]]
        way = way.mean(0) / max(float(np.linalg.norm(way.mean(0))), 1e-6)
        along = data["middle"][rows[mine]] @ way / max(float(np.median(data["side_px"][rows[mine]])), 1.0)
        at[mine] = along - along.min()
    light = torch.from_numpy(data["light"][rows].astype(np.float32))
    return Batch(image, light, truth, torch.from_numpy(skewer), torch.from_numpy(at))


def batches(data: Columns, size: int, rng: np.random.Generator) -> Iterator[Batch]:
    """Nearly all patches once, whole skewers in any order, `size` at a time or a few fewer.

    A third of the skewers are shown with gaps: a referee may have to ask about one place alone.
    """
    groups = skewers(data)
    taken: list[np.ndarray] = []
    for i in rng.permutation(len(groups)):
        group = groups[i]
        keep = rng.random(len(group)) < (1.0 if rng.random() < 0.67 else rng.uniform(0.2, 0.9))
        group = rng.permutation(group[keep])[:LONGEST]
        if not len(group):
            continue
        if sum(map(len, taken)) + len(group) > size:
            yield batch_of(data, taken)
            taken = []
        taken.append(group)


def varied(batch: Batch, g: torch.Generator) -> Batch:
    """A batch as other cameras would show it, mirrored either way, with something lying over a corner now and
    then. The light features follow the colour cast."""
    image, y, of = batch.image, batch.truth, batch.skewer
    n, m = len(image), int(of.max()) + 1
    flip, up = chosen(m, 0.5, g)[of], chosen(m, 0.5, g)[of]
    x = torch.where(flip, image.flip(2), image)
    x = torch.where(up, x.flip(1), x)
    left = torch.where(flip.view(n), y["right"], y["left"])
    right = torch.where(flip.view(n), y["left"], y["right"])
    x = x.permute(0, 3, 1, 2).float() / 255
    x, cast = as_other_cameras(_covered(x, g), of, g)
    shift = torch.stack([cast[:, 2] - cast[:, 1], cast[:, 0] - cast[:, 1]], 1) * 2.2
    return replace(
        batch,
        image=(x * 255).clamp(0, 255).permute(0, 2, 3, 1),
        light=batch.light + shift.repeat(1, FEATURES // 2),
        truth={**y, "left": left, "right": right},
        at=torch.where(flip.view(n), -batch.at, batch.at),
    )


def _covered(x: torch.Tensor, g: torch.Generator) -> torch.Tensor:
    """Something of one colour lies over one side of a tenth of the pictures (N, 3, H, W), beside the cube's
    middle."""
    n, _, h, w = x.shape
    v, u = torch.meshgrid(torch.arange(h) - h / 2, torch.arange(w) - w / 2, indexing="ij")
    turn = between(n, 0.0, 2 * torch.pi, g)
    far = between(n, 14.0, 50.0, g)
    along = torch.cos(turn) * u + torch.sin(turn) * v
    over = (along > far) & (along < far + between(n, 8.0, 90.0, g)) & chosen(n, 0.1, g)
    skin = torch.tensor([0.45, 0.55, 0.8]).view(1, 3, 1, 1) * between(n, 0.3, 1.2, g)
    colour = torch.where(chosen(n, 0.6, g), skin, torch.rand(n, 3, 1, 1, generator=g))
    return torch.where(over, colour, x)

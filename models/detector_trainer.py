"""Ultralytics' trainer for oriented boxes, for a CPU."""

from __future__ import annotations

import os
from typing import Any

import torch
from ultralytics.models.yolo.obb import OBBTrainer

from models.variation import as_other_cameras

VARIED = 0.6
"""This share of all pictures is varied: drawn ones already come from many cameras."""


class CpuTrainer(OBBTrainer):  # type: ignore[misc]
    """Uses all cores of OMP_NUM_THREADS (ultralytics leaves one idle), memory laid out as its
    convolutions like it, and pictures varied as other cameras would show them."""

    def _setup_train(self) -> None:
        super()._setup_train()
        torch.set_num_threads(int(os.environ["OMP_NUM_THREADS"]))
        self.model.to(memory_format=torch.channels_last)
        self.chance = torch.Generator().manual_seed(self.args.seed)

    def preprocess_batch(self, batch: dict[str, Any]) -> dict[str, Any]:
        """The batch with `img` (N, 3, H, W) float32 in 0..1."""
        batch = super().preprocess_batch(batch)
        image = batch["img"].contiguous(memory_format=torch.channels_last)
        few = torch.randperm(len(image), generator=self.chance)[: round(VARIED * len(image))]
        varied, _ = as_other_cameras(image[few], torch.arange(len(few)), self.chance)
        image[few] = varied.clamp(0, 1)
        batch["img"] = image
        return batch


class Bfloat16Trainer(CpuTrainer):
    """Layers in bfloat16, weights and loss in float32. Ultralytics' own mixed precision is for GPUs alone; on
    a CPU that has bfloat16 this takes little more than half the time."""

    def _setup_train(self) -> None:
        super()._setup_train()
        predict = self.model.predict

        def rounded(*args: Any, **kwargs: Any) -> Any:
            with torch.autocast("cpu", torch.bfloat16):
                out = predict(*args, **kwargs)
            return _float32(out)

        # Of the model that learns alone: the mean of its weights, which is kept, has its own `predict`.
        self.model.predict = rounded


def _float32(out: Any) -> Any:
    """All tensors of nested lists, tuples and dicts as float32."""
    if isinstance(out, dict):
        return {k: _float32(v) for k, v in out.items()}
    if isinstance(out, list | tuple):
        return type(out)(_float32(v) for v in out)
    return out.float()

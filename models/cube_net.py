"""The second opinion's network, and how its training pictures are varied."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import nn
from torch.nn import functional as F

from datasets.patches import KINDS, WRAPS
from vision.light import FEATURES

LAYERS = 7
"""So many layers of the detector's backbone are taken over: to a sixteenth of the picture's size."""
GRID, CHANNELS, NARROW = 8, 128, 48
Truth = dict[str, torch.Tensor]


def backbone(start: Path | None = None) -> nn.Sequential:
    """The first layers of YOLO11 nano, (B, 3, 120, 120) RGB in [0, 1] to (B, 128, 8, 8).

    Args:
        start: a detector's `.pt` whose weights they have; random ones without it.
    """
    from ultralytics import YOLO  # type: ignore[attr-defined]

    model = YOLO(str(start) if start is not None else "yolo11n.yaml").model.float()
    layers = nn.Sequential(*list(model.model)[:LAYERS])
    for p in layers.parameters():
        p.requires_grad_(True)
    return layers


class CubeNet(nn.Module):
    """(B, 120, 120, 3) uint8 BGR and (B, 6) light features to (B, 11) logits: six kinds, three wraps, on to
    the left, on to the right."""

    def __init__(self, start: Path | None = None) -> None:
        super().__init__()
        self.body = backbone(start)
        self.narrow = nn.Sequential(nn.Conv2d(CHANNELS, NARROW, 1), nn.SiLU())
        self.join = nn.Sequential(
            nn.Dropout(0.1), nn.Linear(GRID * GRID * NARROW + FEATURES, 128), nn.SiLU(), nn.Dropout(0.1)
        )
        self.out = nn.Linear(128, len(KINDS) + len(WRAPS) + 2)

    def forward(self, image: torch.Tensor, light: torch.Tensor) -> torch.Tensor:
        x = image.permute(0, 3, 1, 2).flip(1).float() / 255
        seen = self.narrow(self.body(x)).flatten(1)
        return self.out(self.join(torch.cat([seen, light], 1)))


def varied(
    image: torch.Tensor, light: torch.Tensor, y: Truth, g: torch.Generator
) -> tuple[torch.Tensor, torch.Tensor, Truth]:
    """A batch (N, H, W, 3) as other cameras would show it: mirrored either way, brighter or darker, flatter
    or steeper, more or less colourful, blurred or sharpened with halos, at a lower resolution, with noise,
    with something lying over a corner, and with another rest of colour cast, which the light features follow.
    """
    n = len(image)
    flip, up = _chosen(n, 0.5, g), _chosen(n, 0.5, g)
    x = torch.where(flip, image.flip(2), image)
    x = torch.where(up, x.flip(1), x)
    left = torch.where(flip.view(n), y["right"], y["left"])
    right = torch.where(flip.view(n), y["left"], y["right"])
    x = x.permute(0, 3, 1, 2).float() / 255
    x = _covered(x, g)
    cast = torch.randn(n, 3, generator=g) * 0.03
    cast -= cast.mean(1, keepdim=True)
    x = x * _between(n, 0.82, 1.2, g) * torch.exp(cast).view(n, 3, 1, 1)
    x = x.clamp(1e-4, 1) ** torch.exp(torch.randn(n, 1, 1, 1, generator=g) * 0.15)
    grey = x.mean(1, keepdim=True)
    x = grey + (x - grey) * _between(n, 0.7, 1.3, g)
    x = _sharpened(x, g)
    coarse = torch.randn(n, 3, x.shape[2] // 2, x.shape[3] // 2, generator=g)
    coarse = F.interpolate(coarse, size=x.shape[2:], mode="bilinear", align_corners=False)
    x = x + coarse * _between(n, 0.0, 0.035, g)
    shift = torch.stack([cast[:, 2] - cast[:, 1], cast[:, 0] - cast[:, 1]], 1) * 2.2
    out = (x * 255).clamp(0, 255).permute(0, 2, 3, 1)
    return out, light + shift.repeat(1, FEATURES // 2), {**y, "left": left, "right": right}


def _chosen(n: int, share: float, g: torch.Generator) -> torch.Tensor:
    return torch.rand(n, 1, 1, 1, generator=g) < share


def _between(n: int, low: float, high: float, g: torch.Generator) -> torch.Tensor:
    return low + (high - low) * torch.rand(n, 1, 1, 1, generator=g)


def _covered(x: torch.Tensor, g: torch.Generator) -> torch.Tensor:
    """Something of one colour lies over one side of a tenth of the pictures (N, 3, H, W), beside the cube's
    middle."""
    n, _, h, w = x.shape
    v, u = torch.meshgrid(torch.arange(h) - h / 2, torch.arange(w) - w / 2, indexing="ij")
    turn = _between(n, 0.0, 2 * torch.pi, g)
    far = _between(n, 14.0, 50.0, g)
    along = torch.cos(turn) * u + torch.sin(turn) * v
    over = (along > far) & (along < far + _between(n, 8.0, 90.0, g)) & _chosen(n, 0.1, g)
    skin = torch.tensor([0.45, 0.55, 0.8]).view(1, 3, 1, 1) * _between(n, 0.3, 1.2, g)
    colour = torch.where(_chosen(n, 0.6, g), skin, torch.rand(n, 3, 1, 1, generator=g))
    return torch.where(over, colour, x)


def _sharpened(x: torch.Tensor, g: torch.Generator) -> torch.Tensor:
    """Blurred a little, or sharpened so much that edges have halos; a fifth also at a lower resolution."""
    n, _, h, w = x.shape
    sigma = 0.7 + 1.5 * float(torch.rand(1, generator=g))
    t = torch.arange(-4, 5, dtype=torch.float32)
    k = torch.exp(-(t**2) / (2 * sigma**2))
    k = (k / k.sum()).repeat(3, 1)
    soft = F.conv2d(x, k.view(3, 1, 9, 1), padding=(4, 0), groups=3)
    soft = F.conv2d(soft, k.view(3, 1, 1, 9), padding=(0, 4), groups=3)
    x = x + (x - soft) * _between(n, -0.9, 1.3, g)
    few = torch.randperm(n, generator=g)[: n // 5]
    scale = 0.4 + 0.5 * float(torch.rand(1, generator=g))
    small = F.interpolate(x[few], scale_factor=scale, mode="bilinear", align_corners=False, antialias=True)
    x = x.clone()
    x[few] = F.interpolate(small, size=(h, w), mode="bilinear", align_corners=False)
    return x

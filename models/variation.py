"""Pictures as other cameras would show them, for training either network."""

from __future__ import annotations

import torch
from torch.nn import functional as F


def as_other_cameras(
    x: torch.Tensor, of: torch.Tensor, g: torch.Generator
) -> tuple[torch.Tensor, torch.Tensor]:
    """Pictures (N, 3, H, W) in 0..1, brighter or darker, flatter or steeper, more or less colourful, blurred
    or sharpened with halos, at a lower resolution, with noise, and with another rest of colour cast.

    What a camera does to all of a photograph is the same for all pictures of it: `of` (N,) counts the
    photographs from 0. Also returns the cast (N, 3), as the logarithm of each channel's gain.
    """
    n, m = len(x), int(of.max()) + 1
    cast = torch.randn(m, 3, generator=g) * 0.03
    cast = (cast - cast.mean(1, keepdim=True))[of]
    x = x * between(m, 0.82, 1.2, g)[of] * torch.exp(cast).view(n, 3, 1, 1)
    x = x.clamp(1e-4, 1) ** torch.exp(torch.randn(m, 1, 1, 1, generator=g) * 0.15)[of]
    grey = x.mean(1, keepdim=True)
    x = grey + (x - grey) * between(m, 0.7, 1.3, g)[of]
    x = _sharpened(x, between(m, -0.9, 1.3, g)[of], g)
    coarse = torch.randn(n, 3, x.shape[2] // 2, x.shape[3] // 2, generator=g)
    coarse = F.interpolate(coarse, size=x.shape[2:], mode="bilinear", align_corners=False)
    return x + coarse * between(m, 0.0, 0.035, g)[of], cast


def chosen(n: int, share: float, g: torch.Generator) -> torch.Tensor:
    """True for about that share of N pictures, (N, 1, 1, 1)."""
    return torch.rand(n, 1, 1, 1, generator=g) < share


def between(n: int, low: float, high: float, g: torch.Generator) -> torch.Tensor:
    """A number of that range for each of N pictures, (N, 1, 1, 1)."""
    return low + (high - low) * torch.rand(n, 1, 1, 1, generator=g)


def _sharpened(x: torch.Tensor, much: torch.Tensor, g: torch.Generator) -> torch.Tensor:
    """Blurred a little, or sharpened so much that edges have halos; a fifth also at a lower resolution."""
    n, _, h, w = x.shape
    sigma = 0.7 + 1.5 * float(torch.rand(1, generator=g))
    t = torch.arange(-4, 5, dtype=torch.float32)
    k = torch.exp(-(t**2) / (2 * sigma**2))
    k = (k / k.sum()).repeat(3, 1)
    x = x.contiguous(memory_format=torch.channels_last)  # a convolution of each channel: 14 times as fast
    soft = F.conv2d(x, k.view(3, 1, 9, 1), padding=(4, 0), groups=3)
    soft = F.conv2d(soft, k.view(3, 1, 1, 9), padding=(0, 4), groups=3)
    x = x + (x - soft) * much
    few = torch.randperm(n, generator=g)[: n // 5]
    scale = 0.4 + 0.5 * float(torch.rand(1, generator=g))
    small = F.interpolate(x[few], scale_factor=scale, mode="bilinear", align_corners=False, antialias=True)
    x = x.clone()
    x[few] = F.interpolate(small, size=(h, w), mode="bilinear", align_corners=False)
    return x

"""The second opinion's network: it looks at every cube of a skewer close up, and at all of them together."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import nn

from datasets.patches import KINDS, WRAPS
from vision.light import FEATURES

NEAR, LAYERS = 7, 11
"""So many layers of the detector's backbone are taken over: to a sixteenth of the picture's size, and on to a
thirty-second, where each place has seen all the others."""
GRID, CHANNELS, NARROW = 8, 128, 48
FAR_GRID, FAR_CHANNELS, FAR_NARROW = 4, 256, 64
SEEN, HEADS, MIXES = 128, 4, 2
ANSWERS = len(KINDS) + len(WRAPS) + 2


def backbone(start: Path | None = None) -> nn.Sequential:
    """The backbone of YOLO11 nano, (B, 3, 120, 120) RGB in [0, 1] to (B, 128, 8, 8) and (B, 256, 4, 4).

    Args:
        start: a detector's `.pt` whose weights they have; random ones without it.
    """
    from ultralytics import YOLO  # type: ignore[attr-defined]

    model = YOLO(str(start) if start is not None else "yolo11n.yaml").model.float()
    layers = nn.Sequential(*list(model.model)[:LAYERS])
    for p in layers.parameters():
        p.requires_grad_(True)
    return layers


class Mix(nn.Module):
    """One round of attention between the places of a skewer (S, P, 128); at first it changes nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.before, self.within = nn.LayerNorm(SEEN), nn.LayerNorm(SEEN)
        self.ask = nn.Linear(SEEN, 3 * SEEN)
        self.tell = nn.Linear(SEEN, SEEN)
        self.think = nn.Sequential(nn.Linear(SEEN, 2 * SEEN), nn.SiLU(), nn.Linear(2 * SEEN, SEEN))
        self.apart = nn.Sequential(nn.Linear(3, 16), nn.SiLU(), nn.Linear(16, HEADS))
        for last in (self.tell, self.think[-1]):
            nn.init.zeros_(last.weight)  # type: ignore[arg-type]
            nn.init.zeros_(last.bias)  # type: ignore[arg-type]

    def forward(
        self, x: torch.Tensor, steps: torch.Tensor, shown: torch.Tensor | None = None
    ) -> torch.Tensor:
        q, k, v = (
            part.unflatten(2, (HEADS, SEEN // HEADS)).transpose(1, 2)
            for part in self.ask(self.before(x)).chunk(3, 2)
        )
        scores = q @ k.transpose(2, 3) * (SEEN // HEADS) ** -0.5 + self.apart(steps).permute(0, 3, 1, 2)
        if shown is not None:
            scores = scores.masked_fill(~shown[:, None, None, :], -1e4)
        x = x + self.tell((scores.softmax(3) @ v).transpose(1, 2).flatten(2))
        return x + self.think(self.within(x))


class CubeNet(nn.Module):
    """Close-ups along one skewer to logits: six kinds, three wraps, on to the left, on to the right.

    What each shows is seen for itself; then the places of a skewer hear of each other, since a colour is
    easier to name beside another one, and a strip round two cubes shows on both.
    """

    def __init__(self, start: Path | None = None) -> None:
        super().__init__()
        self.body = backbone(start)
        self.narrow = nn.Sequential(nn.Conv2d(CHANNELS, NARROW, 1), nn.SiLU())
        self.narrow_far = nn.Sequential(nn.Conv2d(FAR_CHANNELS, FAR_NARROW, 1), nn.SiLU())
        wide = GRID * GRID * NARROW + FAR_GRID * FAR_GRID * FAR_NARROW + FEATURES
        self.join = nn.Sequential(nn.Dropout(0.1), nn.Linear(wide, SEEN), nn.SiLU(), nn.Dropout(0.1))
        self.mixes = nn.ModuleList([Mix() for _ in range(MIXES)])
        self.out = nn.Linear(SEEN, ANSWERS)

    def seen(self, image: torch.Tensor, light: torch.Tensor) -> torch.Tensor:
        """Each close-up for itself: (B, 120, 120, 3) uint8 BGR and (B, 6) light features to (B, 128)."""
        x = image.permute(0, 3, 1, 2).flip(1).float() / 255
        near = self.body[:NEAR](x)
        far = self.body[NEAR:](near)
        parts = [self.narrow(near).flatten(1), self.narrow_far(far).flatten(1), light]
        return self.join(torch.cat(parts, 1))

    def together(
        self, seen: torch.Tensor, at: torch.Tensor, shown: torch.Tensor | None = None
    ) -> torch.Tensor:
        """What is seen at the places of S skewers (S, P, 128), and how far along the stick they lie in sides
        of a cube, (S, P), to logits (S, P, 11); `shown` (S, P) says which places there are."""
        d = (at[:, None, :] - at[:, :, None]).clamp(-8, 8)
        steps = torch.stack([d / 4, d.abs() / 4, torch.exp(-((d.abs() - 1) ** 2) * 2)], 3)
        for mix in self.mixes:
            seen = mix(seen, steps, shown)
        return self.out(seen)

    def forward(self, image: torch.Tensor, light: torch.Tensor, at: torch.Tensor) -> torch.Tensor:
        """One skewer, seen V times: (V, P, 120, 120, 3) uint8 BGR, (V, P, 6) and (P,) to logits
        (V, P, 11)."""
        v, p = image.shape[:2]
        seen = self.seen(image.flatten(0, 1), light.flatten(0, 1)).unflatten(0, (v, p))
        return self.together(seen, at[None].expand(v, p))


def padded(
    flat: torch.Tensor, skewer: torch.Tensor, count: int, longest: int
) -> tuple[torch.Tensor, torch.Tensor, tuple[torch.Tensor, torch.Tensor]]:
    """Rows (N, ...) by the skewer (N,) that each belongs to, as (count, longest, ...), which of these there
    are, and where each row went."""
    order = torch.argsort(skewer, stable=True)
    place = torch.empty_like(skewer)
    first = torch.searchsorted(skewer[order], torch.arange(count))
    place[order] = torch.arange(len(skewer)) - first[skewer[order]]
    out = flat.new_zeros((count, longest, *flat.shape[1:]))
    out[skewer, place] = flat
    shown = torch.zeros((count, longest), dtype=torch.bool)
    shown[skewer, place] = True
    return out, shown, (skewer, place)


def judged(
    net: CubeNet, image: torch.Tensor, light: torch.Tensor, at: torch.Tensor, skewer: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """Logits (N, 11) of close-ups of many skewers: each seen for itself, and together with its skewer's."""
    seen = net.seen(image, light)
    count, longest = int(skewer.max()) + 1, int(torch.bincount(skewer).max())
    rows, shown, where = padded(seen.float(), skewer, count, longest)
    along, _, _ = padded(at, skewer, count, longest)
    return net.out(seen), net.together(rows, along, shown)[where]

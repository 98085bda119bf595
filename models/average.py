"""Averages the weights of two trainings of the second opinion: `python -m models.average ONE.pt OTHER.pt`.

Where one training went on from the other, the mean of both is one network that errs less than either.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import torch

from models.cube_net import CubeNet
from models.train_cubes import ROOT, export, keep


def averaged(one: CubeNet, other: CubeNet, share: float) -> CubeNet:
    """A network with `share` of the weights of `one` and the rest of `other`."""
    net = CubeNet()
    mine, theirs = one.state_dict(), other.state_dict()
    net.load_state_dict(
        {
            name: share * mine[name] + (1 - share) * theirs[name]
            if mine[name].is_floating_point()
            else mine[name]
            for name in mine
        }
    )
    return net


def main(argv: list[str] | None = None) -> int:
    """Command line; exit code 2 on bad arguments."""
    p = argparse.ArgumentParser(prog="models.average", description=__doc__)
    p.add_argument("one", type=Path, help="a last.pt or cubes.pt")
    p.add_argument("other", type=Path)
    p.add_argument("--share", type=float, default=0.5, help="of the first (default 0.5)")
    p.add_argument("--weights", type=Path, default=ROOT / "models" / "weights" / "cubes.pt")
    p.add_argument("--onnx", type=Path, default=ROOT / "vision" / "weights" / "cubes.onnx")
    a = p.parse_args(argv)
    if not 0 <= a.share <= 1:
        p.error(f"--share {a.share}: must lie between 0 and 1")
    nets = []
    for file in (a.one, a.other):
        if not file.is_file():
            p.error(f"{file}: no such file")
        net = CubeNet()
        try:
            net.load_state_dict(torch.load(file, weights_only=True)["mean"])
        except (RuntimeError, KeyError):
            p.error(f"{file}: not the weights of this network")
        nets.append(net)
    net = averaged(*nets, a.share)
    keep(net, a.weights)
    export(net, a.onnx)
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Blender's Cycles as an engine: path-traced pictures for the held-out test set.

`bpy` needs its own Python (3.11), which need not be the one that runs this: name it in
REFEREE_BLENDER_PYTHON. One worker process renders world after world.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from types import TracebackType

import numpy as np
from numpy.typing import NDArray

from datasets.environment import area_of, environment
from datasets.world import World

WORKER = Path(__file__).with_name("cycles_worker.py")


class CyclesError(RuntimeError):
    """Blender could not be started or could not draw the world."""


class CyclesEngine:
    """A running Cycles; use it as a context manager or call `close`."""

    def __init__(
        self,
        hdri: Path | None = None,
        samples: int = 4,
        bounces: int = 3,
        python: str | None = None,
        **settings: object,
    ) -> None:
        """Start the worker.

        Args:
            hdri: folder of environment maps; without it the surroundings are drawn.
            settings: further settings of the worker's job (`prefilter`, `quality`, `threads`).

        Raises:
            CyclesError: that Python has no `bpy`.
        """
        self.hdri, self.samples, self.bounces, self.settings = hdri, samples, bounces, settings
        self._folder = tempfile.TemporaryDirectory(prefix="cycles-")
        command = python or os.environ.get("REFEREE_BLENDER_PYTHON") or sys.executable
        self._log = (Path(self._folder.name) / "log").open("w+b")
        # -P: this folder has a `cycles` of its own, which must not hide Blender's.
        self._worker = subprocess.Popen(
            [command, "-P", str(WORKER)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
            start_new_session=True,
        )
        self._answer()

    def _answer(self) -> dict[str, object]:
        assert self._worker.stdout is not None
        line = self._worker.stdout.readline()
        if not line:
            self._log.seek(0)
            last = self._log.read().decode("utf-8", "replace").strip().splitlines()[-1:]
            self.close()
            raise CyclesError(
                f"Blender's Python ended: {''.join(last) or 'no message'} "
                "(install bpy for it, or name another in REFEREE_BLENDER_PYTHON)"
            )
        answer: dict[str, object] = json.loads(line)
        if not answer.get("ok"):
            raise CyclesError(str(answer.get("error")))
        return answer

    def render(self, world: World) -> NDArray[np.float32]:
        """Linear RGB (H, W, 3) before lens distortion; the same for the same world.

        Raises:
            CyclesError: a world with a photographic backdrop, or a failure inside Blender.
        """
        if world.backdrop is not None:
            raise CyclesError("a photographic backdrop cannot be path-traced")
        scene, out = Path(self._folder.name) / "scene.npz", Path(self._folder.name) / "picture.npy"
        np.savez(scene, **pack(world, self.hdri))
        camera = world.camera
        eye, target = np.asarray(camera.eye), np.asarray(camera.target)
        seed = world.meta.get("seed", 0)
        job = {
            "scene": str(scene),
            "out": str(out),
            "width": camera.size[0],
            "height": camera.size[1],
            "samples": self.samples,
            "bounces": self.bounces,
            "seed": int(seed) % 2**31 if isinstance(seed, int) else 0,
            "vfov": camera.vfov,
            "eye": list(camera.eye),
            "axes": camera.axes.tolist(),
            "aperture": world.meta.get("aperture", 0.0),
            "focus": float(np.linalg.norm(eye - target)),
            **self.settings,
        }
        assert self._worker.stdin is not None
        try:
            self._worker.stdin.write(json.dumps(job) + "\n")
            self._worker.stdin.flush()
        except BrokenPipeError as error:
            raise CyclesError("Blender's Python has ended") from error
        self._answer()
        return np.load(out).astype(np.float32)

    def close(self) -> None:
        """End the worker."""
        if self._worker.poll() is None:
            if self._worker.stdin is not None:
                self._worker.stdin.close()
            try:
                self._worker.wait(5)
            except subprocess.TimeoutExpired:
                self._worker.kill()
                self._worker.wait()
        if self._worker.stdout is not None:
            self._worker.stdout.close()
        self._log.close()
        self._folder.cleanup()

    def __enter__(self) -> CyclesEngine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def pack(world: World, hdri: Path | None) -> dict[str, NDArray[np.generic]]:
    """The world as plain arrays for the worker: meshes, materials, lamps and surroundings."""
    arrays: dict[str, NDArray[np.generic]] = {
        "count": np.array(len(world.parts)),
        "environment": environment(world, hdri).astype(np.float16),
    }
    known: dict[int, int] = {}
    surface, which = [], []
    for k, part in enumerate(world.parts):
        m, paint = part.mesh, part.material
        if id(paint) not in known:
            known[id(paint)] = len(surface)
            arrays[f"t{len(surface)}"] = paint.texture
            surface.append((paint.roughness, paint.specular))
        which.append(known[id(paint)])
        arrays[f"v{k}"], arrays[f"f{k}"], arrays[f"n{k}"], arrays[f"u{k}"] = m.v, m.f, m.n, m.uv
    arrays["material"], arrays["surface"] = np.array(which), np.array(surface, np.float32)
    lamps = []
    for lamp in world.lamps:
        centre, radiance, side = area_of(lamp)
        lamps.append([*centre, *radiance, side])
    arrays["lamps"] = np.array(lamps, np.float64).reshape(-1, 7)
    return arrays

"""Mitsuba 3 as an engine: path-traced pictures for training.

A world becomes few shapes (everything with an untiled texture is one mesh with one atlas; each tiled
surface, such as the table top, is another), so that scene after scene has the same structure and the
compiled kernels are used again. Needs LLVM (on Debian `libllvm19`): set DRJIT_LIBLLVM_PATH, or it is looked
for in the usual places.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from datasets.environment import TRAINING, directions, environment
from datasets.meshes import Mesh, join
from datasets.world import World

Array = NDArray[np.float32]
LLVM_PLACES = (
    "/usr/lib/x86_64-linux-gnu",
    "/usr/lib/aarch64-linux-gnu",
    "/usr/lib/llvm-19/lib",
    "/usr/lib64",
    "/usr/local/lib",
    "/opt/homebrew/opt/llvm/lib",
    "/usr/local/opt/llvm/lib",
)
LLVM_NAMES = ("libLLVM-19.so", "libLLVM.so.19.1", "libLLVM-19.so.1", "libLLVM.dylib")
ATLAS = 2048
FACES_MAX = 512


class MitsubaError(RuntimeError):
    """Mitsuba cannot be used here or cannot draw the world."""


def find_llvm() -> str | None:
    """The LLVM library that Mitsuba's compiler shall use: DRJIT_LIBLLVM_PATH, else the first of version 19
    in the usual places.

    Versions 15 and 16 abort on processors with AVX-512 and 14 is refused, so the system's newest is not
    simply taken.
    """
    named = os.environ.get("DRJIT_LIBLLVM_PATH")
    if named:
        return named
    return next(
        (str(p) for place in LLVM_PLACES for name in LLVM_NAMES if (p := Path(place) / name).is_file()), None
    )


def load_mitsuba() -> Any:
    """The module `mitsuba` with the variant that compiles for this processor.

    Raises:
        MitsubaError: it is not installed, or LLVM is not found.
    """
    llvm = find_llvm()
    if llvm:
        os.environ["DRJIT_LIBLLVM_PATH"] = llvm
    try:
        import mitsuba as mi

        mi.set_variant("llvm_ad_rgb")
    except ImportError as error:
        raise MitsubaError("Mitsuba is not installed: pip install mitsuba pyoidn") from error
    except Exception as error:
        raise MitsubaError(
            f"Mitsuba does not start ({error}): install libllvm19, or set DRJIT_LIBLLVM_PATH"
        ) from error
    return mi


@dataclass(frozen=True, slots=True)
class _Group:
    """One shape: its mesh, sRGB texture, the thing of each face, and roughness and metalness of each
    vertex.
    """

    mesh: Mesh
    texture: NDArray[np.uint8]
    things: NDArray[np.int32]
    rough: Array
    metal: Array


def _tiled(mesh: Mesh) -> bool:
    return bool((mesh.uv < -0.02).any() or (mesh.uv > 1.02).any())


def pack_atlas(
    textures: list[NDArray[np.uint8]], width: int = ATLAS
) -> tuple[NDArray[np.uint8], list[tuple[int, int, int, int]]]:
    """Textures side by side on shelves, each with an edge of two pixels of its own colours.

    Returns:
        The atlas (H, W, 3) and each texture's place in it: x, y, width, height in px, without the edge.
    """
    pad = 2
    places: list[tuple[int, int, int, int]] = [(0, 0, 0, 0)] * len(textures)
    x = y = shelf = 0
    for k in sorted(range(len(textures)), key=lambda k: -textures[k].shape[0]):
        h, w = textures[k].shape[0] + 2 * pad, textures[k].shape[1] + 2 * pad
        if x + w > width:
            x, y, shelf = 0, y + shelf, 0
        places[k] = (x + pad, y + pad, w - 2 * pad, h - 2 * pad)
        x, shelf = x + w, max(shelf, h)
    # Few sizes, so that the kernels' literals stay the same.
    height = 512 * -(-max(y + shelf, 1) // 512)
    atlas = np.zeros((height, width, 3), np.uint8)
    for texture, (px, py, w, h) in zip(textures, places, strict=True):
        atlas[py - pad : py + h + pad, px - pad : px + w + pad] = np.pad(
            texture, ((pad, pad), (pad, pad), (0, 0)), "edge"
        )
    return atlas, places


def _small(texture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    step = -(-max(texture.shape[:2]) // FACES_MAX)
    if step == 1:
        return texture
    h, w = texture.shape[0] // step * step, texture.shape[1] // step * step
    mean = texture[:h, :w].reshape(h // step, step, w // step, step, 3).mean((1, 3))
    return mean.astype(np.uint8)


def groups(world: World) -> list[_Group]:
    """The world as few shapes: first all parts with untiled textures, then each tiled one."""
    plain = [p for p in world.parts if not _tiled(p.mesh)]
    tiled = [p for p in world.parts if _tiled(p.mesh)]
    out: list[_Group] = []
    if plain:
        known: dict[int, int] = {}
        textures: list[NDArray[np.uint8]] = []
        for p in plain:
            if id(p.material.texture) not in known:
                known[id(p.material.texture)] = len(textures)
                textures.append(_small(p.material.texture))
        atlas, places = pack_atlas(textures)
        h, w = atlas.shape[:2]
        meshes = []
        for p in plain:
            x, y, tw, th = places[known[id(p.material.texture)]]
            uv = np.clip(p.mesh.uv, 0, 1)
            # v runs up the mesh and rows run down the picture.
            place = np.stack([(x + uv[:, 0] * tw) / w, 1 - (y + (1 - uv[:, 1]) * th) / h], 1)
            meshes.append(Mesh(p.mesh.v, p.mesh.f, place.astype(np.float32), p.mesh.n))
        out.append(
            _Group(
                join(*meshes),
                atlas,
                np.concatenate([np.full(len(p.mesh.f), p.thing, np.int32) for p in plain]),
                np.concatenate([np.full(len(p.mesh.v), p.material.roughness, np.float32) for p in plain]),
                np.concatenate(
                    [np.full(len(p.mesh.v), float(p.material.specular > 0.3), np.float32) for p in plain]
                ),
            )
        )
    for p in tiled:
        out.append(
            _Group(
                p.mesh,
                p.material.texture,
                np.full(len(p.mesh.f), p.thing, np.int32),
                np.full(len(p.mesh.v), p.material.roughness, np.float32),
                np.full(len(p.mesh.v), float(p.material.specular > 0.3), np.float32),
            )
        )
    return out


def surroundings(world: World, hdri: Path | None) -> Array:
    """The environment map (H, W, 3) with the world's lamps painted into it as bright discs.

    A world that names no map of its own gets one of the training maps by its seed, now and then a drawn one.
    """
    if "environment" not in world.meta and hdri is not None:
        seed = world.meta.get("seed", 0)
        pick = (int(seed) if isinstance(seed, int) else 0) * 2654435761 % 2**32
        name = (*TRAINING, "")[pick % 4]
        about = {"hdri": name, "turn": pick / 2**32 * 2 * np.pi, "tint": 0.6}
        world = _with_meta(world, about)
    image = environment(world, hdri).copy()
    d = directions((image.shape[1], image.shape[0]))
    solid = (
        np.sqrt(np.maximum(1 - d[..., 2] ** 2, 0)) * (2 * np.pi / image.shape[1]) * (np.pi / image.shape[0])
    )
    for lamp in world.lamps:
        inside = d @ np.asarray(lamp.direction, np.float32) > np.cos(
            max(float(np.arctan(lamp.softness)), 0.03)
        )
        image[inside] += np.asarray(lamp.colour, np.float32) * np.float32(
            np.pi / max(solid[inside].sum(), 1e-6)
        )
    return image


def _with_meta(world: World, about: dict[str, object]) -> World:
    return replace(world, meta={**world.meta, "environment": about})


class MitsubaEngine:
    """Draws worlds of one size, on all cores."""

    def __init__(
        self,
        size: tuple[int, int] = (1280, 720),
        samples: int = 8,
        hdri: Path | None = None,
        bounces: int = 3,
    ) -> None:
        """Start Mitsuba and the denoiser.

        Args:
            samples: paths a pixel; 8 and the denoiser are within 37 dB of the truth.
            hdri: folder of environment maps; without it the surroundings are drawn.

        Raises:
            MitsubaError: Mitsuba, pyoidn or LLVM is missing.
        """
        self.size, self.samples, self.hdri, self.bounces = size, samples, hdri, bounces
        self.mi = load_mitsuba()
        try:
            import pyoidn
        except ImportError as error:
            raise MitsubaError("the denoiser is not installed: pip install pyoidn") from error
        self._oidn = pyoidn
        self._device = pyoidn.Device()
        self._device.commit()
        load = self.mi.load_dict
        self._path = load({"type": "path", "max_depth": bounces + 1, "rr_depth": 10})
        # Apart from the path tracer: nested in it, the paths would be traced twice.
        self._guides = load({"type": "aov", "aovs": "albedo:albedo,normal:sh_normal"})

    def render(self, world: World) -> tuple[Array, NDArray[np.int32]]:
        """Linear RGB (H, W, 3) and thing indices (H, W), -1 where none; before lens distortion.

        Raises:
            MitsubaError: a world with a photographic backdrop, or of another size.
        """
        if world.backdrop is not None:
            raise MitsubaError("a photographic backdrop cannot be path-traced")
        if world.camera.size != self.size:
            raise MitsubaError(f"the engine draws {self.size}, the world is {world.camera.size}")
        mi = self.mi
        shapes = groups(world)
        light = surroundings(world, self.hdri)
        parts: dict[str, Any] = {"type": "scene", "light": self._light(light), "sensor": self._sensor(world)}
        for k, group in enumerate(shapes):
            parts[f"shape{k}"] = self._shape(group, f"shape{k}")
        scene = mi.load_dict(parts)
        seed = world.meta.get("seed", 0)
        seed = int(seed) % 2**31 if isinstance(seed, int) else 0
        picture, guides = (
            np.nan_to_num(np.array(mi.render(scene, integrator=way, spp=self.samples, seed=seed)))
            for way in (self._path, self._guides)
        )
        w, h = self.size
        albedo, normal = np.clip(guides[..., -6:-3], 0, 1), guides[..., -3:]
        return self._denoised(picture, albedo, normal), self._ids(scene, shapes).reshape(h, w)

    def _light(self, image: Array) -> Any:
        mi = self.mi
        # Mitsuba's map starts at -z of its own y-up frame; this turn and mirror bring it to z up, columns
        # from +x.
        columns = np.roll(image[:, ::-1], image.shape[1] // 4, 1)
        turn = mi.ScalarTransform4f().rotate([1, 0, 0], 90)
        return mi.load_dict(
            {"type": "envmap", "bitmap": mi.Bitmap(np.ascontiguousarray(columns)), "to_world": turn}
        )

    def _sensor(self, world: World) -> Any:
        mi, camera = self.mi, world.camera
        axes = camera.axes.astype(np.float64)
        m = np.eye(4)
        # A Mitsuba camera looks along +z with +x to its left and +y up.
        m[:3, 0], m[:3, 1], m[:3, 2], m[:3, 3] = -axes[0], -axes[1], axes[2], camera.eye
        film = {
            "type": "hdrfilm", "width": self.size[0], "height": self.size[1], "pixel_format": "rgb",
            "component_format": "float32", "rfilter": {"type": "box"},
        }  # fmt: skip
        return mi.load_dict(
            {
                "type": "perspective", "fov": camera.vfov, "fov_axis": "y", "near_clip": 5.0, "far_clip": 2e4,
                "to_world": mi.ScalarTransform4f(m), "film": film, "sampler": {"type": "independent"},
            }
        )  # fmt: skip

    def _shape(self, group: _Group, name: str) -> Any:
        mi = self.mi
        bitmap = mi.Bitmap(np.ascontiguousarray(group.texture), mi.Bitmap.PixelFormat.RGB)
        bsdf = mi.load_dict(
            {
                "type": "twosided",
                "surface": {
                    "type": "principled",
                    "base_color": {"type": "bitmap", "bitmap": bitmap, "wrap_mode": "repeat"},
                    "roughness": {"type": "mesh_attribute", "name": "vertex_rough"},
                    "metallic": {"type": "mesh_attribute", "name": "vertex_metal"},
                    "specular": 0.5,
                },
            }
        )
        props = mi.Properties()
        props["bsdf"] = bsdf
        m = group.mesh
        mesh = mi.Mesh(
            name, len(m.v), len(m.f), props=props, has_vertex_normals=True, has_vertex_texcoords=True
        )
        mesh.add_attribute("vertex_rough", 1, np.clip(group.rough, 0.06, 1.0))
        mesh.add_attribute("vertex_metal", 1, group.metal)
        fields = mi.traverse(mesh)
        fields["vertex_positions"] = m.v.astype(np.float32).ravel()
        fields["vertex_normals"] = m.n.astype(np.float32).ravel()
        fields["vertex_texcoords"] = np.column_stack([m.uv[:, 0], 1 - m.uv[:, 1]]).astype(np.float32).ravel()
        fields["faces"] = m.f.astype(np.uint32).ravel()
        fields.update()
        return mesh

    def _denoised(self, picture: Array, albedo: Array, normal: Array) -> Array:
        o = self._oidn
        h, w = picture.shape[:2]
        # The denoiser's last corner comes out in a wrong colour: it gets a mirrored margin, which is cut off
        # again.
        margin = ((16, 16 + -h % 16), (16, 16 + -w % 16), (0, 0))
        picture, albedo, normal = (
            np.ascontiguousarray(np.pad(x, margin, "reflect"), np.float32) for x in (picture, albedo, normal)
        )
        out = np.zeros_like(picture)
        with o.Filter(self._device, o.OIDN_FILTER_TYPE_RT) as f:
            for slot, image in (
                (o.OIDN_IMAGE_COLOR, picture),
                (o.OIDN_IMAGE_ALBEDO, albedo),
                (o.OIDN_IMAGE_NORMAL, normal),
                (o.OIDN_IMAGE_OUTPUT, out),
            ):
                f.set_image(slot, image, o.OIDN_FORMAT_FLOAT3)
            f.set_bool("hdr", True)
            f.commit()
            f.execute()
        problem = self._device.get_error()
        if problem is not None:
            raise MitsubaError(f"the denoiser failed: {problem}")
        return out[16 : 16 + h, 16 : 16 + w]

    def _ids(self, scene: Any, shapes: list[_Group]) -> NDArray[np.int32]:
        """The thing at each pixel's centre, by one ray."""
        import drjit as dr

        mi = self.mi
        w, h = self.size
        index = dr.arange(mi.UInt32, w * h)
        x, y = mi.Float(index % w) + 0.5, mi.Float(index // w) + 0.5
        ray, _ = scene.sensors()[0].sample_ray(0.0, 0.5, mi.Point2f(x / w, y / h), mi.Point2f(0.5))
        hit = scene.ray_intersect_preliminary(ray)
        valid = np.array(hit.is_valid())
        shape = np.array(dr.reinterpret_array(mi.UInt32, hit.shape))
        face = np.array(hit.prim_index)
        out = np.full(w * h, -1, np.int32)
        for s in scene.shapes():
            number = np.array(dr.reinterpret_array(mi.UInt32, mi.ShapePtr(s)))[0]
            at = valid & (shape == number)
            out[at] = shapes[int(s.id().removeprefix("shape"))].things[face[at]]
        return out

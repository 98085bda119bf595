"""The fast engine: OpenGL through EGL, with soft shadows and a sky. About a quarter of a second a picture on
one core.

`GLEngine.render(world)` gives linear RGB radiance and, for every pixel, which thing is seen there.
"""

from __future__ import annotations

import moderngl
import numpy as np
from numpy.typing import NDArray

from datasets.camera import Camera
from datasets.world import World

NEAR, FAR = 20.0, 9000.0
SHADOW = 1024

_VERTEX = """
#version 330
uniform mat4 view; uniform mat4 shade[3];
in vec3 in_v; in vec3 in_n; in vec2 in_uv;
out vec3 p; out vec3 n; out vec2 uv; out vec3 s0; out vec3 s1; out vec3 s2;
void main() {
  p = in_v; n = in_n; uv = in_uv; gl_Position = view * vec4(in_v, 1.0);
  vec3 q = in_v + in_n * 0.35;
  s0 = (shade[0] * vec4(q, 1)).xyz * 0.5 + 0.5; s1 = (shade[1] * vec4(q, 1)).xyz * 0.5 + 0.5;
  s2 = (shade[2] * vec4(q, 1)).xyz * 0.5 + 0.5;
}"""

_FRAGMENT = """
#version 330
uniform sampler2D albedo; uniform sampler2D behind;
uniform sampler2DShadow shadow0, shadow1, shadow2;
uniform vec3 eye, sky, ground; uniform vec3 to_light[2]; uniform vec3 light[2]; uniform vec3 soft;
uniform float rough, spec; uniform bool backdrop; uniform vec2 size;
in vec3 p; in vec3 n; in vec2 uv; in vec3 s0; in vec3 s1; in vec3 s2;
out vec4 colour;
const vec2 TAPS[5] = vec2[](vec2(0.0), vec2(0.9, 0.35), vec2(-0.35, 0.9),
                            vec2(-0.9, -0.35), vec2(0.35, -0.9));
float lit(sampler2DShadow map, vec3 s, float spread, mat2 turn) {
  if (any(lessThan(s, vec3(0.0))) || any(greaterThan(s, vec3(1.0)))) return 1.0;
  float sum = 0.0;
  for (int k = 0; k < 5; ++k) sum += texture(map, vec3(s.xy + turn * TAPS[k] * spread, s.z - 0.0006));
  return sum / 5.0;
}
void main() {
  float a = fract(sin(dot(gl_FragCoord.xy, vec2(12.9898, 78.233))) * 43758.5453) * 6.2832;
  mat2 turn = mat2(cos(a), sin(a), -sin(a), cos(a));
  vec3 v = normalize(eye - p); vec3 m = normalize(n); if (dot(m, v) < 0.0) m = -m;
  float l0 = lit(shadow0, s0, soft.x, turn), l1 = lit(shadow1, s1, soft.y, turn);
  float open = lit(shadow2, s2, soft.z, turn);
  if (backdrop) {
    vec3 photo = pow(texture(behind, gl_FragCoord.xy / size).rgb, vec3(2.2));
    vec3 full = light[0] * max(to_light[0].z, 0.0) + light[1] * max(to_light[1].z, 0.0) + sky;
    vec3 now = light[0] * max(to_light[0].z, 0.0) * l0 + light[1] * max(to_light[1].z, 0.0) * l1
             + sky * (0.45 + 0.55 * open);
    colour = vec4(photo * (now / max(full, vec3(1e-4))) * 1.4, 1.0); return;
  }
  vec3 base = pow(texture(albedo, uv).rgb, vec3(2.2));
  float near = 0.55 + 0.45 * clamp(p.z / 14.0 + (m.z > 0.6 ? 0.4 : 0.0), 0.0, 1.0);
  vec3 sum = base * mix(ground, sky, 0.5 + 0.5 * m.z) * near * (0.5 + 0.5 * open);
  for (int k = 0; k < 2; ++k) {
    vec3 l = to_light[k]; float c = max(dot(m, l), 0.0); float vis = k == 0 ? l0 : l1;
    vec3 h = normalize(l + v); float al = max(rough * rough, 0.02); float nh = max(dot(m, h), 0.0);
    float d = nh * nh * (al * al - 1.0) + 1.0; float ggx = al * al / (3.1416 * d * d);
    float fres = spec + (1.0 - spec) * pow(1.0 - max(dot(h, v), 0.0), 5.0);
    sum += light[k] * c * vis * (base + vec3(ggx * fres * 0.25 / max(0.25, dot(m, v))));
  }
  float rim = pow(1.0 - max(dot(m, v), 0.0), 5.0) * (1.0 - rough);
  sum += sky * (spec + rim) * (1.0 - rough) * 0.6;
  colour = vec4(sum, 1.0);
}"""

_ID_FRAGMENT = """
#version 330
uniform float id; out float out_id; void main() { out_id = id; }"""

_FLAT_VERTEX = (
    "#version 330\nuniform mat4 view; in vec3 in_v; void main() { gl_Position = view * vec4(in_v, 1.0); }"
)
_NOTHING = "#version 330\nvoid main() {}"


def view_matrix(camera: Camera) -> NDArray[np.float32]:
    """Clip-from-world 4x4 of the pinhole camera; image row 0 is at the bottom of the buffer's flip, see
    `render`."""
    rows = camera.axes
    w, h = camera.size
    f = camera.focal
    project = np.array(
        [
            [2 * f / w, 0, 0, 0],
            [0, 2 * f / h, 0, 0],
            [0, 0, (FAR + NEAR) / (FAR - NEAR), -2 * FAR * NEAR / (FAR - NEAR)],
            [0, 0, 1, 0],
        ],
        np.float32,
    )
    view = np.eye(4, dtype=np.float32)
    view[:3, :3] = rows
    view[:3, 3] = -rows @ np.asarray(camera.eye, np.float32)
    return project @ view


def _light_matrix(direction: NDArray[np.float32], reach: float) -> NDArray[np.float32]:
    z = -np.asarray(direction, np.float32)
    x = np.cross(z, [0.0, 1.0, 0.0] if abs(z[1]) < 0.9 else [1.0, 0.0, 0.0])
    x /= np.linalg.norm(x)
    m = np.eye(4, dtype=np.float32)
    m[:3, :3] = np.stack([x / reach, np.cross(z, x) / reach, z / (2.5 * reach)])
    return m


class GLEngine:
    """One OpenGL context, kept for many pictures of the same size."""

    def __init__(self, size: tuple[int, int] = (1280, 720), samples: int = 4) -> None:
        self.size = size
        self.ctx = moderngl.create_standalone_context(backend="egl")
        c = self.ctx
        self._main = c.program(vertex_shader=_VERTEX, fragment_shader=_FRAGMENT)
        self._ids = c.program(vertex_shader=_FLAT_VERTEX, fragment_shader=_ID_FRAGMENT)
        self._depth = c.program(vertex_shader=_FLAT_VERTEX, fragment_shader=_NOTHING)
        self._multi = c.framebuffer(
            [c.renderbuffer(size, 4, samples=samples, dtype="f2")],
            c.depth_renderbuffer(size, samples=samples),
        )
        self._flat = c.framebuffer([c.renderbuffer(size, 4, dtype="f2")], c.depth_renderbuffer(size))
        self._id = c.framebuffer([c.renderbuffer(size, 1, dtype="f4")], c.depth_renderbuffer(size))
        self._shadow = []
        for _ in range(3):
            t = c.depth_texture((SHADOW, SHADOW))
            t.compare_func, t.repeat_x, t.repeat_y = "<=", False, False
            self._shadow.append((t, c.framebuffer(depth_attachment=t)))

    def render(self, world: World) -> tuple[NDArray[np.float32], NDArray[np.int32]]:
        """Linear RGB (H, W, 3) and thing indices (H, W), -1 where none; before lens distortion."""
        c = self.ctx
        c.enable(moderngl.DEPTH_TEST)
        c.disable(moderngl.CULL_FACE)
        view = view_matrix(world.camera)
        reach = 900.0
        lamps = list(world.lamps)[:2]
        while len(lamps) < 2:
            lamps.append(type(lamps[0])((0.0, 0.0, 1.0), (0.0, 0.0, 0.0), 0.1))
        directions = [np.asarray(lamp.direction, np.float32) for lamp in lamps] + [
            np.array([0.05, 0.03, 0.998], np.float32)
        ]
        shades = [_light_matrix(d, reach) for d in directions]

        buffers, drawn = [], []
        for part in world.parts:
            m = part.mesh
            data = np.concatenate([m.v, m.n, m.uv], 1).astype(np.float32)
            vbo, ibo = c.buffer(data.tobytes()), c.buffer(m.f.astype(np.int32).tobytes())
            buffers += [vbo, ibo]
            main = c.vertex_array(self._main, [(vbo, "3f 3f 2f", "in_v", "in_n", "in_uv")], ibo)
            flat = [c.vertex_array(p, [(vbo, "3f 20x", "in_v")], ibo) for p in (self._ids, self._depth)]
            drawn.append((part, main, *flat))

        for (_texture, frame), shade in zip(self._shadow, shades, strict=True):
            frame.use()
            frame.clear(depth=1.0)
            self._depth["view"].write(shade.T.astype("f4").tobytes())
            for _part, _main, _ids, depth in drawn:
                depth.render()

        self._id.use()
        self._id.clear(-1.0, 0, 0, 0, depth=1.0)
        self._ids["view"].write(view.T.astype("f4").tobytes())
        for part, _main, ids, _depth in drawn:
            self._ids["id"].value = float(part.thing)
            ids.render()

        self._multi.use()
        self._multi.clear(*world.ground, 1.0, depth=1.0)
        u = self._main
        u["view"].write(view.T.astype("f4").tobytes())
        u["shade"].write(b"".join(s.T.astype("f4").tobytes() for s in shades))
        u["eye"].value, u["sky"].value, u["ground"].value = world.camera.eye, world.sky, world.ground
        u["to_light"].write(np.stack(directions[:2]).astype("f4").tobytes())
        u["light"].write(np.stack([lamp.colour for lamp in lamps]).astype("f4").tobytes())
        u["soft"].value = (lamps[0].softness * 0.02, lamps[1].softness * 0.02, 0.022)
        u["size"].value = self.size
        for k, (texture, _frame) in enumerate(self._shadow):
            texture.use(2 + k)
            u[f"shadow{k}"].value = 2 + k
        u["albedo"].value, u["behind"].value = 0, 1
        textures = []
        photo = world.backdrop if world.backdrop is not None else np.zeros((1, 1, 3), np.uint8)
        behind = c.texture(photo.shape[1::-1], 3, np.ascontiguousarray(photo).tobytes(), alignment=1)
        behind.use(1)
        textures.append(behind)
        cache: dict[int, moderngl.Texture] = {}
        for part, main, _ids, _depth in drawn:
            key = id(part.material.texture)
            if key not in cache:
                # v runs up the mesh, rows run down the picture.
                t = part.material.texture[::-1]
                cache[key] = c.texture(t.shape[1::-1], 3, np.ascontiguousarray(t).tobytes(), alignment=1)
                if (
                    max(t.shape[:2]) > 128
                ):  # small prints are never shrunk much, and each pyramid costs a dozen passes
                    cache[key].build_mipmaps()
                    cache[key].filter = (moderngl.LINEAR_MIPMAP_LINEAR, moderngl.LINEAR)
                    cache[key].anisotropy = 4.0
                textures.append(cache[key])
            cache[key].use(0)
            u["rough"].value, u["spec"].value = part.material.roughness, part.material.specular
            u["backdrop"].value = part.material.backdrop
            main.render()
        c.copy_framebuffer(self._flat, self._multi)
        w, h = self.size
        # The projection keeps image rows downwards, so the buffer's first row is the picture's first.
        colour = (
            np.frombuffer(self._flat.read(components=3, dtype="f2", alignment=1), np.float16)
            .reshape(h, w, 3)
            .astype(np.float32)
        )
        ids = np.frombuffer(self._id.read(components=1, dtype="f4", alignment=1), np.float32).reshape(h, w)
        for _part, *arrays in drawn:
            for a in arrays:
                a.release()
        for b in (*buffers, *textures):
            b.release()
        return np.nan_to_num(colour, posinf=60.0), np.rint(ids).astype(np.int32)

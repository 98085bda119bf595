"""Renders scene files with Blender's Cycles. Runs on its own with a Python that has `bpy` and numpy; see
`datasets.cycles`.

One JSON line in ({"scene": npz file, "out": npy file, "width", "height", "samples", ...}), one JSON line out.
"""

import json
import os
import sys
import time
from pathlib import Path

import bpy
import numpy as np
from mathutils import Matrix

MM = 0.001  # the scene is in mm; Blender gets metres, so that lamps and lenses behave


def setup(scene, job):
    """Few samples, few bounces, the denoiser: a clean picture as fast as two cores give it."""
    scene.render.engine = "CYCLES"
    scene.render.resolution_x, scene.render.resolution_y = job["width"], job["height"]
    scene.render.resolution_percentage = 100
    scene.render.image_settings.file_format = "OPEN_EXR"
    scene.render.image_settings.color_depth = "16"
    scene.render.image_settings.exr_codec = "NONE"
    scene.render.use_persistent_data = False
    scene.render.use_compositing = False
    scene.render.use_sequencer = False
    scene.render.threads_mode = "FIXED"
    scene.render.threads = job.get("threads") or os.cpu_count() or 1
    c = scene.cycles
    c.device, c.samples, c.seed = "CPU", job["samples"], job["seed"]
    c.use_adaptive_sampling = False
    c.use_denoising, c.denoiser = True, "OPENIMAGEDENOISE"
    c.denoising_input_passes = "RGB_ALBEDO_NORMAL"
    c.denoising_prefilter, c.denoising_quality = job.get("prefilter", "FAST"), job.get("quality", "BALANCED")
    c.denoising_use_gpu = False
    c.max_bounces, c.diffuse_bounces, c.glossy_bounces = job["bounces"], job["bounces"], 1
    c.transmission_bounces = c.volume_bounces = c.transparent_max_bounces = 0
    c.caustics_reflective = c.caustics_refractive = False
    c.sample_clamp_indirect, c.sample_clamp_direct = 4.0, 0.0
    c.use_light_tree = False
    c.pixel_filter_type, c.filter_width = "BLACKMAN_HARRIS", 1.5
    c.sampling_pattern = "BLUE_NOISE"


def image_of(pixels, name, space):
    """(H, W, 3) or (H, W, 4), row 0 on top, as a packed image of the file."""
    h, w = pixels.shape[:2]
    image = bpy.data.images.new(name, w, h, alpha=False, float_buffer=space != "sRGB")
    image.colorspace_settings.name = space
    rgba = np.ones((h, w, 4), np.float32)
    rgba[..., :3] = pixels[::-1].astype(np.float32) / (255.0 if pixels.dtype == np.uint8 else 1.0)
    image.pixels.foreach_set(rgba.ravel())
    image.update()
    return image


def material_of(texture, rough, specular, name):
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    tree = material.node_tree
    bsdf = next(n for n in tree.nodes if n.type == "BSDF_PRINCIPLED")
    bsdf.inputs["Roughness"].default_value = max(rough, 0.06)
    if specular > 0.3:  # metal
        bsdf.inputs["Metallic"].default_value = 1.0
    else:  # 0.04 is Blender's 0.5
        bsdf.inputs["Specular IOR Level"].default_value = min(1.0, specular / 0.08)
    if texture.shape[:2] == (1, 1):
        s = texture[0, 0].astype(np.float64) / 255
        linear = np.where(s <= 0.04045, s / 12.92, ((s + 0.055) / 1.055) ** 2.4)
        bsdf.inputs["Base Color"].default_value = (*linear, 1.0)
    else:
        node = tree.nodes.new("ShaderNodeTexImage")
        node.image = image_of(texture, name, "sRGB")
        node.extension = "REPEAT"
        tree.links.new(node.outputs["Color"], bsdf.inputs["Base Color"])
    return material


def mesh_of(v, f, n, uv, material, name):
    mesh = bpy.data.meshes.new(name)
    mesh.vertices.add(len(v))
    mesh.vertices.foreach_set("co", (v * MM).astype(np.float32).ravel())
    mesh.loops.add(f.size)
    mesh.loops.foreach_set("vertex_index", f.astype(np.int32).ravel())
    mesh.polygons.add(len(f))
    mesh.polygons.foreach_set("loop_start", np.arange(0, f.size, 3, dtype=np.int32))
    mesh.polygons.foreach_set("loop_total", np.full(len(f), 3, np.int32))
    layer = mesh.uv_layers.new(name="uv")
    layer.data.foreach_set("uv", uv[f.ravel()].astype(np.float32).ravel())
    mesh.update(calc_edges=True)
    mesh.normals_split_custom_set_from_vertices(n.astype(np.float32))
    mesh.materials.append(material)
    return mesh


def clear():
    """Everything of the last scene, so that a long run does not grow."""
    for kind in (
        bpy.data.objects,
        bpy.data.meshes,
        bpy.data.materials,
        bpy.data.images,
        bpy.data.lights,
        bpy.data.cameras,
        bpy.data.worlds,
    ):
        for block in list(kind):
            kind.remove(block, do_unlink=True)


def render(job):
    clear()
    scene = bpy.context.scene
    setup(scene, job)
    data = np.load(job["scene"])
    collection = scene.collection
    materials = {}
    for k in range(int(data["count"])):
        t = int(data["material"][k])
        if t not in materials:
            rough, specular = data["surface"][t]
            materials[t] = material_of(data[f"t{t}"], float(rough), float(specular), f"m{t}")
        mesh = mesh_of(data[f"v{k}"], data[f"f{k}"], data[f"n{k}"], data[f"u{k}"], materials[t], f"p{k}")
        collection.objects.link(bpy.data.objects.new(f"p{k}", mesh))

    for k, (x, y, z, r, g, b, side) in enumerate(data["lamps"]):
        lamp = bpy.data.lights.new(f"l{k}", "AREA")
        lamp.shape, lamp.size = "DISK" if k % 2 else "SQUARE", side * MM
        peak = max(r, g, b, 1e-9)
        # A Lambertian emitter of radiance L and area A has the power pi A L; a disc is smaller than its
        # square, so brighter.
        lamp.energy = float(np.pi * (side * MM) ** 2 * peak)
        lamp.color = (r / peak, g / peak, b / peak)
        thing = bpy.data.objects.new(f"l{k}", lamp)
        at = np.array([x, y, z]) * MM
        w = at / np.linalg.norm(at)  # an area lamp shines along its own -z
        u = np.cross([0.0, 1.0, 0.0] if abs(w[1]) < 0.9 else [1.0, 0.0, 0.0], w)
        u /= np.linalg.norm(u)
        m = np.eye(4)
        m[:3, 0], m[:3, 1], m[:3, 2], m[:3, 3] = u, np.cross(w, u), w, at
        thing.matrix_world = Matrix(m.tolist())
        thing.visible_camera = False
        collection.objects.link(thing)

    world = bpy.data.worlds.new("w")
    scene.world = world
    world.use_nodes = True
    tree = world.node_tree
    node = tree.nodes.new("ShaderNodeTexEnvironment")
    env = data["environment"]
    width = env.shape[1]
    # Blender's map starts at -x and runs clockwise.
    node.image = image_of(np.roll(env[:, ::-1], width // 2, 1), "env", "Linear Rec.709")
    background = next(n for n in tree.nodes if n.type == "BACKGROUND")
    tree.links.new(node.outputs["Color"], background.inputs["Color"])
    world.cycles.sampling_method, world.cycles.sample_map_resolution = "MANUAL", 256

    camera = bpy.data.cameras.new("c")
    camera.sensor_fit = "VERTICAL"
    camera.angle_y = camera.angle = float(np.radians(job["vfov"]))
    camera.clip_start, camera.clip_end = 0.01, 30.0
    if job.get("aperture"):
        camera.dof.use_dof = True
        camera.dof.focus_distance = job["focus"] * MM
        camera.dof.aperture_fstop = camera.lens / job["aperture"]
    thing = bpy.data.objects.new("c", camera)
    axes = np.asarray(job["axes"])  # rows: right, down, forward
    m = np.eye(4)
    m[:3, 0], m[:3, 1], m[:3, 2], m[:3, 3] = axes[0], -axes[1], -axes[2], np.asarray(job["eye"]) * MM
    thing.matrix_world = Matrix(m.tolist())
    collection.objects.link(thing)
    scene.camera = thing

    picture = job["out"] + ".exr"
    scene.render.filepath = picture
    built = time.perf_counter()
    bpy.ops.render.render(write_still=True)
    done = time.perf_counter()
    image = bpy.data.images.load(picture)
    w, h = image.size
    flat = np.empty(w * h * 4, np.float32)
    image.pixels.foreach_get(flat)
    np.save(job["out"], flat.reshape(h, w, 4)[::-1, :, :3].astype(np.float16))
    Path(picture).unlink(missing_ok=True)
    return {"ok": True, "render_s": round(done - built, 3)}


def main():
    # Blender prints on stdout: the answers get a channel of their own.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    bpy.ops.wm.read_factory_settings(use_empty=True)
    print(json.dumps({"ok": True, "version": bpy.app.version_string}), file=answers, flush=True)
    for line in sys.stdin:
        try:
            answer = render(json.loads(line))
        except Exception as error:
            answer = {"ok": False, "error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    main()

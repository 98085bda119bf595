from __future__ import annotations

import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image as Pillow

from vision.images import ImageError, encode_jpeg, load_image

RED, GREEN, BLUE, GREY = (220, 20, 20), (20, 200, 20), (20, 20, 220), (128, 128, 128)


def quarters(width: int = 96, height: int = 64) -> Pillow.Image:
    """Red top left, green top right, blue bottom left, grey bottom right."""
    picture = Pillow.new("RGB", (width, height), GREY)
    half_w, half_h = width // 2, height // 2
    picture.paste(RED, (0, 0, half_w, half_h))
    picture.paste(GREEN, (half_w, 0, width, half_h))
    picture.paste(BLUE, (0, half_h, half_w, height))
    return picture


def assert_quarters(pixels: np.ndarray, tolerance: int = 12) -> None:
    height, width = pixels.shape[:2]
    for (fy, fx), rgb in {
        (0.2, 0.2): RED,
        (0.2, 0.8): GREEN,
        (0.8, 0.2): BLUE,
        (0.8, 0.8): GREY,
    }.items():
        seen = pixels[int(fy * height), int(fx * width)][::-1].astype(int)
        assert np.abs(seen - rgb).max() <= tolerance, f"at {fx},{fy}: {seen} is not {rgb}"


TURNED_BACK = {
    1: None,
    2: Pillow.Transpose.FLIP_LEFT_RIGHT,
    3: Pillow.Transpose.ROTATE_180,
    4: Pillow.Transpose.FLIP_TOP_BOTTOM,
    5: Pillow.Transpose.TRANSPOSE,
    6: Pillow.Transpose.ROTATE_90,
    7: Pillow.Transpose.TRANSVERSE,
    8: Pillow.Transpose.ROTATE_270,
}


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("kind", ["jpg", "png", "tiff", "webp"])
def test_exif_orientation_is_applied(tmp_path: Path, orientation: int, kind: str) -> None:
    picture = quarters()
    transpose = TURNED_BACK[orientation]
    stored = picture if transpose is None else picture.transpose(transpose)
    exif = Pillow.Exif()
    exif[0x0112] = orientation
    path = tmp_path / f"turned.{kind}"
    stored.save(path, exif=exif)
    image = load_image(path)
    assert image.size == (96, 64)
    assert image.pixels.shape == (64, 96, 3)
    assert_quarters(image.pixels)


def test_nonsense_orientation_is_ignored(tmp_path: Path) -> None:
    exif = Pillow.Exif()
    exif[0x0112] = 77
    quarters().save(tmp_path / "a.jpg", exif=exif)
    assert_quarters(load_image(tmp_path / "a.jpg").pixels)


@pytest.mark.parametrize("mode", ["RGB", "P", "CMYK", "RGBA", "YCbCr", "LAB", "HSV"])
def test_colour_modes_come_out_as_bgr(tmp_path: Path, mode: str) -> None:
    if mode == "LAB":
        from PIL import ImageCms

        lab = ImageCms.createProfile("LAB")
        picture = ImageCms.profileToProfile(quarters(), ImageCms.createProfile("sRGB"), lab, outputMode="LAB")
        assert isinstance(picture, Pillow.Image)
    else:
        picture = quarters().quantize(8) if mode == "P" else quarters().convert(mode)
    path = tmp_path / ("a.tiff" if mode in ("CMYK", "LAB", "YCbCr") else "a.png")
    if mode == "HSV":
        picture = picture.convert("RGB")
    picture.save(path)
    image = load_image(path)
    assert image.pixels.dtype == np.uint8 and image.pixels.flags.c_contiguous
    assert_quarters(image.pixels, tolerance=40 if mode == "LAB" else 12)


def test_cmyk_jpeg(tmp_path: Path) -> None:
    quarters().convert("CMYK").save(tmp_path / "a.jpg", quality=95)
    assert_quarters(load_image(tmp_path / "a.jpg").pixels, tolerance=25)


@pytest.mark.parametrize("mode", ["L", "1", "LA"])
def test_grey_modes(tmp_path: Path, mode: str) -> None:
    picture = Pillow.new("L", (64, 64), 0)
    picture.paste(255, (32, 0, 64, 64))
    picture.convert(mode).save(tmp_path / "a.png")
    pixels = load_image(tmp_path / "a.png").pixels
    assert pixels.shape == (64, 64, 3)
    assert pixels[10, 10].tolist() == [0, 0, 0] and pixels[10, 50].tolist() == [255, 255, 255]


@pytest.mark.parametrize("kind", ["png", "tiff", "pgm"])
def test_16_bit_grey_is_scaled_not_clipped(tmp_path: Path, kind: str) -> None:
    values = np.full((64, 64), 0x8080, np.uint16)
    values[:, :32] = 0x1010
    Pillow.fromarray(values).save(tmp_path / f"a.{kind}")
    pixels = load_image(tmp_path / f"a.{kind}").pixels
    assert pixels[5, 5].tolist() == [0x10] * 3 and pixels[5, 50].tolist() == [0x80] * 3


def png(width: int, height: int, bits: int, rows: bytes) -> bytes:
    chunks = [
        (b"IHDR", struct.pack(">IIBBBBB", width, height, bits, 2, 0, 0, 0)),
        (b"IDAT", zlib.compress(rows)),
        (b"IEND", b""),
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in chunks
    )


def test_16_bit_rgb_png(tmp_path: Path) -> None:
    row = b"\0" + struct.pack(">3H", 0xC8C8, 0x6464, 0x0A0A) * 64
    (tmp_path / "a.png").write_bytes(png(64, 64, 16, row * 64))
    assert load_image(tmp_path / "a.png").pixels[3, 3].tolist() == [0x0A, 0x64, 0xC8]


def test_float_tiff(tmp_path: Path) -> None:
    Pillow.fromarray(np.full((64, 64), 0.5, np.float32)).save(tmp_path / "a.tiff")
    assert load_image(tmp_path / "a.tiff").pixels[3, 3].tolist() == [128, 128, 128]


def test_transparent_parts_become_white(tmp_path: Path) -> None:
    picture = Pillow.new("RGBA", (64, 64), (0, 0, 0, 0))
    picture.paste((200, 0, 0, 255), (0, 0, 32, 64))
    for path in (tmp_path / "a.png", tmp_path / "p.png"):
        (picture if path.stem == "a" else picture.quantize(8)).save(path)
        pixels = load_image(path).pixels
        assert pixels[10, 50].tolist() == [255, 255, 255]
        assert pixels[10, 10, 2] > 190 and pixels[10, 10, 0] < 10


def test_first_picture_of_many(tmp_path: Path) -> None:
    frames = [quarters(), Pillow.new("RGB", (96, 64), BLUE)]
    for kind in ("gif", "tiff", "webp", "png"):
        path = tmp_path / f"a.{kind}"
        frames[0].save(path, save_all=True, append_images=frames[1:], quality=95)
        assert_quarters(load_image(path).pixels, tolerance=25)


def test_non_ascii_path_with_spaces(tmp_path: Path) -> None:
    folder = tmp_path / "テスト Öff"
    folder.mkdir()
    quarters().save(folder / "写真 1.png")
    assert_quarters(load_image(folder / "写真 1.png").pixels)


def test_very_large_picture_is_worked_on_smaller_and_mapped_back(tmp_path: Path) -> None:
    path = tmp_path / "large.jpg"
    quarters(12000, 9000).save(path, quality=60)
    image = load_image(path)
    assert image.size == (12000, 9000)
    assert image.pixels.shape == (3072, 4096, 3)
    assert_quarters(image.pixels)
    np.testing.assert_allclose(image.to_full(np.array([[2048, 1536]])), [[6000, 4500]], atol=2)


def test_large_and_turned(tmp_path: Path) -> None:
    exif = Pillow.Exif()
    exif[0x0112] = 6
    quarters(900, 1200).transpose(Pillow.Transpose.ROTATE_90).save(tmp_path / "a.jpg", exif=exif)
    image = load_image(tmp_path / "a.jpg", max_side=300)
    assert image.size == (900, 1200)
    assert image.pixels.shape == (300, 225, 3)
    assert image.scale == (4.0, 4.0)
    assert_quarters(image.pixels)


def one_line(path: Path, **options: int) -> str:
    with pytest.raises(ImageError) as caught:
        load_image(path, **options)
    text = str(caught.value)
    assert "\n" not in text and text.startswith(str(path))
    return caught.value.reason


def jpeg(path: Path) -> bytes:
    noise = np.random.default_rng(3).integers(0, 255, (200, 300, 3), np.uint8)
    exif = Pillow.Exif()
    exif[0x010E] = "with a header"
    Pillow.fromarray(noise).save(path, quality=80, exif=exif)
    return path.read_bytes()


@pytest.mark.parametrize("progressive", [False, True])
@pytest.mark.parametrize("share", [0.999, 0.9, 0.5, 0.2, 0.02])
@pytest.mark.parametrize("fill", [b"", b"\0", b"\xff"])
def test_cut_off_jpeg_is_refused(tmp_path: Path, share: float, fill: bytes, progressive: bool) -> None:
    path = tmp_path / "cut.jpg"
    noise = np.random.default_rng(3).integers(0, 255, (200, 300, 3), np.uint8)
    Pillow.fromarray(noise).save(path, quality=80, progressive=progressive)
    data = path.read_bytes()
    keep = int(len(data) * share) if share < 0.99 else len(data) - 3
    path.write_bytes(data[:keep] + fill * (len(data) - keep))
    assert "cut off" in one_line(path) or "damaged" in one_line(path) or "not a picture" in one_line(path)


def test_whole_jpeg_with_a_trailer_is_read(tmp_path: Path) -> None:
    path = tmp_path / "trailer.jpg"
    path.write_bytes(jpeg(path) + b"\0SEFT maker's data \xff\xda\0\0" * 20)
    assert load_image(path).size == (300, 200)


@pytest.mark.parametrize("kind", ["png", "gif", "bmp", "tiff", "webp"])
def test_other_cut_off_files_are_refused(tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"cut.{kind}"
    noise = np.random.default_rng(3).integers(0, 255, (200, 300, 3), np.uint8)
    Pillow.fromarray(noise).save(path)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    reason = one_line(path)
    assert "cut off" in reason or "damaged" in reason or "not a picture" in reason


def test_missing_directory_empty_and_no_picture(tmp_path: Path) -> None:
    assert one_line(tmp_path / "missing.jpg") == "no such file"
    assert one_line(tmp_path) == "is a directory, not a picture"
    (tmp_path / "empty.jpg").touch()
    assert one_line(tmp_path / "empty.jpg") == "is empty"
    (tmp_path / "text.jpg").write_text("<html>not found</html>")
    assert "not a picture that can be read" in one_line(tmp_path / "text.jpg")
    assert "no such file" in one_line(tmp_path / ("x" * 40) / "a.jpg")


def test_name_that_no_system_can_open(tmp_path: Path) -> None:
    assert "can't be read" in one_line(tmp_path / ("x" * 300 + ".jpg"))
    with pytest.raises(ImageError):
        load_image("nul\0byte.jpg")


def test_no_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    jpeg(tmp_path / "a.jpg")

    def refuse(self: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", refuse)
    assert one_line(tmp_path / "a.jpg") == "no permission to read it"


def test_too_small(tmp_path: Path) -> None:
    Pillow.new("RGB", (1, 1)).save(tmp_path / "a.png")
    assert one_line(tmp_path / "a.png") == "too small: 1x1 px, at least 32x32 is needed"


def test_bombs_are_refused_before_they_are_decoded(tmp_path: Path) -> None:
    for width, height, said in ((13000, 12000, "13000x12000 is 156"), (40000, 40000, "over 179")):
        path = tmp_path / f"{width}.png"
        path.write_bytes(png(width, height, 8, b""))
        assert one_line(path) == f"too large: {said} megapixels, at most 150"


def test_heic_without_the_plugin_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "pillow_heif", None)
    (tmp_path / "a.heic").write_bytes(b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + b"\0" * 64)
    assert "HEIC can't be read here: save it as JPEG" in one_line(tmp_path / "a.heic")


def test_heic_with_the_plugin_asks_it_to_register(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys
    import types

    called: list[str] = []
    plugin = types.ModuleType("pillow_heif")
    plugin.register_heif_opener = lambda: called.append("registered")  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "pillow_heif", plugin)
    (tmp_path / "a.heic").write_bytes(b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + b"\0" * 64)
    one_line(tmp_path / "a.heic")
    assert called == ["registered"]


def test_a_jpeg_is_no_wider_than_asked_and_keeps_its_shape() -> None:
    wide = np.full((300, 1200, 3), (30, 90, 200), np.uint8)
    for most, shape in ((600, (150, 600, 3)), (2000, (300, 1200, 3)), (None, (300, 1200, 3))):
        data = encode_jpeg(wide, quality=90, max_width=most)
        found = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
        assert found is not None and found.shape == shape
        assert np.abs(found.astype(int) - wide[0, 0]).max() < 6
    assert len(encode_jpeg(wide, quality=95)) > len(encode_jpeg(wide, quality=20))

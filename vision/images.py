"""Reading picture files as people have them: turned phones, CMYK scans, 16-bit greys, cut-off downloads.

Every file either becomes an upright 8-bit BGR array or one clear line that says why not.
"""

from __future__ import annotations

import importlib
import io
import warnings
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from PIL import Image as Pillow
from PIL import ImageOps, UnidentifiedImageError

from vision.geometry import Floats, Pixels, Size

MAX_SIDE = 4096
"""Larger pictures are worked on at this long side (px); boxes are mapped back to the full picture."""
MAX_PIXELS = 150_000_000
"""Refused above this: 12000x9000 is read, a decompression bomb is not."""
MAX_BYTES = 512 * 2**20
MIN_SIDE = 32

# Named, because Pillow's others include ones that start programs (EPS); the rare ones load slowly.
_COMMON = ["JPEG", "PNG", "BMP", "GIF", "PPM"]
_RARE = ["WEBP", "TIFF", "JPEG2000", "AVIF", "HEIF"]
_READABLE = "JPEG, PNG, WebP, TIFF, BMP, GIF"
_HEIC_BRANDS = {b"heic", b"heix", b"hevc", b"hevx", b"heim", b"heis", b"mif1", b"msf1"}


class ImageError(ValueError):
    """A picture that can't be used, in one line: `PATH: REASON`."""

    def __init__(self, path: str | Path, reason: str) -> None:
        self.path = str(path)
        self.reason = " ".join(reason.split())
        super().__init__(f"{self.path}: {self.reason}")


@dataclass(frozen=True, eq=False)
class Image:
    """A picture ready for work.

    Attributes:
        pixels: (H, W, 3) uint8 BGR, upright, at most `MAX_SIDE` on its long side.
        size: (width, height) of the upright picture in full.
        path: Where it came from.
    """

    pixels: Pixels
    size: Size
    path: str

    @property
    def scale(self) -> tuple[float, float]:
        """Full pixels for a pixel of `pixels`, along x and y; (1, 1) unless the picture was made smaller."""
        height, width = self.pixels.shape[:2]
        return self.size[0] / width, self.size[1] / height

    def to_full(self, points: Floats) -> Floats:
        """Points (..., 2) of `pixels` as points of the upright picture in full."""
        factor = np.asarray(self.scale, np.float32)
        return np.asarray(points, np.float32) * factor


def load_image(path: str | Path, *, max_side: int = MAX_SIDE) -> Image:
    """Reads a picture file.

    EXIF orientation is applied. Transparent parts become white, as on paper. 16-bit values are divided by
    257, not stretched. Of an animation or a multi-page file the first picture counts. HEIC is read where
    `pillow_heif` is installed.

    Raises:
        ImageError: If there is no such file or it can't be read whole, is no picture, is under 32 px or over
            150 megapixels.
    """
    file = Path(path)
    data = _read(file)
    _register_heif(file, data)
    try:
        with _open(data) as picture:
            return _decode(picture, data, file, max_side)
    except ImageError:
        raise
    except UnidentifiedImageError:
        raise ImageError(file, f"not a picture that can be read ({_READABLE})") from None
    except Pillow.DecompressionBombError:
        raise ImageError(file, _too_large("over 179")) from None
    except MemoryError:
        raise ImageError(file, "not enough memory for a picture of this size") from None
    except Exception as error:  # Pillow's readers raise many kinds on broken files
        raise ImageError(file, _broken(error)) from None


def encode_jpeg(pixels: Pixels, *, quality: int, max_width: int | None = None) -> bytes:
    """A JPEG file of a picture (H, W, 3) BGR, scaled down to `max_width` px where it is wider.

    Raises:
        ValueError: it is no such picture.
    """
    height, width = pixels.shape[:2]
    if max_width is not None and width > max_width:
        size = (max_width, max(1, round(height * max_width / width)))
        pixels = np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)
    done, data = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise ValueError(f"image: expected (H, W, 3) uint8, got {pixels.shape} {pixels.dtype}")
    return data.tobytes()


def _read(file: Path) -> bytes:
    try:
        if file.is_dir():
            raise ImageError(file, "is a directory, not a picture")
        if not file.exists():
            raise ImageError(file, "no such file")
        if not file.is_file():
            raise ImageError(file, "is not a regular file")
        if file.stat().st_size > MAX_BYTES:
            raise ImageError(file, f"is over {MAX_BYTES // 2**20} MB")
        data = file.read_bytes()
    except PermissionError:
        raise ImageError(file, "no permission to read it") from None
    except (OSError, ValueError) as error:
        if isinstance(error, ImageError):
            raise
        raise ImageError(file, f"can't be read: {getattr(error, 'strerror', None) or error}") from None
    if not data:
        raise ImageError(file, "is empty")
    return data


def _decode(picture: Pillow.Image, data: bytes, file: Path, max_side: int) -> Image:
    width, height = picture.size
    if width * height > MAX_PIXELS:
        raise ImageError(file, _too_large(f"{width}x{height} is {width * height / 1e6:.0f}"))
    if min(width, height) < MIN_SIDE:
        raise ImageError(file, f"too small: {width}x{height} px, at least {MIN_SIDE}x{MIN_SIDE} is needed")
    if picture.format in ("JPEG", "MPO") and not _jpeg_is_whole(data):
        raise ImageError(file, "the file is cut off: the end of the picture is missing")
    if max(width, height) > max_side and picture.format == "JPEG":
        ratio = max_side / max(width, height)
        picture.draft(None, (round(width * ratio), round(height * ratio)))  # decodes 1/2, 1/4 or 1/8 directly
    picture.load()
    upright = ImageOps.exif_transpose(picture)
    if (upright.width > upright.height) != (width > height) and width != height:
        width, height = height, width
    pixels = _to_bgr(upright)
    if max(width, height) > max_side:
        ratio = max_side / max(width, height)
        target = max(round(width * ratio), 1), max(round(height * ratio), 1)
        pixels = np.asarray(cv2.resize(pixels, target, interpolation=cv2.INTER_AREA), np.uint8)
    return Image(pixels, (width, height), str(file))


def _to_bgr(picture: Pillow.Image) -> Pixels:
    mode = picture.mode
    if mode.startswith("I;16") or mode in ("I", "F"):
        grey = _deep_grey(picture)
        return np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8)
    if mode in ("RGBA", "LA", "PA", "RGBa", "La") or "transparency" in picture.info:
        layer = picture.convert("RGBA")
        paper = Pillow.new("RGBA", layer.size, "white")
        picture = Pillow.alpha_composite(paper, layer)
    rgb = np.asarray(picture.convert("RGB"))
    return np.asarray(cv2.cvtColor(rgb, cv2.COLOR_RGB2BGR), np.uint8)


def _deep_grey(picture: Pillow.Image) -> Pixels:
    values = np.nan_to_num(np.asarray(picture).astype(np.float32))
    if picture.mode == "F" and values.max(initial=0) <= 1:
        values *= 255
    elif picture.mode.startswith("I;16") or values.max(initial=0) > 255:
        values /= 257
    return np.clip(np.rint(values), 0, 255).astype(np.uint8)


def _jpeg_is_whole(data: bytes) -> bool:
    """Whether the end marker follows the first picture's scan.

    Pillow notices a file that ends early, but not one whose missing end is filled with zeros (a broken
    download): it would show as a picture with a grey lower half.
    """
    position = 2
    while position + 4 <= len(data) and data[position] == 0xFF:
        marker = data[position + 1]
        if marker == 0xFF:  # fill byte
            position += 1
            continue
        if marker == 0xDA:
            return data.find(b"\xff\xd9", position) >= 0
        position += 2 + int.from_bytes(data[position + 2 : position + 4], "big")
    return True  # an unusual header: leave it to the decoder


def _register_heif(file: Path, data: bytes) -> None:
    if data[4:8] != b"ftyp" or data[8:12] not in _HEIC_BRANDS:
        return
    try:
        pillow_heif = importlib.import_module("pillow_heif")
    except ImportError:
        advice = "save it as JPEG (iPhone: Formats, Most Compatible) or `pip install pillow-heif`"
        raise ImageError(file, f"HEIC can't be read here: {advice}") from None
    pillow_heif.register_heif_opener()


def _open(data: bytes) -> Pillow.Image:
    with warnings.catch_warnings():
        warnings.simplefilter(
            "ignore", Pillow.DecompressionBombWarning
        )  # MAX_PIXELS is checked before decoding
        try:
            return Pillow.open(io.BytesIO(data), formats=_COMMON)
        except UnidentifiedImageError:
            Pillow.init()
            return Pillow.open(io.BytesIO(data), formats=[name for name in _RARE if name in Pillow.OPEN])


def _too_large(what: str) -> str:
    return f"too large: {what} megapixels, at most {MAX_PIXELS // 1_000_000}"


def _broken(error: Exception) -> str:
    text = str(error) or type(error).__name__
    if "truncated" in text.lower() or isinstance(error, EOFError):
        return "the file is cut off: the end of the picture is missing"
    return f"the file is damaged ({text})"

from __future__ import annotations

import itertools
import struct
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest

from vision.capture import State
from vision.sources import FileSource, SourceError, SourceSpec, open_source, parse_source, turned


def write_video(
    path: Path, times_ms: list[int], size: tuple[int, int] = (96, 64), codec: str = "libx264"
) -> Path:
    """A video whose frame i is grey of level 20 + 8 (i % 28) at times_ms[i], with a white top left corner."""
    with av.open(str(path), "w") as container:
        stream = container.add_stream(codec, rate=1000)
        stream.width, stream.height = size
        stream.pix_fmt = "yuvj420p" if codec == "mjpeg" else "yuv420p"
        stream.time_base = stream.codec_context.time_base = Fraction(1, 1000)
        if codec == "libx264":
            stream.options = {"qp": "10", "bf": "0"}
        for i, stamp in enumerate(times_ms):
            pixels = np.full((size[1], size[0], 3), 20 + 8 * (i % 28), np.uint8)
            pixels[: size[1] // 4, : size[0] // 4] = 250
            frame = av.VideoFrame.from_ndarray(pixels, format="bgr24")
            frame.pts, frame.time_base = stamp, Fraction(1, 1000)
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    return path


def level(pixels: np.ndarray) -> int:
    return round((float(pixels[-8:, -8:].mean()) - 20) / 8)


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("0", "camera", "0"),
        (" 02 ", "camera", "2"),
        ("/dev/video2", "camera", "/dev/video2"),
        ("rtsp://10.0.0.2/stream", "url", "rtsp://10.0.0.2/stream"),
        ("HTTP://phone:8080/video", "url", "HTTP://phone:8080/video"),
    ],
)
def test_parse_source(text: str, kind: str, value: str) -> None:
    spec = parse_source(text)
    assert (spec.kind, spec.value) == (kind, value)


def test_camera_numbers() -> None:
    assert parse_source("3").index == 3
    assert SourceSpec("camera", "/dev/video2").index is None
    assert SourceSpec("url", "rtsp://h/1").index is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the source is empty: expected a camera number (0), a URL or a video file"),
        ("-1", "-1: camera numbers start at 0"),
        ("missing.mp4", "missing.mp4: no such file (nor a camera number or URL)"),
        ("gopher://a/b", "gopher://a/b: unknown kind of URL: expected rtsp, "),
        ("rtsp://", "rtsp://: the URL names no host"),
        ("http://[::1", "http://[::1: the URL names no host"),
        ("a\0b", "a\0b: no such file"),
    ],
)
def test_parse_source_says_what_is_wrong_in_one_line(text: str, message: str) -> None:
    with pytest.raises(SourceError) as caught:
        parse_source(text)
    assert message in str(caught.value) and "\n" not in str(caught.value)


def test_parse_source_files(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="is a directory, not a video"):
        parse_source(str(tmp_path))
    film = tmp_path / "ゲーム 1.mp4"
    film.touch()
    assert parse_source(str(film)).kind == "file"
    assert parse_source(f"file://{film}").value == str(film)


def test_every_frame_at_its_own_time_with_a_varying_rate(tmp_path: Path) -> None:
    times = [0, 33, 66, 200, 210, 700, 733, 2000]
    source = FileSource(write_video(tmp_path / "vfr.mp4", times))
    frames = list(source)
    assert [frame.id for frame in frames] == list(range(8))
    assert [level(frame.pixels) for frame in frames] == list(range(8)), "no frame lost or repeated"
    np.testing.assert_allclose([frame.time for frame in frames], np.array(times) / 1000, atol=1e-3)
    assert source.state is State.ENDED and source.read() is None and source.dropped == 0


def test_times_start_at_the_first_frame(tmp_path: Path) -> None:
    source = FileSource(write_video(tmp_path / "late.mkv", [5000, 5040, 5080]))
    np.testing.assert_allclose([frame.time for frame in source], [0, 0.04, 0.08], atol=2e-3)


def test_facts_of_the_file(tmp_path: Path) -> None:
    with FileSource(write_video(tmp_path / "a.mp4", list(range(0, 1000, 40)))) as source:
        assert source.frame_count == 25
        assert source.fps == pytest.approx(25, rel=0.05)
        assert source.duration == pytest.approx(1.0, abs=0.1)
        assert source.trouble is None
    assert source.state is State.ENDED
    source.close()


def test_odd_names_are_opened(tmp_path: Path) -> None:
    folder = tmp_path / "テスト Öff"
    folder.mkdir()
    path = write_video(folder / "a b.mp4", [0, 40])
    source = open_source(str(path))
    assert isinstance(source, FileSource) and source.read() is not None


@pytest.mark.parametrize(("degrees", "corner"), [(0, (0, 0)), (90, (0, -1)), (180, (-1, -1)), (270, (-1, 0))])
def test_rotation_written_in_the_file_is_applied(
    tmp_path: Path, degrees: int, corner: tuple[int, int]
) -> None:
    """As phones do: the picture is stored lying, the track header says how to turn it (clockwise)."""
    path = write_video(tmp_path / "phone.mp4", [0, 40])
    data = bytearray(path.read_bytes())
    matrix_at = data.index(b"tkhd") + 4 + 4 + 20 + 16
    cos, sin = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}[degrees]
    matrix = [cos * 65536, sin * 65536, 0, -sin * 65536, cos * 65536, 0, 0, 0, 1 << 30]
    data[matrix_at : matrix_at + 36] = struct.pack(">9i", *matrix)
    path.write_bytes(data)
    frame = FileSource(path).read()
    assert frame is not None
    assert frame.pixels.shape[:2] == ((64, 96) if degrees % 180 == 0 else (96, 64))
    assert frame.pixels[corner].min() > 200


def test_a_camera_that_hangs_upside_down_or_mirrors(tmp_path: Path) -> None:
    path = write_video(tmp_path / "a.mp4", [0, 40])
    frame = open_source(str(path), rotate=180).read()
    assert frame is not None and frame.pixels[-1, -1].min() > 200
    frame = open_source(str(path), mirror=True).read()
    assert frame is not None and frame.pixels[0, -1].min() > 200


@pytest.mark.parametrize("degrees", [0, 90, 180, 270])
def test_turned(degrees: int) -> None:
    pixels = np.arange(2 * 3 * 3, dtype=np.uint8).reshape(2, 3, 3)
    np.testing.assert_array_equal(turned(pixels, degrees), np.rot90(pixels, -degrees // 90))
    np.testing.assert_array_equal(
        turned(pixels, degrees, mirror=True), np.rot90(pixels[:, ::-1], -degrees // 90)
    )


def write_silence(path: Path) -> Path:
    with av.open(str(path), "w") as container:
        stream = container.add_stream("pcm_s16le", rate=8000)
        frame = av.AudioFrame.from_ndarray(np.zeros((1, 800), np.int16), format="s16", layout="mono")
        frame.sample_rate = 8000
        container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    return path


def test_files_that_are_no_videos(tmp_path: Path) -> None:
    (tmp_path / "text.mp4").write_text("no video")
    (tmp_path / "empty.mp4").touch()
    whole = write_video(tmp_path / "whole.mp4", [0, 40]).read_bytes()
    (tmp_path / "head.mp4").write_bytes(whole[: len(whole) // 2])
    for name, message in {
        "missing.mp4": "no such file",
        "text.mp4": "not a video that can be read",
        "empty.mp4": "not a video that can be read",
        "head.mp4": "not a video",
    }.items():
        with pytest.raises(SourceError, match=message) as caught:
            FileSource(tmp_path / name)
        assert "\n" not in str(caught.value) and name in str(caught.value)
    with pytest.raises(SourceError, match="is a directory, not a video"):
        FileSource(tmp_path)
    with pytest.raises(SourceError, match="holds no pictures, only sound or data"):
        FileSource(write_silence(tmp_path / "sound.wav"))


def test_a_video_with_no_frames(tmp_path: Path) -> None:
    path = tmp_path / "none.avi"
    with av.open(str(path), "w") as container:
        stream = container.add_stream("mpeg4", rate=25)
        stream.width, stream.height, stream.pix_fmt = 64, 64, "yuv420p"
        container.start_encoding()
    with pytest.raises(SourceError, match=r"none\.avi: a video with no frames"):
        FileSource(path)


def test_damaged_packets_are_counted_and_the_rest_is_read(tmp_path: Path) -> None:
    path = write_video(tmp_path / "a.mkv", list(range(0, 4000, 40)), codec="mjpeg")
    data = bytearray(path.read_bytes())
    starts = [i for i in range(len(data) - 3) if data[i : i + 3] == b"\xff\xd8\xff"]
    for start, following in itertools.pairwise(starts[10:14]):
        data[start : following - 40] = bytes(following - 40 - start)
    path.write_bytes(data)
    source = FileSource(path)
    frames = list(source)
    assert len(frames) + source.dropped == 100
    assert 1 <= source.dropped <= 3

from __future__ import annotations

import errno
import math
from pathlib import Path

import av
import numpy as np
import pytest

from vision import clips
from vision.clips import ClipError, ClipWriter, encoder, write_clip
from vision.sources import FileSource, Frame


def frames(times: list[float], size: tuple[int, int] = (96, 64)) -> list[Frame]:
    shapes = (size[1], size[0], 3)
    return [Frame(i, time, np.full(shapes, 20 + 8 * i, np.uint8)) for i, time in enumerate(times)]


def read(path: Path) -> list[Frame]:
    with FileSource(path) as source:
        return list(source)


@pytest.mark.parametrize("codec", ["libx264", "libvpx-vp9"])
def test_a_clip_is_what_browsers_play_with_every_frame_at_its_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, codec: str
) -> None:
    monkeypatch.setattr(clips, "_CODECS", {codec: clips._CODECS[codec]})
    times = [100.0, 100.04, 100.08, 100.30, 101.0]
    path = write_clip(tmp_path / "clip.mp4", frames(times), fps=25)
    assert path is not None
    with av.open(str(path)) as container:
        stream = container.streams.video[0]
        assert stream.codec.canonical_name == {"libx264": "h264", "libvpx-vp9": "vp9"}[codec]
        assert stream.codec_context.pix_fmt == "yuv420p"
    found = read(path)
    np.testing.assert_allclose([frame.time for frame in found], np.array(times) - 100, atol=2e-3)
    levels = [round((float(frame.pixels.mean()) - 20) / 8) for frame in found]
    assert levels == [0, 1, 2, 3, 4]
    assert [p.name for p in tmp_path.iterdir()] == ["clip.mp4"]


@pytest.mark.parametrize(("size", "even"), [((97, 65), (96, 64)), ((96, 65), (96, 64)), ((1, 1), (2, 2))])
def test_odd_sizes_become_even(tmp_path: Path, size: tuple[int, int], even: tuple[int, int]) -> None:
    path = write_clip(tmp_path / "odd.mp4", frames([0, 0.1], size))
    assert path is not None
    assert read(path)[0].pixels.shape[1::-1] == even


def test_frames_of_another_size_are_scaled(tmp_path: Path) -> None:
    with ClipWriter(tmp_path / "a.mp4", (96, 64)) as writer:
        writer.write(np.full((64, 96, 3), 90, np.uint8), 0)
        writer.write(np.full((480, 640, 3), 90, np.uint8), 0.1)
    assert [frame.pixels.shape for frame in read(tmp_path / "a.mp4")] == [(64, 96, 3)] * 2


@pytest.mark.parametrize("fps", [0.0, math.nan, math.inf, -5.0, 1e6, None, 29.97])
def test_rates_that_cameras_lie_about(tmp_path: Path, fps: float | None) -> None:
    path = write_clip(tmp_path / "a.mp4", frames([0, 0.5, 1.0]), fps=fps)
    assert path is not None
    assert read(path)[-1].time == pytest.approx(1.0, abs=2e-3)


def test_times_that_do_not_grow(tmp_path: Path) -> None:
    path = write_clip(tmp_path / "a.mp4", frames([5, 5, 4, 5.2]), fps=25)
    assert path is not None
    times = [frame.time for frame in read(path)]
    assert len(times) == 4 and times == sorted(set(times))


def test_no_frames_no_file(tmp_path: Path) -> None:
    assert write_clip(tmp_path / "none.mp4", []) is None
    ClipWriter(tmp_path / "none.mp4", (96, 64)).close()
    assert list(tmp_path.iterdir()) == []


def test_a_broken_off_clip_leaves_no_file(tmp_path: Path) -> None:
    def breaks():
        yield from frames([0, 0.1])
        raise RuntimeError("the game crashed")

    with pytest.raises(RuntimeError, match="the game crashed"):
        write_clip(tmp_path / "a.mp4", breaks())
    with pytest.raises(KeyError), ClipWriter(tmp_path / "b.mp4", (96, 64)) as writer:
        writer.write(np.zeros((64, 96, 3), np.uint8), 0)
        raise KeyError
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_can_not_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(ClipError, match=r"a\.mp4: can't be written") as caught:
        ClipWriter(tmp_path / "file" / "a.mp4", (96, 64))
    assert "\n" not in str(caught.value)


def test_a_full_disk_is_one_line_and_leaves_nothing(tmp_path: Path) -> None:
    writer = ClipWriter(tmp_path / "a.mp4", (96, 64))
    writer.write(np.zeros((64, 96, 3), np.uint8), 0)

    class Full:
        def mux(self, packets: object) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        def close(self) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

    writer._container.close()
    writer._container = Full()
    with pytest.raises(ClipError, match=r"a\.mp4: can't be written: No space left on device"):
        for i in range(1, 200):
            writer.write(np.full((64, 96, 3), i, np.uint8), i / 25)
    writer.close()
    assert list(tmp_path.iterdir()) == []


def test_odd_names(tmp_path: Path) -> None:
    path = write_clip(tmp_path / "テスト Öff" / "手番 1.mp4", frames([0, 0.1]))
    assert path is not None and len(read(path)) == 2


def test_without_an_encoder_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clips, "_CODECS", {"no-such-codec": {}})
    with pytest.raises(ClipError, match=r"neither H\.264 nor VP9"):
        encoder()

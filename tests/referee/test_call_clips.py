"""Clips of calls: what is kept of the picture, and what is written of it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.call_clips import ClipPolicy, Clips, StoredClip, clip_name, due, find_clip, overdue
from referee.record import Call
from referee.umpire import Snapshot
from vision.clips import ClipError
from vision.sources import FileSource, Frame

POLICY = ClipPolicy(before=1.0, after=0.5, rate=10.0, width=64)
SEEN, TOLD = [1, 2], list[int]()


def frame(i: int, fps: float = 30.0) -> Frame:
    return Frame(i, i / fps, np.full((54, 96, 3), 20 + i % 200, np.uint8))


def snapshot(*calls: tuple[int, list[int]]) -> Snapshot:
    """Calls as (line, frames that it rests on)."""
    made = (
        Call(line, {"event": "place"}, {"verdict": "OK", "evidence": {"frames": frames}})
        for line, frames in calls
    )
    return Snapshot(len(calls), tuple(made), {}, {})


class Written:
    """Stands for the writer of files."""

    def __init__(self, fails: int = 0) -> None:
        self.clips: dict[str, list[float]] = {}
        self.sizes: set[tuple[int, ...]] = set()
        self.fails = fails

    def __call__(self, path: Path, frames: Iterable[Frame], fps: float) -> None:
        if self.fails:
            self.fails -= 1
            raise ClipError(f"{path}: can't be written: no space left on device")
        shown = list(frames)
        self.clips[path.name] = [f.time for f in shown]
        self.sizes |= {f.pixels.shape for f in shown}


def play(clips: Clips, frames: int, calls: dict[int, tuple[int, list[int]]]) -> None:
    """Frames in turn; a call (line, frames) is made on the frame of that number."""
    made: list[tuple[int, list[int]]] = []
    for i in range(frames):
        clips.looking(frame(i))
        if i in calls:
            made.append(calls[i])
            clips.hear(snapshot(*made))
        clips.show(frame(i), None, i / 30)


def test_a_call_is_shown_from_a_little_before_to_a_little_after(tmp_path: Path) -> None:
    written = Written()
    clips = Clips(tmp_path, "game", policy=POLICY, write=written)
    play(clips, 240, {90: (3, SEEN), 100: (4, SEEN)})
    clips.close()
    assert sorted(written.clips) == ["game-0003.mp4", "game-0004.mp4"]
    for name, at in (("game-0003.mp4", 3.0), ("game-0004.mp4", 10 / 3)):
        times = written.clips[name]
        assert times[0] == pytest.approx(at - 1, abs=0.11) and times[0] >= at - 1
        assert times[-1] == pytest.approx(at + 0.5, abs=0.11) and times[-1] <= at + 0.5
        assert np.diff(times) == pytest.approx(0.1, abs=0.01)
    assert written.sizes == {(36, 64, 3)}


def test_what_is_still_pending_at_the_end_is_written_with_what_there_is(tmp_path: Path) -> None:
    written = Written()
    clips = Clips(tmp_path, "game", policy=POLICY, write=written)
    play(clips, 12, {9: (2, SEEN)})
    clips.close()
    assert written.clips["game-0002.mp4"] == pytest.approx([0.0, 0.1, 0.2, 0.3], abs=0.01)


def test_only_what_a_camera_saw_in_this_sitting_has_a_clip(tmp_path: Path) -> None:
    written = Written()
    clips = Clips(tmp_path, "game", policy=POLICY, write=written)
    clips.skip(snapshot((1, TOLD), (2, SEEN)))
    play(clips, 60, {20: (2, SEEN), 30: (3, TOLD)})
    clips.close()
    assert written.clips == {}


def test_a_clip_that_cannot_be_written_is_told_once_and_stops_nothing(tmp_path: Path) -> None:
    written, ready = Written(fails=2), list[int]()
    clips = Clips(tmp_path, "game", policy=POLICY, write=written, ready=lambda: ready.append(1))
    play(clips, 200, {30: (2, SEEN), 60: (3, SEEN), 90: (4, SEEN)})
    clips.close()
    assert list(written.clips) == ["game-0004.mp4"]
    assert "no space left on device" in clips.warning and "0002" in clips.warning
    assert ready == [1]


def test_memory_holds_no_more_than_a_clip(tmp_path: Path) -> None:
    clips = Clips(tmp_path, "game", policy=POLICY, write=Written())
    play(clips, 3000, {})
    assert len(clips._kept) <= 12
    clips.close()


def test_a_clip_on_disk_is_one_that_browsers_play(tmp_path: Path) -> None:
    clips = Clips(tmp_path / "new", "game", policy=POLICY)
    play(clips, 90, {40: (7, SEEN)})
    clips.close()
    path = find_clip(tmp_path / "new", "game", 7)
    assert path is not None and path.name == "game-0007.mp4"
    with FileSource(path) as source:
        assert 13 <= len(list(source)) <= 16
    assert find_clip(tmp_path / "new", "game", 8) is None
    assert find_clip(tmp_path, "new/game", 7) is None  # a name is never a path


def test_old_clips_make_room(tmp_path: Path) -> None:
    for line in (1, 2):
        (tmp_path / clip_name("old", line)).write_bytes(b"x" * 600)
    written = Written()
    clips = Clips(tmp_path, "game", policy=ClipPolicy(room=1000), write=written)
    play(clips, 60, {20: (3, SEEN)})
    clips.close()
    assert [path.name for path in tmp_path.glob("*.mp4")] == ["old-0002.mp4"]
    assert list(written.clips) == ["game-0003.mp4"]


stored = st.builds(StoredClip, st.uuids().map(str), st.floats(0, 1e9), st.integers(0, 2000))


@given(st.lists(stored, unique_by=lambda c: c.name), st.integers(0, 10_000))
def test_what_stays_fits_or_is_the_newest_and_no_newer_one_went_first(
    clips: list[StoredClip], room: int
) -> None:
    gone = set(overdue(clips, ClipPolicy(room=room)))
    stays = [c for c in clips if c.name not in gone]
    assert len(stays) >= min(len(clips), 1)
    assert sum(c.size for c in stays) <= room or len(stays) == 1
    went = [c for c in clips if c.name in gone]
    assert not went or max(c.written for c in went) <= min(c.written for c in stays)
    if sum(c.size for c in clips) <= room:
        assert not gone


@given(st.floats(0, 1e6), st.floats(1, 60), st.floats(5, 240))
def test_frames_are_kept_at_about_the_wanted_rate(start: float, rate: float, fps: float) -> None:
    policy, last, kept = ClipPolicy(rate=rate), None, 0
    for i in range(int(2 * fps)):
        now = start + i / fps
        if due(now, last, policy):
            last, kept = now, kept + 1
    assert kept <= 2 * rate * 1.03 + 1
    assert kept >= min(rate, fps) / 2 - 1
    assert last is None or due(last - 1.0, last, policy)

"""Between a source and the pipeline: reading ahead of a recording, and playing one at its own pace."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from typing import Protocol

from vision.capture import State, Trouble
from vision.sources import Frame


class Source(Protocol):
    """What is needed of `vision.sources.Source`."""

    @property
    def state(self) -> State: ...

    @property
    def trouble(self) -> Trouble | None: ...

    @property
    def dropped(self) -> int: ...

    def read(self, timeout: float = 1.0) -> Frame | None: ...

    def close(self) -> None: ...


class ReadAhead:
    """Decodes the next frames of a recording on a thread of its own while the last one is being looked at.

    Every frame comes, in order: what is judged does not depend on how fast anything is.
    """

    def __init__(self, source: Source, *, frames: int = 8) -> None:
        self._source = source
        self._frames: queue.Queue[Frame | BaseException | None] = queue.Queue(frames)
        self._closed = threading.Event()
        self._state = State.RUNNING
        self._thread = threading.Thread(target=self._run, name="read-ahead", daemon=True)
        self._thread.start()

    @property
    def state(self) -> State:
        return self._state

    @property
    def trouble(self) -> Trouble | None:
        return self._source.trouble

    @property
    def dropped(self) -> int:
        return self._source.dropped

    def _run(self) -> None:
        try:
            while not self._closed.is_set():
                frame = self._source.read()
                self._put(frame)
                if frame is None:
                    return
        except Exception as error:
            self._put(error)

    def _put(self, item: Frame | BaseException | None) -> None:
        while not self._closed.is_set():
            try:
                self._frames.put(item, timeout=0.1)
                return
            except queue.Full:
                continue

    def read(self, timeout: float = 1.0) -> Frame | None:
        """The next frame; None at the end, or if it does not come in time (see `state`)."""
        if self._state is State.ENDED:
            return None
        try:
            item = self._frames.get(timeout=timeout)
        except queue.Empty:
            return None
        if isinstance(item, BaseException):
            self._state = State.ENDED
            raise item
        if item is None:
            self._state = State.ENDED
        return item

    def close(self) -> None:
        self._closed.set()
        self._state = State.ENDED
        self._thread.join(1.0)
        self._source.close()


class Paced:
    """A recording at its own pace, as it was for those who sat at the table.

    Args:
        source: The recording.
        drop_late: Leave out frames whose time has passed (as a camera does) instead of falling behind.
        clock: Monotonic seconds.
        sleep: Waits some seconds.
    """

    def __init__(
        self,
        source: Source,
        *,
        drop_late: bool = False,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._source = source
        self._drop_late = drop_late
        self._clock = clock
        self._sleep = sleep
        self._start: float | None = None
        self._next: Frame | None = None
        self._late = 0

    @property
    def state(self) -> State:
        return State.RUNNING if self._next is not None else self._source.state

    @property
    def trouble(self) -> Trouble | None:
        return self._source.trouble

    @property
    def dropped(self) -> int:
        return self._source.dropped + self._late

    def read(self, timeout: float = 1.0) -> Frame | None:
        """The next frame once its time has come; None if that is more than `timeout` seconds away."""
        if self._next is None:
            self._next = self._source.read(timeout)
        if self._next is None:
            return None
        if self._start is None:
            self._start = self._clock() - self._next.time
        wait = self._start + self._next.time - self._clock()
        if wait > timeout:
            self._sleep(timeout)
            return None
        if wait > 0:
            self._sleep(wait)
        frame, self._next = self._next, None
        return self._newest(frame) if self._drop_late else frame

    def _newest(self, frame: Frame) -> Frame:
        """The last frame whose time has come already."""
        assert self._start is not None
        while True:
            following = self._source.read()
            if following is None:
                return frame
            if self._start + following.time > self._clock():
                self._next = following
                return frame
            self._late += 1
            frame = following

    def close(self) -> None:
        self._source.close()

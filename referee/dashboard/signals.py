"""From the umpire's threads to the event loop: something changed, look again. Nothing is queued."""

from __future__ import annotations

import asyncio
import threading


class Signal:
    """A counter that tasks of event loops can wait for and any thread can raise."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._count = 0
        self._closed = False
        self._waiting: set[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = set()

    @property
    def count(self) -> int:
        return self._count

    @property
    def closed(self) -> bool:
        return self._closed

    def bump(self) -> None:
        """Something changed."""
        with self._lock:
            self._count += 1
            self._wake()

    def close(self) -> None:
        """Nothing will change any more: everybody who waits goes home."""
        with self._lock:
            self._closed = True
            self._wake()

    def _wake(self) -> None:
        for loop, event in self._waiting:
            if not loop.is_closed():
                loop.call_soon_threadsafe(event.set)
        self._waiting.clear()

    async def after(self, seen: int, timeout: float | None = None) -> int | None:
        """The count once it is beyond `seen`, or as it is after `timeout` seconds; None when closed."""
        waiting = (asyncio.get_running_loop(), asyncio.Event())
        with self._lock:
            if self._closed:
                return None
            if self._count > seen:
                return self._count
            self._waiting.add(waiting)
        try:
            async with asyncio.timeout(timeout):
                await waiting[1].wait()
        except TimeoutError:
            pass
        finally:
            with self._lock:
                self._waiting.discard(waiting)
        return None if self._closed else self._count

    async def over(self) -> None:
        """Return once it is closed."""
        while not self._closed:
            await self.after(self._count)

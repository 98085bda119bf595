"""The dashboard on a port, in its own thread, that ends when it is told to and not when a browser likes."""

from __future__ import annotations

import errno
import socket
import threading
import time
from collections.abc import Callable

import uvicorn
from fastapi import FastAPI

STOP_WITHIN = 1
"""Seconds that open connections get to end by themselves."""


class ServerError(Exception):
    """The dashboard can't listen; the message says what to do."""


class DashboardServer:
    """Serves an app until `stop`.

    Args:
        app: An app of `referee.dashboard.app.create_app`.
        host: Address to listen on.
        port: Port, or 0 for any free one.

    Raises:
        ServerError: the address is not this computer's, or the port is taken.
    """

    def __init__(self, app: FastAPI, host: str, port: int) -> None:
        self._socket = _listen(host, port)
        self.host = host
        self.port: int = self._socket.getsockname()[1]
        self._end_streams: Callable[[], None] = app.state.close
        config = uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            timeout_graceful_shutdown=STOP_WITHIN,
            ws_max_size=64 * 1024,
            ws_ping_interval=20.0,
            server_header=False,
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(
            target=self._server.run, kwargs={"sockets": [self._socket]}, name="dashboard", daemon=True
        )

    @property
    def url(self) -> str:
        """Where a browser on this computer finds it."""
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}/"

    def start(self, timeout: float = 10.0) -> None:
        """Start to serve; returns when pages are answered."""
        self._thread.start()
        end = time.monotonic() + timeout
        while not self._server.started:
            if not self._thread.is_alive() or time.monotonic() > end:
                raise ServerError(f"the dashboard could not start on {self.host}:{self.port}")
            time.sleep(0.01)

    def stop(self) -> None:
        """Stop serving; open streams are ended, not waited for."""
        self._end_streams()
        self._server.should_exit = True
        self._thread.join(STOP_WITHIN + 0.5)
        self._socket.close()


def _listen(host: str, port: int) -> socket.socket:
    if not 0 <= port <= 65535:
        raise ServerError(f"--port {port}: expected 0 to 65535")
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind, protocol)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
    except socket.gaierror:
        raise ServerError(f"--host {host}: no such address on this computer") from None
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise ServerError(f"port {port} is in use: stop the other program, or choose --port") from None
        if error.errno in (errno.EACCES, errno.EPERM):
            raise ServerError(f"port {port} is not allowed: choose one above 1023 with --port") from None
        raise ServerError(f"--host {host} --port {port}: {error.strerror or error}") from None
    return listener

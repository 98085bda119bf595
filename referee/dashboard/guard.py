"""Who may talk to the dashboard: one ASGI layer in front of everything, for pages and sockets alike.

- The `Host` must be this table's own (a foreign name that resolves here is DNS rebinding).
- What changes state, and every socket, must come from our own page (`Origin`, `Sec-Fetch-Site`).
- Beyond loopback a token is needed, in a cookie or a header, compared in constant time.
- Bodies are small, and said so before they are read.
"""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import socket
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs, urlsplit

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

COOKIE = "table_referee"
MAX_BODY = 16 * 1024
SAFE = ("GET", "HEAD", "OPTIONS")
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


def is_loopback(host: str) -> bool:
    """Whether only this computer can reach a server bound to `host`."""
    if host in LOOPBACK:
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


@dataclass(frozen=True, slots=True)
class Access:
    """Who may come in. Without a token only this computer's own names are answered.

    Raises:
        ValueError: the host is reachable from outside and there is no token, or the token is too short.
    """

    host: str = "127.0.0.1"
    token: str | None = field(default=None, repr=False)
    names: frozenset[str] = frozenset()
    """Further host names that people reach the table under."""

    def __post_init__(self) -> None:
        if self.token is None and not is_loopback(self.host):
            raise ValueError(
                f"--host {self.host} can be reached from other computers: give a --token that they need too"
            )
        if self.token is not None and len(self.token) < 8:
            raise ValueError("--token is too short: use at least 8 characters")

    def knows(self, host: str) -> bool:
        """Whether a `Host` header names this server."""
        name = _host_name(host)
        if name is None:
            return False
        if name in LOOPBACK or name in self.names or name == self.host:
            return True
        if self.token is None:
            return False
        # Rebinding needs a name that its owner points here: an address is what it says.
        return _is_address(name) or name in _own_names()

    def admits(self, candidates: Iterable[str]) -> bool:
        """Whether one of the secrets shown is the token, or what its cookie holds."""
        if self.token is None:
            return True
        wanted = (self.token.encode(), self.cookie.encode())
        shown = [candidate.encode("utf-8", "replace") for candidate in candidates]
        # Every pair is compared, each in constant time: no short cut at the first that fits.
        fits = [hmac.compare_digest(secret, good) for secret in shown for good in wanted]
        return any(fits)

    @property
    def cookie(self) -> str:
        """What the cookie holds: not the token itself."""
        return hashlib.sha256(f"table-referee {self.token}".encode()).hexdigest()


def _host_name(host: str) -> str | None:
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:
        return None


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _own_names() -> Collection[str]:
    name = socket.gethostname().lower()
    return {name, f"{name.split('.')[0]}.local"}


class Guard:
    """The ASGI layer. It also sets the headers that keep a page to itself."""

    def __init__(self, app: ASGIApp, access: Access, *, max_body: int = MAX_BODY) -> None:
        self.app = app
        self.access = access
        self.max_body = max_body

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refusal = self._refuse(scope, headers)
        if refusal is not None:
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 1008})
            else:
                await self._answer(refusal, headers, scope, receive, send)
            return
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
            return
        await self.app(scope, _bounded(receive, self.max_body), self._with_headers(headers, send))

    async def _answer(
        self, response: Response, headers: Headers, scope: Scope, receive: Receive, send: Send
    ) -> None:
        await response(scope, receive, self._with_headers(headers, send))

    def _refuse(self, scope: Scope, headers: Headers) -> Response | None:
        host = headers.get("host", "")
        if not self.access.knows(host):
            return PlainTextResponse(
                "This name is not the table's own. Use the address that the program printed.", 421
            )
        if (scope["type"] == "websocket" or scope["method"] not in SAFE) and not _same_site(headers, host):
            return PlainTextResponse("Only the table's own page may do this.", 403)
        if not self.access.admits(_secrets(scope, headers)):
            return PlainTextResponse("Open the address with the token that the program printed.", 401)
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > self.max_body:
            return PlainTextResponse("Too much at once.", 413)
        if scope["type"] == "http" and "token" in _query(scope) and self.access.token is not None:
            response = RedirectResponse(scope["path"], 303)  # out of the address bar, into a cookie
            response.set_cookie(COOKIE, self.access.cookie, httponly=True, samesite="strict")
            return response
        return None

    def _with_headers(self, headers: Headers, send: Send) -> Send:
        host = headers.get("host", "")
        policy = (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
            "media-src 'self'; "
            f"connect-src 'self' ws://{host} wss://{host}; form-action 'self'; base-uri 'none'; "
            "frame-ancestors 'none'"
            if self.access.knows(host)
            else "default-src 'none'"
        )
        extra = [
            (b"content-security-policy", policy.encode("latin-1", "replace")),
            (b"x-content-type-options", b"nosniff"),
            # Not "no-referrer": browsers then send `Origin: null` with our own forms.
            (b"referrer-policy", b"same-origin"),
            (b"cross-origin-opener-policy", b"same-origin"),
            (b"cross-origin-resource-policy", b"same-origin"),
        ]

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *extra]
            await send(message)

        return with_headers


def _same_site(headers: Headers, host: str) -> bool:
    """From our own page, or from no page at all (a script names no origin; a browser always does)."""
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = headers.get("origin")
    if origin is None:
        return True
    try:
        return urlsplit(origin).netloc.lower() == host.lower()
    except ValueError:
        return False


def _secrets(scope: Scope, headers: Headers) -> list[str]:
    shown = _query(scope).get("token", [])[:1]
    kind, _, value = headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer":
        shown.append(value.strip())
    try:
        cookie = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        cookie = None
    if cookie is not None:
        shown.append(cookie.value)
    return shown


def _query(scope: Scope) -> dict[str, list[str]]:
    return parse_qs(scope.get("query_string", b"").decode("latin-1"), max_num_fields=20)


def _bounded(receive: Receive, limit: int) -> Receive:
    """A body that comes without its length ends at the limit, as if the client had gone."""
    read = 0

    async def bounded() -> Message:
        nonlocal read
        message = await receive()
        if message["type"] == "http.request":
            read += len(message.get("body", b""))
            if read > limit:
                return {"type": "http.disconnect"}
        return message

    return bounded

"""Checks on every request: host, origin, size and rate."""

import logging
import time
from collections.abc import Iterable
from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.web.access.addresses import own_names
from companion.web.access.guests import AttemptLimit

log = logging.getLogger(__name__)

LONGEST_ADDRESS: Final = 500  # bytes of path and query
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
HEADERS: Final = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


class RequestGuard:
    """Wraps the app; exceptions are logged, and answered with an empty 500."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._names = own_names()
        self._attempts = AttemptLimit(600, 10)  # requests per address in ten seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        begun = False

        async def send_guarded(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                message["headers"] = [*message.get("headers", ()), *HEADERS]
            await send(message)

        refused = self._refused(Request(scope))
        if refused is not None:
            await refused(scope, receive, send_guarded)
            return
        try:
            await self._app(scope, receive, send_guarded)
        except Exception:
            log.exception("no answer to a phone")
            if not begun:
                await _refusal(500)(scope, receive, send_guarded)

    def _refused(self, request: Request) -> PlainTextResponse | None:
        scope, headers = request.scope, request.headers
        if scope["method"] not in ("GET", "HEAD", "POST"):
            return _refusal(405)
        if "transfer-encoding" in headers:
            return PlainTextResponse("", 411, {"connection": "close"})
        if len(scope["raw_path"]) + len(scope["query_string"]) > LONGEST_ADDRESS:
            return _refusal(414)
        if not self._is_ours(scope, headers.getlist("host")):
            return _refusal(421)
        if not _is_from_us(scope["method"], headers.get("origin"), headers.get("host")):
            return _refusal(403)
        if headers.get("sec-fetch-site") == "cross-site" and scope["path"].startswith("/api/"):
            return _refusal(403)
        client = request.client.host if request.client else ""
        return None if self._attempts.take(client, time.monotonic()) else _refusal(429)

    def _is_ours(self, scope: Scope, hosts: Iterable[str]) -> bool:
        """Whether the Host is one of our addresses: any other can be DNS rebinding."""
        address, port = scope["server"]
        names = (*self._names, address)
        usual = names if port == 80 else ()  # browsers omit the default port
        ours = {*usual, *(f"{name}:{port}" for name in names)}
        found = list(hosts)
        return len(found) == 1 and found[0].lower() in ours


def _is_from_us(method: str, origin: str | None, host: str | None) -> bool:
    if origin is None:
        return method != "POST"
    return origin == f"http://{host}"


def _refusal(status: int) -> PlainTextResponse:
    return PlainTextResponse("", status)

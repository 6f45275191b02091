"""Limits on phone connections: number, speed and amount of data.

uvicorn limits neither connections per address, nor the time that a request head takes, nor the time
that a response waits to be read; and a head that arrives in one piece can be of any size. So
`Connection` stands between the socket and uvicorn's protocol, which is used unchanged and receives
the same calls as any asyncio protocol.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final

import h11
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.web.access.rate_limit import FairRateLimiter

MOST_CONNECTIONS: Final = 150
MOST_OF_ADDRESS: Final = 40  # a browser opens six; some routers show all phones as one address
REQUEST_TIMEOUT: Final = 10.0  # seconds until the first request has arrived, with all its headers
NEXT_REQUEST_TIMEOUT: Final = 20.0  # the same for each later request
WRITE_TIMEOUT: Final = 10.0  # seconds that a response can wait to be read
PIECE: Final = 4 * 1024  # bytes parsed in one go, subject to the rate limit
LARGEST_HEAD: Final = 8 * 1024  # bytes; reading stops after the piece that exceeds it
LARGEST_REQUEST: Final = 64 * 1024  # bytes; a body of this size is refused, a larger one cut off

MakeHttp = Callable[["Connection"], asyncio.Protocol]


class Connections:
    """All open connections; a new one can displace another."""

    def __init__(self) -> None:
        self._open: set[Connection] = set()

    def __len__(self) -> int:
        return len(self._open)

    def admit(self, newcomer: "Connection") -> bool:
        """Add a connection, closing another if necessary; return False if there is no space."""
        taken = Counter(one.address for one in self._open)
        if taken[newcomer.address] >= MOST_OF_ADDRESS:
            neighbours = (one for one in self._open if one.address == newcomer.address)
            if not self._close_oldest(_idle(neighbours)):
                return False
        elif len(self._open) >= MOST_CONNECTIONS and not self._make_room(newcomer, taken):
            return False
        self._open.add(newcomer)
        return True

    def _make_room(self, newcomer: "Connection", taken: Counter[str]) -> bool:
        """Close an idle connection or, if there is none, one of an address that has more."""
        idle = _idle(self._open)
        candidates = idle or [
            one for one in self._open if taken[one.address] > taken[newcomer.address] + 1
        ]
        most = max((taken[one.address] for one in candidates), default=0)
        return self._close_oldest(one for one in candidates if taken[one.address] == most)

    def _close_oldest(self, candidates: Iterable["Connection"]) -> bool:
        oldest = min(candidates, key=lambda one: one.since, default=None)
        if oldest is None:
            return False
        self._open.discard(oldest)
        oldest.abort()
        return True

    def leave(self, connection: "Connection") -> None:
        """Remove a closed connection."""
        self._open.discard(connection)

    def close(self) -> None:
        for connection in tuple(self._open):
            connection.abort()


def _idle(connections: Iterable["Connection"]) -> list["Connection"]:
    return [one for one in connections if one.is_idle]


class Connection(asyncio.BufferedProtocol):
    """Feeds uvicorn small pieces, rate-limited per address, and one request at a time."""

    def __init__(
        self, connections: Connections, rate_limiter: FairRateLimiter, make_http: MakeHttp
    ) -> None:
        self._connections, self._rate_limiter = connections, rate_limiter
        self._http = make_http(self)
        self._loop = asyncio.get_running_loop()
        self._buffer = bytearray(PIECE)
        self._transport: asyncio.Transport
        self.address = ""
        self.since = self._loop.time()  # start of the current request, or of the wait for one
        self._waiting = bytearray()  # received, but not parsed yet
        self._is_queued = False
        self._is_answering = False  # from a request's head to the end of the response
        self._is_complete = False  # that request has arrived entirely
        self._takes_more = True  # whether more data is allowed now
        self._received = 0  # bytes since the last head
        self._may_begin = False  # whether data has arrived since the last request
        self._is_lost = asyncio.Event()
        self._request_timer: asyncio.TimerHandle | None = None
        self._write_timer: asyncio.TimerHandle | None = None

    @property
    def is_idle(self) -> bool:
        """Whether it waits for the client: to send a request or the rest of it, or to read."""
        return not (self._is_answering and self._is_complete) or self._write_timer is not None

    def abort(self) -> None:
        self._transport.abort()

    # --- socket events ---

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Admit the connection if there is space for it, else close it."""
        self._transport = transport
        self.address = (transport.get_extra_info("peername") or ("",))[0]
        transport.set_write_buffer_limits(high=0)  # pause as soon as sending would block
        self._http.connection_made(transport)
        if self._connections.admit(self):
            self._expect_request(REQUEST_TIMEOUT)
        else:
            self.abort()

    def get_buffer(self, sizehint: int) -> bytearray:
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        """Queue the received piece."""
        self._received += nbytes
        if not self._takes_more or self._received > LARGEST_REQUEST:
            self.abort()
            return
        self._waiting += self._buffer[:nbytes]
        if not self._is_queued:
            self._is_queued = True
            if self._rate_limiter.run_or_queue(self.address, self._hand_on):
                return
        self._transport.pause_reading()

    def _hand_on(self) -> None:
        self._is_queued = False
        if self._transport.is_closing():
            return
        self._transport.resume_reading()
        pieces, self._may_begin = bytes(self._waiting), True
        self._waiting.clear()
        try:
            self._http.data_received(pieces)
        except h11.ProtocolError:  # a response has begun, so we can't send an error
            self.abort()

    def eof_received(self) -> bool | None:
        return self._http.eof_received()

    def pause_writing(self) -> None:
        """Abort the connection if the client doesn't read in time."""
        self._write_timer = self._loop.call_later(WRITE_TIMEOUT, self.abort)
        self._http.pause_writing()

    def resume_writing(self) -> None:
        self._stop(self._write_timer)
        self._write_timer = None
        self._http.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._connections.leave(self)
        self._stop(self._request_timer)
        self._stop(self._write_timer)
        self._http.connection_lost(exc)
        self._is_lost.set()

    def _expect_request(self, timeout: float) -> None:
        self.since = self._loop.time()
        self._stop(self._request_timer)
        self._request_timer = self._loop.call_later(timeout, self.abort)

    @staticmethod
    def _stop(timer: asyncio.TimerHandle | None) -> None:
        if timer is not None:
            timer.cancel()

    # --- requests ---

    async def answer(self, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        """Have the app answer a request; pipelined requests are not answered."""
        if not self._may_begin:
            self.abort()
        if self._transport.is_closing():
            await self._is_lost.wait()  # until then, uvicorn treats a missing response as an error
            return
        self._begin(scope)

        async def hear() -> Message:
            message = await receive()
            self._is_complete = not message.get("more_body", False)
            return message

        async def say(message: Message) -> None:
            if self._transport.is_closing():
                await self._is_lost.wait()  # the client is gone
            elif message["type"] == "http.response.body" and not message.get("more_body", False):
                self._end()
            await send(message)

        await app(scope, hear, say)

    def _begin(self, scope: Scope) -> None:
        self.since, self._received = self._loop.time(), 0
        self._stop(self._request_timer)
        self._may_begin, self._is_answering = False, True
        # A body of unknown length is refused, and so is a pipelined request.
        names = {name for name, _ in scope["headers"]}
        self._takes_more = b"content-length" in names and b"transfer-encoding" not in names
        self._is_complete = not self._takes_more

    def _end(self) -> None:
        self._is_answering, self._takes_more = False, True
        self._expect_request(NEXT_REQUEST_TIMEOUT)


class ConnectionMiddleware:
    """Passes requests to their connection, which uvicorn provides in `state`."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        connection: Connection = scope["state"]["connection"]
        await connection.answer(self._app, scope, receive, send)

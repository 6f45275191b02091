"""The HTTP server for phones, in a separate thread."""

import asyncio
import logging
import socket
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from uvicorn.config import Config
from uvicorn.server import ServerState

from companion.game.commands import Command
from companion.game.refusal import Refusal
from companion.web.access.connections import (
    LARGEST_HEAD,
    NEXT_REQUEST_TIMEOUT,
    Connection,
    ConnectionMiddleware,
    Connections,
)
from companion.web.access.rate_limit import FairRateLimiter
from companion.web.endpoints import Endpoints
from companion.web.hub import Hub

if TYPE_CHECKING:
    from companion.web.phones import Judge, Post

log = logging.getLogger(__name__)

SEND_BUFFER: Final = 64 * 1024  # bytes; small, so that a client that doesn't read is noticed soon
JUDGE_TIMEOUT: Final = 10.0  # seconds that the game's thread has to judge a command
DRAIN_TIMEOUT: Final = 1.0  # seconds for requests in progress
CLOSE_TIMEOUT: Final = 3.0  # seconds that closing waits for the thread


class ThrottledListener:
    """Accepts connections from a socket at a limited rate; the others wait in the backlog."""

    def __init__(self, listening: socket.socket, connected: Callable[[], Connection]) -> None:
        listening.setblocking(False)
        self._listening, self._connected = listening, connected
        self._loop = asyncio.get_running_loop()
        self._rate_limiter = FairRateLimiter()
        self._entering: set[asyncio.Task[Any]] = set()
        self._listen()

    def _listen(self) -> None:
        self._loop.add_reader(self._listening, self._knocked)

    def _knocked(self) -> None:
        self._loop.remove_reader(self._listening)
        self._rate_limiter.run_or_queue("", self._take)

    def _take(self) -> None:
        if self._listening.fileno() < 0:
            return  # closed in the meantime
        try:
            connection, _ = self._listening.accept()
        except OSError as error:  # gone again, or too many files are open
            log.debug("no connection: %s", error)
        else:
            self._let_in(connection)
        self._listen()

    def _let_in(self, connection: socket.socket) -> None:
        connection.setblocking(False)
        # Without it, Nagle's algorithm delays the end of a response: 40 ms on many systems.
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        entering = self._loop.create_task(
            self._loop.connect_accepted_socket(self._connected, connection)
        )
        self._entering.add(entering)
        entering.add_done_callback(self._entering.discard)

    async def close(self) -> None:
        """Stop accepting, and wait for the connections that are being set up."""
        self._loop.remove_reader(self._listening)
        self._listening.close()
        if self._entering:
            await asyncio.wait(tuple(self._entering))


class Server:
    """Serves a hub on a socket; the hub is only used in the server's thread."""

    def __init__(
        self, listening: socket.socket, hub: Hub, post: "Post", judge: "Judge | None"
    ) -> None:
        self._listening = listening
        self._table_post, self._judge = post, judge
        self._endpoints = Endpoints(hub, None if judge is None else self._judged)
        self._connections = Connections()
        self._loop = asyncio.new_event_loop()
        self._stop = asyncio.Event()
        self._thread = threading.Thread(target=self._run, name="phones", daemon=True)
        self._thread.start()

    def post(self, act: Callable[[], Any]) -> None:
        """Run a callable in the server's thread; can be called from any thread."""
        try:
            self._loop.call_soon_threadsafe(act)
        except RuntimeError:  # it is closed
            log.debug("nothing to do it in")

    async def _judged(self, command: Command, game: str, seq: int) -> Refusal | None:
        """Have a command judged by the thread that owns the game.

        Raises:
            TimeoutError: if that thread does not answer.
        """
        answer: asyncio.Future[Refusal | None] = self._loop.create_future()
        judge = self._judge
        assert judge is not None

        def tell(refusal: Refusal | None, fault: Exception | None = None) -> None:
            if answer.done():
                return
            if fault is not None:
                answer.set_exception(fault)
            else:
                answer.set_result(refusal)

        def act() -> None:
            try:
                refusal = judge(command, game, seq)
            except Exception as fault:
                error = fault
                self.post(lambda: tell(None, error))
                raise
            self.post(lambda: tell(refusal))

        self._table_post(act)
        return await asyncio.wait_for(answer, JUDGE_TIMEOUT)

    def close(self) -> None:
        """Close every connection, and end the thread."""
        self.post(self._stop.set)
        self._thread.join(CLOSE_TIMEOUT)

    def _run(self) -> None:
        try:
            self._loop.run_until_complete(self._serve())
        except Exception:
            log.exception("the server has ended")
        finally:
            self._listening.close()
            self._loop.close()

    async def _serve(self) -> None:
        config = Config(
            ConnectionMiddleware(self._endpoints.app()),
            http="h11",
            ws="none",
            lifespan="off",
            log_config=None,
            log_level="error",  # don't log malformed requests
            access_log=False,
            proxy_headers=False,
            timeout_keep_alive=int(NEXT_REQUEST_TIMEOUT),
            h11_max_incomplete_event_size=LARGEST_HEAD,
        )
        config.load()
        state, rate_limiter = ServerState(), FairRateLimiter()

        def make_http(connection: Connection) -> asyncio.Protocol:
            return config.http_protocol_class(  # type: ignore[call-arg]
                config=config, server_state=state, app_state={"connection": connection}
            )

        listener = ThrottledListener(
            self._listening, lambda: Connection(self._connections, rate_limiter, make_http)
        )
        await self._stop.wait()
        await listener.close()
        self._endpoints.close()
        await asyncio.sleep(0)  # let the streams end
        self._connections.close()
        if state.tasks:
            await asyncio.wait(tuple(state.tasks), timeout=DRAIN_TIMEOUT)
        await asyncio.sleep(0)  # let aborted connections be cleaned up

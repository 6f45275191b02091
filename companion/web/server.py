"""The server: a thread of its own, which sends the page and hears the phones."""

import asyncio
import logging
import socket
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import h11
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from companion.game.commands import Command
from companion.game.refusal import Refusal
from companion.web.door.pace import Turnstile
from companion.web.endpoints import Endpoints
from companion.web.hub import Hub

if TYPE_CHECKING:
    from companion.web.phones import Judge, Post

log = logging.getLogger(__name__)

MOST_CONNECTIONS: Final = 150
SLOWEST: Final = 10.0  # seconds until a request must have arrived with all its headers
IDLE: Final = 20  # seconds that a connection is kept for the next request
LARGEST_HEAD: Final = 16 * 1024
ANSWERS: Final = 10.0  # seconds within which the game's thread must have judged
ENDS: Final = 1.0  # seconds for what is being answered
CLOSES: Final = 3.0  # seconds that closing waits for the thread


class Hasty(H11Protocol):
    """A connection that must come to the point: neither too many, nor too slow, nor too fast."""

    _waiting: asyncio.TimerHandle | None = None
    _is_queued = False  # what has come waits for its turn

    def __init__(self, config: Config, state: ServerState, turnstile: Turnstile) -> None:
        super().__init__(config, state, {})
        self._turnstile = turnstile

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection, if there is room for it."""
        super().connection_made(transport)
        if len(self.connections) > MOST_CONNECTIONS:
            transport.abort()
        else:
            self._hurry()

    def handle_events(self) -> None:
        """Go on with a request, when it is the turn of where it comes from."""
        if self._is_queued or not self.conn.trailing_data[0]:
            return
        self._is_queued = True
        address = self.client[0] if self.client else ""
        if not self._turnstile.enter(address, self._go_on):
            self.transport.pause_reading()

    def _go_on(self) -> None:
        self._is_queued = False
        if self.transport.is_closing():
            return
        if not self.flow.read_paused:
            self.transport.resume_reading()
        super().handle_events()
        self._hurry()

    def send_400_response(self, msg: str) -> None:
        """Tell who sends nonsense; in the midst of an answer there is nothing more to say."""
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            headers = [("content-length", "0"), ("connection", "close")]  # a HEAD takes no body
            for event in (h11.Response(status_code=400, headers=headers), h11.EndOfMessage()):
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it."""
        if self._waiting is not None:
            self._waiting.cancel()
        super().connection_lost(exc)

    def _hurry(self) -> None:
        if self._waiting is None and self._is_idle:
            self._waiting = self.loop.call_later(SLOWEST, self._check)

    def _check(self) -> None:
        self._waiting = None
        if self._is_idle and self.timeout_keep_alive_task is None:
            self.transport.abort()

    @property
    def _is_idle(self) -> bool:
        """Whether no request is being answered."""
        return self.cycle is None or self.cycle.response_complete


class Entrance:
    """Takes connections from a socket, at a pace; the others wait outside, at no cost."""

    def __init__(self, listening: socket.socket, connected: Callable[[], Hasty]) -> None:
        listening.setblocking(False)
        self._listening, self._connected = listening, connected
        self._loop = asyncio.get_running_loop()
        self._turnstile = Turnstile()
        self._entering: set[asyncio.Task[Any]] = set()
        self._listen()

    def _listen(self) -> None:
        self._loop.add_reader(self._listening, self._knocked)

    def _knocked(self) -> None:
        self._loop.remove_reader(self._listening)
        self._turnstile.enter("", self._take)

    def _take(self) -> None:
        if self._listening.fileno() < 0:
            return  # closed meanwhile
        try:
            connection, _ = self._listening.accept()
        except OSError as error:  # gone again, or too many files are open
            log.debug("no connection: %s", error)
        else:
            self._let_in(connection)
        self._listen()

    def _let_in(self, connection: socket.socket) -> None:
        connection.setblocking(False)
        # Else the end of an answer waits for its beginning to be confirmed: 40 ms on many systems.
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        entering = self._loop.create_task(
            self._loop.connect_accepted_socket(self._connected, connection)
        )
        self._entering.add(entering)
        entering.add_done_callback(self._entering.discard)

    async def close(self) -> None:
        """Take no more; those who are coming in are in."""
        self._loop.remove_reader(self._listening)
        self._listening.close()
        if self._entering:
            await asyncio.wait(tuple(self._entering))


class Server:
    """Opened on a socket; everything of the hub happens in its thread."""

    def __init__(
        self, listening: socket.socket, hub: Hub, post: "Post", judge: "Judge | None"
    ) -> None:
        self._listening = listening
        self._table_post, self._judge = post, judge
        self._endpoints = Endpoints(hub, None if judge is None else self._judged)
        self._loop = asyncio.new_event_loop()
        self._stop = asyncio.Event()
        self._thread = threading.Thread(target=self._run, name="phones", daemon=True)
        self._thread.start()

    def post(self, act: Callable[[], Any]) -> None:
        """Have something done in the server's thread; callable from any."""
        try:
            self._loop.call_soon_threadsafe(act)
        except RuntimeError:  # it is closed
            log.debug("nothing to do it in")

    async def _judged(self, command: Command, game: str, seq: int) -> Refusal | None:
        """Have a command judged by the thread that owns the game.

        Raises:
            TimeoutError: it does not answer.
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
        return await asyncio.wait_for(answer, ANSWERS)

    def close(self) -> None:
        """End every connection, and the thread."""
        self.post(self._stop.set)
        self._thread.join(CLOSES)

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
            self._endpoints.app(),
            http=Hasty,
            ws="none",
            lifespan="off",
            log_config=None,
            log_level="error",  # whatever is sent to us is nothing to write down
            access_log=False,
            proxy_headers=False,
            timeout_keep_alive=IDLE,
            h11_max_incomplete_event_size=LARGEST_HEAD,
        )
        config.load()
        state = ServerState()
        turnstile = Turnstile()
        entrance = Entrance(self._listening, lambda: Hasty(config, state, turnstile))
        await self._stop.wait()
        await entrance.close()
        self._endpoints.close()
        await asyncio.sleep(0)  # streams end by themselves
        for connection in tuple(state.connections):
            connection.transport.abort()
        if state.tasks:
            await asyncio.wait(tuple(state.tasks), timeout=ENDS)
        await asyncio.sleep(0)  # what was cut off is let go of

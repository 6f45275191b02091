"""A front end's way to the phones: the server opened and closed, snapshots out, guests in.

It belongs to the thread that owns the game, as do the calls that it gets by `post`.
"""

import errno
import logging
import os
import socket
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.exports.extras import MissingExtraError, requiring_extra
from companion.folders import PORT
from companion.game.commands import Command
from companion.game.refusal import Refusal
from companion.web.access.addresses import own_addresses
from companion.web.hub import Guests, Hub
from companion.web.phone_store import Faces, PhoneStore
from companion.web.shared_sheet import Make, SharedSheet
from companion.web.views.snapshot import Snapshot

if TYPE_CHECKING:
    from companion.web.server import Server

log = logging.getLogger(__name__)

Post = Callable[[Callable[[], None]], None]  # has something done in the game's thread
# Has a command judged there, as of a game and its seq; a refusal is the answer.
Judge = Callable[[Command, str, int], Refusal | None]

ANYWHERE: Final = "0.0.0.0"
PORTS_TRIED: Final = 10
LARGEST_PORT: Final = 65535


@dataclass(frozen=True, slots=True)
class PhonesProblem:
    """Why no phone can come in: a code and facts, for words."""

    code: str  # missing, port_taken, failed, no_network
    facts: dict[str, object]


def listen(port: int) -> socket.socket:
    """Listen on this port or, where another program has it, on the next that is free.

    Raises:
        OSError: none of them is, or something else is in the way.
    """
    for tried in range(port, min(port + PORTS_TRIED, LARGEST_PORT + 1)):
        try:
            return socket.create_server((ANYWHERE, tried), backlog=64)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise
    raise OSError(errno.EADDRINUSE, os.strerror(errno.EADDRINUSE))


class Phones:
    """The phones of one front end."""

    def __init__(
        self,
        post: Post,
        file: Path | None = None,
        port: int = PORT,
        on_guests_changed: Callable[[], None] = lambda: None,
        judge: Judge | None = None,
    ) -> None:
        self._post = post
        self._file = file
        self._port = port
        self._judge = judge  # None: phones only watch
        self._on_guests_changed = on_guests_changed  # called when who is in has changed
        self._server: Server | None = None
        self._lets_in = False  # else the server only lends score sheets
        self._hub: Hub | None = None
        self._fault: PhonesProblem | None = None
        self.guests = Guests()
        self.last = Snapshot()

    # --- the server ---

    @property
    def is_open(self) -> bool:
        """Whether phones are let in."""
        return self._lets_in

    def open(self) -> None:
        """Let phones in; where they cannot be, `trouble()` says why."""
        self._start()
        if self._server is None or self._lets_in:
            return
        self._lets_in = True
        self._tell_hub(Hub.open)
        self.publish(self.last)
        self._tell_hub(Hub.tell_guests)

    def _start(self) -> None:
        """Start the server, which lets nobody in yet."""
        if self._server is not None:
            return
        try:
            with requiring_extra("phones"):
                from companion.web.server import Server
            listening = listen(self._port)
        except MissingExtraError as missing:
            self._fault = PhonesProblem(
                "missing", {"package": missing.package, "extra": missing.extra}
            )
            return
        except OSError as error:
            taken = error.errno in (errno.EADDRINUSE, errno.EACCES)
            self._fault = PhonesProblem("port_taken" if taken else "failed", self._facts(error))
            return
        self._fault = None
        self._port = int(listening.getsockname()[1])
        seated = self._judge is not None
        self._hub = Hub(PhoneStore(self._file), self._tell_guests, seated=seated)
        self._server = Server(listening, self._hub, self._post, self._judge)

    def _facts(self, error: OSError) -> dict[str, object]:
        return {"port": self._port, "problem": error.strerror or str(error)}

    def close(self) -> None:
        """End the server."""
        self._lets_in = False
        server, self._server, self._hub = self._server, None, None
        if server is not None:
            server.close()
        self.guests = Guests()

    # --- the game ---

    def publish(self, snapshot: Snapshot) -> None:
        """Show phones what is so now; returns at once."""
        self.last = snapshot
        if self._lets_in:
            self._tell_hub(lambda hub: hub.publish(snapshot))

    # --- who is in ---

    def _tell_guests(self, guests: Guests) -> None:
        self._post(lambda: self._now_in(guests))

    def _now_in(self, guests: Guests) -> None:
        self.guests = guests
        self._on_guests_changed()

    def let_in(self, number: int, seat: int) -> None:
        """A phone gets this seat, if that is what it still asks for."""
        self._tell_hub(lambda hub: hub.let_in(number, seat))

    def refuse(self, number: int) -> None:
        """A phone doesn't get the seat that it asks for."""
        self._tell_hub(lambda hub: hub.refuse(number))

    def send_out(self, number: int) -> None:
        """A phone is in no longer, nor does the code that it knows lead back."""
        self._tell_hub(lambda hub: hub.send_out(number))

    def renew_code(self) -> None:
        """The next phone needs another code; whoever is in stays in."""
        self._tell_hub(lambda hub: hub.renew_code())

    def fetch_tickets(self, game: str, seat: int, then: Callable[[Faces], None]) -> None:
        """Have `then` called with what a seat of this game keeps in secret, to be shown now."""

        def fetch(hub: Hub) -> None:
            faces = hub.tickets(seat) if hub.snapshot.uuid == game else ()
            self._post(lambda: then(faces))

        self._tell_hub(fetch)

    def forget_others(self, games: Collection[str]) -> None:
        """Nothing is kept of games that are no more."""
        self._tell_hub(lambda hub: hub.forget_others(games))

    def _tell_hub(self, act: Callable[[Hub], None]) -> None:
        hub = self._hub
        if self._server is not None and hub is not None:
            self._server.post(lambda: act(hub))

    # --- a score sheet for any phone ---

    def share(self, make: Make) -> str:
        """Lend a score sheet by an address that nobody guesses; '' where none leads here.

        Where phones are not let in, nothing else is to be had there.
        """
        self._start()
        if self._server is None:
            return ""
        sheet = SharedSheet(make)
        self._tell_hub(lambda hub: hub.share(sheet))
        found = own_addresses()
        return f"http://{found[0]}:{self._port}/sheet/{sheet.token}" if found else ""

    def stop_sharing(self) -> None:
        """The sheet is there no longer; nor is the server, where phones are not let in."""
        self._tell_hub(lambda hub: hub.share(None))
        if not self._lets_in:
            self.close()

    # --- where it is ---

    def addresses(self) -> list[str]:
        """What a phone opens, the best first; none without a network."""
        return [f"http://{address}:{self._port}/{self.guests.code}" for address in own_addresses()]

    def here(self) -> str:
        """The same for a browser on this machine."""
        return f"http://localhost:{self._port}/{self.guests.code}"

    def trouble(self) -> PhonesProblem | None:
        """Why no phone can come in now."""
        if self._fault is None and not own_addresses():
            return PhonesProblem("no_network", {})
        return self._fault

"""A front end's interface to the phones: starts and stops the server, publishes snapshots.

It belongs to the thread that owns the game; callbacks arrive there through `post`.
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

Post = Callable[[Callable[[], None]], None]  # runs a callable in the game's thread
# Judges a command in that thread, as of a game and its seq; returns the refusal, if any.
Judge = Callable[[Command, str, int], Refusal | None]

ANYWHERE: Final = "0.0.0.0"
PORTS_TRIED: Final = 10
LARGEST_PORT: Final = 65535


@dataclass(frozen=True, slots=True)
class PhonesProblem:
    """Why phones can't connect: a code and facts, worded elsewhere."""

    code: str  # missing, port_taken, failed, no_network
    facts: dict[str, object]


def listen(port: int) -> socket.socket:
    """Listen on this port or, if it is in use, on the next free one.

    Raises:
        OSError: if all ports tried are in use, or listening fails for another reason.
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
        self._on_guests_changed = on_guests_changed  # called when the guest list has changed
        self._server: Server | None = None
        self._lets_in = False  # if False, the server only shares score sheets
        self._hub: Hub | None = None
        self._fault: PhonesProblem | None = None
        self.guests = Guests()
        self.last = Snapshot()

    # --- the server ---

    @property
    def is_open(self) -> bool:
        """Whether phones can join."""
        return self._lets_in

    def open(self) -> None:
        """Let phones join; if that fails, `trouble()` returns the reason."""
        self._start()
        if self._server is None or self._lets_in:
            return
        self._lets_in = True
        self._tell_hub(Hub.open)
        self.publish(self.last)
        self._tell_hub(Hub.tell_guests)

    def _start(self) -> None:
        """Start the server, which doesn't let phones join yet."""
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
        self._lets_in = False
        server, self._server, self._hub = self._server, None, None
        if server is not None:
            server.close()
        self.guests = Guests()

    # --- the game ---

    def publish(self, snapshot: Snapshot) -> None:
        """Send the current game to the phones; returns immediately."""
        self.last = snapshot
        if self._lets_in:
            self._tell_hub(lambda hub: hub.publish(snapshot))

    # --- guests ---

    def _tell_guests(self, guests: Guests) -> None:
        self._post(lambda: self._now_in(guests))

    def _now_in(self, guests: Guests) -> None:
        self.guests = guests
        self._on_guests_changed()

    def let_in(self, number: int, seat: int) -> None:
        """Give a phone this seat if it still requests it."""
        self._tell_hub(lambda hub: hub.let_in(number, seat))

    def refuse(self, number: int) -> None:
        """Refuse a phone the seat that it requests."""
        self._tell_hub(lambda hub: hub.refuse(number))

    def send_out(self, number: int) -> None:
        """Disconnect a phone and renew the code, so that it can't rejoin with the old one."""
        self._tell_hub(lambda hub: hub.send_out(number))

    def renew_code(self) -> None:
        """Change the code; connected phones stay connected."""
        self._tell_hub(lambda hub: hub.renew_code())

    def fetch_tickets(self, game: str, seat: int, then: Callable[[Faces], None]) -> None:
        """Call `then` with the secret tickets of a seat, if this game is still on the table."""

        def fetch(hub: Hub) -> None:
            faces = hub.tickets(seat) if hub.snapshot.uuid == game else ()
            self._post(lambda: then(faces))

        self._tell_hub(fetch)

    def forget_others(self, games: Collection[str]) -> None:
        """Delete the phone data of all games but these."""
        self._tell_hub(lambda hub: hub.forget_others(games))

    def _tell_hub(self, act: Callable[[Hub], None]) -> None:
        hub = self._hub
        if self._server is not None and hub is not None:
            self._server.post(lambda: act(hub))

    # --- a score sheet for any phone ---

    def share(self, make: Make) -> str:
        """Share a score sheet at an unguessable address and return it; '' without a network.

        If phones can't join, the server offers nothing else.
        """
        self._start()
        if self._server is None:
            return ""
        sheet = SharedSheet(make)
        self._tell_hub(lambda hub: hub.share(sheet))
        found = own_addresses()
        return f"http://{found[0]}:{self._port}/sheet/{sheet.token}" if found else ""

    def stop_sharing(self) -> None:
        """Stop sharing the score sheet; also stop the server if phones can't join."""
        self._tell_hub(lambda hub: hub.share(None))
        if not self._lets_in:
            self.close()

    # --- addresses ---

    def addresses(self) -> list[str]:
        """Return the URLs that phones can open, best first; none without a network."""
        return [f"http://{address}:{self._port}/{self.guests.code}" for address in own_addresses()]

    def here(self) -> str:
        """Return the URL for a browser on this machine."""
        return f"http://localhost:{self._port}/{self.guests.code}"

    def trouble(self) -> PhonesProblem | None:
        """Return the reason why phones can't connect, or None."""
        if self._fault is None and not own_addresses():
            return PhonesProblem("no_network", {})
        return self._fault

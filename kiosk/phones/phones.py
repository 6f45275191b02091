"""The kiosk's phones: opened and closed according to the settings, updated on every change."""

import logging
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from kivy.clock import Clock

from companion.folders import PORT, phones_file
from companion.game.commands import Command, TicketFace
from companion.game.refusal import Refusal
from companion.web.access.seat_requests import SeatRequestQueue
from companion.web.hub import Guests
from companion.web.phones import Phones, PhonesProblem
from companion.web.shared_sheet import Make
from companion.web.views.snapshot import snapshot
from companion.words.table.phones import trouble_in_words
from kiosk import sheets
from kiosk.bridge import Bridge

if TYPE_CHECKING:
    from kiosk.app import KioskApp

log = logging.getLogger(__name__)

CALM = ("table", "menu", "welcome", "final", "reveal")  # screens on which a question can be shown


class KioskPhones:
    """The app's interface to phones; use it only in the main thread."""

    def __init__(self, app: "KioskApp", games: Path | None, port: int = PORT) -> None:
        self._app = app
        self.bridge = Bridge()
        file = None if games is None else phones_file(games)
        self._phones = Phones(self.bridge.post, file, port, self._guests_changed, self._judge)
        self._game: str | None = None  # the game at the last cleanup of stored data
        self._questions = SeatRequestQueue()
        self.is_wanted = False
        self._publish_soon = Clock.create_trigger(self._publish, 0)

    # --- opening and closing ---

    def open(self) -> None:
        """Turn phones on."""
        self.is_wanted = True
        self._publish()
        self._phones.open()
        self._tidy()
        self._app.devices.tell()

    def close(self) -> None:
        """Disconnect all phones."""
        self.is_wanted = False
        self._phones.close()

    def settings_changed(self) -> None:
        """Apply changed settings."""
        wanted = self._app.settings.phones
        if wanted and not (self.is_wanted and self._phones.is_open):
            self.open()
        elif not wanted and self.is_wanted:
            self.close()
            self._app.devices.tell()
        elif wanted:
            self.follow()

    # --- the game ---

    def follow(self) -> None:
        """Update phones after the next frame, as touches on the screen come first."""
        self._publish_soon()

    def _publish(self, *args: object) -> None:
        turns = self._app.settings.phone_turns
        self._phones.publish(snapshot(self._app.desk, self._phones.last, turns=turns))
        self._tidy()

    def _tidy(self) -> None:
        """Delete stored data of deleted games, whenever the current game changes."""
        game = self._phones.last.uuid
        if self._phones.is_open and game != self._game:
            self._game = game
            self._phones.forget_others([line.uuid for line in self._app.referee.games()])

    def _judge(self, command: Command, game: str, seq: int) -> Refusal | None:
        """Submit a phone's command; like a button press, it wakes the screen."""
        try:
            self._app.referee.submit(command, game=game, seq=seq)
        except Refusal as refusal:
            return refusal
        self._app.watch.touched()
        return None

    # --- connected phones ---

    @property
    def guests(self) -> Guests:
        """All connected phones."""
        return self._phones.guests

    def _guests_changed(self) -> None:
        self._app.show_soon()
        self._app.devices.tell()
        if not self._is_calm():
            return  # the table screen has a badge
        guest = self._questions.next(self.guests.asking, time.monotonic())
        if guest is not None and guest.asks is not None:
            self._app.open_sheet(sheets.phone_asks, number=guest.number, seat=guest.asks)

    def _is_calm(self) -> bool:
        """Whether a question would not cover any input in progress."""
        app, desk = self._app, self._app.desk
        if app.sheet is not None or app.screen_name not in CALM or desk.half.first is not None:
            return False
        return app.screen_name != "reveal" or desk.reveal.is_untouched

    def let_in(self, number: int, seat: int) -> None:
        """Give a phone this seat, if it still asks for it."""
        self._phones.let_in(number, seat)

    def refuse(self, number: int) -> None:
        """Refuse the seat that a phone asks for."""
        self._phones.refuse(number)

    def send_out(self, number: int) -> None:
        """Remove a phone; its code does not work any more."""
        self._phones.send_out(number)

    def renew_code(self) -> None:
        """Create a new code for further phones; connected ones stay connected."""
        self._phones.renew_code()

    # --- secret tickets ---

    def kept_by(self, seat: int) -> int:
        """Return how many tickets a player has on their phone."""
        return self.guests.secret_tickets.get(seat, 0)

    def fetch_tickets(self, seat: int, then: Callable[[tuple[TicketFace, ...]], None]) -> None:
        """Call `then` with a player's tickets, which are to be revealed now."""
        self._phones.fetch_tickets(self._app.referee.game.uuid, seat, then)

    # --- score sheets ---

    def share(self, make: Make) -> str:
        """Share a score sheet with any phone; return its address, or '' if there is none."""
        return self._phones.share(make)

    def stop_sharing(self) -> None:
        """Stop sharing; also stops the server if phones are turned off."""
        self._phones.stop_sharing()

    # --- address and problems ---

    @property
    def address(self) -> str:
        """The address for phones, or '' if there is none."""
        found = self._phones.addresses() if self._phones.is_open and self.guests.code else []
        return found[0] if found else ""

    def trouble(self) -> PhonesProblem | None:
        """Return why phones cannot connect."""
        return self._phones.trouble()

    def troubles(self) -> list[str]:
        """Return the same in words."""
        trouble = self.trouble()
        if trouble is None:
            return []
        return [trouble_in_words(self._app.words, trouble.code, trouble.facts)]

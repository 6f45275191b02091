"""The phones of this kiosk: opened and closed as the settings have it, told of every change."""

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

CALM = ("table", "menu", "welcome", "final", "reveal")  # where a question may be laid


class KioskPhones:
    """What the app knows of phones; everything here is done in its own thread."""

    def __init__(self, app: "KioskApp", games: Path | None, port: int = PORT) -> None:
        self._app = app
        self.bridge = Bridge()
        file = None if games is None else phones_file(games)
        self._phones = Phones(self.bridge.post, file, port, self._guests_changed, self._judge)
        self._game: str | None = None  # that was on the table when what is kept was tidied last
        self._questions = SeatRequestQueue()
        self.is_wanted = False
        self._publish_soon = Clock.create_trigger(self._publish, 0)

    # --- open and closed ---

    def open(self) -> None:
        """Let phones in."""
        self.is_wanted = True
        self._publish()
        self._phones.open()
        self._tidy()
        self._app.devices.tell()

    def close(self) -> None:
        """Let nobody in any more."""
        self.is_wanted = False
        self._phones.close()

    def settings_changed(self) -> None:
        """Open, closed, or with other rights."""
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
        """Show them what is so now, after the next frame: whoever touched the screen goes first."""
        self._publish_soon()

    def _publish(self, *args: object) -> None:
        turns = self._app.settings.phone_turns
        self._phones.publish(snapshot(self._app.desk, self._phones.last, turns=turns))
        self._tidy()

    def _tidy(self) -> None:
        """What is kept of games that were deleted goes, whenever another game is on the table."""
        game = self._phones.last.uuid
        if self._phones.is_open and game != self._game:
            self._game = game
            self._phones.forget_others([line.uuid for line in self._app.referee.games()])

    def _judge(self, command: Command, game: str, seq: int) -> Refusal | None:
        """A phone asks: as a button's press does, it wakes the screen and is announced there."""
        try:
            self._app.referee.submit(command, game=game, seq=seq)
        except Refusal as refusal:
            return refusal
        self._app.watch.touched()
        return None

    # --- who is in ---

    @property
    def guests(self) -> Guests:
        """Everyone who is in."""
        return self._phones.guests

    def _guests_changed(self) -> None:
        self._app.show_soon()
        self._app.devices.tell()
        if not self._is_calm():
            return  # the table's badge leads there
        guest = self._questions.next(self.guests.asking, time.monotonic())
        if guest is not None and guest.asks is not None:
            self._app.open_sheet(sheets.phone_asks, number=guest.number, seat=guest.asks)

    def _is_calm(self) -> bool:
        """Whether nobody is in the midst of something that a question would cover."""
        app, desk = self._app, self._app.desk
        if app.sheet is not None or app.screen_name not in CALM or desk.half.first is not None:
            return False
        return app.screen_name != "reveal" or desk.reveal.is_untouched

    def let_in(self, number: int, seat: int) -> None:
        """A phone gets this seat, if that is what it still asks for."""
        self._phones.let_in(number, seat)

    def refuse(self, number: int) -> None:
        """A phone doesn't get the seat that it asks for."""
        self._phones.refuse(number)

    def send_out(self, number: int) -> None:
        """A phone is in no longer, nor does the code that it knows lead back."""
        self._phones.send_out(number)

    def renew_code(self) -> None:
        """The next phone needs another code; whoever is in stays in."""
        self._phones.renew_code()

    # --- tickets that are kept in secret ---

    def kept_by(self, seat: int) -> int:
        """How many tickets a player has on their phone."""
        return self.guests.secret_tickets.get(seat, 0)

    def fetch_tickets(self, seat: int, then: Callable[[tuple[TicketFace, ...]], None]) -> None:
        """Have `then` called with a player's tickets, which the table has asked to see."""
        self._phones.fetch_tickets(self._app.referee.game.uuid, seat, then)

    # --- a score sheet for any phone ---

    def share(self, make: Make) -> str:
        """Lend a score sheet, also to phones that are not in; its address, '' where none is."""
        return self._phones.share(make)

    def stop_sharing(self) -> None:
        """The sheet is no longer there; nor is the server, where no phone is to be let in."""
        self._phones.stop_sharing()

    # --- where it is ---

    @property
    def address(self) -> str:
        """What a phone opens; '' where there is no way here."""
        found = self._phones.addresses() if self._phones.is_open and self.guests.code else []
        return found[0] if found else ""

    def trouble(self) -> PhonesProblem | None:
        """Why no phone can come in."""
        return self._phones.trouble()

    def troubles(self) -> list[str]:
        """The same in words."""
        trouble = self.trouble()
        if trouble is None:
            return []
        return [trouble_in_words(self._app.words, trouble.code, trouble.facts)]

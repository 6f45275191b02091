"""Phones during a terminal session: their requests run in the thread that reads lines.

A signal interrupts that thread even while it waits for a key. Requests that arrive while a line
is being processed wait until it is done.
"""

import logging
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from companion.folders import phones_file
from companion.game.commands import Command, Object
from companion.game.refusal import Refusal
from companion.terminal.keeper import Keeper
from companion.terminal.questions import MisreadInputError
from companion.web.access.guests import Guest
from companion.web.access.seat_requests import SeatRequestQueue
from companion.web.phones import Phones
from companion.web.views.snapshot import snapshot, without_scores
from companion.words.log_entries import sentence_of
from companion.words.table.phones import (
    open_on_phone,
    phone_in_words,
    phones_usage,
    trouble_in_words,
)

log = logging.getLogger(__name__)

_WAKES: Final = signal.SIGUSR1


class KeeperPhones:
    """The phones of a score keeper in the terminal."""

    def __init__(self, keeper: Keeper, games: Path, port: int) -> None:
        self._keeper = keeper
        self._acts: deque[Callable[[], None]] = deque()
        self._is_waiting = False  # for a line
        self._turns = False  # whether phones can enter turns
        self._questions = SeatRequestQueue()
        self.phones = Phones(
            self._post,
            phones_file(games),
            port,
            on_guests_changed=self._guests_changed,
            judge=self._judge,
        )
        signal.signal(_WAKES, lambda *args: self._wake())
        self._desk = keeper.desk
        self._stop = self._desk.subscribe(self.follow)
        self.follow()
        self.phones.open()

    def close(self) -> None:
        """Disconnect all phones and stop the server."""
        self._stop()
        self.phones.close()
        signal.signal(_WAKES, signal.SIG_IGN)

    def follow(self) -> None:
        """Send the current game to the phones."""
        told = snapshot(self._keeper.desk, self.phones.last, turns=self._turns)
        hidden = self._keeper.referee.hides_scores()  # a setting stored with the game
        self.phones.publish(without_scores(told) if hidden else told)

    # --- between two lines ---

    @contextmanager
    def in_between(self) -> Iterator[None]:
        """Run phone requests immediately while waiting for a line."""
        self._listen_to_present_desk()
        self._is_waiting = True
        self._wake()
        try:
            yield
        finally:
            self._is_waiting = False
        self._run()

    def _listen_to_present_desk(self) -> None:
        """Resubscribe if the keeper has replaced its desk after an internal error."""
        if self._desk is not self._keeper.desk:
            self._desk = self._keeper.desk
            self._stop = self._desk.subscribe(self.follow)
            self.follow()

    def _post(self, act: Callable[[], None]) -> None:
        self._acts.append(act)
        main = threading.main_thread().ident
        if main is not None:
            signal.pthread_kill(main, _WAKES)

    def _wake(self) -> None:
        if self._is_waiting:
            self._is_waiting = False  # not reentrant
            self._run()
            self._is_waiting = True

    def _run(self) -> None:
        while self._acts:
            try:
                self._acts.popleft()()
            except Exception:  # a phone's error must not stop the session
                log.exception("what a phone asked")

    def _judge(self, command: Command, game: str, seq: int) -> Refusal | None:
        keeper = self._keeper
        try:
            keeper.referee.submit(command, game=game, seq=seq)
        except Refusal as refusal:
            return refusal
        keeper.screen.say("")
        if isinstance(command, Object):  # doesn't change the game: the keyboard's input goes on
            keeper.screen.say(sentence_of(keeper.words, keeper.game, keeper.game.entries[-1]))
            keeper.screen.say(keeper.prompt)
            return None
        keeper.pending = None  # it was about a turn that a phone has entered
        if keeper.desk.last_announcement is not None:
            keeper.on_announcement(keeper.desk.last_announcement)
        keeper.show_table()
        keeper.screen.say(keeper.prompt)
        return None

    # --- guests ---

    def _guests_changed(self) -> None:
        guest = self._questions.next(self.phones.guests.asking, time.monotonic())
        if guest is not None:
            self._keeper.screen.say("")
            self._say_guest(guest)

    def wait_for_code(self) -> None:
        """Wait until the server has a code, or has failed."""
        self._wait_until(lambda: bool(self.phones.guests.code))

    def _wait_until(self, met: Callable[[], bool]) -> None:
        for _ in range(500):
            self._run()
            if met() or not self.phones.is_open:
                return
            time.sleep(0.01)

    def say_where(self) -> None:
        """Print the addresses of the page, or why there are none."""
        screen, words = self._keeper.screen, self._keeper.words
        trouble = self.phones.trouble()
        if trouble is not None:
            screen.say(trouble_in_words(words, trouble.code, trouble.facts), "warning")
        if self.phones.is_open:
            for address in self.phones.addresses() or [self.phones.here()]:
                screen.say(open_on_phone(words, address))

    def _say_guests(self) -> None:
        for guest in self.phones.guests.phones:
            self._say_guest(guest)

    def _say_guest(self, guest: Guest) -> None:
        keeper = self._keeper
        seats = keeper.game.state.seats if keeper.referee.has_game else ()
        at = guest.seat if guest.asks is None else guest.asks
        name = seats[at].name if at is not None and at < len(seats) else ""
        asks = guest.asks is not None
        keeper.screen.say(f"  {phone_in_words(keeper.words, guest.number, name, asks=asks)}")

    def order(self, text: str) -> None:
        """Run `phones` (list), `phones yes 3 Anna`, `no 3`, `out 3`, `code` or `turns on|off`.

        Raises:
            MisreadInputError: if it is none of these.
            Refusal: if a yes names no player.
        """
        word, number, player = (*text.split(maxsplit=2), "", "", "")[:3]
        if not text:
            self.say_where()
            self._say_guests()
        elif text in ("turns on", "turns off"):
            self._turns = text == "turns on"
            self.follow()
        elif text == "code":
            self._renew_code()
        elif word == "yes" and number.isdecimal() and player:
            self._let_in(int(number), self._keeper.player(player))
        elif word in ("no", "out") and number.isdecimal() and not player:
            act = self.phones.refuse if word == "no" else self.phones.send_out
            act(int(number))
        else:
            raise MisreadInputError(phones_usage(self._keeper.words))

    def _renew_code(self) -> None:
        before = self.phones.guests.code
        self.phones.renew_code()
        self._wait_until(lambda: self.phones.guests.code != before)
        self.say_where()

    def _let_in(self, number: int, player: str) -> None:
        """Needs the player too: the phone can have requested another seat in the meantime."""
        names = [seat.name for seat in self._keeper.game.state.seats]
        self.phones.let_in(number, names.index(player))

"""Phones beside the keyboard: what they ask is done in between, in the thread that reads lines.

A signal reaches that thread even while it waits for a key. What arrives while a line is being
taken waits until it is done.
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

from companion.game.commands import Command
from companion.game.refusal import Refusal
from companion.terminal.keeper import Keeper
from companion.terminal.questions import Misread
from companion.web.phones import Phones
from companion.web.phones_file import phones_file
from companion.web.shown.snapshot import snapshot
from companion.words.table.phones import (
    open_on_phone,
    phone_in_words,
    phones_usage,
    trouble_in_words,
)

log = logging.getLogger(__name__)

_WAKES: Final = signal.SIGUSR1


class KeeperPhones:
    """The phones of a score keeper at a terminal."""

    def __init__(self, keeper: Keeper, games: Path, port: int) -> None:
        self._keeper = keeper
        self._acts: deque[Callable[[], None]] = deque()
        self._is_waiting = False  # for a line
        self._turns = False  # whether phones may enter them
        self._said: object = None  # of who is in
        self.phones = Phones(
            self._post, phones_file(games), port, told=self._guests_changed, judge=self._judge
        )
        signal.signal(_WAKES, lambda *args: self._wake())
        self._desk = keeper.desk
        self._stop = self._desk.listen(self.follow)
        self.follow()
        self.phones.open()

    def close(self) -> None:
        """Let nobody in any more."""
        self._stop()
        self.phones.close()
        signal.signal(_WAKES, signal.SIG_IGN)

    def follow(self) -> None:
        """Show them what is so now."""
        self.phones.publish(snapshot(self._keeper.desk, self.phones.last, turns=self._turns))

    # --- between two lines ---

    @contextmanager
    def in_between(self) -> Iterator[None]:
        """While a line is waited for, what phones ask is done at once."""
        self._listen_to_present_desk()
        self._is_waiting = True
        self._wake()
        try:
            yield
        finally:
            self._is_waiting = False
        self._run()

    def _listen_to_present_desk(self) -> None:
        """After a fault of ours the keeper has another desk."""
        if self._desk is not self._keeper.desk:
            self._desk = self._keeper.desk
            self._stop = self._desk.listen(self.follow)
            self.follow()

    def _post(self, act: Callable[[], None]) -> None:
        self._acts.append(act)
        main = threading.main_thread().ident
        if main is not None:
            signal.pthread_kill(main, _WAKES)

    def _wake(self) -> None:
        if self._is_waiting:
            self._is_waiting = False  # not in the midst of itself
            self._run()
            self._is_waiting = True

    def _run(self) -> None:
        while self._acts:
            try:
                self._acts.popleft()()
            except Exception:  # a phone's trouble: the keyboard goes on
                log.exception("what a phone asked")

    def _judge(self, command: Command, game: str, seq: int) -> Refusal | None:
        keeper = self._keeper
        try:
            keeper.referee.submit(command, game=game, seq=seq)
        except Refusal as refusal:
            return refusal
        keeper.pending = None  # it was about a turn that a phone has ended
        keeper.screen.say("")
        if keeper.desk.announced is not None:
            keeper.told(keeper.desk.announced)
        keeper.show_table()
        keeper.screen.say(keeper.prompt)
        return None

    # --- who is in ---

    def _guests_changed(self) -> None:
        asking = self.phones.guests.asking
        if asking and asking != self._said:
            self._keeper.screen.say("")
            self._say_guests()
        self._said = asking

    def wait_for_code(self) -> None:
        """The server is there at once, or says why not."""
        for _ in range(500):
            self._run()
            if self.phones.guests.code or not self.phones.is_open:
                return
            time.sleep(0.01)

    def say_where(self) -> None:
        """Tell where the page is, or why it is not there."""
        screen, words = self._keeper.screen, self._keeper.words
        trouble = self.phones.trouble()
        if trouble is not None:
            screen.say(trouble_in_words(words, trouble.code, trouble.facts), "warning")
        if self.phones.is_open:
            for address in self.phones.addresses() or [self.phones.here()]:
                screen.say(open_on_phone(words, address))

    def _say_guests(self) -> None:
        keeper = self._keeper
        seats = keeper.game.state.seats if keeper.referee.has_game else ()
        for guest in self.phones.guests.phones:
            at = guest.seat if guest.asks is None else guest.asks
            name = seats[at].name if at is not None and at < len(seats) else ""
            asks = guest.asks is not None
            keeper.screen.say(f"  {phone_in_words(keeper.words, guest.number, name, asks=asks)}")

    def order(self, text: str) -> None:
        """`phones`: where the page is and who is in; `phones yes 3`, `no 3`, `out 3`, `turns on`.

        Raises:
            Misread: it is none of these.
        """
        word, _, number = text.partition(" ")
        if not text:
            self.say_where()
            self._say_guests()
        elif text in ("turns on", "turns off"):
            self._turns = text == "turns on"
            self.follow()
        elif word in ("yes", "no", "out") and number.strip().isdecimal():
            if word == "out":
                self.phones.send_out(int(number))
            else:
                self.phones.answer(int(number), yes=word == "yes")
        else:
            raise Misread(phones_usage(self._keeper.words))

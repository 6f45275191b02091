"""The recorded game on a kiosk of this process, entry by entry, by taps."""

from __future__ import annotations

from contextlib import closing
from copy import copy
from pathlib import Path

from fingers import Kiosk

from companion.game.requests.requests import parse
from companion.journal import Journal
from companion.referee import Referee
from kiosk.demo import Hands
from tests.faults.game import REQUESTS, expected, scores
from tests.faults.harness import Tally


class Course:
    """How far it is played; when it is over, the same is played once more."""

    def __init__(self, kiosk: Kiosk, tally: Tally) -> None:
        self.kiosk, self._tally = kiosk, tally
        self._at = 0  # entries of it, played
        self._seq = 0  # entries that are known to be kept, of the game on the table

    def play(self, turns: int = 1) -> None:
        """The next entries; what is on screen as kept after each is acknowledged."""
        for _ in range(turns):
            if self._at == len(REQUESTS):
                self._at = 0
            self._enter(REQUESTS[self._at])
            self._at += 1
            self.look()

    def _enter(self, request: dict) -> None:
        app = self.kiosk.app
        if request["do"] == "new":
            app.desk.submit(parse(request), app.desk.moment())
            app.home()
            self.kiosk.frames()
            self._seq = 0
        else:
            before = app.referee.seq
            for point in Hands(app).plays(request):
                self.kiosk.tap_at(*point)
            assert app.referee.seq == before + 1, (request, self.kiosk.texts())

    def look(self) -> None:
        """See what the table says: its scores, and whether all is kept."""
        app = self.kiosk.app
        self._tally.wrong += [panel.view.score for panel in app.screen.panels] != self._scores
        if not self.kiosk.sees("Not saved"):
            self._tally.acknowledged += app.referee.seq - self._seq
            self._seq = app.referee.seq

    def on(self, kiosk: Kiosk) -> Course:
        """The same, on another kiosk on the same file."""
        course = copy(self)
        course.kiosk = kiosk
        return course

    @property
    def _scores(self) -> list[int]:
        return expected()[self._at]

    @property
    def is_kept(self) -> bool:
        """Whether the table was told so of every entry."""
        return self._seq == self.kiosk.referee.seq

    def check(self, file: Path) -> None:
        """In the file, read anew, is all that was acknowledged."""
        with closing(Journal.view(file)) as journal:
            referee = Referee(journal)
            self._tally.lost += max(0, self._seq - referee.seq)
            self._tally.wrong += bool(journal.faulty())
            if referee.seq == self._seq and self.is_kept:
                self._tally.wrong += scores(referee) != self._scores

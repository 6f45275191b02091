"""The score keeper without a process of its own: lines in, what is shown and asked out."""

import io
from pathlib import Path

from companion.game.board.board import Board, standard_board
from companion.game.log.lines import log_lines
from companion.journal import Journal
from companion.terminal.keeper import Keeper
from companion.terminal.screen import Screen
from companion.terminal.session import obey
from companion.words import translations


class AtTheTable:
    """Somebody who keeps score, or a script; closed at the end."""

    def __init__(
        self,
        db: Path | None = None,
        *,
        person: bool = True,
        board: Board | None = None,
        language: str = "en",
    ) -> None:
        self._out = io.StringIO()
        self._journal = Journal() if db is None else Journal.open(db)
        self.keeper = Keeper(
            self._journal,
            board or standard_board(),
            translations(language),
            Screen(self._out),
            with_person=person,
        )

    def types(self, *lines: str) -> str:
        """What is shown for these lines, the last question included."""
        for line in lines:
            self.keeper.take(line, obey)
        shown = self._out.getvalue() + self.keeper.prompt
        self._out.seek(0)
        self._out.truncate()
        assert "Something went wrong" not in shown
        return shown

    def close(self) -> None:
        self._journal.close()

    @property
    def seq(self) -> int:
        return self.keeper.referee.seq

    @property
    def scores(self) -> dict[str, int]:
        state = self.keeper.game.state
        return {seat.name: state.score(number) for number, seat in enumerate(state.seats)}

    def seat(self, name: str):
        state = self.keeper.game.state
        return state.seats[state.seat_of(name)]

    def flags(self, entry: int) -> list[str]:
        return log_lines(self.keeper.game)[entry - 1]["flags"]

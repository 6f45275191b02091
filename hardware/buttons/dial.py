"""The dial's short menu: turned, it goes through the items; pushed, it goes deeper. Pure.

A dial never changes: turning and pushing give another. When the game has gone on since, it
starts anew at the top, so that nothing is chosen which was shown for another moment.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

from companion.game.commands import Command
from companion.referee import Referee
from companion.words.table.choices_and_results import PlayWords
from hardware.buttons.menu import Back, Item, Menu, NoSecondCard, top

Choice = Command | NoSecondCard


class DialLines(NamedTuple):
    """What to show of it: a heading, the present item, and those beside it."""

    title: str
    before: str
    present: str
    after: str


@dataclass(frozen=True, slots=True)
class Level:
    """A menu with the item that the dial is at."""

    menu: Menu
    at: int = 0

    @property
    def item(self) -> Item:
        """The present item."""
        return self.menu.items[self.at]

    def turned(self, steps: int) -> "Level":
        """So many items further; after the last comes the first."""
        return replace(self, at=(self.at + steps) % len(self.menu.items))

    @property
    def lines(self) -> DialLines:
        """With few items none is shown twice."""
        count = len(self.menu.items)
        before = self.turned(-1).item.label if count > 2 else ""
        after = self.turned(1).item.label if count > 1 else ""
        return DialLines(self.menu.title, before, self.item.label, after)


class Dial:
    """Where the dial is in the menus of the present moment."""

    def __init__(
        self,
        referee: Referee,
        words: PlayWords,
        *,
        waiting: Callable[[], bool] = lambda: False,
        levels: tuple[Level, ...] = (),
    ) -> None:
        self.referee = referee
        self._words = words
        self._waiting = waiting  # whether a first card waits for the second
        self._moment = self._now()
        self._levels = levels or (Level(top(referee, words, waiting=waiting())),)
        self.resting = not levels  # nobody has touched it since the game went on

    @property
    def level(self) -> Level:
        """The menu it is in, and where."""
        return self._levels[-1]

    @property
    def lines(self) -> DialLines:
        """What to show of it."""
        return self.level.lines

    def now(self) -> "Dial":
        """This one, or one at rest where the game has gone on since."""
        return self if self._moment == self._now() else self._at()

    def turned(self, steps: int) -> "Dial":
        """After so many clicks, clockwise if positive."""
        dial = self.now()
        return dial._at(*dial._levels[:-1], dial.level.turned(steps))

    def pushed(self) -> "Dial | Choice":
        """Deeper, back, or what was chosen; at rest it only wakes: nothing unseen is chosen."""
        dial = self.now()
        if dial.resting:
            return dial._at(*dial._levels)
        leads = dial.level.item.leads
        if isinstance(leads, Back):
            return dial._at(*dial._levels[:-1])
        if isinstance(leads, Choice):
            return leads
        return dial._at(*dial._levels, Level(leads()))

    def _at(self, *levels: Level) -> "Dial":
        return Dial(self.referee, self._words, waiting=self._waiting, levels=levels)

    def _now(self) -> tuple[str | None, int, bool]:
        game = self.referee.game.uuid if self.referee.has_game else None
        return game, self.referee.seq, self._waiting()

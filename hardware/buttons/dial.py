"""The dial's menu: turning goes through the items, pushing selects one. Pure.

A dial is immutable: turning and pushing return a new one. If the game has gone on, it returns to
the top, so that nothing is selected that was shown for an earlier state.
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
    """The visible text: a heading, the current item, and its neighbours."""

    title: str
    before: str
    present: str
    after: str


@dataclass(frozen=True, slots=True)
class Level:
    """A menu and the position of the dial in it."""

    menu: Menu
    at: int = 0

    @property
    def item(self) -> Item:
        return self.menu.items[self.at]

    def turned(self, steps: int) -> "Level":
        """Return the level this many items further; after the last comes the first."""
        return replace(self, at=(self.at + steps) % len(self.menu.items))

    @property
    def lines(self) -> DialLines:
        """The visible text; with few items none is shown twice."""
        count = len(self.menu.items)
        before = self.turned(-1).item.label if count > 2 else ""
        after = self.turned(1).item.label if count > 1 else ""
        return DialLines(self.menu.title, before, self.item.label, after)


class Dial:
    """The dial's position in the menus, for one state of the game."""

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
        self.resting = not levels  # not touched since the game went on

    @property
    def level(self) -> Level:
        """The current menu and position."""
        return self._levels[-1]

    @property
    def lines(self) -> DialLines:
        """The visible text."""
        return self.level.lines

    def now(self) -> "Dial":
        """Return this dial, or an idle one if the game has gone on."""
        return self if self._moment == self._now() else self._at()

    def turned(self, steps: int) -> "Dial":
        """Return the dial after this many clicks, clockwise if positive."""
        dial = self.now()
        return dial._at(*dial._levels[:-1], dial.level.turned(steps))

    def pushed(self) -> "Dial | Choice":
        """Return the dial in a submenu or the menu above, or the choice; if idle, only wake it."""
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

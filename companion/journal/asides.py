"""What is kept beside the log: who counts as whom, and which games are hidden.

Nothing of it can be found in a game's entries, so that each row proves itself by a seal. Rows are
never removed, only written anew: an older image of one, found in a damaged file, is not the last.
"""

from dataclasses import dataclass

from companion.journal.chain import seal


@dataclass(frozen=True, slots=True)
class Merge:
    """A player who counts as another."""

    player: str
    into: str  # his own id: he counts for himself again

    @property
    def row(self) -> tuple[str, str, str]:
        """As it is stored."""
        mark = seal("merge", f"{self.player} {self.into}")  # never to be taken for a player's
        return self.player, self.into, mark


@dataclass(frozen=True, slots=True)
class Hidden:
    """A game that counts nowhere, to be gone for good after so many starts of the program."""

    game: str
    since: str | None  # None: it counts again
    starts: int  # of the program since then
    copy: str  # the file that it was written to

    @property
    def row(self) -> tuple[str, str | None, int, str, str]:
        """As it is stored."""
        mark = seal("hidden", f"{self.game} {self.since} {self.starts} {self.copy}")
        return self.game, self.since, self.starts, self.copy, mark

"""The turn clock: counts up, can be paused, and only ever advises. Pure."""

from collections.abc import Callable

from companion.referee import Referee


class Stopwatch:
    """How long the present turn has taken, without the pauses."""

    def __init__(self, ticks: Callable[[], float]) -> None:
        self._ticks = ticks
        self._passed = 0.0
        self._since: float | None = ticks()
        self._turn: object = None  # the one that it times

    @property
    def seconds(self) -> int:
        """Whole seconds so far."""
        running = 0.0 if self._since is None else self._ticks() - self._since
        return int(self._passed + running)

    @property
    def is_paused(self) -> bool:
        """Whether it stands still."""
        return self._since is None

    def follow(self, referee: Referee) -> None:
        """Begin anew with every turn."""
        turn = (referee.game.uuid, referee.game.state.turn) if referee.has_game else None
        if turn != self._turn:
            self._turn = turn
            self.restart()

    def restart(self) -> None:
        """A new turn; a pause stays a pause."""
        self._passed = 0.0
        if self._since is not None:
            self._since = self._ticks()

    def toggle(self) -> None:
        """Pause, or go on."""
        if self._since is None:
            self._since = self._ticks()
        else:
            self._passed += self._ticks() - self._since
            self._since = None

    def shown(self) -> str:
        """Minutes and seconds."""
        minutes, seconds = divmod(self.seconds, 60)
        return f"{minutes}:{seconds:02d}"

"""View data of the table and the menu, without widgets; and the turn clock."""

from collections.abc import Callable
from dataclasses import dataclass

from companion.desk.claim.rights import DoublingBadge, badge
from companion.game.commands import Redo
from companion.game.game import Game
from companion.game.log.disputes import unsettled
from companion.game.refusal import Refusal
from companion.game.rulebook import FEW_TRAINS, TERRAINS, Terrain
from companion.game.state import State
from companion.referee import Referee
from companion.words.table.desk import DeskWords
from kiosk.table.last_line import last_line


@dataclass(frozen=True, slots=True)
class TerrainLine:
    """A player's cards of one terrain, and the doubling right that they give."""

    terrain: Terrain
    count: int
    badge: DoublingBadge


@dataclass(frozen=True, slots=True)
class PlayerView:
    """Data of a player's panel."""

    seat: int
    name: str
    color: str
    score: int
    trains: int
    few_trains: bool
    tickets: int
    lines: tuple[TerrainLine, ...]
    on_turn: bool
    score_shown: bool = True


@dataclass(frozen=True, slots=True)
class TableView:
    """Data of the table screen."""

    seq: int
    turn: int
    title: str
    color: str | None
    last: str
    last_ruled: bool  # a table ruling
    last_entry: int | None  # its number in the log
    players: tuple[PlayerView, ...]
    last_round: str
    still_to_play: tuple[int, ...]
    unsettled: tuple[str, ...]  # marks, as in the log, of the unresolved entries


def table_view(referee: Referee, words: DeskWords, *, hidden: bool = False) -> TableView:
    game, rights = referee.game, referee.rights()
    state, last = game.state, game.last_play
    players = tuple(
        PlayerView(
            seat=number,
            name=seat.name,
            color=seat.color,
            score=state.score(number),
            trains=seat.trains,
            few_trains=seat.trains <= FEW_TRAINS,
            tickets=seat.tickets,
            lines=tuple(
                TerrainLine(terrain, seat.front.of(terrain), badge(rights[seat.name][terrain]))
                for terrain in TERRAINS
            ),
            on_turn=number == state.player,
            score_shown=not hidden,
        )
        for number, seat in enumerate(state.seats)
    )
    return TableView(
        seq=game.seq,
        turn=state.turn,
        title=words.stage(state),
        color=None if state.player is None else state.seats[state.player].color,
        last=last_line(game, words),
        last_ruled=last is not None and last.is_table_ruling,
        last_entry=None if last is None else last.seq,
        players=players,
        last_round=words.in_last_round(state),
        still_to_play=_still_to_play(state),
        unsettled=tuple(sorted(unsettled(game).values())),
    )


def _still_to_play(state: State) -> tuple[int, ...]:
    if state.last_round is None or state.ended:
        return ()
    count = len(state.seats)
    return tuple((state.to_move + n) % count for n in range(state.last_round.turns_left))


# --- the menu ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MenuView:
    """Data of the menu: whose turn it is, and which actions are available."""

    title: str
    turn: str
    passes: str = ""
    color: str = ""
    playing: bool = False
    can_redo: bool = False


def menu_view(referee: Referee, words: DeskWords) -> MenuView:
    state = referee.game.state if referee.has_game else None
    if state is None or state.player is None:
        return MenuView(
            title=words.stage(state) if state else words.pgettext("heading", "Menu"),
            turn=words.gettext("The game"),
            can_redo=state is not None and _can_redo(referee.game),
        )
    seat = state.seats[state.player]
    return MenuView(
        title=words.turn_of(seat.name),
        turn=words.turn(state.turn),
        passes=words.gettext("{player} passes").format(player=seat.name),
        color=seat.color,
        playing=True,
        can_redo=_can_redo(referee.game),
    )


def _can_redo(game: Game) -> bool:
    try:
        game.propose(Redo())
    except Refusal:
        return False
    return True


class Stopwatch:
    """Measures the duration of the current turn, without pauses."""

    def __init__(self, ticks: Callable[[], float]) -> None:
        self._ticks = ticks
        self._passed = 0.0
        self._since: float | None = ticks()
        self._turn: object = None  # the turn being timed

    @property
    def seconds(self) -> int:
        """Whole seconds so far."""
        running = 0.0 if self._since is None else self._ticks() - self._since
        return int(self._passed + running)

    @property
    def is_paused(self) -> bool:
        return self._since is None

    def follow(self, referee: Referee) -> None:
        """Restart if a new turn has begun."""
        turn = (referee.game.uuid, referee.game.state.turn) if referee.has_game else None
        if turn != self._turn:
            self._turn = turn
            self.restart()

    def restart(self) -> None:
        """Reset to zero; stays paused if it is."""
        self._passed = 0.0
        if self._since is not None:
            self._since = self._ticks()

    def toggle(self) -> None:
        """Pause or resume."""
        if self._since is None:
            self._since = self._ticks()
        else:
            self._passed += self._ticks() - self._since
            self._since = None

    def reading(self) -> str:
        """Return minutes and seconds, such as 1:05."""
        minutes, seconds = divmod(self.seconds, 60)
        return f"{minutes}:{seconds:02d}"

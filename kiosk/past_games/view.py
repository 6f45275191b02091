"""View data of past games: the list, a game, its replay, deleted games and backups."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.desk.desk import Desk
from companion.game.events import RouteClaimed
from companion.game.game import Game
from companion.game.log.timeline import Step
from companion.game.rules.scoring import ranking
from companion.game.state import State
from companion.history import DeletedGame, History, PageMark, PastGame
from companion.history.backups import Backup, Backups
from companion.journal import GameLine
from companion.referee import Referee
from companion.text import number
from companion.words.log_entries import standing_sentence
from companion.words.table.choices_and_results import listed
from companion.words.table.desk import DeskWords
from kiosk.final.view import source_words, title
from kiosk.widgets.paging import Page, newest_first

GAMES_A_PAGE: Final = 20
HIDDEN: Final = "–"  # a hidden score


@dataclass(frozen=True, slots=True)
class PastRow:
    """A game in the list."""

    uuid: str
    players: str
    outcome: str
    started: str
    colors: tuple[str, ...]  # of the winners
    over: bool
    on_table: bool


@dataclass(frozen=True, slots=True)
class GamesView:
    """A page of the list; `marks` lead from the first page to it, `older` to the next."""

    title: str
    rows: tuple[PastRow, ...]
    marks: tuple[PageMark | None, ...]
    older: PageMark | None
    total: int

    @property
    def newer(self) -> bool:
        """Whether there is a page of newer games."""
        return bool(self.marks)

    def note(self, words: DeskWords) -> str:
        """Return a text such as 1–20 of 57."""
        first = len(self.marks) * GAMES_A_PAGE + 1
        text = words.gettext("{first}–{last} of {total}")
        last = first - 1 + len(self.rows)
        return text.format(first=min(first, last), last=last, total=self.total)


def games_view(
    history: History,
    referee: Referee,
    words: DeskWords,
    marks: tuple[PageMark | None, ...] = (),
    player: str | None = None,
) -> GamesView:
    """Return a page of all games or of a player's; queries only that page."""
    total = history.count(player=player)
    if not total and player is None:
        return _in_memory(referee, words, len(marks))
    after = marks[-1] if marks else None
    page = history.games(player=player, after=after, most=GAMES_A_PAGE)
    on_table = referee.game.uuid if referee.has_game else None
    heading = words.gettext("Past games")
    if player is not None:
        name = history.player(player).person.name
        heading = words.gettext("{player}'s games").format(player=name)
    rows = tuple(_row(game, words, on_table) for game in page.games)
    return GamesView(heading, rows, marks, page.older, total)


def _row(game: PastGame, words: DeskWords, on_table: str | None) -> PastRow:
    winners = [seated for seated in game.players if seated.winner]
    if winners:
        names = title(words, [seated.person.name for seated in winners])
        outcome = f"{names}, {words.points(winners[0].total or 0)}"
    elif game.damaged:
        outcome = words.gettext("damaged, can't be shown")
    else:
        outcome = phase_word(game.phase, words)
    return PastRow(
        uuid=game.uuid,
        players=listed(seated.person.name for seated in game.players),
        outcome=outcome,
        started=words.day_and_time(game.started),
        colors=tuple(seated.color for seated in winners),
        over=game.phase == "over",
        on_table=game.uuid == on_table,
    )


def _in_memory(referee: Referee, words: DeskWords, page: int) -> GamesView:
    """Return the games in memory, if there is no file."""
    found = games_page(referee, words, page)
    marks = (None,) * found.number
    older = PageMark("", 0) if found.older else None
    return GamesView(words.gettext("Past games"), found.rows, marks, older, found.total)


def games_page(referee: Referee, words: DeskWords, number: int = 0) -> Page[PastRow]:
    """Return a page of all games, with the current one marked."""
    on_table = referee.game.uuid if referee.has_game else None
    page = newest_first(referee.games(), number, GAMES_A_PAGE)
    rows = tuple(_game_row(line, words, on_table=line.uuid == on_table) for line in page.rows)
    return Page(rows, page.number, page.first, page.total)


def _game_row(line: GameLine, words: DeskWords, *, on_table: bool) -> PastRow:
    return PastRow(
        uuid=line.uuid,
        players=listed(line.players),
        outcome=phase_word(line.phase, words),
        started=words.day_and_time(line.started),
        colors=(),
        over=line.phase == "over",
        on_table=on_table,
    )


def phase_word(phase: str, words: DeskWords) -> str:
    """Return a game's phase in words."""
    return {
        "play": words.pgettext("how far a game is", "in progress"),
        "tickets": words.pgettext("how far a game is", "tickets to show"),
        "over": words.pgettext("how far a game is", "over"),
    }[phase]


def _phase_heading(phase: str, words: DeskWords) -> str:
    if phase == "tickets":
        return words.pgettext("heading: how far a game is", "Tickets to show")
    return words.pgettext("heading: how far a game is", "In progress")


# --- one game ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PastPlayerLine:
    """A player's result."""

    place: str
    name: str
    color: str
    sources: str
    total: str


@dataclass(frozen=True, slots=True)
class GameView:
    """A summary of a past game."""

    title: str
    note: str
    lines: tuple[PastPlayerLine, ...]
    over: bool
    on_table: bool
    readable: bool = True


def unreadable(words: DeskWords) -> GameView:
    """Return the summary of an unreadable game."""
    title = words.gettext("This game can't be read right now.")
    return GameView(title, note="", lines=(), over=False, on_table=False, readable=False)


def words_for(game: Game, desk: Desk) -> DeskWords:
    """Return texts for the game's own board."""
    if game.board.fingerprint == desk.board.fingerprint:
        return desk.words
    return DeskWords(game.board, desk.language)


def game_view(game: Game, words: DeskWords, *, on_table: bool, hidden: bool) -> GameView:
    """Return a game's result, or its current scores unless `hidden`."""
    state = game.state
    over = state.result is not None
    lines = _ranked(game, words) if over else _standing(game, words, hidden=hidden)
    winners = [line.name for line in lines if line.place == "1"]
    return GameView(
        title=title(words, winners) if over else _phase_heading(state.phase, words),
        note=words.day_and_time(game.entries[0].at),
        lines=lines,
        over=over,
        on_table=on_table,
    )


def _ranked(game: Game, words: DeskWords) -> tuple[PastPlayerLine, ...]:
    state = game.state
    assert state.result is not None
    lines = []
    for one in ranking(state.result):
        card, seat = one.card, state.seats[one.card.seat]
        points = (card.routes, card.doubling, card.tickets, card.globetrotter, card.adjustments)
        named = zip(source_words(words, ruled=True), points, strict=True)
        sources = " · ".join(f"{word} {number(value)}" for word, value in named if value)
        place, total = str(one.place), number(card.total)
        lines.append(PastPlayerLine(place, seat.name, seat.color, sources, total))
    return tuple(lines)


def _standing(game: Game, words: DeskWords, *, hidden: bool) -> tuple[PastPlayerLine, ...]:
    lines = []
    for at, seat in enumerate(game.state.seats):
        count = len(seat.routes)
        routes = words.ngettext("{n} route", "{n} routes", count).format(n=count)
        total = HIDDEN if hidden else number(game.state.score(at))
        lines.append(PastPlayerLine("", seat.name, seat.color, routes, total))
    return tuple(lines)


# --- replay --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A player's score at a time in the game."""

    name: str
    color: str
    score: str
    acts: bool  # whether it is this player's entry


@dataclass(frozen=True, slots=True)
class ReplayFrame:
    """The game after an entry."""

    entry: int
    caption: str
    color: str  # of the entry's player
    sentence: str
    scores: tuple[ScoreLine, ...]
    state: State
    route: str  # claimed by it, or empty


class Replay:
    """The valid entries of a game; frames are computed on demand."""

    def __init__(self, game: Game, words: DeskWords, *, hidden: bool = False) -> None:
        self._game, self._words, self._hidden = game, words, hidden
        self._steps = list(game.head.back())[::-1]

    @property
    def last(self) -> int:
        """The position of the last entry; the first is at 0."""
        return len(self._steps) - 1

    def place_of(self, entry: int) -> int:
        """Return an entry's position, or the previous one's if it was undone."""
        earlier = [at for at, step in enumerate(self._steps) if step.seq <= entry]
        return max(earlier, default=0)

    def frame(self, at: int) -> ReplayFrame:
        """Return the game after the entry at this position."""
        step = self._steps[max(0, min(at, self.last))]
        seats, words = step.state.seats, self._words
        turn = step.before.state.turn if step.before is not None else 1
        claimed = [event.route for event in step.events if isinstance(event, RouteClaimed)]
        caption = words.gettext("turn {turn} · entry {n}")
        return ReplayFrame(
            entry=step.seq,
            caption=caption.format(turn=turn, n=step.seq),
            color="" if step.seat is None else seats[step.seat].color,
            sentence=standing_sentence(words, self._game, step),
            scores=self._scores(step),
            state=step.state,
            route=claimed[0] if claimed else "",
        )

    def _scores(self, step: Step) -> tuple[ScoreLine, ...]:
        state = step.state
        return tuple(
            ScoreLine(
                name=seat.name,
                color=seat.color,
                score=HIDDEN if self._hidden else number(state.score(at)),
                acts=step.seat == at,
            )
            for at, seat in enumerate(state.seats)
        )


# --- deleted games -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DeletedRow:
    """A deleted game that can be restored."""

    uuid: str
    players: str
    started: str
    copy: str
    left: str


def deleted_rows(history: History, words: DeskWords) -> tuple[DeletedRow, ...]:
    """Return all deleted games, the last deleted first."""
    return tuple(_deleted_row(game, words) for game in history.deleted())


def _deleted_row(game: DeletedGame, words: DeskWords) -> DeletedRow:
    copy = words.gettext("Copy: {file}").format(file=game.copy)
    return DeletedRow(
        game.uuid, listed(game.names), words.day_and_time(game.started), copy, _left(game, words)
    )


def _left(game: DeletedGame, words: DeskWords) -> str:
    """Return how long it can still be restored; both limits must expire."""
    starts = words.ngettext("{n} more start", "{n} more starts", game.starts_left)
    days = words.ngettext("{n} more day", "{n} more days", game.days_left)
    text = words.gettext("Gone for good after {days} and {starts}")
    return text.format(days=days.format(n=game.days_left), starts=starts.format(n=game.starts_left))


# --- backups -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BackupRow:
    """A backup of all games."""

    file: Path
    title: str
    note: str


def backup_rows(backups: Backups | None, words: DeskWords) -> tuple[BackupRow, ...]:
    """Return all backups, newest first; empty if games are in memory only."""
    found = () if backups is None else backups.all()
    return tuple(_backup_row(backup, words) for backup in found)


def _backup_row(backup: Backup, words: DeskWords) -> BackupRow:
    known = [words.gettext("backup {number}").format(number=backup.number)]
    if (games := backup.games) is not None:
        known.append(words.ngettext("{n} game", "{n} games", games).format(n=games))
    known.append(words.gettext("{n} kB").format(n=-(-backup.size // 1024)))
    return BackupRow(backup.file, _made(backup, words), " · ".join(known))


def _made(backup: Backup, words: DeskWords) -> str:
    """Return the backup's day, with the time unless the file was changed on a later day."""
    if backup.made.strftime("%Y%m%d") == backup.day:
        return words.day_and_time(backup.made.isoformat())
    return words.day(f"{backup.day[:4]}-{backup.day[4:6]}-{backup.day[6:]}")

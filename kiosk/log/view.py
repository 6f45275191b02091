"""What the lists and the menu show, worked out from the games: pure data, no widget."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from companion.game.commands import Redo
from companion.game.disputes import open_disputes
from companion.game.entries import Entry, points_of
from companion.game.game import Game
from companion.game.game_log import log_lines, taken_back
from companion.game.refusal import Refusal
from companion.game.standing import Step
from companion.journal import GameLine
from companion.referee import Referee
from companion.text import DAY, TIME
from companion.text import local_time as by_wall_clock
from companion.words.desk import DeskWords
from companion.words.plays import listed
from companion.words.retelling import sentence_of
from kiosk.log.entry_view import entered_as

GAMES_A_PAGE: Final = 20
ENTRIES_A_PAGE: Final = 30

Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class Page(Generic[Row]):
    """A part of a long list, newest first; `number` 0 is the newest."""

    rows: tuple[Row, ...]
    number: int
    first: int  # place of the first row in the list, from 1
    total: int

    @property
    def newer(self) -> bool:
        """Whether there is a page before it."""
        return self.number > 0

    @property
    def older(self) -> bool:
        """Whether there is a page after it."""
        return self.first - 1 + len(self.rows) < self.total

    def note(self, words: DeskWords) -> str:
        """Which part of the list it is."""
        last = self.first - 1 + len(self.rows)
        text = words.gettext("{first}-{last} of {total}")
        return text.format(first=self.first, last=last, total=self.total)


def newest_first(things: Sequence[Row], number: int, size: int) -> Page[Row]:
    """A page of things that are given oldest first; the last page where it would be empty."""
    total = len(things)
    number = max(0, min(number, (total - 1) // size))
    end = total - number * size
    rows = tuple(reversed(things[max(0, end - size) : end]))
    return Page(rows, number, number * size + 1, total)


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game in the list of all games."""

    uuid: str
    players: str
    started: str
    phase: str
    over: bool
    on_table: bool


def games_page(referee: Referee, words: DeskWords, number: int = 0) -> Page[GameRow]:
    """A page of all games; the one on the table is marked."""
    on_table = referee.game.uuid if referee.has_game else None
    page = newest_first(referee.games(), number, GAMES_A_PAGE)
    rows = tuple(_game_row(line, words, on_table=line.uuid == on_table) for line in page.rows)
    return Page(rows, page.number, page.first, page.total)


def _game_row(line: GameLine, words: DeskWords, *, on_table: bool) -> GameRow:
    return GameRow(
        uuid=line.uuid,
        players=listed(line.players),
        started=local_time(line.started),
        phase=phase_word(line.phase, words),
        over=line.phase == "over",
        on_table=on_table,
    )


def phase_word(phase: str, words: DeskWords) -> str:
    """How far a game has come."""
    return {
        "play": words.gettext("in play"),
        "tickets": words.gettext("tickets to show"),
        "over": words.gettext("finished"),
    }[phase]


def local_time(moment: str) -> str:
    """Day and time on the wall here; nothing where the clock was wrong."""
    return by_wall_clock(moment, f"{DAY}  {TIME}")


@dataclass(frozen=True, slots=True)
class LogRow:
    """An entry of the log."""

    entry: int
    turn: int | None  # as the game stands now; None where it is no turn
    color: str  # of the player it counts for now; empty where it is nobody's
    sentence: str
    points: str  # of a claim, with their sign; empty where there are none
    flags: str
    rule: str
    undone: bool
    mark: str = ""  # ruled, disputed, conflict or corrected: shown apart
    conflicts: bool = False  # and can be amended


def log_page(game: Game, words: DeskWords, number: int = 0) -> Page[LogRow]:
    """A page of a game's log."""
    page = newest_first(log_lines(game), number, ENTRIES_A_PAGE)
    steps = {step.seq: step for step in game.head.back()}
    disputed = open_disputes(game)
    rows = (
        _log_row(game, words, line, steps.get(line["entry"]), disputed=line["entry"] in disputed)
        for line in page.rows
    )
    return Page(tuple(rows), page.number, page.first, page.total)


def _log_row(
    game: Game, words: DeskWords, line: Mapping[str, Any], step: Step | None, *, disputed: bool
) -> LogRow:
    entry, flags = game.entries[line["entry"] - 1], line["flags"]
    seat = entry.seat if step is None else step.seat
    return LogRow(
        entry=entry.seq,
        turn=None if step is None else step.turn_number,
        color="" if seat is None else game.state.seats[seat].color,
        sentence=_retold(words, game, entry, step),
        points=f"{points_of(step.events):+d}" if step and step.verb == "claim" else "",
        flags=_flags(words, game, line, step),
        rule=line["rule"] or "",
        undone="undone" in flags,
        mark=_mark(flags, entry, disputed=disputed),
        conflicts=any(flag.startswith("conflict") for flag in flags),
    )


def _flags(words: DeskWords, game: Game, line: Mapping[str, Any], step: Step | None) -> str:
    """What is to be known of an entry besides: as what it was entered, why the table ruled it."""
    flags = [words.flag(flag) for flag in line["flags"]]
    if "code" in line:
        flags[line["flags"].index("overruled")] = words.ruled_by_table(line["code"])
    if step is not None and "now" in line:
        flags.insert(0, entered_as(words, game, game.entries[step.seq - 1], step))
    return " · ".join(flags)


def _mark(flags: Sequence[str], entry: Entry, *, disputed: bool) -> str:
    """What sets an entry apart, the most urgent first."""
    if any(flag.startswith("conflict") for flag in flags):
        return "conflict"
    if disputed:
        return "disputed"
    if entry.is_table_ruling:
        return "ruled"
    revises = entry.verb in ("amend", "void", "insert", "correct_route")
    return "corrected" if revises or {"amended", "voided"} & set(flags) else ""


def _retold(words: DeskWords, game: Game, entry: Entry, step: Step | None) -> str:
    """An entry as a sentence, without points; an undo says what it took back.

    A turn is told as it stands now.
    """
    if entry.verb in ("undo", "redo"):
        target = game.entries[taken_back(game.entries)[entry.seq] - 1]
        tell = words.undone_now if entry.verb == "undo" else words.redone_now
        return tell(sentence_of(words, game, target))
    if step is None or step.seat is None or not step.is_play:
        return sentence_of(words, game, entry)
    request = step.request
    if entry.verb == "insert":
        request = {**entry.request, "with": request}
    return words.entry(request, game.state.seats[step.seat].name, None)


@dataclass(frozen=True, slots=True)
class MenuView:
    """The menu: whose turn it is, and what can be done now."""

    title: str
    turn: str
    passes: str
    color: str = ""
    playing: bool = False
    can_redo: bool = False


def menu_view(referee: Referee, words: DeskWords) -> MenuView:
    """The menu as it is now."""
    state = referee.game.state if referee.has_game else None
    if state is None or state.player is None:
        return MenuView(
            title=_title(None if state is None else state.phase, words),
            turn=words.gettext("The game"),
            passes=words.gettext("Pass"),
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


def _title(phase: str | None, words: DeskWords) -> str:
    """What the game is at when nobody is to move."""
    return {
        None: words.gettext("Menu"),
        "tickets": words.gettext("Tickets"),
        "over": words.gettext("Game over"),
    }[phase]


def _can_redo(game: Game) -> bool:
    try:
        game.propose(Redo())
    except Refusal:
        return False
    return True

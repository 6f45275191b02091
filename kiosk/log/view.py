"""The log and its entries as they are shown: pure data, no widget."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from companion.game.disputes import open_disputes
from companion.game.entries import Entry, points_of
from companion.game.game import Game
from companion.game.game_log import log_lines, taken_back
from companion.game.standing import Step
from companion.words.desk import DeskWords
from companion.words.retelling import sentence_of
from kiosk.log.entry_view import entered_as
from kiosk.pages import Page, newest_first

ENTRIES_A_PAGE: Final = 30


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

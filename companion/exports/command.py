"""The command python -m companion export: to a folder, a USB stick or a printer."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.exports.documents import Subject, documents, subject
from companion.exports.extras import MissingExtraError
from companion.exports.files import ExportError, write_atomically
from companion.exports.formats.receipt import PrinterError, print_receipt
from companion.exports.sticks import sticks
from companion.game.board.board import Board
from companion.journal import GameDamagedError, GameLine, Journal
from companion.terminal.archive import ReadonlyJournal, find_line
from companion.terminal.screen import Screen
from companion.words import Translations
from companion.words.pages.exports import ExportWords


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """Which games to export, in which formats, and where to."""

    game: str | None  # number or id; None for the last game
    every: bool
    kinds: Sequence[str]
    folder: Path | None  # None for the only USB stick
    printer: str | None  # None to print nothing


def export_games(
    order: ExportOptions, file: Path, board: Board, language: Translations, screen: Screen
) -> int:
    """Export games; return the exit code."""
    words = ExportWords(board, language)
    if not file.exists():
        screen.say(words.no_games(str(file)))
        return 1
    with ReadonlyJournal(file) as journal:
        subjects, damaged = _subjects(order, journal, board, language)
    for number, line in damaged:
        screen.say(words.damaged(number, line.players, line.uuid), "warning")
    if not subjects and damaged:
        return 1
    if not subjects:
        screen.say(words.no_such_game(order.game) if order.game else words.no_games_in(str(file)))
        return 1
    try:
        _print(order, subjects, words, screen)
        return _write(order, subjects, words, screen) or (1 if damaged else 0)
    except ExportError as error:
        screen.say(words.not_written(str(error.file), error.problem), "warning")
    except PrinterError as error:
        screen.say(words.not_printed(error.printer, error.problem), "warning")
    except MissingExtraError as error:
        screen.say(words.extra_missing(error.package, error.extra), "warning")
    return 1


def _subjects(
    order: ExportOptions, journal: Journal, board: Board, language: Translations
) -> tuple[list[Subject], list[tuple[int, GameLine]]]:
    """Return the selected games, and those that can't be shown with their numbers in the list."""
    lines = journal.games()
    wanted = lines if order.every else [find_line(lines, order.game, journal.on_table())]
    subjects, damaged = [], []
    for number, line in enumerate(lines, 1):
        try:
            stored = journal.read(line.uuid, board) if line in wanted else None
            if stored is not None:
                subjects.append(subject(stored, language))
        except GameDamagedError:
            damaged.append((number, line))
    return subjects, damaged


def _print(
    order: ExportOptions, subjects: list[Subject], words: ExportWords, screen: Screen
) -> None:
    if order.printer is None:
        return
    for one in subjects:
        print_receipt(order.printer, one.breakdown, one.words)
    screen.say(words.printed(order.printer))


def _write(
    order: ExportOptions, subjects: list[Subject], words: ExportWords, screen: Screen
) -> int:
    if order.printer is not None and order.folder is None and not order.kinds:
        return 0
    folder = order.folder or _only_stick(words, screen)
    if folder is None:
        return 1
    for kind in order.kinds:
        for document in documents(kind, subjects):
            screen.say(words.written(str(write_atomically(folder, document.name, document.data))))
    if "bgstats" in order.kinds:
        for one in subjects:
            if not one.breakdown.finished:
                names = [line.name for line in one.breakdown.players]
                screen.say(words.unfinished(names), "warning")
    return 0


def _only_stick(words: ExportWords, screen: Screen) -> Path | None:
    found = sticks()
    if len(found) == 1:
        return found[0].folder
    names = [str(stick.folder) for stick in found]
    screen.say(words.which_stick(names) if names else words.no_stick(), "warning")
    return None

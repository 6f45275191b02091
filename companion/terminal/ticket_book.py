"""`python -m companion tickets`: list the ticket book; export and import it as CSV."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from companion.atomic_files import read_regular_file
from companion.exports.files import ExportError, write_atomically
from companion.game.board.board import Board
from companion.game.commands import TicketFace
from companion.game.ticket_book import (
    Pair,
    TicketBook,
    TicketBookError,
    check_face,
    offered,
    pair_of,
)
from companion.journal import Journal
from companion.terminal.archive import ReadonlyJournal
from companion.terminal.screen import Screen
from companion.text import words_of
from companion.words import Translations
from companion.words.names import Names
from companion.words.pages.terminal import TerminalWords
from companion.words.table import tickets as say


def list_tickets(games: Path, board: Board, language: Translations, screen: Screen) -> int:
    """Print every known ticket; return the exit code."""
    words = TerminalWords(board, language)
    faces = offered(board, _book(games), words.names.order)
    if not faces:
        screen.say(say.empty_book(words))
    for number, face in enumerate(faces, 1):
        screen.say(f"{number:3}  {words.ticket(face.start, face.end, face.points)}")
    return 0


def export_tickets(
    file: Path, games: Path, board: Board, language: Translations, screen: Screen
) -> int:
    """Write the book to a CSV file; return the exit code."""
    words = TerminalWords(board, language)
    book = _book(games)
    try:
        write_atomically(file.parent, file.name, csv_of(board, book, words.names))
    except ExportError as error:
        screen.say(say.file_trouble(words, str(file), error.problem), "warning")
        return 1
    count = len(offered(board, book, words.names.order))
    screen.say(say.exported(words, count, str(file)))
    return 0


def import_tickets(
    file: Path,
    games: Path,
    board: Board,
    language: Translations,
    screen: Screen,
    *,
    replace: bool,
) -> int:
    """Add the tickets of a CSV file to the book, or replace it with them; return the exit code."""
    words = TerminalWords(board, language)
    try:
        data = read_regular_file(file, _LARGEST)
    except OSError as error:
        screen.say(say.file_trouble(words, str(file), error.strerror or str(error)), "warning")
        return 1
    with closing(Journal.open(games)) as journal:
        before = journal.tickets()
        try:
            book = read_book(data, board, words.names, TicketBook() if replace else before)
        except TicketFileError as bad:
            screen.say(say.nothing_imported(words, str(file)), "warning")
            for fault in bad.faults:
                why = say.fault_in_words(words, fault.code, fault.facts)
                screen.say(f"  {say.line_fault(words, fault.line, why)}")
            return 1
        if not journal.keep_tickets(book):
            screen.say(say.not_kept(words), "warning")
            return 1
    new = set(book.faces) - set(before.faces)
    screen.say(say.imported(words, len(new), len(book.faces)))
    return 0


def _book(games: Path) -> TicketBook:
    if not games.exists():
        return TicketBook()
    with ReadonlyJournal(games) as journal:
        return journal.tickets()


COLUMNS: Final = ("from", "to", "points")
_SEPARATORS: Final = ",;\t"  # spreadsheets use the separator of their locale
_LARGEST: Final = 1_000_000  # bytes; 48 tickets are a few thousand
_DIGITS: Final = 6  # no ticket has more


@dataclass(frozen=True, slots=True)
class LineFault:
    """An error in a line of the file; line 0 is the file itself."""

    line: int
    code: str
    facts: Mapping[str, Any]


class TicketFileError(ValueError):
    """An invalid file, with all of its errors."""

    def __init__(self, faults: Iterable[LineFault]) -> None:
        self.faults = tuple(faults)
        super().__init__(f"{len(self.faults)} faults")


def csv_of(board: Board, book: TicketBook, names: Names) -> bytes:
    """Return all tickets between places of this board as CSV, with the printed names."""
    text = io.StringIO(newline="")
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(COLUMNS)
    for face in offered(board, book, names.order):
        rows.writerow((names.place(face.start), names.place(face.end), face.points))
    return text.getvalue().encode()


def read_book(data: bytes, board: Board, names: Names, onto: TicketBook) -> TicketBook:
    """Return the book `onto` with all tickets of a file added; known tickets stay unchanged.

    Raises:
        TicketFileError: if any line is wrong; nothing is imported then.
    """
    places = _Places(board, names)
    book, lines, faults = onto, dict[Pair, int](), list[LineFault]()
    for line, cells in _rows(data):
        try:
            face = _face(cells, places)
            check_face(board, face)
            if pair_of(face) in lines:
                raise TicketBookError("twice", line=lines[pair_of(face)])
            lines[pair_of(face)] = line
            known = onto.find(face.start, face.end)
            if known is None or known.points != face.points:
                book = book.added(board, face)
        except TicketBookError as fault:
            faults.append(LineFault(line, fault.code, fault.facts))
    if faults:
        raise TicketFileError(faults)
    return book


class _Places:
    """Finds places by name or id, in any spelling."""

    def __init__(self, board: Board, names: Names) -> None:
        self._by_name = {words_of(place): place for place in board.places}
        self._by_name |= {words_of(names.place(place)): place for place in board.places}

    def find(self, name: str) -> str:
        place = self._by_name.get(words_of(name))
        if place is None:
            raise TicketBookError("unknown_place", place=name)
        return place


def _face(cells: list[str], places: _Places) -> TicketFace:
    if len(cells) != len(COLUMNS):
        raise TicketBookError("columns", count=len(cells))
    start, end, points = (cell.strip() for cell in cells)
    if not (points.isascii() and points.isdecimal()):
        raise TicketBookError("no_number", points=points)
    value = int(points.lstrip("0")[:_DIGITS] or "0")
    return TicketFace(places.find(start), places.find(end), value)


def _rows(data: bytes) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows under the heading, each with its line number.

    Raises:
        TicketFileError: if it is no CSV file with our columns.
    """
    text = _text(data)
    separator = max(_SEPARATORS, key=text.partition("\n")[0].count)
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    heading: list[str] | None = None
    line = 1  # on which the next row begins
    try:
        for cells in rows:
            if heading is None:
                heading = [cell.strip().casefold() for cell in cells]
                if heading != list(COLUMNS):
                    raise _bad(line, "heading", columns=", ".join(COLUMNS))
            elif any(cell.strip() for cell in cells):
                yield line, cells
            line = rows.line_num + 1
    except csv.Error as error:
        raise _bad(line, "no_csv", problem=str(error)) from error
    if heading is None:
        raise _bad(1, "heading", columns=", ".join(COLUMNS))


def _text(data: bytes) -> str:
    if len(data) > _LARGEST:
        raise _bad(0, "too_large", most=_LARGEST)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise _bad(line, "no_text") from error
    if "\0" in text:
        raise _bad(text.count("\n", 0, text.index("\0")) + 1, "no_text")
    return text


def _bad(line: int, code: str, **facts: Any) -> TicketFileError:  # noqa: ANN401
    return TicketFileError([LineFault(line, code, facts)])

"""python -m companion tickets: the ticket book listed, written to a file, read from one."""

from contextlib import closing
from pathlib import Path

from companion.exports.files import ExportFailed, write_whole
from companion.game.board import Board
from companion.game.ticket_book import TicketBook, offered
from companion.journal import Journal
from companion.terminal.archive import Viewed
from companion.terminal.screen import Screen
from companion.terminal.ticket_file import BadTicketFile, csv_of, read_book
from companion.words import Translations
from companion.words import tickets as say
from companion.words.terminal import TerminalWords


def list_tickets(games: Path, board: Board, language: Translations, screen: Screen) -> int:
    """Every known ticket in a line; the exit code."""
    words = TerminalWords(board, language)
    faces = offered(board, _book(games), words.names.place)
    if not faces:
        screen.say(say.empty_book(words))
    for number, face in enumerate(faces, 1):
        screen.say(f"{number:3}  {words.ticket(face.start, face.end, face.points)}")
    return 0


def export_tickets(
    file: Path, games: Path, board: Board, language: Translations, screen: Screen
) -> int:
    """Write the book to a CSV file; the exit code."""
    words = TerminalWords(board, language)
    book = _book(games)
    try:
        write_whole(file.parent, file.name, csv_of(board, book, words.names))
    except ExportFailed as error:
        screen.say(say.file_trouble(words, str(file), error.problem), "warning")
        return 1
    count = len(offered(board, book, words.names.place))
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
    """Add the tickets of a CSV file to the book, or have them replace it; the exit code."""
    words = TerminalWords(board, language)
    try:
        data = file.read_bytes()
    except OSError as error:
        screen.say(say.file_trouble(words, str(file), error.strerror or str(error)), "warning")
        return 1
    with closing(Journal.open(games)) as journal:
        before = journal.tickets()
        try:
            book = read_book(data, board, words.names, TicketBook() if replace else before)
        except BadTicketFile as bad:
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
    with Viewed(games) as journal:
        return journal.tickets()

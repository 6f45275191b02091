"""python -m companion: the JSON lines referee, the terminal game, and past games."""

from companion import signals

if __name__ == "__main__":
    signals.exit_quietly_on_interrupt()

import argparse
import contextlib
import errno
import logging
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import BinaryIO

from companion import leftover_tickets, protocol, terminal
from companion.chosen_language import add_language_option, language_for
from companion.exports.command import ExportOptions, export_games
from companion.exports.documents import KINDS
from companion.folders import PORT, faults_file, games_file
from companion.game.board.board import Board, BoardError, load_board, standard_board
from companion.history.command import HistoryCommands
from companion.journal import Journal, LogDamagedError, LogRefusedError
from companion.journal.disk.files import keep_private
from companion.journal.rescue.missing import refuse_missing
from companion.journal.rescue.unreadable import find_unreadable
from companion.permissions import restrict_our_folders
from companion.referee import Referee
from companion.terminal.ticket_book import export_tickets, import_tickets, list_tickets
from companion.words import Translations, translations
from companion.words.command_line import translate_argparse
from companion.words.language import ENGLISH
from companion.words.pages.terminal import TerminalWords

log = logging.getLogger(__name__)

Command = Callable[[argparse.Namespace, Board], int]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one of the commands and return its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    language = language_for(given)
    translate_argparse(language)
    options = _parser(language).parse_args(given)
    options.spoken = language
    try:
        signals.enable_keyboard_interrupt()
        board = load_board(options.board) if options.board else standard_board()
        return int(options.run(options, board))
    except BoardError as error:
        return _fail(str(error))
    except LogRefusedError as error:
        return _fail(TerminalWords(board, language).log_refused(error))
    except (BrokenPipeError, KeyboardInterrupt):
        return 0


def _parser(language: Translations) -> argparse.ArgumentParser:
    gettext = language.gettext
    parser = argparse.ArgumentParser(
        prog="companion",
        description=gettext(
            "Run the referee over JSON lines, keep score from the keyboard, or manage past games."
        ),
    )
    parser.set_defaults(board=None)
    commands = parser.add_subparsers(required=True)
    for name, run, text in (
        ("referee", _referee, gettext("run the referee over JSON lines")),
        ("play", _in_words(_play), gettext("keep score from the keyboard")),
        ("games", _in_words(_games), gettext("list all games")),
        ("show", _in_words(_show), gettext("show a game's log and result")),
        ("export", _in_words(_export), gettext("export games to files, or print a receipt")),
        ("tickets", _in_words(_tickets), gettext("list, import or export the tickets seen so far")),
        (
            "import",
            _in_words(_import),
            gettext("import games from files written by 'export --as json'"),
        ),
        (
            "backup",
            _in_words(_backup),
            gettext("back up the games database, even while the program is running"),
        ),
        ("restore", _in_words(_restore), gettext("restore a backup, or list backups")),
        ("rebuild", _in_words(_rebuild), gettext("rebuild all statistics from the log")),
        ("check", _in_words(_check), gettext("check that no game was damaged or changed")),
        (
            "watch",
            _in_words(_watch),
            gettext("serve a web page for phones to follow the current game"),
        ),
    ):
        command = commands.add_parser(name, help=text, description=text)
        command.set_defaults(run=run)
        text = gettext("the games database")
        command.add_argument("--db", type=Path, metavar="FILE", help=text)
        add_language_option(command, language)
        _add_own_options(name, command, language)
    return parser


def _add_own_options(name: str, command: argparse.ArgumentParser, language: Translations) -> None:
    gettext = language.gettext
    if name in ("referee", "play"):
        command.add_argument(
            "--board", type=Path, metavar="FILE", help=gettext("use a different board")
        )
    if name in ("show", "export"):
        command.add_argument(
            "game", nargs="?", help=gettext("game number from the list, or game id")
        )
    if name == "export":
        _add_export_options(command, language)
    if name == "tickets":
        _add_ticket_options(command, language)
    if name == "import":
        text = gettext("game files to import")
        command.add_argument("files", nargs="+", type=Path, metavar="JSON", help=text)
    if name == "play":
        text = gettext("turn phones on: they join through a web page")
        command.add_argument("--phones", action="store_true", help=text)
    if name in ("watch", "play"):
        _add_port_option(command, language)
    if name == "restore":
        text = gettext("backup number (omit to list them)")
        command.add_argument("backup", nargs="?", help=text)


def _add_port_option(command: argparse.ArgumentParser, language: Translations) -> None:
    text = language.gettext("port for the page (default: {port})").format(port=PORT)
    command.add_argument("--port", type=_port, default=PORT, metavar="N", help=text)


def _add_export_options(command: argparse.ArgumentParser, language: Translations) -> None:
    gettext = language.gettext
    command.add_argument("--all", action="store_true", help=gettext("export every game"))
    text = gettext("folder to write to (default: the USB stick)")
    command.add_argument("--to", type=Path, metavar="FOLDER", help=text)
    text = gettext("formats to write: {kinds} (default: all)")
    text = text.format(kinds=",".join(KINDS))
    command.add_argument("--as", dest="kinds", type=_kinds, metavar="KINDS", help=text)
    text = gettext("print a receipt on /dev/usb/lp0 or host[:port]")
    command.add_argument("--print", dest="printer", metavar="PRINTER", help=text)


def _add_ticket_options(command: argparse.ArgumentParser, language: Translations) -> None:
    gettext = language.gettext
    ways = command.add_subparsers(dest="way", required=True)
    ways.add_parser("list", help=gettext("list every known ticket"))
    for way, text in (
        # Translators: the column names stay in English: from, to, points.
        ("import", gettext("import from a CSV file (columns: from, to, points)")),
        ("export", gettext("export to a CSV file")),
    ):
        parser = ways.add_parser(way, help=text)
        parser.add_argument("file", type=Path, metavar="FILE")
        if way == "import":
            # Translators: help for --replace: the ticket book becomes exactly what the file has.
            text = gettext("remove tickets that are not in the file")
            parser.add_argument("--replace", action="store_true", help=text)


def _kinds(text: str) -> list[str]:
    kinds = [kind.strip() for kind in text.split(",")]
    for kind in kinds:
        if kind not in KINDS:
            raise argparse.ArgumentTypeError(f"{kind!r} is not one of {', '.join(KINDS)}")
    return kinds


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port number")
    return int(text)


def _fail(message: str, code: int = 2) -> int:
    _complain(message)
    return code


def _complain(message: str) -> None:
    """Write to stderr, if there is one."""
    with contextlib.suppress(OSError, AttributeError):
        sys.stderr.write(f"{message}\n")
        sys.stderr.flush()


def _referee(options: argparse.Namespace, board: Board) -> int:
    logging.raiseExceptions = False
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    language = translations(options.language or ENGLISH)  # programs parse the output
    words = TerminalWords(board, language)
    journal = Journal.open(options.db) if options.db else Journal()
    code = 0
    try:
        signals.install_sigterm_handler()
        referee = Referee(journal, board)
        leftover_tickets.forget_when_over(referee)
        for report in journal.reports:
            _complain(words.report(report))
        protocol.serve(referee, *_streams(), language)
    except KeyboardInterrupt:
        pass
    except protocol.DisconnectedError as error:
        code = _fail(words.disconnected(str(error)))
        _forget_output()
    finally:
        unsaved = journal.close()
    return _fail(words.lost(unsaved), 1) if unsaved else code


def _streams() -> tuple[BinaryIO, BinaryIO]:
    """Return the input and output streams.

    Raises:
        DisconnectedError: If one of them was closed before we started.
    """
    if sys.stdin is None or sys.stdout is None:
        raise protocol.DisconnectedError(os.strerror(errno.EBADF))
    return sys.stdin.buffer, sys.stdout.buffer


def _forget_output() -> None:
    """Redirect stdout to /dev/null, so that Python doesn't try to flush it at exit."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


# --- commands for people: every error is a sentence ---


def _in_words(command: Command) -> Command:
    """Wrap a command so that errors are printed as sentences and end with an exit code."""

    def run(options: argparse.Namespace, board: Board) -> int:
        restrict_our_folders()
        terminal.log_to_file(faults_file())
        words, trouble = TerminalWords(board, options.spoken), terminal.Screen(sys.stderr)
        try:
            if command is not _restore:  # works without readable games
                _refuse_without_games(_file(options))
            return command(options, board)
        except LogRefusedError as error:
            trouble.say(words.log_refused(error))
        except LogDamagedError as error:
            trouble.say(words.log_damaged(str(_file(options)), str(error)))
        except terminal.GamesUnreadableError as error:
            trouble.say(words.unreadable(str(error)))
        except BrokenPipeError:  # the reader has closed the pipe
            _forget_output()
            return 0
        except Exception as fault:
            log.exception("unexpected")
            trouble.say(words.fault(type(fault).__name__, str(faults_file())))
            return 1
        return 2

    return run


def _refuse_without_games(file: Path) -> None:
    """Raise an error instead of showing an empty list if the games are unreadable or missing."""
    keep_private(file)
    if (unreadable := find_unreadable(file)) is not None:
        raise unreadable
    refuse_missing(file)


def _file(options: argparse.Namespace) -> Path:
    return Path(options.db or games_file())


def _play(options: argparse.Namespace, board: Board) -> int:
    port = options.port if options.phones else None
    return terminal.play(_file(options), board, options.spoken, port)


def _games(options: argparse.Namespace, board: Board) -> int:
    screen = terminal.Screen(sys.stdout)
    return terminal.list_games(_file(options), board, options.spoken, screen)


def _show(options: argparse.Namespace, board: Board) -> int:
    screen = terminal.Screen(sys.stdout)
    return terminal.show_game(options.game, _file(options), board, options.spoken, screen)


def _export(options: argparse.Namespace, board: Board) -> int:
    wanted = options.kinds or (() if options.printer and not options.to else KINDS)
    order = ExportOptions(options.game, options.all, wanted, options.to, options.printer)
    screen = terminal.Screen(sys.stdout)
    return export_games(order, _file(options), board, options.spoken, screen)


def _tickets(options: argparse.Namespace, board: Board) -> int:
    screen, games, language = terminal.Screen(sys.stdout), _file(options), options.spoken
    if options.way == "import":
        replace = options.replace
        return import_tickets(options.file, games, board, language, screen, replace=replace)
    if options.way == "export":
        return export_tickets(options.file, games, board, language, screen)
    return list_tickets(games, board, language, screen)


def _orders(options: argparse.Namespace, board: Board) -> HistoryCommands:
    return HistoryCommands(_file(options), board, options.spoken, terminal.Screen(sys.stdout))


def _import(options: argparse.Namespace, board: Board) -> int:
    return _orders(options, board).import_files(options.files)


def _backup(options: argparse.Namespace, board: Board) -> int:
    return _orders(options, board).back_up()


def _restore(options: argparse.Namespace, board: Board) -> int:
    return _orders(options, board).restore(options.backup)


def _rebuild(options: argparse.Namespace, board: Board) -> int:
    return _orders(options, board).rebuild()


def _check(options: argparse.Namespace, board: Board) -> int:
    screen = terminal.Screen(sys.stdout)
    return terminal.check_games(_file(options), board, options.spoken, screen)


def _watch(options: argparse.Namespace, board: Board) -> int:
    from companion.web.watching import watch

    screen = terminal.Screen(sys.stdout)
    return watch(_file(options), board, options.spoken, screen, options.port)


if __name__ == "__main__":
    sys.exit(main())

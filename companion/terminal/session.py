"""A terminal session: reads lines and runs their commands."""

import difflib
import logging
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO

from companion import leftover_tickets
from companion.chosen_language import remember_language
from companion.game.board.board import Board
from companion.game.commands import Finish, Resume
from companion.game.log.disputes import unsettled
from companion.game.refusal import Refusal
from companion.game.rulebook import TICKETS_DRAWN
from companion.history import History
from companion.journal import Journal
from companion.signals import Terminated, install_sigterm_handler
from companion.terminal.keeper import Keeper
from companion.terminal.pages import games_page, help_page, log_page, result_page, rights_page
from companion.terminal.questions import MisreadInputError
from companion.terminal.screen import Screen, sanitized
from companion.terminal.typed import amending, plays, printed_route
from companion.terminal.typed.reveal import show
from companion.terminal.typed.seating import ask_for_players, new
from companion.terminal.typed.stocktake import take_stock
from companion.text import fold
from companion.words import Translations, translations
from companion.words.language import LANGUAGES
from companion.words.log_entries import sentence_of
from companion.words.pages.terminal import TerminalWords
from companion.words.rules_text import RULES
from companion.words.table.phones import no_phones

if TYPE_CHECKING:
    from companion.terminal.phones import KeeperPhones

log = logging.getLogger(__name__)

BACKUP_TIMEOUT: Final = 30.0  # seconds that quitting waits for a backup


Words = Callable[[str], Iterable[str]]


class LineReader:
    """Reads lines; prompts and completes only if a person is typing."""

    def __init__(self, source: TextIO) -> None:
        self._source = source
        self.is_person = source.isatty()
        self.phones: KeeperPhones | None = None
        if hasattr(source, "reconfigure"):
            source.reconfigure(errors="replace")

    def close(self) -> None:
        """Disconnect the phones."""
        if self.phones is not None:
            self.phones.close()

    def read(self, prompt: str) -> str | None:
        """Return the next line, or None at the end of the input."""
        if self.phones is None:
            return self._read(prompt)
        with self.phones.in_between():
            return self._read(prompt)

    def _read(self, prompt: str) -> str | None:
        if not self.is_person:
            line = self._source.readline()
            return line.rstrip("\r\n") if line else None
        try:
            return input(sanitized(prompt))
        except EOFError:
            print()
            return None

    def complete_with(self, words: Words) -> None:
        """Complete input with these words; `words` gets the line so far."""
        if not self.is_person or self._source is not sys.stdin:
            return
        try:
            import readline  # only for a person: importing it can write to the terminal
        except ImportError:  # Python was built without it: no completion
            return
        found: list[str] = []

        def complete(text: str, state: int) -> str | None:
            if state == 0:
                found[:] = words(readline.get_line_buffer()[: readline.get_endidx()])
                found[:] = [f"{found[0]} "] if len(found) == 1 else found
            return found[state] if state < len(found) else None

        readline.set_completer(complete)
        readline.set_completer_delims(" ,:-")
        if "libedit" in (readline.__doc__ or ""):
            readline.parse_and_bind("bind ^I rl_complete")
        else:
            readline.parse_and_bind("tab: complete")
            readline.parse_and_bind("set enable-bracketed-paste off")  # pasted lines run one by one


def play(file: Path, board: Board, language: Translations, phones: int | None = None) -> int:
    """Keep score until the input ends; return the exit code. `phones` is the port for phones.

    Raises:
        LogRefusedError: if another process writes to the file, or a newer program wrote it.
    """
    keyboard, screen = LineReader(sys.stdin), Screen(sys.stdout)
    journal = Journal.open(file)
    try:
        install_sigterm_handler()
        keeper = Keeper(journal, board, language, screen, with_person=keyboard.is_person)
        history = History(journal, board)
        history.count_start()
        if history.backups is not None:
            history.backups.follow(keeper.referee)
        leftover_tickets.forget_when_over(keeper.referee, lambda: phones is not None)
        keyboard.complete_with(lambda line: completions(keeper, line))
        _welcome(keeper)
        if phones is not None:
            _let_phones_in(keeper, keyboard, file, phones)
        while not keeper.left:
            _next_line(keeper, keyboard)
        if history.backups is not None:
            history.backups.wait(BACKUP_TIMEOUT)
    except Terminated:
        pass
    finally:
        keyboard.close()
        unsaved = journal.close()
    if unsaved:
        screen.say(TerminalWords(board, language).lost(unsaved), "warning")
    return 1 if unsaved else 0


def _let_phones_in(keeper: Keeper, keyboard: LineReader, file: Path, port: int) -> None:
    from companion.terminal.phones import KeeperPhones

    keyboard.phones = phones = KeeperPhones(keeper, file, port)
    keeper.phones = phones.order
    phones.wait_for_code()
    phones.say_where()


def _welcome(keeper: Keeper) -> None:
    goes_on = keeper.welcome()
    if keeper.with_person:
        keeper.screen.say(keeper.words.help_hint(), "quiet")
        if not goes_on:
            ask_for_players(keeper)


def _next_line(keeper: Keeper, keyboard: LineReader) -> None:
    """Process one line; Ctrl-C and the end of the input quit, as every entry is on disk."""
    try:
        line = keyboard.read(keeper.prompt)
        if line is not None:
            keeper.take(line, obey)
            return
    except Terminated:
        raise
    except KeyboardInterrupt:
        keeper.screen.say("")
    keeper.leave()


# --- commands, by the first word of a line ---


def obey(keeper: Keeper, line: str) -> None:
    """Run the command in a line; comments are ignored.

    Raises:
        MisreadInputError: if there is no such command.
    """
    if line.startswith("#"):
        return
    if not line:
        if keeper.with_person and keeper.referee.has_game:
            keeper.show_table()
        return
    if plays.begin_now(keeper, line):
        return
    word, _, rest = line.partition(" ")
    order = ORDERS.get(word.casefold())
    if order is None:
        near = difflib.get_close_matches(word.casefold(), ORDERS, 2, 0.7)
        raise MisreadInputError(keeper.words.unknown_command(word[:40], near))
    order(keeper, rest.strip())


def completions(keeper: Keeper, line: str) -> list[str]:
    """Return words that can follow: commands first, then cities and players."""
    before, _, last = line.replace(",", " ").replace(":", " ").rpartition(" ")
    last = last.rpartition("-")[2]
    known: Iterable[str] = ORDERS if not before else keeper.finder.vocabulary()
    if before and keeper.referee.has_game:
        known = [*known, *(seat.name for seat in keeper.game.state.seats)]
    return [word for word in known if fold(word).startswith(fold(last))]


def _phones(keeper: Keeper, text: str) -> None:
    if keeper.phones is None:
        raise MisreadInputError(no_phones(keeper.words))
    keeper.phones(text)


def _table(keeper: Keeper, text: str) -> None:
    keeper.show_table()
    keeper.screen.say(keeper.words.legend(), "quiet")


def _rights(keeper: Keeper, text: str) -> None:
    game, rights = keeper.game, keeper.referee.rights()
    keeper.screen.show(rights_page(keeper.screen, keeper.words, game, rights))


def _log(keeper: Keeper, text: str) -> None:
    if text and not (text.isdecimal() and int(text[:6]) > 0):
        raise MisreadInputError(keeper.words.usage("log 10"))
    keeper.screen.show(log_page(keeper.words, keeper.game, int(text[:6]) if text else None))


def _rules(keeper: Keeper, text: str) -> None:
    keys = [f"R{key.upper().lstrip('R')}" for key in text.replace(",", " ").split()] or list(RULES)
    drawn = keeper.game.state.tickets_drawn if keeper.referee.has_game else TICKETS_DRAWN
    for key in keys:
        rule = keeper.words.rule(key, drawn)
        if rule is None:
            raise MisreadInputError(keeper.words.usage("rules R9"))
        keeper.screen.say(f"{key:<3}  {rule}")


def _result(keeper: Keeper, text: str) -> None:
    keeper.referee.result()
    keeper.screen.show(result_page(keeper.screen, keeper.words, keeper.game))


def _finish(keeper: Keeper, text: str) -> None:
    """End the game early and list the unresolved entries, which can be resolved later too."""
    game, words = keeper.game, keeper.words
    waiting = unsettled(game)
    keeper.submit(Finish())
    if waiting:
        # Translators: heading and button: disputes, and entries that are against the rules.
        keeper.screen.say(words.gettext("Unresolved:"))
    for entry in sorted(waiting):
        keeper.screen.say(f"  {entry} {sentence_of(words, game, game.entries[entry - 1])}")


def _games(keeper: Keeper, text: str) -> None:
    games = keeper.referee.games()
    on_table = keeper.game.uuid if keeper.referee.has_game else None
    if not games:
        raise Refusal("no_game")
    keeper.screen.show(games_page(keeper.words, games, on_table))


def _resume(keeper: Keeper, text: str) -> None:
    games = [line.uuid for line in keeper.referee.games()]
    if text.isdecimal() and 1 <= int(text[:9]) <= len(games):
        keeper.submit(Resume(games[int(text[:9]) - 1]))
    elif text in games:
        keeper.submit(Resume(text))
    else:
        raise MisreadInputError(keeper.words.no_such_game(text))


def _save(keeper: Keeper, text: str) -> None:
    if keeper.save():
        keeper.screen.say(keeper.words.saved_again())
    else:
        full = keeper.desk.is_disk_full
        keeper.screen.say(keeper.words.not_saved(full=full), "warning")


def _help(keeper: Keeper, text: str) -> None:
    keeper.screen.show(help_page(keeper.words))


def _language(keeper: Keeper, text: str) -> None:
    """Switch the language, now and for later sessions."""
    code = text.casefold()
    if code not in LANGUAGES:
        raise MisreadInputError(keeper.words.usage(f"language {'|'.join(LANGUAGES)}"))
    keeper.speak(translations(code))
    if remember_language(code):
        keeper.screen.say(keeper.words.speaks_now(LANGUAGES[code]))
    else:
        keeper.screen.say(keeper.words.speaks_for_now(LANGUAGES[code]))


def _quit(keeper: Keeper, text: str) -> None:
    keeper.leave()


ORDERS: Final[Mapping[str, Callable[[Keeper, str], None]]] = {
    "table": _table,
    "rights": _rights,
    "log": _log,
    "rules": _rules,
    "rule": _rules,
    "result": _result,
    "finish": _finish,
    "show": show,
    "games": _games,
    "resume": _resume,
    "new": new,
    "save": _save,
    "language": _language,
    "u": amending.undo,
    "undo": amending.undo,
    "r": amending.redo,
    "redo": amending.redo,
    "fix": amending.fix,
    "fix!": amending.fix_at_once,
    "void": amending.void,
    "void!": amending.void_at_once,
    "insert": amending.insert,
    "insert!": amending.insert_at_once,
    "anyway": plays.anyway,
    "set": plays.set_values,
    "route": printed_route.route,
    "route!": printed_route.route_at_once,
    "stock": take_stock,
    "phones": _phones,
    "object": amending.object_to,
    "settle": amending.settle,
    "help": _help,
    "h": _help,
    "?": _help,
    "q": _quit,
    "quit": _quit,
    "exit": _quit,
}

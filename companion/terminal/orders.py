"""What every word at the beginning of a line does."""

import difflib
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from companion.game.commands import Finish, Resume
from companion.game.refusal import Refusal
from companion.terminal import amending, disagreements, printed
from companion.terminal.keeper import Keeper
from companion.terminal.pages import games_page, help_page, log_page, result_page, rights_page
from companion.terminal.plays import begin_now
from companion.terminal.questions import Misread
from companion.terminal.reveal import show
from companion.terminal.seating import new
from companion.terminal.stocktake import take_stock
from companion.text import fold
from companion.words.rules_text import RULES


def obey(keeper: Keeper, line: str) -> None:
    """Do what a line says; a comment does nothing."""
    if line.startswith("#"):
        return
    if not line:
        if keeper.with_person and keeper.referee.has_game:
            keeper.show_table()
        return
    if begin_now(keeper, line):
        return
    word, _, rest = line.partition(" ")
    order = ORDERS.get(word.casefold())
    if order is None:
        near = difflib.get_close_matches(word.casefold(), ORDERS, 2, 0.7)
        raise Misread(keeper.words.unknown_command(word[:40], near))
    order(keeper, rest.strip())


def completions(keeper: Keeper, line: str) -> list[str]:
    """Words that may follow what is typed: orders first, then cities and players."""
    before, _, last = line.replace(",", " ").replace(":", " ").rpartition(" ")
    last = last.rpartition("-")[2]
    known: Iterable[str] = ORDERS if not before else keeper.finder.vocabulary()
    if before and keeper.referee.has_game:
        known = [*known, *(seat.name for seat in keeper.game.state.seats)]
    return [word for word in known if fold(word).startswith(fold(last))]


def _table(keeper: Keeper, text: str) -> None:
    keeper.show_table()
    keeper.screen.say(keeper.words.legend(), "quiet")


def _rights(keeper: Keeper, text: str) -> None:
    game, rights = keeper.game, keeper.referee.rights()
    keeper.screen.show(rights_page(keeper.screen, keeper.words, game, rights))


def _log(keeper: Keeper, text: str) -> None:
    if text and not (text.isdecimal() and int(text[:6]) > 0):
        raise Misread(keeper.words.usage("log 10"))
    keeper.screen.show(log_page(keeper.words, keeper.game, int(text[:6]) if text else None))


def _rules(keeper: Keeper, text: str) -> None:
    """One rule, or all of them."""
    keys = [f"R{key.upper().lstrip('R')}" for key in text.replace(",", " ").split()] or list(RULES)
    for key in keys:
        rule = keeper.words.rule(key)
        if rule is None:
            raise Misread(keeper.words.usage("rules R9"))
        keeper.screen.say(f"{key:<3}  {rule}")


def _result(keeper: Keeper, text: str) -> None:
    keeper.referee.result()
    keeper.screen.show(result_page(keeper.screen, keeper.words, keeper.game))


def _finish(keeper: Keeper, text: str) -> None:
    keeper.submit(Finish())


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
        raise Misread(keeper.words.no_such_game(text))


def _save(keeper: Keeper, text: str) -> None:
    if keeper.save():
        keeper.screen.say(keeper.words.saved_again())
    else:
        keeper.screen.say(keeper.words.not_saved(), "warning")


def _help(keeper: Keeper, text: str) -> None:
    keeper.screen.show(help_page(keeper.words))


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
    "anyway": disagreements.anyway,
    "set": disagreements.set_values,
    "route": printed.route,
    "route!": printed.route_at_once,
    "stock": take_stock,
    "object": disagreements.object_to,
    "settle": disagreements.settle,
    "help": _help,
    "h": _help,
    "?": _help,
    "q": _quit,
    "quit": _quit,
    "exit": _quit,
}

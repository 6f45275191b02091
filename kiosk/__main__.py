"""Entry point of python -m kiosk: the touch screen, the demo and the maintenance commands."""

from companion import signals

if __name__ == "__main__":
    signals.exit_quietly_on_interrupt()  # later, the window handles Ctrl-C and closes properly

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.chosen_language import add_language_option, language_for
from companion.faults import log_to_file
from companion.folders import faults_file, games_file
from companion.permissions import restrict_our_folders
from companion.words.command_line import translate_argparse
from companion.words.language import Translations
from kiosk.machine import environment
from kiosk.machine.environment import NoScreenError

if TYPE_CHECKING:
    from companion.words.pages.terminal import TerminalWords


INSTEAD: Final = ("doctor", "forget-pin")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    language = language_for(given)
    translate_argparse(language)
    options = _parser(language).parse_args(given)
    if options.instead == "forget-pin":
        from kiosk.pin.command import forget_pin

        return forget_pin(language)
    if options.instead == "doctor":
        from kiosk.doctor.command import run as check_up

        return check_up(language, options.db, as_json=options.json)
    restrict_our_folders()
    log_to_file(faults_file())
    return _start(options, language)


def _start(options: argparse.Namespace, language: Translations) -> int:
    from companion.journal import LogDamagedError, LogRefusedError

    environment.prepare()
    try:
        from kiosk.start import EntriesLostError, run

        try:
            return run(options)
        except EntriesLostError as lost:
            return _fail(_words(language).lost(lost.entries), 1)
    except LogRefusedError as error:
        return _fail(_words(language).log_refused(error))
    except LogDamagedError as error:
        return _fail(_words(language).log_damaged(str(options.db or games_file()), str(error)))
    except NoScreenError as error:
        return _without_screen(options, language, str(error))


def _parser(language: Translations) -> argparse.ArgumentParser:
    gettext = language.gettext
    parser = argparse.ArgumentParser(prog="kiosk", description=gettext("The touch-screen kiosk."))
    parser.add_argument(
        "instead",
        nargs="?",
        choices=INSTEAD,
        help=gettext("instead of starting the screen: run a system check, or remove the PIN"),
    )
    parser.add_argument("--db", type=Path, metavar="FILE", help=gettext("the games database"))
    parser.add_argument("--size", type=_size, metavar="800x480", help=gettext("window size"))
    parser.add_argument("--fullscreen", action="store_true", help=gettext("run in full screen"))
    parser.add_argument("--demo", action="store_true", help=gettext("play back a recorded game"))
    parser.add_argument(
        "--json", action="store_true", help=gettext("print the system check as JSON")
    )
    add_language_option(parser, language)
    return parser


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    if not (width.isdecimal() and height.isdecimal() and min(int(width), int(height)) >= 240):
        raise argparse.ArgumentTypeError(f"{text}: width x height in pixels, such as 800x480")
    return int(width), int(height)


def _words(language: Translations) -> "TerminalWords":
    """Return the terminal's texts; imported late to keep the start fast."""
    from companion.game.board.board import standard_board
    from companion.words.pages.terminal import TerminalWords

    return TerminalWords(standard_board(), language)


def _fail(message: str, code: int = 2) -> int:
    print(message, file=sys.stderr)
    return code


def _without_screen(options: argparse.Namespace, language: Translations, why: str) -> int:
    """Replace this process with the terminal version, because there is no screen."""
    print(_words(language).no_screen(why), file=sys.stderr, flush=True)
    command = [sys.executable, "-P", "-m", "companion", "play"]
    if options.db:
        command += ["--db", str(options.db)]
    if options.language:
        command += ["--language", options.language]
    os.execv(sys.executable, command)


if __name__ == "__main__":
    sys.exit(main())

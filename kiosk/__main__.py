"""python -m kiosk: the touch screen, and a demonstration of it."""

from companion import ending

if __name__ == "__main__":
    ending.end_at_once_while_starting()  # then the window listens, and closes the app well

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from companion.faults import write_faults_down
from companion.journal import LogDamaged, LogRefused
from companion.places import faults_file, games_file
from companion.private import close_our_folders
from kiosk import environment
from kiosk.environment import NoScreen

if TYPE_CHECKING:
    from companion.words.terminal import TerminalWords


def main(arguments: Sequence[str] | None = None) -> int:
    """Start what was asked for; the exit code."""
    options = _parser().parse_args(arguments)
    close_our_folders()
    write_faults_down(faults_file())
    environment.prepare()
    try:
        from kiosk.start import EntriesLost, run

        try:
            return run(options)
        except EntriesLost as lost:
            return _fail(_words().lost(lost.entries), 1)
    except LogRefused as error:
        return _fail(_words().log_refused(error))
    except LogDamaged as error:
        return _fail(_words().log_damaged(str(options.db or games_file()), str(error)))
    except NoScreen as error:
        return _without_screen(options, str(error))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="kiosk", description=__doc__)
    parser.add_argument("--db", type=Path, metavar="FILE", help="the database of games")
    parser.add_argument("--size", type=_size, metavar="800x480", help="of the window")
    parser.add_argument("--fullscreen", action="store_true", help="the whole screen")
    parser.add_argument("--demo", action="store_true", help="a recorded game plays itself")
    return parser


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    if not (width.isdecimal() and height.isdecimal() and min(int(width), int(height)) >= 240):
        raise argparse.ArgumentTypeError(f"{text}: width x height in pixels, such as 800x480")
    return int(width), int(height)


def _words() -> "TerminalWords":
    """Words for the terminal; brought in where they are needed, so that the start is quick."""
    from companion.game.board import standard_board
    from companion.words import translations
    from companion.words.terminal import TerminalWords

    return TerminalWords(standard_board(), translations())


def _fail(message: str, code: int = 2) -> int:
    print(message, file=sys.stderr)
    return code


def _without_screen(options: argparse.Namespace, why: str) -> int:
    """No screen to show it on: the score keeper for the terminal keeps the game going."""
    print(_words().no_screen(why), file=sys.stderr, flush=True)
    command = [sys.executable, "-P", "-m", "companion", "play"]
    if options.db:
        command += ["--db", str(options.db)]
    os.execv(sys.executable, command)


if __name__ == "__main__":
    sys.exit(main())

"""The hardware command line: emulate a display, simulate buttons, test the wiring."""

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from companion.chosen_language import add_language_option, language_for
from companion.game.board.board import standard_board
from companion.words import Words
from companion.words.command_line import translate_argparse
from hardware.commands.emulate import emulate
from hardware.commands.legend import write_legend
from hardware.commands.panel import soft_panel
from hardware.commands.trial import try_wiring
from hardware.emulators.pty_port import LinkTakenError
from hardware.wiring.file import example


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command, which parses its own options."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    language = language_for(given)
    translate_argparse(language)
    words = Words(standard_board(), language)
    parser = argparse.ArgumentParser(
        prog="hardware",
        description=words.gettext("Buttons, lights and serial displays."),
        epilog=words.gettext("Run a command with --help for more."),
    )
    add_language_option(parser, language)
    parser.add_argument("command", choices=COMMANDS)
    parser.add_argument("own", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)
    asked = parser.parse_args(given)
    try:
        return COMMANDS[asked.command](asked.own, words)
    except LinkTakenError as error:
        text = words.gettext(
            "{link} is taken: another emulator is using it, or it's one of your files."
        )
        print(text.format(link=error), file=sys.stderr)
        return 1


def _example(arguments: Sequence[str], words: Words) -> int:
    argparse.ArgumentParser(
        prog="hardware example",
        description=words.gettext("Print a wiring file with the default pins."),
    ).parse_args(arguments)
    print(example(), end="")
    return 0


COMMANDS: Final[Mapping[str, Callable[[Sequence[str], Words], int]]] = {
    "emulate": emulate,
    "panel": soft_panel,
    "legend": write_legend,
    "test": try_wiring,
    "example": _example,
}


if __name__ == "__main__":
    sys.exit(main())

"""python -m companion: the referee by JSON lines."""

import argparse
import logging
import sys
from collections.abc import Sequence
from pathlib import Path

from companion import protocol
from companion.board import Board, BoardError, load_board, standard_board
from companion.journal import Journal, LogRefused
from companion.referee import Referee
from companion.words import Words, translations


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one of the commands; the exit code."""
    options = _parser().parse_args(arguments)
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    try:
        board = load_board(options.board) if options.board else standard_board()
        return int(options.run(options, board))
    except BoardError as error:
        return _fail(str(error))
    except LogRefused as error:
        return _fail(f"{error.code}: {error}")
    except (BrokenPipeError, KeyboardInterrupt):
        return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="companion", description=__doc__)
    commands = parser.add_subparsers(required=True)
    referee = commands.add_parser("referee", help="the referee by JSON lines")
    referee.set_defaults(run=_referee)
    for command in (referee,):
        command.add_argument("--db", type=Path, metavar="FILE")
        command.add_argument("--board", type=Path, metavar="FILE")
    return parser


def _fail(message: str) -> int:
    print(message, file=sys.stderr)
    return 2


def _referee(options: argparse.Namespace, board: Board) -> int:
    journal = Journal.open(options.db) if options.db else Journal()
    try:
        referee = Referee(journal, board)
        words = Words(board, translations())
        for report in journal.reports:
            print(words.report(report), file=sys.stderr)
        protocol.serve(referee, sys.stdin.buffer, sys.stdout.buffer)
    finally:
        journal.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())

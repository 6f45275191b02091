"""Ctrl-C at any moment: the terminal's programs end soon, and without a traceback."""

import signal
from pathlib import Path

import pytest
from interrupting import heed_interrupts, interrupt_at, start


@pytest.fixture(autouse=True)
def interruptible() -> None:
    heed_interrupts()


PLAY = [
    "argparse",
    "companion.game.board.board",
    "companion.journal.journal",
    "companion.words.pages.terminal",
]


@pytest.mark.parametrize("module", [*PLAY, "companion.history.backups"])
@pytest.mark.parametrize("command", ["play", "games"])
def test_the_terminal_is_left_while_it_starts(tmp_path: Path, command: str, module: str):
    with start(tmp_path, "companion", command) as program:
        err = interrupt_at(program, module, signal.SIGINT)
    assert "Traceback" not in err
    assert "KeyboardInterrupt" not in err
    assert program.returncode in (0, -signal.SIGINT)

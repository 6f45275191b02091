"""The README is true: its scored game runs, and its commands and files exist."""

import doctest
import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def test_the_scored_game_of_the_readme_runs():
    done = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert done.attempted > 10
    assert done.failed == 0


def test_every_file_that_the_readme_names_is_there():
    named = set(re.findall(r"(?:companion|hardware|kiosk|tests)/[\w./]*[\w/]", README))
    assert len(named) > 8
    assert [name for name in named if not (ROOT / name).exists()] == []

"""Importing a module does nothing but define what is in it: no game is opened or played."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent

PROGRAM = """
import importlib, sys
from companion.game.game import Game
from companion.referee import Referee

made = []
for kind in (Game, Referee):
    def __init__(self, *args, kind=kind, **given):
        made.append(kind.__name__)
        raise AssertionError(f"{kind.__name__} while importing")
    kind.__init__ = __init__
for name in sys.argv[1:]:
    importlib.import_module(name)
print(made, len(sys.argv) - 1)
"""


def modules() -> list[str]:
    """All but those that start a program; of the kiosk what needs no window."""
    files = [file for top in ("companion", "hardware", "tests/gallery") for file in _python(top)]
    files += [file for file in _python("kiosk") if file.stem == "view"]
    names = (".".join(file.relative_to(ROOT).with_suffix("").parts) for file in files)
    return sorted(name for name in names if not name.endswith(("__init__", "__main__")))


def _python(folder: str) -> list[Path]:
    return list((ROOT / folder).rglob("*.py"))


def test_no_game_is_played_by_an_import():
    names = modules()
    assert len(names) > 150
    program = [sys.executable, "-c", PROGRAM, *names]
    ended = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.stdout == f"[] {len(names)}\n", ended.stderr

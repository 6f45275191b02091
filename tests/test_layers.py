"""Imports point one way: kiosk -> hardware -> companion, and its rules know no device."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
OPTIONAL = {"PIL", "escpos", "segno"}
OF_PHONES = {"starlette", "uvicorn", "h11"}
# And nobody else in their room.
SERVES_PHONES = {"connections.py", "endpoints.py", "guard.py", "server.py"}
AT_BUILD = {"babel", "setuptools"}  # what compiles the catalogues
FORBIDDEN_TO_PURE = {
    "time",
    "datetime",
    "random",
    "sqlite3",
    "os",
    "socket",
    "threading",
    "logging",
}


def imports(file: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file} imports relatively"
            found.add(node.module or "")
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    return found


def sources(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


@pytest.mark.parametrize("package", ["companion", "hardware"])
def test_a_package_imports_nothing_above_it(package: str):
    above = {"companion": ("hardware", "kiosk"), "hardware": ("kiosk",)}[package]
    for file in sources(package):
        tops = {name.split(".")[0] for name in imports(file)}
        assert not tops & set(above), file


def test_companion_needs_only_sqlite_utils():
    for file in sources("companion"):
        for name in imports(file):
            top = name.split(".")[0]
            if top == "sqlite_utils" or name == "sqlite3":
                assert "journal" in file.parts, file
            elif top in OPTIONAL:
                assert "exports" in file.parts, (file, name)
            elif top in OF_PHONES:
                assert "web" in file.parts, (file, name)
                assert file.name in SERVES_PHONES, (file, name)
            elif top in AT_BUILD:
                assert file.name == "compiling.py", (file, name)
            else:
                assert top == "companion" or top in sys.stdlib_module_names, (file, name)


def test_what_exports_and_phones_need_is_imported_only_when_they_are_asked_for():
    """The base install has none of it, and every command of companion starts there."""
    absent = OPTIONAL | OF_PHONES | AT_BUILD
    program = f"import sys, companion.__main__; print({absent!r} & set(sys.modules))"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert ended.stdout == "set()\n", ended.stderr


def test_nobody_waits_at_the_start_for_the_search_of_causes():
    program = (
        "import sys, companion.desk.desk; print('companion.game.stocktake.causes' in sys.modules)"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert ended.stdout == "False\n", ended.stderr


# What each floor of companion may import of companion, by the beginning of the name.
FLOORS = {
    "game": ("game",),
    "words": (
        *("words", "game", "referee", "text"),
        *("journal.errors", "exports.breakdown", "history"),  # what they have to tell
    ),
    "desk": ("desk", "game", "words", "referee", "listeners", "text"),
}


@pytest.mark.parametrize("floor", FLOORS)
def test_a_floor_imports_only_what_is_under_it(floor: str):
    for file in sources(f"companion/{floor}"):
        for name in imports(file):
            top, _, rest = name.partition(".")
            if top == "companion" and rest:
                under = (rest == part or rest.startswith(f"{part}.") for part in FLOORS[floor])
                assert any(under), (file, name)


@pytest.mark.parametrize("floor", ["game", "desk"])
def test_game_and_desk_know_no_screen_clock_file_or_device(floor: str):
    for file in sources(f"companion/{floor}"):
        assert not {name.split(".")[0] for name in imports(file)} & FORBIDDEN_TO_PURE, file


WITHOUT_KIVY = """
import importlib, sys

class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "kivy":
            raise ImportError(f"{name} is hidden")

sys.meta_path.insert(0, Hidden())
for view in sys.argv[1:]:
    importlib.import_module(view)
    print(view)
"""


def load_without_kivy(modules: list[str]) -> None:
    command = [sys.executable, "-c", WITHOUT_KIVY, *modules]
    ended = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert ended.stdout.split() == modules, ended.stderr


def test_the_view_of_every_room_of_the_kiosk_loads_without_kivy():
    views = [f"kiosk.{file.parent.name}.view" for file in sorted(ROOT.glob("kiosk/*/view.py"))]
    assert len(views) > 5
    load_without_kivy(views)


def test_what_is_heard_is_decided_made_and_spoken_without_kivy():
    load_without_kivy([f"kiosk.sound.{name}" for name in ("cues", "tones", "speech")])

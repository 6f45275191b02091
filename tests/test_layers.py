"""Imports point one way: kiosk -> hardware -> companion, and its rules know no device."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
OPTIONAL = {"PIL", "escpos", "segno"}
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
            else:
                assert top == "companion" or top in sys.stdlib_module_names, (file, name)


def test_what_exports_need_is_imported_only_when_they_are_asked_for():
    """The base install has none of it, and every command of companion starts there."""
    program = f"import sys, companion.__main__; print({OPTIONAL!r} & set(sys.modules))"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert ended.stdout == "set()\n", ended.stderr


@pytest.mark.parametrize("file", sources("companion/game"), ids=lambda file: file.stem)
def test_the_game_knows_no_screen_clock_file_device_or_word(file: Path):
    for name in imports(file):
        parts = name.split(".")
        assert parts[0] not in FORBIDDEN_TO_PURE, name
        if parts[0] == "companion" and len(parts) > 1:
            assert parts[1] == "game", name

"""TOML with the lines where things stand; a line that cannot be read does not spoil the rest."""

import dataclasses
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

Path = tuple[str | int, ...]  # a table's name, the number of a row, a key

_HEADER: Final = re.compile(r"\s*(\[\[?)([^\[\]]+)\]")
_KEY: Final = re.compile(r"\s*([^=#\[\]{}]+?)\s*=")
_AT_LINE: Final = re.compile(r"\(at line (\d+), column \d+\)")


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong, and where: the words for it are in wiring_words.py."""

    code: str
    line: int | None
    field: str = ""
    facts: Mapping[str, Any] = dataclasses.field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Tables:
    """What a text holds, and the line of each part of it."""

    content: Mapping[str, Any]
    _lines: Mapping[Path, int]

    def line_of(self, path: Path) -> int | None:
        """The line of a part, or of the nearest part around it."""
        while path and path not in self._lines:
            path = path[:-1]
        return self._lines.get(path)


def parse(text: str) -> tuple[list[Problem], Tables]:
    """All that can be read; each line that cannot is a problem."""
    lines = text.replace("\r\n", "\n").split("\n")
    problems = []
    while True:
        try:
            content = tomllib.loads("\n".join(lines))
        except (ValueError, RecursionError) as error:  # a number or a nesting beyond all bounds
            number = _line_of(error, len(lines))
            problems.append(Problem("not_toml", number))
            if not _strike(lines, number):
                return problems, Tables({}, {})
        else:
            return problems, Tables(content, _find(lines))


def _line_of(error: Exception, last: int) -> int:
    found = _AT_LINE.search(str(error))
    return int(found[1]) if found else last


def _strike(lines: list[str], number: int) -> bool:
    """Without a line that cannot be read; a heading takes along what stands under it."""
    struck = lines[number - 1]
    lines[number - 1] = ""
    if struck.lstrip().startswith("["):
        for index in range(number, len(lines)):
            if lines[index].lstrip().startswith("["):
                break
            lines[index] = ""
    return bool(struck.strip())


def _find(lines: list[str]) -> dict[Path, int]:
    """The line of every heading and every key."""
    found: dict[Path, int] = {}
    rows: dict[str, int] = {}
    table: Path = ()
    for number, line in enumerate(lines, 1):
        if header := _HEADER.match(line):
            table = _names(header[2])
            found.setdefault(table, number)
            if header[1] == "[[":
                name = ".".join(map(str, table))
                rows[name] = rows.get(name, -1) + 1
                table = (*table, rows[name])
            found.setdefault(table, number)
        elif key := _KEY.match(line):
            path = table
            for part in _names(key[1]):
                path = (*path, part)
                found.setdefault(path, number)
    return found


def _names(dotted: str) -> Path:
    return tuple(part.strip().strip("\"'") for part in dotted.split("."))

"""Parse the wiring file: TOML that people write, read without ever failing.

Anything wrong becomes a problem with its line and field, and the rest still works: an unreadable
line does not affect the others. tomllib reports neither positions nor what is readable next to an
error, and tomlkit, which keeps both, gives no line numbers: hence the first part.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from hardware.buttons import pins
from hardware.buttons.keyboards import key_map
from hardware.displays import KINDS, SPEEDS
from hardware.ports.discovery import ADDRESSES, is_port
from hardware.wiring.model import SHOWS, Display, Reading, Wiring, WiringProblem, can_show

MOST_PROBLEMS: Final = 100  # a text with more unreadable lines is no wiring file

_Path = tuple[str | int, ...]  # a table's name, the number of a row, a key

_PINS: Final[Mapping[str, tuple[str, ...]]] = {
    "buttons": tuple(pins.BUTTONS),
    "dial": tuple(pins.DIAL),
    "lights": tuple(pins.LIGHTS),
    "buzzer": ("pin",),
}
_WHERE: Final = "where"
_DISPLAY: Final = ("kind", "where", "shows", "baud")
_SECTIONS: Final = (*_PINS, "panel", "keys", "displays")
_HEADER: Final = re.compile(r"\s*(\[\[?)([^\[\]]+)\]")
_KEY: Final = re.compile(r"\s*([^=#\[\]{}]+?)\s*=")
_AT_LINE: Final = re.compile(r"\(at line (\d+), column \d+\)")


@dataclass(frozen=True, slots=True)
class Tables:
    """The content of a text, its readable lines, and the line of each part."""

    content: Mapping[str, Any]
    lines: tuple[str, ...]
    _places: Mapping[_Path, int]

    def line_of(self, path: _Path) -> int | None:
        """Return the line of a part, or of the nearest part around it."""
        while path and path not in self._places:
            path = path[:-1]
        return self._places.get(path)


def readable(text: str) -> str:
    """Return the text with each unreadable line commented out."""
    _, tables = _parse(text)
    lines = zip(_lines(text), tables.lines, strict=True)
    return "\n".join(read or line and f"# {line}" for line, read in lines)


def _lines(text: str) -> list[str]:
    return text.replace("\r\n", "\n").split("\n")


def _parse(text: str) -> tuple[list[WiringProblem], Tables]:
    """Parse all readable lines; each unreadable one is a problem."""
    lines = _lines(text)
    problems = []
    while True:
        try:
            content = tomllib.loads("\n".join(lines))
        except (ValueError, RecursionError) as error:  # also for huge numbers and deep nesting
            number = _line_of(error, len(lines))
            problems.append(WiringProblem("not_toml", number))
            if len(problems) == MOST_PROBLEMS or not _strike(lines, number):
                return problems, Tables({}, ("",) * len(lines), {})
        else:
            return problems, Tables(content, tuple(lines), _find(lines))


def _line_of(error: Exception, last: int) -> int:
    found = _AT_LINE.search(str(error))
    return int(found[1]) if found else last


def _strike(lines: list[str], number: int) -> bool:
    """Blank an unreadable line, and the whole section if it is a heading.

    Return False if the line was blank already.
    """
    struck = lines[number - 1]
    lines[number - 1] = ""
    if struck.lstrip().startswith("["):
        for index in range(number, len(lines)):
            if lines[index].lstrip().startswith("["):
                break
            lines[index] = ""
    return bool(struck.strip())


def _find(lines: list[str]) -> dict[_Path, int]:
    """Return the line of every heading and every key."""
    found: dict[_Path, int] = {}
    rows: dict[str, int] = {}
    table: _Path = ()
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


def _names(dotted: str) -> _Path:
    return tuple(part.strip().strip("\"'") for part in dotted.split("."))


# --- meaning ---


def read(text: str) -> Reading:
    """Parse the text of a wiring file."""
    found, tables = _parse(text)
    reader = _Reader(tables, list(found))
    wiring = reader.wiring()
    problems = sorted(reader.problems, key=lambda problem: problem.line or 0)
    return Reading(wiring, tuple(problems))


class _Reader:
    """Builds the wiring from the valid parts, and records problems with the rest."""

    def __init__(self, tables: Tables, problems: list[WiringProblem]) -> None:
        self.problems = problems
        self._tables = tables
        self._users: dict[int, str] = {}  # fields by pin
        self._ports: dict[str, str] = {}  # fields by port

    def wiring(self) -> Wiring:
        # In the order of the file: if two claim a pin, the first gets it.
        sections = {name: self._section(name) for name in self._tables.content}
        found_keys, keyboard = self._keys()
        return Wiring(
            buttons=sections.get("buttons", {}),
            dial=self._whole_dial(sections.get("dial", {})),
            lights=sections.get("lights", {}),
            buzzer=sections.get("buzzer", {}).get("pin"),
            panel=self._panel(),
            keys=found_keys,
            keyboard=keyboard,
            displays=tuple(self._displays()),
        )

    def _note(self, code: str, *path: str | int, **facts: Any) -> None:  # noqa: ANN401
        line, name = self._tables.line_of(path), _dotted(path)
        self.problems.append(WiringProblem(code, line, name, facts))

    def _section(self, name: str) -> dict[str, int]:
        content = self._tables.content[name]
        if name not in _SECTIONS:
            self._note("unknown_section", name, known=_SECTIONS)
        elif name in _PINS:
            if isinstance(content, dict):
                return dict(self._pins(name, content))
            self._note("not_a_section", name)
        return {}

    def _pins(self, section: str, content: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
        for key, pin in content.items():
            if key not in _PINS[section]:
                self._note("unknown_name", section, key, known=_PINS[section])
            elif type(pin) is not int:  # True is an int in Python
                self._note("not_a_number", section, key)
            elif not pins.is_usable(pin):
                self._note("no_such_pin", section, key, pin=pin)
            elif pin in self._users:
                self._note("pin_used_twice", section, key, pin=pin, by=self._users[pin])
            else:
                self._users[pin] = _dotted((section, key))
                yield key, pin

    def _whole_dial(self, found: dict[str, int]) -> dict[str, int]:
        missing = [name for name in pins.DIAL if name not in found]
        if not found or not missing:
            return found
        self._note("dial_incomplete", "dial", missing=missing)
        return {}

    def _panel(self) -> str | None:
        content = self._tables.content.get("panel", {})
        if not isinstance(content, dict):
            self._note("not_a_section", "panel")
            return None
        for key in content:
            if key != _WHERE:
                self._note("unknown_name", "panel", key, known=(_WHERE,))
        where = content.get(_WHERE)
        if _WHERE in content and not _is_text(where):
            self._note("not_a_text", "panel", _WHERE)
            return None
        if where is not None and not is_port(where):
            self._note("no_such_address", "panel", _WHERE, known=ADDRESSES)
            return None
        if isinstance(where, str):
            self._ports[where] = "panel"
        return where

    def _keys(self) -> tuple[dict[str, str], str | None]:
        """Return the assigned keys, and their keyboard."""
        content = self._tables.content.get("keys", {})
        if not isinstance(content, dict):
            self._note("not_a_section", "keys")
            return {}, None
        where = content.get(_WHERE)
        if where is not None and not _is_text(where):
            self._note("not_a_text", "keys", _WHERE)
            return {}, None  # on any other keyboard they might be needed for typing
        found = {key: button for key, button in content.items() if self._is_key(key, button)}
        if where is not None and not found:
            self._note("no_keys", "keys", _WHERE)
        return key_map.in_order(found), where if found else None

    def _is_key(self, key: str, button: object) -> bool:
        if key == _WHERE:
            return False
        if key not in key_map.KEYS:
            self._note("no_such_key", "keys", key)
        elif button not in key_map.BUTTONS:
            self._note("no_such_choice", "keys", key, known=key_map.BUTTONS)
        else:
            return True
        return False

    def _displays(self) -> Iterator[Display]:
        content = self._tables.content.get("displays", [])
        if not isinstance(content, list) or not all(isinstance(row, dict) for row in content):
            self._note("not_displays", "displays")
            return
        for number, row in enumerate(content):
            before = len(self.problems)
            self._check_display(number, row)
            if len(self.problems) == before:
                self._ports[row["where"]] = _dotted(("displays", number))
                yield Display(**{"shows": can_show(row["kind"])[0], **row})

    def _check_display(self, number: int, row: Mapping[str, Any]) -> None:
        choices = {"kind": tuple(KINDS), "shows": SHOWS}
        for key, value in row.items():
            if key not in _DISPLAY:
                self._note("unknown_name", "displays", number, key, known=_DISPLAY)
            elif key == "baud":
                if type(value) is not int or value not in SPEEDS:
                    self._note("no_such_speed", "displays", number, key, known=sorted(SPEEDS))
            elif not _is_text(value):
                self._note("not_a_text", "displays", number, key)
            elif value not in choices.get(key, (value,)):
                self._note("no_such_choice", "displays", number, key, known=choices[key])
            elif key == "where" and not is_port(value):
                self._note("no_such_address", "displays", number, key, known=ADDRESSES)
        for key in ("kind", "where"):
            if key not in row:
                self._note("missing", "displays", number, missing=key)
        self._check_together(number, row)

    def _check_together(self, number: int, row: Mapping[str, Any]) -> None:
        """Check combinations of fields that are valid separately."""
        kind, shows, where = (row.get(key) for key in ("kind", "shows", "where"))
        if kind in KINDS and shows in SHOWS and shows not in can_show(kind):
            self._note("cannot_show", "displays", number, "shows", known=can_show(kind))
        if isinstance(where, str) and where in self._ports:
            self._note("port_used_twice", "displays", number, "where", by=self._ports[where])


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _dotted(path: tuple[str | int, ...]) -> str:
    """Format a field for people: displays are numbered from 1."""
    return ".".join(str(part + 1) if isinstance(part, int) else part for part in path)

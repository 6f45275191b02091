"""What is wired to which pin and port: a TOML file that people write, read without ever failing.

Whatever is wrong in it becomes a problem with its line and field, and the rest still works.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from hardware.buttons import pins
from hardware.buttons.presses import SEATS
from hardware.displays import KINDS
from hardware.wiring.toml_lines import Problem, Tables, parse

TABLE: Final = "table"
SHOWS: Final = (TABLE, *SEATS)
_PINS: Final[Mapping[str, tuple[str, ...]]] = {
    "buttons": tuple(pins.BUTTONS),
    "dial": tuple(pins.DIAL),
    "lights": tuple(pins.LIGHTS),
    "buzzer": ("pin",),
}
_PANEL: Final = "where"
_DISPLAY: Final = ("kind", "where", "shows")
_SECTIONS: Final = (*_PINS, "panel", "displays")


@dataclass(frozen=True, slots=True)
class Display:
    """A serial display: what it is, where it is found, and what it shows."""

    kind: str
    where: str
    shows: str = TABLE


@dataclass(frozen=True, slots=True)
class Wiring:
    """Pins by their BCM numbers; what is not named is not wired."""

    buttons: Mapping[str, int] = field(default_factory=dict)
    dial: Mapping[str, int] = field(default_factory=dict)  # all three of its pins, or none
    lights: Mapping[str, int] = field(default_factory=dict)
    buzzer: int | None = None
    panel: str | None = None  # the port of a box with buttons
    displays: tuple[Display, ...] = ()

    @property
    def has_inputs(self) -> bool:
        """Whether anything can be pressed or turned."""
        return bool(self.buttons or self.dial or self.panel)

    @property
    def has_lights(self) -> bool:
        """Whether anything can light up or sound."""
        return bool(self.lights) or self.buzzer is not None


@dataclass(frozen=True, slots=True)
class Reading:
    """A wiring as it was found, and what was wrong with it."""

    wiring: Wiring = Wiring()
    problems: tuple[Problem, ...] = ()


def usual() -> Wiring:
    """Every pin as the example has it; displays have no usual place."""
    return Wiring(dict(pins.BUTTONS), dict(pins.DIAL), dict(pins.LIGHTS), pins.BUZZER)


def load(file: Path) -> Reading:
    """The wiring in a file; without one nothing is wired."""
    try:
        text = file.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        return Reading()
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        return Reading(problems=(Problem("not_text", line),))
    except OSError as error:
        facts = {"file": str(file), "why": error.strerror}
        return Reading(problems=(Problem("unreadable", None, facts=facts),))
    return read(text)


def read(text: str) -> Reading:
    """The wiring in a file's text."""
    found, tables = parse(text)
    reader = _Reader(tables, list(found))
    wiring = reader.wiring()
    problems = sorted(reader.problems, key=lambda problem: problem.line or 0)
    return Reading(wiring, tuple(problems))


class _Reader:
    """Takes what makes sense out of the tables, and notes the rest."""

    def __init__(self, tables: Tables, problems: list[Problem]) -> None:
        self.problems = problems
        self._tables = tables
        self._users: dict[int, str] = {}  # of a pin, by its field

    def wiring(self) -> Wiring:
        # In the file's own order: of two that want one pin, the first has it.
        sections = {name: self._section(name) for name in self._tables.content}
        return Wiring(
            buttons=sections.get("buttons", {}),
            dial=self._whole_dial(sections.get("dial", {})),
            lights=sections.get("lights", {}),
            buzzer=sections.get("buzzer", {}).get("pin"),
            panel=self._panel(),
            displays=tuple(self._displays()),
        )

    def _note(self, code: str, *path: str | int, **facts: Any) -> None:  # noqa: ANN401
        line, name = self._tables.line_of(path), _dotted(path)
        self.problems.append(Problem(code, line, name, facts))

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
            elif type(pin) is not int:  # True is a number to Python, and none to people
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
            if key != _PANEL:
                self._note("unknown_name", "panel", key, known=(_PANEL,))
        where = content.get(_PANEL)
        if _PANEL in content and not _is_text(where):
            self._note("not_a_text", "panel", _PANEL)
            return None
        return where

    def _displays(self) -> Iterator[Display]:
        content = self._tables.content.get("displays", [])
        if not isinstance(content, list) or not all(isinstance(row, dict) for row in content):
            self._note("not_displays", "displays")
            return
        for number, row in enumerate(content):
            before = len(self.problems)
            self._check_display(number, row)
            if len(self.problems) == before:
                yield Display(**row)

    def _check_display(self, number: int, row: Mapping[str, Any]) -> None:
        choices = {"kind": tuple(KINDS), "shows": SHOWS}
        for key, value in row.items():
            if key not in _DISPLAY:
                self._note("unknown_name", "displays", number, key, known=_DISPLAY)
            elif not _is_text(value):
                self._note("not_a_text", "displays", number, key)
            elif value not in choices.get(key, (value,)):
                self._note("no_such_choice", "displays", number, key, known=choices[key])
        for key in ("kind", "where"):
            if key not in row:
                self._note("missing", "displays", number, missing=key)


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _dotted(path: tuple[str | int, ...]) -> str:
    """A field as people find it: displays are numbered from 1."""
    return ".".join(str(part + 1) if isinstance(part, int) else part for part in path)

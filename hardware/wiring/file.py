"""Load and save the wiring file, keeping comments that people wrote."""

import json
import logging
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from importlib import resources
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.atomic_files import read_regular_file, write_atomically
from hardware.buttons.pins import PHYSICAL
from hardware.displays import KINDS
from hardware.wiring.model import TABLE, Display, Reading, Wiring, WiringProblem, can_show
from hardware.wiring.reading import read, readable

if TYPE_CHECKING:
    from tomlkit import TOMLDocument
    from tomlkit.items import Comment, Item, Table

log = logging.getLogger(__name__)

LARGEST: Final = 100_000  # bytes of a wiring file
_ON_HEADER: Final = re.compile(r"# pin \d+")


def example() -> str:
    """Return the commented example that ships with the program."""
    return (resources.files("hardware") / "wiring" / "example.toml").read_text("utf-8")


def load(file: Path) -> Reading:
    """Read the wiring from a file; without one nothing is wired."""
    try:
        text = read_regular_file(file, LARGEST).decode("utf-8-sig")
    except FileNotFoundError:
        return Reading()
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        return Reading(problems=(WiringProblem("not_text", line),))
    except OSError as error:
        facts = {"file": str(file), "why": error.strerror}
        return Reading(problems=(WiringProblem("unreadable", None, facts=facts),))
    return read(text)


def save(wiring: Wiring, file: Path) -> bool:
    """Write the file atomically, keeping a copy of the previous one; return whether it worked.

    The copy keeps the last version that people wrote: versions that the program wrote don't
    replace it.
    """
    kept = file.with_suffix(".before")
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        before = read_regular_file(file, LARGEST) if file.exists() else b""
        text = rewritten(before.decode("utf-8-sig", "replace"), wiring)
        if file.exists() and not _is_of(file, kept):
            write_atomically(kept, before)
        write_atomically(file, text.encode())
        if kept.exists():
            os.utime(kept, ns=(file.stat().st_mtime_ns,) * 2)
    except OSError:
        log.warning("the wiring cannot be saved in %s", file, exc_info=True)
        return False
    return True


def _is_of(file: Path, kept: Path) -> bool:
    """Whether the program derived `file` from `kept`, written by people: same modification time."""
    if not kept.exists() or kept.stat().st_mtime_ns != file.stat().st_mtime_ns:
        return False
    text = read_regular_file(kept, LARGEST).decode("utf-8-sig", "replace")
    return text != write(read(text).wiring)


# --- writing from scratch ---


def write(wiring: Wiring) -> str:
    """Return the text of a wiring file."""
    parts = [
        "# What is wired to the Raspberry Pi; numbers are BCM, pins are those of the header.\n"
    ]
    parts += ["".join(_section(name, found)) for name, found in _sections(wiring).items() if found]
    parts += ["".join(_display(display)) for display in wiring.displays]
    return "\n".join(parts)


def _sections(wiring: Wiring) -> dict[str, Mapping[str, int | str]]:
    return {
        "buttons": wiring.buttons,
        "dial": wiring.dial,
        "lights": wiring.lights,
        "buzzer": {} if wiring.buzzer is None else {"pin": wiring.buzzer},
        "panel": {} if wiring.panel is None else {"where": wiring.panel},
        "keys": {**({} if wiring.keyboard is None else {"where": wiring.keyboard}), **wiring.keys},
    }


def _section(name: str, found: Mapping[str, int | str]) -> Iterator[str]:
    yield f"[{name}]\n"
    width = max(map(len, found))
    for key, value in found.items():
        if isinstance(value, int):
            yield f"{key:{width}} = {value:<2}  # pin {PHYSICAL[value]}\n"
        else:
            yield f"{key:{width}} = {_quoted(value)}\n"


def _display(display: Display) -> Iterator[str]:
    yield "[[displays]]\n"
    for key, value in _written(display).items():
        yield f"{key:5} = {_quoted(value) if isinstance(value, str) else value}\n"


def _written(display: Display) -> dict[str, str | int]:
    """Return the fields of a display as written; the baud rate only if it is not the default."""
    return {key: value for key, value in asdict(display).items() if value is not None}


def _written_out(row: Mapping[str, str | int]) -> dict[str, str | int]:
    """Return a display's row with `shows` filled in."""
    kind = row.get("kind")
    return {"shows": can_show(str(kind))[0] if kind in KINDS else TABLE, **row}


def _quoted(text: str) -> str:
    """Quote a TOML string: like JSON, except for one character."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


# --- changing a file that people wrote ---


def rewritten(text: str, wiring: Wiring) -> str:
    """Return `text` changed to another wiring, keeping its comments.

    If the program wrote the text, or the comments can't be kept, it is written from scratch.
    """
    if not text or text == write(read(text).wiring):
        return write(wiring)
    try:
        kept = _changed(readable(text), wiring)
    except Exception:  # saving the wiring matters more than the comments
        log.info("the comments of the wiring are not kept", exc_info=True)
        return write(wiring)
    return kept if read(kept) == Reading(wiring) else write(wiring)


def _changed(text: str, wiring: Wiring) -> str:
    import tomlkit  # imported late: only saving needs it

    document, new = tomlkit.parse(text), tomlkit.parse(write(wiring))
    known = (*_sections(wiring), "displays")
    left_over: list[Comment] = []
    for name in [name for name in document if name not in known]:
        left_over += _closing_remarks(document[name])
        document.remove(name)
    for name, wanted in _sections(wiring).items():
        _change_section(document, new, name, wanted)
    left_over += _change_displays(document, new, wiring.displays)
    for remark in left_over:
        document.add(remark)
    return document.as_string()


def _change_section(
    document: "TOMLDocument", new: "TOMLDocument", name: str, wanted: Mapping[str, int | str]
) -> None:
    """Change a section's values; its heading and comments stay, even if it becomes empty."""
    from tomlkit.items import Table

    section = document.get(name)
    if not isinstance(section, Table):
        document.pop(name, None)
        if wanted:
            document.append(name, new.item(name))
        return
    for key in [key for key in section if key not in wanted]:
        section.remove(key)
    for key in [key for key in section if section[key] != wanted[key]]:
        _change_value(section, key, wanted[key])
    closing = [section.value.body.pop() for _ in _closing(section)]
    for key in [key for key in wanted if key not in section]:
        section.append(key, new[name].item(key))
    section.value.body.extend(reversed(closing))


def _change_value(section: "Table", key: str, value: int | str) -> None:
    """Change a value; a comment that names the header pin is updated too."""
    before = len(str(section[key]))
    section[key] = value
    trivia = section[key].trivia
    if isinstance(value, int):
        trivia.comment = _ON_HEADER.sub(f"# pin {PHYSICAL[value]}", trivia.comment, count=1)
        room = len(trivia.comment_ws) + before - len(str(value))
        trivia.comment_ws = " " * max(room, 1) if trivia.comment else ""


def _change_displays(
    document: "TOMLDocument", new: "TOMLDocument", wanted: tuple[Display, ...]
) -> "list[Comment]":
    """Update displays in place and append new ones; return the comments of removed ones."""
    from tomlkit.items import AoT

    rows = document.get("displays")
    if not isinstance(rows, AoT):
        document.pop("displays", None)
        if wanted:
            document.append("displays", new.item("displays"))
        return []
    left_over: list[Comment] = []
    stay = 0
    for row in tuple(rows):
        if stay < len(wanted) and row.get("where") == wanted[stay].where:
            _change_display(row, new["displays"][stay], _written(wanted[stay]))
            stay += 1
        else:
            left_over += _closing_remarks(row)
            del rows[stay]
    for number in range(stay, len(wanted)):
        rows.append(new["displays"][number])
    return left_over


def _change_display(row: "Table", new: "Table", wanted: Mapping[str, str | int]) -> None:
    """Write only changed fields; defaults that were omitted stay omitted."""
    said = _written_out(row.unwrap())
    for key in [key for key in row if key not in wanted]:
        row.remove(key)
    for key in [key for key in wanted if wanted[key] != said.get(key) and key in row]:
        row[key] = wanted[key]
    closing = [row.value.body.pop() for _ in _closing(row)]
    for key in [key for key in wanted if wanted[key] != said.get(key) and key not in row]:
        row.append(key, new.item(key))
    row.value.body.extend(reversed(closing))


def _closing_remarks(part: "Item") -> "list[Comment]":
    """Return the comments at the end of a section: they can be about the next one."""
    from tomlkit.items import Comment, Table

    lines = _closing(part) if isinstance(part, Table) else []
    return [line for line in reversed(lines) if isinstance(line, Comment)]


def _closing(section: "Table") -> "list[Item]":
    """Return the items after the last key, from the end."""
    lines = takewhile(lambda line: line[0] is None, reversed(section.value.body))
    return [line for _, line in lines]

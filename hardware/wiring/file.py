"""The wiring file: loaded, and written with the pins where they are found on the header."""

import json
import logging
import os
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from importlib import resources
from pathlib import Path

from hardware.buttons.pins import PHYSICAL
from hardware.wiring.model import Display, Problem, Reading, Wiring
from hardware.wiring.reading import read

log = logging.getLogger(__name__)


def example() -> str:
    """The commented example that comes with the program."""
    return (resources.files("hardware") / "wiring" / "example.toml").read_text("utf-8")


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


def write(wiring: Wiring) -> str:
    """A text that reads as the same wiring."""
    buzzer = {} if wiring.buzzer is None else {"pin": wiring.buzzer}
    sections = {
        "buttons": wiring.buttons,
        "dial": wiring.dial,
        "lights": wiring.lights,
        "buzzer": buzzer,
    }
    parts = [
        "# What is wired to the Raspberry Pi; numbers are BCM, pins are those of the header.\n"
    ]
    parts += ["".join(_section(name, found)) for name, found in sections.items() if found]
    parts += [] if wiring.panel is None else [f"[panel]\nwhere = {_quoted(wiring.panel)}\n"]
    parts += ["".join(_display(display)) for display in wiring.displays]
    return "\n".join(parts)


def _section(name: str, found: Mapping[str, int]) -> Iterator[str]:
    yield f"[{name}]\n"
    width = max(map(len, found))
    for key, pin in found.items():
        yield f"{key:{width}} = {pin:<2}  # pin {PHYSICAL[pin]}\n"


def _display(display: Display) -> Iterator[str]:
    yield "[[displays]]\n"
    for key, value in asdict(display).items():
        yield f"{key:5} = {_quoted(value)}\n"


def _quoted(text: str) -> str:
    """JSON's strings are TOML's, but for one character."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def save(wiring: Wiring, file: Path) -> bool:
    """Write it all at once or not at all; what a person wrote before is kept beside it."""
    draft = file.with_suffix(".new")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with draft.open("w", encoding="utf-8") as target:
            target.write(write(wiring))
            target.flush()
            os.fsync(target.fileno())
        if file.exists():
            file.with_suffix(".before").write_bytes(file.read_bytes())
        draft.replace(file)
    except OSError:
        log.warning("the wiring cannot be saved in %s", file, exc_info=True)
        return False
    return True

"""Checks of the games file, the settings, the wiring and its ports."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

from companion.atomic_files import read_regular_file
from companion.chosen_language import LARGEST_SETTINGS
from kiosk.doctor.finding import BROKEN, WARNING, Finding
from kiosk.doctor.machine import Access, System, may_use

_RESTORE: Final = "sh kiosk/run.sh companion restore"

Find = Callable[[str], str | None]  # finds a device by name


def check_games(file: Path, *, is_open: bool = False) -> Finding:
    """Check that all games are intact and the file is writable.

    If this process has the file open, it must not be opened a second time: closing it would release
    SQLite's locks.
    """
    try:
        return _check_games(file, is_open=is_open)
    except ImportError as error:
        return Finding("games", "games_unchecked", {"why": str(error)}, BROKEN)


def _check_games(file: Path, *, is_open: bool) -> Finding:
    from companion.journal import (
        ForeignLogError,
        LogDamagedError,
        LogUnavailableError,
        NewerLogError,
    )
    from companion.journal.rescue.checking import check_file
    from companion.journal.rescue.missing import find_missing
    from companion.journal.rescue.unreadable import find_unreadable
    from companion.journal.schema import VERSION

    facts = {"file": str(file)}
    trouble = None if is_open else find_unreadable(file)
    if trouble is not None:
        return Finding("games", "games_closed", facts, BROKEN, trouble.remedy)
    if not is_open and (missing := find_missing(file)) is not None:
        return Finding("games", "games_missing", {"file": str(missing.culprit)}, BROKEN, _RESTORE)
    if not file.exists():
        return Finding("games", "no_games", facts)
    try:
        games = check_file(file)
    except ForeignLogError:
        return Finding("games", "games_foreign", facts, BROKEN)
    except NewerLogError:
        return Finding("games", "games_newer", {**facts, "version": VERSION}, BROKEN)
    except LogDamagedError as error:
        mend = "sh kiosk/run.sh companion rebuild"
        return Finding("games", "games_damaged", {**facts, "why": str(error)}, BROKEN, mend)
    except LogUnavailableError as error:
        return Finding("games", "games_unchecked", {**facts, "why": str(error)}, BROKEN)
    if not os.access(file, os.W_OK) or not os.access(file.parent, os.W_OK):
        return Finding("games", "games_read_only", facts, WARNING, f"ls -ld {file} {file.parent}")
    return Finding("games", "games", {**facts, "games": games})


def check_settings(file: Path) -> Finding:
    """Check that the settings can be read."""
    facts = {"file": str(file)}
    try:
        if not isinstance(json.loads(read_regular_file(file, LARGEST_SETTINGS)), dict):
            raise ValueError("no settings")
    except FileNotFoundError:
        return Finding("settings", "usual_settings", facts)
    except (OSError, ValueError, RecursionError):
        return Finding("settings", "settings_unread", facts, WARNING, f"mv {file} {file}.unread")
    return Finding("settings", "settings", facts)


def check_wiring(file: Path) -> Finding:
    """Check that the wiring file is valid."""
    try:
        from hardware.wiring.file import load
    except ImportError as error:
        return Finding("wiring", "unchecked", {"why": str(error)}, WARNING)
    reading = load(file)
    if reading.problems:
        facts = {"problems": reading.problems, "file": str(file)}
        return Finding("wiring", "wiring_wrong", facts, WARNING, f"nano {file}")
    wiring = reading.wiring
    wired = len(wiring.buttons) + len(wiring.dial) + len(wiring.lights) + len(wiring.displays)
    is_wired = wired or wiring.panel or wiring.keys or wiring.buzzer is not None
    return Finding("wiring", "wiring" if is_wired else "nothing_wired", {"file": str(file)})


def check_ports(file: Path, find: Find | None = None, may: Access = may_use) -> Finding:
    """Check that the ports of displays and of a button box exist and are accessible."""
    try:
        from hardware.ports.discovery import find as plugged_in
        from hardware.ports.discovery import found_ports
        from hardware.wiring.file import load

        wiring = load(file).wiring
        wanted = [display.where for display in wiring.displays]
        wanted += [wiring.panel] if wiring.panel else []
        there = {where: (find or plugged_in)(where) for where in wanted}
        ports = found_ports()
    except ImportError as error:
        return Finding("ports", "unchecked", {"why": str(error)}, WARNING)
    missing = [where for where, port in there.items() if port is None or _is_gone(port)]
    if missing:
        return Finding("ports", "ports_missing", {"ports": ", ".join(missing)}, WARNING)
    closed = [port for port in there.values() if port and "://" not in port and not may(Path(port))]
    if closed:
        mend = "sudo usermod -aG dialout $USER && sudo reboot"
        return Finding("ports", "ports_closed", {"ports": ", ".join(closed)}, WARNING, mend)
    if not ports and not there:
        return Finding("ports", "no_ports")
    return Finding("ports", "ports", {"ports": ", ".join(dict.fromkeys([*there, *ports]))})


def _is_gone(port: str) -> bool:
    return "://" not in port and not Path(port).exists()


def check_buttons(file: Path, system: System, may: Access = may_use) -> Finding:
    """Check that wired pins can be read."""
    try:
        from hardware.wiring.file import load

        wiring = load(file).wiring
    except ImportError as error:
        return Finding("buttons", "unchecked", {"why": str(error)}, WARNING)
    pins = len(wiring.buttons) + len(wiring.dial) + len(wiring.lights)
    facts = {"pins": pins, "keys": len(wiring.keys)}
    chips = system.files("/dev/gpiochip*")
    if pins and not chips:
        return Finding("buttons", "pins_missing", facts, WARNING)
    if pins and not any(map(may, chips)):
        mend = f"sudo usermod -aG gpio {system.user} && sudo reboot"
        return Finding("buttons", "pins_closed", facts, WARNING, mend)
    return Finding("buttons", "buttons" if wiring.has_inputs else "no_buttons", facts)

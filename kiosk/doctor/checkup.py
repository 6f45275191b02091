"""Runs all checks on this machine."""

import getpass
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import companion
from companion.folders import games_file, settings_file, wiring_file
from kiosk.doctor import machine, software, storage_and_wiring
from kiosk.doctor.finding import BROKEN, Finding
from kiosk.doctor.machine import System
from kiosk.settings import file as settings
from kiosk.sound import speech

ANSWER: Final = "renderer:"
WINDOW_TIMEOUT: Final = 60  # seconds for opening a window
# In a separate process, because a driver could crash it or hang.
_PROBE: Final = f"""
from kiosk.machine import environment
environment.prepare()
environment.configure((320, 240), fullscreen=False)
environment.open_window()
from kivy.graphics.opengl import GL_RENDERER, glGetString
print("{ANSWER}", glGetString(GL_RENDERER).decode(errors="replace"))
"""


@dataclass(frozen=True, slots=True)
class ScreenProbe:
    """The OpenGL renderer, or why there is none."""

    renderer: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class CheckTarget:
    """The system and the files to check, usually those of the current user."""

    system: System
    games: Path
    settings: Path
    wiring: Path
    is_open: bool = False  # whether this process has the games file open


def this_machine(games: Path | None = None, *, is_open: bool = False) -> CheckTarget:
    """Return the target for this machine and user."""
    try:
        user = getpass.getuser()
    except (OSError, KeyError):  # a user without a name
        user = str(os.getuid())
    file = games or games_file()
    return CheckTarget(System(user=user), file, settings_file(), wiring_file(), is_open)


def probe_screen() -> ScreenProbe:
    """Open a small window in a separate process to find the renderer."""
    command = [sys.executable, "-c", _PROBE]
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            timeout=WINDOW_TIMEOUT,
            cwd=Path(__file__).parents[2],
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return ScreenProbe(why=type(error).__name__)
    found = [line for line in done.stdout.splitlines() if line.startswith(ANSWER)]
    if found:
        return ScreenProbe(found[-1].removeprefix(ANSWER).strip())
    said = done.stderr.strip().splitlines()
    last = said[-1] if said else f"exit {done.returncode}"
    return ScreenProbe(why=last.partition("NoScreenError: ")[2] or last)


def run_checks(
    target: CheckTarget, screen: Callable[[], ScreenProbe] = probe_screen
) -> Iterator[Finding]:
    """Yield all findings, some slowly; a check that raises yields a finding, too."""
    for name, check in _checks(target, screen).items():
        try:
            yield check()
        except Exception as error:  # any error: the other checks must still run
            why = f"{type(error).__name__}: {error}"
            yield Finding(name, "unchecked", {"why": why}, BROKEN)


def _checks(
    target: CheckTarget, screen: Callable[[], ScreenProbe]
) -> dict[str, Callable[[], Finding]]:
    system, wiring = target.system, target.wiring
    chosen = settings.load(target.settings)
    return {
        "version": lambda: software.check_version(companion.__version__),
        "python": lambda: software.check_python(sys.version_info[:3]),
        "packages": lambda: software.check_packages(software.our_requirements()),
        "lgpio": lambda: _check_driver(system),
        "screen": lambda: _check_screen(screen(), system),
        "touch": lambda: machine.check_touch(system),
        "rights": lambda: machine.check_groups(system),
        "games": lambda: storage_and_wiring.check_games(target.games, is_open=target.is_open),
        "space": lambda: machine.check_space(target.games.parent),
        "settings": lambda: storage_and_wiring.check_settings(target.settings),
        "wiring": lambda: storage_and_wiring.check_wiring(wiring),
        "ports": lambda: storage_and_wiring.check_ports(wiring),
        "buttons": lambda: storage_and_wiring.check_buttons(wiring, system),
        "sound": lambda: machine.check_sound(system, wanted=chosen.is_heard),
        "voice": lambda: _check_voice(wanted=chosen.spoken),
        "clock": lambda: machine.check_clock(datetime.now(UTC), [target.games]),
        "place": lambda: machine.check_zone(system, sys.getfilesystemencoding()),
    }


def _check_driver(system: System) -> Finding:
    return software.check_lgpio(software.installed("lgpio"), has_pins=system.has_pins)


def _check_screen(drawn: ScreenProbe, system: System) -> Finding:
    return machine.check_renderer(drawn.renderer, why=drawn.why, is_pi=system.is_pi)


def _check_voice(*, wanted: bool) -> Finding:
    return machine.check_voice(shutil.which(speech.PROGRAM), wanted=wanted)

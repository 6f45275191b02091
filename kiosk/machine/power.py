"""Switching the machine off, and whether it is there for the kiosk alone."""

import logging
import os
import shutil
import subprocess
from typing import Final

log = logging.getLogger(__name__)

APPLIANCE: Final = "STATIONMASTER_APPLIANCE"  # set by kiosk/deploy/start.sh
_DESKTOP: Final = ("DISPLAY", "WAYLAND_DISPLAY", "XDG_CURRENT_DESKTOP")
_ANSWER_TIMEOUT: Final = 5  # seconds that the system has to say yes or no


def is_appliance() -> bool:
    """Whether this machine is there for the kiosk alone: its unit says so."""
    return os.environ.get(APPLIANCE) == "1"


def may_shut_down() -> bool:
    """Only where the kiosk is all that this machine shows: never on somebody's desktop."""
    has_desktop = any(os.environ.get(name) for name in _DESKTOP)
    return (is_appliance() or not has_desktop) and shutil.which("systemctl") is not None


def shut_down() -> bool:
    """Switch the machine off; false where it refuses."""
    return _ask_system("poweroff")


def restart() -> bool:
    """Switch the machine off and on again; false where it refuses."""
    return _ask_system("reboot")


def _ask_system(verb: str) -> bool:
    try:
        done = subprocess.run(["systemctl", verb], capture_output=True, timeout=_ANSWER_TIMEOUT)
    except (OSError, subprocess.TimeoutExpired):
        log.warning("no %s", verb, exc_info=True)
        return False
    if done.returncode:
        log.warning("no %s: %s", verb, done.stderr.decode(errors="replace").strip())
    return done.returncode == 0

"""Shutdown and restart, and whether this machine is an appliance."""

import logging
import os
import shutil
import subprocess
from typing import Final

log = logging.getLogger(__name__)

APPLIANCE: Final = "STATIONMASTER_APPLIANCE"  # set by kiosk/deploy/start.sh
_DESKTOP: Final = ("DISPLAY", "WAYLAND_DISPLAY", "XDG_CURRENT_DESKTOP")
_ANSWER_TIMEOUT: Final = 5  # seconds


def is_appliance() -> bool:
    """Whether this machine runs only the kiosk, as its systemd unit says."""
    return os.environ.get(APPLIANCE) == "1"


def may_shut_down() -> bool:
    """Whether the kiosk can shut down the machine: never on a desktop."""
    has_desktop = any(os.environ.get(name) for name in _DESKTOP)
    return (is_appliance() or not has_desktop) and shutil.which("systemctl") is not None


def shut_down() -> bool:
    """Switch the machine off; False if it refuses."""
    return _ask_system("poweroff")


def restart() -> bool:
    """Restart the machine; False if it refuses."""
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

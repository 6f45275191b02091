"""The status of a device on a port, as data and in words."""

import errno
import getpass
import grp
import logging
import os
import stat
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from companion.words import Words
from hardware.ports.discovery import find

log = logging.getLogger(__name__)

_BY_GROUP: Final = stat.S_IRGRP | stat.S_IWGRP
SERIAL_GROUP: Final = "dialout"  # may use serial ports on Debian and Raspberry Pi OS
_CODE_OF_ERROR: Final[Mapping[int | None, str]] = {
    errno.EACCES: "no_permission",
    errno.EPERM: "no_permission",
    errno.EBUSY: "busy",
    errno.EAGAIN: "busy",  # another program has locked it
    errno.ENOTTY: "no_port",
}


@dataclass(frozen=True, slots=True)
class Status:
    """A code with facts: `ok`, `starting`, or a problem."""

    code: str
    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        return self.code == "ok"


Listener = Callable[[Status], None]


class StatusReporter:
    """Stores the status of a device, and notifies a listener of changes."""

    def __init__(self, name: str, port: str, listener: Listener | None) -> None:
        self.status = Status("starting", {"port": port})
        self._name, self._port, self._listener = name, port, listener

    def set_ok(self) -> None:
        self.set_status(Status("ok", {"port": self._port}))

    def set_status(self, status: Status) -> None:
        """Set the status; exceptions of the listener are only logged."""
        if status == self.status:
            return
        self.status = status
        log.info("%s: %s", self._name, status)
        if self._listener is not None:
            try:
                self._listener(status)
            except Exception:  # the device must keep working
                log.exception("a listener failed on %s", status)


class DeviceMissingError(OSError):
    """No such device is plugged in."""


class NoPortError(OSError):
    """The address can't be opened as a serial port."""


class PortStalledError(OSError):
    """The device accepts no more data."""


def diagnose(error: Exception, port: str) -> Status:
    """Return the status that explains an error on a port."""
    facts = {"port": port}
    if isinstance(error, ImportError):
        return Status("no_library", facts)
    if isinstance(error, PortStalledError):
        return Status("stalled", facts)
    if isinstance(error, NoPortError):
        return Status("no_port", facts)
    code = _CODE_OF_ERROR.get(_number(error), "missing")
    if code == "no_permission":
        code, why = _permission(port)
        return Status(code, {**facts, "user": _user(), **why})
    return Status(code, facts)


def _number(error: Exception) -> int | None:
    """Return the errno of an error, or of the one that pyserial wrapped."""
    for cause in (error, error.__context__):
        if isinstance(cause, Exception) and cause.args and isinstance(cause.args[0], int):
            return cause.args[0]
    return None


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a user without a name
        return str(os.getuid())


def _permission(port: str) -> tuple[str, dict[str, str]]:
    """Return why access is denied, and the group to join; never suggests root's group."""
    path = find(port) or port
    try:
        owner = _owner(path)
        group = grp.getgrgid(owner.st_gid).gr_name
    except (OSError, KeyError):
        return "no_permission", {"group": SERIAL_GROUP}
    if owner.st_gid == 0 or owner.st_mode & _BY_GROUP != _BY_GROUP:
        return "for_no_group", {"group": group, "serial": SERIAL_GROUP, "path": path}
    if owner.st_gid in (os.getegid(), *os.getgroups()):
        return "forbidden", {"group": group}
    if _user() in grp.getgrgid(owner.st_gid).gr_mem:
        return "log_in_again", {"group": group}
    return "no_permission", {"group": group}


def _owner(path: str) -> os.stat_result:
    return os.stat(path)


def in_words(words: Words, status: Status) -> str:
    """Return a sentence about the status that helps to fix it."""
    gettext = words.gettext
    text = {
        "ok": gettext("{port}: connected."),
        "starting": gettext("{port}: not tried yet."),
        "missing": gettext("{port}: not plugged in. It will be used as soon as you plug it in."),
        "no_permission": gettext(
            "{port}: no permission. User {user} isn't in group {group}: run 'sudo usermod -aG"
            " {group} {user}', then log in again."
        ),
        "log_in_again": gettext(
            "{port}: no permission yet. User {user} was added to group {group} recently: log"
            " out and back in, or restart the machine."
        ),
        "for_no_group": gettext(
            "{port}: no permission. It belongs to group {group}, and no other user can use it."
            " 'sudo chgrp {serial} {path}; sudo chmod 660 {path}' works until it is unplugged;"
            " see hardware/docs/displays.md for a permanent rule."
        ),
        "forbidden": gettext(
            "{port}: no permission for user {user}, even though the user is in the port's"
            " group, {group}. Something else is blocking it: a container, or the service that"
            " starts this program?"
        ),
        "busy": gettext("{port}: another program is using it."),
        "stalled": gettext("{port}: the display isn't accepting data. Is this the right port?"),
        "no_port": gettext("{port}: not a serial port."),
        "no_library": gettext("{port}: pyserial isn't installed ('pip install pyserial')."),
    }[status.code]
    return text.format(**status.facts)

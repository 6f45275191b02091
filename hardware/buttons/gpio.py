"""Open GPIO pins; failures become problems with a code, and the rest still works."""

import logging
import os
import tempfile
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from companion.words import Words

log = logging.getLogger(__name__)

GROUP: Final = "gpio"
DEVICES: Final = Path("/dev")
_BUSY: Final = ("busy", "in use")  # common to the messages of all drivers, whose exceptions differ


@dataclass(frozen=True, slots=True)
class PinProblem:
    """A wired pin that does not work, and why."""

    code: str
    facts: Mapping[str, Any] = field(default_factory=dict)


def open_pins(
    wanted: Mapping[str, Callable[[], Any]], devices: Path = DEVICES
) -> tuple[dict[str, Any], tuple[PinProblem, ...]]:
    """Open all pins that can be opened; without any GPIO there is a single problem for all."""
    if not wanted:
        return {}, ()
    # The driver creates a pipe in the working folder, which may not be writable.
    os.environ.setdefault("LG_WD", tempfile.gettempdir())
    opened: dict[str, Any] = {}
    troubles: list[PinProblem] = []
    for name, make in wanted.items():
        try:
            with warnings.catch_warnings():
                # gpiozero warns about every missing driver: only the last one matters.
                warnings.simplefilter("ignore")
                opened[name] = make()
        except ImportError as error:  # also gpiozero's BadPinFactory
            log.info("no GPIO: %s", error)
            close_pins(opened)
            return {}, (_no_gpio(error, devices),)
        except Exception as error:  # drivers raise different exceptions
            log.warning("%s cannot be opened", name, exc_info=True)
            troubles.append(_of_pin(name, error))
    return opened, tuple(troubles)


def close_pins(opened: Mapping[str, Any]) -> None:
    for name, device in opened.items():
        try:
            device.close()
        except Exception:  # perhaps it is gone already: ignore
            log.warning("%s cannot be closed", name, exc_info=True)


def _no_gpio(error: ImportError, devices: Path) -> PinProblem:
    chips = sorted(devices.glob("gpiochip*"))
    if chips and not any(os.access(chip, os.R_OK | os.W_OK) for chip in chips):
        return PinProblem("no_permission", {"group": GROUP})
    if error.name == "gpiozero":
        return PinProblem("no_gpiozero")
    return PinProblem("no_driver" if chips else "no_gpio")


def _of_pin(name: str, error: Exception) -> PinProblem:
    if isinstance(error, PermissionError):
        return PinProblem("no_permission", {"group": GROUP})
    busy = any(word in str(error).lower() for word in _BUSY)
    return PinProblem("pin_busy" if busy else "pin_failed", {"name": name, "why": str(error)})


def trouble_in_words(trouble: PinProblem, words: Words) -> str:
    """Return a sentence about the problem, and how to fix it."""
    gettext = words.gettext
    return {
        "no_gpio": gettext("This machine has no GPIO pins: buttons and lights are off."),
        "no_gpiozero": gettext("gpiozero isn't installed: buttons and lights are off."),
        "no_driver": gettext("No driver for the GPIO pins: install python3-lgpio."),
        "no_permission": gettext(
            "No permission for the GPIO pins: the user isn't in group {group}."
        ),
        "pin_busy": gettext(
            "The pin for {name} is used by something else (SPI, another program?)."
        ),
        "pin_failed": gettext("{name} doesn't work: {why}."),
    }[trouble.code].format(**trouble.facts)

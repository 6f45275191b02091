"""The screen's backlight."""

import logging
from pathlib import Path
from typing import Final

log = logging.getLogger(__name__)

BACKLIGHTS: Final = Path("/sys/class/backlight")
_DIMMED: Final = 0.1  # of full brightness


def set_backlight(*, dimmed: bool, folder: Path = BACKLIGHTS) -> None:
    """Dim all backlights or restore them; does nothing if there are none."""
    for light in folder.glob("*"):
        try:
            full = int((light / "max_brightness").read_text())
            level = max(1, round(full * _DIMMED)) if dimmed else full
            (light / "brightness").write_text(str(level))
        except (OSError, ValueError):
            log.info("backlight %s cannot be set", light.name)

"""Matrix Orbital's command set, also used by Adafruit's USB backpack: pictures as bytes."""

from typing import Final

from hardware.displays.family import DisplaySetting, Family
from hardware.displays.grid import Grid, Run

RESYNC: Final = b" " * 10  # ends any truncated command: the longest takes nine more bytes
SCROLLING_OFF: Final = b"\xfe\x52"
CLEAR: Final = b"\xfe\x58"
_CURSOR: Final = b"\xfe\x47"
_JUMP: Final = 4  # bytes
_CONTRASTS: Final = (150, 175, 200, 225, 250)
_BRIGHTNESSES: Final = (51, 102, 153, 204, 255)


def update(shown: Grid | None, wanted: Grid) -> bytes:
    """Return the bytes that change the display from `shown` (None if unknown) to `wanted`."""
    if shown is None:
        return RESYNC + SCROLLING_OFF + CLEAR + b"".join(map(_write, wanted.runs()))
    return b"".join(map(_write, wanted.changes(shown, bridge=_JUMP)))


def redraw(wanted: Grid) -> bytes:
    """Return the bytes that rewrite the whole display without clearing it, so without flicker."""
    return SCROLLING_OFF + b"".join(map(_write, wanted.runs()))


def _light(contrast: int, brightness: int) -> tuple[DisplaySetting, ...]:
    return (
        DisplaySetting("contrast", _CONTRASTS, lambda value: bytes((0xFE, contrast, value))),
        DisplaySetting("brightness", _BRIGHTNESSES, lambda value: bytes((0xFE, brightness, value))),
    )


def _settings(blank: Grid) -> tuple[DisplaySetting, ...]:
    """Return the persistent settings: 50 and 99 do the same until power-off."""
    return _light(0x91, 0x98)


def _adafruit_settings(blank: Grid) -> tuple[DisplaySetting, ...]:
    """A backpack stores every setting, and needs to know the size of its display."""
    size = DisplaySetting("size", (0,), lambda value: bytes((0xFE, 0xD1, *blank.size)))
    return (size, *_light(0x50, 0x99))


def _write(run: Run) -> bytes:
    return _CURSOR + bytes((run.column + 1, run.row + 1)) + run.text.encode("ascii")


FAMILY: Final = Family(
    maker="Matrix Orbital",
    blanks={"matrix-16x2": Grid.of((), 16, 2), "matrix-20x4": Grid.of((), 20, 4)},
    update=update,
    redraw=redraw,
    baud=19_200,
    settings=_settings,
)
ADAFRUIT: Final = Family(
    maker="Adafruit",
    blanks={"adafruit-16x2": Grid.of((), 16, 2), "adafruit-20x4": Grid.of((), 20, 4)},
    update=update,
    redraw=redraw,
    settings=_adafruit_settings,
)

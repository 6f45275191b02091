"""Matrix Orbital's command set, also Adafruit's USB and serial backpack: a picture as bytes."""

from typing import Final

from hardware.displays.family import DisplaySetting, Family
from hardware.displays.grid import Grid, Run

RESYNC: Final = b" " * 10  # ends any command that was cut: the longest takes nine more bytes
SCROLLING_OFF: Final = b"\xfe\x52"
CLEAR: Final = b"\xfe\x58"
_CURSOR: Final = b"\xfe\x47"
_JUMP: Final = 4  # bytes
_CONTRASTS: Final = (150, 175, 200, 225, 250)
_BRIGHTNESSES: Final = (51, 102, 153, 204, 255)


def update(shown: Grid | None, wanted: Grid) -> bytes:
    """What to write so that it shows what is wanted; None is shown where that is unknown."""
    if shown is None:
        return RESYNC + SCROLLING_OFF + CLEAR + b"".join(map(_write, wanted.runs()))
    return b"".join(map(_write, wanted.changes(shown, bridge=_JUMP)))


def redraw(wanted: Grid) -> bytes:
    """What to write over whatever is shown: nothing is cleared, so nothing flickers."""
    return SCROLLING_OFF + b"".join(map(_write, wanted.runs()))


def _light(contrast: int, brightness: int) -> tuple[DisplaySetting, ...]:
    return (
        DisplaySetting("contrast", _CONTRASTS, lambda value: bytes((0xFE, contrast, value))),
        DisplaySetting("brightness", _BRIGHTNESSES, lambda value: bytes((0xFE, brightness, value))),
    )


def _settings(blank: Grid) -> tuple[DisplaySetting, ...]:
    """Those that are kept: 50 and 99 do the same until the power goes."""
    return _light(0x91, 0x98)


def _adafruit_settings(blank: Grid) -> tuple[DisplaySetting, ...]:
    """A backpack keeps whatever it is told, and must be told what glass it is on."""
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

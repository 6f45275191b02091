"""SparkFun SerLCD (OpenLCD), 16x2 and 20x4: pictures as bytes."""

from typing import Final

from hardware.displays.family import DisplaySetting, Family
from hardware.displays.grid import Grid, Run

# Ends any truncated command; the longest takes nine more bytes. A space after a lone 7C would
# start storing a character; a zero is no setting, and does nothing as a command.
RESYNC: Final = b"\0" + b" " * 9
MESSAGES_OFF: Final = b"\x7c\x2f"  # or each setting blocks it, and its buffer overflows
CLEAR: Final = b"\x7c\x2d"
_COMMAND: Final = 0xFE
_NOTHING: Final = bytes((_COMMAND, 0))  # ends a truncated command, and is invisible
_CURSOR: Final = 0x80
_ROW_STARTS: Final = (0, 64, 20, 84)
_JUMP: Final = 2  # bytes


def update(shown: Grid | None, wanted: Grid) -> bytes:
    """Return the bytes that change the display from `shown` (None if unknown) to `wanted`."""
    if shown is None:
        return RESYNC + MESSAGES_OFF + CLEAR + b"".join(map(_write, wanted.runs()))
    return b"".join(map(_write, wanted.changes(shown, bridge=_JUMP)))


def redraw(wanted: Grid) -> bytes:
    """Return the bytes that rewrite the whole display without clearing it, so without flicker."""
    return _NOTHING + b"".join(map(_write, wanted.runs()))


def _settings(blank: Grid) -> tuple[DisplaySetting, ...]:
    # The lower the number, the darker the letters; the factory default is 40.
    return (
        DisplaySetting("contrast", (120, 80, 40, 20, 0), lambda value: bytes((0x7C, 0x18, value))),
    )


def _write(run: Run) -> bytes:
    place = _CURSOR + _ROW_STARTS[run.row] + run.column
    return bytes((_COMMAND, place)) + run.text.encode("ascii")


FAMILY: Final = Family(
    maker="SparkFun SerLCD",
    blanks={"serlcd-16x2": Grid.of((), 16, 2), "serlcd-20x4": Grid.of((), 20, 4)},
    update=update,
    redraw=redraw,
    settings=_settings,
)

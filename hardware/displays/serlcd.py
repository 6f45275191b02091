"""SparkFun SerLCD (OpenLCD), 16x2 and 20x4: a picture as bytes."""

from typing import Final

from hardware.displays.family import DisplaySetting, Family
from hardware.displays.grid import Grid, Run

# Ends any command that was cut; the longest takes nine more bytes. A space after a lone 7C would
# begin to store a character: zero is no setting, and as a command does nothing.
RESYNC: Final = b"\0" + b" " * 9
MESSAGES_OFF: Final = b"\x7c\x2f"  # else each setting blocks it, and its buffer overflows
CLEAR: Final = b"\x7c\x2d"
_COMMAND: Final = 0xFE
_NOTHING: Final = bytes((_COMMAND, 0))  # ends a command that was cut, and is not seen
_CURSOR: Final = 0x80
_ROW_STARTS: Final = (0, 64, 20, 84)
_JUMP: Final = 2  # bytes


def update(shown: Grid | None, wanted: Grid) -> bytes:
    """What to write so that it shows what is wanted; None is shown where that is unknown."""
    if shown is None:
        return RESYNC + MESSAGES_OFF + CLEAR + b"".join(map(_write, wanted.runs()))
    return b"".join(map(_write, wanted.changes(shown, bridge=_JUMP)))


def redraw(wanted: Grid) -> bytes:
    """What to write over whatever is shown: nothing is cleared, so nothing flickers."""
    return _NOTHING + b"".join(map(_write, wanted.runs()))


def _settings(blank: Grid) -> tuple[DisplaySetting, ...]:
    # The lower the number, the darker the letters; it leaves its maker at 40.
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

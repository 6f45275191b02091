"""SparkFun Serial 7-Segment: four digits as bytes."""

from typing import Final

from hardware.displays.family import DisplaySetting, Family
from hardware.displays.grid import DIGITS, Digits

RESYNC: Final = b"\x76\x76"  # the first can end a truncated command
CLEAR: Final = b"\x76"
_CURSOR: Final = 0x79
_POINTS: Final = 0x77
_LAST_POINT: Final = 0x08
_SEGMENTS: Final = 0x7B  # for the first digit; the others follow
_MINUS: Final = 0x40  # the middle segment: the table has no character for it
_BLANK: Final = b"x"


def update(shown: Digits | None, wanted: Digits) -> bytes:
    """Return the bytes that change the display from `shown` (None if unknown) to `wanted`."""
    if shown is None:
        return RESYNC + CLEAR + b"".join(map(_digit, range(DIGITS), wanted.text)) + _points(wanted)
    digits = [
        _digit(place, character)
        for place, character in enumerate(wanted.text)
        if character != shown.text[place]
    ]
    points = _points(wanted) if wanted.point != shown.point else b""
    return b"".join(digits) + points


def redraw(wanted: Digits) -> bytes:
    """Return the bytes that rewrite all; points are repeated, as a cut command can swallow them."""
    digits = b"".join(map(_digit, range(DIGITS), wanted.text))
    return _points(wanted) + digits + _points(wanted)


def _digit(place: int, character: str) -> bytes:
    if character == "-":
        return bytes((_SEGMENTS + place, _MINUS))
    face = _BLANK if character == " " else character.encode("ascii")
    return bytes((_CURSOR, place)) + face


def _settings(blank: Digits) -> tuple[DisplaySetting, ...]:
    order = DisplaySetting("brightness", (20, 40, 60, 80, 100), lambda value: bytes((0x7A, value)))
    return (order,)


def _points(digits: Digits) -> bytes:
    return bytes((_POINTS, _LAST_POINT if digits.point else 0))


FAMILY: Final = Family(
    maker="SparkFun 7-Segment",
    blanks={"seven-segment": Digits()},
    update=update,
    redraw=redraw,
    settings=_settings,
)

"""Which key of a numpad or keyboard is assigned to which button, as data. Pure.

A key is named by its position on an English keyboard, whatever is printed on it: neither the
language nor Num Lock matters.
"""

from collections.abc import Mapping
from typing import Final

from hardware.buttons.debounce import NAMES, PUSH, SEATS, UNDO

NEXT: Final = "next"
PREVIOUS: Final = "previous"
CLICKS: Final[Mapping[str, int]] = {NEXT: 1, PREVIOUS: -1}  # of the dial
BUTTONS: Final = (*NAMES, NEXT, PREVIOUS)

# Every assignable key: its USB code, which SDL uses too, and its Linux code.
# Esc (home) and modifier keys are left out.
_NUMBERS: Final[Mapping[str, tuple[int, int]]] = {
    "kp_divide": (84, 98),
    "kp_multiply": (85, 55),
    "kp_minus": (86, 74),
    "kp_plus": (87, 78),
    "kp_enter": (88, 96),
    **{
        f"kp{digit}": (88 + digit, code)
        for digit, code in enumerate((79, 80, 81, 75, 76, 77, 71, 72, 73), 1)
    },
    "kp0": (98, 82),
    "kp_dot": (99, 83),
    "kp_equal": (103, 117),
    "kp_comma": (133, 121),
    "right": (79, 106),
    "left": (80, 105),
    "down": (81, 108),
    "up": (82, 103),
    "enter": (40, 28),
    "backspace": (42, 14),
    "tab": (43, 15),
    "space": (44, 57),
    "minus": (45, 12),
    "equal": (46, 13),
    "insert": (73, 110),
    "home": (74, 102),
    "page_up": (75, 104),
    "delete": (76, 111),
    "end": (77, 107),
    "page_down": (78, 109),
    **{digit: (30 + at, 2 + at) for at, digit in enumerate("1234567890")},
    **{letter: (ord(letter) - 93, 16 + at) for at, letter in enumerate("qwertyuiop")},
    **{letter: (ord(letter) - 93, 30 + at) for at, letter in enumerate("asdfghjkl")},
    **{letter: (ord(letter) - 93, 44 + at) for at, letter in enumerate("zxcvbnm")},
    **{f"f{number}": (57 + number, 58 + number) for number in range(1, 11)},
    "f11": (68, 87),
    "f12": (69, 88),
}
KEYS: Final = tuple(_NUMBERS)
BY_USB: Final[Mapping[int, str]] = {usb: key for key, (usb, _) in _NUMBERS.items()}
BY_LINUX: Final[Mapping[int, str]] = {linux: key for key, (_, linux) in _NUMBERS.items()}

# Seats by number, terrain in a row, the train card under the thumb; the dial at the right
# edge, and on the arrow keys if there are any.
USUAL: Final[Mapping[str, str]] = {
    "kp_divide": UNDO,
    "kp_minus": PREVIOUS,
    "kp7": "desert",
    "kp8": "jungle",
    "kp9": "mountain",
    "kp_plus": NEXT,
    **{f"kp{number}": seat for number, seat in enumerate(SEATS, 1)},
    "kp6": "locomotive",
    "kp_enter": PUSH,
    "kp0": "train",
    **dict.fromkeys(("up", "left"), PREVIOUS),
    **dict.fromkeys(("down", "right"), NEXT),
    **{"enter": PUSH, "backspace": UNDO},
}

_FACES: Final[Mapping[str, str]] = {
    **{"kp_divide": "/", "kp_multiply": "*", "kp_minus": "-", "kp_plus": "+"},
    **{"kp_dot": ".", "kp_equal": "=", "kp_comma": ",", "minus": "-", "equal": "="},
}


def face(key: str) -> str:
    """Return the label printed on most keyboards."""
    if key in _FACES:
        return _FACES[key]
    if key == "kp_enter":
        return "Enter"
    return key.removeprefix("kp").replace("_", " ").title()


def keys_of(button: str, keys: Mapping[str, str]) -> tuple[str, ...]:
    """Return the keys assigned to a button."""
    return tuple(key for key, stands_for in keys.items() if stands_for == button)


def with_key(keys: Mapping[str, str], key: str, button: str) -> dict[str, str]:
    """Assign a key to a button, in place of the button's other keys on the same block.

    Assigning a numpad key keeps the button's keys on the rest of the keyboard, and vice versa.
    """
    rest = {
        other: stands_for
        for other, stands_for in keys.items()
        if other != key and (stands_for != button or _on_numpad(other) != _on_numpad(key))
    }
    return in_order({**rest, key: button})


def in_order(keys: Mapping[str, str]) -> dict[str, str]:
    """Sort the keys by position."""
    return {key: keys[key] for key in KEYS if key in keys}


def _on_numpad(key: str) -> bool:
    return key.startswith("kp")

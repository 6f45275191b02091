"""The pins of a Raspberry Pi's 40-pin header: BCM numbers and positions."""

from collections.abc import Mapping
from typing import Final

PHYSICAL: Final[Mapping[int, int]] = {  # by BCM number; the same on every Pi with 40 pins
    **{2: 3, 3: 5, 4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21, 10: 19, 11: 23, 12: 32, 13: 33},
    **{14: 8, 15: 10, 16: 36, 17: 11, 18: 12, 19: 35, 20: 38, 21: 40, 22: 15, 23: 16, 24: 18},
    **{25: 22, 26: 37, 27: 13},
}  # 0 and 1 are left out: they belong to the identity chip of an add-on board

# Other possible uses of a pin, if they are enabled or plugged in.
OFTEN_TAKEN: Final[Mapping[int, str]] = {
    **dict.fromkeys((2, 3), "I2C, touch HAT"),
    **dict.fromkeys((14, 15), "serial console"),
    4: "1-Wire",
    **dict.fromkeys((18, 19, 20, 21), "audio HAT"),
    **dict.fromkeys((7, 8, 9, 10, 11), "SPI"),
}

# At power-on 4 to 8 are pulled up and 9 to 27 down, so lights and buzzer stay off on the
# latter. 2 and 3 (I2C), 14 and 15 (serial console) are left free.
BUTTONS: Final[Mapping[str, int]] = {
    **{"seat1": 5, "seat2": 6, "seat3": 13, "seat4": 19, "seat5": 26},
    **{"train": 16, "desert": 20, "jungle": 21, "mountain": 7, "locomotive": 8},
    "undo": 4,
}
DIAL: Final[Mapping[str, int]] = {"a": 17, "b": 27, "push": 22}
LIGHTS: Final[Mapping[str, int]] = {
    **{"seat1": 18, "seat2": 23, "seat3": 24, "seat4": 25, "seat5": 12},
    **{"accepted": 10, "refused": 9},
}
BUZZER: Final = 11


def is_usable(pin: int) -> bool:
    """Whether something can be wired to this pin."""
    return pin in PHYSICAL

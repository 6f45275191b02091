"""Texts about devices: buttons, lights, pins and displays."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.words import Words
from hardware.buttons.debounce import SEATS
from hardware.buttons.keyboards.key_map import face
from hardware.buttons.pins import OFTEN_TAKEN, PHYSICAL
from hardware.buttons.words import button_name, seat_name
from hardware.displays import KINDS
from hardware.lights.blinking import BUZZER
from hardware.ports.status import in_words
from hardware.wiring.edit import Slot
from hardware.wiring.model import TABLE, Display, Wiring

if TYPE_CHECKING:
    from hardware.buttons.plugged_device import PluggedDevice
    from hardware.displays.link import Link


@dataclass(frozen=True, slots=True)
class DeviceSign:
    """A device that does not work: an icon for the table screen, and a helpful message."""

    icon: str
    text: str


@dataclass(frozen=True, slots=True)
class Notice:
    """A message with icons of all devices it is about."""

    icons: tuple[str, ...]
    text: str
    is_bad: bool = True


def notices(
    signs: Iterable[DeviceSign], words: Words, *, is_wired: bool, is_saved: bool = True
) -> list[Notice]:
    """Return all problems, or a message that there are none; each text once.

    Without GPIO, for example, buttons and lights report the same problem.
    """
    found: dict[str, dict[str, None]] = {}
    if not is_saved:
        found[words.gettext("The wiring couldn't be saved: is the disk full?")] = {"warning": None}
    for sign in signs:
        found.setdefault(sign.text, {})[sign.icon] = None
    if found:
        return [Notice(tuple(icons), text) for text, icons in found.items()]
    if is_wired:
        text = words.gettext("Everything you have wired works.")
        return [Notice(("check",), text, is_bad=False)]
    text = words.gettext("Nothing is wired. Nothing needs to be: the screen does it all.")
    return [Notice((), text, is_bad=False)]


def status_in_words(part: "PluggedDevice | Link", words: Words) -> str:
    """Return the status of a device; for a display, also when it was last updated."""
    said = in_words(words, part.status)
    age = getattr(part, "age", None)
    if age is None:
        return said
    # Translators: a display
    text = words.ngettext("Updated {n} second ago.", "Updated {n} seconds ago.", round(age))
    return f"{said} {text.format(n=round(age))}"


def slot_name(slot: Slot, words: Words) -> str:
    """Return the name of a slot, that is, of a device on a pin."""
    if slot.section == "buttons":
        return button_name(slot.name, words)
    if slot.section == "lights" and slot.name in SEATS:
        text = words.gettext("Seat {number} light")
        return text.format(number=SEATS.index(slot.name) + 1)
    return {
        Slot("dial", "a"): words.gettext("Dial, contact A"),
        Slot("dial", "b"): words.gettext("Dial, contact B"),
        Slot("dial", "push"): words.gettext("Dial, push"),
        Slot("lights", "accepted"): words.gettext("Green: accepted"),
        Slot("lights", "refused"): words.gettext("Red: refused"),
        Slot("buzzer", "pin"): words.pgettext("a device", "Buzzer"),
    }[slot]


def light_name(name: str, words: Words) -> str:
    """Return the name of a light or of the buzzer; '' for none."""
    if not name:
        return ""
    return slot_name(Slot("buzzer", "pin") if name == BUZZER else Slot("lights", name), words)


def slot_advice(slot: Slot, words: Words) -> str:
    """Return how to wire it."""
    return {
        "buttons": words.gettext("From the pin to ground; no resistor needed."),
        "dial": words.gettext("Needs three pins. Menu scrolls the wrong way? Swap A and B."),
        "lights": words.gettext("From the pin through a 330-ohm resistor and an LED to ground."),
        "buzzer": words.gettext("An active buzzer, from the pin to ground."),
    }[slot.section]


def pin_place(pin: int, words: Words) -> str:
    """Return a pin's position on the header, and other common uses of it."""
    place = words.gettext("pin {pin}").format(pin=PHYSICAL[pin])
    other = OFTEN_TAKEN.get(pin, "")
    used = {
        "serial console": words.gettext("serial console"),
        "I2C, touch HAT": words.gettext("I2C, touch HAT"),
        "audio HAT": words.gettext("audio HAT"),
    }.get(other, other)
    return f"{place} · {used}" if used else place


def pin_name(pin: int | None, words: Words) -> str:
    """Return a pin's numbers, or that there is none."""
    if pin is None:
        return words.gettext("not wired")
    return words.gettext("BCM {bcm} (pin {pin})").format(bcm=pin, pin=PHYSICAL[pin])


def shows_name(shows: str, words: Words) -> str:
    """Return what a display shows, in words."""
    return (
        words.pgettext("what a display shows: the whole table, not one seat", "Table")
        if shows == TABLE
        else seat_name(shows, words)
    )


def kind_name(kind: str) -> tuple[str, str]:
    """Return a display's maker and size, which are the same in all languages."""
    return KINDS[kind].maker, KINDS[kind].size


def speed_name(baud: int | None, kind: str, words: Words) -> str:
    """Return a baud rate; None means the factory default."""
    if baud is None:
        return words.gettext("Factory default ({baud})").format(baud=KINDS[kind].baud)
    return str(baud)


def setting_name(name: str, words: Words) -> str:
    """Return the name of a setting that is stored in the display."""
    return {
        "contrast": words.pgettext("setting of a display", "Contrast"),
        "brightness": words.pgettext("setting of a display", "Brightness"),
        "size": words.gettext("Display size"),
    }[name]


def display_title(display: Display, words: Words) -> str:
    """Return a display's title in the list."""
    text = words.gettext("{shows}: {maker} {size}")
    maker, size = kind_name(display.kind)
    return text.format(shows=shows_name(display.shows, words), maker=maker, size=size)


def key_names(keys: Iterable[str]) -> str:
    """Return the labels of keys."""
    return "   ".join(dict.fromkeys(map(face, keys)))


def keys_note(wiring: Wiring, words: Words) -> str:
    """Return how many keys are assigned, in words."""
    count = len(wiring.keys)
    if not count:
        return words.gettext("no keys assigned")
    text = words.ngettext("{count} key assigned", "{count} keys assigned", count)
    return text.format(count=count)

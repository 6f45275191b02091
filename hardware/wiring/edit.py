"""Changed copies of a wiring, and the choices for each change. Pure."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from hardware.buttons import pins
from hardware.buttons.debounce import NAMES, PUSH
from hardware.wiring.model import Display, Wiring, can_show, usual


class Slot(NamedTuple):
    """Something that needs a pin, by its section and name in the wiring file."""

    section: str
    name: str


INPUTS: Final = (
    *(Slot("buttons", name) for name in pins.BUTTONS),
    *(Slot("dial", name) for name in pins.DIAL),
)
OUTPUTS: Final = (*(Slot("lights", name) for name in pins.LIGHTS), Slot("buzzer", "pin"))


def pin_of(wiring: Wiring, slot: Slot) -> int | None:
    """Return the pin of a slot, or None if it is not wired."""
    return _section(wiring, slot.section).get(slot.name)


def choices(wiring: Wiring, slot: Slot) -> tuple[int, ...]:
    """Return the pins that a slot can use: its own, and all free ones.

    The dial's contacts can also swap pins, which reverses it.
    """
    taken = {
        pin
        for other in (*INPUTS, *OUTPUTS)
        if other != slot and not other.section == slot.section == "dial"
        for pin in _wired(wiring, other)
    }
    return tuple(pin for pin in sorted(pins.PHYSICAL) if pin not in taken)


def with_pin(wiring: Wiring, slot: Slot, pin: int | None) -> Wiring:
    """Return the wiring with a slot on this pin; None removes it."""
    match slot.section:
        case "buttons":
            return replace(wiring, buttons=_put(wiring.buttons, slot.name, pin, pins.BUTTONS))
        case "lights":
            return replace(wiring, lights=_put(wiring.lights, slot.name, pin, pins.LIGHTS))
        case "dial":
            return replace(wiring, dial=_dial(wiring, slot.name, pin))
        case _:
            return replace(wiring, buzzer=pin)


def as_in_the_example(wiring: Wiring) -> Wiring:
    """Return the wiring with all pins at their defaults."""
    pins_alone = usual()
    return replace(
        wiring,
        buttons=pins_alone.buttons,
        dial=pins_alone.dial,
        lights=pins_alone.lights,
        buzzer=pins_alone.buzzer,
    )


def with_display(wiring: Wiring, display: Display) -> Wiring:
    """Return the wiring with a display added."""
    return replace(wiring, displays=(*wiring.displays, display))


def changed_display(wiring: Wiring, display: Display, changed: Display) -> Wiring:
    """Return the wiring with `display` replaced by `changed`."""
    places = (changed if one == display else one for one in wiring.displays)
    return replace(wiring, displays=tuple(places))


def without_display(wiring: Wiring, display: Display) -> Wiring:
    """Return the wiring with a display removed."""
    return replace(wiring, displays=tuple(one for one in wiring.displays if one != display))


def with_box(wiring: Wiring, where: str | None) -> Wiring:
    """Return the wiring with a button box on this port; None removes it."""
    return replace(wiring, panel=where)


def with_keys(wiring: Wiring, keys: Mapping[str, str]) -> Wiring:
    """Return the wiring with these keys; without any, no keyboard is reserved."""
    return replace(wiring, keys=dict(keys), keyboard=wiring.keyboard if keys else None)


def of_kind(display: Display, kind: str) -> Display:
    """Return a display of another kind, showing something that it can show."""
    shows = can_show(kind)
    return replace(display, kind=kind, shows=display.shows if display.shows in shows else shows[0])


def buttons(wiring: Wiring) -> tuple[str, ...]:
    """Return the names of all buttons; a box can have any of them."""
    if wiring.panel is not None:
        return NAMES
    wired = {*wiring.buttons, *wiring.keys.values(), *((PUSH,) if wiring.dial else ())}
    return tuple(name for name in NAMES if name in wired)


def _put(
    wired: Mapping[str, int], name: str, pin: int | None, order: Iterable[str]
) -> dict[str, int]:
    """Return the pins with one changed, in the order of the example."""
    changed = {**wired, name: pin}
    return {one: found for one in order if (found := changed.get(one)) is not None}


def _dial(wiring: Wiring, name: str, pin: int | None) -> dict[str, int]:
    """Return all three pins of the dial, or none; missing ones are assigned."""
    if pin is None:
        return {}
    dial = {other: found for other, found in wiring.dial.items() if found != pin}
    if name in wiring.dial and len(dial) < len(wiring.dial):  # swap with the other contact
        dial |= {other: wiring.dial[name] for other in wiring.dial if other not in dial}
    dial[name] = pin
    free = [one for one in choices(wiring, Slot("dial", name)) if one not in dial.values()]
    for other, wanted in pins.DIAL.items():
        if other not in dial:
            dial[other] = wanted if wanted in free else free[0]
            free.remove(dial[other])
    return {other: dial[other] for other in pins.DIAL}


def _section(wiring: Wiring, section: str) -> Mapping[str, int]:
    if section == "buzzer":
        return {} if wiring.buzzer is None else {"pin": wiring.buzzer}
    found: Mapping[str, int] = getattr(wiring, section)
    return found


def _wired(wiring: Wiring, slot: Slot) -> Iterator[int]:
    pin = pin_of(wiring, slot)
    if pin is not None:
        yield pin

"""A wiring with one thing changed, and what there is to choose from. Pure."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from hardware.buttons import pins
from hardware.buttons.debounce import NAMES, PUSH
from hardware.wiring.model import Display, Wiring, can_show, usual


class Slot(NamedTuple):
    """Something that takes a pin, by its section and name in the wiring file."""

    section: str
    name: str


INPUTS: Final = (
    *(Slot("buttons", name) for name in pins.BUTTONS),
    *(Slot("dial", name) for name in pins.DIAL),
)
OUTPUTS: Final = (*(Slot("lights", name) for name in pins.LIGHTS), Slot("buzzer", "pin"))


def pin_of(wiring: Wiring, slot: Slot) -> int | None:
    """Where it is wired; None where it is not."""
    return _section(wiring, slot.section).get(slot.name)


def choices(wiring: Wiring, slot: Slot) -> tuple[int, ...]:
    """The pins that it could have: its own and all that nothing else has.

    The dial's contacts may also take each other's: that turns it round.
    """
    taken = {
        pin
        for other in (*INPUTS, *OUTPUTS)
        if other != slot and not other.section == slot.section == "dial"
        for pin in _wired(wiring, other)
    }
    return tuple(pin for pin in sorted(pins.PHYSICAL) if pin not in taken)


def with_pin(wiring: Wiring, slot: Slot, pin: int | None) -> Wiring:
    """Something wired to a pin, or to none."""
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
    """Every pin as usual; whatever is not on pins stays."""
    pins_alone = usual()
    return replace(
        wiring,
        buttons=pins_alone.buttons,
        dial=pins_alone.dial,
        lights=pins_alone.lights,
        buzzer=pins_alone.buzzer,
    )


def with_display(wiring: Wiring, display: Display) -> Wiring:
    """One more display."""
    return replace(wiring, displays=(*wiring.displays, display))


def changed_display(wiring: Wiring, display: Display, changed: Display) -> Wiring:
    """A display wired otherwise, in its place."""
    places = (changed if one == display else one for one in wiring.displays)
    return replace(wiring, displays=tuple(places))


def without_display(wiring: Wiring, display: Display) -> Wiring:
    """One display less."""
    return replace(wiring, displays=tuple(one for one in wiring.displays if one != display))


def with_box(wiring: Wiring, where: str | None) -> Wiring:
    """A box of buttons on this port, or none."""
    return replace(wiring, panel=where)


def with_keys(wiring: Wiring, keys: Mapping[str, str]) -> Wiring:
    """Other keys; without any no keyboard is listened to."""
    return replace(wiring, keys=dict(keys), keyboard=wiring.keyboard if keys else None)


def of_kind(display: Display, kind: str) -> Display:
    """A display of another kind, which shows what that can."""
    shows = can_show(kind)
    return replace(display, kind=kind, shows=display.shows if display.shows in shows else shows[0])


def buttons(wiring: Wiring) -> tuple[str, ...]:
    """All that can be pressed; a box on a port may have every button."""
    if wiring.panel is not None:
        return NAMES
    wired = {*wiring.buttons, *wiring.keys.values(), *((PUSH,) if wiring.dial else ())}
    return tuple(name for name in NAMES if name in wired)


def _put(
    wired: Mapping[str, int], name: str, pin: int | None, order: Iterable[str]
) -> dict[str, int]:
    """In the order of the example, whatever was wired first."""
    changed = {**wired, name: pin}
    return {one: found for one in order if (found := changed.get(one)) is not None}


def _dial(wiring: Wiring, name: str, pin: int | None) -> dict[str, int]:
    """All three of its pins, or none: what has no pin yet gets one."""
    if pin is None:
        return {}
    dial = {other: found for other, found in wiring.dial.items() if found != pin}
    if name in wiring.dial and len(dial) < len(wiring.dial):  # it takes another contact's pin
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

"""A box of buttons, dial, lights and buzzer on a Raspberry Pi Pico, for MicroPython.

Copy this file to the Pico as main.py (with Thonny, or `mpremote cp main.py :`). Buttons and dial go
from their pin to ground, lights from their pin through 330 ohms and an LED to ground. The protocol
is described in hardware/docs/serial_box.md. The box decides nothing: the host does the debouncing
and detects holds.
"""

BUTTONS = {  # by GP number
    "seat1": 2,
    "seat2": 3,
    "seat3": 4,
    "seat4": 5,
    "seat5": 6,
    "train": 7,
    "desert": 8,
    "jungle": 9,
    "mountain": 10,
    "locomotive": 11,
    "undo": 12,
    "push": 13,
}
DIAL = (14, 15)  # exchange them if the menu goes the wrong way
LIGHTS = {
    "seat1": 16,
    "seat2": 17,
    "seat3": 18,
    "seat4": 19,
    "seat5": 20,
    "accepted": 21,
    "refused": 22,
    "buzzer": 26,  # an active one; use a transistor above 12 mA
}

SILENCE_TIMEOUT_MS = 10000  # milliseconds of silence, after which all lights go off
LONGEST = 100  # characters of a line

# Valid transitions between states of the dial's contacts; all others are noise.
STEPS = {(3, 1): 1, (1, 0): 1, (0, 2): 1, (2, 3): 1, (1, 3): -1, (0, 1): -1, (2, 0): -1, (3, 2): -1}


class PicoBox:
    """Reports changes of the input pins, and switches the lights as commanded.

    `input_pin(number)` and `output_pin(number)` open a pin: calling an input returns 0 while it is
    connected to ground; an output is called with 1 or 0. `say` sends a line.
    """

    def __init__(self, input_pin, output_pin, say) -> None:
        self._say = say
        self._buttons = {name: input_pin(number) for name, number in BUTTONS.items()}
        self._dial = [input_pin(number) for number in DIAL]
        self._lights = {name: output_pin(number) for name, number in LIGHTS.items()}
        self._down = set()
        self._contacts = 3  # both open
        self._turned = 0
        self._line = ""
        self._silence = 0  # milliseconds
        self.dark()
        say("hello")

    def dark(self) -> None:
        """Switch off all lights and the buzzer."""
        for light in self._lights.values():
            light(0)

    def look(self) -> None:
        """Report changes of the input pins; call it about every millisecond."""
        for name, pin in self._buttons.items():
            is_down = not pin()
            if is_down != (name in self._down):
                (self._down.add if is_down else self._down.discard)(name)
                self._say(name + (" down" if is_down else " up"))
        self._look_at_dial()

    def _look_at_dial(self) -> None:
        """Count a click per whole cycle, from both contacts open to both open again."""
        contacts = 2 * self._dial[0]() + self._dial[1]()
        self._turned += STEPS.get((self._contacts, contacts), 0)
        self._contacts = contacts
        if contacts == 3:
            if abs(self._turned) >= 3:  # one of the four transitions can have been missed
                self._say("dial +1" if self._turned > 0 else "dial -1")
            self._turned = 0

    def hear(self, data) -> None:
        """Process received bytes; any noise is tolerated."""
        for byte in data:
            letter = chr(byte)
            if letter in "\r\n":
                self._obey(self._line.split())
                self._line = ""
            elif len(self._line) < LONGEST:
                self._line += letter

    def wait(self, milliseconds) -> None:
        """Add elapsed time; after a long silence all lights go off."""
        if self._silence <= SILENCE_TIMEOUT_MS < self._silence + milliseconds:
            self.dark()
        self._silence += milliseconds

    def _obey(self, words) -> None:
        """Run `light seat1 on`, `buzzer off`; ignore everything else as noise."""
        if words[:1] == ["light"] and words[1:2] != ["buzzer"]:
            words = words[1:]
        elif words[:1] != ["buzzer"]:
            return
        if len(words) == 2 and words[0] in self._lights and words[1] in ("on", "off"):
            self._silence = 0
            self._lights[words[0]](1 if words[1] == "on" else 0)


def main() -> None:
    """Run forever on a Pico."""
    import select
    import sys
    import time

    from machine import Pin

    def input_pin(number):
        return Pin(number, Pin.IN, Pin.PULL_UP)

    def output_pin(number):
        return Pin(number, Pin.OUT)

    box = PicoBox(input_pin, output_pin, print)
    incoming = select.poll()
    incoming.register(sys.stdin, select.POLLIN)
    looked = time.ticks_ms()
    while True:
        box.look()
        while incoming.poll(0):
            box.hear(sys.stdin.buffer.read(1))  # as text, noise would raise UnicodeError
        now = time.ticks_ms()
        box.wait(time.ticks_diff(now, looked))
        looked = now
        time.sleep_ms(1)


if __name__ == "__main__":
    main()

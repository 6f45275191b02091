"""The names of buttons."""

from companion.words import Words
from hardware.buttons.debounce import PUSH, SEATS, UNDO
from hardware.buttons.keyboards.key_map import NEXT, PREVIOUS


def button_name(name: str, words: Words) -> str:
    """Return the label of a button, or of a key assigned to it."""
    if name in SEATS:
        return seat_name(name, words)
    return {
        "train": words.pgettext("name of a button beside the screen", "Train"),
        "desert": words.pgettext("name of a button beside the screen", "Desert"),
        "jungle": words.pgettext("name of a button beside the screen", "Jungle"),
        "mountain": words.pgettext("name of a button beside the screen", "Mountain"),
        "locomotive": words.pgettext("name of a button beside the screen", "Face-up loco"),
        UNDO: words.pgettext("name of a button beside the screen", "Undo"),
        # Translators: name of an input: the dial (a knob) is pushed like a button
        PUSH: words.gettext("Dial, push"),
        NEXT: words.gettext("Dial, next"),
        PREVIOUS: words.gettext("Dial, back"),
    }[name]


def seat_name(seat: str, words: Words) -> str:
    """Return the name of a seat."""
    return words.gettext("Seat {number}").format(number=SEATS.index(seat) + 1)

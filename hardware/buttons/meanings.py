"""The meanings of button presses, as data and in words; independent of the current screen."""

from dataclasses import dataclass

from companion.words import Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Meaning:
    """Base class: the time, and the moment of the game when the button was pressed."""

    time: float
    began: object = None  # the result of the panel's `moment()`; opaque here


@dataclass(frozen=True, slots=True)
class CardPressed(Meaning):
    """A card was drawn."""

    card: str


@dataclass(frozen=True, slots=True)
class SeatPressed(Meaning):
    """A seat's button was released within a second; seats count from 0, as in the state."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeatHeld(Meaning):
    """A seat's button has been down for a second: a dispute."""

    seat: int


@dataclass(frozen=True, slots=True)
class UndoPressed(Meaning):
    """A request to undo the last change."""


@dataclass(frozen=True, slots=True)
class DialTurned(Meaning):
    """The dial was turned by this many clicks, clockwise if positive."""

    steps: int


@dataclass(frozen=True, slots=True)
class DialPushed(Meaning):
    """The dial was pushed."""


@dataclass(frozen=True, slots=True)
class Stuck(Meaning):
    """A button has been down for so long that it is ignored until released."""

    button: str


@dataclass(frozen=True, slots=True)
class Freed(Meaning):
    """A stuck button was released and works again."""

    button: str


def meaning_in_words(meaning: Meaning, words: Words) -> str:
    """Return a meaning as a short text."""
    gettext = words.gettext
    match meaning:
        case CardPressed():
            text = gettext("Card: {card}").format(card=words.names.card(meaning.card))
        case SeatPressed():
            text = gettext("Seat {number}: pressed").format(number=meaning.seat + 1)
        case SeatHeld():
            text = gettext("Seat {number}: held (dispute)").format(number=meaning.seat + 1)
        case UndoPressed():
            text = words.pgettext("name of a button beside the screen", "Undo")
        case DialTurned():
            text = gettext("Dial turned: {steps:+d}").format(steps=meaning.steps)
        case DialPushed():
            text = gettext("Dial pushed")
        case Stuck() | Freed():
            text = button_in_words(meaning, words)
        case _:
            raise TypeError(f"no words for {meaning!r}")
    return text


def button_in_words(meaning: Stuck | Freed, words: Words) -> str:
    """Return the message about a stuck or freed button."""
    if isinstance(meaning, Stuck):
        text = words.gettext("The {button} button is stuck: ignored until it's released.")
    else:
        text = words.gettext("The {button} button works again.")
    return text.format(button=meaning.button)

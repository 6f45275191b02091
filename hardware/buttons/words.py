"""Presses in words, as a live test shows them."""

from companion.words import Words
from hardware.buttons.meanings import (
    CardPressed,
    DialPushed,
    DialTurned,
    Freed,
    Meaning,
    SeatHeld,
    SeatPressed,
    Stuck,
    UndoPressed,
)


def meaning_in_words(meaning: Meaning, words: Words) -> str:
    """What a press meant."""
    gettext = words.gettext
    match meaning:
        case CardPressed():
            text = gettext("Card: {card}").format(card=words.names.card(meaning.card))
        case SeatPressed():
            text = gettext("Seat {number}: pressed").format(number=meaning.seat + 1)
        case SeatHeld():
            text = gettext("Seat {number}: held, an objection").format(number=meaning.seat + 1)
        case UndoPressed():
            text = gettext("Undo")
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
    """What became of a button that was down for too long."""
    if isinstance(meaning, Stuck):
        text = words.gettext("The button {button} is stuck: it is ignored until released.")
    else:
        text = words.gettext("The button {button} works again.")
    return text.format(button=meaning.button)

"""What a press means. It means the same whatever the screen shows."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Meaning:
    """When it was meant, and the moment of the game at which the finger came down."""

    time: float
    began: object = None  # whatever the panel's `moment` gave: nothing here looks into it


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
    """A seat's button has been down for a second: an objection."""

    seat: int


@dataclass(frozen=True, slots=True)
class UndoPressed(Meaning):
    """The last change is to be taken back."""


@dataclass(frozen=True, slots=True)
class DialTurned(Meaning):
    """The dial was turned by so many clicks, clockwise if positive."""

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
    """A stuck button was released, and counts again."""

    button: str

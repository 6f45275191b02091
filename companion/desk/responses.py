"""What the desk answers to what somebody wants: it is done, or something is asked or shown first.

A front end knows for each answer which screen, sheet or question it has for it. None is the
answer where nothing is to be opened: a card waits, or `desk.refusal` says why not.
"""

from collections.abc import Callable
from dataclasses import dataclass

from companion.desk.consequences import ChangePreview


@dataclass(frozen=True, slots=True)
class Moment:
    """What the finger saw when it came down; what it means is taken as of then."""

    game: str | None
    seq: int
    step: int  # of the half-drawn turn


@dataclass(frozen=True, slots=True)
class Accepted:
    """It counts; the game goes on."""


@dataclass(frozen=True, slots=True)
class NoAction:
    """Nothing more is asked: a first card waits for its second, or `desk.refusal` says why not."""


@dataclass(frozen=True, slots=True)
class DifferencesLeft:
    """The table was counted, and something still differs: it is to be settled."""


@dataclass(frozen=True, slots=True)
class AskPayment:
    """A route is claimed: in which way is it scored?"""

    route: str


@dataclass(frozen=True, slots=True)
class AskTicketCount:
    """Tickets are drawn: how many are kept?"""


@dataclass(frozen=True, slots=True)
class AskReason:
    """The table rules otherwise (R20): why? `rule` takes the reason, and answers in its turn."""

    title: str
    rule: Callable[[str, Moment], "DeskResponse"]


# What is considered is shown before the yes, which desk.accept() takes.
DeskResponse = (
    Accepted
    | NoAction
    | DifferencesLeft
    | AskPayment
    | AskTicketCount
    | AskReason
    | ChangePreview
    | None
)

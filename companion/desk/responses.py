"""The desk's responses to an action: it is done, or a front end has to ask or show something.

A front end has a screen, sheet or question for each. None means that nothing has to be opened: a
card is pending, or `desk.refusal` says why not.
"""

from collections.abc import Callable
from dataclasses import dataclass

from companion.desk.consequences import ChangePreview


@dataclass(frozen=True, slots=True)
class Moment:
    """The state that the user saw when they touched the screen; the touch refers to it."""

    game: str | None
    seq: int
    step: int  # of the half-drawn turn


@dataclass(frozen=True, slots=True)
class Accepted:
    """The action was accepted."""


@dataclass(frozen=True, slots=True)
class NoAction:
    """Nothing to ask: a first card is pending, or `desk.refusal` says why not."""


@dataclass(frozen=True, slots=True)
class DifferencesLeft:
    """Counting is done, and there are differences to settle."""


@dataclass(frozen=True, slots=True)
class AskPayment:
    """Ask how the claimed route is scored."""

    route: str


@dataclass(frozen=True, slots=True)
class AskTicketCount:
    """Ask how many of the drawn tickets are kept."""


@dataclass(frozen=True, slots=True)
class AskReason:
    """Ask why the table overrules (R20); pass the reason to `rule`, which returns a response."""

    title: str
    rule: Callable[[str, Moment], "DeskResponse"]


# A ChangePreview is shown for confirmation; desk.accept() submits it.
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

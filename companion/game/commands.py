"""Commands to the referee, as frozen data. Their JSON form is in requests/."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.game.rulebook import TICKETS_DRAWN
from companion.game.rules.terrain import Payment


@dataclass(frozen=True, slots=True)
class Newcomer:
    """A player at the start of a game: the terrain card dealt, the tickets kept."""

    name: str
    color: str
    terrain: str
    tickets: int


@dataclass(frozen=True, slots=True)
class RuleSettings:
    """Rules that differ between editions, chosen by the table."""

    tickets_drawn: int = TICKETS_DRAWN


@dataclass(frozen=True, slots=True)
class NewGame:
    """Start a game; the current one is archived."""

    players: tuple[Newcomer, ...]
    first: str | None = None
    rules: RuleSettings = RuleSettings()


@dataclass(frozen=True, slots=True)
class Resume:
    """Return to an archived game."""

    game: str


@dataclass(frozen=True, slots=True)
class DrawCards:
    """Draw one or two cards, in this order (R5, R6)."""

    cards: tuple[str, ...]
    short: bool = False


@dataclass(frozen=True, slots=True)
class ClaimRoute:
    """Claim a route, doubled or not (R7-R9, R11)."""

    route: str
    double: Payment | None = None


@dataclass(frozen=True, slots=True)
class DrawTickets:
    """Draw tickets and keep some (R10)."""

    kept: int


@dataclass(frozen=True, slots=True)
class Pass:
    """Pass because nothing can be done."""


Play = DrawCards | ClaimRoute | DrawTickets | Pass


@dataclass(frozen=True, slots=True)
class RuledPlay:
    """A play that counts by table ruling, even if the rules refuse it (R20)."""

    play: Play
    why: str


Turn = Play | RuledPlay  # a turn as it can be entered


@dataclass(frozen=True, slots=True)
class Adjust:
    """A table ruling that sets these values, whatever the rules say (R20)."""

    why: str
    player: str | None = None
    terrain: Mapping[str, int] = field(default_factory=dict)
    trains: int | None = None
    tickets: int | None = None
    score: int | None = None
    discards: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Finish:
    """End play early and go on to the tickets."""


@dataclass(frozen=True, slots=True)
class TicketFace:
    """A printed ticket: two places and a value."""

    start: str
    end: str
    points: int


@dataclass(frozen=True, slots=True)
class Reveal:
    """Reveal a player's tickets (R16)."""

    player: str
    tickets: tuple[TicketFace, ...]


Move = Turn | Adjust | Finish | Reveal  # changes the state of the game


@dataclass(frozen=True, slots=True)
class Undo:
    """Undo the last change."""


@dataclass(frozen=True, slots=True)
class Redo:
    """Restore the change that was undone last."""


@dataclass(frozen=True, slots=True)
class Amend:
    """Replace an earlier play, or its player, and judge all later entries again."""

    entry: int
    play: Turn | None = None  # None: the same play
    dry_run: bool = False
    player: str | None = None  # None: the same player


@dataclass(frozen=True, slots=True)
class Void:
    """Remove an earlier play, whose turn becomes a pass, or a ruling or early end of play.

    With `shift`, the turn was entered twice: it is dropped, and each later play moves to the
    previous seat.
    """

    entry: int
    dry_run: bool = False
    shift: bool = False


@dataclass(frozen=True, slots=True)
class Insert:
    """Add a missed turn after an entry; `shift` moves each later play to the next seat."""

    after: int
    player: str
    play: Turn
    shift: bool = False
    dry_run: bool = False


@dataclass(frozen=True, slots=True)
class CorrectRoute:
    """Correct our data of a route to match the table's board; equal values confirm it."""

    route: str
    color: str | None = None
    length: int | None = None
    ferry_locomotives: int | None = None
    dry_run: bool = False


@dataclass(frozen=True, slots=True)
class Object:
    """Dispute a ruling."""

    entry: int
    by: str


@dataclass(frozen=True, slots=True)
class Settle:
    """Record how a disputed ruling was settled."""

    entry: int
    outcome: str


OUTCOMES = ("upheld", "overruled", "dropped")

Note = Object | Settle  # remarks on an entry: they only set flags in the log
Revision = Amend | Void | Insert | CorrectRoute  # changes earlier entries
Change = Move | Undo | Redo | Revision | Note  # adds an entry to a game's log
Command = NewGame | Resume | Change

"""What someone asks of the referee, as frozen data. Their JSON form is in requests/."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.game.rulebook import TICKETS_DRAWN
from companion.game.rules.terrain import Payment


@dataclass(frozen=True, slots=True)
class Newcomer:
    """A player as they sit down: the terrain card dealt, the tickets kept."""

    name: str
    color: str
    terrain: str
    tickets: int


@dataclass(frozen=True, slots=True)
class RuleSettings:
    """Where editions differ, and the table chooses."""

    tickets_drawn: int = TICKETS_DRAWN


@dataclass(frozen=True, slots=True)
class NewGame:
    """Start a game; the one before it is archived."""

    players: tuple[Newcomer, ...]
    first: str | None = None
    rules: RuleSettings = RuleSettings()


@dataclass(frozen=True, slots=True)
class Resume:
    """Go back to an archived game."""

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
    """Nothing could be done."""


Play = DrawCards | ClaimRoute | DrawTickets | Pass


@dataclass(frozen=True, slots=True)
class RuledPlay:
    """A play that counts whatever the rules say of it, because the table says so (R20)."""

    play: Play
    why: str


Turn = Play | RuledPlay  # what can be entered for a turn


@dataclass(frozen=True, slots=True)
class Adjust:
    """A table ruling: these values are so, whatever the rules say (R20)."""

    why: str
    player: str | None = None
    terrain: Mapping[str, int] = field(default_factory=dict)
    trains: int | None = None
    tickets: int | None = None
    score: int | None = None
    discards: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Finish:
    """End play early: on to the tickets."""


@dataclass(frozen=True, slots=True)
class TicketFace:
    """A ticket as it is printed: two places and a value."""

    start: str
    end: str
    points: int


@dataclass(frozen=True, slots=True)
class Reveal:
    """Show a player's tickets (R16)."""

    player: str
    tickets: tuple[TicketFace, ...]


Move = Turn | Adjust | Finish | Reveal  # what changes the state of the game


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last change."""


@dataclass(frozen=True, slots=True)
class Redo:
    """Bring back what was undone last."""


@dataclass(frozen=True, slots=True)
class Amend:
    """Replace an earlier play, or its player, and judge all that came after it anew."""

    entry: int
    play: Turn | None = None  # None: as it was played
    dry_run: bool = False
    player: str | None = None  # None: by the same player


@dataclass(frozen=True, slots=True)
class Void:
    """Take an earlier play out: its turn counts as passed; a ruling or an end, as never made.

    With `shift` the turn was entered twice: it is gone, and every later play is of the seat before.
    """

    entry: int
    dry_run: bool = False
    shift: bool = False


@dataclass(frozen=True, slots=True)
class Insert:
    """Enter a forgotten turn after an entry; `shift` gives every later play to the next seat."""

    after: int
    player: str
    play: Turn
    shift: bool = False
    dry_run: bool = False


@dataclass(frozen=True, slots=True)
class CorrectRoute:
    """A route is printed otherwise than we have it; the same values confirm it."""

    route: str
    color: str | None = None
    length: int | None = None
    ferry_locomotives: int | None = None
    dry_run: bool = False


@dataclass(frozen=True, slots=True)
class Object:
    """A player disputes a ruling."""

    entry: int
    by: str


@dataclass(frozen=True, slots=True)
class Settle:
    """How a disputed ruling was settled."""

    entry: int
    outcome: str


OUTCOMES = ("upheld", "overruled", "dropped")

Note = Object | Settle  # remarks on an entry: flags in the log, no other effect
Revision = Amend | Void | Insert | CorrectRoute  # of what was played before
Change = Move | Undo | Redo | Revision | Note  # everything that adds an entry to a game's log
Command = NewGame | Resume | Change

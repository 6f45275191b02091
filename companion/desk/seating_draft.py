"""The seats during set-up of a game: names, colours, terrain cards and tickets."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from companion.desk.responses import Accepted, DeskResponse, Moment
from companion.game.commands import Newcomer, NewGame, RuleSettings
from companion.game.requests.fields import clean_name
from companion.game.rulebook import (
    COLORS,
    MAX_PLAYERS,
    MIN_PLAYERS,
    TICKETS_DRAWN,
    TICKETS_KEPT_AT_START,
)
from companion.words import Words
from companion.words.table import seating as seating_words

if TYPE_CHECKING:
    from companion.desk.desk import Desk

TICKET_CHOICES: Final = tuple(range(TICKETS_KEPT_AT_START[0], TICKETS_KEPT_AT_START[1] + 1))
USUAL_TICKETS: Final = 3


@dataclass(frozen=True, slots=True)
class SeatDraft:
    """A seat during set-up.

    The terrain card is dealt, so it has no default. A missing colour or number of tickets is
    filled in when the game starts.
    """

    color: str = ""
    name: str = ""
    terrain: str = ""
    tickets: int | None = USUAL_TICKETS


class Part(StrEnum):
    """What can be chosen at a seat."""

    NAME = "name"
    COLOR = "color"
    TERRAIN = "terrain"
    TICKETS = "tickets"


@dataclass(frozen=True, slots=True)
class MissingPart:
    """A missing choice, and its seat."""

    seat: int
    part: Part


@dataclass(frozen=True, slots=True)
class Seating:
    """All seats in playing order, and the one that starts."""

    places: tuple[SeatDraft, ...]
    first: int = 0

    @classmethod
    def opening(cls, players: Sequence[tuple[str, str]] = ()) -> "Seating":
        """Return seats with the last game's names and colours, or two empty ones."""
        if players:
            return cls(tuple(SeatDraft(color, name) for name, color in players))
        return cls(tuple(SeatDraft(color) for color in COLORS[:MIN_PLAYERS]))

    # --- queries ---

    @property
    def can_join(self) -> bool:
        """Whether there is a seat left for another player (R1)."""
        return len(self.places) < MAX_PLAYERS

    @property
    def can_leave(self) -> bool:
        """Whether enough players are left without one (R1)."""
        return len(self.places) > MIN_PLAYERS

    @property
    def missing(self) -> MissingPart | None:
        """The next choice needed before the game can start."""
        for seat, place in enumerate(self.places):
            if not place.name:
                return MissingPart(seat, Part.NAME)
            if not place.terrain:
                return MissingPart(seat, Part.TERRAIN)
        return None

    @property
    def unsaid(self) -> MissingPart | None:
        """The next choice to ask for if only names were given."""
        for seat, place in enumerate(self.places):
            if not place.color:
                return MissingPart(seat, Part.COLOR)
            if not place.terrain:
                return MissingPart(seat, Part.TERRAIN)
            if place.tickets is None:
                return MissingPart(seat, Part.TICKETS)
        return None

    @property
    def taken_colors(self) -> frozenset[str]:
        return frozenset(place.color for place in self.places if place.color)

    @property
    def free_color(self) -> str:
        """The first free colour, or the first of all if none is free."""
        taken = self.taken_colors
        return next((color for color in COLORS if color not in taken), COLORS[0])

    def others(self, seat: int) -> tuple[str, ...]:
        """Return the names at the other seats."""
        return tuple(p.name for n, p in enumerate(self.places) if n != seat and p.name)

    def new_game(self, tickets_drawn: int = TICKETS_DRAWN) -> NewGame:
        """Return the command that starts this game."""
        whole = self
        for seat, place in enumerate(self.places):
            if not place.color:
                whole = whole.colored(seat, whole.free_color)
        players = tuple(
            Newcomer(p.name, p.color, p.terrain, USUAL_TICKETS if p.tickets is None else p.tickets)
            for p in whole.places
        )
        return NewGame(players, players[self.first].name, RuleSettings(tickets_drawn))

    # --- changed copies ---

    def named(self, seat: int, name: str) -> "Seating":
        """Return a copy with a name at this seat."""
        return self._with(seat, replace(self.places[seat], name=clean_name(name)))

    def dealt(self, seat: int, terrain: str) -> "Seating":
        """Return a copy with a terrain card at this seat."""
        return self._with(seat, replace(self.places[seat], terrain=terrain))

    def kept(self, seat: int, tickets: int) -> "Seating":
        """Return a copy with this many tickets at this seat."""
        return self._with(seat, replace(self.places[seat], tickets=tickets))

    def recolored(self, seat: int) -> "Seating":
        """Return a copy with the next free colour; if none is free, two seats swap."""
        own = self.places[seat].color
        following = _after(own)
        holders = {place.color: n for n, place in enumerate(self.places)}
        free = [color for color in following if color not in holders]
        color = free[0] if free else following[0]
        swapped = self if free else self.colored(holders[color], own)
        return swapped.colored(seat, color)

    def colored(self, seat: int, color: str) -> "Seating":
        """Return a copy with this colour at this seat."""
        return self._with(seat, replace(self.places[seat], color=color))

    def starting(self, seat: int) -> "Seating":
        """Return a copy in which this seat starts."""
        return replace(self, first=seat)

    def joined(self, place: SeatDraft | None = None) -> "Seating":
        """Return a copy with one more seat, by default an empty one in a free colour."""
        return replace(self, places=(*self.places, place or SeatDraft(self.free_color)))

    def moved_up(self, seat: int) -> "Seating":
        """Return a copy with a seat swapped with the previous one; the same player starts."""
        above = seat - 1
        if above < 0:
            return self
        swapped = {seat: above, above: seat}
        places = tuple(self.places[swapped.get(n, n)] for n in range(len(self.places)))
        return Seating(places, swapped.get(self.first, self.first))

    def left(self, seat: int) -> "Seating":
        """Return a copy without this seat; if it started, the next one does."""
        places = self.places[:seat] + self.places[seat + 1 :]
        first = self.first - (self.first > seat)
        return Seating(places, first % len(places))

    def _with(self, seat: int, place: SeatDraft) -> "Seating":
        places = (*self.places[:seat], place, *self.places[seat + 1 :])
        return replace(self, places=places)


def _after(color: str) -> tuple[str, ...]:
    """Return the other colours, cyclically from this one on."""
    at = COLORS.index(color)
    return COLORS[at + 1 :] + COLORS[:at]


def missing_in_words(words: Words, seating: Seating) -> str:
    """Return why the game can't start, or ''."""
    missing = seating.missing
    if missing is None:
        return ""
    if missing.part == Part.NAME:
        return seating_words.name_missing(words, missing.seat)
    return seating_words.terrain_missing(words, missing.seat, seating.places[missing.seat].name)


def lot_in_words(words: Words, seating: Seating) -> str:
    """Return who starts after a random pick."""
    return seating_words.drawn_by_lot(words, seating.first, seating.places[seating.first].name)


def is_taken(name: str, others: Iterable[str]) -> bool:
    """Whether another player has this name, ignoring case."""
    key = clean_name(name).casefold()
    return any(key == other.casefold() for other in others)


def roster(latest: Iterable[str], without: Iterable[str] = ()) -> tuple[str, ...]:
    """Return the known players, except those in `without`."""
    absent = {name.casefold() for name in without}
    return tuple(name for name in latest if name.casefold() not in absent)


class SetupSession:
    """The set-up in progress, and its messages.

    Listeners are not notified of changes: the editing front end shows them itself.
    """

    def __init__(self, desk: "Desk") -> None:
        self._desk = desk
        self._news = ""
        self.asking = False  # Start was tapped too early: show the missing choice
        self.seating = Seating.opening()

    def open(self, seating: Seating) -> None:
        """Start with these seats."""
        self.seating, self.asking, self._news = seating, False, ""

    def change(self, seating: Seating) -> None:
        """Replace the seats after a choice, and dismiss the refusal."""
        self.seating, self._news = seating, ""
        self.asking = self.asking and seating.missing is not None
        self._desk.dismiss_refusal()

    def lot_says(self, first: int) -> None:
        """Set the randomly picked starting seat, and show it."""
        self.change(self.seating.starting(first))
        self._news = lot_in_words(self._desk.words, self.seating)

    def start(self, tickets_drawn: int, moment: Moment) -> DeskResponse:
        """Start the game, or ask for the missing choice."""
        if self.seating.missing is not None:
            self.asking, self._news = True, ""
            return None
        started = self._desk.submit(self.seating.new_game(tickets_drawn), moment)
        return Accepted() if started else None

    @property
    def note(self) -> str:
        """The text to show: a refusal, the missing choice, who starts, or a rule."""
        words, refused = self._desk.words, self._desk.refusal
        if refused is not None:
            return refused.why
        if self.asking:
            return missing_in_words(words, self.seating)
        return self._news or seating_words.double_routes(words, len(self.seating.places))

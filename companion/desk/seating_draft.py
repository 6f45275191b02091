"""The seats while a game is being set up: who, which colour, which card, how many tickets."""

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
    """A seat at the table as far as is known.

    The terrain card is dealt, so there is none until it is chosen. Who does not say which colour
    and how many tickets gets a free one, and the usual number.
    """

    color: str = ""
    name: str = ""
    terrain: str = ""
    tickets: int | None = USUAL_TICKETS


class Part(StrEnum):
    """What is chosen at a seat."""

    NAME = "name"
    COLOR = "color"
    TERRAIN = "terrain"
    TICKETS = "tickets"


@dataclass(frozen=True, slots=True)
class MissingPart:
    """What is still to be chosen, and at which seat."""

    seat: int
    part: Part


@dataclass(frozen=True, slots=True)
class Seating:
    """All seats in playing order, and the one that begins."""

    places: tuple[SeatDraft, ...]
    first: int = 0

    @classmethod
    def opening(cls, players: Sequence[tuple[str, str]] = ()) -> "Seating":
        """As the names and colours of the last game, or else with two empty seats."""
        if players:
            return cls(tuple(SeatDraft(color, name) for name, color in players))
        return cls(tuple(SeatDraft(color) for color in COLORS[:MIN_PLAYERS]))

    # --- what can be asked of it ---

    @property
    def can_join(self) -> bool:
        """Whether another player finds a seat (R1)."""
        return len(self.places) < MAX_PLAYERS

    @property
    def can_leave(self) -> bool:
        """Whether enough stay without one of them (R1)."""
        return len(self.places) > MIN_PLAYERS

    @property
    def missing(self) -> MissingPart | None:
        """What has to be chosen next before the game can start."""
        for seat, place in enumerate(self.places):
            if not place.name:
                return MissingPart(seat, Part.NAME)
            if not place.terrain:
                return MissingPart(seat, Part.TERRAIN)
        return None

    @property
    def unsaid(self) -> MissingPart | None:
        """What somebody is asked next who has said no more than who sits there."""
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
        """The colours that somebody has."""
        return frozenset(place.color for place in self.places if place.color)

    @property
    def free_color(self) -> str:
        """The first colour that nobody has; where there is none, the first of all."""
        taken = self.taken_colors
        return next((color for color in COLORS if color not in taken), COLORS[0])

    def others(self, seat: int) -> tuple[str, ...]:
        """The names at the other seats."""
        return tuple(p.name for n, p in enumerate(self.places) if n != seat and p.name)

    def new_game(self, tickets_drawn: int = TICKETS_DRAWN) -> NewGame:
        """The command that starts this game."""
        whole = self
        for seat, place in enumerate(self.places):
            if not place.color:
                whole = whole.colored(seat, whole.free_color)
        players = tuple(
            Newcomer(p.name, p.color, p.terrain, USUAL_TICKETS if p.tickets is None else p.tickets)
            for p in whole.places
        )
        return NewGame(players, players[self.first].name, RuleSettings(tickets_drawn))

    # --- what a tap makes of it ---

    def named(self, seat: int, name: str) -> "Seating":
        """With a name at this seat."""
        return self._with(seat, replace(self.places[seat], name=clean_name(name)))

    def dealt(self, seat: int, terrain: str) -> "Seating":
        """With a terrain card dealt to this seat."""
        return self._with(seat, replace(self.places[seat], terrain=terrain))

    def kept(self, seat: int, tickets: int) -> "Seating":
        """With so many tickets kept at this seat."""
        return self._with(seat, replace(self.places[seat], tickets=tickets))

    def recolored(self, seat: int) -> "Seating":
        """With the next free colour; where none is free, two seats swap theirs."""
        own = self.places[seat].color
        following = _after(own)
        holders = {place.color: n for n, place in enumerate(self.places)}
        free = [color for color in following if color not in holders]
        color = free[0] if free else following[0]
        swapped = self if free else self.colored(holders[color], own)
        return swapped.colored(seat, color)

    def colored(self, seat: int, color: str) -> "Seating":
        """With this colour at this seat."""
        return self._with(seat, replace(self.places[seat], color=color))

    def starting(self, seat: int) -> "Seating":
        """With this seat to begin."""
        return replace(self, first=seat)

    def joined(self, place: SeatDraft | None = None) -> "Seating":
        """With one more seat; an empty one is in a colour that is free."""
        return replace(self, places=(*self.places, place or SeatDraft(self.free_color)))

    def moved_up(self, seat: int) -> "Seating":
        """With whoever sits here before the one before them; who begins stays so."""
        above = seat - 1
        if above < 0:
            return self
        swapped = {seat: above, above: seat}
        places = tuple(self.places[swapped.get(n, n)] for n in range(len(self.places)))
        return Seating(places, swapped.get(self.first, self.first))

    def left(self, seat: int) -> "Seating":
        """Without this seat; who moves up begins in its stead."""
        places = self.places[:seat] + self.places[seat + 1 :]
        first = self.first - (self.first > seat)
        return Seating(places, first % len(places))

    def _with(self, seat: int, place: SeatDraft) -> "Seating":
        places = (*self.places[:seat], place, *self.places[seat + 1 :])
        return replace(self, places=places)


def _after(color: str) -> tuple[str, ...]:
    """The other colours, in turn from this one on."""
    at = COLORS.index(color)
    return COLORS[at + 1 :] + COLORS[:at]


def missing_in_words(words: Words, seating: Seating) -> str:
    """What keeps the game from starting; nothing where nothing does."""
    missing = seating.missing
    if missing is None:
        return ""
    if missing.part == Part.NAME:
        return seating_words.name_missing(words, missing.seat)
    return seating_words.terrain_missing(words, missing.seat, seating.places[missing.seat].name)


def lot_in_words(words: Words, seating: Seating) -> str:
    """Who begins, when the lot has decided."""
    return seating_words.drawn_by_lot(words, seating.first, seating.places[seating.first].name)


def is_taken(name: str, others: Iterable[str]) -> bool:
    """Whether somebody else goes by this name, however it is spelt in capitals."""
    key = clean_name(name).casefold()
    return any(key == other.casefold() for other in others)


def roster(latest: Iterable[str], without: Iterable[str] = ()) -> tuple[str, ...]:
    """Who has played, without those who sit already or are forgotten."""
    absent = {name.casefold() for name in without}
    return tuple(name for name in latest if name.casefold() not in absent)


class SetupSession:
    """The seats that somebody is filling, and what is said of them.

    Whoever fills them shows them: a change of the draft is not told on the desk's bus.
    """

    def __init__(self, desk: "Desk") -> None:
        self._desk = desk
        self._news = ""
        self.asking = False  # the start came too early: what is missing is said until nothing is
        self.seating = Seating.opening()

    def open(self, seating: Seating) -> None:
        """Begin with these seats."""
        self.seating, self.asking, self._news = seating, False, ""

    def change(self, seating: Seating) -> None:
        """Something was chosen; who chose has read what was refused."""
        self.seating, self._news = seating, ""
        self.asking = self.asking and seating.missing is not None
        self._desk.dismiss_refusal()

    def lot_says(self, first: int) -> None:
        """Chance has said who begins."""
        self.change(self.seating.starting(first))
        self._news = lot_in_words(self._desk.words, self.seating)

    def start(self, tickets_drawn: int, moment: Moment) -> DeskResponse:
        """Start the game; where something is missing, ask for it."""
        if self.seating.missing is not None:
            self.asking, self._news = True, ""
            return None
        started = self._desk.submit(self.seating.new_game(tickets_drawn), moment)
        return Accepted() if started else None

    @property
    def note(self) -> str:
        """What is to be said now: why not, what is missing, who begins, or a rule to know."""
        words, refused = self._desk.words, self._desk.refusal
        if refused is not None:
            return refused.why
        if self.asking:
            return missing_in_words(words, self.seating)
        return self._news or seating_words.double_routes(words, len(self.seating.places))

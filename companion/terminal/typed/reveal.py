"""Tickets revealed at the end: in one line, or one after the other."""

import re
from collections.abc import Sequence
from typing import Final

from companion.game.commands import Reveal, TicketFace
from companion.game.refusal import Refusal
from companion.game.requests.requests import parse, request_of
from companion.game.rules.turns import find_seat
from companion.game.ticket_book import find_duplicates, offered
from companion.terminal.keeper import Keeper
from companion.terminal.questions import AskAgainError, MisreadInputError
from companion.words.table.tickets import duplicate_in_words, known_heading, no_such_ticket

EXAMPLE: Final = "show Anna: cape town - durban 8, nigeria - beira 12"
_TICKET: Final = re.compile(r"(.*\S)\s+\+?(\d{1,4})")


def show(keeper: Keeper, text: str) -> None:
    state = keeper.game.state
    if not state.ended:
        raise Refusal("wrong_phase", phase=state.phase)
    if not text:
        raise MisreadInputError(keeper.words.usage(EXAMPLE))
    who, tickets = _who_and_tickets(keeper, text)
    seat = find_seat(state, who)
    if tickets is None and state.seats[seat].tickets:
        if not keeper.with_person:
            raise MisreadInputError(keeper.words.usage(EXAMPLE))
        keeper.pending = TicketQuestions(keeper, seat)
    else:
        faces = _faces(keeper, tickets or "", known_tickets(keeper))
        keeper.desk.reveal.begin_anew(seat)
        keeper.desk.reveal.add(faces)
        _have_checked(keeper)


def _who_and_tickets(keeper: Keeper, text: str) -> tuple[str, str | None]:
    """Split the input into a player, whose name can contain a colon, and the tickets."""
    for seat in keeper.game.state.seats:
        name = text[: len(seat.name)]
        rest = text[len(name) :].lstrip()
        if name.casefold() == seat.name.casefold() and (not rest or rest[0] == ":"):
            return seat.name, rest[1:] if rest else None
    who, colon, tickets = text.partition(":")
    return keeper.player(who), tickets if colon else None


def _faces(keeper: Keeper, text: str, known: Sequence[TicketFace]) -> list[TicketFace]:
    parts = (part.strip() for part in text.split(","))
    return [ticket_face(keeper, part, known) for part in parts if part]


def _have_checked(keeper: Keeper) -> None:
    """Submit the entered tickets, validated as strictly as any request."""
    entered = keeper.desk.reveal.command
    command = parse(request_of(entered))
    assert isinstance(command, Reveal)
    keeper.submit(command)
    _question(keeper, entered.player)


def _question(keeper: Keeper, player: str) -> None:
    """Warn about tickets of this player that were shown twice; they count anyway."""
    state = keeper.game.state
    names = [seat.name for seat in state.seats]
    for doubt in find_duplicates([seat.revealed or () for seat in state.seats]):
        if state.seat_of(player) in doubt.seats:
            keeper.screen.say(duplicate_in_words(keeper.words, doubt, names), "warning")


def known_tickets(keeper: Keeper) -> list[TicketFace]:
    """Return the tickets of the book in the order of their numbers."""
    return offered(keeper.game.board, keeper.referee.book, keeper.words.names.order)


def ticket_face(keeper: Keeper, text: str, known: Sequence[TicketFace]) -> TicketFace:
    """Parse a ticket: its number in the book, or two places and its points.

    Raises:
        MisreadInputError: if it is none, or ambiguous.
    """
    if text.isdecimal() and known:
        return _numbered(keeper, int(text[:4]), known)
    words, found = keeper.words, _TICKET.fullmatch(text)
    if found is None:
        raise MisreadInputError(words.ticket_unclear(text))
    journeys = keeper.finder.journeys(found[1])
    if not journeys:
        raise MisreadInputError(words.ticket_unclear(text))
    if len(journeys) > 1:
        raise MisreadInputError(words.ticket_ambiguous(found[1], journeys[:6]))
    start, end = journeys[0]
    return TicketFace(start, end, int(found[2]))


def _numbered(keeper: Keeper, number: int, known: Sequence[TicketFace]) -> TicketFace:
    if not 1 <= number <= len(known):
        raise MisreadInputError(no_such_ticket(keeper.words, number, len(known)))
    return known[number - 1]


class TicketQuestions:
    """Asks for a player's tickets until all are entered."""

    def __init__(self, keeper: Keeper, seat: int) -> None:
        self._keeper = keeper
        self._entering = keeper.desk.reveal
        self._entering.begin_anew(seat)
        self._known = known_tickets(keeper)
        if self._known:
            self._offer()

    def _offer(self) -> None:
        words, screen = self._keeper.words, self._keeper.screen
        screen.say(known_heading(words), "heading")
        for number, face in enumerate(self._known, 1):
            screen.say(f"{number:4}  {words.ticket(face.start, face.end, face.points)}")

    @property
    def prompt(self) -> str:
        player, now = self._entering.command.player, self._entering.now
        return self._keeper.words.ask_ticket(player, len(now.faces) + 1, now.held)

    def take(self, line: str) -> bool:
        """Take one or more tickets; a dot or an empty line cancels."""
        if line in ("", "."):
            self._entering.forget()
            self._keeper.screen.say(self._keeper.words.left_as_it_was())
            return True
        try:
            self._entering.add(_faces(self._keeper, line, self._known))
        except MisreadInputError as misread:
            raise AskAgainError(str(misread)) from misread
        if len(self._entering.now.faces) < self._entering.now.held:
            self._keeper.pending = self
        else:
            _have_checked(self._keeper)
        return True

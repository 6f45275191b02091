"""Tickets shown at the end: in one line, or one after the other."""

import re
from collections.abc import Sequence
from typing import Any, Final

from companion.game.commands import TicketFace
from companion.game.refusal import Refusal
from companion.game.requests import parse
from companion.game.rules import find_seat
from companion.game.ticket_book import doubts, offered
from companion.terminal.keeper import Keeper
from companion.terminal.questions import AskAgain, Misread
from companion.words.tickets import doubt_in_words, known_heading, no_such_ticket

EXAMPLE: Final = "show Anna: cape town - durban 8, nigeria - beira 12"
_TICKET: Final = re.compile(r"(.*\S)\s+\+?(\d{1,4})")

Face = dict[str, Any]


def show(keeper: Keeper, text: str) -> None:
    """Reveal a player's tickets."""
    state = keeper.game.state
    if not state.ended:
        raise Refusal("wrong_phase", phase=state.phase)
    if not text:
        raise Misread(keeper.words.usage(EXAMPLE))
    who, tickets = _who_and_tickets(keeper, text)
    held = state.seats[find_seat(state, who)].tickets
    if tickets is None and held and keeper.with_person:
        keeper.pending = Questions(keeper, who, held)
    elif tickets is None and held:
        raise Misread(keeper.words.usage(EXAMPLE))
    else:
        known = known_tickets(keeper)
        _reveal(keeper, who, [ticket_face(keeper, part, known) for part in _parts(tickets or "")])


def _who_and_tickets(keeper: Keeper, text: str) -> tuple[str, str | None]:
    """The player, whose name may hold a colon, and what follows the colon after it."""
    for seat in keeper.game.state.seats:
        name = text[: len(seat.name)]
        rest = text[len(name) :].lstrip()
        if name.casefold() == seat.name.casefold() and (not rest or rest[0] == ":"):
            return seat.name, rest[1:] if rest else None
    who, colon, tickets = text.partition(":")
    return keeper.player(who), tickets if colon else None


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _reveal(keeper: Keeper, player: str, faces: list[Face]) -> None:
    command = parse({"do": "reveal", "player": player, "tickets": faces})
    keeper.submit(command)  # type: ignore[arg-type]  # a reveal is no question
    _question(keeper, player)


def _question(keeper: Keeper, player: str) -> None:
    """Ask about tickets of this player that are shown twice; they count all the same."""
    state = keeper.game.state
    names = [seat.name for seat in state.seats]
    for doubt in doubts([seat.revealed or () for seat in state.seats]):
        if state.seat_of(player) in doubt.seats:
            keeper.screen.say(doubt_in_words(keeper.words, doubt, names), "warning")


def known_tickets(keeper: Keeper) -> list[TicketFace]:
    """The tickets of the book, as they are numbered."""
    return offered(keeper.game.board, keeper.referee.book, keeper.words.names.place)


def ticket_face(keeper: Keeper, text: str, known: Sequence[TicketFace]) -> Face:
    """A ticket as typed: its number in the book, or two places and its points.

    Raises:
        Misread: it is none, or could be several.
    """
    if text.isdecimal() and known:
        return _numbered(keeper, int(text[:4]), known)
    words, found = keeper.words, _TICKET.fullmatch(text)
    if found is None:
        raise Misread(words.ticket_unclear(text))
    journeys = keeper.finder.journeys(found[1])
    if not journeys:
        raise Misread(words.ticket_unclear(text))
    if len(journeys) > 1:
        raise Misread(words.ticket_ambiguous(found[1], journeys[:6]))
    start, end = journeys[0]
    return {"from": start, "to": end, "points": int(found[2])}


def _numbered(keeper: Keeper, number: int, known: Sequence[TicketFace]) -> Face:
    if not 1 <= number <= len(known):
        raise Misread(no_such_ticket(keeper.words, number, len(known)))
    face = known[number - 1]
    return {"from": face.start, "to": face.end, "points": face.points}


class Questions:
    """Asks for a player's tickets until all are there."""

    def __init__(self, keeper: Keeper, player: str, held: int) -> None:
        self._keeper = keeper
        self._player = player
        self._held = held
        self._faces: list[Face] = []
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
        """The next question."""
        return self._keeper.words.ask_ticket(self._player, len(self._faces) + 1, self._held)

    def take(self, line: str) -> bool:
        """One ticket or several; a dot or nothing leaves the questions."""
        if line in ("", "."):
            self._keeper.screen.say(self._keeper.words.left_as_it_was())
            return True
        try:
            parts = _parts(line)
            self._faces += [ticket_face(self._keeper, part, self._known) for part in parts]
        except Misread as misread:
            raise AskAgain(str(misread)) from misread
        if len(self._faces) < self._held:
            self._keeper.pending = self
        else:
            _reveal(self._keeper, self._player, self._faces)
        return True

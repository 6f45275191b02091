"""Validation of an imported log: every entry is checked before it is folded. Pure.

Our own log is applied as recorded, without checks; an imported one can come from anybody. The
checks ask what a table can have, not what the rules allow: plays that an older version accepted
pass.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from companion.game.board.board import Board
from companion.game.events import (
    CardsDrawn,
    Consequence,
    Event,
    GameScored,
    GameStarted,
    Holding,
    Moved,
    PlayFinished,
    RouteClaimed,
    ScoreCard,
    TableRuled,
    Ticket,
    TicketsKept,
    TicketsRevealed,
    TurnPassed,
)
from companion.game.game import REVISIONS, Game
from companion.game.log.entries import Entry, Revised
from companion.game.refusal import RULE_OF_CODE
from companion.game.requests.requests import SCORE_LIMIT, parse, request_of, with_players_called
from companion.game.rulebook import (
    CARDS,
    CARDS_OF_TERRAIN,
    COLORS,
    GLOBETROTTER,
    LOCOMOTIVES,
    MAX_PLAYERS,
    MIN_PLAYERS,
    POINTS,
    TERRAIN_CARDS,
    TICKET_POINTS,
    TICKETS,
    TICKETS_DRAWN_CHOICES,
    TRAINS,
)
from companion.game.rules.scoring import score_cards
from companion.game.rules.tickets import check_tickets

_DOES: Final[Mapping[str, type]] = {  # the first event of each verb
    "draw": CardsDrawn,
    "claim": RouteClaimed,
    "tickets": TicketsKept,
    "pass": TurnPassed,
    "adjust": TableRuled,
    "finish": PlayFinished,
    "reveal": TicketsRevealed,
}
_REMARKS: Final = ("undo", "redo", "object", "settle")
_RULES: Final = (None, *(f"R{number}" for number in range(1, 25)))
_MOST_POINTS: Final = max(POINTS.values())
_MOST_TOTAL: Final = 1000 * SCORE_LIMIT  # of a score card


class InvalidEntriesError(ValueError):
    """The log of a game contains something impossible."""


def check_entries(board: Board, names: Sequence[str], entries: Sequence[Entry]) -> None:
    """Check that each entry is possible for these players on this board.

    Raises:
        ValueError: With the first invalid entry, and what is wrong with it.
    """
    checks = _Checks(board, {name: str(seat) for seat, name in enumerate(names)})
    for number, entry in enumerate(entries, 1):
        try:
            checks.check(number, entry)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            raise InvalidEntriesError(f"entry {number}: {error}") from error


def check_outcome(game: Game) -> None:
    """Check that completed tickets and the result follow from the entries.

    Raises:
        ValueError: If they don't.
    """
    state = game.state
    for seat in state.seats if state.ended else ():
        shown = seat.revealed or ()
        completed = tuple([ticket.completed for ticket in shown])
        _need(completed == check_tickets(game.board, seat, shown), what="a ticket that is not done")
    if state.phase == "over":
        _need(state.result == score_cards(state), what="its result is another")


def _need(*conditions: bool, what: str) -> None:
    if not all(conditions):
        raise InvalidEntriesError(what)


def _between(least: int, value: int | None, most: int) -> bool:
    return value is None or least <= value <= most


@dataclass(frozen=True, slots=True)
class _Checks:
    """The board and players to check entries against; players are identified by seat."""

    board: Board
    seats: Mapping[str, str]

    def check(self, number: int, entry: Entry) -> None:
        _need(entry.seq == number, what="its number is another")
        _need(_between(0, entry.turn, number), what="no such turn")
        _need(entry.rule in _RULES, what="no such rule")
        self._check_seat(entry.seat)
        self._check_code(entry.set_aside)
        self._check_request(entry)
        self._check_kind(entry)
        if entry.started is not None:
            self._check_start(entry.started)
        self._check_events(entry.events)
        for revised in entry.revised:
            self._check_revised(revised, entry)

    def _check_seat(self, seat: int | None) -> None:
        _need(_between(0, seat, len(self.seats) - 1), what="is of nobody")

    def _check_code(self, code: str | None) -> None:
        _need(code is None or code in RULE_OF_CODE, what="no such refusal")

    def _check_start(self, started: GameStarted) -> None:
        starters = started.starters
        colors = {starter.color for starter in starters}
        _need(
            MIN_PLAYERS <= len(starters) <= MAX_PLAYERS,
            len({starter.player for starter in starters}) == len(starters) == len(self.seats),
            what="it cannot be played by these",
        )
        _need(len(colors) == len(starters), colors <= set(COLORS), what="not each has a colour")
        _need(0 <= started.first < len(starters), what="nobody plays first")
        _need(all(_between(0, one.tickets, TICKETS) for one in starters), what="too many tickets")
        _need(started.tickets_drawn in TICKETS_DRAWN_CHOICES, what="no such rule setting")

    # --- the request ---

    def _check_request(self, entry: Entry) -> None:
        """Check that the request is in canonical form, and all its references exist."""
        request = with_players_called(entry.request, self.seats.__getitem__)
        _need(request_of(parse(request)) == request, what="is not written as a request is")  # type: ignore[arg-type]
        for field in ("entry", "after"):
            _need(_between(1, request.get(field), entry.seq - 1), what=f"no such {field}")
        for asked in (request, request.get("with", {})):
            self._check_named(asked)

    def _check_named(self, asked: Mapping[str, Any]) -> None:
        route, double = asked.get("route"), asked.get("double", {})
        _need(route is None or route in self.board.routes, what="no such route")
        _need(
            _between(0, double.get("terrain"), CARDS_OF_TERRAIN),
            _between(0, double.get("locomotives"), LOCOMOTIVES),
            _between(0, asked.get("kept"), TICKETS),
            what="more than the box has",
        )
        if "cards" in asked:
            self._check_cards(asked["cards"])
        if asked.get("do") == "reveal":
            for ticket in asked["tickets"]:
                self._check_places(ticket["from"], ticket["to"])

    def _check_cards(self, cards: Sequence[str]) -> None:
        _need(len(cards) <= TERRAIN_CARDS, all(card in CARDS for card in cards), what="no cards")

    def _check_places(self, *places: str) -> None:
        _need(all(place in self.board.places for place in places), what="no such place")

    # --- its events ---

    def _check_kind(self, entry: Entry) -> None:
        """Check that the events match the verb."""
        verb, first = entry.verb, entry.seq == 1
        _need(first == (verb == "new") == (entry.started is not None), what="begins a game")
        if verb in _DOES:
            happened = entry.events and type(entry.events[0]) is _DOES[verb]
            _need(bool(happened), not entry.revised, what="did something else")
        elif verb in REVISIONS:
            own = not entry.revised or entry.revised[0].entry == entry.seq
            inserted = bool(entry.revised and entry.revised[0].events) and own
            _need(not entry.events, verb != "insert" or inserted, what="revised something else")
        else:
            _need(first or verb in _REMARKS, what="is no entry of a log")
            _need(not entry.events, not entry.revised, what="did something")

    def _check_revised(self, revised: Revised, entry: Entry) -> None:
        _need(_between(2, revised.entry, entry.seq), what="revises what is not there")
        self._check_code(revised.conflict)
        self._check_code(revised.set_aside)
        self._check_events(revised.events)

    def _check_events(self, events: Sequence[Event]) -> None:
        _need(isinstance(events[0], Moved) if events else True, what="nothing moved")
        _need(all(isinstance(event, Consequence) for event in events[1:]), what="too much")
        for event in events:
            self._check_seat(getattr(event, "seat", None))
            check = _EVENTS.get(type(event))
            if check is not None:
                check(self, event)

    def _drawn(self, event: CardsDrawn) -> None:
        self._check_cards(event.cards)

    def _claimed(self, event: RouteClaimed) -> None:
        _need(event.route in self.board.routes, what="no such route")
        _need(
            event.length in POINTS,
            _between(0, event.points, _MOST_POINTS),
            _between(0, event.doubling, _MOST_POINTS),
            _between(0, event.terrain_played, CARDS_OF_TERRAIN),
            _between(0, event.locomotives_played, LOCOMOTIVES),
            what="more than a route can be",
        )

    def _kept(self, event: TicketsKept) -> None:
        _need(_between(0, event.kept, TICKETS), what="too many tickets")

    def _ruled(self, event: TableRuled) -> None:
        _need(
            _between(0, event.trains, TRAINS),
            _between(0, event.tickets, TICKETS),
            _between(-SCORE_LIMIT, event.score, SCORE_LIMIT),
            all(map(_fits, (*event.front, *event.discards))),
            what="more than a table can rule",
        )

    def _revealed(self, event: TicketsRevealed) -> None:
        _need(len(event.tickets) <= TICKETS, what="too many tickets")
        for ticket in event.tickets:
            self._check_ticket(ticket)

    def _check_ticket(self, ticket: Ticket) -> None:
        least, most = TICKET_POINTS
        self._check_places(ticket.start, ticket.end)
        _need(ticket.start != ticket.end, _between(least, ticket.points, most), what="no ticket")

    def _scored(self, event: GameScored) -> None:
        seats = [card.seat for card in event.cards]
        _need(seats == list(range(len(self.seats))), what="not each has a score")
        _need(all(map(_is_score, event.cards)), what="no score")


def _fits(holding: Holding) -> bool:
    return _between(0, holding.count, CARDS_OF_TERRAIN)


def _is_score(card: ScoreCard) -> bool:
    points = (card.routes, card.doubling, card.adjustments, card.tickets)
    return (
        all(_between(-_MOST_TOTAL, value, _MOST_TOTAL) for value in points)
        and _between(0, card.completed, TICKETS)
        and card.globetrotter in (0, GLOBETROTTER)
    )


_EVENTS: Final[Mapping[type, Callable[[_Checks, Any], None]]] = {
    CardsDrawn: _Checks._drawn,
    RouteClaimed: _Checks._claimed,
    TicketsKept: _Checks._kept,
    TableRuled: _Checks._ruled,
    TicketsRevealed: _Checks._revealed,
    GameScored: _Checks._scored,
}

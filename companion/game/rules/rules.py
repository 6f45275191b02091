"""The rules of play and its end, pure: judge(board, state, move) gives a ruling or refuses."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from companion.game.board.board import Board, Route
from companion.game.board.paths import Network
from companion.game.commands import (
    Adjust,
    ClaimRoute,
    DrawCards,
    DrawTickets,
    Finish,
    Move,
    Pass,
    Play,
    Reveal,
    RuledPlay,
    TicketFace,
    Turn,
)
from companion.game.events import (
    CardsDrawn,
    Event,
    GameScored,
    Holding,
    Moved,
    Played,
    PlayFinished,
    RouteClaimed,
    TableRuled,
    Ticket,
    TicketsChecked,
    TicketsKept,
    TicketsRevealed,
    TurnPassed,
)
from companion.game.refusal import Refusal, bad_request
from companion.game.rulebook import (
    BOTH_TRACKS_FROM,
    CARDS,
    CARDS_OF_TERRAIN,
    LOCOMOTIVE,
    TERRAINS,
    TICKETS,
    Terrain,
    cards_to_double,
)
from companion.game.rules.scoring import score_cards
from companion.game.rules.terrain import Payment, Standing
from companion.game.state import Seat, State, apply


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a move does: the rule it goes by, its events, and the state after them."""

    rule: str | None
    events: tuple[Event, ...]
    state: State
    set_aside: str | None = None  # the code of the refusal that the table did away with


def judge(board: Board, state: State, move: Move, seat: int | None = None) -> Ruling:
    """Rule on a move of the table or of a player: `seat`, by default the one whose turn it is.

    Raises:
        Refusal: with the first code that applies.
    """
    if seat is not None and seat != state.to_move:
        state = state._replace(to_move=seat)
    if isinstance(move, RuledPlay):
        return _count_anyway(board, state, move)
    rule, event = _JUDGES[type(move)](board, state, move)
    return rule_as(board, state, event, rule)


def _count_anyway(board: Board, state: State, move: RuledPlay) -> Ruling:
    """Let a play count though the rules refuse it (R20); one that they allow is as any other."""
    check_cards_exist(state, move.play)
    event = _as_played(board, state, move.play)
    try:
        return judge(board, state, move.play)
    except Refusal as refusal:
        return rule_as(board, state, event, "R20", refusal.code)


def check_cards_exist(state: State, play: Play) -> None:
    """Not even the table can draw a card of which all are in front of players or discarded (R3).

    Raises:
        Refusal: bad_request.
    """
    cards = play.cards if isinstance(play, DrawCards) else ()
    for terrain, before in terrain_drawn(state, CardsDrawn(state.to_move, cards)):
        if not before.unseen(terrain):
            n = CARDS_OF_TERRAIN
            raise bad_request("cards", "has more of a terrain than there are: {n}", n=n)


def _as_played(board: Board, state: State, play: Play) -> Played:
    """What a play does where nobody asks whether it may.

    Raises:
        Refusal: there is no such card or route.
    """
    seat = state.to_move
    match play:
        case DrawCards():
            _check_known(play)
            return CardsDrawn(seat, play.cards)
        case ClaimRoute():
            return _route_claimed(seat, _find_route(board, play.route), play)
        case DrawTickets():
            return TicketsKept(seat, play.kept)
    return TurnPassed(seat)


def rule_as(
    board: Board, state: State, event: Moved, rule: str | None, set_aside: str | None = None
) -> Ruling:
    """Let an event count as recorded, unjudged, with all that follows from it."""
    events: list[Event] = [event]
    state = apply(state, event)
    if state.ended:
        for checked in _check_again(board, state):
            events.append(checked)
            state = apply(state, checked)
    if state.phase == "over":
        events.append(GameScored(score_cards(state)))
        state = apply(state, events[-1])
    return Ruling(rule, tuple(events), state, set_aside)


def check_form(board: Board, tickets_drawn: int, turn: Turn) -> None:
    """Refuse what is wrong with a play at any moment of a game."""
    play = turn.play if isinstance(turn, RuledPlay) else turn
    if isinstance(play, DrawCards):
        _check_known(play)
        if play is turn:
            _check_number(play)
    elif isinstance(play, ClaimRoute):
        _find_route(board, play.route)
    elif isinstance(turn, DrawTickets):
        _check_kept(turn, tickets_drawn)


def _check_again(board: Board, state: State) -> Iterator[TicketsChecked]:
    """Tickets revealed before the routes changed to what they are now."""
    for number, seat in enumerate(state.seats):
        tickets = seat.revealed or ()
        completed = check_tickets(board, seat, tickets)
        if completed != tuple(ticket.completed for ticket in tickets):
            yield TicketsChecked(number, completed)


# --- drawing cards (R5, R6) --------------------------------------------------------------------


def _require_play(state: State) -> int:
    if state.ended:
        raise Refusal("wrong_phase", phase=state.phase)
    return state.to_move


def _check_known(draw: DrawCards) -> None:
    for card in draw.cards:
        if card not in CARDS:
            raise Refusal("unknown_card", card=card)


def _check_number(draw: DrawCards) -> None:
    alone = draw.cards == (LOCOMOTIVE,) or (len(draw.cards) == 1 and draw.short)
    if len(draw.cards) != 2 and not alone:
        raise Refusal("draw_two", count=len(draw.cards))
    if len(draw.cards) == 2 and LOCOMOTIVE in draw.cards:
        raise Refusal("locomotive_alone")


def _judge_draw(board: Board, state: State, draw: DrawCards) -> tuple[str, CardsDrawn]:
    seat = _require_play(state)
    _check_known(draw)
    _check_number(draw)
    event = CardsDrawn(seat, draw.cards)
    for terrain, before in terrain_drawn(state, event):
        if not before.unseen(terrain):
            raise Refusal("terrain_exhausted", **_whereabouts(before, terrain))
    return "R5", event


def terrain_drawn(state: State, event: CardsDrawn) -> Iterator[tuple[Terrain, State]]:
    """The terrain cards of a draw, each with the table after the cards before it (R6)."""
    for drawn, card in enumerate(event.cards):
        if card in TERRAINS:
            before = apply(state, CardsDrawn(event.seat, event.cards[:drawn])) if drawn else state
            yield Terrain(card), before


def _whereabouts(state: State, terrain: Terrain) -> dict[str, Any]:
    """Where all cards of a type are: the table can see which of it is wrong."""
    return {
        "terrain": terrain,
        "cards": CARDS_OF_TERRAIN,
        "holders": {seat.name: seat.front.of(terrain) for seat in state.seats},
        "discards": state.discards.of(terrain),
    }


# --- claiming routes (R7-R9, R11) --------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Worth:
    """What a route is worth to a player now: claimable or why not, and every way to double it."""

    route: Route
    refusal: Refusal | None
    standing: Standing

    @property
    def ways(self) -> tuple[Payment, ...]:
        """Every way to score it double, cheapest in locomotives first; none if not claimable."""
        return () if self.refusal is not None else self.standing.ways()

    @property
    def doubled(self) -> int:
        """What it scores doubled (R9)."""
        return 2 * self.route.points

    def ways_data(self) -> list[dict[str, int]]:
        """The ways as JSON data."""
        return [{**asdict(way), "points": self.doubled} for way in self.ways]


def worth(board: Board, state: State, seat: int, route_id: str) -> Worth:
    """What a claim would be worth now, by the same judgement that a claim gets."""
    route = _find_route(board, route_id)
    terrain = route.terrain
    standing = Standing(
        own=state.seats[seat].front.of(terrain),
        rival=state.rival(seat, terrain),
        need=cards_to_double(route.length),
        ferry_locomotives=route.ferry_locomotives,
    )
    return Worth(route, _why_not_claimable(board, state, seat, route), standing)


def one_of_alike(board: Board, values: Sequence[Worth]) -> list[Worth]:
    """Without the second of two tracks that are both to be had and alike."""
    free = {value.route.id: value.route for value in values if value.refusal is None}

    def is_second(route: Route) -> bool:
        twin = free.get(board.twins.get(route.id, ""))
        alike = twin is not None and twin.color == route.color
        return alike and route.id in free and route.track == 2

    return [value for value in values if not is_second(value.route)]


def _find_route(board: Board, route_id: str) -> Route:
    route = board.routes.get(route_id)
    if route is None:
        raise Refusal("unknown_route", route=route_id)
    return route


def _why_not_claimable(board: Board, state: State, seat: int, route: Route) -> Refusal | None:
    owner = state.owners.get(route.id)
    if owner is not None:
        return Refusal("route_taken", route=route.id, owner=state.seats[owner].name)
    twin = board.twins.get(route.id)
    twin_owner = None if twin is None else state.owners.get(twin)
    if twin_owner is not None:
        facts = {"route": route.id, "other": twin, "owner": state.seats[twin_owner].name}
        if len(state.seats) < BOTH_TRACKS_FROM:
            return Refusal("double_closed", players=len(state.seats), **facts)
        if twin_owner == seat:
            return Refusal("double_own", **facts)
    trains = state.seats[seat].trains
    if trains < route.length:
        return Refusal(
            "not_enough_trains",
            route=route.id,
            length=route.length,
            player=state.seats[seat].name,
            trains=trains,
        )
    return None


def _judge_claim(board: Board, state: State, claim: ClaimRoute) -> tuple[str, RouteClaimed]:
    seat = _require_play(state)
    value = worth(board, state, seat, claim.route)
    if value.refusal is not None:
        raise value.refusal
    double = claim.double
    if double is not None and (code := value.standing.fault(double)) is not None:
        raise Refusal(code, **_doubling_facts(state, seat, claim, value))
    event = _route_claimed(seat, value.route, claim)
    if double is None:
        return "R7", event
    return ("R11" if double.locomotives else "R9"), event


def _route_claimed(seat: int, route: Route, claim: ClaimRoute) -> RouteClaimed:
    double = claim.double
    return RouteClaimed(
        seat=seat,
        route=route.id,
        length=route.length,
        points=route.points,
        doubling=route.points if double else 0,
        terrain=route.terrain,
        terrain_played=double.terrain if double else 0,
        locomotives_played=double.locomotives if double else 0,
    )


def _doubling_facts(state: State, seat: int, claim: ClaimRoute, value: Worth) -> dict[str, Any]:
    """Who holds how many, what was offered, and what would make it legal."""
    terrain = value.route.terrain
    rival, standing = value.standing.rival, value.standing
    assert claim.double is not None
    return {
        "route": value.route.id,
        "player": state.seats[seat].name,
        "terrain": terrain,
        "own": standing.own,
        "rival": rival,
        "rivals": [
            other.name
            for number, other in enumerate(state.seats)
            if number != seat and other.front.of(terrain) == rival
        ],
        "holders": {other.name: other.front.of(terrain) for other in state.seats},
        "need": standing.need,
        "offered": asdict(claim.double),
        "fewest_locomotives": standing.fewest_locomotives,
        "most_locomotives": standing.most_locomotives,
        "legal": value.ways_data(),
    }


# --- tickets, passing, table rulings (R10, R20) ------------------------------------------------


def _check_kept(draw: DrawTickets, drawn: int) -> None:
    if not 1 <= draw.kept <= drawn:
        raise Refusal("tickets_kept", kept=draw.kept, least=1, most=drawn)


def _judge_tickets(board: Board, state: State, draw: DrawTickets) -> tuple[str, TicketsKept]:
    seat = _require_play(state)
    drawn = min(state.tickets_drawn, state.tickets_left)
    if not drawn:
        raise Refusal("no_tickets_left")
    _check_kept(draw, drawn)
    return "R10", TicketsKept(seat, draw.kept)


def _judge_pass(board: Board, state: State, command: Pass) -> tuple[None, TurnPassed]:
    return None, TurnPassed(_require_play(state))


def check_parts(state: State, adjust: Adjust) -> None:
    """A table ruling may say anything that the parts in the box allow.

    Raises:
        Refusal: bad_request.
    """
    seat = None if adjust.player is None else state.seat_of(adjust.player)
    others = [other for number, other in enumerate(state.seats) if number != seat]
    terrain = {} if seat is None else adjust.terrain  # an unknown player is refused as such
    if seat is not None and adjust.tickets is not None:
        held = adjust.tickets + sum(other.tickets for other in others)
        if held > TICKETS:
            raise bad_request("tickets", "would be {n} in all, of {most}", n=held, most=TICKETS)
    for kind in TERRAINS:
        if kind in terrain or kind in adjust.discards:
            cards = sum(other.front.of(kind) for other in others)
            cards += terrain.get(kind, 0 if seat is None else state.seats[seat].front.of(kind))
            cards += adjust.discards.get(kind, state.discards.of(kind))
            if cards > CARDS_OF_TERRAIN:
                raise bad_request(
                    kind, "would be {n} in all, of {most}", n=cards, most=CARDS_OF_TERRAIN
                )


def _judge_adjust(board: Board, state: State, adjust: Adjust) -> tuple[str, TableRuled]:
    check_parts(state, adjust)
    seat = None if adjust.player is None else find_seat(state, adjust.player)
    for terrain in (*adjust.terrain, *adjust.discards):
        if terrain not in TERRAINS:
            raise Refusal("unknown_terrain", terrain=terrain)
    event = TableRuled(
        seat=seat,
        front=_holdings(adjust.terrain),
        trains=adjust.trains,
        tickets=adjust.tickets,
        score=adjust.score or 0,
        discards=_holdings(adjust.discards),
    )
    return "R20", event


def _holdings(counts: Mapping[str, int]) -> tuple[Holding, ...]:
    return tuple(Holding(t, counts[t]) for t in TERRAINS if t in counts)


# --- the end (R12, R13, R16) -------------------------------------------------------------------


def _judge_finish(board: Board, state: State, command: Finish) -> tuple[None, PlayFinished]:
    _require_play(state)
    return None, PlayFinished()


def _judge_reveal(board: Board, state: State, reveal: Reveal) -> tuple[str, TicketsRevealed]:
    if not state.ended:
        raise Refusal("wrong_phase", phase=state.phase)
    number = find_seat(state, reveal.player)
    for ticket in reveal.tickets:
        for place in (ticket.start, ticket.end):
            if place not in board.places:
                raise Refusal("unknown_place", place=place)
    seat = state.seats[number]
    if len(reveal.tickets) != seat.tickets:
        raise ticket_count(seat, len(reveal.tickets))
    completed = check_tickets(board, seat, reveal.tickets)
    tickets = tuple(
        Ticket(face.start, face.end, face.points, done)
        for face, done in zip(reveal.tickets, completed, strict=True)
    )
    return "R16", TicketsRevealed(number, tickets)


def ticket_count(seat: Seat, shown: int) -> Refusal:
    """More or fewer tickets were shown than the player holds."""
    return Refusal("ticket_count", player=seat.name, shown=shown, held=seat.tickets)


def check_tickets(
    board: Board, seat: Seat, tickets: Sequence[TicketFace | Ticket]
) -> tuple[bool, ...]:
    """Which of these tickets the player's own routes complete."""
    if not tickets:
        return ()
    network = Network(board, seat.routes)
    return tuple([network.joins(ticket.start, ticket.end) for ticket in tickets])


def find_seat(state: State, name: str) -> int:
    """The seat of a player.

    Raises:
        Refusal: nobody of that name plays.
    """
    seat = state.seat_of(name)
    if seat is None:
        raise Refusal("unknown_player", player=name)
    return seat


_JUDGES: Mapping[type, Callable[[Board, State, Any], tuple[str | None, Moved]]] = {
    DrawCards: _judge_draw,
    ClaimRoute: _judge_claim,
    DrawTickets: _judge_tickets,
    Pass: _judge_pass,
    Adjust: _judge_adjust,
    Finish: _judge_finish,
    Reveal: _judge_reveal,
}

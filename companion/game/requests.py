"""Requests as plain JSON data, read into commands; strict, field by field."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from companion.game.commands import (
    OUTCOMES,
    Adjust,
    Amend,
    ClaimRoute,
    Command,
    CorrectRoute,
    DrawCards,
    DrawTickets,
    Finish,
    Insert,
    Newcomer,
    NewGame,
    Object,
    Overruled,
    Pass,
    Play,
    Redo,
    Resume,
    Reveal,
    RuleSettings,
    Settle,
    TicketFace,
    Turn,
    Undo,
    Void,
)
from companion.game.fields import Fields, clean_name
from companion.game.refusal import bad_request
from companion.game.rulebook import (
    CARDS_OF_TERRAIN,
    LOCOMOTIVES,
    POINTS,
    TERRAIN_CARDS,
    TERRAIN_OF,
    TICKET_POINTS,
    TICKETS,
    TICKETS_DRAWN_CHOICES,
    TRAINS,
)
from companion.game.stock_count import Counted, CountedPlayer
from companion.game.terrain import Payment

Request = Mapping[str, Any]

NAME_LENGTH: Final = 24
SCORE_LIMIT: Final = 1_000_000  # of one table ruling: numbers stay numbers that people can read


@dataclass(frozen=True, slots=True)
class Query:
    """A question, which changes nothing."""

    verb: str
    route: str | None = None
    player: str | None = None
    counted: Counted | None = None


def parse(request: object) -> Command | Query:
    """Read a request, its envelope (id, seq, game) already taken off.

    Raises:
        Refusal: bad_request, or a code that needs no game to be known.
    """
    fields = Fields(request, "request")
    verb = fields.text("do")
    reader = _READERS.get(verb)
    if reader is None:
        raise bad_request("do", "is no verb of this protocol")
    command = reader(fields)
    fields.done()
    return command


def parse_play(request: object) -> Turn:
    """Read a play request: draw, claim, tickets or pass."""
    fields = Fields(request, "with")
    reader = _TURNS.get(fields.text("do"))
    if reader is None:
        raise bad_request("with", "is not a play")
    turn = reader(fields)
    fields.done()
    return turn


def _new(fields: Fields) -> NewGame:
    players = tuple(_newcomer(Fields(row, "players")) for row in fields.rows("players"))
    first = fields.name("first") if fields.has("first") else None
    rules = RuleSettings()
    if fields.has("rules"):
        settings = fields.fields("rules")
        if settings.has("tickets_drawn"):
            rules = RuleSettings(settings.number("tickets_drawn"))
        settings.done()
    if rules.tickets_drawn not in TICKETS_DRAWN_CHOICES:
        raise bad_request("tickets_drawn", "is neither 3 nor 4")
    return NewGame(players, first, rules)


def _newcomer(fields: Fields) -> Newcomer:
    name = fields.name("name")
    if not 1 <= len(name) <= NAME_LENGTH or not name.isprintable():
        raise bad_request("name", f"should be 1 to {NAME_LENGTH} printable characters")
    newcomer = Newcomer(name, fields.text("color"), fields.text("terrain"), fields.count("tickets"))
    fields.done()
    return newcomer


def _draw(fields: Fields) -> DrawCards:
    cards = tuple(fields.rows("cards"))
    if not all(isinstance(card, str) for card in cards):
        raise bad_request("cards", "should all be text")
    return DrawCards(cards, fields.flag("short"))


def _claim(fields: Fields) -> ClaimRoute:
    route = fields.text("route")
    if not fields.has("double"):
        return ClaimRoute(route)
    double = fields.fields("double")
    payment = Payment(double.count("terrain"), double.count("locomotives"))
    double.done()
    return ClaimRoute(route, payment)


def _turn(reader: Callable[[Fields], Play]) -> Callable[[Fields], Turn]:
    """A play, by the rules or in spite of them."""

    def read(fields: Fields) -> Turn:
        play = reader(fields)
        if not fields.has("overrule"):
            return play
        _check_in_the_box(play)
        return Overruled(play, _reason(fields, "overrule"))

    return read


def _check_in_the_box(play: Play) -> None:
    """What not even the table can play: more than there are."""
    match play:
        case DrawCards() if len(play.cards) > TERRAIN_CARDS:
            raise bad_request("cards", f"are more than {TERRAIN_CARDS}")
        case ClaimRoute(double=Payment() as double):
            if double.terrain > CARDS_OF_TERRAIN:
                raise bad_request("terrain", f"is more than {CARDS_OF_TERRAIN}")
            if double.locomotives > LOCOMOTIVES:
                raise bad_request("locomotives", f"is more than {LOCOMOTIVES}")
        case DrawTickets() if play.kept > TICKETS:
            raise bad_request("kept", f"is more than {TICKETS}")


def _reason(fields: Fields, name: str) -> str:
    why = fields.text(name).strip()
    if not why or any("\ud800" <= character <= "\udfff" for character in why):
        raise bad_request(name, "should say why, in words")
    return why


def _amend(fields: Fields) -> Amend:
    player = fields.name("player") if fields.has("player") else None
    play = None
    if player is None or fields.has("with"):
        play = parse_play(fields.take("with", dict, "an object"))
    return Amend(fields.number("entry"), play, fields.flag("dry_run"), player)


def _insert(fields: Fields) -> Insert:
    return Insert(
        after=fields.number("after"),
        player=fields.name("player"),
        play=parse_play(fields.take("with", dict, "an object")),
        shift=fields.flag("shift"),
        dry_run=fields.flag("dry_run"),
    )


def _correct_route(fields: Fields) -> CorrectRoute:
    ferry = "ferry_locomotives"
    change = CorrectRoute(
        route=fields.text("route"),
        color=fields.text("color") if fields.has("color") else None,
        length=fields.number("length") if fields.has("length") else None,
        ferry_locomotives=fields.count(ferry) if fields.has(ferry) else None,
        dry_run=fields.flag("dry_run"),
    )
    if change.color is None and change.length is None and change.ferry_locomotives is None:
        raise bad_request("route", "nothing to correct")
    if change.color is not None and change.color not in TERRAIN_OF:
        raise bad_request("color", f"is none of {', '.join(TERRAIN_OF)}")
    if change.length is not None and change.length not in POINTS:
        raise bad_request("length", f"is not 1 to {max(POINTS)}")
    return change


def _stocktake(fields: Fields) -> Query:
    seats = fields.fields("players") if fields.has("players") else Fields({}, "players")
    players = {}
    for name in seats.names():
        counted = seats.fields(name)
        if clean_name(name) in players:
            raise bad_request("players", "name the same one twice")
        players[clean_name(name)] = CountedPlayer(
            trains=counted.count_up_to(TRAINS, "trains") if counted.has("trains") else None,
            terrain=counted.counts("terrain", TERRAIN_CARDS),  # 16 are told apart, not misread
            score=counted.number("score") if counted.has("score") else None,
        )
        counted.done()
    return Query("stocktake", counted=Counted(players, fields.counts("discards", TERRAIN_CARDS)))


def _adjust(fields: Fields) -> Adjust:
    why = _reason(fields, "why")
    player = fields.name("player") if fields.has("player") else None
    for counts in ("terrain", "discards"):
        fields.drop_empty(counts)
    of_player = [f for f in ("terrain", "trains", "tickets", "score") if fields.has(f)]
    if of_player and player is None:
        raise bad_request("player", "is missing")
    if not of_player and not fields.has("discards"):
        raise bad_request("player", "nothing to set")
    score = fields.number("score") if fields.has("score") else None
    if score is not None and abs(score) > SCORE_LIMIT:
        raise bad_request("score", f"is beyond {SCORE_LIMIT}")
    return Adjust(
        why=why,
        player=player,
        trains=fields.count_up_to(TRAINS, "trains") if fields.has("trains") else None,
        tickets=fields.count_up_to(TICKETS, "tickets") if fields.has("tickets") else None,
        score=score,
        terrain=fields.counts("terrain"),
        discards=fields.counts("discards"),
    )


def _settle(fields: Fields) -> Settle:
    entry, outcome = fields.number("entry"), fields.text("outcome")
    if outcome not in OUTCOMES:
        raise bad_request("outcome", f"is none of {', '.join(OUTCOMES)}")
    return Settle(entry, outcome)


def _reveal(fields: Fields) -> Reveal:
    tickets = tuple(_ticket(Fields(row, "tickets")) for row in fields.rows("tickets"))
    return Reveal(fields.name("player"), tickets)


def _ticket(fields: Fields) -> TicketFace:
    ticket = TicketFace(fields.text("from"), fields.text("to"), fields.number("points"))
    fields.done()
    least, most = TICKET_POINTS
    if not least <= ticket.points <= most:
        raise bad_request("points", f"should be {least} to {most}")
    if ticket.start == ticket.end:
        raise bad_request("to", "is where it starts")
    return ticket


def _options(fields: Fields) -> Query:
    route = fields.text("route")
    return Query("options", route, fields.name("player") if fields.has("player") else None)


def _query(verb: str) -> Callable[[Fields], Query]:
    return lambda fields: Query(verb)


_PLAYS: Final[Mapping[str, Callable[[Fields], Play]]] = {
    "draw": _draw,
    "claim": _claim,
    "tickets": lambda fields: DrawTickets(fields.count("kept")),
    "pass": lambda fields: Pass(),
}

_TURNS: Final[Mapping[str, Callable[[Fields], Turn]]] = {
    verb: _turn(reader) for verb, reader in _PLAYS.items()
}

_READERS: Final[Mapping[str, Callable[[Fields], Command | Query]]] = {
    **_TURNS,
    "new": _new,
    "resume": lambda fields: Resume(fields.text("game")),
    "undo": lambda fields: Undo(),
    "redo": lambda fields: Redo(),
    "amend": _amend,
    "void": lambda fields: Void(fields.number("entry"), fields.flag("dry_run")),
    "insert": _insert,
    "correct_route": _correct_route,
    "adjust": _adjust,
    "object": lambda fields: Object(fields.number("entry"), fields.name("by")),
    "settle": _settle,
    "finish": lambda fields: Finish(),
    "reveal": _reveal,
    "options": _options,
    "stocktake": _stocktake,
    **{verb: _query(verb) for verb in ("games", "state", "log", "result", "rights")},
}

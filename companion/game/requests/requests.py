"""Requests as plain JSON data: strictly parsed into commands, and written back.

Every verb has one form, which declares how each field is read and written. A request that is
read and written again is unchanged, as the log needs it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
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
    Pass,
    Play,
    Redo,
    Resume,
    Reveal,
    RuledPlay,
    RuleSettings,
    Settle,
    TicketFace,
    Turn,
    Undo,
    Void,
)
from companion.game.refusal import bad_request
from companion.game.requests.fields import (
    Field,
    Fields,
    Form,
    an_object,
    called,
    clean_name,
    counts,
    each_called,
    if_any,
    maybe,
    objects,
    one_of,
    rows_of,
    up_to,
)
from companion.game.rulebook import (
    CARDS_OF_TERRAIN,
    LOCOMOTIVE,
    LOCOMOTIVES,
    POINTS,
    TERRAIN_CARDS,
    TERRAIN_OF,
    TICKET_POINTS,
    TICKETS,
    TICKETS_DRAWN,
    TICKETS_DRAWN_CHOICES,
    TRAINS,
)
from companion.game.rules.terrain import Payment
from companion.game.stocktake.stock_count import PlayerCount, TableCount

Request = Mapping[str, Any]

SCORE_LIMIT: Final = 1_000_000  # of one table ruling: keeps numbers readable


@dataclass(frozen=True, slots=True)
class Query:
    """A query, which changes nothing."""

    verb: str
    route: str | None = None
    player: str | None = None
    counted: TableCount | None = None


def parse(request: object) -> Command | Query:
    """Parse a request whose envelope (id, seq, game) has been removed.

    Raises:
        Refusal: bad_request.
    """
    fields = Fields(request, "request")
    verb = fields.text("do")
    if verb in _PLAYS:
        return _read_turn(_PLAYS[verb], fields)
    if verb not in _OTHERS:
        raise bad_request("do", "is not a verb of this protocol")
    command: Command | Query = _OTHERS[verb].read(fields)
    fields.done()
    return command


def parse_play(request: object) -> Turn:
    """Parse a play: draw, claim, tickets or pass.

    Raises:
        Refusal: bad_request.
    """
    fields = Fields(request, "with")
    form = _PLAYS.get(fields.text("do"))
    if form is None:
        raise bad_request("with", "is not a play")
    return _read_turn(form, fields)


def request_of(command: Command) -> dict[str, Any]:
    """Return the request for a command, without default values."""
    if isinstance(command, RuledPlay):
        return {**request_of(command.play), "overrule": command.why}
    verb, form = _VERBS[type(command)]
    return {"do": verb, **form.write(command)}


def with_players_called(request: Request, new: Callable[[str], str]) -> dict[str, Any]:
    """Return a request from the log with every player renamed by `new`."""
    people = _PEOPLE.get(request["do"], {})
    return {
        field: people[field](value, new) if field in people else value
        for field, value in request.items()
    }


# --- reading -------------------------------------------------------------------------------------


def _cards(fields: Fields, name: str) -> tuple[str, ...]:
    cards = tuple(fields.rows(name))
    if not all(isinstance(card, str) for card in cards):
        raise bad_request(name, "must all be text")
    return cards


def _tickets_drawn(fields: Fields, name: str) -> int:
    return fields.number(name) if fields.has(name) else TICKETS_DRAWN


def _reason(fields: Fields, name: str) -> str:
    why = fields.text(name).strip()
    if not why or any("\ud800" <= character <= "\udfff" for character in why):
        raise bad_request(name, "must give a reason in words")
    return why


def _play(fields: Fields, name: str) -> Turn:
    return parse_play(fields.take(name, dict, "is not an object"))


def _another_player(fields: Fields, name: str) -> str | None:
    """Return the new player of an amendment; required if there is no new play."""
    if not fields.has(name) and not fields.has("with"):
        raise bad_request("with", "is missing")
    return fields.name(name) if fields.has(name) else None


def _whose_values(fields: Fields, name: str) -> str | None:
    """Return whose values a table ruling sets; refuse one that sets nothing or lacks a player."""
    player = fields.name(name) if fields.has(name) else None
    for cards in ("terrain", "discards"):
        fields.drop_empty(cards)
    of_player = any(fields.has(value) for value in ("terrain", "trains", "tickets", "score"))
    if of_player and player is None:
        raise bad_request(name, "is missing")
    if not of_player and not fields.has("discards"):
        raise bad_request(name, "nothing to set")
    return player


def _points_to_add(fields: Fields, name: str) -> int:
    score = fields.number(name)
    if abs(score) > SCORE_LIMIT:
        raise bad_request(name, "must be between -{n} and {n}", n=SCORE_LIMIT)
    return score


def _counted_players(fields: Fields, name: str) -> dict[str, PlayerCount]:
    seats = fields.fields(name)
    players = {}
    for player in seats.names():
        counted = seats.fields(player)
        if clean_name(player) in players:
            # Translators: follows the field's name: "players: list the same player twice".
            raise bad_request(name, "list the same player twice")
        players[clean_name(player)] = _COUNTED.read_alone(counted)
    return players


def _read_turn(form: Form[Play], fields: Fields) -> Turn:
    """Read a play, with or without a table ruling."""
    play = form.read(fields)
    turn: Turn = play
    if fields.has("overrule"):
        _check_in_the_box(play)
        turn = RuledPlay(play, _reason(fields, "overrule"))
    fields.done()
    return turn


# --- limits --------------------------------------------------------------------------------------


def _check_in_the_box(play: Play) -> None:
    """Refuse more pieces than the box has, even by table ruling."""
    match play:
        case DrawCards() if len(play.cards) > TERRAIN_CARDS:
            raise bad_request("cards", "is more than {n}", n=TERRAIN_CARDS)
        case DrawCards() if play.cards.count(LOCOMOTIVE) > LOCOMOTIVES:
            raise bad_request("cards", "has more locomotives than there are ({n})", n=LOCOMOTIVES)
        case ClaimRoute(double=Payment() as double):
            if double.terrain > CARDS_OF_TERRAIN:
                raise bad_request("terrain", "is more than {n}", n=CARDS_OF_TERRAIN)
            if double.locomotives > LOCOMOTIVES:
                raise bad_request("locomotives", "is more than {n}", n=LOCOMOTIVES)
        case DrawTickets() if play.kept > TICKETS:
            raise bad_request("kept", "is more than {n}", n=TICKETS)


def _check_rules(rules: RuleSettings) -> None:
    if rules.tickets_drawn not in TICKETS_DRAWN_CHOICES:
        raise bad_request("tickets_drawn", "must be 3 or 4")


def _check_ticket(ticket: TicketFace) -> None:
    least, most = TICKET_POINTS
    if not least <= ticket.points <= most:
        raise bad_request("points", "must be {least} to {most}", least=least, most=most)
    if ticket.start == ticket.end:
        # Translators: of a ticket's second place.
        raise bad_request("to", "is the same place as the start")


def _check_correction(change: CorrectRoute) -> None:
    if change.color is None and change.length is None and change.ferry_locomotives is None:
        raise bad_request("route", "nothing to correct")
    if change.color is not None and change.color not in TERRAIN_OF:
        raise bad_request("color", "is not one of {choices}", choices=", ".join(TERRAIN_OF))
    if change.length is not None and change.length not in POINTS:
        raise bad_request("length", "must be {least} to {most}", least=1, most=max(POINTS))


# --- the verbs -----------------------------------------------------------------------------------


def _counted(players: dict[str, PlayerCount], discards: dict[str, int]) -> Query:
    return Query("stocktake", counted=TableCount(players, discards))


_PAYMENT: Final = Form(
    Payment, (Field("terrain", Fields.count), Field("locomotives", Fields.count))
)
_TICKET: Final = Form(
    TicketFace,
    (
        Field("from", Fields.text, attribute="start"),
        Field("to", Fields.text, attribute="end"),
        Field("points", Fields.number),
    ),
    _check_ticket,
)
_NEWCOMER: Final = Form(
    Newcomer,
    (
        Field("name", Fields.name),
        Field("color", Fields.text),
        Field("terrain", Fields.text),
        Field("tickets", Fields.count),
    ),
)
_RULES: Final = Form(RuleSettings, (Field("tickets_drawn", _tickets_drawn),), _check_rules)
_COUNTED: Final = Form(
    PlayerCount,
    (
        Field("trains", maybe(up_to(TRAINS))),
        Field("terrain", counts(TERRAIN_CARDS)),  # too many are reported, not refused
        Field("score", maybe(Fields.number)),
    ),
)
_ENTRY: Final = Field("entry", Fields.number)
_DRY_RUN: Final = Field("dry_run", Fields.flag, write=lambda flag: None)
_SHIFT: Final = Field("shift", Fields.flag, write=if_any)
_PLAYER: Final = Field("player", Fields.name, people=called)

_PLAYS: Final[Mapping[str, Form[Any]]] = {
    "draw": Form(
        DrawCards,
        (Field("cards", _cards, write=list), Field("short", Fields.flag, write=if_any)),
    ),
    "claim": Form(
        ClaimRoute,
        (
            Field("route", Fields.text),
            Field("double", maybe(an_object(_PAYMENT)), lambda it: it and _PAYMENT.write(it)),
        ),
    ),
    "tickets": Form(DrawTickets, (Field("kept", Fields.count),)),
    "pass": Form(Pass),
}

_OTHERS: Final[Mapping[str, Form[Any]]] = {
    "new": Form(
        NewGame,
        (
            Field("players", rows_of(_NEWCOMER), objects(_NEWCOMER), people=each_called),
            Field("first", maybe(Fields.name), people=called),
            Field("rules", an_object(_RULES), _RULES.write),
        ),
    ),
    "resume": Form(Resume, (Field("game", Fields.text),)),
    "undo": Form(Undo),
    "redo": Form(Redo),
    "amend": Form(
        Amend,
        (
            Field("player", _another_player, people=called),
            Field("with", maybe(_play), lambda play: play and request_of(play), attribute="play"),
            _ENTRY,
            _DRY_RUN,
        ),
        written=("entry",),
    ),
    "void": Form(Void, (_ENTRY, _SHIFT, _DRY_RUN)),
    "insert": Form(
        Insert,
        (
            Field("after", Fields.number),
            _PLAYER,
            Field("with", _play, request_of, attribute="play"),
            _SHIFT,
            _DRY_RUN,
        ),
    ),
    "correct_route": Form(
        CorrectRoute,
        (
            Field("route", Fields.text),
            Field("color", maybe(Fields.text)),
            Field("length", maybe(Fields.number)),
            Field("ferry_locomotives", maybe(Fields.count)),
            _DRY_RUN,
        ),
        _check_correction,
    ),
    "adjust": Form(
        Adjust,
        (
            Field("why", _reason),
            Field("player", _whose_values, people=called),
            Field("score", maybe(_points_to_add)),
            Field("trains", maybe(up_to(TRAINS))),
            Field("tickets", maybe(up_to(TICKETS))),
            Field("terrain", counts(), lambda cards: dict(cards) or None),
            Field("discards", counts(), lambda cards: dict(cards) or None),
        ),
        written=("player", "terrain", "trains", "tickets", "score", "discards", "why"),
    ),
    "object": Form(Object, (_ENTRY, Field("by", Fields.name, people=called))),
    "settle": Form(Settle, (_ENTRY, Field("outcome", one_of(OUTCOMES)))),
    "finish": Form(Finish),
    "reveal": Form(
        Reveal,
        (Field("tickets", rows_of(_TICKET), objects(_TICKET)), _PLAYER),
        written=("player",),
    ),
    "options": Form(
        partial(Query, "options"),
        (Field("route", Fields.text), Field("player", maybe(Fields.name))),
    ),
    "stocktake": Form(
        _counted,
        (Field("players", _counted_players), Field("discards", counts(TERRAIN_CARDS))),
    ),
    **{verb: Form(partial(Query, verb)) for verb in ("games", "state", "log", "result", "rights")},
}

_VERBS: Final[Mapping[object, tuple[str, Form[Any]]]] = {
    form.kind: (verb, form) for verb, form in {**_PLAYS, **_OTHERS}.items()
}

_PEOPLE: Final = {
    verb: {field.name: field.people for field in form.fields if field.people is not None}
    for verb, form in {**_PLAYS, **_OTHERS}.items()
}

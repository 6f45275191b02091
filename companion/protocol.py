"""The JSON lines protocol: one request per line in, exactly one answer per line out."""

import json
import logging
import math
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any, BinaryIO, Final

from companion.game.log.lines import log_lines
from companion.game.refusal import Refusal, bad_request
from companion.game.requests.fields import Fields
from companion.game.requests.requests import Query, parse, request_of
from companion.game.rulebook import TERRAINS
from companion.game.rules.scoring import winners
from companion.game.state import Seat, State
from companion.game.stocktake.causes import likely_causes
from companion.game.stocktake.stock_count import TableCount, check_counted, differences, impossible
from companion.referee import Announcement, Referee
from companion.words import Translations, Words, translations
from companion.words.causes import cause_in_words

log = logging.getLogger(__name__)

LONGEST_LINE: Final = 64 * 1024

Answer = dict[str, Any]


class Conversation:
    """Answers requests to a referee, including malformed ones."""

    def __init__(self, referee: Referee, language: Translations | None = None) -> None:
        self._referee = referee
        self._language = language or translations()

    def answer(self, line: str | bytes) -> Answer:
        """Return the answer to one line: an acceptance, a refusal or a query's result."""
        echo: Answer = {}
        try:
            request = _read(line)
            if isinstance(request, dict) and request.get("id") is not None:
                echo = _echo(request.pop("id"))
            return {**self._handle(request), **echo}
        except Refusal as refusal:
            return {**self._refused(refusal), **echo}

    def answer_line(self, line: bytes) -> bytes:
        """Return the answer as an encoded line; an internal error is logged and answered too."""
        try:
            return json.dumps(self.answer(line)).encode() + b"\n"
        except Exception:
            log.exception("no answer to %.200r", line)
            fault = self._refused(bad_request("line", "could not be answered"))
            return json.dumps(fault).encode() + b"\n"

    def _words(self) -> Words:
        board = self._referee.game.board if self._referee.has_game else self._referee.board
        return Words(board, self._language)

    def _refused(self, refusal: Refusal) -> Answer:
        return {
            "ok": False,
            "code": refusal.code,
            "rule": refusal.rule,
            "why": self._words().why(refusal.code, refusal.facts),
            "facts": refusal.facts,
        }

    def _handle(self, request: object) -> Answer:
        fields = Fields(request, "request")
        envelope = _Envelope(fields)
        command = parse(fields.rest())
        if isinstance(command, Query):
            return self._asked(command)
        announcement = self._referee.submit(command, seq=envelope.seq, game=envelope.game)
        return self._announced(announcement)

    def _asked(self, query: Query) -> Answer:
        if query.counted is not None:
            content = self._counted(query.counted)
        else:
            content = _QUERIES[query.verb](self._referee, query)
        return {"ok": True, "seq": self._referee.seq, "rule": None, "say": [], **content}

    def _counted(self, counted: TableCount) -> Answer:
        """Answer a stock-take: the differences, impossible counts and likely causes."""
        game = self._referee.game
        check_counted(game.state, counted)
        words = self._words()
        return {
            "differences": [asdict(found) for found in differences(game.state, counted)],
            "impossible": [asdict(found) for found in impossible(game.state, counted)],
            "causes": [
                {
                    "request": request_of(cause.change),
                    "conflicts": cause.conflicts,
                    "why": cause_in_words(words, game, cause.change),
                }
                for cause in likely_causes(game, counted)
            ],
        }

    def _announced(self, announcement: Announcement) -> Answer:
        answer: Answer = {
            "ok": True,
            "seq": announcement.seq,
            "rule": announcement.rule,
            "say": [{"code": prompt.code, **prompt.facts} for prompt in announcement.say],
            "game": announcement.game,
        }
        if announcement.entry is not None and announcement.entry.sets_aside is not None:
            answer["overruled"] = announcement.entry.sets_aside
        if announcement.saved is not None:
            answer["saved"] = announcement.saved
        if announcement.tickets is not None:
            answer["tickets"] = [
                {"from": t.start, "to": t.end, "points": t.points, "completed": t.completed}
                for t in announcement.tickets
            ]
        if announcement.conflicts is not None:
            why = Words(announcement.board, self._language).why
            answer["conflicts"] = [
                {
                    "entry": conflict.entry,
                    "code": conflict.refusal.code,
                    "why": why(conflict.refusal.code, conflict.refusal.facts),
                }
                for conflict in announcement.conflicts
            ]
        if announcement.scores is not None:
            answer["scores"] = announcement.scores
        return answer


def _echo(request_id: object) -> Answer:
    try:
        json.dumps(request_id)
    except RecursionError:  # too deeply nested for json.dumps()
        return {}
    return {"id": request_id}


class _Envelope:
    """The seq and game that any request can carry: the state that the sender saw."""

    def __init__(self, fields: Fields) -> None:
        self.seq = fields.number("seq") if fields.has("seq") else None
        resumes = fields.peek("do") == "resume"  # there, "game" is the command's own field
        self.game = fields.text("game") if fields.has("game") and not resumes else None


class DisconnectedError(Exception):
    """The input or output stream is closed or broken; the message says why."""


def serve(
    referee: Referee, source: BinaryIO, sink: BinaryIO, language: Translations | None = None
) -> None:
    """Answer every line of a stream until it ends.

    Raises:
        DisconnectedError: If one of the streams is closed, full or broken.
    """
    conversation = Conversation(referee, language)
    try:
        while line := source.readline(LONGEST_LINE + 2):
            if not line.endswith(b"\n"):
                _skip_line(source)
            sink.write(conversation.answer_line(line))
            sink.flush()
    except OSError as error:
        raise DisconnectedError(error.strerror or str(error)) from error


def _skip_line(source: BinaryIO) -> None:
    """Skip the rest of a line that is too long."""
    while rest := source.readline(LONGEST_LINE):
        if rest.endswith(b"\n"):
            return


def _read(line: str | bytes) -> Any:  # noqa: ANN401
    data = line.encode("utf-8", "surrogatepass") if isinstance(line, str) else line
    if len(data.rstrip(b"\r\n")) > LONGEST_LINE:
        raise bad_request("line", "is longer than {n} bytes", n=LONGEST_LINE)
    try:
        return json.loads(data.decode("utf-8"), parse_constant=_no_number, parse_float=_number)
    except (ValueError, RecursionError) as error:
        raise bad_request("line", "is not JSON") from error


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is no number")


def _number(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError("too large a number")
    return value


# --- queries -----------------------------------------------------------------------------------


def _games(referee: Referee, query: Query) -> Answer:
    games = [
        {
            "game": line.uuid,
            "players": list(line.players),
            "phase": line.phase,
            "seq": line.seq,
            "started": line.started,
        }
        for line in referee.games()
    ]
    return {"games": games}


def _state(referee: Referee, query: Query) -> Answer:
    game = referee.game
    state = game.state
    last = state.last_round
    return {
        "phase": state.phase,
        "turn": state.turn,
        "player": None if state.player is None else state.seats[state.player].name,
        "seq": game.seq,
        "players": [_player(state, number, seat) for number, seat in enumerate(state.seats)],
        "terrain": {
            "deck": state.deck,
            "market": state.market,
            "discards": state.discards._asdict(),
            "unseen": {terrain: state.unseen(terrain) for terrain in TERRAINS},
        },
        "tickets_left": state.tickets_left,
        "last_round": last and {"by": state.seats[last.by].name, "turns_left": last.turns_left},
        "game": game.uuid,
    }


def _player(state: State, number: int, seat: Seat) -> Answer:
    return {
        "name": seat.name,
        "color": seat.color,
        "score": state.score(number),
        "trains": seat.trains,
        "tickets": seat.tickets,
        "terrain": seat.front._asdict(),
        "routes": seat.routes,
    }


def _log(referee: Referee, query: Query) -> Answer:
    return {"entries": log_lines(referee.game)}


def _result(referee: Referee, query: Query) -> Answer:
    ranked = referee.result()
    seats = referee.game.state.seats
    return {
        "winners": [seats[seat].name for seat in winners([place.card for place in ranked])],
        "players": [
            {
                "name": seats[place.card.seat].name,
                "place": place.place,
                "total": place.card.total,
                "routes": place.card.routes,
                "doubling": place.card.doubling,
                "adjustments": place.card.adjustments,
                "tickets": place.card.tickets,
                "completed": place.card.completed,
                "globetrotter": place.card.globetrotter,
            }
            for place in ranked
        ],
    }


def _options(referee: Referee, query: Query) -> Answer:
    assert query.route is not None
    worth = referee.worth(query.route, query.player)
    return {
        "claimable": worth.refusal is None,
        "code": worth.refusal and worth.refusal.code,
        "points": worth.route.points,
        "terrain": worth.route.terrain,
        "need": worth.standing.need,
        "own": worth.standing.own,
        "rival": worth.standing.rival,
        "doubles": worth.ways_data(),
    }


def _rights(referee: Referee, query: Query) -> Answer:
    return {
        "rights": {
            name: {terrain: asdict(right) for terrain, right in rights.items()}
            for name, rights in referee.rights().items()
        }
    }


_QUERIES: Final[Mapping[str, Callable[[Referee, Query], Answer]]] = {
    "games": _games,
    "state": _state,
    "log": _log,
    "result": _result,
    "options": _options,
    "rights": _rights,
}

"""The data of the phone page as plain JSON: pure functions of a snapshot and the words.

Data that a phone must not reveal is not sent at all: hidden scores are None, and anything that
would add up to them is left out.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from companion.desk.claim.rights import badge
from companion.desk.claim.ruling import RulingView, Way, ruling_view
from companion.desk.log_rows import LogRow, folded_row, log_row, together
from companion.desk.messages import Message, disputed, message_for
from companion.desk.turn_context import TurnContext
from companion.exports.breakdown import breakdown
from companion.game import chart_data
from companion.game.board.board import Board, Route
from companion.game.game import Game
from companion.game.log.disputes import open_disputes, unsettled
from companion.game.log.lines import log_lines
from companion.game.log.timeline import Step
from companion.game.rulebook import CARDS, FEW_TRAINS, TERRAINS, Terrain
from companion.game.rules.claims import worth
from companion.game.rules.draws import is_whole
from companion.referee import Right, right_of
from companion.text import number, signed, typeset
from companion.web.views.scoreless import (
    ScorelessWords,
    scoreless_announcement,
    scoreless_line,
    scoreless_mark,
)
from companion.web.views.snapshot import Snapshot
from companion.words.pages.exports import ExportWords
from companion.words.table.desk import DeskWords

Data = dict[str, Any]

SHAPES: Final = {  # of players' colours, as on the kiosk: nothing depends on colour alone
    "blue": "square",
    "red": "triangle",
    "green": "circle",
    "yellow": "diamond",
    "black": "cross",
}


def table(snapshot: Snapshot, words: DeskWords, seat: int | None = None) -> Data:
    """Return the table as seen from a seat, or by a phone that only watches."""
    return moment(snapshot, words, seat) | standing(snapshot, words)


def moment(snapshot: Snapshot, words: DeskWords, seat: int | None = None) -> Data:
    """Return the part of the table that changes with every turn."""
    game = snapshot.game
    if game is None:
        return {"game": None, "seq": 0, "phase": None, "saved": snapshot.saved}
    state, waiting = game.state, unsettled(game)
    return {
        "game": game.uuid,
        "seq": game.seq,
        "board": game.board.fingerprint,
        "phase": state.phase,
        "turn": words.turn(state.turn) if state.player is not None else "",
        "title": words.stage(state),
        "on_turn": state.player,
        "last_round": words.in_last_round(state),
        "said": _message(snapshot, game, words, waiting),
        "saved": snapshot.saved,
        "unsettled": len(waiting),
        "tickets_left": state.tickets_left,
        "result": _result(game, words) if state.result is not None else None,
        "may_enter": may_enter(snapshot, seat),
    }


def stands_on(snapshot: Snapshot) -> tuple[object, ...]:
    """Return the inputs of `standing()`: while these are the same objects, its result is too."""
    if snapshot.game is None:
        return ()
    state = snapshot.game.state
    return snapshot.game.board, state.seats, state.owners, state.result, snapshot.hidden


def standing(snapshot: Snapshot, words: DeskWords) -> Data:
    """Return the part of the table that many turns leave unchanged: who has what."""
    if snapshot.game is None:
        return {}
    state = snapshot.game.state
    return {
        "terrains": {str(terrain): words.names.card(terrain) for terrain in TERRAINS},
        "players": [_player(snapshot, words, number) for number in range(len(state.seats))],
        "owners": dict(state.owners),
    }


def may_enter(snapshot: Snapshot, seat: int | None) -> bool:
    """Whether the phone at this seat can enter the current turn."""
    on_turn = snapshot.game.state.player if snapshot.game is not None else None
    return snapshot.turns and seat is not None and seat == on_turn


def _player(snapshot: Snapshot, words: DeskWords, seat: int) -> Data:
    assert snapshot.game is not None
    state = snapshot.game.state
    player = state.seats[seat]
    return {
        "seat": seat,
        "name": player.name,
        "color": player.color,
        "shape": SHAPES.get(player.color, "square"),
        "score": None if snapshot.hidden else state.score(seat),
        "trains": player.trains,
        "few_trains": player.trains <= FEW_TRAINS,
        "tickets": player.tickets,
        "revealed": player.revealed is not None,
        "rights": [_right(words, terrain, right_of(state, seat, terrain)) for terrain in TERRAINS],
    }


@lru_cache(maxsize=2000)  # most don't change from turn to turn
def _right(words: DeskWords, terrain: Terrain, right: Right) -> Data:
    sign = badge(right)
    return {
        "terrain": str(terrain),
        "count": right.own,
        "kind": sign.kind,
        "sign": sign.sign,
        "says": words.right(terrain, right),
    }


def _message(
    snapshot: Snapshot, game: Game, words: DeskWords, waiting: Mapping[int, str]
) -> Data | None:
    """Return the last ruling and its instructions."""
    announced = snapshot.last_announcement
    if announced is None:
        return None
    if snapshot.hidden:
        words, announced = _scoreless(words), scoreless_announcement(announced)
    last = message_for(words, game, announced, hidden=snapshot.hidden)
    if last.entry in waiting:
        last = _as_disputed(game, words, last)
    return {
        "headline": typeset(last.headline),
        "details": [typeset(detail) for detail in last.details],
        "points": "" if snapshot.hidden else number(last.points),
        "ruled": last.ruled,
        "disputed": last.disputed,
        "call": last.call,
        "entry": last.entry,
    }


def _as_disputed(game: Game, words: DeskWords, last: Message) -> Message:
    objection = None if last.entry is None else open_disputes(game).get(last.entry)
    return last if objection is None else disputed(words, last, objection.by)


def _scoreless(words: DeskWords) -> DeskWords:
    return ScorelessWords(words.board, words.language)


# --- the end ---


def _result(game: Game, words: DeskWords) -> Data:
    found, export = breakdown(game), ExportWords(game.board, words.language)
    ruled = any(line.card.adjustments for line in found.players)
    return {
        "title": export.heading(found),
        "note": export.note(found),
        "winners": [line.seat for line in found.winners],
        "sources": list(words.sources(ruled=ruled)),
        "lines": [
            {
                "place": line.place,
                "seat": line.seat,
                "name": line.name,
                "points": [
                    line.card.routes,
                    line.card.doubling,
                    line.card.tickets,
                    line.card.globetrotter,
                    *([line.card.adjustments] if ruled else []),
                ],
                "completed": line.card.completed,
                "total": line.card.total,
            }
            for line in found.ranked
        ],
        "curves": [list(curve.scores) for curve in chart_data.curves(game)],
        "trains": [list(left) for left in chart_data.trains_left(game)],
        "tickets": [
            [
                {
                    "says": typeset(words.ticket(ticket.start, ticket.end, ticket.points)),
                    "completed": ticket.completed,
                }
                for ticket in player.revealed or ()
            ]
            for player in game.state.seats
        ],
    }


# --- the log ---


def log(snapshot: Snapshot, words: DeskWords) -> list[Data]:
    """Return every entry as a sentence, newest first; entries undone together share a row."""
    game = snapshot.game
    if game is None:
        return []
    waiting = unsettled(game)
    steps = {step.seq: step for step in game.head.back()}
    lines = log_lines(game)
    if snapshot.hidden:
        words, lines = _scoreless(words), [scoreless_line(line) for line in lines]
    listed = []
    for run in reversed(together(lines)):
        rows = [
            _log_row_of(
                snapshot, game, words, line, steps.get(line["entry"]), waiting.get(line["entry"])
            )
            for line in reversed(run)
        ]
        under = [_log_line(snapshot, row) for row in rows] if len(rows) > 1 else []
        top = folded_row(words, rows) if under else rows[0]
        listed.append(_log_line(snapshot, top) | {"under": under})
    return listed


def _log_row_of(
    snapshot: Snapshot,
    game: Game,
    words: DeskWords,
    line: Data,
    step: Step | None,
    waits: str | None,
) -> LogRow:
    row = log_row(game, words, line, step, waits)
    return replace(row, mark=scoreless_mark(row.mark, line)) if snapshot.hidden else row


def _log_line(snapshot: Snapshot, row: LogRow) -> Data:
    return {
        "entry": row.entry,
        "turn": row.turn,
        "color": row.color,
        "shape": SHAPES.get(row.color, ""),
        "sentence": typeset(row.sentence),
        "points": "" if snapshot.hidden else number(row.points),
        "flags": row.flags,
        "rule": row.rule,
        "undone": row.undone,
        "mark": row.mark,
    }


# --- the board ---


def board(board: Board, words: DeskWords) -> Data:
    """Return the printed board: places and routes, with their names."""
    return {
        "fingerprint": board.fingerprint,
        "locations": [
            {
                "id": location.id,
                "name": location.name or "",
                "kind": location.kind,
                "x": location.x,
                "y": location.y,
                "place": location.place,
            }
            for location in board.locations.values()
        ],
        "routes": [_route(words, route) for route in board.routes.values()],
        "places": sorted(
            ({"id": place, "name": words.names.place(place)} for place in board.places),
            key=lambda one: words.names.order(one["id"]),
        ),
    }


def _route(words: DeskWords, route: Route) -> Data:
    return {
        "id": route.id,
        "a": route.a,
        "b": route.b,
        "name": typeset(words.names.route(route.id, opening=True)),
        "says": typeset(words.names.route_in_full(route)),
        "color": route.color,
        "terrain": str(route.terrain),
        "length": route.length,
        "track": route.track,
        "double": route.double,
        "ferry": route.ferry_locomotives,
    }


def routes(snapshot: Snapshot, words: DeskWords, seat: int) -> list[Data]:
    """Return what each free route would score for a player, highest first."""
    game = snapshot.game
    if game is None or game.state.ended:
        return []
    values = (worth(game.board, game.state, seat, route) for route in game.board.routes)
    free = [value for value in values if value.refusal is None]
    free.sort(key=lambda value: (-value.route.points, value.route.id))
    return [
        {
            "id": value.route.id,
            "points": value.route.points,
            "doubled": value.doubled if value.ways else None,
            "locomotives": value.standing.fewest_locomotives if value.ways else None,
            "costs": _cheapest(words, value.route, value.ways),
        }
        for value in free
    ]


def _cheapest(words: DeskWords, route: Route, ways: Any) -> str:  # noqa: ANN401
    if not ways:
        return ""
    return words.payment(route.terrain, ways[0].terrain, ways[0].locomotives)


def ruling(snapshot: Snapshot, words: DeskWords, seat: int, route: str) -> Data | None:
    """Return every way to score a route for a player, with reasons for the refused ones."""
    game = snapshot.game
    if game is None or game.state.ended or route not in game.board.routes:
        return None
    turn_context = TurnContext.now(game).of(seat)
    return _ruling(ruling_view(turn_context, words, route, hidden=snapshot.hidden))


def _ruling(view: RulingView) -> Data:
    return {
        "route": view.route.id,
        "title": typeset(view.title),
        "takes": view.takes,
        "terrain": str(view.terrain),
        "holders": view.holders,
        "verdict": view.verdict,
        "rule": view.rule,
        "ways": [_way(way) for way in view.ways],
        "reminder": view.reminder,
        "refused": view.is_ruled,
    }


def _way(way: Way) -> Data:
    payment = way.payment
    return {
        "points": signed(way.points),
        "double": payment and {"terrain": payment.terrain, "locomotives": payment.locomotives},
        "cost": way.cost,
        "note": way.note,
        "rule": way.rule,
        "refused": way.is_refused or way.is_ruled,
    }


def turn(snapshot: Snapshot, words: DeskWords, seat: int) -> Data:
    """Return what a player can enter for their own turn."""
    assert snapshot.game is not None
    state = snapshot.game.state
    drawn = min(state.tickets_drawn, state.tickets_left)
    passes = words.gettext("{player} passes").format(player=state.seats[seat].name)
    return {
        "cards": [
            {"card": card, "word": words.card_word(card), "alone": is_whole((card,))}
            for card in CARDS
        ],
        "alone": words.why("locomotive_alone", {}),
        "tickets": words.tickets_drawn(drawn, state.tickets_left),
        "kept": list(range(1, drawn + 1)),
        "passes": passes,
    }

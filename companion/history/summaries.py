"""Summarises a game in one row, plus one per seat: the source of all statistics."""

from collections.abc import Iterable, Iterator
from dataclasses import astuple, dataclass, fields

from companion.exports.breakdown import Breakdown, PlayerBreakdown, breakdown
from companion.game.board.board import Board
from companion.game.events import RouteClaimed
from companion.game.game import Game
from companion.game.log.timeline import claims_among
from companion.journal import Journal, LogDamagedError, StoredGame
from companion.journal.errors import as_game_damaged
from companion.journal.store import Execute


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game; `margin` is the winner's lead, None while unfinished."""

    phase: str
    started: str
    ended: str | None
    minutes: int
    turns: int
    entries: int
    rulings: int
    players: int
    margin: int | None


@dataclass(frozen=True, slots=True)
class Score:
    """A player's result in a game; `place` is None while it is unfinished."""

    seat: int
    player: str
    started: str
    place: int | None
    winner: bool
    total: int
    routes: int
    doubling: int
    rulings: int
    tickets: int
    globetrotter: int
    completed: int
    held: int  # tickets in hand at the end
    claims: int
    doubled: int
    terrain: int  # cards spent on doubling
    locomotives: int  # spent on doubling
    trains: int  # left
    best_claim: int  # points of their best claim, doubling included
    best_route: str | None


@dataclass(frozen=True, slots=True)
class Summary:
    """A game's result and scores; valid while `hash` is that of its last entry."""

    hash: str
    result: Result
    scores: tuple[Score, ...]


def summarise(stored: StoredGame, head: str) -> Summary:
    """Summarise a stored game; `head` is the hash of its last entry.

    Raises:
        GameDamagedError: If the game can't be shown.
    """
    game = stored.folded()
    with as_game_damaged(stored.uuid):
        return _summary(game, head)


def _summary(game: Game, head: str) -> Summary:
    worked_out = breakdown(game)
    claimed: list[list[RouteClaimed]] = [[] for _ in worked_out.players]
    for _, event in claims_among(game.head.back()):
        claimed[event.seat].append(event)
    scores = tuple(
        _score(worked_out, line, game, claimed[line.seat]) for line in worked_out.players
    )
    return Summary(head, _result(worked_out), scores)


def _result(game: Breakdown) -> Result:
    best, second, *_ = sorted([line.card.total for line in game.players], reverse=True)
    return Result(
        phase=game.phase,
        started=game.started,
        ended=game.ended,
        minutes=game.minutes,
        turns=game.turns,
        entries=game.entries,
        rulings=game.rulings,
        players=len(game.players),
        margin=best - second if game.finished else None,
    )


def _score(
    worked_out: Breakdown, line: PlayerBreakdown, game: Game, made: list[RouteClaimed]
) -> Score:
    seat = game.state.seats[line.seat]
    best = max(made, key=lambda claim: claim.points + claim.doubling, default=None)
    return Score(
        seat=line.seat,
        player=line.id,
        started=worked_out.started,
        place=line.place if worked_out.finished else None,
        winner=line.winner,
        total=line.card.total,
        routes=line.card.routes,
        doubling=line.card.doubling,
        rulings=line.card.adjustments,
        tickets=line.card.tickets,
        globetrotter=line.card.globetrotter,
        completed=line.card.completed,
        held=seat.tickets,
        claims=len(made),
        doubled=sum(claim.doubling > 0 for claim in made),
        terrain=sum(claim.terrain_played for claim in made),
        locomotives=sum(claim.locomotives_played for claim in made),
        trains=seat.trains,
        best_claim=best.points + best.doubling if best else 0,
        best_route=best.route if best else None,
    )


RESULT_COLUMNS = ", ".join(("game", "hash", *(field.name for field in fields(Result))))
SCORE_COLUMNS = ", ".join(("game", *(field.name for field in fields(Score))))


def _insert(table: str, columns: str) -> str:
    marks = ", ".join("?" * len(columns.split(", ")))
    return f"INSERT INTO {table} ({columns}) VALUES ({marks})"


def writes_of(summaries: Iterable[tuple[int, Summary]]) -> Iterator[Execute]:
    """Yield the writes that store summaries, by the games' numbers, and remove older ones."""
    numbered = list(summaries)
    yield from removal_of([number for number, _ in numbered])
    results = [(number, one.hash, *astuple(one.result)) for number, one in numbered]
    scores = [(number, *astuple(score)) for number, one in numbered for score in one.scores]
    yield Execute(_insert("results", RESULT_COLUMNS), results)
    yield Execute(_insert("scores", SCORE_COLUMNS), scores)


def removal_of(numbers: Iterable[int]) -> Iterator[Execute]:
    """Yield the writes that remove the summaries of these games."""
    rows = [(number,) for number in numbers]
    for table in ("scores", "results"):
        yield Execute(f"DELETE FROM {table} WHERE game = ?", rows)


# --- verification ---

_CURRENT = """
    SELECT games.uuid, number, games.hash FROM games JOIN results ON results.game = number
    WHERE results.hash = games.hash ORDER BY number"""
_ASTRAY = """
    SELECT game FROM results WHERE game NOT IN (SELECT number FROM games)
    UNION SELECT game FROM scores WHERE game NOT IN (SELECT game FROM results)"""


def wrong_summaries(journal: Journal, board: Board) -> list[str]:
    """Return the games whose summaries contradict their logs; '' for a summary without a game."""
    wrong = ["" for _ in journal.select(_ASTRAY)]
    for game, number, head in journal.select(_CURRENT):
        try:
            stored = journal.load_readonly(game, board)
        except LogDamagedError:  # the damage itself is reported elsewhere
            continue
        if stored is None or _is_stored(journal, number, summarise(stored, head)):
            continue
        if (game, number, head) in journal.select(
            _CURRENT
        ):  # if not, it has changed in the meantime
            wrong.append(game)
    return wrong


def _is_stored(journal: Journal, number: int, summary: Summary) -> bool:
    results = journal.select(f"SELECT {RESULT_COLUMNS} FROM results WHERE game = ?", [number])
    scores = journal.select(
        f"SELECT {SCORE_COLUMNS} FROM scores WHERE game = ? ORDER BY seat", [number]
    )
    return results == [(number, summary.hash, *astuple(summary.result))] and scores == [
        (number, *astuple(score)) for score in summary.scores
    ]

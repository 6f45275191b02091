"""The group's records, with the game each was first set in and all who have reached it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from companion.history.people import People, Person
from companion.history.statistics import EVERYONE, sum_by_person
from companion.journal import Journal


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A record within one game; `people` are all who reached it, earliest first.

    The game, its time and the route are those of the first.
    """

    value: int
    people: tuple[Person, ...]
    game: str
    started: str
    route: str | None = None


@dataclass(frozen=True, slots=True)
class OverallRecord:
    """A record over all games; several people can share it."""

    value: int
    people: tuple[Person, ...]


@dataclass(frozen=True, slots=True)
class Records:
    """All records; None if there is no finished game."""

    highest_score: GameRecord | None
    biggest_win: GameRecord | None  # points ahead
    best_claim: GameRecord | None  # points of one route, doubling included
    most_doubling: GameRecord | None  # points from doubling in a game
    most_tickets: GameRecord | None  # completed in a game
    longest_game: GameRecord | None  # minutes
    shortest_game: GameRecord | None
    most_games: OverallRecord | None
    most_wins: OverallRecord | None


_WINNERS: Final = "winner"
_EVERYONE: Final = "true"


def _of_seat(value: str, route: str = "NULL") -> str:
    return f"""
        SELECT {value}, uuid, scores.started, {route}, player
        FROM scores JOIN games ON number = scores.game
        WHERE place IS NOT NULL AND {value} <> 0
        AND {value} = (
            SELECT max({value}) FROM scores JOIN games ON number = scores.game
            WHERE place IS NOT NULL AND {value} <> 0)
        ORDER BY scores.started, scores.game, scores.seat"""


def _of_game(value: str, best: str, whose: str) -> str:
    return f"""
        WITH best AS (
            SELECT game, {value} AS value, started FROM results
            WHERE margin IS NOT NULL
            AND {value} = (SELECT {best}({value}) FROM results WHERE margin IS NOT NULL))
        SELECT value, uuid, best.started, NULL, player
        FROM best JOIN games ON number = best.game JOIN scores ON scores.game = best.game
        WHERE {whose} ORDER BY best.started, best.game, seat"""


QUERIES: Final = {
    "highest_score": _of_seat("total"),
    "biggest_win": _of_game("margin", "max", _WINNERS),
    "best_claim": _of_seat("best_claim", "best_route"),
    "most_doubling": _of_seat("doubling"),
    "most_tickets": _of_seat("completed"),
    "longest_game": _of_game("minutes", "max", _EVERYONE),
    "shortest_game": _of_game("minutes", "min", _EVERYONE),
}


def group_records(journal: Journal, people: People) -> Records:
    """Return the records over all finished games."""
    records = {name: _record(journal, people, query) for name, query in QUERIES.items()}
    sums = sum_by_person(people, (row[:3] for row in journal.select(EVERYONE)))
    return Records(
        **records,
        most_games=_overall_record((games, person) for person, (games, _) in sums.items()),
        most_wins=_overall_record((wins, person) for person, (_, wins) in sums.items()),
    )


def _record(journal: Journal, people: People, query: str) -> GameRecord | None:
    rows = journal.select(query)
    if not rows:
        return None
    value, game, started, route, _ = rows[0]
    holders = dict.fromkeys(people.of(row[-1]) for row in rows)  # each once, earliest first
    return GameRecord(value, tuple(holders), game, started, route)


def _overall_record(values: Iterable[tuple[int, Person]]) -> OverallRecord | None:
    found = list(values)
    most = max((value for value, _ in found), default=0)
    return (
        OverallRecord(most, tuple(one for value, one in found if value == most)) if most else None
    )

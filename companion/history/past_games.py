"""The list of games, newest first, page by page."""

from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from companion.history.people import People, Person, marks
from companion.journal import Journal


class SeatedPlayer(NamedTuple):
    person: Person
    color: str
    total: int | None  # None if not computed yet
    place: int | None  # None if the game is unfinished
    winner: bool


@dataclass(frozen=True, slots=True)
class PastGame:
    """A game in the list."""

    uuid: str
    started: str
    phase: str
    players: tuple[SeatedPlayer, ...]  # by seat
    damaged: bool = False  # it can't be shown

    @property
    def winners(self) -> tuple[Person, ...]:
        """The winners; empty if the game is unfinished."""
        return tuple(seated.person for seated in self.players if seated.winner)


class PageMark(NamedTuple):
    """The last game of a page; the next page starts after it."""

    started: str
    number: int


@dataclass(frozen=True, slots=True)
class GamesPage:
    """A page of the list; pass `older` to get the next page, None if it is the last."""

    games: tuple[PastGame, ...]
    older: PageMark | None


_SHOWN = "NOT EXISTS (SELECT 1 FROM hidden WHERE hidden.game = uuid AND since IS NOT NULL)"


def page_query(*, of_players: int = 0, after: bool = False) -> str:
    """Return the SQL for a page, for the games of `of_players` player ids or of all."""
    wanted = [_SHOWN]
    if of_players:
        wanted.append(
            f"number IN (SELECT game FROM seats WHERE player IN ({marks('?' * of_players)}))"
        )
    if after:
        wanted.append("(started, number) < (?, ?)")
    return f"""
        WITH page AS (
            SELECT number, uuid, started, phase, hash FROM games
            WHERE {" AND ".join(wanted)} ORDER BY started DESC, number DESC LIMIT ?)
        SELECT page.number, uuid, page.started, page.phase,
            seats.player, color, total, place, winner
        FROM page JOIN seats ON seats.game = page.number
        LEFT JOIN results ON results.game = page.number AND results.hash = page.hash
        LEFT JOIN scores ON scores.game = results.game AND scores.seat = seats.seat
        ORDER BY page.started DESC, page.number DESC, seats.seat"""


def page_of_games(
    journal: Journal, people: People, player: str | None, after: PageMark | None, most: int
) -> GamesPage:
    """Return up to `most` games, of one player or of all."""
    ids = people.players(player) if player is not None else ()
    query = page_query(of_players=len(ids), after=after is not None)
    rows = journal.select(query, [*ids, *(after or ()), most + 1])
    found = [list(seats) for _, seats in groupby(rows, key=itemgetter(0))]
    games = tuple(_past_game(people, seats) for seats in found[:most])
    last = found[most - 1][0] if len(found) > most else None
    return GamesPage(games, PageMark(last[2], last[0]) if last else None)


def count_games(journal: Journal, people: People, player: str | None) -> int:
    """Return the number of games, of one player or of all."""
    ids = people.players(player) if player is not None else ()
    query = f"SELECT COUNT(*) FROM games WHERE {_SHOWN}"
    if ids:
        query += f" AND number IN (SELECT game FROM seats WHERE player IN ({marks(ids)}))"
    return sum(count for (count,) in journal.select(query, ids))


def _past_game(people: People, seats: list[tuple[Any, ...]]) -> PastGame:
    players = tuple(
        [
            SeatedPlayer(people.of(player), color, total, place, bool(winner))
            for _, _, _, _, player, color, total, place, winner in seats
        ]
    )
    _, uuid, started, phase, *_ = seats[0]
    return PastGame(uuid, started, phase, players)

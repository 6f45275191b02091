"""A player's statistics over finished games, including how they did against each opponent.

Everything is a sum over rows of `scores`; rows of merged players are added up.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from companion.history.people import People, Person, marks
from companion.journal import Journal


@dataclass(frozen=True, slots=True)
class BestScore:
    """A player's highest score and its game."""

    total: int
    game: str
    started: str


@dataclass(frozen=True, slots=True)
class Averages:
    """Points per game, by source."""

    total: float
    routes: float
    doubling: float
    tickets: float
    globetrotter: float
    rulings: float


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Two players in the games that both were in."""

    other: Person
    games: int
    ahead: int  # games with the better place
    behind: int
    wins: int  # games won, including shared wins
    losses: int  # games that the other won


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """All statistics of a player."""

    person: Person
    games: int
    unfinished: int
    wins: int  # including shared wins
    average: Averages | None  # None without a finished game
    best: BestScore | None
    place: float | None  # average
    claims: int
    doubled: int
    doubling: int  # points from doubling
    terrain: int  # cards spent on doubling
    locomotives: int  # spent on doubling
    tickets: int  # held at the end
    completed: int
    head_to_head: tuple[HeadToHead, ...]  # most frequent opponents first

    @property
    def win_rate(self) -> float:
        """Wins per game."""
        return self.wins / self.games if self.games else 0.0

    @property
    def doubling_rate(self) -> float:
        """Share of claims that were doubled."""
        return self.doubled / self.claims if self.claims else 0.0


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player in the list of players."""

    person: Person
    games: int  # finished
    wins: int
    best: int | None
    last_played: str | None  # including unfinished games


_SUMS: Final = (
    *("winner", "total", "routes", "doubling", "tickets", "globetrotter", "rulings", "place"),
    *("claims", "doubled", "terrain", "locomotives", "held", "completed"),
)
EVERYONE: Final = """
    SELECT player, COUNT(place), SUM(winner), MAX(CASE WHEN place IS NOT NULL THEN total END),
        MAX(started)
    FROM scores GROUP BY player"""


def sums_query(ids: Iterable[str]) -> str:
    """Return the SQL for all sums over a player's finished games."""
    sums = ", ".join(f"IFNULL(SUM({column}), 0)" for column in _SUMS)
    return f"""
        SELECT COUNT(*), {sums} FROM scores
        WHERE player IN ({marks(ids)}) AND place IS NOT NULL"""


def unfinished_query(ids: Iterable[str]) -> str:
    """Return the SQL for the number of a player's unfinished games."""
    return f"SELECT COUNT(*) FROM scores WHERE player IN ({marks(ids)}) AND place IS NULL"


def best_query(ids: Iterable[str]) -> str:
    """Return the SQL for a player's highest score and the first game with it."""
    return f"""
        SELECT total, uuid, scores.started FROM scores JOIN games ON number = scores.game
        WHERE player IN ({marks(ids)}) AND place IS NOT NULL
        ORDER BY total DESC, scores.started, scores.game LIMIT 1"""


def others_query(ids: Iterable[str]) -> str:
    """Return the SQL for a player's results against each opponent."""
    return f"""
        SELECT theirs.player, COUNT(*), SUM(mine.place < theirs.place),
            SUM(mine.place > theirs.place), SUM(mine.winner), SUM(theirs.winner)
        FROM scores mine JOIN scores theirs ON theirs.game = mine.game AND theirs.seat <> mine.seat
        WHERE mine.player IN ({marks(ids)}) AND mine.place IS NOT NULL
        GROUP BY theirs.player"""


def player_page(journal: Journal, people: People, player: str) -> PlayerPage:
    """Return all statistics of a player."""
    ids = people.players(player)
    ((games, *sums),) = journal.select(sums_query(ids), ids) or [(0,) * (1 + len(_SUMS))]
    of = dict(zip(_SUMS, sums, strict=True))
    ((unfinished,),) = journal.select(unfinished_query(ids), ids) or [(0,)]
    best = [BestScore(*row) for row in journal.select(best_query(ids), ids)]
    return PlayerPage(
        person=people.of(player),
        games=games,
        unfinished=unfinished,
        wins=of["winner"],
        average=_averages(of, games) if games else None,
        best=best[0] if best else None,
        place=of["place"] / games if games else None,
        claims=of["claims"],
        doubled=of["doubled"],
        doubling=of["doubling"],
        terrain=of["terrain"],
        locomotives=of["locomotives"],
        tickets=of["held"],
        completed=of["completed"],
        head_to_head=_head_to_head(people, ids, journal.select(others_query(ids), ids)),
    )


def _averages(of: dict[str, int], games: int) -> Averages:
    return Averages(
        total=of["total"] / games,
        routes=of["routes"] / games,
        doubling=of["doubling"] / games,
        tickets=of["tickets"] / games,
        globetrotter=of["globetrotter"] / games,
        rulings=of["rulings"] / games,
    )


def _head_to_head(
    people: People, ids: tuple[str, ...], rows: list[tuple[Any, ...]]
) -> tuple[HeadToHead, ...]:
    added = sum_by_person(people, (row for row in rows if row[0] not in ids))
    found = [HeadToHead(person, *sums) for person, sums in added.items()]
    return tuple(sorted(found, key=lambda one: (-one.games, one.other.name.casefold())))


def sum_by_person(people: People, rows: Iterable[tuple[Any, ...]]) -> dict[Person, list[int]]:
    """Add up rows of sums by player into sums by person."""
    added: dict[Person, list[int]] = {}
    for player, *sums in rows:
        person = people.of(player)
        before = added.get(person)
        added[person] = [a + b for a, b in zip(before, sums, strict=True)] if before else sums
    return added


def player_rows(journal: Journal, people: People) -> tuple[PlayerRow, ...]:
    """Return all players, by games played."""
    rows = {person: PlayerRow(person, 0, 0, None, None) for person in people.everyone()}
    for player, *found in journal.select(EVERYONE):
        person = people.of(player)
        row = PlayerRow(person, *found)
        before = rows.get(person)
        rows[person] = _together(before, row) if before and before.last_played else row
    return tuple(sorted(rows.values(), key=lambda row: (-row.games, row.person.name.casefold())))


def _together(one: PlayerRow, other: PlayerRow) -> PlayerRow:
    return PlayerRow(
        person=one.person,
        games=one.games + other.games,
        wins=one.wins + other.wins,
        best=max((row.best for row in (one, other) if row.best is not None), default=None),
        last_played=max(one.last_played or "", other.last_played or ""),
    )

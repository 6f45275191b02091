"""A player's page: games, wins, averages, best, doubling, and how they fare against the others.

Finished games only. Everything is a sum over rows of `scores`: those of players who were merged
are simply added.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from companion.history.people import People, Person, marks
from companion.journal import Journal


@dataclass(frozen=True, slots=True)
class BestScore:
    """A player's highest score, and in which game."""

    total: int
    game: str
    started: str


@dataclass(frozen=True, slots=True)
class Averages:
    """Points a game, by source."""

    total: float
    routes: float
    doubling: float
    tickets: float
    globetrotter: float
    rulings: float


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Two players in the games they were both in."""

    other: Person
    games: int
    ahead: int  # they had the better place
    behind: int
    wins: int  # of the game, shared ones too
    losses: int  # the other one won


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """All about a player."""

    person: Person
    games: int
    unfinished: int
    wins: int  # shared ones too
    average: Averages | None  # None: without a finished game
    best: BestScore | None
    place: float | None  # on average
    claims: int
    doubled: int
    doubling: int  # points gained by it
    terrain: int  # cards spent on it
    locomotives: int  # spent on it
    tickets: int  # held at the end
    completed: int
    head_to_head: tuple[HeadToHead, ...]  # those they play with most first

    @property
    def win_rate(self) -> float:
        """Wins a game."""
        return self.wins / self.games if self.games else 0.0

    @property
    def doubling_rate(self) -> float:
        """Of their claims, how many they doubled."""
        return self.doubled / self.claims if self.claims else 0.0


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player in the list of players."""

    person: Person
    games: int  # finished
    wins: int
    best: int | None
    last_played: str | None  # unfinished ones too


_SUMS: Final = (
    *("winner", "total", "routes", "doubling", "tickets", "globetrotter", "rulings", "place"),
    *("claims", "doubled", "terrain", "locomotives", "held", "completed"),
)
EVERYONE: Final = """
    SELECT player, COUNT(place), SUM(winner), MAX(CASE WHEN place IS NOT NULL THEN total END),
        MAX(started)
    FROM scores GROUP BY player"""


def sums_query(ids: Iterable[str]) -> str:
    """All that is added up over a player's finished games."""
    sums = ", ".join(f"IFNULL(SUM({column}), 0)" for column in _SUMS)
    return f"""
        SELECT COUNT(*), {sums} FROM scores
        WHERE player IN ({marks(ids)}) AND place IS NOT NULL"""


def unfinished_query(ids: Iterable[str]) -> str:
    """How many of their games are not over."""
    return f"SELECT COUNT(*) FROM scores WHERE player IN ({marks(ids)}) AND place IS NULL"


def best_query(ids: Iterable[str]) -> str:
    """Their highest score, the first time they had it."""
    return f"""
        SELECT total, uuid, scores.started FROM scores JOIN games ON number = scores.game
        WHERE player IN ({marks(ids)}) AND place IS NOT NULL
        ORDER BY total DESC, scores.started, scores.game LIMIT 1"""


def others_query(ids: Iterable[str]) -> str:
    """How they fared against each of the others."""
    return f"""
        SELECT theirs.player, COUNT(*), SUM(mine.place < theirs.place),
            SUM(mine.place > theirs.place), SUM(mine.winner), SUM(theirs.winner)
        FROM scores mine JOIN scores theirs ON theirs.game = mine.game AND theirs.seat <> mine.seat
        WHERE mine.player IN ({marks(ids)}) AND mine.place IS NOT NULL
        GROUP BY theirs.player"""


def player_page(journal: Journal, people: People, player: str) -> PlayerPage:
    """All about a player."""
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
    """Rows of sums by player, added up by person."""
    added: dict[Person, list[int]] = {}
    for player, *sums in rows:
        person = people.of(player)
        before = added.get(person)
        added[person] = [a + b for a, b in zip(before, sums, strict=True)] if before else sums
    return added


def player_rows(journal: Journal, people: People) -> tuple[PlayerRow, ...]:
    """Everyone, by games played."""
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

"""The players of past games, with merged players counted as one."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from companion.game.requests.fields import clean_name
from companion.game.requests.names_and_reasons import is_name
from companion.history.errors import HistoryError
from companion.journal import Journal
from companion.journal.sealed_rows import Merge

MOST_LETTERS: Final = 40


@dataclass(frozen=True, slots=True)
class Person:
    """A player, with all the games of those merged into them."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class MergedPlayer:
    """A player who counts as another; this can be undone."""

    player: str
    name: str
    into: Person


class People:
    """A snapshot of the roster."""

    def __init__(self, rows: Iterable[tuple[str, str, str]]) -> None:
        self._by_player = {player: Person(person, name) for player, person, name in rows}

    def of(self, player: str) -> Person:
        """Return the person that this player counts as."""
        return self._by_player.get(player) or Person(player, "?")

    def __contains__(self, player: str) -> bool:
        return player in self._by_player

    @cached_property
    def _players(self) -> dict[str, tuple[str, ...]]:
        players: dict[str, tuple[str, ...]] = {}
        for player, person in self._by_player.items():
            players[person.id] = (*players.get(person.id, ()), player)
        return players

    def players(self, player: str) -> tuple[str, ...]:
        """Return all ids of the person that this player counts as."""
        return self._players.get(self.of(player).id, (player,))

    def everyone(self) -> list[Person]:
        """Return each person once."""
        return [self._by_player[person] for person in self._players]

    def named(self, name: str) -> Person | None:
        """Return the person with this name; an exact match wins over one in other capitals."""
        key = name.casefold()
        found = [one for one in self.everyone() if one.name.casefold() == key]
        return max(found, key=lambda one: one.name == name, default=None)


def read_people(journal: Journal) -> People:
    """Read the current roster."""
    return People(journal.select("SELECT player, person, name FROM people ORDER BY player"))


def latest_names(journal: Journal, people: People) -> tuple[str, ...]:
    """Return everyone's current name, most recent players first."""
    known = {name.casefold() for (name,) in journal.select("SELECT name FROM players")}
    held = (name for stored in reversed(journal.loaded_games()) for name in stored.names)
    unwritten = (name for name in held if name.casefold() not in known)  # not on disk yet
    rows = journal.select(
        "SELECT player FROM seats JOIN games ON number = game"
        " GROUP BY player ORDER BY MAX(started) DESC, MAX(number) DESC, MIN(seat)"
    )
    return tuple(dict.fromkeys((*unwritten, *(people.of(player).name for (player,) in rows))))


def rename(journal: Journal, people: People, player: str, name: str) -> None:
    """Rename a player in all games.

    Raises:
        HistoryError: `no_name`, `name_too_long`, `unknown_player`; `name_taken` with the `player`
            who has it, to be merged with.
        LogUnavailableError: If the disk can't be written to.
    """
    name = clean_name(" ".join(name.split()))
    if not is_name(name):
        raise HistoryError("no_name")
    if len(name) > MOST_LETTERS:
        raise HistoryError("name_too_long", most=MOST_LETTERS)
    person = _known(people, player)
    other = people.named(name)
    if other is not None and other != person:
        raise HistoryError("name_taken", name=other.name, player=other.id)
    for spelled in _spellings(journal, people, person):
        journal.rename(spelled, name)


def _spellings(journal: Journal, people: People, person: Person) -> list[str]:
    """Return the person's ids whose names differ only in capitals."""
    names = dict(journal.select("SELECT id, name FROM players"))
    alike = person.name.casefold()
    return [one for one in people.players(person.id) if names.get(one, "").casefold() == alike]


def merge(journal: Journal, people: People, player: str, into: str) -> None:
    """Count a player as another from now on; the log doesn't change.

    Raises:
        HistoryError: `unknown_player`, `same_player`, or `played_together` with the number of
            `games`.
        LogUnavailableError: If the disk can't be written to.
    """
    one, other = _known(people, player), _known(people, into)
    if one == other:
        raise HistoryError("same_player", name=one.name)
    together = games_together(journal, people.players(one.id), people.players(other.id))
    if together:
        raise HistoryError("played_together", one=one.name, other=other.name, games=together)
    journal.write([Merge(one.id, other.id)])


def unmerge(journal: Journal, player: str) -> None:
    """Count a merged player separately again.

    Raises:
        HistoryError: `not_merged`.
        LogUnavailableError: If the disk can't be written to.
    """
    if player not in [merge.player for merge in journal.merges()]:
        raise HistoryError("not_merged")
    journal.write([Merge(player, player)])


def merged(journal: Journal, people: People) -> tuple[MergedPlayer, ...]:
    """Return all players who count as another."""
    names = dict(journal.select("SELECT id, name FROM players"))
    return tuple(
        MergedPlayer(merge.player, names.get(merge.player, "?"), people.of(merge.into))
        for merge in journal.merges()
    )


def games_together(journal: Journal, one: Iterable[str], other: Iterable[str]) -> int:
    """Return in how many games these ids met."""
    ones, others = list(one), list(other)
    ((count,),) = journal.select(
        "SELECT COUNT(DISTINCT mine.game) FROM seats mine JOIN seats theirs USING (game)"
        f" WHERE mine.player IN ({marks(ones)}) AND theirs.player IN ({marks(others)})",
        [*ones, *others],
    ) or [(0,)]
    return int(count)


def marks(values: Iterable[object]) -> str:
    """Return a comma-separated SQL placeholder for each value."""
    return ", ".join("?" for _ in values)


def _known(people: People, player: str) -> Person:
    if player not in people:
        raise HistoryError("unknown_player")
    return people.of(player)

"""The same statistics by plain counting over whole games: slow, and nothing to get wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.game.board.board import standard_board
from companion.game.events import RouteClaimed, ScoreCard
from companion.game.game import Game
from companion.journal import Journal

BOARD = standard_board()


@dataclass
class Sat:
    """A player in a game."""

    who: str
    game: Game
    card: ScoreCard
    place: int
    claims: list[RouteClaimed]
    held: int

    @property
    def won(self) -> bool:
        return self.place == 1


@dataclass
class Played:
    """A game with its seats; of an unfinished one only who plays."""

    uuid: str
    number: int
    started: str
    minutes: int
    finished: bool
    seats: list[Sat]
    names: tuple[str, ...]


class Recount:
    """Every game that counts; `who` says whom a player counts as."""

    def __init__(
        self, journal: Journal, hidden: Sequence[str] = (), who: Mapping[str, str] | None = None
    ) -> None:
        self._who = who or {}
        lines = [line.uuid for line in journal.games() if line.uuid not in hidden]
        self.games = [self._played(journal, number, game) for number, game in enumerate(lines)]
        self.finished = [game for game in self.games if game.finished]

    def _played(self, journal: Journal, number: int, uuid: str) -> Played:
        stored = journal.load_readonly(uuid, BOARD)
        assert stored is not None
        game = Game(uuid, stored.board, stored.names, stored.entries[0])
        over = stored.entries[0]
        for entry in stored.entries[1:]:
            if not (over.phase == entry.phase == "over"):
                over = entry
            game.fold(entry)
        finished = game.state.phase == "over"
        names = tuple(self._who.get(name, name) for name in stored.names)
        return Played(
            uuid,
            number,
            stored.entries[0].at,
            round(over.played_ms / 60_000),
            finished,
            self._seats(game, names) if finished else [],
            names,
        )

    def _seats(self, game: Game, names: Sequence[str]) -> list[Sat]:
        cards = game.state.result
        assert cards is not None
        steps = list(game.head.back())
        events = [event for step in steps for event in step.events]
        claims = [event for event in events if isinstance(event, RouteClaimed)]
        return [
            Sat(
                who=name,
                game=game,
                card=cards[seat],
                place=1 + sum(_merit(card) > _merit(cards[seat]) for card in cards),
                claims=[claim for claim in claims if claim.seat == seat],
                held=game.state.seats[seat].tickets,
            )
            for seat, name in enumerate(names)
        ]

    def of(self, name: str) -> list[tuple[Played, Sat]]:
        """His finished games."""
        return [(game, sat) for game in self.finished for sat in game.seats if sat.who == name]

    def everyone(self) -> list[str]:
        return sorted({name for game in self.games for name in game.names})

    def player(self, name: str) -> dict[str, Any]:
        """What his page should say, but for averages and head to head."""
        mine = [sat for _, sat in self.of(name)]
        claims = [claim for sat in mine for claim in sat.claims]
        return {
            "games": len(mine),
            "unfinished": sum(name in game.names for game in self.games if not game.finished),
            "wins": sum(sat.won for sat in mine),
            "place": sum(sat.place for sat in mine) / len(mine) if mine else None,
            "claims": len(claims),
            "doubled": sum(claim.doubling > 0 for claim in claims),
            "doubling": sum(sat.card.doubling for sat in mine),
            "terrain": sum(claim.terrain_played for claim in claims),
            "locomotives": sum(claim.locomotives_played for claim in claims),
            "tickets": sum(sat.held for sat in mine),
            "completed": sum(sat.card.completed for sat in mine),
        }

    def averages(self, name: str) -> dict[str, float] | None:
        cards = [sat.card for _, sat in self.of(name)]
        sources = {"rulings": "adjustments"}
        return (
            {
                source: sum(getattr(card, sources.get(source, source)) for card in cards)
                / len(cards)
                for source in ("total", "routes", "doubling", "tickets", "globetrotter", "rulings")
            }
            if cards
            else None
        )

    def best(self, name: str) -> tuple[int, str] | None:
        found = [(-sat.card.total, game.started, game.number, game) for game, sat in self.of(name)]
        return (-min(found)[0], min(found)[3].uuid) if found else None

    def against(self, name: str) -> dict[str, tuple[int, ...]]:
        """By opponent: games, ahead, behind, won, lost."""
        found: dict[str, tuple[int, ...]] = {}
        for game, mine in self.of(name):
            for other in game.seats:
                if other.who != name:
                    row = (
                        1,
                        mine.place < other.place,
                        mine.place > other.place,
                        mine.won,
                        other.won,
                    )
                    before = found.get(other.who, (0,) * 5)
                    found[other.who] = tuple(a + b for a, b in zip(before, row, strict=True))
        return found

    # --- records: value, who, game ---

    def best_seat(self, value: Callable[[Sat], int]) -> tuple[int, tuple[str, ...], str] | None:
        found = [
            (-value(sat), game.started, game.number, seat, sat.who, game.uuid)
            for game in self.finished
            for seat, sat in enumerate(game.seats)
            if value(sat)
        ]
        if not found:
            return None
        tied = [one for one in sorted(found) if one[0] == min(found)[0]]
        return -tied[0][0], tuple(dict.fromkeys(one[4] for one in tied)), tied[0][5]

    def best_game(
        self, value: Callable[[Played], int], *, by_all: bool = False
    ) -> tuple[int, tuple[str, ...], str] | None:
        """The game with the least value, by its winners or by all; negative asks for the most."""
        games = sorted(self.finished, key=lambda g: (value(g), g.started, g.number))
        tied = [game for game in games if value(game) == value(games[0])]
        if not tied:
            return None
        people = (sat.who for game in tied for sat in game.seats if by_all or sat.won)
        return value(tied[0]), tuple(dict.fromkeys(people)), tied[0].uuid


def _merit(card: ScoreCard) -> tuple[int, int]:
    return card.total, card.completed


def margin(game: Played) -> int:
    best, second, *_ = sorted((sat.card.total for sat in game.seats), reverse=True)
    return best - second

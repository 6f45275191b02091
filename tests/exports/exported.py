"""Games to export, and how to read back what was exported."""

import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from recorded import GAMES, cases

from companion.exports.breakdown import Breakdown, breakdown
from companion.exports.documents import Subject, subject
from companion.game.board.board import standard_board
from companion.game.game import Game
from companion.journal import Journal, StoredGame
from companion.protocol import Conversation
from companion.referee import Referee
from companion.words import translations
from companion.words.pages.exports import ExportWords

BOARD = standard_board()
WORDS = ExportWords(BOARD, translations())
STARTED = datetime(2026, 3, 1, 18, 30, tzinfo=UTC)
HOSTILE = (
    "=cmd|' /C calc'!A0",
    "😀🚂🎉",
    "محمد عبد الله",
    '@SUM(1;2),"x"',
    "WWWWWWWWWWWWWWWWWWWWWWWW",
)
RECORDED = {game.stem: game for game in GAMES}
COAST = "cape-town--port-elizabeth--1"


class MinuteClock:
    """A minute passes with every entry."""

    def __init__(self) -> None:
        self.minutes = -1

    def now(self) -> str:
        return (STARTED + timedelta(minutes=self.minutes)).isoformat(timespec="seconds")

    def ticks(self) -> float:
        self.minutes += 1
        return self.minutes * 60.0


class Evening:
    """A table whose games can be read back as they are stored."""

    def __init__(self, file: Path | None = None) -> None:
        self.journal = Journal.open(file) if file else Journal()
        self.referee = Referee(self.journal, clock=MinuteClock())
        self._conversation = Conversation(self.referee)

    def ask(self, do: str, **fields: Any) -> dict[str, Any]:
        answer = self._conversation.answer(json.dumps({"do": do, **fields}))
        assert answer["ok"], answer
        return answer

    def begin(self, names: Sequence[str], first: str | None = None) -> None:
        colors = ("blue", "red", "green", "yellow", "black")
        players = [
            {"name": name, "color": color, "terrain": "desert", "tickets": 2}
            for name, color in zip(names, colors, strict=False)
        ]
        self.ask("new", players=players, first=first or names[-1])

    def end(self, points: Callable[[int], int] = lambda seat: 4 + seat) -> None:
        """Everybody shows two tickets that are not completed."""
        self.ask("finish")
        for seat, player in enumerate(self.referee.game.state.seats):
            ticket = {"from": "zomba", "to": "beira", "points": points(seat)}
            self.ask("reveal", player=player.name, tickets=[ticket, ticket])

    def record(self, name: str) -> "Evening":
        for _, request, _ in cases(RECORDED[name]):
            self._conversation.answer(json.dumps(request))
        return self

    @property
    def game(self) -> Game:
        return self.referee.game

    @property
    def breakdown(self) -> Breakdown:
        return breakdown(self.game)

    @property
    def stored(self) -> StoredGame:
        found = self.journal.read(self.game.uuid, BOARD)
        assert found is not None
        return found

    @property
    def subject(self) -> Subject:
        return subject(self.stored, translations())


def hostile_evening(players: int = 5) -> Evening:
    """A finished game of people with names that do not fit anywhere."""
    evening = Evening()
    evening.begin(HOSTILE[:players])
    evening.ask("claim", route=COAST, double=None)
    evening.ask("adjust", player=HOSTILE[1], score=-7, why="=HYPERLINK(1)")
    evening.end()
    return evening

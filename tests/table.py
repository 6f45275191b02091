"""A table for tests: asks the referee by protocol requests, and answers in data."""

import json
from pathlib import Path
from typing import Any

from companion.journal import Journal
from companion.protocol import Conversation
from companion.referee import Referee

NAMES = ("Anna", "Ben", "Cleo", "Dan", "Eve")
COLORS = ("blue", "red", "green", "yellow", "black")


class Table:
    """A referee and those who ask it."""

    def __init__(self, file: Path | None = None) -> None:
        self.journal = Journal.open(file) if file else Journal()
        self.referee = Referee(self.journal)
        self.conversation = Conversation(self.referee)

    def ask(self, do: str, **fields: Any) -> dict[str, Any]:
        return self.conversation.answer(json.dumps({"do": do, **fields}))

    def ok(self, do: str, **fields: Any) -> dict[str, Any]:
        answer = self.ask(do, **fields)
        assert answer["ok"], answer
        return answer

    def code(self, do: str, **fields: Any) -> str:
        """The code of a refusal, which must have changed nothing."""
        before = self.ask("state")
        answer = self.ask(do, **fields)
        assert not answer["ok"], answer
        assert self.ask("state") == before
        assert answer["why"]
        return answer["code"]

    def new(self, players: int = 3, terrain: str = "desert", tickets: int = 2, **fields: Any):
        return self.ok("new", players=seats(players, terrain, tickets), **fields)

    def claim(self, route: str, terrain: int | None = None, locomotives: int = 0):
        double = None if terrain is None else {"terrain": terrain, "locomotives": locomotives}
        return self.ok("claim", route=route, double=double)

    def passes(self, turns: int) -> None:
        for _ in range(turns):
            self.ok("pass")

    def state(self) -> dict[str, Any]:
        return self.ok("state")

    def player(self, name: str) -> dict[str, Any]:
        return next(player for player in self.state()["players"] if player["name"] == name)


def seats(players: int, terrain: str = "desert", tickets: int = 2) -> list[dict[str, Any]]:
    return [
        {"name": name, "color": color, "terrain": terrain, "tickets": tickets}
        for name, color in list(zip(NAMES, COLORS, strict=True))[:players]
    ]


def entries(file: Path) -> int:
    """How many of the game on the table are on the disk."""
    journal = Journal.view(file)
    try:
        return Referee(journal).seq
    finally:
        journal.close()

"""Games to keep: requests that are all accepted, and what the table shows after each of them."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from companion.game.board.board import standard_board
from companion.protocol import Conversation
from companion.referee import Referee

Json = dict[str, Any]

PLAYERS = ("Ana", "Bo", "Cy", "Dörte")
COLORS = ("red", "blue", "green", "black")
TERRAINS = ("desert", "jungle", "mountain")
DOUBLE = {"terrain": 1, "locomotives": 0}
BOARD = standard_board()
ROUTES = tuple(BOARD.routes)
LONG_WHY = "\N{STEAM LOCOMOTIVE}" * 400  # makes a row that is longer than a page
# Accepted in any state of any game.
ONE_MORE: Json = {"do": "adjust", "discards": {"desert": 0}, "why": "one more"}


@dataclass(frozen=True)
class Script:
    """A game's requests; states[n] and logs[n] are what it shows after n entries."""

    requests: tuple[Json, ...]
    states: tuple[Json, ...]
    logs: tuple[list[Json], ...]

    def __len__(self) -> int:
        return len(self.requests)


class Table:
    """A referee in memory that notes what it shows after every entry."""

    def __init__(self) -> None:
        self._conversation = Conversation(Referee())
        self.requests: list[Json] = []
        self.states: list[Json] = [{}]
        self.logs: list[list[Json]] = [[]]

    def ask(self, request: Json) -> Json:
        return self._conversation.answer(dumped(request))

    def take(self, request: Json) -> bool:
        """Whether it is accepted."""
        if not self.ask(request)["ok"]:
            return False
        self.requests.append(request)
        self.states.append(shown(self.ask({"do": "state"})))
        self.logs.append(told(self.ask({"do": "log"})))
        return True

    def script(self) -> Script:
        return Script(tuple(self.requests), tuple(self.states), tuple(self.logs))


def new_game(names: Sequence[str] = PLAYERS) -> Json:
    """The request that starts a game."""
    seats = enumerate(zip(names, COLORS, strict=False))
    players = [
        {"name": name, "color": color, "terrain": TERRAINS[seat % 3], "tickets": 2}
        for seat, (name, color) in seats
    ]
    return {"do": "new", "players": players}


def dumped(request: Json) -> str:
    """The line that asks for it."""
    return json.dumps(request)


def shown(state: Json) -> Json:
    """What `state` shows, without the game's random id."""
    return {field: value for field, value in state.items() if field != "game"}


def told(log: Json) -> list[Json]:
    """What `log` tells, without the time of day."""
    return [{k: v for k, v in line.items() if k != "at"} for line in log["entries"]]


@cache
def random_game(entries: int, seed: int = 1, names: Sequence[str] = PLAYERS) -> Script:
    """An unfinished game of so many entries of every kind."""
    rng = random.Random(seed)
    table = Table()
    table.take(new_game(names))
    while len(table.requests) < entries:
        table.take(_some_request(rng, table.states[-1]))
    return table.script()


@cache
def finished_game() -> Script:
    """A short game played to its end, with completed tickets and others."""
    table = Table()
    for request in (*random_game(40).requests, {"do": "finish"}):
        assert table.take(request)
    for player in table.states[-1]["players"]:
        name, tickets = player["name"], _tickets(player["routes"])
        count = {"do": "adjust", "player": name, "tickets": len(tickets), "why": "as counted"}
        assert table.take(count)
        assert table.take({"do": "reveal", "player": name, "tickets": tickets})
    return table.script()


def _tickets(routes: list[str]) -> list[Json]:
    """One that nobody completes so soon, and one for each route between two places."""
    pairs = [("cape-town", "tchad")]
    for route in routes:
        start, end = (BOARD.locations[end].place for end in sorted(BOARD.routes[route].ends))
        if start and end:
            pairs.append((start, end))
    return [{"from": start, "to": end, "points": 9} for start, end in pairs]


def _some_request(rng: random.Random, state: Json) -> Json:
    """Something to ask, mostly accepted; trains never run out, so that the game goes on."""
    for player in state["players"]:
        if player["trains"] < 8:
            return {"do": "adjust", "player": player["name"], "trains": 45, "why": "more trains"}
    seq, names = state["seq"], [player["name"] for player in state["players"]]
    return rng.choices(
        [
            {"do": "draw", "cards": rng.choices((*TERRAINS, "train"), k=2)},
            {"do": "claim", "route": rng.choice(ROUTES)},
            {"do": "claim", "route": rng.choice(ROUTES), "double": DOUBLE},
            {"do": "tickets", "kept": 1},
            {"do": "pass"},
            {"do": "undo"},
            {"do": "redo"},
            {"do": "void", "entry": rng.randint(2, seq + 1)},
            {"do": "amend", "entry": rng.randint(2, seq + 1), "with": {"do": "pass"}},
            {"do": "object", "entry": rng.randint(1, seq), "by": rng.choice(names)},
            {"do": "adjust", "player": rng.choice(names), "score": 3, "why": LONG_WHY},
        ],
        [30, 30, 15, 2, 5, 6, 6, 2, 2, 3, 1],
    )[0]

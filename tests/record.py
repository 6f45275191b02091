"""Records a whole random game for tests/games: python tests/record.py PLAYERS SEED > FILE

The referee's own answers are recorded, so a recording proves nothing by itself: tests/test_naive.py
plays it against the naive referee too, and the two must agree.
"""

import json
import random
import sys
from typing import Any

from companion.game.board.board import standard_board
from companion.game.rulebook import COLORS, TERRAINS
from companion.protocol import Conversation
from companion.referee import Referee

NAMES = ("Anna", "Łukasz", "Дима", "Maximiliane-Charlotte", "Zoë")
KEPT = ("ok", "seq", "code", "rule", "say", "tickets")
KEPT_OF_QUERIES = (
    *("ok", "winners", "players", "terrain", "phase"),
    *("turn", "player", "last_round", "tickets_left"),
)


class Recorder:
    """Plays for everyone at the table, and writes down what is asked and answered."""

    def __init__(self, players: int, seed: int) -> None:
        self.rng = random.Random(seed)
        self.conversation = Conversation(Referee())
        self.players = NAMES[:players]

    def ask(self, **request: Any) -> dict[str, Any]:
        answer = self.conversation.answer(json.dumps(request))
        kept = KEPT_OF_QUERIES if request["do"] in ("state", "result") else KEPT
        recorded = {name: answer[name] for name in kept if name in answer}
        print(json.dumps({"request": request, "answer": recorded}, ensure_ascii=False))
        return answer

    def look(self, **request: Any) -> dict[str, Any]:
        return self.conversation.answer(json.dumps(request))

    def play(self) -> None:
        seats = [
            {"name": name, "color": color, "terrain": self.rng.choice(TERRAINS), "tickets": 3}
            for name, color in zip(self.players, COLORS, strict=False)
        ]
        self.ask(do="new", players=seats, first=self.rng.choice(self.players))
        while self.look(do="state")["phase"] == "play":
            self.turn()
            if self.rng.random() < 0.08:
                self.ask(do="state")
        places = ("cape-town", "durban", "nigeria", "madagascar", "bangui", "luanda", "beira")
        for player in self.look(do="state")["players"]:
            tickets = []
            for _ in range(player["tickets"]):
                start, end = self.rng.sample(places, 2)
                tickets.append({"from": start, "to": end, "points": self.rng.randint(4, 21)})
            self.ask(do="reveal", player=player["name"], tickets=tickets)
        self.ask(do="state")
        self.ask(do="result")

    def turn(self) -> None:
        dice = self.rng.random()
        if dice < 0.05:
            self.ask(do="tickets", kept=self.rng.randint(1, 4))
        elif dice < 0.45:
            cards = [self.rng.choice(("train", *TERRAINS, *TERRAINS)) for _ in range(2)]
            self.ask(do="draw", cards=self.rng.choice((cards, cards, cards, ["locomotive"])))
        elif dice < 0.48:
            self.ask(do="undo")
        else:
            self.claim()

    def claim(self) -> None:
        routes = list(standard_board().routes)
        for route in self.rng.sample(routes, len(routes)):
            worth = self.look(do="options", route=route)
            if self.rng.random() < 0.03 and not worth["claimable"]:
                self.ask(do="claim", route=route)  # refused
            elif worth["claimable"]:
                ways = [None, *worth["doubles"][:2], *worth["doubles"][:2]]
                way = self.rng.choice(ways)
                if way is None:
                    self.ask(do="claim", route=route)
                else:
                    double = {name: way[name] for name in ("terrain", "locomotives")}
                    self.ask(do="claim", route=route, double=double)
                return
        self.ask(do="pass")


if __name__ == "__main__":
    Recorder(int(sys.argv[1]), int(sys.argv[2])).play()

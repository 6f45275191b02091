"""Killed with SIGKILL at any moment, nothing that was acknowledged is lost or counted twice.

STATIONMASTER_KILLS=5000 kills so many referees, with new seeds each time; without it a few
hundred, always with the same seeds.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest
from counts import count
from program import Process, lines, parsed, run
from scripts import Json, random_game, shown, told

KILLS = count("KILLS", 160, 2000)
NEW_SEEDS = "STATIONMASTER_KILLS" in os.environ
SHARDS = 4
REAL_KILLS = max(10, KILLS // 20)
AT_ONCE = 24  # requests that are under way when the plug is pulled
GAME = random_game(240)


class Moment(NamedTuple):
    """When to kill: so long after so many answers; none: while it starts."""

    answers: int
    delay: float

    @classmethod
    def some(cls, rng: random.Random) -> Moment:
        if rng.random() < 0.2:
            return cls(0, rng.uniform(0, 0.1))
        return cls(rng.randint(1, AT_ONCE), rng.choice((0, rng.uniform(0, 0.004))))


Killed = Callable[[Path, bytes, Moment], bytes]  # starts, is asked, is killed: the answers


class Client:
    """Plays a game against referees that keep being killed, and trusts only what was saved."""

    def __init__(self, db: Path) -> None:
        self.db = db
        self.acknowledged = 0
        self.found_in_flight = 0

    @property
    def done(self) -> bool:
        return self.acknowledged == len(GAME)

    def play(self, killed: Killed, moment: Moment) -> None:
        """Go on from the last acknowledged entry until the referee is killed."""
        asked = range(self.acknowledged, min(self.acknowledged + AT_ONCE, len(GAME)))
        stream = [{"do": "state"}, *({**GAME.requests[seq], "seq": seq} for seq in asked)]
        moment = moment._replace(answers=min(moment.answers, len(stream)))
        answers = parsed(killed(self.db, lines(stream), moment))
        if answers:
            self.check_state(answers[0])
        for seq, answer in zip(asked, answers[1:], strict=False):
            self.check_answer(seq, answer)

    def check_state(self, state: Json) -> None:
        """All that was acknowledged is there, and at most the one that was under way."""
        seq = state["seq"] if state["ok"] else 0
        assert seq in (self.acknowledged, self.acknowledged + 1)
        assert (shown(state) if seq else {}) == GAME.states[seq]
        self.found_in_flight += seq > self.acknowledged

    def check_answer(self, seq: int, answer: Json) -> None:
        """Accepted and saved; only the one that was under way may have been, and counts once."""
        if answer["ok"]:
            assert answer["saved"]
            assert answer["seq"] == seq + 1
        else:
            assert (answer["code"], seq) == ("stale", self.acknowledged)
        self.acknowledged = seq + 1

    def check_log(self) -> None:
        last = run(self.db, {"do": "state"}, {"do": "log"})
        self.check_state(last.answers[0])
        if last.answers[1]["ok"]:
            log = told(last.answers[1])
            assert log == GAME.logs[len(log)]
        assert "damaged" not in last.err


def seeds(name: str) -> random.Random:
    return random.Random() if NEW_SEEDS else random.Random(name)


def kill_in_a_loop(folder: Path, killed: Killed, kills: int, rng: random.Random) -> list[Client]:
    clients = [Client(folder / "0.db")]
    for _ in range(kills):
        if clients[-1].done:
            clients.append(Client(folder / f"{len(clients)}.db"))
        clients[-1].play(killed, Moment.some(rng))
    for client in clients:
        client.check_log()
    return clients


def killed(db: Path, stream: bytes, moment: Moment, *, real: bool = False) -> bytes:
    with Process(db, real=real) as process:
        process.write(stream)
        answered = b"".join(process.read_line() for _ in range(moment.answers))
        time.sleep(moment.delay)
        answered += process.kill()
        assert process.err() == ""
        return answered


@pytest.mark.parametrize("shard", range(SHARDS))
def test_an_acknowledged_entry_survives_sigkill(tmp_path: Path, shard: int):
    clients = kill_in_a_loop(tmp_path, killed, KILLS // SHARDS, seeds(f"kill {shard}"))
    assert len(clients) > 1
    assert any(client.found_in_flight for client in clients)


def test_an_acknowledged_entry_survives_sigkill_of_the_real_process(tmp_path: Path):
    clients = kill_in_a_loop(tmp_path, partial(killed, real=True), REAL_KILLS, seeds("real"))
    assert sum(client.acknowledged for client in clients) > REAL_KILLS

"""Killed with SIGKILL at any moment, nothing that was acknowledged is lost or counted twice."""

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import NamedTuple

from program import Process, lines, parsed, run
from scripts import Json, random_game, shown, told

from tests.faults.harness import Stopwatch, Tally, fault

REAL = 20  # every so manieth is a process that starts from nothing
AT_ONCE = 24  # requests that are under way when the plug is pulled
GAME = random_game(240)


class Moment(NamedTuple):
    """When to kill: so long after so many answers; none: while it starts."""

    answers: int
    delay: float

    @classmethod
    def some(cls, dice: random.Random) -> Moment:
        if dice.random() < 0.2:
            return cls(0, dice.uniform(0, 0.1))
        return cls(dice.randint(1, AT_ONCE), dice.choice((0, dice.uniform(0, 0.004))))


class Client:
    """Plays a game against referees that keep being killed, and trusts only what was saved."""

    def __init__(self, db: Path, tally: Tally) -> None:
        self._db, self._tally = db, tally
        self._acknowledged = 0
        self.found_in_flight = 0

    @property
    def done(self) -> bool:
        return self._acknowledged == len(GAME)

    def play(self, moment: Moment, *, real: bool) -> None:
        """Go on from the last acknowledged entry until the referee is killed."""
        self._tally.cycles += 1
        asked = range(self._acknowledged, min(self._acknowledged + AT_ONCE, len(GAME)))
        stream = [{"do": "state"}, *({**GAME.requests[seq], "seq": seq} for seq in asked)]
        moment = moment._replace(answers=min(moment.answers, len(stream)))
        answers = parsed(self._killed(lines(stream), moment, real=real))
        if answers:
            self._check_state(answers[0])
        for seq, answer in zip(asked, answers[1:], strict=False):
            self._check_answer(seq, answer)

    def _killed(self, stream: bytes, moment: Moment, *, real: bool) -> bytes:
        with Process(self._db, real=real) as process:
            watch = Stopwatch()
            process.write(stream)
            answered = b"".join(process.read_line() for _ in range(moment.answers))
            if moment.answers:
                self._tally.back.append(watch.seconds)
            time.sleep(moment.delay)
            answered += process.kill()
            self._tally.crashes += process.err() != ""
            return answered

    def _check_state(self, state: Json) -> None:
        """All that was acknowledged is there, and at most the one that was under way."""
        seq = state["seq"] if state["ok"] else 0
        assert seq <= self._acknowledged + 1
        self._tally.lost += max(0, self._acknowledged - seq)
        self._tally.wrong += (shown(state) if seq else {}) != GAME.states[seq]
        self.found_in_flight += seq > self._acknowledged

    def _check_answer(self, seq: int, answer: Json) -> None:
        """Accepted and saved; only the one that was under way may have been, and counts once."""
        if answer["ok"]:
            assert answer["saved"]
            assert answer["seq"] == seq + 1
        else:
            assert (answer["code"], seq) == ("stale", self._acknowledged)
        self._acknowledged = seq + 1

    def check_log(self) -> None:
        last = run(self._db, {"do": "state"}, {"do": "log"})
        self._check_state(last.answers[0])
        self._tally.acknowledged += self._acknowledged
        self._tally.crashes += "damaged" in last.err
        if last.answers[1]["ok"]:
            log = told(last.answers[1])
            self._tally.wrong += log != GAME.logs[len(log)]


@fault(
    "Referee killed while answering",
    sees="A program that uses the JSON protocol restarts the referee and asks for the state. It"
    " has every entry that was confirmed as saved, and at most one more, whose answer was on its"
    " way.",
    few=160,
    all_of_it=2000,
)
def referee_killed(tally: Tally, folder: Path, times: int) -> None:
    """SIGKILL while two dozen requests are in progress, at random moments, including startup."""
    dice = random.Random("referee killed")
    clients = [Client(folder / "0.db", tally)]
    for number in range(times):
        if clients[-1].done:
            clients.append(Client(folder / f"{len(clients)}.db", tally))
        clients[-1].play(Moment.some(dice), real=number % REAL == 0)
    for client in clients:
        client.check_log()
    assert times < REAL or any(client.found_in_flight for client in clients)

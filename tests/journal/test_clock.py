"""The time of day is an annotation that may jump or repeat; order and durations never do."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from program import run
from scripts import dumped, random_game, told

from companion.journal import Journal
from companion.protocol import Conversation
from companion.referee import Referee

GAME = random_game(40)
# Forward, back over the new year, the same again, and the epoch of a Pi without a battery.
TIMES = ("2026-12-31T23:59:59+00:00", "2027-01-01T00:00:00+00:00", "1970-01-01T00:00:05+00:00")


class FakeClock:
    """A wall clock that jumps, and ticks that start anew with every boot."""

    def __init__(self, ticks: float) -> None:
        self._calls = 0
        self._ticks = ticks

    def now(self) -> str:
        self._calls += 1
        return TIMES[self._calls // 2 % len(TIMES)]

    def ticks(self) -> float:
        return self._ticks

    def wait(self, seconds: float) -> None:
        self._ticks += seconds


def play(db: Path, requests: tuple, clock: FakeClock) -> list[int]:
    """One session, two seconds before each request: the playing time after each entry so far."""
    with closing(Journal.open(db)) as journal:
        referee = Referee(journal, clock=clock)
        conversation = Conversation(referee)
        for request in requests:
            clock.wait(2)
            assert conversation.answer(dumped(request))["saved"]
        return [entry.played_ms for entry in referee.game.entries]


def test_entries_keep_their_order_whatever_the_wall_clock_says(db: Path):
    play(db, GAME.requests, FakeClock(1000))
    log = run(db, {"do": "log"}).answers[0]
    assert told(log) == GAME.logs[-1]
    times = [line["at"] for line in log["entries"]]
    assert set(times) == {*TIMES}
    assert times != sorted(times)


def test_playing_time_goes_on_across_restarts_without_the_gaps(db: Path):
    sessions = [(GAME.requests[:10], 5000.0), (GAME.requests[10:25], 3.0), ((), 9e6)]
    for requests, ticks in [*sessions, (GAME.requests[25:], 0.0)]:
        played = play(db, requests, FakeClock(ticks))
    assert played == [2000 * number for number in range(len(GAME))]


def test_playing_time_never_runs_backwards_even_if_the_ticks_do(db: Path):
    clock = FakeClock(5000)
    play(db, GAME.requests[:10], clock)
    with closing(Journal.open(db)) as journal:
        referee = Referee(journal, clock=clock)
        conversation = Conversation(referee)
        for request in GAME.requests[10:]:
            clock.wait(-30)
            assert conversation.answer(dumped(request))["saved"]
        played = [entry.played_ms for entry in referee.game.entries]
    assert played == sorted(played)
    assert played[-1] == played[9]


def test_time_spent_on_another_game_does_not_count(db: Path):
    clock = FakeClock(0)
    with closing(Journal.open(db)) as journal:
        referee = Referee(journal, clock=clock)
        conversation = Conversation(referee)
        first = conversation.answer(dumped(GAME.requests[0]))["game"]
        conversation.answer(dumped(GAME.requests[0]))
        clock.wait(500)
        conversation.answer(dumped({"do": "resume", "game": first}))
        clock.wait(3)
        conversation.answer(dumped({"do": "pass"}))
        assert [entry.played_ms for entry in referee.game.entries] == [0, 3000]

"""Objections: by whom, when, against which entry, and how each was settled."""

import json

import pytest

from companion.game.log.disputes import Dispute, disputes, open_disputes, unsettled
from companion.protocol import Conversation
from companion.referee import Referee


class Minutes:
    """A clock on which a minute passes with every look at it."""

    def __init__(self) -> None:
        self.minute = 0

    def ticks(self) -> float:
        return 0.0

    def now(self) -> str:
        self.minute += 1
        return f"12:{self.minute:02}"


@pytest.fixture
def referee() -> Referee:
    referee = Referee(clock=Minutes())
    seats = [
        {"name": name, "color": color, "terrain": "desert", "tickets": 2}
        for name, color in (("Anna", "red"), ("Ben", "blue"))
    ]
    ask(referee, do="new", players=seats)  # 1
    for _ in range(4):
        ask(referee, do="pass")  # 2-5
    return referee


def ask(referee: Referee, **request: object) -> None:
    answer = Conversation(referee).answer(json.dumps(request))
    assert answer["ok"], answer


def test_without_an_objection_there_is_no_dispute(referee: Referee):
    assert disputes(referee.game) == open_disputes(referee.game) == {}
    assert unsettled(referee.game) == {}


def test_an_open_dispute_is_unsettled_whatever_is_played_after_it(referee: Referee):
    assert unsettled(referee.game) == {}  # asked for before, too
    ask(referee, do="object", entry=3, by="Ben")
    ask(referee, do="pass")
    assert unsettled(referee.game) == {3: "disputed"}
    ask(referee, do="settle", entry=3, outcome="dropped")
    assert unsettled(referee.game) == {}


def test_an_objection_bears_the_time_at_which_it_was_made(referee: Referee):
    ask(referee, do="object", entry=3, by="Ben")  # 6
    ask(referee, do="pass")  # 7
    dispute = Dispute(3, "Ben", "12:06")
    assert disputes(referee.game) == open_disputes(referee.game) == {3: dispute}


def test_a_settlement_closes_its_own_dispute_and_no_other(referee: Referee):
    ask(referee, do="object", entry=3, by="Ben")  # 6
    ask(referee, do="object", entry=4, by="Anna")  # 7
    ask(referee, do="pass")  # 8
    ask(referee, do="settle", entry=3, outcome="upheld")  # 9
    settled, still = Dispute(3, "Ben", "12:06", "upheld"), Dispute(4, "Anna", "12:07")
    assert disputes(referee.game) == {3: settled, 4: still}
    assert open_disputes(referee.game) == {4: still}


def test_an_entry_can_be_disputed_again_after_it_was_settled(referee: Referee):
    ask(referee, do="object", entry=3, by="Ben")  # 6
    ask(referee, do="settle", entry=3, outcome="dropped")  # 7
    ask(referee, do="object", entry=3, by="Anna")  # 8
    assert open_disputes(referee.game) == {3: Dispute(3, "Anna", "12:08")}


def test_a_settlement_of_what_nobody_disputes_is_none(referee: Referee):
    ask(referee, do="settle", entry=3, outcome="upheld")  # 6
    assert disputes(referee.game) == {}
    ask(referee, do="object", entry=3, by="Ben")  # 7
    assert open_disputes(referee.game) == {3: Dispute(3, "Ben", "12:07")}

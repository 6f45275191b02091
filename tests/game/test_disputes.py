"""Objections: by whom, when, against which entry, and how each was settled."""

import json
from pathlib import Path

import pytest
from table import Table

from companion.game.log.disputes import Dispute, disputes, open_disputes, unsettled
from companion.game.log.entries import Entry
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


# --- who may object to what ---


@pytest.fixture
def table() -> Table:
    table = Table()
    table.new(3)  # 1
    table.passes(2)  # 2, 3
    return table


def test_nobody_objects_twice_while_the_first_is_open(table: Table):
    table.ok("object", entry=2, by="Ben")
    table.passes(1)
    assert table.code("object", entry=2, by="Ben") == "already_objected"
    table.ok("object", entry=3, by="Ben")
    table.ok("object", entry=2, by="Cleo")
    assert table.code("object", entry=2, by="Ben") == "already_objected"


def test_a_settlement_of_that_entry_lets_everyone_object_again(table: Table):
    for name in ("Ben", "Cleo"):
        table.ok("object", entry=2, by=name)
    table.ok("settle", entry=3, outcome="upheld")
    assert table.code("object", entry=2, by="Ben") == "already_objected"
    table.ok("settle", entry=2, outcome="upheld")
    table.ok("object", entry=2, by="Cleo")
    table.ok("object", entry=2, by="Ben")


def test_only_what_stands_is_open_or_settled(table: Table):
    table.ok("object", entry=2, by="Ben")
    table.ok("undo")
    table.ok("object", entry=2, by="Ben")
    table.ok("settle", entry=2, outcome="upheld")
    table.ok("undo")
    assert table.code("object", entry=2, by="Ben") == "already_objected"
    table.ok("redo")
    table.ok("object", entry=2, by="Ben")


def test_only_a_ruling_is_disputed(table: Table):
    table.ok("object", entry=2, by="Ben")  # 4
    table.ok("settle", entry=2, outcome="upheld")  # 5
    table.ok("undo")  # 6
    table.ok("redo")  # 7
    for entry in (1, 4, 5, 6, 7):
        assert table.code("object", entry=entry, by="Ben") == "not_amendable"
    table.ok("amend", entry=2, **{"with": {"do": "pass"}})  # 8
    table.ok("adjust", player="Ben", trains=9, why="counted")  # 9
    for entry in (8, 9):
        table.ok("object", entry=entry, by="Ben")


def test_the_first_code_of_several_is_given(table: Table):
    table.ok("object", entry=2, by="Ben")
    table.ok("undo")
    assert table.code("object", entry=1, by="Nobody") == "unknown_player"
    assert table.code("object", entry=4, by="Ben") == "unknown_entry"
    table.ok("object", entry=3, by="Ben")
    facts = table.ask("object", entry=3, by="Ben")["facts"]
    assert facts == {"entry": 3, "player": "Ben"}


def test_what_an_older_program_accepted_stays(tmp_path: Path):
    file = tmp_path / "games.db"
    old = Table(file)
    old.new(3)
    old.passes(1)
    for seq, entry in ((3, 2), (4, 2), (5, 4), (6, 1)):  # twice, to a remark, to the start
        request = {"do": "object", "entry": entry, "by": "Ben"}
        kept = Entry(seq, 2, None, request, None, "play", at="12:00")
        assert old.journal.append(old.referee.game.uuid, kept)
    old.journal.close()
    table = Table(file)
    assert not table.journal.faults()
    assert table.state()["seq"] == 6
    assert open_disputes(table.referee.game).keys() == {1, 2, 4}
    assert table.code("object", entry=2, by="Ben") == "already_objected"
    table.ok("settle", entry=4, outcome="dropped")
    table.ok("pass")
    table.journal.close()

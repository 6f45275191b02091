"""Tickets that phones kept are gone from the disk when a game ends, whoever sees it end."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from table import Table
from visitors import Served, until

from companion.folders import phones_file
from companion.leftover_tickets import forget_when_over

ENDS = [
    {"do": "finish"},
    *(
        {
            "do": "reveal",
            "player": player,
            "tickets": [
                {"from": "zomba", "to": "windhoek", "points": 31},
                {"from": "luanda", "to": "fachoda", "points": 32},
            ],
        }
        for player in ("Anna", "Ben")
    ),
]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Games whose phones have left tickets, and are gone."""
    file = tmp_path / "games.db"
    table = Table(file)
    table.new(2, tickets=2)
    shop = Served(table, phones_file(file))
    try:
        asked = {"game": table.referee.game.uuid, "tickets": ENDS[1]["tickets"]}
        assert shop.visitor(seat=0).post("keep", asked)[0] == 200
    finally:
        shop.close()
        table.journal.close()
    assert keeps_tickets(file)
    return file


def keeps_tickets(file: Path) -> bool:
    return "windhoek" in phones_file(file).read_text()


def end_game(file: Path) -> None:
    table = Table(file)
    for request in ENDS:
        table.ok(**request)
    table.journal.close()


def test_the_referee_by_lines_leaves_no_tickets_of_a_game_that_is_over(file: Path):
    command = [sys.executable, "-m", "companion", "referee", "--db", str(file)]
    lines = "".join(json.dumps(request) + "\n" for request in ENDS)
    ended = subprocess.run(command, input=lines, capture_output=True, text=True, timeout=60)
    assert [json.loads(line)["ok"] for line in ended.stdout.splitlines()] == [True] * 3
    assert not keeps_tickets(file)


@pytest.mark.parametrize("phones", [[], ["--phones", "--port", "0"]])
def test_the_score_keeper_leaves_none_of_one_that_was_over_before(file: Path, phones: list[str]):
    end_game(file)
    assert keeps_tickets(file)
    command = [sys.executable, "-m", "companion", "play", "--db", str(file), *phones]
    subprocess.run(command, input="q\n", capture_output=True, text=True, timeout=60, check=True)
    assert not keeps_tickets(file)


def test_phones_that_are_let_in_after_the_end_find_none(file: Path):
    end_game(file)
    table = Table(file)
    shop = Served(table, phones_file(file))
    try:
        until(lambda: not keeps_tickets(file))
    finally:
        shop.close()
        table.journal.close()


def test_they_stay_while_the_game_goes_on_and_while_phones_see_to_it_themselves(file: Path):
    table = Table(file)
    forget_when_over(table.referee, lambda: True)
    table.ok("pass")
    assert keeps_tickets(file)
    for request in ENDS:
        table.ok(**request)
    assert keeps_tickets(file)
    table.journal.close()


def test_a_disk_that_does_not_give_them_back_stops_nothing(
    file: Path, caplog: pytest.LogCaptureFixture
):
    phones_file(file).unlink()
    phones_file(file).mkdir()
    table = Table(file)
    forget_when_over(table.referee)
    for request in ENDS:
        table.ok(**request)
    assert table.state()["phase"] == "over"
    table.journal.close()
    assert caplog.records  # it is written down

"""Requests are read and written by one form: what is written is what was read, players and all."""

import json
from typing import Any

import pytest

from companion.game.requests.requests import parse, request_of, with_players_called

ANNA, BEN = "Anna", "Ben"
SEATS = [
    {"name": ANNA, "color": "red", "terrain": "desert", "tickets": 2},
    {"name": BEN, "color": "blue", "terrain": "jungle", "tickets": 3},
]
CLAIM = {"do": "claim", "route": "x", "double": {"terrain": 1, "locomotives": 0}, "overrule": "so"}
WRITTEN: list[dict[str, Any]] = [
    {"do": "new", "players": SEATS, "first": ANNA, "rules": {"tickets_drawn": 3}},
    {"do": "resume", "game": "x"},
    {"do": "draw", "cards": ["desert"], "short": True},
    CLAIM,
    {"do": "tickets", "kept": 2},
    {"do": "pass"},
    {"do": "undo"},
    {"do": "redo"},
    {"do": "amend", "entry": 2, "player": ANNA, "with": CLAIM},
    {"do": "void", "entry": 2},
    {"do": "insert", "after": 2, "player": ANNA, "with": {"do": "pass"}, "shift": True},
    {"do": "correct_route", "route": "x", "color": "red", "length": 2, "ferry_locomotives": 1},
    {
        **{"do": "adjust", "player": ANNA, "terrain": {"desert": 1}, "trains": 3, "tickets": 2},
        **{"score": -2, "discards": {"jungle": 1}, "why": "recount"},
    },
    {"do": "object", "entry": 2, "by": ANNA},
    {"do": "settle", "entry": 2, "outcome": "upheld"},
    {"do": "finish"},
    {"do": "reveal", "player": ANNA, "tickets": [{"from": "a", "to": "b", "points": 3}]},
]


@pytest.mark.parametrize("request_", WRITTEN, ids=lambda request: request["do"])
def test_what_is_read_is_written_in_its_order(request_: dict[str, Any]):
    assert json.dumps(request_of(parse(request_))) == json.dumps(request_)  # type: ignore[arg-type]


@pytest.mark.parametrize("request_", WRITTEN, ids=lambda request: request["do"])
def test_every_player_in_a_request_is_called_otherwise(request_: dict[str, Any]):
    called = with_players_called(request_, {ANNA: "1", BEN: "2"}.__getitem__)
    assert json.dumps(called) == json.dumps(request_).replace(ANNA, "1").replace(BEN, "2")

"""Tickets by connection, Globetrotter, tie-breaks, and the result by source."""

import pytest
from table import Table

from companion.game.board.board import standard_board
from companion.game.board.paths import Network
from companion.game.events import ScoreCard
from companion.game.rules.scoring import ranking, winners

BOARD = standard_board()


@pytest.mark.parametrize(
    ("routes", "start", "end", "joined"),
    [
        (["ngaoundere--bangui", "bangui--bondo"], "ngaoundere", "bondo", True),
        (["ngaoundere--bangui"], "bangui", "bondo", False),
        # way stations connect
        (
            ["ngaoundere--junction-northwest", "bangui--junction-northwest"],
            "ngaoundere",
            "bangui",
            True,
        ),
        # any one of its routes reaches a country
        (["douala--nigeria-1--2"], "douala", "nigeria", True),
        (["ngaoundere--nigeria-2--1"], "nigeria", "ngaoundere", True),
        # but nothing runs through it
        (["douala--nigeria-1--1", "ngaoundere--nigeria-2--1"], "douala", "ngaoundere", False),
        # and two countries join over land
        (["ngaoundere--nigeria-2--1", "ngaoundere--tchad-1"], "nigeria", "tchad", True),
        (["douala--nigeria-1--1", "ngaoundere--tchad-1"], "nigeria", "tchad", False),
        # either place in Madagascar will do
        (["mocambique--madagascar-north--1"], "mocambique", "madagascar", True),
        (["madagascar-south--durban--2"], "madagascar", "durban", True),
        # which are not joined except by the route between them
        (
            ["mocambique--madagascar-north--1", "madagascar-south--durban--1"],
            *("mocambique", "durban", False),
        ),
        ([], "durban", "beira", False),
    ],
)
def test_a_ticket_is_met_by_the_players_own_routes(routes, start, end, joined):
    network = Network(BOARD, routes)
    assert network.joins(start, end) == joined
    assert network.joins(end, start) == joined


def test_the_route_within_madagascar_joins_its_two_places():
    within = [
        r.id for r in BOARD.routes.values() if r.ends == {"madagascar-north", "madagascar-south"}
    ]
    coasts = ["mocambique--madagascar-north--1", "madagascar-south--durban--1"]
    assert within
    assert Network(BOARD, [*coasts, within[0]]).joins("mocambique", "durban")


def card(seat: int, routes: int, completed: int) -> ScoreCard:
    return ScoreCard(seat, routes, 0, 0, 0, completed, 0)


def test_more_completed_tickets_break_a_tie_and_equals_share_a_place():
    cards = [card(0, 10, 1), card(1, 12, 0), card(2, 10, 2), card(3, 10, 1), card(4, -3, 5)]
    ranked = ranking(cards)
    assert [(place.place, place.card.seat) for place in ranked] == [
        *((1, 1), (2, 2), (3, 0), (3, 3), (5, 4)),
    ]
    assert winners(cards) == (1,)
    assert winners([card(0, 5, 1), card(1, 5, 1), card(2, 5, 0)]) == (0, 1)


def ticket(start: str, end: str, points: int) -> dict:
    return {"from": start, "to": end, "points": points}


@pytest.fixture
def shown(table: Table) -> Table:
    """Two players at the tickets: Anna has Cape Town - Port Elizabeth."""
    table.new(2)
    table.claim("cape-town--port-elizabeth--1")
    table.ok("finish")
    return table


def test_a_reveal_is_checked_and_can_be_corrected(shown: Table):
    good, bad = ticket("cape-town", "port-elizabeth", 7), ticket("cape-town", "madagascar", 11)
    answer = shown.ok("reveal", player="Anna", tickets=[good, bad])
    assert answer["tickets"] == [{**good, "completed": True}, {**bad, "completed": False}]
    assert answer["rule"] == "R16"
    assert shown.code("result") == "not_over"
    shown.ok("reveal", player="Ben", tickets=[bad, bad])
    anna = shown.ok("result")["players"][0]
    assert (anna["name"], anna["tickets"], anna["globetrotter"], anna["total"]) == (
        "Anna",
        -4,
        10,
        10,
    )
    shown.ok("reveal", player="Anna", tickets=[good, good])
    assert shown.ok("result")["players"][0]["tickets"] == 14
    assert shown.player("Anna")["score"] == 4 + 14 + 10


@pytest.mark.parametrize(
    ("tickets", "code"),
    [
        ([ticket("cape-town", "cape-town", 5)] * 2, "bad_request"),
        ([ticket("cape-town", "durban", 0)] * 2, "bad_request"),
        ([ticket("cape-town", "durban", 100)] * 2, "bad_request"),
        ([ticket("cape-town", "atlantis", 5)], "unknown_place"),
        ([ticket("junction-east", "durban", 5)] * 2, "unknown_place"),
        ([ticket("madagascar-north", "durban", 5)] * 2, "unknown_place"),
        ([ticket("cape-town", "durban", 5)], "ticket_count"),
        ([ticket("cape-town", "durban", 5)] * 3, "ticket_count"),
        ([{"from": "cape-town", "to": "durban"}] * 2, "bad_request"),
    ],
)
def test_a_wrong_reveal_is_refused(shown: Table, tickets: list, code: str):
    assert shown.code("reveal", player="Anna", tickets=tickets) == code


def test_other_tickets_than_revealed_drop_the_reveal(shown: Table):
    bad = ticket("cape-town", "madagascar", 11)
    for player in ("Anna", "Ben"):
        shown.ok("reveal", player=player, tickets=[bad, bad])
    assert shown.state()["phase"] == "over"
    shown.ok("adjust", player="Ben", tickets=3, why="recount")
    assert shown.state()["phase"] == "tickets"
    shown.ok("reveal", player="Ben", tickets=[bad] * 3)
    assert shown.ok("result")["players"][-1]["total"] == -33


def test_an_amended_route_is_felt_by_the_tickets(shown: Table):
    good = ticket("cape-town", "port-elizabeth", 7)
    for player in ("Anna", "Ben"):
        shown.ok("reveal", player=player, tickets=[good, good])
    assert shown.ok("result")["winners"] == ["Anna"]
    answer = shown.ok("void", entry=2)
    assert answer["scores"] == {"Anna": -4 - 14 - 14 - 10, "Ben": 0}
    assert shown.ok("result")["winners"] == ["Anna", "Ben"]
    shown.ok("undo")
    assert shown.ok("result")["winners"] == ["Anna"]

"""The path that lights up: of fewest spaces, then of fewest routes."""

import pytest

from companion.game.board.board import Board, standard_board
from companion.game.board.paths import distance, lit_path, missing_routes

BOARD = standard_board()


@pytest.mark.parametrize(
    ("direct", "around"),
    [
        ("libreville--leopoldville", ("libreville--cabinda--1", "cabinda--leopoldville--1")),
        ("leopoldville--luanda", ("cabinda--leopoldville--1", "cabinda--luanda--1")),
    ],
)
def test_of_two_paths_of_as_many_spaces_the_one_of_fewer_routes_is_lit(
    direct: str, around: tuple[str, str]
):
    route = BOARD.routes[direct]
    assert route.length == sum(BOARD.routes[part].length for part in around)
    assert lit_path(BOARD, around, route.a, route.b) == around
    assert lit_path(BOARD, (direct, *around), route.a, route.b) == (direct,)


def test_places_that_nothing_joins_have_no_distance():
    apart = Board(BOARD.locations, {"douala--bangui": BOARD.routes["douala--bangui"]})
    assert distance(apart, "durban", "bangui") is None
    assert distance(apart, "douala", "bangui") == 4


def test_what_is_missing_is_the_cheapest_way_through_free_routes_beside_ones_own():
    board = standard_board()
    start, end = "cape-town", "luanda"
    whole = missing_routes(board, [], board.routes, start, end)
    assert whole == lit_path(board, board.routes, start, end)
    own, *rest = whole
    missing = missing_routes(board, [own], set(board.routes) - {own}, start, end)
    assert sum(board.routes[route].length for route in missing) <= sum(
        board.routes[route].length for route in rest
    )
    assert own not in missing
    assert missing_routes(board, whole, [], start, end) == ()
    assert missing_routes(board, [], [], start, end) is None
    beside = set(board.routes) - set(whole)
    around = missing_routes(board, [], beside, start, end)
    assert not set(around) & set(whole)

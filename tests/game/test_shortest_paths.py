"""The path that lights up: of fewest spaces, then of fewest routes."""

import pytest

from companion.game.board import Board, standard_board
from companion.game.paths import distance, lit_path

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

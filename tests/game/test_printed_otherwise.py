"""Routes that are printed otherwise: which tracks change with one, and what is carried over."""

from dataclasses import replace

import pytest

from companion.game.board import Board, BoardError, Route, standard_board
from companion.game.board_corrections import (
    carried_over,
    changed_routes,
    corrected,
    with_corrections,
)
from companion.game.commands import CorrectRoute
from companion.game.refusal import Refusal

BOARD = standard_board()
SINGLE = "douala--bangui"


def pair(alike: bool) -> tuple[Route, Route]:
    """The tracks of a double route, of one colour or of two."""
    return next(
        (BOARD.routes[route], BOARD.routes[twin])
        for route, twin in sorted(BOARD.twins.items())
        if (BOARD.routes[route].color == BOARD.routes[twin].color) is alike
    )


def other_color(*tracks: Route) -> str:
    taken = {track.color for track in tracks}
    return next(route.color for route in BOARD.routes.values() if route.color not in taken)


def test_a_route_that_is_not_on_the_board_is_refused_by_its_name():
    with pytest.raises(Refusal) as refused:
        corrected(BOARD, CorrectRoute("nowhere", length=3))
    assert (refused.value.code, refused.value.facts) == ("unknown_route", {"route": "nowhere"})


def test_two_tracks_of_one_colour_are_printed_otherwise_together():
    first, second = pair(alike=True)
    color = other_color(first, second)
    new = corrected(BOARD, CorrectRoute(first.id, color=color))
    assert (new.routes[first.id].color, new.routes[second.id].color) == (color, color)
    assert {route.id for route in changed_routes(BOARD, new)} == {first.id, second.id}


def test_of_two_tracks_of_different_colours_one_alone_has_another():
    first, second = pair(alike=False)
    color = other_color(first, second)
    new = corrected(BOARD, CorrectRoute(first.id, color=color))
    assert (new.routes[first.id].color, new.routes[second.id].color) == (color, second.color)


def test_two_tracks_are_always_of_one_length():
    for alike in (True, False):
        first, second = pair(alike)
        new = corrected(BOARD, CorrectRoute(first.id, length=6))
        assert new.routes[first.id].length == new.routes[second.id].length == 6


def with_ferry(route: Route, locomotives: int) -> Board:
    changed = replace(route, ferry_locomotives=locomotives)
    return Board(BOARD.locations, {**BOARD.routes, route.id: changed})


def test_locomotives_of_a_ferry_are_corrected_on_both_tracks_where_they_were_alike():
    first, second = pair(alike=True)
    assert first.ferry_locomotives == second.ferry_locomotives
    wanted = first.ferry_locomotives + 1
    new = corrected(BOARD, CorrectRoute(first.id, ferry_locomotives=wanted))
    assert new.routes[first.id].ferry_locomotives == wanted
    assert new.routes[second.id].ferry_locomotives == wanted
    unlike = with_ferry(first, wanted)
    new = corrected(unlike, CorrectRoute(second.id, ferry_locomotives=0))
    assert new.routes[second.id].ferry_locomotives == 0
    assert new.routes[first.id].ferry_locomotives == wanted


def test_a_ferry_may_be_all_locomotives_and_no_more():
    length = BOARD.routes[SINGLE].length
    new = corrected(BOARD, CorrectRoute(SINGLE, ferry_locomotives=length))
    assert new.routes[SINGLE].ferry_locomotives == length
    with pytest.raises(Refusal) as refused:
        corrected(BOARD, CorrectRoute(SINGLE, ferry_locomotives=length + 1))
    assert refused.value.code == "bad_request"
    assert refused.value.facts["field"] == "ferry_locomotives"


def test_only_routes_that_are_otherwise_are_told():
    new = corrected(BOARD, CorrectRoute(SINGLE, length=6))
    assert changed_routes(BOARD, new) == (new.routes[SINGLE],)
    assert changed_routes(BOARD, BOARD) == ()


# --- from one board to another ---


def test_what_is_kept_of_another_board_is_left_out():
    found = replace(BOARD.routes[SINGLE], length=6, unverified=None)
    elsewhere = replace(found, id="nowhere")
    moved = replace(found, a="durban", b="beira")
    assert with_corrections(BOARD, [elsewhere, moved]) is BOARD
    assert with_corrections(BOARD, []) is BOARD
    kept = with_corrections(BOARD, [elsewhere, found])
    assert changed_routes(BOARD, kept) == (found,)


def test_corrections_that_no_board_can_have_are_told_as_such():
    pink = replace(BOARD.routes[SINGLE], color="pink")
    with pytest.raises(BoardError, match="^corrections: .*pink"):
        with_corrections(BOARD, [pink])


def test_everything_that_can_be_corrected_is_kept():
    route = BOARD.routes[SINGLE]
    color = other_color(route)
    found = replace(route, color=color, length=6, ferry_locomotives=2, unverified=None)
    assert with_corrections(BOARD, [found]).routes[SINGLE] == found


def test_a_game_carries_over_what_it_changed_and_leaves_what_was_found_since():
    before = BOARD
    after = corrected(before, CorrectRoute(SINGLE, length=6))
    lasting = corrected(before, CorrectRoute(SINGLE, color=other_color(before.routes[SINGLE])))
    (found,) = carried_over(before, after, lasting)
    assert found == replace(lasting.routes[SINGLE], length=6)
    assert carried_over(before, before, lasting) == ()


def test_a_route_that_the_other_board_has_not_is_carried_over_as_the_games():
    after = corrected(BOARD, CorrectRoute(SINGLE, length=6))
    fewer = Board(BOARD.locations, {k: v for k, v in BOARD.routes.items() if k != SINGLE})
    assert carried_over(BOARD, after, fewer) == (after.routes[SINGLE],)
    moved = replace(BOARD.routes[SINGLE], a="durban", b="beira", color="red")
    other = Board(BOARD.locations, {**BOARD.routes, SINGLE: moved})
    assert carried_over(BOARD, after, other) == (after.routes[SINGLE],)

"""Routes that are printed otherwise: which tracks change with one, and what is carried over."""

from dataclasses import replace
from typing import Any

import pytest

from companion.game.board.board import Board, BoardError, Route, standard_board
from companion.game.board.corrections import (
    BoardCorrection,
    changed_routes,
    corrected,
    corrections_after,
    corrections_after_undo,
    printed_alike,
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


# --- what later games take over ---


def find(age: int = 1, **values: Any) -> BoardCorrection:
    """Of the single route, unless it is said otherwise."""
    route = BOARD.routes[SINGLE]
    given = {"game": f"game {age}", "entry": 2, "route": SINGLE, "ends": (route.a, route.b)}
    return BoardCorrection(**{**given, "age": age, "in_force": True, **values})


def test_what_is_kept_of_another_board_is_left_out():
    elsewhere, moved = find(route="nowhere", length=6), find(ends=("durban", "beira"), length=6)
    assert with_corrections(BOARD, [elsewhere, moved]) is BOARD
    assert with_corrections(BOARD, []) is BOARD
    kept = with_corrections(BOARD, [elsewhere, find(length=6)])
    assert changed_routes(BOARD, kept) == (replace(BOARD.routes[SINGLE], length=6),)


def test_corrections_that_no_board_can_have_are_told_as_such():
    with pytest.raises(BoardError, match="^corrections: .*pink"):
        with_corrections(BOARD, [find(color="pink")])


def test_everything_that_can_be_corrected_is_kept():
    doubtful = next(
        route for route in BOARD.routes.values() if route.unverified and not route.double
    )
    after = corrected(
        BOARD,
        CorrectRoute(doubtful.id, color=other_color(doubtful), length=6, ferry_locomotives=2),
    )
    found = corrections_after([], "a game", 7, BOARD, after)
    assert [(one.game, one.entry, one.in_force, one.age) for one in found] == [
        ("a game", 7, True, 1)
    ]
    assert with_corrections(BOARD, found).routes == after.routes


def test_a_value_as_it_was_is_no_correction_but_the_look_at_a_doubtful_route_counts():
    doubtful = next(
        route for route in BOARD.routes.values() if route.unverified and not route.double
    )
    after = corrected(BOARD, CorrectRoute(doubtful.id, length=doubtful.length))
    (found,) = corrections_after([], "a game", 2, BOARD, after)
    assert (found.color, found.length, found.ferry_locomotives) == (None, None, None)
    assert found.looked_at
    assert with_corrections(BOARD, [find(length=6)]).routes[doubtful.id].unverified
    assert not with_corrections(BOARD, [found]).routes[doubtful.id].unverified


def test_a_find_on_a_route_that_was_certain_or_still_is_doubtful_is_no_look_at_a_doubt():
    after = corrected(BOARD, CorrectRoute(SINGLE, length=2))
    assert BOARD.routes[SINGLE].unverified is None
    (found,) = corrections_after([], "a game", 2, BOARD, after)
    assert found.looked_at is False
    doubtful = next(
        route for route in BOARD.routes.values() if route.unverified and not route.double
    )
    ends = doubtful.a, doubtful.b
    kept = BoardCorrection("a game", 2, doubtful.id, ends, 1, in_force=True, color="red")
    route = with_corrections(BOARD, [kept]).routes[doubtful.id]
    assert (route.color, route.unverified) == ("red", doubtful.unverified)


def test_routes_are_printed_alike_however_sure_we_are_of_them():
    route = BOARD.routes[SINGLE]
    doubtful = replace(route, unverified="length")
    assert printed_alike(route, doubtful) is True
    assert printed_alike(doubtful, route) is True
    assert printed_alike(route, replace(route, length=route.length + 1)) is False


def test_a_ferry_of_locomotives_alone_is_taken_over():
    after = corrected(BOARD, CorrectRoute(SINGLE, length=2, ferry_locomotives=2))
    found = corrections_after([], "a game", 2, BOARD, after)
    route = with_corrections(BOARD, found).routes[SINGLE]
    assert (route.length, route.ferry_locomotives) == (2, 2)


def test_the_newest_in_force_counts_field_by_field_in_whatever_order_they_lie():
    color = other_color(BOARD.routes[SINGLE])
    old, new = find(1, length=6, color=color), find(2, length=5)
    for order in ([old, new], [new, old]):
        route = with_corrections(BOARD, order).routes[SINGLE]
        assert (route.length, route.color) == (5, color)
    undone = replace(new, in_force=False)
    assert with_corrections(BOARD, [undone, old]).routes[SINGLE].length == 6


def test_what_is_undone_and_redone_keeps_its_age_and_what_is_new_is_newest():
    after = corrected(BOARD, CorrectRoute(SINGLE, length=6))
    known = [find(3, game="a", entry=2, length=6), find(8, game="b")]
    assert [one.age for one in corrections_after(known, "a", 2, BOARD, after)] == [3]
    assert [one.age for one in corrections_after(known, "a", 4, BOARD, after)] == [9]
    assert corrections_after_undo(known, "a", 2, after, BOARD) == (
        replace(known[0], in_force=False),
    )


def test_of_two_finds_that_cannot_both_be_the_older_gives_way_to_the_one_before_it():
    ferry, short = find(2, ferry_locomotives=3), find(3, length=2)
    route = with_corrections(BOARD, [ferry, short]).routes[SINGLE]
    assert (route.ferry_locomotives, route.length) == (0, 2)
    route = with_corrections(BOARD, [find(1, ferry_locomotives=1), ferry, short]).routes[SINGLE]
    assert (route.ferry_locomotives, route.length) == (1, 2)
    route = with_corrections(BOARD, [replace(ferry, age=4), short]).routes[SINGLE]
    assert (route.ferry_locomotives, route.length) == (3, BOARD.routes[SINGLE].length)


def test_an_undo_of_what_was_kept_only_as_its_outcome_is_a_find_of_its_own():
    after = corrected(BOARD, CorrectRoute(SINGLE, length=6))
    outcome = find(0, game="", entry=0, length=6)
    back = corrections_after_undo([outcome], "a", 2, after, BOARD)
    assert with_corrections(BOARD, [outcome, *back]).routes[SINGLE] == BOARD.routes[SINGLE]

"""Cities, routes and players are found by what people type."""

import pytest

from companion.desk.finder import Finder, closest
from companion.game.board.board import standard_board
from companion.words import Names, translations

BOARD = standard_board()
NAMES = Names(BOARD, translations())
FINDER = Finder(BOARD, NAMES)


def found(text: str) -> list[str]:
    """What is found: the first track of each."""
    return [tracks.routes[0].id for tracks in FINDER.routes(text)]


def test_cape_p_finds_cape_town_port_elizabeth_first():
    assert found("cape p") == ["cape-town--port-elizabeth--1", "port-nolloth--cape-town--1"]


@pytest.mark.parametrize("route", BOARD.routes.values(), ids=lambda route: route.id)
def test_every_route_is_found_by_typing_its_two_ends(route):
    ways = (
        f"{NAMES.end(route.a)} - {NAMES.end(route.b)}",
        f"{NAMES.end(route.b)} {NAMES.end(route.a)}",
        f"{NAMES.location(route.a)} - {NAMES.location(route.b)}",
        f"{NAMES.end(route.a).upper()} to {NAMES.end(route.b).lower()}",
    )
    for typed in ways:
        tracks = FINDER.routes(f"{typed} {route.color} {route.length}")
        assert len(tracks) == 1, typed
        assert route in tracks[0].routes


@pytest.mark.parametrize("route", BOARD.routes.values(), ids=lambda route: route.id)
def test_every_route_is_found_by_the_beginnings_of_its_ends(route):
    typed = f"{NAMES.end(route.a)[:4]} - {NAMES.end(route.b)[:4]} {route.color}"
    assert any(route in tracks.routes for tracks in FINDER.routes(typed)), typed


def test_every_route_is_found_by_its_id():
    assert all(found(route) == [route] for route in BOARD.routes)


@pytest.mark.parametrize(
    ("typed", "route"),
    [
        ("CAPE TOWN port elizabeth", "cape-town--port-elizabeth--1"),
        ("capetown portelizabeth", "cape-town--port-elizabeth--1"),
        ("ct pe", "cape-town--port-elizabeth--1"),
        ("cpae town elizabeth", "cape-town--port-elizabeth--1"),  # letters swapped
        ("cape tonw port elizabeth", "cape-town--port-elizabeth--1"),
        ("kape port elizabeth", "cape-town--port-elizabeth--1"),  # a wrong one
        ("cape port elizbeth", "cape-town--port-elizabeth--1"),  # one missing
        ("capee port elizabeth", "cape-town--port-elizabeth--1"),  # one too many
        ("mocamedes luanda", "luanda--mocamedes--1"),
        ("Moçâmedes Luanda", "luanda--mocamedes--1"),
        ("Moc\u0327a\u0302medes Luanda", "luanda--mocamedes--1"),  # decomposed
        ("leopoldville bangui", "bangui--leopoldville"),
        ("dar es salaam livingstonia", "dar-es-salaam--livingstonia"),
        ("Dar-es-Salaam - Livingstonia", "dar-es-salaam--livingstonia"),
        ("daressalam livingst", "dar-es-salaam--livingstonia"),
        ("three is no word but black 3 cape", ""),
        ("black 3 cape", "cape-town--port-elizabeth--1"),
        ("cape black", "cape-town--port-elizabeth--1"),
        ("madagascar madagascar", "madagascar-north--madagascar-south"),
        ("douala nigeria white", "douala--nigeria-1--1"),
        ("libreville bangui gray", ""),
        ("douala bangui gray", "douala--bangui"),
    ],
)
def test_case_accents_prefixes_initials_and_one_typo_are_forgiven(typed, route):
    assert found(typed) == ([route] if route else [])


def test_a_typo_is_forgiven_only_where_nothing_fits_without():
    assert found("bondo bogoro") == ["bondo--bogoro"]
    assert found("luanda") == [
        route.id
        for route in BOARD.routes.values()
        if "luanda" in route.ends and not route.id.endswith("--2")
    ]


def test_tracks_that_look_alike_are_found_as_one():
    (tracks,) = FINDER.routes("cape port elizabeth")
    assert [route.track for route in tracks.routes] == [1, 2]
    assert len(FINDER.routes("douala nigeria")) == 2  # white and black: told apart


def test_who_cannot_name_a_way_station_names_what_lies_beyond():
    assert found("luanda serpa") == [
        "luanda--junction-angola-north",
        "junction-angola-north--serpa-pinto",
    ]
    assert found("luanda way") == ["luanda--junction-angola-north"]


def test_one_end_alone_finds_all_its_routes():
    assert len(found("nigeria")) == 3
    assert set(found("cape town")) == set(found("ct")) == set(found("cape"))


@pytest.mark.parametrize(
    "typed", ["", " ", "-", " - ", "xyz", "cape durban", "7", "cape 7", "\x00", "9" * 5000]
)
def test_what_fits_nothing_finds_nothing(typed):
    assert found(typed) == []


def test_a_very_long_line_is_no_trouble():
    assert found("cape " * 50_000) == []


def test_two_places_without_a_route_are_known():
    assert FINDER.ends("cape durban") == ("cape-town", "durban")
    assert FINDER.ends("port durban") is None


def test_ticket_places_are_found_in_the_order_typed():
    assert FINDER.journeys("cape town - durban") == [("cape-town", "durban")]
    assert FINDER.journeys("nigeria beira") == [("nigeria", "beira")]
    assert FINDER.journeys("madagascar ngaoundere") == [("madagascar", "ngaoundere")]
    assert len(FINDER.journeys("port - durban")) == 3


def test_players_are_found_by_the_beginning_of_their_name():
    names = ["Anna", "Ännchen", "'; --", "Мария"]
    assert closest("anna", names) == [0]
    assert closest("an", names) == [0, 1]
    assert closest("мар", names) == [3]
    assert closest("zoe", names) == closest("", names) == []


def test_words_for_completion_are_those_of_the_places():
    assert {"Cape", "Town", "Ngaoundéré", "Madagascar"} <= set(FINDER.vocabulary())

"""What the Claim screen lists: routes with their worth now, and places by name."""

import pytest

from companion.desk.claim.route_choices import (
    called_hint,
    chosen,
    matching,
    place_name,
    places,
    routes_of,
    worth_of,
)
from companion.desk.finder import Tracks
from companion.desk.turn_context import TurnContext
from companion.game.board.board import standard_board
from companion.game.commands import ClaimRoute, Newcomer, NewGame
from companion.referee import Referee
from companion.words.language import translations
from companion.words.table.desk import DeskWords

NAMES = ("Anna", "Ben", "Cleo", "Dan")
COLORS = ("blue", "red", "green", "yellow")
WORDS = DeskWords(standard_board(), translations("en"))
DOUBLE = ("port-nolloth--cape-town--1", "port-nolloth--cape-town--2")


def game(players: int, *claims: str, terrain: str = "desert") -> TurnContext:
    referee = Referee()
    seats = zip(NAMES[:players], COLORS, strict=False)
    referee.submit(NewGame(tuple(Newcomer(name, color, terrain, 3) for name, color in seats)))
    for route in claims:
        referee.submit(ClaimRoute(route))
    return TurnContext.now(referee.game)


def rows(turn_context: TurnContext, city: str) -> dict[str, object]:
    return {row.route: row for row in routes_of(turn_context, WORDS, city)}


def test_a_city_lists_its_routes_by_their_far_end_with_their_worth():
    listed = routes_of(game(3), WORDS, "cape-town")
    assert [(row.title, row.color, row.length, row.points) for row in listed] == [
        ("Bloemfontein", "orange", 3, 4),
        ("Port Elizabeth", "black", 3, 4),
        ("Port Nolloth", "red", 2, 2),
    ]


def test_terrain_alone_doubles_or_locomotives_are_needed():
    by_title = {row.title: row for row in routes_of(game(3), WORDS, "cape-town")}
    assert (by_title["Bloemfontein"].doubled, by_title["Bloemfontein"].locomotives) == (8, 0)
    assert (by_title["Port Elizabeth"].doubled, by_title["Port Elizabeth"].locomotives) == (8, 1)


def test_of_two_equal_tracks_one_is_shown_until_one_is_taken():
    assert sum(row.title == "Port Nolloth" for row in routes_of(game(4), WORDS, "cape-town")) == 1
    listed = rows(game(4, DOUBLE[0]), "cape-town")
    assert listed[DOUBLE[0]].reason == "taken by Anna"
    assert listed[DOUBLE[1]].reason == ""


def test_tracks_of_two_colours_are_both_shown():
    listed = routes_of(game(3), WORDS, "douala")
    assert [row.color for row in listed if row.title == "Libreville"] == ["green", "purple"]


def test_what_cannot_be_claimed_comes_last_with_its_reason():
    listed = routes_of(game(3, DOUBLE[0]), WORDS, "cape-town")
    assert [row.reason for row in listed] == ["", "", "taken by Anna", "closed: other track taken"]
    assert [row.refusal and row.refusal.rule for row in listed[2:]] == ["R7", "R8"]
    taken = routes_of(game(3, "bloemfontein--cape-town"), WORDS, "cape-town")
    assert [row.title for row in taken] == ["Port Elizabeth", "Port Nolloth", "Bloemfontein"]


def test_with_four_players_nobody_gets_both_tracks():
    others = ("ngaoundere--bangui", "luanda--junction-angola-north", "bondo--fachoda")
    board = standard_board().routes
    fillers = [next(r for r in board if r.startswith(name)) for name in others]
    listed = rows(game(4, DOUBLE[0], *fillers), "cape-town")
    assert listed[DOUBLE[1]].reason == "you have the other track"


def test_a_colour_and_a_length_from_a_city_are_found():
    turn_context = game(3)
    assert [row.title for row in matching(turn_context, WORDS, "cape-town", "black", 3)] == [
        "Port Elizabeth"
    ]
    everywhere = matching(turn_context, WORDS, None, "black", 3)
    assert "Cape Town - Port Elizabeth" in [row.title for row in everywhere]
    assert {(row.color, row.length) for row in everywhere} == {("black", 3)}
    assert {row.length for row in matching(turn_context, WORDS, None, None, 6)} == {6}
    assert matching(turn_context, WORDS, "cape-town", "blue", None) == []


def test_of_tracks_under_a_finger_those_to_be_had_are_chosen():
    turn_context = game(4, DOUBLE[0])
    assert [row.route for row in chosen(turn_context, WORDS, "cape-town", DOUBLE)] == [DOUBLE[1]]
    closed = game(2, DOUBLE[0])
    for under in (DOUBLE, DOUBLE[:1], DOUBLE[1:]):  # wherever the finger lands
        rows = chosen(closed, WORDS, "cape-town", under)
        assert [(row.route, row.refusal.rule) for row in rows] == [(DOUBLE[1], "R8")]
    single = game(2, "bloemfontein--cape-town")
    rows = chosen(single, WORDS, "cape-town", ("bloemfontein--cape-town",))
    assert [row.refusal.rule for row in rows] == ["R7"]


def test_places_are_in_order_of_their_letters_and_way_stations_after_them():
    board = standard_board()
    names = [tile.name for tile in places(board, WORDS)]
    assert len(names) == len(set(names)) == len(board.locations)
    assert names[0] == "Addis Ababa"
    assert names.index("Léopoldville") < names.index("Libreville")  # é beside e
    first_station = next(at for at, name in enumerate(names) if name.startswith("Way station"))
    assert all(name.startswith("Way station") for name in names[first_station:])
    assert "Nigeria, from Douala" in names


@pytest.mark.parametrize(
    ("place", "name"),
    [
        ("cape-town", "Cape Town"),
        ("madagascar-north", "Madagascar, from Moçambique"),
        ("madagascar-south", "Madagascar, from Durban"),
    ],
)
def test_two_places_of_one_name_are_told_apart(place: str, name: str):
    assert place_name(WORDS, place) == name


def test_an_empty_list_says_what_to_do():
    assert called_hint(WORDS, asked=True, found=True) == ""
    assert "colour" in called_hint(WORDS, asked=False, found=False)
    assert called_hint(WORDS, asked=True, found=False) == "There's no such route."


def test_of_tracks_called_out_the_one_to_be_had_is_meant():
    def meant(turn_context: TurnContext) -> tuple[str, str | None]:
        value = worth_of(
            turn_context, Tracks(tuple(turn_context.board.routes[one] for one in DOUBLE))
        )
        return value.route.id, value.refusal.code if value.refusal else None

    assert meant(game(4)) == (DOUBLE[0], None)
    assert meant(game(4, DOUBLE[0])) == (DOUBLE[1], None)
    assert meant(game(2, DOUBLE[0])) == (DOUBLE[1], "double_closed")
    assert meant(game(4, *DOUBLE)) == (DOUBLE[0], "route_taken")

"""The board on the table is right: what is asked, what a card changes, what is listed."""

import pytest

from companion.desk.claim.printed_route import (
    PrintedRoute,
    confirmation,
    corrected_routes,
    corrections_counted,
    question,
)
from companion.desk.desk import Desk
from companion.game.board.board import standard_board
from companion.game.commands import ClaimRoute, CorrectRoute, Newcomer, NewGame, Undo
from companion.referee import Referee
from companion.words import translations
from companion.words.table.desk import DeskWords

DOUBTFUL = "bloemfontein--cape-town"  # orange 3; its length is in doubt
FERRY = "madagascar-south--durban--1"  # grey 6, two locomotives: these are in doubt
SURE = "cape-town--port-elizabeth--1"


@pytest.fixture
def referee() -> Referee:
    referee = Referee()
    seats = (("Anna", "blue"), ("Ben", "red"))
    referee.submit(NewGame(tuple(Newcomer(*seat, "desert", 3) for seat in seats)))
    return referee


@pytest.fixture
def words(referee: Referee) -> DeskWords:
    return DeskWords(referee.board, translations())


def test_only_what_is_in_doubt_is_asked(words: DeskWords):
    routes = standard_board().routes
    assert question(words, routes[DOUBTFUL]) == "On your board: 3 spaces?"
    assert question(words, routes[FERRY]) == "Ferry on your board: 2 locomotives?"
    assert question(words, routes[SURE]) == ""


@pytest.mark.parametrize("route", [DOUBTFUL, FERRY])
def test_a_confirmation_settles_it_for_good_and_changes_nothing_else(
    referee: Referee, words: DeskWords, route: str
):
    before = referee.board.routes[route]
    referee.submit(confirmation(before))
    after = referee.board.routes[route]
    assert question(words, after) == ""
    assert PrintedRoute.of(after) == PrintedRoute.of(before)
    assert corrected_routes(words, referee.board, standard_board()) == []


def test_a_card_changes_only_what_is_otherwise():
    route = standard_board().routes[FERRY]
    printed = PrintedRoute.of(route)
    assert printed.change(route) is None
    assert printed.with_length(5).change(route) == CorrectRoute(FERRY, length=5)
    short = printed.with_length(1)
    assert short.change(route) == CorrectRoute(FERRY, length=1, ferry_locomotives=1)


def test_corrected_routes_are_listed_once_with_what_we_had(referee: Referee, words: DeskWords):
    referee.submit(CorrectRoute(DOUBTFUL, length=4))
    referee.submit(CorrectRoute(FERRY, ferry_locomotives=3))  # both tracks
    lines = corrected_routes(words, referee.board, standard_board())
    assert [line.title for line in lines] == ["Madagascar - Durban", "Bloemfontein - Cape Town"]
    assert lines[1].note == "orange, 4 spaces; I had orange, 3 spaces"
    assert "2 routes" in corrections_counted(words, len(lines))
    referee.submit(Undo())
    assert len(corrected_routes(words, referee.board, standard_board())) == 1


def test_the_desk_has_the_corrected_board_at_once(referee: Referee):
    desk = Desk(referee)
    referee.submit(CorrectRoute(DOUBTFUL, length=4))
    assert desk.board.routes[DOUBTFUL].length == 4
    assert desk.turn_context.worth(DOUBTFUL).route.points == 7
    referee.submit(ClaimRoute(DOUBTFUL))
    assert desk.message is not None
    assert desk.message.points == "+7"

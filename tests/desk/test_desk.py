"""The desk between touches and the referee: pure, no screen."""

import pytest

from companion.desk.desk import Desk
from companion.game.commands import DrawCards, Newcomer, NewGame, Pass, Resume, Undo
from companion.referee import Referee

SEATS = (Newcomer("Anna", "blue", "desert", 3), Newcomer("Ben", "red", "jungle", 3))


@pytest.fixture
def desk() -> Desk:
    referee = Referee()
    referee.submit(NewGame(SEATS))
    return Desk(referee)


def test_two_cards_are_a_turn(desk: Desk):
    desk.card("train", desk.moment())
    assert desk.referee.seq == 1
    desk.card("desert", desk.moment())
    assert desk.referee.seq == 2
    assert desk.half.first is None


def test_the_same_touch_twice_is_one_card(desk: Desk):
    moment = desk.moment()
    desk.card("train", moment)
    desk.card("train", moment)
    assert desk.half.first == "train"
    assert desk.referee.seq == 1


def test_a_command_of_an_earlier_moment_is_stale(desk: Desk):
    moment = desk.moment()
    assert desk.submit(Pass(), moment)
    assert not desk.submit(Pass(), moment)
    assert desk.refused is not None
    assert desk.refused.code == "stale"
    assert desk.said is not None  # what was announced stays underneath


def test_a_play_from_elsewhere_drops_the_waiting_card(desk: Desk):
    desk.card("train", desk.moment())
    desk.referee.submit(Pass())
    assert desk.half.first is None
    assert desk.half.seq == 2


def test_undo_takes_back_the_card_before_the_turn(desk: Desk):
    desk.submit(Pass(), desk.moment())
    desk.card("train", desk.moment())
    desk.undo(desk.moment())
    assert desk.referee.seq == 2
    desk.undo(desk.moment())
    assert desk.referee.seq == 3
    assert desk.said is not None
    assert desk.said.headline == "Undone: Anna passes"


def test_a_new_game_over_an_unfinished_one_offers_the_way_back(desk: Desk):
    first = desk.referee.game.uuid
    desk.submit(NewGame(SEATS), desk.moment())
    assert desk.said is not None
    assert "The unfinished game of Anna, Ben is kept." in desk.said.details
    assert desk.said.offer is not None
    assert desk.said.offer.command == Resume(first)


def test_everyone_who_listens_is_told(desk: Desk):
    told: list[int] = []
    desk.listen(lambda: told.append(desk.referee.seq))
    desk.submit(DrawCards(("train", "train")), desk.moment())
    desk.submit(Undo(), desk.moment())
    assert told == [2, 3]
    desk.leave()
    desk.referee.submit(Pass())
    assert told == [2, 3]


def test_an_unsaved_change_is_known(desk: Desk):
    desk.submit(Pass(), desk.moment())
    assert not desk.saved  # a game in memory is on no disk

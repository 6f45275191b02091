"""The desk between touches and the referee: pure, no screen."""

import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from companion.desk.claim.printed_route import confirmation
from companion.desk.desk import Desk
from companion.desk.responses import AskPayment, AskTicketCount
from companion.game.commands import (
    ClaimRoute,
    Command,
    DrawCards,
    DrawTickets,
    Newcomer,
    NewGame,
    Object,
    Pass,
    Resume,
    Undo,
)
from companion.journal import Journal
from companion.referee import Referee

COAST = "cape-town--port-elizabeth--1"
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
    assert desk.refusal is not None
    assert desk.refusal.code == "stale"
    assert desk.message is not None  # what was announced stays underneath


def test_a_refusal_keeps_nobody_who_was_touched(desk: Desk):
    desk.submit(Undo(), desk.moment())
    assert desk.refusal is not None
    assert desk.refusal.refusal is not None
    assert desk.refusal.refusal.__traceback__ is None


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
    assert desk.message is not None
    assert desk.message.headline == "Undone: Anna passes"


def test_a_new_game_over_an_unfinished_one_offers_the_way_back(desk: Desk):
    first = desk.referee.game.uuid
    desk.submit(NewGame(SEATS), desk.moment())
    assert desk.message is not None
    assert "Anna and Ben's unfinished game is saved." in desk.message.details
    assert desk.message.offer is not None
    assert desk.message.offer.command == Resume(first)


def test_everyone_who_listens_is_told(desk: Desk):
    told: list[int] = []
    desk.subscribe(lambda: told.append(desk.referee.seq))
    desk.submit(DrawCards(("train", "train")), desk.moment())
    desk.submit(Undo(), desk.moment())
    assert told == [2, 3]
    desk.leave()
    desk.referee.submit(Pass())
    assert told == [2, 3]


def test_an_unsaved_change_is_known(desk: Desk):
    desk.submit(Pass(), desk.moment())
    assert not desk.saved  # a game in memory is on no disk


# --- the card that waits ---


def test_a_card_waits_on_through_what_is_no_turn(desk: Desk):
    desk.submit(DrawCards(("train", "train")), desk.moment())
    desk.card("jungle", desk.moment())
    desk.submit(Object(2, "Anna"), desk.moment())
    desk.submit(confirmation(desk.board.routes[COAST]), desk.moment())
    assert desk.half.first == "jungle"
    assert desk.half.seq == 4
    desk.card("train", desk.moment())
    assert desk.referee.game.entries[-1].request["cards"] == ["jungle", "train"]
    assert desk.message is not None
    assert "Put back" not in " ".join(desk.message.details)


@pytest.mark.parametrize("turn", [ClaimRoute(COAST), DrawTickets(1), Pass(), Undo()])
def test_a_card_that_waited_for_nothing_is_said(desk: Desk, turn: Command):
    for _ in range(2):
        desk.submit(DrawCards(("train", "train")), desk.moment())
    desk.card("jungle", desk.moment())
    desk.submit(turn, desk.moment())
    assert desk.half.first is None
    assert desk.message is not None
    assert desk.message.details[-1] == "Put back: jungle."


def test_looking_at_a_claim_or_at_tickets_drops_no_card(desk: Desk):
    desk.card("jungle", desk.moment())
    assert desk.claim(COAST) == AskPayment(COAST)
    assert desk.draw_tickets(desk.moment()) == AskTicketCount()
    assert desk.half.first == "jungle"


def test_the_card_that_waits_belongs_to_its_game(folder: Path):
    with closing(Journal.open(folder / "games.db")) as journal:
        desk = Desk(Referee(journal))
        desk.submit(NewGame(SEATS), desk.moment())
        first = desk.referee.game.uuid
        desk.card("jungle", desk.moment())
        desk.submit(NewGame(SEATS), desk.moment())
        assert desk.half.first is None
        desk.card("desert", desk.moment())
        desk.submit(Resume(first), desk.moment())
        assert desk.half.first == "jungle"


WAITS_AND_IS_KILLED = """
import os, signal, sys
from pathlib import Path
from companion.desk.desk import Desk
from companion.game.commands import Newcomer, NewGame
from companion.journal import Journal
from companion.referee import Referee
desk = Desk(Referee(Journal.open(Path(sys.argv[1]))))
seats = Newcomer("Anna", "blue", "desert", 3), Newcomer("Ben", "red", "jungle", 3)
desk.submit(NewGame(seats), desk.moment())
desk.card("mountain", desk.moment())
for card in sys.argv[2:]:
    desk.take_back(desk.moment())
    desk.card(card, desk.moment())
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize(("after", "waits"), [((), "mountain"), (("jungle",), "jungle")])
def test_the_card_that_waits_survives_a_kill(folder: Path, after: tuple[str, ...], waits: str):
    file = folder / "games.db"
    killed = subprocess.run([sys.executable, "-c", WAITS_AND_IS_KILLED, str(file), *after])
    assert killed.returncode == -signal.SIGKILL
    with closing(Journal.open(file)) as journal:
        desk = Desk(Referee(journal))
        assert desk.half.first == waits
        desk.card("train", desk.moment())
        assert desk.referee.game.entries[-1].request["cards"] == [waits, "train"]


def test_a_card_that_was_taken_back_does_not_come_again(folder: Path):
    file = folder / "games.db"
    with closing(Journal.open(file)) as journal:
        desk = Desk(Referee(journal))
        desk.submit(NewGame(SEATS), desk.moment())
        desk.card("jungle", desk.moment())
        desk.undo(desk.moment())
    with closing(Journal.open(file)) as journal:
        assert Desk(Referee(journal)).half.first is None

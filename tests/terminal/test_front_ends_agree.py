"""The touch screen, the phones, the terminal and the buttons mean the same by the same thing."""

import pytest
from at_the_table import AtTheTable

from companion.desk.desk import Desk
from companion.game.commands import (
    Adjust,
    ClaimRoute,
    Command,
    DrawCards,
    Finish,
    Object,
    Pass,
    Reveal,
    TicketFace,
    Void,
)
from companion.game.requests.requests import request_of
from companion.web.views import page_data
from companion.web.views.snapshot import Snapshot, snapshot
from companion.words import translations
from companion.words.table.desk import DeskWords
from kiosk.table.view import PlayerView, TableView, table_view

NEW = "new Anna red desert 3, Ben blue jungle 2"
COAST = "cape-town--port-elizabeth--1"
TICKETS = (TicketFace("cape-town", "durban", 8),) * 3
TWO_TURNS = (ClaimRoute(COAST), DrawCards(("train", "desert")))


class Front:
    """One game, as each front end shows it."""

    def __init__(self, *changes: Command) -> None:
        self.terminal = AtTheTable()
        self.terminal.types(NEW)
        self.referee = self.terminal.keeper.referee
        for change in changes:
            self.referee.submit(change)
        self.words = DeskWords(self.referee.board, translations())

    def kiosk(self) -> TableView:
        return table_view(self.referee, self.words)

    def phone(self) -> page_data.Data:
        return page_data.table(snapshot(Desk(self.referee), Snapshot()), self.words)


# --- so many locomotives short ---


def signs_on_kiosk(player: PlayerView) -> list[str]:
    return [line.badge.sign for line in player.lines]


def test_so_many_locomotives_short_is_the_same_sign_everywhere():
    table = Front(DrawCards(("desert", "desert")))
    shown = signs_on_kiosk(table.kiosk().players[1])
    assert shown[0] == "−3"  # noqa: RUF001
    phone = [right["sign"] for right in table.phone()["players"][1]["rights"]]
    assert phone == shown
    row = next(line for line in table.terminal.types("table").splitlines() if " Ben " in line)
    assert "0 -3" in row


def test_what_may_be_doubled_is_the_same_sign_on_kiosk_and_phone():
    table = Front(DrawCards(("desert", "desert")), DrawCards(("jungle", "mountain")))
    for kiosk, phone in zip(table.kiosk().players, table.phone()["players"], strict=True):
        assert signs_on_kiosk(kiosk) == [right["sign"] for right in phone["rights"]]
    assert signs_on_kiosk(table.kiosk().players[0])[0] == "×2"  # noqa: RUF001


# --- few trains ---


@pytest.mark.parametrize(("trains", "few"), [(6, False), (5, True), (2, True)])
def test_trains_are_few_from_the_same_number_on(trains: int, few: bool):
    table = Front(Adjust("counted", player="Anna", trains=trains))
    assert table.kiosk().players[0].few_trains is few
    assert table.phone()["players"][0]["few_trains"] is few
    row = next(line for line in table.terminal.types("table").splitlines() if " Anna " in line)
    assert (f" {trains} ! " in row) is few


# --- the last play ---


@pytest.mark.parametrize(
    "later",
    [
        (),
        (Object(2, "Ben"),),
        (Adjust("counted", player="Ben", trains=40),),
        (Pass(), Void(4, shift=True)),
        (Finish(), Reveal("Anna", TICKETS)),
    ],
    ids=["nothing", "remark", "ruling", "entered twice", "tickets"],
)
def test_the_last_play_is_the_last_turn_that_stands(later: tuple[Command, ...]):
    table = Front(*TWO_TURNS, *later)
    shown = table.kiosk()
    assert (shown.last_entry, shown.last) == (3, "Ben draws 1 train card and 1 desert card")
    assert "last: 3 Ben" in table.terminal.types("table")
    assert objected_by_button(table) == 3
    assert objected_at_terminal(table) == 3


def test_before_the_first_turn_there_is_no_last_play():
    table = Front(Adjust("counted", player="Ben", trains=40))
    assert (table.kiosk().last_entry, table.kiosk().last) == (None, "")
    assert "last:" not in table.terminal.types("table")
    assert objected_by_button(table) is None


def objected_by_button(table: Front) -> int | None:
    desk = Desk(table.referee)
    desk.object_by(0, desk.moment())
    return objected(table, "Anna")


def objected_at_terminal(table: Front) -> int | None:
    table.terminal.types("object Ben")
    return objected(table, "Ben")


def objected(table: Front, player: str) -> int | None:
    last = table.referee.game.entries[-1].request
    return last["entry"] if last == request_of(Object(last.get("entry", 0), player)) else None

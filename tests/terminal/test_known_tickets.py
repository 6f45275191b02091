"""Tickets that were seen before, at the terminal: by their number. All tickets are samples."""

from pathlib import Path

from at_the_table import AtTheTable

NEW = "new Anna blue desert 2, Ben red jungle 2"


def test_known_tickets_are_offered_by_number():
    table = AtTheTable()
    table.types(NEW, "finish")
    asked = table.types("show Anna")
    assert "Known tickets" not in asked
    table.types("beira - luanda 12, sudan - tchad 7")
    offered = table.types("show Ben")
    assert "   1  Beira - Luanda 12" in offered
    assert "   2  Sudan - Tchad 7" in offered
    assert "There's no ticket 3. Choose from 1 to 2." in table.types("3")
    shown = table.types("durban - zomba 9, 2")
    assert "Sudan - Tchad 7: not completed, -7" in shown
    assert "The same ticket twice, Sudan - Tchad: Anna and Ben. Is one of them wrong?" in shown
    assert [seat.revealed is not None for seat in table.keeper.game.state.seats] == [True, True]


def test_a_number_will_do_in_one_line_and_in_the_next_game(tmp_path: Path):
    table = AtTheTable(tmp_path / "games.db")
    table.types(NEW, "finish", "show Anna: beira - luanda 12, sudan - tchad 7")
    table.types(NEW, "finish", "show Ben: 2, 1")
    revealed = table.keeper.game.state.seats[1].revealed
    assert revealed is not None
    assert [(one.start, one.points) for one in revealed] == [("sudan", 7), ("beira", 12)]
    assert "twice" not in table.types("show Anna: durban - zomba 3, bangui - bondo 4")
    twice = table.types("show Anna: durban - zomba 3, zomba - durban 3")
    assert "The same ticket twice, Durban - Zomba: Anna. Is one of them wrong?" in twice
    table.close()


def test_a_number_is_no_ticket_while_none_is_known():
    table = AtTheTable()
    table.types(NEW, "finish")
    assert "type two places and the points" in table.types("show Anna: 1, 2")

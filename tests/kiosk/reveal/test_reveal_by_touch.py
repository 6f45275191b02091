"""The ticket book under the fingers. All tickets in it are samples, made up for these tests."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from fingers import NAMES, SIZES, Kiosk, seats

from companion.game.board.paths import lit_path
from companion.game.commands import ClaimRoute, Finish, Pass, TicketFace
from companion.journal import Journal
from kiosk.reveal.parts import RevealTicketRow, TicketPlaceTile
from kiosk.reveal.stage import KnownTicket, PathMap
from kiosk.widgets.stepper import StepPad

SAMPLES = tuple(
    TicketFace(*places, points)
    for *places, points in (
        ("bangui", "bondo", 4),
        ("bangui", "ngaoundere", 3),
        ("beira", "luanda", 12),
        ("cape-town", "durban", 9),
        ("cape-town", "madagascar", 14),
        ("douala", "mombasa", 17),
        ("durban", "zomba", 8),
        ("fachoda", "ujiji", 10),
        ("luanda", "pretoria", 11),
        ("nigeria", "sudan", 13),
        ("port-nolloth", "windhoek", 5),
        ("salisbury", "tchad", 16),
    )
)


def play_to_the_tickets(kiosk: Kiosk, players: int = 5, tickets: int = 2) -> None:
    book = kiosk.referee.book
    for face in SAMPLES:
        book = book.added(kiosk.referee.board, face)
    kiosk.referee.save_ticket_book(book)
    kiosk.referee.submit(seats(players, tickets=tickets))
    kiosk.referee.submit(ClaimRoute("ngaoundere--bangui"))  # Anna: 4 points
    kiosk.referee.submit(ClaimRoute("cape-town--port-elizabeth--1"))  # Ben: 4 points
    for _ in range(players - 2):
        kiosk.referee.submit(Pass())
    kiosk.referee.submit(ClaimRoute("bangui--bondo"))  # Anna again
    kiosk.referee.submit(Finish())
    kiosk.app.home()
    kiosk.frames()


def known(kiosk: Kiosk) -> dict[tuple[str, str], Any]:
    return {(tile.view.face.start, tile.view.face.end): tile for tile in kiosk.widgets(KnownTicket)}


def pick(kiosk: Kiosk, start: str, end: str) -> None:
    """One tap on a ticket of the book, after dragging it into sight."""
    kiosk.app.screen.ids.stage.children[0].ids.list.reveal(known(kiosk)[start, end])
    kiosk.frames()
    kiosk.tap(known(kiosk)[start, end])


def tap_map(kiosk: Kiosk, location: str) -> None:
    board = next(kiosk.widgets(PathMap))
    assert board.is_clear(location)
    kiosk.tap_at(*board.seen_at(location))


def step(kiosk: Kiosk, icon: str) -> None:
    kiosk.tap(next(pad for pad in kiosk.widgets(StepPad) if pad.icon == icon))


def marks(kiosk: Kiosk) -> list[tuple[str, str, bool | None]]:
    rows = sorted(kiosk.widgets(RevealTicketRow), key=lambda row: -row.y)
    return [(row.view.places, row.view.points, row.view.completed) for row in rows]


def revealed(kiosk: Kiosk, seat: int) -> list[tuple[str, str, int]] | None:
    tickets = kiosk.referee.game.state.seats[seat].revealed
    return None if tickets is None else [(t.start, t.end, t.points) for t in tickets]


def in_file(db: Path) -> set[TicketFace]:
    with closing(Journal.view(db)) as journal:
        return set(journal.tickets().faces)


def test_five_players_show_their_tickets(tmp_path: Path):
    """From the book and new ones, with one put right, and one that two players show."""
    db = tmp_path / "games.db"
    kiosk = Kiosk(file=db)
    try:
        play_to_the_tickets(kiosk)
        names = [tab.view.name for tab in kiosk.app.screen.tabs]
        assert names == [NAMES[seat] for seat in (2, 3, 4, 1, 0)]  # fewest points first

        # Two tickets of the book: two taps, and all is checked.
        assert kiosk.sees(f"{NAMES[2]}, ticket 1 of 2: where from?")
        pick(kiosk, "beira", "luanda")
        assert marks(kiosk)[0] == ("Beira - Luanda", "−12", False)
        assert kiosk.sees("Tickets −12, total −12")
        pick(kiosk, "cape-town", "durban")
        assert kiosk.taps == 2
        assert revealed(kiosk, 2) == [("beira", "luanda", 12), ("cape-town", "durban", 9)]
        assert kiosk.sees(f"{NAMES[2]}: 0 of 2 completed")

        # One that another player has shown is questioned, and not refused.
        kiosk.tap(f"Next: {NAMES[3]}")
        pick(kiosk, "beira", "luanda")
        assert kiosk.sees("The same ticket twice, Beira - Luanda")
        pick(kiosk, "nigeria", "sudan")
        assert revealed(kiosk, 3) == [("beira", "luanda", 12), ("nigeria", "sudan", 13)]
        assert kiosk.sees("The same ticket twice, Beira - Luanda")

        # It was another: put right, nothing is doubtful any more.
        kiosk.tap("Beira - Luanda")
        kiosk.tap("Different ticket")
        pick(kiosk, "luanda", "pretoria")
        assert revealed(kiosk, 3) == [("luanda", "pretoria", 11), ("nigeria", "sudan", 13)]
        assert not kiosk.sees("The same ticket twice")

        # A new one on the map: two places, one step, and it is in the book from now on.
        kiosk.tap(f"Next: {NAMES[4]}")
        kiosk.taps = 0
        tap_map(kiosk, "addis-ababa")
        tap_map(kiosk, "walvis-bay")
        distance = kiosk.app.screen.now.value
        step(kiosk, "plus")
        kiosk.tap("Add")
        assert kiosk.taps == 4
        pick(kiosk, "durban", "zomba")
        new = TicketFace("addis-ababa", "walvis-bay", distance + 1)
        assert in_file(db) == {*SAMPLES, new}

        # By letters, and by a city.
        kiosk.tap("Next: Ben")
        kiosk.taps = 0
        kiosk.tap("Letters")
        kiosk.tap("U")
        assert list(known(kiosk)) == [("fachoda", "ujiji")]
        kiosk.tap("Fachoda - Ujiji")
        tap_map(kiosk, "douala")
        assert list(known(kiosk)) == [("douala", "mombasa")]
        kiosk.tap("Douala - Mombasa")
        assert kiosk.taps == 5

        # The winner comes last; a path lights up as soon as the ticket is tapped.
        kiosk.tap("Next: Anna")
        pick(kiosk, "bangui", "ngaoundere")
        assert marks(kiosk)[0] == ("Bangui - Ngaoundéré", "+3", True)
        assert next(kiosk.widgets(PathMap)).lit.path == ("ngaoundere--bangui",)
        pick(kiosk, "bangui", "bondo")
        assert next(kiosk.widgets(PathMap)).lit.path == ("bangui--bondo",)
        assert kiosk.sees("Anna: 2 of 2 completed")
        assert kiosk.referee.game.state.phase == "over"
        assert kiosk.app.screen_name == "reveal"
        assert kiosk.sees("See result")
    finally:
        kiosk.close()


@pytest.fixture
def kiosk() -> Any:
    kiosk = Kiosk()
    yield kiosk
    kiosk.close()


def test_a_ticket_of_the_book_is_one_tap_for_every_ticket(kiosk: Kiosk):
    play_to_the_tickets(kiosk, players=2, tickets=4)
    kiosk.taps = 0
    for seat in (1, 0):
        for tile in list(kiosk.widgets(KnownTicket))[:4]:
            pick(kiosk, tile.view.face.start, tile.view.face.end)
        if seat:
            kiosk.tap("Next: Anna")
    assert kiosk.taps == 2 * 4 + 1
    assert kiosk.referee.game.state.phase == "over"


def test_what_others_show_is_last_in_the_list(kiosk: Kiosk):
    play_to_the_tickets(kiosk, players=2)
    pick(kiosk, "bangui", "bondo")
    pick(kiosk, "bangui", "ngaoundere")
    kiosk.tap("Next: Anna")
    tiles = list(kiosk.widgets(KnownTicket))
    order = [tile.view.face.start for tile in sorted(tiles, key=lambda tile: -tile.y)]
    assert order[-2:] == ["bangui", "bangui"]
    assert [tile.view.colors for tile in tiles if tile.dimmed] == [("red",), ("red",)]


def test_by_both_places_of_a_known_ticket_its_value_is_known(kiosk: Kiosk):
    play_to_the_tickets(kiosk, players=2)
    kiosk.tap("A–Z")
    kiosk.tap("Luanda")
    kiosk.tap("Beira")
    kiosk.tap("Add")
    assert marks(kiosk)[0][1] == "−12"
    assert any(kiosk.widgets(TicketPlaceTile))  # by name, as it was wanted
    kiosk.tap("Map")
    assert known(kiosk)


def test_the_filter_is_left_step_by_step(kiosk: Kiosk):
    play_to_the_tickets(kiosk, players=2)
    tap_map(kiosk, "luanda")
    assert list(known(kiosk)) == [("beira", "luanda"), ("luanda", "pretoria")]
    kiosk.tap("Letters")
    kiosk.tap("P")
    assert list(known(kiosk)) == [("luanda", "pretoria")]
    kiosk.tap("Luanda P")
    kiosk.tap("Luanda")
    assert len(known(kiosk)) == len(SAMPLES)
    kiosk.tap("Map")
    tap_map(kiosk, "port-florence")
    assert not known(kiosk)
    assert kiosk.sees("not in the book yet")


def test_a_wrong_one_is_corrected_or_removed_from_the_list(tmp_path: Path):
    db = tmp_path / "games.db"
    kiosk = Kiosk(file=db)
    try:
        play_to_the_tickets(kiosk, players=2)
        kiosk.tap(next(tile for tile in kiosk.widgets() if getattr(tile, "icon", "") == "pencil"))
        kiosk.tap("Bangui - Bondo")
        step(kiosk, "plus")
        kiosk.tap("Save")
        assert kiosk.app.root.sheet is None
        assert TicketFace("bangui", "bondo", 5) in in_file(db)
        assert known(kiosk)["bangui", "bondo"].view.points == "5"
        kiosk.tap("Bangui - Bondo")
        kiosk.hold(kiosk.button("Remove from the book"))
        assert ("bangui", "bondo") not in known(kiosk)
        assert len(in_file(db)) == len(SAMPLES) - 1
        kiosk.tap(next(tile for tile in kiosk.widgets() if getattr(tile, "icon", "") == "pencil"))
        kiosk.tap("Beira - Luanda")
        assert marks(kiosk)[0][1] == "−12"
    finally:
        kiosk.close()


def test_a_value_is_corrected_in_its_row_and_in_the_book(kiosk: Kiosk):
    play_to_the_tickets(kiosk, players=2)
    pick(kiosk, "beira", "luanda")
    kiosk.tap(
        next(row for row in kiosk.widgets(RevealTicketRow) if row.view.places == "Beira - Luanda")
    )
    step(kiosk, "minus")
    kiosk.tap("Save")
    assert marks(kiosk)[0][1] == "−11"
    pick(kiosk, "nigeria", "sudan")
    assert kiosk.referee.book.find("luanda", "beira") == TicketFace("beira", "luanda", 11)


def test_the_same_ticket_twice_in_one_hand_is_questioned(kiosk: Kiosk):
    play_to_the_tickets(kiosk, players=2)
    for _ in range(2):
        pick(kiosk, "beira", "luanda")
    assert kiosk.sees("The same ticket twice, Beira - Luanda: Ben. Is one of them wrong?")
    assert revealed(kiosk, 1) == [("beira", "luanda", 12)] * 2


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_row_tapped_shows_its_way_in_every_size(size: tuple[int, int]):
    kiosk = Kiosk(size)
    try:
        play_to_the_tickets(kiosk, players=2)
        kiosk.tap("Anna")
        pick(kiosk, "bangui", "bondo")
        pick(kiosk, "beira", "luanda")
        game = kiosk.referee.game
        for at, (start, end) in enumerate((("bangui", "bondo"), ("beira", "luanda"))):
            kiosk.tap(sorted(kiosk.widgets(RevealTicketRow), key=lambda row: -row.y)[at])
            board = next(kiosk.widgets(PathMap))
            path = lit_path(game.board, game.state.seats[0].routes, start, end)
            assert board.lit.path == (path or ())
            for location in board.lit.ends:
                x, y = board.seen_at(location)
                assert board.collide_point(*board.to_widget(x, y))
    finally:
        kiosk.close()

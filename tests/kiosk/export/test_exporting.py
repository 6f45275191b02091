"""What is offered for export, and how it went, in words; worked out without a screen."""

from pathlib import Path

import pytest

from companion.exports.formats.qr import LARGEST, QUIET_ZONE, QrMatrix
from companion.exports.sticks import Stick
from companion.game.board.board import standard_board
from companion.game.commands import Finish, Newcomer, NewGame, Reveal, TicketFace
from companion.referee import Referee
from companion.words import translations
from companion.words.table.desk import DeskWords
from kiosk.export import view as exporting
from kiosk.export.view import (
    EVERYTHING,
    KINDS,
    ExportDone,
    ExportFailure,
    ExportProgress,
    ExportSelection,
    MissingPackage,
)

WORDS = DeskWords(standard_board(), translations())
STICK = Stick("KINGSTON", Path("/media/pi/KINGSTON"))
OTHER = Stick("INTENSO", Path("/media/pi/INTENSO"))
LOCKED = Stick("OLD", Path("/media/pi/OLD"), writable=False)
OVER = ExportSelection("one", ("Anna", "Ben"), "2026-03-01  18:30", over=True, games=("one", "two"))
IN_PLAY = ExportSelection(
    "two", ("Cleo", "Dirk"), "2026-03-02  18:30", over=False, games=("one", "two")
)


def view(selection: ExportSelection, *sticks: Stick, outcome=None, every=False):
    chosen = exporting.choose_stick(sticks, None)
    return exporting.export_view(WORDS, selection, sticks, chosen, outcome, every=every)


def dimmed(shown) -> set[str]:
    return {tile.kind for tile in shown.kinds if tile.dimmed}


# --- the code's size ---


@pytest.mark.parametrize("side", [480, 720])
def test_even_the_largest_code_has_two_pixels_a_module_on_every_screen(side: int):
    assert exporting.most_modules(side) >= LARGEST
    assert exporting.pixels_a_module(side, LARGEST) >= 2


@pytest.mark.parametrize("room", [100, 201.7, 320, 371, 480.5])
def test_the_densest_code_that_is_asked_for_fits_with_its_quiet_zone(room: float):
    most = exporting.most_modules(room)
    pixels = exporting.pixels_a_module(room, most)
    assert pixels == 2
    assert pixels * (most + 2 * QUIET_ZONE) <= room
    assert exporting.pixels_a_module(room, most + 2) < 2


def test_an_address_needs_room_for_all_of_its_lines():
    assert exporting.has_room(1000, 10, (300, 60))
    assert not exporting.has_room(1000, 10, (300, 40))
    assert not exporting.has_room(1000, 10, (0, 500))


# --- which game ---


def finished_and_begun() -> tuple[Referee, str, str]:
    referee = Referee()
    pair = (Newcomer("Anna", "blue", "desert", 2), Newcomer("Ben", "red", "jungle", 2))
    first = referee.submit(NewGame(pair)).game
    referee.submit(Finish())
    for name in ("Anna", "Ben"):
        referee.submit(Reveal(name, (TicketFace("zomba", "beira", 5),) * 2))
    return referee, first, referee.submit(NewGame(pair)).game


def test_by_default_it_is_about_the_game_on_the_table():
    referee, first, second = finished_and_begun()
    found = exporting.find_selection(referee, WORDS)
    assert (found.uuid, found.players, found.over) == (second, ("Anna", "Ben"), False)
    assert found.games == (first, second)


def test_any_other_game_can_be_asked_for():
    referee, first, _ = finished_and_begun()
    assert exporting.find_selection(referee, WORDS, first).over
    assert exporting.find_selection(referee, WORDS, "no such game").uuid == ""


def test_without_a_game_there_is_nothing_to_export():
    found = exporting.find_selection(Referee(), WORDS)
    shown = view(found, STICK)
    assert dimmed(shown) == {*KINDS, EVERYTHING}
    assert shown.status.text == shown.title == "No game has been played here yet."
    assert exporting.why_not(WORDS, found, STICK, "csv").tone == "bad"


# --- what is offered ---


def test_with_a_stick_everything_is_offered():
    shown = view(OVER, STICK)
    assert dimmed(shown) == set()
    assert shown.stick.text == "KINGSTON"
    assert shown.over
    assert all(exporting.why_not(WORDS, OVER, STICK, tile.kind) is None for tile in shown.kinds)


def test_a_game_in_play_is_no_play_for_bg_stats():
    shown = view(IN_PLAY, STICK)
    assert dimmed(shown) == {"bgstats"}
    assert not shown.over
    refused = exporting.why_not(WORDS, IN_PLAY, STICK, "bgstats")
    assert refused.text == "Cleo and Dirk's game isn't over. BG Stats only takes finished games."
    assert exporting.why_not(WORDS, IN_PLAY, STICK, "bgstats", every=True) is None
    assert dimmed(view(IN_PLAY, STICK, every=True)) == set()


def test_without_a_stick_it_says_what_to_do():
    shown = view(OVER)
    assert dimmed(shown) == {*KINDS, EVERYTHING}
    assert shown.stick.text == "No USB stick: plug one in"
    assert "found automatically" in shown.status.text
    assert shown.status.tone == ""  # nobody did anything wrong yet
    assert exporting.why_not(WORDS, OVER, None, "png").tone == "bad"


def test_a_read_only_stick_is_named_and_another_preferred():
    assert view(OVER, LOCKED).stick.text == "OLD is read-only"
    assert dimmed(view(OVER, LOCKED)) == {*KINDS, EVERYTHING}
    assert "read-only" in exporting.why_not(WORDS, OVER, LOCKED, "png").text
    assert view(OVER, LOCKED, STICK).stick.text == "KINGSTON (2 of 2, tap for another)"


def test_taps_go_through_the_sticks_and_a_chosen_one_stays():
    sticks = (STICK, OTHER, LOCKED)
    chosen = exporting.next_stick(sticks, STICK)
    assert chosen == OTHER
    assert exporting.choose_stick((LOCKED, STICK, OTHER), chosen) == OTHER
    assert exporting.next_stick(sticks, LOCKED) == STICK
    assert exporting.choose_stick((STICK,), chosen) == STICK
    assert exporting.choose_stick((), chosen) is None
    assert exporting.next_stick((), chosen) is None


def test_a_label_is_shown_in_one_line_whatever_it_holds():
    assert exporting.label_of(Stick("a\tb\u2028 c", Path("x"))) == "a b c"
    assert exporting.label_of(Stick("\n", Path("x"))) == "USB"


# --- how it went ---


def said(outcome) -> tuple[str, str]:
    told = exporting.outcome_in_words(WORDS, outcome)
    return told.text, told.tone


def test_progress_is_told_with_its_share():
    shown = view(OVER, STICK, outcome=ExportProgress("KINGSTON", 3, 6, reading=False))
    assert shown.busy
    assert dimmed(shown) == {*KINDS, EVERYTHING}
    assert (shown.status.text, shown.status.share) == ("Saving to KINGSTON: 3 of 6", 0.5)
    assert said(ExportProgress("KINGSTON", 1, 200))[0] == "Reading the games: 1 of 200"
    assert exporting.outcome_in_words(WORDS, ExportProgress("KINGSTON")).share > 0


def test_what_is_written_is_listed():
    assert said(ExportDone("KINGSTON", ("pdf",), 1)) == (
        "Saved to KINGSTON: PDF (1 file). You can unplug it now.",
        "good",
    )
    assert said(ExportDone("KINGSTON", KINDS, 6))[0] == (
        "Saved to KINGSTON: PNG image, PDF, CSV, JSON and BG Stats (6 files)."
        " You can unplug it now."
    )


def test_games_that_bg_stats_does_not_take_are_counted():
    several = said(ExportDone("KINGSTON", ("csv",), 2, unfinished=3))[0]
    assert several.endswith("3 unfinished games aren't in the BG Stats file.")
    one = said(ExportDone("KINGSTON", ("csv",), 2, unfinished=1))[0]
    assert one.endswith("1 unfinished game isn't in the BG Stats file.")


def test_a_missing_package_is_asked_for_by_name():
    text, tone = said(
        ExportDone("KINGSTON", (), 0, 0, (MissingPackage(("png", "pdf"), "PIL", "exports"),))
    )
    assert tone == "bad"
    assert text == (
        "PNG image and PDF: the package PIL is missing;"
        " install it with pip install 'stationmaster[exports]'."
    )
    code = exporting.code_in_words(WORDS, OVER, MissingPackage(("qr",), "segno", "exports"))
    assert code.startswith("QR code: the package segno is missing")


@pytest.mark.parametrize(
    ("why", "files", "text"),
    [
        ("gone", 0, "KINGSTON was unplugged. No files were saved; nothing was left half-written."),
        (
            "gone",
            1,
            "KINGSTON was unplugged. 1 file was saved; nothing was left half-written.",
        ),
        (
            "full",
            3,
            "KINGSTON is full. 3 files were saved; nothing was left half-written.",
        ),
        ("locked", 0, "KINGSTON is read-only. No files were saved; nothing was left half-written."),
        ("stopped", 0, "Stopped. No files were saved; nothing was left half-written."),
        (
            "other",
            0,
            "Can't write to KINGSTON (Odd). No files were saved; nothing was left half-written.",
        ),
        (
            "unreadable",
            0,
            "The games couldn't be read (Odd). No files were saved; nothing was left half-written.",
        ),
    ],
)
def test_a_failure_says_why_and_what_is_there(why: str, files: int, text: str):
    assert said(ExportFailure("KINGSTON", why, "Odd", files)) == (text, "bad")


def test_a_code_says_what_was_left_out_of_it():
    whole = exporting.code_in_words(WORDS, OVER, QrMatrix("https://", ((True,),), comments=True))
    assert whole == "Anna and Ben: scan this with a phone that has BG Stats."
    less = exporting.code_in_words(WORDS, OVER, QrMatrix("https://", ((True,),), comments=False))
    assert less.endswith("Comments are left out to keep the code scannable.")
    assert "BG Stats file" in exporting.code_in_words(WORDS, OVER, "dense")
    assert "isn't over" in exporting.code_in_words(WORDS, IN_PLAY, "unfinished")
    assert "read" in exporting.code_in_words(WORDS, OVER, "unreadable")

"""What the kiosk does beside the game for later: copies of the file, and statistics."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from fingers import seats

from companion.game.commands import Finish, Reveal, TicketFace

SAMPLE = TicketFace("luanda", "cape-town", 9)  # a sample: nobody knows the real ones


def test_the_file_is_copied_when_a_game_ends_and_its_result_is_remembered(
    open_kiosk: Callable[..., Any], games_file: Path
):
    kiosk = open_kiosk(file=games_file)
    kiosk.wait(1.7)  # soon after the start, when nobody waits for it
    referee, history = kiosk.referee, kiosk.app.history
    referee.submit(seats(2, tickets=2))
    referee.submit(Finish())
    assert history.backups.all() == ()
    for seat in referee.game.state.seats:
        referee.submit(Reveal(seat.name, (SAMPLE, SAMPLE)))
    history.backups.wait(20)
    (backup,) = history.backups.all()
    assert backup.file.parent == games_file.parent / "backups"
    (game,) = history.games().games
    assert (game.uuid, game.phase) == (referee.game.uuid, "over")
    assert len(game.winners) == 2  # both lost the same points


def test_in_memory_there_is_nothing_to_copy(open_kiosk: Callable[..., Any]):
    kiosk = open_kiosk(players=2)
    kiosk.wait(1.7)
    assert kiosk.app.history.backups is None
    assert kiosk.app.history.games().games == ()


def test_a_finished_game_is_one_tap_from_its_export(open_kiosk: Callable[..., Any]):
    kiosk = open_kiosk(players=2)
    kiosk.referee.submit(Finish())
    for seat in kiosk.referee.game.state.seats:
        kiosk.referee.submit(Reveal(seat.name, (SAMPLE,) * seat.tickets))
    kiosk.app.home()
    kiosk.frames()
    kiosk.tap("Export")
    assert kiosk.app.screen_name == "export"

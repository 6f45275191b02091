"""Scores hidden on the kiosk are hidden wherever its game is shown."""

from pathlib import Path

from fingers import seats

from companion.game.commands import Resume
from kiosk.settings.file import Settings


def test_the_game_on_the_table_knows_whether_its_scores_are_hidden(open_kiosk, tmp_path: Path):
    kiosk = open_kiosk(2, file=tmp_path / "games.db", settings=Settings(hidden_scores=True))
    journal, first = kiosk.journal, kiosk.referee.game.uuid
    assert journal.hides_scores(first)
    kiosk.app.set(hidden_scores=False)
    assert not journal.hides_scores(first)
    kiosk.referee.submit(seats(3))
    kiosk.app.set(hidden_scores=True)
    assert journal.hides_scores(kiosk.referee.game.uuid)
    kiosk.referee.submit(Resume(first))
    assert journal.hides_scores(first)

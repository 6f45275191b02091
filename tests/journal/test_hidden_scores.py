"""Whether scores are secret is kept with the game, for whoever shows it."""

from contextlib import closing
from pathlib import Path

from table import Table

from companion.journal import Journal
from companion.referee import Referee


def kept(file: Path, game: str) -> bool:
    with closing(Journal.view(file)) as journal:
        return journal.hides_scores(game)


def test_it_is_kept_by_game_and_comes_back_with_it(tmp_path: Path):
    table = Table(tmp_path / "games.db")
    first = str(table.new(2)["game"])
    table.referee.hide_scores(hidden=True)
    second = str(table.new(2)["game"])
    assert not table.referee.hides_scores()
    table.ok("resume", game=first)
    assert table.referee.hides_scores()
    table.journal.close()
    assert (kept(tmp_path / "games.db", first), kept(tmp_path / "games.db", second)) == (
        True,
        False,
    )
    with closing(Journal.open(tmp_path / "games.db")) as journal:
        referee = Referee(journal)
        assert referee.hides_scores()
        referee.hide_scores(hidden=False)
    assert not kept(tmp_path / "games.db", first)


def test_without_a_game_there_is_nothing_to_keep_and_in_memory_it_is_known_all_the_same():
    table = Table()
    table.referee.hide_scores(hidden=True)
    assert not table.referee.hides_scores()
    table.new(2)
    table.referee.hide_scores(hidden=True)
    assert table.referee.hides_scores()

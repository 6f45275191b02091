"""Looking back, as data: the list page by page, a game in short, its replay, players, records."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.game.board.board import standard_board
from companion.game.commands import ClaimRoute, DrawCards, Pass, Undo
from companion.history import History
from companion.journal import Journal
from companion.referee import Referee
from companion.words.language import translations
from companion.words.table.desk import DeskWords
from kiosk.past_games import view as past
from kiosk.past_games.people import PEOPLE_A_PAGE, people_page, person_view, record_rows
from kiosk.past_games.view import GAMES_A_PAGE
from tests.gallery.sample_game import NAMES, new_game, plays, tickets

BANGUI = "ngaoundere--bangui"


@pytest.fixture
def words() -> DeskWords:
    return DeskWords(standard_board(), translations("en"))


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal.open(tmp_path / "games.db")
    yield journal
    journal.close()


@pytest.fixture
def referee(journal: Journal) -> Referee:
    return Referee(journal)


@pytest.fixture
def history(journal: Journal) -> History:
    return History(journal)


def play(referee: Referee, players: int = 2, names: tuple[str, ...] = NAMES) -> str:
    referee.submit(new_game(players, names))
    for made in plays(players):
        referee.submit(made)
    for seat in range(players):
        referee.submit(tickets(referee.game, seat))
    return referee.game.uuid


# --- the list ---


def test_a_row_tells_players_winner_points_and_what_is_on_the_table(
    history: History, referee: Referee, words: DeskWords
):
    finished = play(referee)
    referee.submit(new_game(3))
    view = past.games_view(history, referee, words)
    newest, oldest = view.rows
    assert (newest.on_table, newest.over, newest.outcome) == (True, False, "in progress")
    assert (oldest.uuid, oldest.on_table, oldest.over) == (finished, False, True)
    assert oldest.players == "Anna, Ben"
    assert oldest.outcome == "Ben wins, 125 points"
    assert oldest.colors == ("red",)
    assert view.total == 2


def test_pages_follow_each_other_without_gap_or_repetition(
    history: History, referee: Referee, words: DeskWords
):
    made = [referee.submit(new_game(2)).game for _ in range(2 * GAMES_A_PAGE + 3)]
    seen, marks = [], ()
    notes = []
    while True:
        view = past.games_view(history, referee, words, marks)
        seen += [row.uuid for row in view.rows]
        notes.append(view.note(words))
        assert view.newer == bool(marks)
        if view.older is None:
            break
        marks = (*marks, view.older)
    assert seen == made[::-1]
    assert notes == ["1–20 of 43", "21–40 of 43", "41–43 of 43"]


def test_only_one_page_is_asked_for(
    history: History, referee: Referee, words: DeskWords, monkeypatch: pytest.MonkeyPatch
):
    for _ in range(GAMES_A_PAGE + 5):
        referee.submit(new_game(2))
    history.count()
    monkeypatch.setattr(referee, "games", lambda: pytest.fail("all games were read"))
    asked = []
    monkeypatch.setattr(
        history, "games", lambda real=history.games, **how: asked.append(how) or real(**how)
    )
    assert len(past.games_view(history, referee, words).rows) == GAMES_A_PAGE
    assert [how["most"] for how in asked] == [GAMES_A_PAGE]


def test_without_a_file_the_games_of_this_session_are_listed(words: DeskWords):
    referee = Referee(Journal())
    made = [referee.submit(new_game(2)).game for _ in range(GAMES_A_PAGE + 1)]
    first = past.games_view(History(referee.journal), referee, words)
    assert [row.uuid for row in first.rows] == made[:0:-1]
    second = past.games_view(History(referee.journal), referee, words, (first.older,))
    assert [row.uuid for row in second.rows] == made[:1]
    assert second.older is None


def test_the_games_of_one_player(history: History, referee: Referee, words: DeskWords):
    play(referee)
    other = play(referee, 2, ("Zoë", "Ben"))
    zoe = history.person("Zoë")
    assert zoe is not None
    view = past.games_view(history, referee, words, player=zoe.id)
    assert view.title == "Zoë's games"
    assert [row.uuid for row in view.rows] == [other]


# --- one game ---


def test_a_finished_game_in_short(referee: Referee, words: DeskWords):
    play(referee)
    referee.submit(new_game(3))
    game = referee.look(referee.games()[0].uuid)
    assert game is not None
    view = past.game_view(game, words, on_table=False, hidden=True)
    assert view.title == "Ben wins"
    cards = game.state.result
    assert cards is not None
    assert [line.total for line in view.lines] == sorted(
        (str(card.total) for card in cards), key=int, reverse=True
    )
    assert view.lines[0].sources.startswith(f"routes {cards[1].routes}")


def test_hidden_scores_stay_hidden_while_a_game_is_unfinished(referee: Referee, words: DeskWords):
    referee.submit(new_game(2))
    referee.submit(ClaimRoute(BANGUI))
    seen = past.game_view(referee.game, words, on_table=True, hidden=False)
    secret = past.game_view(referee.game, words, on_table=True, hidden=True)
    assert seen.lines[0].total == str(referee.game.state.score(0)) != "0"
    assert [line.total for line in secret.lines] == [past.HIDDEN] * 2
    shown = past.Replay(referee.game, words, hidden=True).frame(1).scores
    assert [line.score for line in shown] == [past.HIDDEN] * 2


def test_looking_at_a_game_leaves_the_table_as_it_is(referee: Referee):
    finished = play(referee)
    referee.submit(new_game(3))
    table = referee.game
    looked = referee.look(finished)
    assert looked is not None
    assert (looked.uuid, looked.state.phase) == (finished, "over")
    assert referee.game is table is referee.look(table.uuid)
    assert referee.look("no such game") is None


# --- how it went ---


def test_a_replay_shows_who_had_what_after_each_entry(referee: Referee, words: DeskWords):
    referee.submit(new_game(2))
    referee.submit(ClaimRoute(BANGUI))
    referee.submit(DrawCards(("train", "train")))
    replay = past.Replay(referee.game, words)
    start, claimed, drawn = (replay.frame(at) for at in range(3))
    assert replay.last == 2
    assert not start.state.owners
    assert claimed.state.owners == {BANGUI: 0}
    assert (claimed.route, claimed.color, claimed.entry) == (BANGUI, "blue", 2)
    assert "Anna claims Ngaoundéré - Bangui" in claimed.sentence
    assert [line.score for line in start.scores] == ["0", "0"]
    assert claimed.scores[0].score == str(referee.game.state.score(0))
    assert [line.acts for line in start.scores] == [False, False]
    assert [line.acts for line in claimed.scores] == [True, False]  # whose claim it is
    assert (drawn.route, drawn.color) == ("", "red")
    assert (drawn.caption, replay.frame(99)) == ("turn 2 · entry 3", drawn)


def test_what_was_undone_is_not_replayed(referee: Referee, words: DeskWords):
    referee.submit(new_game(2))
    referee.submit(ClaimRoute(BANGUI))
    referee.submit(Undo())
    referee.submit(Pass())
    replay = past.Replay(referee.game, words)
    assert [replay.frame(at).entry for at in range(replay.last + 1)] == [1, 4]
    assert replay.place_of(4) == 1
    assert replay.place_of(2) == 0


def test_the_end_of_a_replay_is_the_result(referee: Referee, words: DeskWords):
    play(referee, 3)
    replay = past.Replay(referee.game, words)
    cards = referee.game.state.result
    assert cards is not None
    scores = replay.frame(replay.last).scores
    assert [line.score for line in scores] == [str(card.total) for card in cards]


# --- players and records ---


def test_a_players_page(history: History, referee: Referee, words: DeskWords):
    game = play(referee)
    referee.submit(new_game(2))
    ben = history.person("Ben")
    assert ben is not None
    view = person_view(history, words, ben.id)
    figures = {figure.word: (figure.value, figure.note) for figure in view.figures}
    assert figures["game"] == ("1", "")
    assert figures["win"] == ("1", "100%")
    assert figures["best"][0] == "125"
    assert figures["points per game"][0] == "125.0"
    claims = [play for play in plays(2)[1::2] if isinstance(play, ClaimRoute)]
    doubled = sum(play.double is not None for play in claims)
    assert figures["doubled"][1] == f"{doubled} of {len(claims)} claims"
    assert view.note == "1 game unfinished"
    assert view.best_game == game
    (rival,) = view.rivals
    assert (rival.name, rival.ahead, rival.wins) == ("Anna", "1 : 0", "1 : 0")


def test_who_has_finished_no_game_has_no_figures(
    history: History, referee: Referee, words: DeskWords
):
    referee.submit(new_game(2))
    ben = history.person("Ben")
    assert ben is not None
    view = person_view(history, words, ben.id)
    assert (view.figures, view.sources) == ((), "No finished game yet.")


def test_who_is_merged_is_told_on_the_page(history: History, referee: Referee, words: DeskWords):
    play(referee)
    play(referee, 2, ("Zoë", "Łukasz"))
    ben, zoe = history.person("Ben"), history.person("Zoë")
    assert ben is not None
    assert zoe is not None
    history.merge(zoe.id, ben.id)
    view = person_view(history, words, ben.id)
    assert [one.name for one in view.merged] == ["Zoë"]
    assert view.figures[0].value == "2"
    history.unmerge(zoe.id)
    assert not person_view(history, words, ben.id).merged


def test_players_page_by_page_and_who_is_no_longer_offered(
    history: History, referee: Referee, words: DeskWords
):
    names = [f"Player {number:02}" for number in range(PEOPLE_A_PAGE + 2)]
    for one, other in zip(names[::2], names[1::2], strict=True):
        referee.submit(new_game(2, (one, other)))
    first = people_page(history.players(), words, ("PLAYER 01",))
    assert [row.name for row in first.rows] == names[:PEOPLE_A_PAGE]
    assert [row.name for row in first.rows if not row.offered] == ["Player 01"]
    last = people_page(history.players(), words, (), page=9)
    assert [row.name for row in last.rows] == names[PEOPLE_A_PAGE:]
    assert (last.newer, last.older) == (True, False)


def test_records_name_holders_and_games(history: History, referee: Referee, words: DeskWords):
    assert record_rows(history, words) == ()
    game = play(referee)
    rows = {row.word: row for row in record_rows(history, words)}
    highest = rows["Highest score"]
    assert (highest.value, highest.holders, highest.game) == ("125 points", "Ben", game)
    assert rows["Most wins"].value == "1 win"
    assert rows["Most games"].holders == "Anna, Ben"
    assert not rows["Most games"].game


def test_records_name_all_who_tie_the_first_in_front(
    history: History, referee: Referee, words: DeskWords
):
    first = play(referee)
    play(referee, names=("Cleo", "Dirk"))  # the same game by others
    rows = {row.word: row for row in record_rows(history, words)}
    for word in ("Highest score", "Biggest win"):
        assert (rows[word].holders, rows[word].game) == ("Ben, Dirk", first), word
    assert (rows["Best claim"].holders, rows["Best claim"].game) == ("Anna, Cleo", first)
    assert rows["Longest game"].holders == "Anna, Ben, Cleo, Dirk"


# --- deleted games ---


def test_a_deleted_game_tells_its_copy_and_how_long_it_stays(
    history: History, referee: Referee, words: DeskWords
):
    game = play(referee)
    referee.submit(new_game(3))
    copy = history.delete(game)
    (row,) = past.deleted_rows(history, words)
    assert (row.uuid, row.players) == (game, "Anna, Ben")
    assert row.copy == f"Copy: {copy}"
    assert row.left == "Gone for good after 30 more days and 20 more starts"
    assert game not in [one.uuid for one in past.games_view(history, referee, words).rows]


# --- copies of the file ---


def test_copies_of_one_day_are_told_apart(history: History, referee: Referee, words: DeskWords):
    assert history.backups is not None
    play(referee)
    first = history.backups.make()
    play(referee)
    history.backups.make()
    os.utime(first.file, (1_000_000_000, 1_000_000_000))  # touched by another program
    newer, older = past.backup_rows(history.backups, words)
    assert newer.note.startswith("backup 2 · 2 games · ")
    assert older.note.startswith("backup 1 · 1 game · ")
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d", newer.title)
    assert older.title == f"{first.day[:4]}-{first.day[4:6]}-{first.day[6:]}"

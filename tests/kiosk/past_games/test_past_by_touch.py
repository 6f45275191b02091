"""Looking back under fingers: open a past game, replay it, players, merging, deleting."""

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from fingers import Kiosk

from companion.journal import LogUnavailableError
from kiosk import screens
from kiosk.past_games.deleting import DeletedLine
from kiosk.past_games.games import GamePad
from kiosk.past_games.person import OtherName
from kiosk.past_games.players import RecordPad
from kiosk.past_games.replay import Rail, ReplayPlayer
from kiosk.settings.file import Settings
from kiosk.widgets.basics import Tile
from kiosk.widgets.hold_tile import HoldTile
from tests.gallery.sample_game import NAMES, new_game, plays, tickets

Open = Callable[..., Kiosk]


def play(kiosk: Kiosk, players: int = 2, names: tuple[str, ...] = NAMES) -> str:
    """A finished game; its id."""
    kiosk.referee.submit(new_game(players, names))
    for made in plays(players):
        kiosk.referee.submit(made)
    for seat in range(players):
        kiosk.referee.submit(tickets(kiosk.referee.game, seat))
    return kiosk.referee.game.uuid


@pytest.fixture
def kiosk(open_kiosk: Open, games_file: Path) -> Kiosk:
    """Two past games, read from disk, and a third on the table."""
    before = open_kiosk(file=games_file)
    play(before)
    play(before, 3, ("Zoë", "Anna", "Ben"))
    before.referee.submit(new_game(4))
    before.close()
    kiosk = open_kiosk(file=games_file)
    kiosk.app.go(screens.games)
    kiosk.frames()
    return kiosk


def close(kiosk: Kiosk) -> None:
    kiosk.app.screen.close()
    kiosk.frames()


def person(kiosk: Kiosk, name: str) -> None:
    """To a player's page, by way of the list."""
    kiosk.tap("Players")
    kiosk.tap(name)
    assert kiosk.app.screen_name == "person"


def figure(kiosk: Kiosk, word: str) -> str:
    return next(one.value for one in kiosk.app.screen.view.figures if one.word == word)


# --- past games ---


def test_a_past_game_is_opened_and_the_table_stays(kiosk: Kiosk):
    table = kiosk.referee.game
    kiosk.tap("Ben wins, 125 points")
    assert kiosk.app.screen_name == "past_game"
    assert kiosk.sees("Ben wins")
    assert kiosk.sees("125")
    kiosk.tap("Charts")
    assert kiosk.app.screen_name == "charts"
    close(kiosk)
    assert kiosk.app.screen_name == "past_game"
    kiosk.tap("Log")
    assert kiosk.sees("Ben shows tickets")
    close(kiosk)
    kiosk.tap("Export")
    assert kiosk.app.screen_name == "export"
    close(kiosk)
    assert kiosk.app.screen_name == "past_game"
    close(kiosk)
    assert kiosk.app.screen_name == "games"
    assert kiosk.referee.game is table


def test_the_log_of_a_past_game_is_turned_and_leads_into_the_replay(kiosk: Kiosk):
    kiosk.tap("Ben wins, 125 points")
    kiosk.tap("Log")
    kiosk.tap("Older")
    assert kiosk.sees("entry 26")
    kiosk.tap("entry 26")
    assert kiosk.app.screen_name == "replay"
    assert kiosk.app.screen.frame.entry == 26
    close(kiosk)
    assert kiosk.sees("entry 26")


def test_a_game_is_replayed_by_dragging(kiosk: Kiosk):
    kiosk.tap("Ben wins, 125 points")
    game = kiosk.app.screen.game
    kiosk.tap("Replay")
    screen = kiosk.app.screen
    rail = screen.ids.slider
    states = [step.state for step in list(game.head.back())[::-1]]

    def shown() -> dict[str, str | None]:
        return {one.track.route.id: one.owner for one in screen.map.strokes if one.owner}

    def owned(at: int) -> dict[str, str]:
        state = states[at]
        return {route: state.seats[seat].color for route, seat in state.owners.items()}

    last = len(states) - 1
    assert screen.at == rail.value == 0
    kiosk.drag(rail.seen_at(0), rail.seen_at(last))
    assert shown() == owned(last)
    half = last // 2
    kiosk.drag(rail.seen_at(last), rail.seen_at(half))
    assert screen.at == half
    assert shown() == owned(half) != owned(last)
    scores = [label.line.score for label in kiosk.widgets(ReplayPlayer)]
    assert sorted(scores) == sorted(str(states[half].score(seat)) for seat in (0, 1))
    kiosk.drag(rail.seen_at(half), (0, rail.seen_at(0)[1]))  # past the end of the line
    assert screen.at == 0
    assert shown() == {}
    assert kiosk.sees("The game begins")


def test_arrows_go_entry_by_entry_and_stop_at_the_ends(kiosk: Kiosk):
    kiosk.tap("Ben wins, 125 points")
    kiosk.tap("Replay")
    screen = kiosk.app.screen
    (rail,) = kiosk.widgets(Rail)
    screen.step(-1)
    assert screen.at == 0
    screen.at = screen.last
    screen.step(1)
    assert screen.at == screen.last
    kiosk.tap_at(rail.x - 38 * kiosk.app.unit, rail.center_y)
    assert screen.at == screen.last - 1 == rail.value
    kiosk.tap_at(rail.right + 38 * kiosk.app.unit, rail.center_y)
    assert screen.at == screen.last == rail.value
    assert screen.frame.entry == kiosk.referee.look(screen._replay._game.uuid).head.seq


def test_a_replay_plays_by_itself_until_a_finger_or_its_end_stops_it(kiosk: Kiosk):
    kiosk.tap("Ben wins, 125 points")
    kiosk.tap("Replay")
    screen = kiosk.app.screen
    play = next(tile for tile in kiosk.widgets(Tile) if tile.icon == "play")
    kiosk.wait(2)
    assert screen.at == 0
    kiosk.tap(play)
    kiosk.wait(3)
    assert screen.at == 2
    assert play.icon == "pause"
    kiosk.tap(play)
    kiosk.wait(3)
    assert screen.at == 2
    kiosk.tap(play)
    (rail,) = kiosk.widgets(Rail)
    kiosk.drag(rail.seen_at(2), rail.seen_at(screen.last - 1))
    assert not screen.playing
    kiosk.tap(play)
    kiosk.wait(4)
    assert (screen.at, screen.playing) == (screen.last, False)
    kiosk.tap(play)  # at its end it begins anew
    kiosk.wait(1.5)
    assert screen.at == 1
    close(kiosk)
    assert not screen.playing


def test_a_game_that_is_gone_is_told_and_nothing_breaks(kiosk: Kiosk):
    kiosk.app.go(screens.past_game, game="gone")
    kiosk.frames()
    assert kiosk.sees("This game can't be read right now.")
    assert kiosk.sees("All games are backed up: see Settings, Backups.")
    for tile in ("Replay", "Charts", "Log", "Export", "Resume", "Delete"):
        assert kiosk.button(tile).dimmed
        assert kiosk.button(tile).look == "raised"
        kiosk.tap(tile)
        assert kiosk.app.screen_name == "past_game"
        assert kiosk.app.desk.refusal is None
        assert kiosk.app.root.sheet is None


def test_an_unfinished_game_goes_on(kiosk: Kiosk):
    waiting = kiosk.referee.game.uuid
    kiosk.referee.submit(new_game(2))
    kiosk.app.go(screens.games)
    kiosk.frames()
    kiosk.tap(next(pad for pad in kiosk.widgets(GamePad) if pad.row.uuid == waiting))
    kiosk.tap("Resume")
    assert kiosk.referee.game.uuid == waiting
    assert kiosk.app.screen_name == "table"


def test_scores_that_are_hidden_stay_hidden_when_looking_back(open_kiosk: Open, games_file: Path):
    kiosk = open_kiosk(file=games_file, settings=Settings(hidden_scores=True))
    kiosk.referee.submit(new_game(2))
    for made in plays(2)[:12]:
        kiosk.referee.submit(made)
    kiosk.app.go(screens.past_game, game=kiosk.referee.game.uuid)
    kiosk.frames()
    scores = {str(kiosk.referee.game.state.score(seat)) for seat in (0, 1)}
    assert not scores & set(kiosk.texts())
    kiosk.tap("Replay")
    assert not scores & set(kiosk.texts())


def test_many_games_are_turned_from_the_file(open_kiosk: Open, games_file: Path):
    kiosk = open_kiosk(file=games_file)
    for _ in range(45):
        kiosk.referee.submit(new_game(2))
    kiosk.app.go(screens.games)
    kiosk.frames()
    for note in ("1–20 of 45", "21–40 of 45", "41–45 of 45"):
        assert kiosk.sees(note)
        if note != "41–45 of 45":
            kiosk.tap("Older")
    kiosk.tap("Newer")
    assert kiosk.sees("21–40 of 45")


# --- players ---


def test_a_players_page_and_the_way_to_a_rival_and_back(kiosk: Kiosk):
    person(kiosk, "Anna")
    assert figure(kiosk, "games") == "2"
    kiosk.tap("Zoë")
    assert kiosk.app.screen.view.name == "Zoë"
    close(kiosk)
    assert kiosk.app.screen.view.name == "Anna"
    kiosk.tap("Best game")
    assert kiosk.app.screen_name == "past_game"
    close(kiosk)
    kiosk.tap("Games")
    assert kiosk.sees("Anna's games")
    assert len(list(kiosk.widgets(GamePad))) == 3
    close(kiosk)
    close(kiosk)
    assert kiosk.app.screen_name == "players"
    close(kiosk)
    assert kiosk.app.screen_name == "games"


def test_a_player_is_renamed(kiosk: Kiosk):
    person(kiosk, "Zoë")
    kiosk.tap("Rename")
    for letter in "Kim":
        kiosk.tap(letter)
    kiosk.tap("Done")
    assert kiosk.app.screen.view.name == "Kim"
    close(kiosk)
    assert kiosk.sees("Kim")
    assert not kiosk.sees("Zoë")
    close(kiosk)
    assert kiosk.sees("Kim, Anna, Ben")


def test_a_name_that_another_has_is_refused_in_words(kiosk: Kiosk):
    person(kiosk, "Zoë")
    kiosk.app.screen.rename("anna")
    kiosk.frames()
    assert kiosk.sees("The name Anna is taken. You can merge the two players.")
    assert kiosk.app.screen.view.name == "Zoë"


def test_players_are_merged_by_holding_and_taken_apart_again(kiosk: Kiosk):
    person(kiosk, "Zoë")
    kiosk.tap("Merge")
    other = next(tile for tile in kiosk.widgets(OtherName) if tile.row.name == "Łukasz")
    kiosk.tap(other)
    assert kiosk.app.root.sheet is not None  # a tap is not enough
    kiosk.hold(other)
    assert kiosk.sees("Łukasz counts as Zoë")
    assert kiosk.app.history.person("Łukasz") is None
    kiosk.tap("Undo merge")
    assert not kiosk.sees("counts as")
    assert kiosk.app.history.person("Łukasz") is not None


def test_who_played_against_each_other_cannot_be_merged(kiosk: Kiosk):
    person(kiosk, "Zoë")
    kiosk.tap("Merge")
    kiosk.hold(next(tile for tile in kiosk.widgets(OtherName) if tile.row.name == "Ben"))
    assert kiosk.sees("have played against each other, so they're two different people.")
    assert kiosk.app.history.merged() == ()


def test_a_record_leads_to_its_game_and_back(kiosk: Kiosk):
    kiosk.tap("Records")
    record = next(kiosk.widgets(RecordPad))
    kiosk.tap(record)
    assert kiosk.app.screen_name == "past_game"
    assert kiosk.app.screen.game.uuid == record.row.game
    close(kiosk)
    assert kiosk.app.screen_name == "records"


# --- deleting ---


def test_a_game_is_deleted_behind_the_lock_and_brought_back(kiosk: Kiosk):
    kiosk.tap("Ben wins, 125 points")
    game = kiosk.app.screen.game.uuid
    kiosk.tap("Delete")
    assert kiosk.sees("Ben, Anna")
    assert kiosk.sees(" · Ben wins")
    (lock,) = kiosk.widgets(HoldTile)
    kiosk.tap(lock)
    assert kiosk.app.history.deleted() == ()  # a tap is not enough
    kiosk.hold(lock)
    assert kiosk.app.screen_name == "deleted"
    (line,) = kiosk.widgets(DeletedLine)
    assert line.row.uuid == game
    copy = Path(line.row.copy.removeprefix("Copy: "))
    assert kiosk.sees(str(copy))
    assert game in json.dumps(json.loads(copy.read_text("utf-8")))
    kiosk.app.go(screens.games)
    kiosk.frames()
    assert not kiosk.sees("Ben wins, 125 points")
    kiosk.tap("Deleted (1)")
    kiosk.tap("Restore")
    assert kiosk.app.screen_name == "past_game"
    assert kiosk.sees("Ben wins")
    close(kiosk)
    assert kiosk.sees("Ben wins, 125 points")
    assert not kiosk.sees("Deleted (")


def test_the_game_on_the_table_is_not_deleted(kiosk: Kiosk):
    kiosk.app.go(screens.past_game, game=kiosk.referee.game.uuid)
    kiosk.frames()
    kiosk.tap("Delete")
    kiosk.hold(next(kiosk.widgets(HoldTile)))
    assert kiosk.sees("The game on the table can't be deleted.")
    assert kiosk.app.history.deleted() == ()


def test_a_disk_that_does_not_take_it_is_told(kiosk: Kiosk, monkeypatch: pytest.MonkeyPatch):
    kiosk.tap("Ben wins, 125 points")
    kiosk.tap("Delete")

    def refuse(*args: object) -> None:
        raise LogUnavailableError from sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(kiosk.journal, "write", refuse)
    kiosk.hold(next(kiosk.widgets(HoldTile)))
    assert kiosk.sees("Can't write to the disk right now; nothing was changed.")
    assert kiosk.app.screen_name == "past_game"

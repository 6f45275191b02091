"""Menu, settings, rules, log and list of games, by touch."""

from collections.abc import Callable, Iterator

import pytest
from fingers import SCREENS, Kiosk

from companion.game.commands import ClaimRoute, Finish, Newcomer, NewGame, Pass, Undo
from companion.words.rules_text import RULES
from kiosk.idle.dark_and_lock import LockCover
from kiosk.rules.screen import RulePanel
from kiosk.settings.file import CHOICES, Settings
from kiosk.settings.screen import ChoiceTile
from kiosk.widgets.basics import Tile
from kiosk.widgets.hold_tile import HoldTile

Open = Callable[..., Kiosk]
NAMES = ("Anna", "Ben", "Maximiliane-Charlotte", "Łukasz", "Дима")
COLORS = ("blue", "red", "green", "yellow", "black")


@pytest.fixture
def kiosk() -> Iterator[Kiosk]:
    kiosk = Kiosk()
    yield kiosk
    kiosk.close()


def begin(kiosk: Kiosk, players: int = 2) -> str:
    """A game on the table; its id."""
    announced = kiosk.referee.submit(new_game(players))
    kiosk.app.home()
    kiosk.frames()
    return announced.game


def new_game(players: int) -> NewGame:
    seats = zip(NAMES[:players], COLORS, strict=False)
    return NewGame(tuple(Newcomer(name, color, "desert", 3) for name, color in seats))


def show(kiosk: Kiosk, name: str, **given: object) -> None:
    kiosk.app.go(SCREENS[name], **given)
    kiosk.frames(8)


def hold(kiosk: Kiosk, tile: HoldTile, seconds: float) -> None:
    finger = kiosk.down(*tile.to_window(*tile.center))
    kiosk.wait(seconds)
    kiosk.up(finger)


# --- menu ---


def test_a_pass_takes_two_taps_as_everywhere(kiosk: Kiosk):
    begin(kiosk)
    menu = next(w for w in kiosk.widgets() if getattr(w, "icon", "") == "menu")
    kiosk.tap(menu)
    passes = kiosk.button("Anna passes")
    assert passes.width * passes.height < kiosk.button("Log").width * kiosk.button("Log").height
    assert not passes.collide_point(*menu.center)  # nor by one tap too many
    kiosk.tap(passes)
    assert kiosk.taps == 2
    assert kiosk.referee.game.state.player == 1
    assert kiosk.app.screen_name == "table"


def test_redo_from_the_menu(kiosk: Kiosk):
    begin(kiosk)
    kiosk.referee.submit(Pass())
    kiosk.referee.submit(Undo())
    show(kiosk, "menu")
    kiosk.tap("Redo")
    assert kiosk.referee.game.state.player == 1
    assert kiosk.app.screen_name == "table"


def test_what_cannot_be_done_says_why_and_the_menu_stays(kiosk: Kiosk):
    begin(kiosk)
    show(kiosk, "menu")
    assert kiosk.button("Redo").dimmed
    kiosk.tap("Redo")
    assert kiosk.app.screen_name == "menu"
    assert kiosk.sees("nothing to redo")
    assert not kiosk.sees("Anna's turn")
    kiosk.app.desk.dismiss_refusal()
    kiosk.frames()
    assert kiosk.sees("Anna's turn")


def test_play_ends_early_only_when_held(kiosk: Kiosk):
    begin(kiosk)
    show(kiosk, "menu")
    kiosk.tap("End game early")
    kiosk.wait(0.1)
    assert kiosk.referee.game.state.phase == "play"
    submitted = []
    kiosk.app.home = lambda *args: submitted.append(kiosk.referee.game.state.phase)
    hold(kiosk, kiosk.button("End game early"), 1.7)
    assert submitted == ["tickets"]


def test_nothing_of_a_turn_is_in_the_menu_when_nobody_is_to_move(open_kiosk: Open):
    kiosk = open_kiosk(2, settings=Settings(turn_clock=True))
    kiosk.referee.submit(Finish())
    show(kiosk, "menu")
    for gone in ("passes", "Redo", "End game early", "Pause the clock"):
        assert not kiosk.sees(gone)
    assert not any(tile.dimmed for tile in kiosk.widgets(Tile))
    kiosk.referee.submit(Undo())
    kiosk.frames()
    for back in ("Anna passes", "End game early", "Pause the clock", "Redo"):
        assert not kiosk.button(back).dimmed


def test_scores_are_hidden_and_shown_from_the_menu(kiosk: Kiosk):
    begin(kiosk)
    show(kiosk, "menu")
    kiosk.tap("Hide scores")
    assert kiosk.app.settings.hidden_scores
    assert kiosk.app.screen_name == "menu"
    kiosk.tap("Show scores")
    assert not kiosk.app.settings.hidden_scores


def test_the_table_is_shown_when_the_screen_is_locked(kiosk: Kiosk):
    begin(kiosk)
    show(kiosk, "menu")
    kiosk.hold(kiosk.button("Lock the screen"))
    shows_the_table_locked(kiosk)


def shows_the_table_locked(kiosk: Kiosk) -> None:
    lock = kiosk.app.root.front
    assert isinstance(lock, LockCover)
    assert kiosk.app.screen_name == "table"
    band, tray = kiosk.app.screen.ids.band, kiosk.app.screen.ids.tray
    assert tray.top <= lock.veil <= band.y
    kiosk.hold(lock.children[0])
    assert kiosk.app.root.front is kiosk.app.screen
    assert kiosk.app.screen_name == "table"


@pytest.mark.parametrize(
    ("word", "screen"),
    [("Log", "log"), ("Rules", "rules"), ("Past games", "games")],
)
def test_the_menu_leads_to_every_screen_and_close_leads_home(kiosk: Kiosk, word: str, screen: str):
    begin(kiosk)
    show(kiosk, "menu")
    kiosk.tap(word)
    assert kiosk.app.screen_name == screen
    kiosk.tap_at(*close_of(kiosk))
    assert kiosk.app.screen_name == "table"


def close_of(kiosk: Kiosk) -> tuple[float, float]:
    (tile,) = (tile for tile in kiosk.widgets(Tile) if tile.icon == "close")
    return tile.to_window(*tile.center)


def test_a_clock_can_be_paused_where_there_is_one():
    kiosk = Kiosk(settings=Settings(turn_clock=True))
    try:
        begin(kiosk)
        show(kiosk, "menu")
        kiosk.tap("Pause the clock")
        assert kiosk.app.stopwatch.is_paused
        show(kiosk, "menu")
        kiosk.tap("Resume the clock")
        assert not kiosk.app.stopwatch.is_paused
    finally:
        kiosk.close()


# --- hold tile ---


def test_a_hold_tile_fills_while_held_and_acts_at_the_end(kiosk: Kiosk):
    begin(kiosk)
    show(kiosk, "menu")
    tile, held = kiosk.button("Quit"), []
    kiosk.app.leave = lambda: held.append("left")
    finger = kiosk.down(*tile.to_window(*tile.center))
    kiosk.wait(0.75)
    assert 0.3 < tile.filled < 0.9
    assert held == []
    kiosk.wait(0.95)
    assert held == ["left"]
    assert tile.filled == 0
    kiosk.up(finger)
    assert held == ["left"]
    assert not tile.hinted


def test_a_short_tap_on_a_hold_tile_says_what_it_takes(kiosk: Kiosk):
    begin(kiosk)
    show(kiosk, "menu")
    kiosk.app.leave = pytest.fail
    tile = kiosk.button("Quit")
    assert tile.note == "hold"
    kiosk.tap(tile)
    assert tile.note == "keep holding"
    assert tile.filled == 0


def test_a_screen_that_went_away_is_not_held(kiosk: Kiosk):
    begin(kiosk)
    show(kiosk, "menu")
    tile, held = kiosk.button("Quit"), []
    kiosk.app.leave = lambda: held.append("left")
    finger = kiosk.down(*tile.to_window(*tile.center))
    kiosk.wait(0.75)
    assert tile.filled > 0
    kiosk.app.home()
    kiosk.wait(1.7)
    kiosk.up(finger)
    assert held == []


# --- settings ---


def choice_tile(kiosk: Kiosk, name: str, value: object) -> ChoiceTile:
    """The tile of a value, scrolled into sight."""
    rows = kiosk.app.screen.ids.rows
    for row in rows.column.children:
        for tile in row.walk(restrict=True):
            if (
                getattr(tile, "choice", None)
                and tile.setting == name
                and tile.choice.value == value
            ):
                rows.reveal(row)
                kiosk.frames()
                return tile
    raise AssertionError(name, value)


@pytest.mark.parametrize("name", [name for name in CHOICES if name != "locked"])
def test_every_choice_changes_its_setting(kiosk: Kiosk, name: str):
    show(kiosk, "settings")
    for value in (*CHOICES[name][::-1], *CHOICES[name]):
        kiosk.tap(choice_tile(kiosk, name, value))
        kiosk.app.close_sheet()  # what an edition says otherwise
        assert getattr(kiosk.app.settings, name) == value
        assert choice_tile(kiosk, name, value).look == "accent"
        assert kiosk.app.screen_name == "settings"


def test_the_lock_is_set_and_the_table_shown_locked(kiosk: Kiosk):
    begin(kiosk)
    show(kiosk, "settings")
    kiosk.tap(choice_tile(kiosk, "locked", value=True))
    assert kiosk.app.settings.locked
    shows_the_table_locked(kiosk)


def test_the_list_stays_where_it_was_when_something_is_chosen(kiosk: Kiosk):
    show(kiosk, "settings")
    tile = choice_tile(kiosk, "tickets_drawn", 3)
    down = kiosk.app.screen.ids.rows.down
    assert down > 0
    kiosk.tap(tile)
    assert kiosk.app.screen.ids.rows.down == down
    show(kiosk, "settings")
    assert kiosk.app.screen.ids.rows.down == 0


def test_settings_tell_where_games_are_kept(kiosk: Kiosk):
    show(kiosk, "settings")
    assert kiosk.sees(kiosk.app.games_place)
    assert kiosk.sees("Stationmaster 0.")


# --- rules ---


@pytest.mark.parametrize("key", ["R1", "R9", "R24"])
def test_a_key_shows_its_rule(kiosk: Kiosk, key: str):
    show(kiosk, "rules", key=key)
    panels = {panel.key: panel for panel in kiosk.widgets(RulePanel)}
    assert list(panels) == list(RULES)
    panel, rules = panels[key], kiosk.app.screen.ids.rules
    assert panel.look == "line"
    assert [other.key for other in panels.values() if other.look == "line"] == [key]
    assert rules.y - 1 <= panel.to_window(*panel.pos)[1]
    assert panel.to_window(panel.x, panel.top)[1] <= rules.top + 1


def test_rules_go_back_to_where_they_were_asked_for(kiosk: Kiosk):
    asked = []
    show(kiosk, "rules", key="R9", back=lambda: asked.append(True))
    kiosk.tap_at(*close_of(kiosk))
    assert asked == [True]


# --- games ---


def test_another_game_goes_on(kiosk: Kiosk):
    first = begin(kiosk, 3)
    second = begin(kiosk, 2)
    show(kiosk, "games")
    assert kiosk.sees("on the table")
    kiosk.tap("Anna, Ben, Maximiliane-Charlotte")
    assert kiosk.referee.game.uuid == second
    kiosk.tap("Resume")
    assert kiosk.referee.game.uuid == first != second
    assert kiosk.app.screen_name == "table"


def test_the_game_on_the_table_just_opens(kiosk: Kiosk):
    begin(kiosk)
    heard = []
    kiosk.referee.subscribe(heard.append)
    show(kiosk, "games")
    kiosk.tap("on the table")
    assert kiosk.app.screen_name == "table"
    assert heard == []


def test_without_games_a_new_one_is_offered(kiosk: Kiosk):
    show(kiosk, "games")
    assert kiosk.sees("No game has been played here yet")
    assert kiosk.button("New game")


def test_many_games_are_turned_page_by_page(kiosk: Kiosk):
    for _ in range(25):
        kiosk.referee.submit(new_game(2))
    show(kiosk, "games")
    assert kiosk.sees("1–20 of 25")
    kiosk.tap("Older")
    assert kiosk.sees("21–25 of 25")
    kiosk.tap("Newer")
    assert kiosk.sees("1–20 of 25")


# --- log ---


def test_the_log_tells_all_and_leads_to_the_rules(kiosk: Kiosk):
    begin(kiosk)
    kiosk.referee.submit(ClaimRoute("ngaoundere--bangui"))
    kiosk.referee.submit(Pass())
    kiosk.referee.submit(Undo())
    show(kiosk, "log")
    assert kiosk.sees("Anna claims Ngaoundéré - Bangui")
    assert kiosk.sees("Undone: Ben passes")
    kiosk.tap("R7")
    assert kiosk.app.screen_name == "rules"
    kiosk.tap_at(*close_of(kiosk))
    assert kiosk.app.screen_name == "log"


def test_the_log_follows_the_game(kiosk: Kiosk):
    begin(kiosk)
    show(kiosk, "log")
    kiosk.referee.submit(Pass())
    kiosk.frames()
    assert kiosk.sees("Anna passes")

"""What the PIN keeps, by touch; and that it never keeps the table from playing."""

from collections.abc import Callable
from pathlib import Path

import pytest
from fingers import Kiosk, seats
from kivy.core.window import Window

from companion.game.commands import Finish, Pass
from kiosk import screens
from kiosk.app import KioskApp
from kiosk.machine import power
from kiosk.pin.gate import FIRST_WAIT_SECONDS, FREE_TRIES, Gate
from kiosk.settings.file import Settings
from kiosk.widgets.hold_tile import HoldTile

Open = Callable[..., Kiosk]
PIN = "2468"


def kept(open_kiosk: Open, players: int = 2, **given: object) -> Kiosk:
    """A kiosk with a PIN, at the table."""
    kiosk = open_kiosk(players, **given)
    kiosk.app.gate.set(PIN)
    kiosk.app.home()
    kiosk.frames()
    return kiosk


def give(kiosk: Kiosk, pin: str = PIN) -> None:
    for digit in pin:
        kiosk.tap(digit)
    kiosk.tap(tile(kiosk, "check"))


def tile(kiosk: Kiosk, icon: str) -> object:
    from kiosk.widgets.basics import Tile

    return next(tile for tile in kiosk.widgets(Tile) if tile.icon == icon)


@pytest.mark.parametrize("screen", ["settings", "devices", "backups"])
def test_a_screen_that_it_keeps_is_shown_when_it_was_given(open_kiosk: Open, screen: str):
    kiosk = kept(open_kiosk)
    kiosk.app.go(getattr(screens, screen))
    kiosk.frames()
    assert kiosk.app.screen_name == "table"
    assert kiosk.sees("Enter the PIN")
    give(kiosk)
    assert kiosk.app.screen_name == screen
    assert kiosk.app.sheet is None


def test_a_pin_that_cannot_be_read_keeps_what_it_guards_and_play_goes_on(
    open_kiosk: Open, tmp_path: Path
):
    kiosk = open_kiosk(2)
    file = tmp_path / "pin.json"
    file.write_text("no PIN of ours")
    kiosk.app.gate = Gate(file)
    kiosk.app.go(screens.settings)
    kiosk.frames()
    assert kiosk.app.screen_name == "table"
    assert kiosk.sees(f"The PIN in {file} is damaged. You can still play.")
    assert kiosk.sees("In a terminal: sh kiosk/run.sh forget-pin")
    give(kiosk)
    assert kiosk.app.screen_name == "table"
    assert file.read_text() == "no PIN of ours"
    kiosk.app.close_sheet()
    seq = kiosk.app.referee.seq
    kiosk.app.referee.submit(Pass())
    assert kiosk.app.referee.seq == seq + 1
    file.unlink()
    kiosk.app.go(screens.settings)
    kiosk.frames()
    assert kiosk.app.screen_name == "settings"


def test_who_is_inside_is_not_asked_again_until_they_have_left(open_kiosk: Open):
    kiosk = kept(open_kiosk)
    kiosk.app.go(screens.settings)
    kiosk.frames()
    give(kiosk)
    for screen in (screens.devices, screens.players, screens.settings):
        kiosk.app.go(screen)
        kiosk.frames()
        assert kiosk.app.screen_name == screen.__name__
    kiosk.app.home()
    kiosk.app.go(screens.settings)
    kiosk.frames()
    assert kiosk.sees("Enter the PIN")


def test_an_idle_screen_leaves_what_it_keeps(open_kiosk: Open):
    kiosk = kept(open_kiosk, settings=Settings(dim_after=2))
    kiosk.app.go(screens.settings)
    kiosk.frames()
    give(kiosk)
    kiosk.app.watch.dim()
    kiosk.frames()
    assert kiosk.app.screen_name == "table"
    assert kiosk.app.gate.is_shut


def test_without_a_pin_an_idle_screen_stays_where_it_was(open_kiosk: Open):
    kiosk = open_kiosk(2)
    kiosk.app.go(screens.settings)
    kiosk.app.watch.dim()
    assert kiosk.app.screen_name == "settings"


def test_the_table_plays_undoes_and_rules_without_it(open_kiosk: Open):
    kiosk = kept(open_kiosk)
    for card in ("Train", "Jungle"):
        kiosk.tap(card)
    assert kiosk.referee.seq == 2
    kiosk.tap("Undo")
    assert kiosk.referee.seq == 3
    kiosk.app.let_count(Pass())
    kiosk.frames()
    assert not kiosk.sees("Enter the PIN")
    for screen in (screens.log, screens.rules, screens.games, screens.new_game, screens.export):
        kiosk.app.go(screen)
        kiosk.frames()
        assert kiosk.app.screen_name == screen.__name__


def test_the_screen_lock_is_held_open_without_it(open_kiosk: Open):
    kiosk = kept(open_kiosk)
    kiosk.app.watch.lock()
    kiosk.frames()
    (lock,) = (part for part in kiosk.app.root.front.walk() if isinstance(part, HoldTile))
    kiosk.hold(lock)
    assert not kiosk.app.root.covers


def test_leaving_and_switching_off_are_behind_it(open_kiosk: Open, monkeypatch: pytest.MonkeyPatch):
    done: list[str] = []
    monkeypatch.setattr(KioskApp, "stop", lambda app: done.append("left"))
    monkeypatch.setattr(power, "shut_down", lambda: bool(done.append("off")) or True)
    monkeypatch.setattr(power, "restart", lambda: bool(done.append("again")) or True)
    kiosk = kept(open_kiosk)
    for act in (kiosk.app.leave, kiosk.app.shut_down, kiosk.app.restart):
        kiosk.app.home()
        before = list(done)
        act()
        kiosk.frames()
        assert done == before
        give(kiosk)
        assert len(done) == len(before) + 1
    monkeypatch.undo()
    assert done == ["left", "off", "again"]


def test_deleting_a_game_is_behind_it(open_kiosk: Open, games_file: Path):
    kiosk = kept(open_kiosk, file=games_file)
    game = kiosk.referee.game.uuid
    kiosk.referee.submit(Finish())
    kiosk.referee.submit(seats(3))
    kiosk.app.go(screens.past_game, game=game)
    kiosk.frames()
    kiosk.app.screen.ask_to_delete()
    kiosk.frames()
    assert kiosk.sees("Enter the PIN")
    give(kiosk)
    assert kiosk.sees("It won't count in statistics any more")


def test_wrong_ones_are_counted_and_then_one_has_to_wait(open_kiosk: Open):
    kiosk = kept(open_kiosk)
    kiosk.app.go(screens.settings)
    kiosk.frames()
    give(kiosk, "1111")
    assert kiosk.sees(f"{FREE_TRIES - 1} tries left")
    for _ in range(FREE_TRIES - 1):
        give(kiosk, "1111")
    assert kiosk.sees("Try again in 0:30")
    give(kiosk)
    assert kiosk.app.screen_name == "table"
    kiosk.app.gate._now = lambda: kiosk.app.gate._since + FIRST_WAIT_SECONDS
    kiosk.wait(0.6)
    assert not kiosk.sees("Try again")
    give(kiosk)
    assert kiosk.app.screen_name == "settings"


def test_whoever_comes_back_still_has_to_wait(open_kiosk: Open):
    kiosk = kept(open_kiosk)
    for _ in range(FREE_TRIES):
        kiosk.app.gate.enter("1111")
    kiosk.app.go(screens.settings)
    kiosk.frames()
    assert kiosk.sees("Try again in 0:30")
    kiosk.app.gate._now = lambda: kiosk.app.gate._since + 11
    kiosk.wait(0.6)
    assert kiosk.sees("Try again in 0:19")


def test_it_is_set_changed_and_removed_in_settings(open_kiosk: Open, folder: Path):
    kiosk = open_kiosk(settings_file=folder / "settings.json")
    assert set_pin(kiosk, "Set", "1357", "1357")
    assert not set_pin(kiosk, "Change", "8642", "8643")
    assert kiosk.sees("The PINs don't match")
    kiosk.app.close_sheet()
    assert set_pin(kiosk, "Change", "8642", "8642")
    kiosk.app.gate.shut()
    assert not kiosk.app.gate.enter("1357")
    assert kiosk.app.gate.enter("8642")
    remove = kiosk.button("Remove")
    kiosk.scroll_to(remove)
    kiosk.hold(remove)
    assert not kiosk.app.gate.has_pin
    assert list(folder.iterdir()) == []


def set_pin(kiosk: Kiosk, word: str, *pins: str) -> bool:
    """Whether the settings are shown again after that."""
    if kiosk.app.screen_name != "settings":
        kiosk.app.go(screens.settings)
        kiosk.frames()
    row = kiosk.button(word)
    kiosk.scroll_to(row)
    kiosk.tap(row)
    for pin in pins:
        give(kiosk, pin)
    return kiosk.app.sheet is None


def test_it_can_be_typed_on_a_keyboard_and_no_key_is_a_button_meanwhile(open_kiosk: Open):
    kiosk = kept(open_kiosk)
    pressed: list[str] = []
    kiosk.app.key = lambda key, down: pressed.append(key) if down else None
    kiosk.app.go(screens.settings)
    kiosk.frames()
    for digit in PIN + "x":
        Window.dispatch("on_key_down", ord(digit), 30, digit, [])
        Window.dispatch("on_textinput", digit)
    Window.dispatch("on_key_down", 13, 40, None, [])
    kiosk.frames()
    assert kiosk.app.screen_name == "settings"
    assert pressed == []


def test_a_digit_too_many_or_too_few_does_nothing(open_kiosk: Open):
    kiosk = kept(open_kiosk)
    kiosk.app.go(screens.settings)
    kiosk.frames()
    give(kiosk, "246")
    assert kiosk.app.gate.tries == FREE_TRIES
    kiosk.tap(tile(kiosk, "backspace"))
    give(kiosk, "68")
    assert kiosk.app.screen_name == "settings"

"""Every screen in its main states, with the sample game on the table: for pictures and tests."""

import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, ParamSpec
from unittest.mock import patch

from companion.desk.seating_draft import SeatDraft, Seating
from companion.folders import settings_file
from companion.game.commands import CorrectRoute, Finish
from companion.game.rulebook import COLORS, MAX_PLAYERS
from companion.journal import GamesMissingError, LogUnreadableError, NewerLogError
from kiosk import screens, sheets
from kiosk.settings.file import Settings
from tests.gallery import (
    devices,
    export,
    final,
    log,
    past,
    phones,
    reveal,
    stocktake,
    table,
    upkeep,
)
from tests.gallery.sample_game import DEALT, NAMES, Show, new_game, play

if TYPE_CHECKING:
    from kivy.uix.widget import Widget

    from kiosk.app import KioskApp

P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class Scene:
    """A screen in a state; `show` brings an app that has just started there."""

    name: str
    show: Show
    settings: Settings = Settings()

    @property
    def title(self) -> str:
        """The name for people."""
        return self.name.replace("-", " ").capitalize()


# --- welcome and new game ------------------------------------------------------------------------


def _resumed(app: "KioskApp") -> None:
    play(app)
    app.go(screens.welcome)


def _seats_taken(app: "KioskApp") -> None:
    seats = zip(COLORS, NAMES, DEALT, strict=True)
    places = tuple(SeatDraft(color, name, card) for color, name, card in seats)
    app.go(screens.new_game, seating=Seating(places, first=2))


def _something_missing(app: "KioskApp") -> None:
    seats = (SeatDraft("blue", "Anna", "desert"), SeatDraft("red", "Maximiliane-Charlotte"))
    app.go(screens.new_game, seating=Seating(seats))
    app.screen.start(app.desk.moment())


def _name_typed(name: str) -> Show:
    def show(app: "KioskApp") -> None:
        play(app)  # whoever has played can be picked
        app.go(screens.new_game, seating=Seating.opening())
        app.screen.ask_name(0)
        for letter in name:
            app.sheet.type(letter)

    return show


def _signs(app: "KioskApp") -> None:
    _name_typed("Anna")(app)
    app.sheet.ids.keyboard.turn_signs()


def _layouts(app: "KioskApp") -> None:
    _name_typed("Anna")(app)
    app.sheet.ids.keyboard.offer_layouts()


# --- the menu and what it opens ------------------------------------------------------------------


def _screen(screen: "Callable[P, Widget]", *args: P.args, **given: P.kwargs) -> Show:
    def show(app: "KioskApp") -> None:
        play(app)
        app.go(screen, *args, **given)

    return show


def _menu_at_the_end(app: "KioskApp") -> None:
    """Nobody is to move any more."""
    play(app)
    app.referee.submit(Finish())
    app.go(screens.menu)


def _refused_in_menu(app: "KioskApp") -> None:
    _screen(screens.menu)(app)
    app.screen.redo(app.desk.moment())


def _sounds(*, can_speak: bool) -> Show:
    """What can be heard is set; espeak-ng is installed, or is not."""

    def show(app: "KioskApp") -> None:
        with patch("kiosk.sound.speech.is_installed", lambda: can_speak):
            app.go(screens.settings, down=620 * app.unit)

    return show


def _board_corrected(app: "KioskApp") -> None:
    """The settings list what was corrected."""
    app.referee.submit(new_game(MAX_PLAYERS))
    app.home()
    app.referee.submit(CorrectRoute("bloemfontein--cape-town", length=4))
    app.referee.submit(CorrectRoute("madagascar-south--durban--1", ferry_locomotives=3))
    app.go(screens.settings, down=10_000)  # where it ends


# --- over everything -----------------------------------------------------------------------------


def _unread_settings(app: "KioskApp") -> None:
    app.tell_unread_settings(settings_file({"XDG_CONFIG_HOME": "/home/pi/.config"}), "no such text")


def _unreadable(app: "KioskApp") -> None:
    games = Path(tempfile.gettempdir(), "games.db")
    remedy = f"sudo chown pi {games}"
    trouble = LogUnreadableError(games, games, "Permission denied", "root", remedy)
    app.go(screens.unreadable, trouble=trouble)
    app.screen.backed_up = True


def _newer(app: "KioskApp") -> None:
    app.go(screens.unreadable, trouble=NewerLogError(Path(tempfile.gettempdir(), "games.db"), 99))
    app.screen.backed_up = True


def _missing(app: "KioskApp") -> None:
    games = Path(tempfile.gettempdir(), "games.db")
    trouble = GamesMissingError(games, "removed", games, games.with_name("backups"), 12)
    app.go(screens.unreadable, trouble=trouble)
    app.screen.backed_up = True


def _fault(app: "KioskApp") -> None:
    play(app)
    app.fail()


def _locked(app: "KioskApp") -> None:
    play(app)
    app.home()
    app.watch.lock()


def _dark(app: "KioskApp") -> None:
    play(app)
    app.home()
    app.watch.dim()


def _edition(app: "KioskApp") -> None:
    app.go(screens.settings)
    app.open_sheet(sheets.edition)


def _all() -> Iterator[Scene]:
    yield Scene("welcome", lambda app: None)
    yield Scene("welcome-resume", _resumed)
    yield Scene("language", lambda app: app.go(screens.language))
    yield Scene("language-edition", _edition, Settings(language="ru"))
    yield Scene("new-game", lambda app: app.go(screens.new_game))
    yield Scene("new-game-missing", _something_missing)
    yield Scene("new-game-five", _seats_taken)
    yield Scene("name-polish", _name_typed("Łukasz"), Settings(keyboard="pl"))
    yield Scene("name-russian", _name_typed("Дима"), Settings(keyboard="ru"))
    yield Scene("name-signs", _signs)
    yield Scene("name-layouts", _layouts)
    yield Scene("menu", _screen(screens.menu))
    yield Scene("menu-tickets", _menu_at_the_end)
    yield Scene("menu-refused", _refused_in_menu, Settings(turn_clock=True))
    yield Scene("settings", _screen(screens.settings))
    yield Scene("settings-sounds", _sounds(can_speak=True), Settings(sounds="soft", spoken=True))
    yield Scene("settings-sounds-unspoken", _sounds(can_speak=False))
    yield Scene("settings-board", _board_corrected)
    yield Scene("rules", _screen(screens.rules, key="R11"))
    yield Scene("players", _screen(screens.players))
    for room in (table, log, stocktake, reveal, final, past, export, phones, devices, upkeep):
        yield from (Scene(*shown) for shown in room.SHOWN)
    yield Scene("settings-unread", _unread_settings)
    yield Scene("unreadable", _unreadable)
    yield Scene("unreadable-newer", _newer)
    yield Scene("unreadable-missing", _missing)
    yield Scene("fault", _fault)
    yield Scene("locked", _locked)
    yield Scene("dark", _dark)


SCENES: Final = tuple(_all())

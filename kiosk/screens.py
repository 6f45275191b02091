"""All screens by name, as in app.go(screens.claim, city="durban").

There is one function per screen, so that type checkers see its arguments. It imports the screen's
module on first use, which keeps the start fast.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kivy.uix.widget import Widget

    from companion.desk.seating_draft import Seating
    from companion.game.game import Game
    from companion.history import PageMark
    from companion.journal import NoGamesError
    from kiosk.doctor.finding import Finding

Back = Callable[[], None] | None


def welcome() -> "Widget":
    from kiosk.seating.welcome import Welcome

    return Welcome()


def language() -> "Widget":
    from kiosk.settings.language import LanguageScreen

    return LanguageScreen()


def new_game(seating: "Seating | None" = None) -> "Widget":
    from kiosk.seating.new_game import NewGameScreen

    return NewGameScreen(seating=seating)


def table() -> "Widget":
    from kiosk.table.screen import TableScreen

    return TableScreen()


def menu() -> "Widget":
    from kiosk.table.menu import MenuScreen

    return MenuScreen()


def claim(city: str | None = None) -> "Widget":
    from kiosk.claim.screen import ClaimScreen

    return ClaimScreen(city=city)


def log(page: int = 0, *, unsettled: bool = False) -> "Widget":
    from kiosk.log.screen import LogScreen

    return LogScreen(page=page, unsettled=unsettled)


def stocktake() -> "Widget":
    from kiosk.stocktake.screen import StocktakeScreen

    return StocktakeScreen()


def reveal(seat: int | None = None) -> "Widget":
    from kiosk.reveal.screen import RevealScreen

    return RevealScreen(seat=seat)


def final() -> "Widget":
    from kiosk.final.screen import FinalScreen

    return FinalScreen()


def charts(game: "Game | None" = None, back: Back = None, page: str = "scores") -> "Widget":
    from kiosk.final.charts.screen import ChartsScreen

    return ChartsScreen(game=game, back=back, page=page)


def games(marks: "tuple[PageMark | None, ...]" = (), player: str | None = None) -> "Widget":
    from kiosk.past_games.games import GamesScreen

    return GamesScreen(marks=marks, player=player)


def past_game(game: str, back: Back = None) -> "Widget":
    from kiosk.past_games.game import PastGameScreen

    return PastGameScreen(game=game, back=back)


def past_log(game: "Game", back: Callable[[], None], page: int = 0) -> "Widget":
    from kiosk.past_games.game import PastLogScreen

    return PastLogScreen(game=game, back=back, page=page)


def replay(game: "Game", back: Callable[[], None], entry: int | None = None) -> "Widget":
    from kiosk.past_games.replay import ReplayScreen

    return ReplayScreen(game=game, back=back, entry=entry)


def deleted(just: str = "") -> "Widget":
    from kiosk.past_games.deleting import DeletedScreen

    return DeletedScreen(just=just)


def person(player: str, back: Back = None) -> "Widget":
    from kiosk.past_games.person import PersonScreen

    return PersonScreen(player=player, back=back)


def players(back: Back = None, page: int = 0) -> "Widget":
    from kiosk.past_games.players import PlayersScreen

    return PlayersScreen(back=back, page=page)


def records() -> "Widget":
    from kiosk.past_games.players import RecordsScreen

    return RecordsScreen()


def export(game: str | None = None, back: Back = None) -> "Widget":
    from kiosk.export.screen import ExportScreen

    return ExportScreen(game=game, back=back)


def rules(key: str | None = None, back: Back = None) -> "Widget":
    from kiosk.rules.screen import RulesScreen

    return RulesScreen(key=key, back=back)


def settings(down: float = 0, back: Back = None) -> "Widget":
    from kiosk.settings.screen import SettingsScreen

    return SettingsScreen(down=down, back=back)


def backups(back: Back = None) -> "Widget":
    from kiosk.settings.backups import BackupsScreen

    return BackupsScreen(back=back)


def devices(back: Back = None) -> "Widget":
    from kiosk.devices.screen import DevicesScreen

    return DevicesScreen(back=back)


def doctor(findings: "Sequence[Finding] | None" = None, back: Back = None) -> "Widget":
    from kiosk.doctor.screen import DoctorScreen

    return DoctorScreen(findings=findings, back=back)


def news(back: Back = None) -> "Widget":
    from kiosk.news.screen import NewsScreen

    return NewsScreen(back=back)


def phones() -> "Widget":
    from kiosk.phones.screen import PhonesScreen

    return PhonesScreen()


def unreadable(trouble: "NoGamesError") -> "Widget":
    from kiosk.error_screens.unreadable import UnreadableScreen

    return UnreadableScreen(trouble=trouble)


def fault(*, saved: bool = True) -> "Widget":
    from kiosk.error_screens.screen import FaultScreen

    return FaultScreen(saved=saved)

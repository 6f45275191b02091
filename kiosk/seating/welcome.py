"""The welcome screen: resume the last game, or start a new one."""

from typing import Any

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

import companion
from companion.game.state import State
from kiosk import kv
from kiosk.running import running_app
from kiosk.table.last_line import last_line

kv.load(__file__)


class Welcome(BoxLayout):
    """Offers the game in progress first, if there is one."""

    going_on = BooleanProperty(False)
    where = StringProperty("")
    last = StringProperty("")
    scores = StringProperty("")
    has_news = BooleanProperty(False)
    news = StringProperty("")

    def __init__(self, **given: Any) -> None:
        app = running_app()
        if app.referee.has_game and app.referee.game.state.phase != "over":
            game, words = app.referee.game, app.words
            given["going_on"] = True
            given["where"] = words.left_at(game.state, words.time(game.entries[-1].at))
            given["last"] = last_line(game, words)
            given["scores"] = "" if app.desk.hides_scores() else _scores(game.state)
        if app.has_news:
            given["has_news"] = True
            text = app._("New in version {version}: see what's changed")
            given["news"] = text.format(version=companion.__version__)
        super().__init__(**given)


def _scores(state: State) -> str:
    """Return all scores in seat order."""
    seats = enumerate(state.seats)
    return " · ".join(f"{seat.name}\N{NO-BREAK SPACE}{state.score(at)}" for at, seat in seats)

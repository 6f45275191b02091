"""The first screen: go on as you left it, or begin."""

from datetime import datetime
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from kiosk.table.view import last_line
from kiosk.widgets import basics  # noqa: F401

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class Welcome(BoxLayout):
    """Offers the game on the table, if there is one, before anything else."""

    going_on = BooleanProperty(False)
    where = StringProperty("")
    last = StringProperty("")

    def __init__(self, **given: Any) -> None:  # noqa: ANN401
        app = App.get_running_app()
        if app.referee.has_game and app.referee.game.state.phase != "over":
            game, words = app.referee.game, app.words
            given["going_on"] = True
            given["where"] = words.left_at(game.state, _time(game.entries[-1].at))
            given["last"] = last_line(game, words)
        super().__init__(**given)


def _time(moment: str) -> str:
    """The time on the wall here; nothing where the clock was wrong."""
    try:
        return datetime.fromisoformat(moment).astimezone().strftime("%H:%M")
    except (ValueError, OverflowError, OSError):
        return ""

"""What the screen of tickets is made of: tabs, rows, the line of news, the verdict."""

from typing import Final

from kivy.properties import BooleanProperty, ObjectProperty, StringProperty

from companion.desk.entering import Moment
from kiosk import kv
from kiosk.reveal.view import News, RowView, TabView
from kiosk.widgets.basics import Pad, Surface

NO_TAB: Final = TabView(-1, "", "blue", "", False, 0, False)
NO_ROW: Final = RowView("", "", None, False)


class PlayerTab(Pad):
    """A player, and how far his tickets are."""

    view = ObjectProperty(NO_TAB, rebind=True)
    name = StringProperty("")


class TicketRow(Pad):
    """A ticket; tapped, it can be corrected."""

    view = ObjectProperty(NO_ROW, rebind=True)


class NewsLine(Surface):
    """What has just happened."""

    news = ObjectProperty(News(""), rebind=True)


class Verdict(Surface):
    """What a player's tickets came to, or that they wait to be checked."""

    points = StringProperty("")
    text = StringProperty("")
    word = StringProperty("")
    good = BooleanProperty(True)

    __events__ = ("on_go",)

    def on_go(self, moment: Moment) -> None:
        """The button was tapped."""


kv.load(__file__)

"""The Charts screen: a page per chart, with an explanation of the selected item."""

from collections.abc import Callable
from typing import Any, Final

from kivy.properties import BooleanProperty, ListProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.game.game import Game
from kiosk import kv, screens
from kiosk.final.charts.pages import PAGES, ChartPage
from kiosk.running import running_app
from kiosk.widgets.basics import Tile

OPEN: Final = ("terrain",)  # allowed while scores are hidden


class PageTab(Tile):
    page = StringProperty("")
    chosen = BooleanProperty(False)


class ChartsScreen(BoxLayout):
    """Charts of the current or a given game; `back` is called to close."""

    color = StringProperty("")  # of the player whose entry is explained
    caption = StringProperty("")
    pages = ListProperty(PAGES)

    def __init__(
        self,
        game: Game | None = None,
        back: Callable[[], None] | None = None,
        page: str = "scores",
        **given: Any,
    ) -> None:
        self.app = running_app()
        self._given, self._back = game, back
        self._drawn: object = None
        super().__init__(**given)
        if self.app.desk.hides_scores(self.game):
            self.pages = OPEN
        self.name = page if page in self.pages else self.pages[0]
        for tab in self.pages:
            self.ids.tabs.add_widget(self._tab(tab))
        self.refresh()

    @property
    def game(self) -> Game:
        game: Game = self._given or self.app.referee.game
        return game

    def _tab(self, page: str) -> PageTab:
        words = {
            "scores": self.app.pgettext("chart", "Score"),
            "terrain": self.app.pgettext("chart", "Terrain"),
            "doubling": self.app.pgettext("chart", "Doubling"),
            "claims": self.app.pgettext("chart", "Claims"),
        }
        tab = PageTab(page=page, word=words[page], chosen=page == self.name)
        tab.bind(on_tap=lambda tab, moment: self.turn_to(tab.page))
        return tab

    def refresh(self) -> None:
        """Reload if the game has changed."""
        seen = self.game.uuid, self.game.seq
        if seen != self._drawn:
            self._drawn = seen
            self.ids.stage.clear_widgets()
            self._page: ChartPage = PAGES[self.name](self.game)
            self._page.bind(on_pick=lambda page, item: self._tell(item))
            self.ids.stage.add_widget(self._page)
            self._tell(None)

    def _tell(self, item: Any) -> None:
        """Select an item and explain it; None shows the page's introduction."""
        self._page.picked = item
        if item is None:
            self.color, self.caption = "", self._page.story
        else:
            self.color = self.game.state.seats[item.seat].color
            self.caption = self._page.say(item)

    # --- actions ---

    def turn_to(self, page: str) -> None:
        self.app.go(screens.charts, game=self._given, back=self._back, page=page)

    def step(self, by: int) -> None:
        """Select the next or previous item."""
        items = list(self._page.items)
        if not items:
            return
        if self._page.picked in items:
            at = (items.index(self._page.picked) + by) % len(items)
        else:
            at = 0 if by > 0 else len(items) - 1
        self._tell(items[at])

    def close(self) -> None:
        (self._back or self.app.home)()


kv.load(__file__)

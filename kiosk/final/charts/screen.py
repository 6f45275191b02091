"""The charts of a game: a page for each, and in words what a finger touches."""

from collections.abc import Callable
from typing import Any, Final

from kivy.properties import BooleanProperty, ListProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.game.game import Game
from kiosk import kv, screens
from kiosk.final.charts.pages import PAGES, ChartPage
from kiosk.running import running_app
from kiosk.widgets.basics import Tile

OPEN: Final = ("terrain",)  # what is no secret while scores are hidden


class PageTab(Tile):
    """Leads to a page."""

    page = StringProperty("")
    chosen = BooleanProperty(False)


class ChartsScreen(BoxLayout):
    """Charts of the game on the table, or of the one that is given; `back` leads out."""

    color = StringProperty("")  # of the player whose entry is told
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
        """Whose charts they are."""
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
        """Show the game as it is now."""
        seen = self.game.uuid, self.game.seq
        if seen != self._drawn:
            self._drawn = seen
            self.ids.stage.clear_widgets()
            self._page: ChartPage = PAGES[self.name](self.game)
            self._page.bind(on_pick=lambda page, item: self._tell(item))
            self.ids.stage.add_widget(self._page)
            self._tell(None)

    def _tell(self, item: Any) -> None:
        """Say what is picked, or what the page is about."""
        self._page.picked = item
        if item is None:
            self.color, self.caption = "", self._page.story
        else:
            self.color = self.game.state.seats[item.seat].color
            self.caption = self._page.say(item)

    # --- what fingers do ---

    def turn_to(self, page: str) -> None:
        """Show another page."""
        self.app.go(screens.charts, game=self._given, back=self._back, page=page)

    def step(self, by: int) -> None:
        """Pick what comes after it, or before."""
        items = list(self._page.items)
        if not items:
            return
        if self._page.picked in items:
            at = (items.index(self._page.picked) + by) % len(items)
        else:
            at = 0 if by > 0 else len(items) - 1
        self._tell(items[at])

    def close(self) -> None:
        """Back to where it was opened."""
        (self._back or self.app.home)()


kv.load(__file__)

"""The result: an animation of the scores, then the winner and the details."""

from typing import Any, ClassVar

from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.game.game import Game
from companion.words.table.desk import DeskWords
from kiosk import kv, screens
from kiosk.appearance.icons import PlayerShape
from kiosk.final.charts.board import Billing, ResultBoard
from kiosk.final.view import (
    ResultReveal,
    ResultView,
    ranked_players,
    result_view,
    source_words,
    sources,
    title,
)
from kiosk.running import running_app
from kiosk.widgets.basics import Tile


class ExportTile(Tile):
    """Exports the game."""


class SheetTile(Tile):
    """Shows the QR code of the score sheet, for phones."""


class ResultFace(BoxLayout):
    """The winner, the details and the available actions."""

    view = ObjectProperty(None, rebind=True)
    note = StringProperty("")

    def __init__(self, view: ResultView, **given: Any) -> None:
        from kiosk.final.result_panel import ResultPanel  # loaded during the animation

        self.app = running_app()
        super().__init__(view=view, **given)
        self.panel = ResultPanel(view)
        self.panel.bind(on_charts=lambda *args: self.app.go(screens.charts))
        for tile in (ExportTile(), SheetTile()):
            self.panel.ids.more.add_widget(tile)
        self.ids.stage.add_widget(self.panel)
        self._mark_winners()
        self.show(view)

    def show(self, view: ResultView) -> None:
        """Show a result, or a refusal."""
        refused = self.app.desk.refusal
        self.note = view.note if refused is None else refused.why
        if view != self.view:
            self.view = view
            self._mark_winners()
            self.panel.show(view)

    def _mark_winners(self) -> None:
        self.ids.marks.clear_widgets()
        for color in self.view.colors:
            self.ids.marks.add_widget(PlayerShape(color=color, size_units=30))


class FinalScreen(BoxLayout):
    """Shows the recorded result; animated right after the last tickets were revealed."""

    unveiled: ClassVar[object] = None  # the last result that was animated

    def __init__(self, **given: Any) -> None:
        self.app = running_app()
        super().__init__(**given)
        self.board: ResultBoard | None = None
        self.face: ResultFace | None = None
        if self._is_news():
            self._build_up()
        else:
            self._show()

    @property
    def view(self) -> ResultView:
        return result_view(self.app.referee.game, self.app.words)

    def refresh(self) -> None:
        """Refresh, or leave if the game is not over any more."""
        if self.app.referee.game.state.result is None:
            self.app.home()
        elif self.board is None or self.unveiled != self._result():
            self._show()

    def _is_news(self) -> bool:
        """Whether this result has not been shown yet."""
        return bool(self.app.screen_name == "reveal" and self.unveiled != self._result())

    def _result(self) -> object:
        game = self.app.referee.game
        return game.uuid, game.state.result

    def _build_up(self) -> None:
        game = self.app.referee.game
        FinalScreen.unveiled = self._result()
        unveiling = ResultReveal.of(ranked_players(game))
        self.board = ResultBoard(unveiling, billing(game, self.app.words))
        self.board.bind(
            on_unveiled=lambda *args: self.app.unveil(),
            on_done=lambda *args: self._built_up(),
        )
        self.add_widget(self.board)
        self.board.play()

    def _built_up(self) -> None:
        """Show the result; does nothing if another screen is shown by then."""
        if self.get_root_window() is not None:
            self._show()

    def _show(self) -> None:
        """Show the result without animation."""
        if self.board is not None:
            self.board.stop()
            self.remove_widget(self.board)
            self.board = None
        if self.face is None:
            self.face = ResultFace(self.view)
            self.add_widget(self.face)
        else:
            self.face.show(self.view)
        self.app.unveil()


def billing(game: Game, words: DeskWords) -> Billing:
    """Return the texts for the board."""
    ranked, seats = ranked_players(game), game.state.seats
    ruled = "adjustments" in sources(ranked)
    winners = [seats[one.card.seat].name for one in ranked if one.place == 1]
    return Billing(
        names=[seat.name for seat in seats],
        colors=[seat.color for seat in seats],
        columns=(
            *source_words(words, ruled=ruled),
            words.pgettext("heading of a column: all points", "total"),
        ),
        opening=words.gettext("Final score"),
        winner=title(words, winners),
    )


kv.load(__file__)

"""The end: who has won, and what it was made of."""

from pathlib import Path
from typing import Any, Final

from kivy.app import App
from kivy.core.text import Label as CoreLabel
from kivy.lang import Builder
from kivy.properties import (
    BooleanProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout

from kiosk.naming import shortened
from kiosk.results import DoublingLine, ResultLine, result_view
from kiosk.widgets import basics, score_chart  # noqa: F401  the rules are made of them
from kiosk.widgets.icons import Icon

WIDTHS: Final = (48, 60, 54, 44, 48, 62)  # units of the columns
WIDTHS_RULED: Final = (42, 54, 50, 38, 40, 48, 56)  # with the column of table rulings

NO_LINE: Final = ResultLine(0, "", "blue", ())
NO_DOUBLING: Final = DoublingLine("blue", "", "")


class Cell(BoxLayout):
    """A number of the table, or the word over a column."""

    said = StringProperty("")
    units = NumericProperty(17)
    bold = BooleanProperty(False)
    quiet = BooleanProperty(False)
    wide = NumericProperty(50)


class ResultRow(BoxLayout):
    """A player's line of the table; `units` is the size of the name."""

    line = ObjectProperty(NO_LINE, rebind=True)
    name = StringProperty("")
    units = NumericProperty(17)


class DoublingRow(BoxLayout):
    """What a player gained by doubling."""

    line = ObjectProperty(NO_DOUBLING, rebind=True)


class WinnerMark(Icon):
    """A winner's shape."""

    color = StringProperty("blue")


class FinalScreen(BoxLayout):
    """Shows the recorded result."""

    view = ObjectProperty(None, rebind=True)
    note = StringProperty("")
    curves = ListProperty()
    players = NumericProperty(2)
    name_units = NumericProperty(17)

    def __init__(self, **given: Any) -> None:  # noqa: ANN401
        self.app = App.get_running_app()
        super().__init__(**given)
        self.rows: list[ResultRow] = []
        self._show()

    def refresh(self) -> None:
        """Show the result as it is now, or where the game is again."""
        if self.app.referee.game.state.result is None:
            self.app.home()
        else:
            self._show()

    def _show(self) -> None:
        view = self.view = result_view(self.app.referee, self.app.words)
        refused = self.app.desk.refused
        self.note = view.note if refused is None else refused.why
        self.players = len(view.lines)
        self.ids.marks.clear_widgets()
        for color in view.colors:
            self.ids.marks.add_widget(WinnerMark(color=color))
        self._fill_table()
        self.ids.doubling.clear_widgets()
        for line in view.doubling:
            self.ids.doubling.add_widget(DoublingRow(line=line))
        self.curves = view.curves

    def _fill_table(self) -> None:
        self._fill(self.ids.columns, self.view.columns, units=13, quiet=True)
        self.ids.table.clear_widgets()
        self.name_units = 17 if len(self.view.columns) == len(WIDTHS) else 15
        self.rows = [ResultRow(line=line, units=self.name_units) for line in self.view.lines]
        for row in self.rows:
            self._fill(row.ids.cells, row.line.cells)
            self.ids.table.add_widget(row)
        self.rows[0].ids.name.bind(width=self._name_rows)
        self._name_rows()

    def _fill(self, box: BoxLayout, texts: tuple[str, ...], **look: Any) -> None:  # noqa: ANN401
        """One cell for each; the last is the total."""
        box.clear_widgets()
        widths = WIDTHS if len(texts) == len(WIDTHS) else WIDTHS_RULED
        looks = [look] * (len(texts) - 1) + [{"units": 21, "bold": True, **look}]
        for text, wide, given in zip(texts, widths, looks, strict=True):
            box.add_widget(Cell(said=text, wide=wide, **given))

    def _name_rows(self, *args: object) -> None:
        """Names as they fit, no two alike."""
        label = CoreLabel(font_size=self.name_units * self.app.u, bold=True)
        names = [row.line.name for row in self.rows]
        room = self.rows[0].ids.name.width - 4 * self.app.u
        fitting = shortened(names, room, lambda text: label.get_extents(text)[0])
        for row, name in zip(self.rows, fitting, strict=True):
            row.name = name


Builder.load_file(str(Path(__file__).with_suffix(".kv")))

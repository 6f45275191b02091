"""What a result was made of: the breakdown, what doubling was worth, and the scores by turn."""

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
from kiosk.results import DoublingLine, ResultLine, ResultView
from kiosk.widgets import basics  # noqa: F401  the rules are made of them
from kiosk.widgets.charts.scores import ScoreChart  # noqa: F401

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


class ResultPanel(BoxLayout):
    """Shows a result; fires on_charts when somebody wants to see more of it."""

    why = StringProperty("")
    curves = ListProperty()
    players = NumericProperty(2)
    name_units = NumericProperty(17)

    __events__ = ("on_charts",)

    def __init__(self, view: ResultView, **given: Any) -> None:  # noqa: ANN401
        self.app = App.get_running_app()
        super().__init__(**given)
        self.rows: list[ResultRow] = []
        self.show(view)

    def on_charts(self, *args: object) -> None:
        """The chart was tapped."""

    def show(self, view: ResultView) -> None:
        """Show a result."""
        self.why, self.players = view.why, len(view.lines)
        self._fill_table(view)
        self.ids.doubling.clear_widgets()
        for line in view.doubling:
            self.ids.doubling.add_widget(DoublingRow(line=line))
        self.curves = view.curves

    def _fill_table(self, view: ResultView) -> None:
        self._fill(self.ids.columns, view.columns, units=13, quiet=True)
        self.ids.table.clear_widgets()
        self.name_units = 17 if len(view.columns) == len(WIDTHS) else 15
        self.rows = [ResultRow(line=line, units=self.name_units) for line in view.lines]
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

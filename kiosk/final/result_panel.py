"""What a result was made of: the breakdown, what doubling was worth, and the scores by turn."""

from typing import Any, Final

from kivy.properties import (
    BooleanProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout

from kiosk import kv
from kiosk.final.view import DoublingLine, ResultLine, ResultView
from kiosk.look.text import keep_named
from kiosk.running import running_app

WIDTHS: Final = (48, 60, 54, 36, 40, 66)  # units of the columns
WIDTHS_RULED: Final = (42, 54, 50, 32, 34, 48, 56)  # with the column of table rulings
SIGNS: Final = {3: "check", 4: "globe"}  # stand for words that are wider than their columns
LARGER: Final = {2: 1.4, 3: 1.2}  # where few players leave room

NO_LINE: Final = ResultLine(0, "", "blue", ())
NO_DOUBLING: Final = DoublingLine("", "blue", "", "")


class Cell(BoxLayout):
    """A number of the table, or the word or the sign over a column."""

    said = StringProperty("")
    sign = StringProperty("")
    units = NumericProperty(17)
    bold = BooleanProperty(False)
    quiet = BooleanProperty(False)
    wide = NumericProperty(50)


class ResultRow(BoxLayout):
    """A player's line of the table."""

    line = ObjectProperty(NO_LINE, rebind=True)
    shown = StringProperty("")  # the name as it fits
    larger = NumericProperty(1)


class DoublingRow(BoxLayout):
    """What a player gained by doubling."""

    line = ObjectProperty(NO_DOUBLING, rebind=True)
    shown = StringProperty("")
    larger = NumericProperty(1)


class Sign(BoxLayout):
    """What a sign over a column stands for."""

    icon = StringProperty("")
    said = StringProperty("")


class ResultPanel(BoxLayout):
    """Shows a result; fires on_charts when somebody wants to see more of it."""

    why = StringProperty("")
    curves = ListProperty()
    players = NumericProperty(2)
    larger = NumericProperty(1)

    __events__ = ("on_charts",)

    def __init__(self, view: ResultView, **given: Any) -> None:
        self.app = running_app()
        super().__init__(**given)
        self.rows: list[ResultRow] = []
        self.show(view)

    def on_charts(self, *args: object) -> None:
        """The chart was tapped."""

    def show(self, view: ResultView) -> None:
        """Show a result."""
        self.why, self.players = view.why, len(view.lines)
        self.larger = LARGER.get(len(view.lines), 1)
        self._head_table(view.columns)
        self._fill_table(view)
        self._tell_doubling(view)
        self.curves = view.curves

    def _head_table(self, columns: tuple[str, ...]) -> None:
        self._fill(self.ids.columns, columns, units=13, quiet=True)
        self.ids.signs.clear_widgets()
        for at, icon in SIGNS.items():
            self.ids.columns.children[-1 - at].sign = icon
            self.ids.signs.add_widget(Sign(icon=icon, said=columns[at]))

    def _fill_table(self, view: ResultView) -> None:
        self.ids.table.clear_widgets()
        self.rows = [ResultRow(line=line, larger=self.larger) for line in view.lines]
        for row in self.rows:
            self._fill(row.ids.cells, row.line.cells, units=17 * self.larger)
            self.ids.table.add_widget(row)
        keep_named(self.rows, [line.name for line in view.lines])

    def _tell_doubling(self, view: ResultView) -> None:
        self.ids.doubling.clear_widgets()
        rows = [DoublingRow(line=line, larger=self.larger) for line in view.doubling]
        for row in rows:
            self.ids.doubling.add_widget(row)
        keep_named(rows, [line.name for line in view.doubling])

    def _fill(self, box: BoxLayout, texts: tuple[str, ...], **look: Any) -> None:
        """One cell for each; the last is the total."""
        box.clear_widgets()
        widths = WIDTHS if len(texts) == len(WIDTHS) else WIDTHS_RULED
        total = {**look, "units": look["units"] * 1.2, "bold": True}
        looks = [look] * (len(texts) - 1) + [look if look.get("quiet") else total]
        for text, wide, given in zip(texts, widths, looks, strict=True):
            box.add_widget(Cell(said=text, wide=wide, **given))


kv.load(__file__)

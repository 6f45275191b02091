"""Details of a result: points by source, gains from doubling, and scores by turn."""

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
from kiosk.appearance.text import keep_named, width_of
from kiosk.final.view import DoublingLine, ResultLine, ResultView
from kiosk.running import running_app

COLUMNS: Final = 6
ROOM: Final = 304  # units for all columns
ROOM_RULED: Final = 316  # with a column for table rulings
FROM_NAMES: Final = 12  # units taken from the names if necessary
HEAD: Final = 13.0  # text size of headings in units
NUMBER, COUNT, TOTAL = 32, 26, 44  # minimum widths of numbers in units
GAP: Final = 8  # minimum units between headings
SIGNS: Final = {3: "check", 4: "globe"}  # icons for headings that are wider than their columns
NAMED: Final = 15.0  # text size of names in units, in the doubling list
WIDEST_NAME: Final = 132  # maximum width of names in units there
LARGER: Final = {2: 1.4, 3: 1.2}  # text size by number of players

NO_LINE: Final = ResultLine(0, "", "blue", ())
NO_DOUBLING: Final = DoublingLine("", "blue", "", "")


class ResultCell(BoxLayout):
    """A number of the table, or a column's heading or icon."""

    content = StringProperty("")
    sign = StringProperty("")
    size_units = NumericProperty(17)
    bold = BooleanProperty(False)
    quiet = BooleanProperty(False)
    wide = NumericProperty(50)


class ResultRow(BoxLayout):
    """A player's row of the table."""

    line = ObjectProperty(NO_LINE, rebind=True)
    display_name = StringProperty("")  # the name, abbreviated to fit
    larger = NumericProperty(1)


class DoublingRow(BoxLayout):
    """A player's gain from doubling."""

    line = ObjectProperty(NO_DOUBLING, rebind=True)
    display_name = StringProperty("")
    larger = NumericProperty(1)
    wide = NumericProperty(WIDEST_NAME)  # width of the name in units


class SignLegend(BoxLayout):
    """Explains a column's icon."""

    icon = StringProperty("")
    content = StringProperty("")


class ResultPanel(BoxLayout):
    """Shows a result; fires on_charts when the chart is tapped."""

    why = StringProperty("")
    curves = ListProperty()
    players = NumericProperty(2)
    larger = NumericProperty(1)

    __events__ = ("on_charts",)

    def __init__(self, view: ResultView, **given: Any) -> None:
        self.app = running_app()
        super().__init__(**given)
        self.rows: list[ResultRow] = []
        self._widths: list[float] = []
        self.show(view)

    def on_charts(self, *args: object) -> None:
        """Fired when the chart is tapped."""

    def show(self, view: ResultView) -> None:
        self.why, self.players = view.why, len(view.lines)
        self.larger = LARGER.get(len(view.lines), 1)
        self._widths = widths(view.columns, self.larger)
        self._head_table(view.columns)
        self._fill_table(view)
        self._tell_doubling(view)
        self.curves = view.curves

    def _head_table(self, columns: tuple[str, ...]) -> None:
        self._fill(self.ids.columns, columns, size_units=HEAD, quiet=True)
        self.ids.signs.clear_widgets()
        for at, icon in SIGNS.items():
            self.ids.columns.children[-1 - at].sign = icon
            self.ids.signs.add_widget(SignLegend(icon=icon, content=columns[at]))

    def _fill_table(self, view: ResultView) -> None:
        self.ids.table.clear_widgets()
        self.rows = [ResultRow(line=line, larger=self.larger) for line in view.lines]
        for row in self.rows:
            self._fill(row.ids.cells, row.line.cells, size_units=17 * self.larger)
            self.ids.table.add_widget(row)
        keep_named(self.rows, [line.name for line in view.lines])

    def _tell_doubling(self, view: ResultView) -> None:
        self.ids.doubling.clear_widgets()
        names = [line.name for line in view.doubling]
        longest = max(width_of(name, NAMED * self.larger, bold=True) for name in names)
        look = {"larger": self.larger, "wide": min(longest + GAP, WIDEST_NAME)}
        rows = [DoublingRow(line=line, **look) for line in view.doubling]
        for row in rows:
            self.ids.doubling.add_widget(row)
        keep_named(rows, names)

    def _fill(self, box: BoxLayout, texts: tuple[str, ...], **look: Any) -> None:
        """Add a cell for each text; the last is the total."""
        box.clear_widgets()
        total = {**look, "size_units": look["size_units"] * 1.2, "bold": True}
        looks = [look] * (len(texts) - 1) + [look if look.get("quiet") else total]
        for text, wide, given in zip(texts, self._widths, looks, strict=True):
            box.add_widget(ResultCell(content=text, wide=wide, **given))


def widths(columns: tuple[str, ...], larger: float) -> list[float]:
    """Return the columns' widths in units: their minimum, plus an equal share of the rest."""
    usual = ROOM if len(columns) == COLUMNS else ROOM_RULED
    numbers = [COUNT if at in SIGNS else NUMBER for at in range(len(columns) - 1)] + [TOTAL]
    heads = ["" if at in SIGNS else head for at, head in enumerate(columns)]
    words = [width_of(head, HEAD, bold=False) + GAP for head in heads]
    least = [max(larger * number, word) for number, word in zip(numbers, words, strict=True)]
    more = [wide - number for wide, number in zip(least, numbers, strict=True)]
    lacking = sum(least) - (usual + FROM_NAMES)
    if lacking > 0:  # larger numbers and headings shrink, but not below a number's minimum
        return [wide - lacking * part / sum(more) for wide, part in zip(least, more, strict=True)]
    return [wide + max(0, usual - sum(least)) / len(least) for wide in least]


kv.load(__file__)

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
from kiosk.appearance.text import keep_named, width_of
from kiosk.final.view import DoublingLine, ResultLine, ResultView
from kiosk.running import running_app

COLUMNS: Final = 6
ROOM: Final = 304  # units for all of them
ROOM_RULED: Final = 316  # with another one, for table rulings
FROM_NAMES: Final = 12  # units that they take from the names where they need more
HEAD: Final = 13.0  # units that they are headed in
NUMBER, COUNT, TOTAL = 32, 26, 44  # units that the numbers of a column take
GAP: Final = 8  # units from one heading to the next, at the least
SIGNS: Final = {3: "check", 4: "globe"}  # stand for words that are wider than their columns
NAMED: Final = 15.0  # units that names are written in where doubling is told
WIDEST_NAME: Final = 132  # units that one takes there, at most; the words beside it need the rest
LARGER: Final = {2: 1.4, 3: 1.2}  # where few players leave room

NO_LINE: Final = ResultLine(0, "", "blue", ())
NO_DOUBLING: Final = DoublingLine("", "blue", "", "")


class ResultCell(BoxLayout):
    """A number of the table, or the word or the sign over a column."""

    content = StringProperty("")
    sign = StringProperty("")
    size_units = NumericProperty(17)
    bold = BooleanProperty(False)
    quiet = BooleanProperty(False)
    wide = NumericProperty(50)


class ResultRow(BoxLayout):
    """A player's line of the table."""

    line = ObjectProperty(NO_LINE, rebind=True)
    display_name = StringProperty("")  # the name as it fits
    larger = NumericProperty(1)


class DoublingRow(BoxLayout):
    """What a player gained by doubling."""

    line = ObjectProperty(NO_DOUBLING, rebind=True)
    display_name = StringProperty("")
    larger = NumericProperty(1)
    wide = NumericProperty(WIDEST_NAME)  # units of the name


class SignLegend(BoxLayout):
    """What a sign over a column stands for."""

    icon = StringProperty("")
    content = StringProperty("")


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
        self._widths: list[float] = []
        self.show(view)

    def on_charts(self, *args: object) -> None:
        """The chart was tapped."""

    def show(self, view: ResultView) -> None:
        """Show a result."""
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
        """One cell for each; the last is the total."""
        box.clear_widgets()
        total = {**look, "size_units": look["size_units"] * 1.2, "bold": True}
        looks = [look] * (len(texts) - 1) + [look if look.get("quiet") else total]
        for text, wide, given in zip(texts, self._widths, looks, strict=True):
            box.add_widget(ResultCell(content=text, wide=wide, **given))


def widths(columns: tuple[str, ...], larger: float) -> list[float]:
    """Of the columns, in units: what words and numbers take; what is left they share."""
    usual = ROOM if len(columns) == COLUMNS else ROOM_RULED
    numbers = [COUNT if at in SIGNS else NUMBER for at in range(len(columns) - 1)] + [TOTAL]
    heads = ["" if at in SIGNS else head for at, head in enumerate(columns)]
    words = [width_of(head, HEAD, bold=False) + GAP for head in heads]
    least = [max(larger * number, word) for number, word in zip(numbers, words, strict=True)]
    more = [wide - number for wide, number in zip(least, numbers, strict=True)]
    lacking = sum(least) - (usual + FROM_NAMES)
    if lacking > 0:  # larger numbers and words become smaller; none gets less than a number
        return [wide - lacking * part / sum(more) for wide, part in zip(least, more, strict=True)]
    return [wide + max(0, usual - sum(least)) / len(least) for wide in least]


kv.load(__file__)

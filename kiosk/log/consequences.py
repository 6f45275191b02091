"""The preview of a change to an earlier entry."""

from collections.abc import Callable
from typing import Any

from kivy.properties import BooleanProperty, ObjectProperty, StringProperty

from companion.desk.consequences import ChangeLine, ConsequencesView, in_lines
from companion.desk.responses import Moment
from kiosk import kv, screens
from kiosk.appearance.text import keep_named
from kiosk.log.editor import amend
from kiosk.running import running_app
from kiosk.widgets.basics import Surface, Tile
from kiosk.widgets.sheet import OverSheet


class ConsequenceLine(Surface):
    """One consequence of the change."""

    line = ObjectProperty(None, rebind=True)


class ScoreChip(Surface):
    """A player's change in points."""

    change = ObjectProperty(None, rebind=True)
    display_name = StringProperty("")  # abbreviated to fit


class ConsequencesSheet(OverSheet):
    """Accepts the change, or returns to the input, which is kept."""

    view = ObjectProperty(None, rebind=True)
    note = StringProperty("")  # that nothing has changed yet, and whose turn it would be
    can_shift = BooleanProperty(False)  # whether there are later turns to shift

    def __init__(self, then: Callable[[], None] | None = None, **given: Any) -> None:
        self._then = then
        super().__init__(view=_load_view(), **given)
        self._show()

    def _show(self) -> None:
        view = self.view
        self.can_shift = view.shift is not None
        # Translators: under the heading of a preview
        notes = [self.app._("nothing changed yet"), *filter(None, [view.then])]
        self.note = "\n".join(notes[-1:] if self.app.upright else notes)
        self.ids.lines.clear()
        for line in view.lines:
            self.ids.lines.add_widget(self._line(line))
        self.ids.scores.clear_widgets()
        for change in view.scores:
            self.ids.scores.add_widget(ScoreChip(change=change))
        chips = self.ids.scores.children
        keep_named(chips, [chip.change.name for chip in chips])

    def _line(self, line: ChangeLine) -> ConsequenceLine:
        row = ConsequenceLine(line=line)
        if line.amends is not None:
            tile = Tile(
                # Translators: button in a preview: apply the change, then edit the entry that it
                # puts in conflict with the rules
                word=self.app._("Apply, then fix this"),
                size_units=14,
                size_hint=(1 if self.app.upright else None, None),
                size=(132 * self.app.unit, 52 * self.app.unit),
                pos_hint={"center_y": 0.5},
            )
            tile.bind(on_tap=lambda tile, moment: self._accept(moment, line.amends))
            row.add_widget(tile)
        return row

    # --- actions ---

    def shift(self) -> None:
        """Switch between the two ways to assign later turns to players."""
        self.app.desk.shift()
        self.view = _load_view()
        self._show()

    def accept(self, moment: Moment) -> None:
        """Apply the change; show the log if later entries now conflict with the rules."""
        self._accept(moment, None)

    def _accept(self, moment: Moment, following: int | None) -> None:
        preview, flagged = self.app.desk.preview, self.view.conflicts
        if preview is None or not self.app.desk.accept(moment):
            return
        if following is not None:
            amend(self.app, following)
        elif flagged:
            self.app.go(screens.log)
        elif self._then is not None and not preview.moves_something:
            self._then()
        else:
            self.app.home()


def _load_view() -> ConsequencesView:
    desk = running_app().desk
    assert desk.preview is not None  # this sheet opens only with a preview
    return in_lines(desk.preview, desk.words, hidden=desk.hides_scores())


kv.load(__file__)

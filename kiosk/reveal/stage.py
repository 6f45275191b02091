"""Input of a ticket: the book next to the map, letters to filter it, and the value."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Final

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.game.commands import TicketFace
from companion.game.state import State
from kiosk import kv
from kiosk.map.board_map import BoardMap
from kiosk.map.geometry import Point
from kiosk.map.painting import FAINT, FULL, Stroke
from kiosk.map.touch import REACH, TELL_APART, Closer, Pick, meaning
from kiosk.map.viewport import MapView
from kiosk.reveal.view import KnownView, MapHighlight
from kiosk.running import running_app
from kiosk.widgets.basics import Pad, Surface
from kiosk.widgets.tiles import Tiles

_WORTH_IT: Final = 1.15  # minimum zoom over the whole board, which has space for all names


class PathMap(BoardMap):
    """Highlights `lit`; with `closeup`, zooms to the ticket and fades everything else."""

    lit = ObjectProperty(MapHighlight())
    closeup = BooleanProperty(False)

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.bind(lit=self._lit_changed, closeup=self._lit_changed)

    @property
    def aimed(self) -> MapView:
        """The whole board, or the ticket's places and path."""
        whole = self.pane.whole
        if not self.closeup or not self.lit.along:
            return whole
        closer = self.pane.around(self.lit.along)
        return closer if closer.scale > _WORTH_IT * whole.scale else whole

    def _meant(self, point: Point, millimetre: float) -> Pick | Closer | None:
        """Ignore tracks: tickets are about places."""
        return meaning(self.picture, point, REACH * millimetre, TELL_APART * millimetre)

    def _lit_changed(self, *args: object) -> None:
        self.strokes = []  # redraws places even if no track has changed
        self.refresh()
        if self.closeup:
            self._settle()

    def _strokes(self, state: State | None) -> list[Stroke]:
        return [
            replace(stroke, strength=FULL, aside=False)
            if stroke.track.route.id in self.lit.routes
            else replace(stroke, strength=FAINT, aside=True)
            for stroke in super()._strokes(state)
        ]

    def _lit(self) -> tuple[str, ...]:
        return self.lit.along if self.closeup and self.lit.along else tuple(self.picture.points)

    def _paint_places(self, lit: tuple[str, ...]) -> None:
        super()._paint_places(lit)
        path = [self.picture.tracks[route] for route in self.lit.path]
        self._drawing.paint_glow(path, self._scale)
        points = [self.picture.points[location] for location in self.lit.ends]
        self._drawing.mark_places(points, self._scale)


PANEL_SHARE: Final = {True: 0.345, False: 0.385}  # of the width, in portrait and landscape format
NO_TICKET: Final = KnownView(TicketFace("", "", 0), "", "")


class KnownTicket(Pad):
    """A ticket of the book."""

    view = ObjectProperty(NO_TICKET, rebind=True)
    editing = BooleanProperty(False)


class LetterPad(Tiles):
    """Shows the letters that still match something; fires on_letter(letter)."""

    __events__ = ("on_letter",)

    def on_letter(self, letter: str) -> None:
        """Fired when a letter is tapped."""

    def show(self, letters: Iterable[str]) -> None:
        self.clear_widgets()
        for letter in letters:
            key = LetterTile(letter=letter)
            key.bind(on_tap=lambda key, moment: self.dispatch("on_letter", key.letter))
            self.add_widget(key)


class LetterTile(Pad):
    letter = StringProperty("")


class BookStage(BoxLayout):
    """The book next to the map: pick a ticket, or two places.

    Fires on_ticket(face, moment), on_place(place, moment), and, from tiles and letters, on_az(),
    on_edit(), on_type(), on_clear() and on_letter(letter).
    """

    has_book = BooleanProperty(False)
    filtered = StringProperty("")  # the current filter
    counted = StringProperty("")
    nothing = StringProperty("")  # shown if nothing matches
    typing = BooleanProperty(False)
    editing = BooleanProperty(False)
    lit = ObjectProperty(MapHighlight())

    __events__ = (
        *("on_ticket", "on_place", "on_az", "on_edit", "on_type", "on_clear", "on_letter"),
    )

    def __init__(self, **given: Any) -> None:
        self._views: tuple[tuple[KnownView, ...], bool] | None = None  # listed, and editing
        super().__init__(**given)
        self.map = PathMap(lit=self.lit)
        self.map.bind(on_pick=self._picked)
        self.letters = LetterPad()
        self.letters.bind(on_letter=lambda pad, letter: self.dispatch("on_letter", letter))
        self.bind(lit=self.map.setter("lit"), typing=self._turn)
        self._turn()

    def on_ticket(self, face: TicketFace, moment: object) -> None:
        """Fired when a ticket is tapped."""

    def on_place(self, place: str, moment: object) -> None:
        """Fired when a place is tapped on the map."""

    def on_az(self) -> None:
        """Fired to list all places by name."""

    def on_edit(self) -> None:
        """Fired to start or stop editing the book."""

    def on_type(self) -> None:
        """Fired to switch between letters and the map."""

    def on_clear(self) -> None:
        """Fired to list all tickets."""

    def on_letter(self, letter: str) -> None:
        """Fired when a letter is tapped."""

    def show(self, views: tuple[KnownView, ...], letters: Sequence[str]) -> None:
        self.letters.show(letters)
        listed = views, bool(self.editing)
        if listed == self._views:
            return
        self._views = listed
        scroller = self.ids.list
        scroller.clear()
        for view in views:
            tile = KnownTicket(view=view, editing=self.editing)
            tile.bind(on_tap=lambda tile, at: self.dispatch("on_ticket", tile.view.face, at))
            scroller.add_widget(tile)

    def _turn(self, *args: object) -> None:
        self.ids.pane.clear_widgets()
        self.ids.pane.add_widget(self.letters if self.typing else self.map)

    def _picked(self, board_map: PathMap, location: str, moment: object) -> None:
        place = board_map.picture.board.locations[location].place
        if place is not None:  # tickets have no way stations (R14)
            self.dispatch("on_place", place, moment)


class ValuePanel(Surface):
    """A ticket's value; fires on_step(by), on_go(moment), on_other() and on_delete()."""

    value = NumericProperty(0)
    note = StringProperty("")
    word = StringProperty("")
    another = StringProperty("")  # label of the button for a different ticket, or empty

    __events__ = ("on_step", "on_go", "on_other", "on_delete")

    def on_step(self, by: int) -> None:
        """Fired for one more or one fewer."""

    def on_go(self, moment: object) -> None:
        """Fired to accept the value."""

    def on_other(self) -> None:
        """Fired to pick a different ticket."""

    def on_delete(self) -> None:
        """Fired to delete the ticket."""


class BesideMap(BoxLayout):
    """A map zoomed to a ticket, with the next input at its right."""

    def __init__(self, panel: Any, lit: MapHighlight, **given: Any) -> None:
        super().__init__(**given)
        self.panel = panel
        self.map = PathMap(lit=lit, closeup=True)
        panel.size_hint_x = None
        self.bind(width=self._share)
        for part in (self.map, panel):
            self.add_widget(part)

    def _share(self, *args: object) -> None:
        self.panel.width = self.width * PANEL_SHARE[bool(running_app().upright)]


kv.load(__file__)

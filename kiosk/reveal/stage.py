"""Where a ticket is found or entered: the book beside the map, letters, the value."""

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

_WORTH_IT: Final = 1.15  # times closer than the whole board, whose names all have room


class PathMap(BoardMap):
    """Shows `lit`; with `closeup` it looks at the ticket, and all else steps back."""

    lit = ObjectProperty(MapHighlight())
    closeup = BooleanProperty(False)

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.bind(lit=self._lit_changed, closeup=self._lit_changed)

    @property
    def aimed(self) -> MapView:
        """The whole board, or what the ticket is about."""
        whole = self.pane.whole
        if not self.closeup or not self.lit.along:
            return whole
        closer = self.pane.around(self.lit.along)
        return closer if closer.scale > _WORTH_IT * whole.scale else whole

    def _meant(self, point: Point, millimetre: float) -> Pick | Closer | None:
        """A ticket is from place to place: no route is meant."""
        return meaning(self.picture, point, REACH * millimetre, TELL_APART * millimetre)

    def _lit_changed(self, *args: object) -> None:
        self.strokes = []  # places are painted anew even where no track changes
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


PANEL_SHARE: Final = {True: 0.345, False: 0.385}  # of the width: upright, lying
NO_TICKET: Final = KnownView(TicketFace("", "", 0), "", "")


class KnownTicket(Pad):
    """A ticket of the book, at one tap."""

    view = ObjectProperty(NO_TICKET, rebind=True)
    editing = BooleanProperty(False)


class LetterPad(Tiles):
    """The letters that still find something. Fires on_letter(letter)."""

    __events__ = ("on_letter",)

    def on_letter(self, letter: str) -> None:
        """A letter was tapped."""

    def show(self, letters: Iterable[str]) -> None:
        """Have these letters, and no others."""
        self.clear_widgets()
        for letter in letters:
            key = LetterTile(letter=letter)
            key.bind(on_tap=lambda key, moment: self.dispatch("on_letter", key.letter))
            self.add_widget(key)


class LetterTile(Pad):
    """A letter."""

    letter = StringProperty("")


class BookStage(BoxLayout):
    """The book beside the map: a ticket at one tap, or two places.

    on_ticket(face, moment), on_place(place, moment): one of them was tapped. on_az(), on_edit(),
    on_type(), on_clear(), on_letter(letter): the tiles over them, and the letters.
    """

    has_book = BooleanProperty(False)
    filtered = StringProperty("")  # by what the list is filtered
    counted = StringProperty("")
    nothing = StringProperty("")  # said where nothing is found
    typing = BooleanProperty(False)
    editing = BooleanProperty(False)
    lit = ObjectProperty(MapHighlight())

    __events__ = (
        *("on_ticket", "on_place", "on_az", "on_edit", "on_type", "on_clear", "on_letter"),
    )

    def __init__(self, **given: Any) -> None:
        self._views: tuple[tuple[KnownView, ...], bool] | None = None  # listed, and to be edited
        super().__init__(**given)
        self.map = PathMap(lit=self.lit)
        self.map.bind(on_pick=self._picked)
        self.letters = LetterPad()
        self.letters.bind(on_letter=lambda pad, letter: self.dispatch("on_letter", letter))
        self.bind(lit=self.map.setter("lit"), typing=self._turn)
        self._turn()

    def on_ticket(self, face: TicketFace, moment: object) -> None:
        """A known ticket was tapped."""

    def on_place(self, place: str, moment: object) -> None:
        """A place was tapped on the map."""

    def on_az(self) -> None:
        """All places by name are wanted."""

    def on_edit(self) -> None:
        """The book is to be put right, or no longer."""

    def on_type(self) -> None:
        """Letters are wanted, or the map again."""

    def on_clear(self) -> None:
        """All tickets are wanted."""

    def on_letter(self, letter: str) -> None:
        """A letter was tapped."""

    def show(self, views: tuple[KnownView, ...], letters: Sequence[str]) -> None:
        """List these tickets."""
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
        if place is not None:  # a way station is on no ticket (R14)
            self.dispatch("on_place", place, moment)


class ValuePanel(Surface):
    """The value on a ticket: on_step(by), on_go(moment), on_other(), on_delete()."""

    value = NumericProperty(0)
    note = StringProperty("")
    word = StringProperty("")
    another = StringProperty("")  # the way to another ticket, where there is one

    __events__ = ("on_step", "on_go", "on_other", "on_delete")

    def on_step(self, by: int) -> None:
        """One more or one fewer."""

    def on_go(self, moment: object) -> None:
        """The value is right."""

    def on_other(self) -> None:
        """It is another ticket."""

    def on_delete(self) -> None:
        """There is no such ticket."""


class BesideMap(BoxLayout):
    """The map, which looks at a ticket, and beside it what leads on: always at the right."""

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

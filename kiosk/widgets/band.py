"""The band above the tray: what was said, what was refused, or the card that waits."""

from collections.abc import Iterator
from math import ceil
from typing import Any, Final

from kivy.core.window import Window
from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.desk.desk import Desk, RefusalNotice
from companion.desk.messages import Message
from companion.desk.stocktake.counts import suggests_stocktake
from kiosk import kv
from kiosk.appearance.text import width_of
from kiosk.running import running_app
from kiosk.table.view import TableView
from kiosk.widgets import basics

READ_WELL: Final = 17.0  # units that a long refusal is written in
LINE: Final = 20  # units from one line of it to the next
TWO_LINES: Final = 58  # of a short one, which is written larger
BESIDE_WORDS: Final = 96  # units of a narrow window that its words do not have

kv.load(__file__)


class MessageTile(basics.Tile):
    """What can be done about an announcement; nothing is left of it while it has no word."""

    band = ObjectProperty(None, rebind=True)
    wide = NumericProperty(0)  # units


class BandLine(basics.Surface):
    """What the band says; `low` where it shares its place with banners, or has a heading's."""

    low = BooleanProperty(False)


class AnnouncementLine(basics.Pad, BandLine):
    """What the table has to do now; a tap looks at it closely, and Undo is in the tray."""

    message = ObjectProperty(None, rebind=True)
    plain = ColorProperty((1, 1, 1, 1))  # of the words
    headline = NumericProperty(22)  # in units, as the details are
    details = NumericProperty(20)
    share = NumericProperty(1)  # of the height, for the headline

    def on_message(self, _: object, message: Message) -> None:
        """Share the height as both texts need it, with a line of each at the least."""
        if not message.details:
            self.share = 0.999  # a box without any height keeps the place of its last text
            return
        headline = self.headline * width_of(message.headline, self.headline, bold=True)
        details = self.details * width_of(" ".join(message.details), self.details, bold=False)
        self.share = min(max(headline / (headline + details), 0.4), 0.7)


class RefusedLine(BandLine):
    """Why not, with the key of the rule, and what the table can do about it.

    Where it is `narrow`, the words have a place of their own, as high as they need it.
    """

    refused = ObjectProperty(None, rebind=True)
    narrow = BooleanProperty(False)
    inset = NumericProperty(0)  # pixels over and under the words
    wordy = NumericProperty(TWO_LINES)  # units of height for the words, where it is narrow

    def on_refused(self, _: object, refused: RefusalNotice) -> None:
        """Make room for what is to be read; the window stands, so there is some."""
        app = running_app()
        room = Window.width / app.unit - BESIDE_WORDS  # the root has not followed it yet
        lines = ceil(width_of(refused.why, READ_WELL, bold=False) / room)
        self.wordy = max(TWO_LINES, lines * LINE)

    def dismiss(self) -> None:
        """It has been read; who taps here once more means nothing that it had covered."""
        app = running_app()
        app.root.guard.dismissed(self.to_window(*self.pos), self.size)
        app.desk.dismiss_refusal()

    @staticmethod
    def hints_at_stock(refused: RefusalNotice) -> bool:
        """Whether to count what is on the table would help."""
        return suggests_stocktake(refused.code)


class WaitingCardLine(BandLine):
    """The first card of a half-drawn turn."""

    card = StringProperty("")


class LastRoundLine(basics.Surface):
    """The standing banner, with who still plays."""

    view = ObjectProperty(None, rebind=True)


class UnsavedLine(basics.Surface):
    """The disk refuses; the game goes on."""

    full = BooleanProperty(False)  # that is why


class Hint(BandLine):
    """Before anything was done: what a turn can be. It keeps the band's place."""


class Band(BoxLayout):
    """Shows the most urgent of them, and standing banners above it."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self._shown: tuple[object, ...] = ()
        self._made: dict[type[Widget], Widget] = {}  # kept: an announcement has no time to lose

    def show(self, desk: Desk, view: TableView) -> None:
        """Show what is so now."""
        banners = (desk.saved, desk.is_disk_full, view.last_round, view.still_to_play)
        wanted = (desk.refusal, desk.half, desk.message, *banners)
        if wanted == self._shown:
            return
        self._shown = wanted
        parts = list(self._parts(desk, view))
        if parts != self.children[::-1]:
            self.clear_widgets()
            for part in parts:
                self.add_widget(part)
        unit = running_app().unit
        self.height = sum(part.height for part in parts) + 6 * unit * (len(parts) - 1)

    def tells(self, entry: int | None) -> bool:
        """Whether it says what this entry did."""
        shown = self.children[0] if self.children else None  # under the banners
        return (
            isinstance(shown, AnnouncementLine)
            and entry is not None
            and shown.message.entry == entry
        )

    def _parts(self, desk: Desk, view: TableView) -> Iterator[Widget]:
        if not desk.saved:
            yield self._part(UnsavedLine, full=desk.is_disk_full)
        if view.last_round and not desk.calls_out:
            yield self._part(LastRoundLine, view=view)
        low = bool(not desk.saved and view.last_round)
        if desk.refusal is not None:
            yield self._part(RefusedLine, refused=desk.refusal, low=low)
        elif desk.half.first is not None:
            yield self._part(WaitingCardLine, card=desk.half.first, low=low)
        elif desk.message is not None:
            yield self._part(AnnouncementLine, message=desk.message, low=low)
        else:
            yield self._part(Hint, low=low)

    def _part(self, kind: type[Widget], **shown: Any) -> Widget:
        part = self._made.get(kind)
        if part is None:
            part = self._made[kind] = kind(**shown)
        for name, value in shown.items():
            setattr(part, name, value)
        return part

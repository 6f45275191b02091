"""The band above the tray: the last announcement, a refusal, or the first card of a draw."""

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

READ_WELL: Final = 17.0  # text size of a long refusal, in units
LINE: Final = 20  # its line height, in units
TWO_LINES: Final = 58  # height of a short refusal, which has larger text
BESIDE_WORDS: Final = 96  # units of a narrow window not available for the text

kv.load(__file__)


class MessageTile(basics.Tile):
    """An action offered with an announcement; hidden if it has no label."""

    band = ObjectProperty(None, rebind=True)
    wide = NumericProperty(0)  # units


class BandLine(basics.Surface):
    """A line of the band; `low` if it shares the space with banners or replaces a heading."""

    low = BooleanProperty(False)


class AnnouncementLine(basics.Pad, BandLine):
    """The players' next task; a tap opens the entry."""

    message = ObjectProperty(None, rebind=True)
    plain = ColorProperty((1, 1, 1, 1))  # text colour
    headline = NumericProperty(22)  # text size in units, like `details`
    details = NumericProperty(20)
    share = NumericProperty(1)  # headline's share of the height

    def on_message(self, _: object, message: Message) -> None:
        """Divide the height as both texts need it, with at least one line each."""
        if not message.details:
            self.share = 0.999  # a box of zero height would keep its last position
            return
        headline = self.headline * width_of(message.headline, self.headline, bold=True)
        details = self.details * width_of(" ".join(message.details), self.details, bold=False)
        self.share = min(max(headline / (headline + details), 0.4), 0.7)


class RefusedLine(BandLine):
    """Why something was refused, with the rule and the available actions.

    If `narrow`, the text has its own area, as high as it needs.
    """

    refused = ObjectProperty(None, rebind=True)
    narrow = BooleanProperty(False)
    inset = NumericProperty(0)  # pixels above and below the text
    wordy = NumericProperty(TWO_LINES)  # height of the text in units, if narrow

    def on_refused(self, _: object, refused: RefusalNotice) -> None:
        """Adapt the height to the text; there is enough space in portrait format."""
        app = running_app()
        room = Window.width / app.unit - BESIDE_WORDS  # the root is not resized yet
        lines = ceil(width_of(refused.why, READ_WELL, bold=False) / room)
        self.wordy = max(TWO_LINES, lines * LINE)

    def dismiss(self) -> None:
        """Dismiss the refusal; a second tap here does not reach the control below."""
        app = running_app()
        app.root.guard.dismissed(self.to_window(*self.pos), self.size)
        app.desk.dismiss_refusal()

    @staticmethod
    def hints_at_stock(refused: RefusalNotice) -> bool:
        """Whether recounting could help."""
        return suggests_stocktake(refused.code)


class WaitingCardLine(BandLine):
    """The first card of a draw."""

    card = StringProperty("")


class LastRoundLine(basics.Surface):
    """The last round's banner, with the players still to move."""

    view = ObjectProperty(None, rebind=True)


class UnsavedLine(basics.Surface):
    """The banner shown while the disk cannot be written to."""

    full = BooleanProperty(False)  # because the disk is full


class Hint(BandLine):
    """The kinds of turns; shown until the first action."""


class Band(BoxLayout):
    """Shows the most urgent line, below the banners."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self._shown: tuple[object, ...] = ()
        self._made: dict[type[Widget], Widget] = {}  # cached because announcements must appear fast

    def show(self, desk: Desk, view: TableView) -> None:
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
        """Whether it shows the announcement of this entry."""
        shown = self.children[0] if self.children else None  # below the banners
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

"""Revealing tickets: one tap for a ticket of the book, or two places and a value.

Each ticket is checked at once and its path highlighted on the map; after the last one, the whole
set goes to the referee.
"""

from typing import Any, Final

from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.desk.responses import Moment
from companion.desk.reveal import TicketDraft, next_seat, own_places
from companion.game.commands import TicketFace
from companion.game.ticket_book import next_letters
from companion.text import signed
from kiosk import kv, sheets
from kiosk.appearance.text import show_names
from kiosk.reveal import view as reveal_view
from kiosk.reveal.parts import (
    NewsLine,
    NumberPicker,
    PlacePicker,
    PlayerTab,
    RevealTicketRow,
    Verdict,
    page_of,
)
from kiosk.reveal.stage import BesideMap, BookStage, ValuePanel
from kiosk.reveal.view import MapHighlight, News, RowView
from kiosk.running import running_app

MOST_HELD: Final = 23  # more can be set in the log


class RevealScreen(BoxLayout):
    """Shows one player's tickets at a time; the desk keeps incomplete sets."""

    prompt = StringProperty("")
    total = StringProperty("")
    doubtful = BooleanProperty(False)  # a ticket is entered twice
    slots = NumericProperty(1)  # number of tickets that the list has space for
    name_lines = NumericProperty(1)  # the most lines that any player's name takes
    counting = BooleanProperty(False)  # asks for the number of tickets
    offer = StringProperty("")  # offer to reveal the tickets on the player's phone, or empty

    def __init__(self, seat: int | None = None, **given: Any) -> None:
        self.app = running_app()
        super().__init__(**given)
        game = self.app.referee.game
        self._places: PlacePicker | None = None
        self._book: BookStage | None = None
        self._by_name: bool | None = None  # places by name or on the map; None: automatic
        self._typed: str | None = None  # filter for the book; None: no filter
        self._editing = False  # editing the book
        self._rows: tuple[RowView, ...] | None = None  # as displayed
        self._scene: tuple[object, ...] = ()
        self.tabs = [PlayerTab() for _ in game.state.seats]
        for tab in self.tabs:
            tab.bind(on_tap=lambda tab, moment: self.show(tab.view.seat))
            tab.ids.name.bind(width=self._name_tabs)
            self.ids.tabs.add_widget(tab)
        self.show(seat)

    @property
    def seat(self) -> int:
        """The seat whose tickets are shown."""
        return self.app.desk.reveal.seat

    @property
    def now(self) -> TicketDraft:
        """The tickets entered so far."""
        return self.app.desk.reveal.now

    # --- display ---

    def show(self, seat: int | None) -> None:
        """Show a player's tickets; None shows the next ones to be revealed."""
        self.app.desk.reveal.turn_to(seat)
        self._present()

    def refresh(self) -> None:
        """Refresh, or leave if the game is not over."""
        if not self.app.referee.game.state.ended:
            self.app.home()
            return
        self.app.desk.reveal.renew()
        self._present()

    def _present(self) -> None:
        app, now = self.app, self.now
        game, words = app.referee.game, app.words
        views = reveal_view.tabs(words, game, app.desk.reveal.drafts, self.seat)
        for tab, view in zip(self.tabs, views, strict=True):
            tab.view = view
        self._name_tabs()
        player = game.state.seats[self.seat]
        self.prompt = reveal_view.prompt(words, player.name, now)
        hidden = app.desk.hides_scores()
        self.total = reveal_view.total(words, game, self.seat, now, hidden=hidden)
        self.slots, self.counting = max(now.held, len(now.faces), 1), now.counting
        self.offer = reveal_view.on_phone(words, player.name, self._kept_on_phone())
        self._show_news(reveal_view.news(words, game, app.desk, app.desk.reveal.drafts, self.seat))
        self._show_rows(reveal_view.rows(words, game, self.seat, now))
        self._set_stage()

    def _kept_on_phone(self) -> int:
        """Return how many tickets a phone has, if none was entered here yet."""
        reveal = self.app.desk.reveal
        if not self.app.has_phones or self.now.shown is not None or not reveal.is_untouched:
            return 0
        return self.app.phones.kept_by(self.seat)

    def _name_tabs(self, *args: object) -> None:
        """Abbreviate names to fit, keeping them distinct."""
        show_names(self.tabs, [tab.view.name for tab in self.tabs])
        self.name_lines = max(tab.display_name.count("\n") + 1 for tab in self.tabs)

    def _show_news(self, news: News | None) -> None:
        self.doubtful = news is not None and news.asks
        self.ids.news.clear_widgets()
        if news is not None:
            self.ids.news.add_widget(NewsLine(news=news))

    def _show_rows(self, views: tuple[RowView, ...]) -> None:
        if views == self._rows:
            return
        self._rows = views
        scroller = self.ids.rows
        scroller.clear()
        for at, view in enumerate(views):
            row = RevealTicketRow(view=view)
            row.bind(on_tap=lambda row, moment, at=at: self._choose(at))
            scroller.add_widget(row)
            if view.chosen:
                Clock.schedule_once(lambda *args, row=row: self._bring_into_sight(row))

    def _bring_into_sight(self, row: RevealTicketRow) -> None:
        if row.parent is not None:  # still there
            self.ids.rows.reveal(row)

    # --- the stage ---

    def _set_stage(self) -> None:
        """Show the next input; leave it alone if nothing changes, as a finger can be down on it."""
        if self.now.asks in ("start", "end"):
            stage: Widget = self._place_picker() if self._names_wanted() else self._book_stage()
            self._put(stage)
            self._scene = ()
            return
        revealed = self.app.referee.game.state.seats[self.seat].revealed
        scene = (self.seat, self.now, self.now.looked_at, revealed)
        if scene != self._scene:
            self._put(self._stage())
            self._scene = scene

    def _put(self, stage: Widget) -> None:
        if self.ids.stage.children != [stage]:
            self.ids.stage.clear_widgets()
            self.ids.stage.add_widget(stage)

    def _stage(self) -> Widget:
        """Return the widget for the next input."""
        asks = self.now.asks
        if asks == "count":
            return self._count_picker()
        panel = self._value_panel() if asks == "points" else self._verdict()
        return BesideMap(panel, self._lit())

    def _lit(self) -> MapHighlight:
        game, now = self.app.referee.game, self.now
        return reveal_view.lit(game, self.seat, now.looked_at, now.start)

    def _names_wanted(self) -> bool:
        """Whether to list places by name: by default, if the book has nothing to offer."""
        if self._by_name is not None:
            return self._by_name
        referee = self.app.referee
        return not reveal_view.has_fresh(referee.game, referee.book, self.app.desk.reveal.drafts)

    def _place_picker(self) -> PlacePicker:
        game = self.app.referee.game
        if self._places is None:
            self._places = PlacePicker(reveal_view.places_by_name(self.app.words, game))
            self._places.bind(
                on_pick=lambda picker, place, moment: self._place(place, moment),
                on_map=lambda picker: self._want(by_name=False),
            )
        color = game.state.seats[self.seat].color
        self._places.show(own_places(game, self.seat), color, self.now.start)
        return self._places

    def _book_stage(self) -> BookStage:
        stage = self._book
        if stage is None:
            stage = self._book = BookStage(lit=self._lit())
            stage.bind(
                on_ticket=lambda stage, face, moment: self._known(face, moment),
                on_place=lambda stage, place, moment: self._place(place, moment),
                on_az=lambda stage: self._want(by_name=True),
                on_edit=lambda stage: self._edit(),
                on_type=lambda stage: self._type(None if self._typed is not None else ""),
                on_clear=lambda stage: self._clear(),
                on_letter=lambda stage, letter: self._type((self._typed or "") + letter),
            )
        self._fill(stage)
        return stage

    def _fill(self, stage: BookStage) -> None:
        app, now, typed = self.app, self.now, self._typed or ""
        game, words, book = app.referee.game, app.words, app.referee.book
        views = reveal_view.known(words, game, book, app.desk.reveal.drafts, now, typed)
        names = [words.names.place(now.start)] if now.start else []
        stage.has_book = bool(book.faces)
        stage.filtered = " ".join([*names, typed.upper()]).strip()
        stage.counted = words.ngettext("{n} ticket", "{n} tickets", len(views)).format(n=len(views))
        stage.nothing = "" if views or not book.faces else words.gettext("not in the book yet")
        stage.typing, stage.editing = self._typed is not None, self._editing
        stage.lit = self._lit()
        faces = [view.face for view in views]
        stage.show(
            views, list(next_letters(faces, lambda place: reveal_view.folded(words, place), typed))
        )

    def _value_panel(self) -> ValuePanel:
        app, now, words = self.app, self.now, self.app.words
        face = now.looked_at
        assert face is not None
        panel = ValuePanel(
            value=now.value,
            note=reveal_view.not_kept(words, app.referee.game, app.referee.book, face),
            word=words.pgettext("button", "Add")
            if now.row is None
            else words.pgettext("button", "Save"),
            # Translators: button: replace the ticket that is being corrected by a different one
            another="" if now.row is None else words.gettext("Different ticket"),
        )
        panel.bind(
            on_step=lambda panel, by: self._step(panel, by),
            on_go=lambda panel, moment: self._accept(moment),
            on_other=lambda panel: self._enter(self.now.anew()),
            on_delete=lambda panel: self._delete(),
        )
        return panel

    def _count_picker(self) -> NumberPicker:
        most = min(MOST_HELD, self.now.held + self.app.referee.game.state.tickets_left)
        picker = NumberPicker(page_of(range(most + 1)), chosen=self.now.held)
        picker.bind(on_pick=lambda picker, count, moment: self._hold(count, moment))
        return picker

    def _verdict(self) -> Verdict:
        game, words, asks = self.app.referee.game, self.app.words, self.now.asks
        player = game.state.seats[self.seat]
        if asks == "surplus":
            # Translators: after "2 tickets too many: tap one to delete it."; Delete is a button
            return Verdict(text=words.gettext("Then hold Delete."))
        if asks == "check":
            verdict = Verdict(
                text=words.gettext("All tickets entered, not checked yet."),
                word=words.gettext("Check these tickets"),
            )
            verdict.bind(on_go=lambda verdict, moment: self._submit(moment))
            return verdict
        net, seat = reveal_view.net(player), next_seat(game.state)
        verdict = Verdict(
            points=signed(net),
            text=reveal_view.completed(words, player),
            good=net >= 0,
            word=words.gettext("See result")
            if seat is None
            else words.gettext("Next: {player}").format(player=game.state.seats[seat].name),
        )
        verdict.bind(on_go=lambda *args: self.app.home() if seat is None else self.show(seat))
        return verdict

    # --- taps ---

    def _place(self, place: str, moment: Moment) -> None:
        self._whole_or_not(whole=self.app.desk.reveal.place(place, moment))

    def _known(self, face: TicketFace, moment: Moment) -> None:
        if self._editing:
            self.app.open_sheet(sheets.book_ticket, face=face)
        else:
            self._whole_or_not(whole=self.app.desk.reveal.pick(face, moment))

    def _step(self, panel: ValuePanel, by: int) -> None:
        """Change the value, keeping the panel, as its button can be held to repeat."""
        app = self.app
        app.desk.reveal.keep(self.now.step(by))
        face = self.now.looked_at
        assert face is not None
        panel.value = self.now.value
        panel.note = reveal_view.not_kept(app.words, app.referee.game, app.referee.book, face)

    def _accept(self, moment: Moment) -> None:
        self._whole_or_not(whole=self.app.desk.reveal.accept(moment))

    def _whole_or_not(self, *, whole: bool) -> None:
        """Refresh, unless the referee's response to a complete set has already done so."""
        if whole:
            self._typed = None
        if not (whole and self.now.asks == "check"):
            self._present()

    def _want(self, *, by_name: bool) -> None:
        self._by_name = by_name
        self._present()

    def _type(self, typed: str | None) -> None:
        self._typed = typed
        self._present()

    def _clear(self) -> None:
        """Remove the filter's letters or, if there are none, the picked city."""
        if self._typed:
            self._type("")
        elif self.now.start is not None:
            self._enter(self.now.anew())

    def _edit(self) -> None:
        self._editing = not self._editing
        self._present()

    def _choose(self, row: int) -> None:
        if row < len(self.now.faces):
            self._enter(self.now.correct(row))

    def _delete(self) -> None:
        if self.now.row is not None:
            self.app.desk.reveal.take_out(self.now.row)
            self._present()

    def count(self) -> None:
        """Ask for the number of tickets, or stop asking."""
        self._enter(self.now.count())

    def undo(self, moment: Moment) -> None:
        """Undo the incomplete ticket or, if there is none, the last change."""
        reveal = self.app.desk.reveal
        shown = reveal.seat, reveal.now
        reveal.undo(moment)
        if self.app.screen is self and (reveal.seat, reveal.now) != shown:
            self._present()

    def show_kept(self, moment: Moment) -> None:
        """Reveal the tickets from the player's phone."""
        app, seat = self.app, self.seat

        def show(faces: tuple[TicketFace, ...]) -> None:
            if app.screen is self:
                app.desk.reveal.take(seat, faces, moment)
                self._present()

        app.phones.fetch_tickets(seat, show)

    def _hold(self, count: int, moment: Moment) -> None:
        self.app.desk.reveal.hold(count, moment)
        self._present()

    def _enter(self, now: TicketDraft) -> None:
        self.app.desk.reveal.keep(now)
        self._present()

    def _submit(self, moment: Moment) -> None:
        """Submit the whole set; the player stays on the screen for all to see."""
        self.app.desk.reveal.check(moment)


kv.load(__file__)

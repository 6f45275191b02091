"""Tickets are shown: three taps a ticket, and the referee checks the whole set at once."""

from pathlib import Path
from typing import Any, Final

from kivy.app import App
from kivy.clock import Clock
from kivy.core.text import Label as CoreLabel
from kivy.lang import Builder
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.commands import Adjust, Reveal
from companion.events import Ticket
from kiosk import reveal_view
from kiosk.desk import Moment
from kiosk.naming import shortened
from kiosk.reveal_view import News, RowView
from kiosk.revealing import Entering, entering, next_seat, own_places
from kiosk.widgets.number_picker import NumberPicker, Page, page_of
from kiosk.widgets.place_picker import PlacePicker
from kiosk.widgets.scroller import Scroller  # noqa: F401  the rule below has one
from kiosk.widgets.ticket_parts import NewsLine, PlayerTab, TicketRow, Verdict

USUAL: Final = range(2, 25)  # points on most tickets
TENS: Final = (range(25, 30), *(range(ten, ten + 10) for ten in range(30, 100, 10)))
UNUSUAL: Final[Page] = [("1", 1), *((f"{ten[0]}–{ten[-1]}", page_of(ten)) for ten in TENS)]
MOST_HELD: Final = 23  # more are set in the log


class RevealScreen(BoxLayout):
    """One player's tickets at a time; what is not whole yet waits in `app.revealing`."""

    prompt = StringProperty("")
    choosing = BooleanProperty(False)  # a ticket that can be deleted
    counting = BooleanProperty(False)  # how many tickets there are is asked

    def __init__(self, seat: int | None = None, **given: Any) -> None:  # noqa: ANN401
        self.app = App.get_running_app()
        super().__init__(**given)
        game = self.app.referee.game
        self._places: PlacePicker | None = None
        self._rows: tuple[RowView, ...] | None = None  # as shown
        self._scene: tuple[object, ...] = ()
        self.tabs = [PlayerTab() for _ in game.state.seats]
        for tab in self.tabs:
            tab.bind(on_tap=lambda tab, moment: self.show(tab.view.seat), width=self._name_tabs)
            self.ids.tabs.add_widget(tab)
        first = next_seat(game, -1) or 0
        self.show(first if seat is None else seat)

    # --- what is shown ---

    def show(self, seat: int) -> None:
        """Turn to a player's tickets."""
        self.seat = seat
        self.now = entering(self.app.referee.game, seat, self.app.revealing)
        self._present()

    def refresh(self) -> None:
        """Show what is so now, unless play goes on."""
        game = self.app.referee.game
        if not game.state.ended:
            self.app.home()
            return
        now = entering(game, self.seat, self.app.revealing)
        if now != self.now.whole():  # else a ticket that is half entered stays so
            self.now = now
        self._present()

    def _present(self) -> None:
        game, words, now = self.app.referee.game, self.app.words, self.now
        views = reveal_view.tabs(words, game, self.app.revealing, self.seat)
        for tab, view in zip(self.tabs, views, strict=True):
            tab.view = view
        self._name_tabs()
        player = game.state.seats[self.seat]
        self.prompt = reveal_view.prompt(words, player.name, now)
        self.choosing, self.counting = now.row is not None, now.counting
        self._show_news(reveal_view.news(words, game, self.app.desk, now))
        self._show_rows(reveal_view.rows(words, player, now))
        self._set_stage((self.seat, now, player.revealed))

    def _name_tabs(self, *args: object) -> None:
        """Names as they fit, no two alike."""
        unit = self.app.u
        label = CoreLabel(font_size=16 * unit * 0.8, bold=True)
        room = self.tabs[0].width - 40 * unit
        names = [tab.view.name for tab in self.tabs]
        fitting = shortened(names, room, lambda text: label.get_extents(text)[0])
        for tab, name in zip(self.tabs, fitting, strict=True):
            tab.name = name

    def _show_news(self, news: News | None) -> None:
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
            row = TicketRow(view=view)
            row.bind(on_tap=lambda row, moment, at=at: self._choose(at))
            scroller.add_widget(row)
            if view.chosen:
                Clock.schedule_once(lambda *args, row=row: self._bring_into_sight(row))

    def _bring_into_sight(self, row: TicketRow) -> None:
        if row.parent is not None:  # else it has been replaced meanwhile
            self.ids.rows.reveal(row)

    def _set_stage(self, scene: tuple[object, ...]) -> None:
        """A finger may be down on what is there: it is left alone while nothing changes."""
        if scene != self._scene:
            self._scene = scene
            self.ids.stage.clear_widgets()
            self.ids.stage.add_widget(self._stage())

    def _stage(self) -> Widget:
        """What the next tap is to be on."""
        asks = self.now.asks
        if asks in ("start", "end"):
            return self._place_picker()
        if asks == "points":
            picker = NumberPicker([*page_of(USUAL), (self.app._("more"), UNUSUAL)])
            picker.bind(on_pick=lambda picker, points, moment: self._value(points, moment))
            return picker
        if asks == "count":
            return self._count_picker()
        return self._verdict()

    def _place_picker(self) -> PlacePicker:
        game = self.app.referee.game
        if self._places is None:
            self._places = PlacePicker(reveal_view.places_by_name(self.app.words, game))
            self._places.bind(on_pick=lambda picker, place, moment: self._place(place))
        color = game.state.seats[self.seat].color
        self._places.show(own_places(game, self.seat), color, self.now.start)
        return self._places

    def _count_picker(self) -> NumberPicker:
        most = min(MOST_HELD, self.now.held + self.app.referee.game.state.tickets_left)
        picker = NumberPicker(page_of(range(most + 1)), chosen=self.now.held)
        picker.bind(on_pick=lambda picker, count, moment: self._hold(count, moment))
        return picker

    def _verdict(self) -> Verdict:
        game, words, asks = self.app.referee.game, self.app.words, self.now.asks
        player = game.state.seats[self.seat]
        if asks == "surplus":
            return Verdict(text=self.prompt)
        if asks == "check":
            verdict = Verdict(text=self.prompt, word=words.gettext("Check"))
            verdict.bind(on_go=lambda verdict, moment: self._submit(moment))
            return verdict
        net, seat = reveal_view.net(player), next_seat(game, self.seat)
        verdict = Verdict(
            points=reveal_view.signed(net),
            text=reveal_view.completed(words, player),
            good=net >= 0,
            word=words.gettext("The result")
            if seat is None
            else words.gettext("Next: {player}").format(player=game.state.seats[seat].name),
        )
        verdict.bind(on_go=lambda *args: self.app.home() if seat is None else self.show(seat))
        return verdict

    # --- taps ---

    def _place(self, place: str) -> None:
        self._enter(self.now.place(place))

    def _value(self, points: int, moment: Moment) -> None:
        self._keep(self.now.points(points))
        if self.now.asks == "check":
            self._submit(moment)
        else:
            self._present()

    def _choose(self, row: int) -> None:
        if row < len(self.now.faces):
            self._enter(self.now.correct(row))

    def below(self) -> None:
        """The button under the tickets: delete the chosen one, or say how many there are."""
        row = self.now.row
        self._enter(self.now.count() if row is None else self.now.without(row))

    def undo(self, moment: Moment) -> None:
        """Take back what is not whole yet, or else the last change."""
        before = self.now.back()
        if before is not None:
            self._enter(before)
            return
        shown = [seat.revealed for seat in self.app.referee.game.state.seats]
        self.app.desk.undo(moment)
        if self.app.screen is self:
            self._turn_to_undone(shown)

    def _turn_to_undone(self, before: list[tuple[Ticket, ...] | None]) -> None:
        """Show whose tickets are no longer as they were; what the referee has is what counts."""
        game = self.app.referee.game
        for number, seat in enumerate(game.state.seats):
            if seat.revealed != before[number]:
                if seat.revealed is not None:
                    self.app.revealing.pop((game.uuid, number), None)
                self.show(number)

    def _hold(self, count: int, moment: Moment) -> None:
        """The table counts other tickets than the kiosk (R20)."""
        words, player = self.app.words, self.app.referee.game.state.seats[self.seat]
        self.now = self.now.whole()
        if count == player.tickets:
            self._present()
            return
        why = words.gettext("counted at the end")
        self.app.desk.submit(Adjust(why, player=player.name, tickets=count), moment)

    def _enter(self, now: Entering) -> None:
        self._keep(now)
        self._present()

    def _keep(self, now: Entering) -> None:
        self.now = now
        self.app.revealing[self.app.referee.game.uuid, self.seat] = now.faces

    def _submit(self, moment: Moment) -> None:
        """Have the whole set checked, and turn to the next player."""
        game = self.app.referee.game
        reveal = Reveal(game.state.seats[self.seat].name, self.now.faces)
        if not self.app.desk.submit(reveal, moment):
            return
        seat = next_seat(game, self.seat)
        if seat is None:
            self.app.home()
        else:
            self.show(seat)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))

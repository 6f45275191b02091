"""Replays a game entry by entry, automatically or with a slider."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup
from kivy.input.motionevent import MotionEvent
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.game.board.board import Board
from companion.game.game import Game
from companion.game.state import State
from kiosk import kv
from kiosk.appearance import shapes
from kiosk.appearance.smooth_shapes import mesh
from kiosk.appearance.text import keep_named
from kiosk.map.board_map import BoardMap
from kiosk.past_games.view import Replay, ReplayFrame, words_for
from kiosk.running import running_app
from kiosk.widgets.basics import Surface
from kiosk.widgets.tap import DRAGGED, Touchable

_KNOB: Final = 17  # radius in units
_LINE: Final = 6  # thickness in units
_ENTRY_SECONDS: Final = 1.2  # seconds per entry while playing


class Rail(Touchable):
    """A slider over whole numbers from 0 to `most`; sets `value`.

    Fires on_drag() when it is touched.
    """

    value = NumericProperty(0)
    most = NumericProperty(0)

    __events__ = ("on_drag",)

    def __init__(self, **given: Any) -> None:
        self._touch: MotionEvent | None = None
        self._drawn = InstructionGroup()
        super().__init__(**given)
        self.canvas.add(self._drawn)
        redraw = Clock.create_trigger(self._draw, -1)
        self.bind(pos=redraw, size=redraw, value=redraw, most=redraw)
        redraw()

    @property
    def _line(self) -> tuple[float, float]:
        """Start and length of the line, with space for the knob at both ends."""
        knob = _KNOB * running_app().unit
        return self.x + knob, max(1.0, self.width - 2 * knob)

    def seen_at(self, value: float) -> tuple[float, float]:
        """Return the knob's position in the window at a value."""
        start, length = self._line
        x = start + length * value / max(1, self.most)
        seen: tuple[float, float] = self.to_window(x, self.center_y)
        return seen

    # --- touches ---

    def on_drag(self) -> None:
        """Fired when it is touched."""

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Start dragging, one finger at a time."""
        if touch.is_mouse_scrolling or not self.collide_point(*touch.pos):
            return False
        if self._touch is None:
            self._touch = touch
            touch.ud[DRAGGED] = True
            touch.grab(self)
            self.dispatch("on_drag")
            self._follow(touch)
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """Follow the finger, even outside the line."""
        if touch.grab_current is not self:
            return False
        self._follow(touch)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self._touch = None
        return True

    def _follow(self, touch: MotionEvent) -> None:
        start, length = self._line
        share = min(max(0.0, (touch.x - start) / length), 1.0)
        self.value = round(share * self.most)

    # --- display ---

    def _draw(self, *args: object) -> None:
        self._drawn.clear()
        app, (start, length) = running_app(), self._line
        thick, knob = _LINE * app.unit, _KNOB * app.unit
        done = length * self.value / max(1, self.most)
        y = self.center_y - thick / 2
        self._bar(app.theme.line, start, y, length, thick)
        if done > thick:
            self._bar(app.theme.accent, start, y, done, thick)
        self._drawn.add(Color(*app.theme.accent))
        disc = shapes.filled(shapes.disc(0, 0, knob))
        self._drawn.add(mesh(disc, start + done, self.center_y))

    def _bar(self, ink: Sequence[float], x: float, y: float, width: float, thick: float) -> None:
        self._drawn.add(Color(*ink))
        self._drawn.add(mesh(shapes.filled(shapes.box(0, 0, width, thick, thick / 2)), x, y))


class ReplayMap(BoardMap):
    """Shows a `frame` of a game on the game's own board, with its claim highlighted."""

    frame = ObjectProperty(None, allownone=True)

    def __init__(self, board: Board, **given: Any) -> None:
        self._board = board
        super().__init__(**given)
        self.bind(frame=lambda *args: self.refresh())

    def _subject(self) -> tuple[Board, State | None]:
        frame: ReplayFrame | None = self.frame
        return self._board, None if frame is None else frame.state

    def refresh(self) -> None:
        """Show the owners at that time."""
        super().refresh()
        self._light()

    def _paint_places(self, lit: tuple[str, ...]) -> None:
        super()._paint_places(lit)
        self._light()

    def _light(self) -> None:
        if self.view is not None and self.frame is not None:
            lit = [self.picture.tracks[self.frame.route]] if self.frame.route else []
            self._drawing.paint_glow(lit, self.view.scale)


class ReplayPlayer(Surface):
    """A player's score at that time."""

    line = ObjectProperty(None, rebind=True)
    display_name = StringProperty("")  # the name, abbreviated to fit


class ReplayScreen(BoxLayout):
    """Replays a game from its start or from an `entry`; `back` is called to close."""

    frame = ObjectProperty(None, rebind=True)
    at = NumericProperty(0)
    last = NumericProperty(0)
    started = StringProperty("")
    playing = BooleanProperty(False)

    def __init__(
        self,
        game: Game,
        back: Callable[[], None],
        entry: int | None = None,
        **given: Any,
    ) -> None:
        self.app = running_app()
        self._back = back
        hidden = self.app.desk.hides_scores(game)
        self._replay = Replay(game, words_for(game, self.app.desk), hidden=hidden)
        last = self._replay.last
        at = self._shown = 0 if entry is None else self._replay.place_of(entry)
        super().__init__(
            started=self.app.words.day_and_time(game.entries[0].at),
            frame=self._replay.frame(at),
            last=last,
            at=at,
            **given,
        )
        self.map = ReplayMap(game.board, frame=self.frame)
        self.ids.stage.add_widget(self.map)
        self._add_players()
        self.bind(at=Clock.create_trigger(self._show, -1))  # at most once per frame
        self._pace = Clock.create_trigger(self._play_on, _ENTRY_SECONDS, interval=True)

    def _add_players(self) -> None:
        lines = self.frame.scores
        players = [ReplayPlayer(line=line) for line in lines]
        for player in players:
            self.ids.players.add_widget(player)
        keep_named(players, [line.name for line in lines])

    def _show(self, *args: object) -> None:
        """Show the entry at the slider's position."""
        if self.at == self._shown:
            return
        self._shown = self.at
        self.frame = self._replay.frame(int(self.at))
        self.map.frame = self.frame
        self.ids.told.down = 0
        players = reversed(self.ids.players.children)
        for player, line in zip(players, self.frame.scores, strict=True):
            player.line = line

    # --- playing ---

    def play_or_pause(self) -> None:
        """Play, from the start if it is at the end, or pause."""
        if not self.playing and self.at == self.last:
            self.at = 0
        self.playing = not self.playing

    def on_playing(self, screen: "ReplayScreen", playing: bool) -> None:
        if playing:
            self._pace()
        else:
            self._pace.cancel()

    def _play_on(self, *args: object) -> None:
        self.at = min(self.at + 1, self.last)
        self.playing = self.at < self.last

    def on_parent(self, screen: "ReplayScreen", parent: Widget | None) -> None:
        """Pause if the screen is not shown any more."""
        if parent is None:
            self.playing = False

    # --- actions ---

    def step(self, by: int) -> None:
        """Go to the next or previous entry and pause."""
        self.playing = False
        self.at = max(0, min(self.at + by, self.last))

    def close(self) -> None:
        self._back()


kv.load(__file__)

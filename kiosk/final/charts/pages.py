"""The pages of charts, with selectable items and their explanations."""

from typing import Any

from kivy.graphics import InstructionGroup
from kivy.properties import (
    BooleanProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.game import chart_data
from companion.game.chart_data import ClaimRecord, DoublingSummary, MajoritySpan, Point
from companion.game.game import Game
from companion.game.rulebook import TERRAINS
from companion.text import number
from kiosk import kv
from kiosk.appearance.contrast import clearest, vanishes
from kiosk.appearance.text import keep_named
from kiosk.final import chart_words
from kiosk.final.charts import paint
from kiosk.final.charts.paint import PaintBox, PaintPoint
from kiosk.final.charts.plot import SMALL, Plot, to_box
from kiosk.map.canvas import paint_pattern
from kiosk.map.geometry import Space
from kiosk.running import running_app
from kiosk.widgets.basics import Pad

_HIGH = 24  # units
_GAP = 2


class DoublingBar(Plot):
    """Draws its items, claims: doubled ones, then missed chances; `most` sets the scale."""

    color = StringProperty("blue")
    most = NumericProperty(1)

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        for name in ("color", "most"):
            self.fbind(name, self._repaint)

    def paint(self, paper: InstructionGroup) -> None:
        """Draw the claims with their points."""
        unit, theme = self.app.unit, self.app.theme
        ink = theme.players[self.color]
        if vanishes(ink, theme.ground):
            ink = theme.outline
        boxes = self._boxes()
        solid = [box for box, claim in zip(boxes, self.items, strict=True) if claim.doubling]
        hollow = [box for box, claim in zip(boxes, self.items, strict=True) if claim.missed]
        paint.fill(paper, theme.line, [(self.x, self.y, 1, self.height)])
        paint.fill(paper, ink, solid)
        paint.fill(paper, ink, paint.frames(hollow, 1.5 * unit))
        for box, claim in zip(boxes, self.items, strict=True):
            on = clearest(ink, theme.ground, theme.panel) if claim.doubling else theme.text
            texture = paint.label(str(claim.doubling or claim.missed), SMALL * unit, on, bold=True)
            if texture.width + 4 * unit < box[2]:
                middle = box[0] + box[2] / 2, box[1] + box[3] / 2
                paint.write(paper, texture, *middle, (0.5, 0.5))

    def mark(self, paper: InstructionGroup, item: ClaimRecord) -> None:
        """Draw a frame around a claim."""
        x, y, width, height = self._box(item)
        room = 3 * self.app.unit
        box = (x - room, y - room, width + 2 * room, height + 2 * room)
        paint.fill(paper, self.app.theme.accent, paint.frames([box], 2 * self.app.unit))

    def _boxes(self) -> list[PaintBox]:
        unit = self.app.unit
        high = min(_HIGH * unit, self.height - 8 * unit)
        share, at = (self.width - 8 * unit) / max(1, self.most), self.x + 4 * unit
        boxes = []
        for claim in self.items:
            width = (claim.doubling + claim.missed) * share
            boxes.append((at, self.center_y - high / 2, width - _GAP * unit, high))
            at += width
        return boxes

    def _box(self, claim: ClaimRecord) -> PaintBox:
        boxes = self._boxes()
        return boxes[list(self.items).index(claim)]

    def where(self, item: ClaimRecord) -> PaintPoint:
        """Return the middle of a claim's box."""
        x, y, width, height = self._box(item)
        return x + width / 2, y + height / 2

    def distance(self, item: ClaimRecord, place: PaintPoint) -> float:
        """Return the distance from a claim's box."""
        return to_box(self._box(item), place)


class ChartPage(BoxLayout):
    """A chart; `items` can be selected by touch or one after the other."""

    items = ListProperty()
    picked = ObjectProperty(None, allownone=True)
    story = StringProperty("")  # shown if nothing is selected

    __events__ = ("on_pick",)

    def __init__(self, game: Game, **given: Any) -> None:
        self.game = game
        self.app = running_app()
        super().__init__(**given)
        self.show()

    def show(self) -> None:
        """Compute and draw the chart."""
        raise NotImplementedError

    def say(self, item: Any) -> str:
        """Return the explanation of an item."""
        raise NotImplementedError

    def on_pick(self, item: object) -> None:
        """Fired when an item is selected by touch."""

    @property
    def _seats(self) -> list[tuple[str, str]]:
        return [(seat.name, seat.color) for seat in self.game.state.seats]


# --- scores --------------------------------------------------------------------------------------


class LegendItem(BoxLayout):
    """A player's shape and name, with a number."""

    color = StringProperty("blue")
    name = StringProperty("")
    number = StringProperty("")


class ScoresPage(ChartPage):
    """Scores by turn, with the turning point."""

    def show(self) -> None:
        steps = chart_data.steps_of(self.game)
        lines = chart_data.curves(self.game, steps)
        points = [point for line in lines for point in line.points]
        self.items = sorted(points, key=lambda point: (point.final, point.entry, point.seat))
        turning = chart_data.turning_point(self.game, steps)
        self.story = chart_words.turning_in_words(self.app.words, self.game, turning)
        chart = self.ids.chart
        chart.curves = lines
        if turning is not None:
            after = self.game.state.turns + 1
            chart.turning = after if turning.kind == "tickets" else turning.turn
        for line, (name, color) in zip(lines, self._seats, strict=True):
            item = LegendItem(color=color, name=name, number=number(line.scores[-1]))
            self.ids.legend.add_widget(item)

    def say(self, item: Point) -> str:
        return chart_words.point_in_words(self.app.words, self.game, item)


# --- terrain -------------------------------------------------------------------------------------


class TerrainPage(ChartPage):
    """Who had the most of each terrain."""

    colors = ListProperty()

    def show(self) -> None:
        spans = chart_data.majorities(self.game)
        self.items = sorted(spans, key=lambda span: (span.first, span.entry, span.seat))
        self.story = self.app._("Who had the most of each terrain. Tap a band to see its entry.")
        self.colors = [color for _, color in self._seats]
        chart = self.ids.chart
        chart.turns = self.game.state.turns
        seats = self.game.state.seats
        chart.counts = [[seat.front.of(terrain) for seat in seats] for terrain in TERRAINS]
        chart.terrains = [(terrain, self.app.words.card_word(terrain)) for terrain in TERRAINS]

    def say(self, item: MajoritySpan) -> str:
        return chart_words.span_in_words(self.app.words, self.game, item)


# --- doubling ------------------------------------------------------------------------------------


class WorthRow(BoxLayout):
    """A player's gain from doubling."""

    color = StringProperty("blue")
    display_name = StringProperty("")
    gained = StringProperty("")
    content = StringProperty("")
    items = ListProperty()
    picked = ObjectProperty(None, allownone=True)
    most = NumericProperty(1)

    __events__ = ("on_pick",)

    def on_pick(self, item: object) -> None:
        """Fired when a claim is selected."""


class DoublingPage(ChartPage):
    """Every player's gain from doubling."""

    def show(self) -> None:
        worth = chart_data.doubling(self.game)
        most = max(one.gained + one.left for one in worth)
        items = [claim for one in worth for claim in (*one.doubled, *one.missed)]
        self.items = sorted(items, key=lambda claim: claim.entry)
        self.story = self.app._(
            "Filled: points from doubling. Hollow: missed chances, where terrain cards alone"
            " would have doubled the claim."
        )
        rows = [self._row(one, most) for one in worth]
        for row in rows:
            self.add_widget(row)
        keep_named(rows, [name for name, _ in self._seats])

    def _row(self, worth: DoublingSummary, most: int) -> WorthRow:
        row = WorthRow(
            color=self._seats[worth.seat][1],
            gained=f"+{worth.gained}" if worth.gained else "0",
            content=chart_words.doubling_in_words(self.app.words, worth),
            items=[*worth.doubled, *worth.missed],
            most=most,
        )
        row.bind(on_pick=lambda row, item: self.dispatch("on_pick", item))
        self.fbind("picked", row.setter("picked"))
        return row

    def say(self, item: ClaimRecord) -> str:
        return chart_words.claim_in_words(self.app.words, self.game, item)


# --- the longest claims --------------------------------------------------------------------------


class RouteSpaces(Plot):
    """A route's spaces in its colour and pattern; its items are their numbers."""

    color = StringProperty("grey")

    def paint(self, paper: InstructionGroup) -> None:
        """Draw the spaces in a row."""
        unit, theme = self.app.unit, self.app.theme
        wide, high = self.width / 6, min(14 * unit, self.height)
        bottom = self.center_y - high / 2
        boxes = [(self.x + at * wide, bottom, wide - 3 * unit, high) for at in self.items]
        paint.fill(paper, theme.routes[self.color], boxes)
        if vanishes(theme.routes[self.color], theme.raised):
            paint.fill(paper, theme.outline, paint.frames(boxes, 1.2 * unit))
        spaces = [Space(x + width / 2, y + height / 2, width, 0) for x, y, width, height in boxes]
        paint_pattern(paper, theme, self.color, spaces, high)


class LongRow(Pad):
    """A claim: owner, length, route and points."""

    claim = ObjectProperty(None)
    owner = StringProperty("blue")
    color = StringProperty("grey")
    route = StringProperty("")
    turn = StringProperty("")
    points = StringProperty("")
    doubled = BooleanProperty(False)
    chosen = BooleanProperty(False)


class ClaimsPage(ChartPage):
    """The longest claims of the game."""

    def show(self) -> None:
        self.items = chart_data.longest(chart_data.claims(self.game))
        self.story = self.app._("The longest claims. Tap one to see its entry.")
        if not self.items:
            self.story = self.app._("Nobody has claimed a route yet.")
        for claim in self.items:
            self.add_widget(self._row(claim))
        self.add_widget(Widget(size_hint_y=0.001))  # fills the space if there are few rows
        self.fbind("picked", self._choose)

    def _row(self, claim: ClaimRecord) -> LongRow:
        words = self.app.words
        route = self.game.board.routes.get(claim.route)
        row = LongRow(
            claim=claim,
            owner=self._seats[claim.seat][1],
            color=route.color if route is not None else "grey",
            route=words.names.route(claim.route),
            turn=words.turn(claim.turn),
            points=f"+{claim.total}",
            doubled=bool(claim.doubling),
        )
        row.ids.spaces.items = list(range(claim.length))
        row.bind(on_tap=lambda row, moment: self.dispatch("on_pick", row.claim))
        return row

    def _choose(self, *args: object) -> None:
        for row in self.children[1:]:
            row.chosen = row.claim == self.picked

    def say(self, item: ClaimRecord) -> str:
        return chart_words.claim_in_words(self.app.words, self.game, item)


PAGES = {
    "scores": ScoresPage,
    "terrain": TerrainPage,
    "doubling": DoublingPage,
    "claims": ClaimsPage,
}


kv.load(__file__)

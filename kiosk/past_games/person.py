"""A player's page: statistics, renaming, and merging with other names."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from kivy.properties import NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from kiosk import kv, screens, sheets
from kiosk.past_games.deleting import done
from kiosk.past_games.people import PersonRow, PersonView, people_page, person_view
from kiosk.running import running_app
from kiosk.widgets.basics import Pad, Surface, Tile
from kiosk.widgets.hold_tile import HoldTile
from kiosk.widgets.name_sheet import NameSheet
from kiosk.widgets.sheet import Sheet


class FigureTile(Surface):
    figure = ObjectProperty(None, rebind=True)


class FigureGrid(BoxLayout):
    pass


class SourcesLine(BoxLayout):
    """Average points by source."""

    content = StringProperty("")


class RivalPad(Pad):
    """An opponent with the results against them; a tap opens their page."""

    line = ObjectProperty(None, rebind=True)


class RivalHead(BoxLayout):
    """Column headings of the opponents."""


class MergedLine(Surface):
    """A name merged into this player; fires on_apart to separate it again."""

    content = StringProperty("")

    __events__ = ("on_apart",)

    def on_apart(self) -> None:
        """Fired to separate it."""


class PersonScreen(BoxLayout):
    """A player's page by id; `back` is called to close."""

    view = ObjectProperty(None, rebind=True)

    def __init__(
        self,
        player: str,
        back: Callable[[], None] | None = None,
        **given: Any,
    ) -> None:
        self.app = running_app()
        self._player, self._back = player, back
        super().__init__(view=self._load_view(), **given)
        self._fill()

    def _load_view(self) -> PersonView:
        app = self.app
        return person_view(app.history, app.words, self._player, app.settings.forgotten)

    def _look_again(self) -> None:
        self.view = self._load_view()
        self._fill()

    def _fill(self) -> None:
        app, view, rows = self.app, self.view, self.ids.rows
        rows.clear()
        for one in view.merged:
            text = app._("{name} counts as {player}").format(name=one.name, player=view.name)
            line = MergedLine(content=text)
            line.bind(on_apart=lambda line, player=one.player: self.take_apart(player))
            rows.add_widget(line)
        if view.figures:
            rows.add_widget(self._figures(view))
        rows.add_widget(SourcesLine(content=view.sources))
        if view.rivals:
            rows.add_widget(RivalHead())
        for rival in view.rivals:
            pad = RivalPad(line=rival)
            pad.bind(on_tap=lambda pad, moment: self._open(pad.line.id))
            rows.add_widget(pad)

    def _figures(self, view: PersonView) -> FigureGrid:
        grid = FigureGrid()
        for figure in view.figures:
            grid.ids.tiles.add_widget(FigureTile(figure=figure))
        return grid

    def refresh(self) -> None:
        self.ids.top.show(self.app.desk.refusal)

    # --- actions ---

    def ask_name(self) -> None:
        title = self.app._("New name for {player}").format(player=self.view.name)
        self.app.open_sheet(RenameSheet, title, (), self.rename)

    def rename(self, name: str) -> None:
        """Rename the player in all games."""
        if done(self.app, lambda: self.app.history.rename(self.view.id, name)):
            self.app.referee.refresh_player_names()
            self._look_again()

    def ask_to_merge(self) -> None:
        """Ask which other name is the same player."""
        self.app.open_sheet(sheets.merge, person=self.view, on_done=self.merge)

    def merge(self, other: str) -> None:
        """Merge another player into this one."""
        if done(self.app, lambda: self.app.history.merge(other, self.view.id)):
            self._look_again()

    def take_apart(self, other: str) -> None:
        """Separate a merged player again."""
        if done(self.app, lambda: self.app.history.unmerge(other)):
            self._look_again()

    def show_games(self) -> None:
        self.app.go(screens.games, player=self.view.id)

    def show_best(self) -> None:
        """Open the game with the best score."""
        if self.view.best_game:
            back = self.app.rebuild_later()
            self.app.go(screens.past_game, game=self.view.best_game, back=back)

    def _open(self, player: str) -> None:
        self.app.go(screens.person, player=player, back=self.app.rebuild_later())

    def close(self) -> None:
        if self._back is not None:
            self._back()
        else:
            self.app.go(screens.players, back=partial(self.app.go, screens.games))


class PersonAct(Tile):
    """An action on a player's page."""


class RenameSheet(NameSheet):
    """Suggests no names: a name that somebody has already needs merging, not renaming."""

    def _offer(self, names: Sequence[str]) -> None:
        """Suggest nothing."""


class OtherName(HoldTile):
    """Another player; a long press merges the two."""

    row = ObjectProperty(None, rebind=True)


class MergeSheet(Sheet):
    """All other players in pages; calls `on_done` with the one that is held."""

    title = StringProperty("")
    note = StringProperty("")
    number = NumericProperty(0)

    def __init__(
        self,
        person: PersonView,
        on_done: Callable[[str], None],
        **given: Any,
    ) -> None:
        self.app = running_app()
        self._person, self._done = person, on_done
        name = person.name
        super().__init__(
            # Translators: heading: choose another name that is the same person
            title=self.app._("Merge with {player}").format(player=name),
            note=self.app._("Hold a name to count its games as {player}'s.").format(player=name),
            **given,
        )
        self.turn(0)

    def turn(self, step: int) -> None:
        everyone = self.app.history.players()
        others = [row for row in everyone if row.person.id != self._person.id]
        page = people_page(others, self.app.words, (), int(self.number) + step)
        self.number = page.number
        self.ids.names.clear()
        for row in page.rows:
            self.ids.names.add_widget(self._tile(row))
        self.ids.pager.newer, self.ids.pager.older = page.newer, page.older
        self.ids.pager.note = page.note(self.app.words)

    def _tile(self, row: PersonRow) -> OtherName:
        tile = OtherName(row=row)
        tile.bind(on_held=lambda tile, moment: self._merge(tile.row.id))
        return tile

    def _merge(self, other: str) -> None:
        self.app.close_sheet()
        self._done(other)


kv.load(__file__)

"""The board on the upright table: as wide as the screen, so that places can be told apart."""

from kiosk.map.board_map import BoardMap
from kiosk.map.viewport import MapView


class TableMap(BoardMap):
    """Shows where a route was claimed last; a finger brings the rest.

    The band under it grows and shrinks: the board stays where it was left, until the next claim.
    """

    _box: tuple[float, float] | None = None  # that it was last seen through
    _claims: tuple[str, ...] = ()  # in order

    @property
    def aimed(self) -> MapView:
        """The upper part, from side to side."""
        return self.pane.across

    def refresh(self) -> None:
        """Show who has what now, and where that is new."""
        super().refresh()
        state = self._subject()[1]
        before, self._claims = self._claims, tuple(state.owners) if state is not None else ()
        if len(self._claims) > len(before) and self.view is not None:
            self.view = self._at_last_claim()

    def _settled(self) -> MapView:
        """The same place at the top as before, unless the width is another."""
        before, self._box = self._box, tuple(self.size)
        if self.view is None or before is None or before[0] != self.width:
            return self._at_last_claim()
        return self.pane.bounded(self.view.moved(0, self.height - before[1]))

    def _at_last_claim(self) -> MapView:
        if not self._claims:
            return self.aimed
        track = self.picture.tracks[self._claims[-1]]
        middle = ((track.start[0] + track.end[0]) / 2, (track.start[1] + track.end[1]) / 2)
        seen = self.aimed.on_screen(middle)[1]
        return self.pane.bounded(self.aimed.moved(0, self.height / 2 - seen))

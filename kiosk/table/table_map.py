"""The map on the upright table screen, as wide as the screen so that places can be told apart."""

from kiosk.map.board_map import BoardMap
from kiosk.map.viewport import MapView


class TableMap(BoardMap):
    """Shows the last claim; can be dragged.

    The band below changes height; the map keeps its position until the next claim.
    """

    _box: tuple[float, float] | None = None  # the size at the last layout
    _claims: tuple[str, ...] = ()  # in order

    @property
    def aimed(self) -> MapView:
        """The upper part of the board, in full width."""
        return self.pane.across

    def refresh(self) -> None:
        """Show the current owners, and move to a new claim."""
        super().refresh()
        state = self._subject()[1]
        before, self._claims = self._claims, tuple(state.owners) if state is not None else ()
        if len(self._claims) > len(before) and self.view is not None:
            self.view = self._at_last_claim()

    def _settled(self) -> MapView:
        """Keep the same place at the top, unless the width has changed."""
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

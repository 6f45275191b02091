"""A sheet to type a player's new name."""

from collections.abc import Sequence

from kiosk.widgets.name_sheet import NameSheet


class RenameSheet(NameSheet):
    """Offers nobody: whose name is another's already is merged with him, not renamed."""

    def _offer(self, names: Sequence[str]) -> None:
        """A new name is typed."""

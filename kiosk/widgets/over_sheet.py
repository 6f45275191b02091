"""A sheet that asks for more: closed, it leads back to the sheet that it was laid over."""

from typing import Any

from kiosk.running import running_app
from kiosk.widgets.sheet import Sheet


class OverSheet(Sheet):
    """Knows what was on top when it was made."""

    def __init__(self, **given: Any) -> None:
        self.app = running_app()
        self._under = self.app.root.sheet
        super().__init__(**given)

    def close(self) -> None:
        """Back to where it came from."""
        if self._under is None:
            self.app.lift()
            return
        self.app.lay_back(self._under)
        refresh = getattr(self._under, "refresh", None)
        if refresh is not None:
            refresh()

    def refresh(self) -> None:
        """Show why something was refused."""
        self.ids.refused.show(self.app.desk)

"""Dims the screen when idle, and locks it against children."""

from typing import TYPE_CHECKING

from kivy.clock import Clock, ClockEvent

from kiosk.machine.backlight import set_backlight
from kiosk.settings.file import Settings
from kiosk.touch.root import Root

if TYPE_CHECKING:
    from kiosk.app import KioskApp
    from kiosk.idle.dark_and_lock import DarkCover, LockCover


class IdleWatch:
    """Shows and removes the covers."""

    def __init__(self, app: "KioskApp", root: Root) -> None:
        self._app, self._root = app, root
        self._timer: ClockEvent | None = None
        self._dark: DarkCover | None = None
        self._lock: LockCover | None = None
        root.bind(on_touched=self.touched)
        self.settings_changed()

    @property
    def _settings(self) -> Settings:
        return self._app.settings

    def settings_changed(self) -> None:
        """Apply changed settings."""
        if self._settings.locked:
            self.lock()
        self.touched()

    # --- dark ---

    def touched(self, *args: object) -> None:
        """Restart the idle timer; if called without arguments, also wake the screen."""
        if self._dark is not None and not args:
            self._wake()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._settings.dim_after:
            self._timer = Clock.schedule_once(self.dim, self._settings.dim_after * 60)

    def dim(self, *args: object) -> None:
        """Dim the screen, and lock settings again if there is a PIN."""
        from kiosk.idle.dark_and_lock import DarkCover

        if self._dark is None:
            self._dark = DarkCover()
            self._dark.bind(on_wake=self._wake)
            self._root.cover(self._dark)
            self._app.shut_gate()
            set_backlight(dimmed=True)

    def _wake(self, *args: object) -> None:
        self._root.uncover(self._dark)
        self._dark = None
        set_backlight(dimmed=False)

    # --- lock ---

    def lock(self) -> None:
        """Show the table and block all touches except on the lock."""
        from kiosk.idle.dark_and_lock import LockCover

        if self._lock is None:
            self._lock = LockCover()
            self._lock.bind(on_unlock=self._unlock)
            self._root.cover(self._lock)
            if self._root.screen is not None:
                self._app.home()
            if not self._settings.locked:
                self._app.set(locked=True)

    def _unlock(self, *args: object) -> None:
        self._root.uncover(self._lock)
        self._lock = None
        self._app.set(locked=False)

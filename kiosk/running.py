"""Access to the running app for screens and widgets."""

from typing import TYPE_CHECKING

from kivy.app import App

if TYPE_CHECKING:
    from kiosk.app import KioskApp


def running_app() -> "KioskApp":
    """Return the running app, which exists before the first widget is created."""
    app: KioskApp = App.get_running_app()
    return app

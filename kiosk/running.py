"""The app that is running: what every screen and widget stands on."""

from typing import TYPE_CHECKING

from kivy.app import App

if TYPE_CHECKING:
    from kiosk.app import KioskApp


def running_app() -> "KioskApp":
    """The kiosk; there is one from before the first widget is made."""
    app: KioskApp = App.get_running_app()
    return app

"""What is new: the changes of each version, newest first."""

from collections.abc import Callable
from typing import Any

from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.words.language import ENGLISH
from kiosk import kv
from kiosk.appearance.text import Flow
from kiosk.news.view import Release, releases
from kiosk.running import running_app
from kiosk.widgets.basics import Surface


class ReleasePanel(Surface):
    """A version and its changes."""

    title = StringProperty("")
    day = StringProperty("")

    def __init__(self, release: Release, **given: Any) -> None:
        words = running_app().words
        title = words.gettext("Version {version}").format(version=release.version)
        super().__init__(title=title, day=words.day(f"{release.day}T12:00:00+00:00"), **given)
        for heading, items in release.parts:
            self.add_widget(NewsHeading(content=heading))
            for item in items:
                self.add_widget(NewsItem(content=item))


class NewsHeading(Flow):
    """What kind of changes follow."""


class NewsItem(Flow):
    """A change."""


class NewsScreen(BoxLayout):
    """Written by hand in one language: the titles are in the table's."""

    note = StringProperty("")

    def __init__(self, back: Callable[[], None] | None = None, **given: Any) -> None:
        self.app = running_app()
        self._back = back or self.app.home
        super().__init__(**given)
        if self.app.language != ENGLISH:
            self.note = self.app._("in English")
        for release in releases():
            self.ids.releases.add_widget(ReleasePanel(release))

    def close(self) -> None:
        """Back to where it was opened."""
        self._back()


kv.load(__file__)

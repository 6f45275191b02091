"""What's new: the changes of each version, newest first."""

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
    """The heading of a kind of changes."""


class NewsItem(Flow):
    pass


class NewsScreen(BoxLayout):
    """Shows the news, which is written in English only; the titles are translated."""

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
        self._back()


kv.load(__file__)

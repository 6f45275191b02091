"""The very first screen: languages, each by its own name."""

from typing import Any

from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.words import LANGUAGES
from kiosk import kv, screens
from kiosk.running import running_app
from kiosk.settings.edition import offer_edition
from kiosk.widgets import keyboards
from kiosk.widgets.basics import Tile


class LanguageScreen(BoxLayout):
    """Has no other text, which some could not read; highlights the system's language."""

    guess = StringProperty("")

    def __init__(self, **given: Any) -> None:
        self.app = running_app()
        super().__init__(guess=self.app.language, **given)
        for code, name in LANGUAGES.items():
            tile = Tile(word=name, size_units=22, look="accent" if code == self.guess else "raised")
            tile.bind(on_tap=lambda tile, *args, code=code: self._choose(code))
            self.ids.languages.add_widget(tile)

    def _choose(self, code: str) -> None:
        """Switch to a language and its keyboard layout."""
        self.app.set_rebuild(screens.welcome)
        self.app.set(language=code, keyboard=keyboards.known(code))
        offer_edition()


kv.load(__file__)

"""The rules R1-R24 in brief; a ruling links to its rule."""

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.words.rules_text import RULES
from kiosk import kv
from kiosk.running import running_app
from kiosk.widgets.basics import Surface


class RulePanel(Surface):
    """A rule, with its number as a badge."""

    key = StringProperty("")
    rule = StringProperty("")


class RulesScreen(BoxLayout):
    """Shows all rules; scrolls to the requested one and highlights it."""

    def __init__(
        self,
        key: str | None = None,
        back: Callable[[], None] | None = None,
        **given: Any,
    ) -> None:
        self.app = running_app()
        self._back = back or self.app.home
        super().__init__(**given)
        referee = self.app.referee
        drawn = self.app.settings.tickets_drawn
        if referee.has_game:  # it can have another rulebook's number
            drawn = referee.game.state.tickets_drawn
        texts = {name: self.app.words.rule(name, drawn) for name in RULES}
        panels = {name: RulePanel(key=name, rule=text) for name, text in texts.items()}
        for panel in panels.values():
            self.ids.rules.add_widget(panel)
        if key in panels:
            self._point_out(panels[key])

    def close(self) -> None:
        self._back()

    def _point_out(self, panel: RulePanel) -> None:
        panel.look = "line"
        rules = self.ids.rules
        # Text heights are not known yet, so scroll again whenever the column grows.
        reveal = Clock.create_trigger(lambda *args: rules.reveal(panel), -1)
        rules.column.bind(height=reveal)


kv.load(__file__)

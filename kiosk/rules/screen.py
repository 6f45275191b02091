"""The rules R1-R24 in a few words; a ruling leads to the one it rests on."""

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
    """A rule, with its key as a badge."""

    key = StringProperty("")
    rule = StringProperty("")


class RulesScreen(BoxLayout):
    """All rules; the one that is asked for is in sight and marked."""

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
        if referee.has_game:  # which may have been begun with another rulebook's number
            drawn = referee.game.state.tickets_drawn
        texts = {name: self.app.words.rule(name, drawn) for name in RULES}
        panels = {name: RulePanel(key=name, rule=text) for name, text in texts.items()}
        for panel in panels.values():
            self.ids.rules.add_widget(panel)
        if key in panels:
            self._point_out(panels[key])

    def close(self) -> None:
        """Back to where the rule was asked for."""
        self._back()

    def _point_out(self, panel: RulePanel) -> None:
        panel.look = "line"
        rules = self.ids.rules
        # The texts have yet to find their heights: whenever the column grows, look again.
        reveal = Clock.create_trigger(lambda *args: rules.reveal(panel), -1)
        rules.column.bind(height=reveal)


kv.load(__file__)

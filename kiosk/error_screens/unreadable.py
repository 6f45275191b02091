"""Shown instead of the welcome screen if the games cannot be opened."""

import logging
from typing import Any

from kivy.properties import BooleanProperty, ListProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.journal import (
    GamesMissingError,
    LogDamagedError,
    LogRefusedError,
    LogUnavailableError,
    NoGamesError,
)
from companion.journal.disk.restoring import create_empty
from companion.journal.rescue.unreadable import name_beside
from kiosk import kv
from kiosk.error_screens.view import explanation
from kiosk.running import running_app

log = logging.getLogger(__name__)


class UnreadableScreen(BoxLayout):
    """Explains the problem and what helps; starts without the games only on request."""

    title = StringProperty("")
    lines = ListProperty([""])
    backed_up = BooleanProperty(False)
    other = StringProperty("")  # label of the button to play without the games
    other_note = StringProperty("")

    def __init__(self, trouble: NoGamesError, **given: Any) -> None:
        self.app = running_app()
        self._trouble = trouble
        self._beside = None if _can_begin_anew(trouble) else name_beside(trouble.path)
        given["title"], given["lines"] = explanation(trouble, self.app.words)
        given["backed_up"] = bool(self.app.backups and self.app.backups.all())
        if _can_begin_anew(trouble):
            # Translators: button: start without the games that are missing
            given["other"] = self.app._("Start without them")
        elif self._beside is not None:
            name = self._beside.name
            # Translators: button: play with another file of games
            given["other"] = self.app._("Use {file}").format(file=name)
            given["other_note"] = self.app._(
                "{file} is a separate file next to it, without the games that can't be read;"
                " those stay as they are."
            ).format(file=name)
        super().__init__(**given)

    def play_without(self) -> None:
        """Start with no games, in the same file or in another one next to it."""
        if self._beside is not None:
            self.app.start_anew("--db", str(self._beside))
            return
        try:
            create_empty(self._trouble.path)
        except (LogDamagedError, LogRefusedError, LogUnavailableError):
            log.exception("nothing can be begun in %s", self._trouble.path)
        self.app.start_anew()


def _can_begin_anew(trouble: NoGamesError) -> bool:
    """Whether a new file can replace the missing one, which is no dangling link."""
    return isinstance(trouble, GamesMissingError) and trouble.kind != "link"


kv.load(__file__)

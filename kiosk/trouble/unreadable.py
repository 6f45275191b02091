"""What is shown instead of the welcome while the games cannot be read."""

from typing import Any

from kivy.properties import BooleanProperty, ListProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.journal.errors import LogUnreadable, NewerLog
from companion.journal.rescue.unreadable import name_beside
from kiosk import kv
from kiosk.running import running_app


class UnreadableScreen(BoxLayout):
    """Why, and what helps; a game is begun without the others only where somebody asks for it."""

    title = StringProperty("")
    lines = ListProperty([""])
    backed_up = BooleanProperty(False)
    other = StringProperty("")  # the name of the file to play in meanwhile
    other_note = StringProperty("")

    def __init__(self, trouble: LogUnreadable | NewerLog, **given: Any) -> None:
        self.app = running_app()
        self._beside = name_beside(trouble.path)
        words = self.app.words
        if isinstance(trouble, NewerLog):
            given["title"] = words.gettext("The games are from a newer version")
            given["lines"] = words.newer_log(trouble)
        else:
            given["title"] = words.gettext("The games cannot be read")
            given["lines"] = words.unreadable_log(trouble)
        given["backed_up"] = bool(self.app.backups and self.app.backups.all())
        if self._beside is not None:
            name = self._beside.name
            given["other"] = self.app._("Play in {file}").format(file=name)
            given["other_note"] = self.app._(
                "{file} is a file of its own beside it, without the games that cannot be read;"
                " those stay as they are."
            ).format(file=name)
        super().__init__(**given)

    def play_beside(self) -> None:
        """Begin anew in the other file."""
        self.app.start_anew("--db", str(self._beside))


kv.load(__file__)

"""What the devices' screen is made of: notices, badges of buttons, slots, and what is on ports."""

from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from kiosk import kv
from kiosk.look.icons import Icon
from kiosk.look.text import Text
from kiosk.widgets.basics import Pad, Surface


class SectionTitle(Text):
    """What follows in the list."""


class NoticeRow(Surface):
    """A sentence, with the icons of what it is about; quiet where nothing is wrong."""

    icons = ListProperty()
    text = StringProperty("")
    is_bad = BooleanProperty(True)

    def on_kv_post(self, base: object) -> None:
        """An icon for each."""
        super().on_kv_post(base)
        for name in self.icons:
            self.ids.icons.add_widget(SignIcon(name=name, is_bad=self.is_bad))


class SignIcon(Icon):
    """What is well, or is not."""

    is_bad = BooleanProperty(True)


class Badge(Surface):
    """A button; lit while it is held."""

    button = StringProperty("")
    word = StringProperty("")
    lit = BooleanProperty(False)


class SlotRow(Pad):
    """Something that takes a pin, and which it has; a tap changes that."""

    slot = ObjectProperty(None)
    word = StringProperty("")
    pin = StringProperty("")
    is_wired = BooleanProperty(False)


class PortRow(Surface):
    """What is on a port: what it is, how it is, and the way to take it off."""

    __events__ = ("on_remove",)

    icon = StringProperty("display")
    title = StringProperty("")
    status = StringProperty("")
    is_bad = BooleanProperty(False)

    def on_remove(self) -> None:
        """It is to be wired no longer."""


class TrialTiles(BoxLayout):
    """Lights and displays, tried at a tap."""

    has_lights = BooleanProperty(False)
    has_displays = BooleanProperty(False)


kv.load(__file__)

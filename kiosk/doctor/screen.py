"""The system check on the screen."""

from collections.abc import Callable, Sequence
from functools import partial
from threading import Thread
from typing import Any, Final
from weakref import WeakMethod

from kivy.graphics.opengl import GL_RENDERER, glGetString
from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from kiosk import kv, screens
from kiosk.bridge import Bridge
from kiosk.doctor.checkup import CheckTarget, ScreenProbe, run_checks
from kiosk.doctor.finding import Finding
from kiosk.doctor.machine import in_order
from kiosk.doctor.view import lines, summary
from kiosk.running import running_app
from kiosk.widgets.basics import Surface

Show = Callable[[], Callable[[Sequence[Finding]], None] | None]

_BRIDGE: Final = Bridge()  # kept alive, as Kivy's clock holds only weak references


class DoctorLine(Surface):
    """A finding with the command that fixes it."""

    line = ObjectProperty(None, rebind=True)


class DoctorScreen(BoxLayout):
    """Shows findings, worst first; the checks run in a separate thread, as some are slow."""

    note = StringProperty("")

    def __init__(
        self,
        findings: Sequence[Finding] | None = None,
        back: Callable[[], None] | None = None,
        **given: Any,
    ) -> None:
        self.app = running_app()
        self._back = back or self.app.home
        super().__init__(**given)
        if findings is None:
            self.start_checks()
        else:
            self._show(findings)

    def start_checks(self) -> None:
        """Run all checks."""
        self.note = self.app._("Checking…")
        renderer = (glGetString(GL_RENDERER) or b"").decode(errors="replace")
        show = WeakMethod(self._show)  # lets a closed screen be freed
        looking = partial(_run_checks, self.app.check_target(), ScreenProbe(renderer), show)
        Thread(target=looking, name="check-up", daemon=True).start()

    def _show(self, findings: Sequence[Finding]) -> None:
        if self.app.screen is self:  # a rebuild need not run the checks again
            self.app.set_rebuild(screens.doctor, findings=findings, back=self._back)
        self.note = summary(findings, self.app.words)
        for line in lines(in_order(findings), self.app.words):
            self.ids.lines.add_widget(DoctorLine(line=line))

    def close(self) -> None:
        self._back()


def _run_checks(target: CheckTarget, drawn: ScreenProbe, show: Show) -> None:
    findings = list(run_checks(target, lambda: drawn))
    _BRIDGE.post(partial(_tell, show, findings))


def _tell(show: Show, findings: Sequence[Finding]) -> None:
    if (shown := show()) is not None:
        shown(findings)


kv.load(__file__)

"""What the tests of links share: displays as the wiring file has them, and pictures as text."""

import termios
import threading

from hardware.displays import Digits, Grid, Picture
from hardware.emulators import Emulator
from hardware.emulators.pty_port import PtyPort
from hardware.ports.status import Status

LIMIT = 30  # seconds to wait for what takes one


def lines(kind: str, *texts: str) -> Picture:
    columns, rows = map(int, kind.split("-")[1].split("x"))
    return Grid.of(texts, columns, rows)


def text_of(picture: Picture) -> str:
    """What an emulator says when it shows a picture."""
    if isinstance(picture, Digits):
        return picture.text + "." * picture.point
    return "\n".join(picture.lines)


class Cable(PtyPort):
    """A port whose device may hang, and that can be cut at any byte."""

    _room: int | None = None

    def plug_in(self, device: Emulator | None = None, cut_after: int | None = None) -> None:
        """Appear under a new name, perhaps to vanish again after so many bytes exactly."""
        self._room = cut_after
        super().plug_in(device)

    def _next(self, most: int) -> bytes:
        if self._room is None:
            return super()._next(most)
        if self._room == 0:
            return b""
        data = super()._next(self._room)
        self._room -= len(data)
        return data

    def wait_until_cut(self, timeout: float) -> bool:
        """Whether the cable was cut, as asked for, within so many seconds."""
        assert self._thread is not None
        self._thread.join(timeout)
        cut = not self._thread.is_alive()
        if cut:
            self.unplug()
        return cut

    def stall(self) -> None:
        """Take no more bytes, as a device that has hung."""
        termios.tcflow(self._slave, termios.TCOOFF)

    def go_on(self) -> None:
        """Take bytes again."""
        termios.tcflow(self._slave, termios.TCOON)


class Heard:
    """A listener that can be waited for."""

    def __init__(self) -> None:
        self.codes: list[str] = []
        self.threads: set[str] = set()
        self.last: Status | None = None
        self._changed = threading.Condition()

    def __call__(self, status: Status) -> None:
        with self._changed:
            self.codes.append(status.code)
            self.threads.add(threading.current_thread().name)
            self.last = status
            self._changed.notify_all()

    def wait_for(self, code: str) -> Status:
        with self._changed:
            assert self._changed.wait_for(lambda: self.last and self.last.code == code, LIMIT)
            assert self.last is not None
            return self.last

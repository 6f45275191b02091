"""What the tests of links share: displays as the wiring file has them, and pictures as text."""

import threading
from dataclasses import dataclass

from hardware.displays import Digits, Grid, Picture
from hardware.displays.status import Status

LIMIT = 30  # seconds to wait for what takes one


@dataclass(frozen=True)
class Wired:
    kind: str
    where: str


def lines(kind: str, *texts: str) -> Picture:
    columns, rows = map(int, kind.split("-")[1].split("x"))
    return Grid.of(texts, columns, rows)


def text_of(picture: Picture) -> str:
    """What an emulator says when it shows a picture."""
    if isinstance(picture, Digits):
        return picture.text + "." * picture.point
    return "\n".join(picture.lines)


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

"""Buttons that can be plugged in and pulled out: a thread listens, and finds them again."""

import logging
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable

from hardware.displays.link import RETRY
from hardware.displays.status import Status, diagnose

log = logging.getLogger(__name__)


class Plugged(ABC):
    """Listens as long as it is plugged in, and tells how it is."""

    def __init__(self, where: str, listener: Callable[[Status], None] | None = None) -> None:
        self.status = Status("starting", {"port": where})
        self._where = where
        self._listener = listener
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"buttons {where}", daemon=True)
        self._thread.start()

    def close(self, timeout: float | None = 2.0) -> None:
        """Let go of it."""
        self._closing.set()
        self._thread.join(timeout)

    def _path(self) -> str:
        """The file that it is, for what the system says of that."""
        return self._where

    @abstractmethod
    def _listen(self) -> None:
        """Find it, open it, and listen until all ends; raises OSError when it is lost."""

    @abstractmethod
    def _forget(self) -> None:
        """Buttons that were down when it was pulled out: nobody pressed or held them."""

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                self._listen()
            except (OSError, ImportError) as error:
                found = diagnose(error, self._path())
                self._tell(Status(found.code, {**found.facts, "port": self._where}))
            finally:
                self._forget()
            self._closing.wait(RETRY)

    def _is_there(self) -> None:
        self._tell(Status("ok", {"port": self._where}))

    def _tell(self, status: Status) -> None:
        if status == self.status:
            return
        self.status = status
        log.info("buttons %s: %s", self._where, status)
        if self._listener is not None:
            try:
                self._listener(status)
            except Exception:  # a listener that fails never stops the buttons
                log.exception("a listener failed on %s", status)

"""Buttons that can be plugged in and pulled out: a thread listens, and finds them again."""

import threading
from abc import ABC, abstractmethod

from hardware.ports.cable import PORT_ERRORS, RETRY_INTERVAL
from hardware.ports.status import Listener, Status, StatusReporter, diagnose


class PluggedDevice(ABC):
    """Listens as long as it is plugged in, and tells how it is."""

    def __init__(self, where: str, listener: Listener | None = None) -> None:
        self._where = where
        self._report = StatusReporter(f"buttons {where}", where, listener)
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"buttons {where}", daemon=True)
        self._thread.start()

    @property
    def status(self) -> Status:
        """How it is; the listener is told of changes, on its own thread."""
        return self._report.status

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
            except (*PORT_ERRORS, ImportError) as error:
                found = diagnose(error, self._path())
                self._report.set_status(Status(found.code, {**found.facts, "port": self._where}))
            finally:
                self._forget()
            self._closing.wait(RETRY_INTERVAL)

"""Buttons that can be unplugged: a thread reads them, and reconnects."""

import threading
from abc import ABC, abstractmethod

from hardware.ports.cable import PORT_ERRORS, RETRY_INTERVAL
from hardware.ports.status import Listener, Status, StatusReporter, diagnose


class PluggedDevice(ABC):
    """Reads a device while it is plugged in, and reports its status."""

    def __init__(self, where: str, listener: Listener | None = None) -> None:
        self._where = where
        self._report = StatusReporter(f"buttons {where}", where, listener)
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"buttons {where}", daemon=True)
        self._thread.start()

    @property
    def status(self) -> Status:
        """The current status; the listener is called on changes, in the device's thread."""
        return self._report.status

    def close(self, timeout: float | None = 2.0) -> None:
        """Stop the thread and close the device."""
        self._closing.set()
        self._thread.join(timeout)

    def _path(self) -> str:
        """Return the device file, used to diagnose errors."""
        return self._where

    @abstractmethod
    def _listen(self) -> None:
        """Find, open and read the device until closed; raises OSError when it is lost."""

    @abstractmethod
    def _forget(self) -> None:
        """Drop buttons that were down when the device was unplugged."""

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
